#include "modelling/design/keys/extend_tables.h"

#include <algorithm>

#include "modelling/core/template_parts.h"
#include "modelling/cost/bill.h"
#include "modelling/design/keys/labels.h"
#include "modelling/design/questions/extend_questions.h"
#include "modelling/design/questions/fields.h"

namespace partita::modelling::design {
namespace {

bool is_frozen(const Questions& questions, const Table& table) {
  return !questions.existing->tables.contains(table.name);
}

}  // namespace

const Table* existing_table(const Questions& questions, const SubjectPositions& group) {
  if (questions.existing)
    for (const SubjectPosition subject : group)
      if (const std::string& table = at(questions, subject).table; !table.empty())
        return questions.existing->model().table(table);
  return nullptr;
}

std::string literal_of_existing(const Subject& subject) {
  const EntityKey& key = subject.entity.primary;
  for (const std::vector<std::string>* templates : {&key.sort, &key.partition}) {
    if (templates->empty()) continue;
    const std::vector<TemplatePart> parts = template_parts(templates->back());
    if (parts.size() < 2 || !parts.back().is_field() || parts[parts.size() - 2].is_field()) continue;
    std::string text = parts[parts.size() - 2].literal;
    while (!text.empty() && text.back() == '#') text.pop_back();
    const std::size_t hash = text.rfind('#');
    return hash == std::string::npos ? text : text.substr(hash + 1);
  }
  return {};
}

Table without_entities(const Table& table) {
  Table out = table;
  out.entities.clear();
  return out;
}

Entity with_new_fields(const Questions& questions, const Subject& subject) {
  Entity out = *questions.existing->model().table(subject.table)->entity(subject.entity.name);
  for (const Field& field : subject.entity.fields)
    if (!out.field(field.name) && field.optional) out.fields.push_back(field);
  return out;
}

bool can_be_entered(const Table& table, const Index& index, const Subject& subject) {
  if (index.scope != model::IndexScope::Global || index.vector || index.shards || index.when) return false;
  if (index.partition.size() != 1 || index.sort.size() > 1) return false;
  // Keys of the table, and attributes of fields, are in the index by themselves.
  const auto is_own = [&](const std::string& attribute) {
    if (attribute == table.partition_key || attribute == table.sort_key || attribute == table.type_attribute)
      return true;
    return std::any_of(subject.entity.fields.begin(), subject.entity.fields.end(),
                       [&](const Field& field) { return field.attribute == attribute; });
  };
  const auto is_field_of_others = [&](const std::string& attribute) {
    return std::any_of(table.entities.begin(), table.entities.end(), [&](const Entity& entity) {
      return std::any_of(entity.fields.begin(), entity.fields.end(),
                         [&](const Field& field) { return field.attribute == attribute; });
    });
  };
  const auto is_free = [&](const std::string& attribute) {
    return !is_own(attribute) && !is_field_of_others(attribute);
  };
  return std::all_of(index.partition.begin(), index.partition.end(), is_free) &&
         std::all_of(index.sort.begin(), index.sort.end(), is_free);
}

// The entity's literal begins the partition key, so that items of other entities are never in the partition.
EntityKey key_in_existing(const Questions& questions, const IndexChoice& choice, const Index& index) {
  const Subject& subject = at(questions, choice.subjects[0]);
  EntityKey key{.index = index.name};
  std::string partition = label_of_entity(questions, subject.entity);
  for (const std::string& field : choice.form.partition)
    partition +=
        "#" + label_of_field(questions, subject.entity, field) + "#" + part_of_field(*subject.entity.field(field));
  for (const When& when : choice.form.when) partition += "#" + when.equals;
  key.partition = {partition};
  if (!index.sort.empty()) {
    std::string sort;
    for (const std::string& field : choice.form.sort.empty() ? subject.identity : choice.form.sort)
      sort += (sort.empty() ? "" : "#") + part_of_field(*subject.entity.field(field));
    key.sort = {sort};
  }
  if (!choice.form.when.empty()) key.when = choice.form.when[0];
  return key;
}

void restore_frozen(const Questions& questions, Model& model) {
  const Model& existing = questions.existing->model();
  std::vector<Table> tables;
  std::vector<Pattern> patterns;
  for (const Table& table : existing.tables) {
    const Table* extended = model.table(table.name);
    tables.push_back(extended && !is_frozen(questions, table) ? *extended : table);
  }
  for (Table& table : model.tables)
    if (!existing.table(table.name)) tables.push_back(std::move(table));
  for (const Pattern& pattern : existing.patterns) patterns.push_back(pattern);
  for (Pattern& pattern : model.patterns)
    if (!questions.is_existing(pattern)) patterns.push_back(std::move(pattern));
  model.tables = std::move(tables);
  model.patterns = std::move(patterns);
  model.seasons = existing.seasons;
  if (model.description.empty()) model.description = existing.description;
}

double frozen_usd(const Questions& questions, const PriceList& prices) {
  Model out = questions.existing->model();
  std::erase_if(out.tables, [&](const Table& table) { return !is_frozen(questions, table); });
  std::erase_if(out.patterns, [&](const Pattern& pattern) { return questions.is_existing(pattern); });
  if (out.tables.empty()) return 0;
  return usd_on_demand(bill_of_model(prove(std::make_shared<const Model>(std::move(out))), prices, {}));
}

}  // namespace partita::modelling::design
