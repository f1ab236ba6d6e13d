// The undo of a span of changes, beside later changes and writers.
#include "movement/undo/undo.h"

#include <gmock/gmock.h>

#include <map>
#include <mutex>
#include <thread>

#include "movement_support.h"

namespace partita {
namespace undo_test {

using movement::UndoMode;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Outcome = movement::UndoneItem::Outcome;

class UndoOfChanges : public movement_support::TwoTables {
 protected:
  void SetUp() override {
    TwoTables::SetUp();
    for (int i = 0; i < 10; ++i) put("first", i);
    ASSERT_TRUE(database_->update_continuous_backups(
        {.table_name = "first",
         .point_in_time_recovery_specification =
             PointInTimeRecoverySpecification{.point_in_time_recovery_enabled = true}}));
    from_ = wait_for_next_moment();
  }
  // A time after all changes so far and before all later ones.
  static double wait_for_next_moment() {
    const auto now = [] {
      return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
    };
    const double begin = now();
    while (now() < begin + 0.003) std::this_thread::yield();
    const double moment = now();
    while (now() < moment + 0.003) std::this_thread::yield();
    return moment;
  }
  std::map<int, Outcome> undo(std::optional<double> to = {}, UndoMode mode = UndoMode::Write,
                              const std::string& prefix = {}) {
    std::map<int, Outcome> out;
    progress_.restored = progress_.deleted = progress_.left = 0;
    const auto done =
        movement::undo(*database_,
                       {.table = "first",
                        .from = from_,
                        .to = to,
                        .key_prefix = prefix,
                        .mode = mode,
                        .on_item =
                            [&](const movement::UndoneItem& item) {
                              out.emplace(std::stoi(std::string(item.key.get("b")->text())), item.outcome);
                            }},
                       progress_);
    EXPECT_TRUE(done) << done.error().message;
    return out;
  }
  // The value of the item, or -1 if it does not exist.
  int value(int number) {
    const auto found = database_->get_item({.table_name = "first", .key = key(number)});
    EXPECT_TRUE(found);
    return found->item ? std::stoi(std::string(found->item->get("value")->text())) : -1;
  }

  double from_ = 0;
  movement::UndoProgress progress_;
};

TEST_F(UndoOfChanges, EachChangeOfTheSpanIsTakenBackUnlessALaterOneFollowed) {
  put("first", 1, 5);
  put("first", 1, 6);
  erase("first", 2);
  put("first", 20, 1);
  put("first", 3, 7);
  put("first", 4, 7);
  const double to = wait_for_next_moment();
  put("first", 3, 8);  // a later change
  erase("first", 4);   // likewise
  put("first", 5, 9);  // only after the span
  const auto listed = undo(to, UndoMode::List);
  EXPECT_EQ(value(1), 6);
  const auto done = undo(to);
  EXPECT_EQ(listed, done);
  const std::map<int, Outcome> wanted = {
      {1, Outcome::Restored}, {2, Outcome::Restored}, {20, Outcome::Deleted}, {3, Outcome::Left}, {4, Outcome::Left}};
  EXPECT_EQ(done, wanted);
  EXPECT_EQ(progress_.restored, 2u);
  EXPECT_EQ(progress_.deleted, 1u);
  EXPECT_EQ(progress_.left, 2u);
  EXPECT_EQ(value(1), 0);
  EXPECT_EQ(value(2), 0);
  EXPECT_EQ(value(20), -1);
  EXPECT_EQ(value(3), 8);
  EXPECT_EQ(value(4), -1);
  EXPECT_EQ(value(5), 9);
  // A second undo finds only the items that were left.
  EXPECT_EQ(undo(to).size(), 2u);
}

TEST_F(UndoOfChanges, AnUndoCanBeUndone) {
  put("first", 1, 5);
  erase("first", 2);
  const double before = from_;
  from_ = wait_for_next_moment();
  {
    const double of_undo = from_;
    from_ = before;
    undo(of_undo);
    from_ = of_undo;
  }
  EXPECT_EQ(value(1), 0);
  undo();
  EXPECT_EQ(value(1), 5);
  EXPECT_EQ(value(2), -1);
}

TEST_F(UndoOfChanges, APrefixSelectsPartitionKeys) {
  put("first", 1, 5);
  put("first", 2, 5);
  EXPECT_EQ(undo({}, UndoMode::Write, "p2"), (std::map<int, Outcome>{{2, Outcome::Restored}}));
  EXPECT_EQ(value(1), 5);
}

TEST_F(UndoOfChanges, AChangeBetweenTheReadAndTheWriteIsNotLost) {
  put("first", 1, 5);
  movement_support::Intercepted racing(*database_);
  racing.before = [&](std::string_view name) -> std::optional<Error> {
    if (name == "PutItem") put("first", 1, 77);
    return std::nullopt;
  };
  std::vector<Outcome> outcomes;
  movement::UndoProgress progress;
  ASSERT_TRUE(movement::undo(racing,
                             {.table = "first",
                              .from = from_,
                              .on_item = [&](const movement::UndoneItem& item) { outcomes.push_back(item.outcome); }},
                             progress));
  EXPECT_THAT(outcomes, ElementsAre(Outcome::Left));
  EXPECT_EQ(value(1), 77);
}

TEST_F(UndoOfChanges, WithoutAChangeNothingIsWritten) {
  EXPECT_THAT(undo(), IsEmpty());
  movement::UndoProgress progress;
  const auto other = movement::undo(*database_, {.table = "second", .from = from_}, progress);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::PointInTimeRecoveryUnavailableException);
}

}  // namespace undo_test
}  // namespace partita
