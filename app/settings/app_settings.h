#pragma once

#include <QtQml/qqmlregistration.h>
#include <QColor>
#include <QJsonObject>
#include <QObject>
#include <QRect>
#include <QString>
#include <QTimer>
#include <functional>
#include <vector>

#include "hearth/devices.h"
#include "hearth/engine_options.h"
#include "store/store.h"

namespace hearth::app {

/// The app's settings, kept in the database. A change is written within a second and when the program ends.
/// GUI thread.
class AppSettings : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    /// "system", "light" or "dark"
    Q_PROPERTY(QString theme READ theme WRITE setTheme NOTIFY changed)
    /// True if the theme is dark at present.
    Q_PROPERTY(bool dark READ isDark NOTIFY changed)
    /// The languages to choose from, that of the system first.
    Q_PROPERTY(QStringList languageNames READ languageNames NOTIFY changed)
    Q_PROPERTY(int languageIndex READ languageIndex WRITE setLanguageIndex NOTIFY changed)
    /// 1 to 3, from the next start on
    Q_PROPERTY(double scale READ scale WRITE setScale NOTIFY changed)
    Q_PROPERTY(bool reduceMotion READ reduceMotion WRITE setReduceMotion NOTIFY changed)
    /// True if the top bar shows the figures of memory and context, and not only the used share.
    Q_PROPERTY(bool barFigures READ barFigures WRITE setBarFigures NOTIFY changed)
    /// True if the cache of chats is kept on disk between starts.
    Q_PROPERTY(bool keepCache READ keepCache WRITE setKeepCache NOTIFY changed)
    /// True if it is encrypted there.
    Q_PROPERTY(bool encryptCache READ encryptCache WRITE setEncryptCache NOTIFY changed)
    /// Limits of its size on disk and of the amount written on one day, in 10^9 bytes.
    Q_PROPERTY(int cacheGigabytes READ cacheGigabytes WRITE setCacheGigabytes NOTIFY changed)
    Q_PROPERTY(int cacheGigabytesADay READ cacheGigabytesADay WRITE setCacheGigabytesADay NOTIFY changed)
    /// True if an identical request at temperature 0 gets the same answer again, in chats without a setting
    /// of their own.
    Q_PROPERTY(bool reuseReplies READ reuseReplies WRITE setReuseReplies NOTIFY changed)
    /// True if the desktop notifies of a long reply that ended while the window was covered by others.
    Q_PROPERTY(bool notifications READ notifications WRITE setNotifications NOTIFY changed)
    /// True if the model that was used last is loaded when the window opens.
    Q_PROPERTY(bool startLastModel READ startLastModel WRITE setStartLastModel NOTIFY changed)
    /// True if the window opens with the chat that was shown last, instead of a new one.
    Q_PROPERTY(bool openLastChat READ openLastChat WRITE setOpenLastChat NOTIFY changed)
    /// True if a long text that is pasted into a message becomes an attachment.
    Q_PROPERTY(bool foldPastes READ foldPastes WRITE setFoldPastes NOTIFY changed)
    /// 0: as many as there are physical cores
    Q_PROPERTY(int threads READ threads WRITE setThreads NOTIFY changed)
    Q_PROPERTY(int maxThreads READ maxThreads CONSTANT)
    /// 0: the model's own, as far as memory allows
    Q_PROPERTY(int contextLength READ contextLength WRITE setContextLength NOTIFY changed)
    /// Action in new chats when they no longer fit into the context: a name of store::Overflow.
    Q_PROPERTY(QString overflow READ overflow WRITE setOverflow NOTIFY changed)
    /// True if the next tokens are guessed from the text before; see Speculation. With a draft model they
    /// always are.
    Q_PROPERTY(bool promptLookup READ promptLookup WRITE setPromptLookup NOTIFY changed)
    /// With promptLookup: models that can predict further tokens themselves do so as well.
    Q_PROPERTY(bool ownGuesses READ ownGuesses WRITE setOwnGuesses NOTIFY changed)
    /// True if models are loaded into a process of their own, on the processor.
    Q_PROPERTY(bool ownProcess READ ownProcess WRITE setOwnProcess NOTIFY changed)
    /// "f32", "f16", "q8_0", "q4_0"
    Q_PROPERTY(QString kvType READ kvType WRITE setKvType NOTIFY changed)
    /// Backends to choose from; the automatic choice is the first.
    Q_PROPERTY(QStringList backendNames READ backendNames NOTIFY changed)
    Q_PROPERTY(int backendIndex READ backendIndex WRITE setBackendIndex NOTIFY changed)
    /// The graphics cards that models run on, by their numbers; empty: they are chosen automatically. See
    /// EngineOptions::devices.
    Q_PROPERTY(QList<int> cards READ cards NOTIFY changed)
    /// Split of a model over several of them: a number of GpuSplit.
    Q_PROPERTY(int cardSplit READ cardSplit WRITE setCardSplit NOTIFY changed)
    Q_PROPERTY(bool sidebarVisible READ sidebarVisible WRITE setSidebarVisible NOTIFY changed)
    Q_PROPERTY(int sidebarWidth READ sidebarWidth WRITE setSidebarWidth NOTIFY changed)
    Q_PROPERTY(bool panelVisible READ panelVisible WRITE setPanelVisible NOTIFY changed)
    Q_PROPERTY(int panelWidth READ panelWidth WRITE setPanelWidth NOTIFY changed)
    Q_PROPERTY(int panelTab READ panelTab WRITE setPanelTab NOTIFY changed)
    Q_PROPERTY(QRect windowGeometry READ windowGeometry WRITE setWindowGeometry NOTIFY changed)
    Q_PROPERTY(bool windowMaximized READ windowMaximized WRITE setWindowMaximized NOTIFY changed)

public:
    explicit AppSettings(store::Store& store, QObject* parent = nullptr);
    ~AppSettings() override;

