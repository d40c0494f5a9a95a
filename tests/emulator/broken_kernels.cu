#include "emulator/broken_kernels.h"

#include "backend/cuda/primitives.h"

namespace hearth::emulator::broken {
namespace {

using namespace hearth::cuda;  // NOLINT: the kernels read as they do in the backend

// Neighbours exchange through shared memory.
template <bool Sound>
HEARTH_KERNEL(128)
missingBarrier(float* data) {
    HEARTH_SHARED(float[128], tile);
    tile[threadX()] = data[threadX()];
    if (Sound) blockBarrier();
    data[threadX() + 1024] = tile[threadX() ^ 64U];  // fault: missingBarrier
}

template <bool Sound>
HEARTH_KERNEL(64)
writeAfterRead(float* data) {
    HEARTH_SHARED(float[64], tile);
    for (int i = 0; i < 4; ++i) {
        tile[threadX()] = data[i * 64 + threadX()];  // fault: writeAfterRead
        blockBarrier();
        data[1024 + i * 64 + threadX()] = tile[63 - threadX()];  // fault: writeAfterRead
        if (Sound) blockBarrier();
    }
}

template <bool Sound>
HEARTH_KERNEL(32)
missingWarpBarrier(float* data) {
    HEARTH_SHARED(float[32], tile);
    tile[threadX()] = data[threadX()];
    if (Sound) warpBarrier();
    data[threadX() + 1024] = tile[threadX() ^ 1U];  // fault: missingWarpBarrier
}

template <bool Sound>
HEARTH_KERNEL(32)
wrongMask(float* data) {
    float sum = data[threadX()];
    const uint32_t members = Sound ? allLanes : 0x0000ffffU;
    sum += shuffleXor(sum, 1, members);  // fault: wrongMask
    data[threadX() + 1024] = sum;
}

template <bool Sound>
HEARTH_KERNEL(32)
divergentShuffle(float* data) {
    float value = data[threadX()];
    if (Sound || threadX() < 16) value += shuffleXor(value, 2);  // fault: divergentShuffle
    data[threadX() + 1024] = value;
}

template <bool Sound>
HEARTH_KERNEL(128)
divergentBarrier(float* data) {
    if (!Sound && threadX() >= 96) return;
    blockBarrier();  // fault: divergentBarrier
    data[threadX() + 1024] = 0;
}

template <bool Sound>
HEARTH_KERNEL(64)
differentBarriers(float* data) {
    if (Sound || threadX() < 32) {
        blockBarrier();  // fault: differentBarriers
    } else {
        blockBarrier();  // fault: differentBarriers
    }
    data[threadX() + 1024] = 0;
}

template <bool Sound>
HEARTH_KERNEL(64)
sharedOverrun(float* data) {
    HEARTH_SHARED(float[64], tile);
    tile[threadX() + (Sound ? 0 : 1)] = data[threadX()];  // fault: sharedOverrun
    blockBarrier();
    data[threadX() + 1024] = tile[threadX()];
}

template <bool Sound>
HEARTH_KERNEL(64)
dynamicOverrun(float* data) {
    HEARTH_SHARED_DYNAMIC(memory);
    auto* tile = reinterpret_cast<float*>(memory);
    tile[threadX() * (Sound ? 1 : 2)] = data[threadX()];  // fault: dynamicOverrun
    blockBarrier();
    data[threadX() + 1024] = Sound ? tile[threadX()] : 0;
}

template <bool Sound>
HEARTH_KERNEL(64)
uninitializedShared(float* data) {
    HEARTH_SHARED(float[64], tile);
    if (Sound || threadX() != 5) tile[threadX()] = data[threadX()];
    blockBarrier();
    data[threadX() + 1024] = tile[63 - threadX()];  // fault: uninitializedShared
}

template <bool Sound>
HEARTH_KERNEL(64)
uninitializedGlobal(float* data) {
    data[threadX() + 2048] = data[threadX() + (Sound ? 0 : 1024)];  // fault: uninitializedGlobal
}

template <bool Sound>
HEARTH_KERNEL(64)
readPastEnd(float* data) {
    const float value = data[threadX() + (Sound ? 0 : 4096)];  // fault: readPastEnd
    data[threadX() + 1024] = value;
}

template <bool Sound>
HEARTH_KERNEL(64)
writePastEnd(float* data) {
    data[threadX() + (Sound ? 4032 : 4033)] = 1;  // fault: writePastEnd
}

template <bool Sound>
HEARTH_KERNEL(32)
misalignedLoad(float* data) {
    const auto four = loadVector<Floats4>(data + threadX() * 4 + (Sound ? 0 : 2));  // fault: misalignedLoad
    data[threadX() + 1024] = four.x + four.w;
}

template <bool Sound>
HEARTH_KERNEL(128)
raceBetweenWarps(float* data) {
    const unsigned to = Sound ? threadX() : threadX() % 32;
    data[1024 + to] = 1;  // fault: raceBetweenWarps
}

template <bool Sound>
HEARTH_KERNEL(32)
raceBetweenBlocks(float* data) {
    const unsigned block = Sound ? blockX() : blockX() / 2;
    data[1024 + block * 32 + threadX()] = 1;  // fault: raceBetweenBlocks
}

template <bool Sound>
HEARTH_KERNEL(32)
readsOtherBlock(float* data) {
    data[1024 + blockX() * 32 + threadX()] = 1;
    const unsigned block = Sound || blockX() == 0 ? blockX() : blockX() - 1;
    const float value = data[1024 + block * 32 + threadX()];  // fault: readsOtherBlock
    data[2048 + blockX() * 32 + threadX()] = value;
}

// The last block to arrive adds up what the others left.
template <bool Sound>
HEARTH_KERNEL(64)
lastBlock(float* data) {
    HEARTH_SHARED(unsigned, number);
    data[1024 + blockX() * 64 + threadX()] = 1;
    if (Sound) blockBarrier();
    auto* counter = reinterpret_cast<unsigned*>(data + 4080);
    if (threadX() == 0) number = ticket(counter, gridX());
    blockBarrier();
    if (number != gridX() - 1) return;
    float sum = 0;
    for (unsigned i = 0; i < gridX(); ++i) sum += data[1024 + i * 64 + threadX()];  // fault: lastBlock
    data[2048 + threadX()] = sum;
}

template <bool Sound>
HEARTH_KERNEL(32)
copyWithoutWait(float* data) {
    HEARTH_SHARED(Floats4[32], tile);
    copyAsync16(&tile[threadX()], data + threadX() * 4);
    copyAsyncCommit();
    if (Sound) copyAsyncWait<0>();
    warpBarrier();
    data[1024 + threadX()] = tile[31 - threadX()].x;  // fault: copyWithoutWait
    copyAsyncWait<0>();
}

template <bool Sound>
HEARTH_KERNEL(32)
copyWaitsTooLittle(float* data) {
    HEARTH_SHARED(Floats4[2][32], tile);
    for (int i = 0; i < 2; ++i) {
        copyAsync16(&tile[i][threadX()], data + (i * 32 + threadX()) * 4);
        copyAsyncCommit();
    }
    copyAsyncWait<Sound ? 1 : 2>();
    warpBarrier();
    data[1024 + threadX()] = tile[0][31 - threadX()].x;  // fault: copyWaitsTooLittle
    copyAsyncWait<0>();
}

template <bool Sound>
HEARTH_KERNEL(32)
copyIntoUse(float* data) {
    HEARTH_SHARED(Floats4[32], tile);
    for (int i = 0; i < 2; ++i) {
        copyAsync16(&tile[threadX()], data + (i * 32 + threadX()) * 4);  // fault: copyIntoUse
        copyAsyncCommit();
        copyAsyncWait<0>();
        warpBarrier();
        data[1024 + i * 32 + threadX()] = tile[31 - threadX()].x;  // fault: copyIntoUse
        if (Sound) warpBarrier();
    }
}

template <bool Sound>
HEARTH_KERNEL(32)
copyNeverAwaited(float* data) {
    HEARTH_SHARED(Floats4[32], tile);
    copyAsync16(&tile[threadX()], data + threadX() * 4);  // fault: copyNeverAwaited
    copyAsyncCommit();
    if (Sound) copyAsyncWait<0>();
}

template <bool Sound>
HEARTH_KERNEL(32)
wildPointer(float* data) {
    float* to = Sound ? data : reinterpret_cast<float*>(uintptr_t{0x10000});
    to[threadX() + 1024] = 1;  // fault: wildPointer
}

template <bool Sound>
HEARTH_KERNEL(32)
earlyReturn(float* data) {
    if (!Sound && threadX() == 7) return;
    const uint32_t votes = ballot(data[threadX()] > 0);  // fault: earlyReturn
    data[threadX() + 1024] = static_cast<float>(votes & 1U);
}

#define HEARTH_CASE(name, kind, blocks, threads, shared)                                                    \
    {#name, kind,                                                                                           \
     [](float* data, StreamHandle stream) {                                                                 \
         launch(#name, name<false>, {blocks}, threads, shared, stream, data);                               \
     }},                                                                                                    \
    {                                                                                                       \
#name, "",                                                                                          \
            [](float* data,                                                                                 \
               StreamHandle stream) { launch(#name, name<true>, {blocks}, threads, shared, stream, data); } \
    }

}  // namespace

const std::vector<Case>& cases() {
    static const std::vector<Case> all = {
        HEARTH_CASE(missingBarrier, "race uninitialized", 1, 128, 0),
        HEARTH_CASE(writeAfterRead, "race", 1, 64, 0),
        HEARTH_CASE(missingWarpBarrier, "race uninitialized", 1, 32, 0),
        HEARTH_CASE(wrongMask, "warp", 1, 32, 0),
        HEARTH_CASE(divergentShuffle, "warp", 1, 32, 0),
        HEARTH_CASE(divergentBarrier, "barrier", 1, 128, 0),
        HEARTH_CASE(differentBarriers, "barrier", 1, 64, 0),
        HEARTH_CASE(sharedOverrun, "shared-bounds", 1, 64, 0),
        HEARTH_CASE(dynamicOverrun, "shared-bounds", 1, 64, 256),
        HEARTH_CASE(uninitializedShared, "uninitialized", 1, 64, 0),
        HEARTH_CASE(uninitializedGlobal, "uninitialized", 1, 64, 0),
        HEARTH_CASE(readPastEnd, "bounds wild", 1, 64, 0),
        HEARTH_CASE(writePastEnd, "bounds", 1, 64, 0),
        HEARTH_CASE(misalignedLoad, "alignment", 1, 32, 0),
        HEARTH_CASE(raceBetweenWarps, "race", 1, 128, 0),
        HEARTH_CASE(raceBetweenBlocks, "race", 4, 32, 0),
        HEARTH_CASE(readsOtherBlock, "race uninitialized", 4, 32, 0),
        HEARTH_CASE(lastBlock, "race", 4, 64, 0),
        HEARTH_CASE(copyWithoutWait, "async-copy", 1, 32, 0),
        HEARTH_CASE(copyWaitsTooLittle, "async-copy", 1, 32, 0),
        HEARTH_CASE(copyIntoUse, "race", 1, 32, 0),
        HEARTH_CASE(copyNeverAwaited, "async-copy", 1, 32, 0),
        HEARTH_CASE(wildPointer, "wild", 1, 32, 0),
        HEARTH_CASE(earlyReturn, "warp", 1, 32, 0),
    };
    return all;
}

}  // namespace hearth::emulator::broken
