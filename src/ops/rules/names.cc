#include "ops/rules/names.h"

#include <algorithm>

#include "ops/prepare.h"
#include "value/limits.h"

namespace partita::ops {
namespace {

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// Takes the text before `end`, and `end`. Returns an empty string if `end` is missing.
std::string_view take_until(std::string_view& text, char end) {
  const std::size_t at = text.find(end);
  if (at == std::string_view::npos) return {};
  std::string_view part = text.substr(0, at);
  text.remove_prefix(at + 1);
  return part;
}

}  // namespace

bool is_name(std::string_view text) { return !text.empty() && std::ranges::all_of(text, limits::is_name_byte); }

namespace {

// Takes the ARN of a table off the front of `text`. What is left of it is empty or begins with '/'.
std::optional<TableArn> take_table(std::string_view& text) {
  if (!take(text, "arn:")) return std::nullopt;
  TableArn arn;
  if (take_until(text, ':').empty()) return std::nullopt;  // the partition: aws, aws-cn or aws-us-gov
  if (!take(text, "dynamodb:")) return std::nullopt;
  arn.region = take_until(text, ':');
  arn.account = take_until(text, ':');
  if (arn.region.empty() || arn.account.empty() || !take(text, "table/")) return std::nullopt;
  arn.table = text.substr(0, text.find('/'));
  if (!is_name(arn.table) || arn.table.size() < limits::kLeastNameBytes || arn.table.size() > limits::kMostNameBytes)
    return std::nullopt;
  text.remove_prefix(arn.table.size());
  return arn;
}

}  // namespace

std::optional<TableArn> parse_table_arn(std::string_view text) {
  auto arn = take_table(text);
  if (!arn || text.empty()) return arn;
  if (!take(text, "/index/") || !is_name(text)) return std::nullopt;
  arn->index = text;
  return arn;
}

bool is_stream_arn(std::string_view text) { return take_table(text) && take(text, "/stream/") && !text.empty(); }

std::string table_name_of(std::string_view name_or_arn) {
  const auto arn = parse_table_arn(name_or_arn);
  return std::string(arn ? arn->table : name_or_arn);
}

namespace {

// Whether the text is an ARN of a table, and not of an index. Adds an error if the text begins like an ARN and is none.
bool take_table_arn(Constraints& constraints, std::string_view text, const RequestPlace& place) {
  if (!text.starts_with("arn:")) return false;
  const auto arn = parse_table_arn(text);
  if (!arn || !arn->index.empty())
    constraints.add(
        std::string(text), place,
        "Valid ARN format is 'arn:<awsPartition>:<vendor>:<region>:<subscriber>:resourceType/resourceName', "
        "where Resource name must have length less than or equal to 255, Resource name must have length "
        "greater than or equal to 3, Resource name must satisfy regular expression pattern: "
        "[a-zA-Z0-9_.-]+");
  return true;
}

}  // namespace

void constrain_table_name(Constraints& constraints, const OptionalString& name, const RequestPlace& place) {
  if (!constraints.not_null(name, place) || take_table_arn(constraints, *name, place)) return;
  // An empty name breaks the pattern too, but the service reports only its length.
  if (!name->empty()) constraints.name_pattern(*name, place);
  constraints.length(*name, place, 1, limits::kMostNameBytes);
}

bool can_name_table(std::string_view text) {
  return text.starts_with("arn:") ||
         (is_name(text) && text.size() >= limits::kLeastNameBytes && text.size() <= limits::kMostNameBytes);
}

void constrain_resource_name(Constraints& constraints, std::string_view name, const RequestPlace& place) {
  constraints.name_pattern(name, place);
  constraints.length(name, place, limits::kLeastNameBytes, limits::kMostNameBytes);
}

Result<void> check_table_name(const OptionalString& name) {
  if (!name) return invalid("The parameter 'TableName' is required but was not present in the request");
  Constraints constraints;
  if (!take_table_arn(constraints, *name, "tableName")) {
    constraints.length(*name, "tableName", limits::kLeastNameBytes, limits::kMostNameBytes);
    constraints.name_pattern(*name, "tableName");
  }
  return constraints.finish();
}

}  // namespace partita::ops
