#include "attachments/draft_pictures.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

#include "attachments/picture_reader.h"

using namespace hearth;
using namespace hearth::app;

class TestDraftPictures : public QObject {
    Q_OBJECT

    std::unique_ptr<store::Store> m_store = store::Store::inMemory();

    static store::NamedPicture named(const QString& name, int width, int height) {
        QImage image(width, height, QImage::Format_RGB32);
        image.fill(Qt::green);
        return {readPicture(image).file, name};
    }
    static QStringList names(const DraftPictures& pictures) {
        QStringList names;
        for (const auto& picture : pictures.pictures()) names += picture.name;
        return names;
    }
    static QString text(const DraftPictures& pictures, int row, int role) {
        return pictures.data(pictures.index(row), role).toString();
    }

private slots:
    void theyAreAddedMovedAndRemoved() {
        DraftPictures pictures(*m_store);
        QAbstractItemModelTester tester(&pictures, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy changed(&pictures, &DraftPictures::changed);
        pictures.put({named("a", 10, 20), named("b", 30, 40), named("c", 50, 60)});
        QCOMPARE(changed.count(), 3);
        pictures.move(0, 2);
        QCOMPARE(names(pictures), (QStringList{"b", "c", "a"}));
        pictures.move(2, 1);
        QCOMPARE(names(pictures), (QStringList{"b", "a", "c"}));
        // Beyond an end is the end; where nothing moves nothing is told.
        pictures.move(1, 99);
        QCOMPARE(names(pictures), (QStringList{"b", "c", "a"}));
        changed.clear();
        pictures.move(0, -1);
        pictures.move(7, 0);
        pictures.remove(-1);
        pictures.remove(3);
        QCOMPARE(changed.count(), 0);
        pictures.remove(1);
        QCOMPARE(names(pictures), (QStringList{"b", "a"}));
        pictures.clear();
        QCOMPARE(pictures.count(), 0);
        QCOMPARE(changed.count(), 2);
    }

    void pagesAreNamedAfterTheirDocument() {
        DraftPictures pictures(*m_store);
        QSignalSpy refused(&pictures, &DraftPictures::refused);
        PagePictures pages;
        for (const int number : {1, 3}) pages.pages.push_back({number, named("", 10, number).file});
        pictures.addPages("%1 scan.pdf", pages);
        QCOMPARE(names(pictures), (QStringList{"%1 scan.pdf, page 1", "%1 scan.pdf, page 3"}));
        QVERIFY(refused.isEmpty());
        // Pages without room are reported once, together with those that were not even drawn.
        pictures.put(std::vector<store::NamedPicture>(DraftPictures::most - 3, named("a", 5, 5)));
        pages.leftOut = {4, 5, 9};
        pictures.addPages("b.pdf", pages);
        QCOMPARE(pictures.count(), DraftPictures::most);
        QCOMPARE(names(pictures).back(), QString("b.pdf, page 1"));
        QCOMPARE(refused.size(), 1);
        QCOMPARE(
            refused[0][0].toString(),
            QStringLiteral("Pages 3–5, 9 of b.pdf were not attached. A message can have 16 pictures; save "
                           "these pages as a PDF of their own and send it with the next one."));
        pages.leftOut.clear();
        pages.pages.pop_back();
        pictures.addPages("c.pdf", pages);
        QVERIFY(
            refused[1][0].toString().startsWith("Page 1 of c.pdf was not attached. A message can have 16 "
                                                "pictures; save this page as a PDF of its own"));
    }

    void eachSaysWhatItIs() {
        DraftPictures pictures(*m_store);
        pictures.put({named("shot.png", 640, 480), named("b", 3, 4)});
        QCOMPARE(text(pictures, 0, DraftPictures::FiguresRole), QString("640 × 480"));
        QCOMPARE(text(pictures, 1, DraftPictures::SpokenRole), QString("Picture 2 of 2, b, 3 × 4"));
        const QVariantMap shown = pictures.shown().at(0).toMap();
        QCOMPARE(shown["width"].toInt(), 640);
        QCOMPARE(shown["height"].toInt(), 480);
        QCOMPARE(shown["hash"].toString(), store::pictureHash(*pictures.pictures()[0].file));
        // The window can show it before anything is sent.
        QVERIFY(m_store->pictures().find(shown["hash"].toString()) == pictures.pictures()[0].file);
        pictures.remove(0);
        QCOMPARE(text(pictures, 0, DraftPictures::SpokenRole), QString("Picture 1 of 1, b, 3 × 4"));
    }

    void costsAreThoseOfTheEndOfTheChat() {
        DraftPictures pictures(*m_store);
        QSignalSpy told(&pictures, &DraftPictures::dataChanged);
        pictures.put({named("a", 10, 20), named("b", 30, 40)});
        told.clear();
        pictures.setCosts({{.tokens = 900, .cached = true}, {.tokens = 256}, {.tokens = 1024}});
        QCOMPARE(told.count(), 1);
        QCOMPARE(text(pictures, 0, DraftPictures::FiguresRole), QString("10 × 20, 256 tokens"));
        QCOMPARE(text(pictures, 1, DraftPictures::FiguresRole), QString("30 × 40, 1,024 tokens"));
        pictures.setCosts({{.tokens = 256}, {.tokens = 1024}});
        QCOMPARE(told.count(), 1);
        // Another one is not counted yet.
        pictures.add(named("c", 1, 1));
        QCOMPARE(text(pictures, 2, DraftPictures::FiguresRole), QString("1 × 1"));
        pictures.setCosts({});
        QCOMPARE(text(pictures, 0, DraftPictures::FiguresRole), QString("10 × 20"));
    }

    void detailIsChosenWhereItMatters() {
        DraftPictures pictures(*m_store);
        QSignalSpy changed(&pictures, &DraftPictures::changed);
        pictures.put({named("a", 10, 20), named("b", 30, 40)});
        const auto texts = [&pictures](int row) {
            QStringList said;
            for (const QVariant& one :
                 pictures.data(pictures.index(row), DraftPictures::DetailsRole).toList())
                said += one.toMap()["text"].toString() + (one.toMap()["chosen"].toBool() ? "*" : "");
            return said;
        };
        QCOMPARE(texts(0), QStringList());
        const PictureCost all{.tokens = 256, .lowTokens = 64, .autoTokens = 256, .highTokens = 1024};
        const PictureCost same{.tokens = 256, .lowTokens = 256, .autoTokens = 256, .highTokens = 256};
        pictures.setCosts({all, same});
        QCOMPARE(texts(0), (QStringList{"Low, 64 tokens", "Standard, 256 tokens*", "High, 1,024 tokens"}));
        QCOMPARE(texts(1), QStringList());
        changed.clear();
        pictures.setDetail(0, static_cast<int>(PictureDetail::Low));
        QCOMPARE(changed.count(), 1);
        // Its cost is known before the prompt is counted again.
        QCOMPARE(text(pictures, 0, DraftPictures::FiguresRole), QString("10 × 20, 64 tokens, low detail"));
        QCOMPARE(texts(0), (QStringList{"Low, 64 tokens*", "Standard, 256 tokens", "High, 1,024 tokens"}));
        QCOMPARE(pictures.pictures()[0].detail, PictureDetail::Low);
        pictures.setDetail(0, static_cast<int>(PictureDetail::Low));
        pictures.setDetail(2, 0);
        pictures.setDetail(-1, 0);
        QCOMPARE(changed.count(), 1);
        // Details that the family does not support are left out.
        const PictureCost two{.tokens = 64, .lowTokens = 64, .autoTokens = 256, .highTokens = 256};
        pictures.setCosts({two, same});
        QCOMPARE(texts(0), (QStringList{"Low, 64 tokens*", "Standard, 256 tokens"}));
        pictures.setDetail(0, static_cast<int>(PictureDetail::High));
        QCOMPARE(text(pictures, 0, DraftPictures::FiguresRole), QString("10 × 20, 256 tokens, high detail"));
        pictures.setDetail(0, 99);
        QCOMPARE(pictures.pictures()[0].detail, PictureDetail::Auto);
        // A server takes one and tells no cost.
        pictures.setCosts({}, true);
        QCOMPARE(texts(1), (QStringList{"Low", "Standard*", "High"}));
    }

    /// One that another program wrote may have more than a person can attach.
    void allOfAMessageAreKept() {
        DraftPictures pictures(*m_store);
        QSignalSpy refused(&pictures, &DraftPictures::refused);
        pictures.put(std::vector(DraftPictures::most + 4, named("a", 2, 2)));
        QCOMPARE(pictures.count(), DraftPictures::most + 4);
        QCOMPARE(refused.count(), 0);
        pictures.add(named("b", 2, 2));
        QCOMPARE(pictures.count(), DraftPictures::most + 4);
        QCOMPARE(refused.count(), 1);
    }

    void tooManyAreRefusedWithASentence() {
        DraftPictures pictures(*m_store);
        QSignalSpy refused(&pictures, &DraftPictures::refused);
        for (int i = 0; i <= DraftPictures::most; ++i) pictures.add(named(QString::number(i), 2, 2));
        QCOMPARE(pictures.count(), int(DraftPictures::most));
        QCOMPARE(refused.count(), 1);
        QCOMPARE(
            refused[0][0].toString(),
            QString(
                "16 was not attached. A message can have 16 pictures; send the others with the next one."));
    }
};

QTEST_GUILESS_MAIN(TestDraftPictures)
#include "tst_draft_pictures.moc"
