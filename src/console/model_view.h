// A data model as the console shows it: the answers to DescribeModel, ComposePattern and JudgeItems.
#pragma once

#include <partita/error.h>

#include <memory>
#include <string>
#include <string_view>

#include "modelling/core/proof.h"

namespace partita::console {

// Any thread may call its functions.
class ModelView {
 public:
  explicit ModelView(std::shared_ptr<const modelling::Model> model);

  // The answer to DescribeModel.
  const std::string& describe() const { return description_; }
  // The answers to these operations, whose requests are JSON. Errors: ValidationException and SerializationException.
  Result<std::string> compose(std::string_view request) const;
  Result<std::string> judge(std::string_view request) const;

 private:
  const std::shared_ptr<const modelling::Proof> proof_;
  const std::string description_;
};

}  // namespace partita::console
