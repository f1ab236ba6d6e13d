// Finds the account whose tables a request names by their ARNs.
//
// A caller can use a table of another account if he gives its ARN in the place of its name, and the policy of the table
// and his own policies both allow it. The request is then served from the database of that account, which also reads
// each name in it. So a request must not name tables of several accounts, because a name without an account would mean
// a table of the wrong one.
#pragma once

#include <partita/database.h>

#include <string_view>

#include "base/operation.h"
#include "permissions/tables.h"
#include "server/subject/table_of.h"

namespace partita::server {

template <class Request>
inline constexpr bool kCrossesAccounts =
    base::traits_of(base::kOperationOf<Request>).accounts == base::Accounts::Crosses;

struct Owner {
  enum class Kind : std::uint8_t { Caller, Other, Several };
  Kind kind = Kind::Caller;
  std::string_view account = {};  // of Other; a part of the request
};

// The account of the table or stream whose ARN the text has, or with whose ARN it begins. Empty if the text is not such
// an ARN, or is one of another region or partition than that of `tables`, so that the caller's database must refuse it.
std::string_view account_in(std::string_view text, const permissions::Tables& tables);

// `tables` are the caller's. Takes no memory.
template <class Request>
Owner owner_of(const Request& request, const permissions::Tables& tables) {
  Owner owner;
  bool first = true;
  each_table(request, [&](const std::string* text) {
    std::string_view account = text ? account_in(*text, tables) : std::string_view();
    if (account == tables.account()) account = {};
    if (!first && account != owner.account) owner.kind = Owner::Kind::Several;
    if (first) owner = {.kind = account.empty() ? Owner::Kind::Caller : Owner::Kind::Other, .account = account};
    first = false;
  });
  return owner;
}

// The error for a request that names tables of several accounts.
Error tables_of_several_accounts();

}  // namespace partita::server
