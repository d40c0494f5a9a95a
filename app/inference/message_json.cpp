#include "inference/message_json.h"

#include <QJsonArray>
#include <cmath>
#include <utility>

namespace hearth::app {

namespace {

/// Causes have causes of their own, but not many.
constexpr int mostCauses = 8;

QJsonValue argumentJson(const MessageArgument& argument) {
    if (const auto* number = std::get_if<int64_t>(&argument.value()))
        return QJsonValue(static_cast<qint64>(*number));
    if (const auto* number = std::get_if<double>(&argument.value())) return *number;
    return QString::fromStdString(argument.text());
}

MessageArgument argumentOf(const QJsonValue& json) {
    if (!json.isDouble()) return json.toString().toStdString();
    const qint64 integer = json.toInteger();
    if (static_cast<double>(integer) == json.toDouble()) return integer;
    return json.toDouble();
}

Message messageOf(const QJsonObject& json, int causes) {
    const std::string id = json[QLatin1String("id")].toString().toStdString();
    const std::string english = json[QLatin1String("english")].toString().toStdString();
    if (english.empty()) return {};
    std::vector<MessageArgument> arguments;
    for (const QJsonValue& argument : json[QLatin1String("arguments")].toArray())
        arguments.push_back(argumentOf(argument));
    const MessageKind kind{.id = id, .english = english};
    const QJsonValue cause = json[QLatin1String("cause")];
    if (!cause.isObject() || causes == 0) return {kind, std::move(arguments)};
    return {kind, std::move(arguments), messageOf(cause.toObject(), causes - 1)};
}

}  // namespace

QJsonObject toJson(const Message& message) {
    if (message.isEmpty()) return {};
    QJsonArray arguments;
    for (const MessageArgument& argument : message.arguments()) arguments.append(argumentJson(argument));
    QJsonObject json{{QStringLiteral("id"), QString::fromStdString(message.id())},
                     {QStringLiteral("english"), QString::fromStdString(message.english())},
                     {QStringLiteral("arguments"), arguments}};
    if (const Message* cause = message.cause()) json[QLatin1String("cause")] = toJson(*cause);
    return json;
}

Message messageOf(const QJsonObject& json) {
    return messageOf(json, mostCauses);
}

}  // namespace hearth::app
