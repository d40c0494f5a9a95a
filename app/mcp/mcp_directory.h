#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QVariantList>
#include <functional>
#include <memory>
#include <vector>

#include "mcp/mcp_server.h"
#include "mcp/mcp_setup.h"

namespace hearth::app {

class KeyRing;
class ToolBox;

/// The servers of tools that a person has set up, one row each, kept in a file of the form that other
/// programs use. Values that hide keys (a token in a variable, a header) are in the keyring and not in the
/// file. GUI thread; the keyring and the box outlive it.
class McpDirectory : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    /// Setups of other programs on this computer, which can be taken over: {"program", "path"} each.
    Q_PROPERTY(QVariantList otherSetups READ otherSetups CONSTANT)

public:
    enum Role {
        NameRole = Qt::UserRole + 1,
        SummaryRole,  ///< the command or the address
        LeavesRole,   ///< it is on another computer
        OnRole,
        StatusRole,  ///< its state: the tools that it has, or the reason for its failure
        FailedRole
    };
    /// Opens a connection to a server; another function in tests.
    using Connect = std::function<std::unique_ptr<McpTransport>(const McpSetup&)>;
    /// Connects to servers as they are set up; programs run under a keeper, see StdioTransport::Program.
    static Connect connectKept(const QString& keeper);

    /// `file` need not exist yet; load() reads it.
    McpDirectory(QString file, KeyRing& keys, ToolBox& box, QObject* parent = nullptr);
    McpDirectory(QString file, KeyRing& keys, ToolBox& box, Connect connect, QObject* parent = nullptr);
    ~McpDirectory() override;

    int count() const { return static_cast<int>(m_entries.size()); }
    QVariantList otherSetups() const;
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Reads the file. Those that are on join the box, and start when they are wanted.
    void load();
    /// Starts those that are on, so that their tools are known. Called when a chat uses tools.
    void startAll();
    /// Adds a server by a command line or an address. Returns a sentence that says why it cannot be added;
    /// empty: it was added.
    Q_INVOKABLE QString add(const QString& name, const QString& commandOrAddress);
    /// Adds all servers of a file that are not here yet; returns a text about the result.
    Q_INVOKABLE QString takeOver(const QString& path);
    Q_INVOKABLE void remove(int row);
    Q_INVOKABLE void setOn(int row, bool on);
    Q_INVOKABLE void restart(int row);
    const McpServer& server(int row) const { return *m_entries[static_cast<size_t>(row)]->server; }
    McpServer& server(int row) { return *m_entries[static_cast<size_t>(row)]->server; }

signals:
    void countChanged();
    /// The file could not be read or written; one sentence.
    void notKept(const QString& sentence);

private:
    struct Entry {
        McpSetup setup;  ///< complete, including the values from the keyring once they are known
        std::unique_ptr<McpServer> server;
        bool wanted = false;  ///< it starts as soon as its keys are here
        int keysMissing = 0;
    };

    void save();
    void insert(McpSetup setup);
    void readKeys(Entry& entry);
    void start(Entry& entry);
    void tell(const McpServer* server);
    static QString statusOf(const McpServer& server);
    Entry* find(const QString& name);
    QString keyId(const QString& server, const QString& name) const;

    QString m_file;
    KeyRing& m_keys;
    ToolBox& m_box;
    Connect m_connect;
    std::vector<std::unique_ptr<Entry>> m_entries;
    bool m_partly = false;  ///< the file has entries that were not understood
};

}  // namespace hearth::app
