#include <partita/database.h>

namespace partita {

Database::~Database() = default;

}  // namespace partita
