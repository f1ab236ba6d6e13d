// The result of a reader for a text, as an outline or as the error's text.
#pragma once

#include <string>

#include "modelling/core/outline.h"
#include "modelling/read/read_model.h"

namespace partita::modelling {

inline std::string outline_of(std::string text, const std::string& name, const ReadOptions& options = {}) {
  const auto read = read_model_text(std::move(text), name, options);
  return read ? outline(*read) : read.error().message;
}

}  // namespace partita::modelling
