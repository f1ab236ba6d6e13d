// RecordChain: a sum over the checksums of a log's records, in their order. It tells a log from another one of the same
// name and length, which comes from another directory or from an earlier state of the same one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace partita::storage {

// A log consists of blocks, and these of records with a header: a checksum of 4 bytes, a length of 2, a type of 1. A
// block ends with padding if a header does not fit. The format is stored, so it does not change.
inline constexpr std::size_t kLogBlockBytes = 32 << 10;
inline constexpr std::size_t kLogHeaderBytes = 7;

inline std::uint32_t little_endian(std::string_view bytes) {
  std::uint32_t out = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) out = out << 8 | static_cast<unsigned char>(bytes[i]);
  return out;
}

class RecordChain {
 public:
  // Takes the next bytes of a log, from its begin on.
  void take(std::string_view bytes);
  // Takes the next record by its checksum. A chain that takes bytes must not take records in this way.
  void take_record(std::uint32_t checksum) { sum_ = (sum_ ^ checksum) * 0x9e3779b97f4a7c15u + 1; }
  // Of the records whose headers were taken. Never 0.
  std::uint64_t sum() const { return sum_ == 0 ? 1 : sum_; }

 private:
  std::uint64_t sum_ = 0x51ed270b;
  std::size_t in_block_ = 0;   // of the next byte
  std::size_t skip_ = 0;       // the bytes of the payload or the padding that are left
  std::size_t in_header_ = 0;  // the bytes that header_ has
  char header_[kLogHeaderBytes] = {};
};

}  // namespace partita::storage
