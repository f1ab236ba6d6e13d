#include "serve_standby.h"

#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <filesystem>
#include <map>

#include "archive/contents.h"
#include "archive/exchange.h"
#include "archive/restore.h"
#include "base/clock.h"
#include "base/iso_time.h"
#include "base/json_lines.h"
#include "base/try.h"
#include "storage/data_directory.h"
#include "storage/encrypted_directory.h"
#include "storage/encryption_keys.h"
#include "storage/open_store.h"
#include "transfer/places/directory.h"

namespace partita::tools {
namespace {

namespace fs = std::filesystem;

// Removes the data of a directory, and no other files.
Result<void> remove_files(const std::string& data) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(data, error)) {
    if (!storage::is_of_data(entry.path().filename().string())) continue;
    fs::remove_all(entry.path(), error);
    if (error)
      return fail(ErrorCode::InternalServerError,
                  fmt::format("{} cannot be removed: {}", entry.path().string(), error.message()));
  }
  return {};
}

// Restores into `data`, which is the directory of the place or a folder in it.
Result<void> restore_to_follow(const archive::ArchivePlace& place, const archive::RestorePlan& plan,
                               const DataPlace& data_place, const std::string& data, const base::Log& log) {
  log.info(fmt::format("event=standby_restores generation={} base={} bytes={}", plan.base.generation, plan.base.number,
                       plan.base_bytes));
  PARTITA_TRY_VALUE(keys, storage::keys_of_option(data_place.encryption_key, data_place.data));
  archive::RestoreOptions options{.directory = data, .follows = true, .log = log};
  if (keys)
    options.before_it_is_complete = [&data, &keys] {
      return storage::encrypt_with_current_key(data,
                                               {.create_if_missing = false, .being_restored = true, .keys = keys});
    };
  auto restored = archive::restore(place, plan, options);
  // An interrupted restore that began at another base can only begin again.
  if (!restored && restored.error().code == ErrorCode::ValidationException &&
      fs::exists(data + "/" + storage::kRestoreMark)) {
    PARTITA_TRY(remove_files(data));
    restored = archive::restore(place, plan, options);
  }
  if (!restored) return unexpected(std::move(restored.error()));
  return {};
}

// The place in the archive of a directory that has data.
Result<archive::Applied> applied_in(const DataPlace& place) {
  const std::string& data = place.data;
  PARTITA_TRY_VALUE(keys, storage::keys_of_option(place.encryption_key, data));
  PARTITA_TRY_VALUE(store, storage::open_store(data, {.create_if_missing = false, .read_only = true, .keys = keys}));
  PARTITA_TRY_VALUE(applied, archive::read_applied(*store));
  if (!applied)
    return invalid(fmt::format(
        "the data directory {} has data of its own and cannot follow an archive; name a new directory", data));
  return *applied;
}

Result<void> note_promoted(const std::string& data) {
  PARTITA_TRY_VALUE(file, transfer::replace_file(data + "/" + kPromotedFile));
  PARTITA_TRY(file->write("promoted\n"));
  return file->finish();
}

}  // namespace

void add_standby_options(CLI::App& app, StandbyOptions& options) {
  app.add_option(
         "--follow", options.url,
         "be a standby of the server that writes the archive at file:///DIR or s3://BUCKET/PREFIX: answer eventually "
         "consistent reads, until `partita promote`")
      ->type_name("URL");
  app.add_option("--follow-every", options.every_s, "seconds between two looks for changes in the archive")
      ->check(CLI::Range(0.05, 3600.0))
      ->type_name("SECONDS")
      ->capture_default_str();
}

bool is_promoted(const std::string& data) {
  std::error_code ignored;
  return fs::exists(data + "/" + kPromotedFile, ignored);
}

std::string standby_refusal(const std::string& url) {
  return fmt::format(
      "This server is a standby of the archive {} and accepts no writes: send them to the primary server, or promote "
      "the "
      "standby with 'partita promote'",
      url);
}

Result<void> prepare_standby(const archive::ArchiveLocation& location, const DataPlace& data_place,
                             const base::Log& log) {
  const std::string& data = data_place.data;
  const archive::ArchivePlace place(location);
  PARTITA_TRY(archive::end_exchange(data));
  std::error_code ignored;
  const bool has_data = fs::exists(fmt::format("{}/{}", data, storage::kFormatFile), ignored) &&
                        !fs::exists(fmt::format("{}/{}", data, storage::kRestoreMark), ignored);
  std::optional<archive::Applied> applied;
  if (has_data) {
    PARTITA_TRY_VALUE(found, applied_in(data_place));
    applied = found;
  }
  auto contents = archive::read_contents(place);
  if (!contents) {
    // A standby that has its data answers reads although the archive cannot be reached.
    if (applied) return {};
    return unexpected(std::move(contents.error()));
  }
  auto plan = archive::plan_restore(*contents, {});
  if (!plan) return applied ? Result<void>() : unexpected(std::move(plan.error()));
  if (applied) {
    const bool goes_on =
        plan->base.generation == applied->generation && plan->base.after_segment <= applied->end.segment;
    PARTITA_TRY_VALUE(has_next, archive::has_changes_after(place, applied->generation, applied->end));
    const std::string beside = archive::folder_of_new_files(data);
    if (plan->base.generation == applied->generation && (goes_on || has_next)) {
      // A restore that was interrupted is not needed any more.
      fs::remove_all(beside, ignored);
      return {};
    }
    log.warning("event=standby_restores_anew reason=\"the archive no longer has the changes that follow\"");
    PARTITA_TRY(restore_to_follow(place, *plan, data_place, beside, log));
    return archive::exchange_files(data);
  }
  return restore_to_follow(place, *plan, data_place, data, log);
}

