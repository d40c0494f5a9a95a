#include "tools/tool_box.h"

#include <QSignalSpy>
#include <QtTest>
#include <memory>

#include "played_tools.h"

using namespace hearth::app;
using hearth::test::PlayedTools;

namespace {

QStringList namesIn(const ToolBox& box) {
    QStringList names;
    for (const ToolBox::Tool& tool : box.tools()) names += tool.name;
    return names;
}

/// The one result that was told.
ToolResult onlyResult(const QSignalSpy& spy) {
    return spy.count() == 1 ? spy.front().at(1).value<ToolResult>()
                            : ToolResult{QStringLiteral("not one"), true};
}

}  // namespace

class TestToolBox : public QObject {
    Q_OBJECT

private slots:
    void aCallGoesToItsProviderAndItsResultComesBack() {
        PlayedTools first(QStringLiteral("a"), {PlayedTools::tool(QStringLiteral("add"))});
        ToolBox box;
        box.add(first);
        QSignalSpy finished(&box, &ToolBox::finished);
        const quint64 id = box.call(QStringLiteral("add"), QStringLiteral(R"({"x": 1})"));
        QCOMPARE(first.calls.size(), 1);
        QCOMPARE(first.calls[0].name, QStringLiteral("add"));
        QCOMPARE(first.calls[0].arguments[QLatin1String("x")].toInt(), 1);
        emit first.finished(first.calls[0].id, {QStringLiteral("2"), false});
        QCOMPARE(finished.count(), 1);
        QCOMPARE(finished[0][0].toULongLong(), id);
        QCOMPARE(onlyResult(finished), (ToolResult{QStringLiteral("2"), false}));
        // A second answer is none.
        emit first.finished(first.calls[0].id, {QStringLiteral("3"), false});
        QCOMPARE(finished.count(), 1);
    }

    void namesAreUniqueAndPlain() {
        PlayedTools first(QStringLiteral("one"), {PlayedTools::tool(QStringLiteral("read")),
                                                  PlayedTools::tool(QStringLiteral("a b/ä"))});
        PlayedTools second(QStringLiteral("my server"), {PlayedTools::tool(QStringLiteral("read")),
                                                         PlayedTools::tool(QStringLiteral("read"))});
        ToolBox box;
        box.add(first);
        box.add(second);
        QCOMPARE(namesIn(box), (QStringList{QStringLiteral("read"), QStringLiteral("a_b__"),
                                            QStringLiteral("my_server_read")}));
        QCOMPARE(box.find(QStringLiteral("my_server_read"))->key(), QStringLiteral("my server/read"));
        QCOMPARE(box.leftOut().size(), 1U);
        (void)box.call(QStringLiteral("my_server_read"), {});
        QCOMPARE(second.calls.size(), 1);
        QCOMPARE(second.calls[0].name, QStringLiteral("read"));
    }

    void schemasThatNoPromptCanHoldAreLeftOut() {
        const QByteArray deep = QByteArray(2000, '[') + QByteArray(2000, ']');
        PlayedTools tools(
            QStringLiteral("a"),
            {PlayedTools::tool(QStringLiteral("list"), "[]"),
             PlayedTools::tool(QStringLiteral("text"), R"({"type":"string"})"),
             PlayedTools::tool(QStringLiteral("broken"), "{"),
             PlayedTools::tool(QStringLiteral("deep"), R"({"x":)" + deep + "}"),
             PlayedTools::tool(QStringLiteral("long"), R"({"maximum":18446744073709551616})"),
             PlayedTools::tool(QStringLiteral("big"), R"({"x":")" + QByteArray(70000, 'x') + R"("})"),
             PlayedTools::tool(QString()), PlayedTools::tool(QStringLiteral("right"))});
        ToolBox box;
        box.add(tools);
        QCOMPARE(namesIn(box), QStringList{QStringLiteral("right")});
        QCOMPARE(box.leftOut().size(), 7U);
        for (const ToolBox::LeftOut& left : box.leftOut()) QVERIFY(left.reason.endsWith(u'.'));
    }

