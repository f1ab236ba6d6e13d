// Random access keys in the forms of the service's.
#pragma once

#include <string>
#include <string_view>

namespace partita::auth {

// The number of random characters of an access key id after its prefix, and of a unique id of IAM after its own.
inline constexpr std::size_t kKeyIdCharacters = 16, kUniqueIdCharacters = 17;

// `prefix`, such as "AKIA", and so many random letters and digits.
std::string random_id(std::string_view prefix, std::size_t characters);

// A secret of 240 random bits, in 40 characters.
std::string random_secret();

}  // namespace partita::auth
