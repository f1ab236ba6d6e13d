// Calls with Boost.Asio's completion tokens.
#include <gtest/gtest.h>
#include <partita/model.h>
#include <partita/model/asio.h>
#include <partita/open.h>

#include <boost/asio/bind_executor.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>

#include <atomic>
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

}  // namespace asio_test
