// Several keys in one call must give the same results as one after the other, in memory, in caches and on disk.
#include "unit/storage/any_store.h"

namespace partita::test {
namespace get_many_test {

using storage::ReadState;

class GetMany : public AnyStore {};
PARTITA_FOR_EVERY_STORE(GetMany);

constexpr int kKeys = 300;
std::string key_of(int i) { return "key" + std::to_string(1000 + i); }

TEST_P(GetMany, gives_the_values_in_the_order_of_the_keys) {
  for (int i = 0; i < kKeys; ++i) put(key_of(i), std::string(500, 'v') + std::to_string(i));
  settle();
  const auto before = store_->statistics();
  for (int round = 0; round < 3; ++round) {  // from files, blocks, rows
    std::vector<std::string> asked;
    for (int i = kKeys + 20; i >= 0; i -= 7) asked.push_back(key_of(i));
    asked.push_back(asked.front());
    const std::vector<std::string_view> keys(asked.begin(), asked.end());
    const auto values = store_->get_many(keys);
    ASSERT_TRUE(values) << values.error().message;
    ASSERT_EQ(values->size(), keys.size());
    for (std::size_t k = 0; k < keys.size(); ++k) {
      const int i = std::stoi(asked[k].substr(3)) - 1000;
      ASSERT_EQ((*values)[k].state, i < kKeys ? ReadState::Found : ReadState::Missing) << asked[k];
      if (i < kKeys) {
        EXPECT_EQ((*values)[k].value.bytes, std::string(500, 'v') + std::to_string(i));
      }
    }
  }
  EXPECT_EQ(store_->statistics().many_reads - before.many_reads, 3u);
  EXPECT_TRUE(store_->get_many({})->empty());
}

TEST_P(GetMany, sees_a_snapshot_and_its_bytes_outlive_the_store) {
  put("a", "1");
  put("b", "1");
  settle();
  auto snapshot = store_->snapshot();
  put("a", "2");
  const std::vector<std::string_view> keys = {"b", "a"};
  auto then = store_->get_many(keys, {.snapshot = snapshot.get()});
  const auto now = store_->get_many(keys);
  ASSERT_TRUE(then && now);
  EXPECT_EQ((*then)[1].value.bytes, "1");
  EXPECT_EQ((*now)[1].value.bytes, "2");
  snapshot.reset();
  store_.reset();
  EXPECT_EQ((*then)[0].value.bytes, "1");
  EXPECT_EQ((*then)[1].value.bytes, "1");
}

}  // namespace get_many_test
}  // namespace partita::test
