// `partita iam account` and `partita iam user`.
#include <fmt/format.h>

#include "base/try.h"
#include "identity_command.h"

namespace partita::tools {
namespace {

using identities::Account;
using identities::Done;
using identities::User;
using identities::Whole;
using enum Argument::Kind;

Done list_accounts(Work& work) {
  work.json.begin_object().name("accounts").begin_list();
  for (const Account& account : work.contents.accounts) {
    work.text += fmt::format("{}  users: {}  groups: {}  roles: {}\n", account.id, account.users.size(),
                             account.groups.size(), account.roles.size());
    work.json.begin_object().member("account", account.id).member("users", std::int64_t(account.users.size()));
    work.json.member("groups", std::int64_t(account.groups.size()));
    work.json.member("roles", std::int64_t(account.roles.size())).end_object();
  }
  work.json.end_list().end_object();
  return {};
}

void write_user(Work& work, const Account& account, const User& user) {
  work.json.begin_object().member("name", user.name).member("arn", identities::user_arn(account, user));
  work.json.member("id", user.id).member("created", shown_time(user.created_ms));
  write_tags(work.json, user.tags);
  write_names(work.json, "policies", user.policies);
  work.json.member("boundary", !user.boundary.empty());
  work.json.name("groups").begin_list();
  for (const std::string& group : user.groups) work.json.value(group);
  work.json.end_list().name("keys").begin_list();
  for (const auto& key : user.keys) work.json.value(key.id);
  work.json.end_list().end_object();
}

std::string joined_names(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "-" : text;
}

Done user_create(Work& work) {
  const Arguments& given = work.arguments;
  PARTITA_TRY_VALUE(account, work.its_account());
  PARTITA_TRY_VALUE(tags, tags_of(given.all("tag")));
  PARTITA_TRY_VALUE(
      user,
      create_user(*account, {.name = given.one("name"), .path = given.one("path", "/"), .tags = tags}, work.now_ms));
  work.text = fmt::format("made {}\n", identities::user_arn(*account, *user));
  write_user(work, *account, *user);
  return {};
}

Done user_list(Work& work) {
  PARTITA_TRY_VALUE(account, work.its_account());
  work.json.begin_object().name("users").begin_list();
  for (const User& user : account->users) {
    work.text += fmt::format("{}  {}  keys: {}\n", identities::user_arn(*account, user), user.id, user.keys.size());
    write_user(work, *account, user);
  }
  work.json.end_list().end_object();
  return {};
}

Done user_show(Work& work) {
  PARTITA_TRY_VALUE(account, work.its_account());
  PARTITA_TRY_VALUE(user, user_named(*account, work.arguments.one("name")));
  std::vector<std::string> keys;
  for (const auto& key : user->keys) keys.push_back(key.id);
  work.text = fmt::format(
      "{}\n  id:       {}\n  created:  {}\n  tags:     {}\n  groups:   {}\n  policies: {}\n  boundary: {}\n  keys:     "
      "{}\n",
      identities::user_arn(*account, *user), user->id, shown_time(user->created_ms), shown_tags(user->tags),
      joined_names(user->groups), shown_names(user->policies), user->boundary.empty() ? "-" : "yes",
      joined_names(keys));
  write_user(work, *account, *user);
  return {};
}

Done user_delete(Work& work) {
  PARTITA_TRY_VALUE(account, work.its_account());
  const std::string name = work.arguments.one("name");
  PARTITA_TRY(delete_user(*account, name, work.arguments.has("whole") ? Whole::Yes : Whole::No));
  work.text = fmt::format("deleted the user {}\n", name);
  return {};
}

Done user_tag(Work& work) {
  PARTITA_TRY_VALUE(account, work.its_account());
  PARTITA_TRY_VALUE(user, user_named(*account, work.arguments.one("name")));
  PARTITA_TRY_VALUE(tags, tags_of(work.arguments.all("tag")));
  PARTITA_TRY(identities::remove_tags(user->tags, work.arguments.all("remove")));
  PARTITA_TRY(identities::set_tags(user->tags, tags));
  work.text = fmt::format("tags: {}\n", shown_tags(user->tags));
  write_user(work, *account, *user);
  return {};
}

}  // namespace

std::vector<Verb> account_and_user_verbs() {
  const Argument tag{"tag", Many, false, "NAME=VALUE", "a tag; may be given several times"};
  return {
      {"account list", "list the accounts that have users, groups, roles or keys", false, {}, list_accounts},
      {"user create",
       "make a user; it may do nothing until it has a policy",
       true,
       {name_of("the user"),
        {"path", Option, false, "PATH", "path of the ARN, such as /team/"},
        tag,
        account_argument()},
       user_create},
      {"user list", "list the users of an account", false, {account_argument()}, user_list},
      {"user show", "show a user", false, {name_of("the user"), account_argument()}, user_show},
      {"user delete",
       "delete a user; its sessions end",
       true,
       {name_of("the user"),
        {"whole", Flag, false, "", "also if it has keys, policies, a boundary or groups"},
        account_argument()},
       user_delete},
      {"user tag",
       "set and remove tags of a user",
       true,
       {name_of("the user"), tag, {"remove", Many, false, "NAME", "a tag to remove"}, account_argument()},
       user_tag},
  };
}

}  // namespace partita::tools
