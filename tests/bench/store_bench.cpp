// hearth-store-bench FOLDER [BLOCKS [KIBIBYTES]]: writes that many blocks of that size (600 of 896 KiB, as a
// model of 1.5 billion weights has them) into an empty folder and reads them again, as they are and
// encrypted, in turns, five times each. Prints a line of JSON: the medians in megabytes a second of processor
// time, so that other programs do not matter, and the ratios. The files are in the page cache.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <random>
#include <vector>

#include "hearth/error.h"
#include "prefix_store/block_store.h"

namespace {

using namespace hearth;

double processorSeconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

struct Rates {
    double write = 0, read = 0;  ///< megabytes a second
};

BlockRecord recordOf(uint32_t number, const std::vector<std::byte>& content) {
    return {.name = {{number, 1}, number},
            .parent = {},
            .tokens = std::vector<TokenId>(32, static_cast<TokenId>(number)),
            .groups = {content},
            .state = {},
            .logits = {}};
}

Rates ratesOf(const std::filesystem::path& folder, uint32_t blocks, const std::vector<std::byte>& content,
              bool encrypted) {
    BlockStoreOptions options{.folder = folder, .space = {1, 2}, .shape = {.groupBytes = {content.size()}}};
    options.mostBytes = options.mostBytesADay = UINT64_MAX / 2;
    if (encrypted) options.key = CacheKey{std::byte{7}};
    const double megabytes = 1e-6 * static_cast<double>(content.size()) * blocks;
    const auto rateSince = [&](double start) { return megabytes / (processorSeconds() - start); };
    Rates rates;
    {
        BlockStore store(options);
        const double start = processorSeconds();
        for (uint32_t i = 0; i < blocks; ++i) {
            while (!store.waitForRoom(10)) {
            }
            store.put(recordOf(i, content), {.time = 1, .tenant = {}});
        }
        store.flush();
        rates.write = rateSince(start);
    }
    {
        BlockStore store(options);
        const double start = processorSeconds();
        for (uint32_t i = 0; i < blocks; ++i) {
            const BlockRecord wanted = recordOf(i, {});
            if (!store.get({.name = wanted.name, .parent = {}, .tokens = wanted.tokens, .groups = {}}))
                throw Error(ErrorCode::Io, "A block was not found again.");
        }
        rates.read = rateSince(start);
    }
    std::filesystem::remove_all(folder);
    return rates;
}

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: hearth-store-bench FOLDER [BLOCKS [KIBIBYTES]]\n");
        return 2;
    }
    const auto blocks = static_cast<uint32_t>(argc > 2 ? std::atoi(argv[2]) : 600);
    const size_t bytes = size_t{1024} * static_cast<size_t>(argc > 3 ? std::atoi(argv[3]) : 896);
    try {
        std::vector<std::byte> content(bytes);
        std::mt19937 random(1);
        for (std::byte& byte : content) byte = static_cast<std::byte>(random());
        constexpr int rounds = 5;
        std::array<std::vector<double>, 2> write, read;
        for (int round = 0; round < 2 * rounds; ++round) {
            const auto kind = static_cast<size_t>(round % 2);
            const Rates rates =
                ratesOf(std::filesystem::path(argv[1]) / "store-bench", blocks, content, kind == 1);
            write[kind].push_back(rates.write);
            read[kind].push_back(rates.read);
        }
        std::printf(
            "{\"write_mb_per_s\": %.0f, \"encrypted_write_mb_per_s\": %.0f, \"write_ratio\": %.2f, "
            "\"read_mb_per_s\": %.0f, \"encrypted_read_mb_per_s\": %.0f, \"read_ratio\": %.2f}\n",
            median(write[0]), median(write[1]), median(write[1]) / median(write[0]), median(read[0]),
            median(read[1]), median(read[1]) / median(read[0]));
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
