#include "identity_command.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "base/iso_time.h"
#include "base/try.h"
#include "iam/json.h"
#include "iam/time.h"

namespace partita::tools {

using identities::Contents;
using identities::Done;
using identities::MasterKey;
using identities::refuse;

std::string json_of(const IdentityCommand& command) {
  documents::JsonOut json;
  json.begin_object().member("verb", command.verb).name("arguments").begin_object();
  for (const auto& [name, values] : command.arguments.values()) {
    json.name(name).begin_list();
    for (const std::string& value : values) json.value(value);
    json.end_list();
  }
  json.end_object().end_object();
  return json.text();
}

expected<IdentityCommand, std::string> parse_identity_command(std::string_view text) {
  constexpr const char* kForm =
      R"(the request must have the form {"verb": "user create", "arguments": {"name": ["alice"]}})";
  const auto json = iam::parse_json(text);
  if (!json) return refuse(kForm);
  IdentityCommand command;
  for (const iam::Json::Member& member : json->members) {
    if (member.name == "verb") command.verb = member.value.text;
    if (member.name != "arguments") continue;
    for (const iam::Json::Member& argument : member.value.members)
      for (const iam::Json& value : argument.value.elements) command.arguments.add(argument.name, value.text);
  }
  if (command.verb.empty()) return refuse(kForm);
  return command;
}

const std::vector<Verb>& identity_verbs() {
  static const std::vector<Verb> kVerbs = [] {
    std::vector<Verb> verbs;
    for (const auto& list : {account_and_user_verbs(), group_and_role_verbs(), policy_verbs(), key_verbs()})
      verbs.insert(verbs.end(), list.begin(), list.end());
    return verbs;
  }();
  return kVerbs;
}

expected<IdentityReply, std::string> run_identity_command(identities::Store& store, const IdentityCommand& command,
                                                          const std::string& own_account, std::int64_t now_ms,
                                                          const Accept& accept) {
  IdentityReply reply;
  if (command.verb == "change-master-key") {
    // The keys must be usable before, because the change cannot be taken back.
    PARTITA_TRY(accept(store.contents(), store.master_key()));
    PARTITA_TRY(store.change_master_key());
    PARTITA_TRY(accept(store.contents(), store.master_key()));
    return IdentityReply{"the master key is another one; sessions that were given out have ended\n", "{}\n"};
  }
  const Verb* verb = nullptr;
  for (const Verb& one : identity_verbs())
    if (one.words == command.verb) verb = &one;
  if (!verb) return refuse(fmt::format("there is no command '{}'", command.verb));
  for (const Argument& argument : verb->arguments)
    if (argument.required && !command.arguments.has(argument.name))
      return refuse(fmt::format("{} needs the argument {}", verb->words, argument.name));
  const auto run = [&](Contents& contents, const MasterKey& master) -> Done {
    documents::JsonOut json;
    Work work{contents, master, command.arguments, own_account, now_ms, reply.text, json};
    PARTITA_TRY(verb->run(work));
    reply.json = (json.text().empty() ? "{}" : json.text()) + "\n";
    if (!verb->changes) return {};
    identities::drop_empty_accounts(contents);
    return accept(contents, master);
  };
  if (verb->changes) {
    PARTITA_TRY(store.change(run));
  } else {
    Contents contents = store.contents();
    PARTITA_TRY(run(contents, store.master_key()));
  }
  return reply;
}

expected<identities::Tags, std::string> tags_of(const std::vector<std::string>& texts) {
  identities::Tags tags;
  for (const std::string& text : texts) {
    const auto equals = text.find('=');
    if (equals == text.npos || equals == 0) return refuse(fmt::format("'{}' is not a tag: write NAME=VALUE", text));
    tags.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return tags;
}

expected<std::int64_t, std::string> time_of(const std::string& text, std::int64_t now_ms) {
  constexpr std::int64_t kMostSeconds = 100LL * 366 * 24 * 3600;
  if (text.starts_with('+')) {
    std::int64_t seconds = 0;
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data() + 1, end, seconds);
    if (error == std::errc() && at == end && seconds >= 0 && seconds <= kMostSeconds) return now_ms + seconds * 1000;
  } else if (const auto ms = base::parse_iso_time(text)) {
    return *ms;
  }
  return refuse(fmt::format(
      "'{}' is not a time: write one such as 2026-12-31T23:59:59Z, or +3600 for an hour from now on", text));
}

std::string shown_time(std::int64_t ms) {
  std::array<char, 24> text;
  return {text.data(), iam::write_time(ms, text.data())};
}

void write_tags(documents::JsonOut& json, const identities::Tags& tags) {
  json.name("tags").begin_object();
  for (const auto& [name, value] : tags) json.member(name, value);
  json.end_object();
}

std::string shown_tags(const identities::Tags& tags) {
  std::string text;
  for (const auto& [name, value] : tags) text += (text.empty() ? "" : ", ") + name + "=" + value;
  return text.empty() ? "-" : text;
}

std::string shown_names(const std::vector<identities::InlinePolicy>& policies) {
  std::string text;
  for (const auto& policy : policies) text += (text.empty() ? "" : ", ") + policy.name;
  return text.empty() ? "-" : text;
}

void write_names(documents::JsonOut& json, std::string_view member,
                 const std::vector<identities::InlinePolicy>& policies) {
  json.name(member).begin_list();
  for (const auto& policy : policies) json.value(policy.name);
  json.end_list();
}

Argument name_of(const char* what) { return {"name", Argument::Kind::Positional, true, "NAME", what}; }
Argument account_argument() {
  return {"account", Argument::Kind::Option, false, "NUMBER",
          "account of 12 digits; by default the server's, or 123456789012"};
}

}  // namespace partita::tools
