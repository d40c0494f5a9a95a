#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>

#include "inference/generation_job.h"
#include "inference/reply_calls.h"
#include "inspector/reply_recipe.h"
#include "store/store.h"

namespace hearth::app {

class EngineStatus;
class InferenceThread;

/// Makes a reply again from its recipe and says whether the text is the same. Changes nothing that is stored.
/// GUI thread.
class ReplyReplay : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ReplyInspector")
    Q_PROPERTY(bool running READ isRunning NOTIFY changed)
    /// Result, or the reason why it could not be made; empty before.
    Q_PROPERTY(QString verdict READ verdict NOTIFY changed)
    Q_PROPERTY(bool sameText READ isSameText NOTIFY changed)

public:
    ReplyReplay(store::Store& store, InferenceThread& inference, const EngineStatus& engine,
                QObject* parent = nullptr);

    bool isRunning() const { return m_job != 0; }
    QString verdict() const { return m_verdict; }
    bool isSameText() const { return m_sameText; }

    /// Another reply; one that is being made is given up.
    void setMessage(qint64 messageId);
    Q_INVOKABLE void run();

signals:
    void changed();

private:
    void ask();
    void compare(const GenerationResult& result);
    /// Position where the texts or calls of a server's reply differ, as a verdict; empty: they do not differ.
    QString textVerdict(const QString& made) const;
    /// Appends the differences from then.
    QString withDifferences(QString verdict) const;
    /// Ends the replay with this verdict.
    void settle(const QString& verdict);

    store::Store& m_store;
    InferenceThread& m_inference;
    const EngineStatus& m_engine;
    qint64 m_messageId = 0;
    quint64 m_job = 0;
    ReplyRecipe m_recipe;
    size_t m_part = 0;            ///< of the recipe, that is being made
    QString m_written;            ///< of that part so far
    QList<ReplyCall> m_calls;     ///< with which it ended
    bool m_isLongEnough = false;  ///< as far as the part went; it was ended there
    QString m_verdict;
    bool m_sameText = false;
};

}  // namespace hearth::app
