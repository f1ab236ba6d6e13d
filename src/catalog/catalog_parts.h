// The keys of the catalog's records, and the count of the memory that descriptions take. Only catalog.cc and
// catalog_transfers.cc include it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "base/bytes.h"
#include "catalog/catalog.h"
#include "keys/system_keys.h"

namespace partita::catalog {

// The indexes of the system table. They are stored, so never renumber them.
constexpr keys::IndexId kRecords = 1;  // by table name
constexpr keys::IndexId kDrops = 2;    // by table and index id
constexpr keys::IndexId kNextIds = 3;
constexpr keys::IndexId kStreams = 6;     // by the id of the stream; 4, 5 and 7 belong to the engine
constexpr keys::IndexId kBackups = 8;     // by the id of the backup; 9 and 10 belong to the engine
constexpr keys::IndexId kTransfers = 11;  // by the id of the export, import or bulk write

inline std::string drop_key(const Drop& drop) {
  std::string key = keys::index_lower(keys::kSystemTable, kDrops);
  base::put_big_endian(key, drop.table);
  base::put_big_endian(key, drop.index);
  return key;
}
inline std::string stream_key(keys::TableId stream) {
  std::string key = keys::index_lower(keys::kSystemTable, kStreams);
  base::put_big_endian(key, stream);
  return key;
}
inline std::string backup_key(keys::TableId backup) {
  std::string key = keys::index_lower(keys::kSystemTable, kBackups);
  base::put_big_endian(key, backup);
  return key;
}
inline std::string transfer_key(keys::TableId transfer) {
  std::string key = keys::index_lower(keys::kSystemTable, kTransfers);
  base::put_big_endian(key, transfer);
  return key;
}
inline std::string next_table_id_key() { return keys::index_lower(keys::kSystemTable, kNextIds).append("table"); }

// What a description takes in memory, by the bytes of its record: each part is a string or a vector of its own.
inline std::size_t memory_of(std::size_t record_bytes) {
  constexpr std::size_t kBeside = 512;
  return kBeside + record_bytes + record_bytes / 2;
}

inline Error gone() { return Error{ErrorCode::ResourceNotFoundException, "Requested resource not found"}; }

// A change has at most three descriptions: of a table, of its stream and of its backup or import. All requires that
// change_mutex is held.
class Catalog::Size {
 public:
  explicit Size(Shared& shared) : shared_(shared) {}

  // The table with this id will have a record of so many bytes. 0: it is removed.
  void set_table(keys::TableId id, std::size_t record_bytes) { set(id, record_bytes, State::Live); }
  // The stream will have a record of so many bytes. 0: it is removed.
  void set_stream(const StreamInfo& stream, std::size_t record_bytes) {
    adds_stream_ |= stream.enabled() && shared_.parts[stream.id].bytes == 0;
    set(stream.id, record_bytes, stream.enabled() ? State::Live : State::Ended);
  }
  // The backup will have a record of so many bytes. 0: it is removed.
  void set_backup(keys::TableId id, std::size_t record_bytes) { set(id, record_bytes, State::Live); }
  // The export, import or bulk write will have a record of so many bytes. 0: it is removed.
  void set_transfer(keys::TableId id, std::size_t record_bytes) { set(id, record_bytes, State::Live); }
  // Streams that have ended hinder only new streams, because their descriptions go only with time. Errors:
  // LimitExceededException.
  Result<void> check() const {
    const std::ptrdiff_t live = live_ + difference_of(State::Live), all = live + ended_ + difference_of(State::Ended);
    if (difference_of(State::Live) > 0 && live > most())
      return refused(
          "The descriptions of all tables, with their tags and policies, and of all backups, exports and imports may "
          "take {} bytes of "
          "memory. Delete tables, tags, policies or backups, or start the server with a larger --memory-limit");
    if (adds_stream_ && all > most())
      return refused(
          "The descriptions of all tables and streams may take {} bytes of memory, and those of streams stay for 24 "
          "hours after the stream ended. Create the table without a stream, wait, or start the server with a larger "
          "--memory-limit");
    return {};
  }
  // Takes no memory.
  void note() noexcept {
    for (std::size_t i = 0; i < count_; ++i) {
      const Change& change = changes_[i];
      (change.part->is_ended ? shared_.ended_bytes : shared_.live_bytes) -= change.part->bytes;
      (change.after.is_ended ? shared_.ended_bytes : shared_.live_bytes) += change.after.bytes;
      *change.part = change.after;
      if (change.after.bytes == 0) shared_.parts.erase(change.id);
    }
    shared_.bytes = shared_.live_bytes + shared_.ended_bytes;
    shared_.store.set_aside(shared_.bytes);
  }

 private:
  struct Change {
    keys::TableId id = 0;
    Part* part = nullptr;
    Part after = {};
  };

  enum class State { Live, Ended };

  void set(keys::TableId id, std::size_t record_bytes, State state) {
    const std::size_t bytes = record_bytes == 0 ? 0 : memory_of(record_bytes);
    changes_[count_++] = {id, &shared_.parts[id], {bytes, state == State::Ended}};
  }
  std::ptrdiff_t difference_of(State state) const {
    const bool live = state == State::Live;
    std::ptrdiff_t out = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      if (changes_[i].after.is_ended != live) out += static_cast<std::ptrdiff_t>(changes_[i].after.bytes);
      if (changes_[i].part->is_ended != live) out -= static_cast<std::ptrdiff_t>(changes_[i].part->bytes);
    }
    return out;
  }
  std::ptrdiff_t most() const {
    return static_cast<std::ptrdiff_t>(std::min<std::size_t>(shared_.most_bytes, PTRDIFF_MAX));
  }
  unexpected<Error> refused(std::string_view why) const {
    return fail(ErrorCode::LimitExceededException,
                "Subscriber limit exceeded: " + fmt::format(fmt::runtime(why), shared_.most_bytes));
  }

  Shared& shared_;
  const std::ptrdiff_t live_ = static_cast<std::ptrdiff_t>(shared_.live_bytes);
  const std::ptrdiff_t ended_ = static_cast<std::ptrdiff_t>(shared_.ended_bytes);
  std::array<Change, 3> changes_;
  std::size_t count_ = 0;
  bool adds_stream_ = false;
};

}  // namespace partita::catalog
