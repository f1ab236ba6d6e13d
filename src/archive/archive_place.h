// ArchivePlace: the objects of an archive, sealed, below a prefix of a place.
#pragma once

#include <partita/error.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "archive/archive_key.h"
#include "archive/rate.h"
#include "transfer/places/place.h"

namespace partita::archive {

// The place of an archive.
struct ArchiveLocation {
  std::shared_ptr<transfer::Place> place;
  std::string prefix;             // of the names in the place: empty, or with a slash at its end
  std::optional<ArchiveKey> key;  // of an archive that is encrypted
};

// All methods may be called from several threads. Errors, unless one says otherwise: those of Place, and for reads
// those of unseal(), in whose messages the object has its name in the place.
class ArchivePlace {
 public:
  explicit ArchivePlace(ArchiveLocation location, std::shared_ptr<Rate> rate = nullptr)
      : location_(std::move(location)), rate_(std::move(rate)) {}

  // The object's name for people.
  std::string name_of(const std::string& name) const { return location_.place->name_of(location_.prefix + name); }
  const ArchiveKey* key() const { return location_.key ? &*location_.key : nullptr; }

  // Checks that there is an archive that this Partita reads, with this key. Errors: ResourceNotFoundException if it
  // is missing; ValidationException for another key; Corruption, DataDirectoryNewer.
  // Must be called before objects are read or put, because it learns the archive's id, to which all of them are bound.
  // While it runs, and if it fails, they are bound to the id that was known.
  Result<void> check_format() const;
  // The same, but makes the archive if the place is empty below the prefix. Errors: ValidationException also if there
  // are objects that are not an archive's.
  Result<void> make_if_missing();

  // A whole small object.
  Result<void> put(const std::string& name, std::string_view bytes);
  // Puts an object unless one with this name exists. Returns false if it does. `sealed` has the bytes of seal_bytes(),
  // so that a call may be repeated.
  Result<bool> put_new(const std::string& name, std::string_view sealed);
  std::string seal_bytes(const std::string& name, std::string_view bytes) const;
  // Errors: ResourceNotFoundException if the object does not exist; ValidationException if it has more than `most`
  // bytes.
  Result<std::string> get(const std::string& name, std::size_t most) const;

  // Calls `write` with a stream for the bytes of an object, and puts the object if it succeeds.
  using Write = std::function<Result<void>(transfer::Sink&)>;
  Result<void> put_stream(const std::string& name, const Write& write);
  // Calls `take` with the bytes of an object, in pieces.
  using Take = std::function<Result<void>(std::string_view)>;
  Result<void> get_stream(const std::string& name, const Take& take) const;

  // Calls `each` with the names below `folder`, without the folder, in their order. A store may leave out names of the
  // last moments.
  Result<void> list(const std::string& folder, const std::function<Result<void>(std::string_view)>& each) const;
  // The same for the folders directly below `folder`, without their slashes. Those without objects may be shown.
  Result<void> list_folders(const std::string& folder, const std::function<Result<void>(std::string_view)>& each) const;
  // Removes the unfinished files of servers that were killed.
  Result<void> remove_leftovers() { return location_.place->remove_leftovers(location_.prefix); }
  Result<void> remove(const std::string& name) { return location_.place->remove(location_.prefix + name); }

 private:
  // The name that the seal of an object is bound to.
  std::string bound_name(const std::string& name) const;

  const ArchiveLocation location_;
  mutable std::mutex mutex_;
  mutable std::string id_;            // of the archive; empty until it is known; guarded by mutex_
  const std::shared_ptr<Rate> rate_;  // of the bytes sent; nullptr: no limit
};

}  // namespace partita::archive
