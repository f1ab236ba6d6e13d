#include "client/credentials/profile_file.h"

#include "auth/profile_lines.h"

namespace partita::client {

std::map<std::string, Settings> parse_profile_file(std::string_view text) {
  std::map<std::string, Settings> sections;
  Settings* section = nullptr;
  auth::for_each_profile_line(text, [&](const auth::ProfileLine& line) {
    using Kind = auth::ProfileLine::Kind;
    if (line.kind == Kind::Section) section = &sections[line.name];
    // The settings below it belong to no section.
    if (line.kind == Kind::OpenSection) section = nullptr;
    if (line.kind == Kind::Setting && section != nullptr) (*section)[line.name] = line.value;
  });
  return sections;
}

}  // namespace partita::client
