// Place: a store of objects with names, such as a directory or a bucket of S3. Exports are written to it and imports
// read from it.
//
// A key has parts with slashes between them, such as "AWSDynamoDB/data/a.json.gz". All functions may be called from
// several threads at once. Streams must not outlive the place.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "transfer/bytes/streams.h"

namespace partita::transfer {

struct ObjectFacts {
  std::string key = {};
  std::uint64_t size_bytes = 0;
};

class ObjectSink : public Sink {
 public:
  // The ETag of S3 for the object. Requires: finish() succeeded.
  virtual std::string etag() const = 0;
};

// Asks whether work that waits must end.
using Stops = std::function<bool()>;

class Place {
 public:
  virtual ~Place();
  // From now on requests of the place, and the waits between their attempts, end within about a second with
  // ServiceUnavailable if `stops` returns true. The threads that use the place ask it. A place without requests, such
  // as a directory, does not ask. Requires: no other function was called yet.
  virtual void end_if(Stops /*stops*/) {}
  // The object's name for people, such as "s3://bucket/key".
  virtual std::string name_of(const std::string& key) const = 0;
  // Begins an object. It appears as a whole, and durably, when the stream is finished, in place of an earlier one with
  // this key. Without that it does not appear. Errors: ValidationException if the place cannot have such a key,
  // InternalServerError and AccessDeniedException if the place fails or refuses. Those are also the errors of the
  // stream.
  virtual Result<std::unique_ptr<ObjectSink>> put(const std::string& key) = 0;
  // Puts a whole object if the place has no object with this key. Returns false, without an effect, if it has one with
  // other bytes. Of several calls with other bytes at the same time at most one returns true. Errors: as put.
  virtual Result<bool> put_new(const std::string& key, std::string_view bytes) = 0;
  // Begins to read an object. Errors: as put, and ResourceNotFoundException if the object does not exist.
  virtual Result<std::unique_ptr<Source>> get(const std::string& key) = 0;
  // The number of an object's bytes, without reading them. Errors: as get.
  virtual Result<std::uint64_t> size_of(const std::string& key) = 0;
  // Calls `each` with the objects whose keys begin with `prefix`, in the order of the bytes of their keys. The empty
  // prefix means all. Errors: as put, and the errors of `each`, which end the list.
  using Each = std::function<Result<void>(const ObjectFacts&)>;
  virtual Result<void> list(const std::string& prefix, const Each& each) = 0;
  // Calls `each` with the names of the folders directly below `prefix`, which is empty or ends with a slash, in the
  // order of their bytes. The names do not have the prefix and the slash. The objects in the folders are not
  // listed. A directory may show folders without objects. Errors: as list.
  using EachFolder = std::function<Result<void>(const std::string&)>;
  virtual Result<void> list_folders(const std::string& prefix, const EachFolder& each) = 0;
  // Removes the unfinished files below the prefix that are older than a day, because their writers were killed. Objects
  // stay. Errors: as put.
  virtual Result<void> remove_leftovers(const std::string& /*prefix*/) { return {}; }
  // Erases an object. It is not an error if the object does not exist. Errors: as put.
  virtual Result<void> remove(const std::string& key) = 0;
};

// Writes a whole object, and returns its ETag. Errors: those of Place::put.
Result<std::string> put_text(Place& place, const std::string& key, std::string_view text);
// Whether the place has an object with this key and these bytes. Errors: those of Place::get.
Result<bool> has_bytes(Place& place, const std::string& key, std::string_view bytes);
// Reads a whole object. Errors: those of Place::get, and ValidationException if it has more than `most` bytes.
Result<std::string> get_text(Place& place, const std::string& key, std::size_t most);

// The ETag that S3 gives to an object of one part whose bytes have this MD5.
std::string etag_of_one_part(std::string_view md5);

}  // namespace partita::transfer
