// How the candidates are made, each priced in a model of only the entities that it needs (appraise.h)
// 1. The primary keys of each subject, with the reads that they serve and those that an existing index serves.
// 2. The entries of each index with one primary key of each size, with the needs that they have: a type tag, stored
//    fields.
// 3. The growers, which make items larger, and the growth of each other entry of the same subject by each of them.
// 4. The paths of reads of several entities: by an index that holds all, and by primary keys that share a partition.
// 5. The primary keys of other entities that would put foreign items among those of a path.
// When the time has ended, only candidates of reads are added that have no candidate yet.
#include "modelling/design/program/options.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>

#include "modelling/design/keys/extend_tables.h"
#include "modelling/design/keys/key_texts.h"
#include "modelling/design/keys/serves.h"
#include "modelling/design/questions/fields.h"

namespace partita::modelling::design {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostCombinations = 4096;  // of the keys of a read's entities

class Finder {
 public:
  Finder(const Appraiser& appraiser, const ShardNeeds& needs, Clock::time_point end)
      : appraiser_(appraiser), questions_(appraiser.questions()), end_(end), of_subject_(questions_.subjects.size()) {
    for (const auto i : positions_of(questions_.subjects)) add_primary(i);
    if (!out_.impossible.empty()) return;
    out_.indexes = ListBy<IndexOption, IndexChoice>(index_choices(questions_, appraiser.tables(), needs));
    for (const auto i : positions_of(out_.indexes))
      if (!is_late() || may_be_needed(i)) add_entries(i);
    find_growers();
    for (const auto i : positions_of(out_.growers)) {
      if (is_late()) break;
      find_growths(i);
    }
    for (const auto i : positions_of(questions_.patterns)) {
      const Pattern& read = at(questions_.patterns, i);
      if (read.operation == PatternOperation::Read && read.entities.size() > 1) add_collections(i);
    }
    if (questions_.existing) out_.frozen_usd = frozen_usd(questions_, appraiser_.prices());
    for (Path& path : out_.paths) {
      if (path.index == kNone)
        find_foreign(path);
      else if (const IndexForm& form = at(out_.indexes, path.index).form; form.local)
        for (const PrimaryPosition option : of_subject(entry(path.entries[0]).subject))
          if (!can_be_in(primary(option).form, form)) path.foreign.push_back(option);
    }
  }
  Options take() { return std::move(out_); }

 private:
  bool is_late() {
    if (out_.is_complete) out_.is_complete = Clock::now() <= end_;
    return !out_.is_complete;
  }
  bool has_path(PatternPosition pattern) const {
    return std::any_of(out_.paths.begin(), out_.paths.end(), [&](const Path& path) { return path.pattern == pattern; });
  }
  // Whether the index may serve a read that has no path yet.
  bool may_be_needed(IndexPosition index) const {
    for (const auto i : positions_of(questions_.patterns))
      if (may_serve(questions_, at(out_.indexes, index), i) && !has_path(i)) return true;
    return false;
  }

  const PrimaryOption& primary(PrimaryPosition position) const { return at(out_.primary, position); }
  const std::vector<PrimaryPosition>& of_subject(SubjectPosition subject) const { return at(of_subject_, subject); }
  SubjectPositions members_of(PatternPosition pattern) const {
    SubjectPositions out;
    for (const std::string& name : at(questions_.patterns, pattern).entities) out.push_back(questions_.subject(name));
    return out;
  }
  Choice empty_choice() const {
    Choice out;
    out.primary.resize(questions_.subjects.size());
    return out;
  }
  // The index serves all reads that it may serve. The table's key may serve the same, and be in the way of other reads.
  void choose_index(Choice& choice, const IndexChoice& index) const {
    choice.indexes = {index};
    choice.serving.assign(questions_.patterns.size(), kByAnIndex);
  }
  void set(Choice& choice, PrimaryPosition option) const {
    at(choice.primary, primary(option).subject) = primary(option).form;
  }

