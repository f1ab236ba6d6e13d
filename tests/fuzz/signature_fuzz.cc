// Fuzz target of signed requests and of credentials files. The first line is the query, the lines up to an empty one
// are header fields, and the rest is the body. No input is signed with the right secret, so all must be refused. The
// whole input is also read as a credentials file.
#include <cstddef>
#include <cstdint>

#include "auth/credentials_file.h"
#include "auth/verifier.h"
#include "base/check.h"

namespace partita::auth {
namespace {

std::string_view take_line(std::string_view& text) {
  const auto end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

void check_plain_claims(const HeaderFields& fields, std::string_view query) {
  const SignatureParts parts{.authorization = fields.find("authorization"), .query = query, .has_date = true};
  const auto plain = plain_claims(parts);
  if (!plain) return;
  QueryParameters parameters;
  const auto claims = parse_claims(parts, parameters);
  PARTITA_CHECK(claims && claims->credential == plain->credential && claims->signature == plain->signature &&
                claims->signed_headers == plain->signed_headers);
}

void check(std::string_view input) {
  static const base::ManualClock kClock(1'440'938'160'000);
  static const KeyStore kKeys(std::make_shared<AccessKeys>(
      std::vector<AccessKey>{{"AKIDEXAMPLE", "a secret"}, {"ASIA", "another secret", "token"}}));
  static Verifier verifier(kKeys, kClock, {.explain = Explain::Yes});
  const std::size_t size = input.size();
  (void)parse_credentials(input, "input");
  const std::string_view query = take_line(input);
  HeaderFields fields;
  for (std::string_view line = take_line(input); !line.empty(); line = take_line(input)) {
    const auto colon = std::min(line.find(':'), line.size());
    fields.add(line.substr(0, colon), line.substr(std::min(colon + 1, line.size())));
  }
  check_plain_claims(fields, query);
  const auto verified =
      verifier.verify({.method = "POST", .path = "/", .query = query, .body = input, .fields = &fields});
  PARTITA_CHECK(!verified);
  // A refusal may explain itself, and is still bounded by the request.
  PARTITA_CHECK(verified.error().message.size() <= 8 * size + 4096);
}

}  // namespace
}  // namespace partita::auth

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  partita::auth::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
