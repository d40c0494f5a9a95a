#include "window/window_icon.h"

#include <QtTest>

#include "look/icon_provider.h"

using namespace hearth::app;

class TestWindowIcon : public QObject {
    Q_OBJECT

private slots:
    void showsTheMarkInEverySize() {
        IconProvider icons;
        const QIcon icon = windowIcon(icons);
        QVERIFY(icon.availableSizes().size() >= 5);
        for (const QSize& size : icon.availableSizes()) {
            const QImage image = icon.pixmap(size).toImage();
            // The ember in the middle, the ground beside it, nothing in the corner.
            const QColor ember = image.pixelColor(size.width() / 2, size.height() * 19 / 32);
            QVERIFY2(ember.red() > ember.blue() + 80, qPrintable(ember.name()));
            QVERIFY(image.pixelColor(size.width() / 2, size.height() * 3 / 32).lightness() > 200);
            QCOMPARE(image.pixelColor(0, 0).alpha(), 0);
        }
    }
};

QTEST_MAIN(TestWindowIcon)
#include "tst_window_icon.moc"