  void add_primary(SubjectPosition subject) {
    std::map<std::string, int> classes;
    std::string refusal;
    for (PrimaryForm& form : primary_forms(questions_, subject, appraiser_.tables())) {
      Choice choice = empty_choice();
      at(choice.primary, subject) = form;
      Priced priced = appraiser_.price(choice, {subject});
      if (!priced.is_possible) {
        refusal = priced.refusal;
        continue;
      }
      const std::string text = size_class_of(questions_, subject, form);
      const int size_class = classes.emplace(text, static_cast<int>(classes.size())).first->second;
      at(of_subject_, subject).push_back(end_of(out_.primary));
      for (const auto& [pattern, price] : priced.reads)
        out_.paths.push_back(
            {.pattern = pattern, .primary = {end_of(out_.primary)}, .usd = price.usd, .existing = price.index});
      add_by_existing(choice, {subject}, {end_of(out_.primary)}, priced.reads);
      std::string table_key = table_key_of(questions_, subject, form);
      out_.primary.push_back({subject, std::move(form), size_class, std::move(table_key), std::move(priced)});
    }
    if (of_subject(subject).empty()) out_.impossible.push_back({subject, refusal});
  }

  // New reads of these entities by indexes of the existing model that a pattern must name, because another key would be
  // taken, or because the index holds only items that the read demands.
  void add_by_existing(const Choice& choice, const SubjectPositions& subjects,
                       const std::vector<PrimaryPosition>& options,
                       const std::map<PatternPosition, ReadPrice>& served) {
    const Table* table = existing_table(questions_, table_with(appraiser_.tables(), subjects[0]));
    if (!table) return;
    for (const auto i : positions_of(questions_.patterns)) {
      const Pattern& read = at(questions_.patterns, i);
      if (read.operation != PatternOperation::Read || questions_.is_existing(read) || members_of(i) != subjects)
        continue;
      // The primary key finds the one item, whichever key it is.
      if (subjects.size() == 1 && is_subset(at(questions_, subjects[0]).identity, read.by)) continue;
      const auto known = served.find(i);
      for (const Index& index : table->indexes) {
        if (known != served.end() && known->second.index == index.name) continue;
        Choice named = choice;
        named.by_existing = {{i, index.name}};
        const Priced priced = appraiser_.price(named, subjects);
        const auto found = priced.reads.find(i);
        if (found == priced.reads.end()) continue;
        if (known != served.end() && known->second.usd <= found->second.usd) continue;
        out_.paths.push_back({.pattern = i,
                              .primary = options,
                              .usd = found->second.usd,
                              .existing = index.name,
                              .names_existing = true});
      }
    }
  }

  // A read of existing entities alone, by whatever serves it now or would serve it.
  void add_existing_collections(PatternPosition pattern, const SubjectPositions& members) {
    Choice choice = empty_choice();
    std::vector<PrimaryPosition> options;
    for (const SubjectPosition member : members) {
      options.push_back(of_subject(member)[0]);
      set(choice, options.back());
    }
    const Priced priced = appraiser_.price(choice, members);
    const auto found = priced.reads.find(pattern);
    if (found != priced.reads.end())
      out_.paths.push_back(
          {.pattern = pattern, .primary = options, .usd = found->second.usd, .existing = found->second.index});
    add_by_existing(choice, members, options, priced.reads);
  }

  // One primary key of each size, with which the index can be.
  std::vector<PrimaryPosition> representatives(SubjectPosition subject, const IndexForm& index = {}) const {
    std::vector<PrimaryPosition> out;
    for (const PrimaryPosition option : of_subject(subject))
      if (can_be_in(primary(option).form, index) && std::none_of(out.begin(), out.end(), [&](PrimaryPosition other) {
            return primary(other).size_class == primary(option).size_class;
          }))
        out.push_back(option);
    return out;
  }

  // The position of the need of an index for `field`, or for the type tag if it is empty, together with a primary key
  // of this size. A new need is priced.
  NeedPosition need(PrimaryPosition option, const std::string& field) {
    const PrimaryOption& base = primary(option);
    for (const auto i : positions_of(out_.needs)) {
      const NeedOption& one = at(out_.needs, i);
      if (one.subject == base.subject && one.size_class == base.size_class && one.field == field) return i;
    }
    Choice choice = empty_choice();
    set(choice, option);
    if (field.empty())
      choice.tagged = {base.subject};
    else
      choice.stored = {{base.subject, field}};
    const double usd = appraiser_.keeping(choice, {base.subject}).usd - base.priced.usd;
    out_.needs.push_back({base.subject, base.size_class, field, usd});
    return NeedPosition(out_.needs.size() - 1);
  }

