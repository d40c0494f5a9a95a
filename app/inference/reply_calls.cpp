#include "inference/reply_calls.h"

#include <QJsonDocument>
#include <algorithm>

namespace hearth::app {

void ReplyCalls::add(const ReplyDelta& delta) {
    if (!delta.call) {
        m_text += m_shown.add(delta);
        return;
    }
    const ToolCallDelta& part = *delta.call;
    if (part.index != m_index || m_calls.isEmpty()) {
        m_index = part.index;
        m_calls.append(ReplyCall());
    }
    ReplyCall& call = m_calls.back();
    if (m_calls.size() == 1) m_firstWritten += part.written;
    call.id += QString::fromStdString(part.id);
    call.name += QString::fromStdString(part.name);
    call.arguments += QString::fromStdString(part.arguments);
}

bool ReplyCalls::areWhole() const {
    return !m_calls.isEmpty() && QJsonDocument::fromJson(m_calls.back().arguments.toUtf8()).isObject();
}

int ReplyCalls::begunIn(const QString& text) const {
    const QString written = QString::fromStdString(m_firstWritten);
    qsizetype size = std::min(written.size(), text.size());
    while (size > 0 && !text.endsWith(QStringView(written).first(size))) --size;
    if (size == 0) return 0;
    qsizetype begin = text.size() - size;
    while (begin > 0 && text[begin - 1].isSpace()) --begin;
    return static_cast<int>(text.size() - begin);
}

QString ReplyCalls::text() const {
    QString text = QString::fromStdString(m_text);
    if (m_calls.isEmpty()) return text;
    qsizetype end = text.size();
    while (end > 0 && text[end - 1].isSpace()) --end;
    text.truncate(end);
    // A call ends reasoning as content does.
    const QString close = QStringLiteral("</think>");
    if (splitReplyText(m_text) && !text.contains(close)) text += u'\n' + close;
    return text;
}

}  // namespace hearth::app
