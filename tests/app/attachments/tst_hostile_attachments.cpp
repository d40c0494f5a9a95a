#include <sys/resource.h>

#include <QElapsedTimer>
#include <QImage>

#include "../chat/chat_fixture.h"
#include "hearth/picture_decoder.h"
#include "pictures/scaled_picture.h"
#include "reading/document_child.h"
#include "support/hostile_pictures.h"
#include "support/sanitized.h"

using namespace hearth;
using namespace hearth::app;

namespace {

/// Resources used by this process, without its children.
struct Used {
    double cpuSeconds = 0;
    long peakKb = 0;

    static Used now() {
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        const auto seconds = [](const timeval& time) {
            return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
        };
        return {seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss};
    }
};

}  // namespace

/// Pictures that strangers made to do harm (tests/fuzz/hostile-pictures), attached as a person does it: each
/// becomes a thumbnail, which a child process makes, or one sentence, and nothing else of the draft changes.
/// With HEARTH_ALL_PICTURES in the environment all of them.
class TestHostileAttachments : public QObject {
    Q_OBJECT
private slots:
    void eachGivesAThumbnailOrASentence() {
        const test::HostilePictures hostile(test::HostilePictures::shortShare());
        QVERIFY(hostile.files().size() >= 30);
        test::ChatFixture f;
        DraftAttachments& files = *f.chat.attachments;
        DraftPictures& pictures = *f.chat.draft->pictures();
        f.chat.draft->setText("What is in it?");
        files.addText("kept beside it");
        QCOMPARE(files.count(), 1);
        QSignalSpy refused(&files, &DraftAttachments::refused);
        int shown = 0, told = 0;
        for (const QFileInfo& file : hostile.files()) {
            const QByteArray name = file.fileName().toUtf8();
            const Used before = Used::now();
            QElapsedTimer time;
            time.start();
            files.add({QUrl::fromLocalFile(file.filePath())});
            QTRY_VERIFY2_WITH_TIMEOUT(!files.isBusy(), name.constData(), 20'000);
            const Used after = Used::now();
            // Text that only looks like a picture is attached as what it is.
            QCOMPARE(pictures.count() + (files.count() - 1) + refused.count(), 1);
            if (!refused.isEmpty()) {
                const QString sentence = refused.takeFirst().at(0).toString();
                QVERIFY2(sentence.startsWith(file.fileName() + " was not attached. "), qPrintable(sentence));
                QVERIFY2(sentence.endsWith('.') && !sentence.contains('\n') && sentence.size() < 300,
                         qPrintable(sentence));
                ++told;
            }
            if (pictures.count() > 0) {
                const PictureFile& picture = *pictures.pictures()[0].file;
                const QImage image = shownPicture("/proc/self/exe", picture, {240, 240});
                // Damage behind the header is found only now, and seen instead of the thumbnail.
                QVERIFY2(image.isNull() || (image.width() <= 240 && image.height() <= 240), name.constData());
                shown += !image.isNull();
                pictures.remove(0);
            }
            if (files.count() > 1) files.remove(1);
            QCOMPARE(f.chat.draft->text(), QString("What is in it?"));
            QCOMPARE(files.textAt(0), QString("kept beside it"));
            if (test::addressSanitized || test::threadSanitized) continue;
            // The header is read here and no more: decoding takes either far more of one or of both.
            QVERIFY2(after.cpuSeconds - before.cpuSeconds < 1, name.constData());
            QVERIFY2(after.peakKb - before.peakKb < 64'000, name.constData());
            QVERIFY2(time.elapsed() < 60'000, name.constData());
        }
        qInfo("%d shown, %d refused of %d", shown, told, int(hostile.files().size()));
        QVERIFY(shown >= 5 && told >= 5);
    }
};

/// The program is also the child that decodes a picture and the one that reads a document.
int main(int argc, char* argv[]) {
    if (isPictureDecoder(argc, argv)) return servePictureDecoder();
    if (isDocumentChild(argc, argv)) return serveDocumentText(argc, argv);
    QCoreApplication application(argc, argv);
    TestHostileAttachments test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_hostile_attachments.moc"
