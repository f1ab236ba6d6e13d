// Directory: what a server needs of the identities to serve requests: the roles that can be assumed, and the keys of
// sessions. It never changes. Each change of the store makes a new one together with a new table of keys, so a session
// always has the policies of now.
#pragma once

#include <absl/container/flat_hash_map.h>
#include <partita/expected.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "auth/access_keys.h"
#include "iam/identity.h"
#include "identities/contents.h"
#include "identities/secrets.h"
#include "identities/session_token.h"

namespace partita::identities {

// A role, ready to be assumed.
struct RoleEntry {
  std::string account;
  std::string name;
  std::string arn;
  std::string id;
  std::int64_t max_session_s = 0;
  Tags tags = {};
  std::shared_ptr<const iam::Policy> trust = {};
  std::vector<std::shared_ptr<const iam::Policy>> policies = {};
  std::shared_ptr<const iam::Policy> boundary = {};
};

class Directory final : public auth::SessionKeys {
 public:
  // nullptr if there is no such role.
  const RoleEntry* role_of_arn(std::string_view arn) const;
  // A key for a new session, which find() finds by its token. Errors: a text for the log.
  expected<auth::AccessKey, std::string> begin_session(Session session) const;

  std::shared_ptr<const auth::AccessKey> find(std::string_view id, std::string_view token) const override;

 private:
  friend class TableMaker;
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  template <class Value>
  using ByText = absl::flat_hash_map<std::string, Value, Hash, std::equal_to<>>;

  auth::Digest session_root_{};
  ByText<std::shared_ptr<const RoleEntry>> roles_by_arn_, roles_by_id_;
  ByText<std::shared_ptr<const iam::Identity>> users_;  // by holder_of()
};

// What the token of a user's session, or of an account's root, says of the user. It has the user's id, so that a later
// user of the same name does not get the sessions of an earlier one.
std::string holder_of(const iam::Principal& principal);

// The table of all keys that may come in: those of the store that are not disabled, and `file_keys`, which have their
// identities. Its sessions() is a Directory. `file` is the path of the credentials file, for texts. Errors: a text of
// one line, if a key is in both, or if the store has a policy or a secret that cannot be used.
expected<std::shared_ptr<const auth::AccessKeys>, std::string> make_key_table(const Contents& contents,
                                                                              const MasterKey& master,
                                                                              std::vector<auth::AccessKey> file_keys,
                                                                              const std::string& file);

}  // namespace partita::identities
