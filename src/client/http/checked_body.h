// The body of an answer, checked against its checksum and decompressed.
#pragma once

#include <optional>
#include <string>

#include "client/http/message.h"

namespace partita::client {

// Returns nullopt if x-amz-crc32 does not match the bytes as they were sent, or if gzip data is malformed. An answer
// without that header is not checked.
std::optional<std::string> checked_body(HttpAnswer answer);

}  // namespace partita::client
