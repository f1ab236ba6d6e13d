#include "shared/measure.h"

#include <algorithm>
#include <chrono>

namespace systems {
namespace {

constexpr std::string_view kBaseTable = "base table";

std::string spell_requests(const std::vector<Request>& requests) {
  std::string text;
  for (std::size_t at = 0; at < requests.size();) {
    std::size_t end = at;
    while (end < requests.size() && requests[end].operation == requests[at].operation) ++end;
    if (!text.empty()) text += " + ";
    if (end - at > 1) text += std::to_string(end - at) + " x ";
    text += requests[at].operation;
    at = end;
  }
  return text;
}

bool is_read(const Request& request) {
  constexpr std::string_view kReads[] = {"GetItem", "BatchGetItem", "TransactGetItems", "Query", "Scan"};
  return std::find(std::begin(kReads), std::end(kReads), request.operation) != std::end(kReads);
}

// The names of the places that the requests read, in the form of AccessPattern::index.
std::string places_read(const std::vector<Request>& requests) {
  std::vector<std::string_view> places;
  for (const Request& request : requests) {
    if (!is_read(request)) continue;
    const std::string_view place = request.index.empty() ? kBaseTable : request.index;
    if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
  }
  std::string text;
  for (const std::string_view place : places) text.append(text.empty() ? "" : ", ").append(place);
  return text == kBaseTable ? "" : text;
}

// Checks that the requests are the promised ones: their number, their indexes, and that none reads items that it drops.
Wrong check_requests(const AccessPattern& pattern, const std::vector<Request>& requests) {
  if (requests.size() != static_cast<std::size_t>(pattern.requests))
    return std::to_string(requests.size()) + " requests instead of " + std::to_string(pattern.requests);
  if (const std::string places = places_read(requests); places != pattern.index)
    return "read in " + (places.empty() ? std::string(kBaseTable) : places);
  for (const Request& request : requests) {
    if (request.operation == "Scan") return "scanned";
    if (!pattern.filters && (request.filtered || request.evaluated_count != request.returned_count)) return "filtered";
  }
  return std::nullopt;
}

}  // namespace

Measured measure(const AccessPattern& pattern, RecordingDatabase& recorder) {
  Measured measured;
  if (pattern.before) measured.wrong = pattern.before();
  if (measured.wrong) return measured;
  recorder.take();
  const auto start = std::chrono::steady_clock::now();
  measured.wrong = pattern.check();
  const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
  const std::vector<Request> requests = recorder.take();

  measured.milliseconds = elapsed.count();
  measured.requests = spell_requests(requests);
  for (const Request& request : requests) {
    measured.evaluated_count += request.evaluated_count;
    measured.returned_count += request.returned_count;
    measured.capacity_units += request.capacity_units;
  }
  if (!measured.wrong) measured.wrong = check_requests(pattern, requests);
  if (!measured.wrong && pattern.after) measured.wrong = pattern.after();
  return measured;
}

}  // namespace systems
