#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "base/try.h"
#include "identities/changes.h"
#include "identities/checks.h"

namespace partita::identities {

expected<Group*, std::string> create_group(Account& account, const std::string& name, const std::string& path,
                                           std::int64_t now_ms) {
  PARTITA_TRY(checked(name_fault("group", name)));
  PARTITA_TRY(checked(path_fault(path)));
  PARTITA_TRY(checked_new(account.groups, "group", name, kMostGroups));
  std::string id = unique_id("AGPA");
  account.groups.push_back({.name = name, .path = path, .id = std::move(id), .created_ms = now_ms});
  return &account.groups.back();
}

expected<Group*, std::string> group_named(Account& account, std::string_view name) {
  return existing(account.groups, "group", name, account.id);
}

Done delete_group(Account& account, std::string_view name, Whole whole) {
  PARTITA_TRY_VALUE(group, group_named(account, name));
  const bool has_users =
      std::ranges::any_of(account.users, [&](const User& user) { return base::contains(user.groups, name); });
  if (whole == Whole::No && (has_users || !group->policies.empty()))
    return refuse(fmt::format("the group {} has users or policies; remove them before, or give --whole", name));
  for (User& user : account.users) std::erase(user.groups, name);
  std::erase_if(account.groups, [&](const Group& one) { return one.name == name; });
  return {};
}

Done add_to_group(Account& account, std::string_view group, std::string_view user) {
  PARTITA_TRY_VALUE(to, group_named(account, group));
  PARTITA_TRY_VALUE(who, user_named(account, user));
  if (base::contains(who->groups, group)) return {};
  if (who->groups.size() >= kMostGroupsOfUser)
    return refuse(fmt::format("the user {} is in {} groups, the most that IAM allows", user, kMostGroupsOfUser));
  who->groups.push_back(to->name);
  return {};
}

Done remove_from_group(Account& account, std::string_view group, std::string_view user) {
  PARTITA_TRY(group_named(account, group));
  PARTITA_TRY_VALUE(who, user_named(account, user));
  if (std::erase(who->groups, group) == 0)
    return refuse(fmt::format("the user {} is not in the group {}", user, group));
  return {};
}

}  // namespace partita::identities
