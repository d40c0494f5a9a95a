#pragma once

// The device primitives on nvcc. Included by primitives.h only; the meaning of every name is there.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <type_traits>

#define HEARTH_KERNEL(threads) static __global__ __launch_bounds__(threads, 1) void
#define HEARTH_KERNEL_SEVERAL(threads, blocks) static __global__ __launch_bounds__(threads, blocks) void
#define HEARTH_DEVICE __device__ __forceinline__
#define HEARTH_DEVICE_CALLED static __device__ __noinline__
#define HEARTH_TABLE static __device__ const
#define HEARTH_SHARED(type, name) __shared__ std::type_identity_t<type> name
#define HEARTH_SHARED_DYNAMIC(name)                            \
    extern __shared__ __align__(16) unsigned char name##Raw[]; \
    auto* const name = reinterpret_cast<std::byte*>(name##Raw)
#define HEARTH_UNROLL _Pragma("unroll")
#define HEARTH_UNROLL_4 _Pragma("unroll 4")
#define HEARTH_UNROLL_2 _Pragma("unroll 2")
#define HEARTH_PARAMETER(type) const __grid_constant__ type
#define HEARTH_NO_UNROLL _Pragma("unroll 1")

namespace hearth::cuda {

HEARTH_DEVICE unsigned threadX() {
    return threadIdx.x;
}
HEARTH_DEVICE unsigned blockX() {
    return blockIdx.x;
}
HEARTH_DEVICE unsigned blockY() {
    return blockIdx.y;
}
HEARTH_DEVICE unsigned blockZ() {
    return blockIdx.z;
}
HEARTH_DEVICE unsigned blockThreads() {
    return blockDim.x;
}
HEARTH_DEVICE unsigned gridX() {
    return gridDim.x;
}

HEARTH_DEVICE void blockBarrier() {
    __syncthreads();
}
HEARTH_DEVICE void warpBarrier() {
    __syncwarp();
}

template <class T>
HEARTH_DEVICE T shuffle(T value, int lane, uint32_t members = allLanes) {
    return __shfl_sync(members, value, lane);
}
template <class T>
HEARTH_DEVICE T shuffleXor(T value, int mask, uint32_t members = allLanes) {
    return __shfl_xor_sync(members, value, mask);
}
HEARTH_DEVICE uint32_t ballot(bool predicate, uint32_t members = allLanes) {
    return __ballot_sync(members, predicate);
}

HEARTH_DEVICE int keepHere(int value) {
    asm volatile("" : "+r"(value));
    return value;
}

/// Before compute capability 9.0 launches begin one after the other.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
constexpr bool beginsEarly = false;
#else
constexpr bool beginsEarly = true;
#endif
HEARTH_DEVICE void waitForLaunchBefore() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
HEARTH_DEVICE void letNextLaunchBegin() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

HEARTH_DEVICE int dot4(uint32_t a, uint32_t b, int c) {
    return __dp4a(static_cast<int>(a), static_cast<int>(b), c);
}

/// A: rows g and g+8, k 4t.. and 16+4t..; B: k 4t.. and 16+4t.., column g; D: rows g, g+8, columns 2t, 2t+1
/// (lane = 4g + t).
HEARTH_DEVICE void mmaS8(int (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2]) {
#if __CUDA_ARCH__ >= 800
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
        "{%0,%1,%2,%3};"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#else
    for (int half = 0; half < 2; ++half) {
        asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0,%1}, {%2}, {%3}, {%0,%1};"
                     : "+r"(d[0]), "+r"(d[1])
                     : "r"(a[2 * half]), "r"(b[half]));
        asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0,%1}, {%2}, {%3}, {%0,%1};"
                     : "+r"(d[2]), "+r"(d[3])
                     : "r"(a[2 * half + 1]), "r"(b[half]));
    }
#endif
}

/// The same with D = A·B + start. C and D are registers of their own, so that those with `start` are set
/// once.
HEARTH_DEVICE void mmaS8(int (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2], int start) {
#if __CUDA_ARCH__ >= 800
    asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
        "{%10,%10,%10,%10};"
        : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(start));
#else
    for (int i = 0; i < 4; ++i) d[i] = start;
    mmaS8(d, a, b);
#endif
}

