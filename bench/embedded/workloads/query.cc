// A Query page that begins anywhere in a partition, compared with an iterator over the same rows.
#include "embedded/workloads/query.h"

#include "keys/key_codec.h"
#include "lib/fatal.h"

namespace partita::bench {
namespace {

// The beginnings of the pages of a chunk. Each is the number of an item that has at least a page of items after it in
// its partition.
class Pages {
 public:
  Pages(const Items& items, const Part& part, std::uint64_t page) : items_(items), page_(page), random_(part.thread) {}

  void prepare(std::size_t operations) {
    const std::uint64_t group = items_.layout().group;
    first_.clear();
    last_mark_.clear();
    for (std::size_t i = 0; i < operations; ++i) {
      const std::uint64_t partition = random_.below(items_.count() / group);
      first_.push_back(partition * group + random_.below(group - page_ + 1));
      last_mark_.push_back(items_.mark(first_.back() + page_ - 1));
    }
  }
  std::uint64_t first(std::size_t i) const { return first_[i]; }
  const std::string& last_mark(std::size_t i) const { return last_mark_[i]; }

 private:
  const Items& items_;
  const std::uint64_t page_;
  Random random_;
  std::vector<std::uint64_t> first_;
  std::vector<std::string> last_mark_;
};

class PartitaQuery final : public Side {
 public:
  PartitaQuery(Stores& stores, const Part& part, std::uint64_t page)
      : stores_(stores), page_(page), pages_(stores.items(), part, page) {}

  void prepare(std::size_t operations) override {
    pages_.prepare(operations);
    requests_.clear();
    const Items& items = stores_.items();
    for (std::size_t i = 0; i < operations; ++i) {
      QueryRequest& request = requests_.emplace_back();
      request.table_name = Items::kTable;
      request.key_condition_expression = "pk = :p AND sk >= :s";
      request.expression_attribute_values =
          AttributeMap{{":p", items.text("pk", pages_.first(i))}, {":s", items.text("sk", pages_.first(i))}};
      request.limit = static_cast<std::int64_t>(page_);
    }
  }

  std::size_t run(std::size_t i) override {
    const auto page = stores_.partita().query(std::move(requests_[i]));
    if (!page) fatal(page.error().message);
    if (page->items->size() != page_ || !stores_.items().has_mark(page->items->back().bytes(), pages_.last_mark(i)))
      fatal("Query gave another page");
    std::size_t bytes = 0;
    for (const Item& item : *page->items) bytes += item.bytes().size();
    return bytes;
  }

 private:
  Stores& stores_;
  const std::uint64_t page_;
  Pages pages_;
  std::vector<QueryRequest> requests_;
};

class RawQuery final : public Side {
 public:
  RawQuery(Stores& stores, const Part& part, std::uint64_t page)
      : stores_(stores), page_(page), pages_(stores.items(), part, page) {}

  void prepare(std::size_t operations) override {
    pages_.prepare(operations);
    ranges_.clear();
    for (std::size_t i = 0; i < operations; ++i) {
      const AttributeMap key = stores_.items().key(pages_.first(i));
      std::string sort;
      keys::encode_part(*key.find("sk"), sort);
      const std::string first = stores_.rows().key(key);
      ranges_.push_back({first, keys::prefix_end(first.substr(0, first.size() - sort.size()))});
    }
  }

  std::size_t run(std::size_t i) override {
    const rocksdb::Slice lower(ranges_[i].lower), upper(ranges_[i].upper);
    rocksdb::ReadOptions options;
    options.iterate_lower_bound = &lower;
    options.iterate_upper_bound = &upper;
    options.prefix_same_as_start = true;
    const std::unique_ptr<rocksdb::Iterator> iterator(stores_.raw().db->NewIterator(options));
    std::size_t bytes = 0;
    iterator->Seek(lower);
    for (std::uint64_t read = 1; iterator->Valid(); iterator->Next(), ++read) {
      bytes += iterator->value().size();
      if (read == page_) break;
    }
    if (!iterator->Valid() || !stores_.items().has_mark(iterator->value().ToStringView(), pages_.last_mark(i)))
      fatal("the iterator gave other rows");
    return bytes;
  }

 private:
  struct Range {
    std::string lower, upper;
  };
  Stores& stores_;
  const std::uint64_t page_;
  Pages pages_;
  std::vector<Range> ranges_;
};

}  // namespace

template <std::uint64_t kPage>
std::unique_ptr<Side> partita_query(Stores& stores, const Part& part) {
  return std::make_unique<PartitaQuery>(stores, part, kPage);
}
template <std::uint64_t kPage>
std::unique_ptr<Side> raw_query(Stores& stores, const Part& part) {
  return std::make_unique<RawQuery>(stores, part, kPage);
}

template std::unique_ptr<Side> partita_query<1>(Stores&, const Part&);
template std::unique_ptr<Side> partita_query<10>(Stores&, const Part&);
template std::unique_ptr<Side> partita_query<100>(Stores&, const Part&);
template std::unique_ptr<Side> raw_query<1>(Stores&, const Part&);
template std::unique_ptr<Side> raw_query<10>(Stores&, const Part&);
template std::unique_ptr<Side> raw_query<100>(Stores&, const Part&);

}  // namespace partita::bench
