// A write of Partita reduced to its work in RocksDB: it reads the item's row and writes the changed rows in one batch.
// The changed rows are computed beforehand.
#include "embedded/workloads/raw_write.h"

#include "lib/fatal.h"

namespace partita::bench {
namespace {

struct RawChange {
  Change change;
  std::string key;
  std::string mark_before;
  storage::Batch rows;
};

class RawWrite final : public Side {
 public:
  RawWrite(Stores& stores, const Part& part, Writing writing)
      : stores_(stores), changes_(stores.items(), part, writing), writing_(writing) {}

  void prepare(std::size_t operations) override {
    chunk_.clear();
    for (const Change& change : changes_.next(operations)) {
      const auto before = version(change.item, change.before);
      const auto after = version(change.item, change.after);
      chunk_.push_back({change, stores_.rows().key(before ? *before : *after),
                        before ? stores_.items().mark(change.item, *change.before) : std::string(),
                        stores_.rows().change(before, after)});
    }
  }

  std::size_t run(std::size_t i) override {
    const RawChange& writing = chunk_[i];
    rocksdb::DB& db = *stores_.raw().db;
    before_.Reset();
    const auto status = db.Get(rocksdb::ReadOptions(), db.DefaultColumnFamily(), writing.key, &before_);
    const bool right = writing.change.before
                           ? status.ok() && stores_.items().has_mark(before_.ToStringView(), writing.mark_before)
                           : status.IsNotFound();
    if (!right) fatal("Get gave another row");
    batch_.Clear();
    append_to(batch_, writing.rows);
    write(stores_.raw(), batch_);
    return kRecordBytes;
  }

  void finish() override {
    if (writing_ != Writing::Delete) return;
    for (const RawChange& deleted : chunk_) {
      batch_.Clear();
      append_to(batch_, stores_.rows().change(std::nullopt, version(deleted.change.item, deleted.change.before)));
      write(stores_.raw(), batch_);
    }
  }

 private:
  std::optional<AttributeMap> version(std::uint64_t item, const std::optional<std::uint64_t>& number) const {
    return number ? std::optional(stores_.items().item(item, *number)) : std::nullopt;
  }

  Stores& stores_;
  Changes changes_;
  const Writing writing_;
  std::vector<RawChange> chunk_;
  rocksdb::PinnableSlice before_;
  rocksdb::WriteBatch batch_;
};

}  // namespace

template <Writing kWriting>
std::unique_ptr<Side> raw_write(Stores& stores, const Part& part) {
  return std::make_unique<RawWrite>(stores, part, kWriting);
}
template std::unique_ptr<Side> raw_write<Writing::Overwrite>(Stores&, const Part&);
template std::unique_ptr<Side> raw_write<Writing::Insert>(Stores&, const Part&);
template std::unique_ptr<Side> raw_write<Writing::Update>(Stores&, const Part&);
template std::unique_ptr<Side> raw_write<Writing::Delete>(Stores&, const Part&);

}  // namespace partita::bench
