#include "backend/cpu/kernels.h"

namespace hearth::cpu {

const KernelTable& kernelTable(IsaLevel level) noexcept {
    const IsaLevel best = detectIsa();
    if (level > best) level = best;
#if defined(__x86_64__)
    switch (level) {
        case IsaLevel::Amx:
            return amxKernels;
        case IsaLevel::Avx512Vnni:
            return avx512Kernels;
        case IsaLevel::Avx2:
            return avx2Kernels;
        case IsaLevel::Portable:
            break;
    }
#endif
    return portableKernels;
}

}  // namespace hearth::cpu
