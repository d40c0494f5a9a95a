#include "hub/hub_environment.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

#include "files/regular_file.h"
#include "hub/redirect_policy.h"

namespace hearth::app {

namespace {

bool isTrue(const QString& value) {
    const QString upper = value.trimmed().toUpper();
    return upper == QLatin1String("1") || upper == QLatin1String("ON") || upper == QLatin1String("YES") ||
           upper == QLatin1String("TRUE");
}

QString expanded(QString path) {
    if (path == QLatin1String("~") || path.startsWith(QLatin1String("~/")))
        path.replace(0, 1, QDir::homePath());
    return path;
}

/// A token is a word; what is not cannot be one and could break the header apart.
QByteArray cleanToken(const QByteArray& raw) {
    const QByteArray token = raw.trimmed();
    if (token.size() > 512) return {};
    for (const char letter : token)
        if (letter <= ' ' || letter > '~') return {};
    return token;
}

QByteArray readToken(const HubEnvironment::Lookup& lookup, const QString& home) {
    for (const char* name : {"HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"})
        if (const QByteArray token = cleanToken(lookup(name).toUtf8()); !token.isEmpty()) return token;
    if (isTrue(lookup("HF_HUB_DISABLE_IMPLICIT_TOKEN"))) return {};
    const QString named = lookup("HF_TOKEN_PATH");
    QFile file(named.isEmpty() ? home + QStringLiteral("/token") : expanded(named));
    return openRegularFile(file).isEmpty() ? cleanToken(file.read(1024)) : QByteArray();
}

}  // namespace

HubEnvironment HubEnvironment::read(const Lookup& lookup) {
    HubEnvironment hub;
    QString endpoint = lookup("HF_ENDPOINT").trimmed();
    if (endpoint.isEmpty()) endpoint = QStringLiteral("https://huggingface.co");
    while (endpoint.endsWith(u'/')) endpoint.chop(1);
    hub.endpoint = QUrl(endpoint, QUrl::StrictMode);
    if (!hub.endpoint.isValid() || !isAllowedAddress(hub.endpoint))
        hub.problem =
            QCoreApplication::translate(
                "Hub", "HF_ENDPOINT is “%1”, which is not an https address. Correct it and restart Hearth.")
                .arg(endpoint.left(200));
    QString home = expanded(lookup("HF_HOME"));
    if (home.isEmpty()) {
        const QString cache = expanded(lookup("XDG_CACHE_HOME"));
        home = (cache.isEmpty() ? QDir::homePath() + QStringLiteral("/.cache") : cache) +
               QStringLiteral("/huggingface");
    }
    hub.token = readToken(lookup, home);
    for (const char* name : {"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"})
        if (hub.cacheFolder.isEmpty()) hub.cacheFolder = expanded(lookup(name));
    if (hub.cacheFolder.isEmpty()) hub.cacheFolder = home + QStringLiteral("/hub");
    hub.certificates = lookup("SSL_CERT_FILE");
    hub.offline = isTrue(lookup("HF_HUB_OFFLINE")) || isTrue(lookup("TRANSFORMERS_OFFLINE"));
    return hub;
}

HubEnvironment HubEnvironment::ofProcess() {
    return read([](const char* name) { return qEnvironmentVariable(name); });
}

bool HubEnvironment::isHub(const QUrl& address) const {
    return sameOrigin(address, endpoint);
}

QUrl HubEnvironment::address(const QString& encodedPath) const {
    return QUrl(endpoint.toString(QUrl::FullyEncoded) + encodedPath, QUrl::StrictMode);
}

QUrl HubEnvironment::fileAddress(const QString& repository, const QString& commit,
                                 const QString& path) const {
    const auto encoded = [](const QString& text) {
        return QString::fromLatin1(QUrl::toPercentEncoding(text, "/"));
    };
    return address(QLatin1Char('/') + encoded(repository) + QStringLiteral("/resolve/") +
                   QString::fromLatin1(QUrl::toPercentEncoding(commit)) + QLatin1Char('/') + encoded(path));
}

}  // namespace hearth::app
