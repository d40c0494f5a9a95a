// Runs the device primitives on a real GPU and compares with plain C++. Prints one line of JSON.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>
#include <vector>

#include "backend/cuda/device.h"
#include "emulator/half_float.h"
#include "emulator/sound_kernels.h"

namespace {

using namespace hearth;

struct Card {
    cuda::StreamHandle stream = cuda::createStream();

    template <class T>
    cuda::DeviceMemory upload(const std::vector<T>& values) const {
        cuda::DeviceMemory memory(values.size() * sizeof(T));
        cuda::copyToDevice(memory.data(), values.data(), memory.size(), stream);
        cuda::synchronize(stream);
        return memory;
    }
    template <class T>
    std::vector<T> download(const cuda::DeviceMemory& memory) const {
        std::vector<T> values(memory.size() / sizeof(T));
        cuda::copyToHost(values.data(), memory.data(), memory.size(), stream);
        cuda::synchronize(stream);
        return values;
    }
};

double reduceError(const Card& card) {
    std::vector<float> in(1024);
    for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i % 17);
    const auto input = card.upload(in);
    const cuda::DeviceMemory sums(4 * sizeof(float));
    emulator::sound::launchReduce(input.as<float>(), sums.as<float>(), 4, card.stream);
    const auto got = card.download<float>(sums);
    double worst = 0;
    for (size_t b = 0; b < 4; ++b) {
        double expected = 0;
        for (size_t i = 0; i < 256; ++i) expected += in[b * 256 + i];
        worst = std::max(worst, std::abs(expected - got[b]));
    }
    return worst;
}

double stagedError(const Card& card) {
    std::vector<float> in(512);
    for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i);
    const auto input = card.upload(in);
    const cuda::DeviceMemory out(512 * sizeof(float));
    emulator::sound::launchStaged(input.as<float>(), out.as<float>(), card.stream);
    const auto got = card.download<float>(out);
    double worst = 0;
    for (size_t i = 0; i < 512; ++i)
        worst =
            std::max(worst, std::abs(double{got[i]} - in[i / 128 * 128 + (31 - i % 128 / 4) * 4 + i % 4]));
    return worst;
}

double integerError(const Card& card) {
    std::mt19937 random(7);
    std::vector<int8_t> a(16 * 32), b(8 * 32);
    for (auto& v : a) v = static_cast<int8_t>(random());
    for (auto& v : b) v = static_cast<int8_t>(random());
    const auto da = card.upload(a), db = card.upload(b);
    const cuda::DeviceMemory d(3 * 128 * sizeof(int));
    emulator::sound::launchMmaS8(da.as<int8_t>(), db.as<int8_t>(), d.as<int>(), card.stream);
    const auto got = card.download<int>(d);
    double worst = 0;
    for (size_t r = 0; r < 16; ++r) {
        for (size_t c = 0; c < 8; ++c) {
            int expected = 1;
            for (size_t k = 0; k < 32; ++k) expected += a[r * 32 + k] * b[c * 32 + k];
            for (size_t way = 0; way < 3; ++way)
                worst = std::max(worst, std::abs(double(expected) - got[way * 128 + r * 8 + c]));
        }
    }
    return worst;
}

double floatError(const Card& card, bool bfloat) {
    std::mt19937 random(8);
    std::normal_distribution<float> normal;
    std::vector<uint16_t> a(256), b(128);
    for (auto& v : a)
        v = bfloat ? emulator::floatToBf16(normal(random)) : emulator::floatToHalf(normal(random));
    for (auto& v : b)
        v = bfloat ? emulator::floatToBf16(normal(random)) : emulator::floatToHalf(normal(random));
    const auto da = card.upload(a), db = card.upload(b);
    const cuda::DeviceMemory d(128 * sizeof(float));
    emulator::sound::launchMmaF16(da.as<uint16_t>(), db.as<uint16_t>(), d.as<float>(), bfloat, card.stream);
    const auto got = card.download<float>(d);
    const auto widen = [bfloat](uint16_t v) {
        return bfloat ? emulator::bf16ToFloat(v) : emulator::halfToFloat(v);
    };
    double worst = 0;
    for (size_t r = 0; r < 16; ++r) {
        for (size_t c = 0; c < 8; ++c) {
            double expected = 1;
            for (size_t k = 0; k < 16; ++k) expected += double{widen(a[r * 16 + k])} * widen(b[c * 16 + k]);
            worst = std::max(worst, std::abs(got[r * 8 + c] - expected));
        }
    }
    return worst;
}

