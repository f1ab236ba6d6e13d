// TransactionsByTurns: a Database that adds transactions to an endpoint without them, so that the other access patterns
// of an example system can be checked there.
#pragma once

#include <partita/database.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace partita::peers {

// A transaction is performed on copies of its items in a database in memory. Its result is then written to the
// endpoint, one item after the other, which is neither isolated nor atomic. So only one caller at a time may use it.
// Time to live, which such an endpoint lacks too, is enabled only in that database, and no item expires. All other
// requests are passed on.
class TransactionsByTurns final : public Database {
 public:
  // `endpoint` must outlive this object. Transactions know only the tables that are created through this object.
  explicit TransactionsByTurns(Database& endpoint);

  // The number of transactions asked for.
  int transactions() const { return transactions_; }

#define PARTITA_OPERATION(function, Name)                  \
  Result<Name##Response> function(Name##Request) override; \
  void function(Name##Request, Completion<Name##Response> done) override;
#include <partita/operations.def>
#undef PARTITA_OPERATION

 private:
  struct Place {
    std::string table;
    AttributeMap key;
  };
  Result<CreateTableResponse> carry_out(const CreateTableRequest& request);
  Result<TransactWriteItemsResponse> carry_out(const TransactWriteItemsRequest& request);
  Result<TransactGetItemsResponse> carry_out(const TransactGetItemsRequest& request);
  Result<UpdateTimeToLiveResponse> carry_out(const UpdateTimeToLiveRequest& request);
  Result<DescribeTimeToLiveResponse> carry_out(const DescribeTimeToLiveRequest& request);
  Place place_of(const TransactWriteItem& action) const;

  Database& endpoint_;
  const std::unique_ptr<Database> copies_;
  std::map<std::string, std::vector<std::string>> keys_;  // of each table: the attributes of its primary key
  int transactions_ = 0;
};

}  // namespace partita::peers
