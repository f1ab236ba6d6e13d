#include <algorithm>

#include "base/contains.h"
#include "modelling/core/template_parts.h"
#include "modelling/generate/model_facts.h"
#include "modelling/generate/pattern_facts.h"
#include "modelling/generate/python/py_module.h"
#include "modelling/generate/python/py_parts.h"
#include "modelling/generate/python/py_text.h"

namespace partita::modelling::python {
namespace {

using model::FieldKind;

// Names that a package exports from its library, besides those that generated code uses.
constexpr const char* kExportedTypes[] = {"AttributeMap",
                                          "BatchUnfinishedError",
                                          "CollectedPage",
                                          "Condition",
                                          "Exception",
                                          "ModelError",
                                          "OutcomeUnknownError",
                                          "Page",
                                          "RefusalReason",
                                          "ThreadedClient",
                                          "True",
                                          "False",
                                          "None",
                                          "UnreadableRowError",
                                          "WriteRefusedError"};

// Members of the clients.
constexpr const char* kTakenMembers[] = {"create_tables", "check_tables", "parse_change", "table_names", "transact",
                                         "writes",        "self",         "options",      "client"};

// The suffixes of an entity's types must not meet the name of another one, such as ORDER and ORDER_KEY.
constexpr const char* kSuffixes[] = {
    "",          "Key",           "Input",   "Fields",       "Changes", "FreeChanges", "Plain",        "PlainChanges",
    "Defaults",  "PlainDefaults", "Numbers", "PlainNumbers", "Lists",   "PlainLists",  "Sets",         "PlainSets",
    "Given",     "Optional",      "Whole",   "Writer",       "Writes",  "Client",      "FreeDefaults", "FreeNumbers",
    "FreeLists", "FreeSets"};

std::string client_type(const Model& model) {
  return camel(!model.name.empty()        ? std::string_view(model.name)
               : model.tables.size() == 1 ? std::string_view(model.tables.front().name)
                                          : std::string_view("data model"));
}

std::string type_of(const std::string& name, DistinctNames& taken) {
  std::string type = camel(name);
  for (int number = 2;; ++number) {
    DistinctNames trial = taken;
    const auto is_free = [&](const std::string& one) { return trial.distinct(one) == one; };
    if (std::ranges::all_of(kSuffixes, [&](const char* suffix) { return is_free(type + suffix); }) &&
        is_free("Async" + type + "Client")) {
      taken = std::move(trial);
      return type;
    }
    type = camel(name) + std::to_string(number);
  }
}

std::string document_type(DocumentType type) {
  switch (type) {
    case DocumentType::Map:
      return "DocumentMap";
    case DocumentType::List:
      return "DocumentList";
    case DocumentType::StringSet:
      return "frozenset[str]";
    case DocumentType::NumberSet:
      return "frozenset[int | Decimal]";
    case DocumentType::BinarySet:
      return "frozenset[bytes]";
    case DocumentType::Any:
      break;
  }
  return "DocumentValue";
}

std::string field_type(const Table& table, const PyEntity& entity, const Field& field) {
  switch (field.kind) {
    case FieldKind::String:
    case FieldKind::Date:
    case FieldKind::Uuid:
    case FieldKind::Ulid:
      return "str";
    case FieldKind::Bytes:
      return "bytes";
    case FieldKind::Integer:
    case FieldKind::Unsigned:
    case FieldKind::Seconds:
      return "int";
    case FieldKind::Double:
      return "float";
    case FieldKind::Decimal:
      return "Decimal";
    case FieldKind::Bool:
      return "bool";
    case FieldKind::Enum:
      return entity.enums.at(field.name);
    case FieldKind::Time:
      return "datetime";
    case FieldKind::Document:
      break;
  }
  return is_vector(table, field) ? "Sequence[float]" : document_type(field.document);
}

std::string fields_text(const std::vector<std::string>& names) {
  if (names.size() > 3) return "All";
  std::string out;
  for (const std::string& name : names) out += camel(name);
  return out;
}

// The sets of fields for which an update has a form of its own: those that need further fields, one by one and
// together, and those that a pattern sets.
std::vector<std::vector<std::string>> changed_together(const PyModel& model, const Table& table, const Entity& entity,
                                                       const PyNeeds& needs) {
  std::vector<std::string> needy;
  for (const Field& field : entity.fields)
    if (py_can_change(entity, field) && !needs.must_give({field.name}, {}).empty()) needy.push_back(field.name);
  std::vector<std::vector<std::string>> out;
  const auto add = [&](const std::vector<std::string>& fields) {
    if (!fields.empty() && !base::contains(out, fields)) out.push_back(fields);
  };
  add(needy);
  for (const Pattern& pattern : model.model().patterns)
    for (const Action& action : pattern.actions) {
      if (action.kind != Action::Kind::Update || action.entity != entity.name) continue;
      if (&model.table_of(action.entity, action.table.empty() ? pattern.table : action.table) != &table) continue;
      std::vector<std::string> set;
      for (const std::string& name : needy)
        if (base::contains(action.set, name)) set.push_back(name);
      add(set);
    }
  for (const std::string& name : needy) add({name});
  // A form that sets more fields comes first, because its changes suit the others too.
  std::ranges::stable_sort(out, std::ranges::greater(), [](const auto& fields) { return fields.size(); });
  return out;
}

void name_changes(PyModel& model, const Table& table, const Entity& entity, DistinctNames& types) {
  PyEntity& made = model.entities.at({table.name, entity.name});
  const PyNeeds needs = py_needs(model, table, entity);
  const auto name_given = [&](const std::vector<std::string>& fields) {
    if (fields.empty() || made.givens.contains(fields)) return;
    made.givens[fields] = types.distinct(made.type + "Given" + fields_text(fields));
  };
  std::vector<std::string> changeable;
  for (const Field& field : entity.fields)
    if (py_can_change(entity, field)) changeable.push_back(field.name);
  for (const auto& set : changed_together(model, table, entity, needs)) {
    made.sets[set] = types.distinct(made.type + "Sets" + fields_text(set));
    name_given(needs.must_give(set, {}));
  }
  name_given(needs.must_give({}, changeable));
  name_given(needs.must_give(changeable, {}));
  for (const UpdateNeed& need : needs.unique) name_given(needs.must_give({}, need.of));
  std::vector<std::string> unique;
  for (const std::string& name : needs.fields)
    if (std::ranges::any_of(needs.unique, [&](const UpdateNeed& need) { return base::contains(need.known, name); }))
      unique.push_back(name);
  name_given(unique);
}

// A field has one member in all entities of a table, because the table's indexes name fields too.
struct TableNames {
  DistinctNames distinct = {};
  std::map<std::string, std::string> members = {};
};

void name_fields(PyEntity& made, const Table& table, const Entity& entity, TableNames& names, DistinctNames& types) {
  for (const Field& field : entity.fields) {
    std::string& member = names.members[field.name];
    if (member.empty()) member = names.distinct.distinct(py_name(field.name));
    made.fields[field.name] = member;
    if (field.kind == FieldKind::Enum) made.enums[field.name] = types.distinct(made.type + camel(field.name));
  }
  for (const Field& field : entity.fields) made.types[field.name] = field_type(table, made, field);
}

// The client, whose other types must not meet those of the library.
std::string client_of(const std::string& name, DistinctNames& types) {
  for (int number = 1;; ++number) {
    const std::string client = name + (number == 1 ? std::string() : std::to_string(number));
    DistinctNames trial = types;
    const auto is_free = [&](const std::string& one) { return trial.distinct(one) == one; };
    if (!is_free(client) || !is_free("Async" + client) || !is_free(client + "Writes") || !is_free(client + "Change"))
      continue;
    types = std::move(trial);
    return client;
  }
}

void name_patterns(PyModel& out, DistinctNames& types, DistinctNames& members) {
  for (const Pattern& pattern : out.model().patterns) {
    // "a customer's orders" has the word customers.
    std::string words = pattern.name;
    std::erase(words, '\'');
    out.methods[&pattern] = members.distinct(py_name(words));
    if (is_keyed(pattern.operation))
      out.parts[&pattern] = parts_of(pattern, out.methods[&pattern], [&](const std::string& entity) {
        return members.distinct(out.methods[&pattern] + "_" + snake(entity));
      });
    if (!is_read(pattern.operation)) continue;
    out.filters[&pattern] = types.distinct(camel(words) + "Filter");
    if (pattern.entities.size() > 1 || !pattern.wanted.empty())
      out.answers[&pattern] = types.distinct(camel(words) + (pattern.entities.size() > 1 ? "Items" : "Row"));
  }
}

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return text;
}

}  // namespace

