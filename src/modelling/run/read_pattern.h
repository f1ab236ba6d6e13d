// Carries out the reads of a model.
#pragma once

#include "modelling/run/context.h"
#include "modelling/run/naive.h"

namespace partita::modelling::run {

// A read with the values that it is given, so that it can be repeated.
struct ReadTask {
  const ProvenPattern* pattern = nullptr;
  NaiveRead naive = {};
  std::optional<std::int64_t> take = {};
  std::vector<float> vector = {};  // of a search
  // Of a Scan and of reads by key: the entities of the pattern.
  std::vector<FoundEntity> entities = {};
  model::IndexPosition index = model::kNone;  // of a Scan
  std::vector<Sample> keys = {};              // of reads by key: the items to read
};

// Chooses values with which the pattern has an answer. If no values give an answer, says so in `out`.
std::optional<ReadTask> prepare_read_task(Context& context, const ProvenPattern& pattern, PatternRun& out);

// Carries the read out and compares the answer.
void run_read(Context& context, const ReadTask& task, PatternRun& out);

}  // namespace partita::modelling::run
