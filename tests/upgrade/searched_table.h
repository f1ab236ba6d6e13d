// The sample's table with vector indexes and a stream.
#pragma once

#include "support/test_engine.h"

namespace partita::test {

// Creates the table and writes its items. Errors: the first failure.
Result<void> write_searched_table(TestEngine& engine);
// Whether the sample has the table. Those of versions without vector indexes lack it.
bool has_searched_table(TestEngine& engine);
// Fails the test unless the table's items, searches and records are as write_searched_table() made them.
void expect_searched_table(TestEngine& engine);
// Writes items, and adds and deletes an index. Fails the test if a search or the stream is wrong afterwards.
void use_searched_table(TestEngine& engine);

}  // namespace partita::test
