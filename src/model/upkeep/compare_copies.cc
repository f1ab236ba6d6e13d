// compare_copies() looks once more at the holders of sources that a write changed.
#include "model/copies/prepare_copies.h"
#include "model/core/async_operation.h"
#include "model/core/cost.h"
#include "model/upkeep/mend_copies.h"

namespace partita::model {
namespace {

class Comparison : public AsyncOperation<Cost>, public std::enable_shared_from_this<Comparison> {
 public:
  Comparison(std::shared_ptr<Session> session, Mode mode, std::vector<WrittenSource> sources, Done<Cost> when_done)
      : AsyncOperation(std::move(session), mode, std::move(when_done)), sources_(std::move(sources)) {}

  void run() {
    const auto self = shared_from_this();
    repeat(
        caller.mode(),
        [self](std::function<void(Loop)> next) {
          if (self->sources_.empty() || self->error_) return next(Loop::Stop);
          WrittenSource source = std::move(self->sources_.back());
          self->sources_.pop_back();
          mend_source(self->caller.shared_session(), self->caller.mode(), *source.copy, std::move(source.source),
                      [self, next](Result<Mended> mended) {
                        if (mended)
                          add_cost(self->cost_, mended->cost);
                        else
                          self->error_ = std::move(mended.error());
                        if (mended && !mended->unwritten.empty())
                          self->error_ = std::move(mended->unwritten.front().error);
                        next(Loop::Again);
                      });
        },
        [self] {
          if (self->error_) return self->finish(unexpected(*std::move(self->error_)));
          self->finish(self->cost_);
        });
  }

 private:
  std::vector<WrittenSource> sources_;
  std::optional<Error> error_;
  Cost cost_;
};

}  // namespace

void compare_copies(const std::shared_ptr<Session>& session, Mode mode, std::vector<WrittenSource> sources,
                    Done<Cost> done) {
  std::make_shared<Comparison>(session, mode, std::move(sources), std::move(done))->run();
}

}  // namespace partita::model
