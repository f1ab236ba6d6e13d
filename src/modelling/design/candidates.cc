#include "modelling/design/candidates.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <partita/limits.h>

#include <algorithm>
#include <set>

#include "modelling/design/fields.h"
#include "modelling/design/labels.h"

namespace partita::modelling::design {
namespace {

constexpr std::size_t kMostKeyAttributes = 4;  // of the partition key of an index, and of its sort key

// Whether the sort key begins with the other given fields, in any order, and then with the field of the range.
bool sort_serves(const Fields& partition, const Fields& sort, const Fields& given, const std::string& range) {
  const Fields rest = without(given, partition);
  if (sort.size() < rest.size()) return false;
  if (!is_subset(rest, Fields(sort.begin(), sort.begin() + static_cast<std::ptrdiff_t>(rest.size())))) return false;
  if (range.empty() || contains(given, range)) return true;
  return sort.size() > rest.size() && sort[rest.size()] == range;
}

bool all_fit(const Entity& entity, const Fields& fields, bool (*fits)(const Field&)) {
  return std::all_of(fields.begin(), fields.end(), [&](const std::string& name) {
    const Field* field = entity.field(name);
    return field && !field->optional && fits(*field);
  });
}

bool has_optional(const Entity& entity, const Fields& fields) {
  return std::any_of(fields.begin(), fields.end(),
                     [&](const std::string& name) { return entity.field(name) && entity.field(name)->optional; });
}

Fields names_of(const std::vector<When>& where) {
  Fields out;
  for (const When& when : where) out.push_back(when.field);
  return out;
}

// The fields that a call gives if the index does not hold only the items of the constant.
Fields given_of(const Questions& questions, int pattern, const IndexForm* form) {
  const auto position = static_cast<std::size_t>(pattern);
  Fields out = questions.patterns[position].by;
  if (position >= questions.where.size()) return out;
  for (const When& when : questions.where[position]) {
    const bool is_held =
        form && !form->when.empty() && form->when[0].field == when.field && form->when[0].equals == when.equals;
    if (!is_held) out.push_back(when.field);
  }
  return out;
}

bool is_where(const Questions& questions, int pattern, const When& when) {
  const auto position = static_cast<std::size_t>(pattern);
  return position < questions.where.size() &&
         std::any_of(questions.where[position].begin(), questions.where[position].end(),
                     [&](const When& one) { return one.field == when.field && one.equals == when.equals; });
}

const std::vector<int>& table_with(const std::vector<std::vector<int>>& tables, int subject) {
  for (const std::vector<int>& table : tables)
    if (contains(table, subject)) return table;
  return tables.front();
}

// ---- primary keys

// The parents of the subject in reads of several entities, from the outermost one, without those whose order is from
// the end.
std::vector<std::vector<int>> chains_of_parents(const Questions& questions, int subject, const Fields& partition) {
  const auto is_under = [&](int child, int parent) {
    const Fields& of_parent = at(questions, parent).identity;
    return of_parent.size() < at(questions, child).identity.size() &&
           is_subset(of_parent, at(questions, child).identity) && is_subset(partition, of_parent);
  };
  std::set<std::vector<int>> out;
  for (const Pattern& pattern : questions.patterns) {
    if (pattern.operation != Operation::Read || pattern.entities.size() < 2 || pattern.whole || pattern.from_end)
      continue;
    std::vector<int> members;
    for (const std::string& name : pattern.entities) members.push_back(questions.subject(name));
    if (!contains(members, subject)) continue;
    std::stable_sort(members.begin(), members.end(),
                     [&](int a, int b) { return at(questions, a).identity.size() < at(questions, b).identity.size(); });
    std::vector<int> chain;
    for (const int member : members)
      if (is_under(subject, member) && (chain.empty() || is_under(member, chain.back()))) chain.push_back(member);
    // Each part of the chain that ends with the nearest parent.
    for (; !chain.empty(); chain.erase(chain.begin())) out.insert(chain);
  }
  return {out.begin(), out.end()};
}

// The order of the fields in the sort key of a nested form.
Fields nested_sort(const Questions& questions, const Fields& partition, const std::vector<int>& under,
                   const Fields& sort) {
  Fields out;
  const auto add = [&](const Fields& fields) {
    for (const std::string& field : fields)
      if (!contains(partition, field) && !contains(out, field)) out.push_back(field);
  };
  for (const int parent : under) add(at(questions, parent).identity);
  add(sort);
  return out;
}

bool precedes_a_parent(const Questions& questions, const std::string& entity) {
  return std::any_of(questions.patterns.begin(), questions.patterns.end(), [&](const Pattern& pattern) {
    return pattern.from_end &&
           std::find(pattern.entities.begin() + 1, pattern.entities.end(), entity) != pattern.entities.end();
  });
}

// Which reads of the subject the form may serve: forms with the same marks are worth the same.
std::string marks_of(const Questions& questions, const PrimaryForm& form, const Subject& own) {
  std::string out;
  for (std::size_t i = 0; i < questions.patterns.size(); ++i) {
    const Pattern& read = questions.patterns[i];
    if (std::find(read.entities.begin(), read.entities.end(), own.entity.name) == read.entities.end()) continue;
    out += may_serve(form, own, read) ? '1' : '0';
  }
  return out;
}

// Whether one of the marks is '0' where the other has '1', and none the other way round.
bool is_weaker(const std::string& marks, const std::string& other) {
  if (marks == other) return false;
  for (std::size_t i = 0; i < marks.size(); ++i)
    if (marks[i] == '1' && other[i] == '0') return false;
  return true;
}

// ---- indexes

// Another subject of the table, not of the index, whose items would be in an index of these fields too.
bool meets_others(const Questions& questions, const std::vector<int>& subjects, const std::vector<int>& table,
                  const IndexForm& form) {
  const Entity& own = at(questions, subjects[0]).entity;
  for (const int other : table) {
    if (contains(subjects, other)) continue;
    const Entity& entity = at(questions, other).entity;
    const auto has = [&](const std::string& field) {
      return std::any_of(entity.fields.begin(), entity.fields.end(),
                         [&](const Field& one) { return one.attribute == own.field(field)->attribute; });
    };
    if (std::all_of(form.partition.begin(), form.partition.end(), has) &&
        std::all_of(form.sort.begin(), form.sort.end(), has))
      return true;
  }
  return false;
}

class IndexFinder {
 public:
  IndexFinder(const Questions& questions, const std::vector<std::vector<int>>& tables, const ShardNeeds& needs)
      : questions_(questions), tables_(tables), needs_(needs) {}

