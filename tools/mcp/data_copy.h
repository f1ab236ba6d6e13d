// DataCopy: a copy of a data directory that is thrown away, so that the writes of an agent do not reach the data.
#pragma once

#include <partita/expected.h>

#include <memory>
#include <string>

namespace partita::tools {

class DataCopy {
 public:
  // Copies the directory beside itself, or if that cannot be, into the directory for temporary files. Table files never
  // change, so the copy shares them if the file system can link. It also removes the copies beside it that a killed
  // process left. Errors: a text of one line, also if a process has the directory open, because its files may change.
  static expected<std::unique_ptr<DataCopy>, std::string> make(const std::string& directory);
  // Removes the copy. Requires: no database in it is open.
  ~DataCopy();
  DataCopy(const DataCopy&) = delete;
  DataCopy& operator=(const DataCopy&) = delete;

  const std::string& path() const { return path_; }

 private:
  explicit DataCopy(std::string path) : path_(std::move(path)) {}

  const std::string path_;
};

}  // namespace partita::tools
