// The class Database together with the requests and responses of its operations.
//
// Errors that every operation can return:
//   ValidationException        the request breaks a rule of the API; both forms give the same code and text
//   ResourceNotFoundException  the table or index does not exist
//   ThrottlingException        a write: too many writes wait for the disk
//   InternalServerError        an I/O failure or a lack of memory; it is unknown whether a write happened
//   Corruption                 stored bytes do not decode
// A remote database (connect.h) adds its own. The comments of the request structs name the further errors of each
// operation.
#pragma once

#include <partita/database_class.h>
#include <partita/item_operations.h>
#include <partita/table_operations.h>
