// The calls whose answers hold no struct of the user's: the library makes them, so that no program compiles them anew.
#pragma once

#include <partita/model/call.h>
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
extern template class PARTITA_API AnyCall<UpgradePlan>;
extern template class PARTITA_API AnyCall<UpgradeReport>;

namespace detail {

// Each keeps the session and what it is given; `tables` live as long as the program. A request that is an error is the
// answer, and nothing is sent.
PARTITA_API AnyCall<void> create_tables(std::shared_ptr<Session> session, std::span<const TableInfo* const> tables);
PARTITA_API AnyCall<Cost> transact_all(std::shared_ptr<Session> session, std::vector<Result<WriteRequest>> requests);
PARTITA_API AnyCall<BatchOutcome> write_batch(std::shared_ptr<Session> session,
                                              std::vector<Result<WriteRequest>> requests);
// Says why a row of one of a table's entities cannot be decoded; nullopt: it can.
using RowDecoder = std::optional<Error> (*)(Row row);
// `decoders` are the tables', by position, and live as long as the program.
PARTITA_API AnyCall<VerifyReport> verify_tables(std::shared_ptr<Session> session,
                                                std::span<const TableInfo* const> tables,
                                                std::span<const RowDecoder> decoders, Repair repair);
PARTITA_API AnyCall<UpgradePlan> plan_tables(std::shared_ptr<Session> session, std::span<const TableInfo* const> tables);
PARTITA_API AnyCall<UpgradeReport> upgrade_tables(std::shared_ptr<Session> session,
                                                  std::span<const TableInfo* const> tables, UpgradeOptions options);

}  // namespace detail

}  // namespace partita::model
