#include <fmt/format.h>

#include <set>

#include "modelling/lint/rule.h"
#include "value/limits.h"

namespace partita::modelling::lint {

const Rule k_P025{.id = "P025",
                  .severity = Severity::Error,
                  .title = "More than the service allows",
                  .why = "DynamoDB limits the indexes of a table, the attributes of an index and the size of an item.",
                  .cost = "CreateTable or the write fails.",
                  .cure = "Stay within the limit that the finding names."};

namespace {

class LimitCheck {
 public:
  LimitCheck(const Table& table, Findings& findings) : table_(table), findings_(findings) {}

  void run() {
    std::size_t global = 0, local = 0, vectors = 0, included = 0;
    for (const Index& index : table_.indexes) {
      global += index.scope == model::IndexScope::Global;
      local += index.scope == model::IndexScope::Local;
      vectors += index.scope == model::IndexScope::Vector;
      included += index.include.size();
      check_index(index);
    }
    at_most("global secondary indexes", global, limits::kGlobalIndexes);
    at_most("local secondary indexes", local, limits::kLocalIndexes);
    at_most("vector indexes", vectors, limits::kVectorIndexes);
    at_most("attributes that the indexes include", included, limits::kProjectedAttributes);
    for (const Entity& entity : table_.entities)
      if (entity.size_bytes.value_or(0) > limits::kItemSizeBytes)
        findings_.add(k_P025, {.place = entity.place,
                               .table = table_.name,
                               .entity = entity.name,
                               .message = fmt::format("an item of {} has {:.0f} bytes, and an item has at most 400 KB",
                                                      entity.name, *entity.size_bytes),
                               .cure = "Divide the item into several, or keep its large part elsewhere."});
  }

 private:
  void at_most(std::string_view what, std::size_t count, std::size_t limit) {
    if (count <= limit) return;
    findings_.add(k_P025, {.place = table_.place,
                           .table = table_.name,
                           .message = fmt::format("the table {} has {} {}, and at most {} are allowed", table_.name,
                                                  count, what, limit)});
  }
  void refuse(const Index& index, std::string message, std::string cure = {}) {
    findings_.add(k_P025, {.place = index.place,
                           .table = table_.name,
                           .index = index.name,
                           .message = std::move(message),
                           .cure = std::move(cure)});
  }

  void check_index(const Index& index) {
    if (index.partition.size() > limits::kIndexPartitionKeyAttributes ||
        index.sort.size() > limits::kIndexSortKeyAttributes)
      refuse(index,
             fmt::format("the index {} has {} partition key and {} sort key attributes, and at most 4 of each are "
                         "allowed",
                         index.name, index.partition.size(), index.sort.size()));
    if (index.include.size() > limits::kProjectedAttributesOfIndex)
      refuse(index, fmt::format("the index {} includes {} attributes, and at most {} are allowed", index.name,
                                index.include.size(), limits::kProjectedAttributesOfIndex));
    const bool includes = index.projection == ProjectionType::Include;
    if (includes && index.include.empty())
      refuse(index, fmt::format("the index {} has the projection INCLUDE and includes nothing", index.name),
             "List the attributes in include, or use KEYS_ONLY.");
    if (!includes && !index.include.empty())
      refuse(index,
             fmt::format("the index {} lists attributes to include, and its projection is not INCLUDE", index.name),
             "Say projection: INCLUDE, or leave the list out.");
    if (index.scope == model::IndexScope::Local && table_.sort_key.empty())
      refuse(index, fmt::format("the index {} is local, and the table {} has no sort key", index.name, table_.name),
             "Use a global index, or give the table a sort key.");
    std::set<std::string> names;
    for (const auto& attributes : {index.partition, index.sort})
      for (const std::string& attribute : attributes)
        if (!names.insert(attribute).second)
          refuse(index, fmt::format("the key of the index {} has the attribute {} twice", index.name, attribute),
                 "Leave one of them out.");
  }

  const Table& table_;
  Findings& findings_;
};

}  // namespace

void check_P025(const Proof& proof, Findings& findings) {
  for (const Table& table : proof.model().tables) LimitCheck(table, findings).run();
}

}  // namespace partita::modelling::lint
