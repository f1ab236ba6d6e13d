#include "load/generator/signer.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <ctime>

#include "lib/fatal.h"

namespace partita::bench {
namespace {

constexpr std::string_view kSignedHeaders = "host;x-amz-date;x-amz-target";

std::string hex(const unsigned char* bytes, std::size_t count) {
  std::string text;
  text.reserve(2 * count);
  for (std::size_t i = 0; i < count; ++i) {
    text += "0123456789abcdef"[bytes[i] >> 4];
    text += "0123456789abcdef"[bytes[i] & 15];
  }
  return text;
}

std::string sha256(std::string_view text) {
  std::array<unsigned char, 32> digest;
  if (EVP_Digest(text.data(), text.size(), digest.data(), nullptr, EVP_sha256(), nullptr) != 1) fatal("no SHA-256");
  return hex(digest.data(), digest.size());
}

std::vector<unsigned char> hmac(const std::vector<unsigned char>& key, std::string_view text) {
  std::vector<unsigned char> digest(32);
  if (!HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), reinterpret_cast<const unsigned char*>(text.data()),
            text.size(), digest.data(), nullptr))
    fatal("no HMAC");
  return digest;
}

// The value of a field of `head`, which has it exactly so.
std::string_view field(std::string_view head, std::string_view name) {
  const auto begin = head.find(name) + name.size();
  return head.substr(begin, head.find("\r\n", begin) - begin);
}

}  // namespace

Signer::Signer(std::string key_id, std::string secret) : key_id_(std::move(key_id)), secret_(std::move(secret)) {}

void Signer::take_time() {
  const std::int64_t now = std::time(nullptr);
  if (now == second_) return;
  second_ = now;
  date_ = fmt::format("{:%Y%m%dT%H%M%SZ}", fmt::gmtime(static_cast<std::time_t>(now)));
  const std::string scope = date_.substr(0, 8) + "/us-east-1/dynamodb/aws4_request";
  if (scope == scope_) return;
  scope_ = scope;
  const std::string first = "AWS4" + secret_;
  key_.assign(first.begin(), first.end());
  for (const std::string_view part : {std::string_view(date_).substr(0, 8), std::string_view("us-east-1"),
                                      std::string_view("dynamodb"), std::string_view("aws4_request")})
    key_ = hmac(key_, part);
}

std::string_view Signer::sign(std::string_view request) {
  take_time();
  const auto end_of_head = request.find("\r\n\r\n") + 2;
  const std::string_view head = request.substr(0, end_of_head), body = request.substr(end_of_head + 2);
  const std::string_view target = field(head, "\r\nX-Amz-Target: ");
  canonical_.clear();
  fmt::format_to(std::back_inserter(canonical_), "POST\n/\n\nhost:{}\nx-amz-date:{}\nx-amz-target:{}\n\n{}\n{}",
                 field(head, "\r\nHost: "), date_, target, kSignedHeaders, sha256(body));
  to_sign_.clear();
  fmt::format_to(std::back_inserter(to_sign_), "AWS4-HMAC-SHA256\n{}\n{}\n{}", date_, scope_, sha256(canonical_));
  const auto signature = hmac(key_, to_sign_);
  signed_.clear();
  fmt::format_to(std::back_inserter(signed_),
                 "{}X-Amz-Date: {}\r\nAuthorization: AWS4-HMAC-SHA256 Credential={}/{}, SignedHeaders={}, "
                 "Signature={}\r\nContent-Length: {}\r\n\r\n{}",
                 head.substr(0, head.find("X-Amz-Date: ")), date_, key_id_, scope_, kSignedHeaders,
                 hex(signature.data(), signature.size()), body.size(), body);
  return signed_;
}

}  // namespace partita::bench
