#include "settings/reply_choices.h"

#include "settings/sampling_parameters.h"

namespace hearth::app {

namespace {

const QString reuseKey = QStringLiteral("reuseReplies");
const QString thinkingKey = QStringLiteral("thinking");
const QString effortKey = QStringLiteral("effort");

QJsonValue wordOrNone(const QString& word) {
    return word.isEmpty() ? QJsonValue(QJsonValue::Undefined) : QJsonValue(word);
}

}  // namespace

bool ReplyChoices::reuseReplies() const {
    return reusesReplies(m_values);
}

void ReplyChoices::setReuseReplies(bool reuse) {
    if (reuse != reuseReplies()) set(reuseKey, reuse ? QJsonValue(QJsonValue::Undefined) : QJsonValue(false));
}

QString ReplyChoices::thinking() const {
    return thinkingOf(m_values);
}

void ReplyChoices::setThinking(const QString& thinking) {
    set(thinkingKey, wordOrNone(thinkingOf({{thinkingKey, thinking}})));
}

QString ReplyChoices::effort() const {
    return effortOf(m_values);
}

void ReplyChoices::setEffort(const QString& effort) {
    set(effortKey, wordOrNone(effortOf({{effortKey, effort}})));
}

void ReplyChoices::set(const QString& name, const QJsonValue& value) {
    if (m_values.value(name) == value) return;
    if (value.isUndefined())
        m_values.remove(name);
    else
        m_values.insert(name, value);
    emit chosen();
}

QJsonObject ReplyChoices::among(const QJsonObject& values) {
    QJsonObject choices;
    for (const QString& name : {reuseKey, thinkingKey, effortKey})
        if (values.contains(name)) choices.insert(name, values.value(name));
    return choices;
}

}  // namespace hearth::app
