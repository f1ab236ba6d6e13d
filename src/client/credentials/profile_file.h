// The text of ~/.aws/credentials and ~/.aws/config: sections of settings.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace partita::client {

using Settings = std::map<std::string, std::string>;  // names in lower case

// Sections by what stands between their brackets, with single blanks. Of two settings of one name the later one counts;
// sections of one name are one. Settings within settings (indented lines) and lines that are none are left out.
std::map<std::string, Settings> parse_profile_file(std::string_view text);

}  // namespace partita::client
