#include <sys/stat.h>

#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>

#include "format/byte_source.h"
#include "hearth/error.h"

using namespace hearth;
using format::ByteSource;

namespace {

std::optional<Error> openError(const std::filesystem::path& path) {
    try {
        (void)ByteSource::openFile(path);
    } catch (const Error& error) {
        return error;
    }
    return std::nullopt;
}

std::string readText(const ByteSource& source, uint64_t offset, size_t length) {
    std::string text(length, '\0');
    source.readAt(offset, std::as_writable_bytes(std::span(text)));
    return text;
}

}  // namespace

class ByteSourceTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::filesystem::path m_path = std::filesystem::path(m_folder.path().toStdString()) / "file";

private slots:
    void init() { std::ofstream(m_path) << "0123456789"; }

    void filesAndImagesReadTheSame() {
        const std::string text = "0123456789";
        const auto image = ByteSource::copyOf(std::as_bytes(std::span(text)));
        const auto view = ByteSource::viewOf(std::as_bytes(std::span(text)));
        const auto file = ByteSource::openFile(m_path);
        for (const auto* source : {&image, &view, &file}) {
            QCOMPARE(source->sizeBytes(), uint64_t{10});
            QCOMPARE(readText(*source, 3, 4), std::string("3456"));
            QCOMPARE(readText(*source, 10, 0), std::string());
            QVERIFY_THROWS_EXCEPTION(Error, readText(*source, 7, 4));
            QVERIFY_THROWS_EXCEPTION(Error, readText(*source, UINT64_MAX, 1));
        }
    }

    void movingKeepsTheFileOpen() {
        auto first = ByteSource::openFile(m_path);
        auto second = std::move(first);
        QCOMPARE(readText(second, 0, 2), std::string("01"));
        std::filesystem::remove(m_path);
        auto third = ByteSource::copyOf({});
        third = std::move(second);
        QCOMPARE(readText(third, 8, 2), std::string("89"));
    }

    void anythingButAFileIsRefused() {
        const auto folder = m_path.parent_path();
        QVERIFY(openError(folder));
        QVERIFY(QString(openError(folder / "none")->what()).contains("No such file"));
        QVERIFY(QString(openError("/dev/null")->what()).contains("not a file"));
        const auto pipe = folder / "pipe";
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        QVERIFY(
            QString(openError(pipe)->what()).contains("not a file"));  // and it does not wait for a writer
    }

    void aShrunkFileIsAnError() {
        const auto file = ByteSource::openFile(m_path);
        std::filesystem::resize_file(m_path, 4);
        try {
            readText(file, 2, 4);
            QFAIL("not refused");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::Io);
            QVERIFY(QString(error.what()).contains("shorter"));
        }
    }
};

QTEST_APPLESS_MAIN(ByteSourceTest)
#include "tst_byte_source.moc"
