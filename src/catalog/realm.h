// Realm: an account in a region. Each realm has tables, streams and client request tokens of its own, so two realms may
// use the same name for different things.
//
// Most databases have only the own realm, which is that of the account and the region with which they are opened. Its
// records do not name it, so a database may be opened with another account or region and keeps its tables.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace partita::catalog {

struct Realm {
  std::string account;  // 12 digits, or empty for the account with which the database is opened
  std::string region;   // empty for the region with which the database is opened

  bool is_own() const { return account.empty() && region.empty(); }
  friend auto operator<=>(const Realm&, const Realm&) = default;
};

// Whether `text` is a number of 12 digits.
bool is_account(std::string_view text);
// Whether `text` has the form of a region's name: 1 to 32 lower-case letters, digits and hyphens.
bool is_region(std::string_view text);

// The text of a realm that is stored: account, '/', region.
std::string text_of(const Realm& realm);
// nullopt if `text` is not such a text.
std::optional<Realm> parse_realm(std::string_view text);

// What precedes names and client request tokens of the realm in stored keys: nothing for the own realm, and otherwise
// the byte FE, the realm's text and '/'. No name or token begins with FE, because it does not occur in UTF-8.
std::string key_prefix(const Realm& realm);

struct RealmKey {
  Realm realm;
  std::string_view name;  // a part of the text that was parsed
};
// The parts of key_prefix(realm) + name. nullopt if the text begins with FE and has no realm.
std::optional<RealmKey> parse_realm_key(std::string_view text);

}  // namespace partita::catalog
