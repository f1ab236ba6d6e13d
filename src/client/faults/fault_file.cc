// Reads rules of faults from a text or a file.
#include <partita/faults.h>

#include <fstream>
#include <sstream>

#include "base/try.h"
#include "client/faults/check_fault.h"
#include "protocol/faults_json.h"

namespace partita {

Result<Faults> parse_faults(std::string_view json) {
  PARTITA_TRY_VALUE(faults, protocol::decode_faults(json));
  for (std::size_t i = 0; i < faults.rules.size(); ++i) PARTITA_TRY(client::check_fault(faults.rules[i], i + 1));
  return std::move(faults);
}

Result<Faults> read_faults(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  // The stream of a directory opens, but cannot be read. An empty file writes nothing, which is a failure too.
  if (file) text << file.rdbuf();
  if (!file.is_open() || file.bad() || text.str().empty())
    return invalid("The file of faults '" + path + "' cannot be read, or is empty");
  auto faults = parse_faults(text.str());
  if (!faults) faults.error().message = path + ": " + faults.error().message;
  return faults;
}

}  // namespace partita
