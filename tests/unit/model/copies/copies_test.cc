// pt::copy_of: copies that are written in the transaction of their source.
#include <gmock/gmock.h>
#include <partita/model/describe.h>

#include "unit/model/copies/copies_model.h"

namespace partita::model {
namespace copies_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Optional;
using testing::SizeIs;

class Copies : public testing::Test {
 protected:
  Order order(const std::string& id) { return *shop.get<OrderE>("orderId"_f = id).value(); }
  Note note(const std::string& id) { return *shop.get<NoteE>("noteId"_f = id).value(); }
  void sign_up(const std::string& id, const std::string& name, std::optional<std::string> city = {}) {
    shop.create(Customer{id, name, std::move(city)}).value();
  }
  void rename(const std::string& id, const std::string& name) {
    shop.update<CustomerE>("customerId"_f = id).set("name"_f = name).any_version().value();
  }
  // Every copy is equal to its source, and each key of an index is that of its members.
  void expect_true_copies() { EXPECT_THAT(shop.verify().value().findings, IsEmpty()); }

  TwoPrograms programs;
  FaultyDatabase& database = *programs.database;
  Shop& shop = *programs.shop;
};

TEST_F(Copies, ANewItemGetsTheValuesOfItsSource) {
  sign_up("C1", "Ada", "Bonn");
  const auto written = shop.create(Order{"O1", "C1", Status::OPEN, "what the caller has is not stored"}).value();
  EXPECT_EQ(written.item->customerName, "Ada");
  EXPECT_EQ(order("O1").customerName, "Ada");
  EXPECT_THAT(order("O1").customerCity, Optional(std::string("Bonn")));
  EXPECT_EQ(order("O1").nameFolded, "ada");
  EXPECT_EQ(shop.query<ByName>("status"_f = Status::OPEN, "customerName"_f.begins_with("Ada")).value().items.size(),
            1u);
  shop.replace(Order{"O1", "C1", Status::PAID}).value();
  EXPECT_EQ(order("O1").customerName, "Ada");
  expect_true_copies();
}

TEST_F(Copies, AWriteOfTheSourceChangesAllItsCopiesAndTheirKeysInOneTransaction) {
  sign_up("C1", "Ada", "Bonn");
  sign_up("C2", "Bob");
  for (const char* id : {"O1", "O2"}) shop.create(Order{id, "C1", Status::OPEN}).value();
  shop.create(Order{"O3", "C2", Status::OPEN}).value();
  shop.create(Note{"N1", "C1", "calls back"}).value();
  database.transactions.clear();
  shop.update<CustomerE>("customerId"_f = "C1")
      .set("name"_f = "Lady Ada", "city"_f = std::nullopt)
      .any_version()
      .value();
  ASSERT_THAT(database.transactions, SizeIs(1));
  EXPECT_THAT(*database.transactions[0].transact_items, SizeIs(4));  // the customer, two orders, a note
  EXPECT_EQ(order("O1").customerName, "Lady Ada");
  EXPECT_EQ(order("O2").customerCity, std::nullopt);
  EXPECT_EQ(order("O3").customerName, "Bob");
  EXPECT_THAT(note("N1").aboutName, Optional(std::string("Lady Ada")));
  EXPECT_EQ(note("N1").version, 2);
  EXPECT_EQ(shop.query<ByFolded>("nameFolded"_f.begins_with("lady")).value().items.size(), 2u);
  expect_true_copies();

  shop.replace(Customer{"C1", "Augusta", "Rome"}).any_version().value();
  EXPECT_EQ(order("O2").customerName, "Augusta");
  EXPECT_THAT(order("O2").customerCity, Optional(std::string("Rome")));
  expect_true_copies();
}

TEST_F(Copies, AWriteThatChangesNoCopyIsOneRequest) {
  sign_up("C1", "Ada");
  shop.create(Order{"O1", "C1", Status::OPEN}).value();
  database.transactions.clear();
  const int before = database.calls("get_item") + database.calls("query");
  shop.update<OrderE>("orderId"_f = "O1").set("status"_f = Status::PAID).given("customerName"_f = "Ada").value();
  shop.remove<OrderE>("orderId"_f = "O1").value();
  EXPECT_THAT(database.transactions, IsEmpty());
  EXPECT_EQ(database.calls("get_item") + database.calls("query"), before);
}

TEST_F(Copies, AnItemThatRefersToAnotherSourceGetsItsValues) {
  sign_up("C1", "Ada", "Bonn");
  sign_up("C2", "Bob");
  shop.create(Order{"O1", "C1", Status::OPEN}).value();
  shop.update<OrderE>("orderId"_f = "O1").set("customerId"_f = "C2").given("status"_f = Status::OPEN).value();
  EXPECT_EQ(order("O1").customerName, "Bob");
  EXPECT_EQ(order("O1").customerCity, std::nullopt);
  expect_true_copies();
  rename("C1", "Ada the first");
  EXPECT_EQ(order("O1").customerName, "Bob");
}

TEST_F(Copies, AReferenceMayBeAbsentAndASourceMayBeMissingIfTheCopyIsOptional) {
  shop.create(Note{"N1", {}, "about nobody"}).value();
  EXPECT_EQ(note("N1").aboutName, std::nullopt);
  shop.create(Note{"N2", "C1", "about somebody who comes later"}).value();
  EXPECT_EQ(note("N2").aboutName, std::nullopt);
  sign_up("C1", "Ada");
  EXPECT_THAT(note("N2").aboutName, Optional(std::string("Ada")));
  shop.update<NoteE>("noteId"_f = "N2").set("about"_f = std::nullopt).any_version().value();
  EXPECT_EQ(note("N2").aboutName, std::nullopt);
  shop.upsert<NoteE>("noteId"_f = "N3").set("text"_f = "new", "about"_f = "C1").any_version().value();
  EXPECT_THAT(note("N3").aboutName, Optional(std::string("Ada")));
  expect_true_copies();
}

TEST_F(Copies, AnItemWithoutItsSourceIsRefused) {
  const auto refused = shop.create(Order{"O1", "C9", Status::OPEN}).run();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::ConditionalCheckFailedException);
  EXPECT_EQ(refused.error().refusal, Refusal::ItemMissing);
  EXPECT_THAT(refused.error().message, HasSubstr("customerName repeats name of a CUSTOMER that does not exist"));
  EXPECT_THAT(refused.error().message, HasSubstr("C9"));
  EXPECT_FALSE(shop.get<OrderE>("orderId"_f = "O1").value());
}

