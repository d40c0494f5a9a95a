#include "endpoints/event_stream.h"

namespace hearth::app {

QList<QByteArray> EventStream::feed(const QByteArray& bytes) {
    QList<QByteArray> events;
    qsizetype from = 0;
    while (from < bytes.size()) {
        // A line ends with \n, \r or \r\n, and the two may come apart.
        if (m_afterReturn && bytes[from] == '\n') {
            m_afterReturn = false;
            ++from;
            continue;
        }
        qsizetype end = from;
        while (end < bytes.size() && bytes[end] != '\n' && bytes[end] != '\r') ++end;
        m_afterReturn = end < bytes.size() && bytes[end] == '\r';
        if (!isOverlong()) m_line.append(QByteArrayView(bytes).sliced(from, end - from));
        if (end < bytes.size()) endOfLine(events);
        from = end + 1;
    }
    return events;
}

void EventStream::endOfLine(QList<QByteArray>& events) {
    if (m_line.isEmpty()) {
        if (m_hasData) events.append(m_data);
        m_data.clear();
        m_hasData = false;
        return;
    }
    if (m_line.startsWith("data:") && !isOverlong()) {
        const qsizetype start = m_line.size() > 5 && m_line[5] == ' ' ? 6 : 5;
        if (m_hasData) m_data += '\n';
        m_data += QByteArrayView(m_line).sliced(start);
        m_hasData = true;
    }
    m_line.clear();
}

}  // namespace hearth::app