    void whatCannotBeCalledFails_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("arguments");
        QTest::newRow("unknown tool") << "other"
                                      << "{}";
        QTest::newRow("no JSON") << "add"
                                 << "{x";
        QTest::newRow("a list") << "add"
                                << "[1]";
    }
    void whatCannotBeCalledFails() {
        QFETCH(QString, name);
        QFETCH(QString, arguments);
        PlayedTools tools(QStringLiteral("a"), {PlayedTools::tool(QStringLiteral("add"))});
        ToolBox box;
        box.add(tools);
        QSignalSpy finished(&box, &ToolBox::finished);
        (void)box.call(name, arguments);
        QCOMPARE(finished.count(), 0);
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(onlyResult(finished).failed);
        QVERIFY(!onlyResult(finished).text.isEmpty());
        QVERIFY(tools.calls.isEmpty());
    }

    void aToolThatHangsCostsItsCallAlone() {
        PlayedTools tools(QStringLiteral("a"), {PlayedTools::tool(QStringLiteral("wait"))});
        ToolBox box({.callMs = 20});
        box.add(tools);
        QSignalSpy finished(&box, &ToolBox::finished);
        (void)box.call(QStringLiteral("wait"), {});
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(onlyResult(finished).failed);
        QCOMPARE(tools.cancelled.size(), 1);
        emit tools.finished(tools.calls[0].id, {QStringLiteral("late"), false});
        QCOMPARE(finished.count(), 1);
    }

    void aFloodIsCutAndSaysSo() {
        PlayedTools tools(QStringLiteral("a"), {PlayedTools::tool(QStringLiteral("say"))});
        ToolBox box({.resultCharacters = 10});
        box.add(tools);
        QSignalSpy finished(&box, &ToolBox::finished);
        (void)box.call(QStringLiteral("say"), {});
        emit tools.finished(tools.calls[0].id, {QString(1'000'000, u'x'), false});
        QCOMPARE(onlyResult(finished).text,
                 QString(10, u'x') +
                     QStringLiteral("\n[The result is cut here: 10 of 1000000 characters are shown.]"));
    }

    void aCancelledCallIsNotHeardOf() {
        PlayedTools tools(QStringLiteral("a"), {PlayedTools::tool(QStringLiteral("wait"))});
        ToolBox box;
        box.add(tools);
        QSignalSpy finished(&box, &ToolBox::finished);
        const quint64 id = box.call(QStringLiteral("wait"), {});
        box.cancel(id);
        QCOMPARE(tools.cancelled, QList<quint64>{tools.calls[0].id});
        emit tools.finished(tools.calls[0].id, {QStringLiteral("late"), false});
        QCOMPARE(finished.count(), 0);
    }

    void aProviderMayGoInTheMiddleOfACall() {
        auto tools = std::make_unique<PlayedTools>(QStringLiteral("a"),
                                                   std::vector{PlayedTools::tool(QStringLiteral("wait"))});
        ToolBox box;
        box.add(*tools);
        QSignalSpy finished(&box, &ToolBox::finished);
        QSignalSpy changed(&box, &ToolBox::toolsChanged);
        (void)box.call(QStringLiteral("wait"), {});
        tools.reset();
        QVERIFY(onlyResult(finished).failed);
        QCOMPARE(changed.count(), 1);
        QVERIFY(box.tools().empty());
        QVERIFY(box.providers().empty());
    }

    void changedToolsAreGatheredAnew() {
        PlayedTools tools(QStringLiteral("a"));
        ToolBox box;
        box.add(tools);
        QVERIFY(box.tools().empty());
        tools.offered = {PlayedTools::tool(QStringLiteral("new"))};
        emit tools.toolsChanged();
        QCOMPARE(namesIn(box), QStringList{QStringLiteral("new")});
    }
};

QTEST_GUILESS_MAIN(TestToolBox)
#include "tst_tool_box.moc"
