#include "models/foreign_models.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>
#include <QSettings>

#include "files/regular_file.h"
#include "hub/quantization_files.h"
#include "model_files/model_files.h"

namespace hearth::app {

namespace {

constexpr int maximumModels = 2000;
constexpr int maximumFiles = 50000;
constexpr qint64 maximumTextBytes = 1 << 20;

QByteArray smallFile(const QString& path) {
    QFile file(path);
    return openRegularFile(file).isEmpty() ? file.read(maximumTextBytes) : QByteArray();
}

bool isModelFile(const QFileInfo& file) {
    static const QRegularExpression partial(
        QStringLiteral("(\\.incomplete|\\.downloadInProgress|\\.part|\\.tmp|-partial[^/]*)\\z|^incomplete-"),
        QRegularExpression::CaseInsensitiveOption);
    const QString name = file.fileName();
    if (partial.match(name).hasMatch() || isVisionFile(name) || isLaterPart(name)) return false;
    QFile content(file.filePath());
    return openRegularFile(content).isEmpty() && content.read(4) == "GGUF";
}

/// Gathers models, each file once.
class Finds {
public:
    void add(const QString& path, const QString& name, const char* owner) {
        const QFileInfo file(path);
        // Resolves links, so that one file with two names counts once.
        const QString real = file.canonicalFilePath();
        if (real.isEmpty() || m_seen.contains(real) || models.size() >= maximumModels || !file.isFile() ||
            !isModelFile(file))
            return;
        m_seen.insert(real);
        models.push_back({path, name, QString::fromLatin1(owner)});
    }
    void addFolder(const QString& folder, const char* owner) {
        if (folder.isEmpty() || !QFileInfo(folder).isDir()) return;
        for (const QString& path : ggufFilesIn(folder, maximumFiles)) add(path, {}, owner);
    }
    /// Adds the folder of a published model, if it is one; only once, however many snapshots have these
    /// weights.
    void addPublished(const QString& folder, const char* owner) {
        const QDir place(folder);
        const QStringList weights = place.entryList({QStringLiteral("*.safetensors")}, QDir::Files);
        if (weights.isEmpty() || !place.exists(QStringLiteral("config.json"))) return;
        const QString real = QFileInfo(place.filePath(weights.front())).canonicalFilePath();
        if (m_seen.contains(real) || models.size() >= maximumModels) return;
        m_seen.insert(real);
        models.push_back({folder, {}, QString::fromLatin1(owner)});
    }
    std::vector<ForeignModel> models;

private:
    QSet<QString> m_seen;
};

void findOllama(const QString& folder, Finds& finds) {
    const QString manifests = folder + QStringLiteral("/manifests");
    if (!QFileInfo(manifests).isDir()) return;
    QDirIterator files(manifests, QDir::Files | QDir::Readable | QDir::NoSymLinks,
                       QDirIterator::Subdirectories);
    for (int count = 0; files.hasNext() && count < maximumFiles; ++count) {
        const QString path = files.next();
        const QString name = ollamaName(path.mid(manifests.size() + 1));
        if (name.isEmpty()) continue;
        const QJsonObject manifest = QJsonDocument::fromJson(smallFile(path)).object();
        for (const QJsonValue& value : manifest.value(QLatin1String("layers")).toArray()) {
            const QJsonObject layer = value.toObject();
            if (layer.value(QLatin1String("mediaType")).toString() !=
                QLatin1String("application/vnd.ollama.image.model"))
                continue;
            static const QRegularExpression digest(QStringLiteral("^sha256:([0-9a-f]{64})\\z"));
            const auto match = digest.match(layer.value(QLatin1String("digest")).toString());
            if (match.hasMatch())
                finds.add(folder + QStringLiteral("/blobs/sha256-") + match.captured(1), name, "Ollama");
            break;
        }
    }
}

void findHuggingFace(const QString& folder, Finds& finds) {
    const QDir repositories(folder);
    for (const QString& repository :
         repositories.entryList({QStringLiteral("models--*")}, QDir::Dirs | QDir::NoSymLinks)) {
        const QString base = repositories.filePath(repository);
        const QString current = QString::fromLatin1(smallFile(base + QStringLiteral("/refs/main"))).trimmed();
        const QString snapshots = base + QStringLiteral("/snapshots");
        // The snapshot that "main" names first, so that its names win.
        static const QRegularExpression commit(QStringLiteral("^[0-9a-f]{40}\\z"));
        if (commit.match(current).hasMatch()) {
            finds.addFolder(snapshots + u'/' + current, "Hugging Face");
            finds.addPublished(snapshots + u'/' + current, "Hugging Face");
        }
        finds.addFolder(snapshots, "Hugging Face");
        for (const QString& name :
             QDir(snapshots).entryList(QDir::Dirs | QDir::NoSymLinks | QDir::NoDotAndDotDot))
            finds.addPublished(snapshots + u'/' + name, "Hugging Face");
    }
}

}  // namespace

ForeignFolders ForeignFolders::find(const QString& home, const Lookup& environment) {
    ForeignFolders folders;
    // LM Studio: a pointer file, the old place, the new one; and another folder for models in its settings.
    QString lmHome = QString::fromUtf8(smallFile(home + QStringLiteral("/.lmstudio-home-pointer"))).trimmed();
    if (lmHome.isEmpty())
        lmHome = QFileInfo(home + QStringLiteral("/.cache/lm-studio")).isDir()
                     ? home + QStringLiteral("/.cache/lm-studio")
                     : home + QStringLiteral("/.lmstudio");
    folders.lmStudio = QJsonDocument::fromJson(smallFile(lmHome + QStringLiteral("/settings.json")))
                           .object()
                           .value(QLatin1String("downloadsFolder"))
                           .toString();
    if (folders.lmStudio.isEmpty()) folders.lmStudio = lmHome + QStringLiteral("/models");

    const QString ollama = environment("OLLAMA_MODELS");
    folders.ollama = {ollama.isEmpty() ? home + QStringLiteral("/.ollama/models") : ollama,
                      QStringLiteral("/usr/share/ollama/.ollama/models")};

    const QString data = environment("XDG_DATA_HOME"), config = environment("XDG_CONFIG_HOME");
    folders.gpt4All = (data.isEmpty() ? home + QStringLiteral("/.local/share") : data) +
                      QStringLiteral("/nomic.ai/GPT4All");
    const QString settings = (config.isEmpty() ? home + QStringLiteral("/.config") : config) +
                             QStringLiteral("/nomic.ai/GPT4All.ini");
    if (QFileInfo::exists(settings)) {
        const QSettings ini(settings, QSettings::IniFormat);
        if (const QString named = ini.value(QStringLiteral("modelPath")).toString(); !named.isEmpty())
            folders.gpt4All = named;
    }

    for (const char* name : {"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"})
        if (folders.huggingFace.isEmpty()) folders.huggingFace = environment(name);
    if (folders.huggingFace.isEmpty()) {
        const QString hub = environment("HF_HOME"), cache = environment("XDG_CACHE_HOME");
        folders.huggingFace = (!hub.isEmpty()     ? hub
                               : !cache.isEmpty() ? cache + QStringLiteral("/huggingface")
                                                  : home + QStringLiteral("/.cache/huggingface")) +
                              QStringLiteral("/hub");
    }
    return folders;
}

QString ollamaName(const QString& manifest) {
    QStringList parts = manifest.split(u'/');
    if (parts.size() != 4 || parts.contains(QString())) return {};
    const QString tag = parts.takeLast();
    if (parts[0] == QLatin1String("registry.ollama.ai")) parts.removeFirst();
    if (parts[0] == QLatin1String("library")) parts.removeFirst();
    return parts.join(u'/') + QLatin1Char(':') + tag;
}

std::vector<ForeignModel> findForeignModels(const ForeignFolders& folders) {
    Finds finds;
    finds.addFolder(folders.lmStudio, "LM Studio");
    for (const QString& folder : folders.ollama) findOllama(folder, finds);
    findHuggingFace(folders.huggingFace, finds);
    finds.addFolder(folders.gpt4All, "GPT4All");
    return std::move(finds.models);
}

}  // namespace hearth::app
