#include "model/hmac.h"

#include <openssl/evp.h>

#include <memory>

#include "base/check.h"

namespace partita::model {
namespace {

using Digest = std::array<char, kHmacBytes>;
constexpr std::size_t kBlockBytes = 64;
using Block = std::array<char, kBlockBytes>;

// SHA-256 with what OpenSSL needs for it, kept for the thread's next one.
class Sha256 {
 public:
  Sha256() : context_(EVP_MD_CTX_new()) {
    PARTITA_CHECK(context_ && algorithm());
    PARTITA_CHECK(EVP_DigestInit_ex(context_.get(), algorithm(), nullptr) == 1);
  }

  void add(std::string_view bytes) { PARTITA_CHECK(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1); }

  // The digest of all that was added; begins anew.
  Digest finish() {
    Digest digest;
    PARTITA_CHECK(EVP_DigestFinal_ex(context_.get(), reinterpret_cast<unsigned char*>(digest.data()), nullptr) == 1);
    PARTITA_CHECK(EVP_DigestInit_ex(context_.get(), nullptr, nullptr) == 1);
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
  thread_local Sha256 hash;
  Digest short_key;
  if (key.size() > kBlockBytes) {
    hash.add(key);
    short_key = hash.finish();
    key = view_of(short_key);
  }
  hash.add(view_of(padded(key, 0x36)));
  for (const std::string_view part : parts) hash.add(part);
  const Digest inner = hash.finish();
  hash.add(view_of(padded(key, 0x5c)));
  hash.add(view_of(inner));
  return hash.finish();
}

}  // namespace partita::model
