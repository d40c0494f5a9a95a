#include "openai/picture_parts.h"

#include <nlohmann/json.hpp>

#include "openai/refusal.h"
#include "picture/picture_errors.h"
#include "session/session_errors.h"
#include "support/picture_urls.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::openai;
using test::pictureBase64;
using test::pictureUrl;

class TestPictureParts : public QObject {
    Q_OBJECT

    /// As --strict-fields has it.
    static std::shared_ptr<const PictureFile> read(const Json& part) {
        RequestNotes strict(UnknownFields::Refuse);
        return PictureParts(strict).read("content[1]", part, 0).file;
    }
    static Refusal refused(const Json& part) {
        try {
            (void)read(part);
        } catch (const Refusal& refusal) {
            return refusal;
        }
        return {};
    }
    static Json ofUrl(const Json& url) { return {{"type", "image_url"}, {"image_url", {{"url", url}}}}; }
    static Json ofSource(const Json& source) { return {{"type", "image"}, {"source", source}}; }

private slots:
    void readsEveryForm_data() {
        QTest::addColumn<QByteArray>("part");
        const auto row = [](const char* name, const Json& part) {
            QTest::newRow(name) << QByteArray::fromStdString(part.dump());
        };
        const std::string url = pictureUrl();
        row("chat completions", ofUrl(url));
        row("chat completions, plain", {{"type", "image_url"}, {"image_url", url}});
        row("chat completions, detail",
            {{"type", "image_url"}, {"image_url", {{"url", url}, {"detail", "auto"}}}});
        row("responses", {{"type", "input_image"}, {"image_url", url}, {"detail", "auto"}});
        row("messages",
            ofSource({{"type", "base64"}, {"media_type", "image/png"}, {"data", pictureBase64()}}));
        row("messages, URL", ofSource({{"type", "url"}, {"url", url}}));
        row("tools of MCP", {{"type", "image"}, {"data", pictureBase64()}, {"mimeType", "image/png"}});
        // The bytes say what they are.
        row("another type", ofUrl(pictureUrl("png-2-8.png", "image/jpeg")));
        row("no type", ofUrl(pictureUrl("png-2-8.png", "")));
    }
    void readsEveryForm() {
        QFETCH(QByteArray, part);
        const Json json = Json::parse(part.toStdString());
        QVERIFY(PictureParts::isPicture(json));
        const auto picture = read(json);
        const auto bytes = test::readBytes(test::pictureFile("png-2-8.png"));
        QVERIFY(std::ranges::equal(picture->bytes(), bytes));
        // make_pictures.py makes them so.
        QCOMPARE(picture->size().width, 37U);
        QCOMPARE(picture->size().height, 23U);
    }
    void otherPartsAreNone() {
        for (const char* part : {R"({"type":"text","text":"x"})", R"({"type":"input_file"})", "7", "null"})
            QVERIFY(!PictureParts::isPicture(Json::parse(part)));
    }

    void detailIsThatOfThePicture() {
        RequestNotes notes;
        PictureParts pictures(notes);
        const auto detailOf = [&](const Json& detail) {
            const Json part{{"type", "image_url"},
                            {"image_url", {{"url", pictureUrl()}, {"detail", detail}}}};
            return pictures.read("messages[3].content[0]", part, 5).detail;
        };
        QCOMPARE(detailOf("low"), PictureDetail::Low);
        QCOMPARE(detailOf("high"), PictureDetail::High);
        QCOMPARE(detailOf("original"), PictureDetail::High);
        QCOMPARE(detailOf("auto"), PictureDetail::Auto);
        QCOMPARE(detailOf(nullptr), PictureDetail::Auto);
        const MessagePicture beside = pictures.read(
            "input[0]", {{"type", "input_image"}, {"image_url", pictureUrl()}, {"detail", "low"}}, 5);
        QCOMPARE(beside.detail, PictureDetail::Low);
        QCOMPARE(beside.at, size_t{5});
        QVERIFY(notes.sentences().empty());
        for (const Json& other : {Json("sharp"), Json(7)}) QCOMPARE(detailOf(other), PictureDetail::Auto);
        QCOMPARE(notes.sentences(),
                 std::vector<std::string>{"The field \"messages[].content[].image_url.detail\" of "
                                          "a request is ignored."});
    }

