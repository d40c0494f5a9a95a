#include "chat/message_block_model.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QtTest>

using namespace hearth::app;
using Model = MessageBlockModel;

namespace {

Model::Message message(qint64 id, const QString& author, const QString& text, bool streaming = false) {
    Model::Message made;
    made.id = id;
    made.author = author;
    made.text = text;
    made.streaming = streaming;
    return made;
}

QList<int> kindsOf(const Model& model) {
    QList<int> kinds;
    for (int row = 0; row < model.count(); ++row)
        kinds += model.data(model.index(row), Model::KindRole).toInt();
    return kinds;
}

}  // namespace

class TestMessageBlockModel : public QObject {
    Q_OBJECT

private slots:
    void aConversationIsRows() {
        Model model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setMessages({message(1, "user", "Hi <b>"), message(2, "assistant", "Hello\n\n```sh\nls\n```")});
        QCOMPARE(kindsOf(model),
                 (QList<int>{Model::UserText, Model::Footer, Model::Paragraph, Model::Code, Model::Footer}));
        const auto data = [&](int row, int role) { return model.data(model.index(row), role); };
        QCOMPARE(data(0, Model::TextRole).toString(), QStringLiteral("Hi <b>"));  // plain: shown as it is
        QCOMPARE(data(2, Model::FirstRole).toBool(), true);
        QCOMPARE(data(3, Model::FirstRole).toBool(), false);
        QCOMPARE(data(4, Model::LastRole).toBool(), true);
        QCOMPARE(data(4, Model::LastMessageRole).toBool(), true);
        QCOMPARE(data(1, Model::LastMessageRole).toBool(), false);
        QCOMPARE(data(3, Model::LanguageRole).toString(), QStringLiteral("sh"));
        QCOMPARE(model.rowOf(2), 2);
        QCOMPARE(model.rowOf(9), -1);
        QCOMPARE(model.messageAt(3), 2);
        QCOMPARE(model.messageAt(99), 0);
        QCOMPARE(model.roleNames().value(Model::SiblingCountRole), QByteArray("siblingCount"));
    }

    void callsThatAreBeingWrittenStandBehindTheText() {
        Model model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setMessages({message(1, "user", "Q")});
        model.append(message(2, "assistant", "", true));
        QCOMPARE(kindsOf(model).last(), int(Model::PrefillBar));
        const auto call = [](const char* arguments) {
            return QVariantList{QVariantMap{{"name", "add"}, {"arguments", arguments}}};
        };
        const auto shown = [&](int row) {
            return model.data(model.index(row), Model::CallRole).toMap().value("arguments").toString();
        };
        model.setWritten(2, call("x:"));
        QCOMPARE(kindsOf(model), (QList<int>{Model::UserText, Model::Footer, Model::ToolCall}));
        QSignalSpy inserted(&model, &Model::rowsInserted), changed(&model, &Model::dataChanged);
        model.setWritten(2, call("x: 1"));
        QCOMPARE(shown(2), QString("x: 1"));
        QCOMPARE(inserted.count(), 0);
        QCOMPARE(changed.count(), 1);
        model.appendText(2, "Let me see.");
        QCOMPARE(kindsOf(model),
                 (QList<int>{Model::UserText, Model::Footer, Model::Paragraph, Model::ToolCall}));
        QCOMPARE(shown(3), QString("x: 1"));
        model.setWritten(7, call("of no message"));
        model.finish(message(2, "assistant", "Let me see."));
        QCOMPARE(kindsOf(model),
                 (QList<int>{Model::UserText, Model::Footer, Model::Paragraph, Model::Footer}));
        model.setWritten(2, call("late"));
        QCOMPARE(model.count(), 4);
    }

