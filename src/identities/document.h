// The contents of the store as JSON.
#pragma once

#include <partita/expected.h>

#include <string>
#include <string_view>

#include "identities/contents.h"

namespace partita::identities {

std::string document_of(const Contents& contents);
// Errors: the first fault, as "line 1, column 2: ...".
expected<Contents, std::string> parse_document(std::string_view document);

}  // namespace partita::identities
