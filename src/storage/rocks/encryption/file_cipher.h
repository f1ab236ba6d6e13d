// AES-256 in counter mode, with which the contents of a file are encrypted and decrypted. The counter is the number of
// the block of 16 bytes in the contents, which begin behind the header. So each byte can be read by itself.
#pragma once

#include <openssl/evp.h>

#include <cstddef>
#include <cstdint>
#include <memory>

#include "auth/sha256.h"

namespace partita::storage {

// The cipher with the key of one file. Only one thread at a time may use it.
class FileCipher {
 public:
  // Returns false if OpenSSL fails, for lack of memory.
  bool set_key(const auth::Digest& key);
  // Encrypts or decrypts, which is the same, `size` bytes of the contents from the byte `offset` on. `in` may be `out`.
  // A call that begins at the end of the last one costs less. Returns false if OpenSSL fails. Requires: set_key()
  // succeeded.
  bool apply(std::uint64_t offset, const char* in, char* out, std::size_t size);

 private:
  struct Free {
    void operator()(EVP_CIPHER_CTX* context) const { EVP_CIPHER_CTX_free(context); }
  };
  bool seek(std::uint64_t offset);

  std::unique_ptr<EVP_CIPHER_CTX, Free> context_;
  std::uint64_t next_ = UINT64_MAX;  // the offset at which the context is; UINT64_MAX: not known
};

// The key of a file that several threads read. Each thread keeps one cipher, and sets its key if it reads another file.
class SharedFileKey {
 public:
  explicit SharedFileKey(const auth::Digest& key);
  // As FileCipher::apply(). Any number of threads may call it.
  bool apply(std::uint64_t offset, const char* in, char* out, std::size_t size) const;

 private:
  const auth::Digest key_;
  const std::uint64_t number_;  // which no other object of the process has
};

}  // namespace partita::storage
