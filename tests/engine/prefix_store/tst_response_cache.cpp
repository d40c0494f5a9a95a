#include "prefix_store/response_cache.h"

#include <QTemporaryDir>
#include <QtTest>
#include <fstream>
#include <functional>

using namespace hearth;

namespace {

GenerationRequest askedRequest() {
    GenerationRequest request;
    request.sampling.temperature = 0;
    request.replyReuse = ReplyReuse::Use;
    return request;
}

Prompt askedPrompt() {
    Prompt prompt;
    prompt.tokens = {1, 2, 3};
    return prompt;
}

ReplyQuestion askedQuestion(TokenId last = 3) {
    Prompt prompt = askedPrompt();
    prompt.tokens.back() = last;
    return *replyQuestion(askedRequest(), prompt);
}

CachedResponse sampleReply(TokenId first = 7) {
    GeneratedToken token{.token = first, .probability = 0.5F, .candidates = {}};
    token.candidates = {{.token = first, .probability = 1, .plainProbability = 0.5F, .cutBy = nullptr},
                        {.token = 9, .probability = 0, .plainProbability = 0.25F, .cutBy = "top-k"}};
    return {.tokens = {token, {.token = 2, .probability = 0.75F, .candidates = {}}},
            .reason = FinishReason::StopString};
}

BlockStoreOptions storeIn(const QTemporaryDir& place) {
    return {.folder = place.path().toStdString(),
            .space = {1, 2},
            .shape = {.groupBytes = {64}, .stateBytes = 0, .vocabulary = 8}};
}

}  // namespace

class TestResponseCache : public QObject {
    Q_OBJECT
private slots:
    /// Text asks what it asked before there were spans, and each content something else.
    void contentsAskForOthers() {
        const auto text = replyQuestion(askedRequest(), askedPrompt());
        Prompt cat = askedPrompt(), dog = askedPrompt();
        cat.spans = {{.content = {1, 0}, .first = 1, .rows = 2, .positions = 2}};
        dog.spans = {{.content = {2, 0}, .first = 1, .rows = 2, .positions = 2}};
        const auto ofCat = replyQuestion(askedRequest(), cat), ofDog = replyQuestion(askedRequest(), dog);
        QVERIFY(ofCat != ofDog && ofCat != text && ofDog != text);
        QVERIFY(std::equal(text->begin(), text->end(), ofCat->begin()));
        ResponseCache replies;
        replies.keep(*ofCat, sampleReply(), "");
        QVERIFY(replies.find(*ofCat, "") && !replies.find(*ofDog, "") && !replies.find(*text, ""));
    }

    void identicalRequestsAskTheSame() {
        GenerationRequest other = askedRequest();
        // Fields that do not affect the choice of tokens.
        other.tenant = "chat 2";
        other.sampling.seed = 5;
        other.speculation = Speculation::PromptLookup;
        other.replyReuse = ReplyReuse::Renew;
        other.spentMs = 3;
        QVERIFY(replyQuestion(other, askedPrompt()));
        QCOMPARE(replyQuestion(other, askedPrompt()), replyQuestion(askedRequest(), askedPrompt()));
    }

