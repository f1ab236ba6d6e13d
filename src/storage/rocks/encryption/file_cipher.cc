#include "storage/rocks/encryption/file_cipher.h"

#include <algorithm>
#include <array>
#include <atomic>

namespace partita::storage {
namespace {

constexpr std::size_t kCounterBlockBytes = 16;
// OpenSSL counts in int.
constexpr std::size_t kMostAtOnce = 1 << 30;

// A fetch looks through OpenSSL's providers under a lock, so it is made once.
const EVP_CIPHER* cipher() {
  static const EVP_CIPHER* const fetched = EVP_CIPHER_fetch(nullptr, "AES-256-CTR", nullptr);
  return fetched;
}

bool update(EVP_CIPHER_CTX* context, const char* in, char* out, std::size_t size) {
  int written = 0;
  return EVP_EncryptUpdate(context, reinterpret_cast<unsigned char*>(out), &written,
                           reinterpret_cast<const unsigned char*>(in), static_cast<int>(size)) == 1;
}

}  // namespace

bool FileCipher::set_key(const auth::Digest& key) {
  next_ = UINT64_MAX;
  if (context_) return EVP_EncryptInit_ex(context_.get(), nullptr, nullptr, key.data(), nullptr) == 1;
  if (cipher() == nullptr) return false;
  context_.reset(EVP_CIPHER_CTX_new());
  const bool set = context_ && EVP_EncryptInit_ex(context_.get(), cipher(), nullptr, key.data(), nullptr) == 1;
  if (!set) context_.reset();
  return set;
}

bool FileCipher::seek(std::uint64_t offset) {
  std::array<unsigned char, kCounterBlockBytes> counter{};
  std::uint64_t block = offset / kCounterBlockBytes;
  for (std::size_t i = kCounterBlockBytes; block != 0; block >>= 8)
    counter[--i] = static_cast<unsigned char>(block & 0xff);
  if (EVP_EncryptInit_ex(context_.get(), nullptr, nullptr, nullptr, counter.data()) != 1) return false;
  std::array<char, kCounterBlockBytes> skipped{};
  const std::size_t inside = offset % kCounterBlockBytes;
  return inside == 0 || update(context_.get(), skipped.data(), skipped.data(), inside);
}

bool FileCipher::apply(std::uint64_t offset, const char* in, char* out, std::size_t size) {
  if (!context_) return false;
  if (offset != next_ && !seek(offset)) return false;
  next_ = UINT64_MAX;
  for (std::size_t done = 0; done < size;) {
    const std::size_t piece = std::min(size - done, kMostAtOnce);
    if (!update(context_.get(), in + done, out + done, piece)) return false;
    done += piece;
  }
  next_ = offset + size;
  return true;
}

SharedFileKey::SharedFileKey(const auth::Digest& key)
    : key_(key), number_([] {
        static std::atomic<std::uint64_t> last{0};
        return ++last;
      }()) {}

bool SharedFileKey::apply(std::uint64_t offset, const char* in, char* out, std::size_t size) const {
  thread_local FileCipher cipher;
  thread_local std::uint64_t of_file = 0;
  if (of_file != number_) {
    of_file = 0;
    if (!cipher.set_key(key_)) return false;
    of_file = number_;
  }
  return cipher.apply(offset, in, out, size);
}

}  // namespace partita::storage
