#include "base/part_sums.h"

#include <bit>
#include <cstring>

#include "base/bytes.h"
#include "base/check.h"

namespace partita::base {

static_assert(std::endian::native == std::endian::little);

void PartSums::add(std::size_t part, const SipWords& hash) {
  Part& to = parts_[part];
  ++to.count;
  to.sum[0] += hash[0];
  to.sum[1] += hash[1];
}

std::string PartSums::encode() const {
  std::string out;
  std::size_t next = 0;  // the part behind the last one that was written
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (parts_[i].count == 0) continue;
    put_varint(out, i - next);
    put_varint(out, parts_[i].count);
    out.append(reinterpret_cast<const char*>(parts_[i].sum.data()), sizeof(SipWords));
    next = i + 1;
  }
  return out;
}

bool PartSums::add(std::string_view encoded) {
  std::size_t part = 0;
  while (!encoded.empty()) {
    const auto gap = take_varint(encoded);
    const auto count = take_varint(encoded);
    if (!gap || !count || part >= parts_.size() || *gap >= parts_.size() - part || encoded.size() < sizeof(SipWords))
      return false;
    part += *gap;
    SipWords sum{};
    std::memcpy(sum.data(), encoded.data(), sizeof sum);
    encoded.remove_prefix(sizeof sum);
    Part& to = parts_[part++];
    to.count += *count;
    to.sum[0] += sum[0];
    to.sum[1] += sum[1];
  }
  return true;
}

std::vector<std::size_t> PartSums::differing(const PartSums& other) const {
  PARTITA_CHECK(parts_.size() == other.parts_.size());
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < parts_.size(); ++i)
    if (parts_[i] != other.parts_[i]) out.push_back(i);
  return out;
}

}  // namespace partita::base
