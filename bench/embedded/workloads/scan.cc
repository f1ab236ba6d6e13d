// A Scan, again and again in pages of 1 MB from the first item to the last, compared with an iterator that does the
// same.
#include "embedded/workloads/scan.h"

#include "keys/key_space.h"
#include "lib/fatal.h"

namespace partita::bench {
namespace {

class PartitaScan final : public Side {
 public:
  PartitaScan(Stores& stores) : stores_(stores) {}

  void prepare(std::size_t /*operations*/) override {}

  std::size_t run(std::size_t /*i*/) override {
    auto page = stores_.partita().scan({.table_name = Items::kTable, .exclusive_start_key = std::move(next_)});
    if (!page) fatal(page.error().message);
    std::size_t bytes = 0;
    for (const Item& item : *page->items) bytes += item.bytes().size();
    seen_ += page->items->size();
    next_ = std::move(page->last_evaluated_key);
    if (next_) return bytes;
    if (seen_ != stores_.items().count()) fatal("Scan gave another number of items");
    seen_ = 0;
    return bytes;
  }

 private:
  Stores& stores_;
  std::uint64_t seen_ = 0;
  OptionalItem next_;
};

class RawScan final : public Side {
 public:
  RawScan(Stores& stores)
      : stores_(stores),
        first_(keys::index_lower(stores.rows().table().id, keys::kBaseTable)),
        end_(keys::index_upper(stores.rows().table().id, keys::kBaseTable)),
        next_(first_),
        page_((1 << 20) / kRecordBytes) {}

  void prepare(std::size_t /*operations*/) override {}

  std::size_t run(std::size_t /*i*/) override {
    const rocksdb::Slice end(end_);
    rocksdb::ReadOptions options;
    options.total_order_seek = true;
    options.iterate_upper_bound = &end;
    const std::unique_ptr<rocksdb::Iterator> iterator(stores_.raw().db->NewIterator(options));
    std::size_t bytes = 0;
    iterator->Seek(next_);
    for (std::uint64_t read = 0; iterator->Valid() && read < page_; iterator->Next(), ++read, ++seen_)
      bytes += iterator->value().size();
    if (iterator->Valid()) {
      next_ = iterator->key().ToString();
      return bytes;
    }
    if (seen_ != stores_.items().count()) fatal("the iterator gave another number of rows");
    seen_ = 0;
    next_ = first_;
    return bytes;
  }

 private:
  Stores& stores_;
  const std::string first_, end_;
  std::string next_;
  const std::uint64_t page_;
  std::uint64_t seen_ = 0;
};

}  // namespace

std::unique_ptr<Side> partita_scan(Stores& stores, const Part& /*part*/) {
  return std::make_unique<PartitaScan>(stores);
}
std::unique_ptr<Side> raw_scan(Stores& stores, const Part& /*part*/) { return std::make_unique<RawScan>(stores); }

}  // namespace partita::bench
