#include "iam/principal_pattern.h"

#include <algorithm>

namespace partita::iam {
namespace {

bool is_unique_id(std::string_view text) {
  return text.size() >= 16 &&
         std::ranges::all_of(text, [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); });
}

bool is_arn_of_principal(std::string_view text) {
  const std::string_view service = part_of_arn(text, 2), rest = part_of_arn(text, 5);
  if (!text.starts_with("arn:") || !is_account(part_of_arn(text, 4)) || rest.ends_with('/')) return false;
  if (service == "iam") return rest == "root" || rest.starts_with("user/") || rest.starts_with("role/");
  return service == "sts" && (rest.starts_with("assumed-role/") || rest.starts_with("federated-user/"));
}

}  // namespace

expected<PrincipalPattern, std::string> PrincipalPattern::parse(std::string_view map_key, std::string_view element) {
  const std::string quoted = "\"" + std::string(element) + "\"";
  if (map_key == "Service" || map_key == "Federated") return PrincipalPattern{Kind::Foreign, std::string(element)};
  if (element == "*") return PrincipalPattern{Kind::Everyone, "*"};
  if (element.find_first_of("*?") != std::string_view::npos)
    return unexpected(quoted + " has a wildcard, which stands only for all principals; write \"*\" or a whole ARN");
  if (is_account(element)) return PrincipalPattern{Kind::Account, std::string(element)};
  if (is_arn_of_principal(element)) {
    if (part_of_arn(element, 5) == "root") return PrincipalPattern{Kind::Account, std::string(part_of_arn(element, 4))};
    return PrincipalPattern{Kind::Arn, std::string(element)};
  }
  if (is_unique_id(element)) return PrincipalPattern{Kind::Id, std::string(element)};
  return unexpected(quoted +
                    " is not a principal; write the ARN of a user or role such as "
                    "\"arn:aws:iam::123456789012:user/alice\", an account or \"*\"");
}

PrincipalMatch PrincipalPattern::match(const Principal& principal) const {
  switch (kind) {
    case Kind::Everyone:
      return PrincipalMatch::Direct;
    case Kind::Account:
      if (text != principal.account) return PrincipalMatch::No;
      return principal.kind == PrincipalKind::Root ? PrincipalMatch::Direct : PrincipalMatch::Account;
    case Kind::Arn:
      if (text == principal.arn) return PrincipalMatch::Direct;
      return !principal.role_arn.empty() && text == principal.role_arn ? PrincipalMatch::Role : PrincipalMatch::No;
    case Kind::Id: {
      // The id of a role's session is the role's, a colon, and the session's name.
      const std::string_view id = principal.user_id;
      if (text == id) return PrincipalMatch::Direct;
      return text == id.substr(0, id.find(':')) ? PrincipalMatch::Role : PrincipalMatch::No;
    }
    case Kind::Foreign:
      return PrincipalMatch::No;
  }
  return PrincipalMatch::No;
}

}  // namespace partita::iam
