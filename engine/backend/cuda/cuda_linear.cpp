#include "backend/cuda/cuda_linear.h"

#include <string>

#include "backend/cuda/device_objects.h"
#include "hearth/error.h"

namespace hearth::cuda {

void CudaLinear::linear(const LinearArgs& args) {
    if (args.parts.empty() || args.parts.size() > mostLinearParts)
        throw Error(ErrorCode::BadInput, "A product of " + std::to_string(args.parts.size()) +
                                             " matrices was asked for; 1 to " +
                                             std::to_string(mostLinearParts) + " can share their input.");
    LinearView view = linearView(args.in, args.norm, args.out);
    if (args.rows == RowSet::LogitRows) {
        view.rows = m_batch.view().logitRows;
        view.rowMap = m_batch.view().logitRow;
    }
    if (view.rows == 0) return;
    view.activation = static_cast<ActivationCode>(args.activation);
    view.gated = args.gated;
    view.scale = args.scale;
    view.accumulate = args.accumulate;
    view.softCap = args.softCap;
    int column = 0;
    const ProductKind kind = productKind(viewOf(*args.parts.front().weight).format);
    for (const LinearPart& part : args.parts) {
        if (productKind(viewOf(*part.weight).format) != kind) {
            if (args.gated) throwUnsupported("cuda", "gate and up of different kinds");
            // Kinds of products do not share a launch: first those of the one kind, then what follows.
            if (view.partCount > 0) add(view);
            LinearArgs rest = args;
            rest.parts.erase(rest.parts.begin(), rest.parts.begin() + (&part - args.parts.data()));
            rest.out.firstColumn += static_cast<uint64_t>(column);
            rest.out.columns -= static_cast<uint64_t>(column);
            return linear(rest);
        }
        view.parts[view.partCount++] = partView(part, column);
        column += args.gated ? 0 : static_cast<int>(part.weight->rows);
    }
    add(view);
}

void CudaLinear::add(LinearView view) {
    if (view.rows > vectorRows && productKind(view.parts[0].weight.format) != ProductKind::Float) {
        addActivations(view);
        view.plan = view.codes ? planLinearTile(view) : planHalfTile(view);
        if (view.plan.splits > 1) {
            view.partial = m_context.scratch<float>(m_tilePartial, view.plan.partialFloats);
            view.arrived = m_context.counters(view.plan.counters);
        }
    }
    m_context.recorder().add(view);
}

void CudaLinear::addActivations(LinearView& view) {
    const auto rows = static_cast<size_t>(view.rows);
    const size_t blocks = rows * static_cast<size_t>(view.parts[0].weight.kBlocks);
    if (splitsRows(productKind(view.parts[0].weight.format))) {
        view.halves = m_context.scratch<uint16_t>(m_activations, blocks * halfBlock);
        view.halfScale = m_context.scratch<float>(m_activationBlocks, rows);
    } else {
        const size_t numbers = activationPlanes * ((rows + 3) / 4 * 4) * (blocks / rows);
        view.codes = m_context.scratch<int8_t>(m_activations, blocks * 32);
        view.planes = m_context.scratch<float>(m_activationBlocks, numbers);
    }
}

void CudaLinear::headLinear(const HeadLinearArgs& args) {
    LinearView view = linearView(args.in, {}, args.out);
    view.in.columns = static_cast<int>(args.weight->columns);
    view.units = static_cast<int>(args.weight->experts);
    view.inUnit = static_cast<int64_t>(args.inStride);
    view.outUnit = static_cast<int64_t>(args.outStride);
    view.expertIsUnit = true;
    view.parts[view.partCount++] = partView({args.weight, nullptr}, 0);
    m_context.recorder().add(view);
    if (args.tail == 0) return;
    HeadTailView tail;
    tail.in = rowsOf(args.in);
    tail.inStride = view.inUnit;
    tail.inFirst = static_cast<int>(args.weight->columns);
    tail.out = rowsOf(args.out);
    tail.outStride = view.outUnit;
    tail.outFirst = static_cast<int>(args.weight->rows);
    tail.heads = view.units;
    tail.count = static_cast<int>(args.tail);
    tail.rows = m_batch.rows();
    m_context.recorder().add(tail);
}

LinearView CudaLinear::linearView(const Slice& in, const Norm& norm, const Slice& out) const {
    LinearView view;
    view.in = rowsOf(in);
    view.norm = viewOf(norm);
    view.out = rowsOf(out);
    view.rows = m_batch.rows();
    view.multiprocessors = m_context.device().multiprocessors;
    view.sharedLimit = m_context.device().sharedBytesPerBlock;
    return view;
}

}  // namespace hearth::cuda
