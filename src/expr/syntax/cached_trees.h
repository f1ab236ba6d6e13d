// The caches of syntax trees, which all requests share.
#pragma once

#include "expr/syntax/ast_cache.h"

namespace partita::expr {

AstCache<ConditionAst>& condition_cache();
AstCache<UpdateAst>& update_cache();
AstCache<ProjectionAst>& projection_cache();

}  // namespace partita::expr
