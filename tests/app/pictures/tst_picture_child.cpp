#include "pictures/picture_child.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QtTest>

#include "pictures/scaled_picture.h"
#include "support/small_picture.h"

using namespace hearth::app;
using hearth::test::smallPicture;

class TestPictureChild : public QObject {
    Q_OBJECT

    const QString m_program = QStringLiteral("/proc/self/exe");

private slots:
    void decodesAsThisProcessDoes() {
        const auto file = smallPicture(1, 100'000);
        for (const QSize wanted : {QSize(), QSize(2, 0), QSize(0, 1), QSize(-1, 100)})
            QCOMPARE(pictureFromChild(m_program, *file, wanted),
                     scaledPicture(*file, wanted).convertToFormat(QImage::Format_RGB888));
    }

    void whatIsDamagedIsNone() {
        auto bytes = hearth::test::smallPictureBytes(1);
        bytes.resize(50);
        QVERIFY(pictureFromChild(m_program, hearth::PictureFile(std::move(bytes)), {}).isNull());
    }

    // A child that was taken over says what it likes.
    void onlyAPictureOfTheExpectedSizeCounts_data() {
        QTest::addColumn<QString>("program");
        QTest::newRow("nothing") << "/bin/true";
        QTest::newRow("a failure") << "/bin/false";
        QTest::newRow("words") << "/bin/echo";
        QTest::newRow("no program") << "/nowhere";
    }

    void onlyAPictureOfTheExpectedSizeCounts() {
        QFETCH(const QString, program);
        QVERIFY(pictureFromChild(program, *smallPicture(1), {}).isNull());
    }

    void stopsAtOnce() {
        std::stop_source stop;
        stop.request_stop();
        QElapsedTimer time;
        time.start();
        QVERIFY(pictureFromChild(m_program, *smallPicture(1), {}, stop.get_token()).isNull());
        QVERIFY(time.elapsed() < 10'000);
    }

    void onlyItsArgumentsMakeAChild() {
        const auto isChild = [](std::vector<const char*> arguments) {
            return isPictureChild(static_cast<int>(arguments.size()),
                                  const_cast<char* const*>(arguments.data()));
        };
        QVERIFY(isChild({"hearth", "--decode-picture", "10", "20"}));
        QVERIFY(!isChild({"hearth", "--decode-picture"}));
        QVERIFY(!isChild({"hearth", "--other", "10", "20"}));
        QVERIFY(!isChild({"hearth"}));
    }
};

int main(int argc, char* argv[]) {
    if (isPictureChild(argc, argv)) return servePicture(argc, argv);
    QCoreApplication application(argc, argv);
    TestPictureChild test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_picture_child.moc"
