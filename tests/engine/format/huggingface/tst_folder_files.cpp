#include "format/huggingface/folder_files.h"

#include <sys/stat.h>

#include <QtTest>
#include <nlohmann/json.hpp>

#include "hearth/error.h"
#include "written_folder.h"

using namespace hearth;
using namespace hearth::format;

class TestFolderFiles : public QObject, private test::WrittenFolder {
    Q_OBJECT

    std::filesystem::path path(const char* name) const { return m_folder.filePath(name).toStdString(); }
    template <typename Action>
    static std::string problemOf(Action action) {
        try {
            (void)action();
        } catch (const Error& error) {
            return error.what();
        }
        return {};
    }

private slots:
    void readsWhatIsThere() {
        write("a.json", "{'a': [1, 2]}");
        QCOMPARE(readFolderJson(path("a.json"))["a"].size(), size_t{2});
        QCOMPARE(folderJsonIfThere(path("a.json")).size(), size_t{1});
        QVERIFY(folderJsonIfThere(path("none.json")).empty());
        QVERIFY(folderTextIfThere(path("a.json"))->starts_with("{\"a\""));
        QVERIFY(!folderTextIfThere(path("none.json")));
    }

    void refusesTheRestWithItsName() {
        QCOMPARE(problemOf([&] { return readFolderJson(path("none.json")); }),
                 std::string("its file \"none.json\" is missing; download it again"));
        for (const char* text : {"", "[]", "7", "{", "{'a': 1} 2"}) {
            write("bad.json", text);
            for (const auto read : {readFolderJson, folderJsonIfThere})
                QCOMPARE(problemOf([&] { return read(path("bad.json")); }),
                         std::string("its file \"bad.json\" is damaged; download it again"));
        }
    }

    /// Nobody writes to the pipe: a read would wait for ever.
    void pipesFoldersAndLoopsAreRefused() {
        QCOMPARE(::mkfifo(path("pipe.json").c_str(), 0600), 0);
        std::filesystem::create_directory(path("folder.json"));
        std::filesystem::create_symlink("loop.json", path("loop.json"));
        for (const char* name : {"pipe.json", "folder.json"}) {
            const std::string wanted = std::string("its file \"") + name + "\" is not a file; choose a file";
            QCOMPARE(problemOf([&] { return folderTextIfThere(path(name)); }), wanted);
            QCOMPARE(problemOf([&] { return folderJsonIfThere(path(name)); }), wanted);
        }
        QVERIFY(!problemOf([&] { return folderTextIfThere(path("loop.json")); }).empty());
    }
};

QTEST_GUILESS_MAIN(TestFolderFiles)
#include "tst_folder_files.moc"
