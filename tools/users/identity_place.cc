#include "identity_place.h"

#include <fmt/format.h>
#include <partita/open.h>

#include <filesystem>

#include "base/clock.h"
#include "base/try.h"
#include "identities/directory.h"
#include "server/endpoints/admin_socket.h"
#include "storage/data_directory.h"

namespace partita::tools {
namespace {

// A file for which no database can be made in the directory, such as those of a mistyped one. Empty for a data
// directory, and for one that may become it.
std::string foreign_file_in(const std::string& directory) {
  std::string found;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(directory, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name == storage::kFormatFile) return {};
    if (storage::is_foreign(name)) found = name;
  }
  return found;
}

expected<std::string, std::string> run_offline(const IdentityPlace& place, const IdentityCommand& command,
                                               ReplyForm form) {
  if (!std::filesystem::is_directory(place.data))
    return identities::refuse(
        fmt::format("{}: there is no such directory; make it, or start a server with it", place.data));
  if (const std::string file = foreign_file_in(place.data); !file.empty())
    return identities::refuse(fmt::format(
        "{} holds files that are not Partita's ({}); give the data directory of a server", place.data, file));
  PARTITA_TRY_VALUE(store, identities::Store::open(place.data, place.identity_key, identities::Opener::Command));
  const Accept accept = [](const identities::Contents& contents,
                           const identities::MasterKey& master) -> expected<void, std::string> {
    PARTITA_TRY(identities::make_key_table(contents, master, {}, ""));
    return {};
  };
  PARTITA_TRY_VALUE(reply,
                    run_identity_command(*store, command, kDefaultAccount, base::SystemClock().now_ms(), accept));
  return form == ReplyForm::Json ? reply.json : reply.text;
}

expected<std::string, std::string> run_on_server(const IdentityPlace& place, const IdentityCommand& command,
                                                 ReplyForm form) {
  PARTITA_TRY_VALUE(
      answer, server::ask_admin_socket(place.socket,
                                       {"POST", form == ReplyForm::Json ? "/iam.json" : "/iam", json_of(command)}));
  if (answer.status == 200) return answer.body;
  return identities::refuse(answer.body.substr(0, answer.body.find_last_not_of('\n') + 1));
}

}  // namespace

void add_place_options(CLI::App& app, IdentityPlace& place) {
  app.add_option("--data", place.data, "the data directory")->type_name("DIR");
  app.add_option("--identity-key", place.identity_key, "file with the master key; by default DIR.key")
      ->type_name("FILE");
  app.add_option("--admin-socket", place.socket, "the socket that the server was started with")->type_name("PATH");
}

expected<std::string, std::string> run_at(const IdentityPlace& place, const IdentityCommand& command, ReplyForm form) {
  if (place.data.empty() == place.socket.empty())
    return identities::refuse("give one of --data DIR and --admin-socket PATH");
  if (!place.identity_key.empty() && place.data.empty())
    return identities::refuse("--identity-key goes with --data; a running server has its own");
  return place.data.empty() ? run_on_server(place, command, form) : run_offline(place, command, form);
}

}  // namespace partita::tools
