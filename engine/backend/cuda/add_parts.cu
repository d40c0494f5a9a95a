// Adds up the parts of a sum that several devices have, on each of them.
#include "backend/cuda/kernel_arguments.h"
#include "backend/cuda/row_operations.h"

namespace hearth::cuda {
namespace {

HEARTH_KERNEL(256) addParts(HEARTH_PARAMETER(AddPartsView) view) {
    const auto row = static_cast<int64_t>(blockX());
    const int column = static_cast<int>(blockY() * 256 + threadX());
    if (column >= view.out.columns) return;
    const int64_t at = row * view.stride + column;
    float sum = view.parts[0][at];
    for (int part = 1; part < view.count; ++part) sum += view.parts[part][at];
    float& to = view.out.data[row * view.out.stride + column];
    to = view.accumulate ? to + sum : sum;
}

}  // namespace

void launchAddParts(const AddPartsView& view, StreamHandle stream) {
    launch("addParts", addParts,
           {static_cast<unsigned>(view.rows), static_cast<unsigned>((view.out.columns + 255) / 256)}, 256, 0,
           stream, view);
}

}  // namespace hearth::cuda
