#include "inspector/attention_view.h"

#include <QBuffer>
#include <QImage>
#include <QtTest>

#include "../chat/chat_fixture.h"
#include "session/session_errors.h"
#include "store/picture_table.h"
#include "support/reference_pack.h"

using namespace hearth;
using namespace hearth::app;

namespace {

/// Two layers of two heads that look at the first token and at the one before, and one that keeps a state.
TokenAttention played(const AttentionQuestion& question) {
    const size_t count = question.tokens.size();
    TokenAttention attention{.tokens = question.tokens, .layers = {}};
    for (const size_t head : {size_t{0}, size_t{1}}) {
        LayerAttention layer{.memory = LayerMemory::Keys, .heads = 2, .window = 0, .first = 0, .shares = {}};
        layer.shares.resize(2 * count);
        layer.shares[0] = 1;                                      // head 1: all at the first
        layer.shares[count + count - 2] = 0.75F;                  // head 2: most at the one before
        layer.shares[count + count - 1] = head == 0 ? 0.25F : 0;  // and in layer 2 the rest at nothing
        attention.layers.push_back(std::move(layer));
    }
    attention.layers.push_back(
        {.memory = LayerMemory::State, .heads = 0, .window = 0, .first = 0, .shares = {}});
    attention.layers.push_back(
        {.memory = LayerMemory::Convolution, .heads = 0, .window = 0, .first = 0, .shares = {}});
    LayerAttention latent{
        .memory = LayerMemory::LatentKeys, .heads = 1, .window = 1, .first = count - 1, .shares = {1}};
    attention.layers.push_back(std::move(latent));
    return attention;
}

/// A chat with one reply, four tokens behind a prompt of twenty.
struct Looked {
    test::ChatFixture f;
    AttentionView view;

    explicit Looked(bool answers = true) : view(*f.store, f.inference, f.engine) {
        f.script->tokensPerMessage = 20;
        if (answers) f.script->attention = played;
        f.load();
        f.talk("Hello");
        view.setMessage(f.idAt(1));
    }
    void look(int token, bool inPrompt = false) {
        view.look(token, inPrompt);
        QTRY_VERIFY(!view.isRunning());
    }
    QVariant of(int row, AttentionView::Role role) const { return view.data(view.index(row), role); }
};

}  // namespace

class TestAttentionView : public QObject {
    Q_OBJECT

private slots:
    void lightsUpWhatATokenLookedAt() {
        Looked l;
        QCOMPARE(l.view.token(), -1);
        QVERIFY(!l.view.isReady());
        l.look(2);
        QVERIFY2(l.view.isReady(), qPrintable(l.view.problem()));
        QCOMPARE(l.view.layers(),
                 (QStringList{"All layers", "Layer 1", "Layer 2", "Layer 3", "Layer 4", "Layer 5"}));
        QCOMPARE(l.view.heads(), QStringList{"All heads"});
        // A third of three layers with attention each; halves of their heads.
        QCOMPARE(l.of(0, AttentionView::PlaceRole).toString(), QString("itself"));
        QVERIFY(std::abs(l.of(0, AttentionView::ShareRole).toDouble() - (0.125 + 1) / 3) < 1e-6);
        QCOMPARE(l.of(1, AttentionView::PlaceRole).toString(), QString("prompt 1"));
        QVERIFY(std::abs(l.of(1, AttentionView::ShareRole).toDouble() - 1.0 / 3) < 1e-6);
        QCOMPARE(l.of(2, AttentionView::PlaceRole).toString(), QString("reply 2"));
        QVERIFY(l.view.note().contains("3 of 5 layers"));
        QCOMPARE(l.view.strengthOf(0, true), 1.0);
        QVERIFY(l.view.strengthOf(1, false) > 0.8);
        QCOMPARE(l.view.strengthOf(0, false), 0.0);
        QCOMPARE(l.view.strengthOf(2, false), 0.0);  // itself
    }

    void oneLayerAndOneHead() {
        Looked l;
        l.look(3);
        l.view.setLayer(1);
        QCOMPARE(l.view.heads(), (QStringList{"All heads", "Head 1", "Head 2"}));
        QVERIFY(std::abs(l.of(0, AttentionView::ShareRole).toDouble() - 0.5) < 1e-6);
        l.view.setHead(2);
        QCOMPARE(l.view.count(), 2);
        QCOMPARE(l.of(0, AttentionView::PlaceRole).toString(), QString("reply 3"));
        QVERIFY(std::abs(l.of(0, AttentionView::ShareRole).toDouble() - 0.75) < 1e-6);
        QCOMPARE(l.view.note(), QString());
        l.view.setLayer(2);
        QCOMPARE(l.view.head(), 2);
        QVERIFY(l.view.note().contains("25.0 % went to nothing"));
        // The choice stays for the next token.
        l.look(1);
        QCOMPARE(l.view.layer(), 2);
        l.view.setLayer(3);
        QCOMPARE(l.view.head(), 0);
        QCOMPARE(l.view.count(), 0);
        QVERIFY(l.view.note().contains("one state"));
        l.view.setLayer(4);
        QVERIFY(l.view.note().contains("the last few tokens"));
        l.view.setLayer(5);
        QVERIFY(l.view.note().contains("one compressed key"));
        QVERIFY(l.view.note().contains("the last 1 token"));
        l.view.setLayer(99);
        QCOMPARE(l.view.layer(), 5);
    }

