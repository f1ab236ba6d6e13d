// Reads of several items by primary key: the keys to read, and the requests that each answer belongs to.
#pragma once

#include <partita/model/runtime/item_reads.h>
#include <partita/model/runtime/session.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/core/session.h"

namespace partita::model {

// The keys of the requests, each once. Requests for the same item share its answer.
class KeyedReads {
 public:
  struct Key {
    const TableInfo* table;
    std::string table_name;
    AttributeMap key;
    std::vector<std::size_t> positions;  // of the requests for this key
  };

  // Errors: ValidationException for a field that is missing or cannot be in a key.
  static Result<KeyedReads> make(const Session& session, const std::vector<GetRequest>& requests);

  const std::vector<Key>& keys() const { return keys_; }
  // The number of a key, or of an item's key, in the table of that name. nullopt if no request asks for it.
  std::optional<std::size_t> find(const std::string& table_name, const AttributeMap& key) const;
  std::optional<std::size_t> find(const std::string& table_name, const Item& item) const;

  // Adds an item that was read to the answer, at the positions of its key. An expired item counts as absent. An item of
  // another entity than a request asks for is listed as unreadable.
  void add(std::size_t key, const Item& item, const Session& session, BatchRows& answer) const;

 private:
  std::vector<GetRequest> requests_;
  std::vector<Key> keys_;
  std::map<std::string, const TableInfo*> tables_;                      // by the table's name in the database
  std::map<std::pair<std::string, std::string>, std::size_t> numbers_;  // by table name and key
};

}  // namespace partita::model
