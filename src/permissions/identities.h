// From the users of a credentials file to identities with their policies.
#pragma once

#include <partita/expected.h>

#include <string>
#include <vector>

#include "auth/access_keys.h"

namespace partita::permissions {

// Sets the identity of each key: reads the files of its policies and its boundary, and compiles them. `file` is the
// path of the credentials file, against whose directory their names are resolved, and which errors name. `account` is
// that of keys without one. A user without a policy has no permissions. Errors: a text of one line with the place of
// the first fault, such as "keys:7: alice.json:3:15: ...". The keys are then of no use.
expected<void, std::string> set_identities(std::vector<auth::AccessKey>& keys, const std::string& file,
                                           const std::string& account);

// The first line of the file that gives permissions, in the same form, or an empty text. A server that does not ask
// policies refuses such a file, because its author expects that policies are asked.
std::string find_permissions(const std::vector<auth::AccessKey>& keys, const std::string& file);

}  // namespace partita::permissions
