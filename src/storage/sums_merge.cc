#include "storage/sums_merge.h"

#include "storage/store.h"

#include <rocksdb/merge_operator.h>

namespace partita::storage {
namespace {

constexpr std::size_t kSumsBytes = 16;

// Two's complement addition that wraps, since the order in which deltas meet is not fixed.
std::int64_t wrapping_add(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

class SumsMergeOperator final : public rocksdb::AssociativeMergeOperator {
 public:
  bool Merge(const rocksdb::Slice& /*key*/, const rocksdb::Slice* existing, const rocksdb::Slice& delta,
             std::string* out, rocksdb::Logger* /*logger*/) const override {
    // Refusing to merge would stop flushes and recovery, and with them the whole store: what is no sums stays as it is.
    if (existing != nullptr && existing->size() != kSumsBytes) {
      out->assign(existing->data(), existing->size());
      return true;
    }
    if (delta.size() != kSumsBytes) return false;
    Sums sums = decode_sums(delta.ToStringView());
    if (existing != nullptr) {
      const Sums before = decode_sums(existing->ToStringView());
      sums = {wrapping_add(before.first, sums.first), wrapping_add(before.second, sums.second)};
    }
    out->clear();
    encode_sums(sums, *out);
    return true;
  }
  // Stored in the data directory by RocksDB, never renamed.
  const char* Name() const override { return "partita.sums"; }
};

}  // namespace

std::shared_ptr<rocksdb::MergeOperator> make_sums_merge_operator() { return std::make_shared<SumsMergeOperator>(); }

}  // namespace partita::storage
