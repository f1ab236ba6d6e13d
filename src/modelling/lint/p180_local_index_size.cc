#include <fmt/format.h>

#include <algorithm>

#include "modelling/lint/names.h"
#include "modelling/lint/rule.h"
#include "value/limits.h"

namespace partita::modelling::lint {

const Rule k_P180{
    .id = "P180",
    .severity = Severity::Warning,
    .title = "An item collection that a local index limits",
    .why =
        "A table with a local secondary index holds at most 10 GB for each partition key, index entries "
        "included. Without a local index there is no such limit.",
    .cost = "Writes of the collection fail with ItemCollectionSizeLimitExceededException once it is full.",
    .cure = "Use a global secondary index, or divide the partition key."};

namespace {

// The number of different partition keys of the entity, if the model says enough.
double partition_keys(const Entity& entity, const model::EntityInfo& info) {
  double values = 1;
  for (const model::FieldPosition at : fields_of(info.primary.partition)) {
    const Field& field = entity.at(at);
    if (!field.distinct) return 0;
    values *= *field.distinct;
  }
  return values;
}

}  // namespace

void check_P180(const Proof& proof, Findings& findings) {
  for (const ProvenTable& table : proof.tables()) {
    const auto local = std::count_if(table.declared->indexes.begin(), table.declared->indexes.end(),
                                     [](const Index& index) { return index.scope == model::IndexScope::Local; });
    if (local == 0) continue;
    double bytes = 0;
    for (const Entity& entity : table.declared->entities) {
      const model::EntityInfo* info = proof.entity(table.declared->name, entity.name);
      const double keys = info ? partition_keys(entity, *info) : 0;
      if (keys > 0 && entity.count && entity.size_bytes)
        bytes += *entity.count / keys * *entity.size_bytes * static_cast<double>(1 + local);
    }
    if (bytes < limits::kItemCollectionBytes / 2.0) continue;
    findings.add(k_P180, {.place = table.declared->place,
                          .table = table.declared->name,
                          .message = fmt::format("an item collection of {} has {:.1f} GB on average, with its local "
                                                 "indexes",
                                                 table.declared->name, bytes / 1e9)});
  }
}

}  // namespace partita::modelling::lint
