#pragma once

#include <QElapsedTimer>
#include <QString>
#include <QStringList>
#include <array>
#include <optional>
#include <vector>

#include "hearth/routing.h"
#include "inference/generation_job.h"

namespace hearth::app {

/// A model that the window has open, as far as it is known: one, or two that answer as one. A value of the
/// GUI thread.
struct OpenModel {
    enum class Phase : uint8_t {
        Loading,
        Ready,
        Resting  ///< unloaded for the sake of another model; the next reply has it loaded again
    };
    /// One of the models that answer.
    struct Part {
        QString name, modelPath, quantization, weightsHash, deviceText, kvType, host;
        int contextLength = 0;
    };
    /// Time that the tokens of some replies took, and that they would have taken without guesses.
    struct Pace {
        double plainMs = 0, tookMs = 0;
        int tokens = 0;
        double gain() const { return tokens < fewestTokens ? 0 : plainMs / tookMs; }
        static constexpr int fewestTokens = 64;
    };

    quint64 id = 0;  ///< see InferenceThread::open()
    QString path;    ///< file, folder, `routePath` or that of a server's model
    Phase phase = Phase::Loading;
    bool isReady = false;       ///< it was loaded, so what follows is known of it and it can be asked
    bool isKeptLoaded = false;  ///< for no other model it is unloaded
    QString loadStep;
    double loadFraction = 0;  ///< 0 to 1
    QElapsedTimer loadTime;   ///< since the load began
    EngineOptions options;    ///< options that it is loaded with
    QString draftPath;        ///< of the draft model that was chosen
    EngineInfo info;
    TemplateSwitches switches;
    std::vector<Part> parts;    ///< two by RouteTarget, or one; none before it is ready
    std::array<Pace, 2> pace;   ///< with prompt lookup, with the draft model
    double kvTakenAtFirst = 0;  ///< bytes of the cache that were taken when it was loaded
    int loadNumber = 0;         ///< higher than that of each model that was loaded before

    bool isLoading() const { return phase == Phase::Loading; }
    bool isRouted() const { return parts.size() > 1; }
    bool drafts() const { return !info.draftName.empty(); }
    QString name() const;
    QString quantization() const { return QString::fromStdString(info.quantization); }
    /// "CPU, 2 threads, AVX-512 VNNI", in the language of the window.
    QString deviceText() const;
    QString kvType() const;
    /// The computer that the model runs on; empty: this one.
    QString remoteHost() const { return QString::fromStdString(info.serverHost); }
    /// Of two models, the computer that the large one runs on; empty: this one, or there is one model.
    QString largeHost() const { return isRouted() ? parts.back().host : QString(); }
    /// The part of this name; nullopt: none is called so.
    std::optional<RouteTarget> partCalled(const QString& name) const;
    QStringList partNames() const;
    /// The file or folder of the model; of both where two answer as one.
    QStringList files() const;
    /// Bytes that it takes by now, all caches included; 0: not known, or it rests.
    double takenBytes() const;

    /// Takes what is known of it once it is loaded.
    void setInfo(const EngineInfo& loaded);
};

}  // namespace hearth::app
