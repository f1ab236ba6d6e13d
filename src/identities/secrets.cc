#include "identities/secrets.h"

#include <openssl/evp.h>

#include <memory>

#include "base/random.h"

namespace partita::identities {
namespace {

struct FreeCipher {
  void operator()(EVP_CIPHER_CTX* context) const { EVP_CIPHER_CTX_free(context); }
};
using Cipher = std::unique_ptr<EVP_CIPHER_CTX, FreeCipher>;

const unsigned char* bytes_of(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }
unsigned char* bytes_of(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

unexpected<std::string> failure(std::string_view what) {
  return unexpected(std::string(what) + " failed in OpenSSL, probably for lack of memory");
}

}  // namespace

expected<std::string, std::string> seal(const auth::Digest& key, std::string_view context, std::string_view text) {
  std::string sealed(kNonceBytes + text.size() + kTagBytes, '\0');
  unsigned char* const nonce = bytes_of(sealed);
  unsigned char* const body = nonce + kNonceBytes;
  base::fill_randomly(std::as_writable_bytes(std::span(nonce, kNonceBytes)));
  const Cipher cipher(EVP_CIPHER_CTX_new());
  int size = 0;
  const bool sealed_all =
      cipher && EVP_EncryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, key.data(), nonce) == 1 &&
      EVP_EncryptUpdate(cipher.get(), nullptr, &size, bytes_of(context), static_cast<int>(context.size())) == 1 &&
      EVP_EncryptUpdate(cipher.get(), body, &size, bytes_of(text), static_cast<int>(text.size())) == 1 &&
      EVP_EncryptFinal_ex(cipher.get(), body + size, &size) == 1 &&
      EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, kTagBytes, body + text.size()) == 1;
  if (!sealed_all) return failure("an encryption");
  return sealed;
}

std::optional<std::string> open_sealed(const auth::Digest& key, std::string_view context, std::string_view sealed) {
  if (sealed.size() < kNonceBytes + kTagBytes) return std::nullopt;
  const unsigned char* const nonce = bytes_of(sealed);
  const std::string_view body = sealed.substr(kNonceBytes, sealed.size() - kNonceBytes - kTagBytes);
  std::string tag(sealed.substr(sealed.size() - kTagBytes));
  std::string text(body.size(), '\0');
  const Cipher cipher(EVP_CIPHER_CTX_new());
  int size = 0;
  const bool opened =
      cipher && EVP_DecryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, key.data(), nonce) == 1 &&
      EVP_DecryptUpdate(cipher.get(), nullptr, &size, bytes_of(context), static_cast<int>(context.size())) == 1 &&
      EVP_DecryptUpdate(cipher.get(), bytes_of(text), &size, bytes_of(body), static_cast<int>(body.size())) == 1 &&
      EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_SET_TAG, kTagBytes, tag.data()) == 1 &&
      EVP_DecryptFinal_ex(cipher.get(), bytes_of(text) + size, &size) == 1;
  if (!opened) return std::nullopt;
  return text;
}

}  // namespace partita::identities
