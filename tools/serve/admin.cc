#include "admin.h"

#include <fmt/format.h>
#include <partita/faults.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>
#include <utility>

#include "base/clock.h"
#include "documents/read_json.h"
#include "protocol/json/json_writer.h"
#include "users/identity_command.h"

namespace partita::tools {
namespace {

constexpr std::size_t kHotKeys = 10;  // of each table and index
constexpr const char* kNoRules = R"({"rules":[]})";

std::string json_of(const AttributeMap& attributes) {
  std::string json;
  {
    protocol::Writer writer(json);
    protocol::write(writer, attributes);
  }
  return json;
}

std::string_view name_of(engine::KeyRule rule) {
  constexpr std::string_view kNames[] = {"PKC", "SKC", "PKT", "SKT"};
  return kNames[static_cast<std::size_t>(rule)];
}

bool is_throttled(engine::KeyRule rule) {
  return rule == engine::KeyRule::ThrottledPartition || rule == engine::KeyRule::ThrottledItem;
}

constexpr std::string_view kFaultsOf = "/faults?account=";
constexpr std::string_view kClockOf = "/clock?account=";
constexpr std::string_view kAccounts = "/accounts/";

bool has_form_of_account(std::string_view text) {
  return text.size() == 12 && text.find_first_not_of("0123456789") == text.npos;
}

// The seconds of {"advance_seconds":3600}. nullopt if the text has another form.
std::optional<std::chrono::seconds> seconds_of(const std::string& body) {
  // More seconds would overflow their number of milliseconds, and are refused by the engine.
  constexpr std::int64_t kMost = std::int64_t{1} << 40;
  const auto json = documents::read_json(body, std::make_shared<const std::string>("body"));
  const documents::Node* const seconds = json && json->members.size() == 1 ? json->find("advance_seconds") : nullptr;
  if (seconds == nullptr || !seconds->is_scalar() || seconds->is_quoted) return std::nullopt;
  std::int64_t number = 0;
  const std::string& text = seconds->text;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0) return std::nullopt;
  return std::chrono::seconds(std::min(number, kMost));
}

server::AdminAnswer failure(int status, std::string_view text) {
  return {status, "text/plain; charset=utf-8", std::string(text) + "\n"};
}

}  // namespace

server::AdminAnswer Admin::answer(const server::AdminRequest& request) {
  if (request.path == "/metrics" && request.method == "GET")
    return {200, "text/plain; version=0.0.4; charset=utf-8", server_.metrics(server::MetricsFormat::Prometheus)};
  if (request.path == "/archive" && request.method == "GET") return show_archive_state(Form::Json);
  if (request.path == "/archive.txt" && request.method == "GET") return show_archive_state(Form::Lines);
  if (request.path == "/promote" && request.method == "POST") return promote();
  if (request.path == "/tables" && request.method == "GET") return show_tables();
  if (request.path == "/tables.txt" && request.method == "GET") return show_tables_as_lines();
  if (request.path == "/hot-keys" && request.method == "GET") return show_hot_keys();
  if (request.path == "/hot-keys.txt" && request.method == "GET") return show_hot_keys_as_lines();
  if ((request.path == "/iam" || request.path == "/iam.json") && request.method == "POST") return run_iam(request);
  const std::string_view path = request.path;
  if (path.starts_with(kFaultsOf)) return set_faults_of(path.substr(kFaultsOf.size()), request);
  if (path.starts_with(kClockOf)) return advance_clock(path.substr(kClockOf.size()), request);
  if (path.starts_with(kAccounts)) {
    if (request.method != "DELETE") return failure(405, "/accounts/ID has DELETE");
    return forget(path.substr(kAccounts.size()));
  }
  if (path != "/faults")
    return failure(
        404, "There is only /accounts, /archive, /clock, /faults, /hot-keys, /iam, /metrics, /promote and /tables");
  const std::lock_guard lock(mutex_);
  if (request.method == "GET") return show_faults();
  if (request.method == "PUT") return set_faults(request.body);
  if (request.method == "DELETE") return set_faults(kNoRules);
  return failure(405, "/faults has GET, PUT and DELETE");
}

server::AdminAnswer Admin::show_archive_state(Form form) {
  if (follower_ != nullptr && form == Form::Json) return {.body = standby_json(*follower_)};
  if (follower_ != nullptr) return {200, "text/plain; charset=utf-8", standby_text(*follower_)};
  if (archiver_ == nullptr) return failure(404, "The server has no archive; start it with --archive URL");
  if (form == Form::Json) return {.body = archive_json(*archiver_)};
  return {200, "text/plain; charset=utf-8", archive_text(*archiver_)};
}

server::AdminAnswer Admin::promote() {
  if (!promote_) return failure(409, "The server is not a standby");
  const std::lock_guard lock(mutex_);
  const auto promoted = promote_();
  if (!promoted) return failure(500, promoted.error().message);
  return {200, "text/plain; charset=utf-8", "The standby is promoted, and goes on as a primary server\n"};
}

server::AdminAnswer Admin::show_tables() {
  const auto states = database_.table_states();
  if (!states) return failure(500, states.error().message);
  std::string json = "{\"tables\":[";
  bool first = true;
  for (const engine::NamedTableState& table : *states) {
    if (!std::exchange(first, false)) json += ',';
    json += fmt::format("{{\"table\":\"{}\",", table.name);
    if (const auto place = database_.place_of(table.realm))
      json += fmt::format("\"account\":\"{}\",\"region\":\"{}\",", place->account, place->region);
    json += fmt::format("\"items\":{},\"bytes\":{},\"hash\":\"{}\"}}", table.state.items, table.state.bytes,
                        table.state.hash);
  }
  return {.body = json + "]}\n"};
}

