#include "client/endpoint.h"

#include <gtest/gtest.h>

namespace partita::client {
namespace endpoint_test {

TEST(ParseEndpoint, gives_the_url_and_the_host_header) {
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
    EXPECT_FALSE(endpoint->region) << c.text;
    EXPECT_EQ(endpoint->stream_url, c.url);
    EXPECT_EQ(endpoint->stream_host, c.host);
  }
}

TEST(ParseEndpoint, finds_the_region_in_amazons_names) {
  for (const char* host : {"dynamodb.eu-west-1.amazonaws.com", "dynamodb-fips.eu-west-1.amazonaws.com",
                           "000000000000.ddb.eu-west-1.amazonaws.com", "dynamodb.eu-west-1.amazonaws.com.cn"})
    EXPECT_EQ(parse_endpoint(std::string("https://") + host)->region, "eu-west-1") << host;
  EXPECT_EQ(amazon_endpoint("eu-west-1"), "https://dynamodb.eu-west-1.amazonaws.com");
  EXPECT_EQ(amazon_endpoint("cn-north-1"), "https://dynamodb.cn-north-1.amazonaws.com.cn");
}

TEST(ParseEndpoint, names_amazons_host_of_streams) {
  const auto host = [](const std::string& name) { return parse_endpoint("https://" + name)->stream_host; };
  EXPECT_EQ(host("dynamodb.eu-west-1.amazonaws.com"), "streams.dynamodb.eu-west-1.amazonaws.com");
  EXPECT_EQ(host("streams.dynamodb.eu-west-1.amazonaws.com"), "streams.dynamodb.eu-west-1.amazonaws.com");
  EXPECT_EQ(host("000000000000.ddb.eu-west-1.amazonaws.com"), "streams.dynamodb.eu-west-1.amazonaws.com");
  EXPECT_EQ(parse_endpoint(amazon_endpoint("cn-north-1"))->stream_url,
            "https://streams.dynamodb.cn-north-1.amazonaws.com.cn/");
}

TEST(ParseEndpoint, refuses_what_is_no_endpoint) {
  for (const char* text : {"", "127.0.0.1:8000", "ftp://example.com", "http://", "http://example.com/path",
                           "http://user@example.com", "http://example.com?a=b"})
    EXPECT_FALSE(parse_endpoint(text)) << text;
}

TEST(ParseEndpoint, knows_the_hosts_of_amazon) {
  for (const char* host :
       {"dynamodb.us-east-1.amazonaws.com", "DYNAMODB.US-EAST-1.AMAZONAWS.COM", "dynamodb.us-east-1.amazonaws.com:443",
        "dynamodb.us-east-1.amazonaws.com.", "123456789012.ddb.us-east-1.amazonaws.com",
        "dynamodb.cn-north-1.amazonaws.com.cn", "dynamodb.us-east-1.api.aws", "streams-dynamodb.us-east-1.api.aws",
        "dynamodb-fips.us-gov-west-1.amazonaws.com", "vpce-1.dynamodb.us-east-1.vpce.amazonaws.com",
        "dynamodb.eusc-de-east-1.amazonaws.eu", "dynamodb.cn-north-1.api.amazonwebservices.com.cn"})
    EXPECT_TRUE(is_amazon_host(host)) << host;
  for (const char* host : {"127.0.0.1:8000", "localhost", "[::1]:8000", "amazonaws.com.example", "myamazonaws.com",
                           "dynamodb.us-east-1.amazonaws.com.evil.example", ""})
    EXPECT_FALSE(is_amazon_host(host)) << host;
}

}  // namespace endpoint_test
}  // namespace partita::client
