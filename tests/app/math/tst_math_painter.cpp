#include "math/math_painter.h"

#include <QImage>
#include <QPainter>
#include <QtTest>

#include "math/math_layout.h"
#include "math/math_parser.h"

using namespace hearth::app;

class TestMathPainter : public QObject {
    Q_OBJECT

private slots:
    void lettersAndShapesAreDrawnInTheColour() {
        const MathFont font(20);
        const MathBox box = MathLayout(font).display(*parseMath(u"\\sqrt{x}"));
        QImage image(qCeil(box.width) + 8, qCeil(box.height()) + 8, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        paintMath(painter, box, {4, 4 + box.ascent}, Qt::red);
        painter.end();
        int red = 0, onTheRule = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) {
                const QColor colour = image.pixelColor(x, y);
                QVERIFY(colour.green() == 0 && colour.blue() == 0);
                red += colour.alpha() > 128;
                onTheRule += y < 8 && colour.alpha() > 128;
            }
        QVERIFY(red > 30);
        QVERIFY(onTheRule > 8);
    }
};

QTEST_MAIN(TestMathPainter)
#include "tst_math_painter.moc"
