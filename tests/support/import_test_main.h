#pragma once

#include <QtTest>

#include "exchange/import_child.h"

/// The main of a test whose program is also the child that reads chats of other programs.
#define HEARTH_IMPORT_TEST_MAIN(Application, Test)                                     \
    int main(int argc, char* argv[]) {                                                 \
        if (hearth::app::isImportChild(argc, argv)) return hearth::app::serveImport(); \
        Application application(argc, argv);                                           \
        Application::setAttribute(Qt::AA_Use96Dpi);                                    \
        Test test;                                                                     \
        return QTest::qExec(&test, argc, argv);                                        \
    }
