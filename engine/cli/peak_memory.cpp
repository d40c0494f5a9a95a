#include "cli/peak_memory.h"

#include <fstream>
#include <string>

namespace hearth::cli {

void restartPeakMemory() {
    // proc(5): 5 sets the peak to what there is now.
    std::ofstream("/proc/self/clear_refs") << "5\n";
}

uint64_t peakMemoryBytes() {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        uint64_t kibibytes = 0;
        if (word == "VmHWM:" && status >> kibibytes) return kibibytes * 1024;
    }
    return 0;
}

}  // namespace hearth::cli
