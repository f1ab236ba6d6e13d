// The text of a request that both sides sign: "Create a canonical request" in AWS's description of Signature Version 4.
// The signer and the verifier make it with the same functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "auth/fields.h"
#include "auth/sha256.h"

namespace partita::auth {

inline constexpr std::string_view kAlgorithm = "AWS4-HMAC-SHA256";

// The form of the path in the canonical request.
enum class PathForm : std::uint8_t {
  Normalized,  // without empty and dot segments, and each segment encoded once more
  AsSent,      // of Amazon S3, whose keys may have such segments
};

// The parts of a request that are signed. The views must outlive the use.
struct RequestParts {
  std::string_view method = "POST";
  std::string_view path = "/";  // as it is sent, without the query
  std::string_view query;       // as it is sent, without '?'
  std::string_view body;        // as it is sent, so compressed if it is
  const HeaderFields* fields = nullptr;
  PathForm path_form = PathForm::Normalized;
};

// Appends the canonical request. `signed_headers` has lower-case names with ';' between them, and `payload_hash` is the
// last line. A parameter X-Amz-Signature of the query is left out. The values of several fields of one name are joined
// by commas, and a name without a field has an empty value.
// The result is at most a few times as long as the request, if no name occurs twice.
void append_canonical_request(std::string& out, const RequestParts& parts, std::string_view signed_headers,
                              std::string_view payload_hash);

// Appends the four lines that are signed. `time` is in the basic format, and `canonical_hash` is the SHA-256 of the
// canonical request.
void append_string_to_sign(std::string& out, std::string_view time, std::string_view scope,
                           const Digest& canonical_hash);

// Calls `each` with each of the names between ';'. It stops if `each` returns false, and then returns false.
template <class Each>
bool for_each_name(std::string_view signed_headers, Each each) {
  for (;;) {
    const auto end = signed_headers.find(';');
    if (!each(signed_headers.substr(0, end))) return false;
    if (end == signed_headers.npos) return true;
    signed_headers.remove_prefix(end + 1);
  }
}

}  // namespace partita::auth
