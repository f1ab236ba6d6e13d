// Reads JSON as a tree. YAML's reader takes most JSON, but refuses characters beyond U+FFFF that are written as
// surrogate pairs (RFC 8259, section 7), a colon on the line after its name, and names longer than 1024 bytes.
#pragma once

#include <optional>
#include <string_view>

#include "documents/node.h"

namespace partita::documents {

// nullopt if the text is not JSON, if a map has a name twice, or if it is nested too deeply or has too many values.
// The caller then asks the reader of YAML, which takes such a text or explains it.
std::optional<Node> read_json(std::string_view text, const std::shared_ptr<const std::string>& file);

}  // namespace partita::documents
