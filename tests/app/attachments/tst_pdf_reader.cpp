#include "attachments/pdf_reader.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <thread>

#include "support/pdf_test_main.h"
#include "support/small_pdf.h"

using namespace hearth::app;

class TestPdfReader : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString write(const QByteArray& bytes) {
        QFile file(m_folder.filePath("a.pdf"));
        if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("not written");
        return file.fileName();
    }

private slots:
    void pages() {
        const PdfText read = PdfReader().read(write(smallPdf({"Harbour dues", "", "rose"})));
        QCOMPARE(read.end, PdfText::Read);
        QCOMPARE(read.text, QStringLiteral("Harbour dues\n\nrose"));
        QCOMPARE(PdfReader().read(write("%PDF-1.4\nnothing")).end, PdfText::Unreadable);
        QCOMPARE(PdfReader("/nowhere/x").read(write(smallPdf({"a"}))).end, PdfText::Unreadable);
    }

    void whatTakesTooLongIsEnded() {
        QElapsedTimer time;
        time.start();
        QCOMPARE(PdfReader("/proc/self/exe", 700).read(write(slowPdf())).end, PdfText::TooMuch);
        QVERIFY2(time.elapsed() < 3000, qPrintable(QString::number(time.elapsed())));
    }

    void aStopIsHeardAtOnce() {
        std::stop_source stop;
        const QString path = write(slowPdf());
        QElapsedTimer time;
        std::thread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
            time.start();
            stop.request_stop();
        });
        QCOMPARE(PdfReader().read(path, stop.get_token()).end, PdfText::Stopped);
        stopper.join();
        QVERIFY2(time.elapsed() < 1000, qPrintable(QString::number(time.elapsed())));
    }

    // A program that does not end and one that says no end of words.
    void anyProgram() {
        const auto script = [this](const QByteArray& body) {
            QFile file(m_folder.filePath("child"));
            if (!file.open(QFile::WriteOnly)) qFatal("not written");
            file.write("#!/bin/sh\n" + body + "\n");
            file.close();
            file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
            return file.fileName();
        };
        const QString path = write(smallPdf({"a"}));
        QCOMPARE(PdfReader(script("exec sleep 100"), 300).read(path).end, PdfText::TooMuch);
        QCOMPARE(PdfReader(script("exec yes"), 60000).read(path).end, PdfText::TooMuch);
        QCOMPARE(PdfReader(script("kill -XCPU $$"), 5000).read(path).end, PdfText::TooMuch);
    }
};

HEARTH_PDF_TEST_MAIN(TestPdfReader)
#include "tst_pdf_reader.moc"
