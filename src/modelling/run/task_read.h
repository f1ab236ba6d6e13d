// The read of a task as the model layer sends it.
#pragma once

#include <partita/model/runtime/pattern_reads.h>
#include <partita/model/runtime/vector_search.h>

#include <memory>
#include <vector>

#include "modelling/run/read_pattern.h"

namespace partita::modelling::run {

// The rows of an answer, and the items that belong to no entity of the pattern.
struct ReadAnswer {
  std::vector<model::Row> rows = {};
  std::vector<model::UnreadableRow> unreadable = {};
  std::int64_t stale = 0;  // rows that the read left out, because their index key is out of date
};

// It makes the requests of a task. Its pattern must be served, unless it is a Scan or a read by keys.
class TaskRead {
 public:
  // `task` must outlive the object.
  explicit TaskRead(const ReadTask& task);

  bool is_collection() const { return info_.entities.size() > 1; }
  bool is_search() const { return task_.pattern->served() && info_.plan.operation == model::PlanOperation::Search; }

  model::ReadRequest read_request() const;
  model::LoadRequest load_request() const;  // Requires: is_collection()
  model::SearchRead search_request() const;

  // Whether the model has a plan for the pattern. A Scan and a read by keys do not have one.
  bool has_plan() const;
  // The first request. Requires: has_plan(). Errors: those of model::explain().
  Result<model::Explanation> explain(const std::shared_ptr<model::Session>& session) const;
  // Says in `out` how the read asks: its index, its key condition and its filter. A Scan and a read by keys have no key
  // condition.
  void explain(const std::shared_ptr<model::Session>& session, PatternRun& out) const;

  // Carries the read out, and waits for its answer. Errors: those of the database and of the model layer.
  Result<ReadAnswer> send(const std::shared_ptr<model::Session>& session) const;

 private:
  Result<ReadAnswer> read(const std::shared_ptr<model::Session>& session) const;
  Result<ReadAnswer> search(const std::shared_ptr<model::Session>& session) const;
  Result<ReadAnswer> scan(const std::shared_ptr<model::Session>& session) const;
  Result<ReadAnswer> get(const std::shared_ptr<model::Session>& session) const;

  const ReadTask& task_;
  const Pattern& pattern_;
  const model::PatternInfo& info_;
};

// Puts the rows of the answer into `out`, and a note on the items that could not be read.
void show(const ReadAnswer& answer, PatternRun& out);

}  // namespace partita::modelling::run
