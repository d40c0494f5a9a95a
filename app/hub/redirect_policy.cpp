#include "hub/redirect_policy.h"

#include <QCoreApplication>

#include "http/host_reach.h"

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
    return !hostOf(a).isEmpty() && a.scheme() == b.scheme() && hostOf(a) == hostOf(b) &&
           portOf(a) == portOf(b);
}

bool isAllowedAddress(const QUrl& address) {
    if (!address.isValid() || hostOf(address).isEmpty() || !address.userInfo().isEmpty()) return false;
    if (address.scheme() == QLatin1String("https")) return true;
    return address.scheme() == QLatin1String("http") && isLoopback(address);
}

QString privateRedirect(const QUrl& from, const QUrl& next) {
    return RedirectText::tr(
               "%1 redirects to %2, an address in your own network, which Hearth does not follow.")
        .arg(from.host(), next.host());
}

Redirect followRedirect(const QUrl& from, const QByteArray& location, int followed) {
    if (followed >= maximumRedirects)
        return {{}, RedirectText::tr("%1 redirects in a loop. Try again later.").arg(from.host())};
    const QUrl next = from.resolved(QUrl::fromEncoded(location, QUrl::StrictMode));
    if (location.isEmpty() || !next.isValid() || next.host().isEmpty())
        return {{},
                RedirectText::tr("%1 sent a redirect without an address. Try again later.").arg(from.host())};
    if (!isAllowedAddress(next) ||
        (from.scheme() == QLatin1String("https") && next.scheme() != QLatin1String("https")))
        return {{},
                RedirectText::tr("%1 redirects to %2 without encryption, which Hearth does not follow.")
                    .arg(from.host(), next.host())};
    if (isPrivate(next) && !isPrivate(from)) return {{}, privateRedirect(from, next)};
    return {next, {}};
}

}  // namespace hearth::app