    void tokensOfThePromptAreLookedAtToo() {
        Looked l;
        l.look(4, true);
        QVERIFY(l.view.isReady());
        QCOMPARE(l.view.strengthOf(0, true), 1.0);
        QCOMPARE(l.view.strengthOf(3, true) > 0, true);
        QCOMPARE(l.view.strengthOf(3, false), 0.0);
        l.view.look(-1, false);
        QVERIFY(!l.view.isReady());
        QCOMPARE(l.view.count(), 0);
    }

    void saysWhyThereIsNothingToSee() {
        Looked l(false);
        l.look(1);
        QVERIFY(!l.view.isReady());
        QVERIFY2(l.view.problem().contains("runs on a server"), qPrintable(l.view.problem()));
        const ErrorKind kinds[] = {errors::noRoomToLook, errors::otherVocabulary};
        const char* words[] = {"context is too short", "another model wrote"};
        for (size_t i = 0; i < 2; ++i) {
            l.f.script->attention = [&](const AttentionQuestion&) -> TokenAttention {
                throw Error(kinds[i]);
            };
            l.look(1);
            QVERIFY2(l.view.problem().contains(words[i]), qPrintable(l.view.problem()));
        }
        // The model goes while the question is on its way.
        l.f.inference.close(l.f.inference.current());
        l.view.look(1, false);
        QTRY_VERIFY(!l.view.isRunning());
        QVERIFY2(l.view.problem().contains("No model is loaded any more"), qPrintable(l.view.problem()));
        l.view.setMessage(l.f.idAt(0));
        l.view.look(0, false);
        QVERIFY(!l.view.problem().isEmpty());
    }

    /// The picture of the question is in the model's prompt, and the reply's tokens looked at it.
    void picturesOfThePromptAreLit() {
        Looked l;
        QImage image(40, 20, QImage::Format_RGB32);
        image.fill(Qt::darkGreen);
        QByteArray bytes;
        QBuffer out(&bytes);
        out.open(QIODevice::WriteOnly);
        image.save(&out, "PNG");
        const auto file = store::pictureFile(bytes);
        store::Message reply = *l.f.store->messages().find(l.f.idAt(1));
        const store::Generation generation = *l.f.store->generations().find(reply.id);
        store::Message question;
        question.conversationId = reply.conversationId;
        question.parentId = reply.id;
        question.text = QStringLiteral("What is it?");
        question.pictures = {store::messagePicture({file, QString()})};
        l.f.store->messages().insert(question);
        reply.id = 0;
        reply.parentId = question.id;
        l.f.store->messages().insert(reply);
        l.f.store->generations().put(reply.id, generation);
        l.f.script->attention = [](const AttentionQuestion& asking) {
            TokenAttention attention = played(asking);
            const size_t before = asking.tokens.size() - 2;  // where most of the second heads look
            attention.pictures = {{.first = before - 1, .columns = 2, .lines = 1, .stride = 2}};
            return attention;
        };
        l.view.setMessage(reply.id);
        QCOMPARE(l.view.pictures()->count(), 0);
        l.view.look(2, false);
        // The picture is there before the answer is.
        QCOMPARE(l.view.pictures()->count(), 1);
        const auto role = [&](PictureTokens::Role which) {
            return l.view.pictures()->data(l.view.pictures()->index(0), which);
        };
        QCOMPARE(role(PictureTokens::PictureRole).toMap()["hash"].toString(), store::pictureHash(*file));
        QVERIFY(role(PictureTokens::FiguresRole).toString().isEmpty());
        QTRY_VERIFY(!l.view.isRunning());
        QVERIFY2(l.view.isReady(), qPrintable(l.view.problem()));
        QCOMPARE(role(PictureTokens::PlaceRole).toString(), QString("Looked most at the right, 25.0 %"));
        l.view.setLayer(1);
        l.view.setHead(2);
        QCOMPARE(role(PictureTokens::PlaceRole).toString(), QString("Looked most at the right, 75.0 %"));
        l.view.setLayer(3);
        QCOMPARE(role(PictureTokens::PlaceRole).toString(), QString("Not looked at"));
        // A model that gives no attention: the picture alone.
        l.f.script->attention = [](const AttentionQuestion&) -> TokenAttention {
            throw Error(errors::noRoomToLook);
        };
        l.look(1);
        QCOMPARE(l.view.pictures()->count(), 1);
        QVERIFY(role(PictureTokens::FiguresRole).toString().isEmpty());
        l.view.look(-1, false);
        QCOMPARE(l.view.pictures()->count(), 0);
    }

    /// The next token takes the place of one that is not answered yet.
    void theLastQuestionCounts() {
        Looked l;
        for (int token = 0; token < 4; ++token) l.view.look(token, false);
        QTRY_VERIFY(!l.view.isRunning());
        QCOMPARE(l.view.token(), 3);
        QCOMPARE(l.of(0, AttentionView::PlaceRole).toString(), QString("itself"));
        QVERIFY(l.view.strengthOf(2, false) > 0);
        {
            AttentionView gone(*l.f.store, l.f.inference, l.f.engine);
            gone.setMessage(l.f.idAt(1));
            gone.look(1, false);
        }
        l.look(2);
        QVERIFY(l.view.isReady());
    }
};

QTEST_MAIN(TestAttentionView)
#include "tst_attention_view.moc"
