// The types that the public headers declare and this layer defines: enumerations, error codes, Item.
#include <gtest/gtest.h>
#include <partita/enums.h>
#include <partita/error.h>
#include <partita/item.h>

namespace partita {
namespace public_types_test {

TEST(Enums, EachEnumeratorHasItsOwnText) {
  EXPECT_EQ(to_text(KeyType::Range), "RANGE");
  EXPECT_EQ(to_text(ProjectionType::Include), "INCLUDE");
  EXPECT_EQ(to_text(BillingMode::PayPerRequest), "PAY_PER_REQUEST");
  EXPECT_EQ(to_text(TableClass::StandardInfrequentAccess), "STANDARD_INFREQUENT_ACCESS");
  EXPECT_EQ(to_text(TableStatus::Active), "ACTIVE");
  EXPECT_EQ(to_text(IndexStatus::Active), "ACTIVE");
  EXPECT_EQ(to_text(StreamViewType::KeysOnly), "KEYS_ONLY");
  EXPECT_EQ(to_text(TimeToLiveStatus::Disabled), "DISABLED");
  EXPECT_EQ(to_text(ReturnValue::UpdatedNew), "UPDATED_NEW");
  EXPECT_EQ(to_text(ReturnConsumedCapacity::None), "NONE");
  EXPECT_EQ(to_text(ReturnItemCollectionMetrics::Size), "SIZE");
  EXPECT_EQ(to_text(ReturnValuesOnConditionCheckFailure::AllOld), "ALL_OLD");
  EXPECT_EQ(to_text(Select::Count), "COUNT");
  EXPECT_EQ(to_text(ConditionalOperator::Or), "OR");
  EXPECT_EQ(to_text(AttributeAction::Delete), "DELETE");
  EXPECT_EQ(to_text(ComparisonOperator::BeginsWith), "BEGINS_WITH");
  EXPECT_EQ(texts_of(ScalarAttributeType{}).size(), 3u);
}

TEST(Enums, AnOpenEnumKeepsATextThatNamesNone) {
  const auto known = OpenEnum<ComparisonOperator>::from_text("NOT_NULL");
  EXPECT_TRUE(known == ComparisonOperator::NotNull);
  const auto unknown = OpenEnum<ComparisonOperator>::from_text("LIKE");
  EXPECT_FALSE(unknown.known());
  EXPECT_EQ(unknown.text(), "LIKE");
}

TEST(ErrorCode, IsDescribedByTheCatalogue) {
  const ErrorCodeInfo& info = describe(ErrorCode::ConditionalCheckFailedException);
  EXPECT_EQ(info.name, "ConditionalCheckFailedException");
  EXPECT_EQ(info.wire_type, "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException");
  EXPECT_EQ(info.http_status, 400);
  EXPECT_FALSE(info.retryable);
  EXPECT_EQ(describe(ErrorCode::Corruption).name, "Corruption");
}

TEST(Item, ReadsItsAttributes) {
  const AttributeMap attributes{{"pk", "x"}, {"n", 5}};
  const Item item(attributes);
  const Item copy = item;
  EXPECT_EQ(copy.size(), 2u);
  EXPECT_TRUE(copy.contains("pk"));
  EXPECT_EQ(copy.get("n"), AttributeValue(5));
  EXPECT_EQ(copy.get("missing"), std::nullopt);
  EXPECT_EQ(copy.to_map(), attributes);
  EXPECT_EQ(copy, item);
}

TEST(Item, DefaultMadeIsEmptyAndEqualsAnItemWithoutAttributes) {
  EXPECT_TRUE(Item().empty());
  EXPECT_EQ(Item(), Item(AttributeMap{}));
  EXPECT_EQ(Item().get("a"), std::nullopt);
}

template <class From>
constexpr bool becomes_value = std::is_convertible_v<From, AttributeValue>;
enum Unscoped { kFirst };

TEST(AttributeValue, OfANumberIsItsShortestText) {
  EXPECT_EQ(AttributeValue(9.99), AttributeValue::number("9.99"));
  EXPECT_EQ(AttributeValue(0.1f), AttributeValue::number("0.1"));
  EXPECT_EQ(AttributeValue(std::int8_t{-3}), AttributeValue::number("-3"));
  EXPECT_EQ(AttributeValue(true), AttributeValue::boolean(true));
}

TEST(AttributeValue, IsMadeOfNothingThatMerelyBecomesABool) {
  static_assert(!becomes_value<Unscoped>);
  static_assert(!becomes_value<char>);
  static_assert(!becomes_value<int*>);
  static_assert(!becomes_value<std::nullptr_t>);
  static_assert(becomes_value<bool> && becomes_value<double> && becomes_value<const char*>);
}

}  // namespace public_types_test
}  // namespace partita
