// The operations and the traits that include/partita/operations.def gives each of them in its line. A layer asks the
// traits in place of a list of operations of its own, so that a new operation cannot be forgotten there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace partita {

#define PARTITA_OPERATION(function, Name) struct Name##Request;
#include <partita/operations.def>
#undef PARTITA_OPERATION

namespace base {

enum class Operation : std::uint8_t {
#define PARTITA_OPERATION(function, Name) Name,
#include <partita/operations.def>
#undef PARTITA_OPERATION
};

// Whether the operation can change data or settings.
enum class Effect : std::uint8_t {
  Reads,
  Writes,
  AsStatements,  // it reads if all its statements in PartiQL are SELECTs
};

// The service in X-Amz-Target.
enum class Service : std::uint8_t {
  Tables,   // DynamoDB
  Streams,  // DynamoDB Streams
  Partita,  // an operation that Amazon lacks; no client of the other two meets it
};

// The resource for which the operation needs the permission of its own name. Further permissions that an operation
// needs are in iam/required_actions.cc.
enum class ResourceKind : std::uint8_t {
  Table,          // arn:aws:dynamodb:REGION:ACCOUNT:table/T
  TableOrIndex,   // the index that the request names, table/T/index/I, otherwise the table
  Index,          // table/T/index/I
  Stream,         // table/T/stream/LABEL
  TableOrStream,  // the one whose ARN the request has
  Backup,         // table/T/backup/B
  Export,         // table/T/export/E
  Import,         // table/T/import/I
  GlobalTable,    // arn:aws:dynamodb::ACCOUNT:global-table/G
  AllTables,      // arn:aws:dynamodb:REGION:ACCOUNT:table/*, of which `*` is not a wildcard
  Account,        // "*"
  Members,        // it needs the permissions of its members, each on its own table: a batch, a transaction, statements
};

// Whether a request may be sent again if its answer is lost. It may if executing it twice leaves the same data, and
// gives the same answer, as executing it once.
enum class Repeats : std::uint8_t {
  Always,     // each operation that reads, and some that write
  Never,      // the second one acts again, or its answer differs: the table exists already, or is as requested
  ByRequest,  // repeatable_by_members() in client/retry/repeatable.h decides
};

// Whether a caller of another account can use the operation on a table or stream whose ARN the request has. Source:
// "DynamoDB API operations supported by resource-based policies". SearchVectors is not on that page yet, and reads as
// Query does.
enum class Accounts : std::uint8_t { Crosses, Stays };

struct OperationTraits {
  std::string_view name;  // on the wire: "PutItem"
  Effect effect;
  Service service;
  ResourceKind resource;
  Repeats repeats;
  Accounts accounts;
};

// In the order of the enumerators of Operation.
inline constexpr OperationTraits kOperationTraits[] = {
#define PARTITA_OPERATION_TRAITS(function, Name, effect, service, resource, repeats, accounts) \
  {#Name, Effect::effect, Service::service, ResourceKind::resource, Repeats::repeats, Accounts::accounts},
#include <partita/operations.def>
};

constexpr const OperationTraits& traits_of(Operation operation) {
  return kOperationTraits[static_cast<std::size_t>(operation)];
}

template <class Request>
struct OperationOf;
#define PARTITA_OPERATION(function, Name)                \
  template <>                                            \
  struct OperationOf<Name##Request> {                    \
    static constexpr Operation kValue = Operation::Name; \
  };
#include <partita/operations.def>
#undef PARTITA_OPERATION
// The operation of a request's struct: kOperationOf<PutItemRequest> is Operation::PutItem.
template <class Request>
inline constexpr Operation kOperationOf = OperationOf<Request>::kValue;

// An operation of the service that Partita lacks. Source: the command lists of the AWS SDK.
struct MissingOperation {
  std::string_view name;
  ResourceKind resource;
};
inline constexpr MissingOperation kMissingOperations[] = {
#define PARTITA_OPERATION(function, Name)
#define PARTITA_MISSING_OPERATION(Name, resource, feature) {#Name, ResourceKind::resource},
#include <partita/operations.def>
#undef PARTITA_OPERATION
};

}  // namespace base
}  // namespace partita
