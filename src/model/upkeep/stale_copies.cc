#include "model/upkeep/stale_copies.h"

#include <fmt/format.h>
#include <partita/model/runtime/item_reads.h>

#include <algorithm>
#include <deque>
#include <map>

#include "model/copies/holder_update.h"
#include "model/core/async_operation.h"
#include "model/core/cost.h"
#include "model/core/spell.h"
#include "model/keys/compose.h"
#include "model/keys/identify.h"
#include "model/plan/judge.h"
#include "model/plan/write_action.h"

namespace partita::model {
namespace {

class FindStaleCopies : public AsyncOperation<StaleCopies>, public std::enable_shared_from_this<FindStaleCopies> {
 public:
  FindStaleCopies(std::shared_ptr<Session> session, Mode mode, const TableInfo& table, Done<StaleCopies> when_done)
      : AsyncOperation(std::move(session), mode, std::move(when_done)), table_(table) {}

  void run(std::vector<AttributeMap> items) {
    for (AttributeMap& item : items) add(std::move(item));
    batch_get(caller.shared_session(), caller.mode(), std::move(sources_), true,
              [self = shared_from_this()](Result<BatchRows> rows) {
                if (!rows) return self->finish(unexpected(std::move(rows.error())));
                self->compare(*rows);
              });
  }

 private:
  using Group = std::vector<const CopyInfo*>;
  using Differing = std::pair<const CopyInfo*, std::optional<AttributeValue>>;
  struct Holder {
    AttributeMap item;
    Group copies;            // of one source
    std::size_t source = 0;  // position in sources_
  };

  // The copies of the item, those of one source together.
  std::vector<Group> groups_of(const EntityInfo& entity) const {
    std::vector<Group> groups;
    for (const CopyInfo& copy : caller.session().copies()) {
      if (!is_holder(copy, table_, entity)) continue;
      const auto same = std::find_if(groups.begin(), groups.end(),
                                     [&](const Group& group) { return have_same_items(*group.front(), copy); });
      same == groups.end() ? groups.push_back({&copy}) : same->push_back(&copy);
    }
    return groups;
  }

  void add(AttributeMap item) {
    const EntityInfo* entity = identify(table_, item);
    if (!entity) return;
    for (Group& group : groups_of(*entity)) {
      const CopyInfo& copy = *group.front();
      auto fields = source_of(copy, item);
      if (!fields) {
        if (!compare_holder(group, {}, item).copies.empty()) doubtful_.push_back({item, std::move(group), kNoSource});
        continue;
      }
      if (auto key = compose_primary(*copy.source, *fields); !key) {
        out_.found.push_back({.copy = &copy,
                              .holder = primary_key_of(table_, item),
                              .update = {.stored = item},
                              .details = {fmt::format("it refers to a {} that cannot exist, {}: {}", copy.source->name,
                                                      spell(*fields), key.error().message)},
                              .repairable = false,
                              .refers_to_nothing = true});
        continue;
      }
      const std::string kind = fmt::format("{}/{}", copy.source_table->name, copy.source->name);
      const auto [at, is_new] = positions_.try_emplace(item_identity(kind, *fields), sources_.size());
      if (is_new) sources_.push_back({.table = copy.source_table, .entity = copy.source, .values = *std::move(fields)});
      holders_.push_back({item, std::move(group), at->second});
    }
  }

  void compare(const BatchRows& rows) {
    add_cost(out_.cost, rows.cost);
    for (Holder& holder : holders_) {
      const auto& source = rows.rows[holder.source];
      const bool differs = source && !compare_holder(holder.copies, source->attributes(), holder.item).copies.empty();
      if (differs || (!source && lacks_required(holder))) doubtful_.push_back(std::move(holder));
    }
    const auto self = shared_from_this();
    repeat(
        caller.mode(), [self](std::function<void(Loop)> next) { self->look_again(std::move(next)); },
        [self] {
          if (self->error_) return self->finish(unexpected(*std::move(self->error_)));
          self->finish(std::move(self->out_));
        });
  }

  static bool lacks_required(const AttributeMap& item, const CopyInfo& copy) {
    return !copy_field(copy).optional && !value_of(*copy.holder, copy.field, item);
  }
  static bool lacks_required(const Holder& holder) {
    return std::any_of(holder.copies.begin(), holder.copies.end(),
                       [&](const CopyInfo* copy) { return lacks_required(holder.item, *copy); });
  }

