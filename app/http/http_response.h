#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QList>
#include <QPair>

namespace hearth::app {

using HttpHeaders = QList<QPair<QByteArray, QByteArray>>;

/// Takes the answer to one GET or POST apart while its bytes come (RFC 9112): status, headers, and the body
/// by its length, in chunks or up to the end of the connection. Everything but the body is bounded, so that
/// whatever a server sends, no more than some 100 KB are held here.
class HttpResponse {
public:
    /// Status line and headers, those of interim answers (1xx) and the trailers together.
    static constexpr qsizetype maximumHeadBytes = 64 << 10;

    /// The bytes of the body among these.
    QByteArray feed(QByteArrayView bytes);
    /// The connection has ended; false when it did in the middle.
    bool end();

    bool hasHead() const { return m_part > Part::Fields; }
    bool isComplete() const { return m_part == Part::Done; }
    /// It is no HTTP, or its head is too long. Nothing is taken any more.
    bool isBroken() const { return m_part == Part::Broken; }
    int status() const { return m_status; }
    const HttpHeaders& headers() const { return m_headers; }
    /// The first header of this name, in any case; empty: there is none.
    QByteArray header(const QByteArray& name) const;

private:
    enum class Part { Status, Fields, Body, ChunkSize, ChunkData, ChunkEnd, Trailers, Done, Broken };

    void takeLine(const QByteArray& line);
    void takeStatus(const QByteArray& line);
    void takeField(const QByteArray& line);
    void takeChunkSize(const QByteArray& line);
    void headEnded();

    Part m_part = Part::Status;
    QByteArray m_line;
    HttpHeaders m_headers;
    int m_status = 0;
    qsizetype m_headBytes = 0;
    qint64 m_left = -1;  ///< of the body or of this chunk; -1: up to the end of the connection
};

}  // namespace hearth::app
