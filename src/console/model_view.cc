#include "console/model_view.h"

#include "console/compose/compose_pattern.h"
#include "console/patterns/describe_model.h"
#include "console/patterns/judge_items.h"

namespace partita::console {

ModelView::ModelView(std::shared_ptr<const modelling::Model> model)
    : proof_(modelling::prove(std::move(model))), description_(describe_model(*proof_)) {}

Result<std::string> ModelView::compose(std::string_view request) const { return compose_pattern(*proof_, request); }
Result<std::string> ModelView::judge(std::string_view request) const { return judge_items(*proof_, request); }

}  // namespace partita::console
