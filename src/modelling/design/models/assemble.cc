// How a model is made of a choice
// 1. Each group of subjects becomes a table. Its key attributes are fields of its only entity if the key allows that,
//    and composed texts otherwise. A group with an existing table extends that.
// 2. Each subject becomes an entity with the templates of its primary key. Fields that no key holds are stored.
// 3. Each index of the choice gets a name, a projection, and a key for each of its entities. Choices with the same slot
//    become keys of one shared index.
// 4. Each pattern of the extent gets the members that name its index. Actions on entities outside of the extent are
//    left out.
// 5. A model that extends another one gets back the tables that no question concerns.
#include "modelling/design/models/assemble.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "modelling/design/keys/extend_indexes.h"
#include "modelling/design/keys/extend_tables.h"
#include "modelling/design/keys/key_texts.h"
#include "modelling/design/keys/labels.h"
#include "modelling/design/keys/serves.h"
#include "modelling/design/questions/fields.h"
#include "modelling/lint/names.h"

namespace partita::modelling::design {
namespace {

std::string attribute_of(const Entity& entity, const std::string& field) { return entity.field(field)->attribute; }

// Whether lint would take a field outside of the identity for a part of it, or an end of the identity for one that two
// items may share. The questions say that the identity is complete.
bool seems_to_lack_identity(const Subject& subject, const PrimaryForm& form) {
  const Fields key = joined(subject.identity, joined(form.partition, form.sort));
  for (const Field& field : subject.entity.fields)
    if (!contains(key, field.name) && field.references.empty() &&
        lint::names_the_identity(field.name, subject.entity.name))
      return true;
  return std::any_of(key.begin(), key.end(), [&](const std::string& name) {
    const model::FieldKind kind = subject.entity.field(name)->kind;
    return kind == model::FieldKind::Time || kind == model::FieldKind::Seconds || lint::names_a_time(name);
  });
}

std::string table_name(const std::string& text) {
  std::string out = text;
  std::replace_if(
      out.begin(), out.end(),
      [](char letter) {
        return !std::isalnum(static_cast<unsigned char>(letter)) && letter != '_' && letter != '.' && letter != '-';
      },
      '_');
  while (out.size() < 3) out += '_';
  return out.substr(0, 255);
}

class Assembly {
 public:
  Assembly(const Questions& questions, const Tables& tables, const Choice& choice, const Extent& extent)
      : questions_(questions), choice_(choice), extent_(extent) {
    model_->name = questions.name;
    model_->description = questions.description;
    out_.index_names.resize(choice.indexes.size());
    for (const SubjectPositions& group : tables) {
      SubjectPositions here;
      for (const SubjectPosition subject : group)
        if (contains(extent.subjects, subject)) here.push_back(subject);
      // A table keeps its form when only some of its entities are priced.
      if (here.empty()) continue;
      if (const Table* existing = existing_table(questions, group))
        extend_table(*existing, here);
      else
        add_table(here, group.size() > 1, tables.size() == 1);
    }
    for (const PatternPosition position : extent.patterns) add_pattern(position);
    if (questions.existing && extent.is_all) restore_frozen(questions, *model_);
  }
  Assembled take() {
    out_.model = model_;
    return std::move(out_);
  }

 private:
  const PrimaryForm& form_of(SubjectPosition subject) const { return at(choice_.primary, subject); }

  bool is_here(const IndexChoice& index, const SubjectPositions& subjects) const {
    return std::any_of(index.subjects.begin(), index.subjects.end(),
                       [&](SubjectPosition subject) { return contains(subjects, subject); });
  }

  void add_table(const SubjectPositions& subjects, bool shared, bool only) {
    Table table;
    const Entity& first = at(questions_, subjects[0]).entity;
    const PrimaryForm& form = form_of(subjects[0]);
    table.name = table_name(only ? questions_.name : questions_.name + "_" + first.name);
    table.partition_key = form.natural_partition ? attribute_of(first, form.partition[0]) : key_attribute("PK");
    if (!form.plain_sort)
      table.sort_key = key_attribute("SK");
    else if (!form.sort.empty())
      table.sort_key = form.sort.size() == 1 ? attribute_of(first, form.sort[0]) : key_attribute("SK");
    bool tagged = shared || contains(choice_.tagged, subjects[0]);
    for (const IndexChoice& index : choice_.indexes)
      tagged = tagged || (is_here(index, subjects) && index.form.is_tag());
    if (tagged) table.type_attribute = tag_of();
    for (const SubjectPosition subject : subjects) add_entity(table, subject);
    for (std::size_t i = 0; i < choice_.indexes.size(); ++i)
      if (is_here(choice_.indexes[i], subjects)) add_index(table, choice_.indexes[i], out_.index_names[i]);
    model_->tables.push_back(std::move(table));
  }

