// The texts that a declaration may compare with a member are those that the member's codec writes: a text is accepted
// if and only if its value, read and written again, has that text.
#include <gtest/gtest.h>
#include <partita/model.h>
#include <partita/model/detail/stored_text.h>

#include <random>

namespace stored_text_test {

namespace pt = partita::model;
using partita::AttributeType;
using partita::AttributeValue;
using pt::FieldKind;

// The text that the codec of T writes for the value that `text` has, if T reads it.
template <class T>
std::optional<std::string> written_again(const std::string& text, AttributeType type) {
  const AttributeValue value =
      type == AttributeType::N ? AttributeValue::number(text) : AttributeValue::string(std::string(text));
  auto read = pt::decode<T>(value);
  if (!read) return std::nullopt;
  const auto again = pt::encode(*read);
  return again ? std::optional(again->text()) : std::nullopt;
}

template <class T>
void expect_agreement(FieldKind kind, AttributeType type, const std::vector<std::string>& seeds) {
  std::mt19937 random(7);
  const std::string alphabet = "0123456789-+.eETZ:aAfF ";
  const pt::FieldInfo field{.name = "value", .attribute = "value", .kind = kind};
  int accepted = 0;
  for (const std::string& seed : seeds)
    for (int i = 0; i < 2000; ++i) {
      std::string text = seed;
      for (unsigned edits = random() % 3; edits > 0 && !text.empty(); --edits) {
        const std::size_t at = random() % text.size();
        const char byte = alphabet[random() % alphabet.size()];
        if (random() % 3 == 0)
          text.erase(at, 1);
        else if (random() % 2)
          text[at] = byte;
        else
          text.insert(at, 1, byte);
      }
      const bool is_text = pt::detail::is_stored_text(field, text);
      EXPECT_EQ(is_text, written_again<T>(text, type) == text) << text;
      accepted += is_text;
    }
  EXPECT_GT(accepted, 100);
}

TEST(StoredText, IsWhatTheCodecsWrite) {
  const std::vector<std::string> whole = {"0", "7", "-5", "120", "9223372036854775807", "-9223372036854775808", "1E3"};
  expect_agreement<std::int64_t>(FieldKind::Integer, AttributeType::N, whole);
  expect_agreement<pt::epoch_seconds>(FieldKind::Seconds, AttributeType::N, whole);
  expect_agreement<std::uint64_t>(FieldKind::Unsigned, AttributeType::N, {"0", "7", "18446744073709551615", "120"});
  expect_agreement<pt::decimal>(FieldKind::Decimal, AttributeType::N,
                                {"0", "1.5", "-0.25", "1.50", "120", "12345678901234567890123456789012345678"});
  expect_agreement<double>(FieldKind::Double, AttributeType::N, {"0", "1.5", "-0.25", "1.50", "120", "1000000"});
  expect_agreement<pt::date>(FieldKind::Date, AttributeType::S, {"2026-01-05", "2024-02-29", "2025-02-29"});
  expect_agreement<pt::utc_ms>(FieldKind::Time, AttributeType::S,
                               {"2026-01-05T10:00:00.000Z", "2026-01-05T10:00:00Z", "2024-02-29T23:59:59.999Z"});
  expect_agreement<pt::uuid>(FieldKind::Uuid, AttributeType::S, {"01234567-89ab-4def-8123-456789abcdef"});
  expect_agreement<pt::ulid>(FieldKind::Ulid, AttributeType::S,
                             {"01ARZ3NDEKTSV4RRFFQ69G5FAV", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"});
}

TEST(StoredText, OfWholeNumbersIsWithinTheMembersRange) {
  using pt::detail::is_whole_text;
  EXPECT_TRUE(is_whole_text("255", {.least = 0, .most = 255}));
  EXPECT_FALSE(is_whole_text("256", {.least = 0, .most = 255}));
  EXPECT_FALSE(is_whole_text("-1", {.least = 0, .most = 255}));
  EXPECT_TRUE(is_whole_text("-128", {.least = -128, .most = 127}));
  EXPECT_FALSE(is_whole_text("-129", {.least = -128, .most = 127}));
  EXPECT_FALSE(is_whole_text("18446744073709551616", {}));
}

}  // namespace stored_text_test
