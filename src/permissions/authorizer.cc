#include "permissions/authorizer.h"

#include <absl/strings/string_view.h>

#include "iam/resource_policy.h"
#include "ops/rules/names.h"
#include "partiql/parse.h"
#include "permissions/statement_keys.h"

namespace partita::permissions {
namespace {

using iam::RequiredAction;
using iam::ResourceKind;
using iam::When;

// The longest ARN of the service. A longer name is refused by each operation, and must not make a denial long.
constexpr std::size_t kLongestName = 1283;
// No longer statement is parsed here. The operations refuse it, however they count its characters.
constexpr std::size_t kLongestStatement = 4 * limits::kStatementBytes;

absl::string_view absl_view(std::string_view text) { return {text.data(), text.size()}; }

// The beginning of the text, cut between two characters.
std::string_view clipped(std::string_view text) {
  if (text.size() <= kLongestName) return text;
  std::size_t end = kLongestName;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

Error denied(std::string text) { return {ErrorCode::AccessDeniedException, std::move(text), {}, {}}; }

// Empties the buffers at its end, also if memory ran out, so that no value stays for the next request.
class Clearing {
 public:
  explicit Clearing(KeyTexts& texts) : texts_(texts) {}
  ~Clearing() { texts_.clear(); }
  Clearing(const Clearing&) = delete;
  Clearing& operator=(const Clearing&) = delete;

 private:
  KeyTexts& texts_;
};

constexpr std::string_view kBeforeLabel = "/stream/";

// Whether the outcome tells a caller of another account that the resource exists, or a fact about it. All outcomes do
// that come before the resource-based policy allowed the request.
bool tells_of_resource(const iam::Outcome& outcome) {
  return outcome.decision == iam::Decision::ExplicitlyDenied || outcome.type == iam::PolicyType::Resource;
}

iam::Action action_of(const partiql::Statement& statement) {
  switch (statement.kind) {
    case partiql::Statement::Kind::Insert:
      return iam::Action::PartiQLInsert;
    case partiql::Statement::Kind::Update:
      return iam::Action::PartiQLUpdate;
    case partiql::Statement::Kind::Delete:
      return iam::Action::PartiQLDelete;
    default:
      return iam::Action::PartiQLSelect;
  }
}

}  // namespace

Authorizer::Authorizer(const Tables& tables)
    : tables_(tables),
      prefix_("arn:aws:dynamodb:" + std::string(tables.region()) + ":" + std::string(tables.account()) + ":table/") {}

void Authorizer::forget_what_changed() {
  const std::uint64_t version = tables_.version();
  if (version == version_) return;
  cache_.clear();
  streams_.clear();
  version_ = version;
}

const TableFacts* Authorizer::find(std::string_view name) {
  forget_what_changed();
  if (const auto known = cache_.find(absl_view(name)); known != cache_.end()) return known->second.get();
  auto found = tables_.find(name);
  if (!found) return nullptr;
  if (cache_.size() >= kMostTables) cache_.clear();
  return cache_.emplace(std::string(name), std::move(found)).first->second.get();
}

const StreamFacts* Authorizer::find_stream(std::string_view arn) {
  forget_what_changed();
  if (const auto known = streams_.find(absl_view(arn)); known != streams_.end()) return known->second.get();
  auto found = tables_.find_stream(arn);
  if (!found) return nullptr;
  if (streams_.size() >= kMostTables) streams_.clear();
  return streams_.emplace(std::string(arn), std::move(found)).first->second.get();
}

std::string_view Authorizer::own_arn(std::string_view kind, std::string_view name) {
  resource_.assign(prefix_).append(kind).append(clipped(name));
  return resource_;
}

// A table that `tables_` does not have, because it is of another account, region or partition. The resource of a table
// in another account is named as the account itself would name it, so that a denial does not tell whether the account
// exists.
Target Authorizer::elsewhere(std::string_view name, std::string_view index) {
  resource_ = clipped(name);
  if (const auto arn = ops::parse_table_arn(name)) {
    resource_.assign(name.data(), arn->table.data() + arn->table.size());
    if (!index.empty()) resource_.append("/index/").append(clipped(index));
  }
  return {.resource = resource_};
}

// The resource of a TableName. The database reads the name in the same way: an ARN of this database means the name in
// it, and any other ARN is refused.
Target Authorizer::table(const OptionalString& name_or_arn, const OptionalString* index_name) {
  std::string_view name = name_or_arn ? std::string_view(*name_or_arn) : std::string_view();
  const bool names_index = index_name && *index_name;
  if (name.starts_with("arn:")) {
    const auto arn = ops::parse_table_arn(name);
    if (!arn || !name.starts_with(prefix_))
      return elsewhere(name, names_index ? std::string_view(**index_name) : std::string_view());
    name = arn->table;
  }
  Target target;
  target.table = find(name);
  if (target.table) target.policy = target.table->policy.get();
  target.resource = target.table ? std::string_view(target.table->arn) : own_arn("", name);
  if (!names_index) return target;
  if (target.table) target.index = target.table->find_index(**index_name);
  if (target.index) {
    target.resource = target.index->arn;
    return target;
  }
  const std::string_view table_name = target.table ? std::string_view(target.table->name) : clipped(name);
  resource_.assign(prefix_).append(table_name).append("/index/").append(clipped(**index_name));
  target.resource = resource_;
  return target;
}

Target Authorizer::resource_of_arn(const OptionalString& arn) {
  const std::string_view text = arn ? std::string_view(*arn) : std::string_view();
  if (text.find(kBeforeLabel) != text.npos) return stream(arn);
  if (ops::parse_table_arn(text)) return table(arn, nullptr);
  resource_ = clipped(text);
  return {.resource = resource_};
}

// An iterator begins with the ARN of its stream and '|'. The database refuses an iterator whose rest does not fit.
Target Authorizer::stream(const OptionalString& arn_or_iterator) {
  const std::string_view text = arn_or_iterator ? std::string_view(*arn_or_iterator) : std::string_view();
  resource_ = clipped(text.substr(0, text.find('|')));
  const StreamFacts* facts = find_stream(resource_);
  return {.resource = resource_, .policy = facts ? facts->policy.get() : nullptr};
}

Target Authorizer::all_tables() { return {.resource = own_arn("", "*")}; }

template <class Request>
Target Authorizer::target(const Request& request, const RequiredAction& need) {
  if (need.resource == ResourceKind::Account) return {};
  if (need.resource == ResourceKind::AllTables) return all_tables();
  if constexpr (requires { request.source_table_arn; }) {
    // The new table is the resource of the writes.
    const OptionalString& source = request.source_table_arn ? request.source_table_arn : request.source_table_name;
    const bool reads =
        need.action == iam::Action::RestoreTableToPointInTime || need.action == iam::Action::RestoreTableToVersion;
    return table(reads ? source : request.target_table_name, nullptr);
  } else if constexpr (requires { request.backup_arn; }) {
    if constexpr (requires { request.target_table_name; })
      if (need.resource == ResourceKind::Table) return table(request.target_table_name, nullptr);
    resource_ = clipped(request.backup_arn ? std::string_view(*request.backup_arn) : std::string_view());
    return {.resource = resource_};
  } else if constexpr (requires { request.export_arn; }) {
    resource_ = clipped(request.export_arn ? std::string_view(*request.export_arn) : std::string_view());
    return {.resource = resource_};
  } else if constexpr (requires { request.import_arn; }) {
    resource_ = clipped(request.import_arn ? std::string_view(*request.import_arn) : std::string_view());
    return {.resource = resource_};
  } else if constexpr (requires { request.table_creation_parameters; }) {
    return table(request.table_creation_parameters ? request.table_creation_parameters->table_name : OptionalString(),
                 nullptr);
  } else if constexpr (requires { request.table_arn; }) {
    return table(request.table_arn, nullptr);
  } else if constexpr (requires { request.shard_iterator; }) {
    return stream(request.shard_iterator);
  } else if constexpr (requires { request.stream_arn; }) {
    return stream(request.stream_arn);
  } else if constexpr (requires { request.resource_arn; }) {
    return resource_of_arn(request.resource_arn);
  } else if constexpr (requires { request.index_name; }) {
    return table(request.table_name, &request.index_name);
  } else if constexpr (requires { request.table_name; }) {
    return table(request.table_name, nullptr);
  } else {
    // Only a permission for all actions on all resources fits.
    return {};
  }
}

template <class KeysOf>
std::optional<Error> Authorizer::decide(iam::Action action, const Target& target, const Caller& caller,
                                        const KeysOf& keys_of) {
  const Clearing clearing(texts_);
  const iam::Principal& principal = caller.identity.principal();
  auto keys = keys_of(target);
  iam::Request request(principal, action, target.resource, caller.surroundings, &keys);
  iam::Outcome outcome = iam::evaluate(caller.identity.policies(target.policy), request);
  const bool allowed = outcome.decision == iam::Decision::Allowed;
  if (allowed && !keys.lacks_values()) return std::nullopt;
  if (allowed) outcome = {};
  const std::string_view owner = iam::part_of_arn(target.resource, 4);
  const bool has_other_owner = !owner.empty() && owner != principal.account;
  if (!has_other_owner || !tells_of_resource(outcome)) return denied(iam::denial_text(outcome, request));
  // The caller gets the denial for a resource without known facts.
  texts_.clear();
  const Target unknown{.resource = target.resource};
  auto unknown_keys = keys_of(unknown);
  iam::Request of_unknown(principal, action, target.resource, caller.surroundings, &unknown_keys);
  return denied(iam::denial_text(iam::evaluate(caller.identity.policies(nullptr), of_unknown), of_unknown));
}

std::optional<Error> Authorizer::check_parts(const Parts& parts, const Target& target, iam::Action action,
                                             std::string_view enclosing, const Caller& caller) {
  return decide(action, target, caller, [&](const Target& of) { return RequestKeys(parts, of, enclosing, texts_); });
}

template <class Member>
std::optional<Error> Authorizer::check_item(const Member& member, const OptionalString& table_name, iam::Action action,
                                            const OptionalEnum<ReturnConsumedCapacity>& capacity,
                                            std::string_view enclosing, const Caller& caller) {
  Parts parts = parts_of(member);
  parts.return_consumed_capacity = &capacity;
  return check_parts(parts, table(table_name, nullptr), action, enclosing, caller);
}

std::optional<Error> Authorizer::check_statement(const OptionalString& text,
                                                 const OptionalList<AttributeValue>& parameters,
                                                 const OptionalEnum<ReturnValuesOnConditionCheckFailure>& on_failure,
                                                 const OptionalEnum<ReturnConsumedCapacity>& capacity,
                                                 std::string_view enclosing, const Caller& caller) {
  // The operation itself refuses a text that is not a statement.
  if (!text || text->size() > kLongestStatement) return std::nullopt;
  const auto statement = partiql::statement_to_look_at(*text);
  if (!statement) return std::nullopt;
  const OptionalString table_name = (*statement)->table;
  const Target target = table(table_name, &(*statement)->index);
  const StatementParts parts{.text = *text,
                             .parameters = parameters,
                             .return_values_on_failure = on_failure,
                             .return_consumed_capacity = capacity,
                             .enclosing = enclosing};
  return decide(action_of(**statement), target, caller,
                [&](const Target& of) { return StatementKeys(**statement, parts, of, texts_); });
}

template <class Request>
std::optional<Error> Authorizer::check_operation(const Request& request, const Caller& caller) {
  constexpr base::OperationTraits kTraits = base::traits_of(base::kOperationOf<Request>);
  static_assert(kTraits.resource != ResourceKind::Members, "needs a check_request() that asks for each member");
  static const std::span<const RequiredAction> kNeeds = iam::required_actions(kTraits.name);
  const Parts parts = parts_of(request);
  for (const RequiredAction& need : kNeeds) {
    bool needed = need.when == When::Always;
    if constexpr (requires { request.tags; })
      needed = needed || (need.when == When::WithTags && request.tags && !request.tags->empty());
    if constexpr (requires { request.resource_policy; })
      needed = needed || (need.when == When::WithResourcePolicy && request.resource_policy);
    // Requests for replicas have no members here.
    if (!needed) continue;
    if (auto error = check_parts(parts, target(request, need), need.action, {}, caller)) return error;
  }
  return std::nullopt;
}

std::optional<Error> Authorizer::check_request(const BatchGetItemRequest& request, const Caller& caller) {
  const auto each = [&](const auto& member, const OptionalString& table_name, iam::Action action) {
    return check_item(member, table_name, action, request.return_consumed_capacity, {}, caller);
  };
  if (request.request_items)
    for (const auto& [name, keys] : *request.request_items)
      if (auto error = each(keys, name, iam::Action::BatchGetItem)) return error;
  return std::nullopt;
}

std::optional<Error> Authorizer::check_request(const BatchWriteItemRequest& request, const Caller& caller) {
  const auto each = [&](const auto& member, const OptionalString& table_name, iam::Action action) {
    return check_item(member, table_name, action, request.return_consumed_capacity, {}, caller);
  };
  if (request.request_items)
    for (const auto& [name, writes] : *request.request_items)
      if (auto error = each(writes, name, iam::Action::BatchWriteItem)) return error;
  return std::nullopt;
}

std::optional<Error> Authorizer::check_request(const TransactGetItemsRequest& request, const Caller& caller) {
  const auto each = [&](const auto& member, const OptionalString& table_name, iam::Action action) {
    return check_item(member, table_name, action, request.return_consumed_capacity, "TransactGetItems", caller);
  };
  if (request.transact_items)
    for (const TransactGetItem& member : *request.transact_items)
      if (member.get)
        if (auto error = each(*member.get, member.get->table_name, iam::Action::GetItem)) return error;
  return std::nullopt;
}

std::optional<Error> Authorizer::check_request(const TransactWriteItemsRequest& request, const Caller& caller) {
  const auto each = [&](const auto& member, const OptionalString& table_name, iam::Action action) {
    return check_item(member, table_name, action, request.return_consumed_capacity, "TransactWriteItems", caller);
  };
  if (!request.transact_items) return std::nullopt;
  for (const TransactWriteItem& member : *request.transact_items) {
    std::optional<Error> error;
    if (member.condition_check)
      error = each(*member.condition_check, member.condition_check->table_name, iam::Action::ConditionCheckItem);
    if (!error && member.put) error = each(*member.put, member.put->table_name, iam::Action::PutItem);
    if (!error && member.delete_) error = each(*member.delete_, member.delete_->table_name, iam::Action::DeleteItem);
    if (!error && member.update) error = each(*member.update, member.update->table_name, iam::Action::UpdateItem);
    if (error) return error;
  }
  return std::nullopt;
}

std::optional<Error> Authorizer::check_request(const ExecuteStatementRequest& request, const Caller& caller) {
  return check_statement(request.statement, request.parameters, request.return_values_on_condition_check_failure,
                         request.return_consumed_capacity, {}, caller);
}

std::optional<Error> Authorizer::check_member(const BatchStatementRequest& member,
                                              const BatchExecuteStatementRequest& whole, const Caller& caller) {
  return check_statement(member.statement, member.parameters, member.return_values_on_condition_check_failure,
                         whole.return_consumed_capacity, "BatchExecuteStatement", caller);
}

std::optional<Error> Authorizer::check_request(const BatchExecuteStatementRequest& request, const Caller& caller) {
  if (request.statements)
    for (const BatchStatementRequest& member : *request.statements)
      if (auto error = check_member(member, request, caller)) return error;
  return std::nullopt;
}

std::optional<Error> Authorizer::check_request(const ExecuteTransactionRequest& request, const Caller& caller) {
  if (request.transact_statements)
    for (const ParameterizedStatement& member : *request.transact_statements)
      if (auto error =
              check_statement(member.statement, member.parameters, member.return_values_on_condition_check_failure,
                              request.return_consumed_capacity, "ExecuteTransaction", caller))
        return error;
  return std::nullopt;
}

// A caller must not lock himself out by mistake: the new policy must allow him to change it again.
std::optional<Error> Authorizer::check_request(const PutResourcePolicyRequest& request, const Caller& caller) {
  if (auto error = check_operation(request, caller)) return error;
  if (request.confirm_remove_self_resource_access.value_or(false) || !request.policy) return std::nullopt;
  Target target = resource_of_arn(request.resource_arn);
  const bool of_stream = target.resource.find(kBeforeLabel) != target.resource.npos;
  const auto policy =
      iam::ResourcePolicy::parse(*request.policy, of_stream ? iam::AttachedTo::Stream : iam::AttachedTo::Table);
  // The operation refuses a policy with a fault.
  if (!policy) return std::nullopt;
  target.policy = policy->compiled().get();
  if (!check_parts(parts_of(request), target, iam::Action::PutResourcePolicy, {}, caller)) return std::nullopt;
  return denied("The new resource policy will not allow you to update the resource policy in the future.");
}

// The root of the account can always remove a policy, so that no policy can lock the account out.
std::optional<Error> Authorizer::check_request(const DeleteResourcePolicyRequest& request, const Caller& caller) {
  const iam::Principal& principal = caller.identity.principal();
  const std::string_view arn = request.resource_arn ? std::string_view(*request.resource_arn) : std::string_view();
  if (principal.kind == iam::PrincipalKind::Root && iam::part_of_arn(arn, 4) == principal.account) return std::nullopt;
  return check_operation(request, caller);
}

#define PARTITA_OPERATION(function, Name)                                                      \
  std::optional<Error> Authorizer::check(const Name##Request& request, const Caller& caller) { \
    return check_request(request, caller);                                                     \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION

}  // namespace partita::permissions
