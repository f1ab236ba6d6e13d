#include "server/answers/finished_request.h"

#include <algorithm>

#include "auth/claims.h"

namespace partita::server {
namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_.-:/()[]@+,*").find(c) != std::string_view::npos;
}

}  // namespace

std::string_view operation_name(const FinishedRequest& finished) {
  if (finished.operation) return protocol::name_of(*finished.operation);
  if (!finished.answer.operation.empty()) return finished.answer.operation;
  const auto target = protocol::parse_target(finished.request.amz_target.value);
  return target.state == protocol::TargetState::Unknown ? "none" : target.name;
}

std::string_view claimed_key(const Request& request) {
  constexpr std::size_t kMostBytes = 128;
  // The texts before a key in the header, and in the query of a presigned URL.
  constexpr std::string_view kInHeader = "Credential=", kInQuery = "X-Amz-Credential=";
  std::string_view text = request.authorization.value;
  auto at = text.find(kInHeader);
  std::size_t skipped = kInHeader.size();
  if (at == text.npos) {
    text = request.target;
    at = text.find(kInQuery);
    skipped = kInQuery.size();
  }
  if (at == text.npos) return {};
  text.remove_prefix(at + skipped);
  return text.substr(0, std::min(text.find_first_of("/%&, "), kMostBytes));
}

std::string as_word(std::string_view text) {
  constexpr std::size_t kMostBytes = 256;
  std::string word(text.substr(0, kMostBytes));
  std::replace_if(
      word.begin(), word.end(), [](char c) { return !is_plain(c); }, '?');
  return word.empty() ? "-" : word;
}

}  // namespace partita::server
