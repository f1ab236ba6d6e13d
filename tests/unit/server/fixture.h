// A running server with a fake database.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "server/server.h"
#include "unit/server/client.h"
#include "unit/server/fake_database.h"

namespace partita::server {

class ServerTest : public ::testing::Test {
 protected:
  static ServerOptions defaults() {
    ServerOptions options;
    options.port = 0;
    options.loops = 2;
    if (all_over_tls())
      options.tls = [] {
        return TlsIdentity{.certificate = test_tls_identity().certificate, .key = test_tls_identity().key};
      };
    return options;
  }
  void start(ServerOptions options = defaults()) {
    auto started = Server::start(database_, std::move(options));
    ASSERT_TRUE(started) << started.error();
    server_ = std::move(*started);
  }
  std::uint16_t port() const { return server_->port(); }

  FakeDatabase database_;
  std::unique_ptr<Server> server_;
};

inline constexpr std::string_view kGetItem = R"({"TableName":"t","Key":{"id":{"S":"1"}}})";
inline constexpr std::string_view kGotItem = R"({"Item":{"id":{"S":"1"}}})";

}  // namespace partita::server