  // A local index has the table's partition key, and needs a table with a sort key.
  static bool can_be_in(const PrimaryForm& primary, const IndexForm& index) {
    if (!index.local) return true;
    return is_subset(primary.partition, index.partition) && is_subset(index.partition, primary.partition) &&
           !(primary.plain_sort && primary.sort.empty());
  }

  std::vector<NeedPosition> needs_of(const IndexChoice& index, PrimaryPosition option) {
    const Subject& subject = at(questions_.subjects, primary(option).subject);
    std::vector<NeedPosition> out;
    if (index.form.is_tag()) out.push_back(need(option, {}));
    Fields held = index.form.sort;
    if (!index.form.composed && !index.form.local) held = joined(held, index.form.partition);
    for (const std::string& field : held)
      if (contains(subject.identity, field) && !subject.entity.field(field)->stored) out.push_back(need(option, field));
    return out;
  }

  void add_entries(IndexPosition position) {
    const IndexChoice index = at(out_.indexes, position);
    std::vector<std::vector<EntryPosition>> entries;
    for (const SubjectPosition subject : index.subjects) {
      entries.emplace_back();
      for (const PrimaryPosition option : representatives(subject, index.form)) {
        EntryOption entry{.index = position, .subject = subject, .size_class = primary(option).size_class};
        entry.needs = needs_of(index, option);
        // The items of an existing entity get no attributes but keys of indexes.
        if (!at(questions_, subject).table.empty() && !entry.needs.empty()) continue;
        Choice choice = empty_choice();
        set(choice, option);
        for (const NeedPosition need : entry.needs) {
          const NeedOption& one = at(out_.needs, need);
          one.field.empty() ? choice.tagged.push_back(subject) : choice.stored.push_back({subject, one.field});
        }
        const double base =
            entry.needs.empty() ? primary(option).priced.usd : appraiser_.keeping(choice, {subject}).usd;
        choose_index(choice, index);
        const Priced priced = appraiser_.price(choice, {subject});
        if (!priced.is_possible) continue;
        entry.usd = priced.usd - base;
        if (index.subjects.size() == 1 && !is_of_use(priced)) continue;
        entries.back().push_back(end_of(out_.entries));
        out_.entries.push_back(std::move(entry));
        if (index.subjects.size() > 1) continue;
        for (const auto& [pattern, price] : priced.reads)
          if (price.by_index)
            out_.paths.push_back(
                {.pattern = pattern, .index = position, .entries = {entries.back().back()}, .usd = price.usd});
      }
    }
    if (index.subjects.size() > 1) add_shared_paths(position, index, entries);
  }

  const EntryOption& entry(EntryPosition position) const { return at(out_.entries, position); }

  void find_growers() {
    for (const auto i : positions_of(out_.needs)) {
      const NeedOption& need = at(out_.needs, i);
      out_.growers.push_back({.subject = need.subject, .size_class = need.size_class, .need = i});
    }
    for (const auto i : positions_of(out_.entries)) {
      const std::string text = composed_text_of(questions_, entry(i).subject, at(out_.indexes, entry(i).index));
      if (text.empty()) continue;
      const auto there = std::find_if(out_.growers.begin(), out_.growers.end(), [&](const Grower& one) {
        return one.need == kNone && one.subject == entry(i).subject && one.size_class == entry(i).size_class &&
               one.text == text;
      });
      if (there != out_.growers.end())
        there->entries.push_back(i);
      else
        out_.growers.push_back(
            {.subject = entry(i).subject, .size_class = entry(i).size_class, .text = text, .entries = {i}});
    }
  }

