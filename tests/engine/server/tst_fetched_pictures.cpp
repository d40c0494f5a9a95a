#include "server/fetched_pictures.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "hearth/error.h"
#include "openai/refusal.h"

using namespace hearth;
using openai::Json;
using server::FetchedPictures;

class TestFetchedPictures : public QObject {
    Q_OBJECT

    std::vector<std::string> m_asked;

    /// A web in which each address has its own text as its file.
    FetchedPictures pictures() {
        m_asked.clear();
        return FetchedPictures([this](const std::string& url, const std::stop_token&) {
            m_asked.push_back(url);
            if (url.ends_with("/missing")) throw Error(ErrorCode::Io, "There is no such file.");
            std::vector<std::byte> bytes;
            for (const char c : url.substr(url.rfind('/') + 1)) bytes.push_back(static_cast<std::byte>(c));
            return bytes;
        });
    }
    /// JSON in which WEB stands for a host: moc takes two slashes in a raw string for a comment.
    static Json parsed(std::string text) {
        for (size_t at = 0; (at = text.find("WEB", at)) != std::string::npos;)
            text.replace(at, 3, "https://a.org");
        return Json::parse(text);
    }
    static std::string refusalOf(FetchedPictures& pictures, Json body) {
        try {
            pictures.replaceIn(body, {});
            return "not refused";
        } catch (const openai::Refusal& refusal) {
            return refusal.field + ": " + refusal.message;
        }
    }

private slots:
    void addressesOfEveryApiAreReplaced() {
        FetchedPictures web = pictures();
        Json body = parsed(R"({"model": "m", "messages": [
            {"role": "system", "content": "WEB/text is no picture"},
            {"role": "user", "content": [
                {"type": "text", "text": "WEB/text"},
                {"type": "image_url", "image_url": {"url": "WEB/a", "detail": "low"}},
                {"type": "image_url", "image_url": "HTTP:/b"},
                {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
                {"type": "image", "source": {"type": "url", "url": "WEB/c"}},
                {"type": "tool_result", "content": [
                    {"type": "image", "source": {"type": "url", "url": "WEB/d"}}]}]}],
            "input": [{"type": "message", "content": [{"type": "input_image", "image_url": "WEB/e"}]},
                      {"type": "function_call_output", "output": [
                          {"type": "input_image", "image_url": "WEB/f"}]}],
            "tools": [{"type": "image_url", "image_url": "WEB/g"}]})");
        web.replaceIn(body, {});
        const Json& content = body["messages"][1]["content"];
        QCOMPARE(content[1]["image_url"].dump(),
                 std::string(R"({"url":"data:;base64,YQ==","detail":"low"})"));
        QCOMPARE(content[2]["image_url"].get<std::string>(), std::string("data:;base64,Yg=="));
        QCOMPARE(content[3]["image_url"]["url"].get<std::string>(),
                 std::string("data:image/png;base64,AAAA"));
        QCOMPARE(content[4]["source"].dump(), std::string(R"({"type":"base64","data":"Yw=="})"));
        QCOMPARE(content[5]["content"][0]["source"]["data"].get<std::string>(), std::string("ZA=="));
        QCOMPARE(body["input"][0]["content"][0]["image_url"].get<std::string>(),
                 std::string("data:;base64,ZQ=="));
        QCOMPARE(body["input"][1]["output"][0]["image_url"].get<std::string>(),
                 std::string("data:;base64,Zg=="));
        QCOMPARE(m_asked.size(), size_t(6));
    }
    void theSameAddressIsFetchedOnce() {
        FetchedPictures web = pictures();
        const Json body = parsed(R"({"messages": [{"role": "user", "content": [
            {"type": "image_url", "image_url": "WEB/a"},
            {"type": "image_url", "image_url": "WEB/a"}]}]})");
        for (int turn = 0; turn < 3; ++turn) {
            Json asked = body;
            web.replaceIn(asked, {});
            QCOMPARE(asked["messages"][0]["content"][1]["image_url"].get<std::string>(),
                     std::string("data:;base64,YQ=="));
        }
        QCOMPARE(m_asked.size(), size_t(1));
    }
    void whatCannotBeFetchedNamesItsField() {
        FetchedPictures web = pictures();
        const Json body = parsed(R"({"messages": [{"role": "user", "content": [
            {"type": "image_url", "image_url": {"url": "WEB/missing"}}]}]})");
        QCOMPARE(refusalOf(web, body),
                 std::string("messages[0].content[0].image_url.url: The field "
                             "\"messages[0].content[0].image_url.url\" cannot be fetched: "
                             "There is no such file."));
        Json many = {{"messages", Json::array({{{"role", "user"}, {"content", Json::array()}}})}};
        for (size_t i = 0; i <= FetchedPictures::mostFetches; ++i)
            many["messages"][0]["content"].push_back(
                {{"type", "image_url"}, {"image_url", "https:" + std::to_string(i)}});
        QVERIFY(refusalOf(web, many).starts_with("messages[0].content[16].image_url: "));
    }
    void strangeBodiesStayAsTheyAre() {
        FetchedPictures web = pictures();
        for (const char* text :
             {"[]", "1", R"({"messages": 1})",
              R"({"messages": [1, null, {"content": 2}, {"content": [[], "x"]}]})", R"({"input": "WEB/a"})",
              R"({"messages": [{"content": [{"type": "image_url"}]}]})",
              R"({"messages": [{"content": [{"type": "image", "source": {"url": 5}}]}]})",
              R"({"messages": [{"content": [{"type": "image_url", "image_url": "ftp:a"}]}]})"}) {
            Json body = parsed(text);
            const std::string before = body.dump();
            web.replaceIn(body, {});
            QCOMPARE(body.dump(), before);
        }
        QVERIFY(m_asked.empty());
        QVERIFY(!FetchedPictures::mayConcern(R"({"messages": [{"content": "WEB"}]})"));
        QVERIFY(FetchedPictures::mayConcern(R"({"type": "image_url", "image_url": "HTTPS:x"})"));
    }
};

QTEST_APPLESS_MAIN(TestFetchedPictures)
#include "tst_fetched_pictures.moc"
