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
    return content.value(QStringLiteral("text")).toString();
}

/// Empty where the content is no reasoning.
QString thoughtText(const QJsonObject& content) {
    QStringList thoughts;
    for (const QJsonValue& thought : content.value(QStringLiteral("thoughts")).toArray()) {
        const QString text = thought.toObject().value(QStringLiteral("content")).toString().trimmed();
        if (!text.isEmpty()) thoughts += text;
    }
    return thoughts.join(QStringLiteral("\n\n"));
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

TreeBuilder::Node chatGptNode(const QString& id, const QJsonObject& entry, const QString& usualModel) {
    const QJsonObject message = entry.value(QStringLiteral("message")).toObject();
    const QJsonObject metadata = message.value(QStringLiteral("metadata")).toObject();
    const QJsonObject content = message.value(QStringLiteral("content")).toObject();
    TreeBuilder::Node node;
    node.id = id;
    node.parent = entry.value(QStringLiteral("parent")).toString();
    for (const QJsonValue& child : entry.value(QStringLiteral("children")).toArray())
        node.children += child.toString();
    const QString role =
        message.value(QStringLiteral("author")).toObject().value(QStringLiteral("role")).toString();
    node.message.role = role == QLatin1String("user")     ? store::Role::User
                        : role == QLatin1String("system") ? store::Role::System
                                                          : store::Role::Assistant;
    node.message.createdAt = saidTime(message.value(QStringLiteral("create_time")).toDouble() * 1000);
    node.message.thoughtMs =
        saidTime(metadata.value(QStringLiteral("finished_duration_sec")).toDouble() * 1000);
    if (node.message.role == store::Role::Assistant)
        node.message.model = metadata.value(QStringLiteral("model_slug")).toString(usualModel);
    const QString recipient = message.value(QStringLiteral("recipient")).toString(QStringLiteral("all"));
    const bool isSeen = !message.isEmpty() && recipient == QLatin1String("all") &&
                        role != QLatin1String("tool") &&
                        !metadata.value(QStringLiteral("is_visually_hidden_from_conversation")).toBool() &&
                        message.value(QStringLiteral("weight")).toDouble(1) != 0;
    if (isSeen && content.value(QStringLiteral("content_type")).toString() == QLatin1String("thoughts"))
        node.thought = thoughtText(content);
    else if (isSeen)
        node.message.text = withoutCitations(contentText(content));
    node.keep = !node.message.text.isEmpty();
    return node;
}

}  // namespace

ExchangedConversation fromChatGpt(const QJsonObject& conversation) {
    const QJsonObject mapping = conversation.value(QStringLiteral("mapping")).toObject();
    const QString model = conversation.value(QStringLiteral("default_model_slug")).toString();
    std::vector<TreeBuilder::Node> nodes;
    for (auto it = mapping.begin(); it != mapping.end(); ++it)
        nodes.push_back(chatGptNode(it.key(), it.value().toObject(), model));
    ExchangedConversation exchanged =
        TreeBuilder::build(nodes, conversation.value(QStringLiteral("current_node")).toString());
    exchanged.conversation.title = conversation.value(QStringLiteral("title")).toString();
    exchanged.conversation.titleSource = store::TitleSource::Person;
    exchanged.conversation.model = model;
    exchanged.conversation.createdAt =
        saidTime(conversation.value(QStringLiteral("create_time")).toDouble() * 1000);
    exchanged.conversation.updatedAt =
        saidTime(conversation.value(QStringLiteral("update_time")).toDouble() * 1000);
    return exchanged;
}

}  // namespace hearth::app
