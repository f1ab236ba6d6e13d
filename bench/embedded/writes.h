#pragma once

#include "embedded/changes.h"

namespace partita::bench {

template <Writing kWriting>
std::unique_ptr<Side> partita_write(Stores& stores, const Part& part);
template <Writing kWriting>
std::unique_ptr<Side> raw_write(Stores& stores, const Part& part);

}  // namespace partita::bench
