#pragma once

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QStringList>
#include <QUrl>
#include <vector>

namespace hearth::app {

/// Setup of a server of the Model Context Protocol. A plain value.
struct McpSetup {
    QString name;
    // A program on this computer ...
    QString command;
    QStringList arguments;
    QMap<QString, QString> environment;
    QString folder;
    // ... or an address.
    QUrl address;
    QMap<QString, QString> headers;
    bool enabled = true;

    bool isProgram() const { return address.isEmpty(); }
    /// Command or address, for people: never the environment or headers, which may contain keys.
    QString summary() const;
    bool operator==(const McpSetup&) const = default;
};

/// Contents of a file of setups.
struct McpSetups {
    std::vector<McpSetup> servers;
    QStringList problems;  ///< a sentence each, about servers that are left out
};

/// Reads the form that other programs use: {"mcpServers": {NAME: {"command", "args", "env", "cwd"} or {"url",
/// "headers"}}}, also with "servers" for "mcpServers", "disabled" and "enabled". `file` names it in problems.
McpSetups readMcpSetups(const QByteArray& json, const QString& file);
/// The same form; values that hide keys are written as given.
QByteArray writeMcpSetups(const std::vector<McpSetup>& servers);

/// True if a variable or header of this name contains what belongs in a keyring.
bool isSecretName(const QString& name);

/// Setup files of other programs in this home folder, with the program of each; only those that exist.
struct McpSetupFile {
    QString program;
    QString path;
};
QList<McpSetupFile> mcpSetupFiles(const QString& home);

}  // namespace hearth::app
