// RecordingDatabase: a Database that passes every request on and remembers what it was and what it cost, so that a
// system can show, and a test can assert, which index an access pattern used and how much it read.
#pragma once

#include <partita/database.h>

#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace recording {

struct Call {
  std::string_view operation;        // "Query"
  std::string index = {};            // empty: the base table
  std::int64_t evaluated_count = 0;  // items read by Query and Scan
  std::int64_t returned_count = 0;   // items in the answer
  double capacity_units = 0;         // as the database reports them
  bool filtered = false;             // the request had a filter
};

class RecordingDatabase final : public partita::Database {
 public:
  // `database` must outlive this.
  explicit RecordingDatabase(partita::Database& database) : database_(database) {}

  // The calls since the last take, oldest first. Only calls of the waiting form are recorded.
  std::vector<Call> take();

#define PARTITA_OPERATION(function, Name)                                               \
  partita::Result<partita::Name##Response> function(partita::Name##Request request) override; \
  void function(partita::Name##Request request, partita::Completion<partita::Name##Response> done) override;
#include <partita/operations.def>
#undef PARTITA_OPERATION

 private:
  void add(Call call);

  partita::Database& database_;
  std::mutex mutex_;
  std::vector<Call> calls_;  // guarded by mutex_
};

}  // namespace recording
