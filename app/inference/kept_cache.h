#pragma once

#include <QString>
#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hearth/engine.h"
#include "hearth/prefix_folder.h"

namespace hearth::app {

/// The folder in which the window's models keep their caches from one load to the next, and what may lie
/// there. Changes count at once for models that are loaded from then on; what each of them returns is the
/// rest of it, for the models in use and the folder. For the GUI thread, but for isKept().
class KeptCache {
public:
    /// The rest of a change, whose functions are called in this order; the rests of several changes in the
    /// order in which they were made. Functions that are missing have nothing to do.
    struct Work {
        std::function<void(Engine& engine)> before = {};  ///< for each engine, where it runs
        /// For the folder; `isOpen`: an engine that was called before may have it open.
        std::function<void(bool isOpen)> folder = {};
        std::function<void(Engine& engine)> after = {};  ///< for each engine again
    };

    void applyTo(EngineOptions& options) const;
    /// True where caches are written. From any thread.
    bool isKept() const noexcept { return m_keeps; }

    /// Keeps cached prefixes in this folder, which nothing else uses. What was kept there with another key
    /// goes. nullopt: nothing changes.
    std::optional<Work> keep(const QString& folder, const PrefixLimits& limits);
    /// Keeps none; what was kept in the folder goes.
    Work drop(const QString& folder);
    /// Keeps none; what is encrypted in the folder stays.
    Work leave(const QString& folder);
    /// Forgets what all other tenants of requests left, in memory and on disk.
    Work keepTenants(const std::vector<std::string>& tenants);
    /// Forgets everything, in memory and on disk.
    Work clear();
    /// Path of the folder; empty: it is not known.
    const QString& folder() const { return m_folder; }

private:
    QString m_folder;
    std::atomic<bool> m_keeps = false;
    PrefixLimits m_limits;
    /// Owners whose prefixes stay, set while the folder was not known yet: its key may come late.
    std::optional<std::vector<std::string>> m_tenantsLeft;
};

}  // namespace hearth::app
