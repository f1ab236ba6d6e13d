// Tells the integer program the costs of parts of a design together beyond the sum of their prices. The fewer parts a
// surcharge names, and the more ways to serve a read it holds for, the fewer designs are priced before the best one is
// proven.
#pragma once

#include <optional>
#include <vector>

#include "modelling/design/models/appraise.h"
#include "modelling/design/program/plan.h"

namespace partita::modelling::design {

class Surcharges {
 public:
  // All must outlive the surcharges.
  Surcharges(const Appraiser& appraiser, const Options& options, Plan& plan)
      : appraiser_(appraiser), questions_(appraiser.questions()), options_(options), plan_(plan) {}

  // The writes and the storage of the subject cost `usd` more in the selection than the program knows.
  void charge_subject(const Selection& selection, SubjectPosition subject, double usd);
  // The read costs `usd` more than its path.
  void charge_read(const Selection& selection, PatternPosition pattern, double usd);

 private:
  using Growing = std::vector<Plan::Growing>;
  double beyond_plan(const Selection& selection, SubjectPosition subject) const;
  void charge_other_sizes(const Selection& selection, SubjectPosition subject);
  std::optional<double> beyond_path(const Path& path, const Growing& growing) const;
  std::vector<PathPosition> paths_beyond(const Selection& selection, PatternPosition pattern, const Growing& growing,
                                         double usd) const;
  bool fits(const Path& path, const Selection& selection) const;

  const Appraiser& appraiser_;
  const Questions& questions_;
  const Options& options_;
  Plan& plan_;
};

}  // namespace partita::modelling::design