  bool is_taken(const std::string& attribute) const {
    return std::any_of(questions_.subjects.begin(), questions_.subjects.end(), [&](const Subject& one) {
      return std::any_of(one.entity.fields.begin(), one.entity.fields.end(),
                         [&](const Field& field) { return field.attribute == attribute; });
    });
  }

  // The name, longer if a field is stored under it.
  std::string key_attribute(std::string name) const {
    while (is_taken(name)) name += '_';
    return name;
  }

  void extend_table(const Table& existing, const SubjectPositions& subjects) {
    Table table = without_entities(existing);
    for (const SubjectPosition subject : subjects)
      if (at(questions_, subject).table.empty())
        add_entity(table, subject);
      else
        table.entities.push_back(with_new_fields(questions_, at(questions_, subject)));
    for (std::size_t i = 0; i < choice_.indexes.size(); ++i) {
      const IndexChoice& index = choice_.indexes[i];
      if (!is_here(index, subjects)) continue;
      if (index.existing.empty()) {
        add_index(table, index, out_.index_names[i]);
        continue;
      }
      out_.index_names[i] = index.existing;
      const auto entity = std::find_if(table.entities.begin(), table.entities.end(), [&](const Entity& one) {
        return one.name == at(questions_, index.subjects[0]).entity.name;
      });
      entity->indexes.push_back(key_in_existing(questions_, index, *table.index(index.existing)));
    }
    // A part may lack the source of a copy, or the key that finds the copies, and its patterns have the library's work
    // all the same (copies.h).
    if (!extent_.is_all)
      for (Entity& entity : table.entities)
        for (Field& field : entity.fields) field.kept = CopyKept::Patterns;
    model_->tables.push_back(std::move(table));
  }

  // A name for the type tag that no field has.
  std::string tag_of() const {
    for (const char* name : {"type", "entity", "entity_type", "_type"}) {
      if (!is_taken(name)) return name;
    }
    return key_attribute("_entity");
  }

  // A field that only keys hold must be stored if it is an attribute of a key, or if no primary key holds it.
  void store_key_fields(Entity& entity, SubjectPosition position) const {
    const auto store = [&](const Fields& fields) {
      for (Field& field : entity.fields)
        if (contains(fields, field.name)) field.stored = true;
    };
    const PrimaryForm& form = form_of(position);
    if (form.natural_partition) store(form.partition);
    if (form.plain_sort && form.sort.size() == 1) store(form.sort);
    for (const IndexChoice& index : choice_.indexes) {
      if (!contains(index.subjects, position) || index.slot >= 0) continue;
      if (!index.form.composed && !index.form.local) store(index.form.partition);
      store(index.form.sort);
    }
    for (const auto& [subject, field] : choice_.stored)
      if (subject == position) store({field});
    for (Field& field : entity.fields)
      if (!field.stored && !contains(at(questions_, position).identity, field.name)) field.stored = true;
  }

  // A field that identifies an entity by itself has as many values as that entity has items, also in its children.
  void count_values(Entity& entity) const {
    for (Field& field : entity.fields) {
      if (field.distinct) continue;
      for (const Subject& other : questions_.subjects) {
        if (other.identity.size() != 1 || !other.entity.count || *other.entity.count < 1) continue;
        const Field* identity = other.entity.field(other.identity[0]);
        const bool is_it = field.references == other.entity.name ||
                           (field.references.empty() && field.name == identity->name && field.kind == identity->kind);
        if (is_it) field.distinct = other.entity.count;
      }
    }
  }

  void add_entity(Table& table, SubjectPosition position) {
    const Subject& subject = at(questions_, position);
    Entity entity = subject.entity;
    store_key_fields(entity, position);
    count_values(entity);
    entity.lossy_key = entity.lossy_key || seems_to_lack_identity(subject, form_of(position));
    entity.primary.partition = {partition_template(questions_, subject, form_of(position))};
    const std::string sort = sort_template(questions_, subject, form_of(position));
    if (!sort.empty()) entity.primary.sort = {sort};
    table.entities.push_back(std::move(entity));
  }

  // "ORDER_by_status_created"; the names of two indexes of a table never meet, because a number keeps them apart.
  std::string name_of(const Table& table, const IndexChoice& choice) const {
    std::string name;
    for (const SubjectPosition subject : choice.subjects)
      name += (name.empty() ? "" : "_") + at(questions_, subject).entity.name;
    for (const When& when : choice.form.when) name += "_" + when.equals;
    if (!choice.form.partition.empty() || !choice.form.sort.empty()) name += "_by";
    for (const std::string& field : choice.form.partition) name += "_" + field;
    if (!choice.form.bucket.empty()) name += "_" + choice.form.bucket;
    for (const std::string& field : choice.form.sort) name += "_" + field;
    const std::string base = table_name(name).substr(0, 250);
    name = base;
    for (int number = 2; table.index(name); ++number) name = fmt::format("{}_{}", base, number);
    return name;
  }

