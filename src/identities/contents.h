// What the store of identities knows, as plain values. The secrets in it are sealed (secrets.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace partita::identities {

using Tags = std::vector<std::pair<std::string, std::string>>;

// A policy that belongs to one user, group or role.
struct InlinePolicy {
  std::string name;
  std::string document;  // as it was given
};

struct StoredKey {
  std::string id;               // "AKIA..."
  std::string sealed_secret;    // in base64
  std::int64_t created_ms = 0;  // milliseconds since the Unix epoch, as all times here
  std::optional<std::int64_t> expires_ms = {};
  bool disabled = false;
};

struct User {
  std::string name;
  std::string path = "/";
  std::string id;  // "AIDA...", which no later user of the same name has
  std::int64_t created_ms = 0;
  Tags tags = {};
  std::vector<InlinePolicy> policies = {};
  std::string boundary = {};             // a policy, or empty
  std::vector<std::string> groups = {};  // names
  std::vector<StoredKey> keys = {};
};

struct Group {
  std::string name;
  std::string path = "/";
  std::string id;  // "AGPA..."
  std::int64_t created_ms = 0;
  std::vector<InlinePolicy> policies = {};
};

struct Role {
  std::string name;
  std::string path = "/";
  std::string id;  // "AROA..."
  std::int64_t created_ms = 0;
  std::string trust;  // the policy that says who may assume the role
  std::int64_t max_session_s = 3600;
  Tags tags = {};
  std::vector<InlinePolicy> policies = {};
  std::string boundary = {};
};

struct Account {
  std::string id;  // 12 digits
  std::vector<User> users = {};
  std::vector<Group> groups = {};
  std::vector<Role> roles = {};
  std::vector<StoredKey> root_keys = {};

  bool empty() const { return users.empty() && groups.empty() && roles.empty() && root_keys.empty(); }
};

// An account is there as long as it has something.
struct Contents {
  std::vector<Account> accounts;  // in the order of their numbers
};

// The element with this name, or nullptr.
template <class Named>
Named* find_named(std::vector<Named>& list, std::string_view name) {
  for (Named& one : list)
    if (one.name == name) return &one;
  return nullptr;
}
template <class Named>
const Named* find_named(const std::vector<Named>& list, std::string_view name) {
  return find_named(const_cast<std::vector<Named>&>(list), name);
}

inline std::string user_arn(const Account& account, const User& user) {
  return "arn:aws:iam::" + account.id + ":user" + user.path + user.name;
}
inline std::string group_arn(const Account& account, const Group& group) {
  return "arn:aws:iam::" + account.id + ":group" + group.path + group.name;
}
inline std::string role_arn(const Account& account, const Role& role) {
  return "arn:aws:iam::" + account.id + ":role" + role.path + role.name;
}

}  // namespace partita::identities
