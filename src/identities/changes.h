// The changes of the store's contents: what `partita iam` does. Each function checks everything before it changes
// anything. Errors are texts of one line that say what is wrong.
#pragma once

#include <partita/expected.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "iam/policy.h"
#include "identities/contents.h"
#include "identities/secrets.h"

namespace partita::identities {

using Done = expected<void, std::string>;
unexpected<std::string> refuse(std::string text);

// The account, which is made if it is not there. Errors: `id` does not have 12 digits.
expected<Account*, std::string> account_for(Contents& contents, const std::string& id);
// Removes the accounts that have nothing.
void drop_empty_accounts(Contents& contents);

// ---- users (users.cc)

struct NewUser {
  std::string name;
  std::string path = "/";
  Tags tags = {};
};
expected<User*, std::string> create_user(Account& account, NewUser wanted, std::int64_t now_ms);
// Errors: there is no user of this name.
expected<User*, std::string> user_named(Account& account, std::string_view name);
enum class Whole : std::uint8_t { No, Yes };
// Without Whole::Yes a user with keys, policies, a boundary or groups is not deleted, as in IAM. Sessions of the user
// end.
Done delete_user(Account& account, std::string_view name, Whole whole);

// ---- groups (groups.cc)

expected<Group*, std::string> create_group(Account& account, const std::string& name, const std::string& path,
                                           std::int64_t now_ms);
expected<Group*, std::string> group_named(Account& account, std::string_view name);
Done delete_group(Account& account, std::string_view name, Whole whole);
Done add_to_group(Account& account, std::string_view group, std::string_view user);
Done remove_from_group(Account& account, std::string_view group, std::string_view user);

// ---- roles (roles.cc)

struct NewRole {
  std::string name;
  std::string path = "/";
  std::string trust_name = {};  // of the document's file, for texts
  std::string trust;
  std::int64_t max_session_s = 3600;
  Tags tags = {};
};
expected<Role*, std::string> create_role(Account& account, NewRole wanted, std::int64_t now_ms);
expected<Role*, std::string> role_named(Account& account, std::string_view name);
Done delete_role(Account& account, std::string_view name, Whole whole);
Done set_trust(Role& role, const std::string& name, const std::string& document);
Done set_max_session(Role& role, std::int64_t seconds);

// ---- policies, boundaries, tags (policies.cc)

// Adds the policy, or replaces the one of this name. `most_bytes` is for all policies of the list together. `file` is
// the name of the document's file, for texts.
Done put_policy(std::vector<InlinePolicy>& policies, const std::string& name, const std::string& file,
                const std::string& document, std::size_t most_bytes);
Done delete_policy(std::vector<InlinePolicy>& policies, std::string_view name);
Done set_boundary(std::string& boundary, const std::string& file, const std::string& document);
// Sets these tags, and leaves the others.
Done set_tags(Tags& tags, const Tags& wanted);
Done remove_tags(Tags& tags, const std::vector<std::string>& names);

// ---- access keys (keys.cc)

struct KeyWithSecret {
  std::string id;
  std::string secret;
};
// Makes a key with random parts. `keys` are those of a user or of an account's root.
expected<KeyWithSecret, std::string> create_key(std::vector<StoredKey>& keys, const MasterKey& master,
                                                std::optional<std::int64_t> expires_ms, std::int64_t now_ms);
// Adds a key that exists elsewhere. Errors: some account has a key of this id.
Done import_key(Contents& contents, std::vector<StoredKey>& keys, const MasterKey& master, const KeyWithSecret& key,
                std::optional<std::int64_t> expires_ms, std::int64_t now_ms);

// A key with the list that has it.
struct FoundKey {
  Account* account = nullptr;
  User* user = nullptr;  // nullptr: the account's root
  std::vector<StoredKey>* keys = nullptr;
  StoredKey* key = nullptr;
};
// Errors: there is no such key.
expected<FoundKey, std::string> key_of_id(Contents& contents, std::string_view id);
// Makes another key for the same user. The old one expires after `overlap_s` seconds, unless it expires earlier. If the
// user has two keys, the other one is deleted if it is disabled or expired.
expected<KeyWithSecret, std::string> rotate_key(Contents& contents, std::string_view id, const MasterKey& master,
                                                std::int64_t overlap_s, std::int64_t now_ms);
void delete_key(const FoundKey& found);

}  // namespace partita::identities
