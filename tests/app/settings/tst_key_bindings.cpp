#include "settings/key_bindings.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

#include "settings/app_settings.h"
#include "settings/language.h"

using namespace hearth;
using namespace hearth::app;

class TestKeyBindings : public QObject {
    Q_OBJECT

    std::unique_ptr<store::Store> m_store = store::Store::inMemory();
    AppSettings m_settings{*m_store};

    static int rowOf(const KeyBindings& keys, const QString& text) {
        for (int row = 0; row < keys.rowCount(); ++row)
            if (keys.index(row).data(KeyBindings::TextRole) == text) return row;
        return -1;
    }

private slots:
    void cleanup() { m_settings.setKeys({}); }

    void comesWithItsKeys() {
        KeyBindings keys(m_settings);
        const QAbstractItemModelTester tester(&keys);
        QCOMPARE(keys.sequences()["newChat"].toString(), "Ctrl+N");
        QCOMPARE(keys.captions()["edit"].toString(), "Ctrl ↑");
        const int settings = rowOf(keys, "Settings");
        QCOMPARE(keys.index(settings).data(KeyBindings::CapsRole).toStringList(), (QStringList{"Ctrl", ","}));
        QVERIFY(keys.index(rowOf(keys, "Send")).data(KeyBindings::FixedRole).toBool());
        QVERIFY(!keys.isAltered());
        // No two actions share keys.
        QSet<QStringList> all;
        for (int row = 0; row < keys.rowCount(); ++row)
            all += keys.index(row).data(KeyBindings::CapsRole).toStringList();
        QCOMPARE(all.size(), keys.rowCount());
    }

    void everyActionHasItsName() {
        const KeyBindings keys(m_settings);
        QCOMPARE(keys.sequences().size(), keys.rowCount());
        QVERIFY(!keys.sequences().contains(QString()));
        QCOMPARE(keys.sequences()["send"].toString(), "Return");
        // Keys that cannot be changed are not, whatever the settings say.
        m_settings.setKeys({{"send", "Ctrl+S"}});
        QCOMPARE(keys.sequences()["send"].toString(), "Return");
    }

    void knowsTheKeysOfAnAction() {
        KeyBindings keys(m_settings);
        QVERIFY(keys.matches("undo", Qt::Key_Z, Qt::ControlModifier));
        QVERIFY(!keys.matches("undo", Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier));
        QVERIFY(!keys.matches("undo", Qt::Key_Control, Qt::ControlModifier));
        QVERIFY(!keys.matches("no such action", Qt::Key_Z, Qt::ControlModifier));
        QVERIFY(keys.take(rowOf(keys, "Undo last action"), Qt::Key_F8, Qt::NoModifier));
        QVERIFY(keys.matches("undo", Qt::Key_F8, Qt::NoModifier));
        QVERIFY(!keys.matches("undo", Qt::Key_Z, Qt::ControlModifier));
    }

    void takesKeysAndKeepsThem() {
        KeyBindings keys(m_settings);
        QSignalSpy changed(&keys, &KeyBindings::changed);
        const int row = rowOf(keys, "New chat");
        // Modifiers come first and are none yet.
        QVERIFY(!keys.take(row, Qt::Key_Control, Qt::ControlModifier));
        QVERIFY(keys.note().isEmpty());
        QVERIFY(keys.take(row, Qt::Key_Plus, Qt::ControlModifier | Qt::ShiftModifier | Qt::KeypadModifier));
        QCOMPARE(changed.count(), 1);
        QCOMPARE(keys.sequences()["newChat"].toString(), "Ctrl+Shift++");
        QCOMPARE(keys.captions()["newChat"].toString(), "Ctrl Shift +");
        QVERIFY(keys.index(row).data(KeyBindings::AlteredRole).toBool());
        QVERIFY(keys.take(rowOf(keys, "Sidebar"), Qt::Key_F9, Qt::NoModifier));
        m_settings.flush();
        AppSettings later(*m_store);
        KeyBindings again(later);
        QCOMPARE(again.sequences(), keys.sequences());
        QCOMPARE(again.sequences()["sidebar"].toString(), "F9");
        keys.reset(row);
        QCOMPARE(keys.sequences()["newChat"].toString(), "Ctrl+N");
        QVERIFY(keys.isAltered());
        keys.resetAll();
        QCOMPARE(keys.sequences()["sidebar"].toString(), "Ctrl+B");
        QVERIFY(!keys.isAltered());
    }

    void saysWhatItDoesNotTake_data() {
        QTest::addColumn<int>("key");
        QTest::addColumn<int>("modifiers");
        QTest::addColumn<QString>("note");
        QTest::newRow("letter") << int(Qt::Key_G) << int(Qt::ShiftModifier) << "Shift G types text";
        QTest::newRow("arrow") << int(Qt::Key_Up) << 0 << "↑ types text or moves the cursor";
        QTest::newRow("copy") << int(Qt::Key_C) << int(Qt::ControlModifier)
                              << "Ctrl C is needed for editing text";
        QTest::newRow("taken") << int(Qt::Key_K) << int(Qt::ControlModifier)
                               << "Ctrl K is already used for “Search all chats”.";
        QTest::newRow("fixed") << int(Qt::Key_F2) << 0 << "F2 is already used for “Rename the chat”.";
    }
    void saysWhatItDoesNotTake() {
        QFETCH(int, key);
        QFETCH(int, modifiers);
        QFETCH(QString, note);
        KeyBindings keys(m_settings);
        const int row = rowOf(keys, "New chat");
        QVERIFY(!keys.take(row, key, modifiers));
        QVERIFY2(keys.note().startsWith(note), qPrintable(keys.note()));
        QCOMPARE(keys.sequences()["newChat"].toString(), "Ctrl+N");
        keys.clearNote();
        QVERIFY(keys.note().isEmpty());
        QVERIFY(!keys.take(rowOf(keys, "Send"), Qt::Key_G, Qt::ControlModifier));
        QVERIFY(!keys.take(-1, Qt::Key_G, Qt::ControlModifier));
        QVERIFY(!keys.take(1000, Qt::Key_G, Qt::ControlModifier));
    }

    void ownKeysComeBackOnlyWhenTheyAreFree() {
        KeyBindings keys(m_settings);
        const int search = rowOf(keys, "Search all chats"), find = rowOf(keys, "Find in this chat");
        QVERIFY(keys.take(search, Qt::Key_F3, 0));
        QVERIFY(keys.take(find, Qt::Key_K, Qt::ControlModifier));
        keys.reset(search);
        QVERIFY(keys.note().startsWith("Ctrl K is already used for “Find in this chat”"));
        QCOMPARE(keys.sequences()["search"].toString(), "F3");
        keys.reset(find);
        QVERIFY(keys.note().isEmpty());
        keys.reset(search);
        QCOMPARE(keys.sequences()["search"].toString(), "Ctrl+K");
    }

    void speaksTheLanguage() {
        KeyBindings keys(m_settings);
        SpokenLanguage language;
        language.speak("de");
        QSignalSpy changed(&keys, &KeyBindings::dataChanged);
        keys.retranslate();
        QCOMPARE(changed.count(), 1);
        QCOMPARE(keys.index(0).data(KeyBindings::TextRole).toString(), "Neuer Chat");
        language.speak("en");
    }
};

QTEST_GUILESS_MAIN(TestKeyBindings)
#include "tst_key_bindings.moc"
