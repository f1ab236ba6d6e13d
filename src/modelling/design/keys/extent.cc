#include "modelling/design/keys/extent.h"

#include <numeric>

namespace partita::modelling::design {

Extent all_of(const Questions& questions) {
  Extent out;
  out.subjects.resize(questions.subjects.size());
  std::iota(out.subjects.begin(), out.subjects.end(), 0);
  out.patterns.resize(questions.patterns.size());
  std::iota(out.patterns.begin(), out.patterns.end(), 0);
  out.is_all = true;
  return out;
}

}  // namespace partita::modelling::design
