#pragma once

#include <QByteArray>
#include <QString>
#include <QUrl>
#include <functional>

namespace hearth::app {

/// Address of the hub and the user's token, from the environment variables that other programs for the hub
/// read too (HF_ENDPOINT, HF_TOKEN, HF_TOKEN_PATH, HF_HOME, HF_HUB_CACHE, HF_HUB_OFFLINE; SSL_CERT_FILE for
/// an additional certificate authority).
struct HubEnvironment {
    using Lookup = std::function<QString(const char* name)>;

    QUrl endpoint;        ///< scheme, host and port; a path for mirrors that need one; no slash at the end
    QByteArray token;     ///< empty: anonymous. Never shown, logged or stored
    QString cacheFolder;  ///< of the hub's own client: models--owner--name/…
    QString certificates;
    bool offline = false;
    QString problem;  ///< one sentence when HF_ENDPOINT cannot be used; nothing is asked of the hub then

    /// Reads the token file too.
    static HubEnvironment read(const Lookup& lookup);
    static HubEnvironment ofProcess();

    /// True when this address is the hub's own: only there the token goes.
    bool isHub(const QUrl& address) const;
    /// The address of an API call or a file; `path` starts with "/" and is percent-encoded already.
    QUrl address(const QString& encodedPath) const;
    /// "/owner/name/resolve/COMMIT/path", encoded.
    QUrl fileAddress(const QString& repository, const QString& commit, const QString& path) const;
};

}  // namespace hearth::app
