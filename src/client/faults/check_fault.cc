#include "client/faults/check_fault.h"

#include <fmt/core.h>

#include "base/try.h"
#include "client/faults/fault_errors.h"
#include "ops/rules/names.h"

namespace partita::client {
namespace {

constexpr std::chrono::milliseconds kMostDelay{3'600'000};

template <class... Parts>
unexpected<Error> refuse_rule(std::uint64_t place, fmt::format_string<Parts...> text, Parts&&... parts) {
  return invalid(fmt::format("Rule {}: {}", place, fmt::format(text, std::forward<Parts>(parts)...)));
}

bool is_share(double number) { return number >= 0 && number <= 1; }

int ends_of(const Fault& fault) {
  return int(fault.error.has_value()) + int(fault.connection == FaultConnection::Cut) + int(fault.unprocessed != 0);
}

Result<void> check_numbers(const Fault& fault, std::uint64_t place) {
  if (!is_share(fault.probability))
    return refuse_rule(place, "the probability {} is not from 0 to 1", fault.probability);
  if (!is_share(fault.unprocessed))
    return refuse_rule(place, "the share {} of unprocessed members is not from 0 to 1", fault.unprocessed);
  if (fault.count == 0u) return refuse_rule(place, "the count is 0, so the rule would never act");
  if (fault.delay.count() < 0 || fault.delay > kMostDelay)
    return refuse_rule(place, "the delay of {} ms is not from 0 to {} ms", fault.delay.count(), kMostDelay.count());
  return {};
}

Result<void> check_effect(const Fault& fault, std::uint64_t place) {
  if (ends_of(fault) == 0 && fault.delay.count() == 0)
    return refuse_rule(place,
                       "it does nothing; give a delay, an error, a cut connection or a share of unprocessed members");
  if (ends_of(fault) > 1)
    return refuse_rule(place, "it can have only one of an error, a cut connection and a share of unprocessed members");
  if (fault.error && !find_fault_error(*fault.error))
    return refuse_rule(place, "a rule cannot ask for {}; give {}", describe(*fault.error).name, fault_error_names());
  if (!fault.message.empty() && !fault.error) return refuse_rule(place, "it has a message, but no error");
  return {};
}

// Checks an operation that the rule names, because a rule that can never act is a mistake.
Result<void> check_operation(const Fault& fault, std::uint64_t place, std::string_view name,
                             protocol::Operation operation) {
  if (!fault.table.empty() && !names_table(operation)) return refuse_rule(place, "{} names no table", name);
  if (!fault.key.empty() && !names_keys(operation))
    return refuse_rule(place, "{} names no items, so no key can match", name);
  if (fault.unprocessed != 0 && !has_partial_answers(operation))
    return refuse_rule(
        place, "{} has no unprocessed members; BatchGetItem, BatchWriteItem and BatchExecuteStatement have", name);
  if (fault.error && !is_in_scope(find_fault_error(*fault.error)->scope, operation))
    return refuse_rule(place, "{} has no {}", name, describe(*fault.error).name);
  return {};
}

Result<void> check_operations(const Fault& fault, std::uint64_t place) {
  for (const std::string& name : fault.operations) {
    if (name == kReadsName || name == kWritesName) continue;
    const auto operation = operation_named(name);
    if (!operation)
      return refuse_rule(place, "'{}' is not an operation; give a name of the API such as PutItem, or '{}' or '{}'",
                         name, kReadsName, kWritesName);
    PARTITA_TRY(check_operation(fault, place, name, *operation));
  }
  return {};
}

}  // namespace

Result<void> check_fault(const Fault& fault, std::uint64_t place) {
  PARTITA_TRY(check_numbers(fault, place));
  PARTITA_TRY(check_effect(fault, place));
  if (!fault.table.empty() && !ops::is_name(fault.table))
    return refuse_rule(place, "'{}' is not the name of a table; give a name, not an ARN", fault.table);
  return check_operations(fault, place);
}

}  // namespace partita::client
