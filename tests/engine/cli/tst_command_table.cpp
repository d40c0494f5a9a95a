#include <QtTest>
#include <algorithm>
#include <set>

#include "cli/command.h"

using namespace hearth::cli;

class TestCommandTable : public QObject {
    Q_OBJECT
private slots:
    void hasTheCommandsOfTheContract() {
        std::set<std::string_view> names;
        for (const Command& command : allCommands()) names.insert(command.name);
        QCOMPARE(names.size(), allCommands().size());
        for (const char* name : {"run", "chat", "batch", "tokenize", "detokenize", "template", "logits",
                                 "perplexity", "bench", "inspect", "dequantize", "embed", "rerank", "doctor"})
            QVERIFY2(names.contains(name), name);
    }

    void everyCommandIsDescribed() {
        for (const Command& command : allCommands()) {
            const QByteArray name(command.name.data(), static_cast<qsizetype>(command.name.size()));
            QVERIFY2(command.run != nullptr && !command.usage.empty() && command.summary.ends_with('.'),
                     name);
            std::set<std::string_view> words;
            for (const Option& option : command.options) {
                QVERIFY2(option.name.starts_with("--") && !option.help.empty(), name);
                QVERIFY2(words.insert(option.name).second, name);
                if (option.alias.empty()) continue;
                QVERIFY2(option.alias.starts_with('-'), name);
                QVERIFY2(words.insert(option.alias).second, name);  // no two options by one letter
            }
        }
    }

    void theCommonOptionsAreEverywhereAModelRuns() {
        for (const char* name : {"run", "chat", "batch", "logits", "perplexity", "bench"}) {
            const auto commands = allCommands();
            const auto command = std::find_if(commands.begin(), commands.end(),
                                              [&](const Command& one) { return one.name == name; });
            QVERIFY(command != commands.end());
            for (const char* option :
                 {"--model", "--backend", "--threads", "--ctx", "--kv", "--gpu-layers"}) {
                QVERIFY2(std::any_of(command->options.begin(), command->options.end(),
                                     [&](const Option& one) { return one.name == option; }),
                         option);
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestCommandTable)
#include "tst_command_table.moc"
