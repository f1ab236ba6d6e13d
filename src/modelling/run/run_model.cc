#include "modelling/run/run_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"
#include "modelling/run/load_samples.h"
#include "modelling/run/read_pattern.h"
#include "modelling/run/refused_parts.h"
#include "modelling/run/write_pattern.h"

namespace partita::modelling::run {
namespace {

class Runner {
 public:
  Runner(const Proof& proof, Database& database, const RunOptions& options)
      : proof_(proof), refused_(proof), recorder_(std::make_shared<Recorder>(database)), database_(database) {
    model::SessionOptions of_session{.table_prefix = options.table_prefix, .now_ms = options.now_ms};
    now_ms_ = options.now_ms ? options.now_ms() : system_now_ms();
    session_ = model::make_session(recorder_, std::move(of_session));
    samples_ = Samples::make(proof, {.items = options.items, .now_ms = now_ms_}, refused_.entities());
  }

  Result<ModelRun> run() {
    out_.model = proof_.shared_model();
    Context context{proof_, database_, *recorder_, session_, samples_, now_ms_};
    PARTITA_TRY(make_tables(context));
    store_samples(context, out_.faults);
    count_samples();
    for (const ProvenPattern& pattern : proof_.patterns()) out_.patterns.push_back({.pattern = pattern.declared});
    run_reads(context);
    const bool wrote = run_writes(context);
    if (wrote) read_again(context);
    PARTITA_TRY(verify_items());
    return std::move(out_);
  }

 private:
  static std::int64_t system_now_ms() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
  }

  bool is_made(const std::string& table) const {
    return std::any_of(out_.tables.begin(), out_.tables.end(),
                       [&](const TableRun& one) { return one.table->name == table && one.refused.empty(); });
  }

  Result<void> make_tables(Context& context) {
    for (const ProvenTable& table : proof_.tables()) {
      TableRun run{.table = table.declared, .name = model::table_name(*session_, *table.info)};
      if (const lint::Finding* found = refused_.of_table(table.declared->name))
        run.refused = text_of(*found);
      else if (is_made(table.declared->name))
        run.refused = "two tables have this name";
      else
        PARTITA_TRY(make_table(context, table));
      out_.tables.push_back(std::move(run));
    }
    for (const ProvenTable& table : proof_.tables())
      for (const Entity& entity : table.declared->entities)
        if (const lint::Finding* found = refused_.of_entity(table.declared->name, entity.name))
          out_.faults.push_back(fmt::format("{} is left out: {}", entity.name, text_of(*found)));
    return {};
  }

  void count_samples() {
    for (TableRun& table : out_.tables)
      for (const Sample& sample : samples_.all())
        if (sample.table->declared == table.table) ++(sample.given ? table.given : table.made_up);
  }

  // Returns false if the pattern cannot be run, and says why.
  bool can_run(PatternRun& run) {
    const lint::Finding* found = refused_.of_pattern(*run.pattern);
    if (!found) found = refused_.of_parts(*run.pattern);
    if (!found) return true;
    fail(run, Outcome::Refused, text_of(*found));
    run.cure = found->cure;
    return false;
  }

  void run_reads(Context& context) {
    for (std::size_t i = 0; i < out_.patterns.size(); ++i) {
      const ProvenPattern& pattern = proof_.patterns()[i];
      PatternRun& run = out_.patterns[i];
      tasks_.emplace_back();
      if (!is_read(pattern.declared->operation) || !can_run(run)) continue;
      const bool is_planned = pattern.declared->operation == PatternOperation::Read ||
                              pattern.declared->operation == PatternOperation::Search;
      if (is_planned && !pattern.served()) {
        fail(run, Outcome::Refused, "the model has no plan for it");
        continue;
      }
      tasks_.back() = prepare_read_task(context, pattern, run);
      if (tasks_.back()) run_read(context, *tasks_.back(), run);
    }
  }

  bool run_writes(Context& context) {
    bool wrote = false;
    for (PatternRun& run : out_.patterns) {
      if (is_read(run.pattern->operation) || !can_run(run)) continue;
      run_write(context, *run.pattern, run);
      wrote = true;
    }
    return wrote;
  }

  // The first results of the reads stay, unless an answer is wrong now.
  void read_again(Context& context) {
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      if (!tasks_[i] || out_.patterns[i].outcome != Outcome::Right) continue;
      PatternRun again = out_.patterns[i];
      run_read(context, *tasks_[i], again);
      if (again.outcome == Outcome::Right) continue;
      again.reason = "after the writes: " + again.reason;
      out_.patterns[i] = std::move(again);
    }
  }

  Result<void> verify_items() {
    for (const ProvenTable& table : proof_.tables()) {
      if (!is_made(table.declared->name)) continue;
      PARTITA_TRY_VALUE(report, answer_of<model::VerifyReport>([&](model::Done<model::VerifyReport> done) {
                          model::verify(session_, model::Mode::Wait, *table.info, model::Repair::No, std::move(done));
                        }));
      out_.verified += report.items;
      std::move(report.findings.begin(), report.findings.end(), std::back_inserter(out_.findings));
    }
    return {};
  }

  const Proof& proof_;
  const RefusedParts refused_;
  std::shared_ptr<Recorder> recorder_;
  Database& database_;
  std::shared_ptr<model::Session> session_;
  std::int64_t now_ms_ = 0;
  Samples samples_;
  std::vector<std::optional<ReadTask>> tasks_;  // by pattern
  ModelRun out_;
};

}  // namespace

std::string_view to_text(Outcome outcome) {
  switch (outcome) {
    case Outcome::Right:
      return "right";
    case Outcome::Wrong:
      return "wrong";
    case Outcome::Failed:
      return "failed";
    case Outcome::Refused:
      return "refused";
    case Outcome::Skipped:
      return "skipped";
  }
  return "";
}

double PatternRun::capacity_units() const {
  double sum = 0;
  for (const SentRequest& request : requests) sum += request.capacity_units;
  return sum;
}

std::int64_t PatternRun::evaluated_count() const {
  std::int64_t sum = 0;
  for (const SentRequest& request : requests) sum += request.evaluated_count;
  return sum;
}

std::size_t ModelRun::count(Outcome outcome) const {
  return static_cast<std::size_t>(
      std::count_if(patterns.begin(), patterns.end(), [&](const PatternRun& run) { return run.outcome == outcome; }));
}

bool ModelRun::is_right() const {
  return faults.empty() && findings.empty() && count(Outcome::Right) + count(Outcome::Skipped) == patterns.size() &&
         std::all_of(tables.begin(), tables.end(), [](const TableRun& table) { return table.refused.empty(); });
}

Result<ModelRun> run_model(const Proof& proof, Database& database, const RunOptions& options) {
  return Runner(proof, database, options).run();
}

}  // namespace partita::modelling::run
