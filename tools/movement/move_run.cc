#include "move_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <mutex>

#include "base/try.h"
#include "commands.h"
#include "movement/tables/wait_until_active.h"
#include "protocol/item_json.h"
#include "transfer/tables/workers.h"

namespace partita::tools {
namespace {

void show_refusal(const std::string& table, const transfer::ItemWrite& write, const std::string& fault) {
  std::string item;
  protocol::append_typed_json(write.item, item);
  fmt::print(stderr, "{}: refused: {}: {}\n", table, fault, item.substr(0, 500));
}

// Says every ten seconds that an end does not answer.
void show_wait(const std::string& table, const Error& error) {
  static std::mutex mutex;
  static std::chrono::steady_clock::time_point shown;  // guarded by mutex
  const std::lock_guard lock(mutex);
  const auto now = std::chrono::steady_clock::now();
  if (now - shown < std::chrono::seconds(10)) return;
  shown = now;
  // An error that is not of the API may be a whole page of HTML.
  const std::string text = text_of(error);
  fmt::print(stderr, "{}: waiting, because the stream cannot be read: {}\n", table, text.substr(0, text.find('\n')));
}

movement::MoveSettings settings_of(MoveRun& run, const MovedTable& table) {
  const MoveOptions& options = run.options;
  movement::MoveSettings out{
      .source_table = table.pair.source,
      .target_table = table.pair.target,
      .segments = options.segments,
      .keeps_way_back = !options.no_way_back,
      .quiet = std::chrono::milliseconds(static_cast<std::int64_t>(options.quiet_seconds * 1000))};
  const auto on_refused = [name = table.pair.target](const transfer::ItemWrite& write, const std::string& fault) {
    show_refusal(name, write, fault);
  };
  out.copy = {
      .writers = options.writers, .read_units = &run.reads, .write_units = &run.writes, .on_refused = on_refused};
  out.apply.on_refused = on_refused;
  out.apply.write_units = &run.writes;
  out.follow.on_wait = [name = table.pair.source](const Error& error) { show_wait(name, error); };
  out.save = [&run, names = table.names](const movement::MoveState& state) {
    return run.store.store(names, movement::to_text(state));
  };
  return out;
}

}  // namespace

std::string plain_url(std::string url) {
  while (url.ends_with('/')) url.pop_back();
  std::ranges::transform(url, url.begin(), [](char c) { return static_cast<char>(std::tolower(c)); });
  for (const std::string_view local : {"://localhost", "://[::1]"})
    if (const auto at = url.find(local); at != url.npos) url.replace(at, local.size(), "://127.0.0.1");
  return url;
}

MovedTables names_of(const MoveOptions& options, const TablePair& pair) {
  return {fmt::format("{} {}", plain_url(options.source.text), pair.source),
          fmt::format("{} {}", plain_url(options.target.text), pair.target)};
}

Result<std::optional<movement::MoveState>> stored_state(const MoveRun& run, const MovedTables& names) {
  PARTITA_TRY_VALUE(text, run.store.find(names));
  if (!text) return std::nullopt;
  auto state = movement::read_move_state(*text);
  if (!state || state->source != names.source || state->target != names.target)
    return invalid(fmt::format("{} is not the state of this move; --restart begins anew", run.store.path_of(names)));
  return *std::move(state);
}

// Opens the move of a table, as it was stored or as a new one.
Result<MovedTable> open_table(MoveRun& run, const TablePair& pair) {
  const MoveOptions& options = run.options;
  MovedTable table;
  table.pair = pair;
  table.names = names_of(options, pair);
  PARTITA_TRY_VALUE(lock, run.store.lock(table.names));
  table.lock = std::move(lock);
  PARTITA_TRY_VALUE(stored, stored_state(run, table.names));
  using movement::MovePhase;
  if (stored && options.restarts && (stored->phase == MovePhase::Back || stored->phase == MovePhase::Done))
    return invalid(
        fmt::format("the table {} is cut over, so its home is {} and --restart would write old items over it; "
                    "--finish ends the move",
                    pair.source, options.target.text));
  const bool is_new = !stored || options.restarts;
  if (is_new && (options.cuts_back || options.finishes))
    return invalid(fmt::format("no move of {} has begun", pair.source));
  if (is_new && !stored && !options.merges) {
    PARTITA_TRY_VALUE(there, movement::find_table(*run.ends.target.database, pair.target));
    if (there) {
      PARTITA_TRY_VALUE(empty, is_empty(*run.ends.target.database, pair.target));
      if (!empty)
        return invalid(fmt::format("the table {} at the target has items; --merge puts those of the source over them",
                                   pair.target));
    }
  }
  movement::MoveState state =
      is_new ? movement::MoveState{.source = table.names.source, .target = table.names.target} : *stored;
  if (is_new && stored) {
    state.enabled_source_stream = stored->enabled_source_stream;
    state.enabled_target_stream = stored->enabled_target_stream;
  }
  if (!state.source_id.empty()) {
    PARTITA_TRY_VALUE(there, movement::find_table(*run.ends.source.database, pair.source));
    if (!there || there->table_id.value_or("") != state.source_id)
      return invalid(fmt::format("the table {} at the source is not the one whose move began; --restart begins anew",
                                 pair.source));
  }
  if (state.phase == MovePhase::Following || state.phase == MovePhase::Back) {
    PARTITA_TRY_VALUE(there, movement::find_table(*run.ends.target.database, pair.target));
    if (!there && !options.finishes)
      return invalid(fmt::format("the table {} at the target is gone; {}", pair.target,
                                 state.phase == MovePhase::Following
                                     ? "--restart begins anew"
                                     : "it is the home of the items, so bring it back before the move goes on"));
  }
  table.move = std::make_unique<movement::TableMove>(*run.ends.source.database, *run.ends.target.database,
                                                     settings_of(run, table), std::move(state));
  return table;
}

std::string lag_text(const MovedTable& table) {
  const std::int64_t lag = table.move->follow_progress().lag_ms;
  return fmt::format(
      "{}: {} changes, {}", table.pair.source, table.move->follow_progress().changes.load(),
      lag < 0 ? "the lag is not known yet" : fmt::format("{:.1f} s behind", static_cast<double>(lag) / 1000));
}

std::string lag_text(const MoveRun& run) {
  std::vector<std::string> texts;
  for (const MovedTable& table : run.tables) texts.push_back(lag_text(table));
  return fmt::format("{}", fmt::join(texts, "; "));
}

Result<void> for_all(const std::vector<MovedTable*>& tables, const std::function<Result<void>(MovedTable&)>& work) {
  return transfer::run_workers(static_cast<int>(tables.size()), [&](int number, const std::atomic<bool>&) {
    return work(*tables[static_cast<std::size_t>(number)]);
  });
}

}  // namespace partita::tools
