#include "catalog/realm.h"

#include <algorithm>

namespace partita::catalog {
namespace {

// Stored, so never change it. FF precedes the client request tokens of statements (engine/statements).
constexpr char kRealmMark = '\xFE';
constexpr std::size_t kLongestRegion = 32;

}  // namespace

bool is_account(std::string_view text) {
  return text.size() == 12 && text.find_first_not_of("0123456789") == text.npos;
}

bool is_region(std::string_view text) {
  return !text.empty() && text.size() <= kLongestRegion &&
         std::ranges::all_of(text, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
}

std::string text_of(const Realm& realm) { return realm.account + '/' + realm.region; }

std::optional<Realm> parse_realm(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == text.npos) return std::nullopt;
  Realm realm{std::string(text.substr(0, slash)), std::string(text.substr(slash + 1))};
  if (!realm.account.empty() && !is_account(realm.account)) return std::nullopt;
  if (!realm.region.empty() && !is_region(realm.region)) return std::nullopt;
  if (realm.is_own()) return std::nullopt;
  return realm;
}

std::string key_prefix(const Realm& realm) {
  if (realm.is_own()) return {};
  return kRealmMark + text_of(realm) + '/';
}

std::optional<RealmKey> parse_realm_key(std::string_view text) {
  if (!text.starts_with(kRealmMark)) return RealmKey{{}, text};
  text.remove_prefix(1);
  const std::size_t slash = text.find('/');
  const std::size_t end = slash == text.npos ? slash : text.find('/', slash + 1);
  if (end == text.npos) return std::nullopt;
  auto realm = parse_realm(text.substr(0, end));
  if (!realm) return std::nullopt;
  return RealmKey{*std::move(realm), text.substr(end + 1)};
}

}  // namespace partita::catalog
