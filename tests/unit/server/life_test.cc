// Connections over time: answers from other threads, limits, timeouts, and the end.
#include <gmock/gmock.h>
#include <sched.h>

#include <future>
#include <mutex>
#include <thread>

#include "base/late_wakes.h"
#include "unit/server/fixture.h"

namespace partita::server {
namespace life_test {

using namespace std::chrono_literals;
using testing::HasSubstr;

class LifeTest : public ServerTest {
 protected:
  // After this, GetItem waits until answer_all().
  void hold_get_item() {
    database_.on_get_item = [this](GetItemRequest, Completion<GetItemResponse> done) {
      const std::lock_guard lock(mutex_);
      held_.push_back(std::move(done));
      arrived_.notify_all();
    };
  }
  void await_held(std::size_t count) {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [&] { return held_.size() >= count; });
  }
  void answer_all() {
    const std::lock_guard lock(mutex_);
    for (const auto& done : held_) done(GetItemResponse{});
    held_.clear();
  }

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<Completion<GetItemResponse>> held_;
};

// Each loop makes the wakes of a round at its end, even if no operation follows in the round.
TEST_F(LifeTest, wakes_that_an_operation_asks_for_are_made_after_it) {
  struct Answering : base::Sleeper {
    void wake() noexcept override { std::exchange(done, nullptr)(GetItemResponse{}); }
    Completion<GetItemResponse> done;
  } sleeper;
  std::atomic<int> late = 0;
  database_.on_get_item = [&](GetItemRequest, Completion<GetItemResponse> done) {
    sleeper.done = std::move(done);
    base::LateWakes::later(base::LateWakes::Of::Work, sleeper);
    if (sleeper.done) ++late;
  };
  start();
  Client client(port());
  for (int i = 1; i <= 3; ++i) {
    EXPECT_EQ(client.exchange(post("GetItem", kGetItem)).status, 200);
    EXPECT_EQ(late, i);
  }
}

TEST_F(LifeTest, AnswersMayComeFromAnotherThread) {
  hold_get_item();
  start();
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 50; ++i) {
    clients.push_back(std::make_unique<Client>(port()));
    clients.back()->send(post("GetItem", kGetItem) + post("ListTables", "{}"));
  }
  await_held(50);
  std::thread([this] { answer_all(); }).join();
  for (const auto& client : clients) {
    EXPECT_EQ(client->read().body, "{}");
    EXPECT_EQ(client->read().body, R"({"TableNames":["shop"]})");
  }
}

TEST_F(LifeTest, AnswersRaceWithTheStartOfTheirOperation) {
  std::vector<std::thread> threads;
  std::mutex mutex;
  database_.on_get_item = [&](GetItemRequest, Completion<GetItemResponse> done) {
    const std::lock_guard lock(mutex);
    threads.emplace_back([done = std::move(done)] { done(GetItemResponse{}); });
  };
  start();
  Client client(port());
  for (int i = 0; i < 300; ++i) EXPECT_EQ(client.exchange(post("GetItem", kGetItem)).body, "{}");
  server_->stop();
  for (auto& thread : threads) thread.join();
}

TEST_F(LifeTest, AClientThatLeavesBeforeItsAnswerDoesNoHarm) {
  hold_get_item();
  start();
  { Client(port()).send(post("GetItem", kGetItem)); }
  await_held(1);
  answer_all();
  EXPECT_EQ(Client(port()).exchange(post("ListTables", "{}")).status, 200);
}

TEST_F(LifeTest, ALargeAnswerWaitsForItsReader) {
  const std::string large(8 << 20, 'x');
  database_.on_get_item = [&](GetItemRequest, Completion<GetItemResponse> done) {
    done(GetItemResponse{.item = Item(AttributeMap{{"a", large}})});
  };
  start();
  Client client(port());
  client.send(post("GetItem", kGetItem) + post("GetItem", kGetItem));
  EXPECT_EQ(client.read().body.size(), large.size() + std::string_view(R"({"Item":{"a":{"S":""}}})").size());
  EXPECT_THAT(client.read().body, HasSubstr(large));
}

TEST_F(LifeTest, ConnectionsBeyondTheLimitGetAnError) {
  auto options = defaults();
  options.max_connections = 2;
  start(options);
  Client first(port()), second(port());
  EXPECT_EQ(first.exchange(post("ListTables", "{}")).status, 200);
  EXPECT_EQ(second.exchange(post("ListTables", "{}")).status, 200);
  Client third(port());
  const auto refused = third.read();
  EXPECT_EQ(refused.status, 503);
  EXPECT_THAT(refused.body, HasSubstr("ServiceUnavailable"));
  EXPECT_EQ(refused.headers.at("connection"), "close");
  EXPECT_EQ(first.exchange(post("ListTables", "{}")).status, 200);
}

TEST_F(LifeTest, APlaceThatIsFreeAgainIsTaken) {
  auto options = defaults();
  options.max_connections = 1;
  start(options);
  {
    Client first(port());
    EXPECT_EQ(first.exchange(post("ListTables", "{}", "Connection: close\r\n")).status, 200);
    EXPECT_TRUE(first.closed());
  }
  int status = 503;
  while (status == 503) status = Client(port()).exchange(post("ListTables", "{}")).status;
  EXPECT_EQ(status, 200);
}

