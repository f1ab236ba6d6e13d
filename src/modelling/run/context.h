// The things that all parts of a run use.
#pragma once

#include <partita/model/runtime/session.h>

#include <chrono>
#include <memory>
#include <utility>

#include "modelling/run/run_model.h"
#include "modelling/run/samples.h"

namespace partita::modelling::run {

struct Context {
  const Proof& proof;
  Database& database;  // beneath the recorder
  Recorder& recorder;
  std::shared_ptr<model::Session> session;
  Samples& samples;
  std::int64_t now_ms = 0;
};

// Calls `start` with a completion, and returns the answer that the completion got. Requires: `start` uses Mode::Wait.
template <class T, class Start>
Result<T> answer_of(Start start) {
  Result<T> out;
  start([&](Result<T> answer) { out = std::move(answer); });
  return out;
}

// Calls `work`, and adds its requests and its time to `out`.
template <class Work>
auto measured(Context& context, PatternRun& out, Work work) {
  context.recorder.take();
  const auto start = std::chrono::steady_clock::now();
  auto result = work();
  out.milliseconds += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  for (SentRequest& request : context.recorder.take()) out.requests.push_back(std::move(request));
  return result;
}

inline void fail(PatternRun& out, Outcome outcome, std::string reason) {
  out.outcome = outcome;
  out.reason = std::move(reason);
}

// The fields' values under the names of fields.
AttributeMap by_field_name(const model::EntityInfo& entity, const AttributeMap& attributes);

// The entity that a pattern or an action names, with its table. The pointers are nullptr if the model lacks it.
struct FoundEntity {
  const ProvenTable* table = nullptr;
  const model::EntityInfo* entity = nullptr;
};
FoundEntity find_entity(const Proof& proof, const std::string& table, const std::string& entity);

// The item as the table has it, by the primary key that the values give.
Result<std::optional<AttributeMap>> stored_item(Context& context, const FoundEntity& what, const AttributeMap& values);

}  // namespace partita::modelling::run
