// Copies that follow the stream of changes, and copies that verify() compares.
#include <gmock/gmock.h>

#include "unit/model/copies/copies_model.h"

namespace partita::model {
namespace copies_follow_test {

using namespace literals;
using copies_test::Customer;
using copies_test::CustomerE;
using copies_test::Customers;
using copies_test::TwoPrograms;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

struct Visit {
  std::string customerId, visitId, customerName = {};
  std::optional<std::string> customerCity = {};
  friend bool operator==(const Visit&, const Visit&) = default;
};
BOOST_DESCRIBE_STRUCT(Visit, (), (customerId, visitId, customerName, customerCity))

// Visits lie under a key of their customer, between other items.
struct VisitE : entity<Visit, "VISIT", key<"CUSTOMER#{customerId}", "VISIT#{visitId}">,
                       copy_of<"customerName", CustomerE, "name", followed>,
                       copy_of<"customerCity", CustomerE, "city", followed>> {};
struct Bill {
  std::string customerId, visitId;
  int number = 1;
};
BOOST_DESCRIBE_STRUCT(Bill, (), (customerId, visitId, number))
struct BillE : entity<Bill, "BILL", key<"CUSTOMER#{customerId}", "VISIT#{visitId}#BILL#{number:05d}">> {};
struct Visits : table<"visits", primary<"PK", "SK">, holds<VisitE, BillE>> {};
using Practice = db<Customers, Visits>;

// Programs that do not know the copies: of an earlier version, or without the library.
struct OldVisitE : entity<Visit, "VISIT", key<"CUSTOMER#{customerId}", "VISIT#{visitId}">> {};
struct OldVisits : table<"visits", primary<"PK", "SK">, holds<OldVisitE>> {};
using OldPractice = db<Customers, OldVisits>;

class FollowedCopies : public testing::Test {
 protected:
  FollowedCopies() {
    practice.create_table_if_missing().value();
    practice.enable_stream<Customers>().value();
    practice.enable_stream<Visits>().value();
    for (const char* id : {"C1", "C2"}) practice.create(Customer{id, std::string("name of ") + id, "Bonn"}).value();
  }
  void rename(const std::string& id, const std::string& name) {
    practice.update<CustomerE>("customerId"_f = id).set("name"_f = name).any_version().value();
  }
  Visit visit(const std::string& customer, const std::string& id) {
    return *practice.get<VisitE>("customerId"_f = customer, "visitId"_f = id).value();
  }
  // Follows the changes until a change of a marker.
  template <class Table>
  CopyRound follow_all(Practice& in, ChangesFrom from = {}) {
    // The marker is the last change, so that next() need not wait for another one.
    practice.create(Customer{"marker", "marker"}).value();
    practice.replace(Bill{"marker", "marker", 1}).value();
    CopyRound sum;
    auto follower = in.follow_copies<Table>(std::move(from), 1000).value();
    sum = follower.next().value();
    practice.remove<CustomerE>("customerId"_f = "marker").any_version().value();
    practice.remove<BillE>("customerId"_f = "marker", "visitId"_f = "marker", "number"_f = 1).value();
    return sum;
  }
  std::vector<std::string> stale() {
    std::vector<std::string> out;
    for (const Finding& finding : practice.verify().value().findings) out.push_back(finding.detail);
    return out;
  }

