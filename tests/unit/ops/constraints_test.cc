#include "ops/rules/constraints.h"

#include "support.h"

namespace partita::ops {
namespace constraints_test {

TEST(RequestPlace, ReadsAsTheServiceWritesIt) {
  const RequestPlace schema("keySchema");
  const RequestPlace element = RequestPlace::element(schema, 2);
  EXPECT_EQ(RequestPlace(element, "keyType").text(), "keySchema.3.member.keyType");
  const RequestPlace items("requestItems");
  const RequestPlace entry = RequestPlace::entry(items, "Music");
  const RequestPlace write = RequestPlace::element(entry, 0);
  const RequestPlace put(write, "putRequest");
  EXPECT_EQ(RequestPlace(put, "item").text(), "requestItems.Music.member.1.member.putRequest.item");
}

TEST(Constraints, NoFaultIsSuccess) { EXPECT_TRUE(Constraints().finish()); }

TEST(Constraints, FaultsAreCountedAndJoined) {
  Constraints constraints;
  constraints.not_null(OptionalString(), "tableName");
  EXPECT_EQ(fault(constraints.finish()),
            "1 validation error detected: Value null at 'tableName' failed to satisfy "
            "constraint: Member must not be null");
  constraints.at_least(-1, "limit", 1);
  constraints.at_most(101, "limit", 100);
  EXPECT_EQ(fault(constraints.finish()),
            "3 validation errors detected: " + constraint("null", "tableName", kNotNull) + "; " +
                constraint("'-1'", "limit", "Member must have value greater than or equal to 1") + "; " +
                constraint("'101'", "limit", "Member must have value less than or equal to 100"));
}

TEST(Constraints, TenFaultsAreTheMost) {
  Constraints constraints;
  for (int i = 0; i < 12; ++i) constraints.not_null(OptionalString(), "a");
  const std::string text = fault(constraints.finish());
  EXPECT_TRUE(text.starts_with("10 validation errors detected: ")) << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), ';'), 9);
}

TEST(Constraints, AnUnknownEnumeratorNamesTheSet) {
  Constraints constraints;
  constraints.one_of(unknown<ComparisonOperator>("X"), "a");
  EXPECT_EQ(fault(constraints.finish()),
            one_fault("'X'", "a",
                      "Member must satisfy enum value set: [IN, NULL, BETWEEN, LT, NOT_CONTAINS, EQ, GT, NOT_NULL, NE, "
                      "LE, BEGINS_WITH, GE, CONTAINS]"));
}

TEST(Constraints, KnownAndAbsentEnumeratorsPass) {
  Constraints constraints;
  constraints.one_of(OptionalEnum<Select>(Select::Count), "a");
  constraints.one_of(OptionalEnum<Select>(), "a");
  EXPECT_TRUE(constraints.finish());
}

// Every set must list every enumerator.
template <class E>
void expect_complete() {
  const std::string set(enum_set(E{}));
  for (std::string_view text : texts_of(E{})) {
    const std::string name(text);
    EXPECT_TRUE(set.find("[" + name + ",") != set.npos || set.find(" " + name + ",") != set.npos ||
                set.find(" " + name + "]") != set.npos)
        << name << " in " << set;
  }
  EXPECT_EQ(static_cast<std::size_t>(std::count(set.begin(), set.end(), ',')) + 1, texts_of(E{}).size()) << set;
}
TEST(EnumSets, AreComplete) {
  expect_complete<KeyType>();
  expect_complete<ScalarAttributeType>();
  expect_complete<ProjectionType>();
  expect_complete<BillingMode>();
  expect_complete<StreamViewType>();
  expect_complete<ReturnValue>();
  expect_complete<ReturnConsumedCapacity>();
  expect_complete<ReturnItemCollectionMetrics>();
  expect_complete<ReturnValuesOnConditionCheckFailure>();
  expect_complete<Select>();
  expect_complete<ConditionalOperator>();
  expect_complete<AttributeAction>();
  expect_complete<ComparisonOperator>();
}

}  // namespace constraints_test
}  // namespace partita::ops
