// The console's pages as a server gives them, with their content types and ETags.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "server/console.h"

namespace partita::console {

class Files {
 public:
  Files();
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;
  // nullptr if the console has no file of this path. The result lives as long as this object.
  const server::ConsoleFile* find(std::string_view path) const;

 private:
  std::map<std::string_view, std::string> etags_;
  std::map<std::string_view, server::ConsoleFile> files_;
};

}  // namespace partita::console
