#include "server/shared_texts.h"

#include <nlohmann/json.hpp>

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth::server;
using hearth::openai::Json;

class TestSharedTexts : public QObject {
    Q_OBJECT

    static std::string longText(char letter) { return std::string(SharedTexts::leastBytes, letter); }
    static Json valueWith(const std::string& text) {
        return Json::array(
            {{{"role", "user"}, {"content", Json::array({{{"image_url", text}}, {{"text", "short"}}})}}});
    }

private slots:
    void aTextIsThereOnce() {
        SharedTexts texts;
        const Json first = valueWith(longText('a')),
                   second = {{"again", longText('a')}, {"other", longText('b')}};
        Json one = first, two = second;
        SharedTexts::Names added;
        const auto namesOfOne = texts.take(SharedTexts::extract(one), added);
        QCOMPARE(added, namesOfOne);
        QCOMPARE(added.size(), size_t(1));
        QVERIFY(one.dump().size() < 300);
        QVERIFY(one.dump().find("short") != std::string::npos);
        added.clear();
        const auto namesOfTwo = texts.take(SharedTexts::extract(two), added);
        QCOMPARE(namesOfTwo.size(), size_t(2));
        QCOMPARE(added.size(), size_t(1));
        QCOMPARE(texts.bytes(), uint64_t(2 * SharedTexts::leastBytes));
        QCOMPARE(SharedTexts::namesIn(two), namesOfTwo);
        for (auto& [taken, whole] : {std::pair(one, first), std::pair(two, second)}) {
            Json restored = taken;
            QVERIFY(texts.restore(restored));
            QCOMPARE(restored, whole);
        }
    }
    void textsWithoutUsersGo() {
        SharedTexts texts;
        SharedTexts::Names added;
        Json one = valueWith(longText('a')), two = one;
        const auto names = texts.take(SharedTexts::extract(one), added);
        (void)texts.take(SharedTexts::extract(two), added);
        texts.release(names);
        QVERIFY(texts.restore(one));
        texts.release(names);
        QVERIFY(!texts.restore(two));
        QCOMPARE(texts.bytes(), uint64_t(0));
        QVERIFY(texts.names().empty());
    }
    void twiceInAValueCountsOnce() {
        SharedTexts texts;
        SharedTexts::Names added;
        Json value = Json::array({longText('a'), longText('a')});
        texts.release(texts.take(SharedTexts::extract(value), added));
        QCOMPARE(texts.bytes(), uint64_t(0));
    }
    void textsOfAnotherProcessAreFound() {
        SharedTexts before, after;
        SharedTexts::Names added;
        Json value = valueWith(longText('a'));
        const auto names = before.take(SharedTexts::extract(value), added);
        QVERIFY(!after.use(names));
        after.add(longText('a'));
        after.add(longText('b'));
        QVERIFY(after.use(SharedTexts::namesIn(value)));
        after.dropUnused();
        QCOMPARE(after.names(), names);
        QVERIFY(after.restore(value));
        QCOMPARE(value, valueWith(longText('a')));
    }
    void whatLooksLikeANameIsAText() {
        SharedTexts texts;
        SharedTexts::Names added;
        Json value = valueWith(longText('a'));
        const std::string name = *texts.take(SharedTexts::extract(value), added).begin();
        // A client that knows it gets its own words back.
        Json guess = {{"text", name}};
        (void)texts.take(SharedTexts::extract(guess), added);
        QVERIFY(guess.at("text") != Json(name));
        QVERIFY(texts.restore(guess));
        QCOMPARE(guess.at("text"), Json(name));
    }
};

QTEST_APPLESS_MAIN(TestSharedTexts)
#include "tst_shared_texts.moc"
