#include "model/reads/key_range.h"

#include <absl/container/inlined_vector.h>
#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "base/contains.h"
#include "base/try.h"
#include "model/keys/compose.h"
#include "model/keys/shards.h"
#include "model/reads/sort_range.h"
#include "value/types.h"

namespace partita::model {
namespace {

std::string_view sign_of(KeyComparison::Kind kind) {
  switch (kind) {
    case KeyComparison::Kind::Less:
      return " < ";
    case KeyComparison::Kind::LessOrEqual:
      return " <= ";
    case KeyComparison::Kind::Greater:
      return " > ";
    case KeyComparison::Kind::GreaterOrEqual:
      return " >= ";
    case KeyComparison::Kind::Equal:
    case KeyComparison::Kind::Between:
    case KeyComparison::Kind::BeginsWith:
    case KeyComparison::Kind::None:
      break;
  }
  return " = ";
}

// The size of "#1 BETWEEN :1 AND :2" and of the AND that joins it to the comparison before.
constexpr std::size_t kUsualConditionBytes = 32;

void append_all(std::string& text, std::initializer_list<std::string_view> parts) {
  for (const std::string_view part : parts) text += part;
}

bool holds_shard(const ShardInfo& shards, const KeyAttribute& key) {
  return shards.count > 0 && key.attribute == shards.attribute;
}
bool is_shard(const KeyPart& part) { return part.is_field() && part.format == KeyFormat::Shard; }

// True if a member of the struct shows the shard. If so, a writer may choose the shard.
bool shows_shard(const EntityInfo& entity, const ShardInfo& shards) {
  return std::any_of(entity.fields.begin(), entity.fields.end(),
                     [&](const FieldInfo& field) { return field.stored && field.attribute == shards.attribute; });
}

// Composes the partition key attributes of one query at a time.
class PartitionComposer {
 public:
  PartitionComposer(const PatternInfo& pattern, const AttributeMap& values)
      : pattern_(pattern), entity_(*pattern.entities.front()), values_(values) {
    if (pattern.plan.index != kNone) shards_ = &pattern.table->at(pattern.plan.index).shards;
  }

  using Shards = absl::InlinedVector<int, 4>;

  // The shards that the queries must ask because of this attribute. The result is empty if the attribute holds no shard
  // or the caller gives it.
  Result<Shards> shards_of(const KeyAttribute& key) const {
    const ShardReach reach =
        shard_reach(pattern_, key, [&](std::string_view attribute) { return values_.contains(attribute); });
    Shards shards;
    if (reach.of == kNone) {
      for (int shard = 0; reach.count > 0 && shard < reach.queries(); ++shard) shards.push_back(shard);
      return shards;
    }
    const FieldInfo& of = entity_.at(reach.of);
    for (const int count : {reach.count, reach.was}) {
      if (count == 0) continue;
      PARTITA_TRY_VALUE(shard, shard_of_value(of, *values_.find(of.attribute), count));
      if (!base::contains(shards, shard)) shards.push_back(shard);
    }
    return shards;
  }

  Result<AttributeValue> compose_for(const KeyAttribute& key, int shard) const {
    if (is_shard_attribute(key)) return shard_value(key, shard);
    if (std::none_of(key.value.parts.begin(), key.value.parts.end(), is_shard)) return compose_whole(key);
    const std::string number = std::to_string(shard);
    std::vector<KeyPart> parts(key.value.parts.begin(), key.value.parts.end());
    for (KeyPart& part : parts)
      if (is_shard(part)) part = KeyPart{.literal = number};
    KeyAttribute of_shard = key;
    of_shard.value.parts = parts;
    return compose_whole(of_shard);
  }

 private:
  Result<AttributeValue> compose_whole(const KeyAttribute& key) const {
    PARTITA_TRY_VALUE(value, compose(key, KeyRole::Partition, entity_.fields, values_));
    if (!value) return missing_field(pattern_, key.value, values_);
    return *std::move(value);
  }
  bool is_shard_attribute(const KeyAttribute& key) const { return shards_ && holds_shard(*shards_, key); }
  Result<AttributeValue> shard_value(const KeyAttribute& key, int shard) const {
    const AttributeValue* given = values_.find(key.attribute);
    if (!given) return value::typed_text(key.type, std::to_string(shard));
    if (value::has_type(*given, key.type)) return *given;
    return invalid(
        fmt::format("The shard attribute {} must have a value of type {}", key.attribute, to_text(key.type)));
  }

