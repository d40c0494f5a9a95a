#include "backend/cuda/cuda_recurrence.h"

#include "backend/cuda/device_objects.h"
#include "backend/cuda/device_state_store.h"

namespace hearth::cuda {

void CudaRecurrence::convolve(const ConvolutionArgs& args) {
    ConvolutionView view;
    view.in = rowsOf(args.in);
    view.out = rowsOf(args.out);
    view.kernel = vectorOf(args.kernel);
    view.bias = vectorOf(args.bias);
    view.activation = static_cast<ActivationCode>(args.activation);
    view.taps = static_cast<int>(args.kernel->columns / args.in.columns);
    if (view.taps > maxConvolutionTaps) throwUnsupported("cuda", "convolutions as long as this model's");
    const auto& states = static_cast<const DeviceStateStore&>(*args.states);
    view.state = states.data[args.layer].as<float>() + args.firstFloat;
    view.slotFloats = static_cast<int64_t>(states.floatsPerLayer[args.layer]);
    view.batch = m_batch.view();
    m_context.recorder().add(view);
}

void CudaRecurrence::recur(const RecurrenceArgs& args) {
    RecurrenceView view;
    view.q = rowsOf(args.q);
    view.k = rowsOf(args.k);
    view.v = rowsOf(args.v);
    view.rate = rowsOf(args.rate);
    if (args.strength.buffer != nullptr) view.strength = rowsOf(args.strength);
    view.out = rowsOf(args.out);
    view.heads = static_cast<int>(args.heads);
    view.keyHeads = static_cast<int>(args.keyHeads);
    view.keyDim = static_cast<int>(args.k.columns / args.keyHeads);
    view.valueDim = static_cast<int>(args.v.columns / args.heads);
    if (view.keyDim > maxRecurrenceKeyDim) throwUnsupported("cuda", "matrices as high as this model's");
    view.tiledHeads = args.tiledHeads;
    view.corrects = args.corrects;
    view.scans = args.scans();
    view.rates = static_cast<int>(args.rate.columns / args.heads);
    view.strengthScale = args.strengthScale;
    view.lowestLog = args.lowestLog;
    view.rateBias = vectorOf(args.rateBias);
    view.decay = vectorOf(args.decay);
    view.skip = vectorOf(args.skip);
    const auto& states = static_cast<const DeviceStateStore&>(*args.states);
    view.state = states.data[args.layer].as<float>() + args.firstFloat;
    view.slotFloats = static_cast<int64_t>(states.floatsPerLayer[args.layer]);
    view.batch = m_batch.view();
    m_context.recorder().add(view);
}

}  // namespace hearth::cuda
