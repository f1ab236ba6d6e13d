#include "modelling/design/keys/extend_indexes.h"

#include <partita/limits.h>

#include <algorithm>
#include <map>

#include "modelling/core/template_parts.h"
#include "modelling/design/keys/extend_tables.h"
#include "modelling/design/keys/labels.h"
#include "modelling/design/questions/fields.h"

namespace partita::modelling::design {
namespace {

bool is_unstored(const Entity& entity, const Fields& fields) {
  return std::any_of(fields.begin(), fields.end(),
                     [&](const std::string& name) { return !entity.field(name)->stored; });
}

const EntityKey* existing_key(const Questions& questions, const std::string& entity, const std::string& index) {
  const SubjectPosition subject = questions.subject(entity);
  if (subject == kNone) return nullptr;
  for (const EntityKey& key : at(questions, subject).entity.indexes)
    if (key.index == index) return &key;
  return nullptr;
}

}  // namespace

bool fits_existing(const Questions& questions, const SubjectPositions& group, IndexChoice& index) {
  if (!existing_table(questions, group)) return true;
  IndexForm& form = index.form;
  // A local index is made with its table.
  if (form.local) return false;
  if (form.is_constant()) form.composed = true;
  for (const SubjectPosition subject : index.subjects) {
    const Entity& entity = at(questions, subject).entity;
    const bool exists = !at(questions, subject).table.empty();
    if ((exists && is_unstored(entity, form.partition)) || clash(questions, group, entity, form.partition))
      form.composed = true;
    if (form.nested) continue;
    if ((exists && is_unstored(entity, form.sort)) || clash(questions, group, entity, form.sort)) return false;
  }
  return true;
}

void add_existing_indexes(const Questions& questions, const Tables& tables, std::vector<IndexChoice>& choices) {
  if (!questions.existing) return;
  std::vector<IndexChoice> found;
  // Indexes of one projection are worth the same, so each key gets one of them, in turn.
  std::map<std::pair<SubjectPosition, ProjectionType>, std::size_t> turns;
  for (const IndexChoice& choice : choices) {
    const Subject& own = at(questions, choice.subjects[0]);
    const IndexForm& form = choice.form;
    if (choice.subjects.size() > 1 || form.local || !own.table.empty() || form.shards > 1 || !form.bucket.empty())
      continue;
    const auto group = std::find_if(tables.begin(), tables.end(),
                                    [&](const SubjectPositions& table) { return contains(table, choice.subjects[0]); });
    const Table* table = existing_table(questions, *group);
    const Fields fields = joined(joined(form.partition, form.sort), own.identity);
    if (!table || !std::all_of(fields.begin(), fields.end(),
                               [&](const std::string& name) { return fits_into_text(*own.entity.field(name)); }))
      continue;
    std::map<ProjectionType, std::vector<const Index*>> open;
    for (const Index& index : table->indexes)
      if (can_be_entered(*table, index, own) && !(index.sort.empty() && !form.sort.empty()))
        open[index.projection].push_back(&index);
    for (const auto& [projection, indexes] : open) {
      IndexChoice entered = choice;
      entered.form.composed = true;
      entered.projection = {.type = projection};
      if (std::any_of(found.begin(), found.end(), [&](const IndexChoice& one) {
            return one.subjects == entered.subjects && one.form == entered.form && one.projection == entered.projection;
          }))
        continue;
      const Index& index = *indexes[turns[{choice.subjects[0], projection}]++ % indexes.size()];
      entered.existing = index.name;
      entered.existing_table = table->name;
      found.push_back(std::move(entered));
    }
  }
  choices.insert(choices.end(), found.begin(), found.end());
}

std::optional<When> held_by_existing(const Questions& questions, const std::string& entity, const std::string& index) {
  const EntityKey* key = existing_key(questions, entity, index);
  return key ? key->when : std::nullopt;
}

std::string bucket_of_existing(const Questions& questions, const std::string& entity, const std::string& index) {
  const EntityKey* key = existing_key(questions, entity, index);
  if (!key) return {};
  for (const std::string& text : key->partition)
    for (const TemplatePart& part : template_parts(text))
      for (const std::string& format : part.formats)
        if (format == "year" || format == "month" || format == "day" || format == "hour") return part.field;
  return {};
}

bool is_attribute(const Questions& questions, const Table& table, const std::string& name) {
  if (!questions.existing) return false;
  if (name == table.partition_key || name == table.sort_key || name == table.type_attribute) return true;
  for (const Index& index : table.indexes)
    if (contains(index.partition, name) || contains(index.sort, name)) return true;
  return std::any_of(questions.subjects.begin(), questions.subjects.end(), [&](const Subject& subject) {
    return std::any_of(subject.entity.fields.begin(), subject.entity.fields.end(),
                       [&](const Field& field) { return field.attribute == name; });
  });
}

std::string texts_around_fields(const std::string& text) {
  std::string out;
  for (const TemplatePart& part : template_parts(text)) out += part.is_field() ? "{}" : part.literal;
  return out;
}

int indexes_left(const Table& table) {
  const auto used = std::count_if(table.indexes.begin(), table.indexes.end(), [](const Index& index) {
    return index.scope == model::IndexScope::Global && !index.vector;
  });
  return std::max(0, static_cast<int>(limits::kGlobalIndexes) - static_cast<int>(used));
}

bool needs_rewrite(const Questions& questions, const IndexChoice& index) {
  const IndexForm& form = index.form;
  if (!form.composed && !form.nested && form.bucket.empty() && form.shards == 1) return false;
  return std::any_of(index.subjects.begin(), index.subjects.end(),
                     [&](SubjectPosition subject) { return !at(questions, subject).table.empty(); });
}

}  // namespace partita::modelling::design
