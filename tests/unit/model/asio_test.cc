// Calls with Boost.Asio's completion tokens.
#include <gtest/gtest.h>
#include <partita/model.h>
#include <partita/model/asio.h>
#include <partita/open.h>
#include <partita/subscription.h>

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <thread>

namespace asio_test {

namespace pt = partita::model;
namespace asio = boost::asio;
using namespace pt::literals;

struct Note {
  std::string id, text;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, text))
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">> {};
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::holds<NoteE>> {};

TEST(Asio, a_hundred_calls_in_flight_complete_on_the_callers_executor) {
  constexpr int kCalls = 100;
  pt::db<Notes> db{partita::open("", {.in_memory = true}).value()};
  db.create_table_if_missing().value();
  asio::io_context loop;
  const auto thread = std::this_thread::get_id();
  int written = 0, read = 0, elsewhere = 0;
  for (int i = 0; i < kCalls; ++i) {
    const std::string id = std::to_string(i);
    pt::async(db.create(Note{id, "text " + id}), asio::bind_executor(loop, [&, id](auto result) {
                written += result.has_value();
                elsewhere += std::this_thread::get_id() != thread;
                pt::async(db.get<NoteE>("id"_f = id), asio::bind_executor(loop, [&, id](auto note) {
                            read += note && *note && (*note)->text == "text " + id;
                          }));
              }));
  }
  EXPECT_EQ(written, 0) << "a handler ran before the loop did";
  loop.run();
  EXPECT_EQ(written, kCalls);
  EXPECT_EQ(read, kCalls);
  EXPECT_EQ(elsewhere, 0);
}

TEST(Asio, a_token_makes_a_future) {
  pt::db<Notes> db{partita::open("", {.in_memory = true}).value()};
  db.create_table_if_missing().value();
  db.create(Note{"1", "one"}).value();
  auto future = pt::async(db.get<NoteE>("id"_f = "1"), asio::use_future);
  const auto note = future.get();
  ASSERT_TRUE(note);
  EXPECT_EQ((*note)->text, "one");
}

struct ListedE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::on<"by_text", "NOTES", "{text}#{id}">> {};
struct Listed : pt::table<"listed", pt::primary<"PK">, pt::gsi<"by_text", "GSI1PK", "GSI1SK">, pt::holds<ListedE>> {};
using Texts = pt::pattern<"notes by text", ListedE, pt::by<>, pt::ascending<"text">>;

TEST(Asio, a_coroutine_reads_page_by_page) {
  pt::db<Listed> db{partita::open("", {.in_memory = true}).value()};
  db.create_table_if_missing().value();
  for (const char* id : {"1", "2", "3", "4", "5"}) db.create(Note{id, id}).value();
  asio::io_context loop;
  std::string ids;
  const auto read_all = [&]() -> asio::awaitable<void> {
    const auto pages = db.query<Texts>().take(2).pages();
    while (const auto page = (co_await pt::async(pages.next(), asio::use_awaitable)).value()) {
      for (const Note& note : page->items) ids += note.id;
      ids += ".";
    }
  };
  asio::co_spawn(loop, read_all(), asio::detached);
  loop.run();
  EXPECT_EQ(ids, "12.34.5.");
}

TEST(Asio, a_coroutine_awaits_the_changes_of_a_table) {
  pt::db<Notes> db{partita::open("", {.in_memory = true}).value()};
  db.create_table_if_missing().value();
  db.enable_stream<Notes>().value();
  asio::io_context loop;
  std::vector<std::string> texts, ids;
  asio::co_spawn(
      loop,
      [&]() -> asio::awaitable<void> {
        const auto feed = db.subscribe<Notes>().value();
        while (texts.size() < 2) {
          auto next = feed.next();
          const auto changes = (co_await pt::async(next, asio::use_awaitable)).value();
          for (const pt::change<Notes>& change : changes) texts.push_back(change.after<Note>()->text);
        }
      },
      asio::detached);
  asio::co_spawn(
      loop,
      [&]() -> asio::awaitable<void> {
        const auto subscription = db.database().subscribe({.table_name = "notes"}).value();
        while (ids.size() < 2) {
          const auto records = (co_await pt::async_next(*subscription, asio::use_awaitable)).value();
          for (const partita::Record& record : records) ids.push_back(record.dynamodb->new_image->get("id")->s());
        }
      },
      asio::detached);
  std::thread writer([&] {
    db.create(Note{"1", "one"}).value();
    db.create(Note{"2", "two"}).value();
  });
  loop.run();
  writer.join();
  EXPECT_EQ(texts, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(ids, (std::vector<std::string>{"1", "2"}));
}

}  // namespace asio_test
