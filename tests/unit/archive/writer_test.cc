// The writer of an archive against places that fail, lag, and are written by others.
#include "archive/archive_writer.h"
#include "archive/verify_archive.h"
#include "archive_fixture.h"

namespace partita {
namespace writer_test {

using Fate = test::MemoryPlace::Fate;
using test::State;
using test::state_of;

class Writer : public test::Archive {
 protected:
  // Archives everything with a server that is killed at its n-th write to the place, and then with others until all is
  // there.
  void archive_with_deaths(Fate last) {
    for (std::uint64_t allowed = 0;; ++allowed) {
      const std::uint64_t dies = memory_->puts() + allowed;
      memory_->fate = [dies, last](std::uint64_t number, const std::string&) {
        if (number < dies) return Fate::Works;
        return number == dies ? last : Fate::Fails;
      };
      write_random(3);
      const bool whole = begin() && archive_changes() && archive_base() && archive_changes() &&
                         writer_->write_head(ServerState::Alive).has_value();
      memory_->fate = {};
      check_restores();
      close();
      open();
      if (whole) return;
    }
  }
  // Whatever can be restored is a state that the store had.
  void check_restores() {
    const auto restored = restore();
    if (restored) {
      const State state = take_restored();
      const auto expected = states_.find(restored->number);
      ASSERT_NE(expected, states_.end()) << restored->number;
      ASSERT_TRUE(state == expected->second);
    }
    remove_restored();
  }
};

TEST_F(Writer, DeathAtAnyWriteLosesNothing) {
  archive_with_deaths(Fate::Fails);
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_changes());
  ASSERT_TRUE(restore());
  EXPECT_TRUE(take_restored() == state_of(*store_));
  const auto report = archive::verify_archive(place(), {});
  ASSERT_TRUE(report);
  EXPECT_THAT(report->findings, testing::IsEmpty());
}

TEST_F(Writer, AnswersThatAreLostLoseNothing) {
  archive_with_deaths(Fate::LosesItsAnswer);
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_changes());
  ASSERT_TRUE(restore());
  EXPECT_TRUE(take_restored() == state_of(*store_));
}

TEST_F(Writer, AWriteThatFailedIsRepeated) {
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_base());
  memory_->fate = [](std::uint64_t number, const std::string&) {
    return number % 3 == 0 ? Fate::Works : number % 3 == 1 ? Fate::Fails : Fate::LosesItsAnswer;
  };
  for (int i = 0; i < 20; ++i) {
    write_random(3);
    for (int attempt = 0; attempt < 4 && !archive_changes(); ++attempt) continue;
  }
  memory_->fate = {};
  ASSERT_TRUE(archive_changes());
  EXPECT_EQ(writer_->position().generation, 1u);
  ASSERT_TRUE(restore());
  EXPECT_TRUE(take_restored() == state_of(*store_));
}

TEST_F(Writer, ListsThatLagDoNoHarm) {
  // Only the oldest object of each folder shows.
  memory_->hidden = [this](const std::string& key) {
    const std::size_t slash = key.rfind('/');
    for (const auto& [other, bytes] : memory_->objects())
      if (other.starts_with(key.substr(0, slash + 1)) && other.find('/', slash + 1) == other.npos) return other != key;
    return false;
  };
  for (int round = 0; round < 3; ++round) {
    ASSERT_TRUE(begin());
    write_random(10);
    ASSERT_TRUE(archive_changes());
    ASSERT_TRUE(archive_base());
    write_random(10);
    ASSERT_TRUE(archive_changes());
    ASSERT_TRUE(restore());
    EXPECT_TRUE(take_restored() == state_of(*store_));
    close();
    open();
  }
}

TEST_F(Writer, AnotherDirectoryIsRefusedUnlessItTakesOver) {
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_base());
  const test::TemporaryDirectory other;
  auto store = storage::open_store(other / "data", {.kept_log_bytes = 1 << 20});
  ASSERT_TRUE(store);
  archive::WriterOptions options{.directory = other / "data", .host = "there"};
  archive::ArchiveWriter second(place(), **store, clock_, options);
  const auto refused = second.begin();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::ResourceInUseException);
  EXPECT_THAT(refused.error().message, testing::HasSubstr("--archive-take-over"));

  options.take_over = true;
  archive::ArchiveWriter third(place(), **store, clock_, options);
  ASSERT_TRUE(third.begin());
  EXPECT_EQ(third.position().generation, 2u);
  write_random(3);
  EXPECT_FALSE(writer_->write_head(ServerState::Alive));
  EXPECT_FALSE(archive_base());
  const auto lost = writer_->write_head(archive::ArchiveWriter::ServerState::Alive);
  ASSERT_FALSE(lost);
  EXPECT_EQ(lost.error().code, ErrorCode::ResourceInUseException);
}

TEST_F(Writer, TheSameDirectoryTwiceIsNoticed) {
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_base());
  write_random(3);
  ASSERT_TRUE(archive_changes());
  archive::ArchiveWriter second(place(), *store_, clock_, {.directory = data(), .host = "there"});
  ASSERT_TRUE(second.begin());
  write_random(3);
  ASSERT_TRUE(second.write_changes(Wants::ChangesOnly));
  write_random(3);
  const auto lost = writer_->write_changes(Wants::ChangesOnly);
  ASSERT_FALSE(lost);
  EXPECT_EQ(lost.error().code, ErrorCode::ResourceInUseException);
  ASSERT_TRUE(second.write_changes(Wants::ChangesOnly));
  ASSERT_TRUE(restore());
  EXPECT_TRUE(take_restored() == state_of(*store_));
}

TEST_F(Writer, APlaceWithOtherFilesIsRefused) {
  memory_->set("shop/readme.txt", "mine");
  const auto begun = begin();
  ASSERT_FALSE(begun);
  EXPECT_THAT(begun.error().message, testing::HasSubstr("is not an archive"));
}

TEST_F(Writer, FilesThatHaveNotChangedAreNotSentAgain) {
  write_random(300);
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_base());
  const auto before = memory_->objects();
  write_random(1);
  ASSERT_TRUE(archive_base());
  std::uint64_t more = 0, all = 0;
  for (const auto& [key, bytes] : memory_->objects()) {
    all += bytes.size();
    if (!before.contains(key)) more += bytes.size();
  }
  // The log alone is sent again.
  EXPECT_LT(more, all);
  const auto contents = archive::read_contents(place());
  ASSERT_TRUE(contents);
  ASSERT_EQ(contents->generations.at(0).bases.size(), 2u);
}

}  // namespace writer_test
}  // namespace partita
