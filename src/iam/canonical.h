// The form in which the service gives a policy back, and in which it compares two of them.
#pragma once

#include <string>

#include "iam/json.h"

namespace partita::iam {

// The document without white space, with its members in the service's order. A list of one text is the text, except
// Statement, which is always a list. An account in a Principal is the ARN of its root, and no element of a Principal
// occurs twice. Requires: the document compiles without a fault.
std::string canonical_document(const Json& document);

}  // namespace partita::iam
