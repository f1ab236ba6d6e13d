#include <algorithm>
#include <set>

#include "base/contains.h"
#include "modelling/design/candidates/candidates.h"
#include "modelling/design/keys/extend_tables.h"
#include "modelling/design/keys/labels.h"
#include "modelling/design/keys/longer_identities.h"
#include "modelling/design/keys/serves.h"
#include "modelling/design/questions/fields.h"

namespace partita::modelling::design {
namespace {

constexpr std::size_t kMostParents = 4;  // of one entity, below which its items may lie

// The lists of some of the chain's members, in its order, without the empty one.
std::vector<SubjectPositions> parts_of(const SubjectPositions& chain) {
  std::vector<SubjectPositions> out;
  const std::size_t count = std::min(chain.size(), kMostParents);
  const SubjectPositions nearest(chain.end() - static_cast<std::ptrdiff_t>(count), chain.end());
  for (std::size_t mask = 1; mask < std::size_t{1} << count; ++mask) {
    out.emplace_back();
    for (std::size_t i = 0; i < count; ++i)
      if (mask >> i & 1) out.back().push_back(nearest[i]);
  }
  return out;
}

// The parents of the subject in reads of several entities, from the outermost one, without those whose order is from
// the end.
std::vector<SubjectPositions> chains_of_parents(const Questions& questions, SubjectPosition subject,
                                                const Fields& partition) {
  const auto is_under = [&](SubjectPosition child, SubjectPosition parent) {
    const Fields& of_parent = at(questions, parent).identity;
    return of_parent.size() < at(questions, child).identity.size() &&
           is_subset(of_parent, at(questions, child).identity) && is_subset(partition, of_parent);
  };
  std::set<SubjectPositions> out;
  for (const Pattern& pattern : questions.patterns) {
    if (pattern.operation != PatternOperation::Read || pattern.entities.size() < 2 || pattern.whole || pattern.from_end)
      continue;
    SubjectPositions members;
    for (const std::string& name : pattern.entities) members.push_back(questions.subject(name));
    if (!contains(members, subject)) continue;
    std::stable_sort(members.begin(), members.end(), [&](SubjectPosition a, SubjectPosition b) {
      return at(questions, a).identity.size() < at(questions, b).identity.size();
    });
    SubjectPositions chain;
    for (const SubjectPosition member : members)
      if (is_under(subject, member) && (chain.empty() || is_under(member, chain.back()))) chain.push_back(member);
    // A read of a parent with its children must not meet the grandchildren, so items may also lie below some of their
    // parents only.
    for (SubjectPositions& part : parts_of(chain)) out.insert(std::move(part));
  }
  return {out.begin(), out.end()};
}

// The order of the fields in the sort key of a nested form.
Fields nested_sort(const Questions& questions, const Fields& partition, const SubjectPositions& under,
                   const Fields& sort) {
  Fields out;
  const auto add = [&](const Fields& fields) {
    for (const std::string& field : fields)
      if (!contains(partition, field) && !contains(out, field)) out.push_back(field);
  };
  for (const SubjectPosition parent : under) add(at(questions, parent).identity);
  add(sort);
  return out;
}

bool precedes_a_parent(const Questions& questions, const std::string& entity) {
  return std::any_of(questions.patterns.begin(), questions.patterns.end(), [&](const Pattern& pattern) {
    return pattern.from_end &&
           std::find(pattern.entities.begin() + 1, pattern.entities.end(), entity) != pattern.entities.end();
  });
}

// A list of all items of a small entity is served by one partition that has all of them. Lint's rules on the rates of
// one partition decide whether that is possible.
bool is_small_list(const Questions& questions, const Subject& own) {
  constexpr double kSmall = 10'000;  // items
  if (own.entity.count.value_or(1e6) > kSmall) return false;
  return std::any_of(questions.patterns.begin(), questions.patterns.end(), [&](const Pattern& read) {
    return read.operation == PatternOperation::Read && read.by.empty() && read.entities == Fields{own.entity.name};
  });
}

// Which reads of the subject the form may serve: forms with the same marks are worth the same.
std::string marks_of(const Questions& questions, const PrimaryForm& form, const Subject& own) {
  std::string out;
  for (std::size_t i = 0; i < questions.patterns.size(); ++i) {
    const Pattern& read = questions.patterns[i];
    if (!base::contains(read.entities, own.entity.name)) continue;
    out += may_serve(form, own, read) ? '1' : '0';
  }
  return out;
}

// Whether `other` serves all reads that `marks` serves, and at least one more.
bool is_weaker(const std::string& marks, const std::string& other) {
  if (marks == other) return false;
  for (std::size_t i = 0; i < marks.size(); ++i)
    if (marks[i] == '1' && other[i] == '0') return false;
  return true;
}

class PrimaryFinder {
 public:
  PrimaryFinder(const Questions& questions, SubjectPosition subject, bool is_alone)
      : questions_(questions), subject_(subject), own_(at(questions, subject)), is_alone_(is_alone) {}

