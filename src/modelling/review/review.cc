#include "modelling/review/review.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace partita::modelling::review {
namespace {

// A finding without its line, which moves with each edit of the file.
std::string identity_of(const lint::Finding& finding) {
  std::string out(finding.rule->id);
  for (const std::string* part : {&finding.table, &finding.index, &finding.entity, &finding.pattern, &finding.message})
    out += '\n' + *part;
  return out;
}

void compare_findings(const std::vector<lint::Finding>& was, std::vector<lint::Finding> now, Review& out) {
  std::map<std::string, std::size_t> known;
  for (const lint::Finding& finding : was) ++known[identity_of(finding)];
  for (lint::Finding& finding : now) {
    const auto found = known.find(identity_of(finding));
    if (found == known.end() || found->second == 0) {
      out.findings.push_back(std::move(finding));
      continue;
    }
    --found->second;
    ++out.kept_findings;
  }
  for (const auto& [identity, count] : known) out.cured_findings += count;
}

PatternCost cost_of(const PatternBill& bill) {
  PatternCost out{.how = bill.not_priced.empty() ? bill.units->how : "not priced: " + bill.not_priced,
                  .is_priced = bill.not_priced.empty()};
  if (!out.is_priced) return out;
  out.read_units = bill.units->read_units();
  out.write_units = bill.units->write_units();
  out.usd = bill.usd;
  return out;
}

bool is_near(double a, double b) { return std::abs(a - b) <= 1e-9 + 1e-6 * std::max(std::abs(a), std::abs(b)); }

bool is_same(const PatternCost& was, const PatternCost& now) {
  return was.how == now.how && was.is_priced == now.is_priced && is_near(was.read_units, now.read_units) &&
         is_near(was.write_units, now.write_units) && is_near(was.usd, now.usd);
}

void compare_bills(const Bill* was, const Bill& now, Review& out) {
  std::map<std::string, PatternCost> earlier;
  if (was != nullptr)
    for (const PatternBill& pattern : was->patterns) earlier.emplace(pattern.units->pattern->name, cost_of(pattern));
  for (const PatternBill& pattern : now.patterns) {
    ReviewedPattern one{.name = pattern.units->pattern->name, .now = cost_of(pattern)};
    if (const auto found = earlier.find(one.name); found != earlier.end()) {
      one.was = std::move(found->second);
      earlier.erase(found);
    }
    if (one.was && is_same(*one.was, *one.now))
      ++out.same_patterns;
    else
      out.patterns.push_back(std::move(one));
  }
  for (auto& [name, cost] : earlier) out.patterns.push_back({.name = name, .was = std::move(cost)});
  if (was != nullptr && was->not_priced.empty() && was->knows_anything()) out.was_usd = was->total_usd();
  if (now.not_priced.empty() && now.knows_anything()) out.now_usd = now.total_usd();
  out.not_priced = now.not_priced;
}

}  // namespace

std::optional<double> Review::increase_percent() const {
  if (!was_usd || !now_usd || *was_usd <= 0) return std::nullopt;
  return (*now_usd / *was_usd - 1) * 100;
}

Review review_of(std::shared_ptr<const Proof> was, std::shared_ptr<const Proof> now, const PriceList& prices,
                 const BillOptions& options, const std::vector<std::string>& left_out) {
  Review out{.prices = prices};
  compare_findings(was ? lint::run(*was, left_out) : std::vector<lint::Finding>(), lint::run(*now, left_out), out);
  const Bill later = bill_of_model(now, prices, options);
  if (!was) {
    compare_bills(nullptr, later, out);
    return out;
  }
  const Bill earlier = bill_of_model(was, prices, options);
  compare_bills(&earlier, later, out);
  out.diff = diff::compare_models(was, now);
  return out;
}

}  // namespace partita::modelling::review
