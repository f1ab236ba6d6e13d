#include "lib/items.h"

#include <cstring>

#include "lib/random.h"

namespace partita::bench {
namespace {

constexpr std::uint32_t kTitleBytes = 40;
constexpr std::uint32_t kIndexKeyBytes = 8;
constexpr std::uint32_t kVisitsDigits = 6;
constexpr std::uint32_t kFirstVisits = 100'000;

// Texts are cut from these letters, which are made once, so that a text costs a copy.
class Letters {
 public:
  Letters() {
    Random random(1);
    for (char& letter : letters_) letter = static_cast<char>('a' + random.below(26));
  }
  void copy(std::uint64_t which, std::uint32_t bytes, char* out) const {
    std::memcpy(out, letters_.data() + scatter(which) % kStarts, bytes);
  }

 private:
  static constexpr std::size_t kStarts = 1 << 16;
  std::array<char, kStarts + 1024> letters_;
};
const Letters kLetters;

void write_hex(std::uint64_t value, char* out) {
  for (int i = 15; i >= 0; --i, value >>= 4) out[i] = "0123456789abcdef"[value & 15];
}

void write_digits(std::uint64_t value, std::uint32_t width, char* out) {
  for (std::uint32_t i = width; i-- > 0; value /= 10) out[i] = static_cast<char>('0' + value % 10);
}

// DynamoDB's size of a number is a byte for each two significant digits, and one more.
std::uint32_t stored_bytes(const Attribute& attribute) {
  return static_cast<std::uint32_t>(attribute.name.size()) +
         (attribute.type == Type::N ? (attribute.width + 1) / 2 + 1 : attribute.width);
}

std::vector<Attribute> ycsb_attributes() {
  std::vector<Attribute> all = {{"pk", Type::S, Source::Pk, kPartitionKeyBytes}};
  for (std::uint32_t i = 0; i < kYcsbFields; ++i)
    all.push_back({"field" + std::to_string(i), Type::S, Source::Field, kYcsbFieldBytes, i});
  return all;
}

constexpr std::string_view kVectorNumber = R"({"N":"0.12345"})";
constexpr std::size_t kDigitsOfNumber = 6;  // the place of "0.12345" in it

std::vector<Attribute> vector_attributes(unsigned dimensions) {
  return {{"pk", Type::S, Source::Pk, kPartitionKeyBytes},
          {"shade", Type::N, Source::Shade, 1},
          // Each number has a comma or a bracket before it, and a bracket ends the list.
          {"embedding", Type::L, Source::Vector,
           dimensions * (static_cast<std::uint32_t>(kVectorNumber.size()) + 1) + 1, dimensions}};
}

std::string index_key_name(std::uint32_t ordinal) {
  return {'k', static_cast<char>('0' + ordinal / 10), static_cast<char>('0' + ordinal % 10)};
}

// All numbers have the same width: 0.12345 or -0.1234.
void write_vector(std::uint64_t seed, unsigned dimensions, char* out) {
  Random random(seed);
  for (unsigned i = 0; i < dimensions; ++i) {
    *out++ = i == 0 ? '[' : ',';
    std::memcpy(out, kVectorNumber.data(), kVectorNumber.size());
    char* number = out + kDigitsOfNumber;
    if (random.below(2) == 0) {
      write_digits(random.below(100'000), 5, number + 2);
    } else {
      std::memcpy(number, "-0.", 3);
      write_digits(1 + random.below(9'999), 4, number + 3);
    }
    out += kVectorNumber.size();
  }
  *out = ']';
}

// Items share a GSI partition if their numbers differ by a multiple of the number of partitions, so they do not share a
// partition of the table.
struct GsiPlace {
  std::uint64_t partition;
  std::uint64_t place;
};
GsiPlace gsi_place(const Layout& layout, std::uint64_t number) {
  const std::uint64_t partitions = layout.items / layout.group;
  if (partitions == 0) return {0, number};
  return {number % partitions, number / partitions};
}

}  // namespace

void write_partition_key(std::uint64_t group_number, char* out) { write_hex(scatter(group_number + 1), out); }
void write_gsi_partition_key(std::uint64_t group_number, char* out) { write_hex(scatter(~group_number), out); }
void write_sort_key(std::uint64_t place, char* out) { write_digits(place, kSortKeyBytes, out); }

std::vector<Attribute> attributes_of(const Layout& layout) {
  if (layout.ycsb) return ycsb_attributes();
  if (layout.dimensions > 0) return vector_attributes(layout.dimensions);
  std::vector<Attribute> all = {{"pk", Type::S, Source::Pk, kPartitionKeyBytes}};
  if (layout.sort_key) {
    all.push_back({"sk", Type::S, Source::Sk, kSortKeyBytes});
    all.push_back({"lk", Type::S, Source::Lk, kSortKeyBytes});
    all.push_back({"gpk", Type::S, Source::Gpk, kPartitionKeyBytes});
    all.push_back({"gsk", Type::S, Source::Gsk, kSortKeyBytes});
  }
  all.push_back({"shade", Type::N, Source::Shade, 1});
  all.push_back({"visits", Type::N, Source::Visits, kVisitsDigits});
  for (std::uint32_t i = 0; i < layout.index_keys; ++i)
    all.push_back({index_key_name(i), Type::S, Source::IndexKey, kIndexKeyBytes, i});
  all.push_back({"title", Type::S, Source::Title, kTitleBytes});
  Attribute body{"body", Type::S, Source::Body, 0};
  std::uint64_t bytes = stored_bytes(body);
  for (const Attribute& attribute : all) bytes += stored_bytes(attribute);
  body.width = static_cast<std::uint32_t>(kRecordBytes - bytes);
  all.push_back(std::move(body));
  return all;
}

void write_text(const Layout& layout, const Attribute& attribute, std::uint64_t number, std::uint64_t version,
                char* out) {
  const std::uint64_t place = layout.sort_key ? number % layout.group : 0;
  // A different seed for each text of an item and for each version.
  const std::uint64_t seed = (number + 1) * 64 + static_cast<std::uint64_t>(attribute.source) * 32 + attribute.ordinal +
                             version * 0x9e3779b97f4a7c15;
  switch (attribute.source) {
    case Source::Pk:
      return write_partition_key(layout.sort_key ? number / layout.group : number, out);
    case Source::Sk:
      return write_sort_key(place, out);
    case Source::Lk:
      return write_sort_key(layout.group - 1 - place, out);
    case Source::Gpk:
      return write_gsi_partition_key(gsi_place(layout, number).partition, out);
    case Source::Gsk:
      return write_sort_key(gsi_place(layout, number).place, out);
    case Source::Shade:
      return write_digits(number % 10, 1, out);
    case Source::Visits:
      return write_digits(kFirstVisits + scatter(seed) % kFirstVisits, kVisitsDigits, out);
    case Source::Title:
    case Source::Body:
    case Source::IndexKey:
    case Source::Field:
      return kLetters.copy(seed, attribute.width, out);
    case Source::Vector:
      return write_vector(seed, attribute.ordinal, out);
  }
}

std::string text_of(const Layout& layout, const Attribute& attribute, std::uint64_t number, std::uint64_t version) {
  std::string text(attribute.width, '\0');
  write_text(layout, attribute, number, version, text.data());
  return text;
}

}  // namespace partita::bench
