// What must not grow with the data: the work of a page, whatever the size of its partition.
#include "support/requests.h"
#include "work/counted_database.h"

#include <gtest/gtest.h>
#include <rocksdb/perf_context.h>
#include <rocksdb/perf_level.h>

namespace partita::work {
namespace {

// What RocksDB does below the store's calls.
struct EngineRoomWork {
  std::uint64_t entries_stepped_over = 0;  // hidden by newer ones
  std::uint64_t tombstones = 0;
  std::uint64_t blocks = 0;
};

class GrowthWork : public testing::Test {
 protected:
  GrowthWork() { must(counted_.database().create_table(test::create_request("items", "pk:S", "sk:S"))); }

  QueryRequest first_of(const std::string& partition, bool forward = true) {
    auto request = test::query_request("items", "pk = :p", {{":p", partition}});
    request.limit = 1;
    request.scan_index_forward = forward;
    return request;
  }
  // The same query twice: the first brings blocks into the cache.
  StoreWork store_work(const QueryRequest& request) {
    const StoreWork before = counted_.trace().work;
    must(counted_.database().query(request));
    return counted_.trace().work - before;
  }
  EngineRoomWork engine_room_work(const QueryRequest& request) {
    must(counted_.database().query(request));
    rocksdb::get_perf_context()->Reset();
    must(counted_.database().query(request));
    const rocksdb::PerfContext& counts = *rocksdb::get_perf_context();
    return {.entries_stepped_over = counts.internal_key_skipped_count,
            .tombstones = counts.internal_delete_skipped_count,
            .blocks = counts.block_read_count + counts.block_cache_hit_count};
  }

  CountedDatabase counted_;
};

TEST_F(GrowthWork, the_first_item_of_a_large_partition_costs_what_that_of_a_small_one_does) {
  fill(counted_.database(), "items", "large", 100'000);
  fill(counted_.database(), "items", "small", 10);
  for (const bool flushed : {false, true}) {
    if (flushed) counted_.flush();
    for (const bool forward : {true, false}) {
      EXPECT_EQ(store_work(first_of("large", forward)), store_work(first_of("small", forward)));
      const auto large = engine_room_work(first_of("large", forward));
      const auto small = engine_room_work(first_of("small", forward));
      EXPECT_EQ(large.entries_stepped_over, small.entries_stepped_over);
      EXPECT_EQ(large.tombstones, small.tombstones);
      // The last item of a partition may stand at the end of its block, and the end of the range in the next.
      EXPECT_LE(large.blocks, small.blocks + 2);
    }
  }
}

}  // namespace
}  // namespace partita::work
