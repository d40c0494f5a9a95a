#include "cli/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>
#include <array>
#include <thread>

#include "hearth/error.h"

using namespace hearth;
using cli::InputFile;

class InputFileTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::string at(const char* name) const { return m_folder->filePath(name).toStdString(); }
    void put(const char* name, const QByteArray& bytes) const {
        QFile file(m_folder->filePath(name));
        QVERIFY(file.open(QFile::WriteOnly) && file.write(bytes) == bytes.size());
    }
    template <typename Act>
    static std::optional<ErrorCode> codeOf(const Act& act) {
        try {
            act();
        } catch (const Error& error) {
            return error.code();
        }
        return std::nullopt;
    }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void filesAreReadWhole() {
        const QByteArray text = QByteArray("0123456789").repeated(300000);
        put("text", text);
        InputFile file(at("text"));
        QVERIFY(file.isOrdinary() && !file.isDevice());
        QCOMPARE(file.readAll(size_t{1} << 22U), text.toStdString());
        QCOMPARE(InputFile(at("text")).readAll(static_cast<size_t>(text.size())), text.toStdString());
        QCOMPARE(codeOf([&] { (void)InputFile(at("text")).readAll(1000); }), ErrorCode::BadInput);
    }

    void whatCannotBeReadSaysSo() {
        QCOMPARE(codeOf([&] { InputFile none(at("none")); }), ErrorCode::Io);
        QCOMPARE(codeOf([&] { (void)InputFile(m_folder->path().toStdString()).readAll(10); }), ErrorCode::Io);
    }

    void devicesEnd() {
        InputFile zeros("/dev/zero");
        QVERIFY(zeros.isDevice());
        QCOMPARE(codeOf([&] { (void)zeros.readAll(size_t{1} << 20U); }), ErrorCode::BadInput);
        QCOMPARE(InputFile("/dev/null").readAll(10), std::string());
    }

    void aPipeIsReadToItsEnd() {
        QCOMPARE(mkfifo(at("pipe").c_str(), 0600), 0);
        // The writer comes later, pauses, and goes.
        std::jthread writer([path = at("pipe")] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
            (void)!::write(file, "one ", 4);
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            (void)!::write(file, "two", 3);
            ::close(file);
        });
        InputFile pipe(at("pipe"));
        QVERIFY(!pipe.isOrdinary() && !pipe.isDevice());
        QCOMPARE(pipe.readAll(100), std::string("one two"));
    }

    /// As a shell makes one for <(command), whose writer may have gone before it is opened.
    void aPipeWithoutANameIsRead() {
        std::array<int, 2> ends{};
        QCOMPARE(pipe2(ends.data(), O_CLOEXEC), 0);
        QCOMPARE(::write(ends[1], "key\n", 4), 4);
        ::close(ends[1]);
        InputFile file("/proc/self/fd/" + std::to_string(ends[0]));
        QCOMPARE(file.readAll(100), std::string("key\n"));
        ::close(ends[0]);
    }

    void aPipeThatNothingWritesToIsRefused() {
        QCOMPARE(mkfifo(at("pipe").c_str(), 0600), 0);
        InputFile pipe(at("pipe"), std::chrono::milliseconds(50));
        QCOMPARE(codeOf([&] { (void)pipe.readAll(100); }), ErrorCode::BadInput);
    }

    void aStopRequestEndsWaiting_data() {
        QTest::addColumn<bool>("hasWriter");
        QTest::newRow("no writer") << false;
        QTest::newRow("a writer") << true;
    }
    void aStopRequestEndsWaiting() {
        QFETCH(bool, hasWriter);
        QCOMPARE(mkfifo(at("pipe").c_str(), 0600), 0);
        const int writer = hasWriter ? ::open(at("pipe").c_str(), O_RDWR | O_CLOEXEC) : -1;
        InputFile pipe(at("pipe"), std::chrono::hours(1));
        std::stop_source stop;
        std::jthread stops([&stop] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            stop.request_stop();
        });
        QCOMPARE(codeOf([&] { (void)pipe.readAll(100, stop.get_token()); }), ErrorCode::Cancelled);
        if (writer >= 0) ::close(writer);
    }
};

QTEST_GUILESS_MAIN(InputFileTest)
#include "tst_input_file.moc"
