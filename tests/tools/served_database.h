// A database in memory that this process serves, for commands that use an endpoint.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <memory>

#include "client/embedded_database.h"
#include "server/server.h"

namespace partita {

class ServedDatabase : public ::testing::Test {
 protected:
  explicit ServedDatabase(std::chrono::milliseconds table_delay = {}) : table_delay_(table_delay) {}

  void SetUp() override {
    OpenOptions options;
    options.in_memory = true;
    options.table_delay = table_delay_;
    auto opened = client::EmbeddedDatabase::open("", options);
    ASSERT_TRUE(opened) << opened.error().message;
    database_ = std::move(*opened);
    server::ServerOptions server_options;
    server_options.port = 0;
    auto started = server::Server::start(*database_, server_options);
    ASSERT_TRUE(started) << started.error();
    server_ = std::move(*started);
  }
  void TearDown() override {
    if (server_) server_->stop();
  }

  const std::chrono::milliseconds table_delay_;
  std::unique_ptr<client::EmbeddedDatabase> database_;
  std::unique_ptr<server::Server> server_;
};

}  // namespace partita
