#include "http/access_policy.h"

#include <QtTest>

using namespace hearth::http;

class TestAccessPolicy : public QObject {
    Q_OBJECT

private slots:
    void knowsItsOwnNames() {
        const AccessPolicy policy({"hearth.local"}, {});
        for (const char* host : {"localhost", "LocalHost:8080", "127.0.0.1", "127.0.0.1:1", "127.1.2.3",
                                 "[::1]:80", "hearth.local", "HEARTH.local:99"})
            QVERIFY2(!policy.checkHost(host, "127.0.0.1"), host);
        QVERIFY(!policy.checkHost("[::1]", "::1"));
        QVERIFY(!policy.checkHost("192.168.1.5:8080", "192.168.1.5"));
        // Addresses cannot be pointed elsewhere: behind a router or in a container they are other ones.
        for (const char* host : {"127.0.0.1", "192.168.1.6:80", "[fe80::1]:8080"})
            QVERIFY2(!policy.checkHost(host, "192.168.1.5"), host);
        for (const char* host : {"localhost", "evil.example"})
            QCOMPARE(*policy.checkHost(host, "192.168.1.5"), refusals::foreignHost);
        for (const char* host :
             {"evil.example", "192.168.1.5.evil.example", "0x7f.1", "1.2.3", "localhost.evil.example"})
            QCOMPARE(*policy.checkHost(host, "127.0.0.1"), refusals::foreignHost);
        for (const char* host :
             {"", ":80", "a:", "a:b", "a:123456", "a b", "[::1", "[x]", "[::1]80", "a/b", "a@b", "a,b"})
            QCOMPARE(*policy.checkHost(host, "127.0.0.1"), refusals::noHost);
    }

    void knowsExactOriginsOnly() {
        const AccessPolicy policy({}, {"https://app.example", "null"});
        QVERIFY(!policy.checkOrigin("https://app.example"));
        for (const char* origin :
             {"null", "", "*", "https://app.example/", "http://app.example", "https://app.example:443"})
            QCOMPARE(*policy.checkOrigin(origin), refusals::foreignOrigin);
        QVERIFY(AccessPolicy({}, {}).checkOrigin("https://app.example"));
    }

    void knowsPatternsOfOrigins() {
        const AccessPolicy policy({},
                                  {"https://*.app.example", "http://localhost:*", "https://copied.example/"});
        for (const char* origin : {"https://a.app.example", "https://a.b.app.example",
                                   "http://localhost:3000", "https://copied.example"})
            QVERIFY2(!policy.checkOrigin(origin), origin);
        for (const char* origin :
             {"https://app.example", "http://a.app.example", "https://evil.example/.app.example",
              "https://evil.example:1.app.example", "http://localhost.evil.example:1",
              "http://localhost:1@evil.example", "null"})
            QVERIFY2(policy.checkOrigin(origin), origin);
        const AccessPolicy open({}, {"*"});
        for (const char* origin : {"https://app.example", "null", "vscode-webview://x"})
            QVERIFY2(!open.checkOrigin(origin), origin);
        QCOMPARE(*findHeader(open.answerHeaders("https://a.example"), "Access-Control-Allow-Origin"),
                 std::string("https://a.example"));
    }

    void answersAllowedOriginsAlone() {
        const AccessPolicy policy({}, {"https://app.example"});
        const Headers headers = policy.answerHeaders("https://app.example");
        QCOMPARE(*findHeader(headers, "Access-Control-Allow-Origin"), std::string("https://app.example"));
        QCOMPARE(*findHeader(headers, "Vary"), std::string("Origin"));
        QVERIFY(!findHeader(headers, "Access-Control-Allow-Credentials"));
        QVERIFY(policy.answerHeaders("https://evil.example").empty());
        QVERIFY(policy.answerHeaders("").empty());
    }

    void allowsTheHeadersThatAreAskedFor() {
        const AccessPolicy policy({}, {"https://app.example"});
        const auto allowed = [&](const std::string& wanted) {
            const Headers headers = policy.preflightHeaders({{"access-control-request-headers", wanted}});
            const std::string* list = findHeader(headers, "Access-Control-Allow-Headers");
            return list ? *list : "none";
        };
        QCOMPARE(allowed("authorization, x-stainless-os"), std::string("authorization, x-stainless-os"));
        QCOMPARE(allowed("a b"), std::string("none"));
        QCOMPARE(allowed("a\r\nSet-Cookie: b"), std::string("none"));
        QCOMPARE(allowed(std::string(2000, 'a')), std::string("none"));
        const Headers local = policy.preflightHeaders({{"Access-Control-Request-Private-Network", "true"}});
        QVERIFY(findHeader(local, "Access-Control-Allow-Private-Network"));
    }
};

QTEST_APPLESS_MAIN(TestAccessPolicy)
#include "tst_access_policy.moc"
