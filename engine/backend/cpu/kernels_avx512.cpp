// Kernels for AVX-512 with VNNI (F, BW, VL, DQ, VNNI).
#include "backend/cpu/attention_kernels.h"
#include "backend/cpu/avx512_lines.h"
#include "backend/cpu/kv_quantized.h"
#include "backend/cpu/quantized_attention.h"
#include "backend/cpu/row_kernels.h"
#include "backend/cpu/row_panel_kernels.h"

namespace hearth::cpu {
namespace {
constexpr KernelTable makeTable() {
    KernelTable table;
    table.level = IsaLevel::Avx512Vnni;
    addRowPanelKernels(table);
    addRowKernels(table);
    addAttentionKernels(table);
    addQuantizedKvKernels(table);
    addQuantizedAttention(table);
    return table;
}
}  // namespace
constexpr KernelTable avx512Kernels = makeTable();
}  // namespace hearth::cpu
