// `partita iam key` and `partita iam import`.
#include <fmt/format.h>

#include <charconv>

#include "base/try.h"
#include "iam/json.h"
#include "identities/rules.h"
#include "identity_command.h"

namespace partita::tools {
namespace {

using identities::Account;
using identities::Done;
using identities::FoundKey;
using identities::KeyWithSecret;
using identities::refuse;
using identities::StoredKey;
using identities::User;
using enum Argument::Kind;

constexpr const char* kDefaultOverlapS = "86400";

std::string shown_owner(const Account& account, const User* user) {
  return user ? identities::user_arn(account, *user) : "arn:aws:iam::" + account.id + ":root";
}

std::string state_of(const StoredKey& key, std::int64_t now_ms) {
  if (key.disabled) return "disabled";
  if (!key.expires_ms) return "active";
  return (*key.expires_ms <= now_ms ? "expired " : "active until ") + shown_time(*key.expires_ms);
}

void write_key(Work& work, const Account& account, const User* user, const StoredKey& key) {
  work.json.begin_object().member("id", key.id).member("owner", shown_owner(account, user));
  work.json.member("created", shown_time(key.created_ms)).member("state", state_of(key, work.now_ms));
  if (key.expires_ms) work.json.member("expires", shown_time(*key.expires_ms));
  work.json.end_object();
}

// The secret is told here and never again.
void tell(Work& work, const KeyWithSecret& key) {
  work.text += fmt::format("aws_access_key_id = {}\naws_secret_access_key = {}\n", key.id, key.secret);
  work.json.begin_object().member("id", key.id).member("secret", key.secret).end_object();
}

Done key_create(Work& work) {
  const Arguments& given = work.arguments;
  if (given.has("user") == given.has("root")) return refuse("give one of --user and --root");
  PARTITA_TRY_VALUE(account, work.its_account());
  std::optional<std::int64_t> expires_ms;
  if (given.has("expires")) {
    PARTITA_TRY_VALUE(time, time_of(given.one("expires"), work.now_ms));
    expires_ms = time;
  }
  std::vector<StoredKey>* keys = &account->root_keys;
  if (given.has("user")) {
    PARTITA_TRY_VALUE(user, user_named(*account, given.one("user")));
    keys = &user->keys;
  }
  PARTITA_TRY_VALUE(key, create_key(*keys, work.master, expires_ms, work.now_ms));
  tell(work, key);
  return {};
}

Done key_list(Work& work) {
  const Arguments& given = work.arguments;
  work.json.begin_object().name("keys").begin_list();
  const auto list = [&](const Account& account, const User* user, const std::vector<StoredKey>& keys) {
    if (given.has("user") && (!user || user->name != given.one("user"))) return;
    for (const StoredKey& key : keys) {
      work.text += fmt::format("{}  {}  created {}  {}\n", key.id, shown_owner(account, user),
                               shown_time(key.created_ms), state_of(key, work.now_ms));
      write_key(work, account, user, key);
    }
  };
  for (const Account& account : work.contents.accounts) {
    if (given.has("account") && account.id != given.one("account")) continue;
    list(account, nullptr, account.root_keys);
    for (const User& user : account.users) list(account, &user, user.keys);
  }
  work.json.end_list().end_object();
  return {};
}

Done show_state(Work& work, const FoundKey& found) {
  work.text = fmt::format("{} is {}\n", found.key->id, state_of(*found.key, work.now_ms));
  write_key(work, *found.account, found.user, *found.key);
  return {};
}

Done key_disable(Work& work) {
  PARTITA_TRY_VALUE(found, key_of_id(work.contents, work.arguments.one("name")));
  found.key->disabled = true;
  return show_state(work, found);
}

Done key_enable(Work& work) {
  PARTITA_TRY_VALUE(found, key_of_id(work.contents, work.arguments.one("name")));
  found.key->disabled = false;
  return show_state(work, found);
}

Done key_expire(Work& work) {
  PARTITA_TRY_VALUE(found, key_of_id(work.contents, work.arguments.one("name")));
  const std::string when = work.arguments.one("when");
  if (when == "never") {
    found.key->expires_ms.reset();
    return show_state(work, found);
  }
  PARTITA_TRY_VALUE(time, time_of(when, work.now_ms));
  found.key->expires_ms = time;
  return show_state(work, found);
}

Done key_delete(Work& work) {
  const std::string id = work.arguments.one("name");
  PARTITA_TRY_VALUE(found, key_of_id(work.contents, id));
  identities::delete_key(found);
  work.text = fmt::format("deleted the access key {}\n", id);
  return {};
}

Done key_rotate(Work& work) {
  const std::string id = work.arguments.one("name"), overlap = work.arguments.one("overlap", kDefaultOverlapS);
  PARTITA_TRY_VALUE(end_ms, time_of("+" + overlap, 0));
  PARTITA_TRY_VALUE(key, rotate_key(work.contents, id, work.master, end_ms / 1000, work.now_ms));
  PARTITA_TRY_VALUE(old, key_of_id(work.contents, id));
  tell(work, key);
  work.text += fmt::format("# {} is {}\n", id, state_of(*old.key, work.now_ms));
  return {};
}

// A member of the section's JSON, or an empty text.
std::string member_of(const iam::Json& json, std::string_view name) {
  for (const iam::Json::Member& member : json.members)
    if (member.name == name) return member.value.text;
  return {};
}

Done import_section(Work& work, const iam::Json& section) {
  const std::string account_id = member_of(section, "account"), name = member_of(section, "user");
  PARTITA_TRY_VALUE(account, account_for(work.contents, account_id.empty() ? work.account : account_id));
  std::optional<std::int64_t> expires_ms;
  if (const std::string expires = member_of(section, "expires"); !expires.empty()) {
    PARTITA_TRY_VALUE(time, time_of(expires, work.now_ms));
    expires_ms = time;
  }
  const KeyWithSecret key{member_of(section, "id"), member_of(section, "secret")};
  if (member_of(section, "root") == "true") {
    work.text += fmt::format("imported {} of the root of {}\n", key.id, account->id);
    return import_key(work.contents, account->root_keys, work.master, key, expires_ms, work.now_ms);
  }
  const std::string path = member_of(section, "path");
  PARTITA_TRY_VALUE(user, create_user(*account, {.name = name, .path = path.empty() ? "/" : path}, work.now_ms));
  for (const iam::Json::Member& member : section.members) {
    if (member.name == "tags") {
      for (const iam::Json::Member& tag : member.value.members)
        PARTITA_TRY(identities::set_tags(user->tags, {{tag.name, tag.value.text}}));
    } else if (member.name == "policies") {
      for (const iam::Json::Member& policy : member.value.members)
        PARTITA_TRY(
            put_policy(user->policies, policy.name, policy.name, policy.value.text, identities::kMostUserPolicyBytes));
    } else if (member.name == "boundary") {
      PARTITA_TRY(identities::set_boundary(user->boundary, "boundary", member.value.text));
    }
  }
  PARTITA_TRY(import_key(work.contents, user->keys, work.master, key, expires_ms, work.now_ms));
  work.text += fmt::format("imported {} of {}\n", key.id, identities::user_arn(*account, *user));
  return {};
}

Done import_all(Work& work) {
  for (const std::string& text : work.arguments.all("section")) {
    const auto json = iam::parse_json(text);
    if (!json) return refuse("a section of the import is not JSON");
    PARTITA_TRY(import_section(work, *json));
  }
  return {};
}

}  // namespace

std::vector<Verb> key_verbs() {
  const Argument key{"name", Positional, true, "KEY", "the id of the access key"};
  return {
      {"key create",
       "make an access key and print its secret, which is never shown again",
       true,
       {{"user", Option, false, "NAME", "the user that gets the key"},
        {"root", Flag, false, "", "a key of the account's root, which may do everything"},
        {"expires", Option, false, "TIME", "such as 2026-12-31T23:59:59Z, or +3600 for an hour from now on"},
        account_argument()},
       key_create},
      {"key list",
       "list access keys and their states, without secrets",
       false,
       {{"user", Option, false, "NAME", "only those of this user"},
        {"account", Option, false, "NUMBER", "only those of this account"}},
       key_list},
      {"key disable", "refuse the requests of a key until it is enabled", true, {key}, key_disable},
      {"key enable", "accept a disabled key again", true, {key}, key_enable},
      {"key expire",
       "set the time from which on a key is refused",
       true,
       {key, {"when", Positional, true, "TIME", "such as 2026-12-31T23:59:59Z, +3600 or never"}},
       key_expire},
      {"key delete", "delete an access key", true, {key}, key_delete},
      {"key rotate",
       "make another key for the same user; the old one expires after a while, and keys of the user that are disabled "
       "or expired are deleted",
       true,
       {key, {"overlap", Option, false, "SECONDS", "how long the old key stays valid; by default a day"}},
       key_rotate},
      {"import",
       "import users with their keys, policies and tags from a credentials file",
       true,
       {{"section", Argument::Kind::File, true, "FILE", "file in the format of ~/.aws/credentials"}},
       import_all},
  };
}

}  // namespace partita::tools
