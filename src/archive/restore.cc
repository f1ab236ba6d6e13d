#include "archive/restore.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "archive/exchange.h"
#include "archive/names.h"
#include "auth/sha256.h"
#include "base/iso_time.h"
#include "base/text.h"
#include "base/try.h"
#include "storage/change_log.h"
#include "storage/data_directory.h"
#include "storage/open_store.h"
#include "transfer/bytes/files.h"
#include "transfer/places/directory.h"

namespace partita::archive {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostMarkBytes = 4096;
constexpr std::string_view kStepFiles = "files", kStepChanges = "changes", kStepDone = "done";

std::string digest_of(auth::Sha256& hash) { return std::string(auth::view(auth::hex(hash.finish()))); }

// The source of a directory, so that only the same restore continues it.
std::string mark_of(const ArchivePlace& archive, const RestorePlan& plan, const RestoreOptions& options,
                    std::string_view step) {
  return fmt::format("partita restore\nfrom {}\ngeneration {}\nbase {}\nuntil {} {}\nfollows {}\nfor {}\nstep {}\n",
                     archive.name_of(""), plan.base.generation, plan.base.number, plan.until.time_ms, plan.until.number,
                     options.follows ? 1 : 0, options.purpose, step);
}

// The values of a mark's lines "NAME VALUE".
std::string mark_value(std::string_view text, std::string_view name) {
  const std::string begin = fmt::format("\n{} ", name);
  const std::size_t at = text.find(begin);
  if (at == text.npos) return {};
  const std::string_view rest = text.substr(at + begin.size());
  return std::string(rest.substr(0, rest.find('\n')));
}

// The lines behind the mark of the last step, with the place of the directory in the archive, and back.
std::string place_text(const Restored& restored) {
  return fmt::format("number {}\ntime {}\n", restored.number, restored.time_ms);
}
template <class Integer>
Integer mark_number(std::string_view text, std::string_view name) {
  const std::string value = mark_value(text, name);
  Integer number = 0;
  std::from_chars(value.data(), value.data() + value.size(), number);
  return number;
}

std::string mark_path(const RestoreOptions& options) { return options.directory + "/" + storage::kRestoreMark; }

Result<void> put_file(const std::string& path, std::string_view text) {
  PARTITA_TRY_VALUE(file, transfer::replace_file(path));
  PARTITA_TRY(file->write(text));
  return file->finish();
}

// How far an interrupted restore came.
enum class Step : std::uint8_t { Files, Changes, Done };

// In the last step `restored` gets the place of the directory in the archive.
Result<Step> begin_or_continue(const ArchivePlace& archive, const RestorePlan& plan, const RestoreOptions& options,
                               Restored& restored) {
  std::error_code error;
  fs::create_directories(options.directory, error);
  fs::directory_iterator entries(options.directory, error);
  if (error) return invalid(fmt::format("the directory {} cannot be used: {}", options.directory, error.message()));
  if (auto file = transfer::open_file(mark_path(options))) {
    PARTITA_TRY_VALUE(text, transfer::read_all(**file, kMostMarkBytes));
    if (text.starts_with(mark_of(archive, plan, options, kStepDone))) {
      restored.number = mark_number<std::uint64_t>(text, "number");
      restored.time_ms = mark_number<std::int64_t>(text, "time");
      return Step::Done;
    }
    if (text == mark_of(archive, plan, options, kStepChanges)) return Step::Changes;
    if (text == mark_of(archive, plan, options, kStepFiles)) return Step::Files;
    if (text.starts_with(kExchangeBegin))
      return invalid(fmt::format(
          "a standby was interrupted in {} while its new files took the place of the old ones; start it again with "
          "'partita serve --follow', which goes on, also without the archive",
          options.directory));
    return invalid(fmt::format(
        "another restore was interrupted in {}: of the base {}/{} of the archive {}, which may be gone, or with "
        "other options; remove the directory, or continue that restore",
        options.directory, mark_value(text, "generation"), mark_value(text, "base"), mark_value(text, "from")));
  }
  const bool is_empty = std::ranges::all_of(
      entries, [](const fs::directory_entry& entry) { return !storage::is_foreign(entry.path().filename().string()); });
  if (!is_empty || fs::exists(options.directory + "/identities"))
    return invalid(fmt::format("the directory {} is not empty; name a new one", options.directory));
  PARTITA_TRY(put_file(mark_path(options), mark_of(archive, plan, options, kStepFiles)));
  return Step::Files;
}

Result<bool> has_file(const std::string& path, const BaseFile& file) {
  std::error_code error;
  if (fs::file_size(path, error) != file.size_bytes || error) return false;
  PARTITA_TRY_VALUE(source, transfer::open_file(path));
  auth::Sha256 hash;
  std::string piece(transfer::kChunkBytes, '\0');
  for (;;) {
    PARTITA_TRY_VALUE(size, source->read(piece.data(), piece.size()));
    if (size == 0) return digest_of(hash) == file.digest;
    hash.add({piece.data(), size});
  }
}

Result<void> get_file(const ArchivePlace& archive, const BaseFile& file, const std::string& path,
                      const std::function<void(std::uint64_t)>& progress) {
  const std::string name = file_name(file.id);
  PARTITA_TRY_VALUE(sink, transfer::replace_file(path));
  auth::Sha256 hash;
  std::uint64_t bytes = 0;
  auto got = archive.get_stream(name, [&](std::string_view piece) -> Result<void> {
    hash.add(piece);
    bytes += piece.size();
    if (bytes > file.size_bytes)
      return fail(ErrorCode::Corruption,
                  fmt::format("{} is damaged: it has more bytes than the base says", archive.name_of(name)));
    progress(piece.size());
    return sink->write(piece);
  });
  if (!got && got.error().code == ErrorCode::ResourceNotFoundException)
    return fail(ErrorCode::Corruption, fmt::format("{} is missing; the base needs it", archive.name_of(name)));
  if (!got) return got;
  if (bytes != file.size_bytes || digest_of(hash) != file.digest)
    return fail(ErrorCode::Corruption,
                fmt::format("{} is damaged: its bytes are others than the base says", archive.name_of(name)));
  return sink->finish();
}

Result<void> get_files(const ArchivePlace& archive, const RestorePlan& plan, const RestoreOptions& options) {
  RestoreProgress progress{.step = "files", .all = plan.base_bytes};
  const auto add = [&](std::uint64_t bytes) {
    progress.done += bytes;
    if (options.progress) options.progress(progress);
  };
  for (const BaseFile& file : plan.base.files) {
    const std::string path = options.directory + "/" + file.name;
    PARTITA_TRY_VALUE(there, has_file(path, file));
    if (there)
      add(file.size_bytes);
    else
      PARTITA_TRY(get_file(archive, file, path, add));
  }
  return {};
}

std::string time_text(std::int64_t time_ms) { return base::iso_time_text(time_ms); }

}  // namespace

