// One action of a transaction on one item. A single action is sent as a PutItem, UpdateItem or DeleteItem.
#pragma once

#include <partita/database.h>
#include <partita/model/runtime/session.h>

#include <optional>
#include <string>

namespace partita::model {

struct WriteAction {
  enum class Kind : std::uint8_t { Put, Update, Delete, Check };
  // The purpose of the action.
  enum class Part : std::uint8_t {
    Item,     // the item that the request names
    OldItem,  // the item under its old key, for a move
    Claim,    // creates the sentinel of a unique value
    Release,  // removes that sentinel
    Repoint,  // gives that sentinel another owner
    Expired,  // removes the expired owner whose value a claim takes over, or checks that it does not exist
    Source,   // checks that the source of a copy still has the copied value
    Copy,     // writes a copy into an item that has one
  };
  Kind kind = Kind::Put;
  Part part = Part::Item;
  bool returns_old = false;            // Put, Update: return the old item; else an update returns the new one
  const UniqueInfo* unique = nullptr;  // for Claim, Release, Repoint and Expired
  const TableInfo* table = nullptr;
  AttributeMap key = {};   // primary key
  AttributeMap item = {};  // the whole item, for Kind::Put
  std::string update = {};
  std::string condition = {};  // empty if unconditional
  OptionalNames names = {};
  OptionalItem values = {};
};

// A text that is equal for equal items of equal tables.
std::string item_identity(std::string_view table_name, const AttributeMap& key);

// Each request asks for the stored item in case its condition fails. `table_name` is the table's name in the database.
PutItemRequest put_item_request(WriteAction action, std::string table_name);
UpdateItemRequest update_item_request(WriteAction action, std::string table_name);
DeleteItemRequest delete_item_request(WriteAction action, std::string table_name);
TransactWriteItem transact_write_item(WriteAction action, std::string table_name);

}  // namespace partita::model