  std::unique_ptr<FaultyDatabase> inner = std::make_unique<FaultyDatabase>(open("", {.in_memory = true}).value());
  FaultyDatabase& database = *inner;
  std::shared_ptr<Database> shared{std::move(inner)};
  Practice practice{shared};
  OldPractice old{shared};
};

TEST_F(FollowedCopies, AWriteOfAHolderReadsItsSourceAndIsOneRequestMore) {
  practice.create(Visit{"C1", "V1"}).value();
  EXPECT_EQ(visit("C1", "V1").customerName, "name of C1");
  EXPECT_THAT(database.transactions, IsEmpty());
  rename("C1", "Ada");
  EXPECT_THAT(database.transactions, IsEmpty());
  EXPECT_EQ(visit("C1", "V1").customerName, "name of C1");  // until a program follows the changes
}

TEST_F(FollowedCopies, AnyNumberOfHoldersFollowTheirSource) {
  for (int i = 0; i < 250; ++i) {
    practice.create(Visit{"C1", "V" + std::to_string(i)}).value();
    practice.create(Bill{"C1", "V" + std::to_string(i)}).value();
  }
  practice.create(Visit{"C2", "V1"}).value();
  practice.update<CustomerE>("customerId"_f = "C1")
      .set("name"_f = "Ada", "city"_f = std::nullopt)
      .any_version()
      .value();
  EXPECT_THAT(stale(), SizeIs(500));
  const CopyRound round = follow_all<Customers>(practice);
  EXPECT_EQ(round.written, 250);
  EXPECT_THAT(stale(), IsEmpty());
  EXPECT_EQ(visit("C1", "V249").customerName, "Ada");
  // The same changes once more change no item.
  EXPECT_EQ(follow_all<Customers>(practice).written, 0);
}

TEST_F(FollowedCopies, AFollowerGoesOnBehindItsCheckpoint) {
  practice.create(Visit{"C1", "V1"}).value();
  rename("C1", "Ada");
  const CopyRound first = follow_all<Customers>(practice);
  rename("C1", "Augusta");
  const CopyRound second = follow_all<Customers>(practice, changes_after(first.checkpoint));
  EXPECT_EQ(second.written, 1);
  EXPECT_EQ(visit("C1", "V1").customerName, "Augusta");
}

TEST_F(FollowedCopies, WritesOfProgramsThatDoNotKnowTheCopiesAreFollowedToo) {
  old.create(Visit{"C1", "V1", "what an older program wrote"}).value();
  EXPECT_EQ(follow_all<Visits>(practice).written, 1);
  EXPECT_EQ(visit("C1", "V1").customerName, "name of C1");
}

// A follower is stopped before each of its requests by a program that renames the source or writes the holder.
TEST_F(FollowedCopies, AreTrueAfterAllChangesWhereverAFollowerIsDisturbed) {
  using Step = std::function<void()>;
  const Step steps[] = {[&] { rename("C1", "between"); },
                        [&] { practice.remove<VisitE>("customerId"_f = "C1", "visitId"_f = "V1").value(); },
                        [&] {
                          practice.create(Visit{"C1", "V2"}).run().has_value();
                        },
                        [&] {
                          old.replace(Visit{"C1", "V1", "older"}).value();
                        }};
  int disturbed = 0;
  for (const Step& step : steps)
    for (int stop = 0;; ++stop) {
      practice.replace(Visit{"C1", "V1"}).value();
      rename("C1", "before" + std::to_string(stop));
      bool done = false;
      int requests = -4;  // of the feed itself
      database.before = [&](const std::string& operation) {
        if (done || operation == "describe_table" || requests++ < stop) return;
        done = true;
        const auto before = std::exchange(database.before, nullptr);
        step();
      };
      follow_all<Customers>(practice);
      database.before = nullptr;
      follow_all<Customers>(practice);
      follow_all<Visits>(practice);
      EXPECT_THAT(stale(), IsEmpty()) << "stopped before request " << stop;
      if (!done || stop > 12) break;
      ++disturbed;
    }
  EXPECT_GT(disturbed, 8);
}

TEST_F(FollowedCopies, StaleCopiesAreFoundAndMended) {
  practice.create(Visit{"C1", "V1"}).value();
  old.replace(Visit{"C1", "V2", "another"}).value();
  EXPECT_THAT(stale(), ElementsAre(AllOf(HasSubstr("customerName is \"another\""),
                                         HasSubstr("name of its CUSTOMER is \"name of C1\"")),
                                   AllOf(HasSubstr("customerCity is absent"), HasSubstr("is \"Bonn\""))));
  const VerifyReport report = practice.repair().value();
  EXPECT_EQ(report.count(Finding::Kind::Stale), 2);
  EXPECT_EQ(report.repaired, 2);
  EXPECT_THAT(stale(), IsEmpty());
  EXPECT_EQ(visit("C1", "V2").customerName, "name of C1");
}

// Visits of a time when they had no copy.
struct FirstVisit {
  std::string customerId, visitId;
};
BOOST_DESCRIBE_STRUCT(FirstVisit, (), (customerId, visitId))
struct FirstVisitE : entity<FirstVisit, "VISIT", key<"CUSTOMER#{customerId}", "VISIT#{visitId}">> {};
struct FirstVisits : table<"visits", primary<"PK", "SK">, holds<FirstVisitE>> {};

TEST_F(FollowedCopies, AnUpgradeGivesEarlierItemsTheirCopies) {
  db<Customers, FirstVisits> first{shared};
  first.create(FirstVisit{"C1", "V1"}).value();
  first.create(FirstVisit{"C9", "V1"}).value();  // whose customer does not exist
  EXPECT_THAT(to_text(practice.plan_upgrade().value()), HasSubstr("visits: rewrite 1 item"));
  const UpgradeReport report = practice.upgrade().value();
  EXPECT_EQ(visit("C1", "V1").customerName, "name of C1");
  const std::vector<Finding>& findings = report.findings;
  const auto left = std::find_if(findings.begin(), findings.end(), [](const Finding& one) { return !one.repairable; });
  ASSERT_NE(left, findings.end());
  EXPECT_THAT(left->detail, HasSubstr("it lacks customerName, and the CUSTOMER that has it does not exist"));
  EXPECT_THAT(stale(), ElementsAre(left->detail));
}

TEST_F(FollowedCopies, AFollowerForLaterAssignmentRefuses) {
  const auto refused = CopyFollower().next().run();
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("db.follow_copies<Table>()"));
}

}  // namespace copies_follow_test
}  // namespace partita::model
