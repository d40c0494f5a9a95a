#include "hub/model_origin.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace hearth::app;

class TestModelOrigin : public QObject {
    Q_OBJECT

private slots:
    void comesBack() {
        QTemporaryDir folder;
        const QString model = folder.filePath("m.gguf");
        QVERIFY(!ModelOrigin::read(model));
        const ModelOrigin origin{"o/n", QString(40, u'c'), "mit", QByteArray(64, 'a'), 12};
        origin.write(model);
        const auto read = ModelOrigin::read(model);
        QVERIFY(read.has_value());
        QCOMPARE(read->repository, origin.repository);
        QCOMPARE(read->sha256, origin.sha256);
        QCOMPARE(read->sizeBytes, 12);
        QCOMPARE(read->licence, QString("mit"));
    }

    void badOnesAreNone() {
        QTemporaryDir folder;
        const QString model = folder.filePath("m.gguf");
        for (const QByteArray& bad :
             {QByteArray("{}"), QByteArray("x"), QByteArray("{\"repository\":\"../x\"}")}) {
            QFile file(ModelOrigin::pathOf(model));
            QVERIFY(file.open(QFile::WriteOnly));
            file.write(bad);
            file.close();
            QVERIFY(!ModelOrigin::read(model));
        }
        ModelOrigin{}.write("/proc/none/x");
    }
};

QTEST_GUILESS_MAIN(TestModelOrigin)
#include "tst_model_origin.moc"
