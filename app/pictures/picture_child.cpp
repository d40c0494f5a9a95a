#include "pictures/picture_child.h"

#include <sys/mman.h>
#include <unistd.h>

#include <QtEndian>
#include <cstdio>
#include <cstring>
#include <exception>
#include <utility>

#include "pictures/scaled_picture.h"
#include "reading/reading_child.h"
#include "store/picture_table.h"

namespace hearth::app {

namespace {

constexpr qsizetype headBytes = 8;
constexpr qsizetype mostInputBytes = qsizetype{512} << 20U;

/// Bytes as a file in memory, which another process can read.
class MemoryFile {
public:
    explicit MemoryFile(std::span<const std::byte> bytes) : m_handle(::memfd_create("picture", MFD_CLOEXEC)) {
        while (m_handle >= 0 && !bytes.empty()) {
            const ssize_t written = ::write(m_handle, bytes.data(), bytes.size());
            if (written <= 0) break;
            bytes = bytes.subspan(static_cast<size_t>(written));
        }
        m_isWhole = m_handle >= 0 && bytes.empty();
    }
    ~MemoryFile() {
        if (m_handle >= 0) ::close(m_handle);
    }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    bool isWhole() const { return m_isWhole; }
    QString path() const { return QStringLiteral("/proc/self/fd/%1").arg(m_handle); }

private:
    int m_handle;
    bool m_isWhole = false;
};

bool write(const QImage& image) {
    char head[headBytes];
    qToLittleEndian(static_cast<quint32>(image.width()), head);
    qToLittleEndian(static_cast<quint32>(image.height()), head + 4);
    if (fwrite(head, 1, sizeof head, stdout) != sizeof head) return false;
    const auto lineBytes = 3 * static_cast<size_t>(image.width());
    for (int line = 0; line < image.height(); ++line)
        if (fwrite(image.constScanLine(line), 1, lineBytes, stdout) != lineBytes) return false;
    return fflush(stdout) == 0;
}

}  // namespace

bool isPictureChild(int argc, char* const argv[]) {
    return argc == 4 && std::strcmp(argv[1], pictureChildArgument) == 0;
}

int servePicture(int, char* const argv[]) {
    limitReadingChild(pictureMemoryBytes, pictureCpuSeconds);
    try {
        const QByteArray input = childInput(mostInputBytes);
        const QSize wanted(QByteArray(argv[2]).toInt(), QByteArray(argv[3]).toInt());
        const QImage image =
            scaledPicture(*store::pictureFile(input), wanted).convertToFormat(QImage::Format_RGB888);
        return !image.isNull() && write(image) ? 0 : 1;
    } catch (const std::exception&) {
        return 1;
    }
}

QImage pictureFromChild(const QString& program, const PictureFile& file, const QSize& wanted,
                        const std::stop_token& stop) {
    const MemoryFile input(file.bytes());
    if (!input.isWhole()) return {};
    const QSize size =
        shownSize(QSize(static_cast<int>(file.size().width), static_cast<int>(file.size().height)), wanted);
    const qsizetype lineBytes = qsizetype{3} * size.width(), whole = headBytes + lineBytes * size.height();
    const ChildReading child =
        runReadingChild(program,
                        {QString::fromLatin1(pictureChildArgument), QString::number(wanted.width()),
                         QString::number(wanted.height())},
                        input.path(), pictureWaitMs, whole, stop);
    // A hostile picture may control the child, so its output is trusted only as pixels.
    if (child.end != ChildReading::Exited || child.status != 0 || child.output.size() != whole) return {};
    const auto number = [&child](qsizetype at) {
        return qFromLittleEndian<quint32>(child.output.constData() + at);
    };
    if (number(0) != static_cast<quint32>(size.width()) || number(4) != static_cast<quint32>(size.height()))
        return {};
    return QImage(reinterpret_cast<const uchar*>(child.output.constData()) + headBytes, size.width(),
                  size.height(), lineBytes, QImage::Format_RGB888)
        .copy();
}

}  // namespace hearth::app
