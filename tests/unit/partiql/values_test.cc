// The values of statements and parameters. The texts come from the conformance suite, partiqlParameterNumbers and
// partiqlGrammar.
#include "partiql/values.h"

#include "unit/partiql/helpers.h"

namespace partita::partiql::testing {
namespace values_test {

const std::string kNotNumeric = "The parameter cannot be converted to a numeric value";
const std::string kOverflow =
    "Number overflow. Attempting to store a number with magnitude larger than supported range";
const std::string kUnderflow =
    "Number underflow. Attempting to store a number with magnitude smaller than supported range";
const std::string kDigits = "Attempting to store more than 38 significant digits in a Number";
const std::string kNesting(nesting_fault());

AttributeValue deep(int depth, AttributeValue leaf = S("leaf")) {
  for (int i = 0; i < depth; ++i) leaf = AttributeValue::map({{"n", std::move(leaf)}});
  return leaf;
}

TEST(StatementValues, NumbersAreReadAsJavaDoes) {
  for (const char* text : {"1e99999999999", "-1e99999999999", "1e-99999999999", "1e2147483648", "1e-2147483648", "abc"})
    EXPECT_EQ(number_fault(text), kNotNumeric + ": " + text);
  EXPECT_EQ(number_fault(""), kNotNumeric);
  EXPECT_EQ(number_fault("1e2147483647"), kUnderflow);
  EXPECT_EQ(number_fault("1e126"), kOverflow);
  EXPECT_EQ(number_fault("1e-131"), kUnderflow);
  for (const char* text : {"1", "-1.5", "+1E5", ".5", "1e125", "1e-130"}) EXPECT_EQ(number_fault(text), "") << text;
}

TEST(StatementValues, FaultsOfLiteralsNameTheirPlace) {
  EXPECT_EQ(error_of("SELECT * FROM T WHERE pk = 1e126"), kOverflow + " under root");
  EXPECT_EQ(error_of("SELECT * FROM T WHERE pk = 1e-131"), kUnderflow + " under root");
  EXPECT_EQ(error_of("SELECT * FROM T WHERE pk = 123456789012345678901234567890123456789"), kDigits + " under root");
  EXPECT_EQ(error_of("INSERT INTO T VALUE {'pk': 1e126}"), kOverflow + " under root");
  EXPECT_EQ(error_of("INSERT INTO T VALUE {'pk': 1, 'm': {'x': 1e126}}"), kOverflow + " under root.x");
  EXPECT_EQ(error_of("INSERT INTO T VALUE {'pk': 1, 'l': [1, 1e126]}"), kOverflow + " under root[1]");
}

TEST(StatementValues, TheFirstFaultInTheTextWins) {
  const std::string pair = "SELECT * FROM T WHERE x = ? AND y = ?";
  EXPECT_EQ(error_of(pair, {deep(40), N("abc")}), kNesting);
  EXPECT_EQ(error_of(pair, {N("abc"), deep(40)}), kNotNumeric + ": abc");
  EXPECT_EQ(error_of("SELECT * FROM T WHERE x = 1e126 AND y = ?", {N("abc")}), kOverflow + " under root");
  EXPECT_EQ(error_of("SELECT * FROM T WHERE y = ? AND x = 1e126", {N("abc")}), kNotNumeric + ": abc");
}

TEST(StatementValues, ThirtyTwoLevels) {
  EXPECT_EQ(error_of("SELECT * FROM T WHERE x = ?", {deep(31)}), "");
  EXPECT_EQ(error_of("SELECT * FROM T WHERE x = ?", {deep(32)}), kNesting);
  const auto lists = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_EQ(error_of("SELECT * FROM T WHERE x = " + lists(32)), "");
  EXPECT_EQ(error_of("SELECT * FROM T WHERE x = [" + lists(32) + "]"), kNesting);
  EXPECT_EQ(error_of("INSERT INTO T VALUE {'x': " + lists(32) + "}"), "");
  EXPECT_EQ(error_of("INSERT INTO T VALUE {'x': [" + lists(32) + "]}"), kNesting);
}

TEST(StatementValues, Bags) {
  EXPECT_EQ(error_of("INSERT INTO T VALUE {'a': <<'x', 'x'>>}"),
            "One or more parameter values were invalid: Input collection [x, x] contains duplicates.");
  EXPECT_EQ(error_of("INSERT INTO T VALUE {'a': <<>>}"), "Empty bags are not supported");
  EXPECT_NE(error_of("INSERT INTO T VALUE {'a': <<'x', 1>>}"), "");
  EXPECT_NE(error_of("INSERT INTO T VALUE {'a': <<TRUE>>}"), "");
  EXPECT_EQ(parsed("INSERT INTO T VALUE {'a': <<2, 1>>}").item.constant.m().find("a")->type(), AttributeType::NS);
}

TEST(StatementValues, NumberOfParameters) {
  const std::string text = "Number of parameters in request and statement don't match.";
  EXPECT_EQ(error_of("SELECT * FROM T WHERE a = ?"), text);
  EXPECT_EQ(error_of("SELECT * FROM T WHERE a = ?", {N("1"), N("2")}), text);
  EXPECT_EQ(error_of("SELECT * FROM T WHERE a = ?", {N("1")}), "");
}

TEST(StatementValues, AnItemIsComposedOfConstantsAndParameters) {
  const OptionalList<AttributeValue> parameters{{S("a"), N("2")}};
  const auto prepared = prepare_statement("INSERT INTO T VALUE {'pk': ?, 'l': [1, ?, {'x': 3}]}", parameters);
  ASSERT_TRUE(prepared);
  const AttributeValue list = AttributeValue::list({N("1"), N("2"), AttributeValue::map({{"x", N("3")}})});
  EXPECT_EQ(*prepared->item, (AttributeMap{{"pk", S("a")}, {"l", list}}));
}

}  // namespace values_test
}  // namespace partita::partiql::testing
