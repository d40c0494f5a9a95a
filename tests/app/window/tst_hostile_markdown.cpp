// 300 texts that a model could write to make a window load, open or ask for something, each drawn by the real
// message list. In this program: no request reaches a server that every text names.
// tests/app/window/hostile-markdown runs it without a network and under strace, where between the two marks
// no socket and no file may be opened.
#include <unistd.h>

#include <QElapsedTimer>
#include <QQmlComponent>
#include <QQmlEngine>
#include <QQmlExtensionPlugin>
#include <QQuickItem>
#include <QQuickWindow>
#include <QTcpServer>
#include <QTemporaryDir>

#include "app/chat/chat_fixture.h"
#include "look/fonts.h"
#include "look/icon_provider.h"
#include "window/qml_lockdown.h"

Q_IMPORT_QML_PLUGIN(Hearth_AppPlugin)

using namespace hearth;
using namespace hearth::app;
using test::ChatFixture;

namespace {

const char* const attacks[] = {
    "![a](HTTP/a.png)",
    "![a](FILE)",
    "![a](file:FILE \"t\")",
    "![a](\\\\server\\share\\a.png)",
    "![a](data:image/png;base64,iVBORw0KGgo=)",
    "![a](qrc:/no/such.png)",
    "![a](image://icon/FILE)",
    "[![a](HTTP/a.png)](HTTP/)",
    "![a][r]\n\n[r]: HTTP/a.png",
    "<img src=\"HTTP/a.png\">",
    "<img src='FILE' onerror='alert(1)'>",
    "<link rel=stylesheet href=\"HTTP/a.css\">",
    "<style>@import url(HTTP/a.css); @font-face { src: url(FILE) }</style>",
    "<script src=\"HTTP/a.js\"></script>",
    "<iframe src=\"FILE\"></iframe>",
    "<object data=\"HTTP/a.svg\"></object>",
    "<table background=\"HTTP/a.png\"><tr><td>x</td></tr></table>",
    "<p style=\"background-image: url(HTTP/a.png)\">x</p>",
    "<a href=\"FILE\">x</a>",
    "<HTTP/a.png>",
    "HTTP/a.png",
    "[x](javascript:Qt.openUrlExternally('HTTP/'))",
    "[x](file://FILE)",
    "&lt;img src=&quot;HTTP/a.png&quot;&gt;",
    "&#60;img src=\"HTTP/a.png\"&#62;",
    "`<img src=\"HTTP/a.png\">`",
    "```html\n<img src=\"HTTP/a.png\">\n```",
    "```../../../../etc/passwd\nx\n```",
    "```FILE\nx",
    "$$\\includegraphics{FILE}$$",
    "\\(\\href{HTTP/}{x} \\input{FILE}\\)",
    "**![a](HTTP/a.png)** ~~<img src=HTTP/b.png>~~",
    "<think><img src=\"HTTP/a.png\"></think>x",
    "<mark><img src=\"HTTP/a.png\"></mark>",
    "<br/><img\nsrc\n=\n\"HTTP/a.png\">",
    "<svg xmlns:xlink=\"x\"><image xlink:href=\"HTTP/a.png\"/></svg>",
    "a\"/><img src=\"HTTP/a.png\"/><br title=\"",
    "[x](<HTTP/\"><img src='HTTP/a.png'>)",
    "<<img src=HTTP/a.png>>",
    "\u202e<img src=\"HTTP/a.png\">",
    "<!DOCTYPE x [<!ENTITY e SYSTEM \"FILE\">]>&e;",
    "<?xml-stylesheet href=\"HTTP/a.xsl\"?>",
    "<![CDATA[<img src=\"HTTP/a.png\">]]>",
    "[^1]\n\n[^1]: ![a](HTTP/a.png)",
    "---\nimage: HTTP/a.png\n---",
    "<body background=\"FILE\">",
    "<font face=\"FILE\">x</font>",
    "<input type=image src=\"HTTP/a.png\">",
    "<video poster=\"HTTP/a.png\" src=\"FILE\" autoplay></video>",
    "<meta http-equiv=refresh content=\"0;url=HTTP/\">",
};
const char* const frames[] = {
    "%1", "> %1", "- %1\n- [ ] %1", "## %1", "| a | b |\n|---|--:|\n| %1 | %1 |", "1. x\n   > **%1**"};

/// Marks the test's progress for strace.
void mark(const char* name) {
    (void)access(name, F_OK);
}

}  // namespace

