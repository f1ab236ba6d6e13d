// A writer turns a Model into the text of one format. Each format is one file beside this one and one line of
// writers.def.
//
// Writing is deterministic: the same model gives the same bytes. A part of the model for which the format has no place
// is named in Written::losses.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "modelling/core/model.h"
#include "modelling/write/features.h"

namespace partita::modelling {

using Losses = std::vector<std::string>;

struct Writer {
  std::string_view name = {};         // as in --to
  std::string_view title = {};        // in sentences, such as "CloudFormation"
  std::string_view description = {};  // for --help
  std::string_view extension = {};    // of the file's name, such as ".json"
  Features holds = {};
  // Losses that `holds` implies need not be added. Errors: ValidationException "table NAME: ..." if the format cannot
  // have such a model at all.
  Result<std::string> (*write)(const std::shared_ptr<const Model>& model, Losses& losses);
};

}  // namespace partita::modelling
