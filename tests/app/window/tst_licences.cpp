#include "window/licences.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace hearth::app;

class TestLicences : public QObject {
    Q_OBJECT

private slots:
    void theListOfTheProgramIsWhole() {
        QFile file(":/hearth/licences/licences.json");
        QVERIFY(file.open(QFile::ReadOnly));
        const std::vector<Licence> licences = readLicences(file.readAll());
        QVERIFY(licences.size() > 10);
        for (const Licence& licence : licences) {
            QVERIFY2(!licence.licence.isEmpty(), qPrintable(licence.name));
            QVERIFY2(licence.packages.isEmpty() == (licence.name == "Hearth"), qPrintable(licence.name));
        }
        QVERIFY(licenceText(licences[0], {}).contains("Apache License"));
        QCOMPARE(readLicences("not JSON").size(), size_t(0));
        QCOMPARE(readLicences(R"([{"licence": "MIT"}, 3])").size(), size_t(0));
    }

    void theFirstFolderThatHasATextCounts() {
        const QTemporaryDir place;
        const auto write = [&place](const QString& name, const QByteArray& text) {
            QDir(place.path()).mkpath(name.section('/', 0, -2));
            QFile file(place.filePath(name));
            QVERIFY(file.open(QFile::WriteOnly));
            file.write(text);
        };
        write("b/libqt6core6t64/copyright", "of the system");
        const Licence qt{"Qt", "LGPL-3.0", {"libqt6core6", "libqt6core6t64"}};
        const QStringList folders{place.filePath("a"), place.filePath("b")};
        QCOMPARE(licenceText(qt, folders), QString("of the system"));
        write("a/libqt6core6/copyright", "of the tarball");
        QCOMPARE(licenceText(qt, folders), QString("of the tarball"));
        QCOMPARE(licenceText({"Other", "MIT", {"other"}}, folders), QString());
        write("a/large/copyright", QByteArray(3 << 20, 'x'));
        QCOMPARE(licenceText({"Large", "MIT", {"large"}}, folders).size(), 1 << 20);
        QVERIFY(licenceFolders("/opt/hearth/lib/hearth").contains("/usr/share/doc"));
    }
};

QTEST_GUILESS_MAIN(TestLicences)
#include "tst_licences.moc"
