#pragma once

#include <QCoreApplication>
#include <QtTest>
#include <string_view>

#include "reading/document_child.h"
#include "support/played_scans.h"

/// The main of a test whose program is the child that reads documents, too, and the one that reads scans.
#define HEARTH_DOCUMENT_TEST_MAIN(Test)                                                                  \
    int main(int argc, char* argv[]) {                                                                   \
        if (hearth::test::isPlayedScanProgram(argv)) return hearth::test::playScanProgram(argc, argv);   \
        if (hearth::app::isDocumentChild(argc, argv)) return hearth::app::serveDocumentText(argc, argv); \
        QCoreApplication application(argc, argv);                                                        \
        Test test;                                                                                       \
        return QTest::qExec(&test, argc, argv);                                                          \
    }
