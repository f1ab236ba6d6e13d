// How the size of an entity's items is estimated
// 1. The attributes of the primary key, the type tag, the fields and the version's write id are added, each once.
// 2. If the model declares the size of an item, the attributes with guessed sizes are fitted to it.
// 3. The key attributes of indexes are added, with the share of items that are in the index.
// 4. The entry of each index is the sum of its keys and the attributes that it projects.
#include "modelling/cost/item_shape.h"

#include <fmt/format.h>
#include <partita/model/detail/ledger.h>

#include <algorithm>
#include <set>

#include "base/contains.h"
#include "modelling/cost/field_sizes.h"

namespace partita::modelling {
namespace {

using model::EntityInfo;
using model::KeyAttribute;
using model::kNone;

constexpr double kWriteIdBytes = 36;       // a UUID
constexpr double kShardNumberBytes = 2;    // a number of one or two digits
constexpr double kVectorElementBytes = 4;  // of a vector that an index reads

double name_bytes(std::string_view name) { return static_cast<double>(name.size()); }

class ShapeMaker {
 public:
  ShapeMaker(ItemShape& shape, Assumptions& assumptions) : shape_(shape), assumptions_(assumptions) {}

  void make() {
    add_key(shape_.entity->primary, 1);
    if (!shape_.table_info->type_attribute.empty())
      add({std::string(shape_.table_info->type_attribute),
           name_bytes(shape_.table_info->type_attribute) + name_bytes(shape_.entity->name), 1});
    add_fields();
    if (shape_.entity->version != kNone)
      add({std::string(model::kWriteIdAttribute), name_bytes(model::kWriteIdAttribute) + kWriteIdBytes, 1});
    fit_to_declared_size();
    for (const model::EntityKey& key : shape_.entity->indexes) add_key(key, share_in_index(key));
    for (const SizedAttribute& attribute : shape_.attributes) shape_.bytes += attribute.bytes * attribute.share;
    for (std::size_t i = 0; i < shape_.table_info->indexes.size(); ++i) add_entry(model::IndexPosition(i));
  }

 private:
  const EntityInfo& entity() const { return *shape_.entity; }
  std::string name_of_field(model::FieldPosition field) const {
    return fmt::format("{}.{}", entity().name, entity().at(field).name);
  }
  const SizedAttribute* find(std::string_view name) const {
    for (const SizedAttribute& attribute : shape_.attributes)
      if (attribute.name == name) return &attribute;
    return nullptr;
  }
  // The first attribute of a name stays: a field that is a key attribute too is stored once.
  void add(SizedAttribute attribute) {
    for (SizedAttribute& known : shape_.attributes)
      if (!attribute.name.empty() && known.name == attribute.name) {
        known.share = std::max(known.share, attribute.share);
        return;
      }
    shape_.attributes.push_back(std::move(attribute));
  }

  void add_key(const model::EntityKey& key, double share) {
    for (const auto& attributes : {key.partition, key.sort})
      for (const KeyAttribute& attribute : attributes)
        if (!attribute.natural) add({std::string(attribute.attribute), composed_bytes(attribute), share});
    if (key.index == kNone) return;
    const model::ShardInfo& shards = shape_.table_info->at(key.index).shards;
    if (shards.count > 0) add({std::string(shards.attribute), name_bytes(shards.attribute) + kShardNumberBytes, share});
  }

  double composed_bytes(const KeyAttribute& attribute) const {
    double bytes = name_bytes(attribute.attribute);
    for (const model::KeyPart& part : attribute.value.parts) bytes += key_part_bytes(*shape_.declared, entity(), part);
    return bytes;
  }

  void add_fields() {
    for (std::size_t i = 0; i < entity().fields.size(); ++i) {
      const model::FieldInfo& info = entity().fields[i];
      const Field* const field = shape_.declared->field(info.name);
      if (!info.stored || info.attribute.empty() || !field) continue;
      FieldSize size = size_of_field(*shape_.declared, *field);
      if (const double vector = vector_bytes(info.attribute); vector > 0) size = {vector, 0, FieldSize::From::Kind};
      if (size.from == FieldSize::From::Guess && !shape_.declared->size_bytes)
        assumptions_.add(
            fmt::format("{} has {:g} bytes: say size_bytes", name_of_field(model::FieldPosition(i)), size.value_bytes));
      if (size.from != FieldSize::From::Declared) flexible_.insert(std::string(info.attribute));
      add({std::string(info.attribute), name_bytes(info.attribute) + size.value_bytes,
           share_of(model::FieldPosition(i))});
    }
  }

