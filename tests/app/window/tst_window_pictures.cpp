// Pictures in the whole window, on a scripted engine that sees: pasted, attached, removed, sent, looked at.
#include <QAccessible>
#include <QBuffer>
#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QMimeData>
#include <QPainter>
#include <QQmlExtensionPlugin>
#include <QQuickStyle>
#include <QtTest>

#include "hearth/picture_decoder.h"
#include "look/fonts.h"
#include "window_hands.h"

Q_IMPORT_QML_PLUGIN(Hearth_AppPlugin)

using namespace hearth;
using namespace hearth::app;
using test::Hands;

namespace {

QImage slope(int width, int height, QColor from, QColor to) {
    QImage image(width, height, QImage::Format_RGB32);
    QLinearGradient gradient(QPointF(0, 0), QPointF(width, height));
    gradient.setColorAt(0, from);
    gradient.setColorAt(1, to);
    QPainter(&image).fillRect(image.rect(), gradient);
    return image;
}

QByteArray pngOf(const QImage& image) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    if (!buffer.open(QBuffer::WriteOnly) || !image.save(&buffer, "PNG")) qFatal("not written");
    return bytes;
}

/// A window whose model sees; each picture costs it 256 tokens.
struct SeeingHands : Hands {
    explicit SeeingHands(uint32_t rows = 256) {
        f.script->pictureRows = rows;
        f.script->tokensPerMessage = 10;
        if (!load()) qFatal("the script did not load");
    }
    DraftPictures& draft() { return *f.parts.chats.chat.draft->pictures(); }
    /// Finds an item by the name that screen readers are told.
    QQuickItem* named(const QString& name) {
        return find(window().contentItem(), [&](QQuickItem* item) {
            const QAccessibleInterface* told = QAccessible::queryAccessibleInterface(item);
            return told != nullptr && told->text(QAccessible::Name) == name;
        });
    }
    void copyImage(const QImage& image) {
        auto* data = new QMimeData;
        data->setImageData(image);
        QGuiApplication::clipboard()->setMimeData(data);
    }
    bool pasteImage(const QImage& image) {
        const int before = draft().count();
        copyImage(image);
        key(Qt::Key_V, Qt::ControlModifier);
        return QTest::qWaitFor([&] { return draft().count() == before + 1; });
    }
    /// True once the decoded pixels of a picture are in sight.
    bool showsPicture() {
        enum { Ready = 1 };
        return find(window().contentItem(), [](QQuickItem* item) {
                   return item->property("source").toUrl().scheme() == QStringLiteral("image") &&
                          item->property("source").toUrl().host() == QStringLiteral("picture") &&
                          item->property("status").toInt() == Ready;
               }) != nullptr;
    }
    void waitForReply() {
        while (f.parts.chats.chat.canStop()) QTest::qWait(1);
    }
    /// The last question that the engine got.
    ChatMessage asked() {
        const GenerationRequest& request = f.script->requests.back();
        for (auto message = request.messages.rbegin(); message != request.messages.rend(); ++message)
            if (message->role == "user") return *message;
        return {};
    }
};

}  // namespace

