#include "chat/token_branch.h"

#include "chat/token_candidates.h"
#include "chat_fixture.h"

using namespace hearth;
using namespace hearth::app;

class TestTokenBranch : public QObject {
    Q_OBJECT

    /// Branches, and gives the texts of the tokens, which the script has no vocabulary for.
    static void branch(test::ChatFixture& f, qint64 reply, int position, int token,
                       const QList<QByteArray>& texts) {
        const quint64 before = f.inference.questions().pieces({});
        f.chat.versions->branchAt(reply, position, token);
        emit f.inference.questions().piecesReady(before + 1, texts);
    }

private slots:
    void aBranchSharesTheTokensBeforeIt() {
        test::ChatFixture f;
        f.script->candidates = {{0.5F, 0.2F}, {0.5F, 0.25F}, {0.5F}, {0.5F}};
        f.load();
        f.talk("hi");
        const qint64 first = f.idAt(1);
        branch(f, first, 1, 1101, {"Hello", " you"});
        QVERIFY(f.chat.canStop());
        f.waitForReply();
        QCOMPARE(f.shown(), QStringList({"hi", "Hello youHello, world."}));
        const GenerationRequest& request = f.script->requests.back();
        QVERIFY(request.continueLast);
        QCOMPARE(request.messages.back().tokens, std::vector<TokenId>({100, 1101}));
        const auto made = f.store->generations().find(f.idAt(1));
        QCOMPARE(made->tokens, std::vector<int32_t>({100, 1101, 100, 101, 102, 103}));
        QCOMPARE(made->probabilities.size(), made->tokens.size());
        QVERIFY(std::abs(made->probabilities[1] - 0.25F) < 1e-3F);
        QCOMPARE(unpackCandidates(made->candidates).size(), made->tokens.size());
        // The first reply stands beside it, as it was.
        f.chat.versions->select(f.idAt(1), -1);
        QCOMPARE(f.shown(), QStringList({"hi", "Hello, world."}));
    }

    void whatCannotBeBranchedIsLeftAlone() {
        test::ChatFixture f;
        f.load();
        f.talk("hi");
        const qint64 reply = f.idAt(1);
        f.chat.versions->branchAt(f.idAt(0), 0, 5);  // a person's message
        f.chat.versions->branchAt(reply, -1, 5);     // no such places
        f.chat.versions->branchAt(reply, 4, 5);
        f.chat.versions->branchAt(reply, 1, 103);  // the token that ended it
        QVERIFY(f.toasts.isVisible());
        branch(f, reply, 1, 7, {"Hello", "\xC3"});  // half of a character
        QTest::qWait(30);
        QCOMPARE(f.script->requests.size(), size_t(1));
        QCOMPARE(f.store->messages().ofConversation(f.chat.conversationId()).size(), size_t(2));
    }
};

QTEST_GUILESS_MAIN(TestTokenBranch)
#include "tst_token_branch.moc"
