// The files in which interrupted copies and moves find the places that they had reached, one for each pair of tables.
#pragma once

#include <optional>
#include <string>

#include "transfer/bytes/files.h"

namespace partita::tools {

// Two tables, as texts without a line break.
struct MovedTables {
  std::string source;
  std::string target;
};

class StateStore {
 public:
  enum class Kind : std::uint8_t { Copy, Move, Migration };
  // `directory` is made when it is needed. If it is empty, it is $XDG_STATE_HOME/partita/copies, or else
  // ~/.local/state/partita/copies.
  StateStore(std::string directory, Kind kind);

  // The text that was stored for the tables, or nullopt. Errors: InternalServerError if it cannot be read.
  Result<std::optional<std::string>> find(const MovedTables& tables) const;
  // Replaces the text as a whole, durably. Errors: InternalServerError if it cannot be written.
  Result<void> store(const MovedTables& tables, const std::string& text) const;
  void remove(const MovedTables& tables) const;
  // Keeps other processes from working on the tables until the result is destroyed. Errors: ValidationException if one
  // does so already, InternalServerError if the file cannot be made.
  Result<transfer::Descriptor> lock(const MovedTables& tables) const;

  std::string path_of(const MovedTables& tables) const;

 private:
  Result<void> make_directory() const;

  std::string directory_;
  std::string ending_;
};

}  // namespace partita::tools
