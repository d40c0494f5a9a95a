#include "placement/backend_choice.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "backend/backend_errors.h"
#include "backend/layer_split/layer_split_backend.h"
#include "backend/registry/backend_registry.h"
#include "backend/tensor_parallel/tensor_parallel_backend.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/host_resources.h"
#include "placement/device_placement.h"
#include "placement/gpu_choice.h"
#include "placement/memory_plan.h"
#include "placement/offloaded_expert_plan.h"
#include "placement/placement_errors.h"
#include "placement/placement_messages.h"
#include "placement/shard_choice.h"

namespace hearth {

namespace {

/// A choice of this kind with nothing of it made yet.
BackendChoice choiceOf(const BackendKind& kind) {
    BackendChoice choice;
    choice.name = kind.traits().name;
    choice.title = kind.traits().title;
    return choice;
}

/// Chooses the GPUs of one kind for a model and puts together what runs it on them.
class GpuPlacement {
public:
    GpuPlacement(const BackendKind& kind, const BackendKind& host, const EngineOptions& options,
                 const GgufFile& file, const BackendSettings& settings)
        : m_kind(kind),
          m_host(host),
          m_options(options),
          m_file(file),
          m_settings(settings),
          m_config(ModelConfig::fromGguf(file)) {}

    BackendChoice place() {
        const auto holds = [&](std::span<const OpenGpu> cards) { return plan(cards).hostLayers == m_kept; };
        std::vector<OpenGpu> cards = m_options.devices.empty()
                                         ? enoughGpus(m_kind, m_settings, holds)
                                         : openGpus(m_kind, m_options.devices, m_settings);
        GpuPlan planned = plan(cards);
        const bool mayShare = cards.size() > 1 && m_options.cardSplit != GpuSplit::Layers;
        if (planned.hostLayers != m_kept) {
            // Equal parts may fit where whole layers do not.
            if (mayShare)
                if (BackendChoice shared = onEqualGpus(cards); shared.backend) return shared;
            if (const auto sizes = hostedSizes(cards)) {
                if (mayShare)
                    if (BackendChoice shared = sharedWithOffloadedExperts(cards, *sizes); shared.backend)
                        return shared;
                if (const auto hosted = planOffloadedExperts(*sizes, roomsOf(cards)))
                    return withOffloadedExperts(cards, *hosted);
            }
        }
        // Requested layers are placed in any case; an error says so if they do not fit.
        if (m_options.gpuLayers > 0 && planned.hostLayers != m_kept) planned = plan(cards, UINT64_MAX);
        if (planned.shares.empty()) return onHost();
        if (mayShare)
            if (BackendChoice shared = onEqualGpus(cards); shared.backend) return shared;
        return onGpus(cards, planned);
    }

private:
    /// Plans with at least this much room on every GPU.
    GpuPlan plan(std::span<const OpenGpu> cards, uint64_t leastRoom = 0) {
        if (!m_sizes) measure(*cards.front().backend);
        std::vector<GpuRoom> rooms = roomsOf(cards);
        for (GpuRoom& room : rooms) room.freeBytes = std::max(room.freeBytes, leastRoom);
        GpuPlan planned = planGpus(*m_sizes, rooms);
        planned.hostLayers += m_kept;
        return planned;
    }

    /// Sizes of the layers that may go to a GPU: the last ones, as many as the options allow.
    void measure(const Backend& card) {
        const uint32_t layers = m_config.layerCount;
        if (m_options.gpuLayers >= 0)
            m_kept = layers - std::min(static_cast<uint32_t>(m_options.gpuLayers), layers);
        m_sizes = sizesNow(card);
    }
    LayerSizes sizesNow(const Backend& card) const {
        const CachePlan cache = planCache(m_options, m_config, 0);
        LayerSizes sizes = layerSizes(m_file, card, cache.contextLength, cache.kvType, cache.blocks);
        sizes.layers.erase(sizes.layers.begin(), sizes.layers.begin() + m_kept);
        return sizes;
    }

    std::vector<GpuRoom> roomsOf(std::span<const OpenGpu> cards) const {
        std::vector<GpuRoom> rooms;
        for (const OpenGpu& card : cards) rooms.push_back(card.room());
        return rooms;
    }

    static bool hostExperts(std::span<const OpenGpu> cards, uint32_t onGpu) {
        return std::ranges::all_of(cards,
                                   [&](const OpenGpu& card) { return card.backend->hostExperts(onGpu); });
    }

