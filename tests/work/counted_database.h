// CountedDatabase: an embedded database on RocksDB in memory with a traced store, the 400-byte items of the tests, and
// the measurement itself.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "client/embedded_database.h"
#include "work/allocations.h"
#include "work/raw_rocksdb.h"
#include "work/traced_store.h"

namespace partita::work {

constexpr std::size_t kItemBytes = 400;

// The cost of one operation.
struct Work {
  StoreWork store;
  std::uint64_t allocations = 0;
  std::uint64_t rocksdb_allocations = 0;  // by the same store calls on a bare RocksDB

  // Zero if RocksDB by itself allocates more, because the store may save it some allocations.
  std::uint64_t own_allocations() const {
    return allocations > rocksdb_allocations ? allocations - rocksdb_allocations : 0;
  }
};

class CountedDatabase {
 public:
  CountedDatabase();

  client::EmbeddedDatabase& database() { return *database_; }
  TracedStore::Trace& trace() { return *trace_; }

  // Moves all rows from the memtable to a table file. They are then read from cached blocks, as in a database of some
  // age.
  void flush();

  // The work of a call that `make` has prepared. `make` gets a different number each time, and preparing does not
  // count. Fails the test unless all calls cost the store the same.
  using Prepared = std::function<void()>;
  Work work_of(const std::function<Prepared(int)>& make);

 private:
  const std::shared_ptr<TracedStore::Trace> trace_ = std::make_shared<TracedStore::Trace>();
  std::unique_ptr<client::EmbeddedDatabase> database_;
};

// An item of kItemBytes: key pk and sk, attributes for indexes, text and a number.
AttributeMap item_of(const std::string& partition, int sort);
AttributeMap key_of(const std::string& partition, int sort);

// Writes `count` items of one partition. Their sort keys are counted from 0.
void fill(Database& database, const std::string& table, const std::string& partition, int count);

// The answer's value. Throws, which fails the test, if the answer is an error.
template <class T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

}  // namespace partita::work
