// The body of an answer, once its checksum was found right, as it was before compression.
#pragma once

#include <optional>
#include <string>

#include "client/http/message.h"

namespace partita::client {

// Nothing where x-amz-crc32, which is over the bytes as they were sent, does not match, or gzip's data is broken. An
// answer without that header is taken as it is.
std::optional<std::string> checked_body(HttpAnswer answer);

}  // namespace partita::client
