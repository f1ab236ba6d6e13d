// AstCache: syntax trees by their text, shared by all threads. All functions may be called from several threads at
// once.
//
// The cache is bounded. A full shard is emptied, which costs one parse of each text in use but needs no bookkeeping on
// a hit. Long texts are not kept, so a client that builds a new expression for each request cannot make the cache hold
// much memory.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/try.h"
#include "expr/parser.h"

namespace partita::expr {

template <class Ast>
class AstCache {
 public:
  using Parse = Parsed<Ast> (*)(std::string_view);
  explicit AstCache(Parse parse) : parse_(parse) {}

  // The tree of `text`, from the cache or parsed. Errors are not cached.
  Parsed<std::shared_ptr<const Ast>> get(std::string_view text) {
    Shard& shard = shards_[std::hash<std::string_view>()(text) % kShards];
    {
      const std::shared_lock lock(shard.mutex);
      if (const auto found = shard.trees.find(text); found != shard.trees.end()) return found->second;
    }
    PARTITA_TRY_VALUE(parsed, parse_(text));
    auto tree = std::make_shared<const Ast>(std::move(parsed));
    if (text.size() > kLongestText) return tree;
    const std::unique_lock lock(shard.mutex);
    if (shard.trees.size() >= kTreesPerShard) shard.trees.clear();
    shard.trees.emplace(text, tree);
    return tree;
  }

  // The largest number of trees that the cache holds.
  static constexpr std::size_t capacity() { return kShards * kTreesPerShard; }

 private:
  static constexpr std::size_t kShards = 16;
  static constexpr std::size_t kTreesPerShard = 256;
  static constexpr std::size_t kLongestText = 1024;

  // Lets a lookup use a string_view without a copy.
  struct TextHash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  struct Shard {
    std::shared_mutex mutex;
    // Guarded by `mutex`.
    std::unordered_map<std::string, std::shared_ptr<const Ast>, TextHash, std::equal_to<>> trees;
  };

  const Parse parse_;
  std::array<Shard, kShards> shards_;
};

}  // namespace partita::expr
