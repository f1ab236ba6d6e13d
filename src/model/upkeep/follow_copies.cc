// follow_copies() keeps copies by the changes of a table, whatever program made them.
#include <algorithm>
#include <deque>
#include <set>
#include <string>

#include "model/copies/holder_update.h"
#include "model/core/async_operation.h"
#include "model/core/cost.h"
#include "model/keys/identify.h"
#include "model/plan/judge.h"
#include "model/plan/write_action.h"
#include "model/upkeep/mend_copies.h"

namespace partita::model {
namespace {

// A comparison that a change of an item asks for.
struct Work {
  const CopyInfo* copy = nullptr;
  AttributeMap source = {};  // the fields of the source's primary key: all of its holders are compared
  AttributeMap holder = {};  // the primary key of the only holder to compare, if `source` is empty
};

class Follower : public AsyncOperation<CopyRound>, public std::enable_shared_from_this<Follower> {
 public:
  Follower(std::shared_ptr<Session> session, Mode mode, const TableInfo& table, Done<CopyRound> when_done)
      : AsyncOperation(std::move(session), mode, std::move(when_done)), table_(table) {}

  void run(const std::shared_ptr<ChangeFeed>& feed) {
    next_changes(feed, caller.mode(), [self = shared_from_this(), feed](Result<std::vector<StreamRecord>> records) {
      if (!records) return self->finish(unexpected(std::move(records.error())));
      self->take(*std::move(records));
    });
  }

 private:
  void take(std::vector<StreamRecord> records) {
    round_.changes = static_cast<std::int64_t>(records.size());
    if (!records.empty()) round_.checkpoint = records.back().checkpoint;
    for (StreamRecord& record : records) examine(std::move(record));
    const auto self = shared_from_this();
    repeat(
        caller.mode(), [self](std::function<void(Loop)> next) { self->do_next(std::move(next)); },
        [self] {
          if (self->error_) return self->finish(unexpected(*std::move(self->error_)));
          self->finish(std::move(self->round_));
        });
  }

  // A removed item has no copies, and its holders keep their values.
  void examine(StreamRecord record) {
    if (!record.new_image) return;
    AttributeMap now = *std::move(record.new_image), before;
    const EntityInfo* entity = identify(table_, now);
    if (!entity) return;
    if (record.old_image) {
      before = *std::move(record.old_image);
      if (identify(table_, before) != entity) before = {};
    }
    for (const CopyInfo& copy : caller.session().copies()) {
      if (is_source(copy, table_, *entity) && changed(*entity, copy.source_field, before, now)) add_source(copy, now);
      if (is_holder(copy, table_, *entity) && (holder_changed(copy, before, now) || hides_from_source(copy, now)))
        add_holder(copy, now);
    }
  }

  // `before` is empty if the item was created.
  static bool changed(const EntityInfo& entity, FieldPosition field, const AttributeMap& before,
                      const AttributeMap& now) {
    return before.empty() || value_of(entity, field, before) != value_of(entity, field, now);
  }
  static bool holder_changed(const CopyInfo& copy, const AttributeMap& before, const AttributeMap& now) {
    return changed(*copy.holder, copy.field, before, now) ||
           std::any_of(copy.references.begin(), copy.references.end(), [&](const CopyReference& reference) {
             return changed(*copy.holder, reference.holder, before, now);
           });
  }

  void add_source(const CopyInfo& copy, const AttributeMap& item) {
    AttributeMap fields;
    for (const CopyReference& reference : copy.references) {
      const std::string attribute(field_of(*copy.source, reference.source).attribute);
      if (const AttributeValue* value = item.find(attribute)) fields.set(attribute, *value);
    }
    add({.copy = &copy, .source = std::move(fields)});
  }
  void add_holder(const CopyInfo& copy, const AttributeMap& item) {
    add({.copy = &copy, .holder = primary_key_of(table_, item)});
  }
  // Several changes of one item, and several copies in the same items, ask for one comparison.
  void add(Work work) {
    const std::span<const CopyInfo> copies = caller.session().copies();
    const auto first = std::find_if(copies.begin(), copies.end(),
                                    [&](const CopyInfo& other) { return have_same_items(other, *work.copy); });
    const AttributeMap& key = work.source.empty() ? work.holder : work.source;
    const auto number = first - copies.begin();
    if (known_.insert(item_identity(std::to_string(number) + (work.source.empty() ? "h" : "s"), key)).second)
      work_.push_back(std::move(work));
  }

  void do_next(std::function<void(Loop)> next) {
    if (work_.empty() || (error_ && !concerns_one_item(error_->code))) return next(Loop::Stop);
    Work work = std::move(work_.front());
    work_.pop_front();
    Done<Mended> mended_one = [self = shared_from_this(), next = std::move(next)](Result<Mended> mended) {
      if (mended) {
        self->round_.compared += mended->compared;
        self->round_.written += mended->written;
        self->add_unwritten(std::move(mended->unwritten));
        self->add_unwritten(std::move(mended->without_value));
        add_cost(self->round_.cost, mended->cost);
      } else if (!self->error_ || !concerns_one_item(mended.error().code)) {
        self->error_ = std::move(mended.error());
      }
      next(Loop::Again);
    };
    if (work.source.empty())
      mend_holder(caller.shared_session(), caller.mode(), *work.copy, std::move(work.holder), std::move(mended_one));
    else
      mend_source(caller.shared_session(), caller.mode(), *work.copy, std::move(work.source), std::move(mended_one));
  }

  // A holder and its source may both have asked for the comparison that failed.
  void add_unwritten(std::vector<UnwrittenCopy> unwritten) {
    for (UnwrittenCopy& one : unwritten) {
      const auto same = [&](const UnwrittenCopy& other) {
        return other.entity == one.entity && other.key == one.key && other.error.message == one.error.message;
      };
      if (std::none_of(round_.unwritten.begin(), round_.unwritten.end(), same))
        round_.unwritten.push_back(std::move(one));
    }
  }

  const TableInfo& table_;
  std::deque<Work> work_;
  std::set<std::string> known_;  // what was added to work_
  std::optional<Error> error_;
  CopyRound round_;
};

}  // namespace

void follow_copies(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table,
                   const std::shared_ptr<ChangeFeed>& feed, Done<CopyRound> done) {
  std::make_shared<Follower>(session, mode, table, std::move(done))->run(feed);
}

}  // namespace partita::model
