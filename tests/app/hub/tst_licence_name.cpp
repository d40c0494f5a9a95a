#include "hub/licence_name.h"

#include <QTest>

using namespace hearth::app;

class TestLicenceName : public QObject {
    Q_OBJECT

private slots:
    void identifiersBecomeNames() {
        QCOMPARE(licenceName("apache-2.0"), "Apache 2.0");
        QCOMPARE(licenceName("MIT"), "MIT");
        QCOMPARE(licenceName("llama3.2"), "Llama 3.2 Community");
        QCOMPARE(licenceName("cc-by-nc-sa-4.0"), "CC BY-NC-SA 4.0");
        QCOMPARE(licenceName("lgpl-3.0-only"), "LGPL 3.0");
        QCOMPARE(licenceName("gpl-3.0"), "GPL 3.0");
    }
    void otherNamesStay() {
        QCOMPARE(licenceName("LFM Open License v1.0"), "LFM Open License v1.0");
        QCOMPARE(licenceName("other"), "");
        QCOMPARE(licenceName(""), "");
    }
};

QTEST_GUILESS_MAIN(TestLicenceName)
#include "tst_licence_name.moc"
