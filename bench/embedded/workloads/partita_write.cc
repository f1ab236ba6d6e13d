// PutItem, UpdateItem and DeleteItem.
#include "embedded/workloads/partita_write.h"

#include "lib/fatal.h"

namespace partita::bench {
namespace {

template <Writing kWriting>
struct Request {
  using Type = PutItemRequest;
};
template <>
struct Request<Writing::Update> {
  using Type = UpdateItemRequest;
};
template <>
struct Request<Writing::Delete> {
  using Type = DeleteItemRequest;
};

Result<PutItemResponse> call(Database& database, PutItemRequest request) {
  return database.put_item(std::move(request));
}
Result<UpdateItemResponse> call(Database& database, UpdateItemRequest request) {
  return database.update_item(std::move(request));
}
Result<DeleteItemResponse> call(Database& database, DeleteItemRequest request) {
  return database.delete_item(std::move(request));
}

void set_up(PutItemRequest& request, const Items& items, const Change& change) {
  request.table_name = Items::kTable;
  request.item = items.item(change.item, *change.after);
}

void set_up(UpdateItemRequest& request, const Items& items, const Change& change) {
  request.table_name = Items::kTable;
  request.key = items.key(change.item);
  request.update_expression = "SET visits = :visits, title = :title, body = :body";
  request.condition_expression = "visits = :before";
  AttributeMap values;
  values.set(":before", AttributeValue::number(items.text("visits", change.item, *change.before)));
  values.set(":visits", AttributeValue::number(items.text("visits", change.item, *change.after)));
  for (const char* name : {"title", "body"})
    values.set(std::string(":") + name, items.text(name, change.item, *change.after));
  request.expression_attribute_values = std::move(values);
}

void set_up(DeleteItemRequest& request, const Items& items, const Change& change) {
  request.table_name = Items::kTable;
  request.key = items.key(change.item);
}

template <Writing kWriting>
class PartitaWrite final : public Side {
 public:
  PartitaWrite(Stores& stores, const Part& part) : stores_(stores), changes_(stores.items(), part, kWriting) {}

  void prepare(std::size_t operations) override {
    chunk_ = changes_.next(operations);
    requests_.assign(operations, {});
    for (std::size_t i = 0; i < operations; ++i) set_up(requests_[i], stores_.items(), chunk_[i]);
  }

  std::size_t run(std::size_t i) override {
    if (const auto written = call(stores_.partita(), std::move(requests_[i])); !written) fatal(written.error().message);
    return kRecordBytes;
  }

  void finish() override {
    check(chunk_.back());
    if (kWriting != Writing::Delete) return;
    for (const Change& change : chunk_) {
      const auto put = stores_.partita().put_item(
          {.table_name = Items::kTable, .item = stores_.items().item(change.item, *change.before)});
      if (!put) fatal(put.error().message);
    }
  }

 private:
  void check(const Change& change) {
    const auto got = stores_.partita().get_item(
        {.table_name = Items::kTable, .key = stores_.items().key(change.item), .consistent_read = true});
    const bool right = got && got->item.has_value() == change.after.has_value() &&
                       (!change.after || *got->item == Item(stores_.items().item(change.item, *change.after)));
    if (!right) fatal("a write left another item than it should have");
  }

  Stores& stores_;
  Changes changes_;
  std::vector<Change> chunk_;
  std::vector<typename Request<kWriting>::Type> requests_;
};

}  // namespace

template <Writing kWriting>
std::unique_ptr<Side> partita_write(Stores& stores, const Part& part) {
  return std::make_unique<PartitaWrite<kWriting>>(stores, part);
}
template std::unique_ptr<Side> partita_write<Writing::Overwrite>(Stores&, const Part&);
template std::unique_ptr<Side> partita_write<Writing::Insert>(Stores&, const Part&);
template std::unique_ptr<Side> partita_write<Writing::Update>(Stores&, const Part&);
template std::unique_ptr<Side> partita_write<Writing::Delete>(Stores&, const Part&);

}  // namespace partita::bench
