#include "load/workloads/table.h"

#include <fmt/format.h>

#include <algorithm>

#include "lib/fatal.h"

namespace partita::bench {
namespace {

constexpr std::string_view kAllAttributes = R"("Projection":{"ProjectionType":"ALL"})";

std::string key_schema(std::string_view partition_key, std::string_view sort_key) {
  std::string json = fmt::format(R"("KeySchema":[{{"AttributeName":"{}","KeyType":"HASH"}})", partition_key);
  if (!sort_key.empty()) json += fmt::format(R"(,{{"AttributeName":"{}","KeyType":"RANGE"}})", sort_key);
  return json + "]";
}

std::string index(std::string_view name, std::string_view partition_key, std::string_view sort_key) {
  return fmt::format(R"({{"IndexName":"{}",{},{}}})", name, key_schema(partition_key, sort_key), kAllAttributes);
}

std::string joined(const std::vector<std::string>& parts) {
  std::string all;
  for (const std::string& part : parts) all += (all.empty() ? "" : ",") + part;
  return all;
}

}  // namespace

const Attribute& Table::attribute(std::string_view wanted) const {
  const auto found = std::ranges::find(attributes, wanted, &Attribute::name);
  if (found == attributes.end()) fatal(fmt::format("table {} has no attribute {}", name, wanted));
  return *found;
}

Table records_table(std::string name, std::uint64_t items) { return {std::move(name), {.items = items}}; }

Table grouped_table(std::string name, std::uint64_t items, std::uint64_t group, bool query_indexes) {
  return {std::move(name), {.sort_key = true, .items = items, .group = group}, query_indexes};
}

Table indexed_table(std::string name, std::uint64_t items, unsigned indexes) {
  return {std::move(name), {.items = items, .index_keys = indexes}};
}

Table ycsb_table(std::string name, std::uint64_t items) { return {std::move(name), {.items = items, .ycsb = true}}; }

Table streamed_table(std::string name, std::uint64_t items) {
  return {.name = std::move(name), .layout = {.items = items}, .stream = true};
}

Table vectors_table(std::string name, std::uint64_t items, unsigned dimensions) {
  return {std::move(name), {.items = items, .dimensions = dimensions}};
}

std::string create_table_json(const Table& table) {
  std::vector<std::string> key_attributes = {"pk"};
  std::vector<std::string> global_indexes;
  std::string json = fmt::format(R"({{"TableName":"{}","BillingMode":"PAY_PER_REQUEST",)", table.name) +
                     key_schema("pk", table.layout.sort_key ? "sk" : "");
  if (table.layout.sort_key) key_attributes.push_back("sk");
  if (table.query_indexes) {
    key_attributes.insert(key_attributes.end(), {"lk", "gpk", "gsk"});
    json += R"(,"LocalSecondaryIndexes":[)" + index("lsi", "pk", "lk") + "]";
    global_indexes.push_back(index("gsi", "gpk", "gsk"));
  }
  for (const Attribute& attribute : table.attributes) {
    if (attribute.source != Source::IndexKey) continue;
    key_attributes.push_back(attribute.name);
    global_indexes.push_back(index("i" + attribute.name.substr(1), attribute.name, ""));
  }
  if (!global_indexes.empty()) json += R"(,"GlobalSecondaryIndexes":[)" + joined(global_indexes) + "]";
  if (table.stream) json += R"(,"StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"})";
  for (std::string& name : key_attributes) name = fmt::format(R"({{"AttributeName":"{}","AttributeType":"S"}})", name);
  if (table.layout.dimensions > 0) {
    key_attributes.emplace_back(R"({"AttributeName":"shade","AttributeType":"N"})");
    json +=
        fmt::format(R"(,"VectorIndexes":[{{"IndexName":"vectors","VectorAttribute":{{"AttributeName":"embedding"}},)"
                    R"("Dimensions":{},"DistanceFunction":"COSINE","Projection":{{"ProjectionType":"KEYS_ONLY"}},)"
                    R"("SearchSchema":[{{"AttributeName":"shade","SearchSchemaElementType":"INLINE_FILTER"}}]}}])",
                    table.layout.dimensions);
  }
  return json + R"(,"AttributeDefinitions":[)" + joined(key_attributes) + "]}";
}

}  // namespace partita::bench
