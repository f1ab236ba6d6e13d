// Access patterns of schema.json. The order of parameters carries meaning there: first the fields of the partition key,
// then those of the sort key that have one value, then the values of a range, whose names are free. Parameters that
// have the name of a field count by this name, wherever they are.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/contains.h"
#include "modelling/core/nearest.h"
#include "modelling/read/aws/aws_schema.h"
#include "modelling/read/template_text.h"

namespace partita::modelling::aws_schema {
namespace {

constexpr std::array<std::string_view, 8> kOperations = {"GetItem", "PutItem",    "DeleteItem",   "Query",
                                                         "Scan",    "UpdateItem", "BatchGetItem", "BatchWriteItem"};
constexpr std::array<std::string_view, 6> kRangeConditions = {"begins_with", "between", ">=", "<=", ">", "<"};
constexpr std::array<std::string_view, 5> kReturnTypes = {"single_entity", "entity_list", "success_flag", "mixed_data",
                                                          "void"};

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (!base::contains(names, name)) names.push_back(name);
}

const std::vector<std::string>* composed_fields(const SchemaReading& reading, const Entity& entity,
                                                const std::string& name) {
  const auto of_entity = reading.composed.find(entity.name);
  if (of_entity == reading.composed.end()) return nullptr;
  const auto found = of_entity->second.find(name);
  return found == of_entity->second.end() ? nullptr : &found->second;
}

// ---- reads

// The fields of the keys that a read uses: those of the table, or of the index that it names.
struct KeyOrder {
  std::vector<std::string> partition;
  std::vector<std::string> sort;