    QString theme() const { return value("theme", "system").toString(); }
    bool isDark() const;
    /// The code of a language (see settings/language.h); empty: the system's.
    QString language() const { return value("language", "").toString(); }
    QStringList languageNames() const;
    int languageIndex() const;
    double scale() const { return value("scale", 1.0).toDouble(); }
    bool barFigures() const { return value("barFigures", false).toBool(); }
    bool reduceMotion() const { return value("reduceMotion", false).toBool(); }
    bool notifications() const { return value("notifications", true).toBool(); }
    bool keepCache() const { return value("keepCache", true).toBool(); }
    bool encryptCache() const { return value("encryptCache", false).toBool(); }
    bool reuseReplies() const { return value("reuseReplies", true).toBool(); }
    int cacheGigabytes() const { return gigabytes("cacheGigabytes"); }
    int cacheGigabytesADay() const { return gigabytes("cacheGigabytesADay"); }
    /// Access of other programs on this computer to the model in use: whether it is allowed, the port, and
    /// whether a key is needed.
    bool programsMayAsk() const { return value("programsMayAsk", false).toBool(); }
    int programPort() const { return value("programPort", 8080).toInt(); }
    bool programsNeedKey() const { return value("programsNeedKey", false).toBool(); }
    bool startLastModel() const { return value("startLastModel", true).toBool(); }
    bool foldPastes() const { return value("foldPastes", true).toBool(); }
    bool openLastChat() const { return value("openLastChat", true).toBool(); }
    /// Folder of the models; empty: next to the chats.
    QString modelsFolder() const { return value("modelsFolder", "").toString(); }
    /// Keys that a person chose, by action; see KeyBindings.
    QJsonObject keys() const { return value("keys", QJsonObject()).toObject(); }
    int threads() const { return value("threads", 0).toInt(); }
    int maxThreads() const;
    int contextLength() const { return value("contextLength", 0).toInt(); }
    QString overflow() const { return value("overflow", "stop").toString(); }
    void setOverflow(const QString& overflow);
    bool ownGuesses() const { return value("ownGuesses", true).toBool(); }
    bool ownProcess() const { return value("ownProcess", false).toBool(); }
    bool promptLookup() const { return value("promptLookup", true).toBool(); }
    QString kvType() const { return value("kvType", "f16").toString(); }
    /// As EngineOptions::backend: "auto", or one of those that were offered.
    QString backend() const;
    QStringList backendNames() const;
    int backendIndex() const;
    QList<int> cards() const;
    int cardSplit() const { return qBound(0, value("cardSplit", 0).toInt(), mostCardSplit); }
    bool sidebarVisible() const { return value("sidebarVisible", true).toBool(); }
    int sidebarWidth() const { return value("sidebarWidth", 256).toInt(); }
    bool panelVisible() const { return value("panelVisible", false).toBool(); }
    int panelWidth() const { return value("panelWidth", 320).toInt(); }
    int panelTab() const { return value("panelTab", 0).toInt(); }
    QRect windowGeometry() const;
    bool windowMaximized() const { return value("windowMaximized", false).toBool(); }
    /// The model that was loaded last; empty: none yet.
    QString lastModel() const { return value("lastModel", "").toString(); }
    /// The two models that answer as one (routePath), as paths; empty: none is chosen.
    QString routeSmall() const { return routeModel("routeSmall"); }
    QString routeLarge() const { return routeModel("routeLarge"); }
    void setRouteSmall(const QString& path) { put("routeSmall", path); }
    void setRouteLarge(const QString& path) { put("routeLarge", path); }
    /// Cost of the last load of a model.
    struct LoadCost {
        QString path;
        double seconds = 0, bytes = 0;
    };
    LoadCost lastLoad() const;
    /// Findings of the last check of the machine; see MachineFindings.
    QJsonObject lastCheck() const { return value("lastCheck", QJsonObject()).toObject(); }
    /// Model files outside the models folder that a person opened.
    QStringList extraModels() const;
    qint64 lastConversation() const { return static_cast<qint64>(value("lastConversation", 0).toDouble()); }

