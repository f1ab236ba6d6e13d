#include "support/test_database.h"

#include <partita/connect.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "objects/object_files.h"
#include "storage/memory/memory_store.h"
#include "storage/open_store.h"

namespace partita::test {
namespace {

constexpr std::uint64_t kSmallCacheBytes = 8 << 20;

template <class T>
T or_throw(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return *std::move(result);
}

}  // namespace

std::vector<Combination> all_combinations() {
  std::vector<Combination> all;
  for (const Access access : {Access::Embedded, Access::Http})
    for (const Storage storage : {Storage::Memory, Storage::Rocks, Storage::Reopened}) all.push_back({access, storage});
  return all;
}

std::string name_of(const Combination& combination) {
  const std::string access = combination.access == Access::Embedded ? "embedded_" : "http_";
  switch (combination.storage) {
    case Storage::Memory:
      return access + "memory";
    case Storage::Rocks:
      return access + "rocksdb";
    case Storage::Reopened:
      return access + "reopened";
  }
  return access;
}

TestDatabase::TestDatabase(Combination combination, std::chrono::milliseconds table_delay)
    : combination_(combination), table_delay_(table_delay) {
  std::filesystem::create_directories(std::filesystem::path(buckets_.string()) / "bucket");
  open();
}

TestDatabase::~TestDatabase() { close(); }

void TestDatabase::open() {
  storage::StoreOptions store_options;
  store_options.block_cache_bytes = kSmallCacheBytes;
  auto store = combination_.storage == Storage::Memory
                   ? storage::make_memory_store()
                   : or_throw(storage::open_store(directory_.string(), store_options));
  engine::EngineOptions options;
  options.sync = storage::Store::Sync::No;
  options.table_delay = table_delay_;
  options.background_jobs = false;
  options.clock = clock_;
  options.files = objects::object_files(objects::buckets_in(buckets_.string()));
  embedded_ = or_throw(client::EmbeddedDatabase::open(std::move(store), std::move(options)));
  if (combination_.access == Access::Embedded) return;

  server::ServerOptions server_options;
  server_options.port = 0;
  server_options.loops = 1;
  auto server = server::Server::start(*embedded_, server_options);
  if (!server) throw std::runtime_error(server.error());
  server_ = *std::move(server);
  // The tests check the first answer, so no request is repeated.
  remote_ = or_throw(partita::connect(server_->url(), {.max_attempts = 1}));
}

void TestDatabase::close() {
  remote_.reset();
  server_.reset();
  embedded_.reset();
}

void TestDatabase::put_object(const std::string& name, const std::string& content) const {
  const std::filesystem::path path = std::filesystem::path(buckets_.string()) / name;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << content;
}

Database& TestDatabase::database() {
  if (remote_) return *remote_;
  return *embedded_;
}

void TestDatabase::maybe_reopen() {
  if (combination_.storage != Storage::Reopened) return;
  close();
  open();
}

Result<void> TestDatabase::run_due() {
  engine::Context& context = embedded_->engine().context();
  return context.jobs.run_due(context);
}

std::string TestDatabase::findings() {
  const auto report = engine::verify(embedded_->engine().context(), [](std::uint64_t) {});
  if (!report) return report.error().message;
  std::string lines;
  for (const std::string& finding : report->findings) lines.append(finding).push_back('\n');
  return lines;
}

}  // namespace partita::test
