// Authorizer: decides whether the policies allow a request, before the database sees it.
//
// Each event loop has an Authorizer of its own, which keeps descriptions of tables and buffers from one request to the
// next. So the decision on a request for a known table takes no lock and, in the usual case, no memory.
#pragma once

#include <absl/container/flat_hash_map.h>
#include <partita/database.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "iam/identity.h"
#include "iam/required_actions.h"
#include "permissions/key_texts.h"
#include "permissions/request_keys.h"
#include "permissions/tables.h"
#include "value/limits.h"

namespace partita::permissions {

// Who makes a request, and how it came.
struct Caller {
  const iam::Identity& identity;
  iam::Surroundings surroundings;
};

class Authorizer {
 public:
  // `tables` must outlive the authorizer.
  explicit Authorizer(const Tables& tables);

  const Tables& tables() const { return tables_; }

  // Returns the AccessDeniedException, or nullopt if the caller has each permission that the request needs. A request
  // that its operation refuses without a look at the data may be allowed. The fault of a request with several
  // statements is that of the first that is denied, also of a BatchExecuteStatement, whose members can be asked for one
  // by one. A caller of another account than that of the tables is told the same of a table that does not exist as of
  // one whose policy does not allow the request.
#define PARTITA_OPERATION(function, Name) \
  std::optional<Error> check(const Name##Request& request, const Caller& caller);
#include <partita/operations.def>
#undef PARTITA_OPERATION
  // The same for one statement of `whole`.
  std::optional<Error> check_member(const BatchStatementRequest& member, const BatchExecuteStatementRequest& whole,
                                    const Caller& caller);

  // At most so many tables, and as many streams, are kept.
  static constexpr std::size_t kMostTables = 1024;

 private:
  // Each returns nullptr if it does not exist. The result is valid until the next call of either.
  const TableFacts* find(std::string_view name);
  const StreamFacts* find_stream(std::string_view arn);
  void forget_what_changed();
  // Each returns the resource, whose text is valid until the next call.
  Target table(const OptionalString& name_or_arn, const OptionalString* index);
  Target elsewhere(std::string_view name, std::string_view index);
  Target resource_of_arn(const OptionalString& arn);
  Target stream(const OptionalString& arn_or_iterator);
  Target all_tables();
  std::string_view own_arn(std::string_view kind, std::string_view name);

  template <class Request>
  Target target(const Request& request, const iam::RequiredAction& need);

  // Asks for each permission of an operation on one resource.
  template <class Request>
  std::optional<Error> check_operation(const Request& request, const Caller& caller);
  // The check of every operation without a check of its own below.
  template <class Request>
  std::optional<Error> check_request(const Request& request, const Caller& caller) {
    return check_operation(request, caller);
  }
  std::optional<Error> check_request(const BatchGetItemRequest& request, const Caller& caller);
  std::optional<Error> check_request(const BatchWriteItemRequest& request, const Caller& caller);
  std::optional<Error> check_request(const TransactGetItemsRequest& request, const Caller& caller);
  std::optional<Error> check_request(const TransactWriteItemsRequest& request, const Caller& caller);
  std::optional<Error> check_request(const ExecuteStatementRequest& request, const Caller& caller);
  std::optional<Error> check_request(const BatchExecuteStatementRequest& request, const Caller& caller);
  std::optional<Error> check_request(const ExecuteTransactionRequest& request, const Caller& caller);
  std::optional<Error> check_request(const PutResourcePolicyRequest& request, const Caller& caller);
  std::optional<Error> check_request(const DeleteResourcePolicyRequest& request, const Caller& caller);
  template <class Member>
  std::optional<Error> check_item(const Member& member, const OptionalString& table_name, iam::Action action,
                                  const OptionalEnum<ReturnConsumedCapacity>& capacity, std::string_view enclosing,
                                  const Caller& caller);
  std::optional<Error> check_parts(const Parts& parts, const Target& target, iam::Action action,
                                   std::string_view enclosing, const Caller& caller);
  std::optional<Error> check_statement(const OptionalString& text, const OptionalList<AttributeValue>& parameters,
                                       const OptionalEnum<ReturnValuesOnConditionCheckFailure>& on_failure,
                                       const OptionalEnum<ReturnConsumedCapacity>& capacity, std::string_view enclosing,
                                       const Caller& caller);
  // `keys_of(target)` gives the source of the values of keys.
  template <class KeysOf>
  std::optional<Error> decide(iam::Action action, const Target& target, const Caller& caller, const KeysOf& keys_of);

  const Tables& tables_;
  const std::string prefix_;   // of the ARNs of the database's tables, up to "table/"
  std::uint64_t version_ = 0;  // of tables_, to which the next two belong
  absl::flat_hash_map<std::string, std::shared_ptr<const TableFacts>> cache_;
  absl::flat_hash_map<std::string, std::shared_ptr<const StreamFacts>> streams_;  // by ARN
  std::string resource_;
  KeyTexts texts_;
};

}  // namespace partita::permissions
