import QtQuick

QtObject {
    property LookSettings look: LookSettings {}
    property WindowSettings window: WindowSettings {}
    property CacheSettings cache: CacheSettings {}
    property ChatSettings chats: ChatSettings {}
    property EngineSettings engine: EngineSettings {}
    property ModelSettings models: ModelSettings {}
}
