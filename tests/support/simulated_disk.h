// SimulatedDisk: files in memory that know which of their bytes and directory entries survive a power cut.
//
// It is stricter than any real file system. A file's bytes are durable after the file was synced, and its name
// (created, renamed, deleted) is durable after its directory was synced. Files only grow at their end, as RocksDB's do,
// except by overwrite().
// Several threads may use it. PowerCutFileSystem shows it to RocksDB, and tests control it through PowerCutFileSystem.
#pragma once

#include <rocksdb/io_status.h>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita::test {

// The operations at which power can be cut or a fault can strike. Each is one write boundary, except Open and Read, at
// which only a fault of their own kind strikes.
enum class DiskOperation : std::uint8_t {
  Append,
  Overwrite,
  Sync,
  SyncDirectory,
  Create,
  Rename,
  Delete,
  Truncate,
  Open,
  Read
};

// The bytes appended since a file's last sync that survive a cut: none, any number, or for each file all or none,
// chosen by a seed. So the simulated disk need not write files in the order in which they were written.
enum class UnsyncedBytes : std::uint8_t { Lost, Torn, LostOfSomeFiles };
// A part of a test's name.
std::string name_of(UnsyncedBytes unsynced);

class SimulatedDisk {
 public:
  struct File {
    bool directory = false;
    std::string bytes;
    std::size_t synced = 0;
    bool table = false;                                // its name is that of one of RocksDB's table files
    std::optional<std::string> before_overwrite = {};  // the durable bytes, if overwrite() changed them since
  };
  // A handle that was opened before a power cut is unusable after it.
  struct Handle {
    std::shared_ptr<File> file;
    std::uint64_t power_cycle = 0;
  };

  SimulatedDisk();

  // -- Power
  void cut();
  // Cuts the power in place of the n-th write boundary from now (1: the next).
  void cut_at(std::uint64_t n);
  bool is_cut() const;
  // Power returns, with the durable bytes and names. Removes all faults and limits.
  void restore(UnsyncedBytes unsynced, std::uint64_t seed);
  // The number of write boundaries so far, failed ones included.
  std::uint64_t boundaries() const;
  std::uint64_t boundaries(DiskOperation kind) const;
  std::uint64_t appended_bytes() const;

  // -- Faults
  // Allows only `bytes` more. An append beyond that writes the bytes that fit and fails with NoSpace.
  void limit_space(std::uint64_t bytes);
  void return_space();
  // Makes each append fail with NoSpace that would make a table file larger than `bytes`, so that flushes of little
  // succeed and compactions of much fail. return_space() ends it.
  void limit_table_files(std::size_t bytes);
  // Makes the n-th boundary from now (of `kind`, if given) and the `times` - 1 after it fail with IOError and have no
  // effect.
  void fail_at(std::uint64_t n, std::uint64_t times = 1, std::optional<DiskOperation> kind = {});
  void stop_failing();

  // -- Files. Errors: IOError without power and for injected faults, NoSpace, PathNotFound.
  rocksdb::IOStatus create(const std::string& path, Handle* out, bool keep_bytes);
  rocksdb::IOStatus create_directory(const std::string& path);
  rocksdb::IOStatus open(const std::string& path, Handle* out);
  rocksdb::IOStatus append(const Handle& handle, std::string_view bytes);
  // Replaces bytes from `offset` on, at most a sector, so that a power cut leaves the old or the new ones.
  rocksdb::IOStatus overwrite(const Handle& handle, std::size_t offset, std::string_view bytes);
  rocksdb::IOStatus truncate(const Handle& handle, std::size_t size);
  rocksdb::IOStatus sync(const Handle& handle);
  rocksdb::IOStatus sync_directory(const std::string& path, const Handle& handle);
  rocksdb::IOStatus rename(const std::string& from, const std::string& to);
  rocksdb::IOStatus remove(const std::string& path);
  // Copies at most `size` bytes to `out`.
  rocksdb::IOStatus read(const Handle& handle, std::uint64_t offset, std::size_t size, char* out, std::size_t* copied);
  rocksdb::IOStatus size(const Handle& handle, std::uint64_t* out) const;
  rocksdb::IOStatus children(const std::string& path, std::vector<std::string>* out) const;
  rocksdb::IOStatus lock(const std::string& path);
  void unlock(const std::string& path);

 private:
  using Entries = std::map<std::string, std::shared_ptr<File>>;
  struct Fault {
    std::uint64_t skip = 0;  // boundaries before it begins
    std::uint64_t times = 0;
    std::optional<DiskOperation> kind;
  };

  // All of these require that mutex_ is held.
  rocksdb::IOStatus powered(const Handle& handle) const;
  rocksdb::IOStatus cross(DiskOperation operation);
  rocksdb::IOStatus cross_reading(DiskOperation operation);
  bool fault_strikes(DiskOperation operation);
  rocksdb::IOStatus find(const std::string& path, std::shared_ptr<File>* out) const;

  mutable std::mutex mutex_;
  Entries now_;
  Entries durable_;
  std::map<std::string, bool> locks_;
  bool off_ = false;
  std::uint64_t power_cycle_ = 0;
  std::uint64_t boundaries_ = 0;
  std::map<DiskOperation, std::uint64_t> boundaries_by_kind_;
  std::uint64_t appended_bytes_ = 0;
  std::uint64_t cut_at_ = 0;  // 0: never
  std::optional<std::uint64_t> space_left_;
  std::optional<std::size_t> most_table_bytes_;
  std::optional<Fault> fault_;
};

}  // namespace partita::test
