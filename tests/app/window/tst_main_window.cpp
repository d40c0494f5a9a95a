#include "window/main_window.h"

#include <QQmlExtensionPlugin>
#include <QQuickStyle>
#include <QQuickWindow>
#include <QSignalSpy>
#include <QtTest>
#include <algorithm>
#include <thread>

#include "look/fonts.h"
#include "window/orderly_end.h"
#include "window_fixture.h"

Q_IMPORT_QML_PLUGIN(Hearth_AppPlugin)

using namespace hearth;
using namespace hearth::app;
using test::WindowFixture;

class TestMainWindow : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QQuickStyle::setStyle(QStringLiteral("Basic"));
        setUpFonts();
    }

    void itIsMadeAndTakesWhatASecondStartHandsOver() {
        WindowFixture f;
        OrderlyEnd end;
        MainWindow main(f.parts, end, f.data.path());
        QVERIFY(main.window() != nullptr);
        QVERIFY(main.window()->isVisible());
        main.takeSecondStarts();
        QSignalSpy scanned(&f.parts.models.installed, &InstalledModels::extraChanged);
        const QString model = f.data.filePath("a.gguf");
        QFile file(model);
        QVERIFY(file.open(QFile::WriteOnly));
        file.write("GGUF");
        file.close();
        // A process of its own in life: this one must not wait for itself.
        std::jthread other([&] { (void)SingleInstance(f.data.path()).handOver({model}); });
        QTRY_VERIFY(scanned.count() > 0);
    }

    void itSpeaksAnotherLanguageAtOnce() {
        WindowFixture f;
        OrderlyEnd end;
        MainWindow main(f.parts, end, f.data.path());
        QSignalSpy retranslated(&f.parts.settings.keys, &KeyBindings::changed);
        const QList<Language> all = languages();
        const auto german = std::ranges::find(all, QString("de"), &Language::code);
        QVERIFY(german != all.end());
        f.parts.settings.app.look->setLanguageIndex(static_cast<int>(german - all.begin()) + 1);
        QCOMPARE(f.parts.settings.language.code(), QString("de"));
        QCOMPARE(retranslated.count(), 1);
        f.parts.settings.app.look->setReduceMotion(!f.parts.settings.app.look->reduceMotion());
        QCOMPARE(retranslated.count(), 1);
        f.parts.settings.app.look->setLanguageIndex(0);
    }

    void twoWindowsInOneProcessShowTheirOwn() {
        WindowFixture f, other;
        OrderlyEnd end;
        MainWindow main(f.parts, end, f.data.path());
        MainWindow second(other.parts, end, other.data.path());
        store::Conversation conversation;
        conversation.title = QStringLiteral("The first");
        f.store->conversations().insert(conversation);
        f.parts.chats.chat.open(conversation.id);
        QVERIFY(main.window()->title().contains("The first"));
        QVERIFY(!second.window()->title().contains("The first"));
    }

    void aRequestToEndClosesIt() {
        WindowFixture f;
        OrderlyEnd end;
        MainWindow main(f.parts, end, f.data.path());
        QVERIFY(main.window()->isVisible());
        emit end.requested();
        QTRY_VERIFY(!main.window()->isVisible());
        end.cancel();
    }
};

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
