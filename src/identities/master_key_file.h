// The file with the master key. It must not lie in the data directory, so that a copy of the directory lacks it.
//
// It has a key in each line, as 64 hexadecimal digits. Usually there is one. While the master key is being changed
// there are two, the new one first, so that the store can be opened whatever happens meanwhile.
#pragma once

#include <partita/expected.h>

#include <string>
#include <vector>

#include "identities/secrets.h"

namespace partita::identities {

// Where the key of the store in `data` is unless an option names another file: beside the directory, "DATA.key".
std::string default_key_file(const std::string& data);

bool exists(const std::string& path);

// Reads the file. It must belong to this process's user or to root, or to the owner of the folder `data` if this
// process is root's, and nobody else may read it. Errors: a text of one line with advice.
expected<std::vector<MasterKey>, std::string> read_key_file(const std::string& path, const std::string& data = {});

// Makes the file, which must not exist. Root gives it to the owner of the folder `data`, if that is not empty, because
// the server of that user must read it. Errors: a text of one line.
expected<void, std::string> make_key_file(const std::string& path, const MasterKey& key, const std::string& data = {});
// Replaces the file as a whole. Errors: a text of one line.
expected<void, std::string> replace_key_file(const std::string& path, const std::vector<MasterKey>& keys);

}  // namespace partita::identities
