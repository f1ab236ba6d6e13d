#include "model/reads/hmac.h"

#include <openssl/evp.h>

#include <memory>
#include <string>

#include "base/check.h"

namespace partita::model {
namespace {

using Digest = std::array<char, kHmacBytes>;
constexpr std::size_t kBlockBytes = 64;
using Block = std::array<char, kBlockBytes>;

// SHA-256 with the context that OpenSSL needs for it, which the thread keeps for its next hash.
class Sha256 {
 public:
  Sha256() : context_(EVP_MD_CTX_new()) { PARTITA_CHECK(context_ && algorithm()); }

  // The hash of all bytes in one update, because for a few hundred bytes OpenSSL's calls cost as much as the hash.
  Digest operator()(std::string_view bytes) {
    Digest digest;
    PARTITA_CHECK(EVP_DigestInit_ex(context_.get(), begun_ ? nullptr : algorithm(), nullptr) == 1);
    begun_ = true;
    PARTITA_CHECK(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
    PARTITA_CHECK(EVP_DigestFinal_ex(context_.get(), reinterpret_cast<unsigned char*>(digest.data()), nullptr) == 1);
    return digest;
  }

 private:
  struct Free {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
    void operator()(EVP_MD* algorithm) const { EVP_MD_free(algorithm); }
  };
  static const EVP_MD* algorithm() {
    static const std::unique_ptr<EVP_MD, Free> fetched(EVP_MD_fetch(nullptr, "SHA256", nullptr));
    return fetched.get();
  }

  std::unique_ptr<EVP_MD_CTX, Free> context_;
  bool begun_ = false;
};

template <class Bytes>
std::string_view view_of(const Bytes& bytes) {
  return {bytes.data(), bytes.size()};
}

Block padded(std::string_view key, char pad) {
  Block block;
  block.fill(pad);
  for (std::size_t i = 0; i < key.size(); ++i) block[i] = static_cast<char>(block[i] ^ key[i]);
  return block;
}

}  // namespace

Digest hmac_sha256(std::string_view key, std::initializer_list<std::string_view> parts) {
  thread_local Sha256 sha256;
  Digest short_key;
  if (key.size() > kBlockBytes) {
    short_key = sha256(key);
    key = view_of(short_key);
  }
  thread_local std::string message;
  message = view_of(padded(key, 0x36));
  for (const std::string_view part : parts) message += part;
  const Digest inner = sha256(message);
  message = view_of(padded(key, 0x5c));
  message += view_of(inner);
  return sha256(message);
}

}  // namespace partita::model
