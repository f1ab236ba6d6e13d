#include "storage/batch.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "storage/store.h"
#include "storage/sums.h"

namespace partita::storage {
namespace batch_test {

using Entry = std::tuple<Batch::Operation, std::string, std::string>;

std::vector<Entry> entries_of(const Batch& batch) {
  std::vector<Entry> out;
  batch.for_each([&](Batch::Operation operation, std::string_view key, std::string_view value) {
    out.emplace_back(operation, key, value);
  });
  return out;
}

TEST(Batch, gives_back_its_operations_in_order) {
  const std::string big(300, 'b'), zeros("\0\0", 2);
  Batch batch;
  EXPECT_TRUE(batch.empty());
  batch.put("k", big);
  batch.erase(zeros);
  batch.erase_range("a", "b");
  batch.add("n", {1, -1});
  EXPECT_FALSE(batch.empty());
  EXPECT_GT(batch.size_bytes(), 300u);
  std::string sums;
  encode_sums({1, -1}, sums);
  EXPECT_EQ(entries_of(batch), (std::vector<Entry>{{Batch::Operation::Put, "k", big},
                                                   {Batch::Operation::Erase, zeros, ""},
                                                   {Batch::Operation::EraseRange, "a", "b"},
                                                   {Batch::Operation::Add, "n", sums}}));
  batch.clear();
  EXPECT_TRUE(batch.empty());
  EXPECT_TRUE(entries_of(batch).empty());
}

TEST(Sums, are_two_big_endian_integers) {
  std::string out;
  encode_sums({1, -2}, out);
  EXPECT_EQ(out, std::string("\0\0\0\0\0\0\0\1\xff\xff\xff\xff\xff\xff\xff\xfe", 16));
  EXPECT_EQ(decode_sums(out), (Sums{1, -2}));
}

}  // namespace batch_test
}  // namespace partita::storage