TEST_F(Copies, ARemovedSourceLeavesTheCopies) {
  sign_up("C1", "Ada");
  shop.create(Order{"O1", "C1", Status::OPEN}).value();
  shop.remove<CustomerE>("customerId"_f = "C1").any_version().value();
  EXPECT_EQ(order("O1").customerName, "Ada");
  expect_true_copies();
  sign_up("C1", "Another Ada");
  EXPECT_EQ(order("O1").customerName, "Another Ada");
}

TEST_F(Copies, ATransactionMayWriteBothTheSourceAndItsHolders) {
  shop.transact(create(Customer{"C1", "Ada", "Bonn"}), create(Order{"O1", "C1", Status::OPEN})).value();
  EXPECT_EQ(order("O1").customerName, "Ada");
  shop.transact(update<CustomerE>("customerId"_f = "C1").set("name"_f = "Lady Ada").any_version(),
                update<OrderE>("orderId"_f = "O1").set("status"_f = Status::PAID).read_first(),
                create(Order{"O2", "C1", Status::OPEN}))
      .value();
  EXPECT_EQ(order("O1").customerName, "Lady Ada");
  EXPECT_EQ(order("O1").status, Status::PAID);
  EXPECT_EQ(order("O2").customerName, "Lady Ada");
  // A check of an item that gets a copy becomes its write.
  shop.transact(update<CustomerE>("customerId"_f = "C1").set("name"_f = "Augusta").any_version(),
                check<OrderE>("orderId"_f = "O1").when("status"_f == Status::PAID))
      .value();
  EXPECT_EQ(order("O1").customerName, "Augusta");
  // A write of the source that leaves the copied member.
  shop.transact(update<CustomerE>("customerId"_f = "C1").set("city"_f = "Rome").any_version(),
                create(Order{"O3", "C1", Status::OPEN}))
      .value();
  EXPECT_EQ(order("O3").customerName, "Augusta");
  EXPECT_THAT(order("O3").customerCity, Optional(std::string("Rome")));
  shop.transact(remove<OrderE>("orderId"_f = "O3"),
                update<CustomerE>("customerId"_f = "C1").set("name"_f = "Ada").any_version())
      .value();
  expect_true_copies();
  const auto refused =
      shop.transact(remove<CustomerE>("customerId"_f = "C1").any_version(), create(Order{"O4", "C1", Status::OPEN}))
          .run();
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("does not exist"));
}

TEST_F(Copies, MoreHoldersThanATransactionHoldsAreRefusedAndNothingIsWritten) {
  sign_up("C1", "Ada");
  for (int i = 0; i < 99; ++i) shop.create(Order{"O" + std::to_string(i), "C1", Status::OPEN}).value();
  rename("C1", "Ada of the ninety-nine");
  EXPECT_EQ(order("O98").customerName, "Ada of the ninety-nine");
  shop.create(Order{"O99", "C1", Status::OPEN}).value();
  const auto refused = shop.update<CustomerE>("customerId"_f = "C1").set("name"_f = "X").any_version().run();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::ValidationException);
  EXPECT_THAT(refused.error().message, HasSubstr("declare the copy with pt::followed"));
  EXPECT_EQ(shop.get<CustomerE>("customerId"_f = "C1").value()->name, "Ada of the ninety-nine");
  expect_true_copies();
}

