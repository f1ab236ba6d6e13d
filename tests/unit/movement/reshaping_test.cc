// The items of a later model that follow from changes of an earlier one's.
#include <gmock/gmock.h>
#include <partita/open.h>

#include "modelling/read/read_model.h"
#include "modelling/write/table_request.h"
#include "movement/reshaping/reshaped_comparison.h"

namespace partita::movement {
namespace reshaping_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::shared_ptr<const modelling::Proof> proof_of(const std::string& tables) {
  auto model = modelling::read_model_text("format: 1\nname: club\ntables:\n" + tables, "model.yml", {});
  EXPECT_TRUE(model) << (model ? "" : model.error().message);
  return modelling::prove(std::make_shared<const modelling::Model>(model ? *std::move(model) : modelling::Model()));
}

// Members of a club, whose e-mail address becomes unique, and who are found by their seat.
class Reshaped : public ::testing::Test {
 protected:
  void SetUp() override {
    OpenOptions options;
    options.in_memory = true;
    database_ = *partita::open("", options);
    was_ = proof_of(R"(  - name: members
    partition_key: PK
    entities:
      - name: MEMBER
        fields: {id: string, email: string, seat: integer}
        key: {partition: "M#{id}"}
)");
    now_ = proof_of(R"(  - name: seats
    partition_key: PK
    entities:
      - name: MEMBER
        fields: {id: string, email: string, seat: integer}
        key: {partition: "S#{seat:03d}"}
        unique: [email]
)");
    auto reshaping = Reshaping::make(was_, now_, {});
    ASSERT_TRUE(reshaping) << reshaping.error().message;
    reshaping_ = std::make_unique<Reshaping>(*std::move(reshaping));
    for (const auto& proof : {was_, now_}) {
      const modelling::ProvenTable& table = proof->tables().front();
      ASSERT_TRUE(database_->create_table(modelling::keys_request(*table.declared, *table.info, table.declared->name)));
    }
    writes_ = *ReshapedWrites::make(*reshaping_, *database_, "", {});
  }

  static AttributeMap member(const std::string& id, const std::string& email, int seat) {
    return {{"PK", "M#" + id}, {"type", "MEMBER"}, {"id", id}, {"email", email}, {"seat", seat}};
  }
  using Image = std::optional<AttributeMap>;
  // Writes the change to the old table, and applies its record.
  void change(const std::vector<std::pair<Image, Image>>& changes) {
    std::vector<Record> records;
    for (const auto& [before, after] : changes) {
      Record record;
      ItemChange& change = record.dynamodb.emplace();
      const AttributeMap key = {{"PK", *(before ? *before : *after).find("PK")}};
      change.keys = Item(key);
      if (before) change.old_image = Item(*before);
      if (after) change.new_image = Item(*after);
      records.push_back(std::move(record));
      if (after)
        ASSERT_TRUE(database_->put_item({.table_name = "members", .item = *after}));
      else
        ASSERT_TRUE(database_->delete_item({.table_name = "members", .key = key}));
    }
    apply(records);
    last_ = std::move(records);
  }
  void apply(const std::vector<Record>& records) {
    const std::atomic<bool> is_stopped = false;
    ReshapedChanges changes(was_->tables().front(), *writes_, 4, [](const std::string& fault) { FAIL() << fault; });
    ASSERT_TRUE(changes.apply(records, is_stopped));
  }
  void expect_equal() {
    const auto found = compare_reshaped(*reshaping_, *writes_, *database_, {.segments = 1});
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->is_equal()) << found->different << " differ";
  }

  std::unique_ptr<Database> database_;
  std::shared_ptr<const modelling::Proof> was_;
  std::shared_ptr<const modelling::Proof> now_;
  std::unique_ptr<Reshaping> reshaping_;
  std::unique_ptr<ReshapedWrites> writes_;
  std::vector<Record> last_;
};

TEST_F(Reshaped, ItemsComeMoveAndGo) {
  change({{std::nullopt, member("a", "a@x", 1)}, {std::nullopt, member("b", "b@x", 2)}});
  expect_equal();
  change({{member("a", "a@x", 1), member("a", "a@y", 9)}});
  expect_equal();
  change({{member("a", "a@y", 9), std::nullopt}});
  expect_equal();
  // Records that come again end at the same items.
  apply(last_);
  expect_equal();
}

TEST_F(Reshaped, AValueThatTwoItemsExchangeStaysWithItsNewOwner) {
  const auto a = member("a", "x", 1), b = member("b", "y", 2), a2 = member("a", "y", 1), b2 = member("b", "x", 2);
  change({{std::nullopt, a}, {std::nullopt, b}});
  change({{a, a2}, {b, b2}});
  expect_equal();
  // A record for each page.
  change({{a2, a}});
  change({{b2, b}});
  expect_equal();
}

TEST_F(Reshaped, AKeyThatAnotherItemTakesIsNotDeleted) {
  const auto a = member("a", "a@x", 1), b = member("b", "b@x", 1);
  change({{std::nullopt, a}});
  change({{std::nullopt, b}});
  change({{a, std::nullopt}});
  expect_equal();
}

TEST_F(Reshaped, SeveralItemsForOneKeyAreToldAndDiffer) {
  change({{std::nullopt, member("a", "a@x", 1)}, {std::nullopt, member("b", "b@x", 1)}});
  const auto judged = judge_sources(*reshaping_, nullptr, *database_, {.segments = 1});
  ASSERT_TRUE(judged);
  EXPECT_EQ(judged->repeats, 1);
  EXPECT_THAT(judged->repeated, ElementsAre("seats {PK: \"S#001\"}"));
  const auto found = compare_reshaped(*reshaping_, *writes_, *database_, {.segments = 1});
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->is_equal());
}

TEST_F(Reshaped, ItemsThatDifferAreRepaired) {
  change({{std::nullopt, member("a", "a@x", 1)}, {std::nullopt, member("b", "b@x", 2)}});
  ASSERT_TRUE(database_->delete_item({.table_name = "seats", .key = AttributeMap{{"PK", "S#001"}}}));
  ASSERT_TRUE(database_->put_item({.table_name = "seats", .item = AttributeMap{{"PK", "S#777"}}}));
  const auto found = compare_reshaped(*reshaping_, *writes_, *database_, {.segments = 2});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->different, 2);
  ASSERT_TRUE(repair_reshaped(*reshaping_, *writes_, *database_, {.segments = 2}, *found));
  expect_equal();
}

TEST_F(Reshaped, AForeignItemIsAFaultAndATooLargeOneToo) {
  EXPECT_THAT(reshaping_->items_of(was_->tables().front(), {{"PK", "X"}}).error().message,
              HasSubstr("it belongs to no entity of the earlier model"));
  AttributeMap large = member("a", "a@x", 1);
  large.set("more", std::string(409'600, 'x'));
  EXPECT_THAT(reshaping_->items_of(was_->tables().front(), large).error().message,
              HasSubstr("at most 409600 are allowed"));
}

}  // namespace reshaping_test
}  // namespace partita::movement
