// `partita iam group` and `partita iam role`.
#include <fmt/format.h>

#include <charconv>

#include "base/contains.h"
#include "base/try.h"
#include "identity_command.h"

namespace partita::tools {
namespace {

using identities::Account;
using identities::Done;
using identities::Group;
using identities::Role;
using identities::Whole;
using enum Argument::Kind;

void write_group(Work& work, const Account& account, const Group& group) {
  work.json.begin_object().member("name", group.name).member("arn", identities::group_arn(account, group));
  work.json.member("id", group.id).member("created", shown_time(group.created_ms));
  write_names(work.json, "policies", group.policies);
  work.json.name("users").begin_list();
  for (const auto& user : account.users)
    if (base::contains(user.groups, group.name)) work.json.value(user.name);
  work.json.end_list().end_object();
}

Done group_create(Work& work) {
  PARTITA_TRY_VALUE(account, work.its_account());
  PARTITA_TRY_VALUE(group,
                    create_group(*account, work.arguments.one("name"), work.arguments.one("path", "/"), work.now_ms));
  work.text = fmt::format("made {}\n", identities::group_arn(*account, *group));
  write_group(work, *account, *group);
  return {};
}

Done group_list(Work& work) {
  PARTITA_TRY_VALUE(account, work.its_account());
  work.json.begin_object().name("groups").begin_list();
  for (const Group& group : account->groups) {
    std::string users;
    for (const auto& user : account->users)
      if (base::contains(user.groups, group.name)) users += (users.empty() ? "" : ", ") + user.name;
    work.text += fmt::format("{}  policies: {}  users: {}\n", identities::group_arn(*account, group),
                             shown_names(group.policies), users.empty() ? "-" : users);
    write_group(work, *account, group);
  }
  work.json.end_list().end_object();
  return {};
}

Done group_delete(Work& work) {
  PARTITA_TRY_VALUE(account, work.its_account());
  const std::string name = work.arguments.one("name");
  PARTITA_TRY(delete_group(*account, name, work.arguments.has("whole") ? Whole::Yes : Whole::No));
  work.text = fmt::format("deleted the group {}\n", name);
  return {};
}

Done group_add_user(Work& work) {
  PARTITA_TRY_VALUE(account, work.its_account());
  const std::string group = work.arguments.one("name"), user = work.arguments.one("user");
  PARTITA_TRY(add_to_group(*account, group, user));
  work.text = fmt::format("{} is in {}\n", user, group);
  return {};
}

Done group_remove_user(Work& work) {
  PARTITA_TRY_VALUE(account, work.its_account());
  const std::string group = work.arguments.one("name"), user = work.arguments.one("user");
  PARTITA_TRY(remove_from_group(*account, group, user));
  work.text = fmt::format("{} is not in {} any more\n", user, group);
  return {};
}

void write_role(Work& work, const Account& account, const Role& role) {
  work.json.begin_object().member("name", role.name).member("arn", identities::role_arn(account, role));
  work.json.member("id", role.id).member("created", shown_time(role.created_ms));
  work.json.member("max_duration_s", role.max_session_s);
  write_tags(work.json, role.tags);
  write_names(work.json, "policies", role.policies);
  work.json.member("boundary", !role.boundary.empty()).member("trust", role.trust).end_object();
}

expected<std::int64_t, std::string> seconds_in(const std::string& text) {
  std::int64_t seconds = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, seconds);
  if (error != std::errc() || at != end)
    return identities::refuse(fmt::format("'{}' is not a number of seconds", text));
  return seconds;
}

Done role_create(Work& work) {
  const Arguments& given = work.arguments;
  PARTITA_TRY_VALUE(account, work.its_account());
  PARTITA_TRY_VALUE(tags, tags_of(given.all("tag")));
  PARTITA_TRY_VALUE(seconds, seconds_in(given.one("max-duration", "3600")));
  PARTITA_TRY_VALUE(role, create_role(*account,
                                      {.name = given.one("name"),
                                       .path = given.one("path", "/"),
                                       .trust_name = given.one("trust.file", "trust policy"),
                                       .trust = given.one("trust"),
                                       .max_session_s = seconds,
                                       .tags = tags},
                                      work.now_ms));
  work.text = fmt::format("made {}\n", identities::role_arn(*account, *role));
  write_role(work, *account, *role);
  return {};
}

Done role_list(Work& work) {
  PARTITA_TRY_VALUE(account, work.its_account());
  work.json.begin_object().name("roles").begin_list();
  for (const Role& role : account->roles) {
    work.text += fmt::format("{}  {}\n", identities::role_arn(*account, role), role.id);
    write_role(work, *account, role);
  }
  work.json.end_list().end_object();
  return {};
}

Done role_show(Work& work) {
  PARTITA_TRY_VALUE(account, work.its_account());
  PARTITA_TRY_VALUE(role, role_named(*account, work.arguments.one("name")));
  work.text = fmt::format(
      "{}\n  id:           {}\n  created:      {}\n  max duration: {} s\n  tags:         {}\n  policies:     {}\n"
      "  boundary:     {}\ntrust policy:\n{}\n",
      identities::role_arn(*account, *role), role->id, shown_time(role->created_ms), role->max_session_s,
      shown_tags(role->tags), shown_names(role->policies), role->boundary.empty() ? "-" : "yes", role->trust);
  write_role(work, *account, *role);
  return {};
}

Done role_change(Work& work) {
  const Arguments& given = work.arguments;
  PARTITA_TRY_VALUE(account, work.its_account());
  PARTITA_TRY_VALUE(role, role_named(*account, given.one("name")));
  if (given.has("trust")) PARTITA_TRY(set_trust(*role, given.one("trust.file", "trust policy"), given.one("trust")));
  if (given.has("max-duration")) {
    PARTITA_TRY_VALUE(seconds, seconds_in(given.one("max-duration")));
    PARTITA_TRY(set_max_session(*role, seconds));
  }
  PARTITA_TRY_VALUE(tags, tags_of(given.all("tag")));
  PARTITA_TRY(identities::remove_tags(role->tags, given.all("remove-tag")));
  PARTITA_TRY(identities::set_tags(role->tags, tags));
  work.text = fmt::format("changed {}\n", identities::role_arn(*account, *role));
  write_role(work, *account, *role);
  return {};
}

Done role_delete(Work& work) {
  PARTITA_TRY_VALUE(account, work.its_account());
  const std::string name = work.arguments.one("name");
  PARTITA_TRY(delete_role(*account, name, work.arguments.has("whole") ? Whole::Yes : Whole::No));
  work.text = fmt::format("deleted the role {}\n", name);
  return {};
}

}  // namespace

