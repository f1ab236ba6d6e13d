// The checksum of x-amz-crc32: CRC-32 as in gzip and zlib.
#pragma once

#include <cstdint>
#include <string_view>

namespace partita::server {

// Equals zlib's crc32; many times faster where the processor multiplies without carry (x86-64 with PCLMULQDQ), which
// counts as every answer is summed.
std::uint32_t crc32_of(std::string_view bytes);

}  // namespace partita::server
