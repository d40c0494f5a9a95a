#include "endpoints/event_stream.h"

namespace hearth::app {

QList<QByteArray> EventStream::feed(const QByteArray& bytes) {
    QList<QByteArray> events;
    for (const char byte : bytes) {
        // A line ends with \n, \r or \r\n, and the two may come apart.
        const bool second = m_afterReturn && byte == '\n';
        m_afterReturn = byte == '\r';
        if (second) continue;
        if (byte == '\n' || byte == '\r')
            endOfLine(events);
        else
            m_line += byte;
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
    if (m_line.startsWith("data:")) {
        QByteArray value = m_line.mid(5);
        if (value.startsWith(' ')) value.remove(0, 1);
        if (m_hasData) m_data += '\n';
        m_data += value;
        m_hasData = true;
    }
    m_line.clear();
}

}  // namespace hearth::app
