// Moves of tables between two databases in memory, while they are written, and interrupted anywhere.
#include <gmock/gmock.h>

#include <mutex>
#include <random>
#include <thread>

#include "base/try.h"
#include "movement/moves/table_move.h"
#include "movement_support.h"

namespace partita {
namespace move_test {

using movement::MovePhase;
using movement::ShardPlace;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::unique_ptr<Database> in_memory() {
  OpenOptions options;
  options.in_memory = true;
  return partita::open("", options).value();
}

class Move : public movement_support::TwoTables {
 protected:
  void SetUp() override {
    TwoTables::SetUp();
    other_ = in_memory();
    source_ = std::make_unique<movement_support::Intercepted>(*database_);
    target_ = std::make_unique<movement_support::Intercepted>(*other_);
  }
  movement::TableMove move(movement::MoveSettings settings = {}) {
    settings.source_table = "first";
    settings.target_table = "moved";
    settings.segments = 2;
    settings.quiet = settings.settle = std::chrono::milliseconds(20);
    settings.follow.between_polls = std::chrono::milliseconds(2);
    settings.follow.save_every = std::chrono::milliseconds(0);
    settings.copy.save_every = std::chrono::milliseconds(0);
    settings.save = [this](const movement::MoveState& state) -> Result<void> {
      stored_ = movement::to_text(state);
      return {};
    };
    movement::MoveState state{.source = "a", .target = "b"};
    if (!stored_.empty()) {
      auto read = movement::read_move_state(stored_);
      EXPECT_TRUE(read) << read.error().message;
      state = *std::move(read);
    }
    return {*source_, *target_, std::move(settings), std::move(state)};
  }
  static Result<void> until_level(movement::TableMove& move) {
    return move.follow([](std::chrono::milliseconds quiet) { return quiet >= std::chrono::milliseconds(20); });
  }
  std::uint64_t differences() {
    movement::CompareProgress progress;
    const auto result =
        movement::compare({.database = *database_, .table = facts("first")},
                          {.database = *other_, .table = transfer::describe(*other_, "moved").value()}, {}, progress);
    EXPECT_TRUE(result) << result.error().message;
    return result ? result->different() : 1;
  }
  static Result<void> nobody_writes() { return {}; }
  static Result<void> ignore(const movement::Difference&) { return {}; }
  // All steps of a cut-over.
  static Result<movement::Level> cut_over(movement::TableMove& move,
                                          const std::function<Result<void>()>& stop = &nobody_writes) {
    PARTITA_TRY(move.come_level());
    PARTITA_TRY(stop());
    PARTITA_TRY_VALUE(level, move.check_level(&ignore));
    PARTITA_TRY_VALUE(late, move.late_changes());
    if (late > 0) level.is_quiet = false;
    PARTITA_TRY(move.find_way_back());
    if (level.is_reached()) PARTITA_TRY(move.reverse());
    return level;
  }

