// The names of callers in the histories of tables.
#include <gmock/gmock.h>

#include <future>

#include "base/writer.h"
#include "engine/operations.h"
#include "unit/engine/versioned_items.h"

namespace partita::engine {
namespace item_versions_test {

using testing::ElementsAre;

class Writers : public ItemVersionsTest {
 protected:
  void put_by(const char* writer, const std::string& name, const std::string& value) {
    const auto shared = writer ? std::make_shared<const std::string>(writer) : base::WriterName();
    const base::WriterScope scope(shared);
    put(name, value);
  }
  static std::string text_of(const std::optional<Identity>& identity) {
    return identity ? identity->type.value_or("") + " " + identity->principal_id.value_or("") : "";
  }
  std::vector<std::string> writers_of(const std::string& name, bool forward = false) {
    std::vector<std::string> out;
    const auto found =
        engine_.list_item_versions({.table_name = "items", .key = key(name), .scan_index_forward = forward});
    EXPECT_TRUE(found) << found.error().message;
    if (found)
      for (const ItemVersion& version : found->versions) out.push_back(text_of(version.user_identity));
    return out;
  }
  std::map<std::string, std::string> changes_since(double from) {
    std::map<std::string, std::string> out;
    const auto page = engine_.list_changed_items({.table_name = "items", .start_time = from});
    EXPECT_TRUE(page) << page.error().message;
    if (page)
      for (const ChangedItem& change : page->changed_items)
        out[std::string(change.key->get("pk")->s())] = text_of(change.user_identity);
    return out;
  }
};

constexpr const char* kUser = "arn:aws:iam::000000000000:user/team/ann";

TEST_F(Writers, AreInVersionsAndChanges) {
  enable();
  later(1000);
  const double from = seconds();
  put_by(kUser, "a", "1");
  put_by("importer", "a", "2");
  put_by(nullptr, "a", "3");
  EXPECT_THAT(writers_of("a"), ElementsAre("", "AccessKey importer", "IAMUser " + std::string(kUser)));
  EXPECT_THAT(writers_of("a", true), ElementsAre("IAMUser " + std::string(kUser), "AccessKey importer", ""));
  put_by("arn:aws:sts::000000000000:assumed-role/job/night", "b", "1");
  put_by("arn:aws:sts::000000000000:assumed-role/job/night", "b", "2");
  put_by(nullptr, "c", "1");
  later(1000);
  EXPECT_EQ(changes_since(from),
            (std::map<std::string, std::string>{
                {"a", ""}, {"b", "AssumedRole arn:aws:sts::000000000000:assumed-role/job/night"}, {"c", ""}}));
}

TEST_F(Writers, LongNamesAreKeptAndTheItemsBehindThemToo) {
  enable();
  const std::string name(3000, 'x');
  put_by(name.c_str(), "a", "1");
  put_by(nullptr, "a", "2");
  EXPECT_THAT(writers_of("a"), ElementsAre("", "AccessKey " + name));
}

// A transaction with a token that may go on on another thread keeps its caller's name.
TEST_F(Writers, FollowARequestToAnotherThread) {
  enable();
  const auto shared = std::make_shared<const std::string>(kUser);
  TransactWriteItemsRequest request{.client_request_token = "t"};
  TransactWriteItem& member = request.transact_items.emplace().emplace_back();
  member.put.emplace();
  member.put->table_name = "items";
  member.put->item = item("a", "1");
  std::promise<bool> done;
  {
    const base::WriterScope scope(shared);
    transact_write_items(engine_.context(), std::move(request), MayWait::No,
                         [&](const auto& answer) { done.set_value(answer.has_value()); });
  }
  EXPECT_TRUE(done.get_future().get());
  EXPECT_THAT(writers_of("a"), ElementsAre("IAMUser " + std::string(kUser)));
}

TEST(HistoryEntry, OnlyWholeOnesDecode) {
  EXPECT_TRUE(read_entry(std::string_view("\x00", 1)));
  const auto entry = read_entry(std::string_view("\x04\x00\x02me", 5));
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->writer, "me");
  EXPECT_FALSE(entry->old_image);
  EXPECT_FALSE(read_entry(std::string_view("\x04\x00\x03me", 5)));
  EXPECT_FALSE(read_entry(std::string_view("\x04\x00", 2)));
  EXPECT_FALSE(read_entry(std::string_view("\x08", 1)));
}

}  // namespace item_versions_test
}  // namespace partita::engine
