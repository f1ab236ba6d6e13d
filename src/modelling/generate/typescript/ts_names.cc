#include <algorithm>

#include "modelling/core/template_parts.h"
#include "modelling/generate/pattern_facts.h"
#include "modelling/generate/typescript/ts_parts.h"
#include "modelling/generate/typescript/ts_text.h"

namespace partita::modelling::typescript {
namespace {

// Names that a generated module imports, and those of the language that it uses.
constexpr const char* kTakenTypes[] = {"Array",
                                       "ArrayBuffer",
                                       "BatchRows",
                                       "Boolean",
                                       "CallOptions",
                                       "CheckPart",
                                       "PutPart",
                                       "ReadUpdatePart",
                                       "RemovePart",
                                       "UpdatePart",
                                       "BatchUnfinished",
                                       "Client",
                                       "Collection",
                                       "Condition",
                                       "ConditionOption",
                                       "Cost",
                                       "Date",
                                       "Decimal",
                                       "DocumentMap",
                                       "DocumentSet",
                                       "DocumentValue",
                                       "EntityClient",
                                       "EntityTypes",
                                       "EntityWrites",
                                       "Error",
                                       "Found",
                                       "GetOptions",
                                       "LoadOptions",
                                       "Map",
                                       "ModelClient",
                                       "ModelError",
                                       "Number",
                                       "Object",
                                       "Omit",
                                       "OutcomeUnknown",
                                       "Page",
                                       "ParsedChange",
                                       "Partial",
                                       "Pick",
                                       "Promise",
                                       "PutOptions",
                                       "Query",
                                       "RangeOf",
                                       "ReadOptions",
                                       "Readonly",
                                       "ReadonlySet",
                                       "Record",
                                       "RemoveOptions",
                                       "Required",
                                       "Rest",
                                       "SearchOptions",
                                       "SessionOptions",
                                       "Set",
                                       "StreamRecord",
                                       "String",
                                       "Uint8Array",
                                       "UnreadableRow",
                                       "UpdateOptions",
                                       "Write",
                                       "WriteRefused",
                                       "AttributeMap"};

// Members of the client.
constexpr const char* kTakenMembers[] = {"constructor",
                                         "session",
                                         "description",
                                         "createTables",
                                         "checkTables",
                                         "transact",
                                         "parseChange",
                                         "writes",
                                         "asked",
                                         "query",
                                         "getOne",
                                         "collection",
                                         "similar",
                                         "entity",
                                         "entityWrites",
                                         "then",
                                         "sendTransaction",
                                         "toString",
                                         "valueOf",
                                         "first",
                                         "hasOwnProperty",
                                         "isPrototypeOf",
                                         "propertyIsEnumerable",
                                         "toLocaleString"};

std::string client_name(const Model& model) {
  return camel(!model.name.empty()        ? std::string_view(model.name)
               : model.tables.size() == 1 ? std::string_view(model.tables.front().name)
                                          : std::string_view("data model"));
}

// The suffixes of an entity's types must not meet the name of another one, such as ORDER and ORDER_KEY.
constexpr const char* kSuffixes[] = {"", "Key", "Stored", "Input", "Changes", "Types"};

std::string type_of_entity(const std::string& name, DistinctNames& taken) {
  DistinctNames trial = taken;
  std::string type = camel(name);
  for (int number = 2;; ++number) {
    trial = taken;
    const bool is_free = std::ranges::all_of(
        kSuffixes, [&](const char* suffix) { return trial.distinct(type + suffix) == type + suffix; });
    if (is_free) break;
    type = camel(name) + std::to_string(number);
  }
  taken = std::move(trial);
  return type;
}

}  // namespace

const Table& TsModel::table_of(const std::string& entity, const std::string& table) const {
  return *model().table_of(entity, table);
}

std::vector<std::string> ts_key_fields(const Entity& entity) { return primary_fields(entity); }

TsModel ts_names(const Provable& provable, const ModelUnits& units, const TsOptions& options) {
  TsModel out{.provable = &provable, .units = &units, .options = options};
  DistinctNames types;
  DistinctNames members;
  for (const char* name : kTakenTypes) types.distinct(name);
  for (const char* name : kTakenMembers) members.distinct(name);
  out.client = types.distinct(client_name(provable.proof->model()));
  types.distinct(out.client + "Writes");
  types.distinct(out.client + "Change");
  for (const Table& table : provable.proof->model().tables)
    for (const Entity& entity : table.entities) {
      TsEntity& made = out.entities[{table.name, entity.name}];
      made.type = type_of_entity(entity.name, types);
      std::string property = lower_camel(entity.name);
      made.property = members.distinct(is_ts_identifier(property) ? property : property + "Item");
    }
  for (const Table& table : provable.proof->model().tables)
    for (const Entity& entity : table.entities) {
      TsEntity& made = out.entities[{table.name, entity.name}];
      for (const Field& field : entity.fields)
        if (field.kind == model::FieldKind::Enum)
          made.enums[field.name] = types.distinct(made.type + camel(field.name));
      for (const Field& field : entity.fields) made.types[field.name] = ts_field_type(out, table, entity, field);
    }
  for (const Pattern& pattern : provable.proof->model().patterns) {
    // "a customer's orders" has the word customers.
    std::string words = pattern.name;
    std::erase(words, '\'');
    std::string method = lower_camel(words);
    out.methods[&pattern] = members.distinct(is_ts_identifier(method) ? method : method + "Pattern");
    if (is_keyed(pattern.operation))
      out.parts[&pattern] = parts_of(pattern, out.methods[&pattern], [&](const std::string& entity) {
        return members.distinct(out.methods[&pattern] + camel(entity));
      });
    if (is_read(pattern.operation)) out.filters[&pattern] = types.distinct(camel(words) + "Filter");
    if (is_read(pattern.operation) && (pattern.entities.size() > 1 || !pattern.wanted.empty()))
      out.answers[&pattern] = types.distinct(camel(words) + (pattern.entities.size() > 1 ? "Items" : "Row"));
  }
  return out;
}

}  // namespace partita::modelling::typescript
