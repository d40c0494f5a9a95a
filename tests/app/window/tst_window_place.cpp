#include "window/window_place.h"

#include <QtTest>

using namespace hearth::app;

class TestWindowPlace : public QObject {
    Q_OBJECT

private slots:
    void places_data() {
        QTest::addColumn<QRect>("last");
        QTest::addColumn<bool>("there");
        const QSize size(1280, 800);
        const auto row = [&](const char* name, int x, int y, bool there) {
            QTest::newRow(name) << QRect(QPoint(x, y), size) << there;
        };
        row("inside", 200, 100, true);
        row("right under the bar of the desktop", 0, 28 + 32, true);
        row("with a low title bar", 0, 28 + 20, true);
        row("over the right border", 1800, 100, true);
        row("all but gone at the right", 3840 - 119, 400, false);
        row("a little of it at the right", 3840 - 120, 400, true);
        row("partly at the left", -1160, 100, true);
        row("all but gone at the left", -1161, 100, false);
        row("half under the lower border", 100, 1000, true);
        row("with the title bar at the lower border", 100, 1080 + 16, true);
        row("with the title bar below it", 100, 1080 + 17, false);
        row("with the title bar above the screen", 100, 28, false);
        row("what a client of Wayland kept", 0, 0, false);
        row("on the second screen", 2000, 400, true);
        row("above the second screen", 2500, 200, false);
        row("on a screen that is gone", 4000, 100, false);
        QTest::newRow("none kept") << QRect() << false;
        QTest::newRow("without a size") << QRect(200, 100, 0, 0) << false;
        QTest::newRow("narrow") << QRect(1850, 100, 70, 300) << true;
    }
    void places() {
        QFETCH(QRect, last);
        QFETCH(bool, there);
        // One screen with the desktop's bar at its top, and a lower one at its right.
        const QList<QRect> screens = {{0, 28, 1920, 1052}, {1920, 300, 1920, 1080}};
        for (const char* platform : {"xcb", "windows", "cocoa"})
            QCOMPARE(windowPlace(last, screens, platform),
                     there ? std::optional(last.topLeft()) : std::nullopt);
    }

    void notEveryPlatformPlacesWindows() {
        for (const char* platform : {"wayland", "wayland-egl", "offscreen", ""})
            QVERIFY(!windowPlace({200, 100, 800, 600}, {{0, 0, 1920, 1080}}, platform));
        QVERIFY(!windowPlace({200, 100, 800, 600}, {}, "xcb"));
    }
};

QTEST_GUILESS_MAIN(TestWindowPlace)
#include "tst_window_place.moc"
