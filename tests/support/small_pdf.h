#pragma once

#include <QByteArray>
#include <QList>

/// A PDF with one line of text a page, with a correct table of its objects.
inline QByteArray smallPdf(const QList<QByteArray>& lines) {
    QList<QByteArray> objects{"<</Type/Catalog/Pages 2 0 R>>", ""};
    QByteArray kids;
    for (const QByteArray& line : lines) {
        const QByteArray content =
            line.isEmpty() ? QByteArray() : "BT /F1 12 Tf 72 720 Td (" + line + ") Tj ET";
        const int page = static_cast<int>(objects.size()) + 1;
        kids += QByteArray::number(page) + " 0 R ";
        objects.append("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents " +
                       QByteArray::number(page + 1) +
                       " 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>");
        objects.append("<</Length " + QByteArray::number(content.size()) + ">>\nstream\n" + content +
                       "\nendstream");
    }
    objects[1] = "<</Type/Pages/Kids[" + kids + "]/Count " + QByteArray::number(lines.size()) + ">>";
    QByteArray bytes = "%PDF-1.4\n";
    QByteArray table;
    for (qsizetype i = 0; i < objects.size(); ++i) {
        table += QByteArray::number(bytes.size()).rightJustified(10, '0') + " 00000 n \n";
        bytes += QByteArray::number(i + 1) + " 0 obj\n" + objects[i] + "\nendobj\n";
    }
    const QByteArray count = QByteArray::number(objects.size() + 1);
    return bytes + "xref\n0 " + count + "\n0000000000 65535 f \n" + table + "trailer\n<</Size " + count +
           "/Root 1 0 R>>\nstartxref\n" + QByteArray::number(bytes.size()) + "\n%%EOF\n";
}

/// A line for smallPdf() that is a picture and no text.
inline const QByteArray pictureLine = ") Tj ET 0 0 0 rg 100 100 200 200 re f BT /F1 12 Tf (";

/// A few kilobytes that keep a reader busy for minutes: forms that each draw the next one ten times.
inline QByteArray slowPdf() {
    constexpr int depth = 12;
    QList<QByteArray> objects{
        "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</XObject<</F "
        "5 0 R>>>>>>",
        "<</Length 5>>\nstream\n/F Do\nendstream"};
    for (int level = 0; level < depth; ++level) {
        const QByteArray content = level + 1 < depth ? QByteArray("/F Do ").repeated(10)
                                                     : QByteArray("BT /G 12 Tf 72 720 Td (x) Tj ET");
        const QByteArray resources =
            level + 1 < depth ? "<</XObject<</F " + QByteArray::number(6 + level) + " 0 R>>>>"
                              : QByteArray("<</Font<</G<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>");
        objects.append("<</Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources" + resources + "/Length " +
                       QByteArray::number(content.size()) + ">>\nstream\n" + content + "\nendstream");
    }
    QByteArray bytes = "%PDF-1.4\n";
    QByteArray table;
    for (qsizetype i = 0; i < objects.size(); ++i) {
        table += QByteArray::number(bytes.size()).rightJustified(10, '0') + " 00000 n \n";
        bytes += QByteArray::number(i + 1) + " 0 obj\n" + objects[i] + "\nendobj\n";
    }
    const QByteArray count = QByteArray::number(objects.size() + 1);
    return bytes + "xref\n0 " + count + "\n0000000000 65535 f \n" + table + "trailer\n<</Size " + count +
           "/Root 1 0 R>>\nstartxref\n" + QByteArray::number(bytes.size()) + "\n%%EOF\n";
}
