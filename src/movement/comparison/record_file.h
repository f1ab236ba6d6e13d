// RecordFile: short records of bytes in a temporary file without a name, for work that does not fit into memory.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "transfer/bytes/files.h"

namespace partita::movement {

class RecordFile {
 public:
  // Appends a record. The file is made with the first one. Errors: InternalServerError if it cannot be made or written.
  Result<void> add(std::string_view record);
  // Calls `take` with each record in the order of add(), and leaves the file empty. Errors: InternalServerError, and
  // those of `take`, which end the call.
  Result<void> drain(const std::function<Result<void>(std::string_view)>& take);

  std::uint64_t count() const { return count_; }

 private:
  Result<void> flush();

  transfer::Descriptor file_;
  std::string buffer_;
  std::uint64_t count_ = 0;
};

}  // namespace partita::movement