    void whatChangesAReplyChangesTheQuestion() {
        using Change = std::function<void(GenerationRequest&, Prompt&)>;
        const std::vector<Change> changes{
            [](auto& request, auto&) { request.sampling.topK = 3; },
            [](auto& request, auto&) { request.sampling.topP = 0.5F; },
            [](auto& request, auto&) { request.sampling.minP = 0.5F; },
            [](auto& request, auto&) { request.sampling.repeatPenalty = 1.5F; },
            [](auto& request, auto&) { request.sampling.presencePenalty = 1; },
            [](auto& request, auto&) { request.sampling.frequencyPenalty = 1; },
            [](auto& request, auto&) { request.sampling.penaltyLastN = 3; },
            [](auto& request, auto&) { request.sampling.maxTokens = 3; },
            [](auto& request, auto&) { request.sampling.stop = {"a"}; },
            [](auto& request, auto&) {
                request.sampling.stop = {"a", ""};
            },
            [](auto& request, auto&) {
                request.sampling.logitBias = {{1, 2.0F}};
            },
            [](auto& request, auto&) { request.grammar.kind = ReplyGrammar::Kind::JsonObject; },
            [](auto& request, auto&) { request.grammar.source = "x"; },
            [](auto& request, auto&) { request.rawReply = true; },
            [](auto& request, auto&) { request.continueLast = true; },
            [](auto& request, auto&) { request.templateVariables = "{}"; },
            [](auto& request, auto&) { request.candidates = 2; },
            [](auto&, auto& prompt) { prompt.tokens.push_back(4); },
            [](auto&, auto& prompt) { prompt.cuts = {{.keep = 32, .dropTo = 64, .at = 96}}; }};
        std::set<ReplyQuestion> questions{askedQuestion()};
        for (const Change& change : changes) {
            GenerationRequest request = askedRequest();
            Prompt prompt = askedPrompt();
            change(request, prompt);
            questions.insert(*replyQuestion(request, prompt));
        }
        QCOMPARE(questions.size(), changes.size() + 1);
    }

    void othersHaveNoKeptReply() {
        using Change = void (*)(GenerationRequest&);
        for (const Change change :
             {Change([](GenerationRequest& request) { request.sampling.temperature = 0.1F; }),
              Change([](GenerationRequest& request) { request.sampling.maxTokens = 0; }),
              Change([](GenerationRequest& request) { request.useCache = false; }),
              Change([](GenerationRequest& request) { request.ignoreEndOfText = true; }),
              Change([](GenerationRequest& request) { request.replyReuse = ReplyReuse::Off; })}) {
            GenerationRequest request = askedRequest();
            change(request);
            QVERIFY(!replyQuestion(request, askedPrompt()));
        }
    }

    void whatWasKeptComesBack() {
        ResponseCache replies;
        QVERIFY(!replies.find(askedQuestion(), ""));
        replies.keep(askedQuestion(), sampleReply(), "chat");
        check(replies.find(askedQuestion(), ""), 7);
        QVERIFY(!replies.find(askedQuestion(4), ""));
        replies.keep(askedQuestion(), sampleReply(8), "chat");
        check(replies.find(askedQuestion(), ""), 8);
        replies.clear();
        QVERIFY(!replies.find(askedQuestion(), ""));
    }

    void itOutlivesTheProgram() {
        const QTemporaryDir place;
        for (const TokenId first : {7, 8}) {
            BlockStore store(storeIn(place));
            ResponseCache replies;
            replies.keepOn(&store);
            replies.keep(askedQuestion(), sampleReply(first), "chat");
            store.flush();
        }
        BlockStore store(storeIn(place));
        ResponseCache replies;
        replies.keepOn(&store);
        check(replies.find(askedQuestion(), "chat"), 8);
        QVERIFY(!replies.find(askedQuestion(4), "chat"));
        // Of another model there is none.
        BlockStoreOptions options = storeIn(place);
        options.space = {1, 3};
        BlockStore otherStore(options);
        ResponseCache others;
        others.keepOn(&otherStore);
        QVERIFY(!others.find(askedQuestion(), "chat"));
    }

    void aRenewedOneIsReadBeforeItIsWritten() {
        const QTemporaryDir place;
        BlockStore store(storeIn(place));
        ResponseCache replies;
        replies.keepOn(&store);
        for (TokenId first = 0; first < 20; ++first) {
            replies.keep(askedQuestion(), sampleReply(first), "chat");
            replies.clear();
            check(replies.find(askedQuestion(), "chat"), first);
        }
    }

    void oneThatGrewTooLongLeavesNoEarlierOne() {
        const QTemporaryDir place;
        CachedResponse large;
        large.tokens.resize(1'000'000);
        {
            BlockStore store(storeIn(place));
            ResponseCache replies;
            replies.keepOn(&store);
            replies.keep(askedQuestion(), sampleReply(), "chat");
            store.flush();
            replies.keep(askedQuestion(), large, "chat");
            QVERIFY(!replies.find(askedQuestion(), "chat"));
            store.flush();
        }
        BlockStore store(storeIn(place));
        ResponseCache replies;
        replies.keepOn(&store);
        QVERIFY(!replies.find(askedQuestion(), "chat"));
    }

