#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"
#include "identities/changes.h"
#include "identities/checks.h"

namespace partita::identities {
namespace {

std::string trust_fault(const std::string& name, const std::string& document) {
  return policy_fault(name, document, iam::PolicyType::Trust);
}

std::string max_session_fault(std::int64_t seconds) {
  if (seconds >= kLeastMaxSessionS && seconds <= kMostSessionS) return {};
  return fmt::format("the longest session of a role has {} to {} seconds, not {}", kLeastMaxSessionS, kMostSessionS,
                     seconds);
}

}  // namespace

expected<Role*, std::string> create_role(Account& account, NewRole wanted, std::int64_t now_ms) {
  PARTITA_TRY(checked(name_fault("role", wanted.name)));
  PARTITA_TRY(checked(path_fault(wanted.path)));
  PARTITA_TRY(checked(max_session_fault(wanted.max_session_s)));
  PARTITA_TRY(checked(trust_fault(wanted.trust_name, wanted.trust)));
  PARTITA_TRY(checked(tags_fault(wanted.tags)));
  PARTITA_TRY(checked_new(account.roles, "role", wanted.name, kMostRoles));
  std::string id = unique_id("AROA");
  account.roles.push_back({.name = std::move(wanted.name),
                           .path = std::move(wanted.path),
                           .id = std::move(id),
                           .created_ms = now_ms,
                           .trust = std::move(wanted.trust),
                           .max_session_s = wanted.max_session_s,
                           .tags = std::move(wanted.tags)});
  return &account.roles.back();
}

expected<Role*, std::string> role_named(Account& account, std::string_view name) {
  return existing(account.roles, "role", name, account.id);
}

Done delete_role(Account& account, std::string_view name, Whole whole) {
  PARTITA_TRY_VALUE(role, role_named(account, name));
  if (whole == Whole::No && !(role->policies.empty() && role->boundary.empty()))
    return refuse(fmt::format("the role {} has policies or a boundary; delete them before, or give --whole", name));
  std::erase_if(account.roles, [&](const Role& one) { return one.name == name; });
  return {};
}

Done set_trust(Role& role, const std::string& name, const std::string& document) {
  PARTITA_TRY(checked(trust_fault(name, document)));
  role.trust = document;
  return {};
}

Done set_max_session(Role& role, std::int64_t seconds) {
  PARTITA_TRY(checked(max_session_fault(seconds)));
  role.max_session_s = seconds;
  return {};
}

}  // namespace partita::identities
