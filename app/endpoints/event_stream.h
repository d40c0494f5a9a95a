#pragma once

#include <QByteArray>
#include <QList>

namespace hearth::app {

/// Takes server-sent events apart (WHATWG HTML, "server-sent events"), however the bytes are cut.
class EventStream {
public:
    /// The data of the events that these bytes complete. Comments and other fields are passed over.
    QList<QByteArray> feed(const QByteArray& bytes);
    /// True when more than `maximumBytes` came without an event: no server means that.
    /// Nothing more is kept then.
    bool isOverlong() const { return m_line.size() + m_data.size() > maximumBytes; }
    static constexpr qsizetype maximumBytes = 8 << 20;

private:
    void endOfLine(QList<QByteArray>& events);

    QByteArray m_line, m_data;
    bool m_hasData = false, m_afterReturn = false;
};

}  // namespace hearth::app
