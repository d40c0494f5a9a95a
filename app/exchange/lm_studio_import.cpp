#include <algorithm>

#include "exchange/chat_importers.h"
#include "exchange/said_time.h"
#include "exchange/tree_builder.h"

namespace hearth::app {

namespace {

QString partsText(const QJsonArray& parts) {
    QString text;
    for (const QJsonValue& part : parts)
        if (part.toObject().value(QStringLiteral("type")).toString() == QLatin1String("text"))
            text += part.toObject().value(QStringLiteral("text")).toString();
    return text;
}

/// The text of one version of a message; its model goes to `model`.
QString versionText(const QJsonObject& version, QString& model) {
    if (version.contains(QStringLiteral("content")))
        return partsText(version.value(QStringLiteral("content")).toArray());
    model =
        version.value(QStringLiteral("senderInfo")).toObject().value(QStringLiteral("senderName")).toString();
    QString thought, answer;
    for (const QJsonValue& value : version.value(QStringLiteral("steps")).toArray()) {
        const QJsonObject step = value.toObject();
        if (step.value(QStringLiteral("type")).toString() != QLatin1String("contentBlock")) continue;
        const bool isThought =
            step.value(QStringLiteral("style")).toObject().value(QStringLiteral("type")).toString() ==
            QLatin1String("thinking");
        (isThought ? thought : answer) += partsText(step.value(QStringLiteral("content")).toArray());
    }
    thought.remove(QStringLiteral("<think>")).remove(QStringLiteral("</think>"));
    return thought.trimmed().isEmpty() ? answer : withThought(thought.trimmed(), answer.trimmed());
}

}  // namespace

ExchangedConversation fromLmStudio(const QJsonObject& conversation) {
    std::vector<TreeBuilder::Node> nodes;
    QString parent;
    int turn = 0;
    for (const QJsonValue& value : conversation.value(QStringLiteral("messages")).toArray()) {
        const QJsonArray versions = value.toObject().value(QStringLiteral("versions")).toArray();
        if (versions.isEmpty()) continue;
        const int selected = std::clamp(value.toObject().value(QStringLiteral("currentlySelected")).toInt(),
                                        0, static_cast<int>(versions.size()) - 1);
        QString selectedId;
        for (int i = 0; i < versions.size(); ++i) {
            const QJsonObject version = versions[i].toObject();
            TreeBuilder::Node node;
            node.id = QStringLiteral("%1/%2").arg(turn).arg(i);
            node.parent = parent;
            const QString role = version.value(QStringLiteral("role")).toString();
            node.message.role = role == QLatin1String("user")     ? store::Role::User
                                : role == QLatin1String("system") ? store::Role::System
                                                                  : store::Role::Assistant;
            node.message.text = versionText(version, node.message.model).trimmed();
            node.keep = !node.message.text.isEmpty();
            if (i == selected) selectedId = node.id;
            nodes.push_back(std::move(node));
        }
        parent = selectedId;
        ++turn;
    }
    ExchangedConversation exchanged = TreeBuilder::build(nodes, parent);
    exchanged.conversation.title = conversation.value(QStringLiteral("name")).toString();
    if (!exchanged.conversation.title.isEmpty())
        exchanged.conversation.titleSource = store::TitleSource::Person;
    exchanged.conversation.pinned = conversation.value(QStringLiteral("pinned")).toBool();
    exchanged.conversation.model = conversation.value(QStringLiteral("lastUsedModel"))
                                       .toObject()
                                       .value(QStringLiteral("identifier"))
                                       .toString();
    exchanged.conversation.createdAt = saidTime(conversation.value(QStringLiteral("createdAt")).toDouble());
    exchanged.conversation.systemPrompt = conversation.value(QStringLiteral("systemPrompt")).toString();
    const QJsonArray fields = conversation.value(QStringLiteral("perChatPredictionConfig"))
                                  .toObject()
                                  .value(QStringLiteral("fields"))
                                  .toArray();
    for (const QJsonValue& field : fields)
        if (field.toObject().value(QStringLiteral("key")).toString() ==
            QLatin1String("llm.prediction.systemPrompt"))
            exchanged.conversation.systemPrompt = field.toObject().value(QStringLiteral("value")).toString();
    return exchanged;
}

}  // namespace hearth::app