  std::vector<IndexChoice> run() {
    for (int i = 0; i < static_cast<int>(questions_.patterns.size()); ++i) {
      const Pattern& read = questions_.patterns[static_cast<std::size_t>(i)];
      if (read.operation != Operation::Read || read.consistent) continue;
      read.entities.size() > 1 ? add_shared(read) : add_single(i, read);
    }
    drop_equals();
    std::vector<IndexChoice> out;
    for (const IndexChoice& bare : forms_)
      for (IndexProjection& projection : projections(bare)) {
        out.push_back(bare);
        out.back().projection = std::move(projection);
      }
    return out;
  }

 private:
  void add_single(int pattern, const Pattern& read) {
    const int subject = questions_.subject(read.entities[0]);
    const std::vector<When> where =
        questions_.where.empty() ? std::vector<When>() : questions_.where[static_cast<std::size_t>(pattern)];
    add_keys(subject, read, joined(read.by, names_of(where)), {});
    for (const When& when : where) {
      Fields others = read.by;
      for (const When& other : where)
        if (other.field != when.field) others.push_back(other.field);
      add_keys(subject, read, others, {when});
    }
  }

  void add_keys(int subject, const Pattern& read, const Fields& given, std::vector<When> when) {
    const Entity& entity = at(questions_, subject).entity;
    const bool has_range = !read.range.empty() && !contains(given, read.range);
    if (given.empty()) {
      const Fields sort = has_range ? Fields{read.range} : Fields{};
      add({.subjects = {subject}, .form = {.sort = sort, .when = when}});
      if (!has_range || !when.empty()) return;
      const model::FieldKind kind = entity.field(read.range)->kind;
      if (kind == model::FieldKind::Time || kind == model::FieldKind::Date)
        for (const char* bucket : {"hour", "day", "month"})
          if (kind == model::FieldKind::Time || bucket != std::string("hour"))
            add({.subjects = {subject}, .form = {.sort = sort, .bucket = bucket}});
      return;
    }
    for (const Fields& partition : subsets(given))
      for (Fields& sort : orders(without(given, partition))) {
        if (has_range) sort.push_back(read.range);
        add({.subjects = {subject}, .form = {.partition = partition, .sort = std::move(sort), .when = when}});
      }
  }

