// Runs a fuzz target over its seeds and a fixed series of their mutations. A crash, a sanitizer report or an
// exception that leaves the target ends the program; otherwise it ends with 0 and says how many inputs were
// tried.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "fuzz/fuzz_target.h"

namespace {

using Bytes = std::vector<uint8_t>;

class Mutator {
public:
    Mutator(const std::vector<Bytes>& seeds, uint64_t start) : m_seeds(seeds), m_random(start) {}

    Bytes next() {
        // The first seed is the well-formed one: half of all mutations start there.
        Bytes bytes = m_seeds[below(2) == 0 ? 0 : below(m_seeds.size())];
        for (size_t steps = 1 + below(4); steps > 0; --steps) mutate(bytes);
        return bytes;
    }

private:
    size_t below(size_t bound) { return bound == 0 ? 0 : static_cast<size_t>(m_random() % bound); }

    void mutate(Bytes& bytes) {
        if (bytes.empty()) bytes.push_back(0);
        const size_t at = below(bytes.size());
        const size_t length = std::min(bytes.size() - at, 1 + below(64));
        const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(at);
        const auto end = begin + static_cast<std::ptrdiff_t>(length);
        switch (below(7)) {
            case 0:
                bytes[at] ^= static_cast<uint8_t>(1U << below(8));
                break;
            case 1:
                bytes[at] = static_cast<uint8_t>(m_random());
                break;
            case 2:
                writeNumber(bytes, at);
                break;
            case 3:
                bytes.erase(begin, end);
                break;
            case 4: {
                const Bytes copy(begin, end);
                bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(below(bytes.size() + 1)),
                             copy.begin(), copy.end());
                break;
            }
            case 5:
                bytes.resize(at);
                break;
            default: {
                const Bytes& other = m_seeds[below(m_seeds.size())];
                bytes.resize(at);
                if (!other.empty())
                    bytes.insert(bytes.end(),
                                 other.begin() + static_cast<std::ptrdiff_t>(below(other.size())),
                                 other.end());
            }
        }
    }

    /// A number that breaks careless arithmetic, in one, two, four or eight bytes.
    void writeNumber(Bytes& bytes, size_t at) {
        constexpr uint64_t numbers[] = {0,          1,          0x7F,       0x80,       0xFF,
                                        0x7FFF,     0xFFFF,     0x7FFFFFFF, 0x80000000, 0xFFFFFFFF,
                                        1ULL << 32, 1ULL << 60, 1ULL << 63, UINT64_MAX, UINT64_MAX - 31};
        const uint64_t number = numbers[below(std::size(numbers))];
        const size_t width = std::min(size_t{1} << below(4), bytes.size() - at);
        std::memcpy(bytes.data() + at, &number, width);
    }

    const std::vector<Bytes>& m_seeds;
    std::mt19937_64 m_random;
};

int writeSeeds(const std::vector<Bytes>& seeds, const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    for (size_t i = 0; i < seeds.size(); ++i) {
        std::ofstream file(folder / ("seed-" + std::to_string(i)), std::ios::binary);
        file.write(reinterpret_cast<const char*>(seeds[i].data()),
                   static_cast<std::streamsize>(seeds[i].size()));
        if (!file) return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}

/// Inputs that long runs kept (tests/fuzz/run-long): each after its size in four bytes, the lowest first.
std::vector<Bytes> readCorpus(const char* path) {
    std::ifstream file(path, std::ios::binary);
    std::vector<Bytes> inputs;
    uint8_t size[4];
    while (file.read(reinterpret_cast<char*>(size), sizeof(size))) {
        Bytes input(size[0] | size_t{size[1]} << 8 | size_t{size[2]} << 16 | size_t{size[3]} << 24);
        if (!file.read(reinterpret_cast<char*>(input.data()), static_cast<std::streamsize>(input.size()))) {
            std::fprintf(stderr, "%s ends in the middle of an input\n", path);
            std::exit(EXIT_FAILURE);
        }
        inputs.push_back(std::move(input));
    }
    return inputs;
}

}  // namespace

int main(int count, char** arguments) {
    auto seeds = hearth::fuzz::seedInputs();
    if (count > 2 && std::string(arguments[1]) == "--corpus") {
        for (Bytes& input : readCorpus(arguments[2])) seeds.push_back(std::move(input));
        count -= 2;
        arguments += 2;
    }
    if (count == 3 && std::string(arguments[1]) == "--write-seeds") return writeSeeds(seeds, arguments[2]);
    for (const auto& seed : seeds) LLVMFuzzerTestOneInput(seed.data(), seed.size());
    // "--seconds N SEED": for so long, with other mutations.
    const bool timed = count == 4 && std::string(arguments[1]) == "--seconds";
    const size_t most = timed ? SIZE_MAX : count == 2 ? std::strtoul(arguments[1], nullptr, 10) : 30000;
    const auto end = std::chrono::steady_clock::now() +
                     std::chrono::seconds(timed ? std::strtol(arguments[2], nullptr, 10) : 1'000'000);
    Mutator mutator(seeds, timed ? std::strtoull(arguments[3], nullptr, 10) : 20240601);
    size_t tries = 0;
    for (; tries < most && std::chrono::steady_clock::now() < end; ++tries) {
        const Bytes input = mutator.next();
        LLVMFuzzerTestOneInput(input.data(), input.size());
    }
    std::printf("%zu seeds and %zu mutations tried\n", seeds.size(), tries);
    return EXIT_SUCCESS;
}