    void setTheme(const QString& theme);
    void setLanguageIndex(int index);
    void setScale(double scale);
    /// The size of everything that was chosen; it has to be known before there is a window system to ask.
    static double scaleIn(store::Store& store);
    void setBarFigures(bool show) { put("barFigures", show); }
    void setReduceMotion(bool reduce) { put("reduceMotion", reduce); }
    void setNotifications(bool notify) { put("notifications", notify); }
    void setKeepCache(bool keep) { put("keepCache", keep); }
    void setEncryptCache(bool encrypt) { put("encryptCache", encrypt); }
    void setReuseReplies(bool reuse) { put("reuseReplies", reuse); }
    void setCacheGigabytes(int most) { put("cacheGigabytes", qBound(1, most, mostGigabytes)); }
    void setCacheGigabytesADay(int most) { put("cacheGigabytesADay", qBound(1, most, mostGigabytes)); }
    /// See ProgramAccess.
    void setProgramAccess(bool mayAsk, int port, bool needKey) {
        put("programsMayAsk", mayAsk);
        put("programPort", port);
        put("programsNeedKey", needKey);
    }
    void setStartLastModel(bool start) { put("startLastModel", start); }
    void setFoldPastes(bool fold) { put("foldPastes", fold); }
    void setOpenLastChat(bool open) { put("openLastChat", open); }
    void setModelsFolder(const QString& folder) { put("modelsFolder", folder); }
    void setLastLoad(const LoadCost& cost);
    void setLastCheck(const QJsonObject& findings) { put("lastCheck", findings); }
    void setKeys(const QJsonObject& keys) { put("keys", keys); }
    void setThreads(int threads);
    void setContextLength(int length);
    void setOwnGuesses(bool own) { put("ownGuesses", own); }
    void setOwnProcess(bool own) { put("ownProcess", own); }
    void setPromptLookup(bool lookup) { put("promptLookup", lookup); }
    /// Load options of this one model that differ from the settings for all: contextLength, kvType, threads,
    /// gpuLayers, each as in EngineOptions. Other names and values out of range are left out.
    QJsonObject loadOptionsFor(const QString& modelPath) const;
    void setLoadOptionsFor(const QString& modelPath, const QJsonObject& options);
    /// Changes one of them.
    void setLoadOption(const QString& modelPath, const QString& name, const QJsonValue& value);
    /// The model that guesses for this one when it is loaded next; empty: none. Paths of files.
    QString draftModelFor(const QString& modelPath) const;
    Q_INVOKABLE void setDraftModel(const QString& modelPath, const QString& draftPath);
    /// Updates the paths in the choices of draft models, of the two that answer as one, in load options and
    /// in the costs of cache types: `there` returns the new path for each old one.
    void moveDraftModels(const std::function<QString(const QString&)>& there);
    /// Results of KvCosts, by path of a model.
    QJsonObject kvCosts() const { return value("kvCosts", QJsonObject()).toObject(); }
    /// Empty costs are removed.
    void setKvCosts(const QString& modelPath, const QJsonObject& costs);
    void setKvType(const QString& type);
    void setBackendIndex(int index);
    void setCardSplit(int split) { put("cardSplit", qBound(0, split, mostCardSplit)); }
    /// Sets the backends to choose from. Before this there is only the automatic choice.
    void offerBackends(std::vector<BackendLabel> backends);
    /// Takes a card to those that models run on, or from them.
    Q_INVOKABLE void useCard(int number, bool use);
    void setSidebarVisible(bool visible) { put("sidebarVisible", visible); }
    void setSidebarWidth(int width) { put("sidebarWidth", qBound(220, width, 360)); }
    void setPanelVisible(bool visible) { put("panelVisible", visible); }
    void setPanelWidth(int width) { put("panelWidth", qBound(288, width, 480)); }
    void setPanelTab(int tab) { put("panelTab", tab); }
    void setWindowGeometry(const QRect& geometry);
    void setWindowMaximized(bool maximized) { put("windowMaximized", maximized); }
    void setLastModel(const QString& path) { put("lastModel", path); }
    void setExtraModels(const QStringList& paths);
    void setLastConversation(qint64 id) { put("lastConversation", static_cast<double>(id)); }