  void find_growths(GrowerPosition position) {
    const Grower grower = at(out_.growers, position);
    Choice grown = empty_choice();
    for (const PrimaryPosition option : representatives(grower.subject))
      if (primary(option).size_class == grower.size_class) set(grown, option);
    const auto add_needs = [&](Choice& choice, const std::vector<NeedPosition>& needs) {
      for (const NeedPosition need : needs) {
        const NeedOption& one = at(out_.needs, need);
        one.field.empty() ? choice.tagged.push_back(one.subject) : choice.stored.push_back({one.subject, one.field});
      }
    };
    Choice small = grown;
    std::vector<NeedPosition> small_needs;
    if (grower.need != kNone) {
      add_needs(grown, {grower.need});
    } else {
      // An entry of keys alone, so that only the other entry grows.
      IndexChoice index = at(out_.indexes, entry(grower.entries[0]).index);
      index.projection = {.type = ProjectionType::KeysOnly};
      grown.indexes.push_back(index);
      add_needs(grown, entry(grower.entries[0]).needs);
      small_needs = entry(grower.entries[0]).needs;
      add_needs(small, small_needs);
    }
    const double grown_usd = appraiser_.keeping(grown, {grower.subject}).usd;
    const double small_usd = appraiser_.keeping(small, {grower.subject}).usd;
    for (const auto i : positions_of(out_.entries)) {
      const EntryOption& other = entry(i);
      const IndexChoice& index = at(out_.indexes, other.index);
      if (other.subject != grower.subject || other.size_class != grower.size_class ||
          (grower.need == kNone && index.projection.type != ProjectionType::All) ||
          contains(other.needs, grower.need) || contains(grower.entries, i))
        continue;
      const auto with_other = [&](Choice choice) {
        add_needs(choice, other.needs);
        choice.indexes.push_back(index);
        return appraiser_.keeping(choice, {grower.subject}).usd;
      };
      // Growers of the same needs are compared with the same choice.
      const auto [without, is_new] = without_growers_.try_emplace({i, small_needs}, 0);
      if (is_new) without->second = with_other(small);
      const double usd = with_other(grown) - without->second - (grown_usd - small_usd);
      if (std::abs(usd) > 1e-9) out_.growths.push_back({position, i, usd});
    }
  }

  static bool is_of_use(const Priced& priced) {
    return std::any_of(priced.reads.begin(), priced.reads.end(), [](const auto& read) { return read.second.by_index; });
  }

  // Calls `visit` with one of each list, for all combinations in which each agrees with the first one.
  template <class Thing, class Agrees, class Visit>
  static void combine(const std::vector<std::vector<Thing>>& lists, Agrees agrees, Visit visit) {
    std::size_t made = 0;
    std::vector<Thing> one;
    const std::function<void()> extend = [&] {
      if (made == kMostCombinations) return;
      if (one.size() == lists.size()) {
        ++made;
        return visit(one);
      }
      for (const Thing next : lists[one.size()]) {
        if (!one.empty() && !agrees(next, one[0])) continue;
        one.push_back(next);
        extend();
        one.pop_back();
      }
    };
    extend();
  }

  void add_shared_paths(IndexPosition position, const IndexChoice& index,
                        const std::vector<std::vector<EntryPosition>>& entries) {
    const auto option_of = [&](EntryPosition position_of_entry) -> PrimaryPosition {
      const EntryOption& one = entry(position_of_entry);
      for (const PrimaryPosition option : representatives(one.subject))
        if (primary(option).size_class == one.size_class) return option;
      return kNone;
    };
    const auto share_a_table = [&](EntryPosition one, EntryPosition other) {
      return primary(option_of(one)).table_key == primary(option_of(other)).table_key;
    };
    combine(entries, share_a_table, [&](const std::vector<EntryPosition>& some) {
      Choice choice = empty_choice();
      choose_index(choice, index);
      for (const EntryPosition one : some) set(choice, option_of(one));
      for (const auto& [pattern, price] : appraiser_.price(choice, index.subjects).reads)
        if (price.by_index && members_of(pattern).size() > 1)
          out_.paths.push_back({.pattern = pattern, .index = position, .entries = some, .usd = price.usd});
    });
  }

