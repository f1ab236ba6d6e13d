// The items of a run as plain lists of field values. The database has the same items.
#pragma once

#include <partita/attribute_value.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "modelling/core/proof.h"

namespace partita::modelling::run {

struct Sample {
  const ProvenTable* table = nullptr;
  const model::EntityInfo* entity = nullptr;
  // The values of all fields, also of those that only keys hold, under the names of attributes.
  AttributeMap values = {};
  bool given = false;  // by the model, and not made up

  // The value of the field, or nullptr.
  const AttributeValue* value(model::FieldPosition field) const;
  // Fields in which the library keeps the shard numbers of indexes follow from other fields: they are absent while a
  // write is planned, and are taken from the item as it is stored.
  void clear_shards();
  void take_shards(const AttributeMap& stored);
  // The values of the primary key's fields.
  AttributeMap key() const;
};

// An item of the model that is stored as it is, with its keys.
struct WholeSample {
  const ProvenTable* table = nullptr;
  AttributeMap item = {};
};

struct SampleOptions {
  std::size_t items = 6;    // of each entity that has no samples in the model
  std::int64_t now_ms = 0;  // made-up items expire a month later
};

class Samples {
 public:
  // Takes the samples that the model gives, and makes up items for entities without samples. Entities in `left_out` get
  // no items.
  static Samples make(const Proof& proof, const SampleOptions& options,
                      const std::vector<const model::EntityInfo*>& left_out);

  // All items, in the order in which they were made.
  const std::vector<Sample>& all() const { return all_; }
  std::vector<Sample>& all() { return all_; }
  const std::vector<WholeSample>& whole() const { return whole_; }
  // The items of the entity.
  std::vector<const Sample*> of(const model::EntityInfo& entity) const;
  // The item with the same primary key, or nullptr.
  Sample* find(const model::EntityInfo& entity, const AttributeMap& values);
  void add(Sample sample) { all_.push_back(std::move(sample)); }
  void remove(const Sample& sample);

  // The values of further items of the entity, which the same write stores.
  using Planned = std::vector<const AttributeMap*>;
  // Values of an item that is not among the others: its primary key and its unique fields are different. nullopt
  // without a spare item.
  std::optional<AttributeMap> take_spare(const model::EntityInfo& entity, const Planned& planned);
  // Another value of the field than `now`, for an update. nullopt if the field can have no other value.
  std::optional<AttributeValue> other_value(const model::EntityInfo& entity, model::FieldPosition field,
                                            const AttributeValue* now, const Planned& planned) const;

 private:
  Planned with_stored(const model::EntityInfo& entity, Planned planned) const;

  std::vector<Sample> all_;
  std::vector<WholeSample> whole_;
  std::map<const model::EntityInfo*, std::vector<AttributeMap>> spares_;
};

// The fields of the entity's primary key, each once.
std::vector<model::FieldPosition> primary_fields(const model::EntityInfo& entity);
const model::FieldInfo& field_of(const model::EntityInfo& entity, model::FieldPosition field);

}  // namespace partita::modelling::run
