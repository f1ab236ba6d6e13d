#include "ops/rules/backup_arn.h"

#include <algorithm>
#include <array>

#include "ops/rules/names.h"
#include "value/limits.h"

namespace partita::ops {
namespace {

constexpr std::string_view kTable = "table/";
constexpr std::string_view kBackup = "/backup/";

unexpected<Error> not_an_arn() { return invalid("Invalid Backup ARN"); }

// The six parts of an ARN. The last one has the rest of the text. Empty if there are fewer.
std::array<std::string_view, 6> parts_of(std::string_view text) {
  std::array<std::string_view, 6> parts;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    const std::size_t colon = text.find(':');
    if (colon == text.npos) return {};
    parts[i] = text.substr(0, colon);
    text.remove_prefix(colon + 1);
  }
  parts.back() = text;
  return parts;
}

bool is_backup_id(std::string_view id) {
  return !id.empty() &&
         std::ranges::all_of(id, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || c == '-'; });
}

// The form of the name of a region, such as eu-west-1: it has a number at its end.
bool is_region_name(std::string_view region) {
  const std::size_t dash = region.rfind('-');
  return dash != region.npos && dash > 0 && dash + 1 < region.size() && std::ranges::all_of(region, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
         });
}

}  // namespace

std::optional<TablePartArn> parse_table_part_arn(std::string_view text, std::string_view kind) {
  const auto [prefix, partition, service, region, account, resource] = parts_of(text);
  if (prefix != "arn" || !resource.starts_with(kTable)) return std::nullopt;
  const std::size_t at = resource.find(kind);
  if (at == resource.npos) return std::nullopt;
  const std::string_view table = resource.substr(kTable.size(), at - kTable.size());
  const std::string_view id = resource.substr(at + kind.size());
  if (!is_name(table) || !is_backup_id(id)) return std::nullopt;
  return TablePartArn{partition, service, region, account, table, id};
}

void constrain_backup_arn(Constraints& constraints, const OptionalString& arn, const RequestPlace& place) {
  if (constraints.not_null(arn, place))
    constraints.length(*arn, place, limits::kLeastBackupArnBytes, limits::kMostBackupArnBytes);
}

Result<BackupArn> read_backup_arn(std::string_view arn, std::string_view account) {
  const auto parts = parse_table_part_arn(arn, kBackup);
  if (!parts) return not_an_arn();
  const auto [partition, service, region, owner, table, id] = *parts;
  if (partition != "aws" || service != "dynamodb" || (!region.empty() && !is_region_name(region)))
    return invalid("Invalid Request: BackupArn is not valid");
  if (owner != account || region.empty()) return fail(ErrorCode::AccessDeniedException, "Access is denied");
  return BackupArn{region, table, id};
}

}  // namespace partita::ops
