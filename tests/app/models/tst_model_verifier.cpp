#include "models/model_verifier.h"

#include <QCryptographicHash>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "hub/model_origin.h"

using namespace hearth::app;

class TestModelVerifier : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString write(const QString& name, const QByteArray& bytes) {
        QFile file(m_folder.filePath(name));
        if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("not written");
        return file.fileName();
    }

private slots:
    void theSameAnotherAndNone() {
        const QByteArray bytes(10 << 20, 'w');
        const QString path = write("a.gguf", bytes);
        ModelOrigin{"o/n", QString(40, u'c'), "mit",
                    QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex(), bytes.size()}
            .write(path);
        ModelVerifier verifier;
        QVERIFY(!verifier.canVerify() && !verifier.canShow());
        verifier.setPath(path);
        QVERIFY(verifier.canVerify() && verifier.canShow());
        verifier.verify();
        QVERIFY(verifier.isChecking());
        QTRY_VERIFY(!verifier.isChecking());
        QCOMPARE(verifier.text(), QString("Unchanged: the SHA-256 is the published one."));
        QVERIFY(!verifier.hasFailed());

        QByteArray bent = bytes;
        bent[5 << 20] = 'x';
        write("a.gguf", bent);
        verifier.verify();
        QTRY_VERIFY(!verifier.isChecking());
        QVERIFY(verifier.hasFailed() && verifier.text().contains("its SHA-256 differs"));

        // Gone meanwhile.
        QVERIFY(QFile::remove(path));
        verifier.verify();
        QTRY_VERIFY(!verifier.isChecking());
        QVERIFY(verifier.hasFailed() && verifier.text().startsWith("The file cannot be read ("));
        // One that did not come from the hub, and one on another computer.
        verifier.setPath(write("b.gguf", "GGUF"));
        QVERIFY(!verifier.canVerify() && verifier.canShow() && verifier.text().isEmpty());
        verifier.verify();
        QVERIFY(!verifier.isChecking());
        verifier.setPath("endpoint:x/m");
        QVERIFY(!verifier.canShow());
    }

    void theVisionFileIsCheckedToo() {
        const QByteArray bytes(1 << 20, 'v');
        const auto published = [](const QByteArray& file) {
            return ModelOrigin{"o/n", QString(40, u'c'), "mit",
                               QCryptographicHash::hash(file, QCryptographicHash::Sha256).toHex(),
                               file.size()};
        };
        const QString path = write("sees-Q4_0.gguf", "GGUF"), vision = write("mmproj-sees-F16.gguf", bytes);
        published("GGUF").write(path);
        published(bytes).write(vision);
        ModelVerifier verifier;
        verifier.setPath(path);
        verifier.verify();
        QTRY_VERIFY(!verifier.isChecking());
        QCOMPARE(verifier.text(), QString("Unchanged: the SHA-256 is the published one."));
        write("mmproj-sees-F16.gguf", QByteArray(1 << 20, 'w'));
        verifier.verify();
        QTRY_VERIFY(!verifier.isChecking());
        QVERIFY(verifier.hasFailed());
        QCOMPARE(verifier.text(),
                 QString("The vision encoder, mmproj-sees-F16.gguf, is not the file that was published: its "
                         "SHA-256 differs. Download it again."));
    }

    void anotherModelEndsACheck() {
        const QString path = write("c.gguf", QByteArray(64 << 20, 'w'));
        ModelOrigin{"o/n", QString(40, u'c'), "mit", QByteArray(64, '0'), 64 << 20}.write(path);
        ModelVerifier verifier;
        verifier.setPath(path);
        verifier.verify();
        verifier.setPath({});
        QVERIFY(!verifier.isChecking());
        QTest::qWait(300);
        QVERIFY(verifier.text().isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestModelVerifier)
#include "tst_model_verifier.moc"
