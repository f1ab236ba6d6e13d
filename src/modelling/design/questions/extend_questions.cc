#include "modelling/design/questions/extend_questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "modelling/core/copies.h"
#include "modelling/core/nearest.h"
#include "modelling/core/template_parts.h"
#include "modelling/design/questions/extend_entity.h"
#include "modelling/design/questions/fields.h"
#include "modelling/design/questions/read_companions.h"
#include "modelling/read/own/own_format.h"
#include "modelling/read/read_model.h"

namespace partita::modelling::design {
namespace {

std::string sibling_of(const Place& place, const std::string& path) {
  namespace fs = std::filesystem;
  if (fs::path(path).is_absolute() || !place.file) return path;
  return (fs::path(*place.file).parent_path() / path).string();
}

// The tables that the pattern reads or writes.
std::set<std::string> tables_of_pattern(const Model& model, const Pattern& pattern) {
  std::set<std::string> out;
  if (!pattern.table.empty()) out.insert(pattern.table);
  const auto add = [&](const std::string& entity, const std::string& table) {
    if (const Table* found = model.table_of(entity, table)) out.insert(found->name);
  };
  for (const std::string& entity : pattern.entities) add(entity, pattern.table);
  for (const Action& action : pattern.actions) add(action.entity, action.table.empty() ? pattern.table : action.table);
  return out;
}

std::vector<std::string> tables_with(const Model& model, const std::string& entity) {
  std::vector<std::string> out;
  for (const Table& table : model.tables)
    if (table.entity(entity)) out.push_back(table.name);
  return out;
}

// The fields of a new entity that are the key of the existing one.
bool is_parent(const Entity& parent, const Subject& child) {
  const std::vector<std::string> key = primary_fields(parent);
  return !key.empty() && std::all_of(key.begin(), key.end(), [&](const std::string& name) {
    const Field* own = child.entity.field(name);
    const Field* theirs = parent.field(name);
    return own && theirs && own->kind == theirs->kind && contains(child.identity, name);
  });
}

class Concern {
 public:
  Concern(const Node& root, const Questions& questions, Existing& existing)
      : root_(root), questions_(questions), existing_(existing) {}

  Result<void> find(const std::vector<const Node*>& described) {
    PARTITA_TRY_VALUE(patterns, list_or_empty(root_, "patterns"));
    for (const Node& node : patterns) {
      PARTITA_TRY_VALUE(pattern, own::read_pattern(plain_pattern(node)));
      for (const std::string& entity : pattern.entities) PARTITA_TRY(add_name(node.place, entity, pattern.table));
      for (const Action& action : pattern.actions)
        PARTITA_TRY(add_name(node.place, action.entity, action.table.empty() ? pattern.table : action.table));
      PARTITA_TRY(add_companions(node, pattern));
    }
    std::set<std::string> names;
    for (const Node* node : described) {
      const std::string& name = node->find("name")->text;
      if (!names.insert(name).second) return fault(node->place, fmt::format("the entity {} occurs twice", name));
      PARTITA_TRY_VALUE(table, text_or_empty(*node, "table"));
      PARTITA_TRY(add_name(node->place, name, table));
    }
    for (const Subject& subject : questions_.subjects)
      if (const std::string home = home_of(existing_.model(), subject); !home.empty() && fits(home))
        existing_.tables.insert(home);
    close();
    return check_names();
  }

 private:
  // The entities whose fields a read wants in addition to its items.
  Result<void> add_companions(const Node& node, const Pattern& pattern) {
    PARTITA_TRY_VALUE(heads, heads_of_with(node));
    for (const std::string& head : heads) {
      std::string entity = head;
      const Field* field = nullptr;
      if (const SubjectPosition own =
              pattern.entities.empty() ? SubjectPosition() : questions_.subject(pattern.entities[0]);
          own != kNone)
        field = at(questions_, own).entity.field(head);
      else if (const Table* table =
                   pattern.entities.empty() ? nullptr : existing_.model().table_of(pattern.entities[0]))
        field = table->entity(pattern.entities[0])->field(head);
      if (field && !field->references.empty()) entity = field->references;
      if (!tables_with(existing_.model(), entity).empty()) PARTITA_TRY(add_name(node.place, entity, {}));
    }
    return {};
  }

