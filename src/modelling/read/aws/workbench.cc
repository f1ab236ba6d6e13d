// Models of NoSQL Workbench for DynamoDB, version 3.0 of their JSON. Such a model has tables and sample data, and no
// entities: they are inferred from the data, and a facet names those that it holds.
#include <fmt/format.h>

#include "modelling/read/infer/infer.h"
#include "modelling/read/reader.h"
#include "modelling/read/tree.h"
#include "modelling/read/typed_value.h"

namespace partita::modelling {
namespace {

constexpr std::string_view kWorkbenchVersion = "3.0";
constexpr std::string_view kKeyTypes[] = {"S", "N", "B"};
constexpr std::string_view kWorkbenchProjections[] = {"ALL", "KEYS_ONLY", "INCLUDE"};

bool recognizes_workbench(const Source& source) {
  return source.tree && source.tree->find("DataModel") &&
         (source.tree->find("ModelMetadata") || source.tree->find("ModelName"));
}

class WorkbenchReader {
 public:
  Result<Model> read(const Node& root) {
    PARTITA_TRY(read_head(root));
    PARTITA_TRY_VALUE(tables, needed(root, "the model", "DataModel"));
    PARTITA_TRY_VALUE(list, as_list(*tables, "DataModel"));
    for (const Node& node : *list) PARTITA_TRY(read_table(node));
    return std::move(model_);
  }

 private:
  void note(const Place& place, std::string_view what) { model_.notes.push_back(located(place, what)); }

  Result<void> read_head(const Node& root) {
    PARTITA_TRY_VALUE(name, text_or_empty(root, "ModelName"));
    model_.name = std::move(name);
    const Node* metadata = present(root, "ModelMetadata");
    if (!metadata) return fault(root.place, "the model needs ModelMetadata, which tells its version");
    PARTITA_TRY(check_is_map(*metadata, "ModelMetadata"));
    PARTITA_TRY_VALUE(version, needed_text(*metadata, "ModelMetadata", "Version"));
    if (version != kWorkbenchVersion)
      return fault(metadata->find("Version")->place,
                   fmt::format("this is version '{}' of the format of NoSQL Workbench, and only {} is known; open the "
                               "model in a present NoSQL Workbench and export it again",
                               version, kWorkbenchVersion));
    PARTITA_TRY_VALUE(description, text_or_empty(*metadata, "Description"));
    model_.description = std::move(description);
    return {};
  }

  Result<std::string> read_key_attribute(const Node& keys, std::string_view name, Table& table) {
    const Node& node = *keys.find(name);
    PARTITA_TRY(check_is_map(node, name));
    PARTITA_TRY_VALUE(attribute, needed_text(node, name, "AttributeName"));
    PARTITA_TRY_VALUE(type, needed_text(node, name, "AttributeType"));
    PARTITA_TRY(check_known(node.find("AttributeType")->place, "type of key attributes", type, kKeyTypes));
    const auto is = type == "S"   ? ScalarAttributeType::S
                    : type == "N" ? ScalarAttributeType::N
                                  : ScalarAttributeType::B;
    if (const auto [at, added] = table.attribute_types.emplace(attribute, is); !added && at->second != is)
      return fault(node.place, fmt::format("the key attribute {} has two types; give it one", attribute));
    return std::move(attribute);
  }

  struct Keys {
    std::string partition = {};
    std::string sort = {};
  };
  Result<Keys> read_keys(const Node& node, std::string_view of, Table& table) {
    PARTITA_TRY_VALUE(attributes, needed(node, of, "KeyAttributes"));
    PARTITA_TRY(check_is_map(*attributes, "KeyAttributes"));
    PARTITA_TRY(needed(*attributes, "KeyAttributes", "PartitionKey"));
    Keys keys;
    PARTITA_TRY_VALUE(partition, read_key_attribute(*attributes, "PartitionKey", table));
    keys.partition = std::move(partition);
    if (!present(*attributes, "SortKey")) return keys;
    PARTITA_TRY_VALUE(sort, read_key_attribute(*attributes, "SortKey", table));
    keys.sort = std::move(sort);
    return keys;
  }

  Result<void> read_index(const Node& node, Table& table) {
    PARTITA_TRY(check_is_map(node, "an index"));
    Index index{.place = node.place};
    PARTITA_TRY_VALUE(name, needed_text(node, "an index", "IndexName"));
    if (table.index(name)) return fault(node.place, fmt::format("{} has two indexes {}; rename one", table.name, name));
    index.name = std::move(name);
    PARTITA_TRY_VALUE(keys, read_keys(node, fmt::format("the index {}", index.name), table));
    index.partition = {keys.partition};
    if (!keys.sort.empty()) index.sort = {keys.sort};
    if (const Node* projection = present(node, "Projection")) {
      PARTITA_TRY(check_is_map(*projection, "Projection"));
      PARTITA_TRY_VALUE(type, needed_text(*projection, "Projection", "ProjectionType"));
      PARTITA_TRY(check_known(projection->place, "ProjectionType", type, kWorkbenchProjections));
      index.projection = type == "KEYS_ONLY" ? ProjectionType::KeysOnly
                         : type == "INCLUDE" ? ProjectionType::Include
                                             : ProjectionType::All;
      if (const Node* included = present(*projection, "NonKeyAttributes"); included && type == "INCLUDE") {
        PARTITA_TRY_VALUE(attributes, as_texts(*included, "NonKeyAttributes"));
        index.include = std::move(attributes);
      }
    }
    table.indexes.push_back(std::move(index));
    return {};
  }

