#include "hearth/platform/folder.h"

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cerrno>
#include <fstream>

using namespace hearth::platform;

class TestFolder : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::filesystem::path root() const { return m_folder->path().toStdString(); }

private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        std::filesystem::create_directory(root() / "inner");
        std::filesystem::create_directory_symlink("inner", root() / "link");
        std::ofstream(root() / "file") << "text";
    }

    void namesAreListed() {
        Folder folder(root());
        std::vector<std::string> names;
        while (const auto name = folder.next()) names.push_back(*name);
        std::sort(names.begin(), names.end());
        QCOMPARE(names, (std::vector<std::string>{"file", "inner", "link"}));
        QVERIFY(folder.isOpen() && !folder.isBroken());
        // Still usable.
        QVERIFY(folder.facts("file")->kind == FileKind::Regular);
        QVERIFY(folder.sync());
    }
    void onlyFoldersAreOpened() {
        QVERIFY(!Folder(root() / "file").isOpen());
        QCOMPARE(errno, ENOTDIR);
        QVERIFY(Folder(root() / "link").isOpen());
        QVERIFY(!Folder(root() / "link", Open::NoLink).isOpen());
        Folder none(root() / "missing");
        QVERIFY(!none.isOpen() && !none.next() && none.isBroken());
    }
    void namesAreLookedUpInTheOpenFolder() {
        const Folder folder(root());
        QVERIFY(folder.facts("link")->kind == FileKind::Link);
        QVERIFY(!folder.facts("missing"));
        QVERIFY(folder.open("file", Open::Read).isOpen());
        QVERIFY(folder.below("inner").isOpen() && !folder.below("link").isOpen());
        std::filesystem::rename(root() / "inner", root() / "renamed");
        const Folder renamed = folder.below("renamed");
        QVERIFY(renamed.makeFolder("made") && !renamed.makeFolder("made"));
        QCOMPARE(errno, EEXIST);
        QVERIFY(std::filesystem::is_directory(root() / "renamed/made"));
    }
    void filesAreTakenWhereTheNameIsFree() {
        const Folder inner(root() / "inner");
        QVERIFY(inner.take(root() / "file", "taken"));
        QVERIFY(!std::filesystem::exists(root() / "file"));
        std::ofstream(root() / "file") << "other";
        QVERIFY(!inner.take(root() / "file", "taken"));
        QCOMPARE(errno, EEXIST);
        QCOMPARE(inner.facts("taken")->sizeBytes, uint64_t{4});
    }
};

QTEST_GUILESS_MAIN(TestFolder)
#include "tst_folder.moc"
