// A server is killed at random moments while several clients write numbered items. After each restart all acknowledged
// writes must exist, and a write that was under way must exist whole or not at all: with its entry in the vector index
// and its record in the stream.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <partita/connect.h>

#include <chrono>
#include <map>
#include <random>
#include <thread>

#include "support/partita_process.h"
#include "support/requests.h"
#include "support/stream_replay.h"
#include "support/temporary_directory.h"

namespace partita::test {
namespace kill_test {

constexpr int kKills = 20;
constexpr int kClients = 4;

std::unique_ptr<Database> connect_to(const ServerProcess& server) {
  return partita::connect(server.endpoint()).value();
}

constexpr const char* kVectors = "by_place";

// The vector of an item, which no other item has.
AttributeValue place_of(std::uint64_t number, int client) { return AttributeValue::list({number, client}); }

// Writes items 1, 2, 3 ... of its own partition, by a put, by an update, by a put in a transaction with a twin, or by a
// statement.
class Client {
 public:
  explicit Client(int number)
      : number_(number), partition_(fmt::format("client{}", number)), twins_(partition_ + "-twins") {}

  // Writes until the server is gone.
  void write_on(Database& database) {
    while (write(database, acknowledged_ + 1)) ++acknowledged_;
  }
  // Fails the test unless the database holds all that it must.
  void check(Database& database) {
    const auto items = read(database, partition_);
    const auto twins = read(database, twins_);
    ASSERT_GE(items.size(), acknowledged_) << partition_ << " lost acknowledged writes";
    ASSERT_LE(items.size(), acknowledged_ + 1);
    std::uint64_t expected = 0;
    for (const auto& [number, times] : items) {
      ASSERT_EQ(number, ++expected) << partition_;
      ASSERT_EQ(times, 1) << partition_ << " " << number;
      ASSERT_EQ(twins.contains(number), number % 4 == 2) << "half a transaction: " << partition_ << " " << number;
    }
    for (std::uint64_t number = items.size() + 1; number > 0 && number + 10 > items.size(); --number)
      expect_found(database, number, items.contains(number));
    for (const auto& [number, times] : twins) ASSERT_TRUE(items.contains(number)) << "half a transaction";
    acknowledged_ = items.size();
  }
  std::uint64_t acknowledged() const { return acknowledged_; }

 private:
  bool write(Database& database, std::uint64_t number) {
    const AttributeValue place = place_of(number, number_);
    const AttributeMap item{
        {"pk", partition_}, {"sk", number}, {"times", 1}, {"owner", fmt::format("o{}", number % 7)}, {"place", place}};
    switch (number % 4) {
      case 0:
        return database.put_item(put_request("numbers", item)).has_value();
      case 1:
        return database
            .update_item(update_request("numbers", {{"pk", partition_}, {"sk", number}},
                                        "SET place = :place ADD times :one", {{":place", place}, {":one", 1}}))
            .has_value();
      case 3:
        return database
            .execute_statement({.statement = "INSERT INTO numbers VALUE {'pk': ?, 'sk': ?, 'times': 1, 'place': ?}",
                                .parameters = {{partition_, number, place}}})
            .has_value();
      default: {
        AttributeMap twin = item;
        twin.set("pk", twins_);
        twin.erase("place");
        return database
            .transact_write_items(transact_request({transact_put("numbers", item), transact_put("numbers", twin)}))
            .has_value();
      }
    }
  }

  static std::map<std::uint64_t, std::int64_t> read(Database& database, const std::string& partition) {
    std::map<std::uint64_t, std::int64_t> numbers;
    auto request = query_request("numbers", "pk = :p", {{":p", partition}});
    request.consistent_read = true;
    do {
      const auto page = database.query(request);
      EXPECT_TRUE(page) << page.error().message;
      if (!page) break;
      for (const Item& item : *page->items)
        numbers[static_cast<std::uint64_t>(number_in(item, "sk"))] = number_in(item, "times");
      request.exclusive_start_key = page->last_evaluated_key;
    } while (request.exclusive_start_key);
    return numbers;
  }

  // The vector index must have the item's entry exactly if the item is stored.
  void expect_found(Database& database, std::uint64_t number, bool stored) const {
    SearchVectorsRequest request{.table_name = "numbers", .index_name = kVectors, .top_k = 1};
    request.search_vector = place_of(number, number_).l();
    const auto found = database.search_vectors(request);
    ASSERT_TRUE(found) << found.error().message;
    const bool is_there = !found->search_results.empty() && found->search_results.front().score == 0;
    ASSERT_EQ(is_there, stored) << "the vector of " << partition_ << " " << number;
  }

  const int number_;
  const std::string partition_;
  const std::string twins_;
  std::uint64_t acknowledged_ = 0;
};

CreateTableRequest numbers_table() {
  CreateTableRequest request =
      create_request("numbers", "pk:S", "sk:N", {{.name = "by_owner", .partition = {"owner:S"}, .sort = {"sk:N"}}});
  request.stream_specification =
      StreamSpecification{.stream_enabled = true, .stream_view_type = StreamViewType::NewAndOldImages};
  request.vector_indexes = {{.index_name = kVectors,
                             .vector_attribute = VectorAttributeDefinition{"place"},
                             .projection = Projection{.projection_type = ProjectionType::KeysOnly},
                             .dimensions = 2,
                             .distance_function = VectorDistanceFunction::Euclidean}};
  return request;
}

// Lets the clients write for a while, then kills the server.
void load_and_kill(ServerProcess& server, std::vector<Client>& clients, std::chrono::milliseconds after) {
  std::vector<std::thread> threads;
  for (Client& client : clients)
    threads.emplace_back([&] {
      const auto database = connect_to(server);
      client.write_on(*database);
    });
  std::this_thread::sleep_for(after);  // the test needs a random moment
  server.kill();
  for (std::thread& thread : threads) thread.join();
}

TEST(Kill, loses_no_acknowledged_write) {
  const unsigned seed = std::random_device()();
  RecordProperty("seed", static_cast<int>(seed));
  SCOPED_TRACE(fmt::format("seed {}", seed));
  fmt::print("seed {}\n", seed);
  std::mt19937 random(seed);
  const TemporaryDirectory directory;
  const std::string data = directory / "data";
  StreamReplay replay;
  std::vector<Client> clients;
  for (int i = 0; i < kClients; ++i) clients.emplace_back(i);
  for (int kill = 0; kill <= kKills; ++kill) {
    ServerProcess server(data);
    ASSERT_FALSE(server.endpoint().empty());
    const auto database = connect_to(server);
    if (kill == 0) {
      ASSERT_TRUE(database->create_table(numbers_table()));
    }
    for (Client& client : clients) client.check(*database);
    replay.catch_up(*database, "numbers");
    ASSERT_EQ(replay.items(), StreamReplay::stored_items(*database, "numbers", {"pk", "sk"})) << "after kill " << kill;
    ASSERT_FALSE(HasFatalFailure()) << "after kill " << kill;
    if (kill < kKills) load_and_kill(server, clients, std::chrono::milliseconds(20 + random() % 200));
  }
  for (const Client& client : clients) EXPECT_GT(client.acknowledged(), std::uint64_t{kKills});
  EXPECT_EQ(run_partita({"verify", "--data", data}), 0);
}

}  // namespace kill_test
}  // namespace partita::test
