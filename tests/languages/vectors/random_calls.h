// Random calls of the model layer: reads and writes of items that may be stored, with values that they may have.
#pragma once

#include <partita/model/runtime/item_writes.h>
#include <partita/model/runtime/pattern_reads.h>

#include <functional>
#include <optional>

#include "modelling/core/proof.h"
#include "modelling/run/samples.h"
#include "random_values.h"

namespace partita::vectors {

class RandomCalls {
 public:
  RandomCalls(std::uint64_t seed, modelling::run::Samples samples) : random_(seed), samples_(std::move(samples)) {}

  RandomValues& random() { return random_; }
  const modelling::run::Samples& samples() const { return samples_; }

  template <class List>
  const auto& any(const List& list) {
    return list[random_.below(list.size())];
  }
  // Both return nullptr if the samples lack such an item.
  const modelling::run::Sample* any_sample(const model::EntityInfo& entity);
  const modelling::run::Sample* any_sample();

  model::Predicate any_predicate(const model::EntityInfo& entity, int depth = 0);
  // nullopt if a sample lacks a field of the pattern.
  std::optional<model::ReadRequest> any_read(const modelling::ProvenPattern& pattern);

  // The stored item with the key of the sample, as fields. nullopt if it does not exist.
  using Stored = std::function<std::optional<AttributeMap>(const modelling::run::Sample& sample)>;
  std::optional<model::WriteRequest> any_write(bool for_batch, const Stored& stored);
  // The values without those of fields that the library keeps.
  static AttributeMap without_kept(const model::EntityInfo& entity, AttributeMap values);

 private:
  std::optional<AttributeValue> other_value(const model::EntityInfo& entity, model::FieldPosition field,
                                            const AttributeValue* now);
  AttributeMap with_other_values(const modelling::run::Sample& sample, bool changes_key);
  void add_range(const model::PatternInfo& pattern, model::ReadRequest& request);
  void add_knowledge(const std::optional<AttributeMap>& there, model::WriteRequest& request);
  void add_changes(const modelling::run::Sample& sample, model::WriteRequest& request);
  static bool is_kept(const model::EntityInfo& entity, model::FieldPosition field);
  static bool is_primary(const model::EntityInfo& entity, model::FieldPosition field);

  RandomValues random_;
  modelling::run::Samples samples_;
};

}  // namespace partita::vectors
