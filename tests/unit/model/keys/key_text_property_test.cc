// Keys of random tuples are injective, have the order of the tuples, read back unchanged, and put parents next to their
// children.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <tuple>

#include "model/keys/compose.h"
#include "model/keys/escape.h"
#include "model/keys/parse.h"
#include "model/keys/whole_number.h"

namespace partita::model {
namespace key_text_property_test {

constexpr int kTuples = 200'000;
constexpr int kTrees = 100'000;

constexpr FieldInfo kFields[] = {
    {"name", "name", FieldKind::String},
    {"number", "number", FieldKind::Integer},
    {"at", "at", FieldKind::Time},
    {"child", "child", FieldKind::String},
};
constexpr KeyPart kParts[] = {
    {.literal = "A#"}, {.field = 0}, {.literal = "#"},   {.field = 1, .format = KeyFormat::SignedPadded, .width = 19},
    {.literal = "#"},  {.field = 2}, {.literal = "#C#"}, {.field = 3},
};
constexpr KeyAttribute kKey{.attribute = "SK", .value = {"A#{name}#{number:s019d}#{at}#C#{child}", kParts}};
constexpr KeyPart kParentParts[] = {{.literal = "ORDER#"}, {.field = 0}};
constexpr KeyTemplate kParent{"ORDER#{name}", kParentParts};
constexpr KeyPart kChildParts[] = {{.literal = "ORDER#"}, {.field = 0}, {.literal = "#ITEM#"}, {.field = 3}};
constexpr KeyTemplate kChild{"ORDER#{name}#ITEM#{child}", kChildParts};

struct Random {
  std::mt19937_64 engine;
  std::uint64_t below(std::uint64_t bound) { return engine() % bound; }

