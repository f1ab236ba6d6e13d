// Restores compared with the states that the store had.
#include "archive/restore.h"

#include <fstream>

#include "archive/names.h"
#include "archive/prune.h"
#include "archive/verify_archive.h"
#include "archive_fixture.h"
#include "storage/encrypted_directory.h"
#include "support/encryption.h"

namespace partita {
namespace restore_test {

using test::State;
using test::state_of;

class Restore : public test::Archive {};

TEST_F(Restore, EachOperationAfterTheFirstBaseCanBeRestored) {
  write_random(30);
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_changes());
  ASSERT_TRUE(archive_base());
  const std::uint64_t base_end = store_->change_log()->last_number();
  for (int round = 0; round < 4; ++round) {
    write_random(20);
    ASSERT_TRUE(archive_changes());
    if (round == 2) {
      ASSERT_TRUE(archive_base());
    }
  }
  for (const auto& [number, state] : states_) {
    if (number < base_end) continue;
    const auto restored = restore({.number = number});
    ASSERT_TRUE(restored) << restored.error().message;
    EXPECT_EQ(restored->number, number);
    ASSERT_TRUE(take_restored() == state) << number;
  }
}

TEST_F(Restore, SegmentsAreNotListedToFindWhatTheArchiveHas) {
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_base());
  for (int i = 0; i < 50; ++i) {
    write_random();
    ASSERT_TRUE(archive_changes());
  }
  memory_->listed = 0;
  const auto contents = archive::read_contents(place());
  ASSERT_TRUE(contents) << contents.error().message;
  EXPECT_EQ(contents->generations.size(), 1u);
  EXPECT_EQ(memory_->listed, 1) << "of the bases";
}

TEST_F(Restore, AMomentBeforeTheFirstBaseIsRefused) {
  write_random(10);
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_base());
  const auto restored = restore({.number = 1});
  ASSERT_FALSE(restored);
  EXPECT_THAT(restored.error().message, testing::HasSubstr("the archive begins at"));
}

TEST_F(Restore, ATimeIsRestoredToItsLastWrite) {
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_base());
  std::map<std::int64_t, State> by_time;
  for (int i = 0; i < 5; ++i) {
    write_random(2);
    by_time[clock_.now_ms()] = state_of(*store_);
    pass_a_millisecond();
  }
  ASSERT_TRUE(archive_changes());
  for (const auto& [time, state] : by_time) {
    ASSERT_TRUE(restore({.time_ms = time}));
    EXPECT_TRUE(take_restored() == state);
  }
}

TEST_F(Restore, AServerContinuesTheGenerationAfterARestart) {
  for (int round = 0; round < 5; ++round) {
    ASSERT_TRUE(begin());
    if (round == 0) {
      ASSERT_TRUE(archive_base());
    }
    write_random(20);
    ASSERT_TRUE(archive_changes());
    write_random(20);  // these are archived after the restart only
    close();
    open();
  }
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_changes());
  EXPECT_EQ(writer_->position().generation, 1u);
  ASSERT_TRUE(restore());
  EXPECT_TRUE(take_restored() == state_of(*store_));
}

TEST_F(Restore, ALogThatIsGoneBeginsANewGeneration) {
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_base());
  write_random(20);
  ASSERT_TRUE(archive_changes());
  const State archived = state_of(*store_);
  const std::int64_t then_ms = clock_.now_ms();
  pass_a_millisecond();
  close();
  kept_log_bytes_ = 0;
  open();
  storage::Batch batch;
  batch.put("while", "without an archive");
  ASSERT_TRUE(store_->write(batch, storage::Store::Sync::Yes));
  close();
  kept_log_bytes_ = 64 << 20;
  open();
  std::filesystem::remove_all(data() + "/archive");
  ASSERT_TRUE(begin());
  EXPECT_EQ(writer_->position().generation, 2u);
  EXPECT_TRUE(writer_->needs_base());
  ASSERT_TRUE(archive_base());
  write_random(5);
  ASSERT_TRUE(archive_changes());
  ASSERT_TRUE(restore());
  EXPECT_TRUE(take_restored() == state_of(*store_));
  ASSERT_TRUE(restore({.time_ms = then_ms}));
  EXPECT_TRUE(take_restored() == archived);
}

