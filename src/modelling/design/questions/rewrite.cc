// How questions are rewritten
// 1. decisions_of() finds the reads that span entities: each companion of a read is a decision, and so is a read of
//    several entities that may take several requests. A way that the questions exclude is left out.
// 2. is_allowed() counts the requests of the chosen ways against those that each read may take.
// 3. rewritten() makes questions without companions: a second request becomes a pattern of its own, a copy becomes a
//    field with the writes that keep it true (copies.h), a collection adds the other entity to the read, and a division
//    makes a read for each group.
// 4. Companions and divided reads of open decisions are left out, so the questions are not dearer than those of any
//    way.
#include "modelling/design/questions/rewrite.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "documents/node.h"
#include "modelling/cost/bill.h"
#include "modelling/design/questions/copies.h"
#include "modelling/design/questions/fields.h"
#include "modelling/design/questions/references.h"
#include "value/limits.h"

namespace partita::modelling::design {
namespace {

constexpr std::size_t kMostDivided = 6;  // entities of a read all of whose groupings are tried

const Companion& companion_of(const Questions& questions, const Decision& decision) {
  return at(at(questions.with, decision.pattern), decision.companion);
}
const Subject& subject_of(const Questions& questions, const Pattern& read) {
  return at(questions, questions.subject(read.entities[0]));
}

// A read by all fields of the identity finds one item at most.
bool finds_one(const Questions& questions, const Pattern& read) {
  return is_subset(subject_of(questions, read).identity, read.by);
}

// Why the read's items can have no copies; empty: they can.
std::string why_no_copy(const Questions& questions, const Pattern& read, const Companion& companion) {
  if (read.consistent) return "a copy is not strongly consistent";
  if (!subject_of(questions, read).table.empty())
    return "no field is added to the stored items of " + read.entities[0] + ", which exist already";
  const Entity& other = at(questions, questions.subject(companion.entity)).entity;
  for (const std::string& field : companion.fields)
    if (changes_always(other, field))
      return fmt::format("every write of {} changes its {}, also one that follows another write", other.name, field);
  return {};
}

bool can_lie_together(const Questions& questions, PatternPosition pattern, const Companion& companion) {
  const Pattern& read = at(questions.patterns, pattern);
  const Subject& other = at(questions, questions.subject(companion.entity));
  return companion.entity != read.entities[0] && companion.by == other.identity &&
         read.by.size() == companion.by.size() && is_subset(read.by, companion.by) && read.range.empty() &&
         !read.limit && read.filter.empty() && read.wanted.empty() && !read.get_item &&
         at(questions.where, pattern).empty() && !finds_one(questions, read);
}

// The partitions of the set into groups, each in the order of the list; those with more groups come first.
std::vector<std::vector<Fields>> groupings(const Fields& list) {
  std::vector<std::vector<Fields>> out = {{}};
  for (const std::string& one : list) {
    std::vector<std::vector<Fields>> next;
    for (const std::vector<Fields>& known : out) {
      for (std::size_t i = 0; i < known.size(); ++i) {
        next.push_back(known);
        next.back()[i].push_back(one);
      }
      next.push_back(known);
      next.back().push_back({one});
    }
    out = std::move(next);
  }
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });
  return out;
}

std::vector<Way> ways_of_division(const Pattern& read, int requests) {
  std::vector<Way> out;
  const auto add = [&](std::vector<Fields> groups) {
    if (groups.size() <= static_cast<std::size_t>(requests))
      out.push_back({.kind = Way::Kind::Divided, .groups = std::move(groups)});
  };
  if (read.entities.size() <= kMostDivided) {
    for (std::vector<Fields>& groups : groupings(read.entities)) add(std::move(groups));
  } else {
    std::vector<Fields> apart;
    for (const std::string& entity : read.entities) apart.push_back({entity});
    add(std::move(apart));
    add({read.entities});
  }
  return out;
}

