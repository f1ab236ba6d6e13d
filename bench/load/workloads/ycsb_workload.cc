// YCSB's core workloads, as its DynamoDB binding would run them: items of ten fields of 100 bytes, reads of whole
// items, updates of one field, scans of 1 to 100 items. Keys are zipfian. In workload D the latest keys are the hot
// ones.
#include <algorithm>
#include <limits>
#include <utility>

#include "lib/zipfian.h"
#include "load/workloads/key_choice.h"
#include "load/workloads/make_workload.h"
#include "load/workloads/requests.h"

namespace partita::bench {
namespace {

constexpr unsigned kLongestScan = 100;

// Percent of the operations. The others are reads.
struct Mix {
  unsigned updates = 0;
  unsigned inserts = 0;
  unsigned scans = 0;
  unsigned read_modify_writes = 0;
  bool latest = false;
};

Mix mix_of(char letter) {
  switch (letter) {
    case 'a':
      return {.updates = 50};
    case 'b':
      return {.updates = 5};
    case 'd':
      return {.inserts = 5, .latest = true};
    case 'e':
      return {.inserts = 5, .scans = 95};
    case 'f':
      return {.read_modify_writes = 50};
    default:
      return {};
  }
}

class Ycsb : public Workload {
 public:
  Ycsb(const Settings& settings, const Table& table, char letter)
      : mix_(mix_of(letter)),
        random_(settings.seed),
        version_(settings.seed * 1'000'000'007),
        zipfian_(table.layout.items),
        inserted_(table.layout.items),
        inserting_(settings.connections, kNone),
        modifying_(settings.connections, kNone),
        partition_key_(table.attribute("pk")),
        layout_(table.layout),
        item_bytes_(item_json_bytes(table)) {
    const Requests requests(table, settings.endpoint.host);
    get_ = requests.get_item();
    put_ = requests.put_item();
    for (unsigned field = 0; field < kYcsbFields; ++field) updates_.push_back(requests.update_field(field));
    for (unsigned limit = 1; limit <= kLongestScan; ++limit) scans_.push_back(requests.scan_after(limit));
  }

  std::optional<Request> next(unsigned connection) override {
    if (modifying_[connection] != kNone) return update(std::exchange(modifying_[connection], kNone));
    auto draw = static_cast<unsigned>(random_.below(100));
    const auto falls_to = [&draw](unsigned percent) {
      const bool falls = draw < percent;
      draw -= falls ? 0 : percent;
      return falls;
    };
    if (falls_to(mix_.updates)) return update(choose());
    if (falls_to(mix_.inserts)) return insert(connection);
    if (falls_to(mix_.scans)) return scan();
    const std::uint64_t number = choose();
    if (falls_to(mix_.read_modify_writes)) modifying_[connection] = number;
    return read(number);
  }

  std::uint64_t answered(unsigned connection, std::string_view) override {
    inserting_[connection] = kNone;
    return modifying_[connection] == kNone ? 1 : 0;
  }

 private:
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t choose() {
    if (!mix_.latest) return zipfian_.scattered(random_);
    // An item whose insertion is under way may be missing.
    const std::uint64_t there = std::min(inserted_, *std::ranges::min_element(inserting_));
    return there - 1 - zipfian_.rank(random_);
  }

  Request read(std::uint64_t number) {
    Expectation expected{.contains = text_of(layout_, partition_key_, number), .least_bytes = item_bytes_};
    return {get_.about(number), std::move(expected)};
  }
  Request update(std::uint64_t number) { return {updates_[random_.below(kYcsbFields)].about(number, ++version_), {}}; }
  Request insert(unsigned connection) {
    inserting_[connection] = inserted_;
    return {put_.about(inserted_++, ++version_), {}};
  }
  Request scan() {
    const std::uint64_t limit = 1 + random_.below(kLongestScan);
    return {scans_[limit - 1].about(choose()), {.count = limit, .fewer_at_the_end = true}};
  }

  Mix mix_;
  Random random_;
  std::uint64_t version_;
  Zipfian zipfian_;
  std::uint64_t inserted_;
  // For each connection: the item that it inserts, and the item that it has read to modify.
  std::vector<std::uint64_t> inserting_;
  std::vector<std::uint64_t> modifying_;
  Attribute partition_key_;
  Layout layout_;
  std::size_t item_bytes_;
  Prepared get_, put_;
  std::vector<Prepared> updates_, scans_;
};

}  // namespace

MadeWorkload make_ycsb(const Settings& settings, const Table& table, char letter) {
  return std::make_unique<Ycsb>(settings, table, letter);
}

}  // namespace partita::bench