Result<std::vector<std::string>> differences(const std::vector<engine::NamedTableState>& tables,
                                             const std::vector<archive::TableSum>& sums) {
  std::map<std::tuple<std::string, std::string, std::string>, const engine::NamedTableState*> by_name;
  for (const engine::NamedTableState& table : tables)
    by_name[{table.realm.account, table.realm.region, table.name}] = &table;
  std::vector<std::string> found;
  for (const archive::TableSum& sum : sums) {
    const auto there = by_name.find({sum.account, sum.region, sum.table});
    if (there == by_name.end()) {
      found.push_back(fmt::format("table {} is missing", sum.table));
      continue;
    }
    const engine::TableState& state = there->second->state;
    if (state.items != sum.items || state.bytes != sum.bytes || state.hash != sum.hash)
      found.push_back(fmt::format("table {} has {} items with {} bytes and the hash {}; the archive says {}, {} and {}",
                                  sum.table, state.items, state.bytes, state.hash, sum.items, sum.bytes, sum.hash));
  }
  return found;
}

Result<std::unique_ptr<archive::Follower>> start_follower(archive::ArchiveLocation location,
                                                          const StandbyOptions& options, storage::Store& store,
                                                          client::EmbeddedDatabase& database, const base::Log& log) {
  static const base::SystemClock kClock;
  engine::Engine& engine = database.engine();
  archive::FollowerOptions follower{.location = std::move(location)};
  follower.every = std::chrono::milliseconds(std::int64_t(options.every_s * 1000));
  follower.applied_batch = [&engine](const storage::Batch& batch) { engine.written_elsewhere(batch); };
  follower.applied_segment = [&engine] { return engine.show_written_elsewhere(); };
  follower.differences = [&engine](const std::vector<archive::TableSum>& sums) -> Result<std::vector<std::string>> {
    PARTITA_TRY_VALUE(states, engine.kept_table_states(*engine.store().snapshot()));
    return differences(states, sums);
  };
  follower.log = log;
  return archive::Follower::start(store, kClock, std::move(follower));
}

Result<void> promote_running(archive::Follower& follower, const std::string& data) {
  PARTITA_TRY(follower.promote());
  return note_promoted(data);
}

Result<void> promote_directory(const DataPlace& place) {
  PARTITA_TRY(applied_in(place));
  {
    PARTITA_TRY_VALUE(keys, storage::keys_of_option(place.encryption_key, place.data));
    PARTITA_TRY_VALUE(store, storage::open_store(place.data, {.create_if_missing = false, .keys = keys}));
    storage::Batch batch;
    archive::erase_applied(batch);
    PARTITA_TRY(store->write(batch, storage::Store::Sync::Yes));
  }
  return note_promoted(place.data);
}

void add_standby_metrics(const archive::Follower& follower, std::vector<server::Metric>& out) {
  const archive::FollowState state = follower.state();
  const auto gauge = [](std::string name, std::string help, double value) {
    return server::Metric{std::move(name), std::move(help), server::Metric::Type::Gauge, value};
  };
  out.push_back(gauge("partita_standby_up",
                      "1 if the last look at the archive that the server follows succeeded, otherwise 0",
                      state.condition == archive::FollowCondition::Current ? 1 : 0));
  out.push_back(gauge("partita_standby_lag_seconds", "How old the state is at most that a standby shows",
                      static_cast<double>(state.lag_ms) / 1000));
}

std::string standby_text(const archive::Follower& follower) {
  const archive::FollowState state = follower.state();
  std::string text = fmt::format(
      "standby: {}\nlag: {:.1f} s\nnewest write: {}\nlast operation: {}\ngeneration: {}\nsegment: {}\ncompared: {} "
      "times\n",
      archive::name_of(state.condition), static_cast<double>(state.lag_ms) / 1000,
      base::iso_time_text(state.applied.time_ms), state.applied.number, state.applied.generation,
      state.applied.end.segment, state.compared);
  if (!state.fault.empty()) text += fmt::format("fault: {}\n", state.fault);
  return text;
}

std::string standby_json(const archive::Follower& follower) {
  const archive::FollowState state = follower.state();
  return fmt::format(
      "{{\"standby\":\"{}\",\"lag_ms\":{},\"newest_write_ms\":{},\"last_operation\":{},\"generation\":{},\"segment\":{}"
      ","
      "\"compared\":{},\"fault\":{}}}\n",
      archive::name_of(state.condition), state.lag_ms, state.applied.time_ms, state.applied.number,
      state.applied.generation, state.applied.end.segment, state.compared, base::json_text(state.fault));
}

}  // namespace partita::tools