TEST_F(Restore, AnotherHistoryWithTheSameNumbersBeginsANewGeneration) {
  write_random(5);
  store_->flush();
  close();
  std::filesystem::copy(data(), directory_ / "copy", std::filesystem::copy_options::recursive);
  open();
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_base());
  write_random(10);
  ASSERT_TRUE(archive_changes());
  const std::string token = [this] {
    std::ifstream file(data() + "/partita.archive");
    std::string text;
    std::getline(file, text);
    return text;
  }();
  close();
  // The directory goes back to a state of before, and writes other things under the same numbers.
  std::filesystem::remove_all(data());
  std::filesystem::copy(directory_ / "copy", data(), std::filesystem::copy_options::recursive);
  std::ofstream(data() + "/partita.archive") << token << "\n";
  open();
  write_random(30);
  ASSERT_TRUE(begin());
  EXPECT_EQ(writer_->position().generation, 2u);
  ASSERT_TRUE(archive_base());
  ASSERT_TRUE(restore());
  EXPECT_TRUE(take_restored() == state_of(*store_));
}

TEST_F(Restore, EveryByteThatIsFlippedIsFoundOrDoesNoHarm) {
  write_random(30);
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_changes());
  ASSERT_TRUE(archive_base());
  for (int i = 0; i < 3; ++i) {
    write_random(10);
    ASSERT_TRUE(archive_changes());
  }
  ASSERT_TRUE(writer_->write_head(ServerState::Closed));
  const State state = state_of(*store_);
  for (const auto& [key, bytes] : memory_->objects()) {
    const std::size_t step = std::max<std::size_t>(1, bytes.size() / 40);
    int flips = 0;
    for (std::size_t at = 0; at < bytes.size(); at += at < 80 ? 1 : step) {
      std::string flipped = bytes;
      flipped[at] = static_cast<char>(flipped[at] ^ (1 << random_() % 8));
      memory_->set(key, flipped);
      const auto report = archive::verify_archive(place(), {});
      // The claims of writers are not read.
      if (!key.starts_with("shop/writers/")) {
        ASSERT_TRUE(report && !report->findings.empty()) << key << " " << at;
      }
      // A restore writes files, which takes longer.
      if (flips++ % 8 != 0) continue;
      const auto restored = restore();
      if (restored) {
        ASSERT_TRUE(take_restored() == state) << key << " " << at;
      } else
        EXPECT_THAT(restored.error().message, testing::HasSubstr(key)) << at;
      remove_restored();
    }
    memory_->set(key, bytes);
  }
}

TEST_F(Restore, EveryObjectThatIsMissingIsFoundOrDoesNoHarm) {
  write_random(30);
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_changes());
  ASSERT_TRUE(archive_base());
  for (int i = 0; i < 3; ++i) {
    write_random(10);
    ASSERT_TRUE(archive_changes());
  }
  ASSERT_TRUE(writer_->write_head(ServerState::Closed));
  const State state = state_of(*store_);
  for (const auto& [key, bytes] : memory_->objects()) {
    memory_->erase(key);
    const auto restored = restore();
    // Without its head an archive ends at the last segment that is there.
    if (restored) {
      ASSERT_TRUE(take_restored() == state) << key;
    }
    remove_restored();
    memory_->set(key, bytes);
  }
}

TEST_F(Restore, ObjectsOfTheSameKindThatAreExchangedAreFound) {
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_base());
  for (int i = 0; i < 3; ++i) {
    write_random(3);
    ASSERT_TRUE(archive_changes());
  }
  const auto objects = memory_->objects();
  const std::string first = "shop/" + archive::changes_name(1, 1), second = "shop/" + archive::changes_name(1, 2);
  memory_->set(first, objects.at(second));
  EXPECT_FALSE(restore());
  remove_restored();
  memory_->set(first, objects.at(first));
  memory_->set(second, objects.at(first));
  EXPECT_FALSE(restore());
}

