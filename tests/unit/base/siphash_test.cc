// SipHash beside OpenSSL's, for texts of each length.
#include "base/siphash.h"

#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include <cstring>
#include <string>

namespace partita::base {
namespace siphash_test {

std::string by_openssl(const std::string& key, const std::string& text) {
  EVP_MAC* const mac = EVP_MAC_fetch(nullptr, "SIPHASH", nullptr);
  EVP_MAC_CTX* const context = EVP_MAC_CTX_new(mac);
  std::size_t size = sizeof(SipWords);
  const OSSL_PARAM parameters[] = {OSSL_PARAM_construct_size_t("size", &size), OSSL_PARAM_construct_end()};
  std::string out(size, '\0');
  EXPECT_EQ(EVP_MAC_init(context, reinterpret_cast<const unsigned char*>(key.data()), key.size(), parameters), 1);
  EXPECT_EQ(EVP_MAC_update(context, reinterpret_cast<const unsigned char*>(text.data()), text.size()), 1);
  EXPECT_EQ(EVP_MAC_final(context, reinterpret_cast<unsigned char*>(out.data()), &size, out.size()), 1);
  EVP_MAC_CTX_free(context);
  EVP_MAC_free(mac);
  return out;
}

TEST(SipHash, IsThatOfOpenSsl) {
  std::string key, text;
  for (int i = 0; i < 16; ++i) key.push_back(static_cast<char>(7 * i + 130));
  for (int length = 0; length < 300; ++length) {
    const SipWords words = siphash_128(sip_key(key), text);
    std::string bytes(sizeof words, '\0');
    std::memcpy(bytes.data(), words.data(), sizeof words);
    ASSERT_EQ(bytes, by_openssl(key, text)) << length;
    text.push_back(static_cast<char>(31 * length));
  }
}

// The first vector of the reference implementation: the key 00 01 .. 0f and no text.
TEST(SipHash, HasTheVectorOfTheReference) {
  std::string key;
  for (char c = 0; c < 16; ++c) key.push_back(c);
  EXPECT_EQ(siphash_128(sip_key(key), ""), (SipWords{0xe6a825ba047f81a3, 0x930255c71472f66d}));
}

}  // namespace siphash_test
}  // namespace partita::base
