// A call may be the last owner of the database: the program lets go of all else before the answer.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <future>
#include <thread>

#include "unit/model/copies/copies_model.h"

namespace partita::model {
namespace last_owner_test {

using namespace literals;

struct Source {
  std::string id, name;
};
BOOST_DESCRIBE_STRUCT(Source, (), (id, name))
struct Holder {
  std::string id;
  int day = 0;
  std::string name = {};
};
BOOST_DESCRIBE_STRUCT(Holder, (), (id, day, name))
struct SourceE : entity<Source, "SOURCE", key<"S#{id}", "S">> {};
struct HolderE : entity<Holder, "HOLDER", key<"S#{id}", "D#{day:05d}">, copy_of<"name", SourceE, "name", followed>> {};
struct Shop : table<"shop", primary<"PK", "SK">, holds<SourceE, HolderE>> {};
using Db = db<Shop>;
using All = pattern<"all", HolderE, by<"id">>;

// A call that is started without waiting, and `ended`, to be called by its handler. The thread that called the handler
// lets go of the objects that it holds.
using Ended = std::function<void()>;
struct Named {
  const char* name;
  void (*start)(Db&, Ended);
};

template <class Call>
void start(Call call, Ended ended) {
  call.async([ended = std::move(ended)](const auto&) { ended(); });
}
// The handler owns the feed or the follower.
template <class Feed>
void start_next(Feed feed, Ended ended) {
  auto owned = std::make_shared<Feed>(std::move(feed));
  Feed& same = *owned;
  same.next().async([owned = std::move(owned), ended = std::move(ended)](const auto&) { ended(); });
}

const Named kCalls[] = {
    {"get", [](Db& db, Ended ended) { start(db.get<SourceE>("id"_f = "1"), std::move(ended)); }},
    {"query", [](Db& db, Ended ended) { start(db.query<All>("id"_f = "1"), std::move(ended)); }},
    {"pages", [](Db& db, Ended ended) { start(db.query<All>("id"_f = "1").take(1).pages().next(), std::move(ended)); }},
    {"update",
     [](Db& db, Ended ended) { start(db.update<SourceE>("id"_f = "1").set("name"_f = "B"), std::move(ended)); }},
    {"update of what was read",
     [](Db& db, Ended ended) {
       start(db.update<SourceE>("id"_f = "1").set("name"_f = "B").read_first(), std::move(ended));
     }},
    {"create with a copy",
     [](Db& db, Ended ended) {
       start(db.create(Holder{"1", 7}), std::move(ended));
     }},
    {"transact",
     [](Db& db, Ended ended) {
       start(db.transact(create(Source{"2", "x"}), create(Source{"3", "x"})), std::move(ended));
     }},
    {"verify", [](Db& db, Ended ended) { start(db.verify(), std::move(ended)); }},
    {"upgrade", [](Db& db, Ended ended) { start(db.upgrade(), std::move(ended)); }},
    {"feed",
     [](Db& db, Ended ended) {
       start_next(db.subscribe<Shop>(changes_from_now()).value(), std::move(ended));
       db.create(Source{"5", "x"}).value();
     }},
    {"feed that has ended",
     [](Db& db, Ended ended) { start(db.subscribe<Shop>(changes_from_now()).value().next(), std::move(ended)); }},
    {"follower",
     [](Db& db, Ended ended) {
       start_next(db.follow_copies<Shop>(changes_from_now()).value(), std::move(ended));
       db.create(Holder{"1", 8}).value();
     }},
    {"follower that has ended",
     [](Db& db, Ended ended) {
       start(db.follow_copies<Shop>(changes_from_now()).value().next(), std::move(ended));
       db.create(Holder{"1", 8}).value();
     }},
};

// Starts the call, lets go of all that owns the database, and waits for the handler.
void let_go(const Named& call, std::function<void()> closed) {
  const auto ended = std::make_shared<std::promise<void>>();
  std::shared_ptr<Database> database(open("", {.in_memory = true}).value().release(),
                                     [closed = std::move(closed)](Database* last) {
                                       delete last;
                                       closed();
                                     });
  auto shop = std::make_optional<Db>(std::move(database));
  shop->create_table_if_missing().value();
  shop->enable_stream<Shop>().value();
  shop->create(Source{"1", "A"}).value();
  shop->create(Holder{"1", 1}).value();
  call.start(*shop, [ended] { ended->set_value(); });
  shop.reset();
  ended->get_future().get();
}

TEST(LastOwner, IsACallUnderWay) {
  for (const Named& call : kCalls)
    for (int repetition = 0; repetition < 5; ++repetition) {
      SCOPED_TRACE(call.name);
      const auto closed = std::make_shared<std::promise<void>>();
      let_go(call, [closed] { closed->set_value(); });
      closed->get_future().get();
    }
}

// The end of the program waits until the database is closed. On another thread that happens only after the program has
// begun to end.
TEST(LastOwner, IsDestroyedBeforeTheEndOfTheProgram) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  static std::promise<void> ends;
  for (const Named& call : kCalls)
    EXPECT_EXIT(
        {
          const auto closed = [main = std::this_thread::get_id()] {
            if (std::this_thread::get_id() != main) ends.get_future().get();
            std::fputs("the database is closed\n", stderr);
          };
          let_go(call, closed);
          std::atexit([] { ends.set_value(); });
          std::exit(0);
        },
        testing::ExitedWithCode(0), "the database is closed")
        << call.name;
}

}  // namespace last_owner_test
}  // namespace partita::model
