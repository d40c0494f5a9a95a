#pragma once

// The device primitives on a CPU. Included by backend/cuda/primitives.h only; the meaning of every name is
// there.
#include <cmath>
#include <cstring>
#include <memory>
#include <source_location>
#include <tuple>
#include <type_traits>

#include "emulator/half_float.h"
#include "emulator/machine.h"
#include "emulator/observer.h"
#include "emulator/warp_operations.h"

#define HEARTH_KERNEL(threads) [[maybe_unused]] static void
#define HEARTH_KERNEL_SEVERAL(threads, blocks) [[maybe_unused]] static void
#define HEARTH_DEVICE inline
#define HEARTH_DEVICE_CALLED [[maybe_unused]] static
#define HEARTH_TABLE [[maybe_unused]] static const
#define HEARTH_SHARED(type, name)                                                                        \
    auto& name = *static_cast<std::type_identity_t<type>*>(::hearth::emulator::g_machine.sharedVariable( \
        [] {                                                                                             \
            static const char tag = 0;                                                                   \
            return &tag;                                                                                 \
        }(),                                                                                             \
        sizeof(std::type_identity_t<type>),                                                              \
        alignof(std::type_identity_t<type>) < 16 ? 16 : alignof(std::type_identity_t<type>),             \
        ::hearth::emulator::Place::of(std::source_location::current())))
#define HEARTH_SHARED_DYNAMIC(name) std::byte* const name = ::hearth::emulator::g_machine.dynamicShared()
#define HEARTH_UNROLL
#define HEARTH_UNROLL_4
#define HEARTH_UNROLL_2
#define HEARTH_PARAMETER(type) const type
#define HEARTH_NO_UNROLL
/// The emulator's own parts are not what the access checker and the meter look at.
#if !defined(HEARTH_METERED)
#define HEARTH_UNCHECKED __attribute__((no_sanitize("thread")))
#elif defined(__clang__)
#define HEARTH_UNCHECKED __attribute__((no_sanitize("thread", "coverage")))
#else
#define HEARTH_UNCHECKED __attribute__((no_sanitize("thread"), no_sanitize_coverage))
#endif

