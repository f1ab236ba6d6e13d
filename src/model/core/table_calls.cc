#include <partita/model/detail/table_calls.h>
#include <partita/model/runtime/table_creation.h>

namespace partita::model {

template class Call<AnyCall<void>, void>;
template class Call<AnyCall<Cost>, Cost>;
template class AnyCall<void>;
template class AnyCall<Cost>;
template class AnyCall<Count>;
template class AnyCall<BatchOutcome>;
template class AnyCall<VerifyReport>;
template class AnyCall<CopyRound>;
template class AnyCall<CopyFollower>;
template class AnyCall<UpgradePlan>;
template class AnyCall<UpgradeReport>;

AnyCall<CopyRound> CopyFollower::next() const {
  return AnyCall<CopyRound>([session = session_, table = table_, feed = feed_](Mode mode, Done<CopyRound> done) {
    if (!feed) return done(invalid("This follower has no table: db.follow_copies<Table>() makes one that has"));
    follow_copies(session, mode, *table, feed, std::move(done));
  });
}

namespace detail {
namespace {

using Tables = std::span<const TableInfo* const>;

Result<std::vector<WriteRequest>> unwrap(const std::vector<Result<WriteRequest>>& requests) {
  std::vector<WriteRequest> out;
  out.reserve(requests.size());
  for (const auto& request : requests) {
    if (!request) return unexpected(request.error());
    out.push_back(*request);
  }
  return out;
}

void create_from(const std::shared_ptr<Session>& session, Mode mode, Tables tables, Done<void> done) {
  if (tables.empty()) return done({});
  create_table_if_missing(session, mode, *tables[0], [=, done = std::move(done)](Result<bool> created) {
    if (!created) return done(unexpected(std::move(created.error())));
    create_from(session, mode, tables.subspan(1), done);
  });
}

void verify_from(const std::shared_ptr<Session>& session, Mode mode, Repair repair, Tables tables,
                 std::span<const RowDecoder> decoders, VerifyReport sum, Done<VerifyReport> done) {
  if (tables.empty()) return done(std::move(sum));
  verify(session, mode, *tables[0], VerifyOptions{.repair = repair, .decode = decoders[0]},
         [=, sum = std::move(sum), done = std::move(done)](Result<VerifyReport> one) mutable {
           if (!one) return done(unexpected(std::move(one.error())));
           sum.items += one->items;
           sum.sentinels += one->sentinels;
           sum.repaired += one->repaired;
           for (Finding& finding : one->findings) sum.findings.push_back(std::move(finding));
           verify_from(session, mode, repair, tables.subspan(1), decoders.subspan(1), std::move(sum), done);
         });
}

}  // namespace

AnyCall<void> create_tables(std::shared_ptr<Session> session, Tables tables) {
  return AnyCall<void>([session = std::move(session), tables](Mode mode, Done<void> done) {
    create_from(session, mode, tables, std::move(done));
  });
}

AnyCall<Cost> transact_all(std::shared_ptr<Session> session, std::vector<Result<WriteRequest>> requests) {
  return AnyCall<Cost>([session = std::move(session), requests = std::move(requests)](Mode mode, Done<Cost> done) {
    auto all = unwrap(requests);
    if (!all) return done(unexpected(std::move(all.error())));
    transact(session, mode, *std::move(all), std::move(done));
  });
}

AnyCall<BatchOutcome> write_batch(std::shared_ptr<Session> session, std::vector<Result<WriteRequest>> requests) {
  return AnyCall<BatchOutcome>(
      [session = std::move(session), requests = std::move(requests)](Mode mode, Done<BatchOutcome> done) {
        auto all = unwrap(requests);
        if (!all) return done(unexpected(std::move(all.error())));
        batch_write(session, mode, *std::move(all), std::move(done));
      });
}

AnyCall<VerifyReport> verify_tables(std::shared_ptr<Session> session, Tables tables,
                                    std::span<const RowDecoder> decoders, Repair repair) {
  return AnyCall<VerifyReport>(
      [session = std::move(session), tables, decoders, repair](Mode mode, Done<VerifyReport> done) {
        verify_from(session, mode, repair, tables, decoders, {}, std::move(done));
      });
}

AnyCall<CopyFollower> follow_table(std::shared_ptr<Session> session, const TableInfo& table, ChangesFrom from,
                                   int most) {
  return AnyCall<CopyFollower>(
      [session = std::move(session), &table, from = std::move(from), most](Mode, Done<CopyFollower> done) {
        auto feed = open_feed(session, table, from, most);
        if (!feed) return done(unexpected(std::move(feed.error())));
        done(CopyFollower(session, table, *std::move(feed)));
      });
}

AnyCall<UpgradePlan> plan_tables(std::shared_ptr<Session> session, Tables tables) {
  return AnyCall<UpgradePlan>([session = std::move(session), tables](Mode mode, Done<UpgradePlan> done) {
    plan_upgrade(session, mode, {tables.begin(), tables.end()}, std::move(done));
  });
}

AnyCall<UpgradeReport> upgrade_tables(std::shared_ptr<Session> session, Tables tables, UpgradeOptions options) {
  return AnyCall<UpgradeReport>(
      [session = std::move(session), tables, options = std::move(options)](Mode mode, Done<UpgradeReport> done) {
        upgrade(session, mode, {tables.begin(), tables.end()}, options, std::move(done));
      });
}

}  // namespace detail

}  // namespace partita::model
