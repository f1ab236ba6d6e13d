// A queue. All items of one partition were inserted, and all but the last were deleted. Then the first item is queried,
// with all the tombstones in front of it.
#include "embedded/workloads/queue.h"

#include "lib/fatal.h"

namespace partita::bench {
namespace {

class PartitaQueue final : public Side {
 public:
  explicit PartitaQueue(Stores& stores) : stores_(stores), last_(stores.items().count() - 1) {
    for (std::uint64_t i = 0; i < last_; ++i)
      if (auto deleted = stores.partita().delete_item({.table_name = Items::kTable, .key = stores.items().key(i)});
          !deleted)
        fatal(deleted.error().message);
  }

  void prepare(std::size_t /*operations*/) override {}

  std::size_t run(std::size_t /*i*/) override {
    const auto page = stores_.partita().query(
        {.table_name = Items::kTable,
         .limit = 1,
         .key_condition_expression = "pk = :p",
         .expression_attribute_values = AttributeMap{{":p", stores_.items().text("pk", last_)}}});
    if (!page) fatal(page.error().message);
    if (page->items->size() != 1 ||
        !stores_.items().has_mark(page->items->front().bytes(), stores_.items().mark(last_)))
      fatal("Query did not give the last item");
    return page->items->front().bytes().size();
  }

 private:
  Stores& stores_;
  const std::uint64_t last_;
};

class RawQueue final : public Side {
 public:
  explicit RawQueue(Stores& stores)
      : stores_(stores),
        mark_(stores.items().mark(stores.items().count() - 1)),
        first_(stores.rows().key(stores.items().key(0))) {
    rocksdb::WriteBatch batch;
    for (std::uint64_t i = 0; i + 1 < stores.items().count(); ++i) {
      batch.Clear();
      append_to(batch, stores.rows().change(stores.items().item(i), std::nullopt));
      write(stores.raw(), batch);
    }
  }

  void prepare(std::size_t /*operations*/) override {}

  std::size_t run(std::size_t /*i*/) override {
    rocksdb::ReadOptions options;
    options.prefix_same_as_start = true;
    const std::unique_ptr<rocksdb::Iterator> iterator(stores_.raw().db->NewIterator(options));
    iterator->Seek(first_);
    if (!iterator->Valid() || !stores_.items().has_mark(iterator->value().ToStringView(), mark_))
      fatal("the iterator did not give the last row");
    return iterator->value().size();
  }

 private:
  Stores& stores_;
  const std::string mark_;
  const std::string first_;
};

}  // namespace

std::unique_ptr<Side> partita_queue(Stores& stores, const Part& /*part*/) {
  return std::make_unique<PartitaQueue>(stores);
}
std::unique_ptr<Side> raw_queue(Stores& stores, const Part& /*part*/) { return std::make_unique<RawQueue>(stores); }

}  // namespace partita::bench
