// The values of forks, and the search for originals.
#include <gtest/gtest.h>

#include <set>

#include "model/keys/text_forms.h"
#include "movement/forks/fork_rules.h"
#include "movement/forks/original_values.h"
#include "movement/forks/substitutes.h"

namespace partita::movement {
namespace fork_values_test {

using model::FieldKind;

constexpr model::FieldInfo kText{.name = "text", .attribute = "text", .kind = FieldKind::String};
constexpr model::FieldInfo kSeconds{.name = "seconds", .attribute = "seconds", .kind = FieldKind::Seconds};

AttributeValue number(std::string text) { return AttributeValue::number(std::move(text)); }

class SubstitutesOfForks : public ::testing::Test {
 protected:
  AttributeValue treated(const model::FieldInfo& field, FieldRule rule, const AttributeValue& value) {
    const auto out = substitutes_.treated(field, {.rule = rule}, value);
    EXPECT_TRUE(out) << (out ? "" : out.error().message);
    return out.value_or(AttributeValue());
  }
  std::string pseudonym(const std::string& text) { return treated(kText, FieldRule::Pseudonym, text).s(); }
  std::string other_number(const std::string& text) { return treated(kText, FieldRule::Pseudonym, number(text)).n(); }
  const Substitutes substitutes_{"a key of sixteen", {"pat_", "pat_x_"}};
};

TEST_F(SubstitutesOfForks, APseudonymHasTheFormOfItsText) {
  EXPECT_TRUE(model::has_form(FieldKind::Uuid, pseudonym("123e4567-e89b-42d3-a456-426614174000")));
  const std::string ulid = pseudonym("01J5ZK0M9Q7V3T8W2X4Y6Z8A0B");
  EXPECT_TRUE(model::has_form(FieldKind::Ulid, ulid)) << ulid;
  EXPECT_EQ(ulid.substr(0, 10), "01J5ZK0M9Q");
  EXPECT_TRUE(pseudonym("anna@clinic.test").ends_with("@example.com"));
  EXPECT_TRUE(pseudonym("pat_17").starts_with("pat_"));
  EXPECT_TRUE(pseudonym("pat_x_17").starts_with("pat_x_"));
  EXPECT_TRUE(model::has_form(FieldKind::Date, pseudonym("2024-02-29")));
  EXPECT_TRUE(pseudonym("2024-02-29T10:00:00.123Z").ends_with("T10:00:00.123Z"));
  EXPECT_TRUE(substitutes_.treated(kText, {.rule = FieldRule::Mask}, AttributeValue("x")).has_value());
  EXPECT_FALSE(substitutes_.treated(kText, {.rule = FieldRule::Pseudonym}, AttributeValue("0100-01-01")).has_value());
  EXPECT_EQ(pseudonym("2021-02-31").size(), 22);
  EXPECT_TRUE(pseudonym("pat_anna@clinic.test").starts_with("pat_"));
}

TEST_F(SubstitutesOfForks, EqualValuesHaveEqualPseudonymsAndOthersDiffer) {
  std::set<std::string> texts, numbers;
  for (int i = 0; i < 2'000; ++i) {
    texts.insert(pseudonym("customer-" + std::to_string(i)));
    numbers.insert(other_number(std::to_string(i)));
    EXPECT_EQ(other_number(std::to_string(i)).size(), 15);
  }
  EXPECT_EQ(texts.size(), 2'000);
  EXPECT_EQ(numbers.size(), 2'000);
  EXPECT_EQ(pseudonym("a"), pseudonym("a"));
  EXPECT_EQ(other_number("5"), other_number("5.0"));
  EXPECT_EQ(other_number("-5"), "-" + other_number("5"));
  EXPECT_EQ(other_number("123456789012345678").size(), 19);
  const Substitutes other("another key of more bytes", {});
  EXPECT_NE(other.treated(kText, {.rule = FieldRule::Pseudonym}, AttributeValue("a"))->s(), pseudonym("a"));
}

TEST_F(SubstitutesOfForks, TimesKeepTheirDistances) {
  EXPECT_LT(pseudonym("2024-02-28"), pseudonym("2024-02-29"));
  const auto seconds = [&](const char* text) {
    return std::stoll(treated(kSeconds, FieldRule::Pseudonym, number(text)).n());
  };
  EXPECT_EQ(seconds("1700000100") - seconds("1700000000"), 100);
}

TEST_F(SubstitutesOfForks, MembersOfDocumentsHaveTheirOwnRules) {
  Treatment treatment;
  treatment.members["street"].rule = FieldRule::Mask;
  treatment.members["zip"].rule = FieldRule::Drop;
  const AttributeValue address = AttributeValue::map(
      {{"street", AttributeValue("Long Street 1")}, {"zip", AttributeValue("10115")}, {"floor", number("3")}});
  const auto out = substitutes_.treated(kText, treatment, AttributeValue::list({address, AttributeValue("other")}));
  ASSERT_TRUE(out);
  EXPECT_EQ(out->l()[0], AttributeValue::map({{"street", AttributeValue("masked")}, {"floor", number("3")}}));
  // A value without members has the strictest rule of them.
  EXPECT_EQ(out->l()[1], AttributeValue("masked"));
  // Names of members may be values.
  const auto whole = substitutes_.treated(kText, {.rule = FieldRule::Mask}, AttributeValue::map({{"Anna", true}}));
  ASSERT_TRUE(whole);
  EXPECT_FALSE(whole->m().contains("Anna"));
  EXPECT_EQ(whole->m().begin()->value, AttributeValue::boolean(false));
}

class OriginalsOfForks : public ::testing::Test {
 protected:
  void add(const AttributeValue& value) { originals_.add(0, value); }
  bool finds(const AttributeValue& value) {
    if (!is_prepared_) originals_.prepare();
    is_prepared_ = true;
    bool is_found = false;
    originals_.find_in("x", value, [&](const std::string&, std::size_t) { is_found = true; });
    return is_found;
  }
  OriginalValues originals_{{"masked", "ORDER#"}, {"Berlin"}};
  bool is_prepared_ = false;
};

TEST_F(OriginalsOfForks, TextsAreFoundInTexts) {
  add("Anna");
  add("anna.example@clinic.test");
  add(std::string(5'000, 'z') + "y");
  add("李明");
  EXPECT_TRUE(finds("anna"));
  EXPECT_TRUE(finds("to ANNA, with love"));
  EXPECT_TRUE(finds("CUST#Anna#1"));
  EXPECT_FALSE(finds("Hannah and Annalena"));
  EXPECT_TRUE(finds("xxanna.example@clinic.testxx"));
  EXPECT_TRUE(finds("a " + std::string(5'000, 'z') + "y b"));
  EXPECT_FALSE(finds(std::string(4'000, 'z') + "y"));
  EXPECT_TRUE(finds(AttributeValue::map({{"a", AttributeValue::list({AttributeValue("x"), AttributeValue("anna")})}})));
  EXPECT_TRUE(finds(AttributeValue::map({{"Anna", AttributeValue("x")}})));
  EXPECT_TRUE(finds(AttributeValue::string_set({"b", "Anna"})));
  EXPECT_TRUE(finds(AttributeValue::binary("Anna")));
  EXPECT_TRUE(finds("患者李明来了"));
}

TEST_F(OriginalsOfForks, EscapedAndPaddedPartsOfKeysAreRead) {
  add("Anna Example");
  add(number("4711001"));
  add(AttributeValue::binary("\x01\x02\xfe\xff"));
  EXPECT_TRUE(finds("CUST#Anna$20Example"));
  EXPECT_TRUE(finds("BILL#0000000000004711001"));
  EXPECT_TRUE(finds("BILL#10000000000004711001"));
  EXPECT_TRUE(finds(number("-4711001")));
  EXPECT_TRUE(finds(number("4711001.0")));
  EXPECT_FALSE(finds(number("47110010")));
  EXPECT_TRUE(finds("KEY#0102feff"));
}

TEST_F(OriginalsOfForks, ShortAndKnownValuesAreNotSearchedFor) {
  add("ab");
  add(number("42"));
  add("order");
  add("Berlin");
  EXPECT_FALSE(finds("ab"));
  EXPECT_FALSE(finds(number("42")));
  EXPECT_FALSE(finds("ORDER#1"));
  EXPECT_FALSE(finds("Berlin"));
  EXPECT_TRUE(originals_.is_short_value_of(0, number("42")));
  EXPECT_FALSE(originals_.is_short_value_of(1, number("42")));
  EXPECT_EQ(originals_.known_values(), 1);
}

TEST(RulesOfForks, SharesAreReadAndWrongOnesRefused) {
  EXPECT_DOUBLE_EQ(read_share("1%").value_or(0), 0.01);
  EXPECT_DOUBLE_EQ(read_share("0.5").value_or(0), 0.5);
  EXPECT_DOUBLE_EQ(read_share("100 %").value_or(0), 1);
  for (const char* wrong : {"", "0", "0%", "101%", "1.5", "-1%", "nan", "1%%", "x"}) EXPECT_FALSE(read_share(wrong));
}

}  // namespace fork_values_test
}  // namespace partita::movement
