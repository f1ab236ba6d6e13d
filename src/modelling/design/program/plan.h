// The integer program over the options: which primary keys, index entries and paths are chosen. It grows when the
// search finds out that parts cost more together.
#pragma once

#include <string>
#include <vector>

#include "modelling/design/program/options.h"
#include "modelling/design/program/solver.h"
#include "modelling/design/questions/fields.h"

namespace partita::modelling::design {

// A solution in terms of the options.
struct Selection {
  ListBy<Subject, PrimaryPosition> primary = {};
  ListBy<ChosenIndex, IndexPosition> indexes = {};
  std::vector<EntryPosition> entries = {};
  std::vector<NeedPosition> needs = {};
  ListBy<Pattern, PathPosition> paths = {};  // kNone: the pattern is not a read, or no key serves it
  double planned = 0;                        // the cost of these parts, as far as the program knows it
};

class Plan {
 public:
  // `tables` are those of the options. All must outlive the plan.
  Plan(const Questions& questions, const Tables& tables, const Options& options);

  const Program& program() const { return program_; }
  Selection selection_of(const Solution& solution) const;
  Choice choice_of(const Selection& selection) const;
  // The penalties of a solution, which are not dollars: a little for each index, so that of two designs of one price
  // the one with fewer indexes is chosen, and much for each read that is not served.
  double beside(const Selection& selection) const;
  // The largest sum of penalties of a solution that serves all reads.
  double most_beside() const;
  // The part of `planned` that is for the writes and the storage of the subject.
  double planned_of(const Selection& selection, SubjectPosition subject) const;

  // Variables one of which is 1 at most, so that their sum is a part.
  using Part = std::vector<VariablePosition>;
  // A part of the selection that makes the items of the subject larger: an entry with a composed key, or a need.
  struct Growing {
    Part part = {};
    EntryPosition entry = {};
    NeedPosition need = {};
  };
  std::vector<Growing> growing_of(const Selection& selection, SubjectPosition subject) const;

  // Adds `usd` to the cost of all solutions that have these parts: the parts of the selection on which the subject's
  // writes and storage depend, or the read.
  void charge_subject(const Selection& selection, SubjectPosition subject, double usd);
  // The read costs as much more by each of the paths if the items are as large as these make them.
  void charge_read(const Selection& selection, PatternPosition pattern, const std::vector<Growing>& growing,
                   const std::vector<PathPosition>& paths, double usd);
  void charge_all(const Selection& selection, double usd);
  // Forbids that these parts are chosen together: the primary keys of the subjects, the entries of the indexes, and the
  // paths of the patterns.
  void forbid(const Selection& selection, const SubjectPositions& subjects, const std::vector<IndexPosition>& indexes,
              const PatternPositions& patterns);
  // Forbids a primary key, an index, or a path, in whatever company.
  void forbid_primary(PrimaryPosition option) { forbid_part(at(primary_, option)); }
  void forbid_index(IndexPosition index) { forbid_part(at(indexes_, index)); }
  void forbid_path(PathPosition path) { forbid_part(at(paths_, path)); }
  // Another design serves at least one read by another key. Projections and orders that no read needs make no other
  // design.
  void require_another(const Selection& selection);

 private:
  using Terms = std::vector<Program::Term>;
  void forbid_part(VariablePosition variable) { program_.add_constraint({{variable}}, Program::Sense::AtMost, 0); }
  void add_tables(const Tables& tables);
  void add_entries();
  void add_paths();
  void add_growths();
  void avoid_double_indexes();
  void limit_indexes(const Tables& tables);
  Part size_class_of(const Selection& selection, SubjectPosition subject) const;
  std::vector<Part> parts_of(const Selection& selection, SubjectPosition subject) const;
  void charge(VariablePosition amount, const std::vector<Part>& parts, double usd);
  VariablePosition amount_of(VariablePosition& amount);
  double unserved_cost(PatternPosition pattern) const;

  const Questions& questions_;
  const Options& options_;
  Program program_;
  // The variables of the options.
  ListBy<PrimaryOption, VariablePosition> primary_;
  ListBy<IndexOption, VariablePosition> indexes_;
  ListBy<NeedOption, VariablePosition> needs_;
  ListBy<EntryOption, VariablePosition> entries_;
  ListBy<Grower, VariablePosition> growers_;
  ListBy<Path, VariablePosition> paths_;
  ListBy<Pattern, VariablePosition> unserved_;
  // Amounts; kNone: not yet there.
  ListBy<Subject, VariablePosition> of_subjects_;
  ListBy<Pattern, VariablePosition> of_reads_;
  VariablePosition of_all_;
  double unserved_cost_ = 0;  // of a read that is never called
};

// The way in which the read is served, as far as its caller sees it: paths of the same text are the same way.
// Projections, and the order of fields that the read does not use, make no difference.
std::string way_of(const Questions& questions, const Options& options, const Path& path);

}  // namespace partita::modelling::design
