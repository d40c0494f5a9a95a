// Checks of tests/gpu/run on a GPU, besides the program itself. Prints one line of JSON.
//   card_checks FOLDER              loads FOLDER/libhearth-cuda.so and checks that output is batch-invariant
//   card_checks FOLDER time         times GEMMs and attention
//   card_checks FOLDER hold MEBI    allocates the GPU's memory except for MEBI MiB until standard input ends
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "backend/cuda_loader/cuda_loader.h"
#include "gpu/kernel_times.h"
#include "gpu/row_company.h"

namespace {

using namespace hearth;

int company(Backend& backend) {
    const auto changed = test::rowsChangedByCompany(backend);
    std::printf("{\"changed\": [");
    for (size_t i = 0; i < changed.size(); ++i) std::printf("%s\"%s\"", i ? ", " : "", changed[i].c_str());
    std::printf("]}\n");
    return changed.empty() ? 0 : 1;
}

void times(Backend& backend) {
    std::printf("[");
    const char* before = "";
    for (const test::KernelTime& one : test::kernelTimes(backend)) {
        std::printf(
            "%s\n{\"operation\": \"%s\", \"rows\": %d, \"us\": %.2f, \"gb_per_s\": %.0f, "
            "\"tera_operations\": %.1f}",
            before, one.operation.c_str(), one.rows, one.microseconds, one.bytes / one.microseconds / 1e3,
            2 * one.multiplyAdds / one.microseconds / 1e6);
        before = ",";
    }
    std::printf("]\n");
}

/// Other programs take memory in pieces too, until nothing is left.
void hold(Backend& backend, uint64_t leftBytes) {
    std::vector<std::unique_ptr<Buffer>> pieces;
    const uint64_t columns = 1024;
    for (uint64_t piece = uint64_t{256} << 20U; piece >= uint64_t{1} << 20U; piece /= 2) {
        while (backend.info().freeBytes > leftBytes + piece) {
            try {
                pieces.push_back(backend.allocate(piece / sizeof(float) / columns, columns));
            } catch (const Error&) {
                break;
            }
        }
    }
    std::printf("{\"free_bytes\": %llu}\n", static_cast<unsigned long long>(backend.info().freeBytes));
    std::fflush(stdout);
    while (std::getchar() != EOF) {
    }
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const bool timed = argc == 3 && std::strcmp(argv[2], "time") == 0;
        if (argc != 2 && !timed && (argc != 4 || std::strcmp(argv[2], "hold") != 0)) return 2;
        const auto backend = CudaLoader(argv[1]).makeBackend(0);
        if (argc == 2) return company(*backend);
        if (timed)
            times(*backend);
        else
            hold(*backend, std::strtoull(argv[3], nullptr, 10) << 20U);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
