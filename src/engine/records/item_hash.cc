#include "engine/records/item_hash.h"

#include "base/check.h"
#include "base/random.h"
#include "base/text.h"
#include "base/try.h"
#include "keys/key_space.h"

namespace partita::engine {
namespace {

// The system index of the secret, which is stored, so never renumber it.
constexpr keys::IndexId kSecret = 10;
constexpr std::size_t kKeyBytes = sizeof(base::SipWords);
constexpr std::size_t kSecretBytes = 2 * kKeyBytes;

std::int64_t wrapped(std::uint64_t sum) { return static_cast<std::int64_t>(sum); }

}  // namespace

Result<void> ItemHash::load(storage::Store& store, Secret made) {
  const std::string key = keys::index_lower(keys::kSystemTable, kSecret);
  PARTITA_TRY_VALUE(stored, store.get(key));
  std::string secret(stored.state == storage::ReadState::Found ? stored.value.bytes : std::string_view());
  if (stored.state != storage::ReadState::Found) {
    secret = base::random_bytes(kSecretBytes);
    if (made == Secret::Kept) {
      storage::Batch batch;
      batch.put(key, secret);
      PARTITA_TRY(store.write(batch, storage::Store::Sync::Yes));
    }
  }
  if (secret.size() != kSecretBytes) return fail(ErrorCode::Corruption, "the secret of the hashes does not decode");
  shares_key_ = base::sip_key(std::string_view(secret).substr(0, kKeyBytes));
  text_key_ = base::sip_key(std::string_view(secret).substr(kKeyBytes));
  return {};
}

storage::Sums ItemHash::share_of(std::string_view item) const {
  const base::SipWords words = base::siphash_128(shares_key_, item);
  return {0, 0, wrapped(words[0]), wrapped(words[1])};
}

std::string ItemHash::text_of(const storage::Sums& sums) const {
  std::string text;
  storage::encode_sums({sums.first, sums.second}, text);
  storage::encode_sums({sums.third, sums.fourth}, text);
  const base::SipWords words = base::siphash_128(text_key_, text);
  std::string shown;
  storage::encode_sums({wrapped(words[0]), wrapped(words[1])}, shown);
  return base::hex(shown);
}

}  // namespace partita::engine
