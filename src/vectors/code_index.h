// An index that finds the nearest of many vectors without looking at all of them exactly.
//
// The vectors are divided into lists, by the centroid that is the nearest. An index holds a code of each vector, of a
// bit for each dimension (block.h), and neither the vectors nor more than their numbers. A search reads the codes of
// all lists that can hold a result. For each code it computes the least rank that the vector can be expected to have.
// If that is not worse than the worst result up to now, the search has the caller compute the exact rank.
//
// So results are never invented: their ranks are exact. One of the true results is missed only if its estimate was
// wrong by more than kDoubt standard deviations and by more than the distance to the worst result. That depends on the
// rotation's chance and neither on the data nor on the number of rows that the caller refuses. While the caller has
// fewer results than it wants, every row is handed to it, so a caller that refuses rows gets all that it wants, if
// there are as many.
//
// An index does not change, so that any number of threads can search it. Changes make another one.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "vectors/centroids.h"
#include "vectors/code_lists.h"
#include "vectors/metric.h"
#include "vectors/rotation.h"
#include "vectors/rows.h"

namespace partita::vectors {

// Takes the rows that a search finds, and keeps the best of them.
class Candidates {
 public:
  // Computes the ranks of these rows. A row that was erased, or that the caller does not want, is left out.
  virtual void look_at(std::span<const Slot> slots) = 0;
  // The rank of the worst result, which is a number. Infinity while there are fewer results than wanted.
  virtual float worst_rank() const = 0;

 protected:
  ~Candidates() = default;
};

class CodeIndex {
 public:
  // The standard deviations by which an estimate may be wrong.
  static constexpr float kDoubt = 1.5f;

  struct Options {
    Metric metric = Metric::Euclidean;
    std::size_t dimensions = 0;
    std::uint64_t seed = 1;
    float doubt = kDoubt;
    std::size_t lists = 0;  // 0: as many as are good for the rows
  };

  // Makes an index of the rows `slots`. `go_on` is called every few milliseconds. If it returns false, the result is
  // nullptr. Equal rows, slots and options give equal indexes. Requires: `slots` is not empty, and no slot comes twice.
  static std::shared_ptr<const CodeIndex> build(const Rows& rows, std::span<const Slot> slots, const Options& options,
                                                const std::function<bool()>& go_on);
  // Makes an index that has the rows of this one but those for which `is_erased` returns true, and the rows `added`. A
  // number that was given to another vector must be both. The centroids stay, so an index that becomes much larger
  // should be built anew. `is_erased` must return the same each time. `go_on` is as above.
  std::shared_ptr<const CodeIndex> with(const Rows& rows, std::span<const Slot> added,
                                        const std::function<bool(Slot)>& is_erased,
                                        const std::function<bool()>& go_on) const;

  // Hands rows to `candidates`, each at most once. Requires: `query` has as many elements as the index has dimensions.
  void search(const float* query, Candidates& candidates) const;

  // The number of its rows.
  std::size_t size() const;
  std::size_t list_count() const { return centroids_.size(); }
  // The memory that it takes.
  std::size_t bytes() const;

 private:
  class Coder;
  class Search;

  CodeIndex(const Options& options, Points centroids);
  CodeIndex(const CodeIndex& other, CodeLists lists);

  // Calls f(list, block, row) for each row, and `go_on` before each list. Returns false if `go_on` did.
  template <class F>
  bool for_each_row(const F& f, const std::function<bool()>& go_on) const {
    for (std::size_t list = 0; lists_ && list < lists_->count(); ++list) {
      if (!go_on()) return false;
      lists_->for_each_block(list, [&](const std::uint8_t* block, std::size_t rows) {
        for (std::size_t row = 0; row < rows; ++row) f(list, block, row);
      });
    }
    return true;
  }

  Options options_;
  Rotation rotation_;
  BlockLayout layout_;
  Points centroids_;
  Points rotated_centroids_;
  std::optional<CodeLists> lists_;  // a list for each centroid; absent only while build() runs
};

}  // namespace partita::vectors
