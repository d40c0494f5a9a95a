#pragma once

#include <QtQml/qqmlregistration.h>
#include <QJsonObject>
#include <QObject>
#include <QString>
#include <QStringList>

#include "hearth/sampling.h"
#include "store/store.h"

namespace hearth::app {

/// The sampling parameters of the open conversation: its own values over the model's defaults over those for
/// every model over the app's. Only differences are kept. GUI thread.
class SamplingSettings : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(double temperature READ temperature WRITE setTemperature NOTIFY valuesChanged)
    Q_PROPERTY(int topK READ topK WRITE setTopK NOTIFY valuesChanged)
    Q_PROPERTY(double topP READ topP WRITE setTopP NOTIFY valuesChanged)
    Q_PROPERTY(double minP READ minP WRITE setMinP NOTIFY valuesChanged)
    Q_PROPERTY(double repeatPenalty READ repeatPenalty WRITE setRepeatPenalty NOTIFY valuesChanged)
    Q_PROPERTY(double presencePenalty READ presencePenalty WRITE setPresencePenalty NOTIFY valuesChanged)
    Q_PROPERTY(double frequencyPenalty READ frequencyPenalty WRITE setFrequencyPenalty NOTIFY valuesChanged)
    Q_PROPERTY(int penaltyLastN READ penaltyLastN WRITE setPenaltyLastN NOTIFY valuesChanged)
    /// -1: until the context is full.
    Q_PROPERTY(int maxTokens READ maxTokens WRITE setMaxTokens NOTIFY valuesChanged)
    /// Decimal digits; empty: a new random seed for every reply.
    Q_PROPERTY(QString seed READ seed WRITE setSeed NOTIFY valuesChanged)
    Q_PROPERTY(QStringList stop READ stop WRITE setStop NOTIFY valuesChanged)
    /// True if this chat repeats replies to identical requests at temperature 0, see reusesReplies().
    Q_PROPERTY(bool reuseReplies READ reuseReplies WRITE setReuseReplies NOTIFY valuesChanged)
    /// Thinking before an answer in this chat: "on", "off", or "" for the default of the model's template.
    Q_PROPERTY(QString thinking READ thinking WRITE setThinking NOTIFY valuesChanged)
    /// Effort of the thinking: "low", "medium", "high", or "" likewise.
    Q_PROPERTY(QString effort READ effort WRITE setEffort NOTIFY valuesChanged)
    /// The preset that was applied last; `changed` is true if a value differs from it.
    Q_PROPERTY(QString presetName READ presetName NOTIFY valuesChanged)
    Q_PROPERTY(bool changed READ isChangedAny NOTIFY valuesChanged)
    /// True if a person chose defaults for the model in use, and for every model.
    Q_PROPERTY(bool modelHasDefault READ modelHasDefault NOTIFY valuesChanged)
    Q_PROPERTY(bool hasDefault READ hasDefault NOTIFY valuesChanged)

public:
    explicit SamplingSettings(store::Store& store, QObject* parent = nullptr);

    double temperature() const { return number("temperature"); }
    int topK() const { return qRound(number("topK")); }
    double topP() const { return number("topP"); }
    double minP() const { return number("minP"); }
    double repeatPenalty() const { return number("repeatPenalty"); }
    double presencePenalty() const { return number("presencePenalty"); }
    double frequencyPenalty() const { return number("frequencyPenalty"); }
    int penaltyLastN() const { return qRound(number("penaltyLastN")); }
    int maxTokens() const { return qRound(number("maxTokens")); }
    QString seed() const;
    QStringList stop() const;
    QString presetName() const;
    bool reuseReplies() const;
    QString thinking() const;
    QString effort() const;

    void setTemperature(double value) { setNumber("temperature", value); }
    void setTopK(int value) { setNumber("topK", value); }
    void setTopP(double value) { setNumber("topP", value); }
    void setMinP(double value) { setNumber("minP", value); }
    void setRepeatPenalty(double value) { setNumber("repeatPenalty", value); }
    void setPresencePenalty(double value) { setNumber("presencePenalty", value); }
    void setFrequencyPenalty(double value) { setNumber("frequencyPenalty", value); }
    void setPenaltyLastN(int value) { setNumber("penaltyLastN", value); }
    void setMaxTokens(int value) { setNumber("maxTokens", value); }
    void setSeed(const QString& seed);
    void setStop(const QStringList& stop);
    void setReuseReplies(bool reuse);
    void setThinking(const QString& thinking);
    void setEffort(const QString& effort);

    /// Any parameter by name, for one slider row used for all.
    Q_INVOKABLE double value(const QString& name) const { return number(name); }
    Q_INVOKABLE void setValue(const QString& name, double value) { setNumber(name, value); }
    /// True if a parameter differs from the preset in use (the app's defaults when there is none).
    Q_INVOKABLE bool isChanged(const QString& name) const;
    bool isChangedAny() const;
    Q_INVOKABLE void reset(const QString& name);
    Q_INVOKABLE void resetAll();
    Q_INVOKABLE double from(const QString& name) const;
    Q_INVOKABLE double to(const QString& name) const;
    Q_INVOKABLE double stepSize(const QString& name) const;
    /// The value that switches the parameter off; NaN when there is none.
    Q_INVOKABLE double neutral(const QString& name) const;
    Q_INVOKABLE int decimals(const QString& name) const;
    Q_INVOKABLE QString describe(const QString& name) const;
    Q_INVOKABLE void rollSeed();
    /// Makes the values of this conversation the defaults of the model in use.
    Q_INVOKABLE void saveAsModelDefault();
    /// Makes them the defaults of every model that has none of its own.
    Q_INVOKABLE void saveAsDefault();
    /// Remove either default; the open conversation's own values stay.
    Q_INVOKABLE void forgetModelDefault();
    Q_INVOKABLE void forgetDefault();
    bool modelHasDefault() const { return !m_ofModel.isEmpty(); }
    bool hasDefault() const { return !m_ofAll.isEmpty(); }

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

signals:
    void valuesChanged();

private:
    double number(const QString& name) const;
    void setNumber(const QString& name, double value);
    void setWord(const QString& name, const QString& word);
    QJsonValue effective(const QString& name) const;
    QJsonValue reference(const QString& name, const QJsonObject& own) const;
    void change(const QString& name, const QJsonValue& value);
    void save();
    /// The values that belong to a conversation and never become a default.
    static QJsonObject switchesOf(const QJsonObject& own);
    void keepDefault(const QString& setting, const QJsonObject& values);

    store::Store& m_store;
    qint64 m_conversationId = 0;
    QString m_model;
    QJsonObject m_own;  ///< the conversation's values
    QJsonObject m_ofModel, m_ofAll;
};

}  // namespace hearth::app
