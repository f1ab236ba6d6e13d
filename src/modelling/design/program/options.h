// The priced parts of designs: primary keys, entries in indexes, and the ways to serve each read. Each price is that of
// a part by itself, so a design of several parts costs at least their sum.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "modelling/design/candidates/candidates.h"
#include "modelling/design/models/appraise.h"

namespace partita::modelling::design {

struct PrimaryOption;
struct IndexOption;  // a key of an index that is a candidate, with a projection
struct NeedOption;
struct EntryOption;
struct Grower;
struct Path;
using PrimaryPosition = Position<PrimaryOption>;
using IndexPosition = Position<IndexOption>;
using NeedPosition = Position<NeedOption>;
using EntryPosition = Position<EntryOption>;
using GrowerPosition = Position<Grower>;
using PathPosition = Position<Path>;

// Primary keys of one size have the same entries in indexes.
struct PrimaryOption {
  SubjectPosition subject = {};
  PrimaryForm form = {};
  int size_class = 0;  // among those of the subject
  std::string table_key = {};
  Priced priced = {};
};

// A need that several indexes of a subject may have in common, paid for once: the type tag of its table, or a stored
// field.
struct NeedOption {
  SubjectPosition subject = {};
  int size_class = 0;
  std::string field = {};  // empty: the type tag
  double usd = 0;
};

// The items of a subject in an index.
struct EntryOption {
  IndexPosition index = {};
  SubjectPosition subject = {};
  int size_class = 0;
  double usd = 0;
  std::vector<NeedPosition> needs = {};
};

// A cause that makes the items of a subject larger, and so their entries in indexes that project everything: a need, or
// a composed key. Entries whose composed keys have the same number of bytes are one grower.
struct Grower {
  SubjectPosition subject = {};
  int size_class = 0;
  std::string text = {};  // of the composed key
  NeedPosition need = {};
  std::vector<EntryPosition> entries = {};
};

// The cost of an entry beyond its price if the items are larger. It is negative if the item's declared size includes
// the addition, because the other attributes are then taken to be smaller.
struct Growth {
  GrowerPosition grower = {};
  EntryPosition entry = {};
  double usd = 0;
};

// One way to serve a read. It needs all of its parts.
struct Path {
  PatternPosition pattern = {};
  IndexPosition index = {};                   // or the primary keys of all entities
  std::vector<PrimaryPosition> primary = {};  // of each entity of the read, unless there is an index
  std::vector<EntryPosition> entries = {};    // of each entity, in the index
  double usd = 0;
  // Primary keys of other entities with which the read would meet foreign items.
  std::vector<PrimaryPosition> foreign = {};
  // The index of an existing model that serves the read instead of a primary key, and whether the pattern must name it.
  std::string existing = {};
  bool names_existing = false;
};

struct Options {
  std::vector<PrimaryOption> primary = {};
  ListBy<IndexOption, IndexChoice> indexes = {};
  std::vector<NeedOption> needs = {};
  std::vector<EntryOption> entries = {};
  std::vector<Grower> growers = {};
  std::vector<Growth> growths = {};
  std::vector<Path> paths = {};
  // Why a subject has no primary key: a refusal of the proof, or empty if no form is possible.
  std::vector<std::pair<SubjectPosition, std::string>> impossible = {};
  bool is_complete = true;  // false: the time ended before all candidates were priced
  double frozen_usd = 0;    // a month of the tables of an existing model that no question concerns

  std::size_t size() const { return primary.size() + entries.size() + paths.size(); }
};

// A choice with the primary key alone, or with the parts that the path needs.
Choice choice_of(const Questions& questions, const PrimaryOption& option);
Choice choice_of(const Questions& questions, const Options& options, const Path& path);

// After `end`, candidates are added only for reads that have no candidate yet, and a key that might be in the way of a
// read is taken to be.
Options options_of(const Appraiser& appraiser, const ShardNeeds& needs,
                   std::chrono::steady_clock::time_point end = std::chrono::steady_clock::time_point::max());

}  // namespace partita::modelling::design
