// HCL, the language of Terraform, in the layout of `terraform fmt`.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace partita::modelling {

// The text in quotes. "${" and "%{" do not begin a template in it.
std::string hcl_text(std::string_view text);

// A block: `head { arguments, blocks }`.
struct HclBlock {
  std::string head = {};                                            // such as: resource "aws_dynamodb_table" "shop"
  std::vector<std::pair<std::string, std::string>> arguments = {};  // a name and the text of its expression
  std::vector<HclBlock> blocks = {};

  void add(std::string name, std::string expression) { arguments.emplace_back(std::move(name), std::move(expression)); }
  // The block is valid until the next call.
  HclBlock& add_block(std::string block_head) { return blocks.emplace_back(HclBlock{std::move(block_head)}); }
};

// An expression: [a, b], or one pair on each line of an object.
std::string hcl_list(const std::vector<std::string>& expressions);

std::string to_hcl(const std::vector<HclBlock>& blocks);

}  // namespace partita::modelling
