#include "documents/model_choice.h"

#include <QJsonObject>
#include <QtTest>

#include "store/store.h"

using namespace hearth::app;

class TestModelChoice : public QObject {
    Q_OBJECT

    using Unchosen = ModelChoice::Unchosen;
    const QString m_setting = QStringLiteral("choice");
    std::unique_ptr<store::Store> m_store;

private slots:
    void init() { m_store = store::Store::inMemory(); }

    void untilOneIsChosen_data() {
        QTest::addColumn<bool>("takesFirst");
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("current");
        QTest::newRow("none counts") << false << QString() << 0;
        QTest::newRow("the first counts") << true << QStringLiteral("/m") << 1;
    }

    void untilOneIsChosen() {
        QFETCH(const bool, takesFirst);
        ModelChoice choice(*m_store, m_setting, takesFirst ? Unchosen::First : Unchosen::None);
        QVERIFY(!choice.hasModels());
        QCOMPARE(choice.path(), QString());
        QCOMPARE(choice.current(), 0);
        QCOMPARE(choice.names("None"), QStringList{"None"});
        QVERIFY(choice.setModels({{"/m", "M", 1}, {"/n", "N", 2}}));
        QVERIFY(choice.hasModels());
        QTEST(choice.path(), "path");
        QTEST(choice.current(), "current");
        QCOMPARE(choice.names("None"), (QStringList{"None", "M", "N"}));
        // Nothing is kept that nobody chose.
        QVERIFY(m_store->settings().find(m_setting, {}).toObject().isEmpty());
    }

    void theSameModelsAreNoChange() {
        ModelChoice choice(*m_store, m_setting, Unchosen::None);
        QVERIFY(choice.setModels({{"/m", "M", 1}}));
        QVERIFY(!choice.setModels({{"/m", "M", 1}}));
        QVERIFY(choice.setModels({{"/m", "M", 2}}));
        QVERIFY(choice.setModels({}));
    }

    void onlyWhatIsOfferedIsChosen() {
        ModelChoice choice(*m_store, m_setting, Unchosen::None);
        choice.setModels({{"/m", "M", 1}, {"/n", "N", 2}});
        for (const int index : {-1, 0, 3}) QVERIFY(!choice.setCurrent(index));
        QCOMPARE(choice.current(), 0);
        QVERIFY(choice.setCurrent(2));
        QVERIFY(!choice.setCurrent(2));
        QCOMPARE(choice.path(), QStringLiteral("/n"));
        QVERIFY(choice.installed() != nullptr);
        QCOMPARE(choice.installed()->sizeBytes, 2);
        for (const char* path : {"/n", "/o", ""}) QVERIFY(!choice.setPath(path));
        QVERIFY(choice.setPath("/m"));
        QCOMPARE(choice.current(), 1);
    }

    void theChosenOneIsKept() {
        {
            ModelChoice choice(*m_store, m_setting, Unchosen::First);
            choice.setModels({{"/m", "M", 1}, {"/of/n", "N", 2}});
            QVERIFY(choice.setCurrent(2));
        }
        ModelChoice other(*m_store, QStringLiteral("another choice"), Unchosen::First);
        QCOMPARE(other.path(), QString());
        ModelChoice again(*m_store, m_setting, Unchosen::First);
        QCOMPARE(again.path(), QStringLiteral("/of/n"));
        QCOMPARE(again.names("None"), (QStringList{"None", "n"}));
        QCOMPARE(again.current(), 1);
        QVERIFY(again.installed() == nullptr);
        again.setModels({{"/m", "M", 1}});
        QCOMPARE(again.names("None"), (QStringList{"None", "M", "n"}));
        QCOMPARE(again.current(), 2);
        // It is given up by choosing another one, and not offered any more.
        QVERIFY(again.setCurrent(1));
        QCOMPARE(again.names("None"), (QStringList{"None", "M"}));
    }

    void noneIsKeptToo() {
        {
            ModelChoice choice(*m_store, m_setting, Unchosen::First);
            choice.setModels({{"/m", "M", 1}});
            QVERIFY(choice.setCurrent(0));
        }
        ModelChoice again(*m_store, m_setting, Unchosen::First);
        again.setModels({{"/m", "M", 1}});
        QCOMPARE(again.path(), QString());
        QCOMPARE(again.current(), 0);
    }
};

QTEST_GUILESS_MAIN(TestModelChoice)
#include "tst_model_choice.moc"
