#include "modelling/read/terraform/terraform_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/contains.h"
#include "documents/read_file.h"
#include "modelling/read/tables/described_table.h"
#include "modelling/read/typed_value.h"
#include "modelling/write/table_request.h"

namespace partita::modelling::terraform {
namespace {

constexpr std::string_view kAttributeTypes[] = {"S", "N", "B"};
constexpr std::string_view kProjectionTypes[] = {"ALL", "KEYS_ONLY", "INCLUDE"};
constexpr std::string_view kTerraformKeyTypes[] = {"HASH", "RANGE"};
constexpr std::string_view kBillingModes[] = {"PROVISIONED", "PAY_PER_REQUEST"};

void add_if_new(std::vector<std::string>& names, const std::string& name) {
  if (!base::contains(names, name)) names.push_back(name);
}

Result<std::optional<ProvisionedThroughput>> read_capacity(const Node& values) {
  const Node* reads = present(values, "read_capacity");
  const Node* writes = present(values, "write_capacity");
  if (!reads || !writes) return std::optional<ProvisionedThroughput>();
  PARTITA_TRY_VALUE(read_units, as_integer(*reads, "read_capacity"));
  PARTITA_TRY_VALUE(write_units, as_integer(*writes, "write_capacity"));
  if (read_units == 0) return std::optional<ProvisionedThroughput>();  // the value of PAY_PER_REQUEST in a state
  return std::optional(ProvisionedThroughput{.read_capacity_units = read_units, .write_capacity_units = write_units});
}

// hash_key and range_key; their lists hash_keys and range_keys; or blocks key_schema.
Result<void> read_index_keys(const Node& node, Index& index) {
  for (const auto& [one, many, keys] :
       {std::tuple("hash_key", "hash_keys", &index.partition), std::tuple("range_key", "range_keys", &index.sort)}) {
    PARTITA_TRY_VALUE(attribute, text_or_empty(node, one));
    if (!attribute.empty()) add_if_new(*keys, attribute);
    if (const Node* list = present(node, many)) {
      PARTITA_TRY_VALUE(attributes, as_texts(*list, many));
      for (const std::string& name : attributes) add_if_new(*keys, name);
    }
  }
  PARTITA_TRY_VALUE(schema, list_or_empty(node, "key_schema"));
  for (const Node& element : schema) {
    PARTITA_TRY_VALUE(attribute, needed_text(element, "key_schema", "attribute_name"));
    PARTITA_TRY_VALUE(type, needed_text(element, "key_schema", "key_type"));
    PARTITA_TRY(check_known(element.place, "key_type", type, kTerraformKeyTypes));
    add_if_new(type == "RANGE" ? index.sort : index.partition, attribute);
  }
  return {};
}

Result<void> read_projection(const Node& node, Index& index) {
  PARTITA_TRY_VALUE(type, text_or_empty(node, "projection_type"));
  if (!type.empty()) PARTITA_TRY(check_known(node.place, "projection_type", type, kProjectionTypes));
  index.projection = type == "KEYS_ONLY" ? ProjectionType::KeysOnly
                     : type == "INCLUDE" ? ProjectionType::Include
                                         : ProjectionType::All;
  if (const Node* included = present(node, "non_key_attributes")) {
    PARTITA_TRY_VALUE(attributes, as_texts(*included, "non_key_attributes"));
    index.include = std::move(attributes);  // lint explains a list beside another type
  }
  return {};
}

Result<void> read_index(const Node& node, model::IndexScope scope, Table& table) {
  PARTITA_TRY(check_is_map(node, "an index"));
  Index index{.scope = scope, .place = node.place};
  PARTITA_TRY_VALUE(name, needed_text(node, fmt::format("an index of {}", table.name), "name"));
  index.name = std::move(name);
  PARTITA_TRY(read_index_keys(node, index));
  if (scope == model::IndexScope::Local)
    index.partition.clear();
  else if (index.partition.empty())
    return fault(node.place, fmt::format("the index {} needs a hash_key or blocks key_schema", index.name));
  PARTITA_TRY(read_projection(node, index));
  PARTITA_TRY_VALUE(capacity, read_capacity(node));
  if (table.billing == BillingMode::Provisioned && scope == model::IndexScope::Global) index.throughput = capacity;
  table.indexes.push_back(std::move(index));
  return {};
}

Result<void> read_attributes(const Node& values, Table& table) {
  PARTITA_TRY_VALUE(attributes, list_or_empty(values, "attribute"));
  for (const Node& node : attributes) {
    PARTITA_TRY_VALUE(name, needed_text(node, "attribute", "name"));
    PARTITA_TRY_VALUE(type, needed_text(node, "attribute", "type"));
    PARTITA_TRY(check_known(node.place, "type of attributes", type, kAttributeTypes));
    table.attribute_types[name] = type == "S"   ? ScalarAttributeType::S
                                  : type == "N" ? ScalarAttributeType::N
                                                : ScalarAttributeType::B;
  }
  return {};
}

Result<void> read_settings(const Node& values, Table& table) {
  PARTITA_TRY_VALUE(billing, text_or_empty(values, "billing_mode"));
  if (!billing.empty()) PARTITA_TRY(check_known(values.place, "billing_mode", billing, kBillingModes));
  table.billing = billing == "PAY_PER_REQUEST" ? BillingMode::PayPerRequest : BillingMode::Provisioned;
  PARTITA_TRY_VALUE(capacity, read_capacity(values));
  if (table.billing == BillingMode::Provisioned) table.throughput = capacity;
  PARTITA_TRY_VALUE(streams, flag_or_false(values, "stream_enabled"));
  PARTITA_TRY_VALUE(view, text_or_empty(values, "stream_view_type"));
  if (streams) {
    PARTITA_TRY(check_known(values.place, "stream_view_type", view, texts_of(StreamViewType{})));
    table.stream = OpenEnum<StreamViewType>::from_text(view).value();
  }
  PARTITA_TRY_VALUE(protection, flag_or_false(values, "deletion_protection_enabled"));
  table.deletion_protection = protection;
  PARTITA_TRY_VALUE(table_class, text_or_empty(values, "table_class"));
  table.infrequent_access = table_class == "STANDARD_INFREQUENT_ACCESS";
  PARTITA_TRY_VALUE(expiry, list_or_empty(values, "ttl"));
  for (const Node& one : expiry) {
    PARTITA_TRY_VALUE(enabled, flag_or_false(one, "enabled"));
    PARTITA_TRY_VALUE(attribute, text_or_empty(one, "attribute_name"));
    if (enabled) table.ttl_attribute = std::move(attribute);
  }
  PARTITA_TRY_VALUE(recovery, list_or_empty(values, "point_in_time_recovery"));
  for (const Node& one : recovery) {
    PARTITA_TRY_VALUE(enabled, flag_or_false(one, "enabled"));
    table.point_in_time_recovery = enabled;
  }
  if (const Node* tags = present(values, "tags"); tags && tags->is_map())
    for (const Member& tag : tags->members)
      if (tag.value.is_scalar()) table.tags.push_back({.key = tag.name, .value = tag.value.text});
  return {};
}

// The attributes that a plan or a state has for every table.
constexpr std::string_view kOfEveryTable[] = {
    "arn",      "id",     "stream_arn",        "stream_label",          "tags_all",
    "timeouts", "region", "restore_date_time", "restore_to_latest_time"};

bool says_something(const Node& node) {
  if (node.is_unknown()) return true;
  if (node.is_scalar()) return !node.text.empty() && node.text != "false" && node.text != "0";
  return !node.items.empty() || !node.members.empty();
}

}  // namespace

const std::vector<std::string_view> kWantedArguments = {"name",
                                                        "billing_mode",
                                                        "hash_key",
                                                        "range_key",
                                                        "hash_keys",
                                                        "range_keys",
                                                        "read_capacity",
                                                        "write_capacity",
                                                        "stream_enabled",
                                                        "stream_view_type",
                                                        "deletion_protection_enabled",
                                                        "table_class",
                                                        "attribute",
                                                        "type",
                                                        "global_secondary_index",
                                                        "local_secondary_index",
                                                        "key_schema",
                                                        "attribute_name",
                                                        "attribute_type",
                                                        "key_type",
                                                        "projection_type",
                                                        "non_key_attributes",
                                                        "ttl",
                                                        "point_in_time_recovery",
                                                        "enabled",
                                                        "table_name",
                                                        "item",
                                                        "index_name",
                                                        "projection",
                                                        "tags"};

Result<void> Resources::add(const std::string& type, const std::string& name, const Node& values) {
  PARTITA_TRY(check_is_map(values, "the values of a resource"));
  if (type == "aws_dynamodb_table") return add_table(name, values);
  if (type == "aws_dynamodb_table_item" || type == "aws_dynamodb_global_secondary_index") {
    of_tables_.emplace_back(type, values);
  } else if (type.starts_with("aws_dynamodb_")) {
    note(values.place, fmt::format("{}.{} is not kept", type, name));
  } else if (const Node* service = present(values, "service_namespace");
             type.starts_with("aws_appautoscaling_") && service && service->text == "dynamodb") {
    note(values.place, scaling_note(type + "." + name));
  }
  return {};
}

std::string scaling_note(const std::string& address) {
  return fmt::format("{} is not kept: the units of tables and indexes are those without auto scaling", address);
}

void Resources::note(const Place& place, std::string_view what) {
  std::string text = located(place, what);
  if (!base::contains(model_.notes, text)) model_.notes.push_back(std::move(text));
}

void Resources::note_reason(const Place& place, std::string_view what) {
  note(place, what);
  std::string reason = located(place, what);
  if (!base::contains(reasons_, reason)) reasons_.push_back(std::move(reason));
}

std::string Resources::free_name(const std::string& name) {
  std::string free = name;
  for (int i = 2; model_.table(free); ++i) free = fmt::format("{}-{}", name, i);
  stand_ins_.insert(free);
  return free;
}

Result<std::string> Resources::name_in_model(const std::string& name, const std::string& region, const Place& place) {
  if (!model_.table(name)) return name;
  const std::string& other = regions_[name];
  if (other == region && !stand_ins_.contains(name))
    return fault(place, fmt::format("there are two tables {}; rename one", name));
  const std::string free = free_name(other == region || region.empty() ? name : name + "-" + region);
  note(place, fmt::format("the table {}{} is called {} here, because a model has one table of each name", name,
                          region.empty() ? "" : " of " + region, free));
  return free;
}

void Resources::leave_out(const Place& place, const std::string& what, const Error& error) {
  std::string reason = error.message;
  for (std::size_t at; (at = reason.find('\n')) != reason.npos;) reason.replace(at, 1, "; ");
  note(place, fmt::format("{} is not read: {}", what, reason));
  if (!base::contains(reasons_, error.message)) reasons_.push_back(error.message);
}

Result<void> Resources::add_table(const std::string& name, const Node& values) {
  Table table{.place = values.place};
  const std::string what = fmt::format("the resource aws_dynamodb_table.{}", name);
  PARTITA_TRY_VALUE(table_name, needed_text(values, what, "name"));
  PARTITA_TRY_VALUE(partition, needed_text(values, what, "hash_key"));
  PARTITA_TRY_VALUE(sort, text_or_empty(values, "range_key"));
  PARTITA_TRY_VALUE(region, text_or_empty(values, "region"));
  PARTITA_TRY_VALUE(called, name_in_model(table_name, region, values.place));
  regions_.emplace(called, region);
  table.name = called;
  table.partition_key = std::move(partition);
  table.sort_key = std::move(sort);
  PARTITA_TRY(read_attributes(values, table));
  PARTITA_TRY(read_settings(values, table));
  PARTITA_TRY_VALUE(locals, list_or_empty(values, "local_secondary_index"));
  for (const Node& index : locals) PARTITA_TRY(read_index(index, model::IndexScope::Local, table));
  PARTITA_TRY_VALUE(globals, list_or_empty(values, "global_secondary_index"));
  for (const Node& index : globals) PARTITA_TRY(read_index(index, model::IndexScope::Global, table));
  for (const Member& member : values.members)
    if (!base::contains(kWantedArguments, member.name) && !base::contains(kOfEveryTable, member.name) &&
        says_something(member.value))
      note(values.place, fmt::format("{} of {} is not kept", member.name, table.name));
  if (std::exchange(lacks_index_, false)) partial_.insert(table.name);
  model_.tables.push_back(std::move(table));
  return {};
}

// Terraform demands of a table, as the service does, a definition of each key attribute, and of no other one.
std::string Resources::refusal_of_table(const Table& table) const {
  if (partial_.contains(table.name)) return {};
  CreateTableRequest request = create_table_request(table);
  request.attribute_definitions.emplace();
  for (const auto& [name, type] : table.attribute_types)
    request.attribute_definitions->push_back({.attribute_name = name, .attribute_type = type});
  return refusal_of(std::move(request), RequestIs::Partial);
}

// An index that is a resource of its own.
Result<void> Resources::add_index(const Node& values) {
  constexpr std::string_view kWhat = "the resource aws_dynamodb_global_secondary_index";
  PARTITA_TRY_VALUE(table_name, needed_text(values, kWhat, "table_name"));
  const auto table = std::ranges::find(model_.tables, table_name, &Table::name);
  if (table == model_.tables.end())
    return fault(values.place, fmt::format("the index is of a table '{}', which is not here", table_name));
  PARTITA_TRY_VALUE(name, needed_text(values, kWhat, "index_name"));
  Index index{.name = std::move(name), .place = values.place};
  PARTITA_TRY(read_index_keys(values, index));
  PARTITA_TRY_VALUE(schema, list_or_empty(values, "key_schema"));
  for (const Node& element : schema) {
    PARTITA_TRY_VALUE(attribute, needed_text(element, "key_schema", "attribute_name"));
    PARTITA_TRY_VALUE(type, text_or_empty(element, "attribute_type"));
    if (type == "S") table->attribute_types[attribute] = ScalarAttributeType::S;
    if (type == "N") table->attribute_types[attribute] = ScalarAttributeType::N;
    if (type == "B") table->attribute_types[attribute] = ScalarAttributeType::B;
  }
  PARTITA_TRY_VALUE(projections, list_or_empty(values, "projection"));
  for (const Node& projection : projections) PARTITA_TRY(read_projection(projection, index));
  table->indexes.push_back(std::move(index));
  return {};
}

// The argument `item` is JSON in a text, or the argument of a call of jsonencode.
Result<void> Resources::add_item(const Node& values) {
  PARTITA_TRY_VALUE(table, needed_text(values, "the resource aws_dynamodb_table_item", "table_name"));
  PARTITA_TRY_VALUE(item, needed(values, "the resource aws_dynamodb_table_item", "item"));
  Node tree = *item;
  if (item->is_scalar()) {
    auto read = documents::read_text(item->text, item->place.file ? *item->place.file : std::string());
    if (!read || !read->is_map()) return fault(item->place, "item is not a JSON object");
    tree = std::move(*read);
    move_lines(tree, item->place);
  }
  PARTITA_TRY(check_is_map(tree, "item"));
  MalformedValues malformed;
  items_[table].push_back({read_typed_item(tree, malformed)});
  malformed.append_notes(model_.notes);
  return {};
}

Result<Model> Resources::finish(const Place& file) {
  if (model_.tables.empty())
    return invalid(reasons_.empty() ? located(file, "there is no resource aws_dynamodb_table here")
                                    : fmt::format("{}", fmt::join(reasons_, "\n")));
  for (const auto& [type, values] : of_tables_) {
    const auto added = type == "aws_dynamodb_table_item" ? add_item(values) : add_index(values);
    if (added) continue;
    leave_out(values.place, type == "aws_dynamodb_table_item" ? "an item" : "an index", added.error());
    if (const Node* table = values.find("table_name"); table && type != "aws_dynamodb_table_item")
      partial_.insert(table->text);
  }
  bool without_entities = false;
  for (Table& table : model_.tables) {
    table.refusal = refusal_of_table(table);
    const auto items = items_.find(table.name);
    if (items == items_.end()) {
      without_entities = true;
      continue;
    }
    infer_entities(table, items->second, {.place = table.place}, model_.notes);
    for (const ObservedItem& item : items->second) table.samples.emplace_back(item.attributes);
    items_.erase(items);
  }
  for (const auto& [table, items] : items_)
    note(file, fmt::format("{} items are of a table '{}', which is not here", items.size(), table));
  if (without_entities) note(file, "Terraform says nothing about entities and access patterns");
  return std::move(model_);
}

}  // namespace partita::modelling::terraform
