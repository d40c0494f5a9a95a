#include "backend/cuda/cuda_row_operations.h"

#include "backend/cuda/device_objects.h"

namespace hearth::cuda {

void CudaRowOperations::embed(const Weight& table, float scale, const Slice& out) {
    m_context.recorder().add(EmbedView{viewOf(table), m_batch.view(), scale, rowsOf(out)});
}

void CudaRowOperations::norm(const NormArgs& args) {
    RowNormView view;
    view.in = rowsOf(args.in);
    view.out = rowsOf(args.out);
    view.norm = viewOf(args.norm);
    view.groupColumns = static_cast<int>(args.groupColumns ? args.groupColumns : args.in.columns);
    view.rows = m_batch.rows();
    view.scale = args.scale;
    view.accumulate = args.accumulate;
    m_context.recorder().add(view);
}

void CudaRowOperations::multiply(const MultiplyArgs& args) {
    MultiplyView view;
    view.a = rowsOf(args.a);
    view.b = rowsOf(args.b);
    view.out = rowsOf(args.out);
    view.activation = static_cast<ActivationCode>(args.activation);
    view.scale = args.scale;
    view.lowest = args.limits.lowest;
    view.highest = args.limits.highest;
    view.run = static_cast<int>(args.run());
    view.xielu = {args.xielu.positive, args.xielu.negative, args.xielu.beta, args.xielu.epsilon};
    view.accumulate = args.accumulate;
    view.rows = m_batch.rows();
    m_context.recorder().add(view);
}

void CudaRowOperations::placeRows(const PlaceRowsArgs& args) {
    // Not among the recorded graphs, which know nothing of numbers that change with every step.
    if (args.rows.empty()) return;
    const size_t indices = (args.rows.size_bytes() + 255) / 256 * 256;
    std::byte* device = m_context.scratch<std::byte>(m_givenRows, indices + args.values.size_bytes());
    copyToDevice(device, args.rows.data(), args.rows.size_bytes(), m_context.stream());
    copyToDevice(device + indices, args.values.data(), args.values.size_bytes(), m_context.stream());
    launchPlaceRows({.row = reinterpret_cast<const int*>(device),
                     .values = reinterpret_cast<const float*>(device + indices),
                     .rows = static_cast<int>(args.rows.size()),
                     .accumulate = args.accumulate,
                     .out = rowsOf(args.out)},
                    m_context.stream());
    // The values are the caller's.
    m_context.synchronize();
}

void CudaRowOperations::download(const Slice& from, uint64_t rows, std::span<float> out) {
    const Rows source = rowsOf(from);
    if (from.columns == from.buffer->columns) {
        copyToHost(out.data(), source.data, rows * from.columns * sizeof(float), m_context.stream());
    } else {
        for (uint64_t row = 0; row < rows; ++row) {
            copyToHost(out.data() + row * from.columns,
                       source.data + static_cast<int64_t>(row) * source.stride, from.columns * sizeof(float),
                       m_context.stream());
        }
    }
    m_context.synchronize();
}

void CudaRowOperations::upload(const Slice& to, uint64_t rows, std::span<const float> values) {
    const Rows target = rowsOf(to);
    for (uint64_t row = 0; row < rows; ++row) {
        copyToDevice(target.data + static_cast<int64_t>(row) * target.stride,
                     values.data() + row * to.columns, to.columns * sizeof(float), m_context.stream());
    }
    m_context.synchronize();
}

}  // namespace hearth::cuda
