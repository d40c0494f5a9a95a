#pragma once

#include <QtQml/qqmlregistration.h>
#include <QJsonObject>
#include <QObject>
#include <QVariantList>

#include "store/store.h"

namespace hearth::app {

class EngineStatus;

/// The way of a token through the model, from the words to the next one, with the numbers and times of one
/// reply. What is measured and what is computed of that is told apart. Read from the store while it is looked
/// at (`shown`). GUI thread.
class TokenWay : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ReplyInspector")
    /// {name, text, why}, in the order of the way; text: the figures of this reply.
    Q_PROPERTY(QVariantList steps READ steps NOTIFY changed)
    /// Reason why there are none, one sentence; empty: there are.
    Q_PROPERTY(QString note READ note NOTIFY changed)
    Q_PROPERTY(bool shown READ isShown WRITE setShown NOTIFY changed)

public:
    TokenWay(store::Store& store, const EngineStatus& engine, QObject* parent = nullptr);

    QVariantList steps() const { return m_steps; }
    QString note() const { return m_note; }
    bool isShown() const { return m_shown; }
    void setShown(bool shown);
    /// Another reply; 0: none.
    void setMessage(qint64 messageId);

signals:
    void changed();

private:
    void refresh();
    void read();
    void addReading(const store::Generation& generation);
    void addModel(const QJsonObject& metrics);
    void addChoice(const store::Generation& generation);
    void add(const QString& name, const QString& text, const QString& why);

    store::Store& m_store;
    const EngineStatus& m_engine;
    qint64 m_message = 0;
    QString m_model;  ///< that made the reply
    QVariantList m_steps;
    QString m_note;
    bool m_shown = false;
};

}  // namespace hearth::app
