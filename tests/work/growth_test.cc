// The work of a page must not grow with the size of its partition.
#include <gtest/gtest.h>

#include "support/requests.h"
#include "work/counted_database.h"

namespace partita::work {
namespace growth_test {

class GrowthWork : public testing::Test {
 protected:
  GrowthWork() { must(counted_.database().create_table(test::create_request("items", "pk:S", "sk:S"))); }

  QueryRequest first_of(const std::string& partition, bool forward = true) {
    auto request = test::query_request("items", "pk = :p", {{":p", partition}});
    request.limit = 1;
    request.scan_index_forward = forward;
    return request;
  }
  // The query's work in the store.
  StoreWork store_work(const QueryRequest& request) {
    const StoreWork before = counted_.trace().work;
    must(counted_.database().query(request));
    return counted_.trace().work - before;
  }
  // The blocks that RocksDB reads for the query. The second time it finds them in its cache, and that time counts.
  std::uint64_t blocks(const QueryRequest& request) {
    must(counted_.database().query(request));
    const auto before = counted_.trace().store->statistics();
    must(counted_.database().query(request));
    const auto after = counted_.trace().store->statistics();
    EXPECT_EQ(after.cache_misses, before.cache_misses);
    return after.cache_hits - before.cache_hits;
  }

  CountedDatabase counted_;
};

TEST_F(GrowthWork, the_first_item_of_a_large_partition_costs_what_that_of_a_small_one_does) {
  fill(counted_.database(), "items", "large", 100'000);
  fill(counted_.database(), "items", "small", 10);
  for (const bool forward : {true, false})
    EXPECT_EQ(store_work(first_of("large", forward)), store_work(first_of("small", forward)));
  counted_.flush();
  for (const bool forward : {true, false}) {
    EXPECT_EQ(store_work(first_of("large", forward)), store_work(first_of("small", forward)));
    const std::uint64_t large = blocks(first_of("large", forward));
    EXPECT_GE(large, 1u);
    // The last item of a partition may be at the end of its block, and the end of the range in the next block.
    EXPECT_LE(large, blocks(first_of("small", forward)) + 1);
  }
}

}  // namespace growth_test
}  // namespace partita::work
