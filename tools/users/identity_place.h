// Where commands of `partita iam` find the store of identities: in a data directory, or at a running server.
#pragma once

#include <partita/expected.h>

#include <CLI/App.hpp>
#include <string>

#include "identity_command.h"

namespace partita::tools {

struct IdentityPlace {
  std::string data, identity_key, socket;

  bool is_given() const { return !data.empty() || !socket.empty(); }
};

// Adds --data, --identity-key and --admin-socket.
void add_place_options(CLI::App& app, IdentityPlace& place);

enum class ReplyForm : std::uint8_t { Text, Json };
// Carries the command out, and returns its reply. Errors: a text of one line, and nothing has changed. The options may
// not go together, too.
expected<std::string, std::string> run_at(const IdentityPlace& place, const IdentityCommand& command, ReplyForm form);

}  // namespace partita::tools
