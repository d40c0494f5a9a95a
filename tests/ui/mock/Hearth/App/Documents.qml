pragma Singleton
import QtQuick

QtObject {
    readonly property DocumentLibrary library: Invented.app.documents
    readonly property DocumentVectors vectors: Invented.app.documentVectors
    readonly property RerankerChoice reranker: Invented.app.rerankerChoice
    readonly property DocumentSearch search: Invented.app.documentSearch
}
