// The file with the keys that a server accepts, in the format of ~/.aws/credentials. So an SDK of the same user can
// read the same file (AWS_SHARED_CREDENTIALS_FILE).
#pragma once

#include <partita/expected.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "auth/access_keys.h"

namespace partita::auth {

// Reads the keys of all sections, which have aws_access_key_id and aws_secret_access_key, and may have
// aws_session_token, expires (such as 2026-12-31T23:59:59Z) and aws_account_id, and the settings of permissions: policy
// (names of files, separated by commas), boundary (the name of a file), user_id, path, tag.NAME and root (true or
// false). `name` is the file's name for errors. Errors: a text of one line with the number of the faulty line. It never
// holds a secret or a token.
expected<std::vector<AccessKey>, std::string> parse_credentials(std::string_view text, const std::string& name);

// Reads the file at `path`. It must belong to this process's user or to root, and nobody else may read or write it.
// Errors: a text of one line with advice.
expected<std::vector<AccessKey>, std::string> read_credentials_file(const std::string& path);

// Whether a key that is made is that of the account's root, which needs no policy.
enum class MadeKey : std::uint8_t { OfUser, OfRoot };
// Makes a file with one random key, which only this process's user can read, and returns the key's id. The file appears
// whole or not at all, and is durable. Errors: a text of one line. If `path` exists, that is an error.
expected<std::string, std::string> make_credentials_file(const std::string& path, MadeKey made = MadeKey::OfUser);

// Reads a file of at most `most_bytes` that other users may not write. It must belong to this process's user or to
// root, or to the owner of the folder `of_owner` if that is not empty and this process is root's. With Secret::Yes
// other users may not read it either. Errors: a text of one line with advice.
enum class Secret : std::uint8_t { No, Yes };
expected<std::string, std::string> read_trusted_file(const std::string& path, std::size_t most_bytes, Secret secret,
                                                     const std::string& of_owner = {});

}  // namespace partita::auth