  // An index that holds the items of several entities.
  void add_shared(const Pattern& read) {
    if (read.by.empty()) return;
    std::vector<int> subjects;
    for (const std::string& name : read.entities) subjects.push_back(questions_.subject(name));
    Fields sort;
    if (!read.range.empty() && !contains(read.by, read.range)) sort.push_back(read.range);
    const auto all_have = [&](const std::string& field) {
      return std::all_of(subjects.begin(), subjects.end(), [&](int subject) {
        const Field* there = at(questions_, subject).entity.field(field);
        const Field* first = at(questions_, subjects[0]).entity.field(field);
        return there && first && there->attribute == first->attribute && there->kind == first->kind;
      });
    };
    if (!std::all_of(read.by.begin(), read.by.end(), all_have)) return;
    if (sort.empty() && !read.from_end) {
      // The items of one parent beside each other, if all members know the parent.
      for (const std::string& field : at(questions_, subjects[0]).identity)
        if (!contains(read.by, field) && all_have(field)) sort.push_back(field);
    }
    if (!read.from_end && std::all_of(sort.begin(), sort.end(), all_have))
      add({.subjects = subjects, .form = {.partition = read.by, .sort = sort}});
    if (read.range.empty())
      add({.subjects = subjects,
           .form = {.partition = read.by, .composed = true, .nested = true, .from_end = read.from_end}});
  }

  void add(IndexChoice index) {
    IndexForm& form = index.form;
    if (form.partition.size() > kMostKeyAttributes || form.sort.size() > kMostKeyAttributes) return;
    const std::vector<int>& table = table_with(tables_, index.subjects[0]);
    if (!form.when.empty() || (form.is_constant() && table.size() > 1)) form.composed = true;
    for (const int subject : index.subjects) {
      const Entity& entity = at(questions_, subject).entity;
      if (has_optional(entity, form.partition) || has_optional(entity, form.sort)) return;
      if (!form.composed && !all_fit(entity, form.partition, fits_into_key)) return;
      if (!all_fit(entity, form.sort, fits_into_key)) return;
    }
    if (!form.partition.empty() && !form.composed && meets_others(questions_, index.subjects, table, form))
      form.composed = true;
    const auto need = needs_.find(shard_need_of(questions_, index.subjects[0], form));
    if (need != needs_.end()) form.shards = need->second;
    if (form.composed)
      for (const int subject : index.subjects)
        if (!all_fit(at(questions_, subject).entity, form.partition, fits_into_text)) return;
    const bool is_there = std::any_of(forms_.begin(), forms_.end(), [&](const IndexChoice& one) {
      return one.subjects == index.subjects && one.form == form;
    });
    if (!is_there) forms_.push_back(std::move(index));
  }

  std::string marks(const IndexChoice& index) const {
    std::string out;
    for (int i = 0; i < static_cast<int>(questions_.patterns.size()); ++i)
      out += may_serve(questions_, index, i) ? '1' : '0';
    return out;
  }

  // Of two keys of the same fields, in the same attributes, one is enough if it serves the reads of both. The one with
  // more fields in the partition key spreads its items better.
  void drop_equals() {
    const auto comparable = [](const IndexChoice& a, const IndexChoice& b) {
      const auto all = [](const IndexForm& form) {
        Fields out = joined(form.partition, form.sort);
        std::sort(out.begin(), out.end());
        return out;
      };
      IndexForm plain_a = a.form, plain_b = b.form;
      if (a.form.composed && a.form.partition != b.form.partition) return false;
      for (IndexForm* form : {&plain_a, &plain_b}) form->partition = form->sort = {};
      return a.subjects == b.subjects && plain_a == plain_b && all(a.form) == all(b.form);
    };
    std::vector<IndexChoice> kept;
    std::vector<std::string> of_kept;
    std::stable_sort(forms_.begin(), forms_.end(), [](const IndexChoice& a, const IndexChoice& b) {
      return a.form.partition.size() > b.form.partition.size();
    });
    for (IndexChoice& index : forms_) {
      const std::string mark = marks(index);
      bool is_needed = true;
      for (std::size_t i = 0; i < kept.size() && is_needed; ++i)
        is_needed = !comparable(kept[i], index) || !(of_kept[i] == mark);
      if (!is_needed) continue;
      kept.push_back(std::move(index));
      of_kept.push_back(mark);
    }
    forms_ = std::move(kept);
  }

