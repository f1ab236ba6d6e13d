#include "engine/transactions/idempotency.h"

#include <openssl/evp.h>

#include <array>

#include "base/bytes.h"
#include "base/check.h"
#include "base/try.h"
#include "engine/account_age.h"
#include "engine/age_clock.h"
#include "keys/key_codec.h"
#include "keys/key_space.h"
#include "value/encode.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

// Indexes of the system table. The catalog has 1 to 3. The numbers are stored, so never renumber them.
constexpr keys::IndexId kTokens = 4;      // maps a token to its record
constexpr keys::IndexId kTokenTimes = 5;  // has a key of time and token for each record, with an empty value

constexpr std::size_t kHashBytes = 32;
constexpr std::size_t kErasedAtOnce = 512;

std::string token_key(std::string_view token) { return keys::index_lower(keys::kSystemTable, kTokens).append(token); }

std::string time_key(std::int64_t time_ms, std::string_view token) {
  std::string key = keys::index_lower(keys::kSystemTable, kTokenTimes);
  base::put_big_endian(key, static_cast<std::uint64_t>(time_ms));
  return key.append(token);
}

// Feeds a digest. Each part is preceded by its length, so that different requests feed different bytes.
class Digest {
 public:
  Digest() : context_(EVP_MD_CTX_new()) { EVP_DigestInit_ex(context_, EVP_sha256(), nullptr); }
  ~Digest() { EVP_MD_CTX_free(context_); }
  Digest(const Digest&) = delete;
  Digest& operator=(const Digest&) = delete;

  void add(std::string_view bytes) {
    std::string length;
    base::put_varint(length, bytes.size() + 1);
    EVP_DigestUpdate(context_, length.data(), length.size());
    EVP_DigestUpdate(context_, bytes.data(), bytes.size());
  }
  void add_absent() { EVP_DigestUpdate(context_, "\0", 1); }
  void add(const OptionalString& text) { text ? add(std::string_view(*text)) : add_absent(); }
  void add(const OptionalItem& item) { item ? add(std::string_view(value::encode_item(*item))) : add_absent(); }
  void add(const OptionalNames& names) {
    if (!names) return add_absent();
    for (const auto& [name, attribute] : *names) {
      add(std::string_view(name));
      add(std::string_view(attribute));
    }
  }
  std::string finish() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> hash{};
    unsigned length = 0;
    EVP_DigestFinal_ex(context_, hash.data(), &length);
    return std::string(reinterpret_cast<const char*>(hash.data()), length);
  }

 private:
  EVP_MD_CTX* context_;
};

template <class Member>
void add_member(Digest& digest, std::string_view kind, const std::optional<Member>& member) {
  if (!member) return;
  digest.add(kind);
  digest.add(member->table_name);
  if constexpr (requires { member->item; }) digest.add(member->item);
  if constexpr (requires { member->key; }) digest.add(member->key);
  if constexpr (requires { member->update_expression; }) digest.add(member->update_expression);
  digest.add(member->condition_expression);
  digest.add(member->expression_attribute_names);
  digest.add(member->expression_attribute_values);
}

}  // namespace

std::string hash_of(const TransactWriteItemsRequest& request) {
  Digest digest;
  for (const TransactWriteItem& item : *request.transact_items) {
    add_member(digest, "check", item.condition_check);
    add_member(digest, "put", item.put);
    add_member(digest, "delete", item.delete_);
    add_member(digest, "update", item.update);
  }
  return digest.finish();
}

std::string hash_of(const ExecuteTransactionRequest& request) {
  Digest digest;
  for (const ParameterizedStatement& member : *request.transact_statements) {
    digest.add(member.statement);
    std::string parameters;
    if (member.parameters)
      for (const AttributeValue& value : *member.parameters) value::encode_value(value, parameters);
    digest.add(std::string_view(parameters));
  }
  return digest.finish();
}

Result<TokenState> claim_token(Context& context, RunningToken& running, const std::string& given,
                               std::string request_hash, MayWait may_wait, storage::Batch& also) {
  const std::string& prefix = context.catalog.key_prefix();
  std::string prefixed;
  if (!prefix.empty()) prefixed = prefix + given;
  const std::string& token = prefix.empty() ? given : prefixed;
  const TokenRecord record{std::move(request_hash), context.clock.now_ms()};
  if (!running.start(context.running_tokens, token))
    return fail(ErrorCode::TransactionInProgressException,
                "Transaction is in progress for the given ClientRequestToken");
  auto known = find_token(context, token, may_wait);
  if (known && known->cached && !known->record) {
    put_token(record, token, also);
    return TokenState::New;
  }
  running.end();
  if (!known) return unexpected(std::move(known.error()));
  if (!known->cached) return TokenState::NotCached;
  if (known->record->request_hash != record.request_hash)
    return fail(
        ErrorCode::IdempotentParameterMismatchException,
        "Request parameters do not match the parameters of an earlier request with the same ClientRequestToken");
  return TokenState::Answered;
}

