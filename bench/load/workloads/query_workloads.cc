#include "load/workloads/key_choice.h"
#include "load/workloads/make_workload.h"
#include "load/workloads/requests.h"

namespace partita::bench {
namespace {

class Query : public Workload {
 public:
  Query(const Settings& settings, const Table& table, std::string index, unsigned limit)
      : layout_(table.layout),
        index_(std::move(index)),
        limit_(limit),
        random_(settings.seed),
        prepared_(Requests(table, settings.endpoint.host).query(index_, limit)),
        expected_{.least_bytes = limit * item_json_bytes(table), .count = limit} {}

  std::optional<Request> next(unsigned) override {
    return Request{prepared_.about(page_begin(layout_, index_, limit_, random_)), expected_};
  }

 private:
  Layout layout_;
  std::string index_;
  unsigned limit_;
  Random random_;
  Prepared prepared_;
  Expectation expected_;
};

class FilteredQuery : public Workload {
 public:
  FilteredQuery(const Settings& settings, const Table& table)
      : items_(table.layout.items),
        random_(settings.seed),
        prepared_(Requests(table, settings.endpoint.host).query_filtered()),
        expected_{.count = table.layout.group / 10, .scanned_count = table.layout.group} {}

  std::optional<Request> next(unsigned) override { return Request{prepared_.about(random_.below(items_)), expected_}; }

 private:
  std::uint64_t items_;
  Random random_;
  Prepared prepared_;
  Expectation expected_;
};

class Queue : public Workload {
 public:
  Queue(const Settings& settings, const Table& table)
      : prepared_(Requests(table, settings.endpoint.host).query_first()),
        expected_{.least_bytes = item_json_bytes(table), .count = 1} {}

  std::optional<Request> next(unsigned) override { return Request{prepared_.about(0), expected_}; }

 private:
  Prepared prepared_;
  Expectation expected_;
};

}  // namespace

MadeWorkload make_query(const Settings& settings, const Table& table, const std::string& index, unsigned limit) {
  return std::make_unique<Query>(settings, table, index, limit);
}

MadeWorkload make_filtered_query(const Settings& settings, const Table& table) {
  return std::make_unique<FilteredQuery>(settings, table);
}

MadeWorkload make_queue(const Settings& settings, const Table& table) {
  return std::make_unique<Queue>(settings, table);
}

}  // namespace partita::bench