std::optional<BaseId> interrupted_base(const std::string& directory) {
  const auto file = transfer::open_file(directory + "/" + storage::kRestoreMark);
  if (!file) return std::nullopt;
  const auto text = transfer::read_all(**file, kMostMarkBytes);
  if (!text) return std::nullopt;
  BaseId id;
  const std::string generation = mark_value(*text, "generation"), base = mark_value(*text, "base");
  std::from_chars(generation.data(), generation.data() + generation.size(), id.generation);
  std::from_chars(base.data(), base.data() + base.size(), id.base);
  return id;
}

namespace {

// The generations whose changes have the operation with the number. After a restore that continues an archive, the
// numbers go on from those of the restored moment, so several can have it.
std::vector<const GenerationContents*> generations_with(const Contents& contents, std::uint64_t number) {
  std::vector<const GenerationContents*> with;
  for (const GenerationContents& generation : contents.generations) {
    const bool is_last = &generation == &contents.generations.back();
    const bool has_end = !is_last || contents.head;
    if (generation.bases.empty() || number < generation.bases.front().last_number) continue;
    if (!has_end || number <= generation.least_end.number) with.push_back(&generation);
  }
  return with;
}

Result<void> check_one_generation(const Contents& contents, std::uint64_t number) {
  const auto with = generations_with(contents, number);
  if (with.size() < 2) return {};
  std::string names;
  for (const GenerationContents* generation : with)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", generation->number);
  return invalid(fmt::format(
      "the operation {} is in the generations {} of the archive: name one by a base of it, such as --base {}/{}",
      number, names, with.front()->number, with.front()->bases.front().number));
}

}  // namespace

