#include "iam/required_actions.h"

#include <algorithm>

namespace partita::iam {
namespace {

using enum ResourceKind;

// The operations that need the action of their own name, and nothing else.
struct Plain {
  std::string_view operation;
  RequiredAction needs;
};

#define PARTITA_PLAIN(name, resource) \
  {                                   \
    #name, { Action::name, resource } \
  }

constexpr Plain kPlain[] = {
    PARTITA_PLAIN(CancelBulkOperation, Account),
    PARTITA_PLAIN(CreateBackup, Table),
    PARTITA_PLAIN(CreateGlobalTable, GlobalTable),
    PARTITA_PLAIN(DeleteBackup, Backup),
    PARTITA_PLAIN(DeleteItem, Table),
    PARTITA_PLAIN(DeleteResourcePolicy, TableOrStream),
    PARTITA_PLAIN(DeleteTable, Table),
    PARTITA_PLAIN(DescribeBackup, Backup),
    PARTITA_PLAIN(DescribeBulkOperation, Account),
    PARTITA_PLAIN(DescribeContinuousBackups, Table),
    PARTITA_PLAIN(DescribeContributorInsights, TableOrIndex),
    PARTITA_PLAIN(DescribeEndpoints, Account),
    PARTITA_PLAIN(DescribeExport, Export),
    PARTITA_PLAIN(DescribeGlobalTable, GlobalTable),
    PARTITA_PLAIN(DescribeGlobalTableSettings, GlobalTable),
    PARTITA_PLAIN(DescribeImport, Import),
    PARTITA_PLAIN(DescribeKinesisStreamingDestination, Table),
    PARTITA_PLAIN(DescribeLimits, Account),
    PARTITA_PLAIN(DescribeStream, Stream),
    PARTITA_PLAIN(DescribeTable, Table),
    PARTITA_PLAIN(DescribeTableReplicaAutoScaling, Table),
    PARTITA_PLAIN(DescribeTimeToLive, Table),
    PARTITA_PLAIN(DisableKinesisStreamingDestination, Table),
    PARTITA_PLAIN(EnableKinesisStreamingDestination, Table),
    PARTITA_PLAIN(ExportTableToPointInTime, Table),
    PARTITA_PLAIN(GetItem, Table),
    PARTITA_PLAIN(GetRecords, Stream),
    PARTITA_PLAIN(GetResourcePolicy, TableOrStream),
    PARTITA_PLAIN(GetShardIterator, Stream),
    PARTITA_PLAIN(ImportTable, Table),
    PARTITA_PLAIN(ListBackups, Account),
    PARTITA_PLAIN(ListBulkOperations, Account),
    PARTITA_PLAIN(ListContributorInsights, Account),
    PARTITA_PLAIN(ListExports, Account),
    PARTITA_PLAIN(ListGlobalTables, Account),
    PARTITA_PLAIN(ListImports, Account),
    PARTITA_PLAIN(ListStreams, Account),
    PARTITA_PLAIN(ListTables, AllTables),
    PARTITA_PLAIN(ListTagsOfResource, TableOrStream),
    PARTITA_PLAIN(PutItem, Table),
    PARTITA_PLAIN(PutResourcePolicy, TableOrStream),
    PARTITA_PLAIN(Query, TableOrIndex),
    PARTITA_PLAIN(RollStream, Table),
    PARTITA_PLAIN(Scan, TableOrIndex),
    PARTITA_PLAIN(SearchVectors, Index),
    PARTITA_PLAIN(StartBulkPutItems, Table),
    PARTITA_PLAIN(TagResource, TableOrStream),
    PARTITA_PLAIN(UntagResource, TableOrStream),
    PARTITA_PLAIN(UpdateContinuousBackups, Table),
    PARTITA_PLAIN(UpdateContributorInsights, TableOrIndex),
    PARTITA_PLAIN(UpdateGlobalTable, GlobalTable),
    PARTITA_PLAIN(UpdateGlobalTableSettings, GlobalTable),
    PARTITA_PLAIN(UpdateItem, Table),
    PARTITA_PLAIN(UpdateKinesisStreamingDestination, Table),
    PARTITA_PLAIN(UpdateTableReplicaAutoScaling, Table),
    PARTITA_PLAIN(UpdateTimeToLive, Table),
};
#undef PARTITA_PLAIN

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
#undef PARTITA_WRITES_OF_A_RESTORE

struct Compound {
  std::string_view operation;
  std::span<const RequiredAction> needs;
};

constexpr Compound kCompound[] = {
    {"BatchExecuteStatement", kStatements},
    {"BatchGetItem", kBatchGetItem},
    {"BatchWriteItem", kBatchWriteItem},
    {"CreateTable", kCreateTable},
    {"ExecuteStatement", kStatements},
    {"ExecuteTransaction", kStatements},
    {"RestoreTableFromBackup", kRestoreTableFromBackup},
    {"RestoreTableToPointInTime", kRestoreTableToPointInTime},
    {"TransactGetItems", kTransactGetItems},
    {"TransactWriteItems", kTransactWriteItems},
    {"UpdateTable", kUpdateTable},
};

// Both tables are searched by halving.
static_assert(std::ranges::is_sorted(kPlain, {}, &Plain::operation));
static_assert(std::ranges::is_sorted(kCompound, {}, &Compound::operation));

}  // namespace

std::span<const RequiredAction> required_actions(std::string_view operation) {
  const auto* plain = std::ranges::lower_bound(kPlain, operation, {}, &Plain::operation);
  if (plain != std::end(kPlain) && plain->operation == operation) return {&plain->needs, 1};
  const auto* compound = std::ranges::lower_bound(kCompound, operation, {}, &Compound::operation);
  if (compound != std::end(kCompound) && compound->operation == operation) return compound->needs;
  return {};
}

}  // namespace partita::iam
