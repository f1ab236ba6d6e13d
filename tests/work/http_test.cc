// The cost of a request between its bytes and the answer's, beyond the cost of the database.
#include <gtest/gtest.h>

#include <iostream>

#include "protocol/codec.h"
#include "serve/account_databases.h"
#include "support/requests.h"
#include "work/counted_database.h"
#include "work/http_path.h"

namespace partita::work {
namespace http_test {

// The table of the requests.
class ItemsTable final : public permissions::Tables {
 public:
  std::string_view region() const override { return "us-east-1"; }
  std::string_view account() const override { return "123456789012"; }
  std::uint64_t version() const override { return 1; }
  std::shared_ptr<const permissions::StreamFacts> find_stream(std::string_view) const override { return nullptr; }
  std::shared_ptr<const permissions::TableFacts> find(std::string_view) const override {
    permissions::TableFacts facts;
    facts.name = "items";
    facts.arn = "arn:aws:dynamodb:us-east-1:123456789012:table/items";
    facts.partition = "pk";
    return std::make_shared<const permissions::TableFacts>(std::move(facts));
  }
};

class HttpWork : public testing::Test {
 protected:
  HttpWork() {
    must(counted_.database().create_table(test::create_request("items", "pk:S", "sk:S")));
    fill(counted_.database(), "items", "p", 200);
    counted_.flush();
  }

  // The request's text. It is signed if signatures are verified.
  std::string request_of(std::string_view operation, std::string_view body) const {
    return is_signed_ ? signed_http_request(operation, body, signer_, clock_.now_ms()) : http_request(operation, body);
  }
  void verify_signatures() {
    is_signed_ = true;
    http_.verify(keys_, clock_);
  }

  // The allocations of a request beyond RocksDB's. `body` gets a different number each time.
  template <class Body>
  std::uint64_t allocations_of(std::string_view operation, Body body, std::string_view in_answer) {
    const Work work = counted_.work_of([&](int run) -> CountedDatabase::Prepared {
      return [this, in_answer, request = request_of(operation, body(run))] {
        const std::string_view answer = http_.exchange(request);
        EXPECT_EQ(http_.status(), 200) << answer;
        EXPECT_NE(answer.find(in_answer), answer.npos);
      };
    });
    std::cout << operation << ": " << work.own_allocations() << " allocations beyond RocksDB's "
              << work.rocksdb_allocations << "\n";
    return work.own_allocations();
  }
  std::uint64_t allocations_of_get_item() {
    return allocations_of(
        "GetItem",
        [](int) {
          std::string json;
          protocol::encode_request(test::get_request("items", key_of("p", 7)), json);
          return json;
        },
        R"("sk":{"S":"sort#0000007"})");
  }

  const base::ManualClock clock_{1'767'225'600'000};
  const auth::KeyStore keys_{std::make_shared<auth::AccessKeys>(std::vector<auth::AccessKey>{{"AKIDALICE", "alice"}})};
  bool is_signed_ = false;
  Credentials signer_{"AKIDALICE", "alice"};
  CountedDatabase counted_;
  HttpPath http_{counted_.database()};
};

TEST_F(HttpWork, GetItem) { EXPECT_LE(allocations_of_get_item(), 4u); }

// A key that was seen before costs no allocation.
TEST_F(HttpWork, GetItemWithItsSignatureVerified) {
  verify_signatures();
  EXPECT_LE(allocations_of_get_item(), 4u);
}

// A permission costs no allocation either.
TEST_F(HttpWork, GetItemThatAPolicyAllows) {
  auto policy = iam::Policy::parse("p", R"({"Statement": {"Effect": "Allow", "Action": "dynamodb:GetItem",
      "Resource": "arn:aws:dynamodb:*:*:table/items", "Condition": {"ForAllValues:StringEquals": {
        "dynamodb:LeadingKeys": "p", "dynamodb:Attributes": ["pk", "sk"]}}}})",
                                   iam::PolicyType::Identity);
  ASSERT_TRUE(policy) << policy.error().message;
  const iam::Identity alice(*iam::Principal::of_arn("arn:aws:iam::123456789012:user/alice"),
                            {std::make_shared<const iam::Policy>(std::move(*policy))}, nullptr);
  const ItemsTable tables;
  verify_signatures();
  http_.ask_policies(tables, alice);
  EXPECT_LE(allocations_of_get_item(), 4u);
}

// An account and a region that were seen before cost no allocation.
TEST_F(HttpWork, GetItemOfAnotherAccount) {
  const auto databases = must(tools::AccountDatabases::make(counted_.database(), std::nullopt));
  http_.serve_accounts(*databases);
  Database& other = *must(databases->find("111122223333", "us-east-1")).database;
  must(other.create_table(test::create_request("items", "pk:S", "sk:S")));
  fill(other, "items", "p", 200);
  counted_.flush();
  must(counted_.database().delete_item({.table_name = "items", .key = key_of("p", 7)}));
  is_signed_ = true;
  signer_ = {"111122223333", "x"};
  EXPECT_LE(allocations_of_get_item(), 4u);
}

TEST_F(HttpWork, PutItem) {
  EXPECT_LE(allocations_of(
                "PutItem",
                [](int run) {
                  std::string json;
                  protocol::encode_request(test::put_request("items", item_of("new", run)), json);
                  return json;
                },
                "{}"),
            25u);
}

TEST_F(HttpWork, Query_of_100) {
  EXPECT_LE(allocations_of(
                "Query",
                [](int) {
                  auto request = test::query_request("items", "pk = :p", {{":p", "p"}});
                  request.limit = 100;
                  std::string json;
                  protocol::encode_request(request, json);
                  return json;
                },
                R"("ScannedCount":100)"),
            36u);
}

}  // namespace http_test
}  // namespace partita::work