    /// Sizes of the model with experts in host memory and all layers that may go to GPUs on them. This is
    /// faster than whole layers in host memory, because a reply needs few of the experts, mostly the same
    /// ones, and the GPU computes prompts. nullopt: it is not a mixture, or the host has no room for them.
    std::optional<OffloadSizes> hostedSizes(std::span<const OpenGpu> cards) {
        // Each reply has room for the experts that one of its tokens uses.
        const uint32_t least = m_config.experts.used;
        if (least == 0 || m_config.experts.count <= least + 1 || !hostExperts(cards, least))
            return std::nullopt;
        OffloadSizes sizes;
        sizes.leastExperts = least;
        sizes.experts = m_config.experts.count;
        sizes.least = sizesNow(*cards.front().backend);
        (void)hostExperts(cards, least + 1);
        const LayerSizes more = sizesNow(*cards.front().backend);
        (void)hostExperts(cards, 0);
        for (size_t i = 0; i < more.layers.size(); ++i)
            sizes.oneExpert.push_back(more.layers[i] - sizes.least.layers[i]);
        sizes.oneMoreBehind = more.others - sizes.least.others;
        m_hostBytes = sizes.experts *
                      std::accumulate(sizes.oneExpert.begin(), sizes.oneExpert.end(), sizes.oneMoreBehind);
        if (m_hostBytes == 0 || m_hostBytes > availableMemoryBytes()) return std::nullopt;
        return sizes;
    }

    /// Number of experts of each layer for which every GPU has room that holds its part of all layers; 0: not
    /// even the minimum.
    static uint32_t sharedExperts(std::span<const OpenGpu> cards, OffloadSizes sizes) {
        const auto cut = [&](uint64_t& bytes) { bytes = bytes == 0 ? 0 : bytes / cards.size() + 1; };
        std::ranges::for_each(sizes.least.layers, cut);
        std::ranges::for_each(sizes.oneExpert, cut);
        cut(sizes.oneMoreBehind);
        uint32_t fewest = sizes.experts;
        for (const OpenGpu& card : cards) {
            const std::array room{card.room()};
            const auto plan = planOffloadedExperts(sizes, room);
            fewest = std::min(fewest, plan ? plan->onGpu.front() : 0);
        }
        return fewest;
    }

    /// Equal GPUs with a part of every layer and of every expert, which live in host memory.
    BackendChoice sharedWithOffloadedExperts(std::vector<OpenGpu>& cards, const OffloadSizes& sizes) {
        const uint32_t onGpu = sharedExperts(cards, sizes);
        if (onGpu == 0 || m_kept != 0 || !hostExperts(cards, onGpu)) return {};
        BackendChoice choice = onEqualGpus(cards, true);
        if (!choice.backend) {
            (void)hostExperts(cards, 0);
            return {};
        }
        setHosted(choice, onGpu);
        return choice;
    }

    void setHosted(BackendChoice& choice, uint32_t onGpu) const {
        choice.experts = {.experts = static_cast<int>(m_config.experts.count),
                          .onGpu = static_cast<int>(onGpu),
                          .hostBytes = m_hostBytes};
        if (m_kept == 0)
            choice.reason = Message(messages::expertsInHostMemory, {onGpu, m_config.experts.count});
    }

    BackendChoice withOffloadedExperts(std::vector<OpenGpu>& cards, const OffloadedExpertPlan& hosted) {
        GpuPlan planned = hosted.cards;
        planned.hostLayers += m_kept;
        uint32_t fewest = m_config.experts.count;
        for (size_t i = 0; i < planned.shares.size(); ++i) {
            if (hosted.onGpu[i] == 0) continue;
            (void)cards[planned.shares[i].card].backend->hostExperts(hosted.onGpu[i]);
            fewest = std::min(fewest, hosted.onGpu[i]);
        }
        BackendChoice choice = onGpus(cards, planned);
        setHosted(choice, fewest);
        return choice;
    }

    BackendChoice onHost() const {
        BackendChoice choice = choiceOf(m_host);
        if (m_options.gpuLayers != 0) choice.reason = Message(messages::noLayerFits);
        choice.backend = m_host.make({.threads = m_settings.threads});
        return choice;
    }

    bool areEqual(std::span<const OpenGpu> cards) const {
        const bool few = cards.size() == 2 || cards.size() == 4 || cards.size() == 8;
        return few && std::ranges::all_of(cards, [&](const OpenGpu& card) {
                   return card.info.name == cards.front().info.name &&
                          card.info.memoryBytes == cards.front().info.memoryBytes;
               });
    }

