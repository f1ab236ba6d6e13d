// Calls an operation of a Database by its name, with JSON for the request and the answer.
#pragma once

#include <partita/database.h>

#include <string>
#include <string_view>

namespace partita::test {

struct Answer {
  std::string json;   // of the response or of the error
  std::string error;  // its name on the wire; empty for success
  std::string message;
};

enum class Pages { One, All };

// With Pages::All it follows LastEvaluatedKey or NextToken, and the answer has the Items, Count and ScannedCount of all
// pages. The NextToken "$last" of an ExecuteStatement means the last one that this thread got, and
// the ARN "$last" of a backup, export, import or bulk write that of the last one that this thread made.
// Throws std::runtime_error if the operation is unknown.
Answer call(Database& database, std::string_view operation, std::string_view request, Pages pages);

}  // namespace partita::test
