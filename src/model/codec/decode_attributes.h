// From attributes to the members of a struct, whatever the struct.
#pragma once

#include <partita/model/codec.h>

#include "model/codec/stored_attributes.h"

namespace partita::model::detail {

// Gives each member at `addresses`, one for each field, its attribute's value; a field without attribute is empty, has the
// default that stands there, or is at fault. A member of type other_attributes gets what neither a field nor the context
// names. False after it described the fault.
bool decode_attributes(const StoredAttributes& from, std::span<const ErasedCodec> codecs,
                       std::span<const FieldInfo> fields, const ItemContext& context, std::span<void* const> addresses,
                       Fault& fault);

}  // namespace partita::model::detail
