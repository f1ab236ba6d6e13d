// How a workload is made of a model
// 1. The bill gives the accesses of each pattern with their rates. Patterns without a price are left out, with the
//    reason.
// 2. Each table, and each global index, is a place. A local index is a part of its table.
// 3. Each access becomes a stream: its place, the template of the partition key that it meets, and a key space whose
//    factors are the distributions of the template's fields.
// 4. A stream notes whether a partition can be split within one of its keys, and how its items lie in time.
#include "modelling/simulate/workload.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "base/contains.h"
#include "modelling/core/relations.h"
#include "modelling/cost/field_sizes.h"
#include "modelling/simulate/random.h"

namespace partita::modelling {
namespace {

using model::FieldKind;
using model::KeyFormat;
using model::kNone;

constexpr double kNewKeys = 1e15;          // keys that never come again
constexpr double kLeastUnitsOfKey = 0.25;  // per second; rarer keys are part of the tail

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return mixed_bits(hash);
}

bool is_time(FieldKind kind) {
  return kind == FieldKind::Time || kind == FieldKind::Date || kind == FieldKind::Ulid || kind == FieldKind::Seconds;
}

class StreamMaker {
 public:
  StreamMaker(Workload& workload, const WorkloadOptions& options) : workload_(workload), options_(options) {}

  void add(std::size_t pattern, const Access& access) {
    Stream stream{.pattern = pattern, .write = access.write, .units = access.units, .times = access.times};
    const auto place = place_of(access);
    if (!place || access.units <= 0 || access.times <= 0) return;
    stream.place = *place;
    stream.key_template = template_of(access);
    std::vector<KeyFactor> factors = factors_of(access);
    const double per_second = workload_.patterns[pattern].per_second * access.times * access.units;
    KeySpace::Limits limits;
    limits.least_probability = kLeastUnitsOfKey / std::max(per_second, 1e-9);
    stream.keys = std::make_shared<const KeySpace>(hash_of(workload_.places[*place].name + '\n' + stream.key_template),
                                                   std::move(factors), limits);
    stream.splits_within_key = splits_within_key(access);
    stream.in_time = in_time(access);
    if (!access.write) stream.share_of_key = share_of_key(access, stream.keys->keys());
    workload_.streams.push_back(std::move(stream));
  }

 private:
  std::optional<std::size_t> place_of(const Access& access) const {
    const bool local = access.index != kNone && access.table->at(access.index).scope == model::IndexScope::Local;
    const model::IndexPosition index = local ? kNone : access.index;
    for (std::size_t i = 0; i < workload_.places.size(); ++i)
      if (workload_.places[i].table->name == access.table->name && workload_.places[i].index == index) return i;
    return std::nullopt;
  }

  static std::string template_of(const Access& access) {
    if (!access.entity) return "(every key)";
    if (!access.key) return fmt::format("UNIQUE#{}#...", access.entity->sentinel_name());
    std::string text;
    for (const model::KeyAttribute& attribute : access.key->partition)
      text +=
          fmt::format("{}{}", text.empty() ? "" : " / ",
                      attribute.natural ? natural_text(*access.entity, attribute) : std::string(attribute.value.text));
    if (const model::ShardInfo* const shards = shards_of(access)) text += fmt::format(" / shard of {}", shards->count);
    return text;
  }

  static std::string natural_text(const model::EntityInfo& entity, const model::KeyAttribute& attribute) {
    const model::FieldPosition field = attribute.value.parts.front().field;
    return fmt::format("{{{}}}", entity.at(field).name);
  }

  // The shards of an index, unless the entity's key has them as a part, which counts by itself.
  static const model::ShardInfo* shards_of(const Access& access) {
    if (access.index == kNone || has_shard(*access.key)) return nullptr;
    const model::ShardInfo& shards = access.table->at(access.index).shards;
    return shards.count > 0 ? &shards : nullptr;
  }

  static bool has_shard(const model::EntityKey& key) {
    return std::any_of(key.partition.begin(), key.partition.end(), [](const model::KeyAttribute& attribute) {
      return std::any_of(attribute.value.parts.begin(), attribute.value.parts.end(),
                         [](const model::KeyPart& part) { return part.format == KeyFormat::Shard; });
    });
  }

