// The checksum of x-amz-crc32, which is the CRC-32 of gzip and zlib.
#pragma once

#include <cstdint>
#include <string_view>

namespace partita::server {

// The same value as zlib's crc32. It is much faster if the processor multiplies without carry (x86-64 with PCLMULQDQ).
// That matters because every answer has this sum.
std::uint32_t crc32_of(std::string_view bytes);

}  // namespace partita::server
