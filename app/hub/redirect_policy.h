// Where a request may go, and where a redirect may lead it. Everything here is decided from addresses alone.
#pragma once

#include <QString>
#include <QUrl>

namespace hearth::app {

/// Redirects that one request may follow.
constexpr int maximumRedirects = 10;

/// Scheme, host and port are the same.
bool sameOrigin(const QUrl& a, const QUrl& b);
/// 127.0.0.0/8, ::1 and "localhost".
bool isLoopback(const QUrl& address);
/// A literal address of a private, link-local or otherwise local network, or a name that is only known there.
bool isPrivate(const QUrl& address);
/// https anywhere, http on this computer alone; no user name or password in the address.
bool isAllowedAddress(const QUrl& address);

struct Redirect {
    QUrl next;
    QString problem;  ///< one sentence when it must not be followed
};

/// Where `location`, the answer's Location header, leads from `from`. `followed`: redirects so far.
/// Refused: too many, no address, https to http, http to other computers, public to private networks.
Redirect followRedirect(const QUrl& from, const QByteArray& location, int followed);

}  // namespace hearth::app
