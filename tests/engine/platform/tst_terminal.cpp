#include "hearth/platform/terminal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <QtTest>

#include "engine/platform/in_child.h"

using namespace hearth::platform;
using hearth::test::inChild;

class TestTerminal : public QObject {
    Q_OBJECT
private slots:
    void eachStreamIsAskedAbout() {
        QCOMPARE(inChild([] {
                     const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY),
                               file = ::open("/dev/null", O_RDWR);
                     if (terminal < 0 || file < 0) return 10;
                     for (const int stream : {0, 1, 2}) ::dup2(file, stream);
                     int found = 0;
                     constexpr StandardStream all[] = {StandardStream::Input, StandardStream::Output,
                                                       StandardStream::Errors};
                     for (const StandardStream stream : all) found += isTerminal(stream) ? 10 : 0;
                     for (int stream = 0; stream < 3; ++stream) {
                         ::dup2(terminal, stream);
                         found += isTerminal(all[stream]) ? 1 : 0;
                     }
                     return found;
                 }),
                 3);
    }
};

QTEST_APPLESS_MAIN(TestTerminal)
#include "tst_terminal.moc"
