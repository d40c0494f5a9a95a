#pragma once

#include <QJsonObject>
#include <QObject>
#include <QString>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "hearth/memory_plan.h"
#include "hearth/speed_estimate.h"
#include "store/store.h"

namespace hearth::app {

/// hearth::measureDeviceSpeed, or a scripted one in tests.
using SpeedMeasurer = std::function<DeviceSpeed(const std::string& backend, int threads,
                                                std::span<const BlockType> types, std::stop_token stop)>;
/// hearth::tokenWork of a file or a folder; called on a worker thread. Throws hearth::Error.
using WorkReader = std::function<TokenWork(const QString& path)>;

/// Measured speeds of this machine's GEMMs, kept over restarts, the speeds that models are likely to reach
/// with them, and the errors of such estimates. The measurements run on a thread of their own, only while
/// they are shown (`wanted`) and no reply is under way (`resting`). GUI thread.
class SpeedBook : public QObject {
    Q_OBJECT

public:
    /// An estimate, and the speed of the reply that followed. Tokens a second.
    struct Told {
        QString model, quantization;
        double expected = 0, measured = 0;
        double computed = 0;  ///< expected speed before the correction by earlier replies
        /// Relative excess of the measured speed over the expected one, 0.1: 10 %.
        double off() const { return expected > 0 ? measured / expected - 1 : 0; }
    };
    /// Number of replies that are kept, the last of each model first.
    static constexpr size_t mostTold = 12;
    /// Tokens of context that estimates are for by default.
    static constexpr int usualDepth = 500;

    /// `gpuBackend`: backend of models with layers on a card; empty: there is none. Without a measurer
    /// nothing is measured.
    SpeedBook(store::Store& store, SpeedMeasurer measurer, std::string gpuBackend, QObject* parent = nullptr);
    ~SpeedBook() override;

    /// Computed from the shapes and this machine's products. nullopt: something was not measured yet, and
    /// will be while that is wanted.
    std::optional<SpeedEstimate> computed(const TokenWork& work, const MemoryPlan& plan,
                                          int depth = usualDepth);
    /// The same, as far off as that was for earlier replies on the median.
    std::optional<SpeedEstimate> guess(const TokenWork& work, const MemoryPlan& plan, int depth = usualDepth);
    /// "about 14 tokens/s, first token after 1.2 s or more (prompt of 500)"; empty: not known yet.
    QString textFor(const TokenWork& work, const MemoryPlan& plan);
    /// Measured speeds of the device that most layers of the plan are on; nullptr: none yet.
    const DeviceSpeed* speedOf(const MemoryPlan& plan) const;
    /// Records the measured speed of a model's reply and the expected one.
    void note(const Told& told);
    const std::vector<Told>& told() const { return m_told; }
    bool isMeasuring() const { return m_measuring; }
    /// True while estimates are shown. A measurement under way is abandoned when they no longer are.
    void setWanted(bool wanted);
    /// No reply is under way, which would be slowed down and make the figures too low.
    void setResting(bool resting);
    /// Forgets the measurements of the device and repeats them.
    void measureAgain();

signals:
    void changed();

private:
    const std::string& backendOf(const MemoryPlan& plan) const;
    std::optional<SpeedEstimate> guessOn(const std::string& backend, const TokenWork& work, int depth);
    double correction() const;
    void begin();
    void take(const DeviceSpeed& speed);
    void read();
    void keep();

    store::Store& m_store;
    SpeedMeasurer m_measurer;
    const std::string m_host = "cpu", m_card;
    std::map<std::string, DeviceSpeed> m_speeds;
    std::map<std::string, std::set<BlockType>> m_missing, m_refused;
    std::vector<Told> m_told;
    bool m_wanted = false, m_resting = true, m_measuring = false;
    std::jthread m_thread;  ///< last: it ends before the objects that it reports to
};

}  // namespace hearth::app