  const PatternInfo& pattern_;
  const EntityInfo& entity_;
  const AttributeMap& values_;
  const ShardInfo* shards_ = nullptr;
};

// Errors: ValidationException if the caller asks for items that the index leaves out.
Result<void> check_when(const PatternInfo& pattern, const EntityKey& key, const AttributeMap& values) {
  if (key.when.field == kNone) return {};
  const FieldInfo& field = pattern.entities.front()->at(key.when.field);
  const AttributeValue* given = values.find(field.attribute);
  if (!given || meets(key.when, *given)) return {};
  return invalid(
      fmt::format("The access pattern \"{}\" cannot find items whose {} is not {}: the index {} leaves them out",
                  pattern.name, field.name, key.when.equals, pattern.table->at(key.index).name));
}

}  // namespace

std::string KeyRange::render(Placeholders& placeholders) const {
  std::string text;
  text.reserve(comparisons.size() * kUsualConditionBytes);
  for (const KeyComparison& comparison : comparisons) {
    if (!text.empty()) text += " AND ";
    const std::string name = placeholders.name(comparison.attribute);
    const std::string low = placeholders.value(comparison.low);
    switch (comparison.kind) {
      case KeyComparison::Kind::Between:
        append_all(text, {name, " BETWEEN ", low, " AND ", placeholders.value(comparison.high)});
        break;
      case KeyComparison::Kind::BeginsWith:
        append_all(text, {"begins_with(", name, ", ", low, ")"});
        break;
      default:
        append_all(text, {name, sign_of(comparison.kind), low});
    }
  }
  return text;
}

const EntityKey* find_key(const EntityInfo& entity, IndexPosition index) {
  if (index == kNone) return &entity.primary;
  for (const EntityKey& key : entity.indexes)
    if (key.index == index) return &key;
  return nullptr;
}

unexpected<Error> missing_field(const PatternInfo& pattern, const KeyTemplate& key, const AttributeMap& values) {
  const EntityInfo& entity = *pattern.entities.front();
  for (const KeyPart& part : key.parts) {
    if (!part.is_field()) continue;
    const FieldInfo& field = entity.at(part.field);
    if (!values.contains(field.attribute))
      return invalid(fmt::format("The access pattern \"{}\" needs the field {} of {}: its key contains that field",
                                 pattern.name, field.name, entity.name));
  }
  PARTITA_CHECK(!"a field is missing");
  return invalid("");
}

ShardReach shard_reach(const PatternInfo& pattern, const KeyAttribute& key,
                       const std::function<bool(std::string_view attribute)>& gives) {
  const EntityInfo& entity = *pattern.entities.front();
  const auto given = [&](FieldPosition field) {
    return field != kNone && gives(entity.at(field).attribute) ? field : FieldPosition(kNone);
  };
  const IndexPosition index = pattern.plan.index;
  const ShardInfo shards = index == kNone ? ShardInfo() : pattern.table->at(index).shards;
  if (holds_shard(shards, key)) {
    if (gives(key.attribute)) return {};
    return {shards.count, shards.was,
            shows_shard(entity, shards) ? FieldPosition(kNone) : given(entity.field(shards.of))};
  }
  for (const KeyPart& part : key.value.parts)
    if (is_shard(part)) return {part.shards, part.was_shards, given(part.field)};
  return {};
}

Result<std::vector<KeyRange>> key_ranges(const PatternInfo& pattern, const AttributeMap& values,
                                         const SortRange& range) {
  const EntityInfo& entity = *pattern.entities.front();
  const EntityKey* key = find_key(entity, pattern.plan.index);
  PARTITA_CHECK(key != nullptr);
  // A local index shares the table's partition key.
  const auto partition = key->partition.empty() ? entity.primary.partition : key->partition;
  PARTITA_TRY(check_when(pattern, *key, values));
  const PartitionComposer composer(pattern, values);
  PartitionComposer::Shards shards = {0};
  for (const KeyAttribute& attribute : partition) {
    PARTITA_TRY_VALUE(of_attribute, composer.shards_of(attribute));
    if (!of_attribute.empty()) shards = std::move(of_attribute);
  }

  KeyRange sort;
  PARTITA_TRY(append_sort({pattern, *key, values, range}, sort));
  std::vector<KeyRange> ranges;
  ranges.reserve(shards.size());
  for (const int shard : shards) {
    KeyRange& of_shard = ranges.emplace_back();
    of_shard.comparisons.reserve(partition.size() + sort.comparisons.size());
    for (const KeyAttribute& attribute : partition) {
      PARTITA_TRY_VALUE(value, composer.compose_for(attribute, shard));
      of_shard.comparisons.push_back({attribute.attribute, KeyComparison::Kind::Equal, std::move(value)});
    }
    const bool last = ranges.size() == shards.size();
    for (KeyComparison& comparison : sort.comparisons)
      of_shard.comparisons.push_back(last ? std::move(comparison) : comparison);
    of_shard.excluded = sort.excluded;
  }
  return ranges;
}

}  // namespace partita::model
