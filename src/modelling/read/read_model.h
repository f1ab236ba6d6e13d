// Reads a model from a file of any known format.
#pragma once

#include <span>

#include "modelling/read/reader.h"

namespace partita::modelling {

struct ReadOptions {
  std::string format = {};  // the name of a reader; empty: the first one that recognizes the file
  templates::TemplateOptions templates = {};
};

// The readers, in the order in which they are asked.
std::span<const Reader* const> readers();

// `path` is a file, or the directory of a Terraform module. A Terraform file may refer to definitions in the other
// files of its directory. Errors: ResourceNotFoundException if the file does not exist; ValidationException "FILE:LINE:
// ..." if no reader recognizes it, or if it is malformed.
Result<Model> read_model(const std::string& path, const ReadOptions& options = {});
// The same for a text that is there already. `name` is the file's name in errors.
Result<Model> read_model_text(std::string text, const std::string& name, const ReadOptions& options = {});
// The name of the reader that read_model() would choose, or an empty text. Errors:
// ResourceNotFoundException if the file does not exist, InternalServerError if it cannot be read.
Result<std::string> format_of(const std::string& path);

}  // namespace partita::modelling
