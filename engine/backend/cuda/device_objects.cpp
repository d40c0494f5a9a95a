#include "backend/cuda/device_objects.h"

namespace hearth::cuda {

const float* vectorOf(const Weight* weight) {
    if (!weight) return nullptr;
    const WeightView& view = viewOf(*weight);
    if (view.format != WeightFormat::F32) {
        throw Error(ErrorCode::Unsupported,
                    "A bias or norm of this model is stored as " +
                        std::string(blockTypeInfo(weight->type).name) +
                        ", which the GPU backend does not read; choose the CPU for it.");
    }
    return reinterpret_cast<const float*>(view.low);
}

const WeightView& viewOf(const Weight& weight) {
    return static_cast<const DeviceWeight&>(weight).view;
}

Rows rowsOf(const Slice& slice) {
    if (!slice.buffer) return {};
    const auto& buffer = static_cast<const DeviceBuffer&>(*slice.buffer);
    return {buffer.memory.as<float>() + slice.firstColumn, static_cast<int64_t>(buffer.columns),
            static_cast<int>(slice.columns)};
}

NormView viewOf(const Norm& norm) {
    return {static_cast<NormCode>(norm.kind), vectorOf(norm.weight), vectorOf(norm.bias), norm.epsilon,
            norm.weight ? static_cast<int>(norm.weight->columns) : 0};
}

LinearPartView partView(const LinearPart& part, int firstColumn) {
    LinearPartView view;
    view.weight = viewOf(*part.weight);
    view.bias = vectorOf(part.bias);
    view.expertBias = view.weight.rows;
    view.firstColumn = firstColumn;
    return view;
}

}  // namespace hearth::cuda
