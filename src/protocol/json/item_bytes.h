// Converts an item's JSON to the item's encoding, without attribute values in between.
#pragma once

#include <string>

#include "protocol/json/json_text.h"

namespace partita::protocol {

// Appends the encoding to `out`. Returns false if `json` is not an item that can be stored, or if it has an unusual
// form, such as an attribute that is named twice. The content of `out` is then unspecified, and the reader of attribute
// values must decide about the item.
bool append_item_bytes(Json json, std::string& out);

}  // namespace partita::protocol
