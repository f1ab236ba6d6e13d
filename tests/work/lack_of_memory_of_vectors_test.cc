// An index of vectors while each allocation of its making fails in turn.
#include <gtest/gtest.h>

#include <numeric>
#include <optional>

#include "base/lack_of_memory.h"
#include "unit/vectors/made_rows.h"
#include "vectors/tailed_index.h"
#include "work/allocations.h"

namespace partita::work {
namespace lack_of_memory_of_vectors_test {

using vectors::MadeRows;
using vectors::Slot;
using vectors::TailedIndex;

constexpr std::size_t kDimensions = 8;
constexpr std::size_t kRows = 120;

class VectorIndexWithoutMemory : public testing::Test {
 protected:
  VectorIndexWithoutMemory() {
    for (std::size_t i = 0; i < kRows; ++i) {
      rows_.add(maker_.make());
      index_.changed(Slot(i));
    }
  }

  void change(Slot from, Slot to) {
    for (Slot slot = from; slot < to; ++slot) {
      rows_.set(slot, maker_.make());
      index_.changed(slot);
    }
  }
  // Makes an index, with changes while it is filled.
  void update() {
    TailedIndex::Update update = index_.begin_update(kRows);
    update.run(rows_, [] { return true; });
    {
      const Spared ours;
      change(0, 5);
    }
    index_.end_update(std::move(update), kRows);
  }
  // A search that wants all rows finds each of them, once, and looks at the tail first.
  void expect_all_rows() {
    const auto query = maker_.make();
    vectors::Best all(vectors::Metric::Euclidean, rows_, query.data(), kRows);
    index_.search(kRows, query.data(), all);
    std::vector<Slot> slots(kRows);
    std::iota(slots.begin(), slots.end(), Slot{0});
    ASSERT_EQ(all.slots(), std::set<Slot>(slots.begin(), slots.end()));
    ASSERT_FALSE(all.came_twice());
    ASSERT_EQ(all.looked_at(), kRows);
  }

  vectors::VectorMaker maker_{kDimensions, 0, 1};
  MadeRows rows_{kDimensions};
  TailedIndex index_{{.dimensions = kDimensions}, 1};
};

TEST_F(VectorIndexWithoutMemory, IsMadeOrStaysAsItIs) {
  for (const bool is_first : {true, false}) {
    bool struck = true;
    for (std::uint64_t first = 1; struck; ++first) {
      const bool was_ready = index_.is_ready();
      ASSERT_EQ(was_ready, !is_first);
      if (was_ready) change(10, 30);
      bool is_made = false;
      {
        const FailingAllocations failing(first, FailingAllocations::Which::AllFromThere);
        is_made = base::had_memory_for([&] { update(); });
        if (!is_made) index_.give_up_update();
        struck = failing.struck();
      }
      ASSERT_EQ(is_made, !struck) << first;
      ASSERT_EQ(index_.is_ready(), was_ready || is_made);
      if (!index_.is_ready()) {
        ASSERT_EQ(index_.tail_size(), kRows) << first;
        continue;
      }
      // The changes, and those that were made before the memory ran out.
      if (is_made)
        ASSERT_EQ(index_.tail_size(), 5u);
      else
        ASSERT_TRUE(index_.tail_size() == 20u || index_.tail_size() == 25u) << first << ": " << index_.tail_size();
      expect_all_rows();
    }
  }
}

}  // namespace lack_of_memory_of_vectors_test
}  // namespace partita::work
