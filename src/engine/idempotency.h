// Idempotent transactions: a ClientRequestToken is good for ten minutes.
//
// The record (token -> hash of the request, time, units) is written in the transaction's own batch, so it is there
// exactly when the transaction is, also after a crash. A failed transaction leaves none.
#pragma once

#include "engine/context.h"

#include <partita/item_operations.h>

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace partita::engine {

// Tokens of transactions under way.
class RunningTokens {
 public:
  // false: it is running already.
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

// A transaction's token while the transaction is under way: from start() to end(), or to the end of this.
class RunningToken {
 public:
  RunningToken() = default;
  ~RunningToken() { end(); }
  RunningToken(const RunningToken&) = delete;
  RunningToken& operator=(const RunningToken&) = delete;

  // false: it is running already. Requires: not started.
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
  RunningTokens* tokens_ = nullptr;  // while it is running
  std::string token_;
};

struct TokenRecord {
  std::string request_hash;  // 32 bytes
  std::int64_t time_ms = 0;
};

struct FoundToken {
  bool cached = true;  // false: not in memory, ask again without cached_only
  std::optional<TokenRecord> record;
};
// The record of a token that is still good. Errors: InternalServerError, Corruption.
Result<FoundToken> find_token(const Context& context, std::string_view token, bool cached_only);
void put_token(const TokenRecord& record, std::string_view token, storage::Batch& batch);
// SHA-256 over a form of the request that is the same for equal requests.
std::string hash_of(const TransactWriteItemsRequest& request);
// Erases some hundred of the records that are no longer good; true: there are none left that can be erased now.
// Errors: InternalServerError, Corruption.
Result<bool> erase_old_tokens(const Context& context);

}  // namespace partita::engine
