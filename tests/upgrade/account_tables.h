// The sample's tables of other accounts and regions.
#pragma once

#include "support/test_engine.h"

namespace partita::test {

// Creates the tables and writes their items. Errors: the first failure.
Result<void> write_account_tables(TestEngine& engine);
// Whether the sample has the tables. Those of versions without accounts lack them.
bool has_account_tables(TestEngine& engine);
// Fails the test unless the tables' items and records are as write_account_tables() made them.
void expect_account_tables(TestEngine& engine);
// Writes an item and creates a table. Fails the test if something is wrong afterwards.
void use_account_tables(TestEngine& engine);

}  // namespace partita::test
