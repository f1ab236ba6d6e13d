// The validator of HashItems, an operation that the service lacks.
#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"
#include "ops/rules/item_rules.h"
#include "ops/rules/page_rules.h"
#include "value/limits.h"

namespace partita::ops {
namespace {

Result<void> check_constraints(const HashItemsRequest& request) {
  Constraints constraints;
  constraints.not_null(request.hash_key, "hashKey");
  constraints.not_null(request.part_count, "partCount");
  constrain_table_name(constraints, request.table_name);
  constrain_number(constraints, request.part_count, "PartCount", 1, limits::kHashedParts);
  constrain_number(constraints, request.segment, "Segment", 0, limits::kScanSegments - 1);
  constrain_number(constraints, request.total_segments, "TotalSegments", 1, limits::kScanSegments);
  constraints.one_of(request.return_consumed_capacity, "returnConsumedCapacity");
  return constraints.finish();
}

Result<void> check_parts(const std::vector<std::int64_t>& parts, std::int64_t count) {
  if (parts.empty()) return invalid("One or more parameter values were invalid: Parts must not be empty");
  // A list with more elements is cut when it is read.
  if (std::ssize(parts) > count)
    return invalid(fmt::format(
        "One or more parameter values were invalid: Parts has more elements than PartCount, which is {}", count));
  const auto is_outside = [count](std::int64_t part) { return part < 0 || part >= count; };
  if (const auto found = std::ranges::find_if(parts, is_outside); found != parts.end())
    return invalid(fmt::format(
        "One or more parameter values were invalid: Part {} of Parts is not between 0 and PartCount - 1, which is {}",
        *found, count - 1));
  return {};
}

}  // namespace

Result<PreparedHashes> prepare(const HashItemsRequest& request) {
  PARTITA_TRY(check_constraints(request));
  if (!request.hash_key->is(AttributeType::B) || request.hash_key->b().size() != limits::kHashKeyBytes)
    return invalid(fmt::format("One or more parameter values were invalid: HashKey must be a binary value of {} bytes",
                               limits::kHashKeyBytes));
  if (request.parts) PARTITA_TRY(check_parts(*request.parts, *request.part_count));
  if (request.exclusive_start_key)
    PARTITA_TRY(check_start_key(*request.exclusive_start_key, kLayer<ScanRequest>, StartOf::Scan));
  PARTITA_TRY(check_segments(request.segment, request.total_segments));

  PreparedHashes prepared;
  prepared.page.table = table_name_of(*request.table_name);
  prepared.page.consistent = request.consistent_read.value_or(false);
  prepared.page.capacity = value_or(request.return_consumed_capacity, ReturnConsumedCapacity::None);
  if (request.exclusive_start_key) prepared.page.exclusive_start_key = &*request.exclusive_start_key;
  prepared.page.segment = static_cast<std::uint32_t>(request.segment.value_or(0));
  prepared.page.total_segments = static_cast<std::uint32_t>(request.total_segments.value_or(1));
  prepared.key = request.hash_key->b();
  prepared.part_count = static_cast<std::size_t>(*request.part_count);
  if (request.parts) {
    prepared.listed.resize(prepared.part_count);
    for (const std::int64_t part : *request.parts) prepared.listed[static_cast<std::size_t>(part)] = true;
  }
  return prepared;
}

}  // namespace partita::ops
