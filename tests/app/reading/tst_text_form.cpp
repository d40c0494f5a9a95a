#include "reading/text_form.h"

#include <QtTest>

using namespace hearth::app;

class TestTextForm : public QObject {
    Q_OBJECT

private slots:
    void byTheEndOfTheName() {
        QCOMPARE(textFormOf("notes.MD"), TextForm::Marked);
        QCOMPARE(textFormOf("a.b/x.tar.gz"), TextForm::None);
        QCOMPARE(textFormOf("main.cpp"), TextForm::Code);
        QCOMPARE(textFormOf("list.csv"), TextForm::Table);
        QCOMPARE(textFormOf("page.htm"), TextForm::Html);
        QCOMPARE(textFormOf("book.epub"), TextForm::Document);
        QCOMPARE(textFormOf("README"), TextForm::Unknown);
        QCOMPARE(textFormOf("a."), TextForm::Unknown);
        QCOMPARE(textFormOf(""), TextForm::Unknown);
    }
};

QTEST_APPLESS_MAIN(TestTextForm)
#include "tst_text_form.moc"
