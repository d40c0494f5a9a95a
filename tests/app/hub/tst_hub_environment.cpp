#include "hub/hub_environment.h"

#include <QDir>
#include <QFile>
#include <QHash>
#include <QTemporaryDir>
#include <QtTest>

using namespace hearth::app;

class TestHubEnvironment : public QObject {
    Q_OBJECT

    static HubEnvironment read(const QHash<QString, QString>& values) {
        return HubEnvironment::read([&](const char* name) { return values.value(name); });
    }

private slots:
    void defaults() {
        const HubEnvironment hub = read({{"HF_HOME", "/nowhere"}});
        QCOMPARE(hub.endpoint, QUrl("https://huggingface.co"));
        QVERIFY(hub.problem.isEmpty() && hub.token.isEmpty() && !hub.offline);
        QCOMPARE(hub.cacheFolder, QString("/nowhere/hub"));
        QCOMPARE(read({{"XDG_CACHE_HOME", "/c"}}).cacheFolder, QString("/c/huggingface/hub"));
        QCOMPARE(read({{"HF_HUB_CACHE", "~/x"}}).cacheFolder, QDir::homePath() + "/x");
    }

    void endpoint() {
        QCOMPARE(read({{"HF_ENDPOINT", " https://mirror.example:8443/hf/// "}}).endpoint,
                 QUrl("https://mirror.example:8443/hf"));
        for (const char* bad : {"http://huggingface.co", "huggingface.co", "file:///", "https://u:p@x.org"})
            QVERIFY2(!read({{"HF_ENDPOINT", bad}}).problem.isEmpty(), bad);
        QVERIFY(read({{"HF_ENDPOINT", "http://127.0.0.1:8080"}}).problem.isEmpty());
        const HubEnvironment hub = read({{"HF_ENDPOINT", "https://mirror.example/hf"}});
        QCOMPARE(hub.fileAddress("o/n", "abc", "a b/#?.gguf").toString(QUrl::FullyEncoded),
                 QString("https://mirror.example/hf/o/n/resolve/abc/a%20b/%23%3F.gguf"));
        QVERIFY(hub.isHub(QUrl("https://mirror.example/other")));
        QVERIFY(!hub.isHub(QUrl("https://cdn.example/hf")) && !hub.isHub(QUrl("http://mirror.example/hf")));
    }

    void token() {
        QTemporaryDir home;
        QFile file(home.filePath("token"));
        QVERIFY(file.open(QFile::WriteOnly) && file.write("hf_file\n") > 0);
        file.close();
        QCOMPARE(read({{"HF_HOME", home.path()}}).token, QByteArray("hf_file"));
        QCOMPARE(read({{"HF_HOME", home.path()}, {"HF_TOKEN", " hf_env "}}).token, QByteArray("hf_env"));
        QCOMPARE(read({{"HUGGING_FACE_HUB_TOKEN", "old"}, {"HF_TOKEN", ""}}).token, QByteArray("old"));
        QCOMPARE(read({{"HF_HOME", "/nowhere"}, {"HF_TOKEN_PATH", file.fileName()}}).token,
                 QByteArray("hf_file"));
        QVERIFY(read({{"HF_HOME", home.path()}, {"HF_HUB_DISABLE_IMPLICIT_TOKEN", "yes"}}).token.isEmpty());
        // A token with a line break would smuggle a header in.
        QVERIFY(read({{"HF_HOME", "/nowhere"}, {"HF_TOKEN", "hf_x\r\nX-Evil: 1"}}).token.isEmpty());
        QVERIFY(read({{"HF_HOME", "/nowhere"}, {"HF_TOKEN", QString(600, u'a')}}).token.isEmpty());
    }

    void offline() {
        for (const char* yes : {"1", "ON", "true", "Yes"}) QVERIFY(read({{"HF_HUB_OFFLINE", yes}}).offline);
        for (const char* no : {"", "0", "no"}) QVERIFY(!read({{"TRANSFORMERS_OFFLINE", no}}).offline);
    }
};

QTEST_GUILESS_MAIN(TestHubEnvironment)
#include "tst_hub_environment.moc"
