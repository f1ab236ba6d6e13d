// Access patterns from commands of the AWS CLI.
#pragma once

#include <string>
#include <vector>

#include "modelling/core/model.h"
#include "modelling/read/cli/cli_command.h"

namespace partita::modelling {

// Fills the operation, the entities, the fields and the actions of `pattern`, whose names and place are set. The
// entities are those whose key templates fit the values in the command. Parts that could not be read are added to
// `notes`.
void fill_from_command(const CliCommand& command, const Model& model, Pattern& pattern,
                       std::vector<std::string>& notes);

}  // namespace partita::modelling
