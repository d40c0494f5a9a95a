#include "structure/structure_examples.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::app;
using Kind = ChatStructure::Kind;

class TestStructureExamples : public QObject {
    Q_OBJECT

private slots:
    void repliesCanBeHeldToAll() {
        for (const Kind kind : {Kind::Schema, Kind::Regex, Kind::Gbnf}) {
            QVERIFY(!structureExamples(kind).empty());
            for (const StructureExample& example : structureExamples(kind)) {
                QVERIFY(!example.name.isEmpty());
                ChatStructure structure{.on = true, .kind = kind};
                structure.setSource(example.source);
                QVERIFY(structure.holds());
                checkReplyGrammar(structure.grammar());
            }
        }
        QVERIFY(structureExamples(Kind::Object).empty());
    }
};

QTEST_GUILESS_MAIN(TestStructureExamples)
#include "tst_structure_examples.moc"