  // What the index must project for each read that it may serve alone, for all of them, and everything.
  std::vector<IndexProjection> projections(const IndexChoice& index) const {
    const IndexForm& form = index.form;
    if (index.subjects.size() > 1) return {{.type = ProjectionType::All}};
    const Subject& own = at(questions_, index.subjects[0]);
    const auto is_key = [&](const std::string& field) {
      return contains(own.identity, field) || (contains(form.partition, field) && !form.composed) ||
             contains(form.sort, field);
    };
    std::set<IndexProjection> out;
    Fields united;
    const auto add_wanted = [&](const Fields& wanted) {
      Fields fields;
      for (const Field& field : own.entity.fields)
        if (contains(wanted, field.name) && !is_key(field.name)) fields.push_back(field.name);
      const ProjectionType type = fields.empty() ? ProjectionType::KeysOnly : ProjectionType::Include;
      // Source: API reference, "Projection", NonKeyAttributes.
      constexpr std::size_t kMostIncluded = 20;
      if (fields.size() <= kMostIncluded) out.insert({.type = type, .fields = std::move(fields)});
    };
    bool wants_all = false;
    for (int i = 0; i < static_cast<int>(questions_.patterns.size()); ++i) {
      const Pattern& read = questions_.patterns[static_cast<std::size_t>(i)];
      if (!may_serve(questions_, index, i)) continue;
      if (read.wanted.empty()) {
        wants_all = true;
        continue;
      }
      Fields wanted = read.wanted;
      for (const FilterCondition& condition : read.filter) wanted.push_back(condition.field);
      add_wanted(wanted);
      united = joined(united, wanted);
    }
    if (!united.empty()) add_wanted(united);
    if (wants_all || out.empty()) out.insert({.type = ProjectionType::All});
    return {out.begin(), out.end()};
  }