  std::vector<KeyFactor> factors_of(const Access& access) {
    // All keys, or the new values of unique fields, are equally frequent.
    if (!access.entity || !access.key) return {{"key", RankedValues({}, kNewKeys), {}}};
    std::vector<KeyFactor> factors;
    std::set<model::FieldPosition> seen;
    for (const model::KeyAttribute& attribute : access.key->partition)
      for (const model::KeyPart& part : attribute.value.parts) {
        if (!part.is_field()) continue;
        const std::string name(access.entity->at(part.field).name);
        if (part.format == KeyFormat::Shard) {
          factors.push_back({fmt::format("shard of {}", name), RankedValues({}, part.shard_reach()), {}});
        } else if (part.format >= KeyFormat::Year && part.format <= KeyFormat::Hour) {
          assume_present(access, name);
          factors.push_back({name, RankedValues({}, 1), {"now"}});
        } else if (seen.insert(part.field).second) {
          factors.push_back(factor_of(access, name));
        }
      }
    if (const model::ShardInfo* const shards = shards_of(access))
      factors.push_back({"shard", RankedValues({}, shards->count), {}});
    return factors;
  }

  void assume_present(const Access& access, const std::string& field) {
    workload_.assumptions.add(fmt::format("\"{}\" meets the newest period of {}.{}, so all its requests meet its keys",
                                          access.pattern->name, access.entity->name, field));
  }

  const Entity* declared(const Access& access) const {
    const ItemShape* const shape = workload_.bill->units.shapes->find(*access.entity);
    return shape ? shape->declared : nullptr;
  }

  KeyFactor factor_of(const Access& access, const std::string& name) {
    const Entity* const entity = declared(access);
    const Field* const field = entity ? entity->field(name) : nullptr;
    if (!field) return {name, RankedValues({}, options_.default_keys), {}};
    const bool creates =
        access.action && (access.action->kind == Action::Kind::Put || access.action->kind == Action::Kind::Create);
    Distribution values = field->values.value_or(Distribution{});
    if (const auto own = access.pattern->values.find(name); own != access.pattern->values.end()) values = own->second;
    if (creates && is_new_with_each_item(*access.entity, *entity, *field))
      return {name, RankedValues({}, kNewKeys), {}};
    KeyFactor factor{name, RankedValues(values, number_of_values(*access.entity, *entity, *field)), {}};
    for (const Enumerator& one : field->enumerators) factor.names.push_back(one.key.empty() ? one.name : one.key);
    if (const std::string* constant = constant_of(*access.pattern, name); constant && !access.write) {
      // Of a value that is not listed the rank is unknown. The first one is the most frequent one.
      factor.only = 0;
      for (std::size_t i = 0; i < field->enumerators.size(); ++i)
        if (field->enumerators[i].attribute == *constant && static_cast<double>(i) < factor.values.count())
          factor.only = i;
    }
    return factor;
  }

  static bool is_random(const Field& field) {
    return field.kind == FieldKind::Uuid || field.kind == FieldKind::Ulid || field.kind == FieldKind::Time;
  }

  // Whether items that are put have values of the field that were never there. Items that belong to another one, or
  // refer to it, have that one's value.
  bool is_new_with_each_item(const model::EntityInfo& info, const Entity& entity, const Field& field) {
    if (!is_random(field) || !field.references.empty() || owner_of(entity, field)) return false;
    return is_identity(info, field) || !field.distinct;
  }

  // The other entity whose whole primary key the field is, or nullptr.
  const Entity* owner_of(const Entity& entity, const Field& field) const {
    for (const Relation& relation : relations_)
      if (relation.child->name == entity.name && relation.fields.size() == 1 && relation.fields[0].second == field.name)
        return relation.parent;
    return nullptr;
  }

  // Whether the field alone is the entity's primary key.
  static bool is_identity(const model::EntityInfo& info, const Field& field) {
    for (const auto& attributes : {info.primary.partition, info.primary.sort})
      for (const model::KeyAttribute& attribute : attributes)
        for (const model::KeyPart& part : attribute.value.parts)
          if (part.is_field() && info.at(part.field).name != field.name) return false;
    return true;
  }

