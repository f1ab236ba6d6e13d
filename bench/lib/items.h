// The benchmark's items. Item `number` has the same bytes for the load generator, the embedded program and the checks
// of both. Every attribute's text has a fixed width, so that a prepared request can be patched in place.
//
// There are three shapes. A record has 400 bytes in all (DynamoDB's item size, names included) in these attributes:
//   pk, sk   primary key: its group and its place in the group; a table without a sort key has only pk
//   lk       sort key of the LSI: the places in reverse
//   gpk, gsk key of the GSI: it has partitions of the same size as the table's, but of other items
//   shade    a digit, the last of the number, so that a filter on it drops 90 %
//   visits   a number that updates count up
//   title    40 characters; body: the rest
// Keys of twenty more indexes (k00..k19, 8 characters) take their bytes from the body's share. A YCSB item has pk and
// ten fields of 100 bytes. An item with dimensions has pk, shade and a vector, "embedding".
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace partita::bench {

inline constexpr std::uint64_t kRecordBytes = 400;
inline constexpr unsigned kMostIndexes = 20;
inline constexpr unsigned kYcsbFields = 10;
inline constexpr unsigned kYcsbFieldBytes = 100;

// How items form partitions: item number n is item n % group of partition n / group.
struct Layout {
  // Without a sort key each item is a partition of its own.
  bool sort_key = false;
  std::uint64_t items = 0;
  std::uint64_t group = 1;
  // The number of attributes k00.. beside those of every record.
  unsigned index_keys = 0;
  bool ycsb = false;
  // Those of the vector; 0: there is none.
  unsigned dimensions = 0;
  friend bool operator==(const Layout&, const Layout&) = default;
};

enum class Type : std::uint8_t { S, N, L };

// The kind of an attribute, which decides its text.
enum class Source : std::uint8_t { Pk, Sk, Lk, Gpk, Gsk, Shade, Visits, Title, Body, IndexKey, Field, Vector };

struct Attribute {
  std::string name;
  Type type;
  Source source;
  // Size of the text in bytes.
  std::uint32_t width;
  // The number of the index key or field, or the dimensions of a vector.
  std::uint32_t ordinal = 0;
};

// The attributes of each item, in the order in which they are written.
std::vector<Attribute> attributes_of(const Layout& layout);

// Writes attribute.width bytes to `out`. The texts of pk, sk, lk, gpk, gsk and shade depend only on the number; all
// others change with `version`. A vector's text is a JSON list of numbers between -1 and 1: [{"N":"-0.1234"},...].
void write_text(const Layout& layout, const Attribute& attribute, std::uint64_t number, std::uint64_t version,
                char* out);
std::string text_of(const Layout& layout, const Attribute& attribute, std::uint64_t number, std::uint64_t version = 0);

// The key texts by themselves.
inline constexpr std::uint32_t kPartitionKeyBytes = 16;
inline constexpr std::uint32_t kSortKeyBytes = 10;
void write_partition_key(std::uint64_t group_number, char* out);
// A key of a GSI partition never equals the key of a table partition.
void write_gsi_partition_key(std::uint64_t group_number, char* out);
void write_sort_key(std::uint64_t place, char* out);

}  // namespace partita::bench
