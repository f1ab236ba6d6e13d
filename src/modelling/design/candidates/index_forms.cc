// How the indexes that reads may need are found
// 1. A read of one entity gives each division of its fields into a partition key and a sort key, with the range at the
//    end. A field with a demanded value is a field of the key, or selects the items of the index.
// 2. A read without fields gives one partition with all items, also divided by the hour, day or month of the range.
// 3. A strongly consistent read gives local indexes only.
// 4. A read of several entities gives indexes that hold the items of all of them.
// 5. Of several keys with the same fields that may serve the same reads, one is kept.
// 6. Each key that is left is combined with the projections that its reads want, and with the existing indexes.
#include <algorithm>
#include <set>

#include "modelling/design/candidates/candidates.h"
#include "modelling/design/keys/extend_indexes.h"
#include "modelling/design/keys/extend_tables.h"
#include "modelling/design/keys/key_texts.h"
#include "modelling/design/keys/labels.h"
#include "modelling/design/keys/serves.h"
#include "modelling/design/questions/fields.h"
#include "value/limits.h"

namespace partita::modelling::design {
namespace {

constexpr std::size_t kMostKeyAttributes = 4;  // of the partition key of an index, and of its sort key

Fields names_of(const std::vector<When>& where) {
  Fields out;
  for (const When& when : where) out.push_back(when.field);
  return out;
}

// Another subject of the table, not of the index, whose items would be in an index of these fields too.
bool meets_others(const Questions& questions, const SubjectPositions& subjects, const SubjectPositions& table,
                  const IndexForm& form) {
  const Entity& own = at(questions, subjects[0]).entity;
  for (const SubjectPosition other : table) {
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
  IndexFinder(const Questions& questions, const Tables& tables, const ShardNeeds& needs)
      : questions_(questions), tables_(tables), needs_(needs) {}

  std::vector<IndexChoice> run() {
    for (const auto i : positions_of(questions_.patterns)) {
      const Pattern& read = at(questions_.patterns, i);
      if (read.operation != PatternOperation::Read || questions_.is_existing(read)) continue;
      if (read.consistent) {
        if (read.entities.size() == 1) add_local(i, read);
        continue;
      }
      read.entities.size() > 1 ? add_shared(read) : add_single(i, read);
    }
    drop_equals();
    std::vector<IndexChoice> out;
    for (const IndexChoice& bare : forms_)
      for (IndexProjection& projection : projections(bare)) {
        out.push_back(bare);
        out.back().projection = std::move(projection);
      }
    add_existing_indexes(questions_, tables_, out);
    return out;
  }

 private:
  void add_single(PatternPosition pattern, const Pattern& read) {
    const SubjectPosition subject = questions_.subject(read.entities[0]);
    const std::vector<When> where = questions_.where.empty() ? std::vector<When>() : at(questions_.where, pattern);
    add_keys(subject, read, joined(read.by, names_of(where)), {});
    for (const When& when : where) {
      Fields others = read.by;
      for (const When& other : where)
        if (other.field != when.field) others.push_back(other.field);
      add_keys(subject, read, others, {when});
    }
  }

  void add_keys(SubjectPosition subject, const Pattern& read, const Fields& given, std::vector<When> when) {
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

  // A local index finds the items of a partition of the table in another order, also for a consistent read.
  void add_local(PatternPosition pattern, const Pattern& read) {
    const SubjectPosition subject = questions_.subject(read.entities[0]);
    Fields given = read.by;
    if (!questions_.where.empty()) given = joined(given, names_of(at(questions_.where, pattern)));
    const bool has_range = !read.range.empty() && !contains(given, read.range);
    for (const Fields& partition : subsets(at(questions_, subject).identity)) {
      if (!is_subset(partition, given)) continue;
      Fields sort = without(given, partition);
      if (has_range) sort.push_back(read.range);
      if (sort.size() == 1)
        add({.subjects = {subject}, .form = {.partition = partition, .sort = std::move(sort), .local = true}});
    }
  }

  // An index that holds the items of several entities.
  void add_shared(const Pattern& read) {
    if (read.by.empty()) return;
    SubjectPositions subjects;
    for (const std::string& name : read.entities) subjects.push_back(questions_.subject(name));
    Fields sort;
    if (!read.range.empty() && !contains(read.by, read.range)) sort.push_back(read.range);
    const Entity& first = at(questions_, subjects[0]).entity;
    const auto all_know = [&](const std::string& field) {
      return std::all_of(subjects.begin(), subjects.end(), [&](SubjectPosition subject) {
        const Field* there = at(questions_, subject).entity.field(field);
        return there && first.field(field) && there->kind == first.field(field)->kind;
      });
    };
    // All store it in one attribute, so that the attribute can be the key's.
    const auto all_have = [&](const std::string& field) {
      return all_know(field) && std::all_of(subjects.begin(), subjects.end(), [&](SubjectPosition subject) {
               return at(questions_, subject).entity.field(field)->attribute == first.field(field)->attribute;
             });
    };
    if (!std::all_of(read.by.begin(), read.by.end(), all_know)) return;
    const auto no_item_lacks = [&](const std::string& field) {
      return std::none_of(subjects.begin(), subjects.end(), [&](SubjectPosition subject) {
        return at(questions_, subject).entity.field(field)->optional;
      });
    };
    if (sort.empty() && !read.from_end) {
      // The items of one parent are sorted together, if all members know the parent. The read does not ask for the
      // field, so it must find the items that lack it.
      for (const std::string& field : at(questions_, subjects[0]).identity)
        if (!contains(read.by, field) && all_have(field) && no_item_lacks(field)) sort.push_back(field);
    }
    // Attributes of different names are one text of the key.
    const bool is_text = !std::all_of(read.by.begin(), read.by.end(), all_have);
    if (!read.from_end && std::all_of(sort.begin(), sort.end(), all_have))
      add({.subjects = subjects, .form = {.partition = read.by, .sort = sort, .composed = is_text}});
    if (read.range.empty())
      add({.subjects = subjects,
           .form = {.partition = read.by, .composed = true, .nested = true, .from_end = read.from_end}});
  }

  void add(IndexChoice index) {
    IndexForm& form = index.form;
    if (form.partition.size() > kMostKeyAttributes || form.sort.size() > kMostKeyAttributes) return;
    const SubjectPositions& table = table_with(tables_, index.subjects[0]);
    if (form.local && (meets_others(questions_, index.subjects, table, {.sort = form.sort}) ||
                       at(questions_, index.subjects[0]).entity.field(form.sort[0])->kind == model::FieldKind::Bool))
      return;
    if (!form.when.empty() || (form.is_constant() && table.size() > 1)) form.composed = true;
    // A key attribute cannot be a bool, but a part of a composed text can be one.
    for (const SubjectPosition subject : index.subjects)
      for (const std::string& field : form.partition)
        if (const Field* there = at(questions_, subject).entity.field(field);
            there && !form.local && !fits_into_key(*there) && fits_into_text(*there))
          form.composed = true;
    for (const SubjectPosition subject : index.subjects) {
      const Entity& entity = at(questions_, subject).entity;
      // An item that lacks a field of the key is not in the index, and a read by the field does not ask for it.
      if (!form.composed && !all_fit(entity, form.partition, fits_into_key, Presence::Any)) return;
      if (!all_fit(entity, form.sort, fits_into_key, Presence::Any)) return;
    }
    if (!fits_existing(questions_, table, index)) return;
    const Entity& first = at(questions_, index.subjects[0]).entity;
    if (!form.nested && clash(questions_, table, first, form.sort)) return;
    if (!form.partition.empty() && !form.composed && !form.local &&
        (meets_others(questions_, index.subjects, table, form) || clash(questions_, table, first, form.partition)))
      form.composed = true;
    if (form.composed)
      for (const SubjectPosition subject : index.subjects)
        if (!all_fit(at(questions_, subject).entity, form.partition, fits_into_text, Presence::Any)) return;
    // In C++ a key of several attributes has members only (generate/cpp/cpp_limits.h).
    if (!questions_.keys_beyond_cpp && has_text(form) && !form.nested && form.sort.size() > 1) return;
    const bool is_there = std::any_of(forms_.begin(), forms_.end(), [&](const IndexChoice& one) {
      return one.subjects == index.subjects && one.form == form;
    });
    if (is_there) return;
    const auto need = needs_.find(shard_need_of(questions_, index.subjects[0], form));
    forms_.push_back(index);
    // The key without shards stays a candidate, because another projection of it, or other reads by it, may not be hot.
    if (need == needs_.end() || form.local) return;
    form.shards = need->second;
    forms_.push_back(std::move(index));
  }

  std::string marks(const IndexChoice& index) const {
    std::string out;
    for (const auto i : positions_of(questions_.patterns)) out += may_serve(questions_, index, i) ? '1' : '0';
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

  // The projections to consider: for each read that the index may serve, the fields that this read wants; the fields
  // that all of them want; and all attributes.
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
      if (fields.size() <= limits::kProjectedAttributesOfIndex) out.insert({.type = type, .fields = std::move(fields)});
    };
    bool wants_all = false;
    for (const auto i : positions_of(questions_.patterns)) {
      const Pattern& read = at(questions_.patterns, i);
      if (!may_serve(questions_, index, i)) continue;
      if (read.wanted.empty()) {
        wants_all = true;
        continue;
      }
      Fields wanted = read.wanted;
      for (const FilterCondition& condition : read.filter) wanted.push_back(condition.field);
      // Otherwise the entries would not tell whether an item has expired, which is refused (check_expiry).
      if (!read.with_expired && !own.entity.ttl.empty()) wanted.push_back(own.entity.ttl);
      add_wanted(wanted);
      united = joined(united, wanted);
    }
    if (!united.empty()) add_wanted(united);
    if (wants_all || out.empty()) out.insert({.type = ProjectionType::All});
    return {out.begin(), out.end()};
  }

  const Questions& questions_;
  const Tables& tables_;
  const ShardNeeds& needs_;
  std::vector<IndexChoice> forms_;
};

}  // namespace

std::vector<IndexChoice> index_choices(const Questions& questions, const Tables& tables, const ShardNeeds& needs) {
  return IndexFinder(questions, tables, needs).run();
}

}  // namespace partita::modelling::design