const Table& PyModel::table_of(const std::string& entity, const std::string& table) const {
  return *model().table_of(entity, table);
}

std::string py_value_type(const PyEntity& entity, const Field& field) {
  const std::string& type = entity.types.at(field.name);
  return may_be_absent(field) && type != "DocumentValue" ? type + " | None" : type;
}

bool py_can_change(const Entity& entity, const Field& field) {
  return !field.attribute.empty() && !base::contains(primary_fields(entity), field.name) &&
         !is_kept(entity, field.name);
}

std::vector<std::string> PyNeeds::must_give(const std::vector<std::string>& set,
                                            const std::vector<std::string>& changed) const {
  std::vector<std::string> out;
  const auto concerns = [&](const UpdateNeed& need) {
    return std::ranges::any_of(
        need.of, [&](const std::string& name) { return base::contains(set, name) || base::contains(changed, name); });
  };
  for (const std::string& name : fields) {
    const auto is_known = [&](const UpdateNeed& need) { return concerns(need) && base::contains(need.known, name); };
    if ((std::ranges::any_of(needs, is_known) && !base::contains(set, name)) || std::ranges::any_of(unique, is_known))
      out.push_back(name);
  }
  return out;
}

PyNeeds py_needs(const PyModel& model, const Table& table, const Entity& entity) {
  const auto proven = std::ranges::find(model.provable->proof->tables(), &table, &ProvenTable::declared);
  const auto at = std::ranges::find(table.entities, entity.name, &Entity::name) - table.entities.begin();
  const model::EntityInfo& info = proven->info->at(proven->positions[static_cast<std::size_t>(at)]);
  PyNeeds out{.needs = update_needs(*proven->info, info), .unique = unique_needs(info)};
  const std::vector<std::string> key = primary_fields(entity);
  for (const Field& field : entity.fields)
    if (!base::contains(key, field.name)) out.fields.push_back(field.name);
  return out;
}