TEST_F(Restore, AnInterruptedRestoreIsContinuedByTheSameOneOnly) {
  write_random(40);
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_base());
  for (int i = 0; i < 3; ++i) {
    write_random(10);
    ASSERT_TRUE(archive_changes());
  }
  ASSERT_TRUE(writer_->write_head(ServerState::Closed));
  const State state = state_of(*store_);
  const auto objects = memory_->objects();
  for (const auto& [key, bytes] : objects) {
    if (key.find("/changes/") == key.npos && key.find("/files/") == key.npos) continue;
    memory_->erase(key);
    ASSERT_FALSE(restore()) << key;
    EXPECT_FALSE(storage::open_store(directory_ / "restored", {.create_if_missing = false}));
    EXPECT_FALSE(restore({.number = store_->change_log()->last_number()}));
    memory_->set(key, bytes);
    const auto restored = restore();
    ASSERT_TRUE(restored) << restored.error().message;
    ASSERT_TRUE(take_restored() == state);
  }
}

TEST_F(Restore, WhatIsBeforeADamagedSegmentCanBeRestored) {
  write_random(10);
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_base());
  std::vector<std::pair<std::uint64_t, State>> ends = {{store_->change_log()->last_number(), state_of(*store_)}};
  for (int segment = 1; segment <= 2; ++segment) {
    write_random(20);
    ASSERT_TRUE(archive_changes());
    ends.emplace_back(store_->change_log()->last_number(), state_of(*store_));
  }
  for (int segment = 2; segment >= 1; --segment) {
    const auto& [number, state] = ends[static_cast<std::size_t>(segment) - 1];
    const std::string name = "shop/" + archive::changes_name(1, static_cast<std::uint64_t>(segment));
    std::string bytes = memory_->objects().at(name);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    memory_->set(name, bytes);
    const auto whole = restore();
    ASSERT_FALSE(whole);
    EXPECT_EQ(whole.error().code, ErrorCode::Corruption);
    EXPECT_THAT(whole.error().message, testing::HasSubstr(name + " is damaged"));
    EXPECT_THAT(whole.error().message,
                testing::HasSubstr("; --to " + std::to_string(number) + " --base 1/1 restores the state before it"));
    remove_restored();
    const auto restored = restore({.number = number});
    ASSERT_TRUE(restored) << restored.error().message;
    EXPECT_EQ(restored->number, number);
    EXPECT_TRUE(take_restored() == state) << segment;
  }
}

TEST_F(Restore, ADirectoryWithFilesIsRefused) {
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_base());
  std::filesystem::create_directories(directory_ / "restored");
  std::ofstream(directory_ / "restored/mine") << "mine";
  const auto restored = restore();
  ASSERT_FALSE(restored);
  EXPECT_THAT(restored.error().message, testing::HasSubstr("is not empty"));
}

TEST_F(Restore, AnEncryptedArchiveShowsNothingAndNeedsItsKey) {
  key_ = archive::ArchiveKey::make();
  storage::Batch batch;
  const std::string secret(5000, 's');
  batch.put("secret-key", secret);
  ASSERT_TRUE(store_->write(batch, storage::Store::Sync::Yes));
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_base());
  batch.put("secret-key-2", secret);
  ASSERT_TRUE(store_->write(batch, storage::Store::Sync::Yes));
  ASSERT_TRUE(archive_changes());
  for (const auto& [key, bytes] : memory_->objects()) {
    EXPECT_EQ(bytes.find("secret-key"), bytes.npos) << key;
    EXPECT_EQ(bytes.find("ssssssss"), bytes.npos) << key;
    EXPECT_EQ(bytes.find("partita archive"), bytes.npos) << key;
  }
  ASSERT_TRUE(restore());
  EXPECT_TRUE(take_restored() == state_of(*store_));
  for (const auto& other : {std::optional<archive::ArchiveKey>(), std::optional(archive::ArchiveKey::make())}) {
    place_.reset();
    key_ = other;
    const auto restored = restore();
    ASSERT_FALSE(restored);
    EXPECT_EQ(restored.error().code, ErrorCode::ValidationException);
    EXPECT_THAT(restored.error().message, testing::HasSubstr("encrypted"));
  }
}

