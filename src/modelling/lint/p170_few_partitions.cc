#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/contains.h"
#include "modelling/lint/names.h"
#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

const Rule k_P170{
    .id = "P170",
    .severity = Severity::Warning,
    .title = "A partition key with few or growing values",
    .why =
        "All items with one partition key share a partition, which takes 1,000 write units and 3,000 read units "
        "a second. A key with few values, or one that grows with the clock, sends all traffic to one of them.",
    .cost = "Requests are throttled although the table has capacity left.",
    .cure =
        "Spread the key over shards, as in \"STATUS#{status}#{id:shard4}\", or add a field with many values. If "
        "the traffic is small, say so with per_second on the patterns that write the entity."};

namespace {

constexpr double kFewValues = 100;

bool writes(const Pattern& pattern, const std::string& entity) {
  return std::ranges::any_of(pattern.actions, [&](const Action& action) { return action.entity == entity; });
}

// True if traffic is stated, so that the rule of hot partitions can decide: a write of the entity has a frequency, or
// the model states frequencies and has no write of the entity, so that no program writes it. If a model states all
// frequencies, a further pattern therefore takes no finding away.
bool traffic_is_known(const Model& model, const std::string& entity) {
  bool any_write = false, any_stated = false, all_reads_stated = true;
  for (const Pattern& pattern : model.patterns) {
    const bool is_stated = pattern.per_second.has_value();
    any_stated = any_stated || is_stated;
    if (writes(pattern, entity)) {
      if (is_stated) return true;
      any_write = true;
    } else if (base::contains(pattern.entities, entity)) {
      all_reads_stated = all_reads_stated && is_stated;
    }
  }
  return !any_write && any_stated && all_reads_stated;
}

std::optional<double> values_of(const Field& field, model::KeyFormat format, const model::KeyPart& part) {
  if (format == model::KeyFormat::Shard) return part.shards;
  if (field.distinct) return field.distinct;
  if (field.kind == model::FieldKind::Bool) return 2;
  if (field.kind == model::FieldKind::Enum) return static_cast<double>(field.enumerators.size());
  return std::nullopt;
}

// The one field of the partition key whose name says that it has few values, and whose number of values the model does
// not say, or nullptr.
const Field* class_without_number(const Entity& entity, const model::EntityKey& key) {
  const std::vector<model::FieldPosition> fields = fields_of(key.partition);
  if (fields.size() != 1) return nullptr;
  const Field& field = entity.at(fields.front());
  const bool is_text = field.kind == model::FieldKind::String;
  return is_text && !field.distinct && names_a_class(field.name) ? &field : nullptr;
}

// Why the key has few values in use at a time, or an empty text.
std::string weakness(const Entity& entity, const model::EntityInfo& info, const model::EntityKey& key) {
  double values = 1;
  bool grows = false, any_field = false;
  for (const model::KeyAttribute& attribute : key.partition)
    for (const model::KeyPart& part : attribute.value.parts) {
      if (!part.is_field()) continue;
      any_field = true;
      const Field& field = entity.at(part.field);
      if (part.format != model::KeyFormat::Shard && is_time(info.at(part.field))) {
        grows = true;
        continue;
      }
      const auto count = values_of(field, part.format, part);
      if (!count) return {};
      values *= *count;
    }
  // Four shards or more are an answer to this rule.
  const bool sharded =
      std::any_of(key.partition.begin(), key.partition.end(), [](const model::KeyAttribute& attribute) {
        return std::any_of(attribute.value.parts.begin(), attribute.value.parts.end(),
                           [](const model::KeyPart& part) { return part.format == model::KeyFormat::Shard; });
      });
  if (sharded || values > kFewValues) return {};
  if (!any_field) return "is the same for all items";
  if (grows) return "grows with the clock";
  return fmt::format("has only {:.0f} values", values);
}

// A field of the primary key that is not in this partition key, so that it tells the items apart, or nullptr.
const Field* spreading_field(const Entity& entity, const model::EntityInfo& info, const model::EntityKey& key) {
  const std::vector<model::FieldPosition> here = fields_of(key.partition);
  for (const auto& attributes : {info.primary.sort, info.primary.partition}) {
    const std::vector<model::FieldPosition> fields = fields_of(attributes);
    for (auto field = fields.rbegin(); field != fields.rend(); ++field)
      if (std::ranges::find(here, *field) == here.end() && !is_time(info.at(*field))) return &entity.at(*field);
  }
  return nullptr;
}

std::string cure_of(const Entity& entity, const model::EntityInfo& info, const model::EntityKey& key) {
  const std::string key_text = templates_of(key.partition);
  const std::string small =
      fmt::format("If the traffic is small, say so with per_second on the patterns that write {}", entity.name);
  if (key.index == model::kNone || key.partition.size() != 1)
    return fmt::format("Add a field with many values to the partition key \"{}\". {}", key_text, small);
  const Field* field = spreading_field(entity, info, key);
  if (!field) return {};
  return fmt::format("Spread the key over shards, as in \"{}#{{{}:shard4}}\", or add a field with many values. {}",
                     key_text, field->name, small);
}

}  // namespace

void check_P170(const Proof& proof, Findings& findings) {
  for (const ProvenTable& table : proof.tables())
    for (const Entity& entity : table.declared->entities) {
      const model::EntityInfo* info = proof.entity(table.declared->name, entity.name);
      if (!info || entity.count.value_or(kFewValues + 1) <= kFewValues || traffic_is_known(proof.model(), entity.name))
        continue;
      for (std::size_t i = 0; i <= info->indexes.size(); ++i) {
        const model::EntityKey& key = i == 0 ? info->primary : info->indexes[i - 1];
        const Index* index = declared_index(table, key.index);
        if (index && index->scope != model::IndexScope::Global) continue;
        const std::string why = weakness(entity, *info, key);
        const Field* field = why.empty() ? class_without_number(entity, key) : nullptr;
        if (field)
          findings.add(k_P170, {.severity = Severity::Note,
                                .place = entity.place,
                                .table = table.declared->name,
                                .index = index ? index->name : std::string(),
                                .entity = entity.name,
                                .message = fmt::format("the partition key \"{}\" of {} in {} may have few values",
                                                       templates_of(key.partition), entity.name,
                                                       place_name(*table.info, key.index)),
                                .cure = fmt::format("Say how many values {0} has, as in {0}: {{kind: string, distinct: "
                                                    "1k}}, or list them, as in {{enum: [...]}}",
                                                    field->name)});
        if (why.empty()) continue;
        findings.add(k_P170,
                     {.place = entity.place,
                      .table = table.declared->name,
                      .index = index ? index->name : std::string(),
                      .entity = entity.name,
                      .message = fmt::format("the partition key \"{}\" of {} in {} {}", templates_of(key.partition),
                                             entity.name, place_name(*table.info, key.index), why),
                      .cure = cure_of(entity, *info, key)});
      }
    }
}

}  // namespace partita::modelling::lint
