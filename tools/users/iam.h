// The subcommands of `partita iam`.
#pragma once

#include <vector>

#include "commands.h"
#include "iam/policy.h"

namespace partita::tools {

Command add_iam_check(CLI::App& iam);
Command add_iam_simulate(CLI::App& iam);
// The commands that manage identities.
std::vector<Command> add_iam_identities(CLI::App& iam);

// The exit code for a file or an option that cannot be used.
inline constexpr int kBadUsage = 2;

// Reads and compiles the policy in the file `path`, and prints its faults on stderr, as "FILE:LINE:COLUMN: fault", and
// its warnings. The result has faults if the file cannot be read.
iam::Compilation read_policy(const std::string& path, iam::PolicyType type);

}  // namespace partita::tools
