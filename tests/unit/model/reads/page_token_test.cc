#include "model/reads/page_token.h"

#include <gtest/gtest.h>

#include <functional>

#include "model/core/session.h"
#include "unit/model/sample_model.h"

namespace partita::model {
namespace page_token_test {

using namespace sample;

const std::vector<std::string> kKeys = {"a key"};
const std::vector<QueryPosition> kPositions = {
    {QueryPosition::Kind::After,
     {{"PK", "CUST#1"}, {"SK", 12}, {"B", AttributeValue::binary(std::string("\0\xff", 2))}}},
    {QueryPosition::Kind::Begin, {}},
    {QueryPosition::Kind::End, {}}};

TEST(PageToken, IsReadBack) {
  const std::string token = make_page_token(kPositions, "binding", kKeys);
  EXPECT_EQ(token.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
            std::string::npos);
  const auto positions = read_page_token(token, "binding", kKeys, 3, "P");
  ASSERT_TRUE(positions);
  EXPECT_EQ(*positions, kPositions);
}

TEST(PageToken, HasTheFormatOfVersionOne) {
  EXPECT_EQ(make_page_token({{{QueryPosition::Kind::After, {{"PK", "CUST#1"}, {"SK", 12}}}}}, "binding", kKeys),
            "AQAAAAEBAAAAAgAAAAJQS1MAAAAGQ1VTVCMxAAAAAlNLTgAAAAIxMtHRjNcUgDTuFYLJN2BMennprmyUtmk7-09UMfC4Trlk");
}

TEST(PageToken, AnyKeyVerifiesAndTheFirstSigns) {
  const std::string old = make_page_token(kPositions, "binding", kKeys);
  const std::vector<std::string> rotated = {"a new key", "a key"};
  EXPECT_TRUE(read_page_token(old, "binding", rotated, 3, "P"));
  const std::string fresh = make_page_token(kPositions, "binding", rotated);
  EXPECT_FALSE(read_page_token(fresh, "binding", kKeys, 3, "P"));
}

TEST(PageToken, AChangedOneIsRefusedWithAdvice) {
  const std::string token = make_page_token(kPositions, "binding", kKeys);
  std::vector<std::string> wrong = {"", "A", "!", token + "A", token + "=", "nonsense nonsense"};
  for (std::size_t i = 0; i < token.size(); ++i) {
    wrong.push_back(token.substr(0, i));
    std::string changed = token;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    wrong.push_back(changed);
  }
  for (const std::string& text : wrong) {
    const auto positions = read_page_token(text, "binding", kKeys, 3, "Orders");
    ASSERT_FALSE(positions) << text;
    EXPECT_EQ(positions.error().code, ErrorCode::ValidationException);
    EXPECT_TRUE(positions.error().message.starts_with("The page token does not belong to this read of \"Orders\""));
    EXPECT_NE(positions.error().message.find("Read the first page again"), std::string::npos);
  }
  EXPECT_FALSE(read_page_token(token, "another", kKeys, 3, "P"));
  EXPECT_FALSE(read_page_token(token, "binding", kKeys, 2, "P"));
}

class TokenBinding : public testing::Test {
 protected:
  std::string table_name_ = "shop";
  PatternInfo pattern_ = shop::kOrdersByTime;
  AttributeMap values_{{"customerId", "C1"}};
  SortRange range_{.kind = SortRange::Kind::Less, .low = "2026-01-05T10:00:00.000Z"};
  bool forward_ = true;

