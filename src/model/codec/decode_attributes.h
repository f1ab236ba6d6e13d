// Decodes attributes into the members of a struct of any type.
#pragma once

#include <partita/model/detail/codec.h>

#include "model/codec/stored_attributes.h"

namespace partita::model::detail {

// Decodes each field's attribute into the member at its address; `addresses` has one for each field. A member without
// an attribute becomes empty if it is optional and keeps its value if it has a default. Any other one is a fault. A
// member of type other_attributes gets the attributes that neither a field nor the context names. Returns false with
// `fault` filled in after a fault.
bool decode_attributes(const StoredAttributes& from, std::span<const ErasedCodec> codecs,
                       std::span<const FieldInfo> fields, const ItemContext& context, std::span<void* const> addresses,
                       Fault& fault);

}  // namespace partita::model::detail
