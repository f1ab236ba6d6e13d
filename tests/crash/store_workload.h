// A seeded series of batches, and the check that a store holds a whole number of them.
//
// Batch i puts "w<i>/<part>" for each of its parts. If i is divisible by 7, it also erases all of batch i - 5. It adds
// to one counter, so that the check finds a batch that is stored in part, out of order, or twice.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>

#include "storage/store.h"
#include "storage/sums.h"

namespace partita::test {

class StoreWorkload {
 public:
  explicit StoreWorkload(std::size_t value_bytes) : value_bytes_(value_bytes) {}

  storage::Batch batch(std::uint64_t i) const {
    storage::Batch out;
    for (int part = 0; part < kParts; ++part) out.put(key(i, part), value(i, part));
    if (erases(i)) out.erase_range(key(i - 5, 0), key(i - 5, kParts));
    out.add(kCounter, {1, static_cast<std::int64_t>(i)});
    return out;
  }

  // The number of batches that the store holds. Fails the test unless they are exactly batches 1 to that number.
  std::uint64_t count(const storage::Store& store) const {
    const auto counter = store.get(kCounter);
    EXPECT_TRUE(counter) << counter.error().message;
    if (!counter) return 0;
    const storage::Sums sums =
        counter->state == storage::ReadState::Found ? storage::decode_sums(counter->value.bytes) : storage::Sums{};
    const auto n = static_cast<std::uint64_t>(sums.first);
    EXPECT_EQ(sums.second, sums.first * (sums.first + 1) / 2);
    EXPECT_EQ(read_all(store), expected(n)) << "after " << n << " batches";
    return n;
  }

 private:
  static constexpr int kParts = 3;
  static constexpr std::string_view kCounter = "counter";

  static bool erases(std::uint64_t i) { return i > 5 && i % 7 == 0; }
  static std::string key(std::uint64_t i, int part) { return fmt::format("w{:08}/{}", i, part); }
  std::string value(std::uint64_t i, int part) const {
    return std::string(value_bytes_, static_cast<char>('a' + (i * kParts + part) % 26));
  }

  std::map<std::string, std::string> expected(std::uint64_t n) const {
    std::map<std::string, std::string> out;
    for (std::uint64_t i = 1; i <= n; ++i)
      for (int part = 0; part < kParts; ++part) out[key(i, part)] = value(i, part);
    for (std::uint64_t i = 1; i <= n; ++i)
      if (erases(i)) out.erase(out.lower_bound(key(i - 5, 0)), out.lower_bound(key(i - 5, kParts)));
    return out;
  }

  static std::map<std::string, std::string> read_all(const storage::Store& store) {
    std::map<std::string, std::string> out;
    storage::IteratorOptions options;
    options.lower = "w";
    auto iterator = store.iterate(options);
    for (; iterator->valid(); iterator->next()) out.emplace(iterator->key(), iterator->value());
    EXPECT_TRUE(iterator->end_state());
    return out;
  }

  const std::size_t value_bytes_;
};

}  // namespace partita::test
