// MD5 of a stream. Exports and S3 use it as a checksum against damage, which is not a protection against forgery.
#pragma once

#include <openssl/evp.h>

#include <array>
#include <memory>
#include <string>
#include <string_view>

namespace partita::transfer {

class Md5 {
 public:
  Md5();
  void add(std::string_view bytes);
  // The 16 bytes of the digest. Requires: no other function is called afterwards.
  std::string finish();

 private:
  struct Free {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };
  std::unique_ptr<EVP_MD_CTX, Free> context_;
};

// The 16 bytes of the digest.
std::string md5(std::string_view bytes);

}  // namespace partita::transfer
