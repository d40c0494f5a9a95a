#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QPointer>
#include <QVariantMap>
#include <vector>

#include "mcp/mcp_server.h"

namespace hearth::app {

class McpDirectory;

/// The prompts of all servers that run, to begin messages with. GUI thread; the directory outlives it.
class McpPrompts : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    /// True if a server was asked for a text that has not arrived.
    Q_PROPERTY(bool waiting READ isWaiting NOTIFY waitingChanged)

public:
    enum Role {
        NameRole = Qt::UserRole + 1,
        DescriptionRole,
        ServerRole  ///< the server's name
    };

    explicit McpPrompts(McpDirectory& servers, QObject* parent = nullptr);

    int count() const { return static_cast<int>(m_rows.size()); }
    bool isWaiting() const { return m_waiting; }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Arguments of the prompt of a row: {"name", "description", "required"} each.
    Q_INVOKABLE QVariantList argumentsOf(int row) const;
    /// Requests the text of a row from its server; arrived() or failed() follows. Arguments without a value
    /// are left out.
    Q_INVOKABLE void fetch(int row, const QVariantMap& arguments);
    /// Cancels the request; its result is ignored.
    Q_INVOKABLE void cancel();

signals:
    void countChanged();
    void waitingChanged();
    void arrived(const QString& text);
    /// One sentence.
    void failed(const QString& sentence);

private:
    struct Row {
        QPointer<McpServer> server;
        QString serverName;
        McpServer::Prompt prompt;
        bool operator==(const Row&) const = default;
    };
    void gather();
    void setWaiting(bool waiting);

    McpDirectory& m_servers;
    std::vector<Row> m_rows;
    bool m_waiting = false;
    quint64 m_asked = 0;  ///< which answer is waited for
};

}  // namespace hearth::app
