// A standby beside its primary.
#include "archive/follower.h"

#include "archive_fixture.h"

namespace partita {
namespace follower_test {

using test::state_of;

class Standby : public test::Archive {
 protected:
  void TearDown() override {
    follower_.reset();
    standby_.reset();
  }
  // Restores a standby from the archive, and lets it follow.
  void follow(archive::FollowerOptions options = {}) {
    const auto contents = archive::read_contents(place());
    ASSERT_TRUE(contents);
    const auto plan = archive::plan_restore(*contents, {});
    ASSERT_TRUE(plan);
    const auto restored = archive::restore(place(), *plan, {.directory = directory_ / "standby", .follows = true});
    ASSERT_TRUE(restored) << restored.error().message;
    begin_following(std::move(options));
  }
  void begin_following(archive::FollowerOptions options = {}) {
    auto opened = storage::open_store(directory_ / "standby", {.create_if_missing = false});
    ASSERT_TRUE(opened);
    standby_ = std::move(*opened);
    options.location = {memory_, "shop/", key_};
    options.every = std::chrono::milliseconds(1);
    auto follower = archive::Follower::start(*standby_, clock_, std::move(options));
    ASSERT_TRUE(follower) << follower.error().message;
    follower_ = std::move(*follower);
  }
  template <class Done>
  void wait_until(Done done) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!done(follower_->state()) && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    ASSERT_TRUE(done(follower_->state())) << follower_->state().fault;
  }
  void wait_until_current() {
    const std::uint64_t number = store_->change_log()->last_number();
    wait_until([number](const archive::FollowState& state) { return state.applied.number == number; });
  }
  // The state without the place in the archive, which the primary does not have.
  test::State standby_state() const {
    test::State state = state_of(*standby_);
    std::erase_if(state, [](const auto& row) { return row.first.starts_with(std::string(4, '\0')); });
    return state;
  }

  std::unique_ptr<storage::Store> standby_;
  std::unique_ptr<archive::Follower> follower_;
};

TEST_F(Standby, KeepsItselfCurrentAndContinuesAfterARestart) {
  write_random(20);
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_base());
  write_random(20);
  ASSERT_TRUE(archive_changes());
  ASSERT_TRUE(writer_->write_head(archive::ArchiveWriter::ServerState::Alive));
  std::uint64_t batches = 0;
  follow({.location = {}, .applied_batch = [&batches](const storage::Batch&) { ++batches; }});
  for (int i = 0; i < 5; ++i) {
    write_random(5);
    ASSERT_TRUE(archive_changes());
    ASSERT_TRUE(writer_->write_head(archive::ArchiveWriter::ServerState::Alive));
    wait_until_current();
    EXPECT_TRUE(standby_state() == state_of(*store_));
    if (i != 2) continue;
    follower_.reset();
    standby_.reset();
    write_random(5);
    ASSERT_TRUE(archive_changes());
    begin_following();
  }
  EXPECT_GE(batches, 15u);
  EXPECT_EQ(follower_->state().condition, archive::FollowCondition::Current);
}

TEST_F(Standby, APromotedOneHasEverythingAndFollowsNoMore) {
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_base());
  ASSERT_TRUE(writer_->write_head(archive::ArchiveWriter::ServerState::Alive));
  follow();
  write_random(20);
  ASSERT_TRUE(archive_changes());
  ASSERT_TRUE(writer_->write_head(archive::ArchiveWriter::ServerState::Alive));
  ASSERT_TRUE(follower_->promote());
  EXPECT_TRUE(state_of(*standby_) == state_of(*store_));
  EXPECT_FALSE(archive::read_applied(*standby_).value());
}

TEST_F(Standby, SaysThatTheTablesDiffer) {
  archive::WriterOptions options;
  options.sums = [this]() -> Result<std::optional<archive::SumsAt>> {
    return archive::SumsAt{store_->change_log()->last_number(), {{.account = "", .region = "", .table = "t"}}};
  };
  ASSERT_TRUE(begin(options));
  ASSERT_TRUE(archive_base());
  ASSERT_TRUE(writer_->write_head(archive::ArchiveWriter::ServerState::Alive));
  follow({.location = {},
          .differences = [](const std::vector<archive::TableSum>& sums) -> Result<std::vector<std::string>> {
            return std::vector<std::string>{"table " + sums.at(0).table + " differs"};
          }});
  write_random(3);
  ASSERT_TRUE(writer_->write_changes(Wants::ChangesAndSums));
  ASSERT_TRUE(writer_->write_head(archive::ArchiveWriter::ServerState::Alive));
  wait_until([](const auto& state) { return state.condition == archive::FollowCondition::Diverged; });
  EXPECT_EQ(follower_->state().fault, "table t differs");
  EXPECT_FALSE(follower_->promote());
}

TEST_F(Standby, SaysThatItMustBeRestoredAnew) {
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_base());
  ASSERT_TRUE(writer_->write_head(archive::ArchiveWriter::ServerState::Alive));
  follow();
  write_random(3);
  close();
  std::filesystem::remove_all(data());
  open();
  write_random(3);
  archive::WriterOptions options;
  options.take_over = true;
  ASSERT_TRUE(begin(options));
  ASSERT_TRUE(archive_base());
  ASSERT_TRUE(writer_->write_head(archive::ArchiveWriter::ServerState::Alive));
  wait_until([](const auto& state) { return state.condition == archive::FollowCondition::Outdated; });
  EXPECT_FALSE(follower_->promote());
}

TEST_F(Standby, EndsAlthoughItsArchiveHangs) {
  write_random(3);
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_base());
  ASSERT_TRUE(writer_->write_head(archive::ArchiveWriter::ServerState::Alive));
  follow();
  wait_until_current();
  memory_->hangs = true;
  while (memory_->hanging == 0) std::this_thread::yield();
  const auto begin = std::chrono::steady_clock::now();
  follower_.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
  memory_->hangs = false;
}

}  // namespace follower_test
}  // namespace partita
