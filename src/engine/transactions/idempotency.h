// Idempotent transactions. A ClientRequestToken is valid for ten minutes.
//
// A token's record holds the hash of the request and the time. It is in the transaction's own batch, so after a crash
// either both are stored or neither. A failed transaction leaves no record.
#pragma once

#include <partita/item_operations.h>
#include <partita/statement_operations.h>

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "engine/context.h"
#include "engine/may_wait.h"

namespace partita::engine {

// The tokens of transactions under way. Several threads may use it at once.
class RunningTokens {
 public:
  // Returns false if a transaction under way has the token.
  bool start(const std::string& token) {
    std::lock_guard lock(mutex_);
    return running_.insert(token).second;
  }
  void end(const std::string& token) {
    std::lock_guard lock(mutex_);
    running_.erase(token);
  }

 private:
  std::mutex mutex_;
  std::unordered_set<std::string> running_;  // guarded by mutex_
};

// Holds a transaction's token while the transaction is under way. The destructor calls end().
class RunningToken {
 public:
  RunningToken() = default;
  ~RunningToken() { end(); }
  RunningToken(const RunningToken&) = delete;
  RunningToken& operator=(const RunningToken&) = delete;

  // Returns false if another transaction under way has the token. `tokens` must outlive this. Requires: no token is
  // held.
  bool start(RunningTokens& tokens, const std::string& token) {
    token_ = token;
    if (!tokens.start(token_)) return false;
    tokens_ = &tokens;
    return true;
  }
  void end() {
    if (RunningTokens* tokens = std::exchange(tokens_, nullptr)) tokens->end(token_);
  }

 private:
  RunningTokens* tokens_ = nullptr;  // nullptr if no token is held
  std::string token_;
};

struct TokenRecord {
  std::string request_hash;  // 32 bytes
  std::int64_t time_ms = 0;  // since the epoch
};

struct FoundToken {
  bool cached = true;  // false if the record is not in memory; then ask again and wait
  std::optional<TokenRecord> record;
};
// Finds the record of a token that is still valid. `token` has the realm's prefix (Catalog::key_prefix) in front, here
// and in put_token(). It waits for the disk unless `may_wait` is No. Errors:
// InternalServerError, Corruption.
Result<FoundToken> find_token(const Context& context, std::string_view token, MayWait may_wait);
// Adds the record to `batch`.
void put_token(const TokenRecord& record, std::string_view token, storage::Batch& batch);
// The SHA-256 of the request's members, which equal requests share. Options of the answer do not count.
std::string hash_of(const TransactWriteItemsRequest& request);
std::string hash_of(const ExecuteTransactionRequest& request);

// What is known of the token of a request that is about to be carried out.
enum class TokenState : std::uint8_t {
  New,       // the transaction holds the token now, and `also` has its record
  Answered,  // the same request was carried out before
  NotCached  // the record is not in memory; ask again and wait
};
// Claims `token` of the context's realm for a request with `request_hash`. Errors: TransactionInProgressException,
// IdempotentParameterMismatchException, InternalServerError, Corruption.
Result<TokenState> claim_token(Context& context, RunningToken& running, const std::string& token,
                               std::string request_hash, MayWait may_wait, storage::Batch& also);
// Erases at most a few hundred records that have expired. Returns true if no more can be erased now. Waits for
// the disk.
// Errors: InternalServerError, Corruption.
Result<bool> erase_old_tokens(const Context& context);
// Erases all records of the context's realm, also those that are still valid, except those of transactions under way.
// Waits for the disk. Errors: InternalServerError, Corruption. Requires: it is not the own realm.
Result<void> erase_tokens_of_realm(const Context& context);

}  // namespace partita::engine