    void whatIsDamagedIsMadeAgain() {
        const QTemporaryDir place;
        {
            BlockStore store(storeIn(place));
            ResponseCache replies;
            replies.keepOn(&store);
            replies.keep(askedQuestion(), sampleReply(), "chat");
            store.flush();
        }
        for (const auto& file : std::filesystem::recursive_directory_iterator(place.path().toStdString()))
            if (file.path().extension() == ".reply")
                std::fstream(file.path(), std::ios::in | std::ios::out | std::ios::binary)
                    .seekp(-3, std::ios::end)
                    .put('x');
        BlockStore store(storeIn(place));
        ResponseCache replies;
        replies.keepOn(&store);
        QVERIFY(!replies.find(askedQuestion(), "chat"));
        QVERIFY(store.takeFailure());
        replies.keep(askedQuestion(), sampleReply(), "chat");
        store.flush();
        replies.clear();
        check(replies.find(askedQuestion(), "chat"), 7);
    }

    void itGoesWithTheLastChatThatUsedIt() {
        const QTemporaryDir place;
        const std::vector<std::string> first{"chat 1"}, second{"chat 2"};
        BlockStore store(storeIn(place));
        ResponseCache replies;
        replies.keepOn(&store);
        replies.keep(askedQuestion(), sampleReply(), "chat 1");
        replies.keep(askedQuestion(4), sampleReply(), "chat 1");
        QVERIFY(replies.find(askedQuestion(), "chat 2"));
        replies.keepTenants(second);
        (void)store.keepTenants(second);
        check(replies.find(askedQuestion(), "chat 2"), 7);
        QVERIFY(!replies.find(askedQuestion(4), "chat 2"));
        replies.clear();
        check(replies.find(askedQuestion(), "chat 2"), 7);
        replies.keepTenants(first);
        (void)store.keepTenants(first);
        QVERIFY(!replies.find(askedQuestion(), ""));
    }

    void memoryIsBounded() {
        ResponseCache replies;
        CachedResponse large;
        large.tokens.resize(100'000);
        const auto mostThere = ResponseCache::mostBytes / 1'200'000 + 1;
        for (TokenId last = 0; last < 40; ++last) replies.keep(askedQuestion(last), large, "");
        size_t there = 0;
        for (TokenId last = 0; last < 40; ++last) there += replies.find(askedQuestion(last), "") ? 1 : 0;
        QVERIFY(there > 2 && there <= mostThere);
        large.tokens.resize(1'000'000);
        replies.keep(askedQuestion(50), large, "");
        QVERIFY(!replies.find(askedQuestion(50), ""));
    }

private:
    static void check(const std::optional<CachedResponse>& reply, TokenId first) {
        QVERIFY(reply);
        const CachedResponse wanted = sampleReply(first);
        QCOMPARE(reply->reason, wanted.reason);
        QCOMPARE(reply->tokens.size(), wanted.tokens.size());
        for (size_t i = 0; i < wanted.tokens.size(); ++i) {
            const GeneratedToken &token = reply->tokens[i], &own = wanted.tokens[i];
            QCOMPARE(token.token, own.token);
            QCOMPARE(token.probability, own.probability);
            QCOMPARE(token.candidates.size(), own.candidates.size());
            for (size_t at = 0; at < own.candidates.size(); ++at) {
                QCOMPARE(token.candidates[at].token, own.candidates[at].token);
                QCOMPARE(token.candidates[at].plainProbability, own.candidates[at].plainProbability);
                QCOMPARE(std::string(token.candidates[at].cutBy == nullptr ? "" : token.candidates[at].cutBy),
                         std::string(own.candidates[at].cutBy == nullptr ? "" : own.candidates[at].cutBy));
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestResponseCache)
#include "tst_response_cache.moc"