TEST_F(LifeTest, ASlowHeaderTimesOut) {
  auto options = defaults();
  options.header_timeout = 10ms;
  start(options);
  Client client(port());
  client.send("POST / HTTP/1.1\r\nHost:");
  EXPECT_EQ(client.read().status, 408);
  EXPECT_TRUE(client.closed());
}

TEST_F(LifeTest, ASlowBodyTimesOut) {
  auto options = defaults();
  options.body_timeout = 10ms;
  start(options);
  Client client(port());
  const auto request = post("GetItem", kGetItem);
  client.send(request.substr(0, request.size() - 1));
  EXPECT_EQ(client.read().status, 408);
}

TEST_F(LifeTest, AnIdleConnectionIsClosed) {
  auto options = defaults();
  options.idle_timeout = 10ms;
  start(options);
  EXPECT_TRUE(Client(port()).closed());
  Client client(port());
  EXPECT_EQ(client.exchange(post("ListTables", "{}")).status, 200);
  EXPECT_TRUE(client.closed());
}

TEST_F(LifeTest, AWaitForTheDatabaseIsNoTimeout) {
  auto options = defaults();
  // The handshake of TLS is under the limit of a header too.
  const auto limit = all_over_tls() ? 400ms : 1ms;
  options.header_timeout = options.body_timeout = options.idle_timeout = options.write_timeout = limit;
  hold_get_item();
  start(options);
  Client client(port());
  client.send(post("GetItem", kGetItem));
  await_held(1);
  // Other connections time out before, so the sweeps have run.
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(Client(port()).closed());
  answer_all();
  EXPECT_EQ(client.read().status, 200);
}

TEST_F(LifeTest, StoppingLetsRequestsUnderWayFinish) {
  hold_get_item();
  // There is one loop. After the idle connection is closed, the busy one's next answer is its last.
  auto options = defaults();
  options.loops = 1;
  start(options);
  Client busy(port()), idle(port());
  EXPECT_EQ(idle.exchange(post("ListTables", "{}")).status, 200);
  busy.send(post("GetItem", kGetItem));
  await_held(1);
  auto stopped = std::async(std::launch::async, [this] { server_->stop(); });
  EXPECT_TRUE(idle.closed());
  answer_all();
  const auto answer = busy.read();
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.headers.at("connection"), "close");
  EXPECT_TRUE(busy.closed());
  stopped.get();
}

TEST_F(LifeTest, StoppingDoesNotWaitForever) {
  auto options = defaults();
  options.stop_timeout = 10ms;
  hold_get_item();
  start(options);
  Client client(port());
  client.send(post("GetItem", kGetItem));
  await_held(1);
  server_->stop();
  EXPECT_TRUE(client.closed());
  server_.reset();
  // Gives the answer for which no client waits any more.
  answer_all();
}

TEST_F(LifeTest, StoppingTwiceIsStoppingOnce) {
  start();
  server_->stop();
  server_->stop();
}

TEST(StartTest, NamesTheReasonIfItCannotListen) {
  FakeDatabase database;
  ServerOptions options;
  options.port = 0;
  auto first = Server::start(database, options);
  ASSERT_TRUE(first);
  options.port = (*first)->port();
  const auto start_error = [&] {
    const auto started = Server::start(database, options);
    return started ? "none" : started.error();
  };
  EXPECT_THAT(start_error(), HasSubstr("is in use"));
  options.port = 0;
  options.host = "db.example";
  EXPECT_THAT(start_error(), HasSubstr("not an IP address"));
  options.host = "203.0.113.1";
  EXPECT_THAT(start_error(), HasSubstr("pass --auth keys"));
  options.auth = Auth::Off;
  options.allow_plaintext = true;
  EXPECT_THAT(start_error(), HasSubstr("pass --auth keys"));
  options.auth = Auth::Keys;
  options.allow_plaintext = false;
  EXPECT_THAT(start_error(), HasSubstr("without keys"));
  options.keys = std::make_shared<auth::KeyStore>(std::make_shared<auth::AccessKeys>(std::vector<auth::AccessKey>()));
  EXPECT_THAT(start_error(), HasSubstr("pass --plaintext"));
  options.allow_plaintext = true;
  EXPECT_THAT(start_error(), HasSubstr("not an address of this machine"));
}

TEST(StartTest, LocalhostAndIpv6AreHosts) {
  FakeDatabase database;
  ServerOptions options;
  options.port = 0;
  options.host = "localhost";
  const auto server = Server::start(database, options);
  ASSERT_TRUE(server);
  EXPECT_THAT((*server)->url(), testing::StartsWith("http://127.0.0.1:"));
}

TEST_F(LifeTest, ThereIsALoopForEachCoreThatMayBeUsed) {
  cpu_set_t all, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
  CPU_ZERO(&one);
  for (int core = 0; CPU_COUNT(&one) == 0; ++core)
    if (CPU_ISSET(core, &all)) CPU_SET(core, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  ServerOptions options = defaults();
  options.loops = 0;
  std::string log;
  options.log = [&log](LogLevel, std::string_view line) { log += line; };
  start(options);
  EXPECT_THAT(log, HasSubstr("loops=1"));
  server_.reset();
  ASSERT_EQ(sched_setaffinity(0, sizeof all, &all), 0);
}

}  // namespace life_test
}  // namespace partita::server