std::vector<Verb> group_and_role_verbs() {
  const Argument path{"path", Option, false, "PATH", "path of the ARN, such as /team/"};
  const Argument tag{"tag", Many, false, "NAME=VALUE", "a tag; may be given several times"};
  const Argument user{"user", Positional, true, "USER", "the user"};
  const Argument whole{"whole", Flag, false, "", "also if it has users, policies or a boundary"};
  const Argument duration{"max-duration", Option, false, "SECONDS", "longest session, 3600 (the default) to 43200"};
  return {
      {"group create", "make a group", true, {name_of("the group"), path, account_argument()}, group_create},
      {"group list", "list the groups of an account with their users", false, {account_argument()}, group_list},
      {"group delete", "delete a group", true, {name_of("the group"), whole, account_argument()}, group_delete},
      {"group add-user",
       "put a user into a group",
       true,
       {name_of("the group"), user, account_argument()},
       group_add_user},
      {"group remove-user",
       "take a user out of a group",
       true,
       {name_of("the group"), user, account_argument()},
       group_remove_user},
      {"role create",
       "make a role, which those can assume whom its trust policy names",
       true,
       {name_of("the role"),
        {"trust", File, true, "FILE", "trust policy: who may assume the role"},
        duration,
        path,
        tag,
        account_argument()},
       role_create},
      {"role list", "list the roles of an account", false, {account_argument()}, role_list},
      {"role show", "show a role with its trust policy", false, {name_of("the role"), account_argument()}, role_show},
      {"role change",
       "change the trust policy, the longest session or the tags of a role",
       true,
       {name_of("the role"),
        {"trust", File, false, "FILE", "trust policy: who may assume the role"},
        duration,
        tag,
        {"remove-tag", Many, false, "NAME", "a tag to remove"},
        account_argument()},
       role_change},
      {"role delete",
       "delete a role; its sessions end",
       true,
       {name_of("the role"), whole, account_argument()},
       role_delete},
  };
}

}  // namespace partita::tools
