#include <QRegularExpression>

#include "exchange/chat_importers.h"
#include "exchange/tree_builder.h"

namespace hearth::app {

namespace {

/// Reasoning stands in the text as <details type="reasoning">; other kinds (tools, code runs) are left out.
QString plainContent(const QString& content) {
    static const QRegularExpression details(
        QStringLiteral(
            "<details\\s+type=\"([a-z_]+)\"[^>]*>\\s*(?:<summary>[^<]*</summary>)?(.*?)</details>"),
        QRegularExpression::DotMatchesEverythingOption);
    QString out;
    qsizetype copied = 0;
    QRegularExpressionMatchIterator matches = details.globalMatch(content);
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        out += QStringView(content).mid(copied, match.capturedStart() - copied);
        copied = match.capturedEnd();
        if (match.captured(1) != QLatin1String("reasoning") || !out.trimmed().isEmpty()) continue;
        QStringList lines = match.captured(2).trimmed().split(u'\n');
        for (QString& line : lines)
            line = line.startsWith(QLatin1String("> "))      ? line.mid(2)
                   : line.startsWith(QLatin1String("&gt; ")) ? line.mid(5)
                                                             : line;
        out = QStringLiteral("<think>\n%1\n</think>\n\n").arg(lines.join(u'\n'));
    }
    out += QStringView(content).mid(copied);
    return out.trimmed();
}

}  // namespace

ExchangedConversation fromOpenWebUi(const QJsonObject& document) {
    // Older exports are the chat itself.
    const QJsonObject chat = document.contains(QStringLiteral("chat"))
                                 ? document.value(QStringLiteral("chat")).toObject()
                                 : document;
    const QJsonObject history = chat.value(QStringLiteral("history")).toObject();
    const QJsonObject messages = history.value(QStringLiteral("messages")).toObject();
    std::vector<TreeBuilder::Node> nodes;
    for (auto it = messages.begin(); it != messages.end(); ++it) {
        const QJsonObject message = it.value().toObject();
        TreeBuilder::Node node;
        node.id = it.key();
        node.parent = message.value(QStringLiteral("parentId")).toString();
        const QString role = message.value(QStringLiteral("role")).toString();
        node.message.role = role == QLatin1String("user")     ? store::Role::User
                            : role == QLatin1String("system") ? store::Role::System
                                                              : store::Role::Assistant;
        node.message.text = plainContent(message.value(QStringLiteral("content")).toString());
        node.message.model = message.value(QStringLiteral("model")).toString();
        node.message.createdAt =
            static_cast<qint64>(message.value(QStringLiteral("timestamp")).toDouble() * 1000);
        node.keep = !node.message.text.isEmpty();
        nodes.push_back(std::move(node));
    }
    ExchangedConversation exchanged =
        TreeBuilder::build(nodes, history.value(QStringLiteral("currentId")).toString());
    exchanged.conversation.title = chat.value(QStringLiteral("title")).toString();
    exchanged.conversation.titleSource = store::TitleSource::Person;
    exchanged.conversation.systemPrompt = chat.value(QStringLiteral("system")).toString();
    exchanged.conversation.pinned = document.value(QStringLiteral("pinned")).toBool();
    exchanged.conversation.createdAt =
        static_cast<qint64>(document.value(QStringLiteral("created_at")).toDouble() * 1000);
    exchanged.conversation.updatedAt =
        static_cast<qint64>(document.value(QStringLiteral("updated_at")).toDouble() * 1000);
    return exchanged;
}

}  // namespace hearth::app
