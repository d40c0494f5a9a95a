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

    void aVeryDeepChatIsNoProblem() {
        std::vector<TreeBuilder::Node> nodes;
        for (int i = 0; i < 100000; ++i)
            nodes.push_back(node(QString::number(i), i ? QString::number(i - 1) : QString()));
        QCOMPARE(visible(TreeBuilder::build(nodes, "99999")).size(), 100000);
    }
};

QTEST_GUILESS_MAIN(TestTreeBuilder)
#include "tst_tree_builder.moc"