  Result<void> read_billing(const Node& node, Table& table) {
    PARTITA_TRY_VALUE(mode, text_or_empty(node, "BillingMode"));
    if (mode != "PROVISIONED") return {};
    table.billing = BillingMode::Provisioned;
    const Node* settings = present(node, "ProvisionedCapacitySettings");
    const Node* throughput = settings ? present(*settings, "ProvisionedThroughput") : nullptr;
    if (throughput) {
      PARTITA_TRY_VALUE(read_node, needed(*throughput, "ProvisionedThroughput", "ReadCapacityUnits"));
      PARTITA_TRY_VALUE(write_node, needed(*throughput, "ProvisionedThroughput", "WriteCapacityUnits"));
      PARTITA_TRY_VALUE(reads, as_integer(*read_node, "ReadCapacityUnits"));
      PARTITA_TRY_VALUE(writes, as_integer(*write_node, "WriteCapacityUnits"));
      table.throughput = {.read_capacity_units = reads, .write_capacity_units = writes};
    }
    if (settings && (present(*settings, "AutoScalingRead") || present(*settings, "AutoScalingWrite")))
      note(settings->place, fmt::format("the auto scaling of {} is not kept", table.name));
    return {};
  }

  // `like` has the members that all items in `of` share.
  Result<void> add_items(const Node& of, const ObservedItem& like, std::vector<ObservedItem>& items,
                         MalformedValues& malformed) {
    PARTITA_TRY_VALUE(rows, list_or_empty(of, "TableData"));
    for (const Node& row : rows) {
      if (row.is_map())
        items.push_back({read_typed_item(row, malformed), like.group, like.aliases});
      else
        note(row.place, fmt::format("an item must be a map, not {}; it is skipped", documents::kind_text(row)));
    }
    return {};
  }

  Result<void> read_items(const Node& node, Table& table) {
    std::vector<ObservedItem> items;
    MalformedValues malformed;
    PARTITA_TRY_VALUE(facets, list_or_empty(node, "TableFacets"));
    for (const Node& facet : facets) {
      PARTITA_TRY(check_is_map(facet, "a facet"));
      PARTITA_TRY_VALUE(name, text_or_empty(facet, "FacetName"));
      ObservedItem like{.group = std::move(name)};
      if (const Node* aliases = present(facet, "KeyAttributeAlias")) {
        PARTITA_TRY_VALUE(partition, text_or_empty(*aliases, "PartitionKeyAlias"));
        PARTITA_TRY_VALUE(sort, text_or_empty(*aliases, "SortKeyAlias"));
        like.aliases = {{table.partition_key, partition}, {table.sort_key, sort}};
      }
      PARTITA_TRY(add_items(facet, like, items, malformed));
    }
    PARTITA_TRY(add_items(node, {}, items, malformed));
    malformed.append_notes(model_.notes);
    if (items.empty()) {
      note(node.place, fmt::format("{} has no TableData, so no entities can be inferred", table.name));
      return {};
    }
    InferOptions options{.place = node.place};
    PARTITA_TRY_VALUE(attributes, list_or_empty(node, "NonKeyAttributes"));
    for (const Node& attribute : attributes) {
      PARTITA_TRY(check_is_map(attribute, "an element of NonKeyAttributes"));
      PARTITA_TRY_VALUE(name, needed_text(attribute, "an element of NonKeyAttributes", "AttributeName"));
      options.attribute_order.push_back(std::move(name));
    }
    infer_entities(table, items, options, model_.notes);
    for (const ObservedItem& item : items) table.samples.emplace_back(item.attributes);
    return {};
  }

  Result<void> read_table(const Node& node) {
    PARTITA_TRY(check_is_map(node, "an element of DataModel"));
    Table table{.place = node.place};
    PARTITA_TRY_VALUE(name, needed_text(node, "a table", "TableName"));
    if (model_.table(name)) return fault(node.place, fmt::format("there are two tables {}; rename one", name));
    table.name = std::move(name);
    PARTITA_TRY_VALUE(keys, read_keys(node, fmt::format("the table {}", table.name), table));
    table.partition_key = keys.partition;
    table.sort_key = keys.sort;
    PARTITA_TRY_VALUE(indexes, list_or_empty(node, "GlobalSecondaryIndexes"));
    for (const Node& index : indexes) PARTITA_TRY(read_index(index, table));
    PARTITA_TRY(read_billing(node, table));
    PARTITA_TRY(read_items(node, table));
    model_.tables.push_back(std::move(table));
    return {};
  }

  Model model_;
};

Result<Model> read_workbench(const Source& source) {
  if (!source.tree) return invalid(fmt::format("{}: this is not JSON", source.path));
  return WorkbenchReader().read(*source.tree);
}

}  // namespace

extern const Reader k_workbench;
const Reader k_workbench{"workbench", "a model of NoSQL Workbench for DynamoDB, version 3.0", recognizes_workbench,
                         read_workbench};

}  // namespace partita::modelling
