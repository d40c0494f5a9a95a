#pragma once

#include <QHash>
#include <QObject>
#include <QString>
#include <functional>

namespace hearth::app {

class EngineStatus;
class InferenceThread;

/// Counts the tokens of texts with the model in use. GUI thread.
class TextCounter : public QObject {
    Q_OBJECT

public:
    /// `exact`: counted by the model's own vocabulary; else estimated.
    using Done = std::function<void(int tokens, bool exact)>;

    TextCounter(InferenceThread& inference, const EngineStatus& engine, QObject* parent = nullptr);

    /// Tells `done` later, or at once with an estimate where no model is loaded. A model that does not answer
    /// within `waitMs`, because it writes a long reply for instance, is not waited for.
    void count(const QString& text, Done done);
    static constexpr int waitMs = 20'000;

private:
    struct Asked {
        int estimate = 0;
        Done done;
    };
    void answer(quint64 id, int tokens);

    InferenceThread& m_inference;
    const EngineStatus& m_engine;
    QHash<quint64, Asked> m_asked;
};

}  // namespace hearth::app
