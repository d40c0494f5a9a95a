#include "mcp/mcp_setup.h"

#include <QCoreApplication>
#include <QFile>
#include <nlohmann/json.hpp>

#include "hearth/bounded_json.h"

namespace hearth::app {

namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kMostServers = 64;

struct Translator {
    Q_DECLARE_TR_FUNCTIONS(McpSetup)
};

QString textOf(const Json& value) {
    return value.is_string() ? QString::fromStdString(value.get_ref<const std::string&>()) : QString();
}

QMap<QString, QString> textsOf(const Json& value) {
    QMap<QString, QString> texts;
    if (!value.is_object()) return texts;
    for (const auto& [name, text] : value.items())
        texts.insert(QString::fromStdString(name),
                     text.is_string() ? textOf(text) : QString::fromStdString(text.dump()));
    return texts;
}

/// Empty: it can be used.
QString problemOf(const McpSetup& setup, const Json& entry) {
    if (textOf(entry.value("type", Json())) == "sse")
        return Translator::tr("it uses the older transport of HTTP with SSE, which Hearth does not speak");
    if (setup.address.isEmpty() && setup.command.isEmpty())
        return Translator::tr("it has no command and no address");
    if (!setup.address.isEmpty() && (!setup.address.isValid() || setup.address.host().isEmpty() ||
                                     (setup.address.scheme() != "http" && setup.address.scheme() != "https")))
        return Translator::tr("its address is not an http or https address");
    return {};
}

McpSetup setupOf(const std::string& name, const Json& entry) {
    McpSetup setup;
    setup.name = QString::fromStdString(name).simplified().left(64);
    setup.command = textOf(entry.value("command", Json()));
    const Json arguments = entry.value("args", Json::array());
    if (arguments.is_array())
        for (const Json& argument : arguments) setup.arguments += textOf(argument);
    setup.environment = textsOf(entry.value("env", Json()));
    setup.folder = textOf(entry.value("cwd", Json()));
    for (const char* key : {"url", "serverUrl", "httpUrl"})
        if (setup.command.isEmpty() && setup.address.isEmpty())
            setup.address = QUrl(textOf(entry.value(key, Json())), QUrl::StrictMode);
    setup.headers = textsOf(entry.value("headers", Json()));
    setup.enabled =
        entry.value("disabled", Json(false)) != true && entry.value("enabled", Json(true)) != false;
    return setup;
}

Json jsonOf(const QMap<QString, QString>& texts) {
    Json json = Json::object();
    for (auto text = texts.cbegin(); text != texts.cend(); ++text)
        json[text.key().toStdString()] = text.value().toStdString();
    return json;
}

}  // namespace

QString McpSetup::summary() const {
    return isProgram() ? (QStringList(command) + arguments).join(u' ')
                       : address.toString(QUrl::RemoveUserInfo | QUrl::RemoveQuery);
}

McpSetups readMcpSetups(const QByteArray& json, const QString& file) {
    McpSetups read;
    const Json whole = parseOrderedJson({json.constData(), static_cast<size_t>(json.size())});
    const Json* servers = nullptr;
    if (whole.is_object())
        for (const char* key : {"mcpServers", "servers"})
            if (servers == nullptr && whole.contains(key) && whole[key].is_object()) servers = &whole[key];
    if (servers == nullptr) {
        read.problems += Translator::tr("\"%1\" has no \"mcpServers\".").arg(file);
        return read;
    }
    for (const auto& [name, entry] : servers->items()) {
        const QString shown = QString::fromStdString(name).left(64);
        if (read.servers.size() == kMostServers) {
            read.problems += Translator::tr("\"%1\" has more than %2 servers; the rest is left out.")
                                 .arg(file)
                                 .arg(kMostServers);
            break;
        }
        const McpSetup setup = entry.is_object() ? setupOf(name, entry) : McpSetup();
        const QString problem = entry.is_object() && !setup.name.isEmpty()
                                    ? problemOf(setup, entry)
                                    : Translator::tr("it is not a description of a server");
        if (problem.isEmpty())
            read.servers.push_back(setup);
        else
            read.problems += Translator::tr("\"%1\" is left out: %2.").arg(shown, problem);
    }
    return read;
}

QByteArray writeMcpSetups(const std::vector<McpSetup>& servers) {
    Json list = Json::object();
    for (const McpSetup& setup : servers) {
        Json& entry = list[setup.name.toStdString()] = Json::object();
        if (setup.isProgram()) {
            entry["command"] = setup.command.toStdString();
            entry["args"] = Json::array();
            for (const QString& argument : setup.arguments) entry["args"].push_back(argument.toStdString());
            if (!setup.environment.isEmpty()) entry["env"] = jsonOf(setup.environment);
            if (!setup.folder.isEmpty()) entry["cwd"] = setup.folder.toStdString();
        } else {
            entry["url"] = setup.address.toString().toStdString();
            if (!setup.headers.isEmpty()) entry["headers"] = jsonOf(setup.headers);
        }
        if (!setup.enabled) entry["disabled"] = true;
    }
    return QByteArray::fromStdString(Json{{"mcpServers", list}}.dump(2)) + '\n';
}

bool isSecretName(const QString& name) {
    const QString upper = name.toUpper();
    if (upper == "AUTHORIZATION" || upper == "COOKIE") return true;
    for (const char* part : {"KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "CREDENTIAL"})
        if (upper.contains(QLatin1String(part))) return true;
    return upper.endsWith("_PAT") || upper == "PAT";
}

QList<McpSetupFile> mcpSetupFiles(const QString& home) {
    const QList<McpSetupFile> known{
        {"Claude Desktop", ".config/Claude/claude_desktop_config.json"},
        {"Claude Code", ".claude.json"},
        {"Cursor", ".cursor/mcp.json"},
        {"Gemini CLI", ".gemini/settings.json"},
        {"LM Studio", ".lmstudio/mcp.json"},
        {"Visual Studio Code", ".config/Code/User/mcp.json"},
        {"Windsurf", ".codeium/windsurf/mcp_config.json"},
    };
    QList<McpSetupFile> found;
    for (const McpSetupFile& file : known)
        if (QFile::exists(home + u'/' + file.path)) found.append({file.program, home + u'/' + file.path});
    return found;
}

}  // namespace hearth::app
