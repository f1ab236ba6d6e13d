#include "embedded/workloads/workloads.h"

#include "embedded/workloads/get_item.h"
#include "embedded/workloads/partita_write.h"
#include "embedded/workloads/query.h"
#include "embedded/workloads/queue.h"
#include "embedded/workloads/raw_write.h"
#include "embedded/workloads/scan.h"
#include "embedded/workloads/streams.h"
#include "embedded/workloads/typed_query.h"
#include "embedded/workloads/vectors.h"

namespace partita::bench {
namespace {

constexpr std::uint64_t kOwnPartition = Workload::kNoSortKey;
constexpr std::uint64_t kThousand = 1000;
constexpr std::size_t kMany = 256;

constexpr auto kPut = Writing::Overwrite;
constexpr auto kUpdate = Writing::Update;
constexpr auto kDelete = Writing::Delete;
constexpr auto kInsert = Writing::Insert;

using Make = std::unique_ptr<Side>(Stores&, const Part&);
constexpr std::array<Workload::SideFactory, 2> both(Make* partita, Make* raw) {
  return {{{Stores::kPartita, partita}, {Stores::kRaw, raw}}};
}
template <Writing kWriting>
constexpr auto write_sides = both(partita_write<kWriting>, raw_write<kWriting>);

constexpr Workload kWorkloads[] = {
    {"get_item", "GetItem", kOwnPartition, 0, kMany, both(partita_get_item, raw_get_item)},
    {"put_item", "PutItem over an item, no index", kOwnPartition, 0, kMany, write_sides<kPut>},
    {"put_item_1_gsi", "the same, one index", kOwnPartition, 1, kMany, write_sides<kPut>},
    {"put_item_3_gsi", "the same, three indexes", kOwnPartition, 3, kMany, write_sides<kPut>},
    {"put_item_20_gsi", "the same, 20 indexes", kOwnPartition, 20, kMany, write_sides<kPut>},
    {"put_new_item", "PutItem of a new item", kOwnPartition, 0, kMany, write_sides<kInsert>},
    {"put_new_item_3_gsi", "the same, three indexes", kOwnPartition, 3, kMany, write_sides<kInsert>},
    {"update_item", "UpdateItem on a condition", kOwnPartition, 0, kMany, write_sides<kUpdate>},
    {"delete_item", "DeleteItem", kOwnPartition, 0, kMany, write_sides<kDelete>},
    {"query_1", "Query, a page of one item", kThousand, 0, kMany, both(partita_query<1>, raw_query<1>)},
    {"query_10", "Query, a page of 10 items", kThousand, 0, kMany, both(partita_query<10>, raw_query<10>)},
    {"query_100", "Query, a page of 100 items", kThousand, 0, kMany, both(partita_query<100>, raw_query<100>)},
    {"scan", "Scan, a page of 1 MB", kThousand, 0, 1, both(partita_scan, raw_scan)},
    {"queue", "Query, one item behind a partition's worth of deleted ones", Workload::kAll, 0, 1,
     both(partita_queue, raw_queue)},
    {"put_item_stream",
     "PutItem over an item of a table with a stream, beside one without",
     kOwnPartition,
     0,
     kMany,
     {{{"with_stream", streamed_put}, {"without", partita_write<kPut>}}}},
    {"put_item_recovery",
     "PutItem over an item of a table with point-in-time recovery, beside one without",
     kOwnPartition,
     0,
     kMany,
     {{{"with_recovery", recovered_put}, {"without", partita_write<kPut>}}}},
    {"get_records",
     "GetRecords, a page of 1 MB, beside a page of Scan",
     kOwnPartition,
     0,
     1,
     {{{"get_records", read_stream}, {"scan", partita_scan}}}},
    {"typed_query",
     "the model layer's query of 10 items, beside one by hand",
     kThousand,
     0,
     kMany,
     {{{"model", typed_query}, {"by_hand", query_by_hand}}}},
    {"typed_query_http",
     "the same two over HTTP, one connection",
     kThousand,
     0,
     kMany,
     {{{"model", typed_query_http}, {"by_hand", query_by_hand_http}}}},
    {"vector_exact_10k",
     "SearchVectors of 10,000 x 768, exact, beside reading the vectors",
     kOwnPartition,
     0,
     4,
     {{{"exact", search_exactly<768>}, {"read", read_vectors<768>}}}},
    {"vector_exact_100k",
     "the same of 100,000 x 768",
     kOwnPartition,
     0,
     1,
     {{{"exact", search_exactly<768>}, {"read", read_vectors<768>}}}},
    {"vector_approximate_100k_768",
     "SearchVectors of 100,000 random vectors of 768 dimensions by an index, beside exact",
     kOwnPartition,
     0,
     4,
     {{{"index", search_by_codes<768>}, {"exact", search_exactly<768>}}}},
    {"vector_approximate_1m_128",
     "the same of 1,000,000 of 128 dimensions",
     kOwnPartition,
     0,
     4,
     {{{"index", search_by_codes<128>}, {"exact", search_exactly<128>}}}},
};

}  // namespace

std::span<const Workload> workloads() { return kWorkloads; }

}  // namespace partita::bench
