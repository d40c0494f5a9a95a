#include "reading/decoded_text.h"

#include <QStringDecoder>
#include <algorithm>
#include <array>

namespace hearth::app {

namespace {

/// 0x80 to 0x9f of Windows-1252 (WHATWG Encoding, index-windows-1252). 0: there is no such character.
constexpr std::array<char16_t, 32> windowsCharacters{
    0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017d, 0,      0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178};

bool isControl(QChar c) {
    return c.unicode() < 0x20 && c != u'\n' && c != u'\r' && c != u'\t' && c != u'\f' && c.unicode() != 0x1b;
}

QString windowsText(const QByteArray& bytes) {
    QString text = QString::fromLatin1(bytes);
    for (QChar& c : text) {
        if (c.unicode() < 0x80 || c.unicode() >= 0xa0) continue;
        c = windowsCharacters.at(c.unicode() - 0x80U);
        if (c.isNull()) return {};
    }
    return text;
}

}  // namespace

QString decodedText(const QByteArray& bytes, OtherBytes others) {
    const auto marked = QStringDecoder::encodingForData(bytes);
    // Stateless: a sequence that is cut off at the end is an error, too.
    QStringDecoder decoder(marked.value_or(QStringDecoder::Utf8), QStringDecoder::Flag::Stateless);
    QString text = decoder(bytes);
    if (decoder.hasError()) {
        if (marked || others == OtherBytes::NoText) return {};
        text = windowsText(bytes);
        if (text.isNull()) return {};
    }
    if (std::any_of(text.begin(), text.end(), isControl)) return {};
    text.replace(QLatin1String("\r\n"), QLatin1String("\n"));
    return text.isNull() ? QStringLiteral("") : text;
}

}  // namespace hearth::app
