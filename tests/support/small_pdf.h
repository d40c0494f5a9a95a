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
