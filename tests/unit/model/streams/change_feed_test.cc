// Feeds of a table's changes: the checkpoints that they refuse.
#include <gmock/gmock.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

#include <future>

namespace partita {
namespace change_feed_test {

namespace pt = partita::model;
using namespace pt::literals;
using ::testing::HasSubstr;
using ::testing::SizeIs;

struct Note {
  std::string tenantId, noteId, text;
};
BOOST_DESCRIBE_STRUCT(Note, (), (tenantId, noteId, text))
struct NoteE : pt::entity<Note, "NOTE", pt::key<"TENANT#{tenantId}", "NOTE#{noteId}">> {};
struct Notes : pt::table<"notes", pt::primary<"PK", "SK">, pt::holds<NoteE>> {};

struct Other {
  std::string id;
};
BOOST_DESCRIBE_STRUCT(Other, (), (id))
struct OtherE : pt::entity<Other, "OTHER", pt::key<"OTHER#{id}">> {};
struct Others : pt::table<"others", pt::primary<"PK">, pt::holds<OtherE>> {};

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
  pt::db<Others> others_{database_};
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

// Texts that a program may give by mistake, and the error of each.
TEST_F(ChangeFeedTest, OnlyACheckpointOfItsStreamIsAccepted) {
  ASSERT_TRUE(db_.enable_stream<Notes>().run());
  ASSERT_TRUE(others_.create_table_if_missing().run());
  ASSERT_TRUE(others_.enable_stream<Others>().run());
  for (const char* id : {"1", "2"}) db_.create(Note{"ada", id, "tea"}).value();
  others_.create(Other{"1"}).value();
  const auto changes = db_.subscribe<Notes>().value().next().value();
  ASSERT_THAT(changes, SizeIs(2));
  const std::string checkpoint = changes[0].checkpoint;
  EXPECT_LT(checkpoint, changes[1].checkpoint);
  EXPECT_THAT(db_.subscribe<Notes>(pt::changes_after(checkpoint)).value().next().value(), SizeIs(1));
  EXPECT_THAT(db_.subscribe<Notes>(pt::changes_after_number(changes[0].sequence_number)).value().next().value(),
              SizeIs(1));

  const std::string of_other = others_.subscribe<Others>().value().next().value()[0].checkpoint;
  const std::pair<std::string, std::string> cases[] = {
      {"", "is not a checkpoint"},
      {"x", "is not a checkpoint"},
      {checkpoint + "x", "is not a checkpoint"},
      {checkpoint.substr(0, checkpoint.rfind('-') + 1), "is not a checkpoint"},
      {changes[0].sequence_number, "is a sequence number and not a checkpoint"},
      {of_other,
       "is not of the stream of table notes: it is of another table, or of a stream that the table had before"},
  };
  for (const auto& [given, fault] : cases) {
    const auto feed = db_.subscribe<Notes>(pt::changes_after(given)).run();
    ASSERT_FALSE(feed) << given;
    EXPECT_EQ(feed.error().code, ErrorCode::ValidationException);
    EXPECT_THAT(feed.error().message, HasSubstr(fault)) << given;
  }
}

// Each of these programs had a feed, and lost it before its call was run.
TEST_F(ChangeFeedTest, ACallWithoutAFeedIsAnError) {
  ASSERT_TRUE(db_.enable_stream<Notes>().run());
  db_.create(Note{"ada", "1", "tea"}).value();
  pt::changes<Notes> none;
  EXPECT_THAT(none.next().run().error().message, HasSubstr("There is no feed of changes"));
  auto from = db_.subscribe<Notes>().value();
  auto to = std::move(from);
  EXPECT_THAT(from.next().run().error().message, HasSubstr("it was moved from"));
  EXPECT_THAT(to.next().value(), SizeIs(1));

  auto late = db_.subscribe<Notes>().value().next();
  EXPECT_EQ(late.run().error().code, ErrorCode::Cancelled);
  auto kept = to.next();
  to = db_.subscribe<Notes>().value();
  EXPECT_EQ(kept.run().error().code, ErrorCode::Cancelled) << "another feed took the place";
  EXPECT_THAT(to.next().value(), SizeIs(1));
}

TEST_F(ChangeFeedTest, ItsDestructorCancelsANextUnderWay) {
  ASSERT_TRUE(db_.enable_stream<Notes>().run());
  std::optional<ErrorCode> code;
  {
    auto feed = db_.subscribe<Notes>().value();
    feed.next().async([&](const auto& changes) { code = changes.error().code; });
  }
  EXPECT_EQ(code, ErrorCode::Cancelled);
}

// A completion runs on the thread that asked if the changes are there already.
TEST_F(ChangeFeedTest, ACompletionMayAskAgainAndMayDestroyTheFeed) {
  ASSERT_TRUE(db_.enable_stream<Notes>().run());
  for (const char* id : {"1", "2"}) db_.create(Note{"ada", id, "tea"}).value();
  std::optional<pt::changes<Notes>> feed = db_.subscribe<Notes>({}, 1).value();
  std::promise<void> done;
  feed->next().async([&](const auto& first) {
    EXPECT_THAT(first.value(), SizeIs(1));
    feed->next().async([&](const auto& second) {
      EXPECT_THAT(second.value(), SizeIs(1));
      feed.reset();
      done.set_value();
    });
  });
  done.get_future().get();
}

}  // namespace change_feed_test
}  // namespace partita