Result<RestorePlan> plan_restore(const Contents& contents, const Until& until, const std::optional<BaseId>& wanted) {
  RestorePlan plan;
  if (until.number != UINT64_MAX && !wanted) PARTITA_TRY(check_one_generation(contents, until.number));
  const Base *found = nullptr, *oldest = nullptr;
  const GenerationContents* of = nullptr;
  for (const GenerationContents& generation : contents.generations)
    for (const Base& base : generation.bases) {
      if (oldest == nullptr) oldest = &base;
      if (base.time_ms > until.time_ms || base.last_number > until.number) continue;
      found = &base;
      of = &generation;
    }
  const auto is_wanted = [&](const Base& base) {
    return wanted && wanted->generation == base.generation && wanted->base == base.number;
  };
  for (const GenerationContents& generation : contents.generations)
    for (const Base& base : generation.bases)
      if (is_wanted(base) && base.time_ms <= until.time_ms && base.last_number <= until.number) {
        found = &base;
        of = &generation;
      }
  if (oldest == nullptr)
    return fail(ErrorCode::ResourceNotFoundException,
                "the archive has no complete base yet, so nothing can be restored");
  if (found == nullptr)
    return invalid(
        fmt::format("the archive begins at {} with the operation {}, which is later than the moment to be restored",
                    time_text(oldest->time_ms), oldest->last_number));
  plan.base = *found;
  plan.until = until;
  plan.least_end = of->least_end;
  for (const BaseFile& file : plan.base.files) plan.base_bytes += file.size_bytes;
  const auto next = std::ranges::upper_bound(contents.generations, of->number, {}, &GenerationContents::number);
  plan.is_last_generation = next == contents.generations.end();
  if (!plan.is_last_generation && next->number != of->number + 1) plan.missing = generation_name(of->number + 1);
  if (!contents.head && !contents.generations.empty())
    plan.warning = "The archive has lost its object 'head', so it is not known whether its last changes are there";
  else if (plan.missing.empty() && !plan.is_last_generation && next->bases.empty() &&
           until.time_ms > of->least_end.time_ms && until.number > of->least_end.number)
    plan.warning = fmt::format(
        "The archive has no complete base of the generation {}, so its changes cannot be restored; the state at the "
        "end of "
        "the generation {} is restored",
        next->number, of->number);
  else if (plan.missing.empty() && !plan.is_last_generation && until.time_ms > of->least_end.time_ms &&
           until.number > of->least_end.number)
    plan.warning = fmt::format(
        "The archive has no changes that were written between {} and {}, because a server could not continue its "
        "changes then; the state before that is restored",
        time_text(of->least_end.time_ms), time_text(next->bases.front().time_ms));
  else if (until.time_ms != INT64_MAX && contents.head && contents.head->time_ms < until.time_ms)
    plan.warning =
        fmt::format("The archive ends at {}, before the time that was asked for", time_text(contents.head->time_ms));
  return plan;
}

