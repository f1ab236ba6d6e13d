#include "server/logs/audit_record.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "protocol/json/write_text.h"
#include "server/metrics/metrics.h"
#include "server/subject/table_of.h"

namespace partita::server {
namespace {

constexpr std::size_t kMostItems = 100;  // as many as a request may name
constexpr std::size_t kMostReason = 500;

class RecordText {
 public:
  void add(std::string_view name, std::string_view value) {
    if (value.empty()) return;
    add_name(name);
    protocol::Writer writer(text_);
    protocol::write_text(writer, value);
  }
  void add_plain(std::string_view name, std::string_view json) {
    add_name(name);
    text_ += json;
  }
  std::string take() {
    text_ += '}';
    return std::move(text_);
  }

 private:
  void add_name(std::string_view name) {
    text_ += text_.empty() ? '{' : ',';
    text_.append("\"").append(name).append("\":");
  }

  std::string text_;
};

std::string time_text(std::int64_t ms) {
  return fmt::format(FMT_STRING("{:%Y-%m-%dT%H:%M:%S}.{:03}Z"), fmt::gmtime(static_cast<std::time_t>(ms / 1000)),
                     ms % 1000);
}

// Bytes other than printable ASCII could break a line or a reader of JSON, so they become '?'.
std::string printable(std::string_view text, std::size_t most) {
  std::string out(text.substr(0, most));
  for (char& c : out)
    if (c < ' ' || c > '~') c = '?';
  return out;
}

std::string items_of_request(const FinishedRequest& finished, const AuditLog& log, const protocol::KeyNames& names) {
  std::string items;
  for (const auto& [table, key] : protocol::request_keys(finished.request.body, names, kMostItems)) {
    RecordText item;
    item.add("table", table_name_in(table));
    if (log.shows_keys())
      item.add_plain("key", key);
    else
      item.add("key", log.hash(key));
    items += (items.empty() ? "[" : ",") + item.take();
  }
  return items.empty() ? items : items + "]";
}

}  // namespace

std::string audit_record(const FinishedRequest& finished, std::int64_t now_ms, const AuditLog& log,
                         const protocol::KeyNames& key_names) {
  const Request& request = finished.request;
  const auto error = finished.answer.error;
  RecordText record;
  record.add("time", time_text(now_ms));
  record.add("id", finished.id);
  record.add("operation", operation_name(finished));
  if (finished.details.table != kNoTable) record.add("table", printable(finished.details.table, 255));
  record.add("owner", finished.details.owner);
  record.add("index", printable(finished.details.index, 255));
  // A body that was not read, because its sender was refused, may be anything.
  if (finished.operation)
    if (const std::string items = items_of_request(finished, log, key_names); !items.empty())
      record.add_plain("items", items);
  if (request.caller) {
    record.add("access_key", printable(request.caller->key->id, 128));
    record.add("user", printable(request.caller->key->user, 129));
    if (request.caller->key->account) record.add("account", *request.caller->key->account);
  } else {
    record.add("access_key", printable(claimed_key(request), 128));
  }
  record.add("role", printable(finished.answer.role, 2048));
  record.add("session", printable(finished.answer.session_name, 64));
  record.add_plain("verified", request.caller ? "true" : "false");
  record.add("source", finished.peer);
  // A batch of statements succeeds although one of them is denied.
  const bool allowed = class_of(error) != "auth_failure" && !finished.answer.denied;
  record.add_plain("allowed", allowed ? "true" : "false");
  record.add_plain("status", std::to_string(finished.answer.status));
  if (error) record.add("error", describe(*error).name);
  // Other texts may repeat values of items.
  if (class_of(error) == "auth_failure")
    record.add("reason", printable(finished.answer.error_text, kMostReason));
  else if (!allowed)
    record.add("reason", "a statement of the batch was denied");
  return record.take();
}

}  // namespace partita::server