  Result<void> add_name(const Place& place, const std::string& entity, const std::string& table) {
    const std::vector<std::string> holders = tables_with(existing_.model(), entity);
    if (!table.empty()) {
      if (questions_.subject(entity) != kNone)
        return fault(place,
                     fmt::format("the entity {} is new, so the design chooses its table: leave table out", entity));
      if (!contains(holders, table))
        return fault(place, fmt::format("the table {} of {} has no entity {}{}", table, existing_.path, entity,
                                        holders.empty() ? std::string() : fmt::format(": it is in {}", holders[0])));
      existing_.tables.insert(table);
      return {};
    }
    if (questions_.subject(entity) != kNone) return {};
    if (holders.empty()) {
      std::vector<std::string_view> known;
      for (const Subject& subject : questions_.subjects) known.push_back(subject.entity.name);
      for (const Table& one : existing_.model().tables)
        for (const Entity& other : one.entities) known.push_back(other.name);
      return fault(place, fmt::format("the entity '{}' is neither described here nor in {}{}", entity, existing_.path,
                                      did_you_mean(entity, known)));
    }
    if (std::count_if(holders.begin(), holders.end(),
                      [&](const std::string& one) { return existing_.tables.contains(one); }) == 1)
      return {};
    if (holders.size() > 1)
      return fault(place, fmt::format("the entity {} is in the tables {} and {} of {}: say which one by table: {}",
                                      entity, holders[0], holders[1], existing_.path, holders[0]));
    existing_.tables.insert(holders[0]);
    return {};
  }

  // Whether the table has no entity of a name that a table of concern has.
  bool fits(const std::string& table) const {
    const Model& model = existing_.model();
    return std::all_of(existing_.tables.begin(), existing_.tables.end(), [&](const std::string& other) {
      return other == table ||
             std::none_of(model.table(table)->entities.begin(), model.table(table)->entities.end(),
                          [&](const Entity& entity) { return model.table(other)->entity(entity.name); });
    });
  }

  // The tables of each copy and of its source. A new write of the source writes the copies too.
  static std::vector<std::set<std::string>> tables_of_copies(const Model& model) {
    std::vector<std::set<std::string>> out;
    for (const Table& table : model.tables)
      for (const Entity& entity : table.entities)
        for (const Field& field : entity.fields)
          if (const auto source = source_of_copy(model, field); source && source->table->name != table.name)
            out.push_back({table.name, source->table->name});
    return out;
  }

  // A pattern of two tables binds them, because its price is that of both. So does a copy from one into the other.
  void close() {
    const std::vector<std::set<std::string>> copies = tables_of_copies(existing_.model());
    const auto is_concerned = [&](const std::set<std::string>& tables) {
      return std::any_of(tables.begin(), tables.end(),
                         [&](const std::string& one) { return existing_.tables.contains(one); });
    };
    for (bool grew = true; grew;) {
      grew = false;
      for (const std::set<std::string>& tables : copies)
        if (is_concerned(tables))
          for (const std::string& table : tables) grew = existing_.tables.insert(table).second || grew;
      for (const Pattern& pattern : existing_.model().patterns) {
        const std::set<std::string> tables = tables_of_pattern(existing_.model(), pattern);
        if (!is_concerned(tables)) continue;
        existing_.patterns.insert(pattern.name);
        for (const std::string& table : tables) grew = existing_.tables.insert(table).second || grew;
      }
    }
  }

  Result<void> check_names() const {
    for (const std::string& table : existing_.tables)
      for (const Entity& entity : existing_.model().table(table)->entities)
        for (const std::string& other : existing_.tables)
          if (other > table && existing_.model().table(other)->entity(entity.name))
            return fault(root_.place,
                         fmt::format("the questions concern the tables {} and {}, and both have an entity {}: extend "
                                     "one table in a file of its own, and then the other",
                                     table, other, entity.name));
    return {};
  }

