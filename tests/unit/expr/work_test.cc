// The bytes that evaluating reads and holds must be linear in the item and the values, for any item and values.
#include <algorithm>
#include <random>

#include "expr/apply/search.h"
#include "expr/legacy.h"
#include "unit/expr/helpers.h"

namespace partita::expr::testing {
namespace work_test {

constexpr std::size_t kLarge = 390 * 1024;

std::uint64_t work_of(const Condition& condition, const AttributeMap& item) {
  const std::string bytes = value::encode_item(item);
  std::uint64_t work = 0;
  condition.matches(value::ItemView(bytes), work);
  return work;
}

Condition condition_of_text(std::string_view text, AttributeMap values) {
  auto condition = Request{.values = std::move(values)}.expressions().condition(text);
  EXPECT_TRUE(condition) << condition.error().message;
  return *condition;
}

TEST(Search, FindsEveryTextThatIsThere) {
  std::mt19937 dice(1);
  for (int round = 0; round < 20000; ++round) {
    const auto text_of = [&](std::size_t size) {
      std::string text(dice() % (size + 1), 'a');
      for (char& c : text) c = static_cast<char>('a' + dice() % (1 + dice() % 3));
      return text;
    };
    const std::string prefix(dice() % 200, 'a');
    const std::string text = prefix + text_of(40), wanted = text_of(12);
    std::uint64_t work = 0;
    ASSERT_EQ(has_within(text, wanted, work), text.find(wanted) != std::string::npos) << text << " " << wanted;
  }
}

TEST(Search, FindsPeriodicTextsBehindLongBeginnings) {
  const std::string text = std::string(5000, 'a') + "b" + std::string(300, 'a');
  std::uint64_t work = 0;
  for (std::size_t run : {1, 2, 50, 299, 300}) {
    EXPECT_TRUE(has_within(text, "b" + std::string(run, 'a'), work));
    EXPECT_TRUE(has_within(text, std::string(run, 'a') + "b", work));
    EXPECT_TRUE(has_within(text, std::string(run, 'a') + "b" + std::string(run, 'a'), work));
  }
  EXPECT_FALSE(has_within(text, "b" + std::string(301, 'a'), work));
  EXPECT_FALSE(has_within(text, std::string(5001, 'a') + "b", work));
  std::string repeated;
  for (int i = 0; i < 1000; ++i) repeated += "abcab";
  EXPECT_TRUE(has_within(repeated + "x", "cababcabx", work));
  EXPECT_FALSE(has_within(repeated, "abcabx", work));
}

TEST(Search, LooksAtEachByteAFewTimes) {
  for (const std::size_t needle : {std::size_t{2}, std::size_t{100}, kLarge / 2, kLarge - 1}) {
    const std::string text(kLarge, 'a');
    for (const std::string& wanted : {std::string(needle - 1, 'a') + "b", "b" + std::string(needle - 1, 'a'),
                                      std::string(needle / 2, 'a') + "b" + std::string(needle / 2, 'a')}) {
      std::uint64_t work = 0;
      EXPECT_FALSE(has_within(text, wanted, work));
      EXPECT_LE(work, 8 * (text.size() + wanted.size())) << needle;
    }
  }
}

TEST(Work, ContainsIsLinear) {
  const AttributeMap values{{":v", S(std::string(kLarge / 2, 'a') + "b")}};
  const AttributeMap item{{"a", S(std::string(kLarge, 'a'))}};
  EXPECT_LE(work_of(condition_of_text("contains(a, :v)", values), item), 16 * kLarge);
  partita::Condition legacy;
  legacy.comparison_operator = OpenEnum<ComparisonOperator>(ComparisonOperator::NotContains);
  legacy.attribute_value_list = {values.find(":v")->s()};
  const auto filter = condition_of(NamedList<partita::Condition>{{"a", legacy}}, ConditionalOperator::And);
  EXPECT_LE(work_of(filter, item), 16 * kLarge);
}

TEST(Work, CountsBytesThatAreComparedSearchedAndPassed) {
  const std::string large(kLarge, 'x');
  const AttributeMap item{{"a", S(large)}, {"l", L({S(large), N("1")})}, {"ss", SS({large, "y"})}, {"z", N("1")}};
  const AttributeMap same{{":v", S(large)}, {":n", N("1")}};
  for (const std::string text :
       {"a = :v", "a <> :v", "a < :v", "a BETWEEN :v AND :v", "a IN (:v)", "begins_with(a, :v)", "contains(a, :v)",
        "contains(l, :v)", "contains(ss, :v)", "size(a) > :n"})
    EXPECT_GE(work_of(condition_of_text(text, same), item), kLarge / 2) << text;
  EXPECT_GE(work_of(condition_of_text("z = :n", same), item), kLarge / 16);
  EXPECT_LE(work_of(condition_of_text("z = :n", same), {{"z", N("1")}}), 16u);
}

TEST(Work, AmongManyValuesFewAreCompared) {
  partita::Condition in;
  in.comparison_operator = OpenEnum<ComparisonOperator>(ComparisonOperator::In);
  in.attribute_value_list.emplace();
  for (int i = 0; i < 10000; ++i) in.attribute_value_list->push_back(N(std::to_string(9999 - i)));
  const auto filter = condition_of(NamedList<partita::Condition>{{"a", in}}, ConditionalOperator::And);
  for (const auto& [number, found] :
       {std::pair("0", true), {"7777", true}, {"9999", true}, {"0.5", false}, {"10000", false}}) {
    const AttributeMap item{{"a", N(number)}};
    EXPECT_EQ(filter.matches(value::ItemView(value::encode_item(item))), found) << number;
    EXPECT_LE(work_of(filter, item), 100u);
  }
}

TEST(Work, PlaceholdersHaveAtMost2MegabytesInAll) {
  const auto error = [](std::size_t name_bytes, std::size_t value_bytes) {
    Names names;
    for (std::size_t i = 0; i * 65000 < name_bytes; ++i)
      names["#n" + std::to_string(i)] = std::string(std::min<std::size_t>(65000, name_bytes - i * 65000), 'n');
    return message_of(Expressions::make(names, AttributeMap{{":v", S(std::string(value_bytes, 'v'))}}));
  };
  constexpr std::size_t kMostBytes = 2 * 1024 * 1024;
  EXPECT_EQ(error(1, kMostBytes - 16), "");
  EXPECT_EQ(error(1, kMostBytes), "ExpressionAttributeValues exceeds max size");
  EXPECT_EQ(error(kMostBytes, 1), "ExpressionAttributeNames exceeds max size");
  EXPECT_EQ(error(kMostBytes / 2, kMostBytes / 2),
            "Combined size of ExpressionAttributeNames and ExpressionAttributeValues exceeds max size");
}

TEST(Work, NamesThatAPlaceholderStandsForFillAnExpressionOnlySoFar) {
  const Request request{.names = Names{{"#n", std::string(65000, 'n')}}};
  std::string text = "#n[0]";
  for (int i = 1; i < 500; ++i) text += ",#n[" + std::to_string(i) + "]";
  EXPECT_EQ(projection_error(text, request),
            "Invalid ProjectionExpression: Expression size exceeded due to ExpressionAttributeValues plus "
            "ExpressionAttributeNames");
  EXPECT_EQ(projection_error("#n[0],#n[1]", request), "");
}

TEST(Work, ANameThatNoAttributeCanHaveIsRefused) {
  const auto error = [](std::string name) { return message_of(Expressions::make(Names{{"#a", std::move(name)}}, {})); };
  EXPECT_EQ(error(""), "ExpressionAttributeNames contains invalid value: Empty attribute name for key #a");
  EXPECT_EQ(error(std::string(65535, 'a')), "");
  EXPECT_EQ(
      error(std::string(65536, 'a')),
      "ExpressionAttributeNames contains invalid value: Attribute name is too large, must be less than 65536 bytes for "
      "key #a");
}

TEST(Work, AnUpdateStopsWhenItsValuesAreLargerThanAnItem) {
  const std::string too_large = "Item size to update has exceeded the maximum allowed size";
  const auto error = [](std::string_view text, AttributeMap values, const AttributeMap& item) {
    const auto update = Request{.values = std::move(values)}.expressions().update(text);
    EXPECT_TRUE(update) << update.error().message;
    return message_of(update->apply(item));
  };
  const AttributeMap large{{":v", S(std::string(150 * 1024, 'x'))}};
  EXPECT_EQ(error("SET a = :v, b = :v", large, {}), "");
  // The last action would fail in another way, but is not reached.
  EXPECT_EQ(error("SET a = :v, b = :v, c = :v, d = gone", large, {}), too_large);
  AttributeValue::Set set;
  for (int i = 0; i < 20000; ++i) set.push_back("element " + std::to_string(i));
  EXPECT_EQ(error("ADD a :v, b :v, c :v, z :v", {{":v", SS(set)}}, {{"z", S("no set")}}), too_large);
}

TEST(Work, ManyTargetsInOneMapGiveTheSameResultAsSingleOnes) {
  AttributeMap item, expected;
  NamedList<AttributeValueUpdate> updates;
  for (int i = 0; i < 100; ++i) {
    const std::string name = "a" + std::to_string(i);
    if (i % 3 != 0) item.set(name, N(std::to_string(i)));
    if (i % 5 == 0) {
      updates.emplace_back(name, AttributeValueUpdate{.value = S("new"), .action = {}});
      expected.set(name, S("new"));
    } else if (i % 5 == 1) {
      updates.emplace_back(
          name, AttributeValueUpdate{.value = {}, .action = OpenEnum<AttributeAction>(AttributeAction::Delete)});
    } else if (i % 3 != 0) {
      expected.set(name, N(std::to_string(i)));
    }
  }
  const auto after = update_of(updates).apply(item);
  ASSERT_TRUE(after);
  EXPECT_EQ(*after, expected);
}

TEST(Work, ManyElementsAreRemovedFromAListAtOnce) {
  AttributeValue::List list, odd;
  std::string text = "REMOVE l[0]";
  for (int i = 0; i < 200; ++i) {
    list.push_back(N(std::to_string(i)));
    if (i % 2 == 1) odd.push_back(list.back());
    if (i % 2 == 0 && i > 0) text += ", l[" + std::to_string(i) + "]";
  }
  const auto after = Request{}.expressions().update(text)->apply({{"l", L(list)}});
  ASSERT_TRUE(after);
  EXPECT_EQ(*after->find("l"), L(odd));
}

}  // namespace work_test
}  // namespace partita::expr::testing
