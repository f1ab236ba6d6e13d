// Files and descriptors as streams.
#pragma once

#include <memory>
#include <string>

#include "transfer/bytes/streams.h"

namespace partita::transfer {

// An open descriptor that is closed with this object.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor() { close(); }
  int number() const { return number_; }
  // Returns false if the kernel reports that earlier writes failed.
  bool close();

 private:
  int release();
  int number_;
};

// The message "NAME cannot be DONE: CAUSE", with the cause of errno.
unexpected<Error> failed_to(std::string_view done, std::string_view name);

// A temporary file without a name, for reading and writing, in $TMPDIR or /tmp. Its space is free once it is closed.
// Errors: InternalServerError.
Result<Descriptor> unnamed_file();

// Reads a file. `path` is its name in messages. Errors: ResourceNotFoundException if it does not exist,
// InternalServerError if it cannot be opened, ValidationException if it is a directory.
Result<std::unique_ptr<Source>> open_file(const std::string& path);
// Reads a descriptor, such as that of a pipe, which stays open. `name` is for messages.
std::unique_ptr<Source> read_descriptor(int number, std::string name);
// Writes to a descriptor, which stays open. The other end of a pipe may see a part of the bytes only.
std::unique_ptr<Sink> write_descriptor(int number, std::string name);

}  // namespace partita::transfer
