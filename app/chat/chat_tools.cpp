#include "chat/chat_tools.h"

#include <QJsonArray>

#include "tools/tool_settings.h"

namespace hearth::app {

namespace {

QStringList textsOf(const QJsonValue& value) {
    QStringList texts;
    for (const QJsonValue& text : value.toArray()) texts += text.toString();
    return texts;
}

}  // namespace

ChatTools ChatTools::of(const QJsonObject& json) {
    return {json.value(QLatin1String("on")).toBool(), textsOf(json.value(QLatin1String("without"))),
            textsOf(json.value(QLatin1String("allowed")))};
}

QJsonObject ChatTools::toJson() const {
    QJsonObject json;
    if (on) json.insert(QStringLiteral("on"), true);
    if (!without.isEmpty()) json.insert(QStringLiteral("without"), QJsonArray::fromStringList(without));
    if (!allowed.isEmpty()) json.insert(QStringLiteral("allowed"), QJsonArray::fromStringList(allowed));
    return json;
}

std::vector<const ToolBox::Tool*> toolsOf(const ChatTools& chat, const ToolBox& box,
                                          const ToolSettings& settings) {
    std::vector<const ToolBox::Tool*> tools;
    if (!chat.on) return tools;
    for (const ToolBox::Tool& tool : box.tools())
        if (!chat.without.contains(tool.providerId) && settings.isOn(tool.key())) tools.push_back(&tool);
    return tools;
}

}  // namespace hearth::app
