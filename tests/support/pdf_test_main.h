#pragma once

#include <QCoreApplication>
#include <QtTest>
#include <string_view>

#include "attachments/pdf_child.h"

/// The main of a test whose program is the child that reads PDFs, too.
#define HEARTH_PDF_TEST_MAIN(Test)                                                   \
    int main(int argc, char* argv[]) {                                               \
        if (argc == 2 && std::string_view(argv[1]) == hearth::app::pdfChildArgument) \
            return hearth::app::servePdfText();                                      \
        QCoreApplication application(argc, argv);                                    \
        Test test;                                                                   \
        return QTest::qExec(&test, argc, argv);                                      \
    }