TEST_F(Copies, TheFirstRequestIsExplained) {
  sign_up("C1", "Ada");
  EXPECT_EQ(shop.create(Order{"O1", "C1", Status::OPEN}).explain().value().operation, "GetItem");
  const auto renamed =
      shop.update<CustomerE>("customerId"_f = "C1").set("name"_f = "X").any_version().explain().value();
  EXPECT_EQ(renamed.operation, "Query");
  EXPECT_EQ(renamed.table, "orders");
}

// ---- other programs that write at the same time

// The operations of a shop that concern copies.
using Work = void (*)(Shop&);
struct Named {
  const char* name;
  Work work;
};
const Named kWork[] = {
    {"rename",
     [](Shop& shop) { (void)shop.update<CustomerE>("customerId"_f = "C1").set("name"_f = "new").any_version().run(); }},
    {"rename otherwise",
     [](Shop& shop) {
       (void)shop.update<CustomerE>("customerId"_f = "C1").set("name"_f = "other").any_version().run();
     }},
    {"place an order",
     [](Shop& shop) {
       (void)shop.create(Order{"O3", "C1", Status::OPEN}).run();
     }},
    {"refer to C1",
     [](Shop& shop) { (void)shop.update<OrderE>("orderId"_f = "O2").set("customerId"_f = "C1").read_first().run(); }},
    {"refer to C2",
     [](Shop& shop) { (void)shop.update<OrderE>("orderId"_f = "O1").set("customerId"_f = "C2").read_first().run(); }},
    {"replace the order",
     [](Shop& shop) {
       (void)shop.replace(Order{"O1", "C1", Status::PAID}).run();
     }},
    {"cancel", [](Shop& shop) { (void)shop.remove<OrderE>("orderId"_f = "O1").run(); }},
    {"sign up",
     [](Shop& shop) {
       (void)shop.create(Customer{"C3", "Cleo", {}}).run();
     }},
    {"a note about C3",
     [](Shop& shop) {
       (void)shop.create(Note{"N3", "C3", "new"}).run();
     }},
    {"remove C2", [](Shop& shop) { (void)shop.remove<CustomerE>("customerId"_f = "C2").any_version().run(); }},
    {"a transaction",
     [](Shop& shop) {
       (void)shop
           .transact(update<CustomerE>("customerId"_f = "C1").set("city"_f = "Rome").any_version(),
                     create(Order{"O4", "C1", Status::OPEN}))
           .run();
     }},
};

// One program does `work` and is stopped before its request number `stop`, while another one does `between`. Returns
// false if the work has fewer requests.
bool run_interleaved(TwoPrograms& programs, Work work, Work between, int stop) {
  programs.shop->create(Customer{"C1", "Ada", "Bonn"}).value();
  programs.shop->create(Customer{"C2", "Bob"}).value();
  programs.shop->create(Order{"O1", "C1", Status::OPEN}).value();
  programs.shop->create(Order{"O2", "C2", Status::OPEN}).value();
  int requests = 0;
  bool stopped = false;
  programs.database->before = [&](const std::string&) {
    if (stopped || requests++ != stop) return;
    stopped = true;
    between(*programs.other);
  };
  work(*programs.shop);
  programs.database->before = {};
  return stopped;
}

TEST(CopiesOfTwoPrograms, AreTrueWhereverOneProgramStopsTheOther) {
  int interleavings = 0;
  for (const Named& work : kWork)
    for (const Named& between : kWork)
      for (int stop = 0;; ++stop) {
        TwoPrograms programs;
        if (!run_interleaved(programs, work.work, between.work, stop)) break;
        ++interleavings;
        const auto report = programs.shop->verify().value();
        for (const Finding& finding : report.findings)
          ADD_FAILURE() << work.name << ", stopped before request " << stop << " by " << between.name << ": "
                        << finding.entity << " " << finding.detail;
      }
  EXPECT_GT(interleavings, 200);
}

// `partita model` reads these members of a field.
TEST_F(Copies, AreExportedWithTheirReferences) {
  const std::string json = to_json(describe<Customers>().add(describe<Orders>()));
  EXPECT_THAT(json, HasSubstr(R"("copy_of": "CUSTOMER.name",
              "copy_by": {
                "about": "customerId"
              },
              "kept": "transaction")"));
}

}  // namespace copies_test
}  // namespace partita::model
