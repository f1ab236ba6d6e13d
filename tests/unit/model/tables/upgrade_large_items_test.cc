// Items with more attributes than a condition can name are moved by their version, or are left and reported.
#include "unit/model/upgrade_fixture.h"

namespace partita::model {
namespace upgrade_test {
namespace large_items {

struct Paper {
  std::string customer, id;
  std::int64_t version = 0;
};
BOOST_DESCRIBE_STRUCT(Paper, (), (customer, id, version))
struct VersionedE : entity<Paper, "PAPER", key<"PAPER#{id}", "PAPER">, version<"version">> {};
struct Versioned : table<"shop", primary<"PK", "SK">, holds<VersionedE>> {};
struct PlainE : entity<Paper, "PAPER", key<"PAPER#{id}", "PAPER">> {};
struct Plain : table<"shop", primary<"PK", "SK">, holds<PlainE>> {};

AttributeMap paper(const std::string& id, int attributes) {
  AttributeMap item{{"PK", "CUST#C1"}, {"SK", id}, {"type", "PAPER"}, {"customer", "C1"}, {"id", id}, {"version", 3}};
  for (int i = 0; i < attributes; ++i) item.set("column" + std::to_string(i), i);
  return item;
}

class UpgradesOfLargeItems : public Upgrades {
 protected:
  Result<UpgradeReport> upgrade(const TableInfo& table, const std::shared_ptr<Database>& on) {
    return shops.upgrade_on(on, table, kEverything, GetParam());
  }
  std::size_t attributes_of(const std::string& partition, const std::string& sort) {
    const auto answer =
        shops.database->get_item({.table_name = "shop", .key = AttributeMap{{"PK", partition}, {"SK", sort}}}).value();
    return answer.item ? answer.item->to_map().size() : 0;
  }
};
INSTANTIATE_TEST_SUITE_P(Modes, UpgradesOfLargeItems, testing::Values(Mode::Wait, Mode::Async));

TEST_P(UpgradesOfLargeItems, one_with_a_version_moves_whole) {
  shops.put(paper("P1", 400));
  const auto report = upgrade(Versioned::info(), shops.database).value();
  EXPECT_EQ(report.items.moved, 1);
  EXPECT_EQ(attributes_of("CUST#C1", "P1"), 0U);
  EXPECT_EQ(attributes_of("PAPER#P1", "PAPER"), 406U);
}

TEST_P(UpgradesOfLargeItems, a_write_that_counts_the_version_meanwhile_is_not_lost) {
  shops.put(paper("P1", 400));
  Watched watched(shops.database);
  watched.before = [&](const std::string& operation) {
    if (operation == "transact_write_items" && ++watched.calls[operation] == 1) {
      AttributeMap changed = paper("P1", 401);
      changed.set("version", 4);
      shops.put(std::move(changed));
    }
    return Watched::Answer::Comes;
  };
  const auto report = upgrade(Versioned::info(), watched.fake).value();
  EXPECT_EQ(report.items.moved, 1);
  EXPECT_EQ(attributes_of("PAPER#P1", "PAPER"), 407U);
}

TEST_P(UpgradesOfLargeItems, one_without_a_version_stays_and_the_finding_says_why) {
  shops.put(paper("P1", 400));
  shops.put(paper("P2", 100));
  const auto report = upgrade(Plain::info(), shops.database).value();
  EXPECT_EQ(report.items.moved, 1);
  EXPECT_EQ(attributes_of("CUST#C1", "P1"), 406U);
  EXPECT_EQ(attributes_of("PAPER#P2", "PAPER"), 106U);
  EXPECT_THAT(report.findings,
              Contains(testing::Field(&Finding::detail, HasSubstr("405 are more than a condition holds"))));
}

}  // namespace large_items
}  // namespace upgrade_test
}  // namespace partita::model