namespace {

// A base is of these changes only if the segment that it reached is that of the archive.
Result<void> check_chain(const ArchivePlace& archive, const Base& base, const ChangesEnd& end) {
  if (end.segment != base.reached.segment || end.chain == base.reached.chain) return {};
  return fail(ErrorCode::Corruption, fmt::format("{} is not of the changes of its generation; begin at another base",
                                                 archive.name_of(base_name(base.generation, base.number))));
}

// Erases the place in the archive, if a restore was killed before it did.
Result<void> forget_place(const RestoreOptions& options) {
  auto store =
      storage::open_store(options.directory, {.create_if_missing = false, .being_restored = true, .log = options.log});
  // The directory is encrypted afterwards only.
  if (!store && store.error().code == ErrorCode::DataDirectoryUnreadable) return {};
  if (!store) return unexpected(std::move(store.error()));
  storage::Batch last;
  erase_applied(last);
  return (*store)->write(last, storage::Store::Sync::Yes);
}

// Applies the changes after the base, and gives the place of the store then. Requires: the files of the base are there.
Result<Applied> apply_changes(const ArchivePlace& archive, const RestorePlan& plan, const RestoreOptions& options,
                              storage::Store& store, Restored& restored) {
  PARTITA_TRY_VALUE(known, read_applied(store));
  // A store without a place has no applied changes, so its numbers are still those of the archive.
  Applied applied = known ? *known
                          : Applied{.generation = plan.base.generation,
                                    .end = begin_of_changes(plan.base),
                                    .number = store.change_log()->last_number(),
                                    .time_ms = plan.base.time_ms};
  const std::uint64_t begin = applied.number;
  bool stopped = false;
  const auto take = [&](Segment&& segment, const ChangesEnd& segment_end) -> Result<bool> {
    PARTITA_TRY(check_chain(archive, plan.base, segment_end));
    const std::uint64_t before = applied.number;
    PARTITA_TRY_VALUE(whole, apply(store, segment, segment_end, plan.until, applied));
    if (applied.number > before || whole) restored.sums.reset();
    if (whole && segment.has_sums && applied.number == segment_end.number) restored.sums = std::move(segment.sums);
    if (applied.number > before) ++restored.segments;
    if (options.progress) options.progress({.step = kStepChanges, .done = applied.number - begin});
    // The changes behind the moment need not be sound.
    stopped = !whole || applied.number >= plan.until.number;
    return !stopped;
  };
  ChangesEnd end = applied.end;
  stopped = applied.number >= plan.until.number;
  if (!stopped) {
    auto read = read_changes(archive, plan.base.generation, applied.end, take);
    if (!read && read.error().code == ErrorCode::Corruption)
      read.error().message += fmt::format("; --to {} --base {}/{} restores the state before it", applied.number,
                                          plan.base.generation, plan.base.number);
    if (!read) return unexpected(std::move(read.error()));
    end = *std::move(read);
  }
  const std::uint64_t least = std::max(plan.least_end.segment, plan.base.reached.segment);
  if (!stopped && end.segment < least)
    return fail(ErrorCode::Corruption,
                fmt::format("{} is missing; the changes go on to segment {}",
                            archive.name_of(changes_name(plan.base.generation, end.segment + 1)), least));
  if (!stopped && !plan.missing.empty())
    return fail(ErrorCode::Corruption,
                fmt::format("{} is missing, so it is not known which changes follow the generation {}",
                            archive.name_of(plan.missing), plan.base.generation));
  restored.changes = applied.number - begin;
  return applied;
}

}  // namespace

Result<Restored> restore(const ArchivePlace& archive, const RestorePlan& plan, const RestoreOptions& options) {
  Restored restored{.time_ms = plan.base.time_ms};
  PARTITA_TRY_VALUE(step, begin_or_continue(archive, plan, options, restored));
  if (step == Step::Files) {
    PARTITA_TRY(get_files(archive, plan, options));
    PARTITA_TRY(put_file(mark_path(options), mark_of(archive, plan, options, kStepChanges)));
  }
  if (step != Step::Done) {
    PARTITA_TRY_VALUE(
        store, storage::open_store(
                   options.directory,
                   {.create_if_missing = false, .kept_log_bytes = 1, .being_restored = true, .log = options.log}));
    PARTITA_TRY_VALUE(applied, apply_changes(archive, plan, options, *store, restored));
    restored.number = applied.number;
    restored.time_ms = applied.time_ms;
    if (options.follows) {
      storage::Batch last;
      put_applied(last, applied);
      PARTITA_TRY(store->write(last, storage::Store::Sync::Yes));
    }
    // From now on the archive may grow without an effect, because a store without its place cannot name its last
    // changes.
    PARTITA_TRY(put_file(mark_path(options), mark_of(archive, plan, options, kStepDone) + place_text(restored)));
    if (!options.follows) {
      storage::Batch last;
      erase_applied(last);
      PARTITA_TRY(store->write(last, storage::Store::Sync::Yes));
    }
  }
  if (step == Step::Done && !options.follows) PARTITA_TRY(forget_place(options));
  if (options.before_it_is_complete) PARTITA_TRY(options.before_it_is_complete());
  if (::unlink(mark_path(options).c_str()) != 0) return transfer::failed_to("removed", mark_path(options));
  return restored;
}

}  // namespace partita::archive
