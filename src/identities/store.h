// Store: the identities of one data directory, in memory and in the file DATA/identities.
//
// Invariants
// 1. The file is replaced as a whole, durably, before a change counts. So a crash leaves the old contents or the new.
// 2. Whoever has a Store with a file holds its lock, so that no two processes change the file, and no command changes
//    what a running server has read.
// 3. A file that is damaged, or whose master key is another one, is an error and never an empty store.
// 4. The file has secrets only as sealed texts, and its master key is in another file.
#pragma once

#include <partita/expected.h>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "identities/contents.h"
#include "identities/secrets.h"

namespace partita::identities {

// Who opens a store. A server keeps it open as long as it runs, a command for a moment.
enum class Opener : std::uint8_t { Command, Server };

class FileLock;

class Store {
 public:
  // Opens the store of the directory `data`, whose master key is in the file `key_file`, or in default_key_file() if
  // that is empty. A missing file is an empty store. The file and the key file are made with the first change. A
  // command waits for another command, but not for a server. Errors: a text of one line with advice.
  static expected<std::unique_ptr<Store>, std::string> open(const std::string& data, const std::string& key_file,
                                                            Opener opener);
  // A store without a file, which ends with its object.
  static std::unique_ptr<Store> in_memory();
  ~Store();
  Store(const Store&) = delete;

  // The functions below may be called from any thread.
  Contents contents() const;
  MasterKey master_key() const;
  // Whether something was ever stored.
  bool has_file() const;
  // Calls `change` with a copy of the contents. If that returns no error, the copy is stored and counts. Errors: that
  // of `change`, or of the file. Then everything stays as it was.
  using Change = std::function<expected<void, std::string>(Contents&, const MasterKey&)>;
  expected<void, std::string> change(const Change& change);
  // Reads the file again. Errors: as open(). Then everything stays as it was.
  expected<void, std::string> reload();
  // Replaces the master key by a new one and seals all secrets anew. A crash in between leaves a key file with both
  // keys, of which open() takes the right one. Errors: a text of one line. If the key file cannot be written,
  // everything stays as it was.
  expected<void, std::string> change_master_key();

 private:
  struct State {
    Contents contents;
    MasterKey key;
    bool has_file;
    bool has_key_file;
  };
  Store(std::string file, std::string key_file, std::unique_ptr<FileLock> lock, State state);
  static expected<State, std::string> read(const std::string& file, const std::string& key_file);
  expected<void, std::string> write(const Contents& contents, const MasterKey& key) const;

  const std::string file_, key_file_;  // empty if the store is in memory
  const std::unique_ptr<FileLock> lock_;
  mutable std::mutex mutex_;
  State state_;  // guarded by mutex_
};

// The key that seals secrets of access keys, whose context is the id of the access key.
auth::Digest secret_sealing_key(const MasterKey& key);

}  // namespace partita::identities
