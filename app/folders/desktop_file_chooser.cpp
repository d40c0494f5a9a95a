#include "folders/desktop_file_chooser.h"

#include <QDBusArgument>
#include <QDBusConnectionInterface>
#include <QDBusMessage>
#include <QDBusMetaType>
#include <QDBusObjectPath>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QGuiApplication>
#include <QWindow>

namespace hearth::app {

/// A rule of a filter: 0 and a pattern. Written (us).
struct PortalRule {
    uint kind = 0;
    QString pattern;
};
/// A filter: its name and rules. Written (sa(us)).
struct PortalFilter {
    QString name;
    QList<PortalRule> rules;
};

static QDBusArgument& operator<<(QDBusArgument& out, const PortalRule& rule) {
    out.beginStructure();
    out << rule.kind << rule.pattern;
    out.endStructure();
    return out;
}
static const QDBusArgument& operator>>(const QDBusArgument& in, PortalRule& rule) {
    in.beginStructure();
    in >> rule.kind >> rule.pattern;
    in.endStructure();
    return in;
}
static QDBusArgument& operator<<(QDBusArgument& out, const PortalFilter& filter) {
    out.beginStructure();
    out << filter.name << filter.rules;
    out.endStructure();
    return out;
}
static const QDBusArgument& operator>>(const QDBusArgument& in, PortalFilter& filter) {
    in.beginStructure();
    in >> filter.name >> filter.rules;
    in.endStructure();
    return in;
}

namespace {

const QString portalService = QStringLiteral("org.freedesktop.portal.Desktop");
const QString portalPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString fileChooserInterface = QStringLiteral("org.freedesktop.portal.FileChooser");
const QString requestInterface = QStringLiteral("org.freedesktop.portal.Request");

PortalFilter portalFilter(const QVariantMap& filter) {
    PortalFilter out{filter.value(QStringLiteral("name")).toString(), {}};
    for (const QString& pattern : filter.value(QStringLiteral("patterns")).toStringList()) {
        // The portal minds letter case, and "X.GGUF" is a model too.
        QString eitherCase;
        for (const QChar c : pattern)
            eitherCase += c.isLetter() ? u'[' + QString(c.toLower()) + c.toUpper() + u']' : QString(c);
        out.rules.append({0, eitherCase});
    }
    return out;
}

QVariantMap portalOptions(DesktopFileChooser::Mode mode, const QVariantMap& request, const QString& folder) {
    using Mode = DesktopFileChooser::Mode;
    QVariantMap options{{QStringLiteral("modal"), true}};
    if (mode == Mode::OpenMany) options[QStringLiteral("multiple")] = true;
    if (mode == Mode::Folder) options[QStringLiteral("directory")] = true;
    if (const QString accept = request.value(QStringLiteral("accept")).toString(); !accept.isEmpty())
        options[QStringLiteral("accept_label")] = accept;
    if (mode == Mode::Save)
        options[QStringLiteral("current_name")] = request.value(QStringLiteral("name")).toString();
    // A path is bytes with a zero behind them.
    if (!folder.isEmpty())
        options[QStringLiteral("current_folder")] = QByteArray(folder.toLocal8Bit() + '\0');
    QList<PortalFilter> filters;
    for (const QVariant& filter : request.value(QStringLiteral("filters")).toList())
        filters.append(portalFilter(filter.toMap()));
    if (!filters.isEmpty()) options[QStringLiteral("filters")] = QVariant::fromValue(filters);
    return options;
}

/// The window that the dialog belongs to, in the portal's words; only X11 can say.
QString portalParent(const QWindow* window) {
    if (window == nullptr || QGuiApplication::platformName() != QLatin1String("xcb")) return {};
    return QStringLiteral("x11:") + QString::number(window->winId(), 16);
}

}  // namespace

DesktopFileChooser::DesktopFileChooser(QObject* parent)
    : DesktopFileChooser(QDBusConnection::sessionBus(), parent) {
}

DesktopFileChooser::DesktopFileChooser(const QDBusConnection& bus, QObject* parent)
    : QObject(parent), m_bus(bus) {
    qDBusRegisterMetaType<PortalRule>();
    qDBusRegisterMetaType<QList<PortalRule>>();
    qDBusRegisterMetaType<PortalFilter>();
    qDBusRegisterMetaType<QList<PortalFilter>>();
}

bool DesktopFileChooser::isOffered() const {
    if (qEnvironmentVariable("HEARTH_FILE_DIALOG") == QLatin1String("own") || !m_bus.isConnected())
        return false;
    QDBusConnectionInterface* const names = m_bus.interface();
    return names != nullptr && (names->isServiceRegistered(portalService) ||
                                names->activatableServiceNames().value().contains(portalService));
}

void DesktopFileChooser::choose(Mode mode, const QVariantMap& request, const QString& folder, QWindow* over) {
    ignore();
    if (!isOffered()) {
        emit unavailable();
        return;
    }
    m_filterNames.clear();
    for (const QVariant& filter : request.value(QStringLiteral("filters")).toList())
        m_filterNames += filter.toMap().value(QStringLiteral("name")).toString();
    // The answer may come before that of the call, at a path that follows from the token.
    const QString token = QStringLiteral("hearth%1").arg(++m_count);
    const QString sender = m_bus.baseService().mid(1).replace(u'.', u'_');
    listen(QStringLiteral("%1/request/%2/%3").arg(portalPath, sender, token));
    QVariantMap options = portalOptions(mode, request, folder);
    options[QStringLiteral("handle_token")] = token;
    QDBusMessage call = QDBusMessage::createMethodCall(
        portalService, portalPath, fileChooserInterface,
        mode == Mode::Save ? QStringLiteral("SaveFile") : QStringLiteral("OpenFile"));
    call << portalParent(over) << request.value(QStringLiteral("title")).toString() << options;
    auto* watcher = new QDBusPendingCallWatcher(m_bus.asyncCall(call), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this,
            [this, count = m_count](QDBusPendingCallWatcher* done) {
                done->deleteLater();
                const QDBusPendingReply<QDBusObjectPath> reply = *done;
                if (count != m_count || m_answerPath.isEmpty()) return;
                if (reply.isError()) {
                    ignore();
                    emit unavailable();
                } else {
                    listen(reply.value().path());
                }
            });
}

void DesktopFileChooser::listen(const QString& path) {
    if (path == m_answerPath) return;
    ignore();
    m_answerPath = path;
    m_bus.connect(portalService, path, requestInterface, QStringLiteral("Response"), this,
                  SLOT(answered(uint, QVariantMap)));
}

void DesktopFileChooser::ignore() {
    if (m_answerPath.isEmpty()) return;
    m_bus.disconnect(portalService, m_answerPath, requestInterface, QStringLiteral("Response"), this,
                     SLOT(answered(uint, QVariantMap)));
    m_answerPath.clear();
}

void DesktopFileChooser::answered(uint response, const QVariantMap& results) {
    ignore();
    QList<QUrl> files;
    for (const QString& uri : results.value(QStringLiteral("uris")).toStringList()) {
        const QUrl url(uri, QUrl::StrictMode);
        if (url.isLocalFile()) files.append(url);
    }
    if (response != 0 || files.isEmpty()) {
        emit cancelled();
        return;
    }
    int filter = -1;
    if (const QVariant current = results.value(QStringLiteral("current_filter")); current.isValid())
        filter = static_cast<int>(m_filterNames.indexOf(qdbus_cast<PortalFilter>(current).name));
    emit chosen(files, filter);
}

}  // namespace hearth::app

#include "moc_desktop_file_chooser.cpp"
