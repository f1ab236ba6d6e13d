// The keys with which the files of a data directory are encrypted. A key file has one in each line, as 64 hexadecimal
// digits. The first one is the current key, with which new files are encrypted. The others are former ones, with which
// files of before are read. Empty lines, and lines that begin with "#", do not count.
#pragma once

#include <partita/error.h>
#include <partita/expected.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "auth/master_key.h"
#include "auth/sha256.h"

namespace partita::storage {

// The keys that are derived from one key. FORMAT.md has the purposes.
struct EncryptionKey {
  explicit EncryptionKey(const auth::MasterKey& key);
  std::uint64_t id;       // it is not secret, and each file names the one of its key
  auth::HmacKey headers;  // authenticates the headers of files
  auth::HmacKey files;    // the key of each file is derived from it
};

// The id as texts show it: 16 hexadecimal digits.
std::string text_of_key_id(std::uint64_t id);

class EncryptionKeys {
 public:
  // Requires: `keys` is not empty. `source` names the file of the keys in errors.
  EncryptionKeys(const std::vector<auth::MasterKey>& keys, std::string source);

  const EncryptionKey& current() const { return keys_.front(); }
  const std::vector<EncryptionKey>& all() const { return keys_; }
  const EncryptionKey* find(std::uint64_t id) const;  // nullptr if it is absent
  const std::string& source() const { return source_; }

 private:
  std::vector<EncryptionKey> keys_;
  std::string source_;
};

// Reads the keys of a text. Errors: a text of one line that begins with `source` and has no part of a key.
expected<EncryptionKeys, std::string> parse_encryption_keys(std::string_view text, const std::string& source);

// Reads a key file. It must belong to this process's user or to root, or to the owner of the folder `data` if this
// process is root's, and no other user may read it. Errors: a text of one line with advice.
expected<EncryptionKeys, std::string> read_encryption_keys(const std::string& path, const std::string& data = {});

// As read_encryption_keys(), for the options of a directory: nullptr if `path` is empty. Errors:
// DataDirectoryUnreadable.
Result<std::shared_ptr<const EncryptionKeys>> keys_of_option(const std::string& path, const std::string& data);

// Makes a key file with a random key, and returns the id of the key. It is an error if the file exists. Errors: a text
// of one line.
expected<std::uint64_t, std::string> make_encryption_key_file(const std::string& path);

// Puts a random key before the keys of the file, which is replaced as a whole, and returns the id of the new key.
// Errors: a text of one line, and then the file is as it was.
expected<std::uint64_t, std::string> add_encryption_key(const std::string& path);

}  // namespace partita::storage