class TestHostileMarkdown : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    static qint64 keep(store::Store& store, const QString& text) {
        store::Conversation conversation;
        conversation.title = QStringLiteral("hostile");
        store.conversations().insert(conversation);
        qint64 parent = 0;
        for (const auto role : {store::Role::User, store::Role::Assistant}) {
            store::Message message;
            message.conversationId = conversation.id;
            message.parentId = parent;
            message.role = role;
            message.text = text;
            store.messages().insert(message);
            parent = message.id;
        }
        return conversation.id;
    }

private slots:
    void nothingIsLoaded() {
        setUpFonts();
        QTcpServer server;
        const bool listening = server.listen(QHostAddress::LocalHost);
        const QString http =
            QStringLiteral("http://127.0.0.1:%1").arg(listening ? server.serverPort() : quint16{9});
        const QString file = m_folder.filePath("hostile-secret.png");
        QImage(8, 8, QImage::Format_RGB32).save(file);

        ChatFixture f;
        std::vector<qint64> ids;
        for (const char* attack : attacks)
            for (const char* frame : frames) {
                QString text = QString::fromUtf8(frame).arg(QString::fromUtf8(attack));
                ids.push_back(keep(*f.store, text.replace("HTTP", http).replace("FILE", file)));
            }
        QCOMPARE(ids.size(), 300U);
        // Every kind of block in every style once, so that fonts are there before the first mark.
        std::vector<qint64> plain;
        for (const char* text :
             {"<think>t</think>x", "# H **b** *i* `c`\n\n> q **b** *i* ***bi***\n\n- [x] t **b** *i*\n\n1. o",
              "| **a** *i* |\n|---|\n| **b** *i* `c` |\n\n```cpp\nint x; // 1 "
              "\"s\"\n```\n\n$$x^2$$\n\n---\n\n***b***",
              "\u6f22\u5b57 \u0645 \u05d0 \U0001F600 \u2022 \u2610 \u2611 \u2192 [U+202E]",
              "*\u6f22 \u0645 \u05d0 \u2022 \u2610 \u2192 \u21a9 \u00b9* ***\u6f22 \u0645 \u05d0 \u2022 "
              "\u2610 \u2192***"})
            plain.push_back(keep(*f.store, QString::fromUtf8(text)));

        QQmlEngine engine;
        lockDown(engine);
        engine.addImportPath(QStringLiteral("qrc:/qt/qml"));
        engine.addImageProvider(QStringLiteral("icon"), new IconProvider);
        QQmlComponent component(&engine);
        component.setData("import Hearth.Chat\nMessageList { width: 900; height: 700 }",
                          QUrl(QStringLiteral("qrc:/test.qml")));
        const std::unique_ptr<QObject> object(
            component.createWithInitialProperties({{"chat", QVariant::fromValue(&f.chat)}}));
        QVERIFY2(object, qPrintable(component.errorString()));
        QQuickWindow window;
        window.resize(900, 700);
        qobject_cast<QQuickItem*>(object.get())->setParentItem(window.contentItem());
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));

        QElapsedTimer timer;
        const auto draw = [&](qint64 id) {
            f.chat.open(id);
            QCoreApplication::processEvents();
            const QImage picture = window.grabWindow();
            QCoreApplication::processEvents();
            return picture;
        };
        const QImage blank = draw(0);
        for (const qint64 id : plain) draw(id);
        QTest::qWait(200);
        mark("/hearth-mark/begin");
        timer.start();
        int drawn = 0;
        for (const qint64 id : ids) drawn += draw(id) != blank ? 1 : 0;
        // Requests in the background get the time to be seen.
        QTest::qWait(300);
        mark("/hearth-mark/end");
        qInfo("%d texts drawn in %lld ms", drawn, timer.elapsed());
        QCOMPARE(drawn, 300);
        QVERIFY(!listening || !server.hasPendingConnections());
        qobject_cast<QQuickItem*>(object.get())->setParentItem(nullptr);
    }
};

QTEST_MAIN(TestHostileMarkdown)
#include "tst_hostile_markdown.moc"
