#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "modelling/docs/describe_parts.h"
#include "modelling/docs/value_text.h"

namespace partita::modelling::docs {
namespace {

std::vector<std::string> facts_of(const Table& table) {
  std::vector<std::string> facts;
  facts.push_back(
      table.sort_key.empty()
          ? fmt::format("The partition key is {}, and there is no sort key.", table.partition_key)
          : fmt::format("The partition key is {}, and the sort key is {}.", table.partition_key, table.sort_key));
  facts.push_back(table.type_attribute.empty()
                      ? "Items carry no tag of their entity."
                      : fmt::format("The attribute {} has the name of an item's entity.", table.type_attribute));
  if (table.billing == BillingMode::PayPerRequest) {
    facts.push_back("Requests are paid on demand.");
  } else if (table.throughput) {
    facts.push_back(fmt::format("Its provisioned capacity is {} read units and {} write units.",
                                table.throughput->read_capacity_units.value_or(0),
                                table.throughput->write_capacity_units.value_or(0)));
  } else {
    facts.push_back("Its capacity is provisioned.");
  }
  if (!table.ttl_attribute.empty()) facts.push_back(fmt::format("Items expire at {}.", table.ttl_attribute));
  if (table.stream) facts.push_back(fmt::format("Its stream has {}.", to_text(*table.stream)));
  if (table.point_in_time_recovery) facts.push_back("It has point-in-time recovery.");
  if (table.deletion_protection) facts.push_back("It is protected against deletion.");
  if (table.infrequent_access) facts.push_back("Its class is Standard-Infrequent Access.");
  return facts;
}

std::string kind_of(const model::IndexInfo& index) {
  return index.is_vector()                         ? "vector index"
         : index.scope == model::IndexScope::Local ? "local secondary index"
                                                   : "global secondary index";
}

std::string key_sentence(const model::TableInfo& table, const model::IndexInfo& index) {
  const std::string partition = listed(partition_attributes(table, &index));
  const std::string sort = listed(sort_attributes(table, &index));
  if (partition.empty()) return "It has no partition key, so a search looks at all of its items.";
  if (sort.empty()) return fmt::format("The partition key is {}, and there is no sort key.", partition);
  return fmt::format("The partition key is {}, and the sort key is {}.", partition, sort);
}

std::vector<std::string> facts_of(const model::TableInfo& table, const model::IndexInfo& index,
                                  const std::vector<DocKey>& keys) {
  std::vector<std::string> facts = {key_sentence(table, index)};
  switch (index.projection) {
    case ProjectionType::All:
      facts.push_back("It has all attributes of its items.");
      break;
    case ProjectionType::KeysOnly:
      facts.push_back("It has only the keys of its items.");
      break;
    case ProjectionType::Include:
      facts.push_back(fmt::format("Beside the keys it has {}.", listed({index.include.begin(), index.include.end()})));
      break;
  }
  if (index.is_vector())
    facts.push_back(fmt::format("It finds the nearest of the vectors in {}, which have {} dimensions, by {} distance.",
                                index.vector.attribute, index.vector.dimensions, to_text(index.vector.distance)));
  if (index.shards.count > 0)
    facts.push_back(fmt::format("Each partition is divided into {} shards by {}. A read asks all of them and merges.",
                                index.shards.count, index.shards.of));
  std::vector<std::string> inside;
  bool sparse = false;
  for (const DocKey& key : keys) {
    inside.push_back(key.entity);
    sparse = sparse || !key.condition.empty();
  }
  if (!inside.empty() && (sparse || inside.size() < table.entities.size()))
    facts.push_back(fmt::format("It is sparse: it holds only {}.", listed(inside)));
  for (const DocKey& key : keys)
    if (!key.condition.empty()) facts.push_back(fmt::format("{} is in it {}.", key.entity, key.condition));
  return facts;
}

std::string subtitle_of(const Described& of, const std::string& what) {
  return what + (of.examples.made_up ? " The items are examples." : "");
}

DocIndex describe_index(const Described& of, const ProvenTable& table, std::size_t number, std::size_t count) {
  const model::IndexInfo& index = table.info->indexes[number];
  DocIndex out{.name = std::string(index.name),
               .anchor = anchor_of("index", index.name, count),
               .kind = kind_of(index),
               .keys = describe_keys(of, table, model::IndexPosition(number))};
  out.facts = facts_of(*table.info, index, out.keys);
  CollectionsPicture picture = describe_collections(table, &index, of.examples, of.colours);
  picture.id = out.anchor;
  picture.title = fmt::format("{}, {} of {}", index.name, out.kind, table.declared->name);
  picture.subtitle =
      subtitle_of(of, index.is_vector() ? "The items that a search can find." : "The item collections of the index.");
  if (index.shards.count > 0) picture.subtitle += fmt::format(" Each key has {} shards.", index.shards.count);
  out.picture = {anchor_of("collections", fmt::format("{} {}", table.declared->name, index.name), count),
                 std::move(picture)};
  return out;
}

}  // namespace

std::vector<DocTable> describe_tables(const Described& of) {
  std::vector<DocTable> tables;
  std::size_t indexes = 0;
  for (const ProvenTable& table : of.proof.tables()) {
    const std::string& name = table.declared->name;
    DocTable out{.name = name,
                 .anchor = anchor_of("table", name, tables.size() + 1),
                 .facts = facts_of(*table.declared),
                 .keys = describe_keys(of, table, model::kNone)};
    for (const Entity& entity : table.declared->entities) out.entities.push_back(entity.name);
    CollectionsPicture picture = describe_collections(table, nullptr, of.examples, of.colours);
    picture.id = out.anchor;
    picture.title = fmt::format("{}, the table", name);
    picture.subtitle = subtitle_of(of, "The item collections of the table.");
    out.picture = {anchor_of("collections", name, tables.size() + 1), std::move(picture)};
    for (std::size_t i = 0; i < table.info->indexes.size(); ++i)
      out.indexes.push_back(describe_index(of, table, i, ++indexes));
    tables.push_back(std::move(out));
  }
  return tables;
}

}  // namespace partita::modelling::docs
