#include "commerce/sample_data.h"

#include "commerce/keys.h"
#include "commerce/rows.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>

namespace commerce {
namespace {

using namespace partita;

constexpr std::size_t kMostWritesInABatch = 25;
constexpr int kMostTries = 10;
constexpr auto kFirstWait = std::chrono::milliseconds(10);

// Noon of a day of March 2026.
Time march(unsigned day) {
  return std::chrono::sys_days(std::chrono::year(2026) / 3 / static_cast<int>(day)) + std::chrono::hours(12);
}

WriteRequest put(AttributeMap row) { return {.put_request = PutRequest{.item = std::move(row)}}; }
WriteRequest erase(AttributeMap key) { return {.delete_request = DeleteRequest{.key = std::move(key)}}; }

std::vector<AttributeMap> sample_rows() {
  std::vector<AttributeMap> rows;
  for (const Customer& customer : sample_customers()) rows.push_back(to_row(customer));
  for (const SampleOrder& sample : sample_orders()) {
    rows.push_back(to_row(sample.order));
    for (const LineItem& item : sample.items) rows.push_back(to_row(sample.order.customer_id, item));
    for (const StatusEvent& event : sample.history) rows.push_back(to_row(sample.order.customer_id, event));
  }
  return rows;
}

// The keys of every row of a customer.
Result<std::vector<AttributeMap>> keys_of_customer(Database& database, const std::string& table_name,
                                                   const std::string& customer_id) {
  QueryRequest request{.table_name = table_name,
                       .consistent_read = true,
                       .projection_expression = "PK, SK",
                       .key_condition_expression = "PK = :pk",
                       .expression_attribute_values = AttributeMap{{":pk", customer_partition(customer_id)}}};
  std::vector<AttributeMap> keys;
  for (;;) {
    auto page = database.query(request);
    if (!page) return tl::unexpected(page.error());
    for (const Item& row : page->items.value_or(std::vector<Item>{})) keys.push_back(row.to_map());
    if (!page->last_evaluated_key) return keys;
    request.exclusive_start_key = std::move(page->last_evaluated_key);
  }
}

// Sends again what the database had no room for, waiting longer each time.
Result<void> write_batch(Database& database, const std::string& table_name, std::vector<WriteRequest> writes) {
  NamedList<std::vector<WriteRequest>> left = {{table_name, std::move(writes)}};
  for (int tries = 0; tries < kMostTries; ++tries) {
    if (tries > 0) std::this_thread::sleep_for(kFirstWait * (1 << tries));
    auto written = database.batch_write_item({.request_items = std::move(left)});
    if (!written) return tl::unexpected(written.error());
    if (written->unprocessed_items.empty()) return {};
    left = std::move(written->unprocessed_items);
  }
  return fail(ErrorCode::ServiceUnavailable, "the database does not take the sample rows");
}

}  // namespace

const std::vector<Customer>& sample_customers() {
  static const std::vector<Customer> customers = {{"C1", "Ada Lovelace", "ada@example.com"},
                                                  {"C2", "Grace Hopper", "grace@example.com"},
                                                  {"C10", "Edsger Dijkstra", "edsger@example.com"}};
  return customers;
}

const std::vector<SampleOrder>& sample_orders() {
  using enum OrderStatus;
  static const std::vector<SampleOrder> orders = {
      {{"C1", "O1", march(1), Paid, 7500, 1},
       {{"O1", "I1", "SKU-KEYBOARD", 1, 5000, ItemStatus::Pending},
        {"O1", "I2", "SKU-CABLE", 2, 1000, ItemStatus::Pending},
        {"O1", "I3", "SKU-STICKER", 5, 100, ItemStatus::Pending}}},
      {{"C1", "O10", march(10), Paid, 1200, 1}, {{"O10", "I1", "SKU-MUG", 1, 1200, ItemStatus::Shipped}}},
      {{"C1", "O2", march(2), Created, 300, 1}, {{"O2", "I1", "SKU-PEN", 3, 100, ItemStatus::Pending}}},
      {{"C1", "O3", march(3), Fulfilled, 9900, 4},
       {{"O3", "I1", "SKU-LAMP", 1, 9900, ItemStatus::Delivered}},
       {{"O3", 2, Paid, march(4), "payments", "card accepted"},
        {"O3", 3, InFulfillment, march(5), "warehouse", "picked"},
        {"O3", 4, Fulfilled, march(6), "warehouse", "handed to the carrier"}}},
      {{"C1", "O4", march(4), AwaitingPayment, 4200, 1}, {}},
      {{"C2", "O20", march(5), Paid, 2500, 1}, {{"O20", "I1", "SKU-BOOK", 1, 2500, ItemStatus::Pending}}},
      {{"C2", "O21", march(6), Cancelled, 800, 1}, {}},
      {{"C10", "O30", march(7), Paid, 600, 1}, {{"O30", "I1", "SKU-CHALK", 6, 100, ItemStatus::Pending}}},
  };
  return orders;
}

const SampleOrder& sample_order(std::string_view order_id) {
  return *std::find_if(sample_orders().begin(), sample_orders().end(),
                       [&](const SampleOrder& sample) { return sample.order.order_id == order_id; });
}

Result<void> load_sample(Database& database, const std::string& table_name) {
  std::vector<WriteRequest> writes;
  std::set<std::string> wanted;
  for (AttributeMap& row : sample_rows()) {
    wanted.insert(row.find("PK")->s() + '\0' + row.find("SK")->s());
    writes.push_back(put(std::move(row)));
  }
  std::vector<std::string> customer_ids = {kNewCustomerId};
  for (const Customer& customer : sample_customers()) customer_ids.push_back(customer.customer_id);
  for (const std::string& customer_id : customer_ids) {
    const auto keys = keys_of_customer(database, table_name, customer_id);
    if (!keys) return tl::unexpected(keys.error());
    for (const AttributeMap& key : *keys)
      if (!wanted.contains(key.find("PK")->s() + '\0' + key.find("SK")->s())) writes.push_back(erase(key));
  }
  for (std::size_t at = 0; at < writes.size(); at += kMostWritesInABatch) {
    const std::size_t end = std::min(at + kMostWritesInABatch, writes.size());
    if (auto ok = write_batch(database, table_name, {writes.begin() + at, writes.begin() + end}); !ok) return ok;
  }
  return {};
}

}  // namespace commerce
