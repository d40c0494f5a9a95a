#include "chat/request_builder.h"

#include <QtTest>

#include "chat/recipe_keys.h"
#include "chat/recipe_shifts.h"
#include "support/small_picture.h"

using namespace hearth;
using namespace hearth::app;

class TestRequestBuilder : public QObject {
    Q_OBJECT

private slots:
    void tokensGoAlongOnlyWhereTheyAreTheText() {
        const auto store = store::Store::inMemory();
        store::Conversation conversation;
        store::Message question, reply;
        question.text = QStringLiteral("Q");
        reply.role = store::Role::Assistant;
        store->addTurn(conversation, question, reply);
        reply.text = QStringLiteral("A");
        reply.state = store::MessageState::Complete;
        reply.model = QStringLiteral("M");
        store->finishReply(reply, {{1, 2}, {1, 1}, {}, {}, {}, FinishReason::EndOfText});
        RequestBuilder builder(*store);
        const auto tokens = [&](const store::Message& message, const QString& model) {
            builder.clear();
            return builder.build({}, {question, message}, {model}, {}).messages.at(1).tokens;
        };
        QCOMPARE(tokens(reply, "M"), (std::vector<TokenId>{1, 2}));
        QVERIFY(tokens(reply, "another model").empty());
        store::Message interrupted = reply;
        interrupted.state = store::MessageState::Interrupted;
        QVERIFY(tokens(interrupted, "M").empty());
        store->generations().put(reply.id, {{1, 2}, {}, {}, {}, {}, FinishReason::StopString});
        QVERIFY(tokens(reply, "M").empty());
    }

    void picturesStandWhereTheyStandInTheText() {
        const auto store = store::Store::inMemory();
        const auto picture = [](uint32_t number, qsizetype at) {
            store::MessagePicture made = store::messagePicture({test::smallPicture(number), {}});
            made.at = at;
            return made;
        };
        store::Conversation conversation;
        store::Message question, reply;
        // 2, 4 and 3 bytes of UTF-8: 1, 2 and 1 units of UTF-16.
        question.text = QStringLiteral("\u00e4\U0001f642\u6f22");
        question.pictures = {picture(1, 0), picture(2, 1), picture(3, 2),
                             picture(4, 3), picture(5, 4), picture(6, 99)};
        store->addTurn(conversation, question, reply);
        RequestBuilder builder(*store);
        const auto places = [&](const store::Message& message) {
            std::vector<size_t> found;
            const GenerationRequest request = builder.build({}, {message}, {}, {});
            for (const MessagePicture& shown : request.messages.at(0).pictures) found.push_back(shown.at);
            return found;
        };
        // Nothing stands within a character.
        QCOMPARE(places(question), (std::vector<size_t>{0, 2, 6, 6, 9, 9}));
        const auto files = builder.build({}, {question}, {}, {}).messages.at(0).pictures;
        QVERIFY(files[1].file->hash() == test::smallPicture(2)->hash());
        // Behind attached files, which stand in front of the text.
        store::Attachment file;
        file.messageId = question.id;
        file.name = "a.txt";
        file.text = QStringLiteral("\u00e4");
        store->attachments().insert(file);
        builder.clear();
        const std::string content = builder.build({}, {question}, {}, {}).messages.at(0).content;
        QCOMPARE(places(question).front(), content.size() - 9);
        QCOMPARE(places(question).back(), content.size());
    }

    void picturesOfADraftAreNotInTheStoreYet() {
        const auto store = store::Store::inMemory();
        RequestBuilder builder(*store);
        store::Message draft;
        draft.pictures = {store::messagePicture({test::smallPicture(1), {}})};
        const auto request = builder.build({}, {draft}, {}, {});
        QCOMPARE(request.messages.at(0).pictures.size(), size_t{1});
        QCOMPARE(request.messages.at(0).pictures[0].file, draft.pictures[0].file);
    }

    void aDamagedPictureIsReported() {
        const auto store = store::Store::inMemory();
        store::Conversation conversation;
        store::Message question, reply;
        question.text = QStringLiteral("Q");
        question.pictures = {store::messagePicture({test::smallPicture(1), {}})};
        store->addTurn(conversation, question, reply);
        store->database().execute("UPDATE picture SET bytes = x'00'");
        store->pictures().clearCache();
        RequestBuilder builder(*store);
        const auto request = builder.build({}, {question}, {}, {});
        QCOMPARE(request.messages.at(0).content, std::string("Q"));
        QVERIFY(request.messages.at(0).pictures.empty());
        QVERIFY(builder.lacksPicture());
        (void)builder.build({}, {}, {}, {});
        QVERIFY(!builder.lacksPicture());
    }

    void emptyRepliesAndPromptsAreLeftOut() {
        const auto store = store::Store::inMemory();
        RequestBuilder builder(*store);
        store::Message question, reply;
        question.text = QStringLiteral("Q");
        reply.role = store::Role::Assistant;
        const GenerationRequest request = builder.build(QStringLiteral("  \n"), {question, reply}, {}, {});
        QCOMPARE(request.messages.size(), 1U);
        QCOMPARE(request.messages[0].role, std::string("user"));
    }

