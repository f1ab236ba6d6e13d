// An item's JSON as the item's encoding, without attribute values in between.
#pragma once

#include <string>

#include "protocol/json_text.h"

namespace partita::protocol {

// Appends the encoding. False, and `out` is unspecified: `json` is no item that can be stored, or says it in a way that
// calls for a closer look, as an attribute named twice does. What the reader of attribute values makes of it decides then.
bool append_item_bytes(Json json, std::string& out);

}  // namespace partita::protocol
