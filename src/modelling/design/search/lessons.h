// Lessons about candidates from a finding of lint in a finished design: candidates that have the finding by themselves
// are forbidden at once. A finding that all candidates have says something about the questions, and not about the keys.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "modelling/design/models/appraise.h"
#include "modelling/design/program/plan.h"
#include "modelling/lint/rule.h"

namespace partita::modelling::design {

class Lessons {
 public:
  // All must outlive the lessons.
  Lessons(const Appraiser& appraiser, const Options& options, Plan& plan)
      : appraiser_(appraiser), questions_(appraiser.questions()), options_(options), plan_(plan) {}

  enum class Outcome : std::uint8_t {
    Nothing,      // the finding is one of several parts together
    Forbidden,    // candidates were forbidden
    Unavoidable,  // no candidate lacks the finding
  };
  // `index` is the option of the finding's index, or kNone.
  Outcome learn(const lint::Finding& finding, IndexPosition index, const Selection& selection);

 private:
  Outcome learn_of_primary(const lint::Finding& finding, SubjectPosition subject);
  Outcome learn_of_path(const lint::Finding& finding, PatternPosition pattern);
  Outcome learn_of_index(IndexPosition index, const Selection& selection);
  Outcome learn_of_existing(const std::string& index, const Selection& selection);
  bool has(const Choice& choice, const SubjectPositions& subjects, const lint::Finding& finding) const;
  bool is_forbidden(const Path& path) const;

  const Appraiser& appraiser_;
  const Questions& questions_;
  const Options& options_;
  Plan& plan_;
  // The forbidden candidates.
  std::set<PrimaryPosition> primary_;
  std::set<IndexPosition> indexes_;
  std::set<PathPosition> paths_;
};

// Findings with the same text are the same one, whatever serves the reads.
std::string key_of_finding(const lint::Finding& finding);
// The same, with the table, the index and the key that the finding names if it is of no entity and of no pattern. So
// one hot key that no candidate avoids does not excuse another one.
std::string place_of_finding(const lint::Finding& finding);

}  // namespace partita::modelling::design