TEST_F(Restore, AnEncryptedDirectoryIsRestoredWithoutItsKeyAndCanGetAnother) {
  close();
  std::filesystem::remove_all(data());
  keys_ = test::some_keys();
  open();
  write_random(30);
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_base());
  write_random(10);
  ASSERT_TRUE(archive_changes());
  const auto restored = restore();
  ASSERT_TRUE(restored) << restored.error().message;
  ASSERT_TRUE(storage::encrypt_with_current_key(directory_ / "restored", {.create_if_missing = false, .keys = keys_}));
  EXPECT_FALSE(storage::open_store(directory_ / "restored", {.create_if_missing = false}));
  const auto store = storage::open_store(directory_ / "restored", {.create_if_missing = false, .keys = keys_});
  ASSERT_TRUE(store);
  EXPECT_TRUE(state_of(**store) == state_of(*store_));
}

TEST_F(Restore, OneThatIsInterruptedInItsLastStepIsOfTheMomentAtWhichItEnded) {
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_base());
  write_random(20);
  ASSERT_TRUE(archive_changes());
  const State then = state_of(*store_);
  const auto contents = archive::read_contents(place());
  const auto plan = archive::plan_restore(contents.value(), {});
  const auto fails = []() -> Result<void> { return fail(ErrorCode::InternalServerError, "no"); };
  ASSERT_FALSE(archive::restore(
      place(), *plan, {.directory = directory_ / "restored", .progress = {}, .before_it_is_complete = fails}));
  write_random(40);
  ASSERT_TRUE(archive_changes());
  ASSERT_TRUE(archive::restore(place(), *plan, {.directory = directory_ / "restored"}));
  EXPECT_TRUE(take_restored() == then);
}

TEST_F(Restore, AMomentInAGapIsToldToBeOne) {
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_base());
  write_random(5);
  ASSERT_TRUE(archive_changes());
  ASSERT_TRUE(writer_->write_head(archive::ArchiveWriter::ServerState::Alive));
  pass_a_millisecond();
  const std::int64_t in_gap_ms = clock_.now_ms();
  pass_a_millisecond();
  close();
  std::filesystem::remove_all(data());
  open();
  write_random(5);
  archive::WriterOptions options;
  options.take_over = true;
  ASSERT_TRUE(begin(options));
  ASSERT_TRUE(archive_base());
  const auto plan = archive::plan_restore(archive::read_contents(place()).value(), {.time_ms = in_gap_ms});
  ASSERT_TRUE(plan);
  EXPECT_THAT(plan->warning, testing::HasSubstr("has no changes"));
}

TEST_F(Restore, AGenerationThatIsMissingBetweenOthersIsNamed) {
  std::int64_t second_ms = 0;
  std::uint64_t number_of_all = 0;
  for (int generation = 1; generation <= 3; ++generation) {
    archive::WriterOptions options;
    options.take_over = true;
    ASSERT_TRUE(begin(options));
    ASSERT_TRUE(archive_base());
    write_random(5);
    number_of_all = store_->change_log()->last_number();
    write_random(5);
    ASSERT_TRUE(archive_changes());
    ASSERT_TRUE(writer_->write_head(archive::ArchiveWriter::ServerState::Alive));
    pass_a_millisecond();
    if (generation == 2) second_ms = clock_.now_ms();
    pass_a_millisecond();
    close();
    std::filesystem::remove_all(data());
    open();
  }
  // Each generation began with an empty directory, so all of them have this number.
  const auto restored = restore({.number = number_of_all});
  ASSERT_FALSE(restored);
  EXPECT_THAT(restored.error().message, testing::HasSubstr("is in the generations 1, 2, 3 of the archive"));
  ASSERT_TRUE(restore({.time_ms = second_ms}));
  remove_restored("restored");
  memory_->erase("shop/" + archive::generation_name(2));
  const auto wrong = restore({.time_ms = second_ms});
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().message, testing::HasSubstr(archive::generation_name(2) + " is missing"));
  remove_restored("restored");
  EXPECT_TRUE(restore());
}