server::AdminAnswer Admin::show_tables_as_lines() {
  const auto states = database_.table_states();
  if (!states) return failure(500, states.error().message);
  std::string lines;
  for (const engine::NamedTableState& table : *states) {
    const auto place = database_.place_of(table.realm);
    lines += fmt::format("{}{}: {} {} with {} bytes, hash {}\n",
                         place ? place->account + " " + place->region + " " : "", table.name, table.state.items,
                         table.state.items == 1 ? "item" : "items", table.state.bytes, table.state.hash);
  }
  return {200, "text/plain; charset=utf-8", lines};
}

server::AdminAnswer Admin::show_hot_keys() {
  std::string json = "{\"hot_keys\":[";
  bool first = true;
  for (const engine::HotKey& hot : database_.hot_keys(kHotKeys)) {
    if (!std::exchange(first, false)) json += ',';
    // Names of tables and indexes need no escapes.
    json += fmt::format("{{\"table\":\"{}\",", hot.table);
    if (!hot.index.empty()) json += fmt::format("\"index\":\"{}\",", hot.index);
    if (const auto place = database_.place_of(hot.realm))
      json += fmt::format("\"account\":\"{}\",\"region\":\"{}\",", place->account, place->region);
    json += fmt::format("\"rule\":\"{}\",\"key\":{},\"share\":{:.3f},\"least_share\":{:.3f}}}", name_of(hot.rule),
                        hot.key ? json_of(*hot.key) : "null", hot.share, hot.least_share);
  }
  return {.body = json + "]}\n"};
}

server::AdminAnswer Admin::show_hot_keys_as_lines() {
  std::string accessed, throttled;
  for (const engine::HotKey& hot : database_.hot_keys(kHotKeys)) {
    const auto place = database_.place_of(hot.realm);
    const std::string where = place ? place->account + " " + place->region + " " : "";
    (is_throttled(hot.rule) ? throttled : accessed) +=
        fmt::format("{:5.1f} %  {}{}{}{}  {}\n", hot.share * 100, where, hot.table, hot.index.empty() ? "" : "/",
                    hot.index, hot.key ? json_of(*hot.key) : "(a key of more than 256 bytes)");
  }
  if (!accessed.empty()) accessed.insert(0, "\nhot keys of the last minutes\n");
  if (!throttled.empty()) throttled.insert(0, "\nthrottled keys of the last minutes\n");
  return {200, "text/plain; charset=utf-8", accessed + throttled};
}

server::AdminAnswer Admin::run_iam(const server::AdminRequest& request) {
  const auto command = parse_identity_command(request.body);
  if (!command) return failure(400, command.error());
  const auto reply = access_.run(*command, base::SystemClock().now_ms());
  // The arguments may have secrets, so the log has none of them.
  log_(LogLevel::Info, fmt::format("event=identities command=\"{}\" done={}", command->verb, reply ? "yes" : "no"));
  if (!reply) return failure(400, reply.error());
  if (request.path == "/iam.json") return {.body = reply->json};
  return {200, "text/plain; charset=utf-8", reply->text};
}

server::AdminAnswer Admin::set_faults_of(std::string_view account, const server::AdminRequest& request) {
  if (!has_form_of_account(account)) return failure(400, "an account has 12 digits");
  if (request.method != "PUT" && request.method != "DELETE")
    return failure(405, "/faults?account=ID has PUT and DELETE");
  auto faults = parse_faults(request.method == "PUT" ? request.body : kNoRules);
  if (!faults) return failure(400, faults.error().message);
  const std::lock_guard lock(mutex_);
  if (const auto set = faults_.set_faults_of(account, std::move(*faults)); !set)
    return failure(400, set.error().message);
  return {.body = "{}\n"};
}

server::AdminAnswer Admin::advance_clock(std::string_view account, const server::AdminRequest& request) {
  if (!has_form_of_account(account)) return failure(400, "an account has 12 digits");
  if (request.method != "PUT") return failure(405, "/clock?account=ID has PUT");
  const auto seconds = seconds_of(request.body);
  if (!seconds) return failure(400, R"(the body must be like {"advance_seconds":3600}, with a whole number from 0 on)");
  if (data_ == Data::OnDisk)
    return failure(400, "the clock of an account can be set only with --memory, because what it lets expire is lost");
  const auto ahead = faults_.advance_clock(account, *seconds);
  if (!ahead) return failure(ahead.error().code == ErrorCode::InternalServerError ? 503 : 400, ahead.error().message);
  return {.body = fmt::format(R"({{"ahead_seconds":{}}})", ahead->count() / 1000) + "\n"};
}

server::AdminAnswer Admin::forget(std::string_view account) {
  if (!has_form_of_account(account)) return failure(400, "an account has 12 digits");
  const auto count = faults_.forget(account);
  if (!count) return failure(400, count.error().message);
  return {.body = fmt::format(R"({{"tables":{}}})", *count) + "\n"};
}

server::AdminAnswer Admin::show_faults() {
  std::string acted;
  for (const std::uint64_t times : faults_.times_acted()) acted += (acted.empty() ? "" : ",") + std::to_string(times);
  return {.body = fmt::format(R"({{"acted":[{}],"faults":{}}})", acted, rules_) + "\n"};
}

server::AdminAnswer Admin::set_faults(const std::string& json) {
  auto faults = parse_faults(json);
  if (!faults) return failure(400, faults.error().message);
  const auto line = fmt::format("event=faults_on_purpose rules={} seed={} clock_skew_s={} file=admin_socket",
                                faults->rules.size(), faults->seed, faults->clock_skew.count());
  if (const auto set = faults_.set_faults(std::move(*faults)); !set) return failure(400, set.error().message);
  rules_ = json;
  log_(LogLevel::Warning, line);
  return show_faults();
}

}  // namespace partita::tools
