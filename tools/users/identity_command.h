// A command of `partita iam` that reads or changes the store of identities, as a value. So the same command works on a
// data directory and, sent over the admin socket, on a running server.
#pragma once

#include <partita/expected.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "auth/access_keys.h"
#include "documents/json_out.h"
#include "identities/changes.h"
#include "identities/store.h"

namespace partita::tools {

// The values of a command's arguments by their names, such as "name" and "tag".
class Arguments {
 public:
  void add(const std::string& name, std::string value) { values_[name].push_back(std::move(value)); }
  bool has(const std::string& name) const { return values_.contains(name); }
  // The first value, or `otherwise`.
  std::string one(const std::string& name, const std::string& otherwise = "") const {
    const auto found = values_.find(name);
    return found == values_.end() ? otherwise : found->second.front();
  }
  std::vector<std::string> all(const std::string& name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? std::vector<std::string>() : found->second;
  }
  const std::map<std::string, std::vector<std::string>>& values() const { return values_; }

 private:
  std::map<std::string, std::vector<std::string>> values_;
};

struct IdentityCommand {
  std::string verb;  // such as "user create"
  Arguments arguments;
};
std::string json_of(const IdentityCommand& command);
// Errors: `json` is not the result of json_of().
expected<IdentityCommand, std::string> parse_identity_command(std::string_view json);

struct IdentityReply {
  std::string text;  // for people, whole lines
  std::string json;  // for programs, one line
};

// What a command works on.
struct Work {
  identities::Contents& contents;
  const identities::MasterKey& master;
  const Arguments& arguments;
  std::string account;
  std::int64_t now_ms;
  std::string& text;
  documents::JsonOut& json;

  expected<identities::Account*, std::string> its_account() const {
    return identities::account_for(contents, arguments.one("account", account));
  }
};

struct Argument {
  enum class Kind : std::uint8_t { Positional, Option, Many, Flag, File };
  const char* name;  // as in Arguments; an option is --NAME
  Kind kind;
  bool required;
  const char* type;
  const char* help;
};

struct Verb {
  const char* words;
  const char* help;
  bool changes;
  std::vector<Argument> arguments;
  identities::Done (*run)(Work& work);
};
// All verbs, in the order in which the help shows them.
const std::vector<Verb>& identity_verbs();

// Lists for identity_verbs(), one in each file.
std::vector<Verb> account_and_user_verbs();
std::vector<Verb> group_and_role_verbs();
std::vector<Verb> policy_verbs();
std::vector<Verb> key_verbs();

// Called with the changed contents before they are stored. Errors refuse the change.
using Accept = std::function<expected<void, std::string>(const identities::Contents&, const identities::MasterKey&)>;
// Carries the command out. `own_account` is the account of commands that name none. Errors: a text of one line, and
// nothing has changed.
expected<IdentityReply, std::string> run_identity_command(identities::Store& store, const IdentityCommand& command,
                                                          const std::string& own_account, std::int64_t now_ms,
                                                          const Accept& accept);

// ---- what the verbs have in common

// Tags of the form NAME=VALUE. Errors: one has another form.
expected<identities::Tags, std::string> tags_of(const std::vector<std::string>& texts);
// Reads a time such as 2026-12-31T23:59:59Z, or a number of seconds from now on such as +3600.
expected<std::int64_t, std::string> time_of(const std::string& text, std::int64_t now_ms);
// A time such as 2026-12-31T23:59:59Z.
std::string shown_time(std::int64_t ms);
void write_tags(documents::JsonOut& json, const identities::Tags& tags);
std::string shown_tags(const identities::Tags& tags);
std::string shown_names(const std::vector<identities::InlinePolicy>& policies);
void write_names(documents::JsonOut& json, std::string_view member,
                 const std::vector<identities::InlinePolicy>& policies);
// The arguments that several verbs have.
Argument name_of(const char* what);
Argument account_argument();

}  // namespace partita::tools
