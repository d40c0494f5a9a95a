#pragma once

#include "hearth/machine_check.h"

namespace hearth {

class BackendRegistry;

/// As checkMachine(), with the devices of these backends.
MachineReport checkDevices(const BackendRegistry& backends, const MachineCheckListener& listener = {},
                           std::stop_token stop = {});

}  // namespace hearth
