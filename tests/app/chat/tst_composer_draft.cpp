#include "chat/composer_draft.h"

#include <QSignalSpy>
#include <QtTest>

#include "support/small_picture.h"

using namespace hearth::app;

class TestComposerDraft : public QObject {
    Q_OBJECT

private slots:
    void eachConversationHasItsOwn() {
        const auto store = store::Store::inMemory();
        ComposerDraft draft(*store);
        QSignalSpy changed(&draft, &ComposerDraft::changed);
        draft.setText("of a new chat");
        draft.open(7);
        QVERIFY(draft.text().isEmpty());
        QCOMPARE(store->drafts().find(0), QString("of a new chat"));
        draft.setText("of the seventh");
        draft.open(0);
        QCOMPARE(draft.text(), QString("of a new chat"));
        QCOMPARE(store->drafts().find(7), QString("of the seventh"));
        QCOMPARE(changed.count(), 4);
    }

    void picturesAreKeptWithTheText() {
        const auto store = store::Store::inMemory();
        {
            ComposerDraft draft(*store);
            draft.pictures()->put(
                {{hearth::test::smallPicture(1), "one"}, {hearth::test::smallPicture(2), "two"}});
            QTRY_COMPARE(store->drafts().pictures(0).size(), size_t{2});
            draft.setText("look");
            draft.open(7);
            QCOMPARE(draft.pictures()->count(), 0);
            draft.pictures()->add({hearth::test::smallPicture(3), "three"});
            draft.open(0);
            QCOMPARE(draft.pictures()->count(), 2);
            draft.pictures()->move(0, 1);
            draft.keep();
        }
        // After a restart.
        ComposerDraft draft(*store);
        draft.open(0);
        QCOMPARE(draft.pictures()->pictures()[0].name, QString("two"));
        draft.adopt(3);
        draft.keep();
        QVERIFY(store->drafts().pictures(0).empty());
        QCOMPARE(store->drafts().pictures(3).size(), size_t{2});
        draft.clear();
        QCOMPARE(draft.pictures()->count(), 0);
        QVERIFY(store->drafts().pictures(3).empty());
        QCOMPARE(store->drafts().pictures(7).size(), size_t{1});
    }

    void itIsKeptAMomentAfterItChanged() {
        const auto store = store::Store::inMemory();
        ComposerDraft draft(*store);
        draft.setText("half a thought");
        QVERIFY(store->drafts().find(0).isEmpty());
        QTRY_COMPARE(store->drafts().find(0), QString("half a thought"));
        draft.setText("a whole one");
        draft.keep();
        QCOMPARE(store->drafts().find(0), QString("a whole one"));
        draft.clear();
        QVERIFY(store->drafts().find(0).isEmpty());
    }

    void theDraftOfANewChatGoesAlong() {
        const auto store = store::Store::inMemory();
        ComposerDraft draft(*store);
        draft.setText("more");
        draft.keep();
        draft.adopt(3);
        draft.keep();
        QCOMPARE(store->drafts().find(3), QString("more"));
        // The next new one begins without it.
        QCOMPARE(store->drafts().find(0), QString());
        draft.open(0);
        QVERIFY(draft.isBlank());
    }

    void whatComesBackStandsInFront() {
        const auto store = store::Store::inMemory();
        ComposerDraft draft(*store);
        QVERIFY(draft.isBlank());
        draft.putBefore("second");
        QCOMPARE(draft.text(), QString("second"));
        draft.putBefore("first");
        QCOMPARE(draft.text(), QString("first\n\nsecond"));
    }

    void quotationsStandBehindTheDraft() {
        const auto store = store::Store::inMemory();
        ComposerDraft draft(*store);
        QSignalSpy quoted(&draft, &ComposerDraft::quoted);
        draft.quote("one\ntwo");
        QCOMPARE(draft.text(), QStringLiteral("> one\n> two\n\n"));
        draft.setText("I say");
        draft.quote("three");
        QCOMPARE(draft.text(), QStringLiteral("I say\n\n> three\n\n"));
        QCOMPARE(quoted.count(), 2);
    }
};

QTEST_GUILESS_MAIN(TestComposerDraft)
#include "tst_composer_draft.moc"
