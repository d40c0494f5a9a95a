// The rules of the tree that no compiler checks: what ARCHITECTURE.md names exists, and each layer keeps to
// its own.
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <algorithm>
#include <array>

class TestProject : public QObject {
    Q_OBJECT

    static QString root() { return QStringLiteral(HEARTH_SOURCE_DIR); }

    static QString read(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }

    /// Files under `folder` whose text matches, by path relative to the root; paths containing `except` are
    /// left out.
    static QStringList matches(const QString& folder, const QString& pattern, const QString& except = {}) {
        const QRegularExpression expression(pattern, QRegularExpression::MultilineOption);
        QStringList found;
        QDirIterator it(root() + u'/' + folder, {"*.cpp", "*.h", "*.cu", "*.cuh", "*.qml"}, QDir::Files,
                        QDirIterator::Subdirectories);
        while (it.hasNext()) {
            const QString path = QDir(root()).relativeFilePath(it.next());
            if (!except.isEmpty() && path.startsWith(except)) continue;
            if (expression.match(read(root() + u'/' + path)).hasMatch()) found << path;
        }
        return found;
    }

    /// The folders of the engine in the order in which they may use each other, as the build has it.
    static QStringList engineFolders() {
        const QRegularExpression list(QStringLiteral("foreach\\(folder ([a-z0-9_\\s]+)\\)"));
        return list.match(read(root() + "/engine/CMakeLists.txt"))
            .captured(1)
            .split(QRegularExpression("\\s+"), Qt::SkipEmptyParts);
    }

    /// All matches of an expression's first group in a text.
    static QStringList captures(const QString& text, const QString& pattern) {
        const QRegularExpression expression(pattern, QRegularExpression::MultilineOption);
        QStringList found;
        for (auto it = expression.globalMatch(text); it.hasNext();) found << it.next().captured(1);
        return found;
    }

    /// Lines of the longest function in a file of C++; lines of the preprocessor do not count as beginnings.
    static int longestFunction(const QString& text) {
        int longest = 0;
        // Possible beginnings of a function: outside of classes, and within a class.
        std::array<qsizetype, 2> begin{-1, -1};
        const QStringList lines = text.split(u'\n');
        for (qsizetype i = 0; i < lines.size(); ++i) {
            const QString line = lines[i].trimmed();
            if (line.isEmpty() || line.startsWith(u'#')) continue;
            const qsizetype indent = lines[i].indexOf(line);
            if (indent != 0 && indent != 4) continue;
            qsizetype& mine = begin[indent == 0 ? 0 : 1];
            if (line == u"}" && mine >= 0) longest = std::max(longest, static_cast<int>(i - mine + 1));
            mine = i;
            if (indent == 0) begin[1] = -1;
        }
        return longest;
    }

    /// The value of a property of an object in QML that stands in these lines from `at` on, as far as it
    /// stands on a line of its own; empty: none.
    static QString propertyAt(const QStringList& lines, qsizetype at, const QString& name) {
        const qsizetype indent = lines[at].size() - lines[at].trimmed().size();
        const QString property = QString(indent + 4, u' ') + name + u':', end = QString(indent, u' ') + u'}';
        for (qsizetype line = at + 1; line < lines.size() && !lines[line].startsWith(end); ++line)
            if (lines[line].startsWith(property)) return lines[line].mid(property.size()).trimmed();
        return {};
    }

    static QSet<QString> subfolders(const QString& folder) {
        const QStringList names = QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        return {names.begin(), names.end()};
    }

private slots:
    void architectureNamesWhatExists() {
        const QRegularExpression path(
            QStringLiteral("`((?:engine|app|ui|tests|resources|packaging|docs|\\.ci)/[\\w./-]+|run)`"));
        for (const QString page : {"ARCHITECTURE.md", "docs/decisions.md", "docs/glossary.md"}) {
            const QString text = read(root() + u'/' + page);
            QVERIFY2(!text.isEmpty(), qPrintable(page + " is missing"));
            int named = 0;
            QStringList missing;
            for (auto it = path.globalMatch(text); it.hasNext(); ++named) {
                const QString name = it.next().captured(1);
                if (!QFileInfo::exists(root() + u'/' + name)) missing << name;
            }
            QVERIFY2(named > 5, qPrintable(page + " names hardly any paths"));
            QVERIFY2(missing.isEmpty(), qPrintable(page + " names what is not there: " + missing.join(", ")));
        }
    }

