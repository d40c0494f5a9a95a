#include "look/picture_light.h"

#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QtTest>

using namespace hearth::app;

namespace {

QImage painted(PictureLight& light) {
    QImage image(light.size().toSize(), QImage::Format_ARGB32);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    light.paint(&painter);
    return image;
}

/// Yellow light and a black veil, opaque; white lines.
void setUp(PictureLight& light) {
    light.setSize({20, 10});
    light.setProperty("colour", QColor(Qt::yellow));
    light.setProperty("veil", QColor(Qt::black));
    light.setProperty("lineColour", QColor(Qt::white));
}

}  // namespace

class TestPictureLight : public QObject {
    Q_OBJECT

private slots:
    void cellsWithoutLightHaveLinesAlone() {
        PictureLight light;
        setUp(light);
        QSignalSpy changed(&light, &PictureLight::cellsChanged);
        light.setCells({0, 0, 0.5, 1, 0, 0.5, 0, 0.5, 1, 0});
        QCOMPARE(changed.count(), 1);
        const QImage image = painted(light);
        QCOMPARE(image.pixelColor(5, 5).alpha(), 0);
        QCOMPARE(image.pixelColor(10, 5), QColor(Qt::white));
        QCOMPARE(image.pixelColor(0, 5).alpha(), 0);  // the picture's own edge
    }

    void lightIsWhereItBelongsAndAllElseIsVeiled() {
        PictureLight light;
        setUp(light);
        // A third cell would be on the right; the model sees nothing there.
        light.setCells({0, 0, 0.25, 1, 1, 0.25, 0, 0.25, 1, 0});
        const QImage image = painted(light);
        QCOMPARE(image.pixelColor(2, 5), QColor(Qt::yellow));
        QCOMPARE(image.pixelColor(7, 5), QColor(Qt::black));
        QCOMPARE(image.pixelColor(15, 5), QColor(Qt::black));
    }

    void cellsBeyondThePictureAreCutOff() {
        PictureLight light;
        setUp(light);
        light.setCells({0.5, 0.5, 1, 1, 1});
        const QImage image = painted(light);
        QCOMPARE(image.pixelColor(15, 8), QColor(Qt::yellow));
        QCOMPARE(image.pixelColor(5, 2), QColor(Qt::black));
    }

    void coarseCellsLieOverTheOthers() {
        PictureLight light;
        setUp(light);
        light.setCells({0, 0, 1, 1, 0});
        light.setCoarseCells({0, 0, 0.5, 1, 1});
        const QImage image = painted(light);
        QVERIFY(image.pixelColor(5, 5).red() > 100);
        QCOMPARE(image.pixelColor(15, 5), QColor(Qt::black));
    }

    void smallCellsHaveNoLines() {
        PictureLight light;
        setUp(light);
        QList<double> cells;
        for (int i = 0; i < 10; ++i) cells << i / 10.0 << 0 << 0.1 << 1 << 0;
        light.setCells(cells);
        const QImage image = painted(light);
        for (int x = 0; x < 20; ++x) QCOMPARE(image.pixelColor(x, 5).alpha(), 0);
    }
};

QTEST_MAIN(TestPictureLight)
#include "tst_picture_light.moc"
