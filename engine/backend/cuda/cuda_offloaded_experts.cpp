// Mixtures of experts whose weights live in host memory. The rows' choices come back to the host before the
// products are launched, which costs the time of one wait a layer (some 10 us): a GPU that finds out itself
// whether all is there would have to stop in the middle of a step, or do it again. Then either all is there,
// and the launches are those of experts on the GPU, recorded ones included; or what is missing is copied on
// a stream of its own while what is there is computed. Each item's products have the same bits in any pass,
// and they are added up once, in the order of the row's choices.
#include "backend/cuda/cuda_offloaded_experts.h"

#include <algorithm>
#include <bit>

#include "hearth/host_resources.h"

namespace hearth::cuda {
namespace {

OffloadedExperts& hostedOf(const LinearPart& part) {
    return *static_cast<const DeviceWeight&>(*part.weight).hosted;
}

}  // namespace

bool CudaOffloadedExperts::isHosted(const WeightSource& source) const {
    const WeightRole role = source.id.role;
    const bool stacked = role == WeightRole::ExpertGateUp || role == WeightRole::ExpertGate ||
                         role == WeightRole::ExpertUp || role == WeightRole::ExpertDown;
    return stacked && source.id.part == WeightPart::Weight && m_onGpu > 0 && source.experts > m_onGpu;
}

void CudaOffloadedExperts::upload(const WeightSource& source, DeviceWeight& weight) {
    weight.hosted = std::make_unique<OffloadedExperts>(source, m_onGpu, static_cast<unsigned>(usableCores()));
    weight.view = weight.hosted->view();
    weight.sizeBytes = weight.hosted->deviceBytes();
    weight.hostBytes = weight.hosted->hostBytes();
    if (source.id.role == WeightRole::ExpertDown) {
        const auto experts = static_cast<size_t>(source.experts);
        weight.resident = std::make_unique<ResidentExperts>(
            ResidentExperts{ExpertCache(weight.hosted->experts(), weight.hosted->slotCount()),
                            DeviceMemory(experts * sizeof(int))});
    }
    m_experts = weight.hosted->experts();
    m_hostBytes += weight.hostBytes;
}

ExpertTraffic CudaOffloadedExperts::traffic() const {
    if (m_experts == 0) return {};
    return {.experts = m_experts,
            .onGpu = static_cast<int>(m_onGpu),
            .hostBytes = m_hostBytes,
            .hits = m_hits,
            .misses = m_misses,
            .copiedBytes = m_copiedBytes};
}

void CudaOffloadedExperts::compute(const ExpertsArgs& args, LinearView wide, LinearView narrow,
                                   const RouterView& router) {
    const bool noting = m_context.recorder().isNoting();
    ResidentExperts& layer = *static_cast<const DeviceWeight&>(*args.down.weight).resident;
    const std::vector<ExpertCache::Pass> passes = layer.cache.serve(chosenExperts(router));
    for (const ExpertCache::Pass& pass : passes) (pass.copies ? m_misses : m_hits) += pass.places.size();
    try {
        while (m_copied.size() < passes.size()) {
            m_copied.emplace_back();
            m_computed.emplace_back();
        }
        if (passes.back().copies) sendTables(layer, passes);
        if (passes.size() > 1) {
            computeInPasses(args, passes, wide, narrow, router);
            m_context.recorder().resume(noting);
            return;
        }
        bringExperts(args, passes.front(), 0);
    } catch (...) {
        layer.cache.forget();  // which copies have completed is not known
        throw;
    }
    m_context.recorder().resume(noting);
    wide.slot = narrow.slot = layer.table.as<int>();
    m_products.addBoth(wide, narrow, router);
}

std::vector<int> CudaOffloadedExperts::chosenExperts(const RouterView& router) {
    const auto count = static_cast<size_t>(m_batch.rows()) * static_cast<size_t>(router.used);
    if (m_chosen.size() < count * sizeof(int)) m_chosen = PinnedMemory(std::bit_ceil(count * sizeof(int)));
    copyToHost(m_chosen.data(), router.expert, count * sizeof(int), m_context.stream());
    m_context.synchronize();
    const auto* chosen = reinterpret_cast<const int*>(m_chosen.data());
    std::vector<bool> isChosen(static_cast<size_t>(router.experts));
    for (size_t i = 0; i < count; ++i) isChosen[static_cast<size_t>(chosen[i])] = true;
    std::vector<int> experts;
    for (int expert = 0; expert < router.experts; ++expert)
        if (isChosen[static_cast<size_t>(expert)]) experts.push_back(expert);
    return experts;
}

void CudaOffloadedExperts::sendTables(const ResidentExperts& layer,
                                      const std::vector<ExpertCache::Pass>& passes) {
    const std::vector<int>& resident = layer.cache.slotTable();
    const size_t experts = resident.size(), bytes = experts * sizeof(int);
    // The tables sent before have arrived, because the stream has been waited for since then.
    if (m_tables.size() < (passes.size() + 1) * bytes)
        m_tables = PinnedMemory(std::bit_ceil((passes.size() + 1) * bytes));
    auto* host = reinterpret_cast<int*>(m_tables.data());
    std::copy(resident.begin(), resident.end(), host);
    copyToDevice(layer.table.data(), host, bytes, m_context.stream());
    if (passes.size() == 1) return;
    int* own = host + experts;
    std::fill_n(own, passes.size() * experts, -1);
    for (const ExpertCache::Pass& pass : passes) {
        for (const ExpertCache::Place& place : pass.places) own[place.expert] = place.slot;
        own += experts;
    }
    copyToDevice(m_context.scratch<std::byte>(m_passTables, passes.size() * bytes), host + experts,
                 passes.size() * bytes, m_context.stream());
}

void CudaOffloadedExperts::bringExperts(const ExpertsArgs& args, const ExpertCache::Pass& pass,
                                        size_t number) {
    if (!pass.copies) return;
    const StreamHandle copies = m_stream.handle;
    // Reads of these slots in earlier steps are done: the host has waited for the choices, which came later.
    if (pass.after >= 0) streamWaitEvent(copies, m_computed[static_cast<size_t>(pass.after)].handle);
    uint64_t bytes = 0;
    for (const LinearPart* part : {&args.gate, &args.up, &args.down}) {
        if (part->weight == nullptr) continue;
        const OffloadedExperts& hosted = hostedOf(*part);
        for (const ExpertCache::Place& place : pass.places) hosted.copy(place.expert, place.slot, copies);
        bytes += hosted.expertBytes() * pass.places.size();
    }
    m_copiedBytes += bytes;
    recordEvent(m_copied[number].handle, copies);
    streamWaitEvent(m_context.stream(), m_copied[number].handle);
}

void CudaOffloadedExperts::computeInPasses(const ExpertsArgs& args,
                                           const std::vector<ExpertCache::Pass>& passes, LinearView wide,
                                           LinearView narrow, const RouterView& router) {
    const size_t experts = static_cast<size_t>(router.experts);
    const ExpertSumView sum = m_products.separateSum(narrow, router);
    if (m_products.sharesWeights(wide, narrow)) m_products.bringTogether(wide, narrow, router);
    // Down projections look at what later passes fill in.
    const auto innerFloats = static_cast<size_t>(m_batch.rows()) * static_cast<size_t>(wide.out.columns);
    fillDevice(wide.out.data, 0, innerFloats * sizeof(float), m_context.stream());
    for (size_t i = 0; i < passes.size(); ++i) {
        wide.slot = narrow.slot = m_passTables.as<int>() + i * experts;
        bringExperts(args, passes[i], i);
        m_products.add(wide);
        m_products.add(narrow);
        recordEvent(m_computed[i].handle, m_context.stream());
    }
    m_context.recorder().add(sum);
}

}  // namespace hearth::cuda
