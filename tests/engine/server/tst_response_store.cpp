#include "server/response_store.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

using namespace hearth;
using namespace hearth::server;
using openai::Json;

class TestResponseStore : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    static void put(ResponseStore& store, const std::string& id, const std::string& previous = "") {
        store.put(id, previous, Json::array({{{"role", "user"}, {"content", "to " + id}}}),
                  {{"id", id}, {"output", {{{"type", "message"}, {"content", "from " + id}}}}});
    }
    /// A response to a picture of so many bytes.
    static void putPicture(ResponseStore& store, const std::string& id, char picture, size_t bytes,
                           const std::string& previous = "") {
        store.put(id, previous,
                  Json::array({{{"role", "user"},
                                {"content", Json::array({{{"type", "input_image"},
                                                          {"image_url", std::string(bytes, picture)}}})}}}),
                  {{"id", id}, {"output", Json::array()}});
    }
    static std::string pictureOf(const ResponseStore& store, const std::string& id) {
        const auto items = store.itemsUpTo(id);
        return items ? items->back().at("content").at(0).at("image_url").get<std::string>().substr(0, 1) : "";
    }

private slots:
    void aConversationIsAChain() {
        ResponseStore store;
        put(store, "a");
        put(store, "b", "a");
        put(store, "c", "b");
        put(store, "other", "a");
        QCOMPARE(store.find("b")->at("id"), Json("b"));
        const auto items = store.itemsUpTo("c");
        QVERIFY(items);
        QCOMPARE(items->size(), size_t(6));
        QCOMPARE(items->at(0).at("content"), Json("to a"));
        QCOMPARE(items->at(5).at("content"), Json("from c"));
        QVERIFY(store.remove("b") && !store.remove("b"));
        QVERIFY(!store.find("b") && !store.itemsUpTo("c") && store.itemsUpTo("other"));
    }
    void aCircleEnds() {
        ResponseStore store;
        put(store, "self", "self");
        put(store, "a", "c");
        put(store, "b", "a");
        put(store, "c", "b");
        QVERIFY(!store.itemsUpTo("self"));
        QVERIFY(!store.itemsUpTo("b"));
        QVERIFY(store.find("b"));
    }
    void anIdTwiceIsOne() {
        ResponseStore store(1000);
        put(store, "a");
        put(store, "a", "b");
        QVERIFY(store.remove("a"));
        QVERIFY(!store.find("a") && !store.remove("a"));
        put(store, "x");
        put(store, "x");
        for (int i = 0; i < 3; ++i) put(store, std::to_string(i));
        QVERIFY(store.find("2"));
    }
    void theOldestGoFirst() {
        ResponseStore store(1000);
        for (int i = 0; i < 100; ++i) put(store, std::to_string(i));
        QVERIFY(!store.find("0") && store.find("99") && store.find("98"));
        store.put("long", "", Json::array(), {{"text", std::string(2000, 'x')}});
        QVERIFY(!store.find("long") && store.find("99"));
    }
    void aFileKeepsThem() {
        const std::string path = m_folder.filePath("kept").toStdString();
        {
            ResponseStore store(path, 10'000);
            put(store, "a");
            put(store, "b", "a");
        }
        ResponseStore again(path, 10'000);
        QCOMPARE(again.itemsUpTo("b")->size(), size_t(4));
    }
    void whatIsRemovedLeavesTheFile() {
        const QString path = m_folder.filePath("removed");
        {
            ResponseStore store(path.toStdString(), 10'000);
            put(store, "secret");
            put(store, "b");
            QVERIFY(store.remove("secret"));
        }
        QFile file(path);
        QVERIFY(file.open(QFile::ReadOnly));
        const QByteArray bytes = file.readAll();
        QVERIFY(!bytes.contains("secret") && bytes.contains("to b"));
    }
    void aReplyMayLookLikeTheNameOfAText() {
        const std::string path = m_folder.filePath("looks like a name").toStdString();
        const Json output = Json::array({{{"content", "\x1Ftext:0"}}});
        for (const bool isAgain : {false, true}) {
            ResponseStore store(path, 10'000);
            if (!isAgain) store.put("a", "", Json::array(), {{"id", "a"}, {"output", output}});
            QVERIFY(store.find("a"));
            const auto items = store.itemsUpTo("a");
            QVERIFY(items && *items == output);
        }
    }
    void aPictureIsThereOnce() {
        // Room for three pictures.
        ResponseStore store(100'000);
        for (int i = 0; i < 20; ++i) putPicture(store, "a" + std::to_string(i), 'a', 30'000);
        putPicture(store, "b", 'b', 30'000, "a0");
        QCOMPARE(pictureOf(store, "a0"), std::string("a"));
        QCOMPARE(pictureOf(store, "b"), std::string("b"));
        QCOMPARE(store.itemsUpTo("b")->size(), size_t(2));
        // With the last response that has it, it goes.
        for (int i = 0; i < 20; ++i) QVERIFY(store.remove("a" + std::to_string(i)));
        putPicture(store, "c", 'c', 30'000);
        putPicture(store, "d", 'd', 30'000);
        QCOMPARE(pictureOf(store, "c") + pictureOf(store, "d"), std::string("cd"));
        QVERIFY(store.find("b") && !store.itemsUpTo("b"));
        // The oldest go first, and nothing goes for what cannot stay.
        putPicture(store, "huge", 'h', 100'001);
        QVERIFY(!store.find("huge") && store.find("b"));
        putPicture(store, "e", 'e', 30'000);
        QVERIFY(!store.find("b") && store.find("c"));
    }
    void aFileKeepsPictures() {
        const QString path = m_folder.filePath("pictures");
        {
            ResponseStore store(path.toStdString(), 100'000);
            for (int i = 0; i < 20; ++i) putPicture(store, "a" + std::to_string(i), 'a', 30'000);
            putPicture(store, "b", 'b', 30'000);
        }
        QVERIFY2(QFile(path).size() < 70'000, qPrintable(QString::number(QFile(path).size())));
        {
            ResponseStore store(path.toStdString(), 100'000);
            QCOMPARE(pictureOf(store, "a7") + pictureOf(store, "b"), std::string("ab"));
            for (int i = 0; i < 20; ++i) QVERIFY(store.remove("a" + std::to_string(i)));
            putPicture(store, "c", 'b', 30'000);
        }
        QFile file(path);
        QVERIFY(file.open(QFile::ReadOnly));
        const QByteArray bytes = file.readAll();
        QVERIFY(!bytes.contains("aaaaaaaa"));
        QCOMPARE(bytes.count(QByteArray(30'000, 'b')), qsizetype(1));
        ResponseStore store(path.toStdString(), 100'000);
        QCOMPARE(pictureOf(store, "b") + pictureOf(store, "c"), std::string("bb"));
    }
    void picturesThatNoResponseHasAreLeftOut() {
        const QString path = m_folder.filePath("unused");
        {
            ResponseStore store(path.toStdString(), 100'000);
            for (const char picture : {'a', 'b', 'c'})
                putPicture(store, std::string(1, picture), picture, 30'000);
        }
        // Less room than the file has pictures.
        ResponseStore store(path.toStdString(), 40'000);
        QVERIFY(!store.find("a") && !store.find("b"));
        QCOMPARE(pictureOf(store, "c"), std::string("c"));
        // Now without any response.
        QFile file(path);
        QVERIFY(file.open(QFile::ReadWrite));
        const qsizetype end = file.readAll().indexOf("{\"id\"") - 16;
        QVERIFY(end > 30'000 && file.resize(end));
        file.close();
        const QString other = m_folder.filePath("unused too");
        QVERIFY(QFile::copy(path, other));
        ResponseStore empty(other.toStdString(), 10'000);
        putPicture(empty, "d", 'd', 5'000);
        QCOMPARE(pictureOf(empty, "d"), std::string("d"));
    }
    void aPictureThatTheFileLost() {
        const QString path = m_folder.filePath("lost");
        {
            ResponseStore store(path.toStdString(), 100'000);
            putPicture(store, "a", 'a', 30'000);
        }
        // The record of the picture is the first one.
        QFile file(path);
        QVERIFY(file.open(QFile::ReadWrite));
        const QByteArray bytes = file.readAll();
        // With its head and its mark.
        constexpr qsizetype end = 16 + 1 + 30'000;
        QVERIFY(bytes.indexOf("{\"id\"") == end + 16 && file.resize(0) && file.write(bytes.sliced(end)) > 0);
        file.close();
        ResponseStore store(path.toStdString(), 100'000);
        QVERIFY(!store.find("a"));
    }
    void theFileIsBounded() {
        const QString path = m_folder.filePath("bounded");
        {
            ResponseStore store(path.toStdString(), 5000);
            for (int i = 0; i < 500; ++i) put(store, std::to_string(i));
        }
        {
            ResponseStore store(path.toStdString(), 5000);
            put(store, "last");
        }
        QVERIFY2(QFile(path).size() < 3 * 5000 + 500 * 200, qPrintable(QString::number(QFile(path).size())));
        ResponseStore store(path.toStdString(), 5000);
        QVERIFY(store.find("last") && store.find("499") && !store.find("1"));
    }
};

QTEST_GUILESS_MAIN(TestResponseStore)
#include "tst_response_store.moc"