  std::string binding() const {
    return token_binding(pattern_, table_name_, key_ranges(pattern_, values_, range_).value(), forward_);
  }
};

TEST_F(TokenBinding, TellsEverythingApartThatATokenDependsOn) {
  const std::string bound = binding();
  EXPECT_EQ(binding(), bound);
  static constexpr KeyPart kOtherParts[] = {shop::text("ORDER#"), shop::field(2), shop::text("#"), shop::field(0)};
  static constexpr KeyAttribute kOtherSk[] = {
      {.attribute = "GSI1SK", .value = {.text = "ORDER#{createdAt}#{customerId}", .parts = kOtherParts}}};
  static constexpr EntityKey kOtherIndexes[] = {{.index = 0, .partition = shop::kCustomerGsi1Pk, .sort = kOtherSk}};
  static constexpr EntityInfo kOtherOrder{.name = "ORDER",
                                          .fields = shop::kOrderFields,
                                          .primary = {.partition = shop::kCustomerPk, .sort = shop::kOrderSk},
                                          .indexes = kOtherIndexes};
  static constexpr const EntityInfo* kOther[] = {&kOtherOrder};
  const std::vector<std::pair<std::string, std::function<void()>>> changes = {
      {"pattern", [&] { pattern_.name = "Another"; }},
      {"table", [&] { table_name_ = "develop.shop"; }},
      {"partition", [&] { values_.set("customerId", "C2"); }},
      {"direction", [&] { forward_ = false; }},
      {"range kind", [&] { range_.kind = SortRange::Kind::LessOrEqual; }},
      {"range value", [&] { range_.low = "2026-01-05T10:00:01.000Z"; }},
      {"key templates", [&] { pattern_.entities = kOther; }},
      {"entities", [&] { pattern_.entities = shop::kOrderAndItems; }},
  };
  for (const auto& [what, change] : changes) {
    const auto saved = std::tuple(table_name_, pattern_, values_, range_, forward_);
    change();
    EXPECT_NE(binding(), bound) << what;
    std::tie(table_name_, pattern_, values_, range_, forward_) = saved;
  }
  EXPECT_EQ(binding(), bound);
}

TEST_F(TokenBinding, TellsTheIndexApart) {
  const auto ranges = key_ranges(pattern_, values_, range_).value();
  const std::string bound = token_binding(pattern_, "shop", ranges, true);
  pattern_.plan.index = 1;
  EXPECT_NE(token_binding(pattern_, "shop", ranges, true), bound);
}

// A token of one read that is given to another read.
class TokenOfARead : public testing::Test {
 protected:
  std::shared_ptr<Database> database_ = open_with_tables();
  std::shared_ptr<Session> session_ = make_session(database_, {.page_token_keys = {"key"}});

  void SetUp() override {
    for (int i = 0; i < 9; ++i)
      store(*database_, shop::kTable, shop::kOrder,
            order("C1", "O" + std::to_string(i), "2026-01-05T10:00:00.000Z", "OPEN", i));
  }
  static Result<RowPage> go(const std::shared_ptr<Session>& session, ReadRequest request) {
    Result<RowPage> answer = RowPage{};
    read(session, Mode::Wait, std::move(request), [&](Result<RowPage> page) { answer = std::move(page); });
    return answer;
  }
  ReadRequest request() const { return {.pattern = &shop::kOrdersByTime, .values = {{"customerId", "C1"}}, .take = 2}; }
};

TEST_F(TokenOfARead, GoesOnWithAnotherFilterAndAmount) {
  ReadRequest next = request();
  next.after = go(session_, request())->token;
  ASSERT_TRUE(next.after);
  next.take = 3;
  next.filter = {.kind = Predicate::Kind::NotEqual, .path = "total", .values = {4}};
  const auto page = go(session_, next);
  ASSERT_TRUE(page) << page.error().message;
  ASSERT_EQ(page->rows.size(), 3u);
  EXPECT_EQ(page->rows[2].attributes().find("orderId")->s(), "O3");
}

TEST_F(TokenOfARead, IsRefusedElsewhere) {
  const auto token = go(session_, request())->token;
  ASSERT_TRUE(token);
  std::vector<ReadRequest> others(4, request());
  others[0].values.set("customerId", "C2");
  others[1].forward = true;
  others[2].range = {.kind = SortRange::Kind::Greater, .low = "2026-01-05T09:00:00.000Z"};
  others[3] = {.pattern = &shop::kOneOrder, .values = {{"customerId", "C1"}, {"orderId", "O1"}}};
  for (ReadRequest& other : others) {
    other.after = token;
    const auto page = go(session_, other);
    ASSERT_FALSE(page);
    EXPECT_TRUE(page.error().message.starts_with("The page token does not belong to this read of"))
        << page.error().message;
  }
}

TEST_F(TokenOfARead, SessionsShareTokensThroughTheirKeys) {
  ReadRequest next = request();
  next.after = go(session_, request())->token;
  EXPECT_TRUE(go(make_session(database_, {.page_token_keys = {"newer", "key"}}), next));
  EXPECT_FALSE(go(make_session(database_, {}), next)) << "a random key of its own";
}

}  // namespace page_token_test
}  // namespace partita::model
