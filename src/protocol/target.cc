#include "protocol/target.h"

#include <unordered_map>

#include "base/contains.h"

namespace partita::protocol {
namespace {

using Operations = std::unordered_map<std::string_view, Operation>;

Operations make_operations() {
  Operations operations;
  for (std::size_t i = 0; i < std::size(base::kOperationTraits); ++i)
    operations[base::kOperationTraits[i].name] = static_cast<Operation>(i);
  return operations;
}

std::optional<Operation> operation_named(std::string_view name) {
  static const Operations operations = make_operations();
  const auto at = operations.find(name);
  return at == operations.end() ? std::nullopt : std::optional(at->second);
}

// An operation that Partita lacks has the service of tables, as all of them do.
base::Service service_with(std::optional<Operation> operation) {
  return operation ? base::traits_of(*operation).service : base::Service::Tables;
}

std::string_view text_of(base::Service service) {
  switch (service) {
    case base::Service::Tables:
      return "DynamoDB_20120810";
    case base::Service::Streams:
      return "DynamoDBStreams_20120810";
    case base::Service::Partita:
      break;
  }
  return "Partita";
}

}  // namespace

std::string_view service_of(std::string_view operation) { return text_of(service_with(operation_named(operation))); }

bool is_of_streams(std::string_view operation) {
  return service_with(operation_named(operation)) == base::Service::Streams;
}

Target parse_target(std::string_view header) {
  const std::size_t dot = header.find('.');
  if (dot == std::string_view::npos) return {};
  const std::string_view service = header.substr(0, dot);
  const std::string_view name = header.substr(dot + 1);
  const auto operation = operation_named(name);
  if (service != text_of(service_with(operation))) return {TargetState::Unknown, {}, name};
  if (operation) return {TargetState::Known, *operation, name};
  const bool missing = base::contains(base::kMissingOperations, name, &base::MissingOperation::name);
  return {missing ? TargetState::NotBuilt : TargetState::Unknown, {}, name};
}

std::string_view name_of(Operation operation) { return base::traits_of(operation).name; }

}  // namespace partita::protocol
