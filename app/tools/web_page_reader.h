#pragma once

#include <QHash>
#include <QObject>
#include <QUrl>

#include "http/http_call.h"
#include "tools/tool.h"

namespace hearth::app {

/// Reads pages of the public web as text. Addresses in private networks are refused, also where a name or a
/// redirect leads to one; behind a proxy, which resolves names itself, only as they are written. GUI thread.
class WebPageReader : public QObject {
    Q_OBJECT

public:
    /// Tests read from this computer.
    explicit WebPageReader(HttpRequest::Reach reach = HttpRequest::Reach::PublicOnly,
                           QObject* parent = nullptr);

    static constexpr int mostRedirects = 5;
    static constexpr qsizetype mostBytes = 2 << 20;

    /// finished() follows, never before this returns.
    void read(quint64 id, const QString& address);
    /// Nothing is heard of it afterwards.
    void cancel(quint64 id);

signals:
    void finished(quint64 id, const hearth::app::ToolResult& result);

private:
    struct Reading {
        HttpCall* call = nullptr;
        QByteArray body;
        int redirects = 0;
    };
    void ask(quint64 id, const QUrl& address);
    void answered(quint64 id);
    void ended(quint64 id);
    void end(quint64 id, const ToolResult& result);
    /// Why an address may not be opened; empty: it may.
    QString refusal(const QUrl& address) const;

    HttpRequest::Reach m_reach;
    QHash<quint64, Reading> m_readings;
};

}  // namespace hearth::app
