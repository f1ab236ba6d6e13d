// Reads that fail in passing are sent again, as RetryPolicy says, and return the answer that they would have returned.
#include <gmock/gmock.h>
#include <partita/model.h>
#include <partita/open.h>

#include "unit/model/faulty_database.h"

namespace partita::model {
namespace read_retries_test {

using namespace literals;

struct Song {
  std::string songId, artist;
  int year = 0;
};
BOOST_DESCRIBE_STRUCT(Song, (), (songId, artist, year))
struct SongE : entity<Song, "SONG", key<"SONG#{songId}", "SONG">, on<"by_artist", "{artist}", "{year:04d}#{songId}">,
                      on<"by_year", "YEARS#{songId:shard3}", "{year:04d}#{songId}">> {};
struct Songs : table<"songs", primary<"PK", "SK">, gsi<"by_artist", "GSI1PK", "GSI1SK">,
                     gsi<"by_year", "GSI2PK", "GSI2SK">, holds<SongE>> {};
using ById = pattern<"A song", SongE, by<"songId">>;
using ByArtist = pattern<"The songs of an artist", SongE, by<"artist">, ascending<"year">>;
using ByYear = pattern<"All songs, by year", SongE, by<>, ascending<"year">>;
using Music = db<Songs>;

using Answer = Result<std::size_t>;
auto two_keys() { return std::vector{key_of<SongE>("songId"_f = "S1"), key_of<SongE>("songId"_f = "S2")}; }
struct Read {
  const char* name;
  const char* operation;
  std::size_t found;
  Answer (*read)(const Music&);
};
const Read kReads[] = {
    {"get", "get_item", 1,
     [](const Music& music) -> Answer {
       const auto answer = music.get<SongE>("songId"_f = "S1").run();
       if (!answer) return unexpected(answer.error());
       return answer->has_value() ? 1 : 0;
     }},
    {"query of one item", "get_item", 1,
     [](const Music& music) -> Answer {
       const auto answer = music.query<ById>("songId"_f = "S1").run();
       if (!answer) return unexpected(answer.error());
       return 1;
     }},
    {"query", "query", 2,
     [](const Music& music) -> Answer {
       const auto answer = music.query<ByArtist>("artist"_f = "A").run();
       if (!answer) return unexpected(answer.error());
       return answer->items.size();
     }},
    {"query of shards", "query", 3,
     [](const Music& music) -> Answer {
       const auto answer = music.query<ByYear>().run();
       if (!answer) return unexpected(answer.error());
       return answer->items.size();
     }},
    {"count", "query", 2,
     [](const Music& music) -> Answer {
       const auto answer = music.query<ByArtist>("artist"_f = "A").count().run();
       if (!answer) return unexpected(answer.error());
       return static_cast<std::size_t>(answer->count);
     }},
    {"scan", "scan", 3,
     [](const Music& music) -> Answer {
       const auto answer = music.scan<SongE>().run();
       if (!answer) return unexpected(answer.error());
       return answer->items.size();
     }},
    {"scan of segments", "scan", 3,
     [](const Music& music) -> Answer {
       std::size_t found = 0;
       const auto answer = music.scan<SongE>(2, [&](const auto& songs) { return found += songs.size(), true; }).run();
       if (!answer) return unexpected(answer.error());
       return found;
     }},
    {"get_many", "batch_get_item", 2,
     [](const Music& music) -> Answer {
       const auto answer = music.get_many(two_keys()).run();
       if (!answer) return unexpected(answer.error());
       return answer->items.size();
     }},
    {"get_snapshot", "transact_get_items", 2,
     [](const Music& music) -> Answer {
       const auto answer = music.get_snapshot(two_keys()).run();
       if (!answer) return unexpected(answer.error());
       return answer->items.size();
     }},
    {"create_table_if_missing", "describe_table", 0,
     [](const Music& music) -> Answer {
       const auto answer = music.create_table_if_missing().run();
       if (!answer) return unexpected(answer.error());
       return 0;
     }},
};
constexpr ErrorCode kPassing[] = {ErrorCode::ThrottlingException, ErrorCode::ProvisionedThroughputExceededException,
                                  ErrorCode::RequestLimitExceeded, ErrorCode::InternalServerError,
                                  ErrorCode::ServiceUnavailable};

struct Fixture {
  Fixture() {
    music.create_table_if_missing().value();
    music.create(Song{"S1", "A", 1990}).value();
    music.create(Song{"S2", "A", 1991}).value();
    music.create(Song{"S3", "B", 1992}).value();
  }
  std::unique_ptr<FaultyDatabase> inner = std::make_unique<FaultyDatabase>(open("", {.in_memory = true}).value());
  FaultyDatabase& database = *inner;
  Music music{std::shared_ptr<Database>(std::move(inner)),
              {.retries = {.attempts = 4, .first_delay = std::chrono::milliseconds(0)}}};
};

TEST(ReadRetries, AFailureThatPassesIsNotSeen) {
  for (const Read& read : kReads)
    for (const ErrorCode code : kPassing)
      for (const int failures : {1, 3}) {
        Fixture fixture;
        for (int i = 0; i < failures; ++i)
          fixture.database.fail_next(read.operation, {.error = {code, "injected", {}, {}}});
        const Answer answer = read.read(fixture.music);
        ASSERT_TRUE(answer) << read.name << ": " << answer.error().message;
        EXPECT_EQ(*answer, read.found) << read.name;
      }
}

TEST(ReadRetries, TheAttemptsAreThoseOfThePolicy) {
  for (const Read& read : kReads) {
    Fixture fixture;
    for (int i = 0; i < 100; ++i)
      fixture.database.fail_next(read.operation, {.error = {ErrorCode::ThrottlingException, "injected", {}, {}}});
    const int before = fixture.database.calls(read.operation);
    const Answer answer = read.read(fixture.music);
    ASSERT_FALSE(answer) << read.name;
    EXPECT_EQ(answer.error().code, ErrorCode::ThrottlingException) << read.name;
    const int side_by_side = std::string(read.name) == "query of shards"    ? 3
                             : std::string(read.name) == "scan of segments" ? 2
                                                                            : 1;
    EXPECT_EQ(fixture.database.calls(read.operation) - before, 4 * side_by_side) << read.name;
  }
}

TEST(ReadRetries, AFailureThatLastsIsReturnedAtOnce) {
  for (const Read& read : kReads) {
    Fixture fixture;
    fixture.database.fail_next(read.operation, {.error = {ErrorCode::AccessDeniedException, "injected", {}, {}}});
    const Answer answer = read.read(fixture.music);
    ASSERT_FALSE(answer) << read.name;
    EXPECT_EQ(answer.error().code, ErrorCode::AccessDeniedException) << read.name;
  }
}

TEST(ReadRetries, ASnapshotWaitsForATransactionThatWritesItsItems) {
  Fixture fixture;
  Error error(ErrorCode::TransactionCanceledException, "injected");
  error.cancellation_reasons.resize(2);
  error.cancellation_reasons[1].code = "TransactionConflict";
  fixture.database.fail_next("transact_get_items", {.error = error});
  EXPECT_EQ(fixture.music.get_snapshot(two_keys()).value().items.size(), 2u);
}

}  // namespace read_retries_test
}  // namespace partita::model
