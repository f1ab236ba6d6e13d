// Operations on one item, and on batches of items.
#include "load/workloads/key_choice.h"
#include "load/workloads/make_workload.h"
#include "load/workloads/requests.h"

namespace partita::bench {
namespace {

// Sends one prepared request again and again, for the items that `choose` returns.
class Repeated : public Workload {
 public:
  using Choose = std::uint64_t (*)(Repeated&, unsigned connection);

  Repeated(const Settings& settings, const Table& table, Prepared prepared, Expectation expected, Choose choose,
           unsigned items = 1)
      : connections_(settings.connections),
        layout_(table.layout),
        items_(items),
        random_(settings.seed),
        version_(settings.seed * 1'000'000'007),
        prepared_(std::move(prepared)),
        expected_(std::move(expected)),
        choose_(choose) {}

  std::optional<Request> next(unsigned connection) override {
    return Request{prepared_.about(choose_(*this, connection), ++version_), expected_};
  }

  static std::uint64_t any(Repeated& self, unsigned) { return self.random_.below(self.layout_.items); }
  static std::uint64_t own(Repeated& self, unsigned connection) {
    return own_block(self.layout_, self.items_, connection, self.connections_, self.random_);
  }

 protected:
  unsigned connections_;
  Layout layout_;
  unsigned items_;
  Random random_;
  std::uint64_t version_;
  Prepared prepared_;
  Expectation expected_;
  Choose choose_;
};

class Get : public Repeated {
 public:
  Get(const Settings& settings, const Table& table, Prepared request)
      : Repeated(settings, table, std::move(request),
                 {.contains = std::string(kPartitionKeyBytes, '?'), .least_bytes = item_json_bytes(table)}, any),
        partition_key_(table.attribute("pk")) {}

  std::optional<Request> next(unsigned connection) override {
    const std::uint64_t number = choose_(*this, connection);
    write_text(layout_, partition_key_, number, 0, expected_.contains.data());
    return Request{prepared_.about(number), expected_};
  }

 private:
  Attribute partition_key_;
};

class Delete : public Repeated {
 public:
  using Repeated::Repeated;
  std::optional<Request> next(unsigned) override {
    if (deleted_ == layout_.items) return std::nullopt;
    return Request{prepared_.about(deleted_++), expected_};
  }

 private:
  std::uint64_t deleted_ = 0;
};

}  // namespace

MadeWorkload make_get(const Settings& settings, const Table& table) {
  return std::make_unique<Get>(settings, table, Requests(table, settings.endpoint.host).get_item());
}
MadeWorkload make_select(const Settings& settings, const Table& table) {
  return std::make_unique<Get>(settings, table, Requests(table, settings.endpoint.host).select_item());
}

MadeWorkload make_put(const Settings& settings, const Table& table) {
  return std::make_unique<Repeated>(settings, table, Requests(table, settings.endpoint.host).put_item(), Expectation{},
                                    Repeated::any);
}

MadeWorkload make_update(const Settings& settings, const Table& table) {
  return std::make_unique<Repeated>(settings, table, Requests(table, settings.endpoint.host).update_item(),
                                    Expectation{.contains = R"("visits")"}, Repeated::any);
}

MadeWorkload make_delete(const Settings& settings, const Table& table) {
  return std::make_unique<Delete>(settings, table, Requests(table, settings.endpoint.host).delete_item(), Expectation{},
                                  Repeated::any);
}

MadeWorkload make_transact(const Settings& settings, const Table& table, unsigned items) {
  return std::make_unique<Repeated>(settings, table, Requests(table, settings.endpoint.host).transact_put(items),
                                    Expectation{}, Repeated::own, items);
}

MadeWorkload make_batch_put(const Settings& settings, const Table& table) {
  constexpr unsigned kItems = 25;
  return std::make_unique<Repeated>(settings, table, Requests(table, settings.endpoint.host).batch_put(kItems),
                                    Expectation{.all_processed = true}, Repeated::own, kItems);
}

}  // namespace partita::bench
