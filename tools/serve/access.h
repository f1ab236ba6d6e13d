// Who may use `partita serve`: the options of access, and the keys that they lead to.
#pragma once

#include <partita/open.h>

#include <CLI/App.hpp>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "auth/access_keys.h"
#include "identities/store.h"
#include "server/server.h"
#include "users/identity_command.h"

namespace partita::tools {

struct AccessOptions {
  server::Auth auth = server::Auth::Any;
  std::string credentials;  // the path of the credentials file; empty: the file in the data directory
  std::string
      identity_key;  // the file with the master key of the store of identities; empty: beside the data directory
  bool plaintext = false;
  bool published = false;
  bool explain_signatures = false;
  std::string account;  // of users whose section names none
};

void add_access_options(CLI::App& app, AccessOptions& options);

// The reason why the options do not go together, or an empty text. `data` is the data directory, empty for --memory.
std::string conflict(const AccessOptions& options, const std::string& data);

// The keys of a running server.
class Access {
 public:
  // Opens the store of identities and reads the credentials file. If there are neither, makes the file in the data
  // directory. Requires: conflict() is empty, and the data directory exists. Errors: a text of one line.
  static expected<Access, std::string> open(const AccessOptions& options, const std::string& data);

  // Sets the members of `options` that are about access.
  void apply(server::ServerOptions& options) const;
  // The line for people about the key that open() made, or an empty text. It has no secret.
  const std::string& made() const { return made_; }
  // Reads the file again with the policies that it names, if there is one. If anything in them is faulty, the keys and
  // the policies stay as they are, and the log has the fault.
  void reload(const LogSink& log) const;
  // Carries a command of `partita iam` out. When it returns, requests meet the new keys and policies. Any thread may
  // call it. Errors: a text of one line, also if this server verifies no signatures. Then nothing has changed.
  expected<IdentityReply, std::string> run(const IdentityCommand& command, std::int64_t now_ms) const;

 private:
  using Table = std::shared_ptr<const auth::AccessKeys>;

  AccessOptions options_;
  // Reads the keys of the credentials file, with their users.
  expected<std::vector<auth::AccessKey>, std::string> read_file() const;
  // The table of those keys and of the store's.
  expected<Table, std::string> make_table(const identities::Contents& contents,
                                          const identities::MasterKey& master) const;

  std::string path_;  // of the credentials file; empty if there is none
  std::string made_;
  std::unique_ptr<identities::Store> store_;
  std::shared_ptr<auth::KeyStore> keys_;
  std::unique_ptr<std::mutex> changing_;  // held from a change of the store until the keys are published
};

}  // namespace partita::tools
