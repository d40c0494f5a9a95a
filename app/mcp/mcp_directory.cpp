#include "mcp/mcp_directory.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QPointer>
#include <QProcess>
#include <algorithm>
#include <utility>

#include "endpoints/key_ring.h"
#include "files/whole_file.h"
#include "http/host_reach.h"
#include "mcp/http_transport.h"
#include "mcp/stdio_transport.h"
#include "tools/tool_box.h"

namespace hearth::app {

namespace {

constexpr qint64 kLargestFile = 4 << 20;
/// Replaces in the file a value that is in the keyring.
const QString kHidden = QStringLiteral("${keyring}");

std::unique_ptr<McpTransport> transportFor(const McpSetup& setup, const QString& keeper) {
    if (setup.isProgram())
        return std::make_unique<StdioTransport>(StdioTransport::Program{.command = setup.command,
                                                                        .arguments = setup.arguments,
                                                                        .environment = setup.environment,
                                                                        .folder = setup.folder,
                                                                        .keeper = keeper});
    HttpHeaders headers;
    for (auto header = setup.headers.cbegin(); header != setup.headers.cend(); ++header)
        headers.append(qMakePair(header.key().toUtf8(), header.value().toUtf8()));
    return std::make_unique<HttpTransport>(setup.address, headers);
}

/// Its variables or headers, whichever it has.
QMap<QString, QString>& valuesOf(McpSetup& setup) {
    return setup.isProgram() ? setup.environment : setup.headers;
}

/// The name and value of each of those that hide a key.
template <typename Each>
void eachSecret(McpSetup& setup, Each each) {
    QMap<QString, QString>& values = valuesOf(setup);
    for (auto value = values.begin(); value != values.end(); ++value)
        if (isSecretName(value.key()) && !value->isEmpty()) each(value.key(), *value);
}

/// The same in every start, and different if the command or address changes: a permission must not pass to
/// another server that takes the name later.
QString permissionIdOf(const McpSetup& setup) {
    const QByteArray what =
        (QStringList{setup.command, setup.folder, setup.address.toString()} + setup.arguments)
            .join(QChar(0))
            .toUtf8();
    const QByteArray hash = QCryptographicHash::hash(what, QCryptographicHash::Sha256).toHex().left(12);
    return QStringLiteral("mcp:%1:%2").arg(setup.name, QString::fromLatin1(hash));
}

}  // namespace

McpDirectory::McpDirectory(QString file, KeyRing& keys, ToolBox& box, QObject* parent)
    : McpDirectory(std::move(file), keys, box, connectKept({}), parent) {
}

McpDirectory::Connect McpDirectory::connectKept(const QString& keeper) {
    return [keeper](const McpSetup& setup) { return transportFor(setup, keeper); };
}

McpDirectory::McpDirectory(QString file, KeyRing& keys, ToolBox& box, Connect connect, QObject* parent)
    : QAbstractListModel(parent),
      m_file(std::move(file)),
      m_keys(keys),
      m_box(box),
      m_connect(std::move(connect)) {
}

McpDirectory::~McpDirectory() = default;

int McpDirectory::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> McpDirectory::roleNames() const {
    return {{NameRole, "name"}, {SummaryRole, "summary"}, {LeavesRole, "leaves"},
            {OnRole, "on"},     {StatusRole, "status"},   {FailedRole, "failed"}};
}

QVariant McpDirectory::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Entry& entry = *m_entries[static_cast<size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
        case NameRole:
            return entry.setup.name;
        case SummaryRole:
            return entry.setup.summary();
        case LeavesRole:
            return !entry.setup.isProgram() && !isLoopback(entry.setup.address);
        case OnRole:
            return entry.setup.enabled;
        case StatusRole:
            return statusOf(*entry.server);
        case FailedRole:
            return entry.server->state() == McpServer::State::Failed;
        default:
            return {};
    }
}

