#include <optional>

#include "exchange/chat_importers.h"
#include "exchange/said_time.h"
#include "exchange/tree_builder.h"

namespace hearth::app {

namespace {

/// A <details type="…"> element of a text.
struct Details {
    qsizetype start = 0, end = 0;  ///< of the whole element
    QStringView type, body;
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
            const QStringView type = typeOf(m_text.sliced(start + 8, tagEnd - start - 8));
            if (type.isEmpty()) {
                // Of a tag that is none nothing inside can begin before its end.
                m_from = tagEnd;
                continue;
            }
            m_from = close + 10;
            return Details{start, m_from, type,
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
    return QStringLiteral("<think>\n%1\n</think>\n\n").arg(lines.join(u'\n'));
}

/// Reasoning stands in the text as <details type="reasoning">; other kinds (tools, code runs) are left out.
QString plainContent(const QString& content) {
    DetailsReader reader(content);
    QString out;
    qsizetype copied = 0;
    bool said = false;  // anything but blanks
    while (const auto details = reader.next()) {
        const QStringView before = QStringView(content).sliced(copied, details->start - copied);
        said = said || !before.trimmed().isEmpty();
        out += before;
        copied = details->end;
        if (details->type != QLatin1String("reasoning") || said) continue;
        out = reasoningText(details->body);
        said = true;
    }
    out += QStringView(content).sliced(copied);
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
        node.message.createdAt = saidTime(message.value(QStringLiteral("timestamp")).toDouble() * 1000);
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
        saidTime(document.value(QStringLiteral("created_at")).toDouble() * 1000);
    exchanged.conversation.updatedAt =
        saidTime(document.value(QStringLiteral("updated_at")).toDouble() * 1000);
    return exchanged;
}

}  // namespace hearth::app
