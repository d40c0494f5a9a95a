// Which hosts lie inside a person's own network, decided from names and addresses. Every way to write an
// address counts as the address itself.
#pragma once

#include <QHostAddress>
#include <QString>
#include <QUrl>
#include <optional>

namespace hearth::app {

/// The host in lower case and without the point that may end a name.
QString hostOf(const QUrl& url);

/// The address when the host is one, however it is written: dotted, decimal, octal, hexadecimal, IPv6.
std::optional<QHostAddress> literalAddress(const QString& host);

/// 127.0.0.0/8 and ::1, also as an IPv4 address within IPv6.
bool isLoopbackAddress(const QHostAddress& address);
/// Anything but a public unicast address: private, shared, link-local, loopback, multicast, reserved, and
/// IPv6 addresses that carry such an IPv4 address (mapped, NAT64) or may (6to4, Teredo).
bool isPrivateAddress(const QHostAddress& address);

/// A loopback address or "localhost".
bool isLoopback(const QUrl& url);
/// A private address or a name that is only known in a local network. A name that looks public may still lead
/// to a private address: HttpCall looks at what it resolves to.
bool isPrivate(const QUrl& url);

}  // namespace hearth::app
