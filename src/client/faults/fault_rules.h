// FaultRules decides which faults a call meets. It has no clock, no thread and no database, so that one table of tests
// has every rule.
#pragma once

#include <partita/faults.h>

#include <bitset>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "client/faults/call_facts.h"
#include "client/faults/fault_errors.h"

namespace partita::client {

// What happens to one call.
struct FaultPlan {
  std::chrono::milliseconds delay_before{0};
  std::chrono::milliseconds delay_after{0};
  // The caller gets this error, before the call is carried out or after that.
  std::optional<Error> error = {};
  FaultTime when = FaultTime::Before;
  // The connection is cut. `error` is then what the caller of a remote database gets.
  FaultConnection connection = FaultConnection::Kept;
  // For each member whether it is left out. Empty if none is.
  std::vector<bool> left_out = {};
};

// Safe to use from several threads.
class FaultRules {
 public:
  // Errors: ValidationException, with the place of the rule in the message.
  static Result<std::shared_ptr<FaultRules>> make(Faults faults);

  // Counts the call and decides. A plan that is default-made lets it pass.
  FaultPlan decide(const CallFacts& call);
  FindKeys find_keys() const { return find_keys_; }
  std::vector<std::uint64_t> times_acted() const;

 private:
  static constexpr std::size_t kOperations = 0
#define PARTITA_OPERATION(function, Name) +1
#include <partita/operations.def>
#undef PARTITA_OPERATION
      ;
  using Operations = std::bitset<kOperations>;

  struct Rule {
    Fault fault;
    std::uint64_t place = 0;
    const FaultError* error = nullptr;  // of fault.error
    Operations reading = {};            // the operations that match if the call only reads
    Operations writing = {};            // and if it may write
    // guarded by mutex_
    std::uint64_t matched = 0;
    std::uint64_t acted = 0;
  };

  explicit FaultRules(std::uint64_t seed) : seed_(seed) {}
  static Result<Rule> checked(Fault fault, std::uint64_t place);
  static void add_operations(Rule& rule);

  // The positions of the members of the call that match the rule, or nothing if the call does not.
  static std::vector<std::size_t> matching(const Rule& rule, const CallFacts& call);
  // A number in [0, 1) that depends on nothing but its arguments and the seed.
  double chance(const Rule& rule, std::uint64_t match, std::uint64_t member) const;
  bool act(Rule& rule, const CallFacts& call, const std::vector<std::size_t>& members, FaultPlan& plan) const;
  bool leave_out(const Rule& rule, const CallFacts& call, const std::vector<std::size_t>& members,
                 FaultPlan& plan) const;
  Error error_for(const Rule& rule, const CallFacts& call, const std::vector<std::size_t>& members) const;

  const std::uint64_t seed_;
  FindKeys find_keys_ = FindKeys::No;
  mutable std::mutex mutex_;
  std::vector<Rule> rules_;
};

}  // namespace partita::client
