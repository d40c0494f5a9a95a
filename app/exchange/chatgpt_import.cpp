#include <QCoreApplication>

#include "exchange/chat_importers.h"
#include "exchange/said_time.h"
#include "exchange/tree_builder.h"

namespace hearth::app {

namespace {

QString contentText(const QJsonObject& content) {
    const QString type = content.value(QStringLiteral("content_type")).toString();
    if (type == QLatin1String("text") || type == QLatin1String("multimodal_text")) {
        QStringList parts;
        for (const QJsonValue& part : content.value(QStringLiteral("parts")).toArray()) {
            if (part.isString())
                parts += part.toString();
            else if (part.toObject().contains(QStringLiteral("asset_pointer")))
                parts += QCoreApplication::translate("Exchange", "[image]");
            else
                parts += part.toObject().value(QStringLiteral("text")).toString();
        }
        return parts.join(u'\n').trimmed();
    }
    if (type == QLatin1String("code"))
        return QStringLiteral("```%1\n%2\n```")
            .arg(content.value(QStringLiteral("language")).toString(),
                 content.value(QStringLiteral("text")).toString());
    if (type == QLatin1String("thoughts")) {
        QStringList thoughts;
        for (const QJsonValue& thought : content.value(QStringLiteral("thoughts")).toArray())
            thoughts += thought.toObject().value(QStringLiteral("content")).toString();
        return QStringLiteral("<think>\n%1\n</think>").arg(thoughts.join(QStringLiteral("\n\n")));
    }
    return content.value(QStringLiteral("text")).toString();
}

/// Spans between U+E200 and U+E201 are marks for a web page.
QString withoutCitations(const QString& text) {
    QString out;
    qsizetype copied = 0;
    for (;;) {
        const qsizetype start = text.indexOf(QChar(0xE200), copied);
        const qsizetype end = start < 0 ? -1 : text.indexOf(QChar(0xE201), start);
        if (end < 0) break;
        out += QStringView(text).sliced(copied, start - copied);
        copied = end + 1;
    }
    out += QStringView(text).sliced(copied);
    return out;
}

}  // namespace

ExchangedConversation fromChatGpt(const QJsonObject& conversation) {
    const QJsonObject mapping = conversation.value(QStringLiteral("mapping")).toObject();
    std::vector<TreeBuilder::Node> nodes;
    for (auto it = mapping.begin(); it != mapping.end(); ++it) {
        const QJsonObject entry = it.value().toObject();
        const QJsonObject message = entry.value(QStringLiteral("message")).toObject();
        const QJsonObject metadata = message.value(QStringLiteral("metadata")).toObject();
        TreeBuilder::Node node;
        node.id = it.key();
        node.parent = entry.value(QStringLiteral("parent")).toString();
        const QString role =
            message.value(QStringLiteral("author")).toObject().value(QStringLiteral("role")).toString();
        node.message.role = role == QLatin1String("user")     ? store::Role::User
                            : role == QLatin1String("system") ? store::Role::System
                                                              : store::Role::Assistant;
        node.message.text =
            withoutCitations(contentText(message.value(QStringLiteral("content")).toObject()));
        node.message.model = metadata.value(QStringLiteral("model_slug")).toString();
        node.message.createdAt = saidTime(message.value(QStringLiteral("create_time")).toDouble() * 1000);
        node.message.thoughtMs =
            saidTime(metadata.value(QStringLiteral("finished_duration_sec")).toDouble() * 1000);
        const QString recipient = message.value(QStringLiteral("recipient")).toString(QStringLiteral("all"));
        node.keep = !message.isEmpty() && !node.message.text.isEmpty() && recipient == QLatin1String("all") &&
                    role != QLatin1String("tool") &&
                    !metadata.value(QStringLiteral("is_visually_hidden_from_conversation")).toBool() &&
                    message.value(QStringLiteral("weight")).toDouble(1) != 0;
        nodes.push_back(std::move(node));
    }
    ExchangedConversation exchanged =
        TreeBuilder::build(nodes, conversation.value(QStringLiteral("current_node")).toString());
    exchanged.conversation.title = conversation.value(QStringLiteral("title")).toString();
    exchanged.conversation.titleSource = store::TitleSource::Person;
    exchanged.conversation.createdAt =
        saidTime(conversation.value(QStringLiteral("create_time")).toDouble() * 1000);
    exchanged.conversation.updatedAt =
        saidTime(conversation.value(QStringLiteral("update_time")).toDouble() * 1000);
    return exchanged;
}

}  // namespace hearth::app