  std::vector<std::string> all() const {
    std::vector<std::string> fields = partition;
    for (const std::string& field : sort) add_once(fields, field);
    return fields;
  }
};

KeyOrder key_order(const Entity& entity, const std::string& index) {
  const EntityKey* key = index.empty() ? &entity.primary : nullptr;
  for (const EntityKey& one : entity.indexes)
    if (one.index == index) key = &one;
  if (!key) return {};
  return {template_fields(key->partition), template_fields(key->sort)};
}

// Fills `by` and `range` from the parameters that no filter uses.
void match_parameters(Pattern& pattern, const Entity& entity, const std::vector<std::string>& filter_only,
                      SchemaReading& reading) {
  const KeyOrder order = key_order(entity, pattern.index);
  const std::vector<std::string> fields = order.all();
  std::vector<const Parameter*> given;
  for (const Parameter& parameter : pattern.parameters)
    if (parameter.entity.empty() && !base::contains(filter_only, parameter.name)) given.push_back(&parameter);
  const bool is_range = !pattern.range_comparison.empty();
  const std::size_t range_values = pattern.range_comparison == "between" ? 2 : is_range ? 1 : 0;
  if (given.size() < range_values + 1 && is_range)
    reading.note(pattern.place, fmt::format("{} has {} parameters; the partition key and the condition {} need at "
                                            "least {}",
                                            pattern.name, given.size(), pattern.range_comparison, range_values + 1));
  const std::size_t equal = given.size() - std::min(given.size(), range_values);
  const auto is_named = [&](std::size_t i) {
    return base::contains(fields, given[i]->name) || composed_fields(reading, entity, given[i]->name);
  };
  std::size_t as_range = 0;
  for (std::size_t i = 0; i < equal; ++i) {
    const Parameter& parameter = *given[i];
    if (const auto* inside = composed_fields(reading, entity, parameter.name)) {
      for (const std::string& field : *inside) add_once(pattern.by, field);
      reading.note(parameter.place, fmt::format("the parameter {} of {} is a whole key attribute; it is taken as its "
                                                "fields {}",
                                                parameter.name, pattern.name, fmt::join(*inside, ", ")));
    } else if (base::contains(fields, parameter.name)) {
      add_once(pattern.by, parameter.name);
    } else if (i < order.partition.size() && !base::contains(pattern.by, order.partition[i])) {
      add_once(pattern.by, order.partition[i]);
      reading.note(parameter.place, fmt::format("the parameter {} of {} names no field of the key; by its position it "
                                                "is taken as {}",
                                                parameter.name, pattern.name, order.partition[i]));
    } else if (!is_range && !entity.field(parameter.name) && i >= order.partition.size() && !is_named(i)) {
      ++as_range;
    } else {
      reading.note(parameter.place,
                   fmt::format("the parameter {} of {} is not a part of the key", parameter.name, pattern.name));
    }
  }
  if (!is_range && as_range == 0) return;
  for (const std::string& field : order.sort)
    if (pattern.range.empty() && !base::contains(pattern.by, field)) pattern.range = field;
  if (pattern.range.empty())
    reading.note(pattern.place,
                 fmt::format("{} has values of a range, but no field of the sort key is left for them", pattern.name));
  else if (as_range > 0)
    reading.note(pattern.place, fmt::format("{} has no range_condition, but {} values that name no field; they are "
                                            "taken as a range of {}",
                                            pattern.name, as_range, pattern.range));
}

// All entities of the table whose items are in the same partitions as those of `entity`.
std::vector<std::string> entities_beside(const Table& table, const Entity& entity, const std::string& index) {
  std::vector<std::string> names = {entity.name};
  const auto partition_of = [&](const Entity& one) -> const std::vector<std::string>* {
    if (index.empty()) return &one.primary.partition;
    for (const EntityKey& key : one.indexes)
      if (key.index == index) return &key.partition;
    return nullptr;
  };
  const auto* own = partition_of(entity);
  for (const Entity& other : table.entities)
    if (const auto* others = partition_of(other); own && others && *own == *others) add_once(names, other.name);
  return names;
}

Result<void> read_read(const Node& node, std::string_view operation, const Table& table, const Entity& entity,
                       Pattern& pattern, SchemaReading& reading) {
  pattern.operation = operation == "Scan"           ? PatternOperation::Scan
                      : operation == "BatchGetItem" ? PatternOperation::BatchGet
                                                    : PatternOperation::Read;
  pattern.get_item = operation == "GetItem";
  pattern.entities = {entity.name};
  if (!pattern.index.empty() && !table.index(pattern.index)) {
    std::vector<std::string_view> names;
    for (const Index& index : table.indexes) names.push_back(index.name);
    return fault(node.find("index_name")->place,
                 fmt::format("{} reads the index '{}', which {} does not have{}", pattern.name, pattern.index,
                             table.name, did_you_mean(pattern.index, names)));
  }
  std::vector<std::string> filter_only;
  if (const Node* filter = present(node, "filter_expression")) {
    PARTITA_TRY_VALUE(used, read_filter(*filter, pattern));
    filter_only = std::move(used);
  }
  if (operation == "Scan") return {};
  match_parameters(pattern, entity, filter_only, reading);
  if (text_or_empty(node, "return_type").value_or("") == "mixed_data") {
    pattern.entities = entities_beside(table, entity, pattern.index);
    pattern.whole = operation == "Query" && pattern.range_comparison.empty();
    reading.note(pattern.place, fmt::format("{} returns mixed_data; that is taken as all entities of the partition: {}",
                                            pattern.name, fmt::join(pattern.entities, ", ")));
  }
  return {};
}

// ---- writes

Action action_of(Action::Kind kind, const Entity& entity, const Place& place) {
  return {.kind = kind, .entity = entity.name, .place = place};
}

// Further parameters that are whole items are those to which the written item refers.
Result<void> read_put(const Entity& entity, Pattern& pattern) {
  pattern.actions = {action_of(Action::Kind::Put, entity, pattern.place)};
  const auto first = std::ranges::find(pattern.parameters, std::string("entity"), &Parameter::type);
  if (first == pattern.parameters.end()) return {};
  if (base::contains(pattern.parameters, entity.name, &Parameter::entity)) return {};
  return fault(first->place,
               fmt::format("{} puts a {}, but its parameter {} is a {}; give it a parameter of {}, or move "
                           "the pattern to {}",
                           pattern.name, entity.name, first->name, first->entity, entity.name, first->entity));
}

void read_update(const Entity& entity, Pattern& pattern, SchemaReading& reading) {
  Action action = action_of(Action::Kind::Update, entity, pattern.place);
  pattern.by = given_key_fields(pattern, entity, reading);
  action.set = changed_fields(pattern, entity, reading);
  if (action.set.empty())
    reading.note(pattern.place,
                 fmt::format("{} is an update, but no parameter is a field that it changes", pattern.name));
  pattern.actions = {std::move(action)};
}

void read_batch_write(const Entity& entity, Pattern& pattern) {
  for (const Parameter& parameter : pattern.parameters)
    if (!parameter.entity.empty())
      pattern.actions.push_back({.kind = Action::Kind::Put, .entity = parameter.entity, .place = parameter.place});
  if (pattern.actions.empty()) pattern.actions = {action_of(Action::Kind::Put, entity, pattern.place)};
}

Result<void> read_write(std::string_view operation, const Entity& entity, Pattern& pattern, SchemaReading& reading) {
  if (operation == "PutItem") {
    pattern.operation = PatternOperation::Put;
    return read_put(entity, pattern);
  }
  if (operation == "UpdateItem") {
    pattern.operation = PatternOperation::Update;
    read_update(entity, pattern, reading);
  } else if (operation == "DeleteItem") {
    pattern.operation = PatternOperation::Delete;
    pattern.by = given_key_fields(pattern, entity, reading);
    pattern.actions = {action_of(Action::Kind::Delete, entity, pattern.place)};
  } else {
    pattern.operation = PatternOperation::BatchWrite;
    read_batch_write(entity, pattern);
  }
  return {};
}

Result<void> read_pattern(const Node& node, const Table& table, const Entity& entity, SchemaReading& reading) {
  PARTITA_TRY(check_members(node, "an access pattern",
                            {"pattern_id", "name", "description", "operation", "index_name", "range_condition",
                             "consistent_read", "filter_expression", "parameters", "return_type"}));
  PARTITA_TRY_VALUE(pattern, read_pattern_head(node, reading));
  PARTITA_TRY_VALUE(operation, needed_text(node, "an access pattern", "operation"));
  PARTITA_TRY(check_known(node.find("operation")->place, "operation", operation, kOperations));
  PARTITA_TRY_VALUE(return_type, needed_text(node, "an access pattern", "return_type"));
  PARTITA_TRY(check_known(node.find("return_type")->place, "return_type", return_type, kReturnTypes));
  PARTITA_TRY_VALUE(parameters, read_parameters(node, reading));
  pattern.parameters = std::move(parameters);
  PARTITA_TRY_VALUE(index, text_or_empty(node, "index_name"));
  pattern.index = std::move(index);
  PARTITA_TRY_VALUE(consistent, flag_or_false(node, "consistent_read"));
  pattern.consistent = consistent;
  PARTITA_TRY_VALUE(range, text_or_empty(node, "range_condition"));
  pattern.range_comparison = std::move(range);
  if (const Node* condition = present(node, "range_condition")) {
    PARTITA_TRY(check_known(condition->place, "range_condition", pattern.range_comparison, kRangeConditions));
    if (operation != "Query")
      return fault(condition->place, fmt::format("{} is a {}, and only a Query has a range_condition; remove it or "
                                                 "change the operation",
                                                 pattern.name, operation));
  }
  const Node* filter = present(node, "filter_expression");
  if (filter && operation != "Query" && operation != "Scan")
    return fault(filter->place, fmt::format("{} is a {}, and only a Query or Scan has a filter_expression; remove it "
                                            "or change the operation",
                                            pattern.name, operation));
  if (operation == "Query" || operation == "GetItem" || operation == "Scan" || operation == "BatchGetItem")
    PARTITA_TRY(read_read(node, operation, table, entity, pattern, reading));
  else
    PARTITA_TRY(read_write(operation, entity, pattern, reading));
  reading.model.patterns.push_back(std::move(pattern));
  return {};
}

}  // namespace

