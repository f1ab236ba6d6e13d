// Database with the requests and responses of its operations.
#pragma once

#include <partita/database_class.h>
#include <partita/item_operations.h>
#include <partita/table_operations.h>
