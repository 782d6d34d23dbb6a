// validate: the engine against published figures.

#include "app/cli/command.h"

namespace rackwright::cli {

void addValidateCommands(Commands&) { }

} // namespace rackwright::cli
