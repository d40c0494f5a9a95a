#pragma once

#include <QHash>
#include <QObject>

#include "http/public_get.h"
#include "tools/tool.h"

namespace hearth::app {

/// Reads pages of the public web as text. GUI thread.
class WebPageReader : public QObject {
    Q_OBJECT

public:
    /// Tests read from this computer.
    explicit WebPageReader(HttpRequest::Reach reach = HttpRequest::Reach::PublicOnly,
                           QObject* parent = nullptr);

    static constexpr qsizetype mostBytes = 2 << 20;

    /// finished() follows, never before this returns.
    void read(quint64 id, const QString& address);
    /// Nothing is heard of it afterwards.
    void cancel(quint64 id);

signals:
    void finished(quint64 id, const hearth::app::ToolResult& result);

private:
    void answered(quint64 id);
    void ended(quint64 id);
    void end(quint64 id, const ToolResult& result);

    const HttpRequest::Reach m_reach;
    QHash<quint64, PublicGet*> m_readings;
};

}  // namespace hearth::app