namespace hearth::cuda {

using Location = std::source_location;

#if defined(HEARTH_METERED)
HEARTH_UNCHECKED inline void noteOperation(emulator::Operation kind) {
    if (emulator::g_observer) emulator::g_observer->operation(kind);
}
#else
inline void noteOperation(emulator::Operation) {
}
#endif

HEARTH_UNCHECKED inline unsigned threadX() {
    return emulator::g_here.thread;
}
HEARTH_UNCHECKED inline unsigned blockX() {
    return emulator::g_here.blockX;
}
HEARTH_UNCHECKED inline unsigned blockY() {
    return emulator::g_here.blockY;
}
HEARTH_UNCHECKED inline unsigned blockZ() {
    return emulator::g_here.blockZ;
}
HEARTH_UNCHECKED inline unsigned blockThreads() {
    return emulator::g_here.threads;
}
HEARTH_UNCHECKED inline unsigned gridX() {
    return emulator::g_here.gridX;
}

inline void blockBarrier(Location where = Location::current()) {
    emulator::g_machine.blockBarrier(emulator::Place::of(where));
}
inline void warpBarrier(Location where = Location::current()) {
    emulator::g_machine.join(emulator::Machine::Collective::Barrier, allLanes, nullptr, nullptr,
                             emulator::Place::of(where));
}

template <class T>
T shuffle(T value, int lane, uint32_t members = allLanes, Location where = Location::current()) {
    static_assert(sizeof(T) == 4);
    emulator::ShufflePost post{0, 0, static_cast<unsigned>(lane) & 31U};
    std::memcpy(&post.value, &value, sizeof value);
    emulator::g_machine.join(emulator::Machine::Collective::Shuffle, members, &post,
                             &emulator::computeShuffle, emulator::Place::of(where));
    std::memcpy(&value, &post.result, sizeof value);
    return value;
}
template <class T>
T shuffleXor(T value, int mask, uint32_t members = allLanes, Location where = Location::current()) {
    return shuffle(value, static_cast<int>(threadX() & 31U) ^ mask, members, where);
}
inline uint32_t ballot(bool predicate, uint32_t members = allLanes, Location where = Location::current()) {
    emulator::BallotPost post{predicate, 0};
    emulator::g_machine.join(emulator::Machine::Collective::Ballot, members, &post, &emulator::computeBallot,
                             emulator::Place::of(where));
    return post.result;
}

inline int keepHere(int value) {
    return value;
}

// The emulator runs one launch after the other, of kernels that are made for the others.
constexpr bool beginsEarly = true;
inline bool launchesOverlap() {
    return beginsEarly;
}
inline void waitForLaunchBefore() {
}
inline void letNextLaunchBegin() {
}

inline int dot4(uint32_t a, uint32_t b, int c) {
    noteOperation(emulator::Operation::Dot4);
    for (unsigned shift = 0; shift < 32; shift += 8) {
        c += static_cast<int8_t>(a >> shift) * static_cast<int8_t>(b >> shift);
    }
    return c;
}

inline void mmaS8(int (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2],
                  Location where = Location::current()) {
    emulator::MmaS8Post post{d, a, b};
    emulator::g_machine.join(emulator::Machine::Collective::MmaS8, allLanes, &post, &emulator::computeMmaS8,
                             emulator::Place::of(where));
}
inline void mmaS8(int (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2], int start,
                  Location where = Location::current()) {
    for (int& each : d) each = start;
    mmaS8(d, a, b, where);
}
inline void mmaS8Half(int (&d)[4], const uint32_t (&a)[2], uint32_t b, int start,
                      Location where = Location::current()) {
    for (int& each : d) each = start;
    const uint32_t wholeA[4] = {a[0], a[1], 0, 0}, wholeB[2] = {b, 0};
    emulator::MmaS8Post post{d, wholeA, wholeB};
    emulator::g_machine.join(emulator::Machine::Collective::MmaS8Half, allLanes, &post,
                             &emulator::computeMmaS8, emulator::Place::of(where));
}
inline void mmaF16(float (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2],
                   Location where = Location::current()) {
    emulator::MmaFloatPost post{d, a, b};
    emulator::g_machine.join(emulator::Machine::Collective::MmaF16, allLanes, &post, &emulator::computeMmaF16,
                             emulator::Place::of(where));
}
inline void mmaBf16(float (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2],
                    Location where = Location::current()) {
    emulator::MmaFloatPost post{d, a, b};
    emulator::g_machine.join(emulator::Machine::Collective::MmaBf16, allLanes, &post,
                             &emulator::computeMmaBf16, emulator::Place::of(where));
}

constexpr bool copiesPassRegisters = true;
inline void copyAsync16(void* shared, const void* global, bool valid = true,
                        Location where = Location::current()) {
    emulator::g_machine.copyAsync(shared, global, 16, valid, emulator::Place::of(where));
}
inline void copyAsyncCommit() {
    emulator::g_machine.copyCommit();
}
template <int N>
void copyAsyncWait() {
    emulator::g_machine.copyWait(N);
}

/// Reports a whole vector access as one, with its place, and checks its alignment even without an observer.
HEARTH_UNCHECKED inline void vectorAccess(const void* memory, size_t bytes, bool write,
                                          const Location& where) {
    if (reinterpret_cast<uintptr_t>(memory) % bytes != 0) {
        emulator::g_machine.fault("alignment", emulator::Place::of(where),
                                  "a vector access that is not aligned to its size");
    }
    if (emulator::g_observer) emulator::g_observer->access(memory, bytes, write, emulator::Place::of(where));
}
template <class T>
HEARTH_UNCHECKED T loadVector(const void* from, Location where = Location::current()) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16);
    vectorAccess(from, sizeof(T), false, where);
    T value;
    __builtin_memcpy(&value, from, sizeof value);
    return value;
}
template <class T>
HEARTH_UNCHECKED T loadStreaming(const void* from, Location where = Location::current()) {
    return loadVector<T>(from, where);
}
inline void loadMatrices(uint32_t (&to)[4], const void* row, Location where = Location::current()) {
    vectorAccess(row, 16, false, where);
    emulator::MatricesPost post{to, static_cast<const std::byte*>(row)};
    emulator::g_machine.join(emulator::Machine::Collective::Matrices, allLanes, &post,
                             &emulator::computeMatrices, emulator::Place::of(where));
}
struct SharedPlace {
    std::byte* at;
};
inline SharedPlace operator+(SharedPlace place, int bytes) {
    return {place.at + bytes};
}
inline SharedPlace sharedPlace(std::byte* memory) {
    return {memory};
}
template <class T>
HEARTH_UNCHECKED T loadShared(SharedPlace from, Location where = Location::current()) {
    vectorAccess(from.at, sizeof(T), false, where);
    T value;
    __builtin_memcpy(&value, from.at, sizeof value);
    return value;
}
inline void loadMatrices(uint32_t (&to)[4], SharedPlace row, Location where = Location::current()) {
    loadMatrices(to, row.at, where);
}
inline void copyAsync16(SharedPlace shared, const void* global, bool valid = true,
                        Location where = Location::current()) {
    copyAsync16(shared.at, global, valid, where);
}
template <class T>
HEARTH_UNCHECKED void storeVector(void* to, const T& value, Location where = Location::current()) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16);
    vectorAccess(to, sizeof(T), true, where);
    __builtin_memcpy(to, &value, sizeof value);
}

