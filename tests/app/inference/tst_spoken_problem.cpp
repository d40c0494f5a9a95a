// The engine's real errors, made by real files, in another language; and every sentence of the list against
// the engine's sources, so that none can change unseen.
#include "inference/spoken_problem.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "hearth/engine.h"
#include "hearth/error.h"
#include "settings/language.h"
#include "support/gguf_writer.h"

using namespace hearth;
using namespace hearth::app;

class TestSpokenProblem : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    SpokenLanguage m_language;

    /// What the engine says to a file of this name and content; loading must fail.
    QString sentenceFor(const QString& name, const QByteArray& content) const {
        const QString path = m_folder.filePath(name);
        QFile file(path);
        if (!file.open(QFile::WriteOnly) || file.write(content) != content.size()) return "cannot write";
        file.close();
        EngineOptions options;
        options.model = path.toStdString();
        try {
            (void)Engine::load(options, {}, {});
        } catch (const Error& error) {
            return QString::fromStdString(error.what());
        }
        return "no error";
    }

    static QByteArray bytesOf(const test::GgufWriter& writer) {
        const auto image = writer.image();
        return {reinterpret_cast<const char*>(image.data()), static_cast<qsizetype>(image.size())};
    }

private slots:
    void cleanup() { m_language.speak("en"); }

    void realErrorsAreSpoken_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("german");
        QTest::newRow("no model") << "notes.gguf" << QByteArray("These are notes and no model at all.")
                                  << "keine GGUF-Datei";
        QTest::newRow("empty") << "leer.gguf" << QByteArray() << "leer";
        QTest::newRow("damaged table")
            << "kaputt.gguf" << bytesOf(test::GgufWriter().claimTensors(1ULL << 40)) << "lade";
        QTest::newRow("cut short") << "kurz.gguf"
                                   << bytesOf(test::GgufWriter()
                                                  .text("general.architecture", "llama")
                                                  .rawTensor("output.weight", {1024, 1024}, 0, 0))
                                   << "abgeschnitten";
        QTest::newRow("old") << "alt.gguf" << bytesOf(test::GgufWriter(1)) << "Version 1";
        QTest::newRow("new") << "neu.gguf" << bytesOf(test::GgufWriter(9)) << "9";
        QTest::newRow("family") << "fremd.gguf"
                                << bytesOf(test::GgufWriter().text("general.architecture", "retnet"))
                                << "retnet";
    }
    void realErrorsAreSpoken() {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        QFETCH(QString, german);
        const QString english = sentenceFor(name, content);
        QCOMPARE(spokenProblem(english), english);
        m_language.speak("de");
        const QString spoken = spokenProblem(english);
        QVERIFY2(spoken != english && spoken.contains(german), qPrintable(english + " -> " + spoken));
    }

    void noSuchFile() {
        EngineOptions options;
        options.model = m_folder.filePath("fort.gguf").toStdString();
        m_language.speak("de");
        try {
            (void)Engine::load(options, {}, {});
            QFAIL("a file that is not there was loaded");
        } catch (const Error& error) {
            const QString spoken = spokenProblem(QString::fromStdString(error.what()));
            QVERIFY2(spoken.contains("fort.gguf") && spoken.contains("öffnen"), qPrintable(spoken));
        }
    }

    void figuresAreTakenOver() {
        m_language.speak("de");
        const QString spoken = spokenProblem(
            "The prompt has 9000 tokens and the context only 4096; shorten it or load the model with a "
            "longer "
            "context.");
        QVERIFY2(spoken.contains("9000") && spoken.contains("4096") && spoken.contains("Kontext"),
                 qPrintable(spoken));
        QVERIFY(
            spokenProblem("There is not enough memory for 512 MiB; close other programs or choose a smaller "
                          "model or context.")
                .contains("512"));
        // Names are data, also where they look like a place.
        const QString odd =
            spokenProblem("\"%2 %1.gguf\" cannot be used: it cannot be opened: Permission denied.");
        QVERIFY2(odd.contains("%2 %1.gguf") && odd.contains("Permission denied"), qPrintable(odd));
        QCOMPARE(spokenProblem("Something new went wrong."), QString("Something new went wrong."));
    }

    void everySentenceIsTheEngines() {
        // All of the engine's string literals, those that stand one after the other put together.
        QString literals;
        QDirIterator files(HEARTH_SOURCE_DIR "/engine", {"*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
        static const QRegularExpression seam("\"\\s*\\n\\s*\"");
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QFile::ReadOnly));
            literals += QString::fromUtf8(file.readAll()).remove(seam).replace("\\\"", "\"");
        }
        static const QRegularExpression place("%\\d");
        for (QString text : translatedProblems()) {
            // Two functions make such a sentence: one the name and the end, one the clause.
            const QLatin1String frame("\"%1\" cannot be used: ");
            if (text.startsWith(frame) && !text.contains(QLatin1String("tables."))) {
                text.remove(0, frame.size());
                text.chop(1);
            } else if (text.startsWith(frame)) {
                text.remove(0, 4);
            }
            for (const QString& part : text.split(place, Qt::SkipEmptyParts))
                QVERIFY2(literals.contains(part), qPrintable("the engine no longer says: " + part));
        }
    }
};

QTEST_GUILESS_MAIN(TestSpokenProblem)
#include "tst_spoken_problem.moc"
