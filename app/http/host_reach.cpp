#include "http/host_reach.h"

#include <QList>
#include <algorithm>

#include "hearth/platform/ip_address.h"

namespace hearth::app {

namespace {

using Subnets = QList<QPair<QHostAddress, int>>;

Subnets subnets(const QStringList& texts) {
    Subnets list;
    for (const QString& text : texts) list.append(QHostAddress::parseSubnet(text));
    return list;
}

bool isIn(const Subnets& list, const QHostAddress& address) {
    return std::any_of(list.begin(), list.end(),
                       [&](const auto& subnet) { return address.isInSubnet(subnet); });
}

/// RFC 6890 and its registry: what is not for the public internet.
bool isPrivateV4(const QHostAddress& address) {
    static const Subnets local = subnets(
        {QStringLiteral("0.0.0.0/8"), QStringLiteral("10.0.0.0/8"), QStringLiteral("100.64.0.0/10"),
         QStringLiteral("127.0.0.0/8"), QStringLiteral("169.254.0.0/16"), QStringLiteral("172.16.0.0/12"),
         QStringLiteral("192.0.0.0/24"), QStringLiteral("192.0.2.0/24"), QStringLiteral("192.168.0.0/16"),
         QStringLiteral("198.18.0.0/15"), QStringLiteral("198.51.100.0/24"), QStringLiteral("203.0.113.0/24"),
         QStringLiteral("224.0.0.0/4"), QStringLiteral("240.0.0.0/4")});
    return isIn(local, address);
}

/// 2001::/32 is Teredo and 2002::/16 is 6to4: both may lead to any IPv4 address, and nobody serves files
/// there.
bool isPrivateV6(const QHostAddress& address) {
    static const Subnets local =
        subnets({QStringLiteral("::/96"), QStringLiteral("64:ff9b:1::/48"), QStringLiteral("100::/64"),
                 QStringLiteral("2001::/32"), QStringLiteral("2001:db8::/32"), QStringLiteral("2002::/16"),
                 QStringLiteral("fc00::/7"), QStringLiteral("fe80::/10"), QStringLiteral("fec0::/10"),
                 QStringLiteral("ff00::/8")});
    return isIn(local, address);
}

/// The IPv4 address that an IPv6 address stands for: mapped (::ffff:0:0/96) or behind NAT64 (64:ff9b::/96).
QHostAddress unwrapped(const QHostAddress& address) {
    bool isV4 = false;
    const quint32 mapped = address.toIPv4Address(&isV4);
    if (isV4) return QHostAddress(mapped);
    static const Subnets nat64 = subnets({QStringLiteral("64:ff9b::/96")});
    if (!isIn(nat64, address)) return address;
    const Q_IPV6ADDR bytes = address.toIPv6Address();
    return QHostAddress(quint32{bytes[12]} << 24U | quint32{bytes[13]} << 16U | quint32{bytes[14]} << 8U |
                        quint32{bytes[15]});
}

}  // namespace

QString hostOf(const QUrl& url) {
    QString host = url.host().toLower();
    if (host.endsWith(u'.')) host.chop(1);
    return host;
}

std::optional<QHostAddress> literalAddress(const QString& host) {
    const QHostAddress address(host);
    if (!address.isNull()) return address;
    // "0x7f.1", "017700000001", "2130706433": what the resolver of the system takes for an address.
    const auto old = platform::parseAnyIpv4(host.toLatin1().toStdString());
    if (!old) return std::nullopt;
    return QHostAddress(quint32{(*old)[0]} << 24U | quint32{(*old)[1]} << 16U | quint32{(*old)[2]} << 8U |
                        quint32{(*old)[3]});
}

bool isLoopbackAddress(const QHostAddress& address) {
    return unwrapped(address).isLoopback();
}

bool isPrivateAddress(const QHostAddress& address) {
    const QHostAddress plain = unwrapped(address);
    return plain.protocol() == QHostAddress::IPv4Protocol ? isPrivateV4(plain) : isPrivateV6(plain);
}

bool isLoopback(const QUrl& url) {
    const QString host = hostOf(url);
    if (host == QLatin1String("localhost")) return true;
    const auto address = literalAddress(host);
    return address && isLoopbackAddress(*address);
}

bool isPrivate(const QUrl& url) {
    const QString host = hostOf(url);
    if (host.isEmpty() || isLoopback(url)) return true;
    if (const auto address = literalAddress(host)) return isPrivateAddress(*address);
    // A name without a point is one of the local network.
    if (!host.contains(u'.')) return true;
    return std::ranges::any_of(
        QStringList{QStringLiteral(".local"), QStringLiteral(".localhost"), QStringLiteral(".localdomain"),
                    QStringLiteral(".lan"), QStringLiteral(".internal"), QStringLiteral(".intranet"),
                    QStringLiteral(".home.arpa")},
        [&](const QString& ending) { return host.endsWith(ending); });
}

}  // namespace hearth::app
