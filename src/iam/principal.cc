#include "iam/principal.h"

#include <algorithm>

#include "base/text.h"

namespace partita::iam {

std::string_view part_of_arn(std::string_view arn, int n) {
  for (int i = 0; i < n; ++i) {
    const std::size_t colon = arn.find(':');
    if (colon == std::string_view::npos) return {};
    arn.remove_prefix(colon + 1);
  }
  return n == 5 ? arn : arn.substr(0, arn.find(':'));
}

bool is_account(std::string_view text) { return text.size() == 12 && std::ranges::all_of(text, base::is_digit); }

Result<Principal> Principal::of_arn(std::string_view arn) {
  Principal result;
  result.arn = arn;
  result.account = part_of_arn(arn, 4);
  const std::string_view service = part_of_arn(arn, 2), rest = part_of_arn(arn, 5);
  const std::string_view name = rest.substr(rest.rfind('/') + 1);
  const bool valid = arn.starts_with("arn:") && is_account(result.account) && !name.empty();
  if (valid && service == "iam" && rest == "root") {
    result.kind = PrincipalKind::Root;
    result.user_id = result.account;
    return result;
  }
  if (valid && service == "iam" && rest.starts_with("user/")) {
    result.kind = PrincipalKind::User;
    result.user_name = name;
    return result;
  }
  if (valid && service == "sts" && rest.starts_with("federated-user/")) {
    result.kind = PrincipalKind::FederatedUser;
    return result;
  }
  if (valid && service == "sts" && rest.starts_with("assumed-role/") && std::ranges::count(rest, '/') == 2) {
    result.kind = PrincipalKind::RoleSession;
    const std::string_view role = rest.substr(rest.find('/') + 1, rest.rfind('/') - rest.find('/') - 1);
    result.role_arn =
        "arn:" + std::string(part_of_arn(arn, 1)) + ":iam::" + result.account + ":role/" + std::string(role);
    return result;
  }
  return invalid("'" + std::string(arn) +
                 "' is not the ARN of a principal; write one such as arn:aws:iam::123456789012:user/alice or "
                 "arn:aws:sts::123456789012:assumed-role/app/session");
}

}  // namespace partita::iam