  double vector_bytes(std::string_view attribute) const {
    for (const model::IndexInfo& index : shape_.table_info->indexes)
      if (index.is_vector() && index.vector.attribute == attribute)
        return kVectorElementBytes * index.vector.dimensions;
    return 0;
  }

  double share_of(model::FieldPosition position) {
    const Field* const field = shape_.field(position);
    if (!field) return 1;
    const auto share = share_with_field(*shape_.declared, *field);
    if (!share)
      assumptions_.add(fmt::format("all {} items have {}, which is optional: say present", entity().name, field->name));
    return share.value_or(1);
  }

  // The declared size is of the item without the keys of indexes. If the named attributes have fewer bytes, the rest
  // counts as further attributes. If they have more, those whose size was not declared shrink.
  void fit_to_declared_size() {
    if (!shape_.declared->size_bytes) return;
    double known = 0, flexible = 0;
    for (const SizedAttribute& attribute : shape_.attributes) {
      known += attribute.bytes * attribute.share;
      if (flexible_.contains(attribute.name))
        flexible += (attribute.bytes - name_bytes(attribute.name)) * attribute.share;
    }
    const double missing = *shape_.declared->size_bytes - known;
    if (missing >= 0) return add({{}, missing, 1});
    if (flexible + missing < 0)
      assumptions_.add(
          fmt::format("the fields of {} have more than its size_bytes of {:g}, which is therefore too small",
                      entity().name, *shape_.declared->size_bytes));
    const double factor = flexible > 0 ? std::max(0.0, (flexible + missing) / flexible) : 1;
    for (SizedAttribute& attribute : shape_.attributes)
      if (flexible_.contains(attribute.name)) {
        const double name = name_bytes(attribute.name);
        attribute.bytes = name + (attribute.bytes - name) * factor;
      }
  }

  std::set<model::FieldPosition> fields_of(const model::EntityKey& key) const {
    std::set<model::FieldPosition> fields;
    for (const auto& attributes : {key.partition, key.sort})
      for (const KeyAttribute& attribute : attributes)
        for (const model::KeyPart& part : attribute.value.parts)
          if (part.is_field()) fields.insert(part.field);
    return fields;
  }

  double share_in_index(const model::EntityKey& key) {
    double share = 1;
    for (const model::FieldPosition field : fields_of(key)) share *= share_of(field);
    return model::detail::keeps_others_out(entity(), key) ? share * share_of_when(key.when) : share;
  }

  double share_of_when(const model::WhenInfo& when) {
    const Field* const field = shape_.field(when.field);
    const auto values = field ? distinct_values(*field) : std::nullopt;
    const double share = values ? 1 / *values : 0.5;
    assumptions_.add(fmt::format("{:.3g} of 100 {} items have {} = {}", 100 * share, entity().name,
                                 name_of_field(when.field), when.equals));
    return share;
  }

  void add_entry(model::IndexPosition index) {
    const model::IndexInfo& info = shape_.table_info->at(index);
    EntryShape entry{.index = index};
    for (const model::EntityKey& key : entity().indexes)
      if (key.index == index) entry.key = &key;
    if (entry.key) {
      entry.share = share_in_index(*entry.key);
      const std::set<model::FieldPosition> fields = fields_of(*entry.key);
      entry.key_fields.assign(fields.begin(), fields.end());
      if (model::detail::keeps_others_out(entity(), *entry.key)) entry.when = entry.key->when.field;
    } else if (!has_keys_of(info, entry)) {
      return;
    }
    entry.bytes = entry_bytes(info, entry);
    shape_.entries.push_back(std::move(entry));
  }

  // An item is in an index if it has all key attributes, whether or not the model says so.
  bool has_keys_of(const model::IndexInfo& info, EntryShape& entry) const {
    std::vector<std::string_view> keys(info.partition.begin(), info.partition.end());
    keys.insert(keys.end(), info.sort.begin(), info.sort.end());
    if (info.is_vector()) keys.push_back(info.vector.attribute);
    for (const std::string_view name : keys) {
      const SizedAttribute* const attribute = find(name);
      if (!attribute) return false;
      entry.share *= attribute->share;
      for (std::size_t i = 0; i < entity().fields.size(); ++i)
        if (entity().fields[i].stored && entity().fields[i].attribute == name)
          entry.key_fields.push_back(model::FieldPosition(i));
    }
    return !keys.empty();
  }

