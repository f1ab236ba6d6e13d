// Compares tables with the model and changes them to match it, for models that change while their tables are in use.
//
//   const auto plan = db.plan_upgrade().value();   // reads, and changes nothing
//   std::cout << to_text(plan);
//   db.upgrade({.progress = tell}).value();
#pragma once

#include <partita/model/runtime/session.h>
#include <partita/model/runtime/verify.h>

#include <functional>
#include <string>
#include <vector>

namespace partita::model {

// One change that a table needs.
struct UpgradeStep {
  enum class Kind : std::uint8_t {
    CreateTable,
    DropIndex,     // the model has no index of that name
    ReplaceIndex,  // its keys or its projection differ, so it must be dropped and added
    RewriteItems,  // index keys, the type tag or sentinels of unique members differ from the members
    MoveItems,     // the primary key differs from the members
    AddIndex,
    EnableTtl,
    DisableTtl,  // the model has no time to live, or another attribute for it
    Impossible,  // the table's keys or local indexes differ, which only another table can have
  };
  Kind kind = Kind::CreateTable;
  std::string table = {};    // the name that the database uses
  std::string subject = {};  // the index, or the attribute for time to live
  // The difference, or the risk until the step is done. In UpgradeReport::left, it is the reason for which the step was
  // not done.
  std::string detail = {};
  std::int64_t items = 0;  // for RewriteItems and MoveItems: the number of items

  friend bool operator==(const UpgradeStep&, const UpgradeStep&) = default;
};
PARTITA_API std::string_view to_text(UpgradeStep::Kind kind);  // such as "add index"
PARTITA_API std::string to_text(const UpgradeStep& step);  // such as "shop: add index by_sku (...)", without a line end

// The items of one or several tables, compared with the model.
struct ItemCounts {
  std::int64_t read = 0;  // sentinels of unique members included
  // The items of UpgradeStep::Kind::RewriteItems, including sentinels that lack their owner and owners that lack a
  // sentinel.
  std::int64_t to_rewrite = 0;
  std::int64_t unclaimed = 0;  // unique values without a sentinel, which other items may take
  std::int64_t to_move = 0;    // the items of UpgradeStep::Kind::MoveItems
  // Items that lack a required field or have one of another type. They are never changed.
  std::int64_t unreadable = 0;
  std::int64_t unknown = 0;  // items of no entity of the model, which are never changed
  std::int64_t rewritten = 0;
  std::int64_t moved = 0;

  friend bool operator==(const ItemCounts&, const ItemCounts&) = default;
};

// The number of findings that are kept for each table. The first ones are kept. The limit bounds the memory, also for
// tables with many faults.
inline constexpr std::size_t kUpgradeFindings = 100;

// The answer of plan_upgrade().
struct UpgradePlan {
  // The steps in the order in which upgrade() takes them. The list is empty if the tables need no change.
  std::vector<UpgradeStep> steps = {};
  ItemCounts items = {};
  std::vector<Finding> findings = {};  // the first kUpgradeFindings of each table
  Cost cost = {};
};
// Returns a line for each step, and a line for the items that are left as they are, if the table has any. The text of
// an empty plan is "nothing to do".
PARTITA_API std::string to_text(const UpgradePlan& plan);

// The progress of upgrade(), and its answer.
struct UpgradeReport {
  std::vector<UpgradeStep> done = {};
  // Steps that the options do not allow or the database refused, and items that could not be rewritten or moved.
  std::vector<UpgradeStep> left = {};
  std::optional<UpgradeStep> under_way = {};  // for UpgradeOptions::progress
  ItemCounts items = {};
  std::vector<Finding> findings = {};  // as in UpgradePlan
  bool stopped = false;                // UpgradeOptions::progress returned false
  Cost cost = {};
};
// Returns a text like that of a plan, with the steps that are done and those that are left.
PARTITA_API std::string to_text(const UpgradeReport& report);

// The settings of upgrade().
struct UpgradeOptions {
  // These steps break programs with an earlier model, so they are done only if the caller asks for them.
  bool drop_indexes = false;  // DropIndex, and ReplaceIndex, during which reads of the index fail
  bool move_items = false;    // MoveItems; programs with the earlier keys do not find the items any more
  bool disable_ttl = false;   // DisableTtl
  // Called after each page of items, each change of a table and each wait, from one thread at a time. If it returns
  // false, the upgrade ends there. Another upgrade continues from the state of the table.
  std::function<bool(const UpgradeReport& so_far)> progress = {};
};

// Compares each table with the model. The function sends DescribeTable, DescribeTimeToLive, and a Scan that judges
// every item as verify() does. It changes no data.
// Errors: those of the database.
PARTITA_API void plan_upgrade(const std::shared_ptr<Session>& session, Mode mode, std::vector<const TableInfo*> tables,
                              Done<UpgradePlan> done);

// Carries out the plan, one table after the other, as far as the options allow. It creates a missing table, drops
// indexes, rewrites and moves items, adds indexes, and sets time to live. Indexes are added one at a time, each until
// it is ACTIVE. The progress is recorded only in the table itself. After a failure or a crash another upgrade() does
// the rest, and a table that matches the model is not changed.
//
// Every write of an item is conditional on all values that it depends on. If another program changes the item
// meanwhile, the item is read and judged again, up to SessionOptions::read_first_attempts times, and then reported in
// `left`. The memory is bounded by a page of items. A moved item keeps its attributes, including those that the model
// does not know, and is moved only if it still is as it was read. A condition cannot name an attribute that the model
// does not know. So an attribute is lost if another program adds it between the read and the move without counting the
// version.
// Errors: those of the database; ValidationException for a change that no upgrade can make (Kind::Impossible), before
// anything else in that table is changed.
PARTITA_API void upgrade(const std::shared_ptr<Session>& session, Mode mode, std::vector<const TableInfo*> tables,
                         UpgradeOptions options, Done<UpgradeReport> done);

}  // namespace partita::model
