// One action on one item, as a transaction has them; alone it is a PutItem, UpdateItem or DeleteItem.
#pragma once

#include <partita/database.h>
#include <partita/model/runtime.h>

#include <optional>
#include <string>

namespace partita::model {

struct WriteAction {
  enum class Kind : std::uint8_t { Put, Update, Delete, Check };
  // What the action is for.
  enum class Part : std::uint8_t {
    Item,     // the item that the request names
    OldItem,  // of a move: the item under its old key
    Claim,    // a unique value's sentinel is created
    Release,  // it is removed
    Repoint,  // it gets another owner
    Expired,  // the owner that a claim takes the value over from: it goes, or is gone
  };
  Kind kind = Kind::Put;
  Part part = Part::Item;
  bool returns_old = false;  // Put and Update, alone: the item as it was; otherwise an update returns it as it is
  const UniqueInfo* unique = nullptr;  // of Claim, Release, Repoint, Expired
  const TableInfo* table = nullptr;
  AttributeMap key = {};   // primary key
  AttributeMap item = {};  // whole, of Kind::Put
  std::string update = {};
  std::string condition = {};  // empty: none
  OptionalNames names = {};
  OptionalItem values = {};
};

// A text that is the same for the same item.
std::string item_identity(std::string_view table_name, const AttributeMap& key);

// Each asks for the stored item where the condition fails. `table_name`: what the database calls the table.
PutItemRequest put_item_request(WriteAction action, std::string table_name);
UpdateItemRequest update_item_request(WriteAction action, std::string table_name);
DeleteItemRequest delete_item_request(WriteAction action, std::string table_name);
TransactWriteItem transact_write_item(WriteAction action, std::string table_name);

}  // namespace partita::model