// How many items of the other entity a call asks for, and whether it knows them before it has the read's answer.
struct Second {
  double items = 1;
  bool is_given = false;
};
Second second_of(const Questions& questions, const Pattern& read, const Companion& companion) {
  if (is_subset(companion.by, read.by)) return {.is_given = true};
  if (finds_one(questions, read)) return {};
  const Entity& other = at(questions, questions.subject(companion.entity)).entity;
  return {.items = std::min(std::max(1.0, read.items.value_or(1)), std::max(1.0, other.count.value_or(1)))};
}

// The requests for the other entities of a read: one for each entity, whatever the fields that refer to it are.
struct SecondRequest {
  std::string entity = {};
  std::string label = {};
  double items = 0;

  double requests() const { return std::max(1.0, std::ceil(items / limits::kBatchGetKeys)); }
};

std::vector<SecondRequest> second_requests(const Questions& questions, const std::vector<Decision>& decisions,
                                           const Ways& ways, PatternPosition pattern) {
  std::vector<SecondRequest> out;
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    if (decisions[i].pattern != pattern || ways[i] == kOpen ||
        at(decisions[i].ways, ways[i]).kind != Way::Kind::SecondRequest)
      continue;
    const Companion& companion = companion_of(questions, decisions[i]);
    const double items = second_of(questions, at(questions.patterns, pattern), companion).items;
    const auto there =
        std::find_if(out.begin(), out.end(), [&](const SecondRequest& one) { return one.entity == companion.entity; });
    if (there == out.end()) {
      out.push_back({companion.entity, companion.label, items});
      continue;
    }
    there->label = companion.entity;
    there->items += items;
  }
  return out;
}

void add_second_request(const Questions& asked, PatternPosition pattern, const SecondRequest& second, Questions& out) {
  const Pattern& first = at(asked.patterns, pattern);
  Pattern then{.entities = {second.entity}, .consistent = first.consistent, .place = first.place};
  const double calls = first.per_second.value_or(1);
  if (second.items <= 1) {
    then.name = fmt::format("{}: the {}", first.name, second.label);
    then.by = at(asked, asked.subject(second.entity)).identity;
    then.per_second = calls;
  } else {
    then.name = fmt::format("{}: each {}", first.name, second.label);
    then.operation = PatternOperation::BatchGet;
    then.per_second = calls * second.requests();
    then.items = second.items / second.requests();
  }
  add_pattern(out, std::move(then));
}

// Adds the fields that refer to the other entity to the answer.
void want_references(const Companion& companion, Pattern& read) {
  if (read.wanted.empty()) return;
  for (const std::string& field : companion.by)
    if (!contains(read.wanted, field)) read.wanted.push_back(field);
}

void read_together(const Companion& companion, Pattern& read) {
  read.entities.insert(read.entities.begin(), companion.entity);
  read.items = read.items.value_or(1) + 1;
}

// The items of the answer that are of these entities.
double items_of_group(const Questions& questions, const Pattern& read, const Fields& group) {
  double all = 0, ours = 0, ones = 0, our_ones = 0;
  for (const std::string& name : read.entities) {
    const Subject& subject = at(questions, questions.subject(name));
    const bool is_ours = contains(group, name);
    if (is_subset(subject.identity, read.by)) {
      ones += 1;
      our_ones += is_ours;
      continue;
    }
    all += subject.entity.count.value_or(1);
    if (is_ours) ours += subject.entity.count.value_or(1);
  }
  const double rest = std::max(0.0, read.items.value_or(1) - ones);
  return our_ones + (all > 0 ? rest * ours / all : 0);
}

void divide_read(const Questions& asked, PatternPosition pattern, const std::vector<Fields>& groups, Questions& out) {
  const Pattern read = at(asked.patterns, pattern);
  for (const Fields& group : groups) {
    Pattern part = read;
    part.name = fmt::format("{}: {}", read.name, joined(group, " and "));
    part.entities = group;
    part.items = items_of_group(asked, read, group);
    const Entity& first = at(asked, asked.subject(group[0])).entity;
    const bool has_first = group[0] == read.entities[0];
    if (!part.range.empty() && !first.field(part.range)) {
      part.range.clear();
      part.range_comparison.clear();
      part.forward = true;
    }
    if (group.size() == 1 || !has_first) part.tree = part.whole = false;
    if (!has_first) {
      part.wanted.clear();
      std::erase_if(part.filter, [&](const FilterCondition& one) { return !first.field(one.field); });
    }
    if (group.size() == 1 && is_subset(at(asked, asked.subject(group[0])).identity, part.by)) {
      part.range.clear();
      part.range_comparison.clear();
      part.limit.reset();
      part.items.reset();
    }
    add_pattern(out, std::move(part));
  }
}

}  // namespace

