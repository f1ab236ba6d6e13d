#include "auth/master_key.h"

#include <openssl/crypto.h>

#include "base/random.h"
#include "base/text.h"

namespace partita::auth {
namespace {

constexpr std::size_t kMasterBytes = 32;

}  // namespace

std::optional<MasterKey> MasterKey::parse(std::string_view digits) {
  if (digits.size() != 2 * kMasterBytes) return std::nullopt;
  std::string bytes;
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    const int high = base::lower_hex_digit(base::lower(digits[i])),
              low = base::lower_hex_digit(base::lower(digits[i + 1]));
    if (high < 0 || low < 0) return std::nullopt;
    bytes.push_back(static_cast<char>(high * 16 + low));
  }
  return MasterKey(std::move(bytes));
}

MasterKey MasterKey::make() { return MasterKey(base::random_bytes(kMasterBytes)); }

MasterKey::~MasterKey() { OPENSSL_cleanse(bytes_.data(), bytes_.size()); }

std::string MasterKey::digits() const { return base::hex(bytes_); }

Digest MasterKey::key_for(std::string_view purpose) const { return HmacKey(bytes_).of(purpose); }

}  // namespace partita::auth
