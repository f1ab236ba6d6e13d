#include "console/compose/scripted_database.h"

#include <fmt/format.h>

#include <random>

#include "protocol/codec.h"
#include "protocol/error_json.h"

namespace partita::console {
namespace {

// A range of time may span many partitions, each of which is a request.
constexpr std::size_t kMostRequests = 200;

constexpr int kSuccess = 200;

}  // namespace

template <class Response, class Request>
Result<Response> ScriptedDatabase::answer(std::string_view operation, Request request) {
  if (requests_.size() >= kMostRequests)
    return invalid(fmt::format("The range spans more than {} partitions; give a shorter one", kMostRequests));
  if constexpr (std::is_same_v<Request, QueryRequest> || std::is_same_v<Request, ScanRequest>)
    if (!request.limit && options_.limit) request.limit = *options_.limit;
  ComposedRequest composed{.operation = std::string(operation), .body = {""}};
  protocol::encode_request(request, composed.body.text);
  const std::size_t at = requests_.size();
  const bool is_answered = at < options_.answers.size();
  if (is_answered) composed.answered = true;
  requests_.push_back(std::move(composed));
  if (is_answered) {
    const GivenAnswer& given = options_.answers[at];
    if (given.status == kSuccess) return protocol::decode_response<Response>(given.text);
    return unexpected(protocol::decode_error(static_cast<int>(given.status), given.text));
  }
  if (options_.finds_nothing || std::is_same_v<Request, BatchWriteItemRequest>) return Response{};
  return fail(ErrorCode::ResourceNotFoundException, "This request is not sent yet");
}

#define PARTITA_OPERATION(function, Name)                                                   \
  Result<Name##Response> ScriptedDatabase::function(Name##Request request) {                \
    return answer<Name##Response>(#Name, std::move(request));                               \
  }                                                                                         \
  void ScriptedDatabase::function(Name##Request request, Completion<Name##Response> done) { \
    done(answer<Name##Response>(#Name, std::move(request)));                                \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION

std::shared_ptr<model::Session> session_over(std::shared_ptr<ScriptedDatabase> database, const std::string& seed,
                                             std::int64_t now_ms) {
  std::seed_seq sequence(seed.begin(), seed.end());
  const auto random = std::make_shared<std::mt19937_64>(sequence);
  model::SessionDependencies dependencies{
      .sleep = [](std::chrono::milliseconds) {},
      .after = [](std::chrono::milliseconds, const std::function<void()>& run) { run(); },
      .random_bytes =
          [random](std::size_t count) {
            std::string bytes;
            while (bytes.size() < count) bytes.push_back(static_cast<char>((*random)() & 0xffU));
            return bytes;
          }};
  return std::make_shared<model::Session>(
      std::move(database), model::SessionOptions{.retries = {.attempts = 1}, .now_ms = [now_ms] { return now_ms; }},
      std::move(dependencies));
}

std::string new_seed() {
  std::random_device device;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", device(), device(), device(), device());
}

}  // namespace partita::console
