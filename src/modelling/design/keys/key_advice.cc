#include "modelling/design/keys/key_advice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "documents/node.h"
#include "modelling/cost/field_sizes.h"
#include "modelling/cost/units.h"
#include "modelling/design/keys/labels.h"
#include "modelling/design/questions/fields.h"
#include "value/limits.h"

namespace partita::modelling::design {
namespace {

constexpr double kHot = 0.7;  // of a partition
constexpr double kUsualBytes = 200;

struct PartitionLoad {
  double reads = 0, writes = 0;  // units each second
  double use() const { return share_of_partition(reads, writes); }
};

// The write units that an index with all of the entity's items and attributes would take.
double writes_of_index(const Questions& questions, const Subject& subject, const Fields& key) {
  const double units =
      std::max(1.0, std::ceil(subject.entity.size_bytes.value_or(kUsualBytes) / limits::kWriteUnitBytes));
  double out = 0;
  for (const Pattern& pattern : questions.patterns)
    for (const Action& action : pattern.actions) {
      if (action.entity != subject.entity.name || action.kind == Action::Kind::Check ||
          action.kind == Action::Kind::Get)
        continue;
      // An entry moves if its key changes.
      const bool moves = std::any_of(action.set.begin(), action.set.end(),
                                     [&](const std::string& field) { return contains(key, field); });
      out += pattern.per_second.value_or(1) * action.items * units * (moves ? 2 : 1);
    }
  return out;
}

class Adviser {
 public:
  explicit Adviser(const Questions& questions) : questions_(questions) {}

  std::vector<KeyAdvice> run() {
    for (std::size_t i = 0; i < questions_.patterns.size(); ++i) {
      const Pattern& read = questions_.patterns[i];
      if (read.operation != PatternOperation::Read || questions_.is_existing(read)) continue;
      const Subject& subject = at(questions_, questions_.subject(read.entities[0]));
      // The primary key finds the one item.
      if (is_subset(subject.identity, read.by)) continue;
      tell_kinds(read);
      tell_missing(read);
      tell_few_values(read, i < questions_.where.size() ? questions_.where[i] : std::vector<When>(), subject);
    }
    return std::move(out_);
  }

 private:
  void tell_kinds(const Pattern& read) {
    Fields needed = read.by;
    if (!read.range.empty()) needed.push_back(read.range);
    for (const std::string& name : needed)
      for (const std::string& entity : read.entities) {
        const Subject& subject = at(questions_, questions_.subject(entity));
        const Field* field = subject.entity.field(name);
        if (field) tell_kind(read, subject, *field, name == read.range);
      }
  }

  void tell_kind(const Pattern& read, const Subject& subject, const Field& field, bool is_order) {
    if (fits_into_key(field)) return;
    const std::string asks = fmt::format("\"{}\" asks {} {} of {}", read.name,
                                         is_order && !contains(read.by, field.name) ? "for the order of" : "by",
                                         field.name, subject.entity.name);
    if (!fits_into_text(field) || (is_order && !contains(read.by, field.name))) {
      tell(read,
           fmt::format("{}, and no key {} {}, so nothing serves it: {}", asks,
                       fits_into_text(field) ? "is in the order of" : "can hold", model::describe(field.kind),
                       subject.table.empty()
                           ? fmt::format("store it as {}", kinds_in_place_of(field.kind))
                           : fmt::format("give the entity a further optional field, {}, and read by that",
                                         kinds_in_place_of(field.kind))),
           false);
      return;
    }
    if (!told_.insert({subject.entity.name, field.name}).second) return;
    tell(read,
         fmt::format("{}, a bool, and no key attribute can be one: the key has its text in an attribute of its own. An "
                     "enumeration, as in {}: {{enum: [NO, YES]}}, can be a key attribute itself",
                     asks, field.name));
  }

  // An item without the field of the order has no entry in an index of this order.
  void tell_missing(const Pattern& read) {
    if (read.range.empty() || !read.range_comparison.empty() || contains(read.by, read.range)) return;
    Fields lacking;
    for (const std::string& entity : read.entities) {
      const Field* field = at(questions_, questions_.subject(entity)).entity.field(read.range);
      if (field && field->optional) lacking.push_back(entity);
    }
    if (lacking.empty()) return;
    tell(read,
         fmt::format("\"{0}\" asks for the order of {1}, which items of {2} may lack, and an item without it is in "
                     "no index of that order: the answer lacks such items. If they are wanted, let every item "
                     "have {1}, or leave the order out and sort in the program",
                     read.name, read.range, fmt::join(lacking, " and ")));
  }

  void tell_few_values(const Pattern& read, const std::vector<When>& where, const Subject& subject) {
    Fields key = read.by;
    for (const When& when : where) key.push_back(when.field);
    double partitions = 1;
    for (const std::string& name : key) {
      const auto distinct = distinct_values(*subject.entity.field(name));
      if (!distinct) return;
      partitions *= std::max(1.0, *distinct);
    }
    // All calls ask for the same value of a field in `where`, so they read a part of the partitions only.
    double read_partitions = partitions;
    for (const When& when : where)
      read_partitions /= std::max(1.0, distinct_values(*subject.entity.field(when.field)).value_or(1));
    const double bytes = read.items.value_or(1) * subject.entity.size_bytes.value_or(kUsualBytes);
    const PartitionLoad load{
        .reads = read.per_second.value_or(1) * std::max(0.5, bytes / limits::kReadUnitBytes / 2) / read_partitions,
        .writes = writes_of_index(questions_, subject, key) / partitions};
    const bool has_few = !read.by.empty() && std::all_of(key.begin(), key.end(), [&](const std::string& name) {
      const model::FieldKind kind = subject.entity.field(name)->kind;
      return kind == model::FieldKind::Bool || kind == model::FieldKind::Enum;
    });
    const bool is_hot = load.use() >= kHot;
    // Less than a unit a second is worth no words.
    if (!is_hot && (!has_few || std::max(load.reads, load.writes) < 1)) return;
    const std::string asked =
        key.empty() ? std::string("for all items") : fmt::format("by {}", fmt::join(key, " and "));
    const std::string means = partitions > 1 ? fmt::format(
                                                   "an index for it has {:g} partition keys, one for each value, "
                                                   "each of which",
                                                   partitions)
                                             : std::string("an index for it has one partition key, which");
    std::string text = fmt::format(
        "\"{}\" asks {} of {}{}, so {} gets about {:.0f} write and {:.0f} read units a second, and can take 1,000 and "
        "3,000",
        read.name, asked, subject.entity.name, key.empty() ? "" : " alone", means, load.writes, load.reads);
    if (is_hot)
      text += fmt::format(
          ". So the key needs shards, and each call asks all of them. If the calls know a further field, ask by it "
          "too");
    tell(read, text);
  }

  void tell(const Pattern& read, const std::string& text, bool is_served = true) {
    out_.push_back({located(read.place, text), is_served});
  }

  const Questions& questions_;
  std::set<std::pair<std::string, std::string>> told_;  // entities with their bools
  std::vector<KeyAdvice> out_;
};

}  // namespace

std::vector<KeyAdvice> advice_on_keys(const Questions& questions) { return Adviser(questions).run(); }

}  // namespace partita::modelling::design
