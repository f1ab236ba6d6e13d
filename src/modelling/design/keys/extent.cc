#include "modelling/design/keys/extent.h"

namespace partita::modelling::design {

Extent all_of(const Questions& questions) {
  Extent out;
  for (const SubjectPosition subject : positions_of(questions.subjects)) out.subjects.push_back(subject);
  for (const PatternPosition pattern : positions_of(questions.patterns)) out.patterns.push_back(pattern);
  out.is_all = true;
  return out;
}

}  // namespace partita::modelling::design
