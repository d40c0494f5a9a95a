#pragma once

#include <QtQml/qqmlregistration.h>
#include <QJsonObject>
#include <QObject>
#include <QString>
#include <QStringList>

#include "hearth/sampling.h"
#include "settings/reply_choices.h"
#include "settings/sampling_defaults.h"
#include "settings/sampling_ranges.h"
#include "store/store.h"

namespace hearth::app {

/// The sampling parameters of the open conversation: its own values over the model's defaults over those for
/// every model over the app's. Only differences are kept. GUI thread.
class SamplingSettings : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(double temperature READ temperature NOTIFY valuesChanged)
    Q_PROPERTY(int topK READ topK NOTIFY valuesChanged)
    Q_PROPERTY(double topP READ topP NOTIFY valuesChanged)
    Q_PROPERTY(double minP READ minP NOTIFY valuesChanged)
    Q_PROPERTY(double repeatPenalty READ repeatPenalty NOTIFY valuesChanged)
    Q_PROPERTY(double presencePenalty READ presencePenalty NOTIFY valuesChanged)
    Q_PROPERTY(double frequencyPenalty READ frequencyPenalty NOTIFY valuesChanged)
    Q_PROPERTY(int penaltyLastN READ penaltyLastN NOTIFY valuesChanged)
    /// -1: until the context is full.
    Q_PROPERTY(int maxTokens READ maxTokens NOTIFY valuesChanged)
    /// Decimal digits; empty: a new random seed for every reply.
    Q_PROPERTY(QString seed READ seed WRITE setSeed NOTIFY valuesChanged)
    Q_PROPERTY(QStringList stop READ stop WRITE setStop NOTIFY valuesChanged)
    /// The preset that was applied last; `changed` is true if a value differs from it.
    Q_PROPERTY(QString presetName READ presetName NOTIFY valuesChanged)
    Q_PROPERTY(bool changed READ isChangedAny NOTIFY valuesChanged)
    /// Choices for the replies of this chat alone.
    Q_PROPERTY(hearth::app::ReplyChoices* choices MEMBER choices CONSTANT)
    Q_PROPERTY(hearth::app::SamplingDefaults* defaults MEMBER defaults CONSTANT)
    /// The controls of the numbers.
    Q_PROPERTY(hearth::app::SamplingRanges* ranges MEMBER ranges CONSTANT)

public:
    explicit SamplingSettings(store::Store& store, QObject* parent = nullptr);

    double temperature() const { return value("temperature"); }
    int topK() const { return qRound(value("topK")); }
    double topP() const { return value("topP"); }
    double minP() const { return value("minP"); }
    double repeatPenalty() const { return value("repeatPenalty"); }
    double presencePenalty() const { return value("presencePenalty"); }
    double frequencyPenalty() const { return value("frequencyPenalty"); }
    int penaltyLastN() const { return qRound(value("penaltyLastN")); }
    int maxTokens() const { return qRound(value("maxTokens")); }
    QString seed() const;
    QStringList stop() const;
    QString presetName() const;

    void setSeed(const QString& seed);
    void setStop(const QStringList& stop);

    /// Any number by name; NaN: there is none of this name. Values out of range are clamped.
    Q_INVOKABLE double value(const QString& name) const;
    Q_INVOKABLE void setValue(const QString& name, double value);
    /// True if a parameter differs from the preset in use (the app's defaults when there is none).
    Q_INVOKABLE bool isChanged(const QString& name) const;
    bool isChangedAny() const;
    Q_INVOKABLE void reset(const QString& name);
    Q_INVOKABLE void resetAll();
    Q_INVOKABLE void rollSeed();
    /// Makes the values of this conversation the defaults of the model in use.
    Q_INVOKABLE void saveAsModelDefault();
    /// Makes them the defaults of every model that has none of its own.
    Q_INVOKABLE void saveAsDefault();

    /// Follows the open conversation; 0: a new one, whose values are kept here until adopt().
    void openConversation(qint64 conversationId);
    /// The new conversation was written under this id.
    void adopt(qint64 conversationId);
    void setModel(const QString& modelName);
    /// Takes over the values of a preset.
    void applyPreset(const QString& name, const QJsonObject& values);

    /// The parameters in effect now.
    SamplingParams params() const;
    /// The same as JSON, every parameter written out.
    QJsonObject values() const { return valuesOf(m_own); }
    /// The same for a reply, including the choices of this conversation alone.
    QJsonObject replyValues() const;
    /// Those for a reply of another conversation, given its own values.
    QJsonObject replyValuesOf(const QJsonObject& own) const;
    /// Those of another conversation, given its own values.
    QJsonObject valuesOf(const QJsonObject& own) const;

    SamplingDefaults* const defaults = &m_defaults;
    ReplyChoices* const choices = &m_choices;
    SamplingRanges* const ranges = &m_ranges;

signals:
    void valuesChanged();

private:
    QJsonValue effective(const QString& name) const;
    QJsonValue reference(const QString& name, const QJsonObject& own) const;
    void change(const QString& name, const QJsonValue& value);
    void save();

    store::Store& m_store;
    qint64 m_conversationId = 0;
    QJsonObject m_own;  ///< the conversation's values
    SamplingDefaults m_defaults{m_store};
    ReplyChoices m_choices{m_own};
    SamplingRanges m_ranges;
};

}  // namespace hearth::app