  // The attribute of a composed key. All have the same length, so that the costs of two keys do not depend on each
  // other.
  std::string attribute_for(const Table& table, const char* end) const {
    std::string name;
    // An existing table may have keys of such names too.
    for (std::size_t number = table.indexes.size() + 1; name.empty() || is_attribute(questions_, table, name); ++number)
      name = key_attribute(fmt::format("gsi{:02}{}", number, end));
    return name;
  }

  // The index of several choices, whose key is text: "ORDER#STATUS#{status}" and "{made}".
  void add_shared_index(Table& table, const IndexChoice& choice, std::string& name) {
    name = fmt::format("shared_{:02}", choice.slot + 1);
    if (!table.index(name)) {
      Index index;
      index.name = name;
      index.partition = {attribute_for(table, "pk")};
      index.sort = {attribute_for(table, "sk")};
      index.projection = choice.projection.type;
      table.indexes.push_back(std::move(index));
    }
    const Subject& subject = at(questions_, choice.subjects[0]);
    Index& index =
        *std::find_if(table.indexes.begin(), table.indexes.end(), [&](const Index& one) { return one.name == name; });
    for (const std::string& field : choice.projection.fields) {
      const std::string attribute = attribute_of(subject.entity, field);
      if (!contains(index.include, attribute)) index.include.push_back(attribute);
    }
    EntityKey key{.index = name};
    const std::string partition = index_partition_text(questions_, choice, choice.subjects[0]);
    key.partition = {choice.form.partition.empty() ? partition
                                                   : label_of_entity(questions_, subject.entity) + "#" + partition};
    std::string sort;
    for (const std::string& field : choice.form.sort.empty() ? subject.identity : choice.form.sort)
      sort += (sort.empty() ? "" : "#") + part_of_field(*subject.entity.field(field));
    key.sort = {sort};
    if (!choice.form.when.empty()) key.when = choice.form.when[0];
    std::find_if(table.entities.begin(), table.entities.end(), [&](const Entity& one) {
      return one.name == subject.entity.name;
    })->indexes.push_back(std::move(key));
  }

  void add_index(Table& table, const IndexChoice& choice, std::string& name) {
    if (choice.slot >= 0) return add_shared_index(table, choice, name);
    const IndexForm& form = choice.form;
    const Subject& first = at(questions_, choice.subjects[0]);
    Index index;
    index.name = name = name_of(table, choice);
    if (form.local) index.scope = model::IndexScope::Local;
    const bool is_text = has_text(form);
    if (is_text)
      index.partition = {attribute_for(table, "pk")};
    else if (form.is_tag())
      index.partition = {table.type_attribute};
    else if (!form.local)
      for (const std::string& field : form.partition) index.partition.push_back(attribute_of(first.entity, field));
    if (!is_text && form.shards > 1) {
      const std::string attribute = attribute_for(table, "s");
      index.partition.push_back(attribute);
      index.shards = Shards{.count = form.shards, .of = first.identity.back(), .attribute = attribute};
    }
    if (form.nested)
      index.sort = {attribute_for(table, "sk")};
    else
      for (const std::string& field : form.sort) index.sort.push_back(attribute_of(first.entity, field));
    if (is_text || form.is_tag())
      for (const SubjectPosition position : choice.subjects) add_key(table, position, index.name, choice);
    index.projection = choice.projection.type;
    if (choice.projection.type == ProjectionType::Include)
      for (const std::string& field : choice.projection.fields)
        index.include.push_back(attribute_of(first.entity, field));
    table.indexes.push_back(std::move(index));
  }

  void add_key(Table& table, SubjectPosition position, const std::string& index, const IndexChoice& choice) {
    const Subject& subject = at(questions_, position);
    const auto entity = std::find_if(table.entities.begin(), table.entities.end(),
                                     [&](const Entity& one) { return one.name == subject.entity.name; });
    if (entity == table.entities.end()) return;
    const IndexForm& form = choice.form;
    EntityKey key{.index = index};
    key.partition = {form.is_tag() ? subject.entity.name : index_partition_text(questions_, choice, position)};
    if (form.nested)
      key.sort = {nested_index_text(questions_, choice, position)};
    else
      for (const std::string& field : form.sort) key.sort.push_back("{" + field + "}");
    if (!form.when.empty()) key.when = form.when[0];
    const auto is_optional = [&](const std::string& field) { return subject.entity.field(field)->optional; };
    key.sparse = std::any_of(form.partition.begin(), form.partition.end(), is_optional) ||
                 std::any_of(form.sort.begin(), form.sort.end(), is_optional);
    entity->indexes.push_back(std::move(key));
  }

