// Records the work of the model layer of C++ with random calls on a model, for the libraries of other languages, which
// must send the same requests and give the same answers: record MODEL SEED CALLS > vectors.json
//
// The file has the description of the model, and for each call the call itself, the requests that it sent with their
// answers, and its result. Only the random ids of writes differ from run to run of another program: they begin with
// "fefefefe".
#include <fmt/format.h>
#include <partita/open.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>

#include "base/try.h"
#include "call_json.h"
#include "first_values.h"
#include "model/core/session.h"
#include "modelling/generate/description.h"
#include "modelling/generate/provable.h"
#include "modelling/read/read_model.h"
#include "modelling/run/samples.h"
#include "modelling/write/table_request.h"
#include "random_calls.h"
#include "recording_database.h"

namespace partita::vectors {
namespace {

using documents::tree_bare;
using documents::tree_flag;
using documents::tree_list;
using documents::tree_map;
using documents::tree_number;
using documents::tree_text;
using model::FieldPosition;
using model::kNone;
using modelling::run::Sample;
using modelling::run::Samples;

constexpr std::int64_t kNowMs = 1'767'607'200'000;  // 2026-01-05T10:00:00Z
constexpr std::size_t kItems = 12;

std::vector<modelling::LanguageLimit> no_limits(const modelling::Model&) { return {}; }
constexpr modelling::Language kAnyLanguage{no_limits, false};

// Calls a function of the model layer and returns its answer.
template <class T, class Start>
Result<T> answer_of(Start start) {
  Result<T> out;
  start([&](Result<T> answer) { out = std::move(answer); });
  return out;
}

class Recorder {
 public:
  Recorder(const modelling::Proof& proof, std::uint64_t seed, Database& database)
      : proof_(proof),
        recording_(std::make_shared<RecordingDatabase>(database)),
        session_(std::make_shared<model::Session>(recording_, options(), dependencies())),
        calls_(seed, Samples::make(proof, {.items = kItems, .now_ms = kNowMs}, {})) {}

  Result<void> make_tables() {
    for (const modelling::ProvenTable& table : proof_.tables())
      PARTITA_TRY(recording_->create_table(modelling::create_table_request(*table.declared)));
    recording_->take();
    return {};
  }

  Tree run(std::size_t calls) {
    for (const Sample& sample : calls_.samples().all()) create(sample.table->info, sample.entity, sample.values);
    for (std::size_t i = 0; i < calls; ++i) one_call();
    return std::move(cases_);
  }

 private:
  static model::SessionOptions options() {
    model::SessionOptions out;
    out.page_token_keys = {"a key of the vectors"};
    out.now_ms = [] { return kNowMs; };
    return out;
  }
  static model::SessionDependencies dependencies() {
    return {.sleep = [](std::chrono::milliseconds) {},
            .random_bytes =
                [count = std::uint64_t{0}](std::size_t size) mutable {
                  std::string out(size, '\xfe');
                  ++count;
                  for (std::size_t i = 9; i < size && i < 16; ++i) out[i] = static_cast<char>(count >> (8 * (15 - i)));
                  return out;
                }};
  }

  // ---- the record

  void add_case(Tree call, Tree answer) {
    Tree one = tree_map();
    one.add("call", std::move(call));
    Tree& exchanges = one.add("exchanges", tree_list());
    for (Exchange& exchange : recording_->take()) {
      Tree& made = exchanges.push(tree_map());
      made.add("operation", tree_text(exchange.operation));
      made.add("request", tree_bare(exchange.request));
      made.add(exchange.failed ? "error" : "response", tree_bare(exchange.response));
    }
    one.add("answer", std::move(answer));
    cases_.push(std::move(one));
  }
  static Tree failed(const Error& error) {
    Tree out = tree_map();
    out.add("error", tree_of_error(error));
    return out;
  }

  // ---- reads

  void read() {
    const modelling::ProvenPattern& pattern = calls_.any(proof_.patterns());
    if (!pattern.served() || pattern.info.plan.operation == model::PlanOperation::Search) return;
    auto request = calls_.any_read(pattern);
    if (!request) return;
    if (pattern.info.entities.size() > 1) return load(pattern, *request);
    if (calls_.random().one_in(3)) request->filter = calls_.any_predicate(*pattern.info.entities.front());
    if (!request->take && !request->read_at_most && calls_.random().one_in(4)) count(pattern, *request);
    pages<model::ReadRequest>("read", pattern, *request, tree_of_read, model::read,
                              [](model::ReadRequest& next) -> auto& { return next.after; });
  }

