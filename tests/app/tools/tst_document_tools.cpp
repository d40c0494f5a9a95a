#include "tools/document_tools.h"

#include <QDir>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "tools/tool_box.h"

using namespace hearth::app;

class TestDocumentTools : public QObject {
    Q_OBJECT

    struct Fixture {
        QTemporaryDir folder;
        std::unique_ptr<store::Store> store = store::Store::inMemory();
        DocumentLibrary library{*store, folder.filePath("documents.db")};
        DocumentSearch search{library.file()};
        DocumentTools tools{library, search};
        ToolBox box;

        Fixture() { box.add(tools); }
        ToolResult call(const char* arguments) {
            QSignalSpy finished(&box, &ToolBox::finished);
            (void)box.call("search_documents", arguments);
            if (finished.isEmpty() && !finished.wait()) return {"no answer", true};
            return finished[0][1].value<ToolResult>();
        }
    };

private slots:
    void passagesAreNumberedWithTheirPlaces() {
        Fixture f;
        QVERIFY(f.box.find("search_documents") == nullptr);
        QDir(f.folder.path()).mkpath("docs");
        QFile file(f.folder.filePath("docs/harbour.md"));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write("# Dues\nPaid at noon.\n# Berths\nThe berths have numbers.\n");
        file.close();
        QCOMPARE(f.library.add(QUrl::fromLocalFile(f.folder.filePath("docs"))), QString());
        QVERIFY(f.box.find("search_documents") != nullptr);
        QTRY_COMPARE_WITH_TIMEOUT(f.library.passages(), 2, 60000);
        QCOMPARE(f.call("{\"query\":\"when are dues paid\"}"),
                 (ToolResult{"harbour.md, lines 1 to 2, Dues:\n# Dues\nPaid at noon.", false}));
        QVERIFY(f.call("{\"query\":\"nothing of it\"}").text.startsWith("No passage"));
        QVERIFY(f.call("{\"query\":\" \"}").failed);
        QVERIFY(f.call("{}").failed);
        f.library.remove(0);
        QVERIFY(f.box.find("search_documents") == nullptr);
    }

    void severalPassagesAndPages() {
        FoundPassage one, two;
        one.path = "/a/x.pdf";
        one.passage.page = 3;
        one.passage.text = "One.";
        two = one;
        two.passage.page = 4;
        QCOMPARE(DocumentTools::resultOf({one, two}).text,
                 QString("x.pdf, page 3:\nOne.\n\nx.pdf, page 4:\nOne."));
    }
};

QTEST_GUILESS_MAIN(TestDocumentTools)
#include "tst_document_tools.moc"
