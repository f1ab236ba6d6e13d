// The assumptions of an estimate about facts that the model does not say. Each is a sentence that names the fact to
// write into the model instead.
#pragma once

#include <string>
#include <vector>

#include "base/contains.h"

namespace partita::modelling {

class Assumptions {
 public:
  // The same sentence is kept once.
  void add(std::string sentence) {
    if (!base::contains(sentences_, sentence)) sentences_.push_back(std::move(sentence));
  }
  const std::vector<std::string>& sentences() const { return sentences_; }

 private:
  std::vector<std::string> sentences_;
};

}  // namespace partita::modelling
