#include "areas/area.h"

#include <QQmlEngine>
#include <QtTest>

#include "areas/desktop_area.h"

using namespace hearth::app;

class TestArea : public QObject {
    Q_OBJECT

private slots:
    void eachEngineHasItsOwn() {
        DesktopArea one(nullptr), other(nullptr);
        {
            QQmlEngine first, second, third;
            giveArea(first, one);
            giveArea(second, other);
            QCOMPARE(DesktopArea::create(&first, nullptr), &one);
            QCOMPARE(DesktopArea::create(&second, nullptr), &other);
            QCOMPARE(DesktopArea::create(&third, nullptr), nullptr);
            QCOMPARE(QQmlEngine::objectOwnership(&one), QQmlEngine::CppOwnership);
        }
        // They outlived their engines.
        QVERIFY(one.property("toasts").value<QObject*>() != nullptr);
    }
};

QTEST_MAIN(TestArea)
#include "tst_area.moc"