  void load(const modelling::ProvenPattern& pattern, const model::ReadRequest& read) {
    model::LoadRequest request{.read = read};
    request.read.read_at_most.reset();
    for (const model::EntityInfo* entity : pattern.info.entities) request.members.push_back({.entity = entity});
    const auto key = modelling::run::primary_fields(*pattern.info.entities.front());
    request.members.front().single = std::ranges::all_of(
        key, [&](FieldPosition field) { return std::ranges::find(pattern.info.by, field) != pattern.info.by.end(); });
    pages<model::LoadRequest>("load", pattern, request, tree_of_load, model::load,
                              [](model::LoadRequest& next) -> auto& { return next.read.after; });
  }

  // Reads up to four pages, each with the token of the one before.
  template <class Request, class Describe, class Send, class After>
  void pages(const char* kind, const modelling::ProvenPattern& pattern, Request request, Describe describe,
             Send read_page, After after) {
    for (int page = 0; page < 4; ++page) {
      Tree call = describe(request);
      call.add("call", tree_text(kind));
      call.add("pattern", tree_number(static_cast<std::int64_t>(modelling::described_position(proof_, pattern))));
      const auto answer = answer_of<model::RowPage>(
          [&](model::Done<model::RowPage> done) { read_page(session_, model::Mode::Wait, request, std::move(done)); });
      if (!answer) return add_case(std::move(call), failed(answer.error()));
      Tree result = tree_map();
      result.add("rows", tree_of_rows(*pattern.info.table, answer->rows));
      result.add("hasToken", tree_flag(answer->token.has_value()));
      result.add("unreadable", tree_number(static_cast<std::int64_t>(answer->unreadable.size())));
      result.add("stale", tree_number(answer->cost.stale));
      result.add("requests", tree_number(std::int64_t{answer->cost.requests}));
      add_case(std::move(call), std::move(result));
      if (!answer->token) return;
      after(request) = answer->token;
    }
  }

  void count(const modelling::ProvenPattern& pattern, const model::ReadRequest& request) {
    Tree call = tree_of_read(request);
    call.add("call", tree_text("count"));
    call.add("pattern", tree_number(static_cast<std::int64_t>(modelling::described_position(proof_, pattern))));
    const auto answer = answer_of<model::Count>(
        [&](model::Done<model::Count> done) { model::count(session_, model::Mode::Wait, request, std::move(done)); });
    if (!answer) return add_case(std::move(call), failed(answer.error()));
    Tree result = tree_map();
    result.add("count", tree_number(answer->count));
    add_case(std::move(call), std::move(result));
  }

  void gets() {
    std::vector<model::GetRequest> requests;
    for (std::size_t i = 1 + calls_.random().below(5); i > 0; --i)
      if (const Sample* sample = calls_.any_sample())
        requests.push_back({.table = sample->table->info, .entity = sample->entity, .values = sample->key()});
    if (requests.empty()) return;
    const bool is_snapshot = calls_.random().one_in(2), is_consistent = calls_.random().one_in(2);
    Tree call = tree_map();
    call.add("call", tree_text(is_snapshot ? "transactGet" : "batchGet"));
    call.add("gets", tree_of_gets(requests));
    if (!is_snapshot) call.add("consistent", tree_flag(is_consistent));
    const auto answer = answer_of<model::BatchRows>([&](model::Done<model::BatchRows> done) {
      if (is_snapshot)
        model::transact_get(session_, model::Mode::Wait, requests, std::move(done));
      else
        model::batch_get(session_, model::Mode::Wait, requests, is_consistent, std::move(done));
    });
    if (!answer) return add_case(std::move(call), failed(answer.error()));
    Tree result = tree_map();
    Tree& rows = result.add("rows", tree_list());
    for (std::size_t i = 0; i < answer->rows.size(); ++i)
      rows.push(answer->rows[i] ? tree_of_rows(*requests[i].table, {*answer->rows[i]}).items.front() : Tree());
    add_case(std::move(call), std::move(result));
  }

  // ---- writes

  void create(const model::TableInfo* table, const model::EntityInfo* entity, AttributeMap values) {
    model::WriteRequest request;
    request.kind = model::WriteRequest::Kind::Create;
    request.table = table;
    request.entity = entity;
    request.values = calls_.without_kept(*entity, std::move(values));
    send(std::move(request));
  }