QString McpDirectory::statusOf(const McpServer& server) {
    switch (server.state()) {
        case McpServer::State::Off:
            return tr("Starts when a chat uses tools.");
        case McpServer::State::Starting:
            return tr("Starting…");
        case McpServer::State::Ready:
            return tr("Tools: %1").arg(server.tools().size());
        case McpServer::State::Failed:
            break;
    }
    return server.problem();
}

QVariantList McpDirectory::otherSetups() const {
    QVariantList found;
    for (const McpSetupFile& file : mcpSetupFiles(QDir::homePath()))
        found.append(QVariantMap{{"program", file.program}, {"path", file.path}});
    return found;
}

void McpDirectory::load() {
    QFile file(m_file);
    if (!file.exists()) return;
    if (!file.open(QFile::ReadOnly) || file.size() > kLargestFile) {
        m_partly = true;
        emit notKept(tr("The tool servers in \"%1\" cannot be read.").arg(m_file));
        return;
    }
    McpSetups read = readMcpSetups(file.readAll(), QFileInfo(m_file).fileName());
    for (McpSetup& setup : read.servers) insert(std::move(setup));
    m_partly = !read.problems.isEmpty();
    if (m_partly) emit notKept(read.problems.join(u' '));
}

/// Saves the setups. Values that hide keys are in the keyring; the file has a mark in their place.
void McpDirectory::save() {
    std::vector<McpSetup> setups;
    for (const auto& entry : m_entries) {
        McpSetup& setup = setups.emplace_back(entry->setup);
        eachSecret(setup, [](const QString&, QString& value) { value = kHidden; });
    }
    // Keeps a copy of entries that a person wrote and that were not understood.
    if (std::exchange(m_partly, false)) QFile::copy(m_file, m_file + QStringLiteral(".before"));
    WholeFile file(m_file);
    const QByteArray bytes = writeMcpSetups(setups);
    const bool kept = file.open(QFile::WriteOnly) &&
                      file.setPermissions(QFile::ReadOwner | QFile::WriteOwner) &&
                      file.write(bytes) == bytes.size() && file.commitWhole();
    if (!kept) emit notKept(tr("The list of tool servers cannot be saved: %1.").arg(file.errorString()));
}

QString McpDirectory::keyId(const QString& server, const QString& name) const {
    return QStringLiteral("mcp/%1/%2").arg(server, name);
}

void McpDirectory::insert(McpSetup setup) {
    auto entry = std::make_unique<Entry>();
    Entry* const raw = entry.get();
    entry->setup = std::move(setup);
    entry->server = std::make_unique<McpServer>(permissionIdOf(raw->setup), raw->setup.name,
                                                [this, raw] { return m_connect(raw->setup); });
    const McpServer* server = entry->server.get();
    connect(server, &McpServer::stateChanged, this, [this, server] { tell(server); });
    connect(server, &McpServer::toolsChanged, this, [this, server] { tell(server); });
    const int row = count();
    beginInsertRows({}, row, row);
    m_entries.push_back(std::move(entry));
    endInsertRows();
    emit countChanged();
    if (raw->setup.enabled) m_box.add(*raw->server);
    eachSecret(raw->setup, [&](const QString& secret, const QString& value) {
        if (value != kHidden) m_keys.write(keyId(raw->setup.name, secret), value.toUtf8());
    });
    readKeys(*raw);
}

void McpDirectory::readKeys(Entry& entry) {
    QStringList hidden;
    QMap<QString, QString>& values = valuesOf(entry.setup);
    for (auto value = values.cbegin(); value != values.cend(); ++value)
        if (*value == kHidden) hidden += value.key();
    entry.keysMissing = static_cast<int>(hidden.size());
    for (const QString& name : std::as_const(hidden))
        m_keys.read(keyId(entry.setup.name, name), [this, directory = QPointer(this),
                                                    server = entry.setup.name, name](const QByteArray& key) {
            Entry* found = directory ? find(server) : nullptr;
            if (found == nullptr) return;
            // If the key is missing, the server itself reports that.
            if (!key.isEmpty()) valuesOf(found->setup)[name] = QString::fromUtf8(key);
            if (--found->keysMissing == 0 && found->wanted) start(*found);
        });
}