  const Node& root_;
  const Questions& questions_;
  Existing& existing_;
};

// The new patterns name the table if the name of an entity alone would mean one of another table.
Result<void> name_tables(Questions& questions) {
  const Model& model = questions.existing->model();
  const auto table_of = [&](const std::string& entity) -> std::string {
    const SubjectPosition subject = questions.subject(entity);
    if (subject == kNone || tables_with(model, entity).size() < 2) return {};
    return at(questions.subjects, subject).table;
  };
  for (Pattern& pattern : questions.patterns) {
    if (!pattern.entities.empty()) pattern.table = table_of(pattern.entities[0]);
    for (Action& action : pattern.actions) action.table = table_of(action.entity);
  }
  return {};
}

}  // namespace

std::string home_of(const Model& model, const Subject& subject) {
  const Table* home = nullptr;
  std::size_t most = 0;
  for (const Table& table : model.tables)
    for (const Entity& entity : table.entities)
      if (const std::size_t size = primary_fields(entity).size(); size > most && is_parent(entity, subject)) {
        home = &table;
        most = size;
      }
  for (const Field& field : subject.entity.fields)
    if (!home && !field.references.empty()) home = model.table_of(field.references);
  if (!home && !model.tables.empty()) home = &model.tables[0];
  return home ? home->name : std::string();
}

Result<std::shared_ptr<Existing>> read_existing(const Node& root) {
  const Node* member = present(root, "extend");
  if (!member) return std::shared_ptr<Existing>();
  PARTITA_TRY_VALUE(path, as_text(*member, "extend"));
  auto out = std::make_shared<Existing>();
  out->path = sibling_of(member->place, path);
  auto model = read_model(out->path);
  if (!model)
    return fault(member->place, fmt::format("extend names a model that cannot be read: {}", model.error().message));
  out->proof = prove(std::make_shared<const Model>(std::move(*model)));
  if (!out->proof->refusals().empty()) {
    const Refusal& refusal = out->proof->refusals()[0];
    const std::string where = !refusal.pattern.empty()  ? fmt::format(" for \"{}\"", refusal.pattern)
                              : !refusal.entity.empty() ? fmt::format(" for the entity {}", refusal.entity)
                                                        : std::string();
    return fault(
        member->place,
        fmt::format("the proof refuses {}{}: {}. Mend the model before it is extended: `partita model lint {}` "
                    "has all refusals",
                    out->path, where, refusal.particulars, out->path));
  }
  return out;
}

bool is_in_existing(const Existing& existing, const Node& entity) {
  const Node* name = entity.find("name");
  return name && name->is_scalar() && existing.model().table_of(name->text);
}

Result<void> add_existing_entities(const Node& root, const std::vector<const Node*>& described,
                                   std::shared_ptr<Existing> existing, Questions& questions) {
  PARTITA_TRY(Concern(root, questions, *existing).find(described));
  std::vector<Subject> subjects;
  for (const Table& table : existing->model().tables) {
    if (!existing->tables.contains(table.name)) continue;
    for (const Entity& entity : table.entities)
      subjects.push_back({.entity = entity, .identity = primary_fields(entity), .table = table.name});
  }
  for (Subject& subject : questions.subjects) subjects.push_back(std::move(subject));
  questions.subjects = std::move(subjects);
  questions.existing = existing;
  for (const Node* node : described) {
    const SubjectPosition position = questions.subject(node->find("name")->text);
    PARTITA_TRY(extend_entity(*node, at(questions.subjects, position)));
  }
  return {};
}

Result<void> add_existing_patterns(Questions& questions) {
  const Model& model = questions.existing->model();
  for (const Pattern& pattern : questions.patterns)
    if (std::any_of(model.patterns.begin(), model.patterns.end(),
                    [&](const Pattern& one) { return one.name == pattern.name; }))
      return fault(
          pattern.place,
          fmt::format("the existing model has a pattern \"{}\" already: give the new one another name", pattern.name));
  PARTITA_TRY(name_tables(questions));
  questions.where.resize(questions.patterns.size());
  questions.with.resize(questions.patterns.size());
  questions.requests.resize(questions.patterns.size(), 1);
  for (const Pattern& pattern : model.patterns) {
    if (!questions.existing->patterns.contains(pattern.name)) continue;
    questions.patterns.push_back(pattern);
    questions.where.emplace_back();
    questions.with.emplace_back();
    questions.requests.push_back(1);
  }
  return {};
}

}  // namespace partita::modelling::design
