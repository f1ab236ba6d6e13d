// The text of ~/.aws/credentials and ~/.aws/config, which is sections of settings.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace partita::client {

using Settings = std::map<std::string, std::string>;  // the names are in lower case

// The sections by the name in their brackets, with single blanks. If a setting occurs twice, the later one counts.
// Sections with the same name are merged. Nested settings (indented lines) and malformed lines are left out.
std::map<std::string, Settings> parse_profile_file(std::string_view text);

}  // namespace partita::client
