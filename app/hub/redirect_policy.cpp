#include "hub/redirect_policy.h"

#include <QCoreApplication>
#include <QHostAddress>
#include <QList>
#include <algorithm>

namespace hearth::app {

namespace {

struct RedirectText {
    Q_DECLARE_TR_FUNCTIONS(Hub)
};

int portOf(const QUrl& address) {
    return address.port(address.scheme() == QLatin1String("https") ? 443 : 80);
}

}  // namespace

bool sameOrigin(const QUrl& a, const QUrl& b) {
    return !a.host().isEmpty() && a.scheme() == b.scheme() && a.host() == b.host() && portOf(a) == portOf(b);
}

bool isLoopback(const QUrl& address) {
    const QString host = address.host();
    if (host == QLatin1String("localhost")) return true;
    return QHostAddress(host).isLoopback();
}

bool isPrivate(const QUrl& address) {
    const QString host = address.host().toLower();
    if (isLoopback(address) || host.isEmpty()) return true;
    QHostAddress literal(host);
    if (literal.isNull())
        // A name without a point is one of the local network.
        return !host.contains(u'.') || host.endsWith(QLatin1String(".local")) ||
               host.endsWith(QLatin1String(".localhost")) || host.endsWith(QLatin1String(".lan")) ||
               host.endsWith(QLatin1String(".internal")) || host.endsWith(QLatin1String(".home.arpa"));
    bool isV4 = false;
    if (const quint32 mapped = literal.toIPv4Address(&isV4); isV4) literal = QHostAddress(mapped);
    if (!literal.isGlobal()) return true;
    static const QList<QPair<QHostAddress, int>> local = {
        QHostAddress::parseSubnet(QStringLiteral("10.0.0.0/8")),
        QHostAddress::parseSubnet(QStringLiteral("100.64.0.0/10")),
        QHostAddress::parseSubnet(QStringLiteral("172.16.0.0/12")),
        QHostAddress::parseSubnet(QStringLiteral("192.168.0.0/16")),
        QHostAddress::parseSubnet(QStringLiteral("169.254.0.0/16")),
        QHostAddress::parseSubnet(QStringLiteral("fc00::/7")),
        QHostAddress::parseSubnet(QStringLiteral("fe80::/10"))};
    return std::any_of(local.begin(), local.end(),
                       [&](const auto& subnet) { return literal.isInSubnet(subnet); });
}

bool isAllowedAddress(const QUrl& address) {
    if (!address.isValid() || address.host().isEmpty() || !address.userInfo().isEmpty()) return false;
    if (address.scheme() == QLatin1String("https")) return true;
    return address.scheme() == QLatin1String("http") && isLoopback(address);
}

Redirect followRedirect(const QUrl& from, const QByteArray& location, int followed) {
    if (followed >= maximumRedirects)
        return {{}, RedirectText::tr("%1 sends the request in a circle. Try again later.").arg(from.host())};
    const QUrl next = from.resolved(QUrl::fromEncoded(location, QUrl::StrictMode));
    if (location.isEmpty() || !next.isValid() || next.host().isEmpty())
        return {
            {},
            RedirectText::tr("%1 answered with a redirect to nowhere. Try again later.").arg(from.host())};
    if (!isAllowedAddress(next) ||
        (from.scheme() == QLatin1String("https") && next.scheme() != QLatin1String("https")))
        return {
            {},
            RedirectText::tr("%1 wants to hand the request to %2 without encryption. Hearth does not follow.")
                .arg(from.host(), next.host())};
    if (isPrivate(next) && !isPrivate(from))
        return {{},
                RedirectText::tr(
                    "%1 wants to hand the request to %2, an address inside your own network. Hearth does not "
                    "follow.")
                    .arg(from.host(), next.host())};
    return {next, {}};
}

}  // namespace hearth::app
