#include "modelling/design/models/price_memory.h"

#include <algorithm>
#include <bit>

#include "modelling/design/models/assemble.h"
#include "modelling/design/questions/fields.h"

namespace partita::modelling::design {
namespace {

// Appends numbers and texts so that no two sequences of them give one text.
class KeyWriter {
 public:
  void add(std::int64_t number) { text_.append(reinterpret_cast<const char*>(&number), sizeof number); }
  void add(const std::string& text) {
    add(static_cast<std::int64_t>(text.size()));
    text_ += text;
  }
  void add(const Fields& fields) {
    add(static_cast<std::int64_t>(fields.size()));
    for (const std::string& field : fields) add(field);
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

void add_form(KeyWriter& out, const PrimaryForm& form, const ListBy<Subject, int>& numbers) {
  out.add(form.partition);
  out.add(form.sort);
  out.add(static_cast<std::int64_t>(form.under.size()));
  for (const SubjectPosition parent : form.under) out.add(at(numbers, parent));
  out.add(form.before + 2 * form.natural_partition + 4 * form.plain_sort);
  out.add(form.partition_text);
  out.add(form.sort_text);
}

void add_index(KeyWriter& out, const IndexChoice& index, const ListBy<Subject, int>& numbers) {
  out.add(static_cast<std::int64_t>(index.subjects.size()));
  for (const SubjectPosition subject : index.subjects) out.add(at(numbers, subject));
  const IndexForm& form = index.form;
  out.add(form.partition);
  out.add(form.sort);
  out.add(form.bucket);
  out.add(form.shards);
  out.add(static_cast<std::int64_t>(form.when.size()));
  for (const When& when : form.when) {
    out.add(when.field);
    out.add(when.equals);
  }
  out.add(form.composed + 2 * form.nested + 4 * form.from_end + 8 * form.local + 16 * index.can_share);
  out.add(static_cast<std::int64_t>(index.projection.type));
  out.add(index.projection.fields);
  out.add(index.slot);
  out.add(index.existing);
  out.add(index.existing_table);
}

// The properties of all subjects on which a model of some of them depends: the literals of keys, the numbers of values,
// and names that are taken. The key of the choice says who shares a table.
std::string context_of(const Questions& questions, const ListBy<Subject, int>& numbers) {
  KeyWriter out;
  for (std::size_t i = 0; i < questions.subjects.size(); ++i) {
    const Subject& subject = questions.subjects[i];
    out.add(subject.entity.name);
    out.add(subject.table);
    // With an existing model, every property of a subject matters.
    out.add(questions.existing ? numbers[i] : -1);
    out.add(std::bit_cast<std::int64_t>(subject.entity.count.value_or(-1)));
    out.add(subject.identity);
    for (const std::string& field : subject.identity)
      out.add(static_cast<std::int64_t>(subject.entity.field(field)->kind));
  }
  out.add(names_in_the_way(questions));
  return out.take();
}

// The subject's table, by the first of the subjects that lies in it, and whether others do, of these subjects or not.
void add_table(KeyWriter& out, const Tables& tables, const SubjectPositions& subjects, SubjectPosition subject) {
  const SubjectPositions& table = table_with(tables, subject);
  const auto first =
      std::find_if(subjects.begin(), subjects.end(), [&](SubjectPosition one) { return contains(table, one); });
  out.add(2 * (first - subjects.begin()) + (table.size() > 1));
}

}  // namespace

template <class Thing>
int PriceMemory::number_of(std::vector<Thing>& known, const Thing& thing) {
  const auto found = std::find(known.begin(), known.end(), thing);
  const auto number = static_cast<int>(found - known.begin());
  if (found == known.end()) known.push_back(thing);
  return number;
}

PriceKeys::PriceKeys(const Questions& questions, const Tables& tables, PriceMemory& memory)
    : tables_(tables), memory_(memory) {
  for (const Subject& subject : questions.subjects)
    subjects_.push_back(PriceMemory::number_of(memory.subjects_, subject));
  for (std::size_t i = 0; i < questions.patterns.size(); ++i) {
    const Pattern& pattern = questions.patterns[i];
    patterns_.push_back(PriceMemory::number_of(
        memory.patterns_, {pattern, i < questions.where.size() ? questions.where[i] : std::vector<When>(),
                           questions.is_existing(pattern)}));
  }
  context_ = PriceMemory::number_of(memory.contexts_, context_of(questions, subjects_));
}

PriceKeys::Place PriceKeys::place_of(const Choice& choice, const SubjectPositions& subjects,
                                     const PatternPositions& writes) const {
  Place out;
  out.keys_ = this;
  out.choice_ = &choice;
  KeyWriter key;
  key.add(context_);
  key.add(static_cast<std::int64_t>(subjects.size()));
  for (const SubjectPosition subject : subjects) {
    key.add(at(subjects_, subject));
    add_table(key, tables_, subjects, subject);
    add_form(key, at(choice.primary, subject), subjects_);
    key.add(contains(choice.tagged, subject));
    Fields stored;
    for (const auto& [owner, field] : choice.stored)
      if (owner == subject) stored.push_back(field);
    key.add(stored);
  }
  int count = 0;
  for (const IndexChoice& index : choice.indexes) {
    const bool is_here = std::any_of(index.subjects.begin(), index.subjects.end(),
                                     [&](SubjectPosition subject) { return contains(subjects, subject); });
    out.positions_.push_back(is_here ? count++ : -1);
    if (is_here) add_index(key, index, subjects_);
  }
  std::vector<int> numbers;
  for (const PatternPosition pattern : writes) numbers.push_back(at(patterns_, pattern));
  out.writes_ = PriceMemory::number_of(memory_.writes_, numbers);
  out.number_ = memory_.choices_.emplace(key.take(), static_cast<int>(memory_.choices_.size())).first->second;
  return out;
}

PriceMemory::Read PriceKeys::Place::key_of(PatternPosition pattern) const {
  const Serving serving = choice_->serving.empty() ? kByAnyKey : at(choice_->serving, pattern);
  const auto existing = choice_->by_existing.find(pattern);
  return {.choice = number_,
          .pattern = at(keys_->patterns_, pattern),
          // An index of other subjects does not serve these patterns.
          .by = serving.by,
          .index = serving.index == kNone ? -1 : at(positions_, serving.index),
          .existing = existing == choice_->by_existing.end() ? std::string() : existing->second};
}

const Keeping* PriceKeys::Place::keeping() const {
  const auto found = keys_->memory_.keeping_.find({number_, writes_});
  return found == keys_->memory_.keeping_.end() ? nullptr : &found->second;
}

const std::optional<ReadPrice>* PriceKeys::Place::read(PatternPosition pattern) const {
  const auto found = keys_->memory_.reads_.find(key_of(pattern));
  return found == keys_->memory_.reads_.end() ? nullptr : &found->second;
}

void PriceKeys::Place::keep(const Keeping& keeping) {
  keys_->memory_.keeping_.emplace(std::pair(number_, writes_), keeping);
}

void PriceKeys::Place::keep(PatternPosition pattern, const std::optional<ReadPrice>& read) {
  keys_->memory_.reads_.emplace(key_of(pattern), read);
}

}  // namespace partita::modelling::design