  std::unique_ptr<Database> other_;
  std::unique_ptr<movement_support::Intercepted> source_, target_;
  std::string stored_;
};

TEST_F(Move, ATableThatIsWrittenMeanwhileIsMovedAndTheWayBackStaysOpen) {
  for (int i = 0; i < 300; ++i) put("first", i);
  auto move = this->move();
  ASSERT_TRUE(move.begin());
  put("first", 1, 7);
  erase("first", 2);
  ASSERT_TRUE(move.copy());
  EXPECT_EQ(move.state().phase, MovePhase::Following);
  put("first", 3, 8);
  erase("first", 4);
  put("first", 1'000);
  ASSERT_TRUE(until_level(move));
  EXPECT_EQ(differences(), 0u);
  bool was_stopped = false;
  const auto cut = cut_over(move, [&]() -> Result<void> {
    put("first", 2'000);  // the last write
    was_stopped = true;
    return {};
  });
  ASSERT_TRUE(cut) << cut.error().message;
  EXPECT_TRUE(was_stopped);
  EXPECT_TRUE(cut->is_reached());
  EXPECT_EQ(cut->comparison.first_items, 300u);
  EXPECT_EQ(move.state().phase, MovePhase::Back);
  // Now programs write the target.
  AttributeMap item = key(5);
  item.set("value", "new home");
  ASSERT_TRUE(other_->put_item({.table_name = "moved", .item = item}));
  ASSERT_TRUE(other_->delete_item({.table_name = "moved", .key = key(6)}));
  ASSERT_TRUE(until_level(move));
  EXPECT_EQ(differences(), 0u);
  // And back again.
  ASSERT_TRUE(cut_over(move));
  EXPECT_EQ(move.state().phase, MovePhase::Following);
  put("first", 5, 9);
  ASSERT_TRUE(until_level(move));
  EXPECT_EQ(differences(), 0u);
  ASSERT_TRUE(move.finish());
  const auto stream = [](Database& database, const std::string& table) {
    const auto found = database.describe_table({.table_name = table});
    return found->table.stream_specification && *found->table.stream_specification->stream_enabled;
  };
  EXPECT_FALSE(stream(*database_, "first"));
  EXPECT_FALSE(stream(*other_, "moved"));
}

TEST_F(Move, ACutOverOfATableThatIsStillWrittenIsRefused) {
  for (int i = 0; i < 50; ++i) put("first", i);
  auto move = this->move();
  ASSERT_TRUE(move.begin());
  ASSERT_TRUE(move.copy());
  // A program that was not stopped writes while the tables are compared.
  int requests = 0;
  std::mutex mutex;
  target_->before = [&](std::string_view name) -> std::optional<Error> {
    const std::lock_guard lock(mutex);
    if (name == "HashItems" && ++requests == 1) put("first", 9'999);
    return std::nullopt;
  };
  const auto cut = cut_over(move);
  ASSERT_TRUE(cut) << cut.error().message;
  EXPECT_FALSE(cut->is_reached());
  EXPECT_EQ(move.state().phase, MovePhase::Following);
  // The next attempt succeeds.
  target_->before = nullptr;
  const auto again = cut_over(move);
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->is_reached());
}

TEST_F(Move, WithoutAWayBackTheTargetNeedsNoStream) {
  put("first", 1);
  target_->before = [](std::string_view name) -> std::optional<Error> {
    if (name == "UpdateTable" || name == "DescribeStream") return Error(ErrorCode::UnknownOperationException, {});
    return std::nullopt;
  };
  auto move = this->move({.keeps_way_back = false});
  ASSERT_TRUE(move.begin());
  ASSERT_TRUE(move.copy());
  const auto cut = cut_over(move);
  ASSERT_TRUE(cut) << cut.error().message;
  EXPECT_EQ(move.state().phase, MovePhase::Done);
}

TEST_F(Move, ATargetThatIsGoneDuringTheCopyIsCopiedAnew) {
  for (int i = 0; i < 100; ++i) put("first", i);
  {
    auto move = this->move();
    ASSERT_TRUE(move.begin());
    source_->before = [](std::string_view name) -> std::optional<Error> {
      if (name == "DescribeTable") return Error(ErrorCode::AccessDeniedException, "interrupted");
      return std::nullopt;
    };
    ASSERT_FALSE(move.copy());
    EXPECT_EQ(move.state().phase, MovePhase::Copying);
    EXPECT_EQ(move.state().copied_items(), 100u);
  }
  source_->before = nullptr;
  ASSERT_TRUE(other_->delete_table({.table_name = "moved"}));
  auto move = this->move();
  ASSERT_TRUE(move.begin());
  ASSERT_TRUE(move.copy());
  ASSERT_TRUE(until_level(move));
  EXPECT_EQ(differences(), 0u);
}

TEST_F(Move, AnEndWithoutStreamsIsNamedWithWhatHelps) {
  put("first", 1);
  const auto lacks_streams = [](std::string_view name) -> std::optional<Error> {
    if (name == "UpdateTable") return Error(ErrorCode::UnknownOperationException, {});
    return std::nullopt;
  };
  source_->before = lacks_streams;
  EXPECT_THAT(move().begin().error().message,
              HasSubstr("the stream of the table first cannot be enabled: UnknownOperationException; a move needs it"));
  source_->before = nullptr;
  target_->before = lacks_streams;
  auto move = this->move();
  ASSERT_TRUE(move.begin());
  ASSERT_TRUE(move.copy());
  EXPECT_THAT(move.come_level().error().message,
              HasSubstr("the stream of the table moved cannot be enabled: UnknownOperationException; --no-way-back"));
}

TEST_F(Move, ATimeToLiveThatTheNextHomeRefusesIsNoted) {
  ASSERT_TRUE(database_->update_time_to_live(
      {.table_name = "first",
       .time_to_live_specification = TimeToLiveSpecification{.enabled = true, .attribute_name = "end"}}));
  put("first", 1);
  target_->before = [](std::string_view name) -> std::optional<Error> {
    if (name == "UpdateTimeToLive") return Error(ErrorCode::UnknownOperationException, {});
    return std::nullopt;
  };
  auto move = this->move({.keeps_way_back = false});
  ASSERT_TRUE(move.begin());
  ASSERT_TRUE(move.copy());
  const auto cut = cut_over(move);
  ASSERT_TRUE(cut) << cut.error().message;
  EXPECT_THAT(move.notes(), ElementsAre("the time to live is not copied: UnknownOperationException"));
}

// As Dynoxide does.
class NamesAnEndOfOpenShards : public movement_support::Intercepted {
 public:
  using Intercepted::describe_stream;
  using Intercepted::Intercepted;
  Result<DescribeStreamResponse> describe_stream(DescribeStreamRequest request) override {
    auto found = Intercepted::describe_stream(std::move(request));
    if (found && found->stream_description.shards)
      for (Shard& shard : *found->stream_description.shards)
        if (shard.sequence_number_range && !shard.sequence_number_range->ending_sequence_number)
          shard.sequence_number_range->ending_sequence_number = shard.sequence_number_range->starting_sequence_number;
    return found;
  }
};

TEST_F(Move, AStreamThatNamesAnEndOfItsOpenShardIsFollowed) {
  source_ = std::make_unique<NamesAnEndOfOpenShards>(*database_);
  target_ = std::make_unique<NamesAnEndOfOpenShards>(*other_);
  put("first", 1);
  auto move = this->move();
  ASSERT_TRUE(move.begin());
  ASSERT_TRUE(move.copy());
  put("first", 2);
  ASSERT_TRUE(until_level(move));
  EXPECT_EQ(differences(), 0u);
  const auto cut = cut_over(move);
  ASSERT_TRUE(cut) << cut.error().message;
  ASSERT_TRUE(other_->put_item({.table_name = "moved", .item = key(3)}));
  ASSERT_TRUE(until_level(move));
  EXPECT_EQ(differences(), 0u);
}

TEST_F(Move, AStreamWithoutNewImagesIsFollowedByReadingTheItems) {
  ASSERT_TRUE(database_->update_table({.table_name = "first",
                                       .stream_specification = StreamSpecification{
                                           .stream_enabled = true, .stream_view_type = StreamViewType::KeysOnly}}));
  for (int i = 0; i < 100; ++i) put("first", i);
  auto move = this->move();
  ASSERT_TRUE(move.begin());
  ASSERT_TRUE(move.copy());
  for (int i = 0; i < 100; i += 3) put("first", i, 5);
  for (int i = 0; i < 100; i += 7) erase("first", i);
  put("first", 7, 6);
  ASSERT_TRUE(until_level(move));
  EXPECT_EQ(differences(), 0u);
}

TEST_F(Move, AStreamWhoseShardsEndIsFollowedThroughTheirChildren) {
  auto move = this->move();
  put("first", 1);
  ASSERT_TRUE(move.begin());
  ASSERT_TRUE(move.copy());
  for (int round = 0; round < 5; ++round) {
    for (int i = 0; i < 20; ++i) put("first", i, round);
    ASSERT_TRUE(database_->roll_stream({.table_name = "first"}));
    erase("first", round);
  }
  ASSERT_TRUE(until_level(move));
  EXPECT_EQ(differences(), 0u);
  // A put without a change has no record.
  EXPECT_EQ(move.follow_progress().changes, 104u);
}

TEST_F(Move, AStreamThatWasDisabledCannotBeFollowed) {
  auto move = this->move();
  ASSERT_TRUE(move.begin());
  ASSERT_TRUE(move.copy());
  ASSERT_TRUE(until_level(move));
  ASSERT_TRUE(database_->delete_table({.table_name = "first"}));
  EXPECT_FALSE(until_level(move));
}

// Threads that write, delete and transact on a few items of a table until they are stopped.
class Writers {
 public:
  static constexpr int kKeys = 60;
  Writers(Database& database, std::function<AttributeMap(int)> key) : database_(database), key_(std::move(key)) {
    for (unsigned seed = 0; seed < 4; ++seed) threads_.emplace_back([this, seed] { write(seed); });
  }
  ~Writers() { stop(); }
  void stop() {
    is_ended_ = true;
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

 private:
  void write(unsigned seed) {
    std::mt19937 random(seed);
    for (int i = 1; !is_ended_; ++i) {
      const int a = static_cast<int>(random() % kKeys);
      AttributeMap one = key_(a), two = key_((a + 1) % kKeys);
      if (random() % 5 == 0) {
        ASSERT_TRUE(database_.delete_item({.table_name = "first", .key = one}));
        continue;
      }
      one.set("value", i);
      two.set("value", i);
      if (random() % 3 != 0) {
        ASSERT_TRUE(database_.put_item({.table_name = "first", .item = one}));
        continue;
      }
      TransactWriteItemsRequest request;
      request.transact_items.emplace(2);
      request.transact_items->at(0).put = Put{.item = one, .table_name = "first"};
      request.transact_items->at(1).put = Put{.item = two, .table_name = "first"};
      ASSERT_TRUE(database_.transact_write_items(request));
    }
  }

  Database& database_;
  const std::function<AttributeMap(int)> key_;
  std::atomic<bool> is_ended_ = false;
  std::vector<std::thread> threads_;
};

// The move ends with an error after a random number of requests and goes on from the text that it stored, again and
// again.
TEST_F(Move, WritersAndInterruptionsLoseNothing) {
  for (int i = 0; i < Writers::kKeys; ++i) put("first", i);
  Writers writers(*database_, &key);
  std::mt19937 random(7);
  std::mutex mutex;
  int left = 0, interruptions = 0;
  source_->before = target_->before = [&](std::string_view) -> std::optional<Error> {
    const std::lock_guard lock(mutex);
    if (--left != 0) return std::nullopt;
    ++interruptions;
    return Error(ErrorCode::AccessDeniedException, "interrupted");
  };
  for (int round = 0; round < 40; ++round) {
    {
      const std::lock_guard lock(mutex);
      left = static_cast<int>(random() % 60) + 1;
    }
    auto move = this->move();
    if (!move.begin() || !move.copy()) continue;
    (void)move.follow([&](std::chrono::milliseconds) {
      const std::lock_guard lock(mutex);
      return left <= 0;
    });
  }
  EXPECT_GT(interruptions, 30);
  writers.stop();
  source_->before = target_->before = nullptr;
  auto move = this->move();
  ASSERT_TRUE(move.begin());
  ASSERT_TRUE(move.copy());
  const auto cut = cut_over(move);
  ASSERT_TRUE(cut) << cut.error().message;
  EXPECT_TRUE(cut->is_reached()) << cut->comparison.different();
  EXPECT_EQ(differences(), 0u);
}

TEST(MoveState, OtherTextsAreRefused) {
  movement::MoveState state{.source = "a b", .target = "c", .phase = MovePhase::Back, .enabled_target_stream = true};
  state.segments.resize(2);
  state.segments[0] = {.is_done = true, .start_key = {}, .items = 9};
  state.place = {.arn = "arn:x",
                 .shards = {{.shard = "s1", .parent = "", .from = ShardPlace::From::End},
                            {.shard = "s2", .parent = "s1", .from = ShardPlace::From::After, .number = "123"},
                            {.shard = "s3", .parent = "s1", .from = ShardPlace::From::Time, .time = 12.5},
                            {.shard = "s4", .parent = "s2"}}};
  state.lag_ms = 17;
  const std::string text = movement::to_text(state);
  const auto read = movement::read_move_state(text);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(movement::to_text(*read), text);
  EXPECT_EQ(read->phase, MovePhase::Back);
  EXPECT_EQ(read->copied_items(), 9u);
  for (std::size_t cut = 0; cut < text.size(); ++cut) {
    const auto part = movement::read_move_state(text.substr(0, cut));
    // A text that ends behind a shard has no others, which the stream's list brings back.
    if (part) {
      EXPECT_EQ(text[cut - 1], '\n');
    }
  }
  EXPECT_FALSE(movement::read_move_state(text + "more\n"));
}

TEST(StreamPlace, TakesNewShardsAndTellsLostOnes) {
  const auto shard = [](const std::string& id, const std::string& parent, bool is_closed) {
    Shard out{.shard_id = id, .sequence_number_range = SequenceNumberRange{.starting_sequence_number = "1"}};
    if (!parent.empty()) out.parent_shard_id = parent;
    if (is_closed) out.sequence_number_range->ending_sequence_number = "2";
    return out;
  };
  auto place = movement::place_from("arn", {shard("a", "", true), shard("b", "a", false)}, 5);
  EXPECT_THAT(place.readable(), ElementsAre(1));
  // Only a child tells that a shard is closed.
  EXPECT_THAT(movement::place_from("arn", {shard("a", "", true)}, 5).readable(), ElementsAre(0));
  std::vector<ShardPlace> lost;
  place.update({shard("b", "a", true), shard("c", "b", false), shard("d", "b", false)}, lost);
  EXPECT_THAT(lost, IsEmpty());
  EXPECT_THAT(place.readable(), ElementsAre(0));
  place.shards[0].from = ShardPlace::From::End;
  EXPECT_THAT(place.readable(), ElementsAre(1, 2));
  place.update({shard("d", "b", false)}, lost);
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_EQ(lost[0].shard, "c");
}

}  // namespace move_test
}  // namespace partita