  const Questions& questions_;
  const std::vector<std::vector<int>>& tables_;
  const ShardNeeds& needs_;
  std::vector<IndexChoice> forms_;
};

}  // namespace

bool operator==(const IndexForm& a, const IndexForm& b) {
  const auto same_when = [](const When& x, const When& y) { return x.field == y.field && x.equals == y.equals; };
  return a.partition == b.partition && a.sort == b.sort && a.bucket == b.bucket && a.shards == b.shards &&
         a.composed == b.composed && a.nested == b.nested && a.from_end == b.from_end &&
         std::equal(a.when.begin(), a.when.end(), b.when.begin(), b.when.end(), same_when);
}

std::string text_of(const PrimaryForm& form) {
  std::string out = fmt::format("{}", fmt::join(form.partition, ", "));
  if (!form.sort.empty()) out += fmt::format(", then {}", fmt::join(form.sort, ", "));
  return out;
}

std::string text_of(const IndexForm& form) {
  std::string out = form.partition.empty() ? "" : fmt::format("{}", fmt::join(form.partition, ", "));
  if (!form.bucket.empty()) out += fmt::format("the {} of {}", form.bucket, form.sort[0]);
  if (form.is_constant()) out += "all of one kind";
  if (!form.sort.empty()) out += fmt::format(", then {}", fmt::join(form.sort, ", "));
  for (const When& when : form.when) out += fmt::format(", only {} = {}", when.field, when.equals);
  return out;
}

std::string shard_need_of(const Questions& questions, int subject, const IndexForm& form) {
  return at(questions, subject).entity.name + ": " + text_of(form);
}

bool may_serve(const PrimaryForm& form, const Subject& subject, const Pattern& read) {
  if (read.entities.size() == 1 && is_subset(subject.identity, read.by)) return true;
  return is_subset(form.partition, read.by) &&
         (read.whole || sort_serves(form.partition, form.sort, read.by, read.range));
}

bool may_serve(const Questions& questions, const IndexChoice& index, int pattern) {
  const Pattern& read = questions.patterns[static_cast<std::size_t>(pattern)];
  if (read.consistent || read.operation != Operation::Read || read.entities.size() != index.subjects.size())
    return false;
  for (std::size_t i = 0; i < index.subjects.size(); ++i)
    if (read.entities[i] != at(questions, index.subjects[i]).entity.name) return false;
  const IndexForm& form = index.form;
  if (!form.when.empty() && !is_where(questions, pattern, form.when[0])) return false;
  const Fields given = given_of(questions, pattern, &form);
  if (form.nested) return is_subset(form.partition, given) && is_subset(given, form.partition) && read.range.empty();
  if (form.partition.empty())
    return given.empty() &&
           (read.range.empty() ? form.bucket.empty() : !form.sort.empty() && form.sort[0] == read.range);
  return is_subset(form.partition, given) && sort_serves(form.partition, form.sort, given, read.range);
}

std::vector<PrimaryForm> primary_forms(const Questions& questions, int subject,
                                       const std::vector<std::vector<int>>& tables) {
  const Subject& own = at(questions, subject);
  const bool is_alone = table_with(tables, subject).size() == 1;
  std::vector<PrimaryForm> out;
  std::vector<std::string> marks;
  // Of forms that differ only in the order of the sort key, those that serve fewer reads are left out.
  const auto add = [&](PrimaryForm form) {
    const std::string mark = marks_of(questions, form, own);
    const auto is_like = [&](const PrimaryForm& other) {
      return other.partition == form.partition && other.under == form.under && other.before == form.before &&
             other.natural_partition == form.natural_partition && other.plain_sort == form.plain_sort;
    };
    for (std::size_t i = 0; i < out.size(); ++i)
      if (is_like(out[i]) && (marks[i] == mark || is_weaker(mark, marks[i]))) return;
    for (std::size_t i = out.size(); i-- > 0;)
      if (is_like(out[i]) && is_weaker(marks[i], mark)) {
        out.erase(out.begin() + static_cast<std::ptrdiff_t>(i));
        marks.erase(marks.begin() + static_cast<std::ptrdiff_t>(i));
      }
    out.push_back(std::move(form));
    marks.push_back(mark);
  };
  for (const Fields& partition : subsets(own.identity)) {
    const bool natural =
        partition.size() == 1 && all_fit(own.entity, partition, fits_into_key) && own.entity.unique.empty();
    const bool text = all_fit(own.entity, partition, fits_into_text);
    for (const Fields& sort : orders(without(own.identity, partition))) {
      const bool plain = is_alone && own.entity.unique.empty() &&
                         all_fit(own.entity, sort, sort.size() == 1 ? fits_into_key : fits_into_text);
      const bool sort_text = all_fit(own.entity, sort, fits_into_text);
      for (const bool is_natural : {true, false}) {
        if (is_natural ? !natural : !text) continue;
        const PrimaryForm form{.partition = partition, .sort = sort, .natural_partition = is_natural};
        if (plain) {
          PrimaryForm one = form;
          one.plain_sort = true;
          add(std::move(one));
        }
        if (is_alone && plain) continue;
        if (!sort_text) continue;
        if (precedes_a_parent(questions, own.entity.name)) {
          PrimaryForm before = form;
          before.before = true;
          add(std::move(before));
        }
        for (std::vector<int>& chain : chains_of_parents(questions, subject, partition)) {
          PrimaryForm nested = form;
          nested.sort = nested_sort(questions, partition, chain, sort);
          nested.under = std::move(chain);
          add(std::move(nested));
        }
        add(form);
      }
    }
  }
  return out;
}

bool share_indexes(const Questions& questions, const std::vector<std::vector<int>>& tables,
                   std::vector<IndexChoice>& choices) {
  bool any = false;
  for (const std::vector<int>& table : tables) {
    const auto is_here = [&](const IndexChoice& one) { return contains(table, one.subjects[0]); };
    if (std::count_if(choices.begin(), choices.end(), is_here) <= static_cast<std::ptrdiff_t>(limits::kGlobalIndexes))
      continue;
    // The subjects and the projection of each slot.
    std::vector<std::pair<std::vector<int>, ProjectionType>> slots;
    for (IndexChoice& choice : choices) {
      const Subject& own = at(questions, choice.subjects[0]);
      if (!is_here(choice) || choice.subjects.size() > 1 ||
          !all_fit(own.entity, choice.form.partition, fits_into_text) ||
          !all_fit(own.entity, choice.form.sort, fits_into_text) || !all_fit(own.entity, own.identity, fits_into_text))
        continue;
      std::size_t slot = 0;
      while (slot < slots.size() &&
             (slots[slot].second != choice.projection.type || contains(slots[slot].first, choice.subjects[0])))
        ++slot;
      if (slot == slots.size()) slots.push_back({{}, choice.projection.type});
      slots[slot].first.push_back(choice.subjects[0]);
      choice.slot = static_cast<int>(slot);
      any = true;
    }
  }
  return any;
}

std::vector<IndexChoice> index_choices(const Questions& questions, const std::vector<std::vector<int>>& tables,
                                       const ShardNeeds& needs) {
  return IndexFinder(questions, tables, needs).run();
}

}  // namespace partita::modelling::design
