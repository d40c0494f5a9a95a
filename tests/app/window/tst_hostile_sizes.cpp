// Texts of a size or a shape that no person would write, as a message, as a reply and as a reply that
// streams: none of them may hold the window for long. HEARTH_MANY=1 prints each figure.
#include <time.h>

#include <QElapsedTimer>
#include <QQmlComponent>
#include <QQmlEngine>
#include <QQmlExtensionPlugin>
#include <QQuickItem>
#include <QQuickWindow>

#include "app/chat/chat_fixture.h"
#include "look/fonts.h"
#include "look/icon_provider.h"
#include "window/qml_lockdown.h"

Q_IMPORT_QML_PLUGIN(Hearth_AppPlugin)

using namespace hearth;
using namespace hearth::app;
using test::ChatFixture;

namespace {

/// Above what is meant (100 ms), for machines that do other things as well.
constexpr qint64 longestBlockMs = 500;

/// A jump to the middle or the end of many rows misses: the list places rows by their average height, and
/// makes those between one after the other; how many depends on what was laid out before.
/// docs/measurements.md says what that takes.
constexpr qint64 longestJumpMs = 4000;

/// CPU time of this thread in ms. It does not depend on other load of the machine.
qint64 workedMs() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1'000'000;
}

/// Runs the event loop and notes how much it worked at most without looking for events.
class BlockMeter {
public:
    void runFor(int ms) {
        QElapsedTimer whole;
        whole.start();
        do {
            QCoreApplication::processEvents();
            note();
        } while (whole.elapsed() < ms);
    }
    /// The time since the last note was one block.
    void note() {
        const qint64 now = workedMs();
        m_longest = std::max(m_longest, now - m_since);
        m_since = now;
    }
    qint64 longest() const { return m_longest; }

private:
    qint64 m_since = workedMs(), m_longest = 0;
};

QString lines(const QString& line, int count) {
    return (line + u'\n').repeated(count);
}

}  // namespace

class TestHostileSizes : public QObject {
    Q_OBJECT

    ChatFixture m_app;
    QQmlEngine m_engine;
    QQuickWindow m_window;
    std::unique_ptr<QObject> m_list;

