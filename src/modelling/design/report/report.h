// The result of a search, for people and programs: how each pattern is served and why, which other ways and keys were
// considered, which keys are shared, which partitions may get hot, the costs of the design and of the next best ones,
// and the assumptions that are not proven.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "modelling/design/questions/fields.h"
#include "modelling/design/report/beside.h"
#include "modelling/design/report/copy_costs.h"
#include "modelling/design/search/answer.h"

namespace partita::modelling::design {

// Another way to serve a read, with its price a month: of the read, and of the parts that only it would need.
struct ReportedWay {
  std::string how = {};
  double usd = 0;
};

struct ReportedRead {
  std::string name = {};
  std::string table = {};
  std::string index = {};      // empty: the primary key
  std::string operation = {};  // "Query", "GetItem", "BatchGetItem" ...
  std::string key_condition = {};
  int requests = 1;  // in parallel
  double units = 0;  // of one call
  double usd = 0;    // a month
  std::string why = {};
  std::vector<ReportedWay> considered = {};  // the cheapest first
  std::size_t further = 0;                   // considered too, and not listed
};

// How a read that spans entities is answered. The prices are those of designs, above the proposal's.
struct ReportedAnswer {
  std::string name = {};
  std::string how = {};
  struct Other {
    std::string how = {};
    double more_usd = 0;
    bool is_exact = true;  // false: it costs at least so much more
  };
  std::vector<Other> considered = {};
};

struct ReportedWrite {
  std::string name = {};
  double units = 0;
  double usd = 0;
  std::string how = {};
};

struct ReportedIndex {
  std::string table = {};
  std::string name = {};
  std::vector<std::string> entities = {};  // that enter it
  std::vector<std::string> reads = {};     // that it serves
  double usd = 0;                          // a month of its writes and its storage
  int shards = 1;
};

// A field that is stored once more: in an item of another entity, or in the text of a key.
struct ReportedCopy {
  std::string entity = {};
  std::string attribute = {};
  std::vector<std::string> fields = {};
  std::vector<std::string> writes = {};  // that change one of the fields, and so write the copy; empty: no write does
  CopyKept kept = CopyKept::Patterns;    // of a copy of another entity's field
};

// In place of the list of copies if that is empty.
inline constexpr std::string_view kNoCopies =
    "Apart from the texts of keys, no value is stored twice in an item or in two items.";

// The title of the list of hot keys.
inline constexpr std::string_view kHotKeysTitle =
    "The hottest partition key of each table and index that has few keys, or a key with 0.25 units a second";

struct ReportedHotKey {
  std::string place = {};
  std::string label = {};
  double reads = 0, writes = 0;  // units per second
  double use = 0;                // 1: all that a partition can do
  int shards = 1;                // that the key's template has
};

struct ReportedDesign {
  double usd = 0;
  std::size_t tables = 0, indexes = 0;
  std::vector<std::string> otherwise = {};     // reads that another key serves than in the proposal
  std::vector<std::string> only_here = {};     // keys that the proposal has not
  std::vector<std::string> only_in_best = {};  // keys of the proposal that this design has not
};

struct ReportedUnserved {
  std::string name = {};
  std::string change = {};  // the smallest one that was tried and serves it; empty: no change did
};

// An existing table with provisioned capacity, as it is billed.
struct ReportedCapacity {
  std::string table = {};
  std::string how = {};                 // "provisioned as declared"
  double was_usd = 0;                   // a month of the table before the additions
  double usd = 0;                       // and with them
  std::vector<std::string> lacks = {};  // the declared units that the load exceeds, in sentences without a full stop
};

// The additions of a proposal to the model that it extends.
struct ReportedExtension {
  double was_usd = 0;  // a month of the existing model, on demand
  std::vector<ReportedCapacity> capacities = {};
  std::vector<std::string> kept = {};      // reads of the existing model, which are served as before
  std::vector<std::string> findings = {};  // of lint, which the existing model has too
  std::string steps = {};                  // of the upgrade, as `partita model diff` prints them
};

struct Report {
  std::string name = {};
  std::string region = {};
  std::vector<ReportedRead> reads = {};
  std::vector<ReportedAnswer> answers = {};
  std::vector<ReportedWrite> writes = {};
  std::vector<ReportedIndex> indexes = {};
  std::vector<ReportedCopy> copies = {};
  std::optional<CopyCosts> copy_costs = {};     // if the library keeps copies
  std::vector<ReportedHotKey> hot_keys = {};    // the hottest one of each table and index
  std::vector<ReportedDesign> designs = {};     // the proposal first; empty: no design was found
  std::vector<ReportedUnserved> unserved = {};  // if there are any, the report has no proposal
  std::size_t candidates = 0;
  double bound = 0;
  bool proven = false;
  bool timed_out = false;
  std::vector<std::string> notes = {};
  std::vector<std::string> findings = {};  // of lint: notes, and findings that all candidates have
  std::vector<std::string> assumptions = {};
  std::vector<std::string> not_priced = {};
  std::optional<ReportedExtension> extension = {};  // if the questions extend a model; `reads` are the new ones then
  std::optional<Beside> beside = {};  // another model with the same patterns, if the caller compares the proposal

