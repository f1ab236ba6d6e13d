// The class Database together with the requests and responses of its operations.
//
// database_class.h has the class. It says for each operation what the operation does, which errors it can return, and
// how Amazon DynamoDB differs. item_operations.h, comparison_operations.h, table_operations.h, setting_operations.h,
// backup_operations.h, recovery_operations.h, transfer_operations.h, stream_operations.h and statement_operations.h
// have the requests and responses, and say which values each member takes. subscription.h has the answer of
// subscribe().
#pragma once

#include <partita/backup_operations.h>
#include <partita/comparison_operations.h>
#include <partita/database_class.h>
#include <partita/item_operations.h>
#include <partita/recovery_operations.h>
#include <partita/setting_operations.h>
#include <partita/statement_operations.h>
#include <partita/stream_operations.h>
#include <partita/subscription.h>
#include <partita/table_operations.h>
#include <partita/transfer_operations.h>
