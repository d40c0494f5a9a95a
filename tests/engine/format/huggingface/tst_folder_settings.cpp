#include "format/huggingface/folder_settings.h"

#include <QtTest>

#include "hearth/error.h"

using namespace hearth;
using namespace hearth::format;

class TestFolderSettings : public QObject {
    Q_OBJECT

private slots:
    void numbersAreCheckedByName() {
        const nlohmann::json config{
            {"width", 8}, {"half", 0.5}, {"none", nullptr}, {"text", "8"}, {"less", -1}};
        QCOMPARE(countOf(config, "width", 3), uint64_t{8});
        QCOMPARE(countOf(config, "none", 3), uint64_t{3});
        QCOMPARE(countOf(config, "absent", 3), uint64_t{3});
        QCOMPARE(numberOf(config, "half", 1), 0.5);
        for (const char* key : {"half", "text", "less"}) {
            try {
                (void)countOf(config, key, 0);
                QFAIL(key);
            } catch (const Error& error) {
                QCOMPARE(error.code(), ErrorCode::BadFile);
                QVERIFY(QByteArray(error.what()).contains(key));
            }
        }
    }

    void onlyWhatIsThereIsCopied() {
        const nlohmann::json config{{"layers", 4}, {"rate", 0.25}, {"on", true}, {"number", 1}};
        GgufTables tables;
        MetadataTable table(tables, "some");
        const SettingsCopy copy(config, table);
        copy.count("layers", "block_count");
        copy.count("absent", "nothing");
        copy.number("rate", "rate");
        copy.flag("on", "on");
        copy.flag("number", "number");
        std::vector<std::string> keys;
        for (const auto& [key, value] : tables.metadata) keys.push_back(key);
        QCOMPARE(keys, (std::vector<std::string>{"some.block_count", "some.rate", "some.on"}));
        table.own("rate", 1.0);  // the first value of a key stays
        QCOMPARE(std::get<double>(tables.metadata[1].second.storage()), 0.25);
    }
};

QTEST_APPLESS_MAIN(TestFolderSettings)
#include "tst_folder_settings.moc"
