// All operations at once, for the soak, on a table with a GSI and an LSI. They are mixed so that the table keeps its
// size and each answer is known.
#include <algorithm>

#include "load/workloads/key_choice.h"
#include "load/workloads/make_workload.h"
#include "load/workloads/requests.h"

namespace partita::bench {
namespace {

class Mixed : public Workload {
 public:
  Mixed(const Settings& settings, const Table& table)
      : connections_(settings.connections),
        layout_(table.layout),
        random_(settings.seed),
        version_(settings.seed * 1'000'000'007),
        partition_key_(table.attribute("pk")),
        item_bytes_(item_json_bytes(table)),
        visiting_(settings.connections) {
    const Requests requests(table, settings.endpoint.host);
    get_ = requests.get_item();
    put_ = requests.put_item();
    update_ = requests.update_item();
    delete_ = requests.delete_item();
    transact_ = requests.transact_put(kTransaction);
    batch_ = requests.batch_put(kBatch);
    filtered_ = requests.query_filtered();
    for (const std::string index : {"", "gsi", "lsi"}) pages_.push_back({index, requests.query(index, kPage)});
    scan_ = requests.scan_after(kPage);
  }

  std::optional<Request> next(unsigned connection) override {
    if (visiting_[connection]) {
      visiting_[connection] = false;
      return Request{delete_.about(visitor(connection)), {}};
    }
    const std::uint64_t draw = random_.below(100);
    if (draw < 40) return get();
    if (draw < 60) return Request{put_.about(any(), ++version_), {}};
    if (draw < 70) return Request{update_.about(any(), ++version_), {.contains = R"("visits")"}};
    if (draw < 82) return query();
    if (draw < 84) return filtered();
    if (draw < 85) return Request{scan_.about(any()), {.count = kPage, .fewer_at_the_end = true}};
    if (draw < 90) return Request{transact_.about(block(connection, kTransaction), ++version_), {}};
    if (draw < 93) return batch(connection);
    visiting_[connection] = true;
    return Request{put_.about(visitor(connection), ++version_), {}};
  }

 private:
  static constexpr unsigned kTransaction = 2;
  static constexpr unsigned kBatch = 25;
  static constexpr unsigned kPage = 10;

  std::uint64_t any() { return random_.below(layout_.items); }
  std::uint64_t block(unsigned connection, unsigned items) {
    return own_block(layout_, items, connection, connections_, random_);
  }
  // An item that only this connection uses, in a partition that is never queried. It is put and deleted again.
  std::uint64_t visitor(unsigned connection) const { return layout_.items + connection * layout_.group; }

  Request get() {
    const std::uint64_t number = any();
    return {get_.about(number), {.contains = text_of(layout_, partition_key_, number), .least_bytes = item_bytes_}};
  }
  Request query() {
    auto& [index, prepared] = pages_[random_.below(pages_.size())];
    return {prepared.about(page_begin(layout_, index, kPage, random_)),
            {.least_bytes = kPage * item_bytes_, .count = kPage}};
  }
  Request filtered() { return {filtered_.about(any()), {.count = layout_.group / 10, .scanned_count = layout_.group}}; }
  Request batch(unsigned connection) {
    return {batch_.about(block(connection, kBatch), ++version_), {.all_processed = true}};
  }

  unsigned connections_;
  Layout layout_;
  Random random_;
  std::uint64_t version_;
  Attribute partition_key_;
  std::size_t item_bytes_;
  std::vector<bool> visiting_;
  Prepared get_, put_, update_, delete_, transact_, batch_, filtered_, scan_;
  std::vector<std::pair<std::string, Prepared>> pages_;
};

}  // namespace

MadeWorkload make_mixed(const Settings& settings, const Table& table) {
  return std::make_unique<Mixed>(settings, table);
}

}  // namespace partita::bench
