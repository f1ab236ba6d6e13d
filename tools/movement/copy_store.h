// The files in which interrupted copies find the places that they had reached, one for each pair of tables.
#pragma once

#include <optional>
#include <string>

#include "movement/copies/copy_state.h"

namespace partita::tools {

class CopyStore {
 public:
  // `directory` is made when it is needed. If it is empty, it is $XDG_STATE_HOME/partita/copies, or else
  // ~/.local/state/partita/copies.
  explicit CopyStore(std::string directory);

  // The state of a copy between these tables, or nullopt. Errors: ValidationException if the file cannot be read as
  // one.
  Result<std::optional<movement::CopyState>> find(const std::string& source, const std::string& target) const;
  // Replaces the state as a whole, durably. Errors: InternalServerError if it cannot be written.
  Result<void> store(const movement::CopyState& state) const;
  void remove(const movement::CopyState& state) const;

 private:
  std::string path_of(const std::string& source, const std::string& target) const;
  std::string directory_;
};

}  // namespace partita::tools
