#include "settings/language.h"

#include <QLocale>
#include <QtTest>

#include "look/spoken_locale.h"

using namespace hearth::app;

class TestLanguage : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { QLocale::setDefault(QLocale(QStringLiteral("en"))); }

    void theFirstWantedLanguageThatIsThere() {
        QCOMPARE(languageFor({"de-AT", "en"}), QStringLiteral("de"));
        QCOMPARE(languageFor({"sv-SE", "fr-CA"}), QStringLiteral("fr"));
        QCOMPARE(languageFor({"zh-Hans-CN"}), QStringLiteral("zh_CN"));
        QCOMPARE(languageFor({"zh-Hant-TW"}), QStringLiteral("en"));
        QCOMPARE(languageFor({"sv-SE"}), QStringLiteral("en"));
        QCOMPARE(languageFor({}), QStringLiteral("en"));
    }

    void everyLanguageSpeaks_data() {
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("newChat");
        QTest::newRow("de") << "de" << QStringLiteral("Neuer Chat");
        QTest::newRow("es") << "es" << QStringLiteral("Nuevo chat");
        QTest::newRow("fr") << "fr" << QStringLiteral("Nouvelle discussion");
        QTest::newRow("zh_CN") << "zh_CN" << QStringLiteral("新建对话");
        QTest::newRow("en") << "en" << QStringLiteral("New chat");
    }

    void everyLanguageSpeaks() {
        QFETCH(QString, code);
        QFETCH(QString, newChat);
        SpokenLanguage language;
        language.speak(code);
        QCOMPARE(QCoreApplication::translate("Chat", "New chat"), newChat);
        QCOMPARE(spokenLocale().language(), QLocale(code).language());
        language.speak(QStringLiteral("en"));
        QCOMPARE(QCoreApplication::translate("Chat", "New chat"), QStringLiteral("New chat"));
    }

    void aTestForEachLanguage() { QCOMPARE(languages().size(), 5); }
};

QTEST_GUILESS_MAIN(TestLanguage)
#include "tst_language.moc"
