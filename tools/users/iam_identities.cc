// The subcommands of `partita iam` that manage identities, offline in a data directory or on a running server.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <filesystem>
#include <fstream>
#include <map>

#include "auth/credentials_file.h"
#include "base/try.h"
#include "iam.h"
#include "identity_command.h"
#include "identity_place.h"
#include "permissions/identities.h"

namespace partita::tools {
namespace {

constexpr std::size_t kMostDocumentBytes = 256 << 10;

constexpr const char* kIdentitiesFooter =
    R"(Give either --data DIR, for a directory that no server has open, or --admin-socket PATH, for a running server, on which
the change counts when the command returns.

Exit code: 0 if it succeeded, 1 if nothing was changed, with the reason on stderr.
)";

struct IdentityOptions {
  IdentityPlace place;
  bool json = false;
  Arguments arguments;
  std::map<std::string, std::string> files;  // by the argument's name
};

expected<std::string, std::string> read_document(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file.is_open() || file.bad()) return identities::refuse(path + ": the file cannot be read");
  if (text.size() > kMostDocumentBytes) return identities::refuse(path + ": the file is too large for a policy");
  return text;
}

// The policies of a section by their files' names without ".json", which become the names of inline policies.
expected<void, std::string> write_documents(documents::JsonOut& json, const auth::UserSettings& settings,
                                            const std::string& folder) {
  json.name("policies").begin_object();
  for (const std::string& name : settings.policies) {
    PARTITA_TRY_VALUE(text, read_document(name.starts_with('/') ? name : folder + name));
    json.member(std::filesystem::path(name).stem().string(), text);
  }
  json.end_object();
  if (settings.boundary.empty()) return {};
  PARTITA_TRY_VALUE(text,
                    read_document(settings.boundary.starts_with('/') ? settings.boundary : folder + settings.boundary));
  json.member("boundary", text);
  return {};
}

// The sections of a credentials file as arguments of the command "import".
expected<void, std::string> add_sections(const std::string& path, Arguments& arguments) {
  PARTITA_TRY_VALUE(keys, auth::read_credentials_file(path));
  const auto slash = path.rfind('/');
  const std::string folder = slash == path.npos ? "" : path.substr(0, slash + 1);
  for (const auth::AccessKey& key : keys) {
    if (key.session_token)
      return identities::refuse(fmt::format(
          "{}: the section {} has a session token, and temporary credentials cannot be imported", path, key.user));
    documents::JsonOut json;
    json.begin_object().member("user", key.user).member("id", key.id).member("secret", key.secret);
    if (key.account) json.member("account", *key.account);
    if (key.expires_ms) json.member("expires", shown_time(*key.expires_ms));
    if (!key.settings.path.empty()) json.member("path", key.settings.path);
    if (key.settings.root) json.member("root", "true");
    write_tags(json, key.settings.tags);
    PARTITA_TRY(write_documents(json, key.settings, folder));
    json.end_object();
    arguments.add("section", json.text());
  }
  return {};
}

expected<void, std::string> read_files(IdentityOptions& options, const std::string& verb) {
  for (const auto& [name, path] : options.files) {
    if (path.empty()) continue;
    if (verb == "import") {
      PARTITA_TRY(add_sections(path, options.arguments));
      continue;
    }
    PARTITA_TRY_VALUE(text, read_document(path));
    options.arguments.add(name, text);
    options.arguments.add(name + ".file", path);
  }
  return {};
}

int run_identities(IdentityOptions& options, const std::string& verb) {
  if (const auto read = read_files(options, verb); !read) return print_error(read.error());
  const auto reply = run_at(options.place, {verb, options.arguments}, options.json ? ReplyForm::Json : ReplyForm::Text);
  if (!reply) return print_error(reply.error());
  fmt::print("{}", *reply);
  return 0;
}

void add_argument(CLI::App& app, IdentityOptions& options, const Argument& argument) {
  const std::string name = argument.name;
  const auto add = [&options, name](const std::string& text) { options.arguments.add(name, text); };
  switch (argument.kind) {
    case Argument::Kind::Positional:
      app.add_option_function<std::string>(argument.type, add, argument.help)->required(argument.required);
      return;
    case Argument::Kind::Flag:
      app.add_flag_callback(
          "--" + name, [add] { add("yes"); }, argument.help);
      return;
    case Argument::Kind::File:
      app.add_option(name == "section" ? "FILE" : "--" + name, options.files[name], argument.help)
          ->required(argument.required)
          ->type_name(argument.type);
      return;
    case Argument::Kind::Option:
    case Argument::Kind::Many:
      app.add_option_function<std::vector<std::string>>(
             "--" + name,
             [add](const std::vector<std::string>& texts) {
               for (const std::string& text : texts) add(text);
             },
             argument.help)
          ->required(argument.required)
          ->expected(1)
          ->multi_option_policy(argument.kind == Argument::Kind::Many ? CLI::MultiOptionPolicy::TakeAll
                                                                      : CLI::MultiOptionPolicy::TakeLast)
          ->type_name(argument.type);
      return;
  }
}

// The subcommand with this name, which is made if it is not there.
CLI::App* child_of(CLI::App& parent, const std::string& name, const std::string& help) {
  for (CLI::App* child : parent.get_subcommands([&](CLI::App* one) { return one->get_name() == name; })) return child;
  CLI::App* const child = parent.add_subcommand(name, help);
  child->require_subcommand(1);
  return child;
}

Command add_verb(CLI::App& iam, const std::string& words, const char* help, const std::vector<Argument>& arguments) {
  const auto blank = words.find(' ');
  CLI::App* parent = &iam;
  if (blank != words.npos) {
    const std::string noun = words.substr(0, blank);
    parent = child_of(
        iam, noun,
        noun == "policy" || noun == "boundary" ? "manage the " + noun + " of users and roles" : "manage " + noun + "s");
  }
  auto options = std::make_shared<IdentityOptions>();
  CLI::App* const command = parent->add_subcommand(blank == words.npos ? words : words.substr(blank + 1), help);
  command->footer(kIdentitiesFooter);
  for (const Argument& argument : arguments) add_argument(*command, *options, argument);
  add_place_options(*command, options->place);
  command->add_flag("--json", options->json, "print JSON");
  return {command, [options, words] { return run_identities(*options, words); }};
}

}  // namespace

std::vector<Command> add_iam_identities(CLI::App& iam) {
  std::vector<Command> commands;
  for (const Verb& verb : identity_verbs()) commands.push_back(add_verb(iam, verb.words, verb.help, verb.arguments));
  commands.push_back(
      add_verb(iam, "change-master-key", "make another master key and encrypt all secrets anew; sessions end", {}));
  return commands;
}

}  // namespace partita::tools
