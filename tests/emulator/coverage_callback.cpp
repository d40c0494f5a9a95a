// Callback of code compiled with -fsanitize-coverage=trace-pc, called at the beginning of each basic block.
#include "emulator/machine.h"
#include "emulator/observer.h"

extern "C" __attribute__((visibility("default"))) void __sanitizer_cov_trace_pc() {
    using namespace hearth::emulator;
    if (g_observer && g_machine.running()) g_observer->instructionsReached(__builtin_return_address(0));
}
