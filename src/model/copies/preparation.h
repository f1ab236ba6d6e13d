// The preparation of writes for their copies. Its parts: the sources of the holders that the requests write
// (prepare_sources.cc), the holders of the sources that they change (prepare_holders.cc), and the order of both
// (prepare_copies.cc).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/copies/find_holders.h"
#include "model/copies/holder_update.h"
#include "model/copies/prepare_copies.h"
#include "model/core/async_operation.h"
#include "model/plan/field_states.h"

namespace partita::model {

class CopyPreparation : public AsyncOperation<PreparedCopies>, public std::enable_shared_from_this<CopyPreparation> {
 public:
  CopyPreparation(std::shared_ptr<Session> session, Mode mode, std::vector<WriteRequest> requests,
                  Done<PreparedCopies> when_done)
      : AsyncOperation(std::move(session), mode, std::move(when_done)), said_(std::move(requests)) {}

  void run();

  Cost cost = {};

 private:
  using WriteKind = WriteRequest::Kind;
  using Next = std::function<void(Loop)>;

  // A source of copies that the requests write.
  struct Source {
    const CopyInfo* copy = nullptr;  // one of its copies
    AttributeMap fields = {};        // of the primary key
    AttributeMap key = {};
    std::vector<std::pair<std::size_t, const CopyInfo*>> holders = {};  // requests, each with a copy
    std::optional<std::size_t> written_by = {};                         // another request
    bool is_left = false;                                               // that request moves it to another key
    std::optional<AttributeMap> item = {};                              // as it was read
    bool was_read = false;
  };

  // The holders of a source that a request changes.
  struct Spread {
    std::size_t request = 0;
    std::vector<const CopyInfo*> copies = {};  // of the same items
    AttributeMap source = {};                  // the fields of the primary key, and the new values
  };

  // The check that a source is as it was read.
  struct SourceCheck {
    WriteAction action = {};
    bool exists = false;
    AttributeMap values = {};  // that it has, if it exists; a value without a type means absent
  };

  std::span<const CopyInfo> copies() const { return caller.session().copies(); }
  std::string identity(const TableInfo& table, const AttributeMap& key) const {
    return item_identity(caller.session().table_name(table), key);
  }

  // ---- the order

  void sources_are_read();
  void all_is_known();
  void holders_are_read();
  // A holder was read as that of one source and then as that of another one, so it has changed between.
  void run_again();

  // ---- the sources of written holders

  Result<void> list_sources();
  // The items that the requests are on, by identity.
  Result<void> list_written_items();
  // A source is not read if another request says what it is afterwards.
  bool needs_read(const Source& source) const;
  void read_source(Next next);
  Result<void> fill_holders(const Source& source);
  // Makes another request, which is on the source, conditional on the value that was copied.
  void expect(std::size_t position, const EntityInfo& entity, FieldPosition field, const AttributeMap& item);
  // The transaction fails if the source has another value by then, or if it was missing and exists.
  void check_source(const Source& source, const std::vector<FieldPosition>& fields);
  // A transaction has one action on each item. So a source that is a holder of another copy, which the transaction
  // writes, is checked by that write. If it did not exist when it was read, the check fails, and all is read again.
  void add_checks();
  Result<void> set_copy(std::size_t position, const CopyInfo& copy, std::optional<AttributeValue> value);

  // ---- the holders of written sources

  // Some changes, such as an increment, do not say what the member is afterwards. What is copied then follows from the
  // stored item.
  void list_unknown();
  void read_unknown(Next next);
  // The member after the write. nullopt if the write does not change it, or fails because there is no such item. The
  // write becomes conditional on the stored value.
  Result<std::optional<FieldStates::State>> copied_after(std::size_t position, const CopyInfo& copy);
  Result<void> list_spreads();
  Result<void> add_spread(std::size_t position, const CopyInfo& copy, AttributeMap source);
  void read_holders(Next next);
  void take_holders(HolderPage page);
  void add_update(HolderUpdate update);
  // The transaction writes the holder anyway. A request that decides which source the item has, has its copies already.
  void join_request(std::size_t position, const HolderUpdate& update);
  static Error cannot_copy_into(const CopyInfo& copy, const HolderUpdate& update, Error error);

  struct Written {
    std::size_t request = 0;
    bool is_left = false;  // the request moves the item to another key
  };

  const std::vector<WriteRequest> said_;
  int attempts_ = 0;
  bool is_disturbed_ = false;                 // a holder has changed while the holders were read
  std::map<std::string, Written> writes_;     // the request on each item, by the item's identity
  std::map<std::size_t, StoredItem> stored_;  // the items of requests that do not tell what they copy
  std::map<std::size_t, StoredItem>::iterator next_unknown_ = {};
  std::map<std::string, Source> sources_;  // by the identity of their items
  std::map<std::string, Source>::iterator next_source_ = {};
  std::vector<Spread> spreads_;
  std::size_t next_spread_ = 0;
  std::optional<std::string> token_;
  std::map<std::string, HolderUpdate> holders_;  // by the identity of their items
  std::map<std::string, SourceCheck> checks_;    // of sources, by the identity of their items
  std::optional<Error> error_;
  PreparedCopies out_;
};

}  // namespace partita::model
