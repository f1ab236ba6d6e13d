#include "storage/rocks/recovery/damage.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"
#include "storage/rocks/recovery/framed_file.h"
#include "storage/rocks/recovery/synced_files.h"
#include "storage/rocks/status.h"

namespace partita::storage {
namespace {

using rocksdb::IOOptions;
using rocksdb::IOStatus;

constexpr std::string_view kDamagedHeader =
    "is damaged at byte 0: expected the intact header of an encrypted file, without which its key is not known";

std::optional<std::uint64_t> take_varint(std::string_view& in) {
  std::uint64_t out = 0;
  for (unsigned shift = 0; shift < 64 && !in.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(in.front());
    in.remove_prefix(1);
    out |= std::uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80) return out;
  }
  return std::nullopt;
}

bool skip_text(std::string_view& in) {
  const auto size = take_varint(in);
  if (!size || *size > in.size()) return false;
  in.remove_prefix(*size);
  return true;
}

// The number of the oldest log that the manifest still needs, if this record of the manifest states it. RocksDB writes
// it before everything but these fields.
std::optional<std::uint64_t> oldest_log_in(std::string_view edit) {
  constexpr std::uint64_t kComparator = 1, kLogNumber = 2, kDatabaseId = (1 << 13) + 1;
  while (const auto tag = take_varint(edit)) {
    if (*tag == kLogNumber) return take_varint(edit);
    if ((*tag != kComparator && *tag != kDatabaseId) || !skip_text(edit)) return std::nullopt;
  }
  return std::nullopt;
}

std::string synced_part(std::string_view name, const FramedFile& found, std::uint64_t synced_bytes) {
  if (found.file_bytes < synced_bytes && found.intact_bytes == found.file_bytes)
    return fmt::format("{} ends at byte {}, but {} bytes of it had been synced", name, found.file_bytes, synced_bytes);
  return fmt::format("{} is damaged at byte {}: expected intact records up to byte {}, which had been synced", name,
                     found.intact_bytes, synced_bytes);
}

class Search {
 public:
  Search(rocksdb::FileSystem& files, const std::string& path) : files_(files), path_(path) {}

  Result<DirectoryState> run() {
    std::optional<SyncedNote> note;
    const IOStatus read = read_synced_note(files_, path_, note);
    if (!read.ok()) return unexpected(open_error(read, path_));
    state_.note_damaged = !note;
    if (!note) note.emplace();
    PARTITA_TRY(search_manifest(*note));
    manifest_damaged_ = !state_.damage.empty();
    // A sync is one of all older logs too, and a log leaves the note before it is deleted. So whatever is older than
    // the first log of a note that has room for more is there only because it could not be deleted.
    if (!note->logs.empty() && note->logs.size() < kNotedLogs)
      state_.oldest_log = std::max(state_.oldest_log, std::ranges::min(note->logs, {}, &SyncedFile::number).number);
    for (const SyncedFile& log : note->logs)
      if (log.number >= state_.oldest_log) PARTITA_TRY(search_log(log));
    if (state_.note_damaged) PARTITA_TRY(search_logs_without_note());
    return state_;
  }

 private:
  std::string in_directory(std::string_view name) const { return fmt::format("{}/{}", path_, name); }
  void add(std::string text, std::optional<std::uint64_t> log = {}) {
    state_.damage.push_back({std::move(text), log, false});
  }
  void add_unreadable(std::string_view log_name, std::uint64_t number) {
    add(fmt::format("{} {}", log_name, kDamagedHeader), number);
    state_.damage.back().unusable = true;
  }

  bool holds_data() const {
    std::vector<std::string> names;
    files_.GetChildren(path_, IOOptions(), &names, nullptr).PermitUncheckedError();
    return std::ranges::any_of(names, [](const std::string& name) { return holds_records(name); });
  }

