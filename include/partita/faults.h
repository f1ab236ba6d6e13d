// Faults on purpose: a database that fails as its rules say, so that a program can test what it does when its database
// is slow, throttled or unreachable.
//
//   auto database = partita::open("", {.in_memory = true}).value();
//   partita::Faults faults{.seed = 7};
//   faults.rules.push_back({.operations = {"writes"}, .probability = 0.3,
//                           .error = partita::ErrorCode::ProvisionedThroughputExceededException});
//   faults.rules.push_back({.operations = {"PutItem"}, .table = "orders", .skip = 2, .count = 1,
//                           .when = partita::FaultTime::After, .error = partita::ErrorCode::InternalServerError});
//   auto faulty = partita::with_faults(*database, std::move(faults)).value();
//   my_code(*faulty);
//
// The second rule loses an answer: the third PutItem on the table is carried out, but the caller sees an error.
#pragma once

#include <partita/attribute_value.h>
#include <partita/database_class.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita {

// Whether a fault comes before or after the call is carried out.
enum class FaultTime : std::uint8_t { Before, After };

// Whether the caller gets an answer.
enum class FaultConnection : std::uint8_t {
  Kept,
  // The caller gets none. A server closes its connection. In process the caller gets the errors of a remote database:
  // OutcomeUnknown for a call that may write, and InternalServerError for one that only reads.
  Cut,
};

// One rule: the calls that it matches, and what it does to them. It must do something: delay the call, or one of
// `error`, `connection` and `unprocessed`.
struct Fault {
  // ---- the calls that the rule matches

  // Names of the API such as "PutItem". Two other names are "reads" and "writes", which are all operations on items
  // (also statements) that only read, and all others on items. Empty: all operations.
  std::vector<std::string> operations = {};
  // Only calls that name this table. Calls that name it by an ARN match too. Empty: all tables.
  std::string table = {};
  // Only calls that name an item with these attributes, which usually are the partition key, or the whole key. They are
  // looked for in keys, in items that are put, in the equalities of a Query's key condition, and in the values of an
  // INSERT and the equalities of another statement's WHERE. If `table` is set too, the item is in that table. Empty:
  // all calls.
  AttributeMap key = {};

  // ---- how often it acts on them

  std::uint64_t skip = 0;                   // It lets the first matching calls pass.
  double probability = 1;                   // From 0 to 1: it acts on this share of the calls after those.
  std::optional<std::uint64_t> count = {};  // It acts this many times at most, at least 1. Absent: without a limit.

  // ---- what it does

  // The rule's delay and error come before the call is carried out, or after that.
  FaultTime when = FaultTime::Before;
  std::chrono::milliseconds delay{0};  // up to an hour
  // The caller gets this error. Before the call, the call is not carried out, and after it, the answer is lost. The
  // codes are ProvisionedThroughputExceededException, ThrottlingException, RequestLimitExceeded,
  // LimitExceededException, InternalServerError, ServiceUnavailable, TransactionConflictException,
  // TransactionInProgressException, ItemCollectionSizeLimitExceededException and ExpiredTokenException. A rule acts
  // only on those operations for which the service has the error. A transaction that meets a conflict, throttling or a
  // full item collection gets a TransactionCanceledException in which one member that matches the rule has the reason.
  std::optional<ErrorCode> error = {};
  std::string message = {};  // the error's text; empty: the service's
  FaultConnection connection = FaultConnection::Kept;
  // From 0 to 1: of the members of a BatchWriteItem or BatchGetItem that match the rule, this share comes back as
  // unprocessed. If that would be all members of the call, it gets a ProvisionedThroughputExceededException. In a
  // BatchExecuteStatement, each of these statements gets an error, with the code ThrottlingError.
  double unprocessed = 0;
};

// The rules, in the order in which they are tried. A rule that only delays lets the call go on to the next rules. Any
// other rule that acts on a call is the last one for it. The delays of a call add up.
//
// Each rule counts its own matches. Whether it acts on the n-th one depends only on the seed, on the rule's place and
// on n, so the same calls in the same order meet the same faults.
struct Faults {
  std::vector<Fault> rules = {};
  std::uint64_t seed = 0;
  // The clock with which a server checks signatures, and of the Date field of its answers, is ahead by so much, or
  // behind if it is negative, by ten years (of 365 days) at most. So the clock skew correction of a client can be
  // tested. A database in process has no such clock and ignores it.
  std::chrono::seconds clock_skew{0};
};

// A database that passes the calls on to another one and fails as its rules say. The rules see a call before it is
// checked, so a wrong request may meet a fault too. A batch that does not fit its tables, or has two writes of one
// item, may be accepted if the wrong member is left out. Subscriptions are passed on and meet no fault.
//
// A delay holds the thread of a call that waits for its answer. For a call with a completion it holds no thread, and
// the completion may be called on a thread of this database. The destructor ends the delays of such calls. Calls that
// wait must have returned before it.
class PARTITA_API FaultyDatabase : public Database {
 public:
  ~FaultyDatabase() override;

  // Replaces the rules. Their matches are counted anew. Calls under way keep their faults.
  // Errors: ValidationException, if a rule is wrong. The message names the rule by its place, counted from 1. The rules
  // stay as they were.
  virtual Result<void> set_faults(Faults faults) = 0;
  // How often each rule has acted since the rules were set.
  virtual std::vector<std::uint64_t> times_acted() const = 0;
};

// Returns a database that passes its calls on to `database`, which must outlive it.
// Errors: those of FaultyDatabase::set_faults.
PARTITA_API Result<std::unique_ptr<FaultyDatabase>> with_faults(Database& database, Faults faults);
// The same, but the result owns `database`, which is destroyed after an error.
PARTITA_API Result<std::unique_ptr<FaultyDatabase>> with_faults(std::unique_ptr<Database> database, Faults faults);

// Reads rules from JSON, which is an object with the members "rules", "seed" and "clock_skew_seconds". The members of a
// rule have the names of Fault, but the delay is called "delay_ms":
//   {"seed": 7, "rules": [{"operations": ["PutItem"], "key": {"pk": {"S": "a"}}, "when": "after", "connection":
//   "cut"}]}
// Errors: ValidationException, whose message names the rule and its member.
PARTITA_API Result<Faults> parse_faults(std::string_view json);
// Reads such a file, for example that of `partita serve --faults`. Errors: those of parse_faults, with the path in the
// message; ValidationException also if the file cannot be read.
PARTITA_API Result<Faults> read_faults(const std::string& path);

}  // namespace partita
