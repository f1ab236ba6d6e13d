// Copies in both directions: an item that is the source of a copy in another item, and a holder of a copy from it.
#include <gmock/gmock.h>

#include "unit/model/copies/copies_model.h"

namespace partita::model {
namespace copies_cycles_test {

using namespace literals;
using copies_test::TwoPrograms;

// A customer shows the title of the last order, and an order the name of its customer. A customer also shows the name
// of the one who brought them here, who may be anybody.
struct Customer {
  std::string customerId, name;
  std::optional<std::string> lastOrder = {}, lastTitle = {}, broughtBy = {}, broughtByName = {};
};
BOOST_DESCRIBE_STRUCT(Customer, (), (customerId, name, lastOrder, lastTitle, broughtBy, broughtByName))
struct Order {
  std::string orderId, customerId, title;
  std::optional<std::string> customerName = {};
};
BOOST_DESCRIBE_STRUCT(Order, (), (orderId, customerId, title, customerName))

struct OrderE;
struct CustomerE : entity<Customer, "CUSTOMER", key<"CUSTOMER#{customerId}", "CUSTOMER">,
                          on<"by_last", "{lastOrder}", "{customerId}", sparse>,
                          on<"by_bringer", "{broughtBy}", "{customerId}", sparse>,
                          copy_of<"lastTitle", OrderE, "title", refers<"lastOrder", "orderId">>,
                          copy_of<"broughtByName", CustomerE, "name", refers<"broughtBy", "customerId">>> {};
struct OrderE : entity<Order, "ORDER", key<"ORDER#{orderId}", "ORDER">, on<"by_last", "{customerId}", "{orderId}">,
                       copy_of<"customerName", CustomerE, "name">> {};
struct Shop : table<"shop", primary<"PK", "SK">, gsi<"by_last", "GSI1PK", "GSI1SK">,
                    gsi<"by_bringer", "GSI2PK", "GSI2SK">, holds<CustomerE, OrderE>> {};
using Db = db<Shop>;

struct Named {
  const char* name;
  Result<void> (*work)(Db&);
};
template <class Answer>
Result<void> outcome(Answer answer) {
  if (!answer) return unexpected(std::move(answer.error()));
  return {};
}
const Named kWork[] = {
    {"replace the order",
     [](Db& db) {
       return outcome(db.replace(Order{"O1", "C1", "Tea and milk"}).run());
     }},
    {"replace the customer",
     [](Db& db) {
       return outcome(db.replace(Customer{"C1", "Ada L.", "O1", {}, "C2"}).run());
     }},
    {"rename and refer",
     [](Db& db) {
       return outcome(
           db.update<CustomerE>("customerId"_f = "C1").set("name"_f = "Ada L.").set("lastOrder"_f = "O1").run());
     }},
    {"rename",
     [](Db& db) { return outcome(db.update<CustomerE>("customerId"_f = "C2").set("name"_f = "Bob B.").run()); }},
    {"rename and be brought by each other",
     [](Db& db) {
       return outcome(db.update<CustomerE>("customerId"_f = "C2").set("name"_f = "Bo").set("broughtBy"_f = "C1").run());
     }},
    {"be brought by oneself",
     [](Db& db) {
       return outcome(db.update<CustomerE>("customerId"_f = "C1").set("name"_f = "Ad").set("broughtBy"_f = "C1").run());
     }},
    {"retitle", [](Db& db) { return outcome(db.update<OrderE>("orderId"_f = "O1").set("title"_f = "Coffee").run()); }},
    {"order and refer",
     [](Db& db) {
       return outcome(db.transact(create(Order{"O3", "C1", "Milk"}),
                                  update<CustomerE>("customerId"_f = "C1").set("lastOrder"_f = "O3"))
                          .run());
     }},
    // C1 is the source of the new order and a holder of the renamed C2.
    {"order and rename another",
     [](Db& db) {
       return outcome(db.transact(create(Order{"O4", "C1", "Milk"}),
                                  update<CustomerE>("customerId"_f = "C2").set("name"_f = "Bobby"))
                          .run());
     }},
    {"remove the customer", [](Db& db) { return outcome(db.remove<CustomerE>("customerId"_f = "C2").run()); }},
};

struct Programs {
  Programs() {
    shop.create_table_if_missing().value();
    shop.create(Customer{"C1", "Ada"}).value();
    shop.create(Customer{"C2", "Bob"}).value();
    shop.create(Order{"O1", "C1", "Tea"}).value();
    shop.create(Order{"O2", "C2", "Cake"}).value();
    shop.update<CustomerE>("customerId"_f = "C1").set("lastOrder"_f = "O1").set("broughtBy"_f = "C2").value();
    shop.update<CustomerE>("customerId"_f = "C2").set("broughtBy"_f = "C1").value();
  }
  // Every copy is equal to its source.
  std::string findings() {
    std::string out;
    for (const Finding& finding : shop.verify().value().findings)
      out += std::string(finding.entity) + " " + finding.detail + "\n";
    return out;
  }

  FaultyDatabase* database = new FaultyDatabase(open("", {.in_memory = true}).value());
  std::shared_ptr<Database> shared{database};
  SessionOptions options{.retries = {.first_delay = std::chrono::milliseconds(0)}};
  Db shop{shared, options}, other{shared, options};
};

TEST(CopiesInBothDirections, AreWrittenAndTrue) {
  for (const Named& one : kWork) {
    Programs programs;
    const auto done = one.work(programs.shop);
    EXPECT_TRUE(done) << one.name << ": " << done.error().message;
    EXPECT_EQ(programs.findings(), "") << one.name;
  }
}

TEST(CopiesInBothDirections, AreTrueWhereverOneProgramStopsTheOther) {
  int interleavings = 0;
  for (const Named& work : kWork)
    for (const Named& between : {kWork[1], kWork[4], kWork[8]})
      for (int stop = 0;; ++stop) {
        Programs programs;
        int requests = 0;
        bool stopped = false;
        programs.database->before = [&](const std::string&) {
          if (stopped || requests++ != stop) return;
          stopped = true;
          (void)between.work(programs.other);
        };
        const auto done = work.work(programs.shop);
        programs.database->before = {};
        if (!stopped) break;
        ++interleavings;
        EXPECT_TRUE(done || done.error().code != ErrorCode::ValidationException)
            << work.name << ", stopped before request " << stop << " by " << between.name << ": "
            << done.error().message;
        EXPECT_EQ(programs.findings(), "")
            << work.name << ", stopped before request " << stop << " by " << between.name;
      }
  EXPECT_GT(interleavings, 100);
}

}  // namespace copies_cycles_test
}  // namespace partita::model
