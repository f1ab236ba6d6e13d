// Reads of items by primary key, several at once: which keys there are to read, and which answer goes where.
#pragma once

#include <partita/model/runtime.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/session.h"

namespace partita::model {

// The requests' keys, each once: positions that ask for the same item share its answer.
class KeyedReads {
 public:
  struct Key {
    const TableInfo* table;
    std::string table_name;
    AttributeMap key;
    std::vector<std::size_t> positions;  // of the requests that ask for it
  };

  // Errors: ValidationException for a field that is missing or cannot stand in a key.
  static Result<KeyedReads> make(const Session& session, const std::vector<GetRequest>& requests);

  const std::vector<Key>& keys() const { return keys_; }
  // The number of a key, or of the key of an item, in the table of that name. nullopt: it was not asked for.
  std::optional<std::size_t> find(const std::string& table_name, const AttributeMap& key) const;
  std::optional<std::size_t> find(const std::string& table_name, const Item& item) const;

  // Puts an item that was read at its key's positions; one that has expired is no item.
  // One of another entity than was asked for is unreadable.
  void add(std::size_t key, const Item& item, const Session& session, BatchRows& answer) const;

 private:
  std::vector<GetRequest> requests_;
  std::vector<Key> keys_;
  std::map<std::string, const TableInfo*> tables_;                      // by the name that the database has
  std::map<std::pair<std::string, std::string>, std::size_t> numbers_;  // by table name and key
};

}  // namespace partita::model
