// A database that passes every request to another one, and keeps the requests with their answers as they go over the
// wire.
#pragma once

#include <partita/database.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace partita::vectors {

struct Exchange {
  std::string_view operation = {};  // such as "Query"
  std::string request = {};
  std::string response = {};  // or the error
  bool failed = false;
};

// For one thread.
class RecordingDatabase final : public Database {
 public:
  explicit RecordingDatabase(Database& database) : database_(database) {}

  // The exchanges since the last take().
  std::vector<Exchange> take() { return std::exchange(exchanges_, {}); }

#define PARTITA_OPERATION(function, Name)                  \
  Result<Name##Response> function(Name##Request) override; \
  void function(Name##Request, Completion<Name##Response>) override;
#include <partita/operations.def>
#undef PARTITA_OPERATION

 private:
  Database& database_;
  std::vector<Exchange> exchanges_;
};

}  // namespace partita::vectors