  // The stored item with the key of the sample, as fields. nullopt if it does not exist.
  std::optional<AttributeMap> stored(const Sample& sample) {
    const auto answer = answer_of<model::BatchRows>([&](model::Done<model::BatchRows> done) {
      model::batch_get(session_, model::Mode::Wait,
                       {{.table = sample.table->info, .entity = sample.entity, .values = sample.key()}}, true,
                       std::move(done));
    });
    recording_->take();
    if (!answer || answer->rows.empty() || !answer->rows.front()) return std::nullopt;
    return answer->rows.front()->attributes();
  }

  void send(model::WriteRequest request) {
    Tree call = tree_map();
    call.add("call", tree_text("write"));
    call.add("write", tree_of_write(request));
    const model::TableInfo& table = *request.table;
    const auto answer = answer_of<model::WriteAnswer>([&](model::Done<model::WriteAnswer> done) {
      model::write(session_, model::Mode::Wait, std::move(request), std::move(done));
    });
    add_case(std::move(call), answer ? tree_of_answer(table, *answer) : failed(answer.error()));
  }

  void send_several(bool is_batch) {
    std::vector<model::WriteRequest> requests;
    for (std::size_t i = 1 + calls_.random().below(4); i > 0; --i)
      if (auto request = calls_.any_write(is_batch, stored_)) {
        const model::EntityInfo& entity = *request->entity;
        if (is_batch && (entity.version != kNone || !entity.unique.empty())) continue;
        if (!is_batch && request->returns_old) request->returns_old = false;
        requests.push_back(*std::move(request));
      }
    if (requests.empty()) return;
    Tree call = tree_map();
    call.add("call", tree_text(is_batch ? "batchWrite" : "transact"));
    Tree& writes = call.add("writes", tree_list());
    for (const model::WriteRequest& request : requests) writes.push(tree_of_write(request));
    Tree result = tree_map();
    if (is_batch) {
      const auto answer = answer_of<model::BatchOutcome>([&](model::Done<model::BatchOutcome> done) {
        model::batch_write(session_, model::Mode::Wait, std::move(requests), std::move(done));
      });
      if (!answer) result = failed(answer.error());
    } else {
      const auto answer = answer_of<model::Cost>([&](model::Done<model::Cost> done) {
        model::transact(session_, model::Mode::Wait, std::move(requests), std::move(done));
      });
      if (!answer) result = failed(answer.error());
    }
    add_case(std::move(call), std::move(result));
  }

  void one_call() {
    switch (calls_.random().below(8)) {
      case 0:
      case 1:
      case 2:
        return proof_.patterns().empty() ? void() : read();
      case 3:
        return gets();
      case 4:
        return send_several(calls_.random().one_in(3));
      default:
        if (auto request = calls_.any_write(false, stored_)) {
          if (request->kind != model::WriteRequest::Kind::Check) send(*std::move(request));
        }
    }
  }

  const modelling::Proof& proof_;
  std::shared_ptr<RecordingDatabase> recording_;
  std::shared_ptr<model::Session> session_;
  RandomCalls calls_;
  const RandomCalls::Stored stored_ = [this](const Sample& sample) { return stored(sample); };
  Tree cases_ = tree_list();
};

Result<Tree> record(const char* path, std::uint64_t seed, std::size_t calls) {
  PARTITA_TRY_VALUE(model, modelling::read_model(path));
  const modelling::Provable provable = modelling::provable_part(model, kAnyLanguage);
  set_first_values(*provable.proof);
  PARTITA_TRY_VALUE(database, open("", {.in_memory = true}));
  Recorder recorder(*provable.proof, seed, *database);
  PARTITA_TRY(recorder.make_tables());
  Tree out = tree_map();
  out.add("description", modelling::description_of(*provable.proof));
  out.add("nowMs", tree_number(kNowMs));
  out.add("cases", recorder.run(calls));
  return out;
}

}  // namespace
}  // namespace partita::vectors

int main(int count, char** arguments) {
  if (count != 4) {
    std::cerr << "usage: record MODEL SEED CALLS\n";
    return 2;
  }
  const auto recorded = partita::vectors::record(arguments[1], std::strtoull(arguments[2], nullptr, 10),
                                                 std::strtoull(arguments[3], nullptr, 10));
  if (!recorded) {
    std::cerr << recorded.error().message << '\n';
    return 1;
  }
  std::cout << partita::documents::to_json_line(*recorded);
  return 0;
}
