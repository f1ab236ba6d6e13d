#include "identities/document.h"

#include <fmt/format.h>

#include <charconv>
#include <initializer_list>

#include "base/try.h"
#include "documents/json_out.h"
#include "iam/json.h"

namespace partita::identities {
namespace {

using documents::JsonOut;
using iam::Json;

// ---- writing

void write(JsonOut& out, const Tags& tags) {
  if (tags.empty()) return;
  out.name("tags").begin_list();
  for (const auto& [name, value] : tags) out.begin_object().member("name", name).member("value", value).end_object();
  out.end_list();
}

void write(JsonOut& out, const std::vector<InlinePolicy>& policies) {
  if (policies.empty()) return;
  out.name("policies").begin_list();
  for (const InlinePolicy& one : policies)
    out.begin_object().member("name", one.name).member("document", one.document).end_object();
  out.end_list();
}

void write(JsonOut& out, std::string_view name, const std::vector<StoredKey>& keys) {
  if (keys.empty()) return;
  out.name(name).begin_list();
  for (const StoredKey& key : keys) {
    out.begin_object().member("id", key.id).member("secret", key.sealed_secret).member("created_ms", key.created_ms);
    if (key.expires_ms) out.member("expires_ms", *key.expires_ms);
    if (key.disabled) out.member("disabled", true);
    out.end_object();
  }
  out.end_list();
}

// What users, groups and roles have in common.
template <class Named>
void begin(JsonOut& out, const Named& one) {
  out.begin_object().member("name", one.name).member("path", one.path).member("id", one.id);
  out.member("created_ms", one.created_ms);
  write(out, one.policies);
}

void write_boundary(JsonOut& out, const std::string& boundary) {
  if (!boundary.empty()) out.member("boundary", boundary);
}

void write(JsonOut& out, const User& user) {
  begin(out, user);
  write(out, user.tags);
  write_boundary(out, user.boundary);
  if (!user.groups.empty()) {
    out.name("groups").begin_list();
    for (const std::string& group : user.groups) out.value(group);
    out.end_list();
  }
  write(out, "keys", user.keys);
  out.end_object();
}

void write(JsonOut& out, const Group& group) {
  begin(out, group);
  out.end_object();
}

void write(JsonOut& out, const Role& role) {
  begin(out, role);
  write(out, role.tags);
  write_boundary(out, role.boundary);
  out.member("trust", role.trust).member("max_session_s", role.max_session_s).end_object();
}

template <class Named>
void write_list(JsonOut& out, std::string_view name, const std::vector<Named>& list) {
  if (list.empty()) return;
  out.name(name).begin_list();
  for (const Named& one : list) write(out, one);
  out.end_list();
}

// ---- reading

using Read = expected<void, std::string>;

unexpected<std::string> fault_at(const Json& json, std::string_view text) {
  return unexpected(fmt::format("line {}, column {}: {}", json.place.line, json.place.column, text));
}

Read read(const Json& json, std::string& out) {
  if (json.kind != Json::Kind::String) return fault_at(json, "a text should be here");
  out = json.text;
  return {};
}

Read read(const Json& json, std::int64_t& out) {
  const char* const end = json.text.data() + json.text.size();
  const auto [at, error] = std::from_chars(json.text.data(), end, out);
  if (json.kind != Json::Kind::Number || error != std::errc() || at != end)
    return fault_at(json, "a whole number should be here");
  return {};
}

Read read(const Json& json, std::optional<std::int64_t>& out) { return read(json, out.emplace()); }

Read read(const Json& json, bool& out) {
  if (json.kind != Json::Kind::Bool) return fault_at(json, "true or false should be here");
  out = json.text == "true";
  return {};
}

Read read(const Json& json, std::pair<std::string, std::string>& tag);
Read read(const Json& json, InlinePolicy& policy);
Read read(const Json& json, StoredKey& key);
Read read(const Json& json, User& user);
Read read(const Json& json, Group& group);
Read read(const Json& json, Role& role);
Read read(const Json& json, Account& account);

template <class Element>
Read read(const Json& json, std::vector<Element>& out) {
  if (json.kind != Json::Kind::List) return fault_at(json, "a list should be here");
  for (const Json& element : json.elements) PARTITA_TRY(read(element, out.emplace_back()));
  return {};
}

// Reads members of one object. Each member of the object must be asked for, and only once.
class Members {
 public:
  explicit Members(const Json& json) : json_(json) {
    if (json.kind != Json::Kind::Object) fault_ = fault_at(json, "an object should be here").error();
  }
  template <class Value>
  Members& required(std::string_view name, Value& value) {
    if (!find(name, value) && fault_.empty())
      fault_ = fault_at(json_, fmt::format("the member \"{}\" is missing", name)).error();
    return *this;
  }
  template <class Value>
  Members& optional(std::string_view name, Value& value) {
    (void)find(name, value);
    return *this;
  }
  Read finish() {
    if (fault_.empty() && found_ != json_.members.size()) return fault_at(json_, "the object has a member too many");
    if (!fault_.empty()) return unexpected(std::move(fault_));
    return {};
  }

