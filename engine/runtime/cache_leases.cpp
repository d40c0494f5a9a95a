#include "runtime/cache_leases.h"

#include <algorithm>
#include <utility>

#include "hearth/engine.h"
#include "runtime/cache_shares.h"

namespace hearth {

namespace {

/// Left to other programs, as a cache leaves it that grows by itself.
constexpr uint64_t spareBytes = uint64_t{256} << 20U;
/// A step of a large model takes less.
constexpr auto longestWait = std::chrono::seconds(2);

}  // namespace

void CacheLeases::add(const std::string& id, EngineExecutor& port, bool onGpu) {
    const std::scoped_lock lock(m_mutex);
    m_leases[id] = std::make_shared<Lease>(Lease{.port = &port, .onGpu = onGpu});
}

void CacheLeases::remove(const std::string& id) {
    const std::scoped_lock lock(m_mutex);
    m_leases.erase(id);
}

bool CacheLeases::isShared() const {
    const std::scoped_lock lock(m_mutex);
    return m_leases.size() > 1 || std::any_of(m_leases.begin(), m_leases.end(), [](const auto& entry) {
               return entry.second->limit != UINT64_MAX;
           });
}

namespace {

CacheMemory limited(Engine* engine, uint64_t limit) {
    CacheAdmin* const cache = engine == nullptr ? nullptr : engine->cache();
    try {
        return cache == nullptr ? CacheMemory() : cache->limit(limit);
    } catch (...) {
        // Its process has ended, and the memory with it.
        return {};
    }
}

}  // namespace

/// Under the lock.
void CacheLeases::tell(const std::shared_ptr<Lease>& lease, uint64_t limit) {
    lease->limit = limit;
    lease->isAsked = true;
    lease->askedAt = m_hooks.now();
    lease->port->post([this, lease, limit](Engine* engine, const Error*) {
        const CacheMemory memory = limited(engine, limit);
        {
            const std::scoped_lock lock(m_mutex);
            lease->memory = memory;
            lease->isAsked = false;
        }
        m_hooks.answered();
    });
}

void CacheLeases::share(const std::vector<std::string>& busy, uint64_t reserved) {
    const uint64_t free = m_hooks.freeMemory();
    const std::scoped_lock lock(m_mutex);
    std::vector<std::shared_ptr<Lease>> leases;
    std::vector<CacheMemory> caches;
    std::vector<bool> computes;
    for (const auto& [id, lease] : m_leases) {
        if (lease->onGpu) continue;
        leases.push_back(lease);
        caches.push_back(lease->memory);
        computes.push_back(std::ranges::find(busy, id) != busy.end());
    }
    const bool isAlone = leases.size() == 1 && reserved == 0;
    const std::vector<uint64_t> limits = cacheShares(caches, free - std::min(free, reserved + spareBytes));
    for (size_t i = 0; i < leases.size(); ++i) {
        const uint64_t limit = isAlone ? UINT64_MAX : limits[i];
        // One that does not compute does not grow.
        if (!computes[i] || leases[i]->isAsked || (isAlone && leases[i]->limit == limit)) continue;
        tell(leases[i], limit);
    }
}

bool CacheLeases::ask(bool onGpu) {
    const std::scoped_lock lock(m_mutex);
    bool some = false;
    for (const auto& [id, lease] : m_leases) {
        if (lease->onGpu != onGpu) continue;
        some = true;
        if (!lease->isAsked) tell(lease, lease->limit);
    }
    return some;
}

bool CacheLeases::giveBack(const std::vector<std::string>& ids, uint64_t bytes) {
    const std::scoped_lock lock(m_mutex);
    std::vector<std::shared_ptr<Lease>> leases;
    uint64_t taken = 0;
    for (const std::string& id : ids) {
        const auto found = m_leases.find(id);
        if (found == m_leases.end() || found->second->isAsked) continue;
        leases.push_back(found->second);
        taken += found->second->memory.taken;
    }
    if (taken < bytes) return false;
    for (const auto& lease : leases) {
        const uint64_t part = std::min(bytes, lease->memory.taken);
        if (part > 0) tell(lease, lease->memory.taken - part);
        bytes -= part;
    }
    return true;
}

bool CacheLeases::waitsFor(const Lease& lease) const {
    return lease.isAsked && m_hooks.now() - lease.askedAt < longestWait;
}

bool CacheLeases::isWaiting() const {
    const std::scoped_lock lock(m_mutex);
    return std::any_of(m_leases.begin(), m_leases.end(),
                       [this](const auto& entry) { return waitsFor(*entry.second); });
}

}  // namespace hearth
