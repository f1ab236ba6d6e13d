// Key templates as texts, in the form in which a declaration has them.
#pragma once

#include <partita/model/runtime/description.h>

#include <string>

namespace partita::model {

// The text of the first `parts` parts, such as "CUST#{customerId}#{n:019d}". The text of a natural key is "{field}".
std::string leading_text(const KeyAttribute& key, std::span<const FieldInfo> fields, std::size_t parts);

}  // namespace partita::model