    /// Folder of the files chosen last for a purpose ("model", "export", ...); empty: never.
    Q_INVOKABLE QString fileFolder(const QString& purpose) const;
    Q_INVOKABLE void keepFileFolder(const QString& purpose, const QString& folder);
    /// The folders that files were chosen in, the last one first, at most five.
    Q_INVOKABLE QStringList recentFolders() const;

    /// The options to load a model with; of routePath, those of both models.
    EngineOptions engineOptions(const QString& modelPath) const;
    /// Writes pending changes now.
    void flush();

signals:
    void changed();
    /// Emitted in addition to changed().
    void kvCostsChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    static constexpr int mostGigabytes = 10'000;
    static constexpr int mostCardSplit = static_cast<int>(GpuSplit::TensorParallel);
    int gigabytes(const char* name) const { return qBound(1, value(name, 10).toInt(), mostGigabytes); }
    QString routeModel(const char* name) const;
    /// The stored value if it has the type of the fallback. A template, so that `{}`, a null that no stored
    /// value has the type of, does not compile.
    template <typename T>
    QJsonValue value(const char* name, const T& fallback) const {
        return storedValue(name, QJsonValue(fallback));
    }
    QJsonValue storedValue(const char* name, const QJsonValue& fallback) const;
    void put(const char* name, const QJsonValue& value);

    store::Store& m_store;
    QJsonObject m_values;
    std::vector<BackendLabel> m_backends;
    QTimer m_writeTimer;
    bool m_written = true;  ///< m_values are in the store
};

}  // namespace hearth::app