  double number_of_values(const model::EntityInfo& info, const Entity& entity, const Field& field) {
    if (const auto known = distinct_values(field)) return *known;
    const Entity* const owner = owner_of(entity, field);
    if (owner && owner->count) return std::max(1.0, *owner->count);
    const bool is_unique = base::contains(entity.unique, std::vector<std::string>{field.name});
    if (entity.count &&
        (is_identity(info, field) || is_unique || (is_random(field) && field.references.empty() && !owner)))
      return std::max(1.0, *entity.count);
    if (const Table* const table = workload_.bill->units.proof->model().table_of(field.references))
      if (const Entity* const referenced = table->entity(field.references); referenced && referenced->count)
        return std::max(1.0, *referenced->count);
    // There are not more values than items.
    const double assumed = std::min(options_.default_keys, std::max(1.0, entity.count.value_or(options_.default_keys)));
    workload_.assumptions.add(
        fmt::format("{}.{} has {:g} different values: say distinct, or --keys", entity.name, field.name, assumed));
    return assumed;
  }

  // Splits within a key help if its requests are spread over its sort keys. They are not if there is one item only, if
  // items are added at the end, or if the last ones are read. The service does not split within a key of a table that
  // has local indexes.
  bool splits_within_key(const Access& access) const {
    if (!access.entity || !access.key) return false;
    if (access.index == kNone)
      for (const model::IndexInfo& index : access.table->indexes)
        if (index.scope == model::IndexScope::Local) return false;
    return first_sort_field(access) && in_time(access) != Stream::InTime::Newest;
  }

  static Stream::InTime in_time(const Access& access) {
    using enum Stream::InTime;
    if (!access.entity || !access.key) return Unordered;
    const auto first = first_sort_field(access);
    if (!first || !is_time(access.entity->at(*first).kind)) return Unordered;
    if (!access.write) return access.pattern->forward ? Anywhere : Newest;
    if (!access.action) return Anywhere;
    if (access.action->kind == Action::Kind::Put || access.action->kind == Action::Kind::Create) return Newest;
    const std::string_view name = access.entity->at(*first).name;
    const bool sets = base::contains(access.action->set, name);
    return sets || *first == access.entity->updated ? Newest : Anywhere;
  }

  double share_of_key(const Access& access, double keys) const {
    const Entity* const entity = access.entity ? declared(access) : nullptr;
    if (!entity || !entity->count || !access.pattern->items || keys <= 0) return 1;
    return std::clamp(*access.pattern->items * keys / std::max(1.0, *entity->count), 0.0, 1.0);
  }

  static std::optional<model::FieldPosition> first_sort_field(const Access& access) {
    for (const model::KeyAttribute& attribute : access.key->sort)
      for (const model::KeyPart& part : attribute.value.parts)
        if (part.is_field()) return part.field;
    return std::nullopt;
  }

  Workload& workload_;
  const WorkloadOptions& options_;
  const std::vector<Relation> relations_ = relations(workload_.bill->units.proof->model());
};

void add_places(Workload& workload) {
  for (const TableBill& table : workload.bill->tables) {
    double local_gigabytes = 0;
    const std::size_t base = workload.places.size();
    for (const PlaceBill& place : table.places) {
      const Index* const index = place.name.empty() ? nullptr : table.table->index(place.name);
      if (index && index->scope == model::IndexScope::Vector) continue;
      if (index && index->scope == model::IndexScope::Local) {
        local_gigabytes += place.gigabytes;
        continue;
      }
      const ProvisionedThroughput of_table = table.table->throughput.value_or(ProvisionedThroughput{});
      const ProvisionedThroughput units = index ? index->throughput.value_or(of_table) : of_table;
      workload.places.push_back(
          {.table = table.table,
           .index = place.index,
           .name = index ? fmt::format("{}/{}", table.table->name, index->name) : table.table->name,
           .gigabytes = place.gigabytes,
           .on_demand = table.table->billing != BillingMode::Provisioned,
           .read_units = static_cast<double>(units.read_capacity_units.value_or(0)),
           .write_units = static_cast<double>(units.write_capacity_units.value_or(0))});
    }
    workload.places[base].gigabytes += local_gigabytes;
  }
}

double factor_of_season(const Season& season, double second) {
  if (season.period_seconds > 0) {
    if (season.end_second > 0 && (second < season.begin_second || second >= season.end_second)) return 1;
    const double turn = 2 * std::numbers::pi * (second - season.peak_second) / season.period_seconds;
    return season.factor * (1 + season.amplitude * std::cos(turn));
  }
  return second >= season.begin_second && second < season.end_second ? season.factor : 1;
}

}  // namespace

