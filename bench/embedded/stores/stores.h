// The databases of both sides, opened and loaded with the same items.
#pragma once

#include <optional>

#include "embedded/stores/partita_side.h"
#include "embedded/stores/raw_store.h"
#include "embedded/stores/rows.h"

namespace partita::bench {

class Stores {
 public:
  static constexpr std::string_view kPartita = "partita";
  static constexpr std::string_view kRaw = "rocksdb";

  // Opens and loads those of the two databases that are wanted. Exits on an error.
  Stores(const Settings& settings, const Items& items, bool with_partita, bool with_raw);
  // Removes the files that it made.
  ~Stores();

  // Requires: this database was wanted.
  client::EmbeddedDatabase& partita() { return *partita_; }
  RawStore& raw() { return *raw_; }
  const Rows& rows() const { return rows_; }
  const Items& items() const { return items_; }
  // Bytes of the side's files on disk; 0 in memory.
  std::uint64_t disk_bytes(std::string_view side) const;

 private:
  const Items items_;
  const Rows rows_;
  std::filesystem::path directory_;  // empty in memory
  std::unique_ptr<client::EmbeddedDatabase> partita_;
  std::optional<RawStore> raw_;
};

}  // namespace partita::bench