/// Recorded work on the beginning of memory that grows behind it: how many bytes are wrong after it has grown
/// twice, and -1 where growth fails. 0 on GPUs that cannot grow memory.
double growthError(const Card& card) {
    const size_t step = cuda::mappingStep();
    if (step == 0) return 0;
    constexpr size_t pieces = 3, launches = 200, numbers = 32;
    const size_t bytes = pieces * step;
    const uint64_t freeBefore = cuda::memoryInfo().freeBytes;
    auto* const at = static_cast<std::byte*>(cuda::reserveAddresses(bytes));
    cuda::beginCapture(card.stream);
    emulator::sound::launchAdd(reinterpret_cast<float*>(at), 1.0F, card.stream);
    const cuda::GraphHandle added = cuda::endCapture(card.stream);
    for (size_t piece = 0; piece < pieces; ++piece) {
        // From the second on, the launches before are still on their way.
        if (!cuda::mapMemory(at + piece * step, step)) return -1;
        cuda::fillDevice(at + piece * step, static_cast<uint8_t>(piece), step, card.stream);
        for (size_t i = 0; i < launches; ++i) cuda::launchGraph(added, card.stream);
    }
    double wrong = 0;
    // More than there is: says no.
    const size_t tooMuch = (cuda::memoryInfo().totalBytes / step + 1) * step;
    auto* const large = static_cast<std::byte*>(cuda::reserveAddresses(tooMuch));
    if (cuda::mapMemory(large, tooMuch)) {
        ++wrong;
        cuda::unmapMemory(large, tooMuch);
    }
    cuda::releaseAddresses(large, tooMuch);
    std::vector<uint8_t> got(bytes), expected(bytes);
    for (size_t i = 0; i < bytes; ++i) expected[i] = static_cast<uint8_t>(i / step);
    const std::vector<float> sums(numbers, static_cast<float>(pieces * launches));
    std::memcpy(expected.data(), sums.data(), numbers * sizeof(float));
    cuda::copyToHost(got.data(), at, bytes, card.stream);
    cuda::synchronize(card.stream);
    for (size_t i = 0; i < bytes; ++i) wrong += got[i] != expected[i];
    cuda::destroyGraph(added);
    for (size_t piece = pieces; piece-- > 0;) cuda::unmapMemory(at + piece * step, step);
    cuda::releaseAddresses(at, bytes);
    if (cuda::memoryInfo().freeBytes + step < freeBefore) ++wrong;  // it has to be given back
    return wrong;
}

}  // namespace

int main() {
    try {
        const auto device = cuda::devices().front();
        cuda::selectDevice(0);
        const Card card;
        const double reduce = reduceError(card), staged = stagedError(card), integer = integerError(card),
                     half = floatError(card, false);
        const double bfloat = device.major >= 8 ? floatError(card, true) : 0;
        const double growth = growthError(card);
        const bool passed =
            growth == 0 && reduce == 0 && staged == 0 && integer == 0 && half < 1e-4 && bfloat < 1e-4;
        std::printf(
            "{\"device\": \"%s\", \"shuffle\": %g, \"copyAsync\": %g, \"mmaS8\": %g, \"mmaF16\": %g, "
            "\"mmaBf16\": %g, \"growth\": %g, \"passed\": %s}\n",
            device.name.c_str(), reduce, staged, integer, half, bfloat, growth, passed ? "true" : "false");
        return passed ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