  void add_pattern(PatternPosition position) {
    Pattern pattern = at(questions_.patterns, position);
    const bool is_existing = questions_.is_existing(pattern);
    const auto is_in = [&](const std::string& name) { return contains(extent_.subjects, questions_.subject(name)); };
    // A transaction is priced by the entities that are there.
    std::erase_if(pattern.actions, [&](const Action& action) { return !is_in(action.entity); });
    if (!std::all_of(pattern.entities.begin(), pattern.entities.end(), is_in)) return;
    if (pattern.entities.empty() && pattern.actions.empty()) return;
    if (!is_existing) begin_with_parent(pattern);
    if (!is_existing && !pattern.entities.empty()) add_plan(pattern, position);
    model_->patterns.push_back(std::move(pattern));
  }

  // The first entity's key makes the plan, and the key of a parent is the beginning of those of its children.
  void begin_with_parent(Pattern& pattern) const {
    if (pattern.entities.size() < 2 || pattern.from_end) return;
    std::size_t first = 0;
    const auto size = [&](std::size_t i) {
      return at(questions_, questions_.subject(pattern.entities[i])).identity.size();
    };
    for (std::size_t i = 1; i < pattern.entities.size(); ++i) {
      const Entity& entity = at(questions_, questions_.subject(pattern.entities[i])).entity;
      const bool has_all = std::all_of(pattern.by.begin(), pattern.by.end(),
                                       [&](const std::string& field) { return entity.field(field) != nullptr; });
      if (size(i) < size(first) && has_all && (pattern.range.empty() || entity.field(pattern.range))) first = i;
    }
    std::rotate(pattern.entities.begin(), pattern.entities.begin() + static_cast<std::ptrdiff_t>(first),
                pattern.entities.begin() + static_cast<std::ptrdiff_t>(first) + 1);
  }

  // Adds the members of the pattern that name the index and its `where`, if the pattern must have them.
  void add_plan(Pattern& pattern, PatternPosition position) const {
    const Serving serving = choice_.serving.empty() ? kByAnyKey : at(choice_.serving, position);
    const IndexChoice* index = serving.by == Serving::By::ThisIndex ? &at(choice_.indexes, serving.index) : nullptr;
    if (serving.by == Serving::By::AnIndex) {
      const auto found = std::find_if(choice_.indexes.begin(), choice_.indexes.end(),
                                      [&](const IndexChoice& one) { return may_serve(questions_, one, position); });
      if (found != choice_.indexes.end()) index = &*found;
    }
    const auto holds = [&](const When& when) {
      return index && !index->form.when.empty() && index->form.when[0].field == when.field &&
             index->form.when[0].equals == when.equals;
    };
    const auto existing = choice_.by_existing.find(position);
    std::optional<When> held;
    if (existing != choice_.by_existing.end()) {
      pattern.index = existing->second;
      held = held_by_existing(questions_, pattern.entities[0], existing->second);
      if (!pattern.range.empty() &&
          bucket_of_existing(questions_, pattern.entities[0], existing->second) == pattern.range)
        pattern.buckets = pattern.range;
    }
    const auto is_held = [&](const When& when) {
      return holds(when) || (held && held->field == when.field && held->equals == when.equals);
    };
    if (position.number() < questions_.where.size())
      for (const When& when : at(questions_.where, position))
        if (!is_held(when)) {
          pattern.by.push_back(when.field);
          pattern.where.push_back(when);
        }
    if (index && !index->form.bucket.empty() && pattern.by.empty() && pattern.range == index->form.sort[0])
      pattern.buckets = pattern.range;
    if (index) pattern.index = out_.index_names[static_cast<std::size_t>(index - choice_.indexes.data())];
  }

  const Questions& questions_;
  const Choice& choice_;
  const Extent& extent_;
  std::shared_ptr<Model> model_ = std::make_shared<Model>();
  Assembled out_;
};

}  // namespace

std::vector<std::string> names_in_the_way(const Questions& questions) {
  std::set<std::string> out;
  for (const Subject& subject : questions.subjects)
    for (const Field& field : subject.entity.fields)
      for (const std::string_view own : {"PK", "SK", "gsi", "type", "entity", "_type", "_entity"})
        if (field.attribute.starts_with(own)) out.insert(field.attribute);
  return {out.begin(), out.end()};
}

Assembled assemble(const Questions& questions, const Tables& tables, const Choice& choice, const Extent& extent) {
  return Assembly(questions, tables, choice, extent).take();
}

}  // namespace partita::modelling::design