TEST_F(Restore, ABaseOfOtherChangesIsRefused) {
  write_random(10);
  ASSERT_TRUE(begin());
  ASSERT_TRUE(archive_base());
  write_random(5);
  ASSERT_TRUE(archive_changes());
  ASSERT_TRUE(archive_base());
  const std::string name = archive::base_name(1, 2);
  auto base = archive::parse_base(place().get(name, archive::kMostRecordBytes).value()).value();
  base.reached.chain[0] = base.reached.chain[0] == 'a' ? 'b' : 'a';
  ASSERT_TRUE(place().put(name, archive::to_text(base)));
  EXPECT_FALSE(archive::verify_archive(place(), {}).value().findings.empty());
  write_random(5);
  ASSERT_TRUE(archive_changes());
  EXPECT_FALSE(restore());
}

TEST_F(Restore, AfterPruningTheKeptMomentsCanBeRestored) {
  ASSERT_TRUE(begin());
  std::uint64_t first_kept = 0;
  std::int64_t cut_ms = 0;
  for (int i = 0; i < 6; ++i) {
    write_random(20);
    ASSERT_TRUE(archive_changes());
    ASSERT_TRUE(archive_base());
    if (i == 3) {
      cut_ms = clock_.now_ms();
      first_kept = store_->change_log()->last_number();
    }
    pass_a_millisecond();
  }
  const std::size_t before = memory_->objects().size();
  const auto pruned = archive::prune(place(), cut_ms);
  ASSERT_TRUE(pruned);
  EXPECT_EQ(pruned->bases, 3u);
  EXPECT_LT(memory_->objects().size(), before);
  const auto report = archive::verify_archive(place(), {});
  ASSERT_TRUE(report);
  EXPECT_THAT(report->findings, testing::IsEmpty());
  for (const auto& [number, state] : states_) {
    if (number < first_kept) continue;
    ASSERT_TRUE(restore({.number = number}));
    ASSERT_TRUE(take_restored() == state);
  }
  EXPECT_FALSE(restore({.number = first_kept - 1}));
}

TEST_F(Restore, APruneThatFailsAnywhereLeavesTheKeptMoments) {
  ASSERT_TRUE(begin());
  std::int64_t cut_ms = 0;
  for (int i = 0; i < 4; ++i) {
    write_random(20);
    ASSERT_TRUE(archive_changes());
    ASSERT_TRUE(archive_base());
    if (i == 2) cut_ms = clock_.now_ms();
    pass_a_millisecond();
  }
  const State state = state_of(*store_);
  const auto objects = memory_->objects();
  for (std::uint64_t allowed = 0;; ++allowed) {
    for (const auto& [key, bytes] : objects) memory_->set(key, bytes);
    const std::uint64_t last = memory_->puts() + allowed;
    memory_->fate = [last](std::uint64_t number, const std::string&) {
      return number > last ? test::MemoryPlace::Fate::Fails : test::MemoryPlace::Fate::Works;
    };
    const auto pruned = archive::prune(place(), cut_ms);
    memory_->fate = {};
    ASSERT_TRUE(restore());
    ASSERT_TRUE(take_restored() == state);
    if (pruned) break;
    ASSERT_TRUE(archive::prune(place(), cut_ms));
    const auto report = archive::verify_archive(place(), {});
    ASSERT_TRUE(report && report->findings.empty());
  }
}

}  // namespace restore_test
}  // namespace partita
