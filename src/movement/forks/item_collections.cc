#include "movement/forks/item_collections.h"

#include <cmath>
#include <utility>

#include "model/keys/compose.h"

namespace partita::movement {
namespace {

// Begins with another text for another table or type.
std::string text_of(const ItemCollection& collection) {
  std::string out = collection.table->declared->name;
  out += '\n';
  out += collection.partition.is(AttributeType::N) ? 'N' : collection.partition.is(AttributeType::B) ? 'B' : 'S';
  return out + collection.partition.text();
}

}  // namespace

std::vector<std::pair<const Reference*, ItemCollection>> collections_referred_to(const EntityTreatment& entity,
                                                                                 const AttributeMap& values) {
  std::vector<std::pair<const Reference*, ItemCollection>> out;
  for (const Reference& reference : entity.references) {
    AttributeMap theirs;
    for (const auto& [key_field, field] : reference.values)
      if (const AttributeValue* value = values.find(entity.info->at(field).attribute))
        theirs.set(reference.entity->at(key_field).attribute, *value);
    const auto partition = model::compose(reference.entity->primary.partition.front(), model::KeyRole::Partition,
                                          reference.entity->fields, theirs);
    if (partition && *partition) out.emplace_back(&reference, ItemCollection{reference.table, **partition});
  }
  return out;
}

bool SampledCollections::is_in_sample(const ItemCollection& collection) const {
  if (has_all()) return true;
  const auth::Digest digest = key_.of("sample:" + text_of(collection));
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < 8; ++i) number = number << 8U | digest[i];
  return std::ldexp(static_cast<double>(number), -64) < share_;
}

void SampledCollections::want(ItemCollection collection) {
  const auth::Digest digest = auth::sha256(text_of(collection));
  const std::lock_guard lock(mutex_);
  if (!seen_.emplace(auth::view(digest).substr(0, 16)).second) return;
  wanted_.push_back(std::move(collection));
}

std::vector<ItemCollection> SampledCollections::take_wanted() {
  const std::lock_guard lock(mutex_);
  return std::exchange(wanted_, {});
}

}  // namespace partita::movement