/// A: rows g and g+8, k 4t..; B: k 4t.., column g; D as mmaS8.
HEARTH_DEVICE void mmaS8Half(int (&d)[4], const uint32_t (&a)[2], uint32_t b, int start) {
#if __CUDA_ARCH__ >= 800
    asm("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%7,%7,%7};"
        : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(b), "r"(start));
#else
    asm("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0,%1}, {%2}, {%3}, {%4,%4};"
        : "=r"(d[0]), "=r"(d[1])
        : "r"(a[0]), "r"(b), "r"(start));
    asm("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0,%1}, {%2}, {%3}, {%4,%4};"
        : "=r"(d[2]), "=r"(d[3])
        : "r"(a[1]), "r"(b), "r"(start));
#endif
}

struct SharedPlace {
    unsigned address;
};
HEARTH_DEVICE SharedPlace operator+(SharedPlace place, int bytes) {
    return {place.address + static_cast<unsigned>(bytes)};
}
/// Returns the result of a shuffle, because the compiler never recomputes it.
HEARTH_DEVICE SharedPlace sharedPlace(const void* memory) {
    const auto address = static_cast<unsigned>(__cvta_generic_to_shared(memory));
    return {__shfl_sync(allLanes, address, static_cast<int>(threadX() & 31U))};
}
template <class T>
HEARTH_DEVICE T loadShared(SharedPlace from) {
    static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16);
    using Raw = std::conditional_t<
        sizeof(T) == 16, uint4,
        std::conditional_t<sizeof(T) == 8, uint2,
                           std::conditional_t<sizeof(T) == 4, unsigned,
                                              std::conditional_t<sizeof(T) == 2, uint16_t, uint8_t>>>>;
    const Raw raw = *static_cast<const Raw*>(__cvta_shared_to_generic(from.address));
    return *reinterpret_cast<const T*>(&raw);
}

HEARTH_DEVICE void loadMatrices(uint32_t (&to)[4], SharedPlace row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(row.address)
                 : "memory");
}
HEARTH_DEVICE void loadMatrices(uint32_t (&to)[4], const void* row) {
    loadMatrices(to, SharedPlace{static_cast<unsigned>(__cvta_generic_to_shared(row))});
}

/// A: rows g and g+8 (a0, a1: k 2t, 2t+1; a2, a3: k 8+2t, ...); B: k 2t.. and 8+2t.., column g; D as mmaS8.
HEARTH_DEVICE void mmaF16(float (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2]) {
#if __CUDA_ARCH__ >= 800
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
        "{%0,%1,%2,%3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#else
    for (int half = 0; half < 2; ++half) {
        asm volatile(
            "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
            : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
            : "r"(a[2 * half]), "r"(a[2 * half + 1]), "r"(b[half]));
    }
#endif
}

/// As mmaF16 with bfloat16 operands. Not available before compute capability 8.0: the backend must not launch
/// it there.
HEARTH_DEVICE void mmaBf16(float (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2]) {
#if __CUDA_ARCH__ >= 800
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
        "{%0,%1,%2,%3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#else
    __trap();
#endif
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
constexpr bool copiesPassRegisters = false;
#else
constexpr bool copiesPassRegisters = true;
#endif
/// Copies 16 bytes, or writes zeros when not `valid` (the global address is then not read).
HEARTH_DEVICE void copyAsync16(SharedPlace shared, const void* global, bool valid = true) {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared.address), "l"(global),
                 "r"(valid ? 16 : 0)
                 : "memory");
#else
    const uint4 raw = valid ? *static_cast<const uint4*>(global) : uint4{0, 0, 0, 0};
    asm volatile("st.shared.v4.u32 [%0], {%1,%2,%3,%4};" ::"r"(shared.address), "r"(raw.x), "r"(raw.y),
                 "r"(raw.z), "r"(raw.w)
                 : "memory");
#endif
}
HEARTH_DEVICE void copyAsync16(void* shared, const void* global, bool valid = true) {
    copyAsync16(SharedPlace{static_cast<unsigned>(__cvta_generic_to_shared(shared))}, global, valid);
}
HEARTH_DEVICE void copyAsyncCommit() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
/// Waits until at most N of this thread's groups are under way. Other threads see the data after a barrier.
template <int N>
HEARTH_DEVICE void copyAsyncWait() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
#endif
}

