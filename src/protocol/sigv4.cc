#include "protocol/sigv4.h"

#include <fmt/format.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>

#include <algorithm>
#include <chrono>

#include "base/text.h"

namespace partita::protocol {
namespace {

constexpr std::string_view kAlgorithm = "AWS4-HMAC-SHA256";

std::string sha256(std::string_view bytes) {
  std::string digest(SHA256_DIGEST_LENGTH, '\0');
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
         reinterpret_cast<unsigned char*>(digest.data()));
  return digest;
}

std::string hmac(std::string_view key, std::string_view bytes) {
  std::string digest(SHA256_DIGEST_LENGTH, '\0');
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), reinterpret_cast<const unsigned char*>(bytes.data()),
       bytes.size(), reinterpret_cast<unsigned char*>(digest.data()), nullptr);
  return digest;
}

// The text is, for example, 20130524T000000Z.
std::string basic_time(std::int64_t now_ms) {
  using namespace std::chrono;
  const sys_seconds now = floor<seconds>(sys_time<milliseconds>(milliseconds(now_ms)));
  const auto day = floor<days>(now);
  const year_month_day date(day);
  const hh_mm_ss time(now - day);
  return fmt::format("{:04}{:02}{:02}T{:02}{:02}{:02}Z", int(date.year()), unsigned(date.month()), unsigned(date.day()),
                     time.hours().count(), time.minutes().count(), time.seconds().count());
}

// Removes spaces around the text, and repeated spaces inside.
std::string single_spaced(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (c != ' ' || (!out.empty() && out.back() != ' ')) out.push_back(c);
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

Headers canonical(const Headers& headers) {
  Headers sorted;
  for (const auto& [name, value] : headers) sorted.emplace_back(base::lower(name), single_spaced(value));
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return sorted;
}

std::string names_of(const Headers& headers) {
  std::string names;
  for (const auto& header : headers) names.append(names.empty() ? "" : ";").append(header.first);
  return names;
}

std::string canonical_request(const SigningRequest& request, const Headers& signed_headers) {
  std::string text = fmt::format("{}\n{}\n{}\n", request.method, request.path, request.query);
  for (const auto& [name, value] : signed_headers) text += fmt::format("{}:{}\n", name, value);
  return text + fmt::format("\n{}\n{}", names_of(signed_headers), base::hex(sha256(request.body)));
}

}  // namespace

Headers sign(const SigningRequest& request, const Credentials& credentials) {
  const std::string time = basic_time(request.now_ms);
  const std::string date = time.substr(0, 8);
  Headers added{{"X-Amz-Date", time}};
  if (credentials.session_token) added.emplace_back("X-Amz-Security-Token", *credentials.session_token);

  Headers all = request.headers;
  all.insert(all.end(), added.begin(), added.end());
  const Headers signed_headers = canonical(all);
  const std::string scope = fmt::format("{}/{}/{}/aws4_request", date, request.region, request.service);
  const std::string to_sign = fmt::format("{}\n{}\n{}\n{}", kAlgorithm, time, scope,
                                          base::hex(sha256(canonical_request(request, signed_headers))));
  std::string key = "AWS4" + credentials.secret_access_key;
  for (const std::string_view part : {std::string_view(date), std::string_view(request.region),
                                      std::string_view(request.service), std::string_view("aws4_request")})
    key = hmac(key, part);
  added.emplace_back("Authorization", fmt::format("{} Credential={}/{}, SignedHeaders={}, Signature={}", kAlgorithm,
                                                  credentials.access_key_id, scope, names_of(signed_headers),
                                                  base::hex(hmac(key, to_sign))));
  return added;
}

}  // namespace partita::protocol
