// TailedIndex: an index of rows that change. The rows that the index lacks, because they are new or have changed since
// it was made, are its tail, which a search looks at exactly. So a search misses no change, and the index is made anew
// only from time to time, beside the searches.
//
// The rows have the numbers from 0 to a size that the owner gives. Without locks: the owner must exclude changes while
// it calls a const function.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "vectors/code_index.h"

namespace partita::vectors {

class TailedIndex {
 public:
  // `least_rows`: a smaller number of rows has no index, and is searched exactly. 0: there never is an index.
  TailedIndex(const CodeIndex::Options& options, std::size_t least_rows) : options_(options), least_rows_(least_rows) {}

  // Notes that a row has another vector than before, or is new. Also a row that got the number of another one is new.
  void changed(Slot slot);
  // Forgets the index, and all rows.
  void clear();

  // Whether there is an index, so that search() can be called.
  bool is_ready() const { return index_ != nullptr; }
  // Hands the rows that can be results to `candidates`, each once: first the whole tail, and then rows of the index.
  // Requires: is_ready(), and `size` is the number of the rows.
  void search(std::size_t size, const float* query, Candidates& candidates) const;

  // Whether an index should be made: there are enough rows, and there is none, or its tail is too long.
  bool wants_update(std::size_t size) const;
  // The making of an index, which may take seconds. The owner begins it, runs it without a lock, and ends it.
  class Update {
   public:
    // Makes the index. `go_on` is called every few milliseconds, and `rows` is read only between its calls. So the
    // owner can let others change rows while `go_on` runs. If it returns false, there will be no new index. Rows that
    // do not exist any more are read, too.
    void run(const Rows& rows, const std::function<bool()>& go_on);

   private:
    friend class TailedIndex;

    CodeIndex::Options options_;
    std::shared_ptr<const CodeIndex> old_;  // whose centroids serve; null if all is made anew
    std::vector<Slot> added_;
    std::vector<bool> stays_;  // of each row of old_
    std::shared_ptr<const CodeIndex> made_;
  };
  // Requires: no other update was begun and not ended. If memory runs out, none was begun.
  Update begin_update(std::size_t size);
  // Takes the new index, if there is one. Changes since begin_update() are its tail. If memory runs out
  // (std::bad_alloc), nothing has changed, and give_up_update() must be called.
  void end_update(Update update, std::size_t size);
  // Ends an update without a new index. It needs no memory. It may be called if no update was begun.
  void give_up_update() noexcept;

  std::size_t tail_size() const { return tail_.size(); }
  // The memory that it takes.
  std::size_t bytes() const;

 private:
  // A row of the tail has kInTail. A row whose vector an update takes has kTaken, until it changes.
  static constexpr std::uint8_t kInTail = 1;
  static constexpr std::uint8_t kTaken = 2;

  const CodeIndex::Options options_;
  const std::size_t least_rows_;
  std::shared_ptr<const CodeIndex> index_;
  std::size_t trained_rows_ = 0;     // the number of rows by which the centroids were chosen
  std::size_t training_rows_ = 0;    // the same for the update that was begun
  std::vector<std::uint8_t> state_;  // of each number that a row had
  std::vector<Slot> tail_;           // each row with kInTail, which may not exist any more
};

}  // namespace partita::vectors