class TestWindowPictures : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QQuickStyle::setStyle(QStringLiteral("Basic"));
        setUpFonts();
    }

    void aPastedScreenshotIsAskedAbout() {
        SeeingHands hands;
        const QImage shot = slope(640, 480, Qt::darkCyan, Qt::yellow);
        QVERIFY(hands.pasteImage(shot));
        // The composer tells its size, and its cost once it is counted.
        QTRY_VERIFY(hands.withText("640 × 480, 256 tokens") != nullptr);
        QVERIFY(hands.named("Picture 1 of 1, Picture, 640 × 480, 256 tokens") != nullptr);
        QTRY_VERIFY(hands.showsPicture());
        hands.type("What is this?");
        hands.shootBoth("pictures-composer");
        hands.key(Qt::Key_Return);
        hands.waitForReply();
        QCOMPARE(hands.draft().count(), 0);
        const ChatMessage asked = hands.asked();
        QCOMPARE(asked.content, std::string("What is this?"));
        QCOMPARE(asked.pictures.size(), size_t{1});
        QCOMPARE(asked.pictures[0].at, size_t{0});
        QCOMPARE(asked.pictures[0].file->size(), (PictureSize{640, 480}));
        QVERIFY(hands.named("Picture 1 of 1, 640 × 480") != nullptr);
        // The next turn has it still.
        hands.type("And now?");
        hands.key(Qt::Key_Return);
        hands.waitForReply();
        const auto& messages = hands.f.script->requests.back().messages;
        QCOMPARE(messages.front().pictures.size(), size_t{1});
        QCOMPARE(messages.front().pictures[0].file->hash(), asked.pictures[0].file->hash());
        QVERIFY(messages.back().pictures.empty());
    }

    void severalAreAttachedAndOneIsRemoved() {
        SeeingHands hands;
        hands.f.parts.chats.chat.attachments->drop(
            {hands.write("dog.png", pngOf(slope(300, 200, Qt::red, Qt::blue))),
             hands.write("letter.png", pngOf(slope(200, 400, Qt::gray, Qt::white))),
             hands.write("notes.md", "words")},
            {});
        QTRY_COMPARE(hands.draft().count(), 2);
        QTRY_VERIFY(hands.withText("notes.md") != nullptr);
        QTRY_VERIFY(hands.withText("300 × 200, 256 tokens") != nullptr);
        hands.shootBoth("pictures-composer-two");
        // By the keyboard: the chip that has it goes.
        QQuickItem* chip = hands.named("Picture 1 of 2, dog.png, 300 × 200, 256 tokens");
        QVERIFY(chip != nullptr);
        chip->forceActiveFocus(Qt::TabFocusReason);
        hands.key(Qt::Key_Right, Qt::ControlModifier);
        QTRY_VERIFY(hands.named("Picture 2 of 2, dog.png, 300 × 200, 256 tokens") != nullptr);
        hands.key(Qt::Key_Delete);
        QTRY_COMPARE(hands.draft().count(), 1);
        QTRY_VERIFY(hands.withText("dog.png") == nullptr);
        // The keyboard is at the other one then.
        QCOMPARE(hands.window().activeFocusItem(),
                 hands.named("Picture 1 of 1, letter.png, 200 × 400, 256 tokens"));
        // The other one by the pointer.
        hands.click(hands.named("Do not attach letter.png"));
        QTRY_COMPARE(hands.draft().count(), 0);
        QVERIFY(!hands.f.parts.chats.chat.attachments->files().empty());
    }

    void picturesGoAlone() {
        SeeingHands hands;
        QVERIFY(hands.pasteImage(slope(64, 48, Qt::red, Qt::blue)));
        hands.key(Qt::Key_Return);
        hands.waitForReply();
        QCOMPARE(hands.asked().content, std::string());
        QCOMPARE(hands.asked().pictures.size(), size_t{1});
        QVERIFY(hands.named("Picture 1 of 1, 64 × 48") != nullptr);
    }

    void aPictureIsLookedAtCopiedAndLeft() {
        SeeingHands hands;
        QVERIFY(hands.pasteImage(slope(900, 600, Qt::darkGreen, Qt::white)));
        QVERIFY(hands.pasteImage(slope(500, 700, Qt::darkRed, Qt::white)));
        hands.type("Compare them.");
        hands.key(Qt::Key_Return);
        hands.waitForReply();
        QQuickItem* picture = nullptr;
        QTRY_VERIFY((picture = hands.named("Picture 2 of 2, 500 × 700")) != nullptr);
        hands.shootBoth("pictures-message");
        picture->forceActiveFocus(Qt::TabFocusReason);
        hands.key(Qt::Key_Return);
        QTRY_VERIFY(hands.withText("Picture 2 of 2, 500 × 700") != nullptr);
        hands.shootBoth("pictures-viewer");
        hands.key(Qt::Key_Left);
        QTRY_VERIFY(hands.withText("Picture 1 of 2, 900 × 600") != nullptr);
        QGuiApplication::clipboard()->clear();
        hands.key(Qt::Key_C, Qt::ControlModifier);
        QTRY_COMPARE(QGuiApplication::clipboard()->image().size(), QSize(900, 600));
        hands.click(hands.withText("100 %"));
        QTRY_VERIFY(hands.withText("Fit") != nullptr);
        hands.shootBoth("pictures-viewer-whole");
        hands.key(Qt::Key_Escape);
        QTRY_VERIFY(hands.withText("Picture 1 of 2, 900 × 600") == nullptr);
        // The window has its keys back.
        hands.click(hands.named("Picture 1 of 2, 900 × 600"), Qt::RightButton);
        QTRY_VERIFY(hands.withText("Copy the picture") != nullptr);
        hands.shootBoth("pictures-menu");
    }

    void aModelThatReadsTextOnlySaysSoBeforeItIsSent() {
        SeeingHands hands(0);
        QVERIFY(hands.pasteImage(slope(640, 480, Qt::darkCyan, Qt::yellow)));
        hands.type("What is this?");
        QTRY_VERIFY(hands.containing("reads text only, no pictures.") != nullptr);
        hands.shootBoth("pictures-blind");
        hands.key(Qt::Key_Return);
        QTest::qWait(50);
        QVERIFY(hands.f.script->requests.empty());
        QCOMPARE(hands.f.parts.chats.chat.draft->text(), QString("What is this?"));
        QVERIFY(hands.withText("Choose a vision model") != nullptr);
        hands.click(hands.withText("Remove the pictures"));
        QTRY_COMPARE(hands.draft().count(), 0);
        QTRY_VERIFY(hands.containing("reads text only") == nullptr);
        hands.key(Qt::Key_Return);
        hands.waitForReply();
        QCOMPARE(hands.asked().content, std::string("What is this?"));
    }

    void anEditedMessageHasItsPictures() {
        SeeingHands hands;
        QVERIFY(hands.pasteImage(slope(64, 48, Qt::red, Qt::blue)));
        QVERIFY(hands.pasteImage(slope(32, 24, Qt::green, Qt::blue)));
        hands.type("Both?");
        hands.key(Qt::Key_Return);
        hands.waitForReply();
        hands.key(Qt::Key_Up, Qt::ControlModifier);
        QTRY_VERIFY(hands.containing("Editing a message") != nullptr);
        DraftPictures& edited = *hands.f.parts.chats.chat.versions->pictures();
        QCOMPARE(edited.count(), 2);
        hands.shootBoth("pictures-edit");
        edited.remove(0);
        hands.key(Qt::Key_Return);
        hands.waitForReply();
        QCOMPARE(hands.asked().content, std::string("Both?"));
        QCOMPARE(hands.asked().pictures.size(), size_t{1});
        QCOMPARE(hands.asked().pictures[0].file->size(), (PictureSize{32, 24}));
        QVERIFY(hands.named("Picture 1 of 1, 32 × 24") != nullptr);
    }

    /// The composer's choice is there for a message that is edited, too, with the costs of its own pictures.
    void theDetailOfAnEditedMessageIsChosen() {
        SeeingHands hands;
        hands.f.script->hasDetails = true;
        QVERIFY(hands.pasteImage(slope(64, 48, Qt::red, Qt::blue)));
        hands.type("This?");
        hands.key(Qt::Key_Return);
        hands.waitForReply();
        hands.type("More.");
        hands.key(Qt::Key_Return);
        hands.waitForReply();
        QQuickItem* composer = hands.ofType("Composer_");
        QVERIFY(composer != nullptr);
        const MessageBlockModel& rows = *hands.f.parts.chats.chat.messages();
        const double first = rows.data(rows.index(0), MessageBlockModel::MessageIdRole).toDouble();
        QVERIFY(QMetaObject::invokeMethod(composer, "startEdit", Q_ARG(double, first),
                                          Q_ARG(QString, QStringLiteral("This?"))));
        QTRY_VERIFY(hands.withText("64 × 48, 256 tokens") != nullptr);
        QQuickItem* button = nullptr;
        QTRY_VERIFY((button = hands.named("Detail of Picture")) != nullptr && button->isVisible());
        hands.shootBoth("pictures-edit-detail");
        hands.click(button);
        QTRY_VERIFY(hands.withText("High, 1,024 tokens") != nullptr);
        hands.click(hands.withText("Low, 64 tokens"));
        QTRY_VERIFY(hands.withText("64 × 48, 64 tokens, low detail") != nullptr);
        QVERIFY(QMetaObject::invokeMethod(composer, "focusInput"));
        hands.key(Qt::Key_Return);
        hands.waitForReply();
        QCOMPARE(hands.asked().content, std::string("This?"));
        QVERIFY(hands.asked().pictures.at(0).detail == PictureDetail::Low);
        // The text of the composer is counted again.
        QVERIFY(hands.pasteImage(slope(32, 24, Qt::red, Qt::blue)));
        QTRY_VERIFY(hands.withText("32 × 24, 256 tokens") != nullptr);
    }

    void aNarrowWindowHasRoomForMany() {
        SeeingHands hands;
        hands.window().resize(640, 480);
        for (int i = 0; i < 8; ++i)
            QVERIFY(hands.pasteImage(slope(100 + i, 80, QColor::fromHsv(i * 40, 200, 200), Qt::white)));
        hands.type("All of them?");
        QTRY_VERIFY(hands.withText("107 × 80, 256 tokens") != nullptr);
        hands.shootBoth("pictures-narrow");
        QQuickItem* composer = hands.ofType("Composer_");
        QVERIFY(composer != nullptr && composer->height() < 300);
        hands.key(Qt::Key_Return);
        hands.waitForReply();
        QCOMPARE(hands.asked().pictures.size(), size_t{8});
        hands.shootBoth("pictures-narrow-message");
    }
};

int main(int argc, char* argv[]) {
    if (hearth::isPictureDecoder(argc, argv)) return hearth::servePictureDecoder();
    QGuiApplication application(argc, argv);
    QGuiApplication::setAttribute(Qt::AA_Use96Dpi);
    TestWindowPictures test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_window_pictures.moc"
