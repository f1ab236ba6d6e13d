// Writes text as a JSON string.
#pragma once

#include "protocol/json/writer.h"

namespace partita::protocol {

// Writes `text` in quotes. Only characters that JSON forbids in a string are escaped, and the others stay UTF-8.
// Requires: `text` is UTF-8.
void write_text(Writer& writer, std::string_view text);

}  // namespace partita::protocol
