#include "engine/transfers/transfer_facts.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "base/random.h"
#include "base/siphash.h"
#include "base/text.h"
#include "base/try.h"
#include "catalog/transfer_record.h"
#include "engine/find_table.h"
#include "engine/history/entry.h"
#include "engine/last_backup.h"
#include "ops/rules/backup_arn.h"
#include "ops/rules/names.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

std::string_view part_of(TransferKind kind) {
  switch (kind) {
    case TransferKind::Export:
      return "/export/";
    case TransferKind::Import:
      return "/import/";
    case TransferKind::BulkPut:
      break;
  }
  return "/bulk-operation/";
}

unexpected<Error> not_an_arn(TransferKind kind) {
  switch (kind) {
    case TransferKind::Export:
      return invalid("Invalid Export ARN");
    case TransferKind::Import:
      return invalid("Invalid Import ARN");
    case TransferKind::BulkPut:
      break;
  }
  return invalid("Invalid Bulk Operation ARN");
}

enum class OfRegion : std::uint8_t { Own, Other };
unexpected<Error> not_found(TransferKind kind, std::string_view arn, OfRegion region) {
  const std::string text(arn);
  switch (kind) {
    case TransferKind::Export:
      return fail(
          ErrorCode::ExportNotFoundException,
          "Export not found: " + (region == OfRegion::Own ? "Export not found: " + text : "Invalid export arn"));
    case TransferKind::Import:
      return fail(
          ErrorCode::ImportNotFoundException,
          "Import not found: " + (region == OfRegion::Own ? "Import not found: " + text : "Invalid import arn"));
    case TransferKind::BulkPut:
      break;
  }
  return fail(ErrorCode::ResourceNotFoundException, "Requested resource not found: " + text + " not found");
}

// Seven words of base 16: the id, and six that follow from the kind and the id, so that no other text is a token.
std::string token_of(TransferKind kind, keys::TableId id) {
  std::string token = fmt::format("{:016x}", id);
  for (std::uint64_t pair = 0; pair < 3; ++pair)
    for (const std::uint64_t word : base::siphash_128({static_cast<std::uint64_t>(kind), pair}, fmt::to_string(id)))
      token += fmt::format("{:016x}", word);
  return token;
}

// The id of the last one of the page before.
Result<keys::TableId> id_in_token(TransferKind kind, const std::string& token) {
  keys::TableId id = 0;
  for (const char c : std::string_view(token).substr(0, 16)) {
    const bool is_digit = c >= '0' && c <= '9';
    id = id * 16 + static_cast<keys::TableId>(is_digit ? c - '0' : c - 'a' + 10);
  }
  if (token.size() >= 16 && token == token_of(kind, id)) return id;
  return invalid("Invalid Request: Provided nextToken is invalid: " + token);
}

const OptionalString& token_in(const catalog::TransferInfo& transfer) {
  return std::visit([](const auto& request) -> const OptionalString& { return request.client_token; },
                    transfer.request);
}

}  // namespace

std::string arn_of(const Context& context, const catalog::TransferInfo& transfer) {
  return table_arn(context, transfer.table_name).append(part_of(transfer.kind())).append(transfer.arn_name);
}

catalog::TransferInfo new_transfer(const Context& context, catalog::TransferInfo::Request request) {
  catalog::TransferInfo transfer;
  transfer.request = std::move(request);
  transfer.started_ms = context.clock.now_ms();
  do {
    transfer.arn_name = backup_arn_name(transfer.started_ms, base::hex(base::random_bytes(4)));
  } while (context.catalog.find_transfer(transfer.arn_name));
  return transfer;
}

Result<catalog::TransferPtr> find_by_arn(const Context& context, std::string_view arn, TransferKind kind) {
  const auto parts = ops::parse_table_part_arn(arn, part_of(kind));
  if (!parts || parts->partition != "aws" || parts->service != "dynamodb") return not_an_arn(kind);
  if (parts->account != context.account) return fail(ErrorCode::AccessDeniedException, "Access is denied");
  if (parts->region != context.region) return not_found(kind, arn, OfRegion::Other);
  catalog::TransferPtr found = context.catalog.find_transfer(parts->id);
  if (!found || found->kind() != kind || found->table_name != parts->table || is_forgotten(context, *found))
    return not_found(kind, arn, OfRegion::Own);
  return found;
}

catalog::TransferPtr with_token(const Context& context, TransferKind kind, const OptionalString& token) {
  if (!token) return nullptr;
  const std::int64_t oldest = context.clock.now_ms() - limits::kTransferTokenMs;
  catalog::TransferPtr found;
  for (catalog::TransferPtr& one : context.catalog.transfers())
    if (one->kind() == kind && one->started_ms > oldest && token_in(*one) == token) found = std::move(one);
  return found;
}

bool is_same_request(const catalog::TransferInfo& transfer, const catalog::TransferInfo::Request& request) {
  return catalog::encode_request(transfer.request) == catalog::encode_request(request);
}

bool is_forgotten(const Context& context, const catalog::TransferInfo& transfer) {
  return !transfer.goes_on() && transfer.started_ms + limits::kTransferDays * kDayMs <= context.clock.now_ms();
}

int under_way(const Context& context, TransferKind kind) {
  const auto all = context.catalog.transfers();
  return static_cast<int>(std::ranges::count_if(
      all, [&](const catalog::TransferPtr& one) { return one->kind() == kind && one->goes_on(); }));
}

Result<RequestedTable> read_table_arn(const Context& context, std::string_view arn) {
  const auto parts = ops::parse_table_arn(arn);
  if (!parts) return invalid("One or more parameter values were invalid: tableArn is not a valid ARN");
  if (!parts->index.empty()) return invalid("Invalid Request: Table ARN is invalid.");
  if (parts->account != context.account) return fail(ErrorCode::AccessDeniedException, "Access is denied");
  return RequestedTable{parts->table, parts->region == context.region};
}

Result<TransferPage> page_of(const Context& context, TransferKind kind, const OptionalInteger& most,
                             const OptionalString& token,
                             const std::function<bool(const catalog::TransferInfo&)>& is_listed) {
  keys::TableId below = std::numeric_limits<keys::TableId>::max();
  if (token) {
    PARTITA_TRY_VALUE(last, id_in_token(kind, *token));
    below = last;
  }
  std::vector<catalog::TransferPtr> all = context.catalog.transfers();
  std::ranges::reverse(all);
  TransferPage page;
  for (catalog::TransferPtr& one : all) {
    if (one->kind() != kind || one->id >= below || is_forgotten(context, *one) || !is_listed(*one)) continue;
    if (static_cast<std::int64_t>(page.transfers.size()) == most.value_or(limits::kListedTransfersByDefault)) {
      page.next_token = token_of(kind, page.transfers.back()->id);
      break;
    }
    page.transfers.push_back(std::move(one));
  }
  return page;
}

unexpected<Error> has_no_files() {
  return invalid(
      "One or more parameter values were invalid: This database has no S3. Start the server with `partita serve --s3 "
      "DIRECTORY` (its folders are the buckets) or `--s3 URL` (an endpoint of S3), or set OpenOptions::s3_directory");
}

}  // namespace partita::engine
