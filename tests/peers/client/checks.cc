#include "peers/client/checks.h"

namespace partita::peers {

void expect(bool holds, const std::string& what) {
  if (!holds) throw Failed(what);
}

std::vector<Check> all_checks() {
  std::vector<Check> checks;
  add_table_checks(checks);
  add_item_checks(checks);
  add_page_checks(checks);
  add_batch_checks(checks);
  add_transaction_checks(checks);
  add_last_checks(checks);
  return checks;
}

}  // namespace partita::peers
