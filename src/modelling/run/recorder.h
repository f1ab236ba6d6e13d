// A database that passes every request to another one, and keeps the requests and their costs.
#pragma once

#include <partita/database.h>

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace partita::modelling::run {

struct SentRequest {
  std::string_view operation = {};   // such as "Query"
  std::string json = {};             // as it goes over the wire
  std::string index = {};            // of a read; empty: the table
  std::int64_t evaluated_count = 0;  // items that a read examined
  std::int64_t returned_count = 0;
  double capacity_units = 0;  // as the database reports them, those of indexes included
  // Of a write: the part of the units that each index cost, by name.
  std::vector<std::pair<std::string, double>> units_of_indexes = {};
};

// It is safe to use from several threads.
class Recorder final : public Database {
 public:
  // `database` must outlive the recorder and every request under way.
  explicit Recorder(Database& database) : database_(database) {}

  // The requests that were answered since the last take(), in the order of their answers.
  std::vector<SentRequest> take();

#define PARTITA_OPERATION(function, Name)                  \
  Result<Name##Response> function(Name##Request) override; \
  void function(Name##Request, Completion<Name##Response>) override;
#include <partita/operations.def>
#undef PARTITA_OPERATION

 private:
  struct Log {
    void add(SentRequest request);

    std::mutex mutex;
    std::vector<SentRequest> requests;  // guarded by mutex
  };

  Database& database_;
  const std::shared_ptr<Log> log_ = std::make_shared<Log>();
};

}  // namespace partita::modelling::run
