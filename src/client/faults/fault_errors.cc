#include "client/faults/fault_errors.h"

#include <partita/database.h>

#include <algorithm>
#include <iterator>

#include "base/contains.h"
#include "engine/texts.h"

namespace partita::client {
namespace {

using protocol::Operation;

// Source: API.Error-handling of the developer guide, and the cancellation reasons and statement errors of the API
// reference.
constexpr FaultError kFaultErrors[] = {
    {ErrorCode::ProvisionedThroughputExceededException, FaultScope::Items, engine::kProvisionedTableText,
     "ProvisionedThroughputExceeded", "ProvisionedThroughputExceeded"},
    {ErrorCode::ThrottlingException, FaultScope::All, engine::kOnDemandTableText, "ThrottlingError", "ThrottlingError"},
    {ErrorCode::RequestLimitExceeded, FaultScope::All, engine::kAccountText, "", "RequestLimitExceeded"},
    {ErrorCode::LimitExceededException, FaultScope::All, "Too many operations for a given subscriber.", "", ""},
    {ErrorCode::InternalServerError, FaultScope::All, "Internal server error", "", "InternalServerError"},
    {ErrorCode::ServiceUnavailable, FaultScope::All, "DynamoDB is currently unavailable.", "", ""},
    {ErrorCode::TransactionConflictException, FaultScope::Conflicts, engine::kConflictText, "TransactionConflict",
     "TransactionConflict"},
    {ErrorCode::TransactionInProgressException, FaultScope::Transactions,
     "The transaction with the given request token is already in progress.", "", ""},
    {ErrorCode::ItemCollectionSizeLimitExceededException, FaultScope::Writes, "Collection size exceeded.",
     "ItemCollectionSizeLimitExceeded", "ItemCollectionSizeLimitExceeded"},
    {ErrorCode::ExpiredTokenException, FaultScope::All, "The security token included in the request is expired", "",
     ""},
};

constexpr Operation kReads[] = {Operation::GetItem, Operation::BatchGetItem,  Operation::Query,
                                Operation::Scan,    Operation::SearchVectors, Operation::TransactGetItems};
constexpr Operation kWrites[] = {Operation::PutItem,
                                 Operation::UpdateItem,
                                 Operation::DeleteItem,
                                 Operation::BatchWriteItem,
                                 Operation::TransactWriteItems,
                                 Operation::ExecuteStatement,
                                 Operation::BatchExecuteStatement,
                                 Operation::ExecuteTransaction};
static_assert(std::ranges::all_of(kReads,
                                  [](Operation one) { return base::traits_of(one).effect == base::Effect::Reads; }));
static_assert(std::ranges::none_of(kWrites,
                                   [](Operation one) { return base::traits_of(one).effect == base::Effect::Reads; }));
constexpr Operation kConflicting[] = {Operation::PutItem,           Operation::UpdateItem,
                                      Operation::DeleteItem,        Operation::TransactWriteItems,
                                      Operation::TransactGetItems,  Operation::ExecuteStatement,
                                      Operation::ExecuteTransaction};
constexpr Operation kTransactions[] = {Operation::TransactWriteItems, Operation::TransactGetItems,
                                       Operation::ExecuteTransaction};
constexpr Operation kPartial[] = {Operation::BatchWriteItem, Operation::BatchGetItem, Operation::BatchExecuteStatement};

// Whether a request has a member that names a table, or members that do (add_named in call_facts.cc).
template <class Request>
constexpr bool kNamesTable = requires(const Request& request) { request.table_name; } ||
                             requires(const Request& request) { request.resource_arn; } ||
                             requires(const Request& request) { request.backup_arn; } ||
                             requires(const Request& request) { request.export_arn; } ||
                             requires(const Request& request) { request.import_arn; } ||
                             requires(const Request& request) { request.bulk_operation_arn; } ||
                             requires(const Request& request) { request.table_arn; } ||
                             requires(const Request& request) { request.table_creation_parameters; } ||
                             requires(const Request& request) { request.source_table_arn; } ||
                             requires(const Request& request) { request.stream_arn; } ||
                             requires(const Request& request) { request.shard_iterator; } ||
                             requires(const Request& request) { request.request_items; } ||
                             requires(const Request& request) { request.transact_items; } ||
                             requires(const Request& request) { request.statement; } ||
                             requires(const Request& request) { request.statements; } ||
                             requires(const Request& request) { request.transact_statements; };

constexpr bool kTableIsNamed[] = {
#define PARTITA_OPERATION(function, Name) kNamesTable<Name##Request>,
#include <partita/operations.def>
#undef PARTITA_OPERATION
};

}  // namespace

std::optional<Operation> operation_named(std::string_view name) {
#define PARTITA_OPERATION(function, Name) \
  if (name == #Name) return Operation::Name;
#include <partita/operations.def>
#undef PARTITA_OPERATION
  return std::nullopt;
}

bool is_on_items(Operation operation) {
  return base::contains(kReads, operation) || base::contains(kWrites, operation);
}
bool is_transaction(Operation operation) { return base::contains(kTransactions, operation); }
bool has_partial_answers(Operation operation) { return base::contains(kPartial, operation); }
bool names_table(Operation operation) { return kTableIsNamed[static_cast<std::size_t>(operation)]; }
bool names_keys(Operation operation) {
  return is_on_items(operation) && operation != Operation::Scan && operation != Operation::SearchVectors;
}

bool is_in_scope(FaultScope scope, Operation operation) {
  switch (scope) {
    case FaultScope::All:
      return true;
    case FaultScope::Items:
      return is_on_items(operation);
    case FaultScope::Writes:
      return base::contains(kWrites, operation);
    case FaultScope::Conflicts:
      return base::contains(kConflicting, operation);
    case FaultScope::Transactions:
      return operation == Operation::TransactWriteItems || operation == Operation::ExecuteTransaction;
  }
  return false;
}

bool can_meet_reads(FaultScope scope, Operation operation) {
  return scope == FaultScope::All || scope == FaultScope::Items ||
         (scope == FaultScope::Conflicts && is_transaction(operation));
}

const FaultError* find_fault_error(ErrorCode code) {
  const auto found = std::find_if(std::begin(kFaultErrors), std::end(kFaultErrors),
                                  [code](const FaultError& error) { return error.code == code; });
  return found == std::end(kFaultErrors) ? nullptr : found;
}

std::string fault_error_names() {
  std::string names;
  for (const FaultError& error : kFaultErrors) {
    names += &error == kFaultErrors ? "" : &error + 1 == std::end(kFaultErrors) ? " or " : ", ";
    names += describe(error.code).name;
  }
  return names;
}

}  // namespace partita::client
