#pragma once

#include <QByteArray>
#include <QList>
#include <array>
#include <utility>

/// A ZIP archive of some files, deflated.
inline QByteArray smallZip(const QList<std::pair<QByteArray, QByteArray>>& files) {
    const auto number = [](quint64 value, int bytes) {
        QByteArray little;
        for (int i = 0; i < bytes; ++i, value >>= 8U) little += static_cast<char>(value);
        return little;
    };
    const auto crcOf = [](const QByteArray& bytes) {
        std::array<quint32, 256> table{};
        for (quint32 i = 0; i < 256; ++i) {
            table[i] = i;
            for (int bit = 0; bit < 8; ++bit)
                table[i] = (table[i] >> 1U) ^ ((table[i] & 1U) != 0 ? 0xedb88320U : 0U);
        }
        quint32 crc = ~0U;
        for (const char c : bytes) crc = (crc >> 8U) ^ table[(crc ^ static_cast<unsigned char>(c)) & 0xffU];
        return ~crc;
    };
    QByteArray archive, directory;
    for (const auto& [name, bytes] : files) {
        // A stream of zlib without its head (and Qt's length before it) and its sum.
        const QByteArray packed = qCompress(bytes, 9).mid(6).chopped(4);
        const QByteArray head = number(20, 2) + number(0, 2) + number(8, 2) + number(0, 4) +
                                number(crcOf(bytes), 4) + number(static_cast<quint64>(packed.size()), 4) +
                                number(static_cast<quint64>(bytes.size()), 4) +
                                number(static_cast<quint64>(name.size()), 2) + number(0, 2);
        directory += "PK\x01\x02" + number(20, 2) + head + number(0, 10) +
                     number(static_cast<quint64>(archive.size()), 4) + name;
        archive += "PK\x03\x04" + head + name + packed;
    }
    return archive + directory + "PK\x05\x06" + number(0, 4) + number(static_cast<quint64>(files.size()), 2) +
           number(static_cast<quint64>(files.size()), 2) + number(static_cast<quint64>(directory.size()), 4) +
           number(static_cast<quint64>(archive.size()), 4) + number(0, 2);
}