 private:
  template <class Value>
  bool find(std::string_view name, Value& value) {
    for (const Json::Member& member : json_.members) {
      if (member.name != name) continue;
      ++found_;
      if (const auto got = read(member.value, value); !got && fault_.empty()) fault_ = got.error();
      return true;
    }
    return false;
  }

  const Json& json_;
  std::size_t found_ = 0;
  std::string fault_;
};

Read read(const Json& json, std::pair<std::string, std::string>& tag) {
  return Members(json).required("name", tag.first).required("value", tag.second).finish();
}

Read read(const Json& json, InlinePolicy& policy) {
  return Members(json).required("name", policy.name).required("document", policy.document).finish();
}

Read read(const Json& json, StoredKey& key) {
  Members members(json);
  members.required("id", key.id).required("secret", key.sealed_secret).required("created_ms", key.created_ms);
  return members.optional("expires_ms", key.expires_ms).optional("disabled", key.disabled).finish();
}

template <class Named>
Members members_of(const Json& json, Named& one) {
  Members members(json);
  members.required("name", one.name).required("path", one.path).required("id", one.id);
  return members.required("created_ms", one.created_ms).optional("policies", one.policies);
}

Read read(const Json& json, User& user) {
  Members members = members_of(json, user);
  members.optional("tags", user.tags).optional("boundary", user.boundary);
  return members.optional("groups", user.groups).optional("keys", user.keys).finish();
}

Read read(const Json& json, Group& group) { return members_of(json, group).finish(); }

Read read(const Json& json, Role& role) {
  Members members = members_of(json, role);
  members.optional("tags", role.tags).optional("boundary", role.boundary);
  return members.required("trust", role.trust).required("max_session_s", role.max_session_s).finish();
}

Read read(const Json& json, Account& account) {
  Members members(json);
  members.required("id", account.id).optional("users", account.users).optional("groups", account.groups);
  return members.optional("roles", account.roles).optional("root_keys", account.root_keys).finish();
}

}  // namespace

std::string document_of(const Contents& contents) {
  JsonOut out;
  out.begin_object().name("accounts").begin_list();
  for (const Account& account : contents.accounts) {
    out.begin_object().member("id", account.id);
    write_list(out, "users", account.users);
    write_list(out, "groups", account.groups);
    write_list(out, "roles", account.roles);
    write(out, "root_keys", account.root_keys);
    out.end_object();
  }
  out.end_list().end_object();
  return out.text();
}

expected<Contents, std::string> parse_document(std::string_view document) {
  const auto json = iam::parse_json(document);
  if (!json)
    return unexpected(
        fmt::format("line {}, column {}: {}", json.error().place.line, json.error().place.column, json.error().text));
  Contents contents;
  PARTITA_TRY(Members(*json).required("accounts", contents.accounts).finish());
  return contents;
}

}  // namespace partita::identities
