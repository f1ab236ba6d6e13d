// Fills and drains tables in batches, as fast as the endpoint takes them.
#include <algorithm>

#include "load/workloads/make_workload.h"
#include "load/workloads/requests.h"

namespace partita::bench {
namespace {

constexpr unsigned kBatch = 25;

// Sends one batch for each block of neighbours in begin..end-1. The last batch may be smaller. Each item counts as an
// operation.
class Blocks : public Workload {
 public:
  using Render = Prepared (Requests::*)(unsigned items) const;

  Blocks(const Settings& settings, const Table& table, Render render, std::uint64_t begin, std::uint64_t end)
      : requests_(table, settings.endpoint.host),
        render_(render),
        batch_((requests_.*render)(kBatch)),
        next_(begin),
        end_(end),
        under_way_(settings.connections) {}

  std::optional<Request> next(unsigned connection) override {
    if (next_ == end_) return std::nullopt;
    const std::uint64_t first = next_;
    const std::uint64_t items = std::min<std::uint64_t>(kBatch, end_ - next_);
    if (items < kBatch) batch_ = (requests_.*render_)(static_cast<unsigned>(items));
    next_ += items;
    under_way_[connection] = items;
    return Request{batch_.about(first), {.all_processed = true}};
  }

  std::uint64_t answered(unsigned connection, std::string_view) override { return under_way_[connection]; }

 private:
  Requests requests_;
  Render render_;
  Prepared batch_;
  std::uint64_t next_;
  std::uint64_t end_;
  std::vector<std::uint64_t> under_way_;
};

}  // namespace

MadeWorkload make_filling(const Settings& settings, const Table& table, std::uint64_t from) {
  return std::make_unique<Blocks>(settings, table, &Requests::batch_put, from, table.layout.items);
}

MadeWorkload make_draining(const Settings& settings, const Table& table) {
  return std::make_unique<Blocks>(settings, table, &Requests::batch_delete, 0, table.layout.items - 1);
}

}  // namespace partita::bench
