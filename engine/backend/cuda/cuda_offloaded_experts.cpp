// Mixtures of experts whose weights live in host memory. The rows' choices come back to the host before the
// products are launched, which costs the time of one wait a layer (some 10 us): a GPU that finds out itself
// whether all is there would have to stop in the middle of a step, or do it again. Then either all is there,
// and the launches are those of experts on the GPU, recorded ones included; or what is missing is copied on
// a stream of its own while what is there is computed. Each item's products have the same bits in any pass,
// and they are added up once, in the order of the row's choices.
#include <algorithm>
#include <bit>

#include "backend/cuda/cuda_backend.h"
#include "backend/cuda/device_objects.h"

namespace hearth::cuda {
namespace {

OffloadedExperts& hostedOf(const LinearPart& part) {
    return *static_cast<const DeviceWeight&>(*part.weight).hosted;
}

}  // namespace

bool CudaBackend::isHosted(const WeightSource& source) const {
    const WeightRole role = source.id.role;
    const bool stacked = role == WeightRole::ExpertGateUp || role == WeightRole::ExpertGate ||
                         role == WeightRole::ExpertUp || role == WeightRole::ExpertDown;
    return stacked && source.id.part == WeightPart::Weight && m_hosted.onGpu > 0 &&
           source.experts > m_hosted.onGpu;
}

bool CudaBackend::hostExperts(uint32_t onDevice) {
    m_hosted.onGpu = onDevice;
    return true;
}

ExpertTraffic CudaBackend::expertTraffic() const {
    if (m_hosted.experts == 0) return {};
    return {.experts = m_hosted.experts,
            .onGpu = static_cast<int>(m_hosted.onGpu),
            .hostBytes = m_hosted.hostBytes,
            .hits = m_hosted.hits,
            .misses = m_hosted.misses,
            .copiedBytes = m_hosted.copiedBytes};
}

/// Waits for the choices of all rows; the experts among them, each once, in ascending order.
std::vector<int> CudaBackend::chosenExperts(const RouterView& router) {
    const auto count = static_cast<size_t>(m_batch.rows) * static_cast<size_t>(router.used);
    if (m_hosted.chosen.size() < count * sizeof(int))
        m_hosted.chosen = PinnedMemory(std::bit_ceil(count * sizeof(int)));
    copyToHost(m_hosted.chosen.data(), router.expert, count * sizeof(int), stream());
    synchronize();
    const auto* chosen = reinterpret_cast<const int*>(m_hosted.chosen.data());
    std::vector<bool> isChosen(static_cast<size_t>(router.experts));
    for (size_t i = 0; i < count; ++i) isChosen[static_cast<size_t>(chosen[i])] = true;
    std::vector<int> experts;
    for (int expert = 0; expert < router.experts; ++expert)
        if (isChosen[static_cast<size_t>(expert)]) experts.push_back(expert);
    return experts;
}

/// Sends the table of the experts that the layer now has on the GPU, and the table of each pass if there are
/// several.
void CudaBackend::sendTables(const ResidentExperts& layer, const std::vector<ExpertCache::Pass>& passes) {
    const std::vector<int>& resident = layer.cache.slotTable();
    const size_t experts = resident.size(), bytes = experts * sizeof(int);
    // The tables sent before have arrived, because the stream has been waited for since then.
    if (m_hosted.tables.size() < (passes.size() + 1) * bytes)
        m_hosted.tables = PinnedMemory(std::bit_ceil((passes.size() + 1) * bytes));
    auto* host = reinterpret_cast<int*>(m_hosted.tables.data());
    std::copy(resident.begin(), resident.end(), host);
    copyToDevice(layer.table.data(), host, bytes, stream());
    if (passes.size() == 1) return;
    int* own = host + experts;
    std::fill_n(own, passes.size() * experts, -1);
    for (const ExpertCache::Pass& pass : passes) {
        for (const ExpertCache::Place& place : pass.places) own[place.expert] = place.slot;
        own += experts;
    }
    copyToDevice(scratch(m_hosted.passTables, passes.size() * bytes), host + experts, passes.size() * bytes,
                 stream());
}

/// Copies the experts that a pass computes before the stream continues.
void CudaBackend::bringExperts(const ExpertsArgs& args, const ExpertCache::Pass& pass, size_t number) {
    if (!pass.copies) return;
    const StreamHandle copies = m_hosted.stream.handle;
    // Reads of these slots in earlier steps are done: the host has waited for the choices, which came later.
    if (pass.after >= 0) streamWaitEvent(copies, m_hosted.computed[static_cast<size_t>(pass.after)].handle);
    uint64_t bytes = 0;
    for (const LinearPart* part : {&args.gate, &args.up, &args.down}) {
        if (part->weight == nullptr) continue;
        const OffloadedExperts& hosted = hostedOf(*part);
        for (const ExpertCache::Place& place : pass.places) hosted.copy(place.expert, place.slot, copies);
        bytes += hosted.expertBytes() * pass.places.size();
    }
    m_hosted.copiedBytes += bytes;
    recordEvent(m_hosted.copied[number].handle, copies);
    streamWaitEvent(stream(), m_hosted.copied[number].handle);
}

void CudaBackend::computeInPasses(const ExpertsArgs& args, const std::vector<ExpertCache::Pass>& passes,
                                  LinearView wide, LinearView narrow, const RouterView& router) {
    const size_t experts = static_cast<size_t>(router.experts);
    const ExpertSumView sum = separateSum(narrow, router);
    if (sharesExperts(wide, narrow)) bringTogether(wide, narrow, router);
    // Down projections look at what later passes fill in.
    const auto innerFloats = static_cast<size_t>(m_batch.rows) * static_cast<size_t>(wide.out.columns);
    fillDevice(wide.out.data, 0, innerFloats * sizeof(float), stream());
    for (size_t i = 0; i < passes.size(); ++i) {
        wide.slot = narrow.slot = m_hosted.passTables.as<int>() + i * experts;
        bringExperts(args, passes[i], i);
        addProduct(wide);
        addProduct(narrow);
        recordEvent(m_hosted.computed[i].handle, stream());
    }
    m_recorder.add(sum);
}

void CudaBackend::offloadedExperts(const ExpertsArgs& args, LinearView wide, LinearView narrow,
                                   const RouterView& router) {
    const bool noting = m_recorder.isNoting();
    ResidentExperts& layer = *static_cast<const DeviceWeight&>(*args.down.weight).resident;
    const std::vector<ExpertCache::Pass> passes = layer.cache.serve(chosenExperts(router));
    for (const ExpertCache::Pass& pass : passes)
        (pass.copies ? m_hosted.misses : m_hosted.hits) += pass.places.size();
    try {
        while (m_hosted.copied.size() < passes.size()) {
            m_hosted.copied.emplace_back();
            m_hosted.computed.emplace_back();
        }
        if (passes.back().copies) sendTables(layer, passes);
        if (passes.size() > 1) {
            computeInPasses(args, passes, wide, narrow, router);
            m_recorder.resume(noting);
            return;
        }
        bringExperts(args, passes.front(), 0);
    } catch (...) {
        layer.cache.forget();  // nobody knows which copies came about
        throw;
    }
    m_recorder.resume(noting);
    wide.slot = narrow.slot = layer.table.as<int>();
    addExperts(wide, narrow, router);
}

}  // namespace hearth::cuda