std::vector<std::string> key_fields(const EntityKey& key) {
  std::vector<std::string> fields = template_fields(key.partition);
  for (const std::string& field : template_fields(key.sort)) add_once(fields, field);
  return fields;
}

std::vector<std::string> given_key_fields(const Pattern& pattern, const Entity& entity, const SchemaReading& reading) {
  const std::vector<std::string> keys = key_fields(entity.primary);
  std::vector<std::string> given;
  for (const Parameter& parameter : pattern.parameters) {
    if (!parameter.entity.empty()) continue;
    if (base::contains(keys, parameter.name)) add_once(given, parameter.name);
    if (const auto* inside = composed_fields(reading, entity, parameter.name))
      for (const std::string& field : *inside) add_once(given, field);
  }
  return given;
}

std::vector<std::string> changed_fields(const Pattern& pattern, const Entity& entity, const SchemaReading& reading) {
  const std::vector<std::string> keys = key_fields(entity.primary);
  std::vector<std::string> changed;
  for (const Parameter& parameter : pattern.parameters) {
    if (parameter.entity == entity.name)
      for (const Field& field : entity.fields)
        if (!base::contains(keys, field.name)) add_once(changed, field.name);
    if (!parameter.entity.empty() || base::contains(keys, parameter.name)) continue;
    if (entity.field(parameter.name) && !composed_fields(reading, entity, parameter.name))
      add_once(changed, parameter.name);
  }
  return changed;
}

