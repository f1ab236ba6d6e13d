#include "model/copies/find_holders.h"

#include <partita/model/runtime/pattern_reads.h>

#include <algorithm>

#include "model/core/cost.h"
#include "model/core/retry.h"
#include "model/core/same_value.h"
#include "model/keys/identify.h"
#include "model/reads/prepared_read.h"
#include "model/reads/row.h"

namespace partita::model {
namespace {

class FindHolders : public AsyncOperation<HolderPage>, public std::enable_shared_from_this<FindHolders> {
 public:
  FindHolders(std::shared_ptr<Session> session, Mode mode, const CopyInfo& copy, const AttributeMap& source,
              Done<HolderPage> when_done)
      : AsyncOperation(std::move(session), mode, std::move(when_done)), copy_(copy), source_(source) {}

  void run(std::int64_t take, std::optional<std::string> token) {
    const PatternInfo& find = *copy_.find;
    ReadRequest request{.pattern = &find,
                        .values = references_to(copy_, source_),
                        .take = take,
                        .after = std::move(token),
                        .expired_too = true,
                        .unreadable = Unreadable::Report};
    const IndexInfo* index = index_of(find);
    request.consistent = !index || index->scope == IndexScope::Local;
    // If no key can hold the source's values, no holder refers to it.
    if (!request.after)
      if (auto prepared = prepare_read(caller.session(), std::make_shared<const ReadRequest>(request));
          !prepared && prepared.error().code == ErrorCode::ValidationException)
        return end();
    read(caller.shared_session(), caller.mode(), std::move(request), [self = shared_from_this()](Result<RowPage> page) {
      if (!page) return self->finish(unexpected(std::move(page.error())));
      self->take_page(*std::move(page));
    });
  }

  Cost cost = {};

 private:
  static const IndexInfo* index_of(const PatternInfo& find) {
    return find.plan.index == kNone ? nullptr : &find.table->at(find.plan.index);
  }

  void take_page(RowPage page) {
    add_cost(cost, page.cost);
    page_.token = std::move(page.token);
    const IndexInfo* index = index_of(*copy_.find);
    const bool whole = !index || index->projection == ProjectionType::All;
    for (const Row& row : page.rows) {
      if (row.entity != copy_.holder) continue;
      if (whole)
        add(row.attributes());
      else
        keys_.push_back(unreadable_row(*copy_.holder_table, row, {}).key);
    }
    // An entry that does not say which entity it belongs to may be a holder's.
    if (!whole)
      for (UnreadableRow& row : page.unreadable)
        if (row.entity.empty() || row.entity == copy_.holder->name) keys_.push_back(std::move(row.key));
    const auto self = shared_from_this();
    repeat(
        caller.mode(), [self](std::function<void(Loop)> next) { self->get_next(std::move(next)); },
        [self] { self->end(); });
  }

  void get_next(std::function<void(Loop)> next) {
    if (keys_.empty() || error_) return next(Loop::Stop);
    GetItemRequest get;
    get.table_name = caller.session().table_name(*copy_.holder_table);
    get.key = std::move(keys_.back());
    get.consistent_read = true;
    get.return_consumed_capacity = ReturnConsumedCapacity::Total;
    keys_.pop_back();
    call_with_retries(shared_from_this(), std::move(get),
                      Done<GetItemResponse>([self = shared_from_this(), next](Result<GetItemResponse> answer) {
                        if (!answer) {
                          self->error_ = std::move(answer.error());
                          return next(Loop::Stop);
                        }
                        add_capacity(self->cost, answer->consumed_capacity);
                        if (answer->item && !answer->item->empty()) {
                          AttributeMap item = answer->item->to_map();
                          if (identify(*self->copy_.holder_table, item) == self->copy_.holder)
                            self->add(std::move(item));
                        }
                        next(Loop::Again);
                      }));
  }

  // The entry of an index may be older than its item, and another item's source is not asked for.
  void add(AttributeMap item) {
    const auto source = source_of(copy_, item);
    if (!source) return;
    for (const auto& [name, value] : *source)
      if (const AttributeValue* wanted = source_.find(name); !wanted || !same_value(*wanted, value)) return;
    page_.items.push_back(std::move(item));
  }

  void end() {
    if (error_) return finish(unexpected(*std::move(error_)));
    page_.cost = cost;
    finish(std::move(page_));
  }

  const CopyInfo& copy_;
  const AttributeMap source_;
  std::vector<AttributeMap> keys_;
  std::optional<Error> error_;
  HolderPage page_;
};

}  // namespace

void find_holders(const std::shared_ptr<Session>& session, Mode mode, const CopyInfo& copy, const AttributeMap& source,
                  std::int64_t take, std::optional<std::string> token, Done<HolderPage> done) {
  std::make_shared<FindHolders>(session, mode, copy, source, std::move(done))->run(take, std::move(token));
}

}  // namespace partita::model
