#include "areas/machine_area.h"

#include <QtTest>

#include "areas_fixture.h"

using namespace hearth;
using namespace hearth::app;

namespace {

class OneCard : public test::PlayedProvider {
public:
    OneCard() : PlayedProvider(std::make_shared<test::EngineScript>()) {}
    std::vector<ListedGpu> listGpus() const override { return {ListedGpu()}; }
};

}  // namespace

class TestMachineArea : public QObject {
    Q_OBJECT

private slots:
    void theProviderIsAskedForTheMachine() {
        test::AreasFixture f;
        const OneCard engine;
        MachineArea area(engine, f.models, f.keyRing);
        area.cards.refresh();
        QTRY_COMPARE(area.cards.count(), 1);
        QCOMPARE(f.part(area, "watch"), &area.watch);
    }
};

QTEST_GUILESS_MAIN(TestMachineArea)
#include "tst_machine_area.moc"
