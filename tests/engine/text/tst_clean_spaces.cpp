#include "text/clean_spaces.h"

#include <QtTest>

using hearth::text::cleanSpaces;

class CleanSpacesTest : public QObject {
    Q_OBJECT

private slots:
    void rules_data() {
        QTest::addColumn<QString>("input");
        QTest::addColumn<QString>("expected");
        QTest::newRow("nothing") << ""
                                 << "";
        QTest::newRow("plain") << "a b"
                               << "a b";
        QTest::newRow("punctuation") << "a . b , c ? d ! e"
                                     << "a. b, c? d! e";
        QTest::newRow("only the last space") << "a   ."
                                             << "a  .";
        QTest::newRow("start") << ". a"
                               << ". a";
        QTest::newRow("other marks stay") << "a ; b : c"
                                          << "a ; b : c";
        QTest::newRow("contractions") << "he 's I 'm we 're they 've"
                                      << "he's I'm we're they've";
        QTest::newRow("these stay") << "he 'd we 'll can 't"
                                    << "he 'd we 'll can 't";
        QTest::newRow("lone apostrophe") << "a ' b"
                                         << "a'b";
        QTest::newRow("end") << "a '"
                             << "a '";
    }
    void rules() {
        QFETCH(QString, input);
        QFETCH(QString, expected);
        QCOMPARE(QString::fromStdString(cleanSpaces(input.toStdString())), expected);
    }
    void anyBytes() {
        const char* parts[] = {" ", "'", ".", "s", "re", "\xFF"};
        for (int i = 0; i < 6 * 6 * 6 * 6 * 6; ++i) {
            std::string text;
            for (int rest = i, k = 0; k < 5; ++k, rest /= 6) text += parts[rest % 6];
            QVERIFY(cleanSpaces(text).size() <= text.size());
        }
    }
};

QTEST_APPLESS_MAIN(CleanSpacesTest)
#include "tst_clean_spaces.moc"
