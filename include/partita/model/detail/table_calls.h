// The calls whose answers contain no struct of the user's. The library contains their code, so that programs need not
// compile it.
#pragma once

#include <partita/model/call.h>
#include <partita/model/copy_follower.h>
#include <partita/model/runtime/item_writes.h>
#include <partita/model/runtime/pattern_reads.h>
#include <partita/model/runtime/verify.h>
#include <partita/model/upgrade.h>

#include <span>

namespace partita::model {

extern template class PARTITA_API Call<AnyCall<void>, void>;
extern template class PARTITA_API Call<AnyCall<Cost>, Cost>;
extern template class PARTITA_API AnyCall<void>;
extern template class PARTITA_API AnyCall<Cost>;
extern template class PARTITA_API AnyCall<Count>;
extern template class PARTITA_API AnyCall<BatchOutcome>;
extern template class PARTITA_API AnyCall<VerifyReport>;
extern template class PARTITA_API AnyCall<CopyRound>;
extern template class PARTITA_API AnyCall<CopyFollower>;
extern template class PARTITA_API AnyCall<UpgradePlan>;
extern template class PARTITA_API AnyCall<UpgradeReport>;

namespace detail {

// Each call keeps the session and its arguments. `tables` must live as long as the program. If a request is an error,
// the call returns it and sends no request.
PARTITA_API AnyCall<void> create_tables(std::shared_ptr<Session> session, std::span<const TableInfo* const> tables);
PARTITA_API AnyCall<Cost> transact_all(std::shared_ptr<Session> session, std::vector<Result<WriteRequest>> requests);
PARTITA_API AnyCall<BatchOutcome> write_batch(std::shared_ptr<Session> session,
                                              std::vector<Result<WriteRequest>> requests);
// Returns the reason for which a row of one of a table's entities cannot be decoded, or nullopt if it can.
using RowDecoder = std::optional<Error> (*)(Row row);
// `decoders` are the tables' decoders, by position. They must live as long as the program.
PARTITA_API AnyCall<VerifyReport> verify_tables(std::shared_ptr<Session> session,
                                                std::span<const TableInfo* const> tables,
                                                std::span<const RowDecoder> decoders, Repair repair);
PARTITA_API AnyCall<CopyFollower> follow_table(std::shared_ptr<Session> session, const TableInfo& table,
                                               ChangesFrom from, int most);
PARTITA_API AnyCall<UpgradePlan> plan_tables(std::shared_ptr<Session> session,
                                             std::span<const TableInfo* const> tables);
PARTITA_API AnyCall<UpgradeReport> upgrade_tables(std::shared_ptr<Session> session,
                                                  std::span<const TableInfo* const> tables, UpgradeOptions options);

}  // namespace detail

}  // namespace partita::model
