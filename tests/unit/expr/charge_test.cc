// The charge of an UpdateExpression, by the rules of expr/bind/charge.h.
#include "expr/bind/charge.h"

#include "unit/expr/helpers.h"

namespace partita::expr::testing {
namespace charge_test {

const std::string kTen(10, 'y');

std::size_t charge(std::string_view text, const AttributeMap& values = {}) {
  Request request;
  if (text.find('#') != std::string_view::npos) request.names = Names{{"#twelvechars", "b"}};
  if (!values.empty()) request.values = values;
  auto update = request.expressions().update(text);
  EXPECT_TRUE(update) << text << ": " << update.error().message;
  return update ? update->charged_bytes() : 0;
}

constexpr std::size_t kBase = 3, kWrite = 19, kRemove = 1;

TEST(Charge, OfASetIsItsNameAndItsValue) {
  EXPECT_EQ(charge("SET b = :v", {{":v", S(kTen)}}), kBase + kWrite + 1 + 10);
  EXPECT_EQ(charge("SET #twelvechars = :v", {{":v", S(kTen)}}), kBase + kWrite + 1 + 10);
  EXPECT_EQ(charge("SET b = :v, c = :v", {{":v", S(kTen)}}), kBase + 2 * (kWrite + 1 + 10));
  EXPECT_EQ(charge("SET b = :v", {{":v", M({{"a", S(kTen)}})}}), kBase + kWrite + 1 + (3 + 1 + 1 + 10));
  EXPECT_EQ(charge("SET b = :v", {{":v", N("0100.50")}}), kBase + kWrite + 1 + 4);
}

TEST(Charge, OfATargetGrowsWithEachStep) {
  EXPECT_EQ(charge("SET d.leaf = :v", {{":v", S("x")}}), kBase + kWrite + (1 + 4 + 4) + 1);
  EXPECT_EQ(charge("SET d[0] = :v", {{":v", S("x")}}), kBase + kWrite + (1 + 4 + 1) + 1);
  EXPECT_EQ(charge("SET d[10].a = :v", {{":v", S("x")}}), kBase + kWrite + (1 + 4 + 2 + 4 + 1) + 1);
}

TEST(Charge, OfAPathOperandIsThatOfItsElements) {
  EXPECT_EQ(charge("SET c = abcdefghij"), kBase + kWrite + 1 + (1 + 14 + 10));
  EXPECT_EQ(charge("SET c = m.a.z"), kBase + kWrite + 1 + (1 + 14 + 1 + 14 + 1 + 14 + 1));
  EXPECT_EQ(charge("SET c = l[10]"), kBase + kWrite + 1 + (1 + 14 + 1 + 14 + 2));
}

TEST(Charge, OfFunctionsAndSumsIsTheirOwnAndThatOfTheirOperands) {
  const std::size_t path = 1 + 14 + 1;
  EXPECT_EQ(charge("SET n = n + :one", {{":one", N("1")}}), kBase + kWrite + 1 + 34 + path + 2);
  EXPECT_EQ(charge("SET n = n - :one", {{":one", N("1")}}), kBase + kWrite + 1 + 37 + path + 2);
  EXPECT_EQ(charge("SET c = if_not_exists(c, :v)", {{":v", S(kTen)}}), kBase + kWrite + 1 + 39 + path + 10);
  EXPECT_EQ(charge("SET l = list_append(l, :v)", {{":v", L({S(kTen)})}}),
            kBase + kWrite + 1 + 37 + path + (3 + 1 + 10));
  EXPECT_EQ(charge("SET n = if_not_exists(n, :one) + :one", {{":one", N("1")}}),
            kBase + kWrite + 1 + 34 + (39 + path + 2) + 2);
}

TEST(Charge, OfAnAddCountsItsValueAndThatOfARemovalOnlyItsTarget) {
  EXPECT_EQ(charge("ADD abcdefghij :one", {{":one", N("1")}}), kBase + kWrite + 10 + 2);
  EXPECT_EQ(charge("ADD ss :v", {{":v", SS({std::string(500, 's')})}}), kBase + kWrite + 2 + 500);
  EXPECT_EQ(charge("REMOVE r"), kBase + kRemove + 1);
  EXPECT_EQ(charge("REMOVE m.yyyyyyyyyy, l[10]"), kBase + 2 * kRemove + (1 + 4 + 10) + (1 + 4 + 2));
  EXPECT_EQ(charge("DELETE ss :v", {{":v", SS({kTen})}}), kBase + kRemove + 2);
}

}  // namespace charge_test
}  // namespace partita::expr::testing