  bool writes(const model::EntityKey& key, std::string_view name) const {
    for (const auto& attributes : {key.partition, key.sort})
      for (const KeyAttribute& attribute : attributes)
        if (attribute.attribute == name) return true;
    return false;
  }

  // The share of the entries, not of all items, that have the attribute: each entry has the fields of its own key.
  double share_in_entry(const SizedAttribute& attribute, const EntryShape& entry) {
    const auto decides = [&](model::FieldPosition field) { return base::contains(entry.key_fields, field); };
    for (std::size_t i = 0; i < entity().fields.size(); ++i)
      if (entity().fields[i].attribute == attribute.name &&
          (decides(model::FieldPosition(i)) || entry.when == model::FieldPosition(i)))
        return 1;
    for (const model::EntityKey& key : entity().indexes) {
      if (attribute.name.empty() || !writes(key, attribute.name)) continue;
      const bool same_when = key.when.field == kNone || (entry.key && key.when.field == entry.key->when.field &&
                                                         key.when.equals == entry.key->when.equals);
      const std::set<model::FieldPosition> fields = fields_of(key);
      if (same_when && std::all_of(fields.begin(), fields.end(),
                                   [&](model::FieldPosition field) { return decides(field) || share_of(field) == 1; }))
        return 1;
    }
    return attribute.share;
  }

  double entry_bytes(const model::IndexInfo& info, EntryShape& entry) {
    std::set<std::string_view> keys = {shape_.table_info->partition, shape_.table_info->sort};
    keys.insert(info.partition.begin(), info.partition.end());
    keys.insert(info.sort.begin(), info.sort.end());
    if (info.is_vector()) {
      keys.insert(info.vector.attribute);
      keys.insert(info.vector.filters.begin(), info.vector.filters.end());
    }
    const auto is_projected = [&](std::string_view name) {
      return info.projection == ProjectionType::All ||
             (info.projection == ProjectionType::Include && base::contains(info.include, name));
    };
    double bytes = 0;
    for (const SizedAttribute& attribute : shape_.attributes) {
      if (keys.contains(attribute.name) && !attribute.name.empty())
        bytes += attribute.bytes;
      else if (is_projected(attribute.name))
        bytes += attribute.bytes * share_in_entry(attribute, entry);
    }
    for (std::size_t i = 0; i < entity().fields.size(); ++i)
      if (entity().fields[i].stored && is_projected(entity().fields[i].attribute))
        entry.projected.push_back(model::FieldPosition(i));
    return bytes;
  }

  ItemShape& shape_;
  Assumptions& assumptions_;
  std::set<std::string> flexible_;  // attributes whose size the model does not say
};

}  // namespace

const EntryShape* ItemShape::entry(model::IndexPosition index) const {
  for (const EntryShape& one : entries)
    if (one.index == index) return &one;
  return nullptr;
}

const Field* ItemShape::field(model::FieldPosition position) const {
  return position == kNone ? nullptr : declared->field(entity->at(position).name);
}

ItemShape shape_of_items(const Table& table, const Entity& declared, const model::TableInfo& table_info,
                         const EntityInfo& entity, Assumptions& assumptions) {
  ItemShape shape{.table = &table, .declared = &declared, .table_info = &table_info, .entity = &entity};
  ShapeMaker(shape, assumptions).make();
  return shape;
}

double sentinel_bytes(const ItemShape& shape, const model::UniqueInfo& unique) {
  double key = name_bytes("UNIQUE#") + name_bytes(shape.entity->sentinel_name());
  for (std::size_t i = 0; i < unique.size(); ++i) {
    key += 1 + name_bytes(shape.entity->at(unique[i]).attribute);
    if (const Field* field = shape.field(unique[i])) key += 1 + size_of_field(*shape.declared, *field).key_bytes;
  }
  const model::TableInfo& table = *shape.table_info;
  double bytes = 0;
  for (const std::string_view name : {table.partition, table.sort}) {
    if (name.empty()) continue;
    bytes += name_bytes(name) + key;
    for (const SizedAttribute& attribute : shape.attributes)
      if (attribute.name == name) bytes += name_bytes("owner_") + attribute.bytes;
  }
  if (!table.type_attribute.empty()) bytes += name_bytes(table.type_attribute) + name_bytes("UNIQUE");
  return bytes;
}

}  // namespace partita::modelling