inline unsigned ticket(unsigned* counter, unsigned count, Location where = Location::current()) {
    return emulator::g_machine.ticket(counter, count, emulator::Place::of(where));
}
inline int atomicAddInt(int* to, int value, Location where = Location::current()) {
    return emulator::g_machine.atomicAdd(to, value, emulator::Place::of(where));
}

inline float floatFromHalf(uint16_t bits) {
    noteOperation(emulator::Operation::Conversion);
    return emulator::halfToFloat(bits);
}
inline uint16_t halfFromFloat(float value) {
    noteOperation(emulator::Operation::Conversion);
    return emulator::floatToHalf(value);
}
inline float floatFromBf16(uint16_t bits) {
    noteOperation(emulator::Operation::Conversion);
    return emulator::bf16ToFloat(bits);
}
inline uint16_t bf16FromFloat(float value) {
    noteOperation(emulator::Operation::Conversion);
    return emulator::floatToBf16(value);
}
inline uint32_t bitsOf(float value) {
    return emulator::bitsFromFloat(value);
}
inline float floatOf(uint32_t bits) {
    return emulator::floatFromBits(bits);
}

inline float fastExp(float x) {
    noteOperation(emulator::Operation::Special);
    return std::exp(x);
}
inline int roundToInt(float x) {
    noteOperation(emulator::Operation::Conversion);
    return static_cast<int>(std::nearbyint(x));
}
inline uint32_t selectBytes(uint32_t a, uint32_t b, uint32_t selector) {
    noteOperation(emulator::Operation::SelectBytes);
    const uint64_t pair = a | static_cast<uint64_t>(b) << 32U;
    uint32_t result = 0;
    for (unsigned i = 0; i < 4; ++i) {
        result |= (static_cast<uint32_t>(pair >> (8 * ((selector >> (4 * i)) & 7U))) & 0xffU) << (8 * i);
    }
    return result;
}
inline float roundedMultiply(float a, float b) {
    return a * b;
}
inline float fusedMultiplyAdd(float a, float b, float c) {
    noteOperation(emulator::Operation::FusedMultiplyAdd);
    return std::fma(a, b, c);
}

using std::fabs;
using std::floor;
#if defined(HEARTH_METERED)
#define HEARTH_SPECIAL(name)                         \
    inline float name(float x) {                     \
        noteOperation(emulator::Operation::Special); \
        return std::name(x);                         \
    }
HEARTH_SPECIAL(cos)
HEARTH_SPECIAL(erf)
HEARTH_SPECIAL(exp)
HEARTH_SPECIAL(log)
HEARTH_SPECIAL(sin)
HEARTH_SPECIAL(sqrt)
HEARTH_SPECIAL(tanh)
#undef HEARTH_SPECIAL
#else
using std::cos;
using std::erf;
using std::exp;
using std::log;
using std::sin;
using std::sqrt;
using std::tanh;
#endif

}  // namespace hearth::cuda

namespace hearth::emulator {

/// Puts a launch on an emulated stream (device_emulated.cpp).
void queueKernel(const char* name, cuda::Grid grid, unsigned threads, size_t sharedBytes,
                 cuda::StreamHandle stream, std::shared_ptr<KernelBody> body);

template <class... Parameters>
class BoundKernel final : public KernelBody {
public:
    template <class... Arguments>
    explicit BoundKernel(void (*kernel)(Parameters...), Arguments&&... arguments)
        : m_kernel(kernel), m_arguments(static_cast<Parameters>(arguments)...) {}
    HEARTH_UNCHECKED void run() override { std::apply(m_kernel, m_arguments); }
    size_t sizeBytes() const override { return sizeof *this; }
    const void* code() const override { return reinterpret_cast<const void*>(m_kernel); }

private:
    void (*m_kernel)(Parameters...);
    std::tuple<Parameters...> m_arguments;
};

}  // namespace hearth::emulator

namespace hearth::cuda {

template <class... Parameters, class... Arguments>
void launch(const char* name, void (*kernel)(Parameters...), Grid grid, unsigned threads, size_t sharedBytes,
            StreamHandle stream, Arguments&&... arguments) {
    emulator::queueKernel(name, grid, threads, sharedBytes, stream,
                          std::make_shared<emulator::BoundKernel<Parameters...>>(kernel, arguments...));
}

template <class... Parameters, class... Arguments>
void launchEarly(const char* name, void (*kernel)(Parameters...), Grid grid, unsigned threads,
                 size_t sharedBytes, StreamHandle stream, Arguments&&... arguments) {
    launch(name, kernel, grid, threads, sharedBytes, stream, arguments...);
}

}  // namespace hearth::cuda
