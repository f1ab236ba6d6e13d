#include "auth/signing_key.h"

#include <openssl/crypto.h>

#include <string>

namespace partita::auth {

HmacKey derive_signing_key(std::string_view secret, std::string_view date, std::string_view region,
                           std::string_view service) {
  std::string first = "AWS4";
  first += secret;
  HmacKey key(first);
  OPENSSL_cleanse(first.data(), first.size());
  for (const std::string_view part : {date, region, service, std::string_view("aws4_request")})
    key = HmacKey(view(key.of(part)));
  return key;
}

}  // namespace partita::auth