  // Most bytes are near the delimiter, so that texts share prefixes and meet its neighbours.
  std::string text() {
    static constexpr std::string_view kNear("#$%\0\xff&\"1A0", 10);
    std::string bytes(1 + below(below(3) == 0 ? 8 : 3), '\0');
    for (char& byte : bytes) byte = below(4) == 0 ? static_cast<char>(below(256)) : kNear[below(kNear.size())];
    return bytes;
  }
  std::int64_t number() {
    constexpr auto kLimits = std::numeric_limits<std::int64_t>();
    switch (below(4)) {
      case 0:
        return static_cast<std::int64_t>(engine());
      case 1:
        return kLimits.min() + static_cast<std::int64_t>(below(3));
      case 2:
        return kLimits.max() - static_cast<std::int64_t>(below(3));
      default:
        return static_cast<std::int64_t>(below(7)) - 3;
    }
  }
  std::string time() {
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", 2025 + below(2), 1 + below(12), 1 + below(28),
                       below(24), below(60), below(60), below(3) == 0 ? 0 : below(1000));
  }
};

using Tuple = std::tuple<std::string, std::int64_t, std::string, std::string>;

AttributeMap map_of(const Tuple& tuple) {
  const auto& [name, number, at, child] = tuple;
  return {{"name", name}, {"number", number}, {"at", at}, {"child", child}};
}

Tuple random_tuple(Random& random) { return {random.text(), random.number(), random.time(), random.text()}; }

// Shares leading fields with `other`, so that the later ones decide.
Tuple near(Random& random, const Tuple& other) {
  Tuple tuple = random_tuple(random);
  const auto shared = random.below(5);
  if (shared > 0) std::get<0>(tuple) = std::get<0>(other);
  if (shared > 1) std::get<1>(tuple) = std::get<1>(other);
  if (shared > 2) std::get<2>(tuple) = std::get<2>(other);
  if (shared > 3) std::get<3>(tuple) = std::get<3>(other);
  return tuple;
}

class KeyTextProperty : public testing::Test {
 protected:
  const std::uint64_t seed = std::random_device{}();
  testing::ScopedTrace trace{__FILE__, __LINE__, fmt::format("seed {}", seed)};
  Random random{std::mt19937_64(seed)};
};

TEST_F(KeyTextProperty, the_order_of_keys_is_the_order_of_tuples) {
  Tuple before = random_tuple(random);
  for (int i = 0; i < kTuples; ++i) {
    Tuple now = near(random, before);
    const auto a = compose_text(kKey.value, kFields, map_of(before), std::size(kParts)).value().value();
    const auto b = compose_text(kKey.value, kFields, map_of(now), std::size(kParts)).value().value();
    ASSERT_EQ(a <=> b, before <=> now) << testing::PrintToString(before) << testing::PrintToString(now);
    before = std::move(now);
  }
}

TEST_F(KeyTextProperty, fields_are_read_back) {
  for (int i = 0; i < kTuples; ++i) {
    const AttributeMap values = map_of(random_tuple(random));
    const auto key = compose(kKey, KeyRole::Sort, kFields, values).value().value();
    AttributeMap read;
    ASSERT_TRUE(parse(kKey, kFields, key, read)) << key.s();
    ASSERT_EQ(read, values) << key.s();
  }
}

TEST_F(KeyTextProperty, what_is_read_from_any_text_writes_that_text) {
  int read_count = 0;
  for (int i = 0; i < kTuples; ++i) {
    auto key = compose(kKey, KeyRole::Sort, kFields, map_of(random_tuple(random))).value().value().s();
    const auto byte = random.below(2) ? random.below(128) : static_cast<unsigned char>("#$09AZ-:"[random.below(8)]);
    key[random.below(key.size())] = static_cast<char>(byte);
    AttributeMap read;
    if (!parse(kKey, kFields, key, read)) continue;
    ++read_count;
    ASSERT_EQ(compose(kKey, KeyRole::Sort, kFields, read).value().value().s(), key);
  }
  EXPECT_GT(read_count, kTuples / 10);
}

TEST_F(KeyTextProperty, a_tree_is_the_parent_and_its_children) {
  for (int i = 0; i < kTrees; ++i) {
    const std::string parent = random.text();
    const std::string other = random.below(3) == 0   ? parent
                              : random.below(2) == 0 ? parent + random.text()
                                                     : random.text();
    const auto low = compose_text(kParent, kFields, {{"name", parent}}, 2).value().value();
    const std::string high = low + kAfterDelimiter;
    const AttributeMap values{{"name", other}, {"child", random.text()}};
    for (const auto* key : {&kParent, &kChild}) {
      const auto text = compose_text(*key, kFields, values, key->parts.size()).value().value();
      ASSERT_EQ(low <= text && text <= high, parent == other) << low << " and " << text;
    }
  }
}

TEST_F(KeyTextProperty, a_prefix_up_to_the_delimiter_holds_exactly_its_items) {
  for (int i = 0; i < kTrees; ++i) {
    const std::string known = random.text();
    const std::string other = random.below(2) == 0 ? known : known + random.text();
    const auto prefix = compose_text(kChild, kFields, {{"name", known}}, 3).value().value();
    const auto text = compose_text(kChild, kFields, {{"name", other}, {"child", random.text()}}, 4).value().value();
    ASSERT_EQ(text.starts_with(prefix), known == other) << prefix << " and " << text;
  }
}

TEST_F(KeyTextProperty, signed_numbers_keep_their_order_and_value) {
  const auto whole = [](std::int64_t n) { return *whole_number(std::to_string(n)); };
  for (int i = 0; i < kTuples; ++i) {
    const std::int64_t a = random.number();
    const std::int64_t b = random.number();
    std::string a_text, b_text;
    ASSERT_TRUE(append_signed_padded(a_text, whole(a), 19));
    ASSERT_TRUE(append_signed_padded(b_text, whole(b), 19));
    ASSERT_EQ(a_text <=> b_text, a <=> b) << a << " " << b;
    ASSERT_EQ(a_text.size(), 20u);
    ASSERT_EQ(read_signed_padded(a_text, 19), whole(a));
  }
}

TEST_F(KeyTextProperty, escapes_are_ordered_and_read_back) {
  for (int i = 0; i < kTuples; ++i) {
    const std::string a = random.text();
    const std::string b = random.below(2) ? a + random.text() : random.text();
    std::string a_escaped, b_escaped;
    append_escaped(a_escaped, a);
    append_escaped(b_escaped, b);
    ASSERT_EQ(a_escaped <=> b_escaped, a <=> b);
    ASSERT_EQ(a_escaped.find(kDelimiter), std::string::npos);
    ASSERT_NE(a_escaped.back(), kAfterDelimiter);
    ASSERT_EQ(unescape(a_escaped), a);
  }
}

}  // namespace key_text_property_test
}  // namespace partita::model
