#pragma once

#include <QByteArray>
#include <optional>

namespace hearth::app {

/// The body of an answer without the coding that its Content-Encoding names, at most so many bytes of it and
/// as far as it can be read. Servers send gzip and deflate to clients that did not ask for them, too. Nothing
/// where the coding is another.
std::optional<QByteArray> withoutCoding(const QByteArray& contentEncoding, const QByteArray& body,
                                        qsizetype mostBytes);

}  // namespace hearth::app
