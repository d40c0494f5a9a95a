#pragma once

#include "support/small_zip.h"

/// A DOCX with a body and styles: "berschrift1" is a heading of the first level by its name, "Abschnitt" one
/// of the second by its outline level.
inline QByteArray smallDocx(const QByteArray& body) {
    const QByteArray w = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"";
    return smallZip(
        {{"[Content_Types].xml", "<Types/>"},
         {"word/styles.xml",
          "<w:styles " + w +
              "><w:style w:styleId=\"berschrift1\"><w:name w:val=\"heading 1\"/></w:style><w:style "
              "w:styleId=\"Abschnitt\"><w:name w:val=\"Abschnitt\"/><w:pPr><w:outlineLvl "
              "w:val=\"1\"/></w:pPr></w:style></w:styles>"},
         {"word/document.xml", "<w:document " + w + "><w:body>" + body + "</w:body></w:document>"},
         {"word/footnotes.xml",
          "<w:footnotes " + w +
              "><w:footnote><w:p><w:r><w:t>A note.</w:t></w:r></w:p></w:footnote></w:footnotes>"}});
}

/// An ODT with a body.
inline QByteArray smallOdt(const QByteArray& body) {
    return smallZip(
        {{"mimetype", "application/vnd.oasis.opendocument.text"},
         {"content.xml",
          "<office:document-content xmlns:office=\"o\" xmlns:text=\"t\" xmlns:table=\"b\"><office:body>"
          "<office:text>" +
              body + "</office:text></office:body></office:document-content>"}});
}

/// An EPUB with two chapters, which its manifest has the other way round.
inline QByteArray smallEpub(const QByteArray& first, const QByteArray& second) {
    return smallZip(
        {{"mimetype", "application/epub+zip"},
         {"META-INF/container.xml",
          "<container><rootfiles><rootfile full-path=\"OEBPS/book.opf\"/></rootfiles></container>"},
         {"OEBPS/book.opf",
          "<package><manifest><item id=\"b\" href=\"text/second%20one.xhtml\"/><item id=\"a\" "
          "href=\"text/first.xhtml\"/><item id=\"c\" href=\"../../escape.xhtml\"/></manifest><spine><itemref "
          "idref=\"a\"/><itemref idref=\"b\"/><itemref idref=\"a\"/><itemref idref=\"c\"/><itemref "
          "idref=\"none\"/></spine></package>"},
         {"OEBPS/text/first.xhtml", "<html><body>" + first + "</body></html>"},
         {"OEBPS/text/second one.xhtml", "<html><body>" + second + "</body></html>"}});
}
