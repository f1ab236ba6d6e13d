// A review of a change of a model: the findings that are new, the access patterns whose plans or units changed, the
// monthly bill before and after, and the steps that tables in use need.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "modelling/core/proof.h"
#include "modelling/cost/bill.h"
#include "modelling/diff/compare_models.h"
#include "modelling/lint/rule.h"

namespace partita::modelling::review {

// The cost of one call of a pattern, and of a month of its calls.
struct PatternCost {
  std::string how = {};  // "Query by_status, 20 items of 412 bytes", or "not priced: " and the fact to say
  bool is_priced = false;
  double read_units = 0;
  double write_units = 0;
  double usd = 0;  // a month on demand; 0 if the model does not say how often it is called
};

struct ReviewedPattern {
  std::string name = {};
  std::optional<PatternCost> was = {};  // absent: the pattern is new
  std::optional<PatternCost> now = {};  // absent: it is gone
};

struct Review {
  std::vector<lint::Finding> findings = {};    // of the later model that the earlier one does not have
  std::size_t kept_findings = 0;               // that both have
  std::size_t cured_findings = 0;              // that only the earlier one has
  std::vector<ReviewedPattern> patterns = {};  // those whose plan, units or price differ, in the later model's order
  std::size_t same_patterns = 0;
  // Absent if a part of the model has no price.
  std::optional<double> was_usd = {};  // a month
  std::optional<double> now_usd = {};
  std::vector<std::string> not_priced = {};  // "PART: the fact to say", of the later model
  diff::ModelDiff diff = {};
  PriceList prices = {};

  // The increase of the bill in percent, or nullopt if one of the two is not known or the earlier one is 0.
  std::optional<double> increase_percent() const;
};

// Compares two models. Without an earlier one all findings and patterns are new. `left_out` are rules that are not
// examined.
Review review_of(std::shared_ptr<const Proof> was, std::shared_ptr<const Proof> now, const PriceList& prices,
                 const BillOptions& options, const std::vector<std::string>& left_out);

}  // namespace partita::modelling::review
