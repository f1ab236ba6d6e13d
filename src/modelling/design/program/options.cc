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
    for (int i = 0; i < count(questions_.subjects); ++i) add_primary(i);
    if (!out_.impossible.empty()) return;
    out_.indexes = index_choices(questions_, appraiser.tables(), needs);
    for (int i = 0; i < count(out_.indexes); ++i)
      if (!is_late() || may_be_needed(i)) add_entries(i);
    find_growers();
    for (int i = 0; i < count(out_.growers) && !is_late(); ++i) find_growths(i);
    for (int i = 0; i < count(questions_.patterns); ++i) {
      const Pattern& read = questions_.patterns[static_cast<std::size_t>(i)];
      if (read.operation == Operation::Read && read.entities.size() > 1) add_collections(i);
    }
    if (questions_.existing) out_.frozen_usd = frozen_usd(questions_, appraiser_.prices());
    for (Path& path : out_.paths) {
      if (path.index < 0)
        find_foreign(path);
      else if (const IndexForm& form = at(out_.indexes, path.index).form; form.local)
        for (const int option : of_subject(entry(path.entries[0]).subject))
          if (!can_be_in(primary(option).form, form)) path.foreign.push_back(option);
    }
  }
  Options take() { return std::move(out_); }

 private:
  bool is_late() {
    if (out_.is_complete) out_.is_complete = Clock::now() <= end_;
    return !out_.is_complete;
  }
  bool has_path(int pattern) const {
    return std::any_of(out_.paths.begin(), out_.paths.end(), [&](const Path& path) { return path.pattern == pattern; });
  }
  // Whether the index may serve a read that has no path yet.
  bool may_be_needed(int index) const {
    for (int i = 0; i < count(questions_.patterns); ++i)
      if (may_serve(questions_, at(out_.indexes, index), i) && !has_path(i)) return true;
    return false;
  }

  template <class List>
  static int count(const List& list) {
    return static_cast<int>(list.size());
  }
  const PrimaryOption& primary(int position) const { return out_.primary[static_cast<std::size_t>(position)]; }
  const std::vector<int>& of_subject(int subject) const { return of_subject_[static_cast<std::size_t>(subject)]; }
  std::vector<int> members_of(int pattern) const {
    std::vector<int> out;
    for (const std::string& name : questions_.patterns[static_cast<std::size_t>(pattern)].entities)
      out.push_back(questions_.subject(name));
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
  void set(Choice& choice, int option) const {
    choice.primary[static_cast<std::size_t>(primary(option).subject)] = primary(option).form;
  }

  void add_primary(int subject) {
    std::map<std::string, int> classes;
    std::string refusal;
    for (PrimaryForm& form : primary_forms(questions_, subject, appraiser_.tables())) {
      Choice choice = empty_choice();
      choice.primary[static_cast<std::size_t>(subject)] = form;
      Priced priced = appraiser_.price(choice, {subject});
      if (!priced.is_possible) {
        refusal = priced.refusal;
        continue;
      }
      const std::string text = size_class_of(questions_, subject, form);
      const int size_class = classes.emplace(text, count(classes)).first->second;
      of_subject_[static_cast<std::size_t>(subject)].push_back(count(out_.primary));
      for (const auto& [pattern, price] : priced.reads)
        out_.paths.push_back(
            {.pattern = pattern, .primary = {count(out_.primary)}, .usd = price.usd, .existing = price.index});
      add_by_existing(choice, {subject}, {count(out_.primary)}, priced.reads);
      std::string table_key = table_key_of(questions_, subject, form);
      out_.primary.push_back({subject, std::move(form), size_class, std::move(table_key), std::move(priced)});
    }
    if (of_subject(subject).empty()) out_.impossible.push_back({subject, refusal});
  }

  // New reads of these entities by indexes of the existing model that a pattern must name, because another key would be
  // taken, or because the index holds only items that the read demands.
  void add_by_existing(const Choice& choice, const std::vector<int>& subjects, const std::vector<int>& options,
                       const std::map<int, ReadPrice>& served) {
    const Table* table = existing_table(questions_, table_with(appraiser_.tables(), subjects[0]));
    if (!table) return;
    for (int i = 0; i < count(questions_.patterns); ++i) {
      const Pattern& read = questions_.patterns[static_cast<std::size_t>(i)];
      if (read.operation != Operation::Read || questions_.is_existing(read) || members_of(i) != subjects) continue;
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
  void add_existing_collections(int pattern, const std::vector<int>& members) {
    Choice choice = empty_choice();
    std::vector<int> options;
    for (const int member : members) {
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
  std::vector<int> representatives(int subject, const IndexForm& index = {}) const {
    std::vector<int> out;
    for (const int option : of_subject(subject))
      if (can_be_in(primary(option).form, index) && std::none_of(out.begin(), out.end(), [&](int other) {
            return primary(other).size_class == primary(option).size_class;
          }))
        out.push_back(option);
    return out;
  }

  // The position of the need of an index for `field`, or for the type tag if it is empty, together with a primary key
  // of this size. A new need is priced.
  int need(int option, const std::string& field) {
    const PrimaryOption& base = primary(option);
    for (int i = 0; i < count(out_.needs); ++i) {
      const NeedOption& one = out_.needs[static_cast<std::size_t>(i)];
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
    return count(out_.needs) - 1;
  }

  // A local index has the table's partition key, and needs a table with a sort key.
  static bool can_be_in(const PrimaryForm& primary, const IndexForm& index) {
    if (!index.local) return true;
    return is_subset(primary.partition, index.partition) && is_subset(index.partition, primary.partition) &&
           !(primary.plain_sort && primary.sort.empty());
  }

  std::vector<int> needs_of(const IndexChoice& index, int option) {
    const Subject& subject = questions_.subjects[static_cast<std::size_t>(primary(option).subject)];
    std::vector<int> out;
    if (index.form.is_tag()) out.push_back(need(option, {}));
    Fields held = index.form.sort;
    if (!index.form.composed && !index.form.local) held = joined(held, index.form.partition);
    for (const std::string& field : held)
      if (contains(subject.identity, field) && !subject.entity.field(field)->stored) out.push_back(need(option, field));
    return out;
  }

  void add_entries(int position) {
    const IndexChoice index = out_.indexes[static_cast<std::size_t>(position)];
    std::vector<std::vector<int>> entries;
    for (const int subject : index.subjects) {
      entries.emplace_back();
      for (const int option : representatives(subject, index.form)) {
        EntryOption entry{.index = position, .subject = subject, .size_class = primary(option).size_class};
        entry.needs = needs_of(index, option);
        // The items of an existing entity get no attributes but keys of indexes.
        if (!at(questions_, subject).table.empty() && !entry.needs.empty()) continue;
        Choice choice = empty_choice();
        set(choice, option);
        for (const int need : entry.needs) {
          const NeedOption& one = out_.needs[static_cast<std::size_t>(need)];
          one.field.empty() ? choice.tagged.push_back(subject) : choice.stored.push_back({subject, one.field});
        }
        const double base =
            entry.needs.empty() ? primary(option).priced.usd : appraiser_.keeping(choice, {subject}).usd;
        choose_index(choice, index);
        const Priced priced = appraiser_.price(choice, {subject});
        if (!priced.is_possible) continue;
        entry.usd = priced.usd - base;
        if (index.subjects.size() == 1 && !is_of_use(priced)) continue;
        entries.back().push_back(count(out_.entries));
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

  const EntryOption& entry(int position) const { return out_.entries[static_cast<std::size_t>(position)]; }

  void find_growers() {
    for (int i = 0; i < count(out_.needs); ++i) {
      const NeedOption& need = out_.needs[static_cast<std::size_t>(i)];
      out_.growers.push_back({.subject = need.subject, .size_class = need.size_class, .need = i});
    }
    for (int i = 0; i < count(out_.entries); ++i) {
      const std::string text =
          composed_text_of(questions_, entry(i).subject, out_.indexes[static_cast<std::size_t>(entry(i).index)]);
      if (text.empty()) continue;
      const auto there = std::find_if(out_.growers.begin(), out_.growers.end(), [&](const Grower& one) {
        return one.need < 0 && one.subject == entry(i).subject && one.size_class == entry(i).size_class &&
               one.text == text;
      });
      if (there != out_.growers.end())
        there->entries.push_back(i);
      else
        out_.growers.push_back(
            {.subject = entry(i).subject, .size_class = entry(i).size_class, .text = text, .entries = {i}});
    }
  }

  void find_growths(int position) {
    const Grower grower = out_.growers[static_cast<std::size_t>(position)];
    Choice grown = empty_choice();
    for (const int option : representatives(grower.subject))
      if (primary(option).size_class == grower.size_class) set(grown, option);
    const auto add_needs = [&](Choice& choice, const std::vector<int>& needs) {
      for (const int need : needs) {
        const NeedOption& one = out_.needs[static_cast<std::size_t>(need)];
        one.field.empty() ? choice.tagged.push_back(one.subject) : choice.stored.push_back({one.subject, one.field});
      }
    };
    Choice small = grown;
    std::vector<int> small_needs;
    if (grower.need >= 0) {
      add_needs(grown, {grower.need});
    } else {
      // An entry of keys alone, so that only the other entry grows.
      IndexChoice index = out_.indexes[static_cast<std::size_t>(entry(grower.entries[0]).index)];
      index.projection = {.type = ProjectionType::KeysOnly};
      grown.indexes.push_back(index);
      add_needs(grown, entry(grower.entries[0]).needs);
      small_needs = entry(grower.entries[0]).needs;
      add_needs(small, small_needs);
    }
    const double grown_usd = appraiser_.keeping(grown, {grower.subject}).usd;
    const double small_usd = appraiser_.keeping(small, {grower.subject}).usd;
    for (int i = 0; i < count(out_.entries); ++i) {
      const EntryOption& other = entry(i);
      const IndexChoice& index = out_.indexes[static_cast<std::size_t>(other.index)];
      if (other.subject != grower.subject || other.size_class != grower.size_class ||
          (grower.need < 0 && index.projection.type != ProjectionType::All) || contains(other.needs, grower.need) ||
          contains(grower.entries, i))
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
  template <class Agrees, class Visit>
  static void combine(const std::vector<std::vector<int>>& lists, Agrees agrees, Visit visit) {
    std::size_t made = 0;
    std::vector<int> one;
    const std::function<void()> extend = [&] {
      if (made == kMostCombinations) return;
      if (one.size() == lists.size()) {
        ++made;
        return visit(one);
      }
      for (const int next : lists[one.size()]) {
        if (!one.empty() && !agrees(next, one[0])) continue;
        one.push_back(next);
        extend();
        one.pop_back();
      }
    };
    extend();
  }

  void add_shared_paths(int position, const IndexChoice& index, const std::vector<std::vector<int>>& entries) {
    const auto option_of = [&](int position_of_entry) {
      const EntryOption& one = entry(position_of_entry);
      for (const int option : representatives(one.subject))
        if (primary(option).size_class == one.size_class) return option;
      return -1;
    };
    const auto share_a_table = [&](int one, int other) {
      return primary(option_of(one)).table_key == primary(option_of(other)).table_key;
    };
    combine(entries, share_a_table, [&](const std::vector<int>& some) {
      Choice choice = empty_choice();
      choose_index(choice, index);
      for (const int one : some) set(choice, option_of(one));
      for (const auto& [pattern, price] : appraiser_.price(choice, index.subjects).reads)
        if (price.by_index && members_of(pattern).size() > 1)
          out_.paths.push_back({.pattern = pattern, .index = position, .entries = some, .usd = price.usd});
    });
  }

  // Reads of several entities by the primary keys of all.
  void add_collections(int pattern) {
    const Pattern& read = questions_.patterns[static_cast<std::size_t>(pattern)];
    const std::vector<int> members = members_of(pattern);
    if (std::none_of(members.begin(), members.end(), [&](int member) { return at(questions_, member).table.empty(); }))
      return add_existing_collections(pattern, members);
    std::vector<std::vector<int>> lists;
    for (const int member : members) {
      lists.emplace_back();
      for (const int option : of_subject(member))
        if (is_subset(primary(option).form.partition, read.by)) lists.back().push_back(option);
    }
    const auto meets = [&](int option, int other) {
      return primary(option).table_key == primary(other).table_key && partition_text(option) == partition_text(other);
    };
    combine(lists, meets, [&](const std::vector<int>& options) {
      if (is_late() && has_path(pattern)) return;
      Choice choice = empty_choice();
      for (const int option : options) set(choice, option);
      const Priced priced = appraiser_.price(choice, members);
      const auto found = priced.reads.find(pattern);
      if (found == priced.reads.end()) return;
      out_.paths.push_back({.pattern = pattern, .primary = options, .usd = found->second.usd});
    });
  }

  std::string partition_text(int option) const {
    return partition_text_of(questions_, primary(option).subject, primary(option).form);
  }

  // A read by primary keys must not read the items of an entity that it does not name. The proof tells for each pair.
  void find_foreign(Path& path) {
    const std::vector<int> members = members_of(path.pattern);
    Choice choice = empty_choice();
    for (const int option : path.primary) set(choice, option);
    if (path.names_existing) choice.by_existing = {{path.pattern, path.existing}};
    const std::string text = partition_text(path.primary[0]);
    for (const std::vector<int>& table : appraiser_.tables()) {
      if (!contains(table, members[0])) continue;
      for (const int other : table) {
        if (contains(members, other)) continue;
        for (const int option : of_subject(other)) {
          if ((path.existing.empty() && partition_text(option) != text) ||
              primary(option).table_key != primary(path.primary[0]).table_key)
            continue;
          if (is_late() || !is_served_beside(path, choice, members, option)) path.foreign.push_back(option);
        }
      }
    }
  }

  bool is_served_beside(const Path& path, Choice choice, std::vector<int> members, int option) {
    members.push_back(primary(option).subject);
    set(choice, option);
    return appraiser_.price(choice, members).reads.contains(path.pattern);
  }

  const Appraiser& appraiser_;
  const Questions& questions_;
  const Clock::time_point end_;
  std::vector<std::vector<int>> of_subject_;  // the primary options of each subject
  // The prices of an entry with these needs, as if no item became larger.
  std::map<std::pair<int, std::vector<int>>, double> without_growers_;
  Options out_;
};

}  // namespace

Choice choice_of(const Questions& questions, const PrimaryOption& option) {
  Choice out;
  out.primary.resize(questions.subjects.size());
  out.primary[static_cast<std::size_t>(option.subject)] = option.form;
  return out;
}

Choice choice_of(const Questions& questions, const Options& options, const Path& path) {
  Choice out;
  out.primary.resize(questions.subjects.size());
  for (const int option : path.primary)
    out.primary[static_cast<std::size_t>(at(options.primary, option).subject)] = at(options.primary, option).form;
  if (path.names_existing) out.by_existing = {{path.pattern, path.existing}};
  if (path.index < 0) return out;
  out.indexes = {at(options.indexes, path.index)};
  out.serving.assign(questions.patterns.size(), kByAnIndex);
  std::string table_key;
  for (const int position : path.entries) {
    const EntryOption& entry = at(options.entries, position);
    const auto option = std::find_if(options.primary.begin(), options.primary.end(), [&](const PrimaryOption& one) {
      return one.subject == entry.subject && one.size_class == entry.size_class &&
             (table_key.empty() || one.table_key == table_key);
    });
    if (option == options.primary.end()) continue;
    table_key = option->table_key;
    out.primary[static_cast<std::size_t>(entry.subject)] = option->form;
  }
  return out;
}

Options options_of(const Appraiser& appraiser, const ShardNeeds& needs, std::chrono::steady_clock::time_point end) {
  return Finder(appraiser, needs, end).take();
}

}  // namespace partita::modelling::design
