#include "store/private_folder.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using hearth::app::store::makePrivateFolder;

namespace {

constexpr QFile::Permissions ofOthers = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup |
                                        QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;

}  // namespace

class TestPrivateFolder : public QObject {
    Q_OBJECT

private slots:
    void isItsOwnersAlone() {
        QTemporaryDir base;
        for (const char* name : {"/one", "/new/above/two", "/three/"}) {
            const QString folder = base.path() + name;
            QVERIFY(!makePrivateFolder(folder.toStdString()));
            QCOMPARE(QFile::permissions(folder) & ofOthers, QFile::Permissions());
        }
    }

    void oneThatIsThereKeepsItsMode() {
        QTemporaryDir base;
        QVERIFY(QFile::setPermissions(base.path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner |
                                                       QFile::ReadGroup | QFile::ExeGroup));
        QVERIFY(!makePrivateFolder(base.path().toStdString()));
        QVERIFY(QFile::permissions(base.path()) & QFile::ReadGroup);
    }

    void aFileInItsPlaceIsAnError() {
        QTemporaryDir base;
        QFile file(base.filePath("file"));
        QVERIFY(file.open(QFile::WriteOnly));
        QVERIFY(makePrivateFolder(file.fileName().toStdString()));
        QVERIFY(makePrivateFolder((file.fileName() + "/in").toStdString()));
    }
};

QTEST_GUILESS_MAIN(TestPrivateFolder)
#include "tst_private_folder.moc"
