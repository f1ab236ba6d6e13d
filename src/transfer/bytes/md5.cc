#include "transfer/bytes/md5.h"

#include "base/check.h"

namespace partita::transfer {

Md5::Md5() : context_(EVP_MD_CTX_new()) {
  PARTITA_CHECK(context_ != nullptr);
  PARTITA_CHECK(EVP_DigestInit_ex(context_.get(), EVP_md5(), nullptr) == 1);
}

void Md5::add(std::string_view bytes) {
  PARTITA_CHECK(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
}

std::string Md5::finish() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  PARTITA_CHECK(EVP_DigestFinal_ex(context_.get(), digest.data(), &size) == 1);
  return {reinterpret_cast<const char*>(digest.data()), size};
}

std::string md5(std::string_view bytes) {
  Md5 digest;
  digest.add(bytes);
  return digest.finish();
}

}  // namespace partita::transfer
