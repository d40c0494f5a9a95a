#include "backend/cuda/cuda_kv_writer.h"

#include <algorithm>
#include <vector>

#include "backend/cuda/device_objects.h"
#include "backend/cuda/key_reading.h"
#include "backend/cuda/paged_kv_layout.h"

namespace hearth::cuda {

void CudaKvWriter::write(const KvWriteArgs& args) {
    KvWriteView view;
    view.q = rowsOf(args.q);
    if (args.k.columns) view.k = rowsOf(args.k);
    if (args.v.columns) view.v = rowsOf(args.v);
    view.heads = static_cast<int>(args.heads);
    view.qNorm = viewOf(args.qNorm);
    view.kNorm = viewOf(args.kNorm);
    view.vNorm = viewOf(args.vNorm);
    view.pairing = static_cast<PairingCode>(args.rope.pairing);
    view.ropeDims = static_cast<int>(args.rope.dims);
    view.ropeFirst = static_cast<int>(args.rope.firstDim);
    view.inverseFrequency = vectorOf(args.rope.inverseFrequency);
    view.magnitude = args.rope.magnitude;
    const RopeSections& sections = args.rope.sections;
    view.hasSections = sections.any();
    view.sectionsAlternate = sections.interleaved;
    view.timePairs = static_cast<int>(sections.time);
    view.heightPairs = static_cast<int>(sections.height);
    view.widthPairs = static_cast<int>(sections.width);
    view.queryScale = args.queryScale;
    view.temperatureBeta = args.temperatureBeta;
    view.temperatureLength = static_cast<int>(args.temperatureLength);
    view.temperatureOffset = static_cast<int>(args.temperatureOffset);
    view.layer = m_batch.layerView(*args.store, args.layer);
    view.batch = m_batch.view();
    add(view);
    if (view.layer.open && args.k.columns) m_context.recorder().add(CloseKeysView{view.layer, view.batch});
}

void CudaKvWriter::add(const KvWriteView& view) {
    // If the projections before it are only recorded so far, their launch does this as well.
    if (m_batch.rows() <= vectorRows) {
        const auto heads = static_cast<size_t>(view.heads + 2 * view.layer.kvHeads);
        unsigned* arrived = m_context.counters(static_cast<size_t>(m_batch.rows()) * heads);
        LinearView* projections = m_context.recorder().lastLinear();
        if (projections && joinsHeads(*projections, view)) {
            projections->kv = view;
            projections->kvArrived = arrived;
            return;
        }
    }
    m_context.recorder().add(view);
}

void CudaKvWriter::rotateKeys(const RotateKeysArgs& args) {
    if (args.rope.pairing == RopePairing::None) return;
    KeyRotationView view;
    view.rope.pairing = static_cast<PairingCode>(args.rope.pairing);
    view.rope.ropeDims = static_cast<int>(args.rope.dims);
    view.rope.ropeFirst = static_cast<int>(args.rope.firstDim);
    view.rope.inverseFrequency = vectorOf(args.rope.inverseFrequency);
    view.rope.layer = static_cast<const DevicePagedKvCache&>(*args.store).data[args.layer].view;
    view.shift = args.shift;
    view.residualBlock = args.residualBlock;
    for (size_t first = 0; first < args.positions; first += keyRotationBlocks * size_t{kvBlockPositions}) {
        view.positions =
            static_cast<int>(std::min(args.positions - first, keyRotationBlocks * size_t{kvBlockPositions}));
        const size_t blocks = (static_cast<size_t>(view.positions) + kvBlockPositions - 1) / kvBlockPositions;
        std::copy_n(args.blocks.begin() + static_cast<ptrdiff_t>(first / kvBlockPositions), blocks,
                    view.blocks);
        launchKeyRotation(view, m_context.stream());
    }
}

void CudaKvWriter::readKeys(const ReadKeysArgs& args) {
    const DevicePagedKvCache::Layer& layer =
        static_cast<const DevicePagedKvCache&>(*args.store).data[args.layer];
    const KvLayerView& view = layer.view;
    const uint64_t blockBytes = layer.blockBytes();
    std::vector<std::byte> blocks(args.blocks.size() * blockBytes);
    std::vector<std::byte> open(args.residualBlock < 0 ? 0 : layer.openBytes());
    for (size_t i = 0; i < args.blocks.size(); ++i)
        copyToHost(blocks.data() + i * blockBytes,
                   layer.memory.data() + static_cast<uint64_t>(args.blocks[i]) * blockBytes, blockBytes,
                   m_context.stream());
    if (!open.empty())
        copyToHost(open.data(), layer.open.data() + static_cast<uint64_t>(args.residualBlock) * open.size(),
                   open.size(), m_context.stream());
    m_context.synchronize();
    const auto heads = static_cast<size_t>(view.kvHeads), dim = static_cast<size_t>(view.keyDim);
    for (size_t i = 0; i < args.blocks.size(); ++i) {
        const bool isOpen = !open.empty() && i + 1 == args.blocks.size();
        const std::byte* block = isOpen ? open.data() : blocks.data() + i * blockBytes;
        const auto headBytes = static_cast<size_t>(isOpen ? view.openHeadBytes : view.headBlockBytes);
        for (size_t head = 0; head < heads; ++head)
            unpackKeys(view, isOpen ? KvCode::F16 : view.keyType, block + head * headBytes,
                       args.out.data() + (i * kvBlockPositions * heads + head) * dim, heads * dim);
    }
}

}  // namespace hearth::cuda
