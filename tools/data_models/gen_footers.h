// The texts of `partita model gen LANGUAGE --help` behind the options.
#pragma once

namespace partita::tools {

inline constexpr const char* kCppFooter =
    R"(The header has a struct for each entity, the entities with their keys, the tables, and each access pattern with a
function that calls it. It compiles as it is: what the planner refuses is a comment with the reason.

Examples:
  partita model gen cpp shop.yml -o shop.h
  partita model gen cpp schema.json --namespace shop -o shop.h

Exit code: 0, or 1 if the file cannot be read or the header cannot be written.
)";

inline constexpr const char* kTypeScriptFooter =
    R"(The package has a type for each entity, and a client with a method for each access pattern, on the AWS SDK for
JavaScript (@aws-sdk/client-dynamodb, version 3) and without a further dependency. Calls that would need a scan, leave an
index key stale or ignore a version do not compile. DIR gets index.ts, description.ts and runtime/, which are replaced
whenever the package is made again, and package.json and tsconfig.json if it lacks them. Files of DIR that the package does
not have stay.

--check writes no file, and fails unless the files of DIR are those of the model.

Examples:
  partita model gen typescript shop.yml -o src/shop
  partita model gen typescript shop.yml -o src/shop --check

Exit code: 0, or 1 if the file cannot be read, the package cannot be written, or --check found a difference.
)";

inline constexpr const char* kGoFooter =
    R"(The package has a type for each entity, and a client with a function for each access pattern, on the AWS SDK for Go
(aws-sdk-go-v2) and without a further dependency. Calls that would need a scan, leave an index key stale or ignore a version
do not compile. DIR gets client.go, entities.go, description.go and rt/, which are replaced whenever the package is made
again. Files of DIR that the package does not have stay.

The package's name is that of DIR, or the one of --package. Programs import it by the path of the module that DIR is in: the
next go.mod above says it. Without one, DIR becomes a module.

--check writes no file, and fails unless the files of DIR are those of the model.

Examples:
  partita model gen go shop.yml -o internal/shop
  partita model gen go shop.yml -o internal/shop --check

Exit code: 0, or 1 if the file cannot be read, the package cannot be written, or --check found a difference.
)";

inline constexpr const char* kPythonFooter =
    R"(The package has classes for each entity, and two clients with a method for each access pattern: one on boto3, and one
for asyncio on any client whose methods are coroutines. It needs Python 3.10 and no package beside the client's. Calls
that would need a scan, leave an index key stale or ignore a version do not pass mypy and pyright, and are errors before a
request. DIR gets __init__.py and the modules beside it, and runtime/, which are replaced whenever the package is made
again. Files of DIR that the package does not have stay.

--check writes no file, and fails unless the files of DIR are those of the model.

Examples:
  partita model gen python shop.yml -o src/shop
  partita model gen python shop.yml -o src/shop --check

Exit code: 0, or 1 if the file cannot be read, the package cannot be written, or --check found a difference.
)";

}  // namespace partita::tools
