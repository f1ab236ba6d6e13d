// The workloads, one function for each family. workload_kinds() lists them by name.
#pragma once

#include "load/workloads/workload.h"

namespace partita::bench {

using MadeWorkload = std::unique_ptr<Workload>;

MadeWorkload make_get(const Settings& settings, const Table& table);
MadeWorkload make_select(const Settings& settings, const Table& table);
MadeWorkload make_put(const Settings& settings, const Table& table);
MadeWorkload make_update(const Settings& settings, const Table& table);
// Deletes each item of the table once.
MadeWorkload make_delete(const Settings& settings, const Table& table);
MadeWorkload make_transact(const Settings& settings, const Table& table, unsigned items);
MadeWorkload make_batch_put(const Settings& settings, const Table& table);

MadeWorkload make_query(const Settings& settings, const Table& table, const std::string& index, unsigned limit);
MadeWorkload make_filtered_query(const Settings& settings, const Table& table);
// Queries the first item of a partition in which only the last item is left.
MadeWorkload make_queue(const Settings& settings, const Table& table);
// Scans one segment for each connection, again and again. Each item counts as an operation.
MadeWorkload make_scan(const Settings& settings, const Table& table);

// Reads the table's stream from the oldest record to the newest on each connection, again and again. Each page counts
// as an operation.
MadeWorkload make_get_records(const Settings& settings, const Table& table);
// Searches for the ten nearest of vectors that are not in the table.
MadeWorkload make_search(const Settings& settings, const Table& table);

MadeWorkload make_ycsb(const Settings& settings, const Table& table, char letter);
// All operations at once, for the soak.
MadeWorkload make_mixed(const Settings& settings, const Table& table);

// Writes the table's items from number `from` on, in batches.
MadeWorkload make_filling(const Settings& settings, const Table& table, std::uint64_t from);
// Deletes all items of the table except the last, in batches.
MadeWorkload make_draining(const Settings& settings, const Table& table);

}  // namespace partita::bench
