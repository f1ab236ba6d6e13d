// The lines of a file in the format of ~/.aws/credentials and ~/.aws/config. The client reads such files leniently, the
// server strictly, and both split them here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace partita::auth {

struct ProfileLine {
  enum class Kind : std::uint8_t {
    Section,      // [name]
    OpenSection,  // a line that begins with '[' and does not end with ']'
    Setting,      // name = value
    Nested,       // an indented line, which belongs to the setting before it
    Malformed,    // any other line
  };
  Kind kind = Kind::Malformed;
  std::size_t number = 0;  // of the line in the file, from 1
  std::string name;        // of a section, with single blanks and without quotes; of a setting, in lower case
  std::string_view value;  // of a setting; a part of the text
};

// Calls `each` with each line that is neither empty nor a comment. Lines may end with LF or CRLF. A comment in a line
// begins with '#' or ';' after a blank, because a secret may contain '#'.
void for_each_profile_line(std::string_view text, const std::function<void(const ProfileLine&)>& each);

}  // namespace partita::auth
