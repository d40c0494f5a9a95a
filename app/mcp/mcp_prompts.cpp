#include "mcp/mcp_prompts.h"

#include <utility>

#include "mcp/mcp_directory.h"

namespace hearth::app {

McpPrompts::McpPrompts(McpDirectory& servers, QObject* parent)
    : QAbstractListModel(parent), m_servers(servers) {
    connect(&servers, &McpDirectory::dataChanged, this, &McpPrompts::gather);
    connect(&servers, &McpDirectory::rowsRemoved, this, &McpPrompts::gather);
    gather();
}

int McpPrompts::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> McpPrompts::roleNames() const {
    return {{NameRole, "name"}, {DescriptionRole, "description"}, {ServerRole, "server"}};
}

QVariant McpPrompts::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = m_rows[static_cast<size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
        case NameRole:
            return row.prompt.name;
        case DescriptionRole:
            return row.prompt.description;
        case ServerRole:
            return row.serverName;
        default:
            return {};
    }
}

QVariantList McpPrompts::argumentsOf(int row) const {
    QVariantList arguments;
    if (row < 0 || row >= count()) return arguments;
    for (const McpServer::Prompt::Argument& argument : m_rows[static_cast<size_t>(row)].prompt.arguments)
        arguments.append(QVariantMap{
            {"name", argument.name}, {"description", argument.description}, {"required", argument.required}});
    return arguments;
}

void McpPrompts::gather() {
    std::vector<Row> rows;
    for (int at = 0; at < m_servers.count(); ++at) {
        McpServer& server = m_servers.server(at);
        if (server.state() != McpServer::State::Ready) continue;
        for (const McpServer::Prompt& prompt : server.prompts())
            rows.push_back({&server, server.title(), prompt});
    }
    // Servers tell much that has nothing to do with prompts.
    if (rows == m_rows) return;
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
    emit countChanged();
}

void McpPrompts::fetch(int row, const QVariantMap& arguments) {
    if (row < 0 || row >= count()) return;
    const Row& asked = m_rows[static_cast<size_t>(row)];
    McpServer* server = asked.server;
    if (server == nullptr) return;
    QMap<QString, QString> given;
    for (const McpServer::Prompt::Argument& argument : asked.prompt.arguments)
        if (const QString value = arguments.value(argument.name).toString(); !value.isEmpty())
            given.insert(argument.name, value);
    setWaiting(true);
    const auto listen = [pointer = QPointer(this), number = ++m_asked](const QString& text,
                                                                       const QString& problem) {
        McpPrompts* prompts = pointer;
        if (prompts == nullptr || prompts->m_asked != number) return;
        prompts->setWaiting(false);
        problem.isEmpty() ? emit prompts->arrived(text) : emit prompts->failed(problem);
    };
    server->getPrompt(asked.prompt.name, given, listen);
}

void McpPrompts::cancel() {
    ++m_asked;
    setWaiting(false);
}

void McpPrompts::setWaiting(bool waiting) {
    if (m_waiting == waiting) return;
    m_waiting = waiting;
    emit waitingChanged();
}

}  // namespace hearth::app
