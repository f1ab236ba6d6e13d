// GetItem of random items, compared with RocksDB's Get of the same rows.
#include "embedded/workloads/get_item.h"

#include "lib/fatal.h"

namespace partita::bench {
namespace {

class PartitaGetItem final : public Side {
 public:
  PartitaGetItem(Stores& stores, const Part& part) : stores_(stores), part_(part), random_(part.thread) {}

  void prepare(std::size_t operations) override {
    requests_.clear();
    marks_.clear();
    for (std::size_t i = 0; i < operations; ++i) {
      const std::uint64_t item = part_.pick(random_, stores_.items().count());
      requests_.push_back({.table_name = Items::kTable, .key = stores_.items().key(item)});
      marks_.push_back(stores_.items().mark(item));
    }
  }

  std::size_t run(std::size_t i) override {
    const auto got = stores_.partita().get_item(std::move(requests_[i]));
    if (!got) fatal(got.error().message);
    if (!got->item || !stores_.items().has_mark(got->item->bytes(), marks_[i])) fatal("GetItem gave another item");
    return got->item->bytes().size();
  }

 private:
  Stores& stores_;
  const Part part_;
  Random random_;
  std::vector<GetItemRequest> requests_;
  std::vector<std::string> marks_;
};

class RawGet final : public Side {
 public:
  RawGet(Stores& stores, const Part& part) : stores_(stores), part_(part), random_(part.thread) {}

  void prepare(std::size_t operations) override {
    keys_.clear();
    marks_.clear();
    for (std::size_t i = 0; i < operations; ++i) {
      const std::uint64_t item = part_.pick(random_, stores_.items().count());
      keys_.push_back(stores_.rows().key(stores_.items().key(item)));
      marks_.push_back(stores_.items().mark(item));
    }
  }

  std::size_t run(std::size_t i) override {
    value_.Reset();
    rocksdb::DB& db = *stores_.raw().db;
    const auto status = db.Get(rocksdb::ReadOptions(), db.DefaultColumnFamily(), keys_[i], &value_);
    if (!status.ok() || !stores_.items().has_mark(value_.ToStringView(), marks_[i])) fatal("Get gave another row");
    return value_.size();
  }

 private:
  Stores& stores_;
  const Part part_;
  Random random_;
  std::vector<std::string> keys_;
  std::vector<std::string> marks_;
  rocksdb::PinnableSlice value_;
};

}  // namespace

std::unique_ptr<Side> partita_get_item(Stores& stores, const Part& part) {
  return std::make_unique<PartitaGetItem>(stores, part);
}
std::unique_ptr<Side> raw_get_item(Stores& stores, const Part& part) { return std::make_unique<RawGet>(stores, part); }

}  // namespace partita::bench