  bool is_complete() const { return unserved.empty() && !designs.empty(); }
  double usd() const { return designs.empty() ? 0 : designs[0].usd; }
  double gap() const { return usd() > bound ? usd() - bound : 0; }
};

std::vector<ReportedCapacity> capacities_of(const Bill& was, const Bill& now);

Report make_report(const Answers& answers, const PriceList& prices);

// The smallest change of a read that no key serves, after which a search finds a key for it. It is a sentence without a
// full stop; nullopt if no change that is tried is enough.
std::optional<std::string> change_that_serves(const Questions& questions, PatternPosition pattern,
                                              const PriceList& prices);

std::string report_text(const Report& report);
std::string report_markdown(const Report& report);
// {name, region, usd, bound, gap, proven, timed_out, candidates, reads: [{name, table, index, operation, key_condition,
//  requests, read_units, usd, why, considered: [{how, usd}], further}], answers: [{name, how, considered: [{how,
//  more_usd, exact}]}], writes: [{name, write_units, usd, how}],
//  indexes: [{table, name, entities, reads, usd, shards}], copies: [{entity, attribute, fields, writes}],
//  hot_keys: [{place, key, read_units, write_units, use, shards}],
//  designs: [{usd, tables, indexes, otherwise, only_here, only_in_best}], unserved: [{name, change}], notes, findings,
//  assumptions, not_priced, and if there are any, extension: {was_usd, more_usd, capacities: [{table, how, was_usd,
//  usd, lacks}], kept, findings, steps}, beside: {name, patterns: [{name, theirs: {how, units, usd}, ours}], theirs:
//  {tables, indexes, gigabytes, storage_usd, usd}, ours, only_theirs, only_ours}, and model, which is the given text of
//  the proposal's model unless that is empty}. Numbers are not rounded.
std::string report_json(const Report& report, std::string_view model = {});

// Sentences that the text and the page share.
std::string extension_of(const Report& report);
// Each line that is not empty begins with so many blanks. In Markdown, four make a block without markup.
std::string indented(std::string_view lines, std::size_t blanks);
// Who writes a copy, without an end: "written in the transactions of ...".
std::string keeping_of(const ReportedCopy& copy);
// The costs of the copies, and of the other way to keep them.
std::string sentence_of(const CopyCosts& costs);
std::string considered_text(const ReportedAnswer::Other& other);
std::string optimality_of(const Report& report);
std::string summary_of(const Report& report);
// A next best design: its price above the proposal's, its tables and its indexes.
std::string summary_of(const Report& report, const ReportedDesign& other);
std::string dollars(double usd);
// Units with three digits, or all of a large number: "0.5", "1070".
std::string units_text(double units);
// "1 table", "3 tables"
std::string counted(std::size_t count, std::string_view one, std::string_view many);

}  // namespace partita::modelling::design
