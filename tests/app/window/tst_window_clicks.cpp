// Mouse and keyboard in the whole window, on a scripted engine.
#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QMimeData>
#include <QPointer>
#include <QQmlExtensionPlugin>
#include <QQuickItem>
#include <QQuickStyle>
#include <QQuickWindow>
#include <QSignalSpy>
#include <QtTest>
#include <utility>

#include "citations/cited_passage.h"
#include "look/fonts.h"
#include "support/import_test_main.h"
#include "window_hands.h"

Q_IMPORT_QML_PLUGIN(Hearth_AppPlugin)

using namespace hearth;
using namespace hearth::app;
using test::Hands;
using test::WindowFixture;

namespace {

const QByteArray png("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);

}  // namespace

class TestWindowClicks : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QQuickStyle::setStyle(QStringLiteral("Basic"));
        setUpFonts();
    }

    void whatWasSentOpensAgain() {
        Hands hands;
        QVERIFY(hands.load());
        DraftAttachments& files = *hands.f.parts.chats.chat.attachments;
        files.add({hands.write("dues.md", "Harbour dues rose by four percent.")});
        QTRY_COMPARE(files.count(), 1);
        hands.f.talk("How much?");
        // As a question with passages of documents leaves them.
        store::Attachment passage;
        passage.messageId = hands.f.parts.chats.chat.messages()->lastMessageOf("user");
        passage.name = "book.md";
        passage.text = "The quay is long.";
        CitedPassage cited;
        cited.number = 1;
        cited.path = "/nowhere/book.md";
        passage.passage = cited.toJson();
        hands.f.store->attachments().insert(passage);
        const qint64 chat = hands.f.parts.chats.chat.conversationId();
        hands.f.parts.chats.chat.open(0);
        hands.f.parts.chats.chat.open(chat);
        QQuickItem* file = nullptr;
        QTRY_VERIFY((file = hands.containing("dues.md")) != nullptr);
        hands.click(file);
        QTRY_VERIFY(hands.withText("Harbour dues rose by four percent.") != nullptr);
        QTRY_VERIFY(hands.withText("Copy") != nullptr);
        hands.shootBoth("sent-file");
        hands.click(hands.withText("Copy"));
        QCOMPARE(QGuiApplication::clipboard()->text(), QString("Harbour dues rose by four percent."));
        QTRY_VERIFY(hands.withText("Harbour dues rose by four percent.") == nullptr);
        QQuickItem* passages = nullptr;
        QTRY_VERIFY((passages = hands.containing("Passages of documents: 1")) != nullptr);
        hands.click(passages);
        QTRY_VERIFY(hands.containing("The quay is long.") != nullptr);
        hands.shootBoth("sent-passages");
    }

    void whatWasCopiedIsAttachedOrPasted() {
        Hands hands;
        QVERIFY(hands.load());
        // A file that was copied is attached, whatever it is called.
        auto* file = new QMimeData;
        file->setUrls({hands.write("dues.md", "words")});
        QGuiApplication::clipboard()->setMimeData(file);
        hands.key(Qt::Key_V, Qt::ControlModifier);
        QTRY_COMPARE(hands.f.parts.chats.chat.attachments->count(), 1);
        // Words come along as ever.
        QGuiApplication::clipboard()->setText("some words");
        hands.key(Qt::Key_V, Qt::ControlModifier);
        QTRY_COMPARE(hands.f.parts.chats.chat.draft->text(), QString("some words"));
    }

    void refusedFilesMakeOneToast() {
        Hands hands;
        QVERIFY(hands.load());
        QList<QUrl> files;
        for (int i = 1; i <= 5; ++i) files += hands.write(QString("photo %1.png").arg(i), png);
        hands.f.parts.chats.chat.attachments->add(files);
        QTRY_VERIFY(hands.f.parts.desktop.toasts.isVisible());
        QTRY_VERIFY(hands.containing("5 files were not attached.") != nullptr);
        hands.shootBoth("five-refused");
        hands.f.parts.desktop.toasts.dismiss();
        QVERIFY(!hands.f.parts.desktop.toasts.isVisible());
    }

    void failuresOfEveryImportAreInSight() {
        Hands hands;
        QSignalSpy imported(&hands.f.parts.chats.exchange, &ConversationExchange::imported);
        hands.f.parts.chats.exchange.importFiles({hands.write("a.json", "nothing"),
                                                  hands.write("b.json", "{}"),
                                                  hands.write("c.zip", "PK\x03\x04")});
        QTRY_COMPARE(imported.count(), 1);
        QQuickItem* notice = nullptr;
        QTRY_VERIFY((notice = hands.containing("3 files were not imported")) != nullptr);
        for (const char* name : {"a.json: ", "b.json: ", "c.zip: "})
            QVERIFY2(notice->property("text").toString().contains(name), name);
        hands.shootBoth("import-failures");
    }

    void theKeysOfAMenuWorkWhileItIsOpen() {
        Hands hands;
        QVERIFY(hands.talkIn({"First", "Second", "Third"}));
        QVERIFY(hands.openMenuOf("First"));
        QCOMPARE(hands.litEntry(), QString());
        hands.shootBoth("chat-menu");
        hands.key(Qt::Key_Delete);
        QTRY_COMPARE(hands.f.parts.chats.conversations.count(), 2);
        QTRY_VERIFY(hands.rowOf("First") == nullptr);
        QTRY_VERIFY(hands.withText("Duplicate") == nullptr);
        // Chosen with the pointer, nothing of it stays lit in the next menu.
        QVERIFY(hands.openMenuOf("Second"));
        hands.click(hands.withText("Delete"));
        QTRY_COMPARE(hands.f.parts.chats.conversations.count(), 1);
        QTRY_VERIFY(hands.withText("Duplicate") == nullptr);
        QVERIFY(hands.openMenuOf("Third"));
        QCOMPARE(hands.litEntry(), QString());
        hands.key(Qt::Key_F2);
        QTRY_VERIFY(hands.withText("Duplicate") == nullptr);
        QTRY_VERIFY(hands.ofType("AppField") != nullptr);
        hands.type("Renamed");
        hands.key(Qt::Key_Return);
        QTRY_VERIFY(hands.rowOf("Renamed") != nullptr);
    }

    /// Titles, imports and restored chats have rows made again at any time.
    void aMenuOutlivesTheRowItWasOpenedOn() {
        Hands hands;
        QVERIFY(hands.talkIn({"First", "Second"}));
        ConversationListModel& chats = hands.f.parts.chats.conversations;
        for (const bool byKey : {true, false}) {
            const QString title = byKey ? "First" : "Second";
            QVERIFY(hands.openMenuOf(title));
            const QPointer<QQuickItem> row = hands.rowOf(title);
            chats.reload();
            QTRY_VERIFY(row == nullptr);
            QVERIFY(hands.withText("Duplicate") != nullptr);
            const int before = chats.count();
            if (byKey)
                hands.key(Qt::Key_Delete);
            else
                hands.click(hands.withText("Delete"));
            QTRY_COMPARE(chats.count(), before - 1);
            QTRY_VERIFY(hands.rowOf(title) == nullptr);
            QTRY_VERIFY(hands.withText("Duplicate") == nullptr);
        }
    }

    void f2RenamesTheOpenChatFromAnywhere() {
        Hands hands;
        QVERIFY(hands.load());
        hands.f.talk("First");
        QTRY_COMPARE(hands.f.parts.chats.conversations.count(), 1);
        hands.key(Qt::Key_F2);
        QTRY_VERIFY(hands.ofType("AppField") != nullptr);
        hands.type("By key");
        hands.key(Qt::Key_Return);
        QTRY_COMPARE(hands.f.store->conversations().find(hands.f.parts.chats.chat.conversationId())->title,
                     QString("By key"));
    }

    void aModelThatIsGoneIsTold() {
        auto store = store::Store::inMemory();
        {
            AppSettings settings(*store);
            settings.models->setLastModel("/nowhere/last.gguf");
        }
        WindowFixture f(std::move(store));
        OrderlyEnd end;
        MainWindow main(f.parts, end, f.data.path());
        const auto notice = [&] {
            return Hands::find(main.window()->contentItem(), [](QQuickItem* item) {
                return item->property("text").toString().startsWith("The model that was used last is gone: ");
            });
        };
        QTRY_VERIFY(notice() != nullptr);
        QVERIFY(notice()->property("text").toString().contains("/nowhere/last.gguf"));
    }

    /// Texts as models write them, each line in its form and none with marks left over.
    void textsAreShownWhole() {
        Hands hands;
        QVERIFY(hands.load());
        hands.f.script->pieces = {
            "1. **注意：**这是重点。\n2. **“引号”**后面的中文。\n3. これは**「強調」**です。\n\nA "
            "fact[^1].\n\n[^1]: "
            "https://example.org/source\n\nInline: $90^\\circ$, $a \\pmod{n}$, $\\underbrace{a+b}_{c}$, "
            "$e^{-x^2}$, $\\ce{SO4^2-}$.\n\n$$\\begin{array}{c|cc} x & 0 & 1 \\\\ \\hline y & 1 & 0 "
            "\\end{array} \\quad \\cancel{x+1} \\quad \\underbrace{a+b}_{c}$$\n\n$$\\unknowncommand{x}$$\n"};
        hands.f.talk("Show it");
        QTRY_VERIFY(hands.containing("注意") != nullptr);
        for (const char* words : {"重点", "后面的中文", "強調"}) {
            QQuickItem* line = hands.containing(QString::fromUtf8(words));
            QVERIFY2(line != nullptr, words);
            QVERIFY2(!line->property("text").toString().contains(u'*'), words);
        }
        QVERIFY(hands.containing("https://example.org/source") != nullptr);
        QQuickItem* formulas = hands.containing("Inline: ");
        QVERIFY(formulas != nullptr);
        const QString shown = formulas->property("text").toString();
        QVERIFY2(shown.contains("90") && shown.contains(QStringLiteral("°")), qPrintable(shown));
        QVERIFY2(shown.contains("\\underbrace{a+b}_{c}"), qPrintable(shown));
        hands.shootBoth("texts");
    }
};

HEARTH_IMPORT_TEST_MAIN(QGuiApplication, TestWindowClicks)
#include "tst_window_clicks.moc"
