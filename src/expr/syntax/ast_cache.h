// AstCache: syntax trees by their text, shared by all threads. All functions may be called from several threads at
// once.
//
// All caches of a process share one limit in bytes (TreeBytes). Each cache may hold its part of it, counted by what the
// trees and their texts take, so neither many trees nor large ones can pass the limit. A cache that is full empties its
// shards one after the other. That costs one parse of each text in use, but needs no bookkeeping on a hit. Texts and
// trees that are too large for the cache are parsed each time.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/try.h"
#include "expr/syntax/parser.h"

namespace partita::expr {

// The limit of all caches of syntax trees in the process, in bytes.
class TreeBytes {
 public:
  static constexpr std::size_t kDefault = 16 << 20;
  static constexpr std::size_t kCaches = 4;  // conditions, updates, projections, statements
  // A smaller limit empties a cache at the next text that it keeps.
  static void set_limit(std::size_t bytes) { limit_.store(bytes, std::memory_order_relaxed); }
  static std::size_t limit() { return limit_.load(std::memory_order_relaxed); }
  // The part of one cache.
  static std::size_t limit_of_one() { return limit() / kCaches; }

 private:
  inline static std::atomic<std::size_t> limit_{kDefault};
};

template <class Ast>
class AstCache {
 public:
  using Parse = Parsed<Ast> (*)(std::string_view);
  using BytesOf = std::size_t (*)(const Ast&);  // the memory that a tree takes
  AstCache(Parse parse, BytesOf bytes_of) : parse_(parse), bytes_of_(bytes_of) {}

  // The tree of `text`, from the cache or parsed. The cache keeps it. Errors are not kept.
  Parsed<std::shared_ptr<const Ast>> get(std::string_view text) {
    if (auto known = find(text)) return known;
    PARTITA_TRY_VALUE(parsed, parse_(text));
    auto tree = std::make_shared<const Ast>(std::move(parsed));
    if (text.size() <= kLongestText) keep(text, tree);
    return tree;
  }

  // The same, but the cache does not keep a new tree. For texts of requests that may yet be refused: what is refused
  // must leave nothing behind.
  Parsed<std::shared_ptr<const Ast>> look(std::string_view text) {
    if (auto known = find(text)) return known;
    PARTITA_TRY_VALUE(parsed, parse_(text));
    return std::make_shared<const Ast>(std::move(parsed));
  }

  // The memory of all trees that the cache holds. At most TreeBytes::limit_of_one().
  std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::size_t kShards = 16;
  static constexpr std::size_t kLongestText = 1024;
  // A tree larger than this part of the limit would empty the cache for itself.
  static constexpr std::size_t kLargestPart = 8;

  // Lets a lookup use a string_view without a copy.
  struct TextHash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  struct Shard {
    std::shared_mutex mutex;
    // Guarded by `mutex`.
    std::unordered_map<std::string, std::shared_ptr<const Ast>, TextHash, std::equal_to<>> trees;
    std::size_t bytes = 0;  // of `trees`; guarded by `mutex`
  };

  Shard& shard_of(std::string_view text) { return shards_[std::hash<std::string_view>()(text) % kShards]; }

  std::shared_ptr<const Ast> find(std::string_view text) {
    Shard& shard = shard_of(text);
    const std::shared_lock lock(shard.mutex);
    const auto found = shard.trees.find(text);
    return found == shard.trees.end() ? nullptr : found->second;
  }

  void keep(std::string_view text, const std::shared_ptr<const Ast>& tree) {
    // A node of the map with its bucket, the text, and the tree with its count of references.
    constexpr std::size_t kNode = sizeof(std::pair<const std::string, std::shared_ptr<const Ast>>) + 64;
    const std::size_t bytes = kNode + text.size() + bytes_of_(*tree);
    const std::size_t limit = TreeBytes::limit_of_one();
    if (bytes > limit / kLargestPart) return;
    for (std::size_t emptied = 0; !take(bytes, limit); ++emptied) {
      if (emptied == kShards) return;
      empty(shards_[next_emptied_.fetch_add(1, std::memory_order_relaxed) % kShards]);
    }
    Shard& shard = shard_of(text);
    const std::unique_lock lock(shard.mutex);
    const bool added = shard.trees.emplace(text, tree).second;
    if (added)
      shard.bytes += bytes;
    else
      bytes_.fetch_sub(bytes, std::memory_order_relaxed);
  }

  bool take(std::size_t bytes, std::size_t limit) {
    std::size_t held = bytes_.load(std::memory_order_relaxed);
    do {
      if (held + bytes > limit) return false;
    } while (!bytes_.compare_exchange_weak(held, held + bytes, std::memory_order_relaxed));
    return true;
  }

  void empty(Shard& shard) {
    decltype(shard.trees) dropped;  // declared before the lock, so that the trees are freed without it
    const std::unique_lock lock(shard.mutex);
    dropped.swap(shard.trees);
    bytes_.fetch_sub(std::exchange(shard.bytes, 0), std::memory_order_relaxed);
  }

  const Parse parse_;
  const BytesOf bytes_of_;
  std::atomic<std::size_t> bytes_{0};
  std::atomic<std::size_t> next_emptied_{0};
  std::array<Shard, kShards> shards_;
};

}  // namespace partita::expr
