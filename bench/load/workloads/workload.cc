#include "load/workloads/workload.h"

#include <algorithm>

#include "lib/fatal.h"
#include "load/workloads/make_workload.h"

namespace partita::bench {
namespace {

using Kinds = std::vector<WorkloadKind>;

Table records(const Settings& settings) { return records_table("records", settings.items); }
Table pages(const Settings& settings) { return grouped_table("pages", settings.items, 100, true); }
Table collections(const Settings& settings) {
  return grouped_table(fmt::format("collections_{}", settings.group), settings.items, settings.group, false);
}
Table streamed(const Settings& settings) {
  return streamed_table(fmt::format("streamed_{}", settings.items), settings.items);
}
// Only its filling writes to it, so its stream has as many records as it has items.
Table changes(const Settings& settings) {
  return streamed_table(fmt::format("changes_{}", settings.items), settings.items);
}
Table vectors(const Settings& settings) {
  constexpr unsigned kDimensions = 128;
  return vectors_table(fmt::format("vectors_{}", settings.items), settings.items, kDimensions);
}
template <unsigned indexes>
Table indexed(const Settings& settings) {
  return indexed_table(fmt::format("indexed_{}", indexes), settings.items, indexes);
}

void add_item_kinds(Kinds& kinds) {
  kinds.push_back({"get_item", "GetItem, uniform keys", records, make_get});
  kinds.push_back({"select_item", "ExecuteStatement, a SELECT by key", records, make_select});
  kinds.push_back({"put_item", "PutItem over items that are there", records, make_put});
  kinds.push_back({"update_item", "UpdateItem on a condition, with a counter and a text", records, make_update});
  kinds.push_back({"delete_item", "DeleteItem of each item once",
                   [](const Settings& s) { return records_table("deletions", s.items); }, make_delete, true});
  kinds.push_back({"transact_2", "TransactWriteItems of two puts", records,
                   [](const Settings& s, const Table& t) { return make_transact(s, t, 2); }});
  kinds.push_back({"transact_25", "TransactWriteItems of 25 puts", records,
                   [](const Settings& s, const Table& t) { return make_transact(s, t, 25); }});
  kinds.push_back({"batch_write_25", "BatchWriteItem of 25 puts", records, make_batch_put});
  kinds.push_back({"put_item_0_indexes", "PutItem, no index", indexed<0>, make_put});
  kinds.push_back({"put_item_1_index", "PutItem that moves the entry of a GSI", indexed<1>, make_put});
  kinds.push_back({"put_item_3_indexes", "PutItem that moves the entries of 3 GSIs", indexed<3>, make_put});
  kinds.push_back({"put_item_20_indexes", "PutItem that moves the entries of 20 GSIs", indexed<20>, make_put});
}

void add_service_kinds(Kinds& kinds) {
  kinds.push_back({"put_item_stream", "PutItem over items of a table with a stream", streamed, make_put});
  kinds.push_back({"get_records", "GetRecords from the oldest record on, pages of 1 MB", changes, make_get_records});
  kinds.push_back({"search_vectors", "SearchVectors, the nearest 10 by COSINE, 128 dimensions", vectors, make_search});
}

template <unsigned limit>
void add_page_kinds(Kinds& kinds) {
  kinds.push_back({fmt::format("query_{}", limit), fmt::format("Query, a page of {}", limit), pages,
                   [](const Settings& s, const Table& t) { return make_query(s, t, "", limit); }});
  kinds.push_back({fmt::format("query_gsi_{}", limit), fmt::format("Query on a GSI, a page of {}", limit), pages,
                   [](const Settings& s, const Table& t) { return make_query(s, t, "gsi", limit); }});
  kinds.push_back({fmt::format("query_lsi_{}", limit), fmt::format("Query on an LSI, a page of {}", limit), pages,
                   [](const Settings& s, const Table& t) { return make_query(s, t, "lsi", limit); }});
}

void add_range_kinds(Kinds& kinds) {
  add_page_kinds<1>(kinds);
  add_page_kinds<10>(kinds);
  add_page_kinds<100>(kinds);
  kinds.push_back({"query_filter", "Query of 100 items of which a filter drops 90", pages, make_filtered_query});
  kinds.push_back({"scan", "Scan, a segment for each connection; an operation is an item", records, make_scan});
  WorkloadKind queue{"queue", "Query with Limit 1 where all items of the partition but the last were deleted",
                     [](const Settings& s) { return grouped_table("queue", s.items, s.items, false); }, make_queue};
  queue.drained = true;
  kinds.push_back(std::move(queue));
  kinds.push_back({"collection_get", "GetItem in partitions of --group items", collections, make_get});
  kinds.push_back({"collection_put", "PutItem in partitions of --group items", collections, make_put});
  kinds.push_back({"collection_query", "Query, a page of 10, in partitions of --group items", collections,
                   [](const Settings& s, const Table& t) { return make_query(s, t, "", 10); }});
}

template <char letter>
void add_ycsb(Kinds& kinds) {
  kinds.push_back({fmt::format("ycsb_{}", letter), fmt::format("YCSB {}", static_cast<char>(letter - 'a' + 'A')),
                   [](const Settings& s) { return ycsb_table("ycsb", s.items); },
                   [](const Settings& s, const Table& t) { return make_ycsb(s, t, letter); }});
}

Kinds list_kinds() {
  Kinds kinds;
  add_item_kinds(kinds);
  add_range_kinds(kinds);
  add_service_kinds(kinds);
  add_ycsb<'a'>(kinds);
  add_ycsb<'b'>(kinds);
  add_ycsb<'c'>(kinds);
  add_ycsb<'d'>(kinds);
  add_ycsb<'e'>(kinds);
  add_ycsb<'f'>(kinds);
  kinds.push_back({"mixed", "every operation at once, for the soak",
                   [](const Settings& s) { return grouped_table("mixed", s.items, 100, true); }, make_mixed});
  return kinds;
}

}  // namespace

const Kinds& workload_kinds() {
  static const Kinds kinds = list_kinds();
  return kinds;
}

const WorkloadKind& workload_kind(std::string_view name) {
  const auto found = std::ranges::find(workload_kinds(), name, &WorkloadKind::name);
  if (found == workload_kinds().end()) fatal(fmt::format("there is no workload {}; --list names them", name));
  return *found;
}

}  // namespace partita::bench
