#include "folders/file_places.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <QVariantMap>

using namespace hearth::app;

class TestFilePlaces : public QObject {
    Q_OBJECT

private slots:
    void placesThatExistAreListedOnce() {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("models"));
        QVERIFY(QDir(folder.path()).mkdir("letters"));
        const QString models = folder.filePath("models"), letters = folder.filePath("letters");
        QStringList paths, names;
        for (const QVariant& place :
             FilePlaces().list(models + "/", {letters, models, "/nowhere", QDir::homePath(), letters})) {
            paths += place.toMap()["path"].toString();
            names += place.toMap()["name"].toString();
        }
        QCOMPARE(names.first(), "Home");
        QCOMPARE(paths.first(), QDir::homePath());
        QVERIFY(names.contains("Models"));
        QCOMPARE(paths.count(models), 1);
        QCOMPARE(paths.count(letters), 1);
        QCOMPARE(paths.count(QDir::homePath()), 1);
        QVERIFY(!paths.contains("/nowhere"));
        QVERIFY(QDir(FilePlaces().documents()).exists());
    }
};

QTEST_GUILESS_MAIN(TestFilePlaces)
#include "tst_file_places.moc"