    void onlyTheLastRowsChangeWhileStreaming() {
        Model model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setMessages({message(1, "user", "Q")});
        model.append(message(2, "assistant", "", true));
        QCOMPARE(kindsOf(model), (QList<int>{Model::UserText, Model::Footer, Model::PrefillBar}));
        model.appendText(2, "First");
        QCOMPARE(kindsOf(model), (QList<int>{Model::UserText, Model::Footer, Model::Paragraph}));
        model.appendText(2, " paragraph.\n\nSecond");
        QSignalSpy changed(&model, &Model::dataChanged);
        QSignalSpy reset(&model, &Model::modelReset);
        model.appendText(2, " one");
        QCOMPARE(changed.count(), 1);
        QCOMPARE(changed[0][0].toModelIndex().row(), 3);
        QCOMPARE(changed[0][1].toModelIndex().row(), 3);
        QCOMPARE(reset.count(), 0);
        QVERIFY(model.data(model.index(3), Model::StreamingRole).toBool());
        QVERIFY(!model.data(model.index(2), Model::StreamingRole).toBool());

        Model::Message done = message(2, "assistant", "First paragraph.\n\nSecond one");
        done.figures = QStringLiteral("fast");
        model.finish(done);
        QCOMPARE(kindsOf(model).mid(2), (QList<int>{Model::Paragraph, Model::Paragraph, Model::Footer}));
        QCOMPARE(model.data(model.index(4), Model::FiguresRole).toString(), QStringLiteral("fast"));
        QVERIFY(!model.data(model.index(4), Model::StreamingRole).toBool());
    }

    // One row from the first mark on, which says that it is open until the closing mark has arrived.
    void aFormulaIsOpenUntilItsClosingMark() {
        Model model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setMessages({message(1, "user", "Q")});
        model.append(message(2, "assistant", "", true));
        model.appendText(2, "So:\n\n$$\n");
        const auto formula = [&](int role) { return model.index(3).data(role); };
        for (const char* part : {"x = ", "\\frac{a}", "{b}\n", "+ c\n", "$"}) {
            model.appendText(2, QString::fromLatin1(part));
            QCOMPARE(kindsOf(model).mid(2), (QList<int>{Model::Paragraph, Model::Math}));
            QVERIFY2(formula(Model::OpenRole).toBool(), part);
        }
        model.appendText(2, "$");
        QVERIFY(!formula(Model::OpenRole).toBool());
        QCOMPARE(formula(Model::SourceRole).toString(), QStringLiteral("x = \\frac{a}{b}\n+ c"));
        model.appendText(2, "\n\nAnd so on");
        QCOMPARE(kindsOf(model).mid(2), (QList<int>{Model::Paragraph, Model::Math, Model::Paragraph}));
        QVERIFY(!formula(Model::OpenRole).toBool());
    }

    void codeGrowsByWhatWasAdded() {
        Model model;
        model.append(message(1, "assistant", "", true));
        model.appendText(1, "```\nab");
        QSignalSpy appended(&model, &Model::appended);
        model.appendText(1, "c\nd");
        QCOMPARE(appended.count(), 1);
        QCOMPARE(appended[0][0].toInt(), 0);
        QCOMPARE(appended[0][1].toString(), QStringLiteral("c\nd"));
    }

    void aStopStringIsTakenOff() {
        Model model;
        model.append(message(1, "assistant", "", true));
        model.appendText(1, "Hello ###");
        model.finish(message(1, "assistant", "Hello "));
        QCOMPARE(model.data(model.index(0), Model::TextRole).toString(), QStringLiteral("Hello"));
    }

    void anErrorKeepsWhatWasWritten() {
        Model model;
        model.append(message(1, "assistant", "", true));
        model.appendText(1, "Half a");
        Model::Message failed = message(1, "assistant", "Half a");
        failed.errorTitle = QStringLiteral("The reply stopped");
        failed.errorBody = QStringLiteral("No memory.");
        failed.errorAction = QStringLiteral("Try again");
        model.finish(failed);
        QCOMPARE(kindsOf(model), (QList<int>{Model::Paragraph, Model::ErrorCard, Model::Footer}));
        QCOMPARE(model.data(model.index(1), Model::BodyRole).toString(), QStringLiteral("No memory."));
        QCOMPARE(model.data(model.index(1), Model::ActionTextRole).toString(), QStringLiteral("Try again"));
    }

    void aBranchReplacesTheEnd() {
        Model model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setMessages({message(1, "user", "Q"), message(2, "assistant", "A"), message(3, "user", "R"),
                           message(4, "assistant", "B")});
        QSignalSpy removed(&model, &Model::rowsRemoved);
        model.replaceFrom(2, {message(5, "assistant", "C")});
        QCOMPARE(removed[0][1].toInt(), 2);
        QCOMPARE(model.count(), 4);
        QCOMPARE(model.messageAt(3), 5);
        model.removeFrom(1);
        QCOMPARE(model.count(), 0);
    }

