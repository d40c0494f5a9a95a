#include "look/focus_follower.h"

#include <QQmlComponent>
#include <QQmlEngine>
#include <QQuickWindow>
#include <QtTest>
#include <memory>

using namespace hearth::app;

class TestFocusFollower : public QObject {
    Q_OBJECT

    QQmlEngine m_engine;
    std::unique_ptr<QObject> m_root;

    QQuickItem* part(const char* name) const { return m_root->findChild<QQuickItem*>(name); }
    qreal scrolled() const { return part("area")->property("contentY").toReal(); }

private slots:
    void init() {
        QQmlComponent component(&m_engine);
        component.setData(R"(
            import QtQuick
            Window {
                width: 200; height: 300; visible: true
                Item { objectName: "outside"; focus: true }
                Flickable {
                    objectName: "area"
                    width: 200; height: 200; contentHeight: 1000
                    Item { objectName: "first"; y: 0; width: 100; height: 30 }
                    Item { y: 300; Item { objectName: "nested"; y: 100; width: 100; height: 30 } }
                    Item { objectName: "tall"; y: 500; width: 100; height: 400 }
                    Item { objectName: "last"; y: 970; width: 100; height: 30 }
                }
            })",
                          QUrl());
        m_root.reset(component.create());
        QVERIFY2(m_root, qPrintable(component.errorString()));
        QVERIFY(QTest::qWaitForWindowActive(qobject_cast<QQuickWindow*>(m_root.get())));
    }

    void bringsTheFocusIntoView() {
        FocusFollower follower;
        follower.setArea(part("area"));
        part("nested")->forceActiveFocus();
        QCOMPARE(scrolled(), 400 + 30 + 64 - 200.0);
        part("last")->forceActiveFocus();
        QCOMPARE(scrolled(), 800.0);  // not past the end
        part("tall")->forceActiveFocus();
        QCOMPARE(scrolled(), 500 - 64.0);
        part("first")->forceActiveFocus();
        QCOMPARE(scrolled(), 0.0);
    }

    void leavesWhatIsPressedUnderThePointer() {
        FocusFollower follower;
        follower.setArea(part("area"));
        part("area")->setProperty("contentY", 300);
        auto* const window = qobject_cast<QQuickWindow*>(m_root.get());
        QTest::mousePress(window, Qt::LeftButton, {}, {150, 250});
        part("tall")->forceActiveFocus();
        QTest::mouseRelease(window, Qt::LeftButton, {}, {150, 250});
        QCOMPARE(scrolled(), 300.0);
        // From a menu that it opened, for example.
        part("area")->setProperty("contentY", 600);
        part("outside")->forceActiveFocus();
        part("tall")->forceActiveFocus();
        QCOMPARE(scrolled(), 600.0);
        part("nested")->forceActiveFocus();
        QCOMPARE(scrolled(), 400 - 64.0);
    }

    void leavesWhatIsInViewOrOutsideAlone() {
        FocusFollower follower;
        follower.setArea(part("area"));
        part("area")->setProperty("contentY", 300);
        part("nested")->forceActiveFocus();
        QCOMPARE(scrolled(), 300.0);
        part("outside")->forceActiveFocus();
        QCOMPARE(scrolled(), 300.0);
        follower.setArea(nullptr);
        part("last")->forceActiveFocus();
        QCOMPARE(scrolled(), 300.0);
    }
};

QTEST_MAIN(TestFocusFollower)
#include "tst_focus_follower.moc"
