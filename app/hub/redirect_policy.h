// Rules for the targets of requests and redirects. Everything here is decided from the addresses as they are
// written. HttpCall checks the addresses that a name resolves to (HttpRequest::Reach).
#pragma once

#include <QString>
#include <QUrl>

namespace hearth::app {

/// Redirects that one request may follow.
constexpr int maximumRedirects = 10;

/// Scheme, host and port are the same.
bool sameOrigin(const QUrl& a, const QUrl& b);
/// https anywhere, http on this computer alone; no user name or password in the address.
bool isAllowedAddress(const QUrl& address);

struct Redirect {
    QUrl next;
    QString problem;  ///< one sentence when it must not be followed
};

/// Target of `location`, the answer's Location header, relative to `from`. `followed`: redirects so far.
/// Refused: too many, no address, https to http, http to other computers, public to private networks.
Redirect followRedirect(const QUrl& from, const QByteArray& location, int followed);
/// The sentence for a redirect from a public to a private network.
QString privateRedirect(const QUrl& from, const QUrl& next);

}  // namespace hearth::app