Result<Pattern> read_pattern_head(const Node& node, SchemaReading& reading) {
  Pattern pattern{.place = node.place};
  PARTITA_TRY_VALUE(id_node, needed(node, "an access pattern", "pattern_id"));
  PARTITA_TRY_VALUE(id, as_integer(*id_node, "pattern_id"));
  pattern.id = std::to_string(id);
  if (const auto [at, added] = reading.pattern_places.emplace(pattern.id, id_node->place); !added)
    return fault(id_node->place, fmt::format("the pattern_id {} is here and in line {}; all patterns of the file need "
                                             "different ones",
                                             pattern.id, at->second.line));
  PARTITA_TRY_VALUE(name, needed_text(node, "an access pattern", "name"));
  pattern.name = std::move(name);
  PARTITA_TRY_VALUE(description_node, needed(node, "an access pattern", "description"));
  PARTITA_TRY_VALUE(description, as_text(*description_node, "description"));
  pattern.description = std::move(description);
  return pattern;
}

Result<std::vector<Parameter>> read_parameters(const Node& node, SchemaReading& reading) {
  PARTITA_TRY_VALUE(list, list_or_empty(node, "parameters"));
  std::vector<Parameter> parameters;
  for (const Node& one : list) {
    PARTITA_TRY(
        check_members(one, "a parameter", {"name", "type", "entity_type", "item_type", "default", "description"}));
    Parameter parameter{.place = one.place};
    PARTITA_TRY_VALUE(name, needed_text(one, "a parameter", "name"));
    parameter.name = std::move(name);
    for (const Parameter& earlier : parameters)
      if (earlier.name == parameter.name)
        return fault(one.place, fmt::format("the parameter {} is here and in line {}; remove one", parameter.name,
                                            earlier.place.line));
    if (const Node* value = present(one, "default"))
      reading.note(value->place, fmt::format("the default of the parameter {} is not kept", parameter.name));
    PARTITA_TRY_VALUE(type, needed_text(one, "a parameter", "type"));
    PARTITA_TRY(check_known(one.find("type")->place, "type of parameters", type, kParameterTypes));
    parameter.type = std::move(type);
    if (parameter.type == "entity") {
      PARTITA_TRY_VALUE(entity, needed_text(one, "a parameter of type entity", "entity_type"));
      std::vector<std::string_view> names;
      for (const auto& [known, place] : reading.entity_nodes) names.push_back(known);
      PARTITA_TRY(check_known(one.find("entity_type")->place, "entity", entity, names));
      parameter.entity = std::move(entity);
    }
    parameters.push_back(std::move(parameter));
  }
  return parameters;
}

Result<void> read_patterns(const Node& entity_node, const Table& table, const Entity& entity, SchemaReading& reading) {
  PARTITA_TRY_VALUE(list, list_or_empty(entity_node, "access_patterns"));
  for (const Node& one : list) PARTITA_TRY(read_pattern(one, table, entity, reading));
  return {};
}

}  // namespace partita::modelling::aws_schema