  // Reads of several entities by the primary keys of all.
  void add_collections(PatternPosition pattern) {
    const Pattern& read = at(questions_.patterns, pattern);
    const SubjectPositions members = members_of(pattern);
    if (std::none_of(members.begin(), members.end(),
                     [&](SubjectPosition member) { return at(questions_, member).table.empty(); }))
      return add_existing_collections(pattern, members);
    std::vector<std::vector<PrimaryPosition>> lists;
    for (const SubjectPosition member : members) {
      lists.emplace_back();
      for (const PrimaryPosition option : of_subject(member))
        if (is_subset(primary(option).form.partition, read.by)) lists.back().push_back(option);
    }
    const auto meets = [&](PrimaryPosition option, PrimaryPosition other) {
      return primary(option).table_key == primary(other).table_key && partition_text(option) == partition_text(other);
    };
    combine(lists, meets, [&](const std::vector<PrimaryPosition>& options) {
      if (is_late() && has_path(pattern)) return;
      Choice choice = empty_choice();
      for (const PrimaryPosition option : options) set(choice, option);
      const Priced priced = appraiser_.price(choice, members);
      const auto found = priced.reads.find(pattern);
      if (found == priced.reads.end()) return;
      out_.paths.push_back({.pattern = pattern, .primary = options, .usd = found->second.usd});
    });
  }

  std::string partition_text(PrimaryPosition option) const {
    return partition_text_of(questions_, primary(option).subject, primary(option).form);
  }

  // A read by primary keys must not read the items of an entity that it does not name. The proof tells for each pair.
  void find_foreign(Path& path) {
    const SubjectPositions members = members_of(path.pattern);
    Choice choice = empty_choice();
    for (const PrimaryPosition option : path.primary) set(choice, option);
    if (path.names_existing) choice.by_existing = {{path.pattern, path.existing}};
    const std::string text = partition_text(path.primary[0]);
    for (const SubjectPositions& table : appraiser_.tables()) {
      if (!contains(table, members[0])) continue;
      for (const SubjectPosition other : table) {
        if (contains(members, other)) continue;
        for (const PrimaryPosition option : of_subject(other)) {
          if ((path.existing.empty() && partition_text(option) != text) ||
              primary(option).table_key != primary(path.primary[0]).table_key)
            continue;
          if (is_late() || !is_served_beside(path, choice, members, option)) path.foreign.push_back(option);
        }
      }
    }
  }

  bool is_served_beside(const Path& path, Choice choice, SubjectPositions members, PrimaryPosition option) {
    members.push_back(primary(option).subject);
    set(choice, option);
    return appraiser_.price(choice, members).reads.contains(path.pattern);
  }

  const Appraiser& appraiser_;
  const Questions& questions_;
  const Clock::time_point end_;
  ListBy<Subject, std::vector<PrimaryPosition>> of_subject_;
  // The prices of an entry with these needs, as if no item became larger.
  std::map<std::pair<EntryPosition, std::vector<NeedPosition>>, double> without_growers_;
  Options out_;
};

}  // namespace

Choice choice_of(const Questions& questions, const PrimaryOption& option) {
  Choice out;
  out.primary.resize(questions.subjects.size());
  at(out.primary, option.subject) = option.form;
  return out;
}

Choice choice_of(const Questions& questions, const Options& options, const Path& path) {
  Choice out;
  out.primary.resize(questions.subjects.size());
  for (const PrimaryPosition option : path.primary)
    at(out.primary, at(options.primary, option).subject) = at(options.primary, option).form;
  if (path.names_existing) out.by_existing = {{path.pattern, path.existing}};
  if (path.index == kNone) return out;
  out.indexes = {at(options.indexes, path.index)};
  out.serving.assign(questions.patterns.size(), kByAnIndex);
  std::string table_key;
  for (const EntryPosition position : path.entries) {
    const EntryOption& entry = at(options.entries, position);
    const auto option = std::find_if(options.primary.begin(), options.primary.end(), [&](const PrimaryOption& one) {
      return one.subject == entry.subject && one.size_class == entry.size_class &&
             (table_key.empty() || one.table_key == table_key);
    });
    if (option == options.primary.end()) continue;
    table_key = option->table_key;
    at(out.primary, entry.subject) = option->form;
  }
  return out;
}

Options options_of(const Appraiser& appraiser, const ShardNeeds& needs, std::chrono::steady_clock::time_point end) {
  return Finder(appraiser, needs, end).take();
}

}  // namespace partita::modelling::design