  // Reads an item again with its source, because both may have changed since.
  void look_again(std::function<void(Loop)> next) {
    if (doubtful_.empty() || error_) return next(Loop::Stop);
    const Holder holder = std::move(doubtful_.front());
    doubtful_.pop_front();
    const CopyInfo& copy = *holder.copies.front();
    std::vector<GetRequest> both{{.table = &table_, .entity = copy.holder, .key = primary_key_of(table_, holder.item)}};
    if (const auto fields = source_of(copy, holder.item))
      both.push_back({.table = copy.source_table, .entity = copy.source, .values = *fields});
    transact_get(caller.shared_session(), caller.mode(), std::move(both),
                 [self = shared_from_this(), holder, next = std::move(next)](Result<BatchRows> rows) {
                   if (!rows) {
                     self->error_ = std::move(rows.error());
                     return next(Loop::Stop);
                   }
                   add_cost(self->out_.cost, rows->cost);
                   self->judge_pair(holder, *rows);
                   next(Loop::Again);
                 });
  }

  void judge_pair(const Holder& before, const BatchRows& rows) {
    if (!rows.rows[0]) return;  // it is gone
    const CopyInfo& copy = *before.copies.front();
    Holder now{rows.rows[0]->attributes(), before.copies};
    const auto fields = source_of(copy, now.item);
    if (fields != source_of(copy, before.item)) return;  // another program writes it now
    const bool has_source = rows.rows.size() > 1 && rows.rows[1];
    StaleHolder stale{.copy = &copy, .holder = primary_key_of(table_, now.item), .update = {.stored = now.item}};
    if (fields && !has_source) {
      stale.repairable = false;
      stale.lacks_copy = true;
      for (const CopyInfo* lacking : now.copies)
        if (lacks_required(now.item, *lacking))
          stale.details.push_back(fmt::format("it lacks {}, and the {} that has it does not exist: {}",
                                              copy_field(*lacking).name, copy.source->name, spell(*fields)));
    } else {
      const AttributeMap source = has_source ? rows.rows[1]->attributes() : AttributeMap();
      const HolderUpdate all = compare_holder(now.copies, source, now.item);
      StaleHolder lasting = stale;
      lasting.repairable = false;
      stale.update = all;
      std::erase_if(stale.update.copies, [&](const auto& one) {
        const auto fault = has_source ? fault_of_source(*one.first, source) : std::nullopt;
        if (fault) lasting.details.push_back(difference(one, now.item) + cannot_be_written(*fault));
        return fault.has_value();
      });
      for (const auto& [one, error] : take_unwritable(caller.session(), copy, stale.update))
        lasting.details.push_back(difference(*find_copy(all, *one), now.item) + cannot_be_written(error));
      for (const auto& one : stale.update.copies) stale.details.push_back(difference(one, now.item));
      if (!lasting.details.empty()) out_.found.push_back(std::move(lasting));
    }
    if (!stale.details.empty()) out_.found.push_back(std::move(stale));
  }

  static std::string cannot_be_written(const Error& why) {
    return fmt::format(" (it cannot be written: {})", why.message);
  }

  static std::string difference(const Differing& one, const AttributeMap& item) {
    const CopyInfo& copy = *one.first;
    const auto text = [](const auto& value) { return value ? spell(*value) : std::string("absent"); };
    return fmt::format("{} is {}, and {} of its {} is {}", copy_field(copy).name,
                       text(value_of(*copy.holder, copy.field, item)), source_field(copy).name, copy.source->name,
                       text(one.second));
  }

  static const Differing* find_copy(const HolderUpdate& update, const CopyInfo& copy) {
    return &*std::find_if(update.copies.begin(), update.copies.end(),
                          [&](const Differing& one) { return one.first == &copy; });
  }

  static constexpr std::size_t kNoSource = static_cast<std::size_t>(-1);

  const TableInfo& table_;
  std::vector<GetRequest> sources_;
  std::map<std::string, std::size_t> positions_;  // in sources_
  std::vector<Holder> holders_;
  std::deque<Holder> doubtful_;
  std::optional<Error> error_;
  StaleCopies out_;
};

}  // namespace

bool has_copies(const Session& session, const TableInfo& table, const EntityInfo& entity) {
  return std::any_of(session.copies().begin(), session.copies().end(),
                     [&](const CopyInfo& copy) { return is_holder(copy, table, entity); });
}

void find_stale_copies(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table,
                       std::vector<AttributeMap> items, Done<StaleCopies> done) {
  std::make_shared<FindStaleCopies>(session, mode, table, std::move(done))->run(std::move(items));
}

}  // namespace partita::model
