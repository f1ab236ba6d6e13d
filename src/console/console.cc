#include "console/console.h"

#include "base/try.h"
#include "console/machine/audit_tail.h"
#include "console/machine/hot_keys.h"
#include "console/read_only.h"
#include "console/read_template.h"
#include "console/wire.h"

namespace partita::console {

struct Description {
  std::string version, mode, endpoint, region, account, auth;
  bool read_only, needs_session, has_model, has_statistics, has_audit_log, amazon;
};
template <class V, protocol::Is<Description> T>
void fields(V& v, T& of) {
  v("Version", of.version);
  v("Mode", of.mode);
  v("Endpoint", of.endpoint);
  v("Region", of.region);
  v("Account", of.account);
  v("Auth", of.auth);
  v("ReadOnly", of.read_only);
  v("NeedsSession", of.needs_session);
  v("HasModel", of.has_model);
  v("HasStatistics", of.has_statistics);
  v("HasAuditLog", of.has_audit_log);
  v("Amazon", of.amazon);
}

struct OpenSessionRequest {
  std::string token = {};
};
template <class V, protocol::Is<OpenSessionRequest> T>
void fields(V& v, T& of) {
  v("Token", of.token);
}
struct OpenSessionAnswer {
  std::string session = {};
};
template <class V, protocol::Is<OpenSessionAnswer> T>
void fields(V& v, T& of) {
  v("Session", of.session);
}

struct ReadAuditLogRequest {
  std::optional<std::int64_t> limit = {};
};
template <class V, protocol::Is<ReadAuditLogRequest> T>
void fields(V& v, T& of) {
  v("Limit", of.limit);
}
struct ReadAuditLogAnswer {
  std::vector<RawJson> records = {};
};
template <class V, protocol::Is<ReadAuditLogAnswer> T>
void fields(V& v, T& of) {
  v("Records", of.records);
}

namespace {

std::string_view text_of(server::Auth auth) {
  switch (auth) {
    case server::Auth::Off:
      return "off";
    case server::Auth::Keys:
      return "keys";
    case server::Auth::Iam:
      return "iam";
    default:
      return "any";
  }
}

std::string describe(const ConsoleOptions& options) {
  return json_of(Description{.version = options.version,
                             .mode = options.mode == Mode::Serve ? "serve" : "endpoint",
                             .endpoint = options.endpoint,
                             .region = options.region,
                             .account = options.account,
                             .auth = std::string(text_of(options.auth)),
                             .read_only = options.read_only,
                             .needs_session = !options.token.empty(),
                             .has_model = options.model != nullptr,
                             .has_statistics = options.database != nullptr,
                             .has_audit_log = !options.audit_log.empty(),
                             .amazon = options.amazon});
}

}  // namespace

struct Console::Known {
  server::ConsoleOperation operation;
  Result<std::string> (Console::*answer)(std::string_view body);
};

const Console::Known Console::kKnown[] = {
    {{.name = "OpenSession", .opens_session = true}, &Console::open_session},
    {{.name = "ListHotKeys", .action = iam::Action::ListHotKeys}, &Console::list_hot_keys},
    {{.name = "ReadAuditLog", .action = iam::Action::ReadAuditLog}, &Console::read_audit_log},
    {{.name = "DescribeModel"}, &Console::describe_model},
    {{.name = "ComposePattern"}, &Console::compose_pattern},
    {{.name = "JudgeItems"}, &Console::judge_items},
    {{.name = "ReadTemplate"}, &Console::tables_of_template},
};

Console::Console(ConsoleOptions options)
    : options_(std::move(options)),
      description_(describe(options_)),
      session_(options_.token),
      model_(options_.model ? std::make_unique<ModelView>(options_.model) : nullptr) {}

std::optional<std::string> Console::metrics(server::MetricsFormat format) const {
  if (!options_.metrics) return std::nullopt;
  return options_.metrics(format);
}

const server::ConsoleOperation* Console::operation(std::string_view name) const {
  for (const Known& known : kKnown)
    if (known.operation.name == name) return &known.operation;
  return nullptr;
}

Result<std::string> Console::answer(const server::ConsoleOperation& operation, std::string_view body) {
  for (const Known& known : kKnown)
    if (known.operation.name == operation.name) return (this->*known.answer)(body);
  return fail(ErrorCode::UnknownOperationException, "");
}

std::optional<Error> Console::refusal(protocol::Operation operation, std::string_view body) const {
  return options_.read_only ? refusal_of_writes(operation, body) : std::nullopt;
}

Result<std::string> Console::open_session(std::string_view body) {
  PARTITA_TRY_VALUE(request, read_request<OpenSessionRequest>(body));
  PARTITA_TRY_VALUE(session, session_.open(request.token));
  return json_of(OpenSessionAnswer{session});
}

Result<std::string> Console::list_hot_keys(std::string_view) {
  if (!options_.database)
    return invalid("This console is in front of another endpoint, which does not show its hot keys");
  return hot_keys_json(*options_.database, options_.watches_all_keys);
}

Result<std::string> Console::read_audit_log(std::string_view body) {
  constexpr std::int64_t kDefaultRecords = 100, kMostRecords = 1000;
  PARTITA_TRY_VALUE(request, read_request<ReadAuditLogRequest>(body));
  if (options_.audit_log.empty())
    return invalid("There is no audit log; start `partita serve` with --audit-log FILE to have one");
  const std::int64_t limit = request.limit.value_or(kDefaultRecords);
  if (limit < 1 || limit > kMostRecords) return invalid("Limit is the number of records, from 1 to 1000");
  PARTITA_TRY_VALUE(records, last_audit_records(options_.audit_log, static_cast<std::size_t>(limit)));
  ReadAuditLogAnswer answer;
  for (std::string& record : records) answer.records.push_back({std::move(record)});
  return json_of(answer);
}

Result<void> Console::need_model() const {
  if (model_) return {};
  return invalid("This console has no model; start it with --model FILE to have one");
}

Result<std::string> Console::describe_model(std::string_view) {
  PARTITA_TRY(need_model());
  return model_->describe();
}

Result<std::string> Console::compose_pattern(std::string_view body) {
  PARTITA_TRY(need_model());
  return model_->compose(body);
}

Result<std::string> Console::judge_items(std::string_view body) {
  PARTITA_TRY(need_model());
  return model_->judge(body);
}

Result<std::string> Console::tables_of_template(std::string_view body) { return read_template(body); }

}  // namespace partita::console