std::string py_pattern_constant(const PyModel& model, const Pattern& pattern) {
  return upper(model.methods.at(&pattern)) + "_PATTERN";
}
std::string py_members_constant(const PyModel& model, const Pattern& pattern) {
  return upper(model.methods.at(&pattern)) + "_MEMBERS";
}

PyModel py_names(const Provable& provable, const ModelUnits& units, const PyOptions& options) {
  PyModel out{.provable = &provable, .units = &units, .options = options};
  DistinctNames types, members, constants;
  for (const PySource& source : py_library_sources())
    for (const std::string& name : source.names) types.distinct(name);
  for (const char* name : kExportedTypes) types.distinct(name);
  for (const char* name : kTakenMembers) members.distinct(name);
  out.client = client_of(client_type(provable.proof->model()), types);
  const std::vector<Table>& tables = provable.proof->model().tables;
  for (const Table& table : tables)
    for (const Entity& entity : table.entities) {
      PyEntity& made = out.entities[{table.name, entity.name}];
      made.type = type_of(entity.name, types);
      made.property = members.distinct(py_name(entity.name));
      made.constant = constants.distinct(upper(snake(entity.name)) + "_TYPE");
    }
  for (const Table& table : tables) {
    TableNames names;
    for (const Entity& entity : table.entities)
      name_fields(out.entities.at({table.name, entity.name}), table, entity, names, types);
  }
  for (const Table& table : tables)
    for (const Entity& entity : table.entities) name_changes(out, table, entity, types);
  name_patterns(out, types, members);
  return out;
}

}  // namespace partita::modelling::python
