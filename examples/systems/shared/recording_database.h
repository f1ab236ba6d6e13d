// RecordingDatabase passes every request to another database and records the request and its cost. So a system can
// show, and a test can assert, which index an access pattern used and how much it read.
#pragma once

#include <partita/database.h>

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace systems {

struct Request {
  std::string_view operation;        // such as "Query"
  std::string index = {};            // empty for the base table
  std::int64_t evaluated_count = 0;  // items read by GetItem, Query and Scan
  std::int64_t returned_count = 0;   // items in the answer
  double capacity_units = 0;         // as the database reports it
  bool filtered = false;             // the request had a filter
};

class RecordingDatabase final : public partita::Database {
 public:
  // `database` must outlive this object and every request under way.
  explicit RecordingDatabase(partita::Database& database) : database_(database) {}

  // The requests that were answered since the last take(), in the order of their answers.
  std::vector<Request> take();

#define PARTITA_OPERATION(function, Name)                                                     \
  partita::Result<partita::Name##Response> function(partita::Name##Request request) override; \
  void function(partita::Name##Request request, partita::Completion<partita::Name##Response> done) override;
#include <partita/operations.def>
#undef PARTITA_OPERATION

 private:
  struct Log {
    void add(Request request);

    std::mutex mutex;
    std::vector<Request> requests;  // guarded by mutex
  };

  partita::Database& database_;
  const std::shared_ptr<Log> log_ = std::make_shared<Log>();
};

}  // namespace systems
