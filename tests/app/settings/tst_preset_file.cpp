#include "settings/preset_file.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "support/deep_json.h"

using namespace hearth;
using namespace hearth::app;

class TestPresetFile : public QObject {
    Q_OBJECT

    static QByteArray changed(const char* key, const QJsonValue& value) {
        QJsonObject root =
            QJsonDocument::fromJson(writePresetFile({{"Wild", {{"temperature", 1.3}}}})).object();
        root.insert(QLatin1String(key), value);
        return QJsonDocument(root).toJson();
    }

private slots:
    void whatIsWrittenComesBack() {
        const std::vector<store::Preset> presets{
            {"Wild – ü", {{"temperature", 1.3}, {"topK", 7}, {"stop", QJsonArray{"###", "\nUser:"}}}},
            {"Calm", {{"temperature", 0.1}, {"seed", "42"}}}};
        const PresetFile file = readPresetFile(writePresetFile(presets));
        QCOMPARE(file.problem, QString());
        QCOMPARE(file.presets.size(), size_t{2});
        QCOMPARE(file.presets[0].name, QString("Wild – ü"));
        QCOMPARE(file.presets[0].values["temperature"].toDouble(), 1.3);
        QCOMPARE(file.presets[0].values["topK"].toInt(), 7);
        QCOMPARE(file.presets[0].values["stop"].toArray(), QJsonArray({"###", "\nUser:"}));
        // Somebody else's seed would make every reply of everybody the same.
        QVERIFY(!file.presets[1].values.contains("seed"));
        // Written out whole, so that another default elsewhere changes nothing.
        QCOMPARE(file.presets[1].values["topP"].toDouble(), 0.95);
        QCOMPARE(writePresetFile(file.presets),
                 writePresetFile(readPresetFile(writePresetFile(file.presets)).presets));
    }

    void wildValuesAreTamed() {
        const PresetFile file = readPresetFile(changed(
            "presets", QJsonArray{QJsonObject{
                           {"name", "  A \n name  "},
                           {"values", QJsonObject{{"temperature", 1e300}, {"topP", "much"}, {"evil", 1}}}}}));
        QCOMPARE(file.problem, QString());
        QCOMPARE(file.presets[0].name, QString("A name"));
        QCOMPARE(file.presets[0].values["temperature"].toDouble(), 2.0);
        QCOMPARE(file.presets[0].values["topP"].toDouble(), 0.95);
        QVERIFY(!file.presets[0].values.contains("evil"));
    }

    void badFilesSayWhy_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("part");
        QTest::newRow("empty") << QByteArray() << "damaged";
        QTest::newRow("cut off") << writePresetFile({{"Wild", {}}}).chopped(9) << "damaged";
        QTest::newRow("picture") << QByteArray("\x89PNG\r\n\x1a\n", 8) << "damaged";
        QTest::newRow("deep") << test::deepJson() << "damaged";
        QTest::newRow("deep values") << "{\"format\":\"hearth-presets\",\"presets\":" + test::deepJson() + "}"
                                     << "damaged";
        QTest::newRow("other") << QByteArray("{\"title\":\"a chat\"}") << "no Hearth presets";
        QTest::newRow("list") << QByteArray("[]") << "no Hearth presets";
        QTest::newRow("newer") << changed("version", 2) << "newer Hearth (version 2";
        QTest::newRow("none") << changed("presets", QJsonArray()) << "no preset";
        QTest::newRow("nameless") << changed("presets", QJsonArray{QJsonObject{{"values", QJsonObject()}}})
                                  << "Preset 1 in it has no name";
        QTest::newRow("numbers") << changed("presets", QJsonArray{1}) << "Preset 1";
    }
    void badFilesSayWhy() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, part);
        const PresetFile file = readPresetFile(bytes);
        QVERIFY2(file.problem.contains(part), qPrintable(file.problem));
        QVERIFY(file.presets.empty());
    }
};

QTEST_GUILESS_MAIN(TestPresetFile)
#include "tst_preset_file.moc"
