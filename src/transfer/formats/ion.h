// Items in Amazon Ion's text form, as the service exports and imports them. Source: "Amazon Ion" in "DynamoDB table
// export output format", developer guide, and the specification of Ion 1.0.
//
// Types: S string, N decimal, B blob, BOOL bool, NULL null, L list, M struct; a set is a list with the annotation
// $dynamodb_SS, $dynamodb_NS or $dynamodb_BS.
#pragma once

#include <partita/item.h>

#include <string>

#include "transfer/formats/record_reader.h"

namespace partita::transfer {

// Appends the struct of the attributes, such as {id:103.}.
void append_ion_struct(const Item& item, std::string& out);

// Appends a line without its end, such as $ion_1_0 {Item:{id:103.,tags:$dynamodb_SS::["a"]}}.
void append_ion(const Item& item, std::string& out);

// Reads structs such as {Item:{...}} and those of incremental exports, also inside {Record:{...}}. A record may extend
// over several lines. Integers and floats are read as N too. Timestamps, symbols, clobs and s-expressions have no type
// in DynamoDB and make a record faulty.
std::unique_ptr<RecordReader> read_ion(Source& source);

}  // namespace partita::transfer