    qint64 keep(store::Role role, const QString& text) {
        store::Conversation conversation;
        conversation.title = QStringLiteral("hostile");
        m_app.store->conversations().insert(conversation);
        store::Message message;
        message.conversationId = conversation.id;
        message.role = role;
        message.text = text;
        m_app.store->messages().insert(message);
        return conversation.id;
    }
    void draw() {
        m_window.grabWindow();
        QCoreApplication::processEvents();
    }

private slots:
    void initTestCase() {
        setUpFonts();
        lockDown(m_engine);
        m_engine.addImportPath(QStringLiteral("qrc:/qt/qml"));
        m_engine.addImageProvider(QStringLiteral("icon"), new IconProvider);
        QQmlComponent component(&m_engine);
        component.setData("import Hearth.Chat\nMessageList { width: 900; height: 700 }",
                          QUrl(QStringLiteral("qrc:/test.qml")));
        m_list.reset(component.createWithInitialProperties({{"chat", QVariant::fromValue(&m_app.chat)}}));
        QVERIFY2(m_list, qPrintable(component.errorString()));
        m_window.resize(900, 700);
        // As a window does that QML makes: rows that are not seen yet come when there is time.
        m_engine.setIncubationController(m_window.incubationController());
        qobject_cast<QQuickItem*>(m_list.get())->setParentItem(m_window.contentItem());
        m_window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&m_window));
    }
    void cleanupTestCase() { qobject_cast<QQuickItem*>(m_list.get())->setParentItem(nullptr); }

    void nothingHoldsTheWindow_data() {
        QTest::addColumn<QString>("text");
        const QString word = QStringLiteral("word ");
        QTest::newRow("one word") << QString(1'000'000, u'x');
        QTest::newRow("one paragraph") << word.repeated(400'000);
        QTest::newRow("one paragraph of styles")
            << QStringLiteral("**b** *i* `c` [l](http://x) ").repeated(60'000);
        QTest::newRow("lines of one paragraph") << lines(word.repeated(10), 40'000);
        QTest::newRow("backticks") << QString(1'000'000, u'`');
        QTest::newRow("runs of backticks") << [] {
            QString text;
            for (int i = 1; i < 1400; ++i) text += QString(i, u'`') + u' ';
            return text;
        }();
        QTest::newRow("brackets") << QString(500'000, u'[');
        QTest::newRow("links in links") << QStringLiteral("[a](").repeated(200'000);
        QTest::newRow("pictures in pictures") << QStringLiteral("![").repeated(200'000);
        QTest::newRow("emphasis") << QStringLiteral("*a _b ").repeated(150'000);
        QTest::newRow("stars") << QStringLiteral("**a").repeated(200'000);
        QTest::newRow("less than") << QString(500'000, u'<');
        QTest::newRow("entities") << QStringLiteral("&amp;").repeated(200'000);
        QTest::newRow("definitions") << [] {
            QString text;
            for (int i = 0; i < 30'000; ++i) text += QStringLiteral("[r%1]: http://x\n").arg(i);
            for (int i = 0; i < 30'000; ++i) text += QStringLiteral("[r%1] ").arg(i);
            return text;
        }();
        QTest::newRow("combining marks") << QStringLiteral("a") + QString(200'000, QChar(0x0301));
        QTest::newRow("joiners") << QStringLiteral("\U0001F469\u200d").repeated(50'000);
        QTest::newRow("overrides") << QString(200'000, QChar(0x202e));
        QTest::newRow("right to left") << QStringLiteral("\u05d0 a 1 ").repeated(100'000);
        QTest::newRow("list") << lines(QStringLiteral("- item"), 100'000);
        QTest::newRow("numbered list") << lines(QStringLiteral("1. item"), 100'000);
        QTest::newRow("tasks") << lines(QStringLiteral("- [ ] item"), 100'000);
        QTest::newRow("one long item") << QStringLiteral("- ") + word.repeated(200'000);
        QTest::newRow("nested list") << [] {
            QString text;
            for (int i = 0; i < 1000; ++i) text += QString(2 * i, u' ') + QStringLiteral("- x\n");
            return text;
        }();
        QTest::newRow("table") << QStringLiteral("| a | b | c |\n|---|---|---|\n") +
                                      lines(QStringLiteral("| 1 | 2 | 3 |"), 100'000);
        QTest::newRow("wide table") << QStringLiteral("|") + QStringLiteral("a|").repeated(60) +
                                           QStringLiteral("\n|") + QStringLiteral("-|").repeated(60) + u'\n' +
                                           lines(QStringLiteral("|") + QStringLiteral("b|").repeated(60),
                                                 1'000);
        QTest::newRow("one cell") << QStringLiteral("| a |\n|---|\n| ") + word.repeated(100'000) +
                                         QStringLiteral(" |");
        QTest::newRow("quotes") << QString(100'000, u'>') + u'x';
        QTest::newRow("quoted lines") << lines(QStringLiteral("> quoted"), 100'000);
        QTest::newRow("headings") << lines(QStringLiteral("# Heading"), 50'000);
        QTest::newRow("one heading") << QStringLiteral("# ") + word.repeated(100'000);
        QTest::newRow("rules") << lines(QStringLiteral("---\n"), 50'000);
        QTest::newRow("code") << QStringLiteral("```cpp\n") +
                                     lines(QStringLiteral("int x = f(\"a\"); // 1"), 100'000);
        QTest::newRow("one line of code")
            << QStringLiteral("```cpp\n") + QStringLiteral("f(1, \"a\"); ").repeated(100'000);
        QTest::newRow("empty lines of code") << QStringLiteral("```\n") + QString(300'000, u'\n');
        QTest::newRow("many fences") << QStringLiteral("```\nx\n```\n").repeated(30'000);
        QTest::newRow("formula") << QStringLiteral("$$\n") + QStringLiteral("x^2 + ").repeated(100'000) +
                                        QStringLiteral("\n$$");
        QTest::newRow("dollars") << QString(500'000, u'$');
        QTest::newRow("reasoning") << QStringLiteral("<think>") + lines(word.repeated(10), 40'000) +
                                          QStringLiteral("</think>Yes.");
        QTest::newRow("reasoning without an end") << QStringLiteral("<think>") + word.repeated(200'000);
        QTest::newRow("empty lines") << QString(1'000'000, u'\n');
        QTest::newRow("spaces") << QString(1'000'000, u' ') + u'x';
        QTest::newRow("tabs") << QString(1'000'000, u'\t') + u'x';
        QTest::newRow("ten megabytes") << lines(word.repeated(16), 130'000);
    }
    void nothingHoldsTheWindow() {
        QFETCH(QString, text);
        const bool tell = qEnvironmentVariableIsSet("HEARTH_MANY");
        for (const auto role : {store::Role::User, store::Role::Assistant}) {
            const qint64 id = keep(role, text);
            BlockMeter meter;
            m_app.chat.open(id);
            meter.note();
            draw();
            meter.runFor(10);
            // Then the rest of it, and all places.
            m_app.chat.messages()->showAll(m_app.chat.messages()->messageAt(0));
            meter.runFor(60);
            const qint64 opened = meter.longest();
            for (const double place : {0.5, 1.0}) {
                const double height = m_list->property("contentHeight").toDouble() - 700;
                m_list->setProperty("contentY", std::max(0.0, place * height));
                draw();
                meter.note();
            }
            meter.runFor(20);
            if (tell)
                qInfo("%s %s: %lld ms, with jumps %lld ms", QTest::currentDataTag(),
                      role == store::Role::User ? "written" : "replied", opened, meter.longest());
            QVERIFY2(opened < longestBlockMs, qPrintable(QString::number(opened)));
            QVERIFY2(meter.longest() < longestJumpMs, qPrintable(QString::number(meter.longest())));
        }
    }
    void nothingHoldsTheWindowWhileItStreams_data() { nothingHoldsTheWindow_data(); }
    void nothingHoldsTheWindowWhileItStreams() {
        QFETCH(QString, text);
        m_app.chat.open(keep(store::Role::User, QStringLiteral("Q")));
        MessageBlockModel::Message reply;
        reply.id = 1'000'000;
        reply.author = QStringLiteral("assistant");
        reply.streaming = true;
        m_app.chat.messages()->append(reply);
        BlockMeter meter;
        // The first part as a model writes it, then as fast as a server could.
        for (qsizetype at = 0; at < text.size();) {
            const qsizetype step = at < 500 ? 20 : 32'768;
            m_app.chat.messages()->appendText(reply.id, text.mid(at, step));
            at += step;
            QCoreApplication::processEvents();
            meter.note();
        }
        draw();
        meter.note();
        reply.text = text;
        m_app.chat.messages()->finish(reply);
        draw();
        meter.runFor(20);
        if (qEnvironmentVariableIsSet("HEARTH_MANY")) qInfo("streamed: %lld ms", meter.longest());
        QVERIFY2(meter.longest() < longestBlockMs, qPrintable(QString::number(meter.longest())));
    }
};

QTEST_MAIN(TestHostileSizes)
#include "tst_hostile_sizes.moc"
