// Who may use `partita serve`: the options of access, and the keys that they lead to.
#pragma once

#include <partita/open.h>

#include <CLI/App.hpp>
#include <memory>
#include <string>
#include <vector>

#include "auth/access_keys.h"
#include "server/server.h"

namespace partita::tools {

struct AccessOptions {
  server::Auth auth = server::Auth::Any;
  std::string credentials;  // the path of the credentials file; empty: the file in the data directory
  bool plaintext = false;
  bool explain_signatures = false;
  std::string account;  // of users whose section names none
};

void add_access_options(CLI::App& app, AccessOptions& options);

// The reason why the options do not go together, or an empty text. `data` is the data directory, empty for --memory.
std::string conflict(const AccessOptions& options, const std::string& data);

// The keys of a running server.
class Access {
 public:
  // Reads the credentials file, and makes the one in the data directory if it is missing. Requires: conflict() is
  // empty, and the data directory exists. Errors: a text of one line.
  static expected<Access, std::string> open(const AccessOptions& options, const std::string& data);

  // Sets the members of `options` that are about access.
  void apply(server::ServerOptions& options) const;
  // The line for people about the key that open() made, or an empty text. It has no secret.
  const std::string& made() const { return made_; }
  // Reads the file again with the policies that it names, if there is one. If anything in them is faulty, the keys and
  // the policies stay as they are, and the log has the fault.
  void reload(const LogSink& log) const;

 private:
  AccessOptions options_;
  // Reads the keys, with --auth iam with their users' policies.
  expected<std::vector<auth::AccessKey>, std::string> read() const;

  std::string path_;
  std::string made_;
  std::shared_ptr<auth::KeyStore> keys_;
};

}  // namespace partita::tools