  Result<void> search_manifest(const SyncedNote& note) {
    std::string current;
    const IOStatus read = rocksdb::ReadFileToString(&files_, in_directory("CURRENT"), &current);
    if (is_missing(read)) {
      if (holds_data()) add("CURRENT, which names the manifest, is missing");
      return {};
    }
    if (has_damaged_header(read)) {
      add(fmt::format("CURRENT {}", kDamagedHeader));
      return {};
    }
    if (!read.ok()) return unexpected(open_error(read, path_));
    const auto number = current.ends_with('\n')
                            ? manifest_number_of(std::string_view(current).substr(0, current.size() - 1))
                            : std::nullopt;
    if (!number) {
      add("CURRENT is damaged at byte 0: expected the name of a manifest");
      return {};
    }
    const std::string name = fmt::format("MANIFEST-{:06}", *number);
    if (note.manifest && note.manifest->number > *number) {
      add(fmt::format("CURRENT names {}, expected MANIFEST-{:06}, which had been synced", name, note.manifest->number));
      return {};
    }
    const std::uint64_t synced = note.manifest && note.manifest->number == *number ? note.manifest->bytes : 0;
    FramedFile found;
    const IOStatus status = read_framed_file(
        files_, in_directory(name), UINT64_MAX,
        [this](std::string_view edit) { state_.oldest_log = oldest_log_in(edit).value_or(state_.oldest_log); }, found);
    if (is_missing(status)) {
      add(fmt::format("{} is missing, but CURRENT names it", name));
      return {};
    }
    if (has_damaged_header(status)) {
      add(fmt::format("{} {}", name, kDamagedHeader));
      return {};
    }
    if (!status.ok()) return unexpected(open_error(status, path_));
    if (found.intact_bytes < synced) add(synced_part(name, found, synced));
    return {};
  }

  // A damaged note does not say what was synced. A power cut may have torn a log too, but then the note is intact, so
  // intact records behind a damaged one are damage.
  Result<void> search_logs_without_note() {
    std::vector<std::string> names;
    const IOStatus read = files_.GetChildren(path_, IOOptions(), &names, nullptr);
    if (!read.ok()) return unexpected(open_error(read, path_));
    std::ranges::sort(names);
    for (const std::string& name : names) {
      const auto number = log_number_of(name);
      if (!number || *number < state_.oldest_log) continue;
      FramedFile found;
      const IOStatus status = read_framed_file(files_, in_directory(name), UINT64_MAX, {}, found);
      if (has_damaged_header(status)) {
        add_unreadable(name, *number);
        continue;
      }
      if (!status.ok()) return unexpected(open_error(status, path_));
      if (found.goes_on)
        add(fmt::format("{} is damaged at byte {}, and intact records follow", name, found.intact_bytes), *number);
    }
    return {};
  }

  Result<void> search_log(const SyncedFile& log) {
    const std::string name = fmt::format("{:06}.log", log.number);
    FramedFile found;
    const IOStatus status = read_framed_file(files_, in_directory(name), log.bytes, {}, found);
    if (is_missing(status)) {
      add(fmt::format("{} is missing, but {} bytes of it had been synced{}", name, log.bytes,
                      manifest_damaged_ ? ", and only the manifest would say whether the table files have them" : ""),
          log.number);
      return {};
    }
    if (has_damaged_header(status)) {
      add_unreadable(name, log.number);
      return {};
    }
    if (!status.ok()) return unexpected(open_error(status, path_));
    if (found.intact_bytes < log.bytes) {
      add(synced_part(name, found, log.bytes), log.number);
    } else if (log.sum != 0 && found.sum != log.sum) {
      add(fmt::format("{} has other records than those that had been synced, as if it came from another directory or "
                      "from an earlier state of this one",
                      name),
          log.number);
      state_.damage.back().unusable = true;
    }
    return {};
  }

  rocksdb::FileSystem& files_;
  const std::string& path_;
  DirectoryState state_;
  bool manifest_damaged_ = false;
};

}  // namespace

Result<DirectoryState> find_damage(rocksdb::FileSystem& files, const std::string& path) {
  return Search(files, path).run();
}

Error damage_error(const std::string& path, const std::vector<Damage>& damage) {
  std::string text;
  for (const Damage& one : damage) text += (text.empty() ? "" : "; ") + one.text;
  return Error{ErrorCode::Corruption,
               fmt::format("data directory {} is damaged, and acknowledged writes would be lost: {}; nothing was "
                           "changed; restore it from a backup, or let 'partita repair {}' open what can be opened",
                           path, text, path)};
}

}  // namespace partita::storage