template <class T>
HEARTH_DEVICE T loadVector(const void* from) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16);
    using Raw =
        std::conditional_t<sizeof(T) == 16, uint4, std::conditional_t<sizeof(T) == 8, uint2, unsigned>>;
    const Raw raw = *static_cast<const Raw*>(from);
    return *reinterpret_cast<const T*>(&raw);
}
template <class T>
HEARTH_DEVICE T loadStreaming(const void* from) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16);
    using Raw =
        std::conditional_t<sizeof(T) == 16, uint4, std::conditional_t<sizeof(T) == 8, uint2, unsigned>>;
    const Raw raw = __ldcs(static_cast<const Raw*>(from));
    return *reinterpret_cast<const T*>(&raw);
}
template <class T>
HEARTH_DEVICE void storeVector(void* to, const T& value) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16);
    using Raw =
        std::conditional_t<sizeof(T) == 16, uint4, std::conditional_t<sizeof(T) == 8, uint2, unsigned>>;
    *static_cast<Raw*>(to) = *reinterpret_cast<const Raw*>(&value);
}

HEARTH_DEVICE unsigned ticket(unsigned* counter, unsigned count) {
    __threadfence();
    const unsigned number = atomicInc(counter, count - 1);
    __threadfence();
    return number;
}
HEARTH_DEVICE int atomicAddInt(int* to, int value) {
    return atomicAdd(to, value);
}

HEARTH_DEVICE float floatFromHalf(uint16_t bits) {
    return __half2float(__ushort_as_half(bits));
}
HEARTH_DEVICE uint16_t halfFromFloat(float value) {
    return __half_as_ushort(__float2half_rn(value));
}
HEARTH_DEVICE float floatFromBf16(uint16_t bits) {
    return __uint_as_float(static_cast<unsigned>(bits) << 16);
}
HEARTH_DEVICE uint16_t bf16FromFloat(float value) {
    return __bfloat16_as_ushort(__float2bfloat16_rn(value));
}
HEARTH_DEVICE uint32_t bitsOf(float value) {
    return __float_as_uint(value);
}
HEARTH_DEVICE float floatOf(uint32_t bits) {
    return __uint_as_float(bits);
}

HEARTH_DEVICE float fastExp(float x) {
    return __expf(x);
}
HEARTH_DEVICE int roundToInt(float x) {
    return __float2int_rn(x);
}
/// Byte i of the result is byte s of the pair (b:a), s = bits 4i to 4i+2 of the selector.
HEARTH_DEVICE uint32_t selectBytes(uint32_t a, uint32_t b, uint32_t selector) {
    return __byte_perm(a, b, selector);
}
/// Products that no compiler joins with an addition.
HEARTH_DEVICE float roundedMultiply(float a, float b) {
    return __fmul_rn(a, b);
}
HEARTH_DEVICE float fusedMultiplyAdd(float a, float b, float c) {
    return __fmaf_rn(a, b, c);
}

/// Throws Error(Device) with the driver's words when the launch that just happened was refused.
void checkLaunch(const char* name);
/// Lets a kernel have so much dynamic shared memory.
void allowSharedBytes(const void* kernel, size_t bytes);
/// Without being allowed to, a kernel has 48 KiB, of which its own variables take up to half.
constexpr size_t freelySharedBytes = 24 * 1024;
/// The runtime's own, its device selected.
cudaStream_t nativeStream(StreamHandle stream);
/// True if launches of the selected device may overlap.
bool launchesOverlap();

template <class... Parameters, class... Arguments>
void launch(const char* name, void (*kernel)(Parameters...), Grid grid, unsigned threads, size_t sharedBytes,
            StreamHandle stream, Arguments&&... arguments) {
    const cudaStream_t native = nativeStream(stream);
    if (sharedBytes > freelySharedBytes) allowSharedBytes(reinterpret_cast<const void*>(kernel), sharedBytes);
    kernel<<<dim3(grid.x, grid.y, grid.z), threads, sharedBytes, native>>>(
        static_cast<Parameters>(arguments)...);
    checkLaunch(name);
}

template <class... Parameters, class... Arguments>
void launchEarly(const char* name, void (*kernel)(Parameters...), Grid grid, unsigned threads,
                 size_t sharedBytes, StreamHandle stream, Arguments&&... arguments) {
    const cudaStream_t native = nativeStream(stream);
    if (!launchesOverlap()) return launch(name, kernel, grid, threads, sharedBytes, stream, arguments...);
    if (sharedBytes > freelySharedBytes) allowSharedBytes(reinterpret_cast<const void*>(kernel), sharedBytes);
    cudaLaunchAttribute early{};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(grid.x, grid.y, grid.z);
    config.blockDim = dim3(threads);
    config.dynamicSmemBytes = sharedBytes;
    config.stream = native;
    config.attrs = &early;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...);
    checkLaunch(name);
}

}  // namespace hearth::cuda