    /// True if each GPU has room for its part of all layers and for the parts that are the same on all GPUs.
    bool holdShares(std::span<const OpenGpu> cards) const {
        LayerSizes shares = *m_sizes;
        for (uint64_t& layer : shares.layers) layer = layer / cards.size() + 1;
        return m_kept == 0 && std::ranges::all_of(cards, [&](const OpenGpu& card) {
                   return layersThatFit(shares, card.has.freeBytes) == shares.layers.size();
               });
    }

    /// Each GPU with a part of every layer. Has no backend if that is not possible; gives the reason if the
    /// user may want to know it. `fits`: they have room for that.
    BackendChoice onEqualGpus(std::vector<OpenGpu>& cards, bool fits = false) {
        const bool asked = m_options.cardSplit == GpuSplit::TensorParallel;
        if (!areEqual(cards)) {
            if (asked) m_whyLayers = Message(messages::gpusDiffer);
            return {};
        }
        if (!fits && !holdShares(cards)) return {};
        std::vector<Backend*> backends;
        for (const OpenGpu& card : cards) backends.push_back(card.backend.get());
        std::unique_ptr<PeerTransport> exchange = m_kind.makePeerTransport(backends);
        // Sums that go through the host take longer than they save.
        if (!asked && (!exchange || !exchange->isDirect())) return {};
        std::optional<ShardPlan> plan = shardPlan(m_file, m_config, cards.size());
        if (!plan) {
            m_whyLayers = Message(messages::doesNotDivide, {cards.size()});
            return {};
        }
        BackendChoice choice = choiceOf(m_kind);
        choice.onDevice = choice.sharesLayers = true;
        choice.deviceLayers = static_cast<int>(m_config.layerCount);
        SplitBackends parts;
        for (OpenGpu& card : cards) {
            addCard(choice, card, m_config.layerCount);
            parts.push_back(std::move(card.backend));
        }
        choice.backend =
            std::make_unique<TensorParallelBackend>(std::move(parts), std::move(*plan), std::move(exchange));
        return choice;
    }

    static void addCard(BackendChoice& choice, const OpenGpu& card, uint32_t layers) {
        choice.cards.push_back({.number = static_cast<int>(card.number),
                                .name = card.info.name,
                                .layers = static_cast<int>(layers),
                                .totalBytes = card.has.memoryBytes,
                                .freeBytes = card.has.freeBytes});
        choice.gpuBackends.push_back(card.backend.get());
        choice.freeBytes += card.has.freeBytes;
        choice.totalBytes += card.has.memoryBytes;
    }

    BackendChoice onGpus(std::vector<OpenGpu>& cards, const GpuPlan& planned) const {
        BackendChoice choice = choiceOf(m_kind);
        choice.onDevice = true;
        choice.reason = m_whyLayers;
        SplitBackends parts;
        SplitPlacement placement;
        if (planned.hostLayers != 0) {
            choice.reason = Message(messages::layersOnCpu, {planned.hostLayers, m_config.layerCount});
            parts.push_back(m_host.make({.threads = m_settings.threads}));
            placement.layers.push_back(planned.hostLayers);
        }
        std::vector<Backend*> onGpus;
        for (const GpuPlan::Share& share : planned.shares) {
            OpenGpu& card = cards[share.card];
            addCard(choice, card, share.layers);
            choice.deviceLayers += static_cast<int>(share.layers);
            placement.layers.push_back(share.layers);
            onGpus.push_back(card.backend.get());
            parts.push_back(std::move(card.backend));
        }
        placement.embeddingsOn = planned.hostLayers != 0 && hasOwnHead(m_file) ? 0 : parts.size() - 1;
        if (parts.size() == 1)
            choice.backend = std::move(parts.front());
        else
            choice.backend = std::make_unique<LayerSplitBackend>(
                std::move(parts), std::move(placement),
                onGpus.size() > 1 ? m_kind.makePeerTransport(onGpus) : nullptr);
        return choice;
    }

