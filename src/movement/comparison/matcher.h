// Matcher: finds the items that two tables do not have alike, whose items come in any order.
//
// Of each item that has come from one table only, it keeps the key and a hash. When the same key comes from the other
// table, the entry goes. If the entries take more memory than they may, most of them wait in temporary files, in
// partitions by their keys, of which finish() reads one at a time.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/siphash.h"
#include "movement/comparison/record_file.h"

namespace partita::movement {

enum class Side : std::uint8_t { First, Second };

class Matcher {
 public:
  // `most_bytes` is the memory of the entries, about. finish() needs at least that of one partition. With `on_repeat`,
  // a key that came from one side again differs, and is given to it, on several threads. Without it, the later item
  // counts.
  using OnRepeat = std::function<void(std::string_view key)>;
  explicit Matcher(std::size_t most_bytes, OnRepeat on_repeat = nullptr);

  // `key` is any text that only items with one key have. May be called from several threads. Errors:
  // InternalServerError if a temporary file cannot be written.
  Result<void> add(Side side, std::string_view key, std::string_view item);
  // Calls `take` with the keys that came from one side only, or whose items differ, each once. A key that came from a
  // table twice, because the table was written meanwhile, may be among them. Must be called once, after the last add.
  // Errors: those of the files and of `take`.
  Result<void> finish(const std::function<Result<void>(std::string_view key)>& take);

  std::uint64_t spilled() const { return spilled_; }  // entries that were written to files

 private:
  enum class State : std::uint8_t { OnlyFirst, OnlySecond, Differs };
  struct Entry {
    State state = State::OnlyFirst;
    base::SipWords hash{};
  };
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  struct Partition {
    std::mutex mutex;
    std::unordered_map<std::string, Entry, TextHash, std::equal_to<>> entries;
    std::size_t bytes = 0;
    RecordFile file;
  };

  void match(Partition& partition, std::string_view key, const Entry& entry);
  Result<void> spill(Partition& partition);

  static constexpr std::size_t kPartitions = 128;
  const std::size_t most_bytes_;
  const base::SipWords secret_;
  const OnRepeat on_repeat_;
  std::array<Partition, kPartitions> partitions_;
  std::atomic<std::size_t> bytes_ = 0;
  std::atomic<std::uint64_t> spilled_ = 0;
};

}  // namespace partita::movement
