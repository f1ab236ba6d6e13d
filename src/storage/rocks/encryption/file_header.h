// The header of an encrypted file (FORMAT.md). It names the key of the directory with which the file is encrypted, and
// has the salt from which the file's own key is derived. Each header has a salt of its own, so no two files, and no two
// contents of one file, are ever encrypted with the same bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "storage/encryption_keys.h"

namespace partita::storage {

inline constexpr std::size_t kFileHeaderBytes = 64;

// The meaning of the first bytes of a file.
enum class HeaderState : std::uint8_t {
  Plain,       // the file is not encrypted
  Torn,        // a power cut left a part of a header, so the file counts as empty
  Encrypted,   // with a known key
  UnknownKey,  // with another key than those that are known
  Damaged,
};

struct FileHeader {
  HeaderState state = HeaderState::Plain;
  std::uint64_t key_id = 0;                   // if Encrypted or UnknownKey
  std::optional<auth::Digest> file_key = {};  // if Encrypted
};

// Reads the header at the begin of `bytes`, which are the first kFileHeaderBytes of a file, or the whole file if it is
// shorter. Without `keys` each key is unknown.
FileHeader parse_file_header(std::string_view bytes, const EncryptionKeys* keys);

// A header with a random salt, and the key of its file.
struct NewHeader {
  std::string bytes;
  auth::Digest file_key;
};
NewHeader make_file_header(const EncryptionKey& key);
// The header with this salt of kSaltBytes.
inline constexpr std::size_t kSaltBytes = 24;
NewHeader make_file_header(const EncryptionKey& key, std::string_view salt);

}  // namespace partita::storage
