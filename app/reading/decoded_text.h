#pragma once

#include <QByteArray>
#include <QString>

namespace hearth::app {

/// Meaning of bytes that are neither UTF-8 nor UTF-16 with a byte order mark.
enum class OtherBytes {
    NoText,
    Windows1252,  ///< Latin-1 with Windows' characters in place of Latin-1's controls
};

/// The text of bytes with lines that end in "\n". A null string for bytes that are not text, because of a
/// control character (other than a form feed or an escape) or of their encoding.
QString decodedText(const QByteArray& bytes, OtherBytes others = OtherBytes::NoText);

}  // namespace hearth::app
