// ARNs, tokens and lists of exports, imports and bulk writes.
#pragma once

#include <partita/transfer_operations.h>

#include <string>
#include <string_view>
#include <vector>

#include "engine/context.h"

namespace partita::engine {

using TransferKind = catalog::TransferInfo::Kind;

// <the table's ARN>/export/<id>, or /import/ or /bulk-operation/.
std::string arn_of(const Context& context, const catalog::TransferInfo& transfer);

// A new description with an id of now. Its request is to be set.
catalog::TransferInfo new_transfer(const Context& context, catalog::TransferInfo::Request request);

// The export, import or bulk write with this ARN. Errors: ValidationException if it is not such an ARN,
// AccessDeniedException for another account, and the kind's error if it does not exist.
Result<catalog::TransferPtr> find_by_arn(const Context& context, std::string_view arn, TransferKind kind);

// The newest one whose request had the token in the last 8 hours; nullptr without one, or without a token.
catalog::TransferPtr with_token(const Context& context, TransferKind kind, const OptionalString& token);
// Whether it was begun by the same request.
bool is_same_request(const catalog::TransferInfo& transfer, const catalog::TransferInfo::Request& request);

// Whether it is so old that it is not shown any more.
bool is_forgotten(const Context& context, const catalog::TransferInfo& transfer);

// The number of those that are under way.
int under_way(const Context& context, TransferKind kind);

// The name in the ARN of a table that a request gives. Errors: ValidationException if it is not the ARN of a table,
// AccessDeniedException for another account. `region_fits` is false if the ARN has another region.
struct RequestedTable {
  std::string_view name;
  bool region_fits = true;
};
Result<RequestedTable> read_table_arn(const Context& context, std::string_view arn);

// A page of a list, the newest first.
struct TransferPage {
  std::vector<catalog::TransferPtr> transfers = {};
  OptionalString next_token = {};
};
// `is_listed` tells whether one belongs to the list. Errors: ValidationException if the token is not one of this list.
Result<TransferPage> page_of(const Context& context, TransferKind kind, const OptionalInteger& most,
                             const OptionalString& token,
                             const std::function<bool(const catalog::TransferInfo&)>& is_listed);

// The error of a request that needs files if the database lacks them.
unexpected<Error> has_no_files();

inline double seconds_of(std::int64_t ms) { return static_cast<double>(ms) / 1000; }
inline std::optional<double> end_of(const catalog::TransferInfo& transfer) {
  if (transfer.goes_on()) return std::nullopt;
  return seconds_of(transfer.ended_ms);
}
// nullopt for an empty text.
inline OptionalString text_or_absent(const std::string& text) {
  return text.empty() ? OptionalString() : OptionalString(text);
}

}  // namespace partita::engine
