#pragma once

#include "hearth/probe.h"
#include "model/model.h"
#include "session/attention_reading.h"
#include "session/loaded_cache.h"
#include "session/scheduler.h"
#include "vision/picture_encoder.h"

namespace hearth {

/// Looks into a loaded model: logits in a cache of their own, attention as one more sequence of the
/// scheduler.
class LoadedProbe final : public Probe {
public:
    /// All of them outlive this.
    struct Parts {
        Model& model;
        Backend& backend;
        Scheduler& scheduler;
        LoadedCache& cache;
        PictureEncoder* vision = nullptr;  ///< nullptr: the model sees no pictures
    };
    /// `contextLength`: in tokens.
    LoadedProbe(Parts parts, size_t contextLength) : m_parts(parts), m_contextLength(contextLength) {}

    void readLogits(const LogitQuestion& question, const LogitListener& each, std::stop_token stop) override;
    void readAttention(AttentionQuestion question, AttentionListener& listener) override;

    AttentionReadings& readings() noexcept { return m_readings; }
    const AttentionReadings& readings() const noexcept { return m_readings; }

private:
    const Parts m_parts;
    const size_t m_contextLength;
    AttentionReadings m_readings;
};

}  // namespace hearth
