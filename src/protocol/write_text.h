// Text as a JSON string.
#pragma once

#include "protocol/writer.h"

namespace partita::protocol {

// `text` in quotes, with its escapes. It is UTF-8, and goes out as such.
void write_text(Writer& writer, std::string_view text);

}  // namespace partita::protocol
