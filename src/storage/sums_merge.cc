#include "storage/sums_merge.h"

#include "storage/store.h"

#include <rocksdb/merge_operator.h>

namespace partita::storage {
namespace {

class SumsMergeOperator final : public rocksdb::AssociativeMergeOperator {
 public:
  bool Merge(const rocksdb::Slice& /*key*/, const rocksdb::Slice* existing, const rocksdb::Slice& delta,
             std::string* out, rocksdb::Logger* /*logger*/) const override {
    const bool onto_sums = existing == nullptr || existing->size() == kSumsBytes;
    if (onto_sums && delta.size() != kSumsBytes) return false;
    // Refusing to merge would stop flushes and recovery, and with them the whole store: what is no sums stays as it is.
    add_sums(existing == nullptr ? std::nullopt : std::optional(existing->ToStringView()), delta.ToStringView(), *out);
    return true;
  }
  // Stored in the data directory by RocksDB, never renamed.
  const char* Name() const override { return "partita.sums"; }
};

}  // namespace

std::shared_ptr<rocksdb::MergeOperator> make_sums_merge_operator() { return std::make_shared<SumsMergeOperator>(); }

}  // namespace partita::storage
