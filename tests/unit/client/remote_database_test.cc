// What a remote database refuses before it sends anything, and what it says when nobody listens.
#include "client/remote_database.h"

#include <gtest/gtest.h>

#include "client/http_connection.h"

namespace partita::client {
namespace {

TEST(ParseEndpoint, GivesTheUrlAndTheHostHeader) {
  struct Case {
    const char* text;
    const char* url;
    const char* host;
    bool loopback;
  };
  for (const Case& c : {Case{"http://127.0.0.1:8000", "http://127.0.0.1:8000/", "127.0.0.1:8000", true},
                        Case{"http://localhost:8000/", "http://localhost:8000/", "localhost:8000", true},
                        Case{"http://[::1]:9", "http://[::1]:9/", "[::1]:9", true},
                        Case{"https://db.example.com", "https://db.example.com/", "db.example.com", false},
                        Case{"https://db.example.com:443", "https://db.example.com/", "db.example.com", false},
                        Case{"http://db.example.com:443", "http://db.example.com:443/", "db.example.com:443", false}}) {
    const auto endpoint = parse_endpoint(c.text);
    ASSERT_TRUE(endpoint) << c.text;
    EXPECT_EQ(endpoint->url, c.url);
    EXPECT_EQ(endpoint->host, c.host);
    EXPECT_EQ(endpoint->loopback, c.loopback) << c.text;
  }
}

TEST(ParseEndpoint, RefusesWhatIsNoEndpoint) {
  for (const char* text : {"", "127.0.0.1:8000", "ftp://example.com", "http://", "http://example.com/path",
                           "http://user@example.com", "http://example.com?a=b"})
    EXPECT_FALSE(parse_endpoint(text)) << text;
}

TEST(Connect, NeedsCredentialsBeyondLoopback) {
  EXPECT_TRUE(connect({.endpoint = "http://127.0.0.1:8000"}));
  EXPECT_FALSE(connect({.endpoint = "http://db.example.com"}));
  EXPECT_TRUE(connect({.endpoint = "http://db.example.com", .credentials = protocol::Credentials{"id", "secret", {}}}));
}

TEST(RemoteDatabase, SaysThatNobodyListens) {
  // Port 1 is never a test's.
  const auto database = connect({.endpoint = "http://127.0.0.1:1"});
  ASSERT_TRUE(database);
  const auto answer = (*database)->list_tables({});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::ServiceUnavailable);
  EXPECT_NE(answer.error().message.find("Cannot reach http://127.0.0.1:1/"), std::string::npos);
}

}  // namespace
}  // namespace partita::client
