#include "archive/segment.h"

#include <optional>

#include "auth/sha256.h"
#include "base/bytes.h"
#include "base/try.h"

namespace partita::archive {
namespace {

constexpr std::string_view kSegmentMagic = "changes1";
constexpr std::size_t kChainDigits = 32;

void put_text(std::string& out, std::string_view text) {
  base::put_varint(out, text.size());
  out += text;
}

// Takes parts off the front of a segment. After a fault everything is empty, and `ok` is false.
struct Reader {
  std::string_view rest;
  bool ok = true;

  std::uint64_t number() {
    const auto value = base::take_varint(rest);
    ok = ok && value;
    return value.value_or(0);
  }
  std::string_view text() {
    const std::uint64_t size = number();
    ok = ok && size <= rest.size();
    if (!ok) return {};
    const std::string_view text = rest.substr(0, size);
    rest.remove_prefix(size);
    return text;
  }
};

unexpected<Error> malformed() { return fail(ErrorCode::Corruption, "it does not decode as changes"); }

}  // namespace

std::string to_bytes(const Segment& segment) {
  std::string out(kSegmentMagic);
  base::put_varint(out, segment.number);
  put_text(out, segment.previous_chain);
  base::put_varint(out, segment.batches.size());
  for (const storage::LoggedBatch& batch : segment.batches) {
    base::put_varint(out, batch.first);
    base::put_varint(out, batch.count);
    base::put_varint(out, static_cast<std::uint64_t>(batch.time_ms));
    put_text(out, batch.batch.encoded());
  }
  out.push_back(segment.has_sums ? '\1' : '\0');
  base::put_varint(out, segment.sums.size());
  for (const TableSum& sum : segment.sums) {
    put_text(out, sum.account);
    put_text(out, sum.region);
    put_text(out, sum.table);
    base::put_varint(out, static_cast<std::uint64_t>(sum.items));
    base::put_varint(out, static_cast<std::uint64_t>(sum.bytes));
    put_text(out, sum.hash);
  }
  return out;
}

Result<Segment> parse_segment(std::string_view bytes) {
  if (!bytes.starts_with(kSegmentMagic)) return malformed();
  Reader in{bytes.substr(kSegmentMagic.size())};
  Segment segment;
  segment.number = in.number();
  segment.previous_chain = in.text();
  for (std::uint64_t left = in.number(); in.ok && left > 0; --left) {
    storage::LoggedBatch batch{.first = in.number(), .count = in.number()};
    batch.time_ms = static_cast<std::int64_t>(in.number());
    auto operations = storage::Batch::decode(in.text());
    if (!in.ok || !operations) return malformed();
    batch.batch = *std::move(operations);
    const bool follows =
        segment.batches.empty() || batch.first == segment.batches.back().first + segment.batches.back().count;
    if (batch.count == 0 || !follows) return malformed();
    segment.batches.push_back(std::move(batch));
  }
  if (in.rest.empty()) return malformed();
  segment.has_sums = in.rest.front() == '\1';
  in.rest.remove_prefix(1);
  for (std::uint64_t left = in.number(); in.ok && left > 0; --left) {
    TableSum sum{.account = std::string(in.text()), .region = std::string(in.text()), .table = std::string(in.text())};
    sum.items = static_cast<std::int64_t>(in.number());
    sum.bytes = static_cast<std::int64_t>(in.number());
    sum.hash = in.text();
    segment.sums.push_back(std::move(sum));
  }
  if (!in.ok || !in.rest.empty()) return malformed();
  return segment;
}

std::string chain_of(std::string_view segment_bytes) {
  const auth::HexDigest digest = auth::hex(auth::sha256(segment_bytes));
  return std::string(auth::view(digest).substr(0, kChainDigits));
}

}  // namespace partita::archive
