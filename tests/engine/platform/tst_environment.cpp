#include "hearth/platform/environment.h"

#include <stdlib.h>

#include <QtTest>
#include <algorithm>
#include <array>

using namespace hearth::platform;

class TestEnvironment : public QObject {
    Q_OBJECT

    static constexpr std::array all{ChildVariables::Plain, ChildVariables::Reading, ChildVariables::Network};

    static bool has(const std::vector<std::string>& environment, const std::string& variable) {
        return std::ranges::find(environment, variable) != environment.end();
    }

private slots:
    void secretsStay() {
        ::setenv("HEARTH_SECRET", "x", 1);
        for (const ChildVariables which : all) {
            QVERIFY(!has(childEnvironment(which), "HEARTH_SECRET=x"));
            for (const char* secret :
                 {"OPENAI_API_KEY=x", "HF_TOKEN=x", "SSH_AUTH_SOCK=/a", "LANGUAGE_KEY=x", "PATH_KEY=x",
                  "HOMEKEY=x", "DBUS_SESSION_BUS_ADDRESS=x", "LD_PRELOAD=/a", ""})
                QVERIFY2(!isForChild(secret, which), secret);
        }
        ::unsetenv("HEARTH_SECRET");
    }
    void everyChildKnowsItsLanguage() {
        ::setenv("LC_TEST", "y", 1);
        for (const ChildVariables which : all) {
            QVERIFY(has(childEnvironment(which), "LC_TEST=y"));
            QVERIFY(isForChild("LANG=de_DE.UTF-8", which) && isForChild("TZ=Europe/Rome", which));
        }
        ::unsetenv("LC_TEST");
    }
    void onlySomeKnowFoldersAndProxies() {
        for (const char* folder : {"PATH=/bin", "HOME=/h", "FONTCONFIG_FILE=/f", "TESSDATA_PREFIX=/t"}) {
            QVERIFY2(isForChild(folder, ChildVariables::Reading), folder);
            QVERIFY2(!isForChild(folder, ChildVariables::Plain), folder);
        }
        QVERIFY(isForChild("https_proxy=http://a:1", ChildVariables::Network));
        QVERIFY(!isForChild("https_proxy=http://a:1", ChildVariables::Reading));
    }
    void ownVariablesReplace() {
        ::setenv("LC_TEST", "y", 1);
        const std::array<std::pair<std::string, std::string>, 2> own{
            {{"LC_TEST", "z"}, {"OMP_THREAD_LIMIT", "1"}}};
        const std::vector<std::string> environment = childEnvironment(ChildVariables::Plain, own);
        QVERIFY(has(environment, "LC_TEST=z") && !has(environment, "LC_TEST=y"));
        QVERIFY(has(environment, "OMP_THREAD_LIMIT=1"));
        ::unsetenv("LC_TEST");
    }
};

QTEST_APPLESS_MAIN(TestEnvironment)
#include "tst_environment.moc"
