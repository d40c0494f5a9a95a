#include <QJsonArray>
#include <QJsonObject>
#include <optional>

#include "exchange/chat_importers.h"
#include "exchange/foreign_pictures.h"
#include "exchange/said_time.h"
#include "exchange/tree_builder.h"

namespace hearth::app {

namespace {

/// A <details type="…"> element of a text.
struct Details {
    qsizetype start = 0, end = 0;  ///< of the whole element
    QStringView type, seconds, body;
};

/// The next element from `from` on; nullopt when there is none. Nothing before the element's end is looked at
/// twice, and what was found to be missing once is not looked for again, so that any text takes linear time.
class DetailsReader {
public:
    explicit DetailsReader(QStringView text) : m_text(text) {}

    std::optional<Details> next() {
        for (;;) {
            const qsizetype start = m_text.indexOf(QLatin1String("<details"), m_from);
            if (start < 0) return std::nullopt;
            const qsizetype tagEnd = m_text.indexOf(u'>', start);
            const qsizetype close = tagEnd < 0 ? -1 : m_text.indexOf(QLatin1String("</details>"), tagEnd);
            if (close < 0) return std::nullopt;
            m_from = start + 8;
            const QStringView attributes = m_text.sliced(start + 8, tagEnd - start - 8);
            const QStringView type = typeOf(attributes);
            if (type.isEmpty()) {
                // Of a tag that is none nothing inside can begin before its end.
                m_from = tagEnd;
                continue;
            }
            m_from = close + 10;
            return Details{start, m_from, type, secondsOf(attributes),
                           withoutSummary(m_text.sliced(tagEnd + 1, close - tagEnd - 1))};
        }
    }

private:
    /// Of the attributes behind "<details"; empty when they do not begin with a type.
    static QStringView typeOf(QStringView attributes) {
        if (attributes.isEmpty() || !attributes.front().isSpace()) return {};
        attributes = attributes.trimmed();
        const QLatin1String name("type=\"");
        const qsizetype end = attributes.startsWith(name) ? attributes.indexOf(u'"', name.size()) : -1;
        return end < 0 ? QStringView() : attributes.sliced(name.size(), end - name.size());
    }
    static QStringView secondsOf(QStringView attributes) {
        const QLatin1String name(" duration=\"");
        const qsizetype start = attributes.indexOf(name);
        const qsizetype end = start < 0 ? -1 : attributes.indexOf(u'"', start + name.size());
        return end < 0 ? QStringView() : attributes.sliced(start + name.size(), end - start - name.size());
    }
    static QStringView withoutSummary(QStringView body) {
        body = body.trimmed();
        const QLatin1String end("</summary>");
        const qsizetype close = body.startsWith(QLatin1String("<summary>")) ? body.indexOf(end) : -1;
        return close < 0 ? body : body.sliced(close + end.size()).trimmed();
    }

    const QStringView m_text;
    qsizetype m_from = 0;
};

QString reasoningText(QStringView body) {
    QStringList lines = body.toString().split(u'\n');
    for (QString& line : lines)
        line = line.startsWith(QLatin1String("> "))      ? line.mid(2)
               : line.startsWith(QLatin1String("&gt; ")) ? line.mid(5)
                                                         : line;
    return lines.join(u'\n').trimmed();
}

/// A message's text with all reasoning in front, which stands in the content as <details type="reasoning">;
/// other kinds (tools, code runs) are left out.
void readContent(const QString& content, store::Message& message) {
    DetailsReader reader(content);
    QString answer;
    QStringList thoughts;
    qsizetype copied = 0;
    while (const auto details = reader.next()) {
        answer += QStringView(content).sliced(copied, details->start - copied);
        copied = details->end;
        if (details->type != QLatin1String("reasoning")) continue;
        const QString thought = reasoningText(details->body);
        if (!thought.isEmpty()) thoughts += thought;
        message.thoughtMs += saidTime(details->seconds.toDouble() * 1000);
    }
    answer += QStringView(content).sliced(copied);
    message.text = thoughts.isEmpty() ? answer.trimmed()
                                      : withThought(thoughts.join(QStringLiteral("\n\n")), answer.trimmed());
}

/// Adds the pictures of a user's message: data URLs, or files on the server, which are noted as missing.
void readForeignPictures(const QJsonArray& files, store::Message& message) {
    for (const QJsonValue& value : files) {
        const QJsonObject file = value.toObject();
        const bool isPicture =
            file.value(QStringLiteral("type")).toString() == QLatin1String("image") ||
            file.value(QStringLiteral("content_type")).toString().startsWith(QLatin1String("image/"));
        if (isPicture)
            addForeignPicture(message, file.value(QStringLiteral("url")).toString(),
                              file.value(QStringLiteral("name")).toString());
    }
}

TreeBuilder::Node openWebUiNode(const QString& id, const QJsonObject& message, const QString& usualModel) {
    TreeBuilder::Node node;
    node.id = id;
    node.parent = message.value(QStringLiteral("parentId")).toString();
    for (const QJsonValue& child : message.value(QStringLiteral("childrenIds")).toArray())
        node.children += child.toString();
    const QString role = message.value(QStringLiteral("role")).toString();
    node.message.role = role == QLatin1String("user")     ? store::Role::User
                        : role == QLatin1String("system") ? store::Role::System
                                                          : store::Role::Assistant;
    readContent(message.value(QStringLiteral("content")).toString(), node.message);
    if (node.message.role == store::Role::User)
        readForeignPictures(message.value(QStringLiteral("files")).toArray(), node.message);
    if (node.message.role == store::Role::Assistant)
        node.message.model = message.value(QStringLiteral("model")).toString(usualModel);
    node.message.createdAt = saidTime(message.value(QStringLiteral("timestamp")).toDouble() * 1000);
    node.keep = !node.message.text.isEmpty() || !node.message.pictures.empty();
    return node;
}

}  // namespace

ExchangedConversation fromOpenWebUi(const QJsonObject& document) {
    // Older exports are the chat itself.
    const QJsonObject chat = document.contains(QStringLiteral("chat"))
                                 ? document.value(QStringLiteral("chat")).toObject()
                                 : document;
    const QJsonObject history = chat.value(QStringLiteral("history")).toObject();
    const QJsonObject messages = history.value(QStringLiteral("messages")).toObject();
    // Those that the chat was set to.
    const QString model = chat.value(QStringLiteral("models")).toArray().at(0).toString();
    std::vector<TreeBuilder::Node> nodes;
    for (auto it = messages.begin(); it != messages.end(); ++it)
        nodes.push_back(openWebUiNode(it.key(), it.value().toObject(), model));
    ExchangedConversation exchanged =
        TreeBuilder::build(nodes, history.value(QStringLiteral("currentId")).toString());
    exchanged.conversation.title = chat.value(QStringLiteral("title")).toString();
    exchanged.conversation.titleSource = store::TitleSource::Person;
    exchanged.conversation.model = model;
    exchanged.conversation.systemPrompt = chat.value(QStringLiteral("system")).toString();
    exchanged.conversation.pinned = document.value(QStringLiteral("pinned")).toBool();
    exchanged.conversation.createdAt =
        saidTime(document.value(QStringLiteral("created_at")).toDouble() * 1000);
    exchanged.conversation.updatedAt =
        saidTime(document.value(QStringLiteral("updated_at")).toDouble() * 1000);
    return exchanged;
}

}  // namespace hearth::app
