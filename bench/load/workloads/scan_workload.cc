#include <optional>

#include "lib/fatal.h"
#include "load/workloads/key_choice.h"
#include "load/workloads/make_workload.h"
#include "load/workloads/requests.h"

namespace partita::bench {
namespace {

// Each connection reads its segment again and again. The counts of all first passes must add up to the whole table, and
// every later pass must count the same as the first.
class Scan : public Workload {
 public:
  Scan(const Settings& settings, const Table& table)
      : requests_(table, settings.endpoint.host), items_(table.layout.items), segments_(settings.connections) {}

  std::optional<Request> next(unsigned connection) override {
    bytes_ =
        requests_.scan_segment(connection, static_cast<unsigned>(segments_.size()), segments_[connection].start_key);
    return Request{bytes_, {}};
  }

  std::uint64_t answered(unsigned connection, std::string_view body) override {
    const auto count = number_member(body, "Count");
    if (!count) fatal("a page of a scan has no Count");
    if (body.size() < *count * item_bytes_) fatal("a page of a scan is too short for its Count");
    Segment& segment = segments_[connection];
    segment.counted += *count;
    segment.start_key = object_member(body, "LastEvaluatedKey");
    if (segment.start_key.empty()) end_pass(segment);
    return *count;
  }

 private:
  struct Segment {
    std::string start_key;
    std::uint64_t counted = 0;
    std::optional<std::uint64_t> first_pass;
  };

  void end_pass(Segment& segment) {
    if (!segment.first_pass) {
      segment.first_pass = segment.counted;
      check_first_passes();
    } else if (*segment.first_pass != segment.counted) {
      fatal(fmt::format("a scan counted {} items, and {} before", segment.counted, *segment.first_pass));
    }
    segment.counted = 0;
  }

  void check_first_passes() const {
    std::uint64_t all = 0;
    for (const Segment& segment : segments_) {
      if (!segment.first_pass) return;
      all += *segment.first_pass;
    }
    if (all != items_) fatal(fmt::format("a scan counted {} items of {}", all, items_));
  }

  Requests requests_;
  std::uint64_t items_;
  std::size_t item_bytes_ = item_json_bytes(requests_.table());
  std::vector<Segment> segments_;
  std::string bytes_;
};

}  // namespace

MadeWorkload make_scan(const Settings& settings, const Table& table) { return std::make_unique<Scan>(settings, table); }

}  // namespace partita::bench
