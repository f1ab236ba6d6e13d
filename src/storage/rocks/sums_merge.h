// The RocksDB merge operator behind Batch::add. It adds sums, in any grouping, when they are read, flushed or
// compacted.
#pragma once

#include <memory>

namespace rocksdb {
class MergeOperator;
}

namespace partita::storage {

std::shared_ptr<rocksdb::MergeOperator> make_sums_merge_operator();

}  // namespace partita::storage
