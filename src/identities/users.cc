#include <fmt/format.h>

#include <algorithm>

#include "auth/random_key.h"
#include "base/try.h"
#include "iam/principal.h"
#include "identities/changes.h"
#include "identities/checks.h"
#include "identities/rules.h"

namespace partita::identities {

unexpected<std::string> refuse(std::string text) { return unexpected<std::string>(std::move(text)); }

expected<Account*, std::string> account_for(Contents& contents, const std::string& id) {
  PARTITA_TRY(checked(account_fault(id)));
  const auto at = std::ranges::lower_bound(contents.accounts, id, {}, &Account::id);
  if (at != contents.accounts.end() && at->id == id) return &*at;
  return &*contents.accounts.insert(at, Account{.id = id});
}

void drop_empty_accounts(Contents& contents) {
  std::erase_if(contents.accounts, [](const Account& account) { return account.empty(); });
}

expected<User*, std::string> create_user(Account& account, NewUser wanted, std::int64_t now_ms) {
  PARTITA_TRY(checked(name_fault("user", wanted.name)));
  PARTITA_TRY(checked(path_fault(wanted.path)));
  PARTITA_TRY(checked(tags_fault(wanted.tags)));
  PARTITA_TRY(checked_new(account.users, "user", wanted.name, kMostUsers));
  std::string id = unique_id("AIDA");
  account.users.push_back({.name = std::move(wanted.name),
                           .path = std::move(wanted.path),
                           .id = std::move(id),
                           .created_ms = now_ms,
                           .tags = std::move(wanted.tags)});
  return &account.users.back();
}

expected<User*, std::string> user_named(Account& account, std::string_view name) {
  return existing(account.users, "user", name, account.id);
}

Done delete_user(Account& account, std::string_view name, Whole whole) {
  PARTITA_TRY_VALUE(user, user_named(account, name));
  if (whole == Whole::No &&
      !(user->keys.empty() && user->policies.empty() && user->groups.empty() && user->boundary.empty()))
    return refuse(
        fmt::format("the user {} has access keys, policies, a boundary or groups; delete them before, or give "
                    "--whole",
                    name));
  std::erase_if(account.users, [&](const User& one) { return one.name == name; });
  return {};
}

}  // namespace partita::identities
