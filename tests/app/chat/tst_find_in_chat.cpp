#include "chat/find_in_chat.h"

#include <QtTest>

#include "chat/message_block_model.h"

using namespace hearth::app;

class TestFindInChat : public QObject {
    Q_OBJECT

    static MessageBlockModel::Message message(qint64 id, const char* author, const QString& text) {
        MessageBlockModel::Message made;
        made.id = id;
        made.author = QString::fromLatin1(author);
        made.text = text;
        return made;
    }

private slots:
    void findsInEveryKindOfBlock() {
        MessageBlockModel blocks;
        blocks.setMessages(
            {message(1, "user", "Where is the HARBOUR?"),
             message(2, "assistant",
                     "# Harbour\n\nthe **har**bour\n\n```\nharbour()\n```\n\n|a|\n|---|\n|harbour|\n\nno")});
        FindInChat find(blocks);
        find.setQuery("harbour");
        QCOMPARE(find.count(), 5);
        QCOMPARE(find.current(), 5);
        QSet<int> rows;
        for (int i = 0; i < 5; ++i) {
            rows.insert(find.row());
            find.step(-1);
        }
        QCOMPARE(rows.size(), 5);
        QCOMPARE(find.current(), 5);
        find.step(1);
        QCOMPARE(find.current(), 1);
        QCOMPARE(find.row(), 0);
        // Tags and attributes of the rich text are no text.
        find.setQuery("<b>");
        QCOMPARE(find.count(), 0);
        QCOMPARE(find.row(), -1);
        find.step(1);
        QCOMPARE(find.row(), -1);
    }

    void countsEveryPlace() {
        MessageBlockModel blocks;
        blocks.setMessages(
            {message(1, "user", "sea sea SEA"), message(2, "assistant", "a **sea**\n\nno\n\nseasea")});
        FindInChat find(blocks);
        find.setQuery("sea");
        QCOMPARE(find.count(), 6);
        QList<QPair<int, int>> places;
        for (int i = 0; i < 6; ++i) {
            find.step(1);
            QCOMPARE(find.current(), i + 1);
            places.append({find.row(), find.occurrence()});
        }
        QCOMPARE(places, (QList<QPair<int, int>>{{0, 0}, {0, 1}, {0, 2}, {2, 0}, {4, 0}, {4, 1}}));
        find.setQuery("seas");
        QCOMPARE(find.count(), 1);
        // A match hidden in a very long message is found too.
        blocks.setMessages(
            {message(3, "assistant", QStringLiteral("line\n\n").repeated(20'000) + "the harbour")});
        find.setQuery("harbour");
        QCOMPARE(find.count(), 1);
        QCOMPARE(blocks.kindAt(find.row()), MessageBlockModel::Fold);
        blocks.showAll(3);
        QTRY_VERIFY(find.count() == 1 && blocks.kindAt(find.row()) == MessageBlockModel::Paragraph);
        // Very many are not all kept.
        blocks.setMessages({message(4, "user", QString(30'000, u'x'))});
        find.setQuery("x");
        QCOMPARE(find.count(), 10'000);
    }

    void staysWhileTypingAndFollowsTheMessages() {
        MessageBlockModel blocks;
        blocks.setMessages(
            {message(1, "user", "sea"), message(2, "user", "seal"), message(3, "user", "search")});
        FindInChat find(blocks);
        find.setQuery("se");
        QCOMPARE(find.current(), 3);
        find.step(-1);
        find.setQuery("sea");
        QCOMPARE(find.current(), 2);
        blocks.append(message(4, "user", "the sea again"));
        QTRY_COMPARE(find.count(), 4);
        QCOMPARE(find.current(), 2);
        blocks.setMessages({});
        QCOMPARE(find.count(), 0);
        find.setQuery("");
        QCOMPARE(find.current(), 0);
    }
};

QTEST_GUILESS_MAIN(TestFindInChat)
#include "tst_find_in_chat.moc"
