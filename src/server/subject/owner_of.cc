#include "server/subject/owner_of.h"

#include "ops/rules/names.h"

namespace partita::server {

std::string_view account_in(std::string_view text, const permissions::Tables& tables) {
  if (!text.starts_with("arn:aws:")) return {};
  const auto arn = ops::parse_table_arn(text.substr(0, text.find("/stream/")));
  return arn && arn->region == tables.region() ? arn->account : std::string_view();
}

Error tables_of_several_accounts() {
  return {ErrorCode::ValidationException,
          "The tables of one request must all be of the same account: send a request for each account",
          {},
          {}};
}

}  // namespace partita::server
