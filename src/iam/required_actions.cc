#include "iam/required_actions.h"

#include <algorithm>

namespace partita::iam {
namespace {

using enum ResourceKind;

constexpr RequiredAction kBatchGetItem[] = {{Action::BatchGetItem, Table, When::EachTable}};
constexpr RequiredAction kBatchWriteItem[] = {{Action::BatchWriteItem, Table, When::EachTable}};
constexpr RequiredAction kTransactGetItems[] = {{Action::GetItem, Table, When::EachGet}};
constexpr RequiredAction kTransactWriteItems[] = {
    {Action::PutItem, Table, When::EachPut},
    {Action::UpdateItem, Table, When::EachUpdate},
    {Action::DeleteItem, Table, When::EachDelete},
    {Action::ConditionCheckItem, Table, When::EachConditionCheck},
};
constexpr RequiredAction kStatements[] = {
    {Action::PartiQLSelect, TableOrIndex, When::EachSelect},
    {Action::PartiQLInsert, Table, When::EachInsert},
    {Action::PartiQLUpdate, Table, When::EachUpdateStatement},
    {Action::PartiQLDelete, Table, When::EachDeleteStatement},
};
constexpr RequiredAction kCreateTable[] = {
    {Action::CreateTable, Table},
    {Action::TagResource, Table, When::WithTags},
    {Action::PutResourcePolicy, Table, When::WithResourcePolicy},
};
constexpr RequiredAction kUpdateTable[] = {
    {Action::UpdateTable, Table},
    {Action::CreateTableReplica, Table, When::CreatesReplica},
    {Action::DeleteTableReplica, Table, When::DeletesReplica},
    {Action::CreateGlobalTableWitness, Table, When::CreatesWitness},
    {Action::DeleteGlobalTableWitness, Table, When::DeletesWitness},
};
// A restore writes the new table as its caller, whose permissions to do so are checked too.
#define PARTITA_WRITES_OF_A_RESTORE                                                                                 \
  {Action::BatchWriteItem, Table}, {Action::DeleteItem, Table}, {Action::GetItem, Table}, {Action::PutItem, Table}, \
      {Action::Query, Table}, {Action::Scan, Table}, {                                                              \
    Action::UpdateItem, Table                                                                                       \
  }
constexpr RequiredAction kRestoreTableFromBackup[] = {
    {Action::RestoreTableFromBackup, Backup}, {Action::RestoreTableFromBackup, Table}, PARTITA_WRITES_OF_A_RESTORE};
constexpr RequiredAction kRestoreTableToPointInTime[] = {{Action::RestoreTableToPointInTime, Table},
                                                         PARTITA_WRITES_OF_A_RESTORE};
constexpr RequiredAction kRestoreTableToVersion[] = {
    {Action::RestoreTableToVersion, Table}, {Action::RestoreTableToPointInTime, Table}, PARTITA_WRITES_OF_A_RESTORE};
#undef PARTITA_WRITES_OF_A_RESTORE
constexpr RequiredAction kHashItems[] = {{Action::HashItems, Table}, {Action::Scan, Table}};
constexpr RequiredAction kListChangedItems[] = {{Action::ListChangedItems, Table}, {Action::Scan, Table}};
constexpr RequiredAction kListItemVersions[] = {{Action::ListItemVersions, Table}, {Action::GetItem, Table}};

struct Needs {
  std::string_view operation;
  std::span<const RequiredAction> actions;
};

// The operations that need more than the action of their own name, and those that need the actions of their members.
constexpr Needs kSpecial[] = {
    {"BatchExecuteStatement", kStatements},
    {"BatchGetItem", kBatchGetItem},
    {"BatchWriteItem", kBatchWriteItem},
    {"CreateTable", kCreateTable},
    {"ExecuteStatement", kStatements},
    {"ExecuteTransaction", kStatements},
    {"HashItems", kHashItems},
    {"ListChangedItems", kListChangedItems},
    {"ListItemVersions", kListItemVersions},
    {"RestoreTableFromBackup", kRestoreTableFromBackup},
    {"RestoreTableToPointInTime", kRestoreTableToPointInTime},
    {"RestoreTableToVersion", kRestoreTableToVersion},
    {"TransactGetItems", kTransactGetItems},
    {"TransactWriteItems", kTransactWriteItems},
    {"UpdateTable", kUpdateTable},
};

constexpr const Needs* special_of(std::string_view operation) {
  const auto* found = std::ranges::find(kSpecial, operation, &Needs::operation);
  return found == std::end(kSpecial) ? nullptr : found;
}

struct Named {
  std::string_view name;
  Action action;
};

constexpr Named kNamed[] = {
#define PARTITA_IAM_ACTION(Name) {#Name, Action::Name},
#include "iam/actions.def"
#undef PARTITA_IAM_ACTION
};

constexpr Action action_called(std::string_view name) {
  const auto* found = std::ranges::find(kNamed, name, &Named::name);
  if (found == std::end(kNamed)) throw "actions.def lacks the action of this operation";
  return found->action;
}

// The first permission that the operation needs. A line of operations.def that is at odds with kSpecial or actions.def
// does not compile.
constexpr RequiredAction first_needed(std::string_view operation, ResourceKind resource) {
  const Needs* special = special_of(operation);
  if (resource == ResourceKind::Members) {
    if (!special) throw "kSpecial lacks this operation, which needs the permissions of its members";
    return special->actions[0];
  }
  const RequiredAction own{action_called(operation), resource};
  if (special && special->actions[0] != own)
    throw "kSpecial gives this operation another first permission than operations.def";
  return own;
}

struct FirstNeeded {
  std::string_view operation;
  RequiredAction needs;
};

constexpr FirstNeeded kFirstNeeded[] = {
#define PARTITA_OPERATION_TRAITS(function, Name, effect, service, resource, repeats, accounts) \
  {#Name, first_needed(#Name, ResourceKind::resource)},
#define PARTITA_MISSING_OPERATION(Name, resource, feature) {#Name, first_needed(#Name, ResourceKind::resource)},
#include <partita/operations.def>
};

}  // namespace

std::span<const RequiredAction> required_actions(std::string_view operation) {
  if (const Needs* special = special_of(operation)) return special->actions;
  const auto* found = std::ranges::find(kFirstNeeded, operation, &FirstNeeded::operation);
  if (found == std::end(kFirstNeeded)) return {};
  return {&found->needs, 1};
}

}  // namespace partita::iam