int requests_of(const Questions& questions, PatternPosition pattern) {
  return questions.requests.empty() ? 1 : at(questions.requests, pattern);
}

Result<std::vector<Decision>> decisions_of(const Questions& questions) {
  std::vector<Decision> out;
  for (const auto i : positions_of(questions.patterns)) {
    const Pattern& read = at(questions.patterns, i);
    const int requests = requests_of(questions, i);
    const std::size_t companions = questions.with.empty() ? 0 : at(questions.with, i).size();
    for (const auto k : PositionsOf<Companion>(companions)) {
      Decision one{.pattern = i, .companion = k};
      const Companion& companion = companion_of(questions, one);
      const std::string obstacle = why_no_copy(questions, read, companion);
      if (requests != 1) one.ways.push_back({.kind = Way::Kind::SecondRequest});
      if (obstacle.empty()) one.ways.push_back({.kind = Way::Kind::Copy});
      if (companions == 1 && can_lie_together(questions, i, companion))
        one.ways.push_back({.kind = Way::Kind::Collection});
      if (one.ways.empty())
        return fault(read.place,
                     fmt::format("the pattern \"{}\" wants {} of {} in one request, and {}: allow a second request by "
                                 "requests: 2",
                                 read.name, joined(companion.fields), companion.entity, obstacle));
      out.push_back(std::move(one));
    }
    if (read.operation == PatternOperation::Read && read.entities.size() > 1 && requests > 1 && !read.from_end)
      out.push_back({.pattern = i, .ways = ways_of_division(read, requests)});
  }
  return out;
}

bool is_allowed(const Questions& questions, const std::vector<Decision>& decisions, const Ways& ways) {
  for (const auto pattern : positions_of(questions.requests)) {
    const int most = requests_of(questions, pattern);
    if (most == 0) continue;
    double requests = 1;
    for (const SecondRequest& one : second_requests(questions, decisions, ways, pattern)) requests += one.requests();
    if (requests > most) return false;
  }
  return true;
}

int requests_of_ways(const Questions& questions, const std::vector<Decision>& decisions, const Ways& ways) {
  double out = 0;
  for (const auto pattern : positions_of(questions.patterns))
    for (const SecondRequest& one : second_requests(questions, decisions, ways, pattern)) out += one.requests();
  for (std::size_t i = 0; i < decisions.size(); ++i)
    if (ways[i] != kOpen) out += static_cast<double>(at(decisions[i].ways, ways[i]).groups.size());
  return static_cast<int>(out);
}

namespace {

// Lets new writes change the copies that items of existing entities have.
void follow_existing_copies(const Questions& asked, CopyWriter& writer) {
  for (const Subject& subject : asked.subjects) {
    if (subject.table.empty()) continue;
    for (const Field& field : subject.entity.fields)
      for (const Subject& other : asked.subjects) {
        if (!field.copy_of.starts_with(other.entity.name + ".")) continue;
        const std::string source = field.copy_of.substr(other.entity.name.size() + 1);
        const auto references = references_between(subject, other);
        // Of several references it is not known which one the copy belongs to.
        if (!other.entity.field(source) || references.size() != 1) continue;
        writer.follow_existing(
            subject, {.entity = other.entity.name, .label = other.entity.name, .by = references[0], .fields = {source}},
            {field.name});
      }
  }
}

}  // namespace

