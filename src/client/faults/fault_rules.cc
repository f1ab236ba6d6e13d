#include "client/faults/fault_rules.h"

#include <algorithm>

#include "base/contains.h"
#include "base/try.h"
#include "client/faults/check_fault.h"
#include "engine/transactions/cancellation.h"
#include "value/number.h"

namespace partita::client {
namespace {

constexpr std::uint64_t kNoMember = ~std::uint64_t{0};
constexpr std::chrono::seconds kMostSkew = std::chrono::hours(24) * 365 * 10;

// SplitMix64, whose bits are well mixed for neighbouring numbers too.
std::uint64_t mixed(std::uint64_t number) {
  number += 0x9e3779b97f4a7c15;
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
  number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
  return number ^ (number >> 31);
}

// Numbers are equal if their values are.
bool is_same_key(const AttributeValue& a, const AttributeValue& b) {
  if (!a.is(AttributeType::N) || !b.is(AttributeType::N)) return a == b;
  const auto left = value::Number::parse(a.n()), right = value::Number::parse(b.n());
  return left && right && *left == *right;
}

bool has_key(const NamedItem& named, const AttributeMap& key) {
  const AttributeMap& attributes = named.attributes != nullptr ? *named.attributes : named.found;
  return std::all_of(key.begin(), key.end(), [&](const Attribute& wanted) {
    const AttributeValue* const value = attributes.find(wanted.name);
    return value != nullptr && is_same_key(*value, wanted.value);
  });
}

bool only_reads(const CallFacts& call) { return call.repeatable == Repeatable::Read; }

// The error that a remote database gives if its connection breaks.
Error cut_error(const CallFacts& call) {
  const std::string why = "No answer from the database: a fault on purpose has cut the connection";
  if (only_reads(call)) return {ErrorCode::InternalServerError, why};
  return {ErrorCode::OutcomeUnknown,
          "The outcome of " + std::string(protocol::name_of(call.operation)) + " is unknown. " + why};
}

}  // namespace

void FaultRules::add_operations(Rule& rule) {
  const Fault& fault = rule.fault;
  for (std::size_t i = 0; i < kOperations; ++i) {
    const auto operation = static_cast<protocol::Operation>(i);
    if (rule.error && !is_in_scope(rule.error->scope, operation)) continue;
    if (fault.unprocessed != 0 && !has_partial_answers(operation)) continue;
    const auto named = [&](std::string_view name) { return base::contains(fault.operations, name); };
    const bool all = fault.operations.empty() || named(protocol::name_of(operation));
    const bool meets_reads = !rule.error || can_meet_reads(rule.error->scope, operation);
    rule.reading[i] = meets_reads && (all || (is_on_items(operation) && named(kReadsName)));
    rule.writing[i] = all || (is_on_items(operation) && named(kWritesName));
  }
}

Result<FaultRules::Rule> FaultRules::checked(Fault fault, std::uint64_t place) {
  PARTITA_TRY(check_fault(fault, place));
  Rule rule{.fault = std::move(fault), .place = place};
  if (rule.fault.error) rule.error = find_fault_error(*rule.fault.error);
  add_operations(rule);
  return rule;
}

Result<std::shared_ptr<FaultRules>> FaultRules::make(Faults faults) {
  // The least number of seconds has no absolute value.
  if (faults.clock_skew > kMostSkew || faults.clock_skew < -kMostSkew)
    return invalid("The clock skew is more than ten years, which is " + std::to_string(kMostSkew.count()) + " seconds");
  std::shared_ptr<FaultRules> made(new FaultRules(faults.seed));
  for (Fault& fault : faults.rules) {
    PARTITA_TRY_VALUE(rule, checked(std::move(fault), made->rules_.size() + 1));
    if (!rule.fault.key.empty()) made->find_keys_ = FindKeys::Yes;
    made->rules_.push_back(std::move(rule));
  }
  return made;
}

std::vector<std::uint64_t> FaultRules::times_acted() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::uint64_t> times;
  for (const Rule& rule : rules_) times.push_back(rule.acted);
  return times;
}

