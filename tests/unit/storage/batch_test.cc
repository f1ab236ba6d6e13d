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
  batch.for_each([&](Batch::Operation operation, std::string_view key, const Batch::Value& value) {
    std::string joined;
    out.emplace_back(operation, key, value.whole(joined));
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

TEST(Batch, refers_to_unowned_parts_but_a_copy_owns_them) {
  std::string old_image(1000, 'o'), new_image(2000, 'n');
  Batch batch;
  batch.put_unowned("k", "head ", {old_image, new_image});
  batch.put_unowned("l", {}, {new_image});
  batch.put_unowned("m", {}, {std::string_view()});
  batch.put("n", "value");
  const auto entries = [&] {
    return std::vector<Entry>{{Batch::Operation::Put, "k", "head " + old_image + new_image},
                              {Batch::Operation::Put, "l", new_image},
                              {Batch::Operation::Put, "m", ""},
                              {Batch::Operation::Put, "n", "value"}};
  };
  EXPECT_GT(batch.size_bytes(), 5000u);
  EXPECT_LT(batch.held_bytes(), 1000u);
  const Batch copy = batch;
  const auto before = entries();
  old_image[0] = 'O';
  new_image[0] = 'N';
  EXPECT_EQ(entries_of(batch), entries());
  EXPECT_EQ(entries_of(copy), before);
  batch.clear();
  EXPECT_EQ(batch.size_bytes(), 0u);
}

TEST(Batch, is_empty_after_it_was_moved_from) {
  const std::string image(1000, 'i');
  Batch first;
  first.put_unowned("k", {}, {image});
  const std::size_t bytes = first.size_bytes();
  Batch second = std::move(first);
  EXPECT_EQ(second.size_bytes(), bytes);
  EXPECT_TRUE(first.empty());
  EXPECT_EQ(first.size_bytes(), 0u);
  first.put("other", "value");
  first = std::move(second);
  EXPECT_EQ(entries_of(first), (std::vector<Entry>{{Batch::Operation::Put, "k", image}}));
  EXPECT_EQ(first.size_bytes(), bytes);
  EXPECT_TRUE(second.empty());
  EXPECT_EQ(second.size_bytes(), 0u);
}

TEST(Sums, are_two_or_four_big_endian_integers) {
  std::string out;
  encode_sums({1, -2}, out);
  EXPECT_EQ(out, std::string("\0\0\0\0\0\0\0\1\xff\xff\xff\xff\xff\xff\xff\xfe", 16));
  EXPECT_EQ(decode_sums(out), (Sums{1, -2}));
  std::string four;
  encode_sums({1, -2, 0, 3}, four);
  EXPECT_EQ(four, out + std::string("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\3", 16));
  EXPECT_EQ(decode_sums(four), (Sums{1, -2, 0, 3}));
}

}  // namespace batch_test
}  // namespace partita::storage