Questions rewritten(const Questions& questions, const std::vector<Decision>& decisions, const Ways& ways) {
  Questions out = questions;
  out.with.clear();
  out.requests.clear();
  out.where.resize(out.patterns.size());
  CopyWriter copies(questions, out);
  std::set<PatternPosition, std::greater<>> replaced;
  std::set<PatternPosition> asked_twice;
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    const Decision& decision = decisions[i];
    if (decision.companion == kNone) replaced.insert(decision.pattern);
    if (ways[i] == kOpen) continue;
    const Way& way = at(decision.ways, ways[i]);
    if (way.kind == Way::Kind::Divided) {
      if (way.groups.size() == 1)
        replaced.erase(decision.pattern);
      else
        divide_read(questions, decision.pattern, way.groups, out);
      continue;
    }
    const Companion& companion = companion_of(questions, decision);
    if (way.kind == Way::Kind::SecondRequest) {
      want_references(companion, at(out.patterns, decision.pattern));
      asked_twice.insert(decision.pattern);
    }
    if (way.kind == Way::Kind::Copy) copies.add(decision.pattern, companion);
    if (way.kind == Way::Kind::Collection) read_together(companion, at(out.patterns, decision.pattern));
  }
  for (const PatternPosition pattern : asked_twice)
    for (const SecondRequest& one : second_requests(questions, decisions, ways, pattern))
      add_second_request(questions, pattern, one, out);
  follow_existing_copies(questions, copies);
  for (const PatternPosition pattern : replaced) {
    out.patterns.erase(out.patterns.begin() + pattern.value);
    out.where.erase(out.where.begin() + pattern.value);
  }
  return out;
}

std::string text_of(const Questions& questions, const Decision& decision, const Way& way) {
  const Pattern& read = at(questions.patterns, decision.pattern);
  if (way.kind == Way::Kind::Divided) {
    if (way.groups.size() == 1) return "one request for all entities";
    std::vector<std::string> parts;
    for (const Fields& group : way.groups) parts.push_back(joined(group, " with "));
    return fmt::format("{} requests, which can be sent at once: {}", way.groups.size(), joined(parts, "; "));
  }
  const Companion& companion = companion_of(questions, decision);
  const Entity& entity = subject_of(questions, read).entity;
  if (way.kind == Way::Kind::Collection)
    return fmt::format("one request for the {} and its items, which lie together", companion.entity);
  if (way.kind == Way::Kind::Copy) {
    const CopyNames names(questions);
    std::vector<std::string> copies;
    for (const std::string& field : companion.fields)
      copies.push_back(
          fmt::format("{} repeats {}.{}", names.name_of(entity.name, companion, field), companion.entity, field));
    std::vector<std::string> writes;
    for (const ChangingWrite& write : writes_that_change(questions, companion))
      writes.push_back(fmt::format("\"{}\"", at(questions.patterns, write.pattern).name));
    return fmt::format("copies in the items of {}: {}, {}", entity.name, joined(copies),
                       writes.empty() ? std::string("which no write changes")
                                      : fmt::format("written with or after {}", joined(writes, " and ")));
  }
  const Second second = second_of(questions, read, companion);
  if (second.is_given) return fmt::format("a second request for the {}, which can be sent at once", companion.entity);
  if (second.items <= 1) return fmt::format("a second request for the {} of the item", companion.entity);
  return fmt::format("a second request for the {} of each item", companion.entity);
}

double least_usd(const Questions& questions, const Decision& decision, const Way& way, const PriceList& prices) {
  if (decision.companion == kNone || way.kind == Way::Kind::Collection) return 0;
  const Companion& companion = companion_of(questions, decision);
  const Pattern& read = at(questions.patterns, decision.pattern);
  // An existing table may have provisioned capacity.
  if (!at(questions, questions.subject(companion.entity)).table.empty()) return 0;
  if (way.kind == Way::Kind::SecondRequest) {
    const Entity& other = at(questions, questions.subject(companion.entity)).entity;
    const double units = std::max(1.0, std::ceil(other.size_bytes.value_or(1) / limits::kReadUnitBytes));
    const double items = second_of(questions, read, companion).items * read.per_second.value_or(1);
    return on_demand_usd(prices, items * units * (read.consistent ? 1 : 0.5), 0, TableClass::Standard);
  }
  double changes = 0;
  for (const ChangingWrite& write : writes_that_change(questions, companion)) changes += write.per_second;
  return on_demand_usd(prices, 0, changes * items_of_one(questions, subject_of(questions, read).entity, companion),
                       TableClass::Standard);
}

}  // namespace partita::modelling::design