double Workload::season(std::size_t pattern, double second) const {
  double factor = 1;
  for (const Season& season : seasons) {
    const bool named = season.patterns.empty() || base::contains(season.patterns, patterns[pattern].pattern->name);
    if (named) factor *= factor_of_season(season, second);
  }
  return factor;
}

Workload Workload::sharded(std::size_t place, const std::string& key_template, int shards) const {
  Workload divided = *this;
  for (Stream& stream : divided.streams) {
    if (stream.place != place || stream.key_template != key_template) continue;
    stream.keys = std::make_shared<const KeySpace>(stream.keys->sharded(shards));
    if (stream.write) continue;
    // Each shard answers a part, and costs at least the half unit of an empty answer.
    stream.units = std::max(0.5, std::ceil(2 * stream.units / shards) / 2);
    stream.times *= shards;
  }
  return divided;
}

bool Workload::can_have_periods(std::size_t place, const std::string& key_template) const {
  return std::all_of(streams.begin(), streams.end(), [&](const Stream& stream) {
    return stream.place != place || stream.key_template != key_template || stream.in_time != Stream::InTime::Unordered;
  });
}

Workload Workload::in_periods(std::size_t place, const std::string& key_template, int periods) const {
  Workload divided = *this;
  for (Stream& stream : divided.streams) {
    if (stream.place != place || stream.key_template != key_template) continue;
    if (stream.in_time != Stream::InTime::Anywhere) continue;
    stream.keys = std::make_shared<const KeySpace>(stream.keys->sharded(periods));
    if (stream.write) continue;
    // A stretch of time crosses this many borders in the mean, besides the period in which it begins.
    const double touched = std::min<double>(periods, 1 + stream.share_of_key * (periods - 1));
    stream.units = std::max(0.5, std::ceil(2 * stream.units / touched) / 2);
    stream.times *= touched;
  }
  return divided;
}

Workload make_workload(std::shared_ptr<const Proof> proof, const WorkloadOptions& options) {
  Workload workload;
  workload.bill = std::make_shared<const Bill>(
      bill_of_model(std::move(proof), PriceList{}, BillOptions{.stream_reads_per_second = 0}));
  workload.seasons = workload.bill->units.proof->model().seasons;
  workload.assumptions = workload.bill->units.assumptions;
  add_places(workload);
  StreamMaker maker(workload, options);
  for (const PatternBill& pattern : workload.bill->patterns) {
    if (!pattern.not_priced.empty()) {
      workload.left_out.push_back(fmt::format("\"{}\": {}", pattern.units->pattern->name, pattern.not_priced));
      continue;
    }
    workload.patterns.push_back({pattern.units->pattern, pattern.per_second});
    for (const Access& access : pattern.units->accesses) maker.add(workload.patterns.size() - 1, access);
  }
  return workload;
}

std::string key_label(const std::string& key_template, const std::vector<KeyFactor>& factors,
                      const std::vector<std::uint64_t>& ranks) {
  std::string label = key_template, added;
  for (std::size_t i = 0; i < std::min(factors.size(), ranks.size()); ++i) {
    const bool named = ranks[i] < factors[i].names.size();
    const std::string value =
        named ? factors[i].names[ranks[i]] : fmt::format("<{} {}>", factors[i].field, ranks[i] + 1);
    // The field with or without a format: {customer}, {id:019d}.
    const std::size_t open = label.find('{' + factors[i].field);
    const std::size_t close = open == std::string::npos ? open : label.find('}', open);
    if (close == std::string::npos)
      added += ' ' + value;
    else
      label.replace(open, close - open + 1, value);
  }
  return label + added;
}

}  // namespace partita::modelling