std::vector<std::size_t> FaultRules::matching(const Rule& rule, const CallFacts& call) {
  std::vector<std::size_t> members;
  for (std::size_t i = 0; i < call.named.size(); ++i) {
    const NamedItem& named = call.named[i];
    if (!rule.fault.table.empty() && named.table != rule.fault.table) continue;
    if (has_key(named, rule.fault.key)) members.push_back(i);
  }
  return members;
}

double FaultRules::chance(const Rule& rule, std::uint64_t match, std::uint64_t member) const {
  const std::uint64_t bits = mixed(mixed(mixed(mixed(seed_) + rule.place) + match) + member);
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

FaultPlan FaultRules::decide(const CallFacts& call) {
  FaultPlan plan;
  const auto operation = static_cast<std::size_t>(call.operation);
  const std::lock_guard lock(mutex_);
  for (Rule& rule : rules_) {
    if (!(only_reads(call) ? rule.reading : rule.writing)[operation]) continue;
    const auto members = matching(rule, call);
    const bool names_nothing = rule.fault.table.empty() && rule.fault.key.empty() && call.named.empty();
    if (members.empty() && !names_nothing) continue;
    ++rule.matched;
    if (rule.matched <= rule.fault.skip || rule.acted == rule.fault.count) continue;
    if (chance(rule, rule.matched, kNoMember) >= rule.fault.probability) continue;
    if (act(rule, call, members, plan)) break;
  }
  return plan;
}

// Returns true if no other rule may act on the call.
bool FaultRules::act(Rule& rule, const CallFacts& call, const std::vector<std::size_t>& members,
                     FaultPlan& plan) const {
  const Fault& fault = rule.fault;
  if (fault.unprocessed != 0 && !leave_out(rule, call, members, plan)) return false;
  ++rule.acted;
  // A batch that is refused is not carried out, so its delay comes before the refusal.
  const bool is_before = fault.when == FaultTime::Before || plan.error.has_value();
  (is_before ? plan.delay_before : plan.delay_after) += fault.delay;
  if (fault.unprocessed != 0) return true;
  if (!fault.error && fault.connection == FaultConnection::Kept) return false;
  plan.when = fault.when;
  plan.connection = fault.connection;
  plan.error = fault.error ? error_for(rule, call, members) : cut_error(call);
  return true;
}

// Returns false if chance leaves out no member.
bool FaultRules::leave_out(const Rule& rule, const CallFacts& call, const std::vector<std::size_t>& members,
                           FaultPlan& plan) const {
  std::vector<bool> left_out(call.named.size());
  for (const std::size_t member : members)
    left_out[member] = chance(rule, rule.matched, member) < rule.fault.unprocessed;
  const auto count = std::count(left_out.begin(), left_out.end(), true);
  if (count == 0) return false;
  // The service refuses a batch of which it can do nothing. Statements have their own errors.
  if (static_cast<std::size_t>(count) == left_out.size() &&
      call.operation != protocol::Operation::BatchExecuteStatement) {
    const FaultError& error = *find_fault_error(ErrorCode::ProvisionedThroughputExceededException);
    plan.error = Error(error.code, std::string(error.message));
    return true;
  }
  plan.left_out = std::move(left_out);
  return true;
}

Error FaultRules::error_for(const Rule& rule, const CallFacts& call, const std::vector<std::size_t>& members) const {
  const FaultError& error = *rule.error;
  std::string message = rule.fault.message;
  if (message.empty() && error.code == ErrorCode::ThrottlingException && !is_on_items(call.operation))
    message = kRateExceeded;
  if (message.empty()) message = error.message;
  if (!is_transaction(call.operation) || error.reason.empty() || members.empty())
    return Error(error.code, std::move(message));
  std::vector<CancellationReason> reasons(call.named.size());
  const auto chosen = static_cast<std::size_t>(chance(rule, rule.matched, 0) * static_cast<double>(members.size()));
  reasons[members[chosen]] = {.code = std::string(error.reason), .message = std::move(message), .item = {}};
  return engine::cancelled(std::move(reasons));
}

}  // namespace partita::client
