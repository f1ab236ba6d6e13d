#include "lib/fatal.h"
#include "lib/random.h"
#include "load/workloads/make_workload.h"
#include "load/workloads/requests.h"

namespace partita::bench {
namespace {

constexpr unsigned kTopK = 10;

std::uint64_t times(std::string_view sought, std::string_view body) {
  std::uint64_t count = 0;
  for (std::size_t at = body.find(sought); at != std::string_view::npos; at = body.find(sought, at + sought.size()))
    ++count;
  return count;
}

class Search : public Workload {
 public:
  Search(const Settings& settings, const Table& table)
      : items_(table.layout.items),
        random_(settings.seed),
        prepared_(Requests(table, settings.endpoint.host).search_vectors(kTopK)) {}

  std::optional<Request> next(unsigned) override {
    constexpr std::uint64_t kOthers = 1'000'000'000;
    return Request{prepared_.about(items_ + random_.below(kOthers)), {.contains = R"("SearchResults":)"}};
  }

  std::uint64_t answered(unsigned, std::string_view body) override {
    if (const std::uint64_t found = times(R"("Score":)", body); found != kTopK)
      fatal(fmt::format("a search found {} items, expected {}", found, kTopK));
    return 1;
  }

 private:
  std::uint64_t items_;
  Random random_;
  Prepared prepared_;
};

}  // namespace

MadeWorkload make_search(const Settings& settings, const Table& table) {
  return std::make_unique<Search>(settings, table);
}

}  // namespace partita::bench
