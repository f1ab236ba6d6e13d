// What a table lacks to be what the model says, and how it gets there: for models that change while their tables live.
//
//   const auto plan = db.plan_upgrade().value();   // reads, and changes nothing
//   std::cout << to_text(plan);
//   db.upgrade({.progress = tell}).value();
#pragma once

#include <partita/model/runtime.h>

#include <functional>
#include <string>
#include <vector>

namespace partita::model {

// One thing that has to happen to a table.
struct UpgradeStep {
  enum class Kind : std::uint8_t {
    CreateTable,
    DropIndex,     // the model has none of that name
    ReplaceIndex,  // its keys or its projection differ: it has to be dropped and added
    RewriteItems,  // index keys, the type tag or sentinels of unique members are not what the members say
    MoveItems,     // the primary key is not what the members say
    AddIndex,
    EnableTtl,
    DisableTtl,    // the model has no time to live, or another attribute for it
    Impossible,    // the table's keys or local indexes differ: only another table can have others
  };
  Kind kind = Kind::CreateTable;
  std::string table = {};      // as the database calls it
  std::string subject = {};    // the index, or the attribute for time to live
  std::string detail = {};     // in what they differ, or what is at stake; in UpgradeReport::left, why it was not done
  std::int64_t items = 0;      // RewriteItems, MoveItems: how many

  friend bool operator==(const UpgradeStep&, const UpgradeStep&) = default;
};
PARTITA_API std::string_view to_text(UpgradeStep::Kind kind);  // "add index"
PARTITA_API std::string to_text(const UpgradeStep& step);      // "shop: add index by_sku (...)", without a line end

// The items of one or several tables beside the model.
struct ItemCounts {
  std::int64_t read = 0;        // sentinels of unique members too
  std::int64_t to_rewrite = 0;  // of UpgradeStep::Kind::RewriteItems, sentinels that lack or miss their owner too
  std::int64_t unclaimed = 0;   // unique values that nothing keeps, so that another item may get them too
  std::int64_t to_move = 0;     // of UpgradeStep::Kind::MoveItems
  std::int64_t unreadable = 0;  // lack what their entity requires, or have it otherwise: never touched
  std::int64_t unknown = 0;     // of no entity of the model: never touched
  std::int64_t rewritten = 0;
  std::int64_t moved = 0;

  friend bool operator==(const ItemCounts&, const ItemCounts&) = default;
};

// So many findings are kept of each table, the first ones, so that memory is bounded whatever the table holds.
inline constexpr std::size_t kUpgradeFindings = 100;

struct UpgradePlan {
  std::vector<UpgradeStep> steps = {};  // in the order in which upgrade() takes them; empty: nothing has to happen
  ItemCounts items = {};
  std::vector<Finding> findings = {};   // the first kUpgradeFindings of a table
  Cost cost = {};
};
// A line for each step, and one for the items that are left alone, if there are any; "nothing to do" for an empty plan.
PARTITA_API std::string to_text(const UpgradePlan& plan);

struct UpgradeReport {
  std::vector<UpgradeStep> done = {};
  // What the options do not allow, what the database refused, and items that could not be rewritten or moved.
  std::vector<UpgradeStep> left = {};
  std::optional<UpgradeStep> under_way = {};  // for UpgradeOptions::progress
  ItemCounts items = {};
  std::vector<Finding> findings = {};         // as of UpgradePlan
  bool stopped = false;                       // by UpgradeOptions::progress
  Cost cost = {};
};
// As of a plan, with what is done and what is left.
PARTITA_API std::string to_text(const UpgradeReport& report);

struct UpgradeOptions {
  // What programs with an earlier model cannot live with is done only where it is asked for.
  bool drop_indexes = false;  // DropIndex, and ReplaceIndex, during which reads of the index fail
  bool move_items = false;    // MoveItems: programs with the earlier keys do not find them any more
  bool disable_ttl = false;   // DisableTtl
  // Called after each page of items, each change of a table and each wait, from one thread at a time; false ends the
  // upgrade there, and another one goes on from what the table then is.
  std::function<bool(const UpgradeReport& so_far)> progress = {};
};

// Compares each table with the model: DescribeTable, DescribeTimeToLive, and a Scan that judges every item as verify()
// does. Changes nothing. Errors: the database's.
PARTITA_API void plan_upgrade(const std::shared_ptr<Session>& session, Mode mode,
                              std::vector<const TableInfo*> tables, Done<UpgradePlan> done);

// Does what the plan says, one table after the other, as far as the options allow: creates a missing table; drops
// indexes; rewrites and moves items; adds indexes, one UpdateTable at a time, each until it is ACTIVE; sets time to live.
// Nothing but the table says how far it has come: after a failure or a crash, another upgrade() does the rest, and on a
// table that is right it does nothing.
//
// Every write of an item is conditional on all that it follows from. An item that somebody else changes meanwhile is read
// and judged again, SessionOptions::read_first_attempts times; then it is reported in `left`. Memory is bounded by a page
// of items. A moved item keeps its attributes, those that the model does not know too, and goes on only as it was read. No condition
// can ask for an attribute whose name nobody knows: one that the model does not name, and that another program adds between the
// read and the move without counting the version, is lost.
// Errors: the database's; ValidationException for what no upgrade can change (Kind::Impossible), before anything else is
// done to that table.
PARTITA_API void upgrade(const std::shared_ptr<Session>& session, Mode mode,
                         std::vector<const TableInfo*> tables, UpgradeOptions options, Done<UpgradeReport> done);

}  // namespace partita::model
