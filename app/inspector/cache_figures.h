#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>

namespace hearth::app {

class InferenceThread;

/// Contents of the engine's cache, as of the last read(). GUI thread.
class CacheFigures : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ReplyInspector")
    /// Empty before the first answer, and if the cache is a server's.
    Q_PROPERTY(QString text READ text NOTIFY changed)
    /// Used share of the cache, 0 to 1.
    Q_PROPERTY(double share READ share NOTIFY changed)

public:
    explicit CacheFigures(InferenceThread& inference, QObject* parent = nullptr);

    QString text() const { return m_text; }
    double share() const { return m_share; }

    /// Asks the engine, which answers between two steps.
    void read();
    /// The cache is a server's: nothing is known of it.
    void forget();

signals:
    void changed();

private:
    InferenceThread& m_inference;
    quint64 m_job = 0;
    QString m_text;
    double m_share = 0;
};

}  // namespace hearth::app
