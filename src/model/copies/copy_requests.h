// What a write request says of copies and of their sources. It sends no requests.
#pragma once

#include <partita/model/runtime/item_writes.h>

#include "model/copies/copy_values.h"

namespace partita::model {

// True for the requests that write a whole item.
bool is_whole(WriteRequest::Kind kind);
// True for the requests that change members of an item.
bool is_update(WriteRequest::Kind kind);

// The item that a whole request writes, or the primary key of another request's item.
AttributeMap& written_item(WriteRequest& request);
const AttributeMap& written_item(const WriteRequest& request);

// The request's change of the field, or of a part of its value. nullptr if it has none.
const Change* change_of(const WriteRequest& request, FieldPosition field);
// True if the change says what the whole member is afterwards.
bool is_known_change(const Change& change);

// True if the request decides which source its item has. Requires: the request's item is a holder of the copy.
bool refers_anew(const WriteRequest& request, const CopyInfo& copy);
// True if the request may change the copied field of its item. Requires: the request's item is a source of the copy.
bool changes_source(const WriteRequest& request, const CopyInfo& copy);

// True if only the stored item tells what the copied field is after the update: a change of a part of it, such as an
// increment, and an upsert that may create the item without it. Requires: the request's item is a source of the copy.
bool follows_from_stored(const WriteRequest& request, const CopyInfo& copy);

// The fields that refer to the source after the write, under their attribute names. A whole item has its other fields
// too. Errors: ValidationException if the request does not tell one of them. Requires: refers_anew().
Result<AttributeMap> references_after(const WriteRequest& request, const CopyInfo& copy);

}  // namespace partita::model
