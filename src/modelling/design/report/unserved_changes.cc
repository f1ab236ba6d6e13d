// The changes come in this order
// 1. The layout, the names of fields, consistency and the number of requests change, and the read asks for the same
//    items.
// 2. The fields of the read change, if its first entity is new, so that no stored item has them.
// 3. Indexes of an existing table change: the read wants only projected fields, or an index without a pattern is
//    deleted.
// 4. The read asks for less, and the program drops, filters or sorts the items by itself.
// 5. The fields of an existing entity change, or the values are kept once more in a new entity.
// 6. The call gives the identity, which is another question.
#include "modelling/design/report/unserved_changes.h"

#include <fmt/format.h>

#include <algorithm>

#include "modelling/core/template_parts.h"
#include "modelling/design/keys/labels.h"
#include "modelling/design/questions/fields.h"
#include "modelling/design/report/report.h"

namespace partita::modelling::design {
namespace {

Subject& subject_named(Questions& questions, const std::string& name) {
  return at(questions.subjects, questions.subject(name));
}
const Subject& subject_named(const Questions& questions, const std::string& name) {
  return at(questions.subjects, questions.subject(name));
}

// Adds the field to the entity. The stored items of an existing one lack it.
void add_field_to(Subject& subject, Field field) {
  field.optional = field.optional || !subject.table.empty();
  subject.entity.fields.push_back(std::move(field));
}

Field& field_of(Entity& entity, const std::string& name) {
  return *std::find_if(entity.fields.begin(), entity.fields.end(), [&](const Field& one) { return one.name == name; });
}

// A name that no field of the entity has.
std::string free_name(const Entity& entity, std::string name) {
  while (entity.field(name)) name += "Text";
  return name;
}

// The read by another field, which is a string, in place of one that no key can hold.
Change change_of_kind(const Subject& subject, const Field& field) {
  const Entity& entity = subject.entity;
  const std::string why = fmt::format("because no key can hold {}", model::describe(field.kind));
  if (subject.table.empty())
    return {fmt::format("store {} of {} as {}, {}", field.name, entity.name, kinds_in_place_of(field.kind), why),
            [entity = entity.name, name = field.name](Questions& changed) {
              field_of(subject_named(changed, entity).entity, name).kind = model::FieldKind::String;
            }};
  // Stored items stay as they are, so the field that exists keeps its kind.
  const std::string other = free_name(entity, field.name + "Text");
  return {fmt::format("give {} a further optional field, {} that has what the read needs of {}, and read by it, {}",
                      entity.name, kinds_in_place_of(field.kind), field.name, why),
          [entity = entity.name, name = field.name, other](Questions& changed) {
            add_field_to(subject_named(changed, entity), {.name = other, .attribute = other});
            Pattern& read = changed.patterns[0];
            std::replace(read.by.begin(), read.by.end(), name, other);
            if (read.range == name) read.range = other;
          }};
}

// Another entity stores a value of another type in the attribute of the field, which no key of their table can be then.
// One of the two is stored elsewhere, unless both exist already.
void add_renaming(const Questions& questions, const Subject& subject, const Field& field, std::vector<Change>& out) {
  for (const Subject& other : questions.subjects)
    for (const Field& theirs : other.entity.fields) {
      if (other.entity.name == subject.entity.name || !clash(field, theirs) ||
          (!other.table.empty() && !subject.table.empty()))
        continue;
      const bool moves_theirs = other.table.empty();
      const Subject& moved = moves_theirs ? other : subject;
      const Subject& stays = moves_theirs ? subject : other;
      const std::string name = moves_theirs ? theirs.name : field.name;
      out.push_back({fmt::format("store {} of {} in another attribute (attribute: NAME), because {} of {} has another "
                                 "type, and the attribute of a key has one type in the whole table",
                                 name, moved.entity.name, moves_theirs ? field.name : theirs.name, stays.entity.name),
                     [entity = moved.entity.name, name](Questions& changed) {
                       Field& there = field_of(subject_named(changed, entity).entity, name);
                       while (std::ranges::any_of(changed.subjects, [&](const Subject& one) {
                         return std::ranges::count(one.entity.fields, there.attribute, &Field::attribute) >
                                (one.entity.name == entity ? 1 : 0);
                       }))
                         there.attribute += "_";
                     }});
      return;
    }
}

// The fields that a key must have for the read.
std::vector<std::string> needed_by(const Pattern& read) {
  std::vector<std::string> out = read.by;
  if (!read.range.empty()) out.push_back(read.range);
  return out;
}

void add_changes_of_fields(const Questions& questions, const Pattern& read, std::vector<Change>& out) {
  const Subject& first = subject_named(questions, read.entities[0]);
  for (const std::string& name : needed_by(read)) {
    const Field& field = *first.entity.field(name);
    if (!fits_into_key(field)) out.push_back(change_of_kind(first, field));
    for (std::size_t i = 1; i < read.entities.size(); ++i) {
      const Subject& other = subject_named(questions, read.entities[i]);
      if (other.entity.field(name)) continue;
      out.push_back({fmt::format("give {} the {}field {}, so that its items lie beside those of {}", other.entity.name,
                                 other.table.empty() ? "" : "optional ", name, first.entity.name),
                     [entity = other.entity.name, field](Questions& changed) {
                       add_field_to(subject_named(changed, entity), field);
                     }});
    }
  }
}

// Global indexes of the read's existing table that serve no pattern of it. A table has 20 at most, so each is in the
// way of another one.
void add_deletions(const Questions& questions, const Subject& subject, std::vector<Change>& out) {
  if (subject.table.empty()) return;
  const Proof& proof = *questions.existing->proof;
  for (const Index& index : proof.model().table(subject.table)->indexes) {
    const auto uses = [&](const ProvenPattern& pattern) {
      return pattern.served() && pattern.info.table->name == subject.table && pattern.info.plan.index != model::kNone &&
             pattern.info.table->at(pattern.info.plan.index).name == index.name;
    };
    if (index.scope != model::IndexScope::Global || index.vector || std::ranges::any_of(proof.patterns(), uses))
      continue;
    out.push_back({fmt::format("delete the index {} of {}, which serves no pattern of the existing model, so that the "
                               "table may have another one",
                               index.name, subject.table),
                   [table = subject.table, name = index.name](Questions& changed) {
                     const auto without = [&](std::vector<EntityKey>& keys) {
                       std::erase_if(keys, [&](const EntityKey& key) { return key.index == name; });
                     };
                     Model model = changed.existing->model();
                     Table& there = *std::ranges::find(model.tables, table, &Table::name);
                     std::erase_if(there.indexes, [&](const Index& one) { return one.name == name; });
                     for (Entity& entity : there.entities) without(entity.indexes);
                     for (Subject& one : changed.subjects)
                       if (one.table == table) without(one.entity.indexes);
                     Existing existing = *changed.existing;
                     existing.proof = prove(std::make_shared<const Model>(std::move(model)));
                     changed.existing = std::make_shared<const Existing>(std::move(existing));
                   }});
  }
}

// Existing indexes that lack some of the wanted fields may still have the rest of them.
void add_projections(const Questions& questions, const Subject& subject, const Pattern& read,
                     std::vector<Change>& out) {
  if (subject.table.empty() || read.entities.size() > 1) return;
  for (const Index& index : questions.existing->model().table(subject.table)->indexes) {
    if (index.projection == ProjectionType::All) continue;
    std::vector<std::string> had = subject.identity;
    for (const EntityKey& key : subject.entity.indexes)
      if (key.index == index.name)
        for (const auto& templates : {key.partition, key.sort})
          for (const std::string& text : templates)
            for (const TemplatePart& part : template_parts(text))
              if (part.is_field() && !part.is_shard() && part.formats.empty() && !contains(had, part.field))
                had.push_back(part.field);
    for (const Field& field : subject.entity.fields)
      if (contains(index.include, field.attribute) && !contains(had, field.name)) had.push_back(field.name);
    if (!read.wanted.empty()) std::erase_if(had, [&](const std::string& one) { return !contains(read.wanted, one); });
    if (had.empty()) continue;
    out.push_back({fmt::format("want only {} (wanted), which the index {} has, and get the items by their keys for the "
                               "rest",
                               joined(had), index.name),
                   [had](Questions& changed) { changed.patterns[0].wanted = had; }});
  }
}

// An entity that exists to be read otherwise. Its table is new, and so has room for every index.
void add_copy(const Subject& subject, const Pattern& read, std::vector<Change>& out) {
  if (subject.table.empty() || read.entities.size() > 1) return;
  std::vector<std::string> held = read.by;
  const auto hold = [&](const std::string& field) {
    if (!field.empty() && !contains(held, field)) held.push_back(field);
  };
  hold(read.range);
  for (const std::string& field : read.wanted) hold(field);
  for (const FilterCondition& condition : read.filter) hold(condition.field);
  out.push_back(
      {fmt::format("keep {} once more, in a new entity with the identity of {} ({}), which is written with it "
                   "and read in its place",
                   joined(held), subject.entity.name, joined(subject.identity)),
       [from = subject, held](Questions& changed) {
         Subject copy{.entity = {.name = from.entity.name + "_COPY", .count = from.entity.count},
                      .identity = from.identity};
         for (const Field& field : from.entity.fields)
           if (contains(held, field.name) || contains(from.identity, field.name)) {
             copy.entity.fields.push_back(field);
             copy.entity.fields.back().stored = true;
           }
         changed.patterns[0].entities = {copy.entity.name};
         changed.patterns[0].table.clear();
         changed.layout = Layout::Several;
         changed.subjects.push_back(std::move(copy));
       },
       Change::Size::Large});
}

// A read of each entity in place of one of all.
void divide(Questions& changed) {
  Pattern whole = changed.patterns[0];
  whole.from_end = whole.whole = whole.tree = false;
  for (std::size_t i = 0; i < whole.entities.size(); ++i) {
    Pattern one = whole;
    one.entities = {whole.entities[i]};
    const Entity& entity = subject_named(changed, whole.entities[i]).entity;
    if (!entity.field(one.range)) one.range.clear();
    std::erase_if(one.wanted, [&](const std::string& field) { return !entity.field(field); });
    std::erase_if(one.filter, [&](const FilterCondition& condition) { return !entity.field(condition.field); });
    if (i == 0) {
      changed.patterns[0] = std::move(one);
      continue;
    }
    one.name += " of " + entity.name;
    changed.patterns.push_back(std::move(one));
    changed.where.emplace_back();
  }
}

void add_layout(const Questions& questions, const Pattern& read, std::vector<Change>& out) {
  if (!questions.existing || questions.layout != Layout::One) return;
  for (const std::string& name : read.entities)
    if (subject_named(questions, name).table.empty()) {
      out.push_back({fmt::format("leave tables: one out, so that {} may have a table of its own", name),
                     [](Questions& changed) { changed.layout = Layout::Any; }});
      return;
    }
}

}  // namespace

std::vector<Change> changes_of(const Questions& questions) {
  const Pattern& read = questions.patterns[0];
  const Subject& first = subject_named(questions, read.entities[0]);
  std::vector<Change> out;
  add_layout(questions, read, out);
  for (const std::string& name : needed_by(read)) add_renaming(questions, first, *first.entity.field(name), out);
  if (read.consistent)
    out.push_back(
        {"read it eventually consistently (leave consistent out), because the read needs an index, and a "
         "global index is not consistent",
         [](Questions& changed) { changed.patterns[0].consistent = false; }});
  for (int requests = 2; requests <= static_cast<int>(read.entities.size()) && !read.from_end; ++requests)
    out.push_back({fmt::format("allow {0} requests (requests: {0})", requests), [requests](Questions& changed) {
                     changed.requests.assign(changed.patterns.size(), 1);
                     changed.requests[0] = requests;
                   }});
  const bool is_new = first.table.empty();
  if (is_new) add_changes_of_fields(questions, read, out);
  add_projections(questions, first, read, out);
  add_deletions(questions, first, out);
  for (const When& when : questions.where[0])
    out.push_back({fmt::format("leave {} out of where, and let the program drop the others", when.field),
                   [field = when.field](Questions& changed) {
                     std::erase_if(changed.where[0], [&](const When& one) { return one.field == field; });
                   }});
  if (read.by.size() > 1)
    for (const std::string& field : read.by)
      out.push_back(
          {fmt::format("leave {} out of by, and let the program drop the others", field), [field](Questions& changed) {
             if (changed.patterns[0].by.size() > 1) std::erase(changed.patterns[0].by, field);
           }});
  if (!read.filter.empty())
    out.push_back({"leave the filter out, and let the program drop what it does not want",
                   [](Questions& changed) { changed.patterns[0].filter.clear(); }});
  if (!read.range.empty())
    out.push_back({fmt::format("leave the order by {} out, and sort in the program", read.range),
                   [](Questions& changed) { changed.patterns[0].range.clear(); }});
  if (!is_new) add_changes_of_fields(questions, read, out);
  if (read.from_end || read.whole || read.tree)
    out.push_back({"leave from_end, whole and tree out", [](Questions& changed) {
                     changed.patterns[0].from_end = changed.patterns[0].whole = changed.patterns[0].tree = false;
                   }});
  if (read.from_end)
    out.push_back({fmt::format("divide it: read {} each by itself", joined(read.entities, " and ")), divide});
  add_copy(first, read, out);
  out.push_back({fmt::format("give {}, which tell one {} from the others", joined(first.identity), first.entity.name),
                 [first = first.entity.name, identity = first.identity](Questions& changed) {
                   Pattern& changed_read = changed.patterns[0];
                   changed_read.by = identity;
                   changed_read.entities = {first};
                   changed_read.range.clear();
                   changed_read.filter.clear();
                 },
                 Change::Size::Other});
  return out;
}

}  // namespace partita::modelling::design
