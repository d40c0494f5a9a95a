#include "hearth/generation_request.h"
#include "hearth/prompt_estimate.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

class TestPictureCosts : public QObject {
    Q_OBJECT

    /// 1,000 tokens with a picture of two spans of 100 rows each and one of 50.
    static Prompt prompt() {
        Prompt prompt;
        prompt.tokens.resize(1000);
        prompt.spans = {{.content = {}, .first = 100, .rows = 100},
                        {.content = {}, .first = 210, .rows = 100},
                        {.content = {}, .first = 700, .rows = 50}};
        prompt.pictures = {{.spans = 2, .rows = 200}, {.spans = 1, .rows = 50}};
        return prompt;
    }

private slots:
    void aPictureIsCachedWithItsLastRow() {
        const auto areCached = [](int cached, int disk, bool first, bool second) {
            PromptEstimate estimate;
            estimate.promptTokens = 1000;
            estimate.cachedTokens = cached;
            estimate.diskTokens = disk;
            const auto costs = pictureCosts(prompt(), estimate);
            return costs == std::vector<PictureCost>{{.tokens = 200, .cached = first},
                                                     {.tokens = 50, .cached = second}};
        };
        QVERIFY(areCached(0, 0, false, false));
        QVERIFY(areCached(309, 0, false, false));
        QVERIFY(areCached(310, 0, true, false));
        QVERIFY(areCached(310, 440, true, true));
    }

    void whatACutDropsIsNotCached() {
        // The tokens from 32 to 512 are dropped: the second picture ends at 270 of those that are left.
        PromptEstimate estimate;
        estimate.promptTokens = 520;
        estimate.cachedTokens = 270;
        estimate.cuts = {{.keep = 32, .dropTo = 512, .at = 900}};
        const auto costs = pictureCosts(prompt(), estimate);
        QVERIFY(!costs[0].cached && costs[1].cached);
        estimate.cachedTokens = 269;
        QVERIFY(!pictureCosts(prompt(), estimate)[1].cached);
    }

    void textHasNoPictures() {
        QVERIFY(pictureCosts({}, {}).empty());
        // An engine that does not say where they lie, such as a server.
        Prompt prompt;
        prompt.pictures = {{.spans = 0, .rows = 10}};
        PromptEstimate estimate;
        estimate.promptTokens = estimate.cachedTokens = 20;
        QVERIFY(!pictureCosts(prompt, estimate)[0].cached);
    }
};

QTEST_GUILESS_MAIN(TestPictureCosts)
#include "tst_picture_costs.moc"
