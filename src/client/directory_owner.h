// The account and the region with which a data directory was opened last, which commands need that reach its tables by
// their account. The tables of that account in that region are stored without their names (catalog/FORMAT.md).
#pragma once

#include <string>
#include <utility>

namespace partita::client {

struct DirectoryOwner {
  std::string account;
  std::string region;
  bool operator==(const DirectoryOwner&) const = default;
};

// Reads the file partita.owner of the directory. Returns the defaults of OpenOptions if the file is absent, because
// the directory is new or an earlier version made it, and for a file that is not as keep_owner() writes it.
DirectoryOwner owner_of(const std::string& directory);

// Sets the account and the region of OpenOptions or EngineOptions to the owner of the directory.
template <class Options>
void set_owner(Options& options, const std::string& directory) {
  DirectoryOwner owner = owner_of(directory);
  options.account = std::move(owner.account);
  options.region = std::move(owner.region);
}

// Writes the file if it has another text. The directory works without the file, so a fault is not told.
void keep_owner(const std::string& directory, const DirectoryOwner& owner);

}  // namespace partita::client
