#pragma once

#include <QtQml/qqmlregistration.h>
#include <QJsonObject>
#include <QObject>
#include <QString>

namespace hearth::app {

/// Choices for the replies of one chat that never become a default. GUI thread.
class ReplyChoices : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of SamplingSettings")
    /// True if this chat repeats replies to identical requests at temperature 0, see reusesReplies().
    Q_PROPERTY(bool reuseReplies READ reuseReplies WRITE setReuseReplies NOTIFY changed)
    /// Thinking before an answer in this chat: "on", "off", or "" for the default of the model's template.
    Q_PROPERTY(QString thinking READ thinking WRITE setThinking NOTIFY changed)
    /// Effort of the thinking: "low", "medium", "high", or "" likewise.
    Q_PROPERTY(QString effort READ effort WRITE setEffort NOTIFY changed)

public:
    /// `values`: those of the chat, of which these are a part; they outlive it.
    explicit ReplyChoices(QJsonObject& values) : m_values(values) {}

    bool reuseReplies() const;
    void setReuseReplies(bool reuse);
    QString thinking() const;
    void setThinking(const QString& thinking);
    QString effort() const;
    void setEffort(const QString& effort);

    /// The choices among the values of a chat.
    static QJsonObject among(const QJsonObject& values);

signals:
    void changed();
    /// A person made another choice, which has to be written.
    void chosen();

private:
    void set(const QString& name, const QJsonValue& value);

    QJsonObject& m_values;
};

}  // namespace hearth::app
