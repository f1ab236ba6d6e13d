// The answer of `partita --version --json`.
#pragma once

#include <string>

namespace partita::tools {

// A JSON object: version, commit, build ("static" if all libraries are inside, otherwise "shared"), architecture,
// compiler, and libraries with the version of each.
std::string build_info();

}  // namespace partita::tools
