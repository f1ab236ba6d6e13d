// Feeds of a table's changes: what they refuse to begin with.
#include <gmock/gmock.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

namespace partita {
namespace change_feed_test {

namespace pt = partita::model;
using namespace pt::literals;
using ::testing::SizeIs;

struct Note {
  std::string tenantId, noteId, text;
};
BOOST_DESCRIBE_STRUCT(Note, (), (tenantId, noteId, text))
struct NoteE : pt::entity<Note, "NOTE", pt::key<"TENANT#{tenantId}", "NOTE#{noteId}">> {};
struct Notes : pt::table<"notes", pt::primary<"PK", "SK">, pt::holds<NoteE>> {};

class ChangeFeedTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(db_.create_table_if_missing().run()); }

  void set_stream(std::optional<StreamViewType> view) {
    UpdateTableRequest request{.table_name = "notes"};
    request.stream_specification = StreamSpecification{.stream_enabled = view.has_value()};
    if (view) request.stream_specification->stream_view_type = *view;
    ASSERT_TRUE(database_->update_table(std::move(request)));
  }

  std::shared_ptr<Database> database_ = open("", {.in_memory = true}).value();
  pt::db<Notes> db_{database_};
};

TEST_F(ChangeFeedTest, AStreamWithoutBothImagesIsRefusedWithItsCure) {
  set_stream(StreamViewType::KeysOnly);
  const std::string fault =
      "The stream of table notes has the view type KEYS_ONLY, but pt::changes needs NEW_AND_OLD_IMAGES. Disable the "
      "stream (UpdateTable with StreamEnabled false), then call enable_stream";
  const auto feed = db_.subscribe<Notes>().run();
  ASSERT_FALSE(feed);
  EXPECT_EQ(feed.error().message, fault);
  const auto enabled = db_.enable_stream<Notes>().run();
  ASSERT_FALSE(enabled);
  EXPECT_EQ(enabled.error().message, fault);

  set_stream(std::nullopt);
  ASSERT_TRUE(db_.enable_stream<Notes>().run());
  ASSERT_TRUE(db_.enable_stream<Notes>().run()) << "a table that has such a stream stays as it is";
  auto cured = db_.subscribe<Notes>().value();
  db_.create(Note{"ada", "1", "tea"}).value();
  EXPECT_THAT(cured.next().value(), SizeIs(1));
}

// The records of a stream that was disabled can be read for a day.
TEST_F(ChangeFeedTest, ADisabledStreamIsReadToItsEnd) {
  ASSERT_TRUE(db_.enable_stream<Notes>().run());
  db_.create(Note{"ada", "1", "tea"}).value();
  set_stream(std::nullopt);
  auto feed = db_.subscribe<Notes>().value();
  EXPECT_THAT(feed.next().value(), SizeIs(1));
  EXPECT_THAT(feed.next().value(), SizeIs(0));
}

TEST_F(ChangeFeedTest, AnEmptyCheckpointIsRefused) {
  ASSERT_TRUE(db_.enable_stream<Notes>().run());
  const auto feed = db_.subscribe<Notes>(pt::changes_after("")).run();
  ASSERT_FALSE(feed);
  EXPECT_EQ(feed.error().code, ErrorCode::ValidationException);
}

}  // namespace change_feed_test
}  // namespace partita
