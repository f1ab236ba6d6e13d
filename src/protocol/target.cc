#include "protocol/target.h"

#include <algorithm>
#include <span>
#include <unordered_map>

namespace partita::protocol {
namespace {

constexpr std::string_view kNames[] = {
#define PARTITA_OPERATION(function, Name) #Name,
#include <partita/operations.def>
#undef PARTITA_OPERATION
};

// Operations of the service that Partita lacks. The source is the command lists of the AWS SDK.
constexpr std::string_view kTableServiceOnly[] = {
    "CancelBulkOperation",
    "CreateBackup",
    "CreateGlobalTable",
    "DeleteBackup",
    "DescribeBackup",
    "DescribeBulkOperation",
    "DescribeContinuousBackups",
    "DescribeExport",
    "DescribeGlobalTable",
    "DescribeGlobalTableSettings",
    "DescribeImport",
    "DescribeKinesisStreamingDestination",
    "DescribeTableReplicaAutoScaling",
    "DisableKinesisStreamingDestination",
    "EnableKinesisStreamingDestination",
    "ExportTableToPointInTime",
    "ImportTable",
    "ListBackups",
    "ListBulkOperations",
    "ListExports",
    "ListGlobalTables",
    "ListImports",
    "RestoreTableFromBackup",
    "RestoreTableToPointInTime",
    "StartBulkPutItems",
    "UpdateContinuousBackups",
    "UpdateGlobalTable",
    "UpdateGlobalTableSettings",
    "UpdateKinesisStreamingDestination",
    "UpdateTableReplicaAutoScaling",
};
constexpr std::string_view kStreamOperations[] = {"DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"};
constexpr std::string_view kTableService = "DynamoDB_20120810";
constexpr std::string_view kStreamService = "DynamoDBStreams_20120810";
// Operations that the service lacks. They have a service of their own, so that no client of the service meets them.
constexpr std::string_view kOwnOperations[] = {"RollStream"};
constexpr std::string_view kOwnService = "Partita";

using Operations = std::unordered_map<std::string_view, Operation>;

Operations make_operations() {
  Operations operations;
  for (std::size_t i = 0; i < std::size(kNames); ++i) operations[kNames[i]] = static_cast<Operation>(i);
  return operations;
}

bool contains(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::string_view service_of(std::string_view operation) {
  if (contains(kOwnOperations, operation)) return kOwnService;
  return is_of_streams(operation) ? kStreamService : kTableService;
}

bool is_of_streams(std::string_view operation) { return contains(kStreamOperations, operation); }

Target parse_target(std::string_view header) {
  static const Operations operations = make_operations();
  const std::size_t dot = header.find('.');
  if (dot == std::string_view::npos) return {};
  const std::string_view service = header.substr(0, dot);
  const std::string_view name = header.substr(dot + 1);
  if (service != service_of(name)) return {TargetState::Unknown, {}, name};
  if (const auto at = operations.find(name); at != operations.end()) return {TargetState::Known, at->second, name};
  return {contains(kTableServiceOnly, name) ? TargetState::NotBuilt : TargetState::Unknown, {}, name};
}

std::string_view name_of(Operation operation) { return kNames[static_cast<std::size_t>(operation)]; }

}  // namespace partita::protocol