McpDirectory::Entry* McpDirectory::find(const QString& name) {
    const auto found =
        std::ranges::find_if(m_entries, [&](const auto& entry) { return entry->setup.name == name; });
    return found == m_entries.end() ? nullptr : found->get();
}

void McpDirectory::tell(const McpServer* server) {
    for (int row = 0; row < count(); ++row)
        if (m_entries[static_cast<size_t>(row)]->server.get() == server)
            emit dataChanged(index(row), index(row));
}

void McpDirectory::start(Entry& entry) {
    entry.wanted = true;
    if (entry.keysMissing == 0) entry.server->start();
}

void McpDirectory::startAll() {
    for (const auto& entry : m_entries)
        if (entry->setup.enabled && entry->server->state() == McpServer::State::Off) start(*entry);
}

QString McpDirectory::add(const QString& name, const QString& commandOrAddress) {
    McpSetup setup;
    setup.name = name.simplified();
    if (setup.name.isEmpty()) return tr("Give the server a name.");
    if (setup.name.size() > 64) return tr("The name is longer than 64 characters.");
    if (find(setup.name) != nullptr) return tr("There is a server of this name already.");
    const QString what = commandOrAddress.trimmed();
    if (what.startsWith("http://") || what.startsWith("https://")) {
        setup.address = QUrl(what, QUrl::StrictMode);
        if (!setup.address.isValid() || setup.address.host().isEmpty())
            return tr("The address cannot be read.");
    } else {
        QStringList parts = QProcess::splitCommand(what);
        if (parts.isEmpty()) return tr("Give a command, such as \"uvx mcp-server-time\", or an address.");
        setup.command = parts.takeFirst();
        setup.arguments = parts;
    }
    insert(setup);
    save();
    start(*m_entries.back());
    return {};
}

QString McpDirectory::takeOver(const QString& path) {
    QFile file(path);
    if (!file.open(QFile::ReadOnly) || file.size() > kLargestFile)
        return tr("\"%1\" cannot be read.").arg(QFileInfo(path).fileName());
    McpSetups read = readMcpSetups(file.readAll(), QFileInfo(path).fileName());
    int added = 0;
    bool hidesKeys = false;
    for (McpSetup& setup : read.servers) {
        if (find(setup.name) != nullptr) continue;
        eachSecret(setup, [&](const QString&, QString&) { hidesKeys = true; });
        insert(setup);
        start(*m_entries.back());
        ++added;
    }
    if (added > 0) save();
    QStringList said{tr("Servers added: %1.").arg(added)};
    if (hidesKeys && !m_keys.isPersistent())
        said +=
            tr("The system's keyring does not answer, so their keys are kept only until Hearth is closed.");
    return (said + read.problems).join(u' ');
}

void McpDirectory::remove(int row) {
    if (row < 0 || row >= count()) return;
    beginRemoveRows({}, row, row);
    const std::unique_ptr<Entry> entry = std::move(m_entries[static_cast<size_t>(row)]);
    m_entries.erase(m_entries.begin() + row);
    endRemoveRows();
    emit countChanged();
    eachSecret(entry->setup,
               [&](const QString& name, QString&) { m_keys.remove(keyId(entry->setup.name, name)); });
    m_box.remove(*entry->server);
    save();
}

void McpDirectory::setOn(int row, bool on) {
    if (row < 0 || row >= count()) return;
    Entry& entry = *m_entries[static_cast<size_t>(row)];
    if (entry.setup.enabled == on) return;
    entry.setup.enabled = on;
    if (on) {
        m_box.add(*entry.server);
        start(entry);
    } else {
        entry.wanted = false;
        m_box.remove(*entry.server);
        entry.server->stop();
    }
    save();
    emit dataChanged(index(row), index(row));
}

void McpDirectory::restart(int row) {
    if (row < 0 || row >= count()) return;
    Entry& entry = *m_entries[static_cast<size_t>(row)];
    if (!entry.setup.enabled) return;
    entry.server->stop();
    start(entry);
}

}  // namespace hearth::app
