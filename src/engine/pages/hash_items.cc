// HashItems, an operation that the service lacks.
#include <memory>

#include "base/part_sums.h"
#include "base/siphash.h"
#include "base/try.h"
#include "engine/changes/item_keys.h"
#include "engine/find_table.h"
#include "engine/index/vector_entries.h"
#include "engine/items/delayed_read.h"
#include "engine/operations.h"
#include "engine/pages/roomed_read.h"
#include "engine/pages/scan_range.h"
#include "keys/system_keys.h"
#include "ops/prepare.h"
#include "value/size.h"

namespace partita::engine {
namespace {

// The work of a page, as loop_budget.h measures it. Other long pages may wait behind it.
constexpr std::size_t kHashedPageWork = std::size_t{4} << 20;
// The bytes that the answer has for an item of a list, besides its key.
constexpr std::size_t kListedItemBytes = 64;

// One page, which is read in one go.
class HashedPage {
 public:
  // The arguments must outlive the object.
  HashedPage(const Context& context, const ops::PreparedHashes& wanted, const PageRange& where)
      : context_(context),
        wanted_(wanted),
        where_(where),
        key_(base::sip_key(wanted.key)),
        counts_units_(context.throttle || wanted.page.capacity != ReturnConsumedCapacity::None),
        sums_(wanted.listed.empty() ? wanted.part_count : 0) {}

  Result<HashItemsResponse> read() {
    const auto snapshot = table_state(context_, wanted_.page.consistent);
    storage::IteratorOptions range = where_.range;
    range.snapshot = snapshot.get();
    range.fill_cache = false;
    range.never_discarded = true;
    const auto items = context_.store.iterate(range);
    while (items->valid()) {
      const value::ItemView item(items->value());
      take(items->key(), item);
      if (!is_full()) {
        items->next();
        continue;
      }
      AttributeMap last = key_of(item);
      items->next();
      if (items->valid()) response_.last_evaluated_key = std::move(last);
      break;
    }
    if (!items->valid()) PARTITA_TRY(items->end_state());
    finish();
    return std::move(response_);
  }

 private:
  void take(std::string_view store_key, const value::ItemView& item) {
    ++response_.scanned_count;
    work_ += item.bytes().size() + kItemWork;
    if (counts_units_)
      charged_bytes_ +=
          where_.table->has_vector_indexes() ? charged_size_bytes(*where_.table, item) : value::item_size_bytes(item);
    const std::string_view suffix = keys::suffix_of(store_key);
    const std::size_t part = base::siphash_128(key_, suffix)[0] % wanted_.part_count;
    if (wanted_.listed.empty()) return sums_.add(part, base::siphash_128(key_, item.bytes()));
    if (!wanted_.listed[part]) return;
    const base::SipWords hash = base::siphash_128(key_, item.bytes());
    std::string bytes(reinterpret_cast<const char*>(hash.data()), sizeof hash);
    listed_.push_back({.key = Item(key_of(item)), .hash = AttributeValue::binary(std::move(bytes))});
    listed_bytes_ += suffix.size() + kListedItemBytes;
  }

  bool is_full() const {
    return work_ >= kHashedPageWork || listed_bytes_ >= limits::kPageBytes ||
           (context_.throttle && units() >= where_.units_left);
  }

  AttributeMap key_of(const value::ItemView& item) const {
    AttributeMap key;
    append_key_attributes(where_.table->keys, item, key);
    return key;
  }

  double units() const { return read_units(charged_bytes_, wanted_.page.consistent); }

  void finish() {
    if (wanted_.listed.empty())
      response_.part_sums = AttributeValue::binary(sums_.encode());
    else
      response_.items = std::move(listed_);
    if (!counts_units_) return;
    Consumption consumption(context_.throttle, where_.table);
    consumption.add_read(units(), where_.range.lower);
    consumption.charge();
    response_.consumed_capacity = consumption.report(wanted_.page.capacity);
  }

  const Context& context_;
  const ops::PreparedHashes& wanted_;
  const PageRange& where_;
  const base::SipWords key_;
  const bool counts_units_;
  base::PartSums sums_;
  std::vector<HashedItem> listed_;
  std::size_t listed_bytes_ = 0;
  std::size_t work_ = 0;
  std::size_t charged_bytes_ = 0;
  HashItemsResponse response_;
};

Result<HashItemsResponse> hash_items_now(const Context& context, const HashItemsRequest& request) {
  PARTITA_TRY_VALUE(wanted, ops::prepare(request));
  PARTITA_TRY(check_arn(context, *request.table_name, "HashItems"));
  PARTITA_TRY_VALUE(where, scan_range(context, wanted.page));
  PARTITA_TRY(admit_page(context, where));
  PARTITA_TRY_VALUE(response, HashedPage(context, wanted, where).read());
  if (response.consumed_capacity) response.consumed_capacity->table_name = request.table_name;
  return response;
}

// A request that waits for room. Its completion must not be copied.
struct RunningHashes {
  RunningHashes(HashItemsRequest request_of, Completion<HashItemsResponse> done_of)
      : request(std::move(request_of)), done(std::move(done_of)) {}
  const HashItemsRequest request;
  const Completion<HashItemsResponse> done;
};

}  // namespace

void hash_items(Context& context, HashItemsRequest request, MayWait may_wait, Completion<HashItemsResponse> done) {
  if (may_wait == MayWait::Yes) return done(hash_items_now(context, request));
  const auto running = std::make_shared<RunningHashes>(std::move(request), std::move(done));
  const auto read = [&context, running](WriteRoom::Share&) {
    running->done(hash_items_now(context, running->request));
  };
  // It has more than a small answer, so it is read on a thread for long pages.
  static_assert(limits::kPageBytes > WriteRoom::kSmallBytes);
  RoomedRead::start(context, limits::kPageBytes, read,
                    [&running](Error error) { running->done(unexpected(std::move(error))); });
}

}  // namespace partita::engine
