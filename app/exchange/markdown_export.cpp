#include "exchange/markdown_export.h"

#include <QCoreApplication>
#include <QDateTime>

#include "store/message_table.h"

namespace hearth::app {

namespace {

struct ExportText {
    Q_DECLARE_TR_FUNCTIONS(Exchange)
};

/// Reasoning stands as a quote above the answer.
QString withQuotedReasoning(const QString& text) {
    const QString start = QStringLiteral("<think>"), end = QStringLiteral("</think>");
    const QString trimmed = text.trimmed();
    if (!trimmed.startsWith(start)) return trimmed;
    const qsizetype close = trimmed.indexOf(end);
    const QString thought = trimmed.mid(start.size(), close < 0 ? -1 : close - start.size()).trimmed();
    const QString answer = close < 0 ? QString() : trimmed.mid(close + end.size()).trimmed();
    QString quoted = thought;
    quoted.replace(QStringLiteral("\n"), QStringLiteral("\n> "));
    return (thought.isEmpty() ? QString() : QStringLiteral("> ") + quoted + QStringLiteral("\n\n")) + answer;
}

/// Text in a fence that it does not end itself.
QString fenced(const QString& text) {
    QString fence = QStringLiteral("```");
    while (text.contains(fence)) fence += u'`';
    return fence + u'\n' + text + (text.endsWith(u'\n') ? QString() : QStringLiteral("\n")) + fence + u'\n';
}

/// A call of a tool with its arguments, and what came of it.
QString callText(const store::Message& message) {
    const store::ToolCall call = message.calls.empty() ? store::ToolCall() : message.calls.front();
    QString out = QStringLiteral("\n## ") + ExportText::tr("Tool %1").arg(call.name) + QStringLiteral("\n\n");
    if (!call.arguments.isEmpty()) out += fenced(call.arguments) + u'\n';
    return out + fenced(message.text);
}

}  // namespace

QString toMarkdown(const ExchangedConversation& exchanged) {
    QString out = QStringLiteral("# ") + exchanged.conversation.title.simplified() + QStringLiteral("\n");
    if (!exchanged.conversation.systemPrompt.trimmed().isEmpty())
        out += QStringLiteral("\n## ") + ExportText::tr("System prompt") + QStringLiteral("\n\n") +
               exchanged.conversation.systemPrompt.trimmed() + QStringLiteral("\n");
    for (const store::Message& message :
         store::activePath(exchanged.messages, exchanged.conversation.activeRoot)) {
        if (message.role == store::Role::Tool) {
            out += callText(message);
            continue;
        }
        QString who = message.role == store::Role::User     ? ExportText::tr("You")
                      : message.role == store::Role::System ? ExportText::tr("System")
                                                            : message.model;
        if (who.isEmpty()) who = ExportText::tr("Assistant");
        out += QStringLiteral("\n## ") + who + QStringLiteral("\n\n");
        const auto files = exchanged.attachments.find(message.id);
        if (files != exchanged.attachments.end())
            for (const store::Attachment& file : files->second)
                out += QStringLiteral("> ") + ExportText::tr("Attached: %1").arg(file.name) +
                       QStringLiteral("\n\n");
        for (const store::MessagePicture& picture : message.pictures)
            out += QStringLiteral("> ") +
                   ExportText::tr("Attached: %1")
                       .arg(picture.name.isEmpty() ? ExportText::tr("[image]") : picture.name) +
                   QStringLiteral("\n\n");
        out += withQuotedReasoning(message.text) + QStringLiteral("\n");
    }
    return out;
}

}  // namespace hearth::app
