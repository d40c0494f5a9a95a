#include "chat/drafted_chat.h"

#include <mutex>

#include "chat_fixture.h"
#include "support/small_picture.h"

using namespace hearth;
using namespace hearth::app;
using test::ChatFixture;

class TestDraftedChat : public QObject {
    Q_OBJECT

private slots:
    void theDraftIsEstimated() {
        ChatFixture f;
        f.load();
        QCOMPARE(f.chat.figures->estimateNew(), -1);
        f.chat.draft->setText(QStringLiteral("How much?"));
        QTRY_COMPARE(f.chat.figures->estimateNew(), 5);
        QCOMPARE(f.chat.figures->estimateCached(), 5);
        QVERIFY(f.chat.figures->estimateSeconds() > 0);
        QCOMPARE(f.chat.figures->contextFree(), 2048 - 10);
    }

    void theEstimateHasThePicturesOfTheDraft() {
        ChatFixture f;
        std::mutex mutex;
        std::vector<ChatMessage> asked;
        f.script->makePrompt = [&](GenerationRequest& request) {
            const std::scoped_lock lock(mutex);
            if (!request.rawText) asked = request.messages;
            if (!request.prompt) request.prompt.emplace();
        };
        f.script->pictureRows = 4;
        f.load();
        f.chat.draft->pictures()->add({test::smallPicture(1), "a.png"});
        f.chat.draft->setText(QStringLiteral("What?"));
        f.chat.attachments->addText(QStringLiteral("a file"));
        QTRY_VERIFY(f.chat.figures->estimateNew() > 0);
        const auto drafted = [&] {
            const std::scoped_lock lock(mutex);
            return asked.empty() ? ChatMessage() : asked.back();
        };
        QTRY_VERIFY(drafted().content.size() > 5 && drafted().pictures.size() == 1);
        // Behind the files, where it is when it is sent.
        const ChatMessage draft = drafted();
        QCOMPARE(draft.pictures[0].at, draft.content.size() - 5);
        f.talk(QStringLiteral("What?"));
        const ChatMessage& sent = f.script->requests.front().messages.back();
        QCOMPARE(sent.content, draft.content);
        QCOMPARE(sent.pictures[0].at, draft.pictures[0].at);
    }
};

QTEST_GUILESS_MAIN(TestDraftedChat)

#include "tst_drafted_chat.moc"