    const BackendKind& m_kind;
    const BackendKind& m_host;
    const EngineOptions& m_options;
    const GgufFile& m_file;
    BackendSettings m_settings;
    ModelConfig m_config;
    std::optional<LayerSizes> m_sizes;
    uint32_t m_kept = 0;       ///< layers that the options keep on the host
    uint64_t m_hostBytes = 0;  ///< of all experts, where they live in host memory
    Message m_whyLayers;       ///< why equal GPUs do not share them
};

/// Puts the model on devices of `kind`, as far as it fits, and the rest on the host.
BackendChoice placeOnDevice(const BackendKind& kind, const BackendKind& host, const EngineOptions& options,
                            const GgufFile* file, const BackendSettings& settings) {
    if (file != nullptr) return GpuPlacement(kind, host, options, *file, settings).place();
    // For any model: the first GPU that would be asked.
    std::vector<OpenGpu> cards = options.devices.empty()
                                     ? enoughGpus(kind, settings, [](auto) { return true; })
                                     : openGpus(kind, std::span(options.devices).first(1), settings);
    BackendChoice choice = choiceOf(kind);
    choice.onDevice = true;
    choice.freeBytes = cards.front().has.freeBytes;
    choice.totalBytes = cards.front().has.memoryBytes;
    choice.backend = std::move(cards.front().backend);
    return choice;
}

/// The kind of `name` runs the model, or the failure is the caller's.
BackendChoice chooseNamed(const BackendRegistry& backends, const EngineOptions& options, const GgufFile* file,
                          const BackendSettings& settings) {
    const BackendKind* kind = backends.find(options.backend);
    if (kind == nullptr) {
        throw Error(ErrorCode::BadInput, "There is no backend called \"" + options.backend + "\"; choose " +
                                             asAlternatives(backends.choices()) + ".");
    }
    // The loader's own sentence goes on with the CPU, which nobody does who asked for the GPU.
    if (!kind->isInstalled()) throw Error(errors::gpuEngineDemanded);
    if (kind->traits().ownMemory) return placeOnDevice(*kind, backends.host(), options, file, settings);
    if (!options.devices.empty()) throw Error(errors::noGpusToChoose, {kind->traits().name});
    BackendChoice choice = choiceOf(*kind);
    choice.backend = kind->make(settings);
    return choice;
}

}  // namespace

BackendChoice chooseBackend(const BackendRegistry& backends, const EngineOptions& options,
                            const GgufFile* file, const Backend* beside) {
    if (options.threads < 0 || options.threads > 256) {
        throw Error(ErrorCode::BadInput, "The number of threads is " + std::to_string(options.threads) +
                                             "; choose 1 to 256, or 0 for one a core.");
    }
    const BackendSettings settings{.threads = options.threads != 0 ? options.threads : usableCores(),
                                   .beside = beside};
    if (options.backend != "auto") return chooseNamed(backends, options, file, settings);
    Message reason;
    for (const auto& kind : backends.kinds()) {
        if (!kind->traits().automatic || !kind->traits().ownMemory) continue;
        try {
            return placeOnDevice(*kind, backends.host(), options, file, settings);
        } catch (const Error& error) {
            // A GPU that other programs have filled has no room to even begin on.
            if (error.code() != ErrorCode::Device && error.code() != ErrorCode::OutOfMemory) throw;
            if (reason.isEmpty()) reason = error.message();
        }
    }
    BackendChoice choice = choiceOf(backends.host());
    choice.reason = std::move(reason);
    choice.backend = backends.host().make(settings);
    return choice;
}

uint64_t roomForCache(const BackendChoice& choice, uint32_t layers) {
    uint64_t room = availableMemoryBytes();
    for (size_t i = 0; i < choice.cards.size(); ++i) {
        const auto own = static_cast<uint64_t>(choice.cards[i].layers);
        const uint64_t shares = choice.sharesLayers ? choice.cards.size() : 1;
        room = std::min(room, choice.gpuBackends[i]->info().freeBytes / own * layers * shares);
    }
    return room;
}

EngineOptions withFewerDeviceLayers(const BackendRegistry& backends, const EngineOptions& options,
                                    const BackendChoice& failed) {
    EngineOptions fewer = options;
    fewer.gpuLayers = failed.deviceLayers * 3 / 4;
    if (fewer.gpuLayers == 0) {
        fewer.backend = backends.host().traits().name;
        fewer.devices.clear();
    }
    return fewer;
}

bool canHaveDevice(const BackendRegistry& backends) noexcept {
    return std::ranges::any_of(backends.kinds(), [](const auto& kind) {
        return kind->traits().automatic && kind->traits().ownMemory && kind->isInstalled();
    });
}

}  // namespace hearth