Result<FoundToken> find_token(const Context& context, std::string_view token, MayWait may_wait) {
  PARTITA_TRY_VALUE(stored,
                    context.store.get(token_key(token), {.snapshot = nullptr, .no_wait = may_wait == MayWait::No}));
  if (stored.state == storage::ReadState::NotCached) return FoundToken{.cached = false, .record = {}};
  if (stored.state == storage::ReadState::Missing) return FoundToken{};
  std::string_view bytes = stored.value.bytes;
  if (bytes.size() != kHashBytes + sizeof(std::uint64_t))
    return fail(ErrorCode::Corruption, "the record of a client request token does not decode");
  TokenRecord record;
  record.request_hash = bytes.substr(0, kHashBytes);
  bytes.remove_prefix(kHashBytes);
  record.time_ms = static_cast<std::int64_t>(base::take_big_endian<std::uint64_t>(bytes));
  if (account_age_now_ms(context) - record.time_ms >= limits::kIdempotencyWindowMs) return FoundToken{};
  return FoundToken{.cached = true, .record = std::move(record)};
}

void put_token(const TokenRecord& record, std::string_view token, storage::Batch& batch) {
  std::string value = record.request_hash;
  base::put_big_endian(value, static_cast<std::uint64_t>(record.time_ms));
  batch.put(token_key(token), value);
  batch.put(time_key(record.time_ms, token), {});
}

namespace {

// Prevents transactions from using some tokens while the old records of these tokens are erased. A record that is
// written meanwhile would be erased too.
class ReservedTokens {
 public:
  explicit ReservedTokens(RunningTokens& running) : running_(running) {}
  ~ReservedTokens() {
    for (const std::string& token : tokens_) running_.end(token);
  }
  ReservedTokens(const ReservedTokens&) = delete;
  ReservedTokens& operator=(const ReservedTokens&) = delete;

  // Returns false if a transaction under way has the token.
  bool reserve(std::string_view token) {
    tokens_.emplace_back(token);  // comes first, because it may throw std::bad_alloc
    if (running_.start(tokens_.back())) return true;
    tokens_.pop_back();
    return false;
  }
  std::size_t size() const { return tokens_.size(); }

 private:
  RunningTokens& running_;
  std::vector<std::string> tokens_;
};

}  // namespace

Result<bool> erase_old_tokens(const Context& context) {
  storage::IteratorOptions range;
  range.lower = keys::index_lower(keys::kSystemTable, kTokenTimes);
  range.upper = time_key(std::max<std::int64_t>(0, context.ages.now_ms() - limits::kIdempotencyWindowMs), {});
  storage::Batch batch;
  ReservedTokens reserved(context.running_tokens);
  range.never_discarded = true;
  auto it = context.store.iterate(range);
  for (; it->valid() && reserved.size() < kErasedAtOnce; it->next()) {
    std::string_view token = it->key().substr(range.lower.size());
    const auto time_ms = static_cast<std::int64_t>(base::take_big_endian<std::uint64_t>(token));
    if (!reserved.reserve(token)) continue;
    batch.erase(it->key());
    // A token that was used again after its ten minutes has a newer record, which must stay.
    PARTITA_TRY_VALUE(stored, context.store.get(token_key(token)));
    if (stored.state != storage::ReadState::Found) continue;
    std::string_view bytes = stored.value.bytes.substr(kHashBytes);
    if (static_cast<std::int64_t>(base::take_big_endian<std::uint64_t>(bytes)) == time_ms)
      batch.erase(token_key(token));
  }
  if (!it->valid()) PARTITA_TRY(it->end_state());
  if (!batch.empty()) PARTITA_TRY(context.store.write(batch, storage::Store::Sync::No));
  return reserved.size() < kErasedAtOnce;
}

Result<void> erase_tokens_of_realm(const Context& context) {
  PARTITA_CHECK(!context.catalog.key_prefix().empty());
  storage::IteratorOptions range;
  range.lower = token_key(context.catalog.key_prefix());
  range.upper = keys::prefix_end(range.lower);
  range.never_discarded = true;
  const std::size_t before_token = keys::index_lower(keys::kSystemTable, kTokens).size();
  auto it = context.store.iterate(range);
  while (it->valid()) {
    storage::Batch batch;
    ReservedTokens reserved(context.running_tokens);
    for (; it->valid() && reserved.size() < kErasedAtOnce; it->next()) {
      // The job that erases old tokens finds the keys of the times that are left without a record.
      if (reserved.reserve(it->key().substr(before_token))) batch.erase(it->key());
    }
    if (!batch.empty()) PARTITA_TRY(context.store.write(batch, storage::Store::Sync::No));
  }
  PARTITA_TRY(it->end_state());
  return {};
}

}  // namespace partita::engine
