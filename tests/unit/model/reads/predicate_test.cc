#include "model/conditions/predicate.h"

#include <gtest/gtest.h>

#include "model/core/spell.h"

namespace partita::model {
namespace predicate_test {

using Kind = Predicate::Kind;

Predicate on(Kind kind, Path path, std::vector<AttributeValue> values = {}) {
  return {.kind = kind, .path = std::move(path), .values = std::move(values)};
}
Predicate of(Kind kind, std::vector<Predicate> children) { return {.kind = kind, .children = std::move(children)}; }

const Predicate kA = on(Kind::Equal, "a", {1});
const Predicate kB = on(Kind::Exists, "b");

struct Case {
  Predicate predicate;
  std::string text;
  std::string spelled;
};

TEST(Predicate, RendersEveryKind) {
  const std::vector<Case> cases = {
      {on(Kind::Equal, "status", {"OPEN"}), "#0 = :0", "status = \"OPEN\""},
      {on(Kind::NotEqual, "n", {5}), "#0 <> :0", "n <> 5"},
      {on(Kind::Less, "n", {5}), "#0 < :0", "n < 5"},
      {on(Kind::LessOrEqual, "n", {5}), "#0 <= :0", "n <= 5"},
      {on(Kind::Greater, "n", {5}), "#0 > :0", "n > 5"},
      {on(Kind::GreaterOrEqual, "n", {5}), "#0 >= :0", "n >= 5"},
      {on(Kind::Between, "n", {1, 2}), "#0 BETWEEN :0 AND :1", "n BETWEEN 1 AND 2"},
      {on(Kind::In, "n", {1, 2, 3}), "#0 IN (:0, :1, :2)", "n IN (1, 2, 3)"},
      {on(Kind::Exists, "n"), "attribute_exists(#0)", "attribute_exists(n)"},
      {on(Kind::NotExists, "n"), "attribute_not_exists(#0)", "attribute_not_exists(n)"},
      {on(Kind::HasType, "n", {"S"}), "attribute_type(#0, :0)", "attribute_type(n, \"S\")"},
      {on(Kind::BeginsWith, "n", {"x"}), "begins_with(#0, :0)", "begins_with(n, \"x\")"},
      {on(Kind::Contains, "n", {"x"}), "contains(#0, :0)", "contains(n, \"x\")"},
      {on(Kind::SizeEqual, "n", {5}), "size(#0) = :0", "size(n) = 5"},
      {on(Kind::SizeNotEqual, "n", {5}), "size(#0) <> :0", "size(n) <> 5"},
      {on(Kind::SizeLess, "n", {5}), "size(#0) < :0", "size(n) < 5"},
      {on(Kind::SizeLessOrEqual, "n", {5}), "size(#0) <= :0", "size(n) <= 5"},
      {on(Kind::SizeGreater, "n", {5}), "size(#0) > :0", "size(n) > 5"},
      {on(Kind::SizeGreaterOrEqual, "n", {5}), "size(#0) >= :0", "size(n) >= 5"},
      {on(Kind::Equal, Path{"a", "b", 3, 0, "a"}, {true}), "#0.#1[3][0].#0 = :0", "a.b[3][0].a = true"},
      {on(Kind::Equal, "a.b[3]", {true}), "#0 = :0", "`a.b[3]` = true"},
      {on(Kind::Exists, Path{"a.b", "#c d"}), "attribute_exists(#0.#1)", "attribute_exists(`a.b`.`#c d`)"},
      {of(Kind::And, {kA, kB}), "(#0 = :0 AND attribute_exists(#1))", "(a = 1 AND attribute_exists(b))"},
      {of(Kind::Or, {kA, of(Kind::And, {kB, kA})}), "(#0 = :0 OR (attribute_exists(#1) AND #0 = :1))",
       "(a = 1 OR (attribute_exists(b) AND a = 1))"},
      {of(Kind::Not, {kA}), "NOT (#0 = :0)", "NOT (a = 1)"},
      {of(Kind::Not, {of(Kind::Or, {kA, kB})}), "NOT (#0 = :0 OR attribute_exists(#1))",
       "NOT (a = 1 OR attribute_exists(b))"},
      {of(Kind::And, {Predicate{}, kB}), "attribute_exists(#0)", "attribute_exists(b)"},
      {of(Kind::Or, {kB}), "attribute_exists(#0)", "attribute_exists(b)"},
  };
  for (const Case& c : cases) {
    Placeholders placeholders;
    const auto text = render(c.predicate, placeholders);
    ASSERT_TRUE(text && *text) << c.text;
    EXPECT_EQ(**text, c.text);
    EXPECT_EQ(placeholders.spell_out(**text), c.spelled);
  }
}

TEST(Predicate, WhatIsAlwaysTrueNeedsNoExpressionAndNoPlaceholders) {
  for (const Predicate& predicate :
       {Predicate{}, of(Kind::And, {}), of(Kind::And, {Predicate{}, of(Kind::And, {})}),
        of(Kind::Or, {kA, Predicate{}}), of(Kind::Or, {kA, of(Kind::And, {of(Kind::Or, {kB, Predicate{}})})})}) {
    Placeholders placeholders;
    const auto text = render(predicate, placeholders);
    ASSERT_TRUE(text.has_value());
    EXPECT_EQ(*text, std::nullopt);
    EXPECT_EQ(placeholders.names(), std::nullopt);
    EXPECT_EQ(placeholders.values(), std::nullopt);
  }
}

TEST(Predicate, RefusesWhatCannotBeMeant) {
  const std::vector<std::pair<Predicate, std::string>> cases = {
      {on(Kind::Equal, "a"), "The condition on a needs 1 operand(s) and has 0"},
      {on(Kind::Exists, "a", {1}), "The condition on a needs 0 operand(s) and has 1"},
      {on(Kind::In, "a"), "The condition on a can never be true: it compares with an empty list"},
      {of(Kind::Or, {}), "An OR of no conditions can never be true"},
      {of(Kind::Not, {Predicate{}}), "A NOT of no condition can never be true"},
  };
  for (const auto& [predicate, message] : cases) {
    Placeholders placeholders;
    const auto text = render(predicate, placeholders);
    ASSERT_FALSE(text.has_value()) << message;
    EXPECT_EQ(text.error().code, ErrorCode::ValidationException);
    EXPECT_EQ(text.error().message, message);
  }
  const std::vector<std::pair<Path, std::string>> paths = {
      {{}, "A path needs at least one step, the name of an attribute"},
      {{0}, "A path begins with an attribute, not with an element of a list"},
      {{"a", -1}, "The path a[-1] has a negative element"},
      {{"a", ""}, "The path \"a.\" has an empty name: attributes and entries of maps have at least one character"},
  };
  for (const auto& [path, message] : paths) {
    Placeholders placeholders;
    const auto text = render(on(Kind::Exists, path), placeholders);
    ASSERT_FALSE(text.has_value()) << message;
    EXPECT_EQ(text.error().message, message);
  }
}

TEST(Predicate, AListOfMoreThanAHundredValuesIsSplit) {
  Placeholders placeholders;
  Predicate in = on(Kind::In, "n");
  for (int i = 0; i < 201; ++i) in.values.emplace_back(i);
  const std::string text = render(in, placeholders).value().value();
  EXPECT_TRUE(text.starts_with("(#0 IN (:0, ")) << text;
  EXPECT_TRUE(text.ends_with(":199) OR #0 IN (:200))")) << text;
  EXPECT_EQ(placeholders.values()->size(), 201u);
}

TEST(Placeholders, NamesAreSharedAndValuesAreNot) {
  Placeholders placeholders;
  EXPECT_EQ(placeholders.name("status"), "#0");
  EXPECT_EQ(placeholders.name("dotted.name"), "#1");
  EXPECT_EQ(placeholders.name("status"), "#0");
  EXPECT_EQ(placeholders.value("x"), ":0");
  EXPECT_EQ(placeholders.value("x"), ":1");
  EXPECT_EQ(placeholders.names()->at("#1"), "dotted.name");
  EXPECT_EQ(*placeholders.values()->find(":1"), AttributeValue("x"));
}

TEST(Placeholders, SpellingOutTellsTheElementsNumbersFromPlaceholders) {
  Placeholders placeholders;
  for (int i = 0; i < 11; ++i) placeholders.name("n" + std::to_string(i));
  placeholders.value(AttributeMap{{"a", AttributeValue::List{1, AttributeValue::binary("xyz")}}});
  EXPECT_EQ(placeholders.spell_out("#1.#10[0] = :0"), "n1.n10[0] = {a: [1, <3 bytes>]}");
}

}  // namespace predicate_test
}  // namespace partita::model
