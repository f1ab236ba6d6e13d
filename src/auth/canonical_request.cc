#include "auth/canonical_request.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "auth/percent.h"

namespace partita::auth {
namespace {

// Empty segments and "." vanish, and ".." takes the segment before it away. A path that ends with '/' keeps it.
void append_canonical_path(std::string& out, std::string_view path) {
  if (path == "/" || path.empty()) {
    out.push_back('/');
    return;
  }
  std::vector<std::string_view> segments;
  bool ends_in_folder = false;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    const std::string_view segment = path.substr(at, end - at);
    ends_in_folder = end < path.size() || segment == "." || segment == "..";
    if (segment == "..") {
      if (!segments.empty()) segments.pop_back();
    } else if (!segment.empty() && segment != ".") {
      segments.push_back(segment);
    }
    at = end + 1;
  }
  for (const std::string_view segment : segments) {
    out.push_back('/');
    append_percent_encoded(out, segment);
  }
  if (ends_in_folder || segments.empty()) out.push_back('/');
}

// Both texts of a parameter may be encoded in any way, so they are decoded and encoded anew.
void append_canonical_query(std::string& out, std::string_view query) {
  if (query.empty()) return;
  std::vector<std::pair<std::string, std::string>> parameters;
  const auto encoded = [](std::string_view text) {
    std::string anew;
    append_percent_encoded(anew, percent_decoded(text));
    return anew;
  };
  for (std::size_t at = 0; at <= query.size();) {
    const std::size_t end = std::min(query.find('&', at), query.size());
    const std::string_view pair = query.substr(at, end - at);
    at = end + 1;
    const std::size_t equals = std::min(pair.find('='), pair.size());
    if (pair.empty() || pair.substr(0, equals) == "X-Amz-Signature") continue;
    parameters.emplace_back(encoded(pair.substr(0, equals)), encoded(pair.substr(std::min(equals + 1, pair.size()))));
  }
  std::sort(parameters.begin(), parameters.end());
  bool first = true;
  for (const auto& [name, value] : parameters) {
    if (!std::exchange(first, false)) out.push_back('&');
    out.append(name).append("=").append(value);
  }
}

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Blanks around the value vanish, and several blanks inside are one space.
void append_single_spaced(std::string& out, std::string_view value) {
  // Most values have no blank.
  if (value.find(' ') == value.npos && value.find('\t') == value.npos) {
    out.append(value);
    return;
  }
  bool begun = false, blank = false;
  for (const char c : value) {
    if (is_blank(c)) {
      blank = true;
      continue;
    }
    if (blank && begun) out.push_back(' ');
    begun = true;
    blank = false;
    out.push_back(c);
  }
}

void append_canonical_header(std::string& out, const HeaderFields& fields, std::string_view name) {
  out.append(name).append(":");
  bool first = true;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const HeaderField field = fields[i];
    if (field.name != name) continue;
    if (!std::exchange(first, false)) out.push_back(',');
    append_single_spaced(out, field.value);
  }
  out.push_back('\n');
}

}  // namespace

void append_canonical_request(std::string& out, const RequestParts& parts, std::string_view signed_headers,
                              std::string_view payload_hash) {
  out.append(parts.method).push_back('\n');
  if (parts.path_form == PathForm::AsSent)
    out.append(parts.path);
  else
    append_canonical_path(out, parts.path);
  out.push_back('\n');
  append_canonical_query(out, parts.query);
  out.push_back('\n');
  for_each_name(signed_headers, [&](std::string_view name) {
    append_canonical_header(out, *parts.fields, name);
    return true;
  });
  out.append("\n").append(signed_headers).append("\n").append(payload_hash);
}

void append_string_to_sign(std::string& out, std::string_view time, std::string_view scope,
                           const Digest& canonical_hash) {
  out.append(kAlgorithm).append("\n").append(time).append("\n").append(scope).append("\n");
  out.append(view(hex(canonical_hash)));
}

}  // namespace partita::auth