    void namesWhatCannotBeUsed_data() {
        QTest::addColumn<QByteArray>("part");
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<QByteArray>("code");
        const auto row = [](const char* name, const Json& part, const char* field, const char* code = "") {
            QTest::newRow(name) << QByteArray::fromStdString(part.dump()) << QByteArray(field)
                                << QByteArray(code);
        };
        const char* url = "content[1].image_url.url";
        row("http", ofUrl("http://example.org/a.png"), url, "invalid_image_url");
        row("https", ofUrl("https://example.org/a.png"), url, "invalid_image_url");
        row("https, responses", {{"type", "input_image"}, {"image_url", "https://example.org/a.png"}},
            "content[1].image_url", "invalid_image_url");
        row("https, messages", ofSource({{"type", "url"}, {"url", "https://example.org/a.png"}}),
            "content[1].source.url", "invalid_image_url");
        row("a file", ofUrl("file:///etc/passwd"), url, "invalid_image_url");
        row("a path", ofUrl("/etc/passwd"), url, "invalid_image_url");
        row("percent signs", ofUrl("data:image/svg+xml,%3Csvg"), url, "invalid_image_url");
        row("no URL", ofUrl(nullptr), url);
        row("a number", ofUrl(7), url);
        row("nothing", {{"type", "image_url"}}, "content[1].image_url");
        row("a file's id", {{"type", "input_image"}, {"file_id", "file-1"}}, "content[1].image_url");
        row("no source", {{"type", "image"}}, "content[1].source.type");
        row("a file's id, messages", ofSource({{"type", "file"}, {"file_id", "x"}}),
            "content[1].source.type");
        row("no base64", ofUrl("data:image/png;base64,%%%"), url, "invalid_base64_image");
        row("no base64, messages", ofSource({{"type", "base64"}, {"data", "%"}}), "content[1].source.data",
            "invalid_base64_image");
        row("empty", ofUrl("data:image/png;base64,"), url, "empty_image_file");
        row("a text", ofUrl("data:image/png;base64,SGVsbG8="), url, "invalid_image_format");
        row("TIFF", ofUrl("data:image/tiff;base64,SUkqAAgAAAA="), url, "unsupported_image_media_type");
        row("cut short", ofUrl(pictureUrl().substr(0, 62)), url, "image_parse_error");
        row("unknown", ofSource({{"type", "base64"}, {"data", pictureBase64()}, {"magic", 1}}),
            "content[1].source.magic");
        row("unknown, chat completions",
            {{"type", "image_url"}, {"image_url", {{"url", pictureUrl()}, {"magic", 1}}}},
            "content[1].image_url.magic");
    }
    void namesWhatCannotBeUsed() {
        QFETCH(QByteArray, part);
        QFETCH(QByteArray, field);
        QFETCH(QByteArray, code);
        const Refusal refusal = refused(Json::parse(part.toStdString()));
        QCOMPARE(QByteArray::fromStdString(refusal.field), field);
        QCOMPARE(QByteArray::fromStdString(refusal.code), code);
        QVERIFY(refusal.message.starts_with("The field \"" + refusal.field + "\" "));
        QVERIFY(refusal.message.ends_with('.'));
        // Pictures are not repeated in errors and logs.
        QVERIFY(refusal.message.size() < 250);
    }
    void whatIsWrongWithAPictureIsSaid() {
        const Refusal refusal = refused(ofUrl(pictureUrl().substr(0, 62)));
        QVERIFY(refusal.message.ends_with(Error(errors::cutPicture, {"PNG"}).what()));
        QCOMPARE(refusal.status, 400);
    }

    void picturesAreLimited() {
        RequestNotes notes;
        PictureParts pictures(notes);
        const Json part = ofUrl(pictureUrl("png-one-pixel.png"));
        for (size_t i = 0; i < PictureParts::mostPictures; ++i) (void)pictures.read("x", part, 0);
        try {
            (void)pictures.read("messages[7].content[0]", part, 0);
            QFAIL("was taken");
        } catch (const Refusal& refusal) {
            QCOMPARE(refusal.field, std::string("messages[7].content[0]"));
            QCOMPARE(refusal.code, std::string("too_many_images"));
        }
    }
    void aPictureMayHaveSoManyBytes() {
        // Data after the end of a PNG file is not part of the picture.
        std::vector<std::byte> bytes = test::readBytes(test::pictureFile("png-2-8.png"));
        bytes.resize(PictureParts::mostBytes);
        QCOMPARE(read(ofUrl(dataUrlOf("image/png", bytes)))->bytes().size(), PictureParts::mostBytes);
        bytes.resize(PictureParts::mostBytes + 1);
        QCOMPARE(refused(ofUrl(dataUrlOf("image/png", bytes))).code, std::string("image_file_too_large"));
    }

    void errorsOfPicturesHaveCodes() {
        QCOMPARE(pictureErrorCode(Error(errors::damagedPicture, {"PNG"})),
                 std::string_view("image_parse_error"));
        QCOMPARE(pictureErrorCode(Error(errors::largePicture, {200, 100})),
                 std::string_view("image_too_large"));
        QCOMPARE(pictureErrorCode(Error(errors::cannotSee)), std::string_view("images_not_supported"));
        // The request is not to blame.
        QVERIFY(pictureErrorCode(Error(errors::noMemoryForPicture)).empty());
        QVERIFY(pictureErrorCode(Error(ErrorCode::BadFile, "x")).empty());
    }
};

QTEST_GUILESS_MAIN(TestPictureParts)
#include "tst_picture_parts.moc"
