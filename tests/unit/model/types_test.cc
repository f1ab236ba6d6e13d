// The value types: texts, order, arithmetic.
#include <gtest/gtest.h>
#include <partita/model/types.h>

#include <limits>
#include <random>
#include <sstream>
#include <thread>
#include <unordered_set>
#include <vector>

namespace partita::model {
namespace types_test {

using namespace literals;
using namespace std::chrono_literals;

static_assert("1970-01-01T00:00:01.5Z"_utc.ms() == 1500);
static_assert("1969-12-31T23:59:59.999Z"_utc.ms() == -1);
static_assert("2024-02-29"_date.day() == 29);
static_assert("2020-11-25"_date < "2020-12-01"_date);

template <class T>
std::string printed(const T& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

TEST(UtcMs, HasATextOfFixedWidth) {
  EXPECT_EQ(utc_ms().text().value(), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ("2026-01-05T10:00:00.12Z"_utc.text().value(), "2026-01-05T10:00:00.120Z");
  EXPECT_EQ("0000-01-01T00:00:00Z"_utc.text().value(), "0000-01-01T00:00:00.000Z");
  EXPECT_EQ("9999-12-31T23:59:59.999Z"_utc.text().value(), "9999-12-31T23:59:59.999Z");
  EXPECT_EQ(printed("2026-01-05T10:00:00Z"_utc), "2026-01-05T10:00:00.000Z");
}

TEST(UtcMs, OutsideOfTheYearsHasNoText) {
  EXPECT_FALSE(("9999-12-31T23:59:59.999Z"_utc + 1ms).has_text());
  EXPECT_FALSE(("0000-01-01T00:00:00Z"_utc - 1ms).has_text());
  EXPECT_EQ(("9999-12-31T23:59:59.999Z"_utc + 1ms).text().error().message,
            "the time 253402300800000 ms since 1970 is outside of the years 0000 to 9999");
}

TEST(UtcMs, TextsSortAsTimesDo) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 10'000; ++i) {
    const utc_ms a(std::int64_t(random() % 315'569'520'000'000) - 62'167'219'200'000);
    const utc_ms b = a + std::chrono::milliseconds(std::int64_t(random() % 2001) - 1000);
    if (!b.has_text()) continue;
    ASSERT_EQ(a <=> b, a.text().value() <=> b.text().value());
    ASSERT_EQ(utc_ms::parse(a.text().value()), a);
  }
}

TEST(UtcMs, RefusesOtherTexts) {
  for (const char* text :
       {"", "2026-01-05", "2026-01-05T10:00:00", "2026-01-05T10:00:00+00:00", "2026-01-05 10:00:00Z",
        "2026-01-05T24:00:00Z", "2026-01-05T10:60:00Z", "2026-01-05T10:00:60Z", "2026-02-29T10:00:00Z",
        "2026-13-01T10:00:00Z", "2026-01-05T10:00:00.Z", "2026-01-05T10:00:00.1234Z", "2026-01-05T10:00:00.1 Z",
        "2026-01-05T1a:00:00Z", "-026-01-05T10:00:00Z", "2026-01-05T10:00:00,123Z", "2026-01-05t10:00:00z"})
    EXPECT_FALSE(utc_ms::parse(text)) << text;
}

TEST(UtcMs, IsAChronoTime) {
  const utc_ms t = "2026-01-05T10:00:00Z"_utc;
  EXPECT_EQ(utc_ms(t.time()), t);
  EXPECT_EQ((t + 90s) - t, 90'000ms);
  EXPECT_EQ(epoch_seconds(t + 999ms).seconds(), t.ms() / 1000);
  EXPECT_EQ(epoch_seconds(utc_ms(-1)).seconds(), -1);
  EXPECT_EQ((epoch_seconds(5) + 1min).seconds(), 65);
}

TEST(Date, IsCheckedAndComesBack) {
  EXPECT_EQ("2020-11-25"_date.text(), "2020-11-25");
  EXPECT_EQ(printed("0007-01-02"_date), "0007-01-02");
  EXPECT_EQ(date().text(), "1970-01-01");
  for (const char* text : {"2026-02-29", "2026-00-01", "2026-01-00", "2026-04-31", "2026-1-01", "2026-01-1", "20260101",
                           "2026-01-01Z", "+026-01-01", ""})
    EXPECT_FALSE(date::parse(text)) << text;
  EXPECT_FALSE(date::from(10000, 1, 1));
  EXPECT_FALSE(date::from(2026, 1, 300));
  EXPECT_EQ(date::from("2024-03-01"_date.days() - std::chrono::days(1)), "2024-02-29"_date);
  EXPECT_FALSE(date::from("9999-12-31"_date.days() + std::chrono::days(1)));
}

TEST(Uuid, ComesBackFromItsText) {
  const uuid id = "123e4567-e89b-42d3-a456-426614174000"_uuid;
  EXPECT_EQ(id.text(), "123e4567-e89b-42d3-a456-426614174000");
  EXPECT_EQ(uuid::parse("123E4567-E89B-42D3-A456-426614174000"), id);
  for (const char* text : {"", "123e4567e89b42d3a456426614174000", "123e4567-e89b-42d3-a456-42661417400g",
                           "123e4567-e89b-42d3-a456-4266141740000", "123e4567-e89b-42d3-a4564-26614174000"})
    EXPECT_FALSE(uuid::parse(text)) << text;
}

TEST(Uuid, RandomOnesDifferAndSayTheirVersion) {
  std::unordered_set<uuid> seen;
  for (int i = 0; i < 1000; ++i) {
    const uuid id = uuid::random();
    EXPECT_EQ(id.text()[14], '4');
    EXPECT_NE(std::string("89ab").find(id.text()[19]), std::string::npos);
    EXPECT_TRUE(seen.insert(id).second);
  }
}

TEST(Ulid, ComesBackFromItsText) {
  const ulid id = "01ARZ3NDEKTSV4RRFFQ69G5FAV"_ulid;
  EXPECT_EQ(id.text(), "01ARZ3NDEKTSV4RRFFQ69G5FAV");
  EXPECT_EQ(id.time_ms(), 1469922850259);
  EXPECT_EQ(ulid::parse("01arz3ndektsv4rrffq69g5fav"), id);
  EXPECT_EQ(ulid().text(), std::string(26, '0'));
  EXPECT_EQ("7ZZZZZZZZZZZZZZZZZZZZZZZZZ"_ulid.octets[0], 0xFF);
  for (const char* text : {"", "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "01ARZ3NDEKTSV4RRFFQ69G5FA", "01ARZ3NDEKTSV4RRFFQ69G5FAVV",
                           "01ARZ3NDEKTSV4RRFFQ69G5FAI", "01ARZ3NDEKTSV4RRFFQ69G5FAL", "01ARZ3NDEKTSV4RRFFQ69G5FAO",
                           "01ARZ3NDEKTSV4RRFFQ69G5FAU", "/1ARZ3NDEKTSV4RRFFQ69G5FAV"})
    EXPECT_FALSE(ulid::parse(text)) << text;
}

TEST(UlidGenerator, AscendsWithinAMillisecondAndWhenTheClockGoesBack) {
  std::int64_t now = 1000;
  ulid_generator next([&] { return now; });
  ulid last = next();
  EXPECT_EQ(last.time_ms(), 1000);
  for (int i = 0; i < 1000; ++i) {
    if (i == 500) now = 900;
    const ulid id = next();
    ASSERT_LT(last, id);
    ASSERT_LT(last.text(), id.text());
    ASSERT_EQ(id.time_ms(), 1000);
    last = id;
  }
  now = 1001;
  EXPECT_EQ(next().time_ms(), 1001);
}

TEST(UlidGenerator, TakesTheNextMillisecondWhenItsRandomPartIsUsedUp) {
  std::uint8_t filler = 0xFF;
  ulid_generator next([] { return std::int64_t{5}; },
                      [&](std::span<std::uint8_t> octets) {
                        for (std::uint8_t& octet : octets) octet = filler;
                      });
  const ulid first = next();
  filler = 0x11;
  const ulid second = next();
  EXPECT_EQ(first.time_ms(), 5);
  EXPECT_EQ(second.time_ms(), 6);
  EXPECT_EQ(second.octets[15], 0x11);
  EXPECT_LT(first, second);
  EXPECT_EQ(next().octets[15], 0x12);
}

TEST(UlidGenerator, ThreadsDrawFromOneAscendingSequence) {
  ulid_generator next([] { return std::int64_t{77}; });
  std::vector<std::vector<ulid>> drawn(4);
  {
    std::vector<std::jthread> threads;
    for (auto& mine : drawn)
      threads.emplace_back([&] {
        for (int i = 0; i < 2000; ++i) mine.push_back(next());
      });
  }
  std::set<ulid> all;
  for (const auto& mine : drawn) {
    EXPECT_TRUE(std::is_sorted(mine.begin(), mine.end()));
    all.insert(mine.begin(), mine.end());
  }
  EXPECT_EQ(all.size(), 8000u);
}

TEST(Decimal, HasACanonicalText) {
  EXPECT_EQ(decimal().text(), "0");
  EXPECT_EQ(decimal(-42).text(), "-42");
  EXPECT_EQ(decimal(std::numeric_limits<std::uint64_t>::max()).text(), "18446744073709551615");
  EXPECT_EQ("0012.500"_dec.text(), "12.5");
  EXPECT_EQ(decimal::parse("1E3").value().text(), "1000");
  EXPECT_EQ(decimal::parse("-0.0").value(), decimal());
  EXPECT_EQ(printed("-.5"_dec), "-0.5");
  EXPECT_EQ(decimal::parse("x").error().message, "The parameter cannot be converted to a numeric value: x");
  EXPECT_FALSE(decimal::parse(std::string(39, '1')));
  EXPECT_FALSE(decimal::parse("1E126"));
}

TEST(Decimal, IsOrderedByValue) {
  const decimal ascending[] = {"-10"_dec, "-9.5"_dec, "-0.01"_dec, 0, "0.001"_dec, "0.01"_dec, 2, 10, "10.0001"_dec};
  for (std::size_t i = 0; i < std::size(ascending); ++i)
    for (std::size_t j = 0; j < std::size(ascending); ++j) EXPECT_EQ(ascending[i] <=> ascending[j], i <=> j);
}

TEST(Decimal, CountsExactly) {
  EXPECT_EQ("0.1"_dec.plus("0.2"_dec).value(), "0.3"_dec);
  EXPECT_EQ("1"_dec.minus("1.01"_dec).value(), "-0.01"_dec);
  EXPECT_EQ("19.99"_dec.times(3).value(), "59.97"_dec);
  EXPECT_EQ("-2.5"_dec.times(-4).value(), 10);
  EXPECT_EQ("7.25"_dec.times(0).value(), 0);
  EXPECT_EQ("0.5"_dec.times(std::numeric_limits<std::int64_t>::min()).value(), "-4611686018427387904"_dec);
  EXPECT_EQ(-"1.5"_dec, "-1.5"_dec);
  EXPECT_EQ(-decimal(), 0);
  // The product has 38 digits, although a step of its computation would need more.
  EXPECT_EQ("99999999999999999999999999999999999995"_dec.times(10).value().text(),
            "999999999999999999999999999999999999950");
}

TEST(Decimal, MultipliesAsIntegersDo) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 5000; ++i) {
    const auto a = static_cast<std::int32_t>(random()), b = static_cast<std::int32_t>(random());
    ASSERT_EQ(decimal(a).times(b).value(), decimal(std::int64_t{a} * b));
  }
}

TEST(Decimal, RefusesWhatItCannotHold) {
  const decimal nines = decimal::parse(std::string(38, '9')).value();
  EXPECT_EQ(nines.plus("0.1"_dec).error().message,
            "Number overflow. Attempting to store a number with magnitude larger than supported range");
  EXPECT_EQ(nines.times(7).error().message, "Attempting to store more than 38 significant digits in a Number");
  EXPECT_EQ(decimal::parse("9E125").value().times(2).error().message,
            "Number overflow. Attempting to store a number with magnitude larger than supported range");
}

TEST(Bytes, AreUnsigned) {
  EXPECT_LT(bytes("\x7f"), bytes("\x80"));
  const std::byte raw[] = {std::byte{0}, std::byte{255}};
  EXPECT_EQ(bytes(raw).size(), 2u);
  EXPECT_EQ(printed(bytes(raw)), "00ff");
  EXPECT_EQ(bytes(raw).span()[1], std::byte{255});
}

TEST(ValueTypes, CanBeHashed) {
  EXPECT_EQ(std::hash<decimal>()("1.50"_dec), std::hash<decimal>()("1.5"_dec));
  EXPECT_NE(std::hash<utc_ms>()(utc_ms(1)), std::hash<utc_ms>()(utc_ms(2)));
  EXPECT_NE(std::hash<date>()("2020-01-02"_date), std::hash<date>()("2020-02-01"_date));
  EXPECT_NE(std::hash<ulid>()("01ARZ3NDEKTSV4RRFFQ69G5FAV"_ulid), std::hash<ulid>()(ulid()));
  EXPECT_EQ(std::hash<bytes>()(bytes("a")), std::hash<bytes>()(bytes("a")));
  EXPECT_EQ(std::hash<epoch_seconds>()(epoch_seconds(4)), std::hash<epoch_seconds>()(epoch_seconds(4)));
}

}  // namespace types_test
}  // namespace partita::model