  std::vector<PrimaryForm> run() {
    for (const Fields& identity : possible_identities(questions_, subject_)) {
      std::vector<Fields> partitions = subsets(identity);
      if (is_small_list(questions_, own_)) partitions.emplace_back();
      for (const Fields& partition : partitions)
        for (const Fields& sort : orders(without(identity, partition))) {
          if (has_natural_partition(partition)) add_division(partition, sort, true);
          if (all_fit(own_.entity, partition, fits_into_text)) add_division(partition, sort, false);
        }
    }
    return std::move(out_);
  }

 private:
  bool has_natural_partition(const Fields& partition) const {
    return partition.size() == 1 && all_fit(own_.entity, partition, fits_into_key) && own_.entity.unique.empty();
  }

  void add_division(const Fields& partition, const Fields& sort, bool is_natural) {
    const PrimaryForm form{.partition = partition, .sort = sort, .natural_partition = is_natural};
    if (is_alone_ && own_.entity.unique.empty() &&
        all_fit(own_.entity, sort, sort.size() == 1 ? fits_into_key : fits_into_text)) {
      PrimaryForm plain = form;
      plain.plain_sort = true;
      return add(std::move(plain));
    }
    if (!all_fit(own_.entity, sort, fits_into_text)) return;
    if (partition.empty()) return add(form);
    if (precedes_a_parent(questions_, own_.entity.name)) {
      PrimaryForm before = form;
      before.before = true;
      add(std::move(before));
    }
    for (SubjectPositions& chain : chains_of_parents(questions_, subject_, partition)) {
      PrimaryForm nested = form;
      nested.sort = nested_sort(questions_, partition, chain, sort);
      nested.under = std::move(chain);
      add(std::move(nested));
    }
    add(form);
  }

  // Of forms that differ only in the order of the sort key, those that serve fewer reads are left out, and of those
  // that are longer than the identity the ones that serve no more reads than a shorter one does.
  void add(PrimaryForm form) {
    const std::string mark = marks_of(questions_, form, own_);
    if (is_longer(own_, form) && mark.find('1') == std::string::npos) return;
    const auto is_like = [&](const PrimaryForm& other) {
      return other.partition == form.partition && other.under == form.under && other.before == form.before &&
             other.natural_partition == form.natural_partition && other.plain_sort == form.plain_sort;
    };
    for (std::size_t i = 0; i < out_.size(); ++i)
      if (is_like(out_[i]) && (marks_[i] == mark || is_weaker(mark, marks_[i]))) return;
    for (std::size_t i = out_.size(); i-- > 0;)
      if (is_like(out_[i]) && is_longer(own_, out_[i]) == is_longer(own_, form) && is_weaker(marks_[i], mark)) {
        out_.erase(out_.begin() + static_cast<std::ptrdiff_t>(i));
        marks_.erase(marks_.begin() + static_cast<std::ptrdiff_t>(i));
      }
    out_.push_back(std::move(form));
    marks_.push_back(mark);
  }

  const Questions& questions_;
  const SubjectPosition subject_;
  const Subject& own_;
  const bool is_alone_;  // in its table
  std::vector<PrimaryForm> out_;
  std::vector<std::string> marks_;  // of each form
};

}  // namespace

std::vector<PrimaryForm> primary_forms(const Questions& questions, SubjectPosition subject, const Tables& tables) {
  const SubjectPositions& table = table_with(tables, subject);
  if (existing_table(questions, table)) return forms_in_existing(questions, subject, table);
  return PrimaryFinder(questions, subject, table.size() == 1).run();
}

}  // namespace partita::modelling::design
