// The credentials that a server demands of a request, and how it treats origins and regions.
#pragma once

#include <cstdint>

namespace partita::server {

enum class Auth : std::uint8_t {
  Any,   // a request must carry credentials of the right form; the key and the signature are not checked
  Off,   // a request needs no credentials
  Keys,  // a request must be signed with a key of ServerOptions::keys
  Iam,   // likewise, and the policies of the key's user and of the resource must allow it
};
// Whether signatures are verified.
constexpr bool verifies(Auth auth) { return auth == Auth::Keys || auth == Auth::Iam; }
enum class Cors : std::uint8_t { Off, On };
// Whether callers that sign for different regions have the same tables.
enum class Regions : std::uint8_t { One, Many };

}  // namespace partita::server
