#include "inspector/picture_tokens.h"

#include <QBuffer>
#include <QImage>
#include <QSignalSpy>
#include <QtTest>

#include "store/picture_table.h"

using namespace hearth;
using namespace hearth::app;

namespace {

std::shared_ptr<const PictureFile> picture(int width, int height) {
    QImage image(width, height, QImage::Format_RGB32);
    image.fill(Qt::darkGreen);
    QByteArray bytes;
    QBuffer out(&bytes);
    out.open(QIODevice::WriteOnly);
    image.save(&out, "PNG");
    return store::pictureFile(bytes);
}

QVariant of(const PictureTokens& tokens, int row, PictureTokens::Role role) {
    return tokens.data(tokens.index(row), role);
}
QList<double> cellsOf(const PictureTokens& tokens, int row, PictureTokens::Role role) {
    return of(tokens, row, role).value<QList<double>>();
}

}  // namespace

class TestPictureTokens : public QObject {
    Q_OBJECT

private slots:
    void aGridHasTheLightOfItsTokens() {
        PictureTokens tokens;
        const auto file = picture(30, 20);
        tokens.setPictures({file});
        QCOMPARE(of(tokens, 0, PictureTokens::PictureRole).toMap()["hash"].toString(),
                 store::pictureHash(*file));
        QCOMPARE(of(tokens, 0, PictureTokens::PictureRole).toMap()["width"].toInt(), 30);
        // Shown plainly as long as nothing is known of its tokens.
        QVERIFY(cellsOf(tokens, 0, PictureTokens::CellsRole).isEmpty());
        QCOMPARE(of(tokens, 0, PictureTokens::SpokenRole).toString(), QString("Picture 1 of 1"));
        // Two lines of two tokens with a line end after each, behind three tokens of text.
        std::vector<float> shares{0.5F, 0, 0, 0.16F, 0.04F, 0.1F, 0.01F, 0, 0.19F};
        QSignalSpy data(&tokens, &PictureTokens::dataChanged);
        tokens.setLight({{.first = 3, .columns = 2, .lines = 2, .stride = 3}}, shares);
        QCOMPARE(data.count(), 1);
        const QList<double> cells = cellsOf(tokens, 0, PictureTokens::CellsRole);
        QCOMPARE(cells.size(), 20);
        QCOMPARE(cells.first(5), (QList<double>{0, 0, 0.5, 0.5, 1}));
        QVERIFY(std::abs(cells[9] - 0.5) < 1e-6);    // the root of a quarter of the most
        QVERIFY(std::abs(cells[14] - 0.25) < 1e-6);  // the line end's share is nobody's
        QCOMPARE(cells[19], 0.0);
        QCOMPARE(of(tokens, 0, PictureTokens::FiguresRole).toString(), QString("4 tokens, 2 × 2  ·  21.0 %"));
        QCOMPARE(of(tokens, 0, PictureTokens::PlaceRole).toString(),
                 QString("Looked most at the upper left, 16.0 %"));
        QCOMPARE(
            of(tokens, 0, PictureTokens::SpokenRole).toString(),
            QString("Picture 1 of 1, 4 tokens, 2 × 2  ·  21.0 %, Looked most at the upper left, 16.0 %"));
        QCOMPARE(tokens.shareAt(0, 0.75, 0.25), QString("4.0 %"));
        QCOMPARE(tokens.shareAt(0, 0.25, 0.75), QString("1.0 %"));
        QCOMPARE(tokens.shareAt(0, 1.25, 0.75), QString());
        QCOMPARE(tokens.shareAt(1, 0.25, 0.75), QString());
    }

    void partsAndTheirOverviewAreToldApart() {
        PictureTokens tokens;
        tokens.setPictures({picture(40, 10)});
        std::vector<float> shares(6);
        shares[1] = 0.2F;
        shares[4] = 0.05F;
        tokens.setLight({{.first = 0, .columns = 2, .lines = 1, .stride = 2, .area = {0, 0, 0.5F, 1}},
                         {.first = 2, .columns = 2, .lines = 1, .stride = 2, .area = {0.5F, 0, 0.5F, 1}},
                         {.isOverview = true, .first = 4, .columns = 2, .lines = 1, .stride = 2}},
                        shares);
        QCOMPARE(cellsOf(tokens, 0, PictureTokens::CellsRole).size(), 20);
        QCOMPARE(cellsOf(tokens, 0, PictureTokens::CoarseRole).size(), 10);
        QCOMPARE(cellsOf(tokens, 0, PictureTokens::CoarseRole)[4], 0.5);
        QCOMPARE(of(tokens, 0, PictureTokens::FiguresRole).toString(),
                 QString("6 tokens in 2 parts, with an overview  ·  25.0 %"));
        QCOMPARE(tokens.shareAt(0, 0.3, 0.5), QString("20.0 %, and 5.0 % in the overview"));
    }

    /// An overview that is all there is has the lines.
    void anOverviewAloneIsTheGrid() {
        PictureTokens tokens;
        tokens.setPictures({picture(10, 10)});
        tokens.setLight({{.isOverview = true, .first = 0, .columns = 1, .lines = 3, .stride = 1}},
                        {0, 0, 0.25F});
        QCOMPARE(cellsOf(tokens, 0, PictureTokens::CellsRole).size(), 15);
        QVERIFY(cellsOf(tokens, 0, PictureTokens::CoarseRole).isEmpty());
        QCOMPARE(of(tokens, 0, PictureTokens::PlaceRole).toString(),
                 QString("Looked most at the bottom, 25.0 %"));
    }

    void allPicturesHaveOneMeasure() {
        PictureTokens tokens;
        tokens.setPictures({picture(10, 10), picture(20, 10)});
        const PictureGrid first{.first = 0, .columns = 1, .lines = 1, .stride = 1};
        PictureGrid second = first, unknown = first;
        second.picture = 1;
        second.first = 1;
        unknown.picture = 7;
        tokens.setLight({first, second, unknown}, {0.04F, 0.16F});
        QVERIFY(std::abs(cellsOf(tokens, 0, PictureTokens::CellsRole)[4] - 0.5) < 1e-6);
        QCOMPARE(cellsOf(tokens, 1, PictureTokens::CellsRole)[4], 1.0);
        QCOMPARE(tokens.mostSeen(), 1);
        // Tokens behind the one that is asked about have no share.
        tokens.setLight({first, second}, {0});
        QCOMPARE(tokens.mostSeen(), 0);
        QCOMPARE(PictureTokens().mostSeen(), 0);
        QCOMPARE(of(tokens, 1, PictureTokens::PlaceRole).toString(), QString("Not looked at"));
        QCOMPARE(of(tokens, 1, PictureTokens::FiguresRole).toString(), QString("1 token, 1 × 1"));
    }

    void theSamePicturesStay() {
        PictureTokens tokens;
        const auto file = picture(10, 10);
        tokens.setPictures({file});
        tokens.setLight({{.first = 0, .columns = 1, .lines = 1, .stride = 1}}, {0.5F});
        QSignalSpy reset(&tokens, &PictureTokens::modelReset);
        tokens.setPictures({file});
        QCOMPARE(reset.count(), 0);
        QVERIFY(!cellsOf(tokens, 0, PictureTokens::CellsRole).isEmpty());
        tokens.setPictures({});
        QCOMPARE(reset.count(), 1);
        QCOMPARE(tokens.count(), 0);
    }
};

QTEST_MAIN(TestPictureTokens)
#include "tst_picture_tokens.moc"