    void whatIsLeftOutHasItsSummaryBehindTheSystemPrompt() {
        const auto store = store::Store::inMemory();
        RequestBuilder builder(*store);
        std::vector<store::Message> path(5);
        for (size_t at = 0; at < path.size(); ++at) {
            path[at].text = QStringLiteral("m%1").arg(at);
            path[at].role = at % 2 == 0 ? store::Role::User : store::Role::Assistant;
        }
        const GenerationRequest cut = builder.build("Be brief.", path, {}, {}, {1, 0, {}, 2, 0});
        QCOMPARE(cut.messages.size(), size_t{4});
        QCOMPARE(cut.messages[0].content, std::string("Be brief."));
        QCOMPARE(cut.messages[1].content, std::string("m2"));
        const GenerationRequest summed = builder.build("Be brief.", path, {}, {}, {2, 1, "It was.", 2, 2});
        QCOMPARE(summed.messages.size(), size_t{2});
        QVERIFY(QString::fromStdString(summed.messages[0].content).startsWith("Be brief.\n\n"));
        QVERIFY(QString::fromStdString(summed.messages[0].content).endsWith("It was."));
        QCOMPARE(summed.messages[1].content, std::string("m4"));
        QCOMPARE(builder.build({}, path, {}, {}, {0, 0, "It was.", 0, 0}).messages.size(), size_t{6});
    }

    void aCutIsThatOfTheLastReplyOfTheBranch() {
        const auto store = store::Store::inMemory();
        store::Conversation conversation;
        store::Message first, one, second, two;
        store->addTurn(conversation, first, one);
        second.parentId = one.id;
        store->addTurn(conversation, second, two);
        const auto made = [&](store::Message& reply, const QJsonObject& recipe) {
            reply.role = store::Role::Assistant;
            reply.text = "A";
            store->finishReply(reply, {{1}, {1}, {}, recipe, {}, FinishReason::EndOfText});
        };
        made(one, {{"seed", "1"}});
        made(two, {{recipe::leftOutTurns, 1}, {recipe::contextLength, 100}});
        store::Message next;
        next.conversationId = conversation.id;
        RequestBuilder builder(*store);
        QCOMPARE(builder.leftOut({first, one, second, two, next}, {.contextLength = 100}).turns, 1);
        // In a longer context there may be room again.
        QCOMPARE(builder.leftOut({first, one, second, two, next}, {.contextLength = 200}).turns, 0);
        // Another branch knows nothing of it, and a reply that failed changes nothing.
        QCOMPARE(builder.leftOut({first, one, next}, {.contextLength = 100}).turns, 0);
        store::Message failed;
        failed.role = store::Role::Assistant;
        failed.conversationId = conversation.id;
        QCOMPARE(builder.leftOut({first, one, second, two, next, failed, next}, {.contextLength = 100}).turns,
                 1);
    }

    void cutsOfTheEngineBelongToTheReplyAndItsPrompt() {
        const auto store = store::Store::inMemory();
        store::Conversation conversation;
        store::Message first, one, second, two, third, three;
        store->addTurn(conversation, first, one);
        second.parentId = one.id;
        store->addTurn(conversation, second, two);
        third.parentId = two.id;
        store->addTurn(conversation, third, three);
        const std::vector<ContextShift> cuts{{32, 64, 90}};
        const auto made = [&](store::Message& reply, const char* model, const QJsonObject& recipe) {
            reply.role = store::Role::Assistant;
            reply.text = "A";
            reply.model = model;
            store->finishReply(reply, {{1}, {1}, {}, recipe, {}, FinishReason::EndOfText});
        };
        made(one, "M", {{recipe::contextLength, 100}});
        made(two, "M",
             {{recipe::contextLength, 100},
              {recipe::systemPrompt, "S"},
              {recipe::cuts, toJson(cuts)},
              {recipe::slidTurns, 1}});
        // Another model's reply in between changes nothing for the first one.
        made(three, "other", {{recipe::contextLength, 100}});
        store::Message next;
        next.conversationId = conversation.id;
        const std::vector<store::Message> path{first, one, second, two, third, three, next};
        RequestBuilder builder(*store);
        const RequestBuilder::Target same{"S", "M", 100, true};
        const LeftOut slid = builder.leftOut(path, same);
        QVERIFY(slid.cuts == cuts);
        QCOMPARE(slid.turns, 0);
        QCOMPARE(slid.slidTurns, 1);
        QCOMPARE(slid.slidMessages, 2);
        const GenerationRequest request = builder.build("S", path, {"M"}, {}, slid);
        QVERIFY(request.cuts == cuts);
        QCOMPARE(request.messages.size(), size_t{8});
        const auto cutsFor = [&](const RequestBuilder::Target& target,
                                 const std::vector<store::Message>& branch) {
            return builder.leftOut(branch, target).cuts.size();
        };
        QCOMPARE(cutsFor({"S", "M", 80, true}, path), size_t{1});
        QCOMPARE(cutsFor({"S", "M", 200, true}, path), size_t{0});
        QCOMPARE(cutsFor({"S", "M", 60, true}, path), size_t{0});
        QCOMPARE(cutsFor({"T", "M", 100, true}, path), size_t{0});
        QCOMPARE(cutsFor({"S", "other", 100, true}, path), size_t{0});
        QCOMPARE(cutsFor({"S", "M", 100, false}, path), size_t{0});
        // An edit in front of the reply is another branch.
        QCOMPARE(cutsFor(same, {first, one, next}), size_t{0});
        // Behind a summary the prompt begins otherwise.
        store::Summary summary;
        summary.conversationId = conversation.id;
        summary.messageId = one.id;
        summary.text = "It was.";
        store->summaries().put(summary);
        QCOMPARE(cutsFor(same, path), size_t{0});
    }
};

QTEST_GUILESS_MAIN(TestRequestBuilder)
#include "tst_request_builder.moc"
