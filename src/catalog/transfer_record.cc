// A request is stored as the list of its members in their order, and a struct in it likewise. An absent member is NULL.
// So a member may be added at the end of a struct, and must not be moved or removed.
#include "catalog/transfer_record.h"

#include <fmt/format.h>

#include <boost/pfr/core.hpp>
#include <charconv>
#include <concepts>

#include "base/try.h"
#include "value/encode.h"
#include "value/view.h"

namespace partita::catalog {
namespace {

constexpr std::int64_t kTransferVersion = 1;

// ---- members

AttributeValue write(const std::string& text) { return text; }
AttributeValue write(const Bytes& value) { return AttributeValue::binary(value.bytes); }
AttributeValue write(bool value) { return value; }
template <std::integral T>
AttributeValue write(T value) {
  return value;
}
AttributeValue write(double value) { return fmt::format("{}", value); }
AttributeValue write(const AttributeMap& map) { return AttributeValue::binary(value::encode_item(map)); }
template <class E>
AttributeValue write(const OpenEnum<E>& value) {
  return std::string(value.text());
}
template <class T>
AttributeValue write(const std::optional<T>& value);
template <class T>
  requires std::is_aggregate_v<T>
AttributeValue write(const T& object);
template <class T>
AttributeValue write(const std::vector<T>& list) {
  AttributeValue::List out;
  for (const T& element : list) out.push_back(write(element));
  return out;
}
AttributeValue write(const std::map<std::string, std::string>& map) {
  AttributeMap out;
  for (const auto& [name, value] : map) out.set(name, value);
  return out;
}
template <class T>
  requires std::is_aggregate_v<T>
AttributeValue write(const T& object) {
  AttributeValue::List out;
  boost::pfr::for_each_field(object, [&](const auto& member) { out.push_back(write(member)); });
  return out;
}
template <class T>
AttributeValue write(const std::optional<T>& value) {
  return value ? write(*value) : AttributeValue::null();
}

bool read(const AttributeValue& from, std::string& out) {
  if (from.is(AttributeType::S)) out = from.s();
  return from.is(AttributeType::S);
}
bool read(const AttributeValue& from, Bytes& out) {
  if (from.is(AttributeType::B)) out.bytes = from.b();
  return from.is(AttributeType::B);
}
bool read(const AttributeValue& from, bool& out) {
  if (from.is(AttributeType::Bool)) out = from.boolean();
  return from.is(AttributeType::Bool);
}
template <class T>
bool read_digits(std::string_view digits, T& out) {
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
  return error == std::errc() && end == digits.data() + digits.size();
}
template <std::integral T>
bool read(const AttributeValue& from, T& out) {
  return from.is(AttributeType::N) && read_digits(from.n(), out);
}
bool read(const AttributeValue& from, double& out) { return from.is(AttributeType::S) && read_digits(from.s(), out); }
bool read(const AttributeValue& from, AttributeMap& out) {
  if (!from.is(AttributeType::B) || !value::ItemView::check(from.b())) return false;
  out = value::ItemView(from.b()).to_map();
  return true;
}
bool read(const AttributeValue& from, std::map<std::string, std::string>& out) {
  if (!from.is(AttributeType::M)) return false;
  for (const auto& [name, value] : from.m())
    if (!read(value, out[name])) return false;
  return true;
}
template <class T>
bool read(const AttributeValue& from, std::vector<T>& out);
template <class T>
  requires std::is_aggregate_v<T>
bool read(const AttributeValue& from, T& out);
template <class E>
bool read(const AttributeValue& from, std::optional<OpenEnum<E>>& out) {
  if (from.is(AttributeType::Null)) return true;
  if (from.is(AttributeType::S)) out = OpenEnum<E>::from_text(from.s());
  return out && out->known();
}
template <class T>
bool read(const AttributeValue& from, std::optional<T>& out) {
  return from.is(AttributeType::Null) || read(from, out.emplace());
}
template <class T>
bool read(const AttributeValue& from, std::vector<T>& out) {
  if (!from.is(AttributeType::L)) return false;
  for (const AttributeValue& element : from.l())
    if (!read(element, out.emplace_back())) return false;
  return true;
}
template <class T>
  requires std::is_aggregate_v<T>
bool read(const AttributeValue& from, T& out) {
  if (!from.is(AttributeType::L)) return false;
  bool ok = true;
  std::size_t at = 0;
  // A record from before a member was added is shorter.
  boost::pfr::for_each_field(out, [&](auto& member) {
    if (at < from.l().size()) ok = read(from.l()[at++], member) && ok;
  });
  return ok;
}

// ---- records

// Calls `visit` with the name and the place of each member of a record that is not the request or the status.
template <class Transfer, class Visit>
void each_member(Transfer& of, Visit visit) {
  visit("id", of.id);
  visit("arn_name", of.arn_name);
  visit("started", of.started_ms);
  visit("ended", of.ended_ms);
  visit("failure_code", of.failure_code);
  visit("failure_message", of.failure_message);
  visit("table", of.table);
  visit("table_name", of.table_name);
  visit("table_uuid", of.table_uuid);
  visit("history", of.history);
  visit("moment", of.moment);
  visit("from", of.from);
  visit("time", of.export_ms);
  visit("table_record", of.table_record);
  visit("manifest", of.manifest);
  visit("items", of.items);
  visit("records", of.records);
  visit("errors", of.errors);
  visit("failed_conditions", of.failed_conditions);
  visit("bytes", of.bytes);
  visit("bytes_in_all", of.bytes_in_all);
  visit("put_bytes", of.put_bytes);
  visit("reports", of.reports);
  visit("done_key", of.done_key);
  visit("partial_key", of.partial_key);
  visit("done_records", of.done_records);
  visit("has_read_all", of.has_read_all);
}

template <std::size_t kIndex = 0>
bool read_request(const AttributeValue& from, std::size_t index, TransferInfo::Request& out) {
  if constexpr (kIndex < std::variant_size_v<TransferInfo::Request>) {
    if (index == kIndex) return read(from, out.emplace<kIndex>());
    return read_request<kIndex + 1>(from, index, out);
  } else {
    return false;
  }
}

AttributeValue write_request(const TransferInfo::Request& request) {
  return std::visit([](const auto& of_kind) { return write(of_kind); }, request);
}

}  // namespace

std::string encode_request(const TransferInfo::Request& request) {
  return value::encode_item(AttributeMap{{"kind", request.index()}, {"request", write_request(request)}});
}

std::string encode_transfer(const TransferInfo& transfer, const Realm& realm) {
  AttributeMap map{{"version", kTransferVersion},
                   {"kind", transfer.request.index()},
                   {"request", write_request(transfer.request)},
                   {"status", std::string(to_text(transfer.status))}};
  each_member(transfer, [&](std::string_view name, const auto& member) { map.set(name, write(member)); });
  if (!realm.is_own()) map["realm"] = text_of(realm);
  return value::encode_item(map);
}

Result<StoredTransfer> decode_transfer(std::string_view bytes) {
  if (!value::ItemView::check(bytes))
    return fail(ErrorCode::Corruption, "the record of an export or import does not decode");
  const AttributeMap map = value::ItemView(bytes).to_map();
  const auto member = [&](std::string_view name, auto& out) {
    const AttributeValue* const found = map.find(name);
    return found != nullptr && read(*found, out);
  };
  StoredTransfer stored;
  std::int64_t version = 0;
  std::size_t kind = 0;
  bool ok = member("version", version) && member("kind", kind) && version >= 1;
  if (ok && version > kTransferVersion)
    return fail(ErrorCode::DataDirectoryNewer,
                "the record of an export or import was written by a newer Partita; open the data with that one");
  std::string status;
  ok = ok && map.contains("request") && read_request(*map.find("request"), kind, stored.transfer.request) &&
       member("status", status);
  const auto known = OpenEnum<BulkOperationStatus>::from_text(status);
  if (known.known()) stored.transfer.status = known.value();
  ok = ok && known.known();
  each_member(stored.transfer, [&](std::string_view name, auto& out) { ok = ok && member(name, out); });
  if (std::string realm; ok && map.contains("realm")) {
    ok = member("realm", realm);
    auto parsed = parse_realm(realm);
    if (parsed) stored.realm = *std::move(parsed);
    ok = ok && parsed.has_value();
  }
  if (!ok) return fail(ErrorCode::Corruption, "the record of an export or import lacks a member");
  return stored;
}

}  // namespace partita::catalog
