#include "storage/rocks/sums_merge.h"

#include <rocksdb/merge_operator.h>

#include "storage/store.h"
#include "storage/sums.h"

namespace partita::storage {
namespace {

class SumsMergeOperator final : public rocksdb::AssociativeMergeOperator {
 public:
  bool Merge(const rocksdb::Slice& /*key*/, const rocksdb::Slice* existing, const rocksdb::Slice& delta,
             std::string* out, rocksdb::Logger* /*logger*/) const override {
    const bool onto_sums = existing == nullptr || is_sums(existing->ToStringView());
    if (onto_sums && !is_sums(delta.ToStringView())) return false;
    // A value that is not an encoded Sums stays as it is, because a refused merge would stop flushes and recovery, and
    // with them the whole store.
    add_sums(existing == nullptr ? std::nullopt : std::optional(existing->ToStringView()), delta.ToStringView(), *out);
    return true;
  }
  // RocksDB stores this name in the data directory, so it must never change.
  const char* Name() const override { return "partita.sums"; }
};

}  // namespace

std::shared_ptr<rocksdb::MergeOperator> make_sums_merge_operator() { return std::make_shared<SumsMergeOperator>(); }

}  // namespace partita::storage
