#include "commerce/measure.h"

#include <chrono>

namespace commerce {
namespace {

using recording::Call;

std::string requests_of(const std::vector<Call>& calls) {
  std::string text;
  for (std::size_t at = 0; at < calls.size();) {
    std::size_t end = at;
    while (end < calls.size() && calls[end].operation == calls[at].operation) ++end;
    if (!text.empty()) text += " + ";
    if (end - at > 1) text += std::to_string(end - at) + " x ";
    text += calls[at].operation;
    at = end;
  }
  return text;
}

// Whether the requests were the promised ones: no more of them, on that index, and none that reads what it drops.
Wrong check_requests(const AccessPattern& pattern, const std::vector<Call>& calls) {
  if (calls.size() != static_cast<std::size_t>(pattern.requests))
    return std::to_string(calls.size()) + " requests instead of " + std::to_string(pattern.requests);
  for (const Call& call : calls) {
    if (call.operation == "Scan") return "scanned";
    if (call.index != pattern.index) return "used index " + (call.index.empty() ? "none" : call.index);
    if (call.filtered || call.evaluated_count != call.returned_count) return "filtered";
  }
  return std::nullopt;
}

}  // namespace

Measured measure(const AccessPattern& pattern, CommerceRepository& shop, recording::RecordingDatabase& recorder) {
  Measured measured;
  if (pattern.before) measured.wrong = pattern.before(shop);
  if (measured.wrong) return measured;
  recorder.take();
  const auto start = std::chrono::steady_clock::now();
  measured.wrong = pattern.check(shop);
  const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
  const std::vector<Call> calls = recorder.take();

  measured.milliseconds = elapsed.count();
  measured.requests = requests_of(calls);
  for (const Call& call : calls) {
    measured.returned_count += call.returned_count;
    measured.capacity_units += call.capacity_units;
  }
  if (!measured.wrong) measured.wrong = check_requests(pattern, calls);
  if (!measured.wrong && pattern.after) measured.wrong = pattern.after(shop);
  return measured;
}

}  // namespace commerce
