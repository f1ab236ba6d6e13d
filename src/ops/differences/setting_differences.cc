#include "ops/differences/setting_differences.h"

#include <algorithm>

namespace partita::ops {
namespace {

// The view type of an enabled stream, or "no stream".
std::string text_of(const std::optional<StreamSpecification>& stream) {
  if (!stream || !stream->stream_enabled.value_or(false) || !stream->stream_view_type) return "no stream";
  return std::string(stream->stream_view_type->text());
}

constexpr std::string_view kNoKey = "no key of KMS";

// True if `arn` is the key with this id or ARN. Only KMS knows the key of an alias, so an alias equals every key.
bool is_key(std::string_view wanted, std::string_view arn) {
  if (wanted.starts_with("alias/") || wanted.find(":alias/") != std::string_view::npos) return true;
  if (wanted.starts_with("arn:")) return wanted == arn;
  const std::size_t id = arn.rfind('/');
  return arn.substr(id == std::string_view::npos ? 0 : id + 1) == wanted;
}

void compare_encryption(const SSESpecification& wanted, const std::optional<SSEDescription>& there,
                        DifferenceLines& lines) {
  const std::string key(there ? there->kms_master_key_arn.value_or("a key of KMS") : kNoKey);
  if (!wanted.enabled.value_or(wanted.sse_type.has_value())) return lines.compare("encryption", kNoKey, key);
  if (there && (!wanted.kms_master_key_id || is_key(*wanted.kms_master_key_id, key))) return;
  lines.compare("encryption", wanted.kms_master_key_id.value_or("the service's key of KMS"), key);
}

void compare_ceiling(std::string_view what, OptionalInteger wanted, OptionalInteger there, DifferenceLines& lines) {
  const auto text = [](OptionalInteger units) {
    return units.value_or(-1) == -1 ? std::string("no limit") : fmt::format("{} units per second", *units);
  };
  if (wanted) lines.compare(what, text(wanted), text(there));
}

void compare_ceilings(const OnDemandThroughput& wanted, const std::optional<OnDemandThroughput>& there,
                      std::string_view of, DifferenceLines& lines) {
  const OnDemandThroughput have = there.value_or(OnDemandThroughput{});
  compare_ceiling(fmt::format("limit of reads on demand{}", of), wanted.max_read_request_units,
                  have.max_read_request_units, lines);
  compare_ceiling(fmt::format("limit of writes on demand{}", of), wanted.max_write_request_units,
                  have.max_write_request_units, lines);
}

// The service raises warm throughput by itself, and never lowers it. So a table may have more than its definition.
void compare_units(std::string_view what, OptionalInteger wanted, OptionalInteger there, DifferenceLines& lines) {
  if (wanted && *wanted > there.value_or(0))
    lines.compare(what, fmt::format("{} units per second", *wanted),
                  there ? fmt::format("{} units per second", *there) : "none");
}

void compare_warm_throughput(const WarmThroughput& wanted, const std::optional<WarmThroughputDescription>& there,
                             std::string_view of, DifferenceLines& lines) {
  const WarmThroughputDescription have = there.value_or(WarmThroughputDescription{});
  compare_units(fmt::format("warm throughput of reads{}", of), wanted.read_units_per_second, have.read_units_per_second,
                lines);
  compare_units(fmt::format("warm throughput of writes{}", of), wanted.write_units_per_second,
                have.write_units_per_second, lines);
}

// Compares the settings of a table, or of a global index. `of` is empty or " of index NAME".
template <class Wanted, class There>
void compare_throughput(const Wanted& wanted, const There& there, std::string_view of, DifferenceLines& lines) {
  if (wanted.on_demand_throughput)
    compare_ceilings(*wanted.on_demand_throughput, there.on_demand_throughput, of, lines);
  if (wanted.warm_throughput) compare_warm_throughput(*wanted.warm_throughput, there.warm_throughput, of, lines);
}

}  // namespace

void compare_settings(const CreateTableRequest& wanted, const TableDescription& table, DifferenceLines& lines) {
  if (wanted.stream_specification)
    lines.compare("stream", text_of(wanted.stream_specification), text_of(table.stream_specification));
  if (wanted.sse_specification) compare_encryption(*wanted.sse_specification, table.sse_description, lines);
  compare_throughput(wanted, table, "", lines);
  if (!wanted.global_secondary_indexes || !table.global_secondary_indexes) return;
  for (const GlobalSecondaryIndex& index : *wanted.global_secondary_indexes) {
    const auto there = std::ranges::find(*table.global_secondary_indexes, index.index_name,
                                         &GlobalSecondaryIndexDescription::index_name);
    if (there != table.global_secondary_indexes->end())
      compare_throughput(index, *there, fmt::format(" of index {}", index.index_name.value_or("")), lines);
  }
}

}  // namespace partita::ops
