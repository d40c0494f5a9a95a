#include "pictures/picture_provider.h"

#include <QQmlComponent>
#include <QQmlEngine>
#include <QQuickItem>
#include <QtTest>
#include <atomic>
#include <memory>
#include <vector>

#include "hearth/error.h"
#include "pictures/scaled_picture.h"
#include "store/store.h"
#include "support/small_picture.h"

using namespace hearth::app;
using hearth::test::smallPicture;

namespace {

QImage decoded(const hearth::PictureFile& file, const QSize& wanted, const std::stop_token&) {
    try {
        return scaledPicture(hearth::decodePicture(file.bytes()), wanted);
    } catch (const hearth::Error&) {
        return {};
    }
}

}  // namespace

class TestPictureProvider : public QObject {
    Q_OBJECT

    /// An Image of the window with a picture as its source.
    static std::unique_ptr<QQuickItem> imageOf(QQmlEngine& engine, const QString& hash, int width = 0) {
        QQmlComponent component(&engine);
        component.setData("import QtQuick\nImage { asynchronous: true; cache: false }", {});
        std::unique_ptr<QQuickItem> image(qobject_cast<QQuickItem*>(component.create()));
        if (image == nullptr) qFatal("%s", qPrintable(component.errorString()));
        if (width > 0) image->setProperty("sourceSize", QSize(width, 0));
        image->setProperty("source", QStringLiteral("image://picture/") + hash);
        return image;
    }
    static int statusOf(const QQuickItem& image) { return image.property("status").toInt(); }
    enum { Ready = 1, Error = 3 };

private slots:
    void showsWhatTheStoreHas() {
        const auto store = store::Store::inMemory();
        store->pictures().put(*smallPicture(1));
        QQmlEngine engine;
        engine.addImageProvider(QStringLiteral("picture"), new PictureProvider(store->pictures(), decoded));
        const QString hash = store::pictureHash(*smallPicture(1));
        const auto image = imageOf(engine, hash);
        QTRY_COMPARE(statusOf(*image), Ready);
        QCOMPARE(image->implicitWidth(), 3.0);
        QCOMPARE(image->implicitHeight(), 2.0);
        const auto small = imageOf(engine, hash, 2);
        QTRY_COMPARE(statusOf(*small), Ready);
        QCOMPARE(small->implicitWidth(), 2.0);
    }

    void showsWhatTheComposerHolds() {
        const auto store = store::Store::inMemory();
        const auto file = smallPicture(1);
        store->pictures().know(file);
        QQmlEngine engine;
        engine.addImageProvider(QStringLiteral("picture"), new PictureProvider(store->pictures(), decoded));
        const auto image = imageOf(engine, store::pictureHash(*file));
        QTRY_COMPARE(statusOf(*image), Ready);
    }

    void whatIsMissingOrDamagedIsAnError() {
        const auto store = store::Store::inMemory();
        auto bytes = hearth::test::smallPictureBytes(1);
        bytes.resize(50);
        const hearth::PictureFile cut{std::move(bytes)};
        store->pictures().put(cut);
        QQmlEngine engine;
        engine.addImageProvider(QStringLiteral("picture"), new PictureProvider(store->pictures(), decoded));
        for (const QString& hash : {QString("00"), QString(), store::pictureHash(cut)}) {
            QTest::ignoreMessage(QtWarningMsg, QRegularExpression("The picture cannot be shown"));
            const auto image = imageOf(engine, hash);
            QTRY_COMPARE(statusOf(*image), Error);
        }
    }

    void eachSizeIsMadeOnce() {
        const auto store = store::Store::inMemory();
        store->pictures().put(*smallPicture(1));
        std::atomic<int> made = 0;
        const auto counted = [&made](const auto& file, const QSize& wanted, const std::stop_token& stop) {
            ++made;
            return decoded(file, wanted, stop);
        };
        QQmlEngine engine;
        engine.addImageProvider(QStringLiteral("picture"), new PictureProvider(store->pictures(), counted));
        const QString hash = store::pictureHash(*smallPicture(1));
        for (const int width : {0, 2, 0, 2}) {
            const auto image = imageOf(engine, hash, width);
            QTRY_COMPARE(statusOf(*image), Ready);
        }
        QCOMPARE(made.load(), 2);
    }

    void asksForNoMoreThanATexture() {
        const auto store = store::Store::inMemory();
        store->pictures().put(*smallPicture(1));
        std::vector<QSize> asked;
        QMutex mutex;
        const auto heard = [&](const auto& file, const QSize& wanted, const std::stop_token& stop) {
            const QMutexLocker lock(&mutex);
            asked.push_back(wanted);
            return decoded(file, wanted, stop);
        };
        QQmlEngine engine;
        engine.addImageProvider(QStringLiteral("picture"), new PictureProvider(store->pictures(), heard));
        const QString hash = store::pictureHash(*smallPicture(1));
        for (const int width : {0, 9000, 20}) {
            const auto image = imageOf(engine, hash, width);
            QTRY_COMPARE(statusOf(*image), Ready);
        }
        // Any size, and one that is too large, are the same one.
        const QMutexLocker lock(&mutex);
        QCOMPARE(asked, (std::vector<QSize>{QSize(4096, 4096), QSize(20, 4096)}));
    }

    void anEngineThatGoesWaitsForNone() {
        const auto store = store::Store::inMemory();
        store->pictures().put(*smallPicture(1));
        std::unique_ptr<QQuickItem> image;
        auto engine = std::make_unique<QQmlEngine>();
        engine->addImageProvider(QStringLiteral("picture"), new PictureProvider(store->pictures(), decoded));
        image = imageOf(*engine, store::pictureHash(*smallPicture(1)));
        image.reset();
        engine.reset();
        QTest::qWait(20);
    }
};

QTEST_MAIN(TestPictureProvider)
#include "tst_picture_provider.moc"
