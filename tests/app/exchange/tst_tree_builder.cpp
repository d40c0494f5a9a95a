#include "exchange/tree_builder.h"

#include <QtTest>

#include "app/exchange/exchanged_text.h"

using namespace hearth::app;

class TestTreeBuilder : public QObject {
    Q_OBJECT

private slots:
    static TreeBuilder::Node node(const QString& id, const QString& parent, bool keep = true) {
        TreeBuilder::Node made;
        made.id = id;
        made.parent = parent;
        made.keep = keep;
        made.message.text = id;
        return made;
    }

    void whatIsLeftOutHandsItsChildrenUp() {
        const auto chat =
            TreeBuilder::build({node("c", "b"), node("b", "a", false), node("a", ""), node("d", "a")}, "c");
        QCOMPARE(visible(chat), QStringList({"user: a", "user: c"}));
        QCOMPARE(chat.messages.size(), 3U);
        for (const store::Message& message : chat.messages) QVERIFY(message.parentId < message.id);
    }

    void circlesAndOrphansEnd() {
        const auto chat =
            TreeBuilder::build({node("a", "b"), node("b", "a"), node("o", "nobody"), node("s", "s")}, "a");
        QCOMPARE(chat.messages.size(), 1U);
        QCOMPARE(chat.messages[0].text, QStringLiteral("o"));
        QVERIFY(TreeBuilder::build({}, "x").messages.empty());
    }

    static TreeBuilder::Node reply(const QString& id, const QString& parent, qint64 time = 0) {
        TreeBuilder::Node made = node(id, parent);
        made.message.role = store::Role::Assistant;
        made.message.createdAt = time;
        return made;
    }
    static TreeBuilder::Node thinking(const QString& id, const QString& parent) {
        TreeBuilder::Node made = reply(id, parent);
        made.keep = false;
        made.message.text.clear();
        made.thought = id;
        return made;
    }
    static QStringList texts(const ExchangedConversation& chat) {
        QStringList all;
        for (const store::Message& message : chat.messages) all += message.text;
        return all;
    }

    void siblingsStandAsListedThenByTime() {
        TreeBuilder::Node question = node("q", "");
        question.children = {"z", "y"};
        QCOMPARE(texts(TreeBuilder::build({reply("a", "q", 9), reply("b", "q", 8), reply("y", "q", 7),
                                           reply("z", "q", 6), question},
                                          "a")),
                 QStringList({"q", "z", "y", "b", "a"}));
        // A version that begins with a hidden message is as old as its visible part.
        QCOMPARE(texts(TreeBuilder::build(
                     {node("h", "q", false), reply("a", "h", 2), reply("b", "q", 1), node("q", "")}, "a")),
                 QStringList({"q", "b", "a"}));
        // A node without a parent is where it is listed.
        TreeBuilder::Node lists = node("p", "");
        lists.children = {"c"};
        QCOMPARE(visible(TreeBuilder::build({reply("c", ""), lists}, "c")),
                 QStringList({"user: p", "assistant: c"}));
    }

    void aThoughtOpensTheReplyAfterIt() {
        const auto chat =
            TreeBuilder::build({node("q", ""), thinking("t", "q"), node("h", "t", false), thinking("u", "h"),
                                reply("a", "u"), reply("b", "u"), node("next", "a")},
                               "next");
        QCOMPARE(visible(chat),
                 QStringList({"user: q", "assistant: <think>\nt\n\nu\n</think>\n\na", "user: next"}));
        QCOMPARE(texts(chat).last(), QString("<think>\nt\n\nu\n</think>\n\nb"));
        // Without one it is not lost.
        QCOMPARE(visible(TreeBuilder::build({node("q", ""), thinking("t", "q"), node("next", "t")}, "next")),
                 QStringList({"user: q", "assistant: <think>\nt\n</think>\n\n", "user: next"}));
    }

    void aVeryDeepChatIsNoProblem() {
        std::vector<TreeBuilder::Node> nodes;
        for (int i = 0; i < 100000; ++i)
            nodes.push_back(node(QString::number(i), i ? QString::number(i - 1) : QString()));
        QCOMPARE(visible(TreeBuilder::build(nodes, "99999")).size(), 100000);
    }
};

QTEST_GUILESS_MAIN(TestTreeBuilder)
#include "tst_tree_builder.moc"
