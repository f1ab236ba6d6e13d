// The command lines of a container image. `partita container` is the entry point of the image; the words behind it are
// the command that the image's user gives, which may be one for Amazon's image amazon/dynamodb-local.
#pragma once

#include <partita/expected.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "serve/settings.h"

namespace partita::tools {

// Whether the process was started as an image's entry point: as `partita container`, or by the name `java`, which
// compose files for amazon/dynamodb-local may give.
bool is_container_call(std::span<const std::string> call);

// The arguments of `partita` that carry out `call`, which is_container_call() accepts, without the program's name:
//   no words                    a server
//   --version                   the version
//   options of `partita serve`  a server with them
//   -jar DynamoDBLocal.jar ...  a server with the options of DynamoDB Local: -inMemory, -dbPath DIR, -port N, -cors
//   LIST,
//                               -sharedDb, -delayTransientStatuses, -optimizeDbBeforeStartup, -disableTelemetry. Those
//                               of java before it are left out
//   anything else               that subcommand
// Errors: a text of one line if an option of DynamoDB Local is unknown or lacks its value. Source of these options: the
// page "DynamoDB local usage notes".
expected<std::vector<std::string>, std::string> container_arguments(std::span<const std::string> call);

// Adds the settings of a server in a container that neither the command line nor the environment nor a file has: the
// data is in memory, and the server answers on all addresses of the container (--published).
void add_container_settings(std::vector<Setting>& settings);

}  // namespace partita::tools
