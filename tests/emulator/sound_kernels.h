#pragma once

#include "backend/cuda/device.h"

/// Small kernels whose results are known, for the tests of the emulator itself.
namespace hearth::emulator::sound {

void launchReduce(const float* in, float* out, unsigned blocks, cuda::StreamHandle stream);  ///< sums of 256
/// a (16,32), b (8,32), d (3,16,8): by mmaS8, by loadMatrices and mmaS8, and by mmaS8Half.
void launchMmaS8(const int8_t* a, const int8_t* b, int* d, cuda::StreamHandle stream);
void launchMmaF16(const uint16_t* a, const uint16_t* b, float* d, bool bfloat,
                  cuda::StreamHandle stream);                               ///< (16,16) (8,16)
void launchStaged(const float* in, float* out, cuda::StreamHandle stream);  ///< 512 floats through copyAsync
void launchAdd(float* data, float value, cuda::StreamHandle stream);        ///< 32 floats

}  // namespace hearth::emulator::sound
