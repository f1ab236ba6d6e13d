#include "base/part_sums.h"

#include <gmock/gmock.h>

#include <map>
#include <random>

namespace partita::base {
namespace part_sums_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(PartSums, DoNotDependOnTheOrderAndAreAddedUpInTheirForm) {
  PartSums all(10), backward(10), pages(10);
  std::vector<std::pair<std::size_t, SipWords>> things;
  std::mt19937_64 random(3);
  for (int i = 0; i < 100; ++i) things.push_back({random() % 10, {random(), random()}});
  for (const auto& [part, hash] : things) all.add(part, hash);
  for (auto at = things.rbegin(); at != things.rend(); ++at) backward.add(at->first, at->second);
  for (const auto& [part, hash] : things) {
    PartSums page(10);
    page.add(part, hash);
    EXPECT_TRUE(pages.add(page.encode()));
  }
  EXPECT_THAT(all.differing(backward), IsEmpty());
  EXPECT_THAT(all.differing(pages), IsEmpty());
  EXPECT_EQ(all.encode(), pages.encode());
  backward.add(3, {0, 0});  // the count tells it
  pages.add(0, {1, 0});
  pages.add(9, {0, 1});
  EXPECT_THAT(all.differing(backward), ElementsAre(3));
  EXPECT_THAT(all.differing(pages), ElementsAre(0, 9));
}

TEST(PartSums, OnlyPartsWithThingsAreEncoded) {
  PartSums sums(65'536);
  EXPECT_EQ(sums.encode(), "");
  sums.add(2, {1, 2});
  sums.add(300, {std::uint64_t(-1), 0});
  sums.add(300, {2, 0});
  using std::string_literals::operator""s;
  const std::string two = "\x01\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0"s, one = "\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"s;
  EXPECT_EQ(sums.encode(), "\x02\x01"s + two + "\xa9\x02\x02"s + one);
}

TEST(PartSums, RefuseWhatIsNotTheirForm) {
  PartSums sums(4);
  sums.add(1, {5, 6});
  sums.add(3, {7, 8});
  const std::string encoded = sums.encode();
  EXPECT_TRUE(PartSums(4).add(encoded));
  EXPECT_FALSE(PartSums(3).add(encoded));
  for (std::size_t size = 1; size < encoded.size(); ++size)
    EXPECT_EQ(PartSums(4).add(encoded.substr(0, size)), size == encoded.size() / 2) << size;
  EXPECT_FALSE(PartSums(4).add(encoded + encoded));
  EXPECT_FALSE(PartSums(4).add(std::string(20, '\xff')));
  EXPECT_FALSE(PartSums(0).add(encoded));
}

}  // namespace part_sums_test
}  // namespace partita::base
