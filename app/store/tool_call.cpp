#include "store/tool_call.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace hearth::app::store {

namespace {

const QLatin1String callId("id"), callName("name"), callArguments("arguments"), callSource("source");

}  // namespace

QString toText(const std::vector<ToolCall>& calls) {
    if (calls.empty()) return {};
    QJsonArray list;
    for (const ToolCall& call : calls)
        list.append(QJsonObject{{callId, call.id},
                                {callName, call.name},
                                {callArguments, call.arguments},
                                {callSource, call.source}});
    return QString::fromUtf8(QJsonDocument(list).toJson(QJsonDocument::Compact));
}

std::vector<ToolCall> callsOf(const QString& text) {
    std::vector<ToolCall> calls;
    if (text.isEmpty()) return calls;
    for (const QJsonValue& value : QJsonDocument::fromJson(text.toUtf8()).array()) {
        const QJsonObject call = value.toObject();
        const QString name = call.value(callName).toString();
        if (name.isEmpty()) continue;
        calls.push_back({call.value(callId).toString(), name, call.value(callArguments).toString(),
                         call.value(callSource).toString()});
    }
    return calls;
}

}  // namespace hearth::app::store