    /// A newcomer reads it in ten minutes.
    void architectureIsAMapOfAllRooms() {
        const QString text = read(root() + "/ARCHITECTURE.md");
        const auto words = text.split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts).size();
        QVERIFY2(words < 1800, qPrintable(QString::number(words)));
        for (const QString& line : text.split(u'\n')) QVERIFY2(line.size() <= 300, qPrintable(line));
        QStringList unnamed;
        for (const char* layer : {"engine", "app"})
            for (const QString& folder : subfolders(root() + u'/' + layer))
                if (!text.contains(u'`' + QLatin1String(layer) + u'/' + folder + u'/')) unnamed << folder;
        QVERIFY2(unnamed.isEmpty(), qPrintable("ARCHITECTURE.md lacks: " + unnamed.join(", ")));
    }

    void theListOfModelsNamesEveryFamily() {
        const QString list = read(root() + "/docs/models.md"),
                      table = read(root() + "/engine/model/family_table.cpp");
        const QRegularExpression family(QStringLiteral("\\.architecture = \"([^\"]+)\""));
        QStringList missing;
        int families = 0;
        for (auto it = family.globalMatch(table); it.hasNext(); ++families) {
            const QString name = it.next().captured(1);
            if (!list.contains(u'`' + name + u'`')) missing << name;
        }
        QVERIFY2(families > 30, "the table of families was not found");
        QVERIFY2(missing.isEmpty(), qPrintable("docs/models.md lacks: " + missing.join(", ")));
    }

    /// docs/glossary.md: they begin with a verb or a noun.
    void commentsBeginWithWhatTheyName() {
        const QRegularExpression opening(
            QStringLiteral("//[/<]*\\s+(What|Whether|Who|Whose|How|Where|Whoever|Whatever)\\b"));
        QStringList bad;
        for (const char* folder : {"engine", "app", "ui", "tests"}) {
            QDirIterator files(root() + u'/' + QLatin1String(folder), {"*.h", "*.cpp", "*.cu", "*.qml"},
                               QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext()) {
                const QString path = files.next();
                bool inComment = false;
                for (const QString& line : read(path).split(u'\n')) {
                    const bool isComment = line.trimmed().startsWith(QLatin1String("//"));
                    const bool begins = isComment ? !inComment : line.contains(QLatin1String("///<"));
                    if (begins && opening.match(line).hasMatch())
                        bad << QDir(root()).relativeFilePath(path) + ": " + line.trimmed();
                    inComment = isComment;
                }
            }
        }
        QVERIFY2(bad.isEmpty(), qPrintable(bad.join(u'\n')));
    }

    void engineHasNoQt() {
        QCOMPARE(matches("engine", "^\\s*#\\s*include\\s*[<\"]Q[A-Za-z]+"), QStringList());
    }

    /// Errors are identified by ErrorKind, MessageKind or enumerations. No code searches a message for words
    /// or compares it with a phrase of several words.
    void noTextOfAnErrorIsMatched() {
        const QString words =
            "(contains|startsWith|endsWith|indexOf|find|starts_with|ends_with|section|split)\\(";
        const QString look =
            "(what|errorText|errorString)\\(\\)\\)?\\s*\\.\\s*(toStdString\\(\\)\\.)?" + words;
        const QString message =
            "\\b(error|problem|failure|reason)(Text|Message)?\\s*"
            "(\\.\\s*(message|text)(\\(\\))?)?\\s*\\.\\s*" +
            words;
        const QString phrase =
            "(\\b" + words +
            "|\\bcase\\s|[=!]=)\\s*(QLatin1String\\(|QStringLiteral\\(|u)?\"[^\"\\n]*[A-Za-z,;] "
            "[a-z][^\"\\n]*\"";
        for (const QString& pattern : {look, message, phrase})
            for (const char* layer : {"app", "engine", "ui"})
                QCOMPARE(matches(layer, pattern), QStringList());
    }

    /// As clang-format indents them: a function ends with a brace below the beginning of its first line.
    void noFunctionIsLongerThanAHundredLines() {
        QStringList tooLong;
        for (const char* folder : {"engine", "app", "tests"}) {
            for (const QString& path : matches(folder, "^ {0,4}\\}$")) {
                if (path.endsWith(".qml")) continue;
                const int longest = longestFunction(read(root() + u'/' + path));
                if (longest > 100) tooLong << QStringLiteral("%1 (%2 lines)").arg(path).arg(longest);
            }
        }
        QCOMPARE(tooLong.join(", "), QString());
    }

    void sqlOnlyInTheStore() {
        const QString sql = "\\b(SELECT\\s.*\\sFROM|INSERT\\s+INTO|CREATE\\s+TABLE|DELETE\\s+FROM)\\b";
        QCOMPARE(matches("app", sql, "app/store/"), QStringList());
        QCOMPARE(matches("engine", sql), QStringList());
        QCOMPARE(matches("ui", sql), QStringList());
    }

    /// A folder of app includes only folders whose libraries its own library links, and all of those come
    /// before it in app/CMakeLists.txt: so no two of them need each other.
    void foldersOfTheAppDependInOneDirection() {
        const QRegularExpression list(QStringLiteral("set\\(folders (files [^)]*)\\)"));
        const QStringList folders = list.match(read(root() + "/app/CMakeLists.txt"))
                                        .captured(1)
                                        .split(QRegularExpression(QStringLiteral("\\s+")));
        QCOMPARE(QSet<QString>(folders.begin(), folders.end()), subfolders(root() + "/app"));
        QMap<QString, QString> folderOf;
        for (const QString& folder : folders) {
            const QString text = read(root() + "/app/" + folder + "/CMakeLists.txt");
            for (const QString& library : captures(text, "add_library\\((hearth_\\w+)"))
                folderOf[library] = folder;
            for (const QString& name : captures(text, "hearth_app_library\\((\\w+)"))
                folderOf["hearth_app_" + name] = folder;
        }
        QStringList bad;
        for (const QString& folder : folders) {
            QStringList linked{folder};
            for (const QString& library :
                 captures(read(root() + "/app/" + folder + "/CMakeLists.txt"), "\\b(hearth_\\w+)\\b"))
                linked << folderOf.value(library);
            for (const QString& other : linked)
                if (folders.indexOf(other) > folders.indexOf(folder)) bad << folder + " links " + other;
            QDirIterator it(root() + "/app/" + folder, {"*.cpp", "*.h"}, QDir::Files);
            while (it.hasNext()) {
                const QString path = it.next();
                for (const QString& other : captures(read(path), "^#include \"(\\w+)/"))
                    if (folders.contains(other) && !linked.contains(other))
                        bad << QDir(root()).relativeFilePath(path) + " includes " + other;
            }
        }
        QVERIFY2(bad.isEmpty(), qPrintable(bad.join("\n")));
    }

    /// A port is written behind the library of engine/platform/: its headers say nothing of the system, and
    /// no other file includes what the system brings or calls what standard headers declare beside C++.
    void theSystemIsCalledByThePlatformAlone() {
        const QString include =
            "^\\s*#\\s*include\\s*<(csignal|signal\\.h|unistd|fcntl|poll|pthread|sched|dlfcn|spawn|dirent|"
            "termios|pwd|grp|netdb|link\\.h|semaphore\\.h|syslog|ucontext|execinfo|ifaddrs|glob|ftw|utime|("
            "sys|linux|"
            "asm|arpa|net|netinet)/)";
        const QString call =
            "(^|[^\\w.>\"])(::)?(mk[od]?stemps?|renameat2?|gmtime_r|localtime_r|timegm|strptime|tzset|setenv|"
            "unsetenv|putenv|popen|fileno|fdopen|clock_gettime|_exit)\\s*\\(";
        QStringList found;
        for (const char* layer : {"engine", "app"})
            for (const QString& pattern : {include, call})
                found << matches(layer, pattern, "engine/platform/");
        QCOMPARE(found, QStringList());
        // platform::ownProgram() is the path of this program.
        for (const char* layer : {"engine", "app"})
            found << matches(layer, "\"/proc/self/exe\"", "engine/include/hearth/platform/process.h");
        QCOMPARE(found, QStringList());
    }

    void cudaHeadersOnlyInTheCudaBackend() {
        const QString include = "#\\s*include\\s*[<\"](cuda|cublas|nvml|mma)";
        QCOMPARE(matches("engine", include, "engine/backend/cuda/"), QStringList());
        QCOMPARE(matches("app", include), QStringList());
    }

    /// Code that uses a backend asks the registry, so that another backend changes nothing outside its
    /// folder.
    void backendsAreNamedByTheRegistryAlone() {
        QCOMPARE(matches("engine", "#\\s*include\\s*\"backend/(cpu|cuda|cuda_loader|reference)/",
                         "engine/backend/"),
                 QStringList());
    }

    /// Behind the files a weight has a role and a layer.
    void namesOfTensorsStayWithTheFormats() {
        QCOMPARE(matches("engine", "\"(blk\\.|[a-z0-9_.]*\\.weight\")", "engine/format/"), QStringList());
    }

    void engineNeverExitsOrPrints() {
        const QString call = "(^|[^\\w.>:])(std::)?(abort|exit|_exit|quick_exit|terminate)\\s*\\(";
        QCOMPARE(matches("engine", call, "engine/cli/"), QStringList());
        QCOMPARE(matches("engine", "std::(cout|cerr|clog)\\b|(^|[^\\w])f?printf\\s*\\(", "engine/cli/"),
                 QStringList());
    }

    void engineFoldersUseOnlyThoseBeforeThem() {
        const QStringList folders = engineFolders();
        QVERIFY2(folders.size() > 15, "the list of folders in engine/CMakeLists.txt was not found");
        QStringList bad;
        for (qsizetype i = 0; i + 1 < folders.size(); ++i) {
            const QString later = folders.mid(i + 1).join(u'|');
            bad << matches("engine/" + folders[i], "^\\s*#\\s*include\\s*\"(" + later + ")/");
        }
        QCOMPARE(bad, QStringList());
    }

    void onlyPublicEngineHeadersOutside() {
        QStringList folders = engineFolders();
        // A folder of the same name in the app is meant there, for the engine's is in no path of its
        // compiler.
        folders.removeIf([](const QString& name) { return QFileInfo::exists(root() + "/app/" + name); });
        QCOMPARE(matches("app", "#\\s*include\\s*\"((" + folders.join(u'|') + ")/.*|engine/)"),
                 QStringList());
    }

    void noContextPropertiesOrRunTimeRegistration() {
        QCOMPARE(matches("app", "qmlRegister\\w+\\s*[<(]|setContextProperty"), QStringList());
        QCOMPARE(matches("ui", "qmlRegister\\w+\\s*[<(]|setContextProperty"), QStringList());
    }

    /// x.cpp is tested by tst_x.cpp in the same folder under tests/.
    void implementationFilesHaveTestsOfTheirName() {
        int files = 0;
        QStringList missing;
        for (const char* layer : {"engine", "app"}) {
            QDirIterator it(root() + u'/' + layer, {"*.cpp", "*.cu"}, QDir::Files,
                            QDirIterator::Subdirectories);
            for (; it.hasNext(); ++files) {
                const QFileInfo file(it.next());
                const QString folder = QDir(root()).relativeFilePath(file.path());
                if (!QFileInfo::exists(root() + "/tests/" + folder + "/tst_" + file.completeBaseName() +
                                       ".cpp"))
                    missing << folder + u'/' + file.fileName();
            }
        }
        missing.sort();
        const double share = 1.0 - static_cast<double>(missing.size()) / files;
        qInfo("%.1f %% of %d implementation files have a test of their name; without: %s", 100 * share, files,
              qPrintable(missing.join(' ')));
        QVERIFY2(files > 200, "the sources were not found");
        QVERIFY2(share >= 0.85, "write tests for the files listed above");
    }

    void noIdHidesAProperty() {
        // If both have the same name, the id is meant: a property that is text becomes an object's address.
        QStringList bad;
        const QRegularExpression idName("\\bid:\\s*(\\w+)");
        const QRegularExpression propertyName("\\bproperty\\s+(?!alias\\b)[\\w.<>]+\\s+(\\w+)");
        QDirIterator it(root() + "/ui", {"*.qml"}, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            const QString path = it.next();
            const QString text = read(path);
            QSet<QString> properties;
            for (auto match = propertyName.globalMatch(text); match.hasNext();)
                properties.insert(match.next().captured(1));
            for (auto match = idName.globalMatch(text); match.hasNext();)
                if (const QString id = match.next().captured(1); properties.contains(id))
                    bad << path.mid(root().size() + 1) + ": " + id;
        }
        QCOMPARE(bad, QStringList());
    }

    /// tests/run-tests alone tries a test again, and only one that tests/flaky.txt lists with its reason.
    void onlyListedTestsAreTriedAgain() {
        const QRegularExpression again("--rerun-failed|--repeat\\b|until-pass|UNTIL_PASS");
        QStringList files{"run", ".ci/run", "CMakePresets.json"}, bad;
        for (const char* folder : {"tests", "packaging"}) {
            QDirIterator it(root() + u'/' + folder, QDir::Files, QDirIterator::Subdirectories);
            while (it.hasNext()) {
                const QFileInfo file(it.next());
                const QString suffix = file.suffix();
                if (suffix.isEmpty() || suffix == "txt" || suffix == "cmake" || suffix == "py")
                    files << QDir(root()).relativeFilePath(file.filePath());
            }
        }
        for (const QString& path : files)
            if (again.match(read(root() + u'/' + path)).hasMatch()) bad << path;
        QVERIFY2(files.size() > 50, "the scripts were not found");
        QCOMPARE(bad, QStringList());
    }

    void noComponentLosesItsOwnVisible() {
        // A `visible` from outside takes the place of the component's own, which then holds no longer.
        QMap<QString, QStringList> files;
        QDirIterator it(root() + "/ui", {"*.qml"}, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            const QString path = it.next();
            files[QFileInfo(path).baseName()] = read(path).split(u'\n');
        }
        QSet<QString> withOwn;
        const QRegularExpression object(QStringLiteral("^(?:\\s+(?:[\\w.]+: )?)?([A-Z][\\w.]*) \\{"));
        for (auto file = files.cbegin(); file != files.cend(); ++file)
            for (qsizetype line = 0; line < file->size(); ++line)
                if (!(*file)[line].startsWith(u' ') && object.match((*file)[line]).hasMatch() &&
                    !propertyAt(*file, line, "visible").isEmpty())
                    withOwn += file.key();
        QVERIFY2(withOwn.size() > 5, "the components were not found");
        QStringList bad;
        for (auto file = files.cbegin(); file != files.cend(); ++file)
            for (qsizetype line = 0; line < file->size(); ++line) {
                const QString text = (*file)[line];
                const QString name = object.match(text).captured(1);
                if (!text.startsWith(u' ') || !withOwn.contains(name)) continue;
                const bool isClosed = text.trimmed().endsWith(u'}');
                if (isClosed ? text.contains(" visible:") : !propertyAt(*file, line, "visible").isEmpty())
                    bad += file.key() + u':' + QString::number(line + 1) + u' ' + name;
            }
        QCOMPARE(bad, QStringList());
    }

    void labelsSayTheirFormat() {
        // Qt's automatic format fetches images that the text names: every Text says which format it wants.
        QStringList bad;
        QDirIterator it(root() + "/ui", {"*.qml"}, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            const QString path = it.next();
            if (read(path).contains(
                    QRegularExpression("textFormat:\\s*(Text|TextEdit)\\.(Markdown|Auto)Text")))
                bad << path;
        }
        QCOMPARE(bad, QStringList());
    }

    /// A view that makes another row current moves the focus on the way and crashes when rows come, go or
    /// move meanwhile. So what follows from a change of focus waits for its end, except for looks.
    void whatFollowsFocusWaits() {
        const QSet<QString> looksAlone{"Chat/ComparisonText.qml", "Chat/Composer.qml",
                                       "Chat/MessageFooter.qml", "Chat/MessageList.qml",
                                       "Files/PathField.qml"};
        const QRegularExpression handler(
            "^.*\\b(onActiveFocusChanged|onFocusChanged|onEditingFinished|onCurrentItemChanged|"
            "onActiveFocusItemChanged)\\b.*$",
            QRegularExpression::MultilineOption);
        QStringList bad;
        int found = 0;
        QDirIterator it(root() + "/ui", {"*.qml"}, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            const QString path = QDir(root() + "/ui").relativeFilePath(it.next());
            for (auto lines = handler.globalMatch(read(root() + "/ui/" + path)); lines.hasNext(); ++found)
                if (const QString line = lines.next().captured();
                    !line.contains("Qt.callLater.call(Qt, ") && !looksAlone.contains(path))
                    bad << path + ": " + line.trimmed();
        }
        QVERIFY(found > 5);
        // The field of a title asks the list, which waits.
        QCOMPARE(bad, QStringList{
                          "Sidebar/ConversationRow.qml: onActiveFocusChanged: if (!activeFocus) end(text)"});
    }
};

QTEST_APPLESS_MAIN(TestProject)
#include "tst_project.moc"