    void aVeryLongMessageFolds_data() {
        QTest::addColumn<QString>("author");
        QTest::newRow("written") << QStringLiteral("user");
        QTest::newRow("replied") << QStringLiteral("assistant");
    }
    void aVeryLongMessageFolds() {
        QFETCH(QString, author);
        const QString text = QStringLiteral("A line of a long message.\n\n").repeated(20'000) + u'.';
        Model model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setMessages({message(1, author, text), message(2, "user", "short")});
        const int folded = model.rowOf(2) - 2;
        QCOMPARE(model.kindAt(folded), Model::Fold);
        QCOMPARE(model.blockAt(folded).text, QStringLiteral("540.0 kB"));
        QCOMPARE(model.kindAt(folded + 1), Model::Footer);
        QVERIFY(model.hiddenText(folded).size() > 400'000);
        QVERIFY(folded < 3'000);
        const QString first = model.blockAt(0).text;
        model.showAll(1);
        QTRY_VERIFY(!kindsOf(model).contains(Model::Fold));
        QCOMPARE(model.blockAt(0).text, first);
        QCOMPARE(model.blockAt(model.rowOf(2) - 2).text.right(1), QStringLiteral("."));
        QCOMPARE(model.messageAt(model.count() - 1), 2);
        QVERIFY(model.hiddenText(0).isEmpty());
    }

    void anUnfoldingMessageMayGo() {
        Model model;
        model.setMessages({message(1, "assistant", QStringLiteral("line\n").repeated(100'000))});
        model.showAll(1);
        model.removeFrom(1);
        QTest::qWait(10);
        QCOMPARE(model.count(), 0);
    }

    void longCodeIsCopiedWhole() {
        const QString code = QStringLiteral("int x = 1;\n").repeated(20'000) + QStringLiteral("end");
        Model model;
        model.setMessages({message(1, "assistant", QStringLiteral("Look:\n```cpp\n%1\n```\nSo").arg(code))});
        QCOMPARE(model.kindAt(1), Model::Code);
        QVERIFY(model.data(model.index(1), Model::MoreRole).toBool());
        QCOMPARE(model.codeAt(1), code);
        QCOMPARE(model.codeAt(3), code);
        QCOMPARE(model.codeAt(0), QString());
        model.showAll(1);
        QTRY_COMPARE(model.blockAt(model.count() - 2).text, QStringLiteral("So"));
        QCOMPARE(model.codeAt(3), code);
    }

    void tablesReachQml() {
        Model model;
        model.setMessages({message(1, "assistant", "| a | b |\n|---|--:|\n| 1 | 2 |")});
        const QVariantList cells = model.data(model.index(0), Model::CellsRole).toList();
        QCOMPARE(cells.size(), 2);
        QCOMPARE(cells[1].toStringList(), QStringList({"1", "2"}));
        QCOMPARE(model.data(model.index(0), Model::AlignmentsRole).toList().size(), 2);
    }

    void rowsOfTheTextAlone() {
        Model model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTextOnly(true);
        Model::Message reply;
        reply.id = 1;
        reply.author = "assistant";
        reply.streaming = true;
        model.setMessages({reply});
        QCOMPARE(model.count(), 0);
        model.appendText(1, "Hello\n\nthere");
        QCOMPARE(model.count(), 2);
        reply.text = "Hello\n\nthere";
        reply.streaming = false;
        reply.errorTitle = "The reply stopped";
        QVERIFY(model.data(model.index(1), Model::StreamingRole).toBool());
        QSignalSpy told(&model, &Model::dataChanged);
        model.finish(reply);
        QVERIFY(!model.data(model.index(1), Model::StreamingRole).toBool());
        QVERIFY(!told.isEmpty());
        QCOMPARE(told.back()[0].toModelIndex().row(), 1);
        QCOMPARE(model.count(), 2);
        QCOMPARE(model.kindAt(1), Model::Paragraph);
    }
};

QTEST_GUILESS_MAIN(TestMessageBlockModel)
#include "tst_message_block_model.moc"
