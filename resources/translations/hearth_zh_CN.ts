<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>AboutPage</name>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
    <message>
        <source>Hearth %1</source>
        <translation>Hearth %1</translation>
    </message>
    <message>
        <source>Chat with language models on your own computer. Free software under the Apache License 2.0.</source>
        <translation>在你自己的电脑上与语言模型对话。自由软件，采用 Apache 许可证 2.0。</translation>
    </message>
    <message>
        <source>This build</source>
        <translation>此版本</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Versions, device, doctor and recent errors, for a bug report. It contains no chat text.</source>
        <translation>版本、设备、诊断结果和最近的错误，用于报告问题。不含任何对话内容。</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>数据文件夹</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Opens the data folder in the file manager</source>
        <translation>在文件管理器中打开数据文件夹</translation>
    </message>
    <message>
        <source>Open the data folder</source>
        <translation>打开数据文件夹</translation>
    </message>
    <message>
        <source>Log folder</source>
        <translation>日志文件夹</translation>
    </message>
    <message>
        <source>Opens the log folder in the file manager</source>
        <translation>在文件管理器中打开日志文件夹</translation>
    </message>
    <message>
        <source>Open the log folder</source>
        <translation>打开日志文件夹</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>Hearth is built with this software and these fonts.</source>
        <translation>Hearth 使用了以下软件和字体。</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Read the licence of %1</source>
        <translation>查看 %1 的许可证</translation>
    </message>
</context>
<context>
    <name>Account</name>
    <message>
        <source>When it is full</source>
        <translation>占满时</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Slide</source>
        <translation>滑动</translation>
    </message>
    <message>
        <source>Summarise</source>
        <translation>总结</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
</context>
<context>
    <name>AlternativeRow</name>
    <message>
        <source>%1, %2 percent, this is what came</source>
        <translation>%1，%2%，即实际输出</translation>
    </message>
    <message>
        <source>Branch here with %1, %2 percent</source>
        <translation>从 %1 处分支，%2%</translation>
    </message>
    <message>
        <source>Branch here</source>
        <translation>在此分支</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>AppField</name>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
</context>
<context>
    <name>AppScrollBar</name>
    <message>
        <source>Scroll bar</source>
        <translation>滚动条</translation>
    </message>
</context>
<context>
    <name>AppearancePage</name>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>System follows the desktop</source>
        <translation>“系统”跟随桌面设置</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Interface scale</source>
        <translation>整体缩放</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>减少动画</translation>
    </message>
    <message>
        <source>Nothing fades or slides</source>
        <translation>不使用淡入淡出和滑动</translation>
    </message>
    <message>
        <source>Changes after a restart; the chat and the model come back</source>
        <translation>重新启动后更改；对话和模型会恢复</translation>
    </message>
    <message>
        <source>Ctrl +, Ctrl − and Ctrl 0 change it too</source>
        <translation>也可用 Ctrl +、Ctrl − 和 Ctrl 0 更改</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>立即重启</translation>
    </message>
    <message>
        <source>Figures in the top bar</source>
        <translation>顶栏中的数字</translation>
    </message>
    <message>
        <source>How much memory and context is in use, in numbers. Without them they are shown when you point at a bar</source>
        <translation>以数字显示内存和上下文的使用量。关闭时，指向进度条即可查看</translation>
    </message>
</context>
<context>
    <name>ApplyBar</name>
    <message>
        <source>Reloads the model</source>
        <translation>会重新加载模型</translation>
    </message>
    <message>
        <source>The chat stays as it is</source>
        <translation>对话保持不变</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
</context>
<context>
    <name>AttachmentChip</name>
    <message>
        <source>File %1</source>
        <translation>文件 %1</translation>
    </message>
    <message>
        <source>File %1, %2</source>
        <translation>文件 %1，%2</translation>
    </message>
    <message>
        <source>Do not attach %1</source>
        <translation>不附加 %1</translation>
    </message>
</context>
<context>
    <name>AttachmentView</name>
    <message>
        <source>Put into the message</source>
        <translation>放入消息</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>Attachments</name>
    <message>
        <source>It is a folder. Attach the files in it.</source>
        <translation>这是一个文件夹。请附加其中的文件。</translation>
    </message>
    <message>
        <source>[The file continues: %1 of its %2 characters are left out here.]</source>
        <translation>[文件未完：共 %2 个字符，此处省略了 %1 个。]</translation>
    </message>
    <message>
        <source>It is neither text nor a picture. Pictures, text, Markdown, code, PDF, DOCX, ODT and EPUB files can be attached.</source>
        <translation>它既不是文本也不是图片。可附加图片、文本、Markdown、代码、PDF、DOCX、ODT 和 EPUB 文件。</translation>
    </message>
</context>
<context>
    <name>AttentionBox</name>
    <message>
        <source>Select a token: the ones before it light up by how much it looked at each.</source>
        <translation>选择一个词元：它之前的词元会按其关注程度亮起。</translation>
    </message>
    <message>
        <source>Computing what it looked at…</source>
        <translation>正在计算它关注了什么 …</translation>
    </message>
    <message>
        <source>Attention is how a model draws on earlier tokens when it computes the next one. The first token often gets the weight that no other needs.</source>
        <translation>模型在计算下一个 token 时，通过注意力利用前面的 token。第一个 token 往往得到其他 token 不需要的权重。</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Strongest links</source>
        <translation>最强的联系</translation>
    </message>
</context>
<context>
    <name>AttentionLook</name>
    <message>
        <source>No model is loaded any more; load the one that made the reply.</source>
        <translation>已没有加载的模型；请加载生成该回复的模型。</translation>
    </message>
</context>
<context>
    <name>AttentionRow</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1，%2，%3</translation>
    </message>
</context>
<context>
    <name>BlockRow</name>
    <message>
        <source>This chat no longer fits into the context</source>
        <translation>此对话已超出上下文长度</translation>
    </message>
    <message>
        <source>Answer without tools</source>
        <translation>不使用工具回答</translation>
    </message>
    <message>
        <source>Answer by %1</source>
        <translation>%1 的回答</translation>
    </message>
</context>
<context>
    <name>BusyChats</name>
    <message>
        <source>%1 chats are replying</source>
        <translation>%1 个对话正在回复</translation>
    </message>
    <message>
        <source>Stop all</source>
        <translation>全部停止</translation>
    </message>
    <message>
        <source>Stop all replies</source>
        <translation>停止所有回复</translation>
    </message>
</context>
<context>
    <name>CachePage</name>
    <message>
        <source>Cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>Keep the cache</source>
        <translation>保留缓存</translation>
    </message>
    <message>
        <source>What the model has read stays on this computer, so that chats continue at once after a restart. It is removed when a chat is erased or when this is switched off.</source>
        <translation>模型读过的内容保留在这台电脑上，重启后对话可以立即继续。永久删除对话或关闭此项时会一并删除。</translation>
    </message>
    <message>
        <source>For all models together, in GB. When it is full, what was not used for longest goes.</source>
        <translation>所有模型合计，单位 GB。用满后先删除最久未使用的内容。</translation>
    </message>
    <message>
        <source>In GB. It spares the disk; what is not written is computed again after a restart.</source>
        <translation>单位 GB。这能保护磁盘；未写入的内容在重启后会重新计算。</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>占用</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>最近 7 天</translation>
    </message>
    <message>
        <source>Nothing has been asked yet.</source>
        <translation>还没有提问。</translation>
    </message>
    <message>
        <source>In all</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>Clear the cache</source>
        <translation>清空缓存</translation>
    </message>
    <message>
        <source>Clear everything</source>
        <translation>全部清空</translation>
    </message>
    <message>
        <source>Encrypt the cache</source>
        <translation>加密缓存</translation>
    </message>
    <message>
        <source>By chat</source>
        <translation>按对话</translation>
    </message>
    <message>
        <source>The key is kept in the system&apos;s keyring. Turning this on or off clears the cache on disk. The chats themselves are not encrypted.</source>
        <translation>密钥保存在系统密钥环中。开启或关闭此项会清空磁盘上的缓存。对话本身不加密。</translation>
    </message>
    <message>
        <source>Reuse answers to identical questions</source>
        <translation>对相同的问题重用回答</translation>
    </message>
    <message>
        <source>Disk limit</source>
        <translation>磁盘上限</translation>
    </message>
    <message>
        <source>Disk limit, in GB</source>
        <translation>磁盘上限（GB）</translation>
    </message>
    <message>
        <source>Daily write limit</source>
        <translation>每日写入上限</translation>
    </message>
    <message>
        <source>Daily write limit, in GB</source>
        <translation>每日写入上限（GB）</translation>
    </message>
    <message>
        <source>At temperature 0, a question asked again with the same settings gets its earlier answer at once. Such replies are marked and have “Ask again” below them. You can turn this off for a single chat under Sampling.</source>
        <translation>温度为 0 时，在相同设置下再次提出的问题会立即得到先前的回答。此类回答带有标记，下方有“再次提问”。可在“采样”中为单个对话关闭此功能。</translation>
    </message>
    <message>
        <source>Chats stay as they are; the next message of each is read from its beginning</source>
        <translation>对话保持不变；每个对话的下一条消息会从头读取</translation>
    </message>
</context>
<context>
    <name>CacheRow</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清空</translation>
    </message>
    <message>
        <source>Clear the cache of “%1”</source>
        <translation>清空“%1”的缓存</translation>
    </message>
</context>
<context>
    <name>CallCard</name>
    <message>
        <source>Running…</source>
        <translation>正在运行…</translation>
    </message>
    <message>
        <source>Not allowed</source>
        <translation>未允许</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Interrupted when Hearth ended</source>
        <translation>因 Hearth 退出而中断</translation>
    </message>
    <message>
        <source>Failed after %1 s</source>
        <translation>%1 秒后失败</translation>
    </message>
    <message>
        <source>Took %1 s</source>
        <translation>用时 %1 秒</translation>
    </message>
    <message>
        <source>Allow this call?</source>
        <translation>允许此次调用？</translation>
    </message>
    <message>
        <source>(%1 characters)</source>
        <translation>（%1 个字符）</translation>
    </message>
    <message>
        <source>Being written…</source>
        <translation>正在生成…</translation>
    </message>
    <message>
        <source>Tool call</source>
        <translation>工具调用</translation>
    </message>
    <message>
        <source>Being written, %1 tokens…</source>
        <translation>正在书写，%1 个词元…</translation>
    </message>
</context>
<context>
    <name>ChanceScale</name>
    <message>
        <source>Colours from sure, at least 90 percent, to unsure, under 10 percent</source>
        <translation>颜色从确定（至少 90%）到不确定（低于 10%）</translation>
    </message>
    <message>
        <source>sure</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>unsure</source>
        <translation>不确定</translation>
    </message>
</context>
<context>
    <name>Chat</name>
    <message>
        <source>New chat</source>
        <translation>新建对话</translation>
    </message>
    <message>
        <source>A picture of this chat is damaged; edit its message to send it without the picture.</source>
        <translation>此对话中有一张图片已损坏；请编辑其所在的消息，去掉该图片后再发送。</translation>
    </message>
</context>
<context>
    <name>ChatPage</name>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
</context>
<context>
    <name>ChatsPart</name>
    <message>
        <source>Export all chats</source>
        <translation>导出所有对话</translation>
    </message>
    <message>
        <source>One JSON file with every message and branch. Hearth can import it again.</source>
        <translation>一个 JSON 文件，包含所有消息和分支。Hearth 可以重新导入。</translation>
    </message>
    <message>
        <source>Export all</source>
        <translation>全部导出</translation>
    </message>
    <message>
        <source>Delete all chats</source>
        <translation>删除所有对话</translation>
    </message>
    <message>
        <source>Move 1 chat to the trash? It stays there for 30 days.</source>
        <translation>将 1 个对话移到回收站？它会在那里保留 30 天。</translation>
    </message>
    <message>
        <source>Move all %1 chats to the trash? They stay there for 30 days.</source>
        <translation>将全部 %1 个对话移到回收站？它们会在那里保留 30 天。</translation>
    </message>
    <message>
        <source>They stay in the trash for 30 days</source>
        <translation>它们会在回收站中保留 30 天</translation>
    </message>
    <message>
        <source>Delete 1 chat</source>
        <translation>删除 1 个对话</translation>
    </message>
    <message>
        <source>Delete %1 chats</source>
        <translation>删除 %1 个对话</translation>
    </message>
    <message>
        <source>Delete all</source>
        <translation>全部删除</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>CodeBlock</name>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Code, %1</source>
        <translation>代码，%1</translation>
    </message>
</context>
<context>
    <name>CompareDialog</name>
    <message>
        <source>Compare answers</source>
        <translation>比较回答</translation>
    </message>
    <message>
        <source>Number of answers</source>
        <translation>回答数量</translation>
    </message>
    <message>
        <source>They differ by</source>
        <translation>区别在于</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Answer %1</source>
        <translation>回答 %1</translation>
    </message>
    <message>
        <source>Temperature of answer %1</source>
        <translation>回答 %1 的温度</translation>
    </message>
    <message>
        <source>Preset of answer %1</source>
        <translation>回答 %1 的预设</translation>
    </message>
    <message>
        <source>All of them have the same seed.</source>
        <translation>所有回答使用相同的种子。</translation>
    </message>
    <message>
        <source>The settings are those of this chat.</source>
        <translation>使用此对话的设置。</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Model of answer %1</source>
        <translation>回答 %1 的模型</translation>
    </message>
    <message>
        <source>All of them have the same seed. Models that do not fit into memory together answer one after the other.</source>
        <translation>所有回答使用相同的种子。内存放不下的模型会依次回答。</translation>
    </message>
</context>
<context>
    <name>ComparisonColumn</name>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Answer %1 of %2: %3</source>
        <translation>第 %1 个回答，共 %2 个：%3</translation>
    </message>
    <message>
        <source>Keep this one</source>
        <translation>保留此回答</translation>
    </message>
    <message>
        <source>Keep this one: %1</source>
        <translation>保留此回答：%1</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop: %1</source>
        <translation>停止：%1</translation>
    </message>
    <message>
        <source>Copy this answer</source>
        <translation>复制此回答</translation>
    </message>
</context>
<context>
    <name>ComparisonView</name>
    <message>
        <source>Comparison of answers</source>
        <translation>回答比较</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Answer %1</source>
        <translation>回答 %1</translation>
    </message>
    <message>
        <source>Stop all</source>
        <translation>全部停止</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Keep one to continue. The others stay as its versions.</source>
        <translation>保留一个以继续。其他回答会作为版本保留。</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Write a message</source>
        <translation>输入消息</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Choose a model, then write here</source>
        <translation>选择模型后即可在此输入</translation>
    </message>
    <message>
        <source>Write your next message</source>
        <translation>可以先写下一条消息</translation>
    </message>
    <message>
        <source>Ask anything. Enter sends, Shift+Enter starts a new line.</source>
        <translation>有问题尽管问。Enter 发送，Shift+Enter 换行。</translation>
    </message>
    <message>
        <source>Editing a message. It can be sent when the reply has ended.</source>
        <translation>正在编辑消息。回复结束后即可发送。</translation>
    </message>
    <message>
        <source>Editing a message. The previous version is kept.</source>
        <translation>正在编辑消息。之前的版本会保留。</translation>
    </message>
    <message>
        <source>Esc to cancel</source>
        <translation>按 Esc 取消</translation>
    </message>
    <message>
        <source>Enter allows the call once, Esc refuses it</source>
        <translation>按回车允许调用一次，按 Esc 拒绝</translation>
    </message>
</context>
<context>
    <name>ComposerTools</name>
    <message>
        <source>%1 cached  ·  %2 new</source>
        <translation>已缓存 %1  ·  新增 %2</translation>
    </message>
    <message>
        <source>  ·  ~%1</source>
        <translation>  ·  约 %1</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>附加文件</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>标准</translation>
    </message>
    <message>
        <source>%1, changed</source>
        <translation>%1，已更改</translation>
    </message>
    <message>
        <source>Sampling preset</source>
        <translation>采样预设</translation>
    </message>
    <message>
        <source>Sampling preset: %1</source>
        <translation>采样预设：%1</translation>
    </message>
    <message>
        <source>All sampling settings</source>
        <translation>全部采样设置</translation>
    </message>
    <message>
        <source>Esc stops</source>
        <translation>按 Esc 停止</translation>
    </message>
    <message>
        <source>Stop the reply</source>
        <translation>停止回复</translation>
    </message>
    <message>
        <source>Send the new version</source>
        <translation>发送新版本</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 tok/s</translation>
    </message>
    <message>
        <source>Compare answers…</source>
        <translation>比较回答…</translation>
    </message>
    <message>
        <source>%1 tools</source>
        <translation>%1 个工具</translation>
    </message>
    <message>
        <source>Tools off</source>
        <translation>工具已关闭</translation>
    </message>
    <message>
        <source>Let the model use tools in this chat</source>
        <translation>让模型在此对话中使用工具</translation>
    </message>
    <message>
        <source>Tools in this chat</source>
        <translation>此对话中的工具</translation>
    </message>
    <message>
        <source>The model may ask for tools in this chat. Calls you have not allowed wait for you.</source>
        <translation>模型可以在此对话中请求工具。未获允许的调用会等待您确认。</translation>
    </message>
    <message>
        <source>Choose tools and prompts</source>
        <translation>选择工具和提示词</translation>
    </message>
    <message>
        <source>Tools: %1</source>
        <translation>工具：%1</translation>
    </message>
    <message>
        <source>Prompts of tool servers…</source>
        <translation>工具服务器的提示词…</translation>
    </message>
    <message>
        <source>Tool settings</source>
        <translation>工具设置</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Passages from your documents are sent with each question. The arrow chooses which documents.</source>
        <translation>提问时会附上您文档中的相关片段。点击箭头可选择文档。</translation>
    </message>
    <message>
        <source>Answer from your documents in this chat</source>
        <translation>在此对话中依据您的文档回答</translation>
    </message>
    <message>
        <source>Documents in this chat</source>
        <translation>此对话中的文档</translation>
    </message>
    <message>
        <source>Choose documents</source>
        <translation>选择文档</translation>
    </message>
    <message>
        <source>Passages of this chat…</source>
        <translation>此对话的片段…</translation>
    </message>
    <message>
        <source>Add documents…</source>
        <translation>添加文档…</translation>
    </message>
    <message>
        <source>Whole documents…</source>
        <translation>整篇文档…</translation>
    </message>
    <message>
        <source>1 tool</source>
        <translation>1 个工具</translation>
    </message>
    <message>
        <source>Structured</source>
        <translation>结构化</translation>
    </message>
    <message>
        <source>Replies have the structure that is set for this chat. Press to see it or to switch it off.</source>
        <translation>回复遵循此聊天设定的结构。点按可查看或关闭。</translation>
    </message>
    <message>
        <source>Structured output in this chat</source>
        <translation>此聊天中的结构化输出</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>约 %1</translation>
    </message>
</context>
<context>
    <name>ContextCost</name>
    <message>
        <source>%1 more than available</source>
        <translation>超出可用内存 %1</translation>
    </message>
    <message>
        <source> for KV, </source>
        <translation> 用于 KV · </translation>
    </message>
    <message>
        <source>%1 stays free</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>太大</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>紧张</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>Beyond training</source>
        <translation>超出训练长度</translation>
    </message>
</context>
<context>
    <name>ContextNote</name>
    <message>
        <source>linear scaling</source>
        <translation>线性缩放</translation>
    </message>
    <message>
        <source>dynamic NTK scaling</source>
        <translation>动态 NTK 缩放</translation>
    </message>
    <message>
        <source>Trained on %1 tokens.</source>
        <translation>训练长度为 %1 个词元。</translation>
    </message>
    <message>
        <source>Beyond that, positions are stretched by %1; replies get less exact.</source>
        <translation>超出后用 %1 拉伸位置；回复会不那么准确。</translation>
    </message>
    <message>
        <source>Beyond that, no scaling is used and replies quickly lose their sense.</source>
        <translation>超出后不使用缩放，回复很快会变得不知所云。</translation>
    </message>
    <message>
        <source>Uses %1 beyond %2 tokens, as the model was made to.</source>
        <translation>超过 %2 个词元后使用 %1，模型本就如此设计。</translation>
    </message>
</context>
<context>
    <name>ContextTab</name>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>for this chat</source>
        <translation>用于此对话</translation>
    </message>
    <message>
        <source>What the model should keep in mind in every reply</source>
        <translation>模型在每次回复中应记住的内容</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>上下文长度</translation>
    </message>
    <message>
        <source>Context length in tokens</source>
        <translation>上下文长度（词元）</translation>
    </message>
    <message>
        <source>KV precision</source>
        <translation>KV 精度</translation>
    </message>
    <message>
        <source>one chat of %1</source>
        <translation>一个对话，%1</translation>
    </message>
</context>
<context>
    <name>ConversationList</name>
    <message>
        <source>Chats</source>
        <translation>对话</translation>
    </message>
</context>
<context>
    <name>ConversationMenu</name>
    <message>
        <source>Stop the reply</source>
        <translation>停止回复</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>F2</source>
        <translation>F2</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Move to folder</source>
        <translation>移到文件夹</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>创建副本</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Del</translation>
    </message>
</context>
<context>
    <name>ConversationRow</name>
    <message>
        <source>%1, answering</source>
        <translation>%1，正在回复</translation>
    </message>
    <message>
        <source>Actions of %1</source>
        <translation>%1 的操作</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>1 chat</source>
        <translation>1 个聊天</translation>
    </message>
    <message>
        <source>%1 chats</source>
        <translation>%1 个聊天</translation>
    </message>
    <message>
        <source>Folder %1, %2, answering</source>
        <translation>文件夹 %1，%2，正在回复</translation>
    </message>
    <message>
        <source>Folder %1, %2</source>
        <translation>文件夹 %1，%2</translation>
    </message>
</context>
<context>
    <name>CostsPane</name>
    <message>
        <source>In the currency of the prices you entered. Tokens are counted exactly; the bill may differ, for example where a server charges less for tokens in its cache.</source>
        <translation>以你输入价格所用的货币计。此处统计的是词元；服务器的账单可能不同，因为其缓存中的内容可能更便宜。</translation>
    </message>
</context>
<context>
    <name>DialogShell</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
</context>
<context>
    <name>DiscoverPane</name>
    <message>
        <source>Models to download</source>
        <translation>可下载的模型</translation>
    </message>
    <message>
        <source>The search failed</source>
        <translation>搜索没有得到响应</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>重新搜索</translation>
    </message>
</context>
<context>
    <name>DiscoverRow</name>
    <message>
        <source>%1 · asks for terms</source>
        <translation>%1 · 需同意条款</translation>
    </message>
    <message>
        <source>Sees pictures</source>
        <translation>能看图片</translation>
    </message>
</context>
<context>
    <name>DiscoverSearch</name>
    <message>
        <source>Search models</source>
        <translation>搜索模型</translation>
    </message>
    <message>
        <source>Search %1</source>
        <translation>搜索 %1</translation>
    </message>
    <message>
        <source>Runs here</source>
        <translation>本机可运行</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>Any licence</source>
        <translation>任意许可证</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Likes</source>
        <translation>点赞</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>Trending</source>
        <translation>热门</translation>
    </message>
    <message>
        <source>Sees pictures</source>
        <translation>能看图片</translation>
    </message>
</context>
<context>
    <name>DoctorPart</name>
    <message>
        <source>Doctor</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>Check this machine</source>
        <translation>检测本机</translation>
    </message>
    <message>
        <source>Measures memory and disk speed and checks every operation against a reference. Takes a few seconds.</source>
        <translation>测量内存和磁盘，并将每项运算与基准实现比较。需要几秒钟。</translation>
    </message>
    <message>
        <source>Move the models</source>
        <translation>移动模型</translation>
    </message>
</context>
<context>
    <name>DocumentHitRow</name>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>DocumentSourceRow</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>1 file could not be read</source>
        <translation>1 个文件无法读取</translation>
    </message>
    <message>
        <source>%1 files could not be read</source>
        <translation>%1 个文件无法读取</translation>
    </message>
    <message>
        <source>Look for changes in %1</source>
        <translation>检查 %1 中的更改</translation>
    </message>
    <message>
        <source>Pause reading %1</source>
        <translation>暂停读取 %1</translation>
    </message>
    <message>
        <source>Remove %1 from the documents</source>
        <translation>从文档中移除 %1</translation>
    </message>
    <message>
        <source>Continue reading %1</source>
        <translation>继续读取 %1</translation>
    </message>
</context>
<context>
    <name>Documents</name>
    <message>
        <source>page %1</source>
        <translation>第 %1 页</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>It holds no words: it is empty, or pictures of pages.</source>
        <translation>其中没有文字：文件为空，或只是页面图片。</translation>
    </message>
    <message>
        <source>It is damaged or asks for a password. Save it again without one.</source>
        <translation>文件已损坏或需要密码。请另存为无密码的文件。</translation>
    </message>
    <message>
        <source>It is larger than %1 MB. Split it.</source>
        <translation>文件大于 %1 MB。请将其拆分。</translation>
    </message>
    <message>
        <source>It takes too much time or memory to read. Save its text in a text file.</source>
        <translation>读取所需的时间或内存过多。请将其文字保存为文本文件。</translation>
    </message>
    <message>
        <source>It cannot be opened (%1).</source>
        <translation>无法打开文件（%1）。</translation>
    </message>
    <message>
        <source>It is not a text, and no document that Hearth knows.</source>
        <translation>它不是文本，也不是 Hearth 支持的文档。</translation>
    </message>
    <message>
        <source>Its pages are pictures. Install tesseract, and they will be read.</source>
        <translation>它的页面是图片。安装 tesseract 后即可读取。</translation>
    </message>
    <message>
        <source>Page %1 could not be read.</source>
        <translation>无法读取第 %1 页。</translation>
    </message>
    <message>
        <source>Pages %1 could not be read.</source>
        <translation>无法读取第 %1 页。</translation>
    </message>
</context>
<context>
    <name>DocumentsPage</name>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Add a file…</source>
        <translation>添加文件…</translation>
    </message>
    <message>
        <source>Try the search</source>
        <translation>试用搜索</translation>
    </message>
    <message>
        <source>Search the documents</source>
        <translation>搜索文档</translation>
    </message>
    <message>
        <source>A question, or words</source>
        <translation>问题或词语</translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation>未找到任何内容。</translation>
    </message>
    <message>
        <source>Passages: %1 · %2 ms</source>
        <translation>片段：%1 · %2 毫秒</translation>
    </message>
    <message>
        <source>Import from %1</source>
        <translation>从 %1 导入</translation>
    </message>
    <message>
        <source>Folders and files that you add are read on this computer and kept up to date, so that what they say can be found. Links in them are not followed.</source>
        <translation>您添加的文件夹和文件会在本机上读取并保持最新，以便查找其中的内容。其中的链接不会被跟随。</translation>
    </message>
    <message>
        <source>An embedding model reads every passage once, so that passages are found that say the same in other words</source>
        <translation>嵌入模型会把每个段落读一遍，这样也能找到用不同措辞表达同样意思的段落</translation>
    </message>
    <message>
        <source>Embedding model</source>
        <translation>嵌入模型</translation>
    </message>
    <message>
        <source>Order by</source>
        <translation>排序方式</translation>
    </message>
    <message>
        <source>Reranker</source>
        <translation>重排模型</translation>
    </message>
    <message>
        <source>Find an embedding model…</source>
        <translation>查找嵌入模型…</translation>
    </message>
    <message>
        <source>Find a reranker…</source>
        <translation>查找重排模型…</translation>
    </message>
    <message>
        <source>Semantic search</source>
        <translation>语义搜索</translation>
    </message>
    <message>
        <source>A reranker reads the best passages with the question and brings those that answer it to the top, within two seconds. It takes memory while Hearth runs.</source>
        <translation>重排模型会把最佳段落与问题一起读，在两秒内把能回答问题的段落排到前面。Hearth 运行期间它会占用内存。</translation>
    </message>
    <message>
        <source>Suggest earlier answers to similar questions</source>
        <translation>为相似的问题建议以前的回答</translation>
    </message>
    <message>
        <source>When a chat begins with a question that means the same as an earlier one to the same model, with the same system prompt and documents, its answer is shown at once, with the distance between the questions and “Ask again” below it</source>
        <translation>当聊天以与以前向同一模型提出的问题含义相同的问题开始，且系统提示词和文档相同时，会立即显示以前的回答，并在下方显示两个问题的距离和“再次提问”</translation>
    </message>
</context>
<context>
    <name>DownloadButtons</name>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Cancel the download of %1</source>
        <translation>取消下载 %1</translation>
    </message>
</context>
<context>
    <name>DownloadProgress</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>DownloadsBar</name>
    <message>
        <source>Hide the list of downloads</source>
        <translation>隐藏下载列表</translation>
    </message>
    <message>
        <source>Show the list of downloads</source>
        <translation>显示下载列表</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>下载</translation>
    </message>
</context>
<context>
    <name>DraftPictures</name>
    <message>
        <source>It is larger than %1 MB. Save it smaller, or as a JPEG file.</source>
        <translation>大于 %1 MB。请缩小后保存，或存为 JPEG 文件。</translation>
    </message>
    <message>
        <source>The clipboard&apos;s picture could not be read. Save it as a file and attach that.</source>
        <translation>无法读取剪贴板中的图片。请存为文件后附加。</translation>
    </message>
</context>
<context>
    <name>EndpointForm</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>not tested yet</source>
        <translation>尚未查询</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Asks the server for its models</source>
        <translation>向服务器查询其模型</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Removes the address and the key. Chats are kept.</source>
        <translation>删除保存的地址和密钥。对话会保留。</translation>
    </message>
    <message>
        <source>Save and test</source>
        <translation>保存并测试</translation>
    </message>
    <message>
        <source>Chats with the models of a server go to that server.</source>
        <translation>与服务器上的模型对话时，对话内容会发送到该服务器。</translation>
    </message>
    <message>
        <source>Input price</source>
        <translation>输入价格</translation>
    </message>
    <message>
        <source>Input price per million tokens</source>
        <translation>每百万 token 的输入价格</translation>
    </message>
    <message>
        <source>per million tokens</source>
        <translation>每百万词元</translation>
    </message>
    <message>
        <source>Output price</source>
        <translation>输出价格</translation>
    </message>
    <message>
        <source>Output price per million tokens</source>
        <translation>每百万 token 的输出价格</translation>
    </message>
    <message>
        <source>Remove the key</source>
        <translation>移除密钥</translation>
    </message>
    <message>
        <source>Done when you save</source>
        <translation>保存时生效</translation>
    </message>
</context>
<context>
    <name>EndpointModelList</name>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>shown in the model button</source>
        <translation>显示在模型按钮中</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Show %1 among the models</source>
        <translation>在模型中显示 %1</translation>
    </message>
</context>
<context>
    <name>EndpointRow</name>
    <message>
        <source>reached</source>
        <translation>可连接</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>无法连接</translation>
    </message>
    <message>
        <source>asking</source>
        <translation>查询中</translation>
    </message>
    <message>
        <source>no address yet</source>
        <translation>尚无地址</translation>
    </message>
</context>
<context>
    <name>Endpoints</name>
    <message>
        <source>no reason given</source>
        <translation>未说明原因</translation>
    </message>
    <message>
        <source>%1 does not accept the key. Correct it under Models, Endpoints.</source>
        <translation>%1 不接受此密钥。请在“模型”的“端点”中更正。</translation>
    </message>
    <message>
        <source>%1 has no such address. Check it under Models, Endpoints.</source>
        <translation>%1 没有这个地址。请在“模型”的“端点”中检查。</translation>
    </message>
    <message>
        <source>%1 says: %2</source>
        <translation>%1 返回：%2</translation>
    </message>
    <message>
        <source>%1 is overloaded, or your quota is used up. Try again later.</source>
        <translation>%1 过于繁忙，或你的配额已用完。请稍后重试。</translation>
    </message>
    <message>
        <source>%1 is still loading its model. Try again in a moment.</source>
        <translation>%1 仍在加载模型。请稍等片刻再试。</translation>
    </message>
    <message>
        <source>%1 answered with %2. Check the server&apos;s log.</source>
        <translation>%1 返回了 %2。请查看服务器日志。</translation>
    </message>
    <message>
        <source>The server of this model is no longer set up. Choose another model.</source>
        <translation>此模型的服务器已不在设置中。请选择其他模型。</translation>
    </message>
    <message>
        <source>This works with models on this computer only.</source>
        <translation>仅适用于本机上的模型。</translation>
    </message>
    <message>
        <source>%1 stopped: %2</source>
        <translation>%1 中断：%2</translation>
    </message>
    <message>
        <source>On %1</source>
        <translation>在 %1 上</translation>
    </message>
    <message>
        <source>%1 sent something that is not a valid answer.</source>
        <translation>%1 发来的内容不是有效回复。</translation>
    </message>
    <message>
        <source>%1 ended the connection before the reply was complete.</source>
        <translation>%1 在回复完成之前断开了连接。</translation>
    </message>
    <message>
        <source>Nothing answers at %1. Is the server running?</source>
        <translation>%1 没有响应。服务器在运行吗？</translation>
    </message>
    <message>
        <source>%1 cannot be found. Check the address and the network.</source>
        <translation>找不到 %1。请检查地址和网络。</translation>
    </message>
    <message>
        <source>The certificate of %1 could not be verified (%2), so nothing was sent to it.</source>
        <translation>%1 无法证明其身份（%2），因此未向其发送任何内容。</translation>
    </message>
    <message>
        <source>%1 did not answer in time.</source>
        <translation>%1 未及时响应。</translation>
    </message>
    <message>
        <source>The connection to %1 was lost (%2).</source>
        <translation>与 %1 的连接中断（%2）。</translation>
    </message>
    <message>
        <source>%1 does not accept the key. Type it again.</source>
        <translation>%1 不接受此密钥。请重新输入。</translation>
    </message>
    <message>
        <source>%1 has no such address. Most end in /v1.</source>
        <translation>%1 没有这个地址。地址大多以 /v1 结尾。</translation>
    </message>
    <message>
        <source>The chat is longer than %1 can read: %2</source>
        <translation>对话超出了 %1 可读取的长度：%2</translation>
    </message>
    <message>
        <source>%1 did not stop writing, so Hearth ended the reply. What arrived is kept.</source>
        <translation>%1 一直不停地输出，因此 Hearth 结束了回复。已收到的内容会保留。</translation>
    </message>
    <message>
        <source>The server does not say how many tokens fit into its context.</source>
        <translation>服务器没有说明其上下文能容纳多少词元。</translation>
    </message>
    <message>
        <source>%1 cannot hold replies to this. Choose a JSON schema under Structure, or a model on this computer.</source>
        <translation>%1 无法按此约束回复。请在“结构”中选择 JSON 模式，或选择本机上的模型。</translation>
    </message>
    <message>
        <source>%1 does not answer over https (%2). If it speaks http, the address begins with http://.</source>
        <translation>%1 没有以 https 应答（%2）。如果它使用 http，地址应以 http:// 开头。</translation>
    </message>
    <message>
        <source>%1 broke the reply off before it was complete.</source>
        <translation>%1 在回复完成之前中断了它。</translation>
    </message>
</context>
<context>
    <name>EndpointsPane</name>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>No servers yet. vLLM, TensorRT-LLM, TGI, llama.cpp’s server and anything else that speaks the OpenAI protocol will work.</source>
        <translation>还没有服务器。vLLM、TensorRT-LLM、TGI、llama.cpp 的服务器，以及其他任何支持 OpenAI 协议的服务都可以。</translation>
    </message>
    <message>
        <source>Add a server</source>
        <translation>添加服务器</translation>
    </message>
</context>
<context>
    <name>Engine</name>
    <message>
        <source>&quot;%1&quot; cannot be used: %2.</source>
        <translation>无法使用“%1”：%2。</translation>
    </message>
    <message>
        <source>A picture of the prompt has %1 tokens, which this model reads all at once, and %2 is the most that it can; make the picture smaller.</source>
        <translation>提示词中的一张图片有 %1 个 token，该模型会一次读完它们，而它最多只能读 %2 个；请缩小图片。</translation>
    </message>
    <message>
        <source>The folder &quot;%1&quot; cannot be used: %2.</source>
        <translation>无法使用文件夹“%1”：%2。</translation>
    </message>
    <message>
        <source>it is not a GGUF file; choose a file that ends in .gguf</source>
        <translation>它不是 GGUF 文件；请选择以 .gguf 结尾的文件</translation>
    </message>
    <message>
        <source>it is empty; download it again</source>
        <translation>文件是空的；请重新下载</translation>
    </message>
    <message>
        <source>tensor &quot;%1&quot; reaches past the end of the file (%2 bytes); the file is cut short, download it again</source>
        <translation>张量“%1”超出了文件末尾（%2 字节）；文件不完整，请重新下载</translation>
    </message>
    <message>
        <source>it claims %1 %2, more than the file can hold; download it again</source>
        <translation>它声称有 %1 个 %2，超出文件所能容纳的数量；请重新下载</translation>
    </message>
    <message>
        <source>it cannot be opened: %1</source>
        <translation>无法打开：%1</translation>
    </message>
    <message>
        <source>it cannot be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>it is not a file; choose a file</source>
        <translation>它不是文件；请选择一个文件</translation>
    </message>
    <message>
        <source>it has become shorter since it was opened; open it again</source>
        <translation>文件在打开后变短了；请重新打开</translation>
    </message>
    <message>
        <source>it has the outdated GGUF version 1; download a newer file of the model</source>
        <translation>它是过时的 GGUF 版本 1；请下载该模型较新的文件</translation>
    </message>
    <message>
        <source>it has GGUF version %1 and this version of Hearth reads 2 and 3</source>
        <translation>它是 GGUF 版本 %1，而此版本的 Hearth 可读取版本 2 和 3</translation>
    </message>
    <message>
        <source>it is written for big-endian machines; choose the ordinary file of the model</source>
        <translation>它是为大端机器编写的；请选择该模型的普通文件</translation>
    </message>
    <message>
        <source>%1 is stored as block type %2, which this version of Hearth does not know</source>
        <translation>%1 的存储块类型为 %2，此版本的 Hearth 不认识</translation>
    </message>
    <message>
        <source>there is not enough memory to read its tables</source>
        <translation>内存不足，无法读取其表</translation>
    </message>
    <message>
        <source>Hearth does not know the model architecture &quot;%1&quot; yet; choose a model of another family.</source>
        <translation>Hearth 尚不认识模型架构“%1”；请选择其他系列的模型。</translation>
    </message>
    <message>
        <source>The model file lacks the tensor %1; it is incomplete or of a variant that Hearth does not know.</source>
        <translation>模型文件缺少张量 %1；它不完整，或是 Hearth 不认识的变体。</translation>
    </message>
    <message>
        <source>The tensor %1 has the shape %2 where the model&apos;s numbers ask for %3; the file is damaged.</source>
        <translation>张量 %1 的形状是 %2，而按模型的数字应为 %3；文件已损坏。</translation>
    </message>
    <message>
        <source>There is not enough memory for %1 MiB; close other programs or choose a smaller model or context.</source>
        <translation>内存不足以容纳 %1 MiB；请关闭其他程序，或选择更小的模型或上下文。</translation>
    </message>
    <message>
        <source>The graphics card ran out of memory (%1); put fewer layers on it, or choose a smaller context or model.</source>
        <translation>显卡内存不足（%1）；请减少放在显卡上的层数，或选择更小的上下文或模型。</translation>
    </message>
    <message>
        <source>The prompt has %1 tokens and the context only %2; shorten it or load the model with a longer context.</source>
        <translation>提示词有 %1 个 token，而上下文只有 %2 个；请缩短它，或以更长的上下文加载模型。</translation>
    </message>
    <message>
        <source>The prompt is empty; write something first.</source>
        <translation>提示词为空；请先写点什么。</translation>
    </message>
    <message>
        <source>Hearth does not know the tokenizer &apos;%1&apos; of this file; a newer version may.</source>
        <translation>Hearth 不认识此文件的分词器“%1”；较新的版本也许认识。</translation>
    </message>
    <message>
        <source>The draft model knows %1 tokens and this model %2; choose a smaller model of the same family.</source>
        <translation>草稿模型有 %1 个词元，而本模型有 %2 个；请选择同一系列中更小的模型。</translation>
    </message>
    <message>
        <source>The draft model&apos;s vocabulary is another than this model&apos;s from token %1 on; choose a smaller model of the same family.</source>
        <translation>草稿模型的词表从词元 %1 起与本模型不同；请选择同一系列中更小的模型。</translation>
    </message>
    <message>
        <source>The draft model&apos;s vocabulary is of another kind than this model&apos;s; choose a smaller model of the same family.</source>
        <translation>草稿模型的词表类型与本模型不同；请选择同一系列中更小的模型。</translation>
    </message>
    <message>
        <source>its file &quot;%1&quot; is missing; download it again</source>
        <translation>缺少文件“%1”；请重新下载</translation>
    </message>
    <message>
        <source>its file &quot;%1&quot; is damaged; download it again</source>
        <translation>其文件“%1”已损坏；请重新下载</translation>
    </message>
    <message>
        <source>its file &quot;%1&quot; cannot be opened: %2</source>
        <translation>无法打开其文件“%1”：%2</translation>
    </message>
    <message>
        <source>it holds no .safetensors file; download its weights</source>
        <translation>其中没有 .safetensors 文件；请下载其权重</translation>
    </message>
    <message>
        <source>its tensor &quot;%1&quot; reaches past the end of the file (%2 bytes); the file is cut short, download it again</source>
        <translation>张量“%1”超出了文件末尾（%2 字节）；文件不完整，请重新下载</translation>
    </message>
    <message>
        <source>Hearth does not read folders of the kind &quot;%1&quot; yet; choose a GGUF file of the model</source>
        <translation>Hearth 尚不能读取“%1”类型的文件夹；请选择该模型的 GGUF 文件</translation>
    </message>
    <message>
        <source>its weights are quantised by the method &quot;%1&quot;, which Hearth does not read yet; choose a checkpoint of GPTQ, AWQ or FP8, or a GGUF file</source>
        <translation>其权重采用“%1”方法量化，Hearth 尚不能读取；请选择 GPTQ、AWQ 或 FP8 版本，或 GGUF 文件</translation>
    </message>
    <message>
        <source>No graphics card was found.</source>
        <translation>未找到显卡。</translation>
    </message>
    <message>
        <source>This copy of Hearth was built without its GPU engine. Hearth will use the CPU.</source>
        <translation>此 Hearth 副本编译时未包含 GPU 引擎。Hearth 将使用 CPU。</translation>
    </message>
    <message>
        <source>This copy of Hearth was built without its GPU engine; use the CPU instead.</source>
        <translation>此 Hearth 副本编译时未包含 GPU 引擎；请继续使用 CPU。</translation>
    </message>
    <message>
        <source>Hearth&apos;s GPU engine could not be loaded (%1); install Hearth again, or use the CPU.</source>
        <translation>无法加载 Hearth 的 GPU 引擎（%1）；请重新安装 Hearth，或继续使用 CPU。</translation>
    </message>
    <message>
        <source>Hearth&apos;s GPU engine belongs to another version of Hearth; install Hearth again, or use the CPU.</source>
        <translation>Hearth 的 GPU 引擎属于另一版本的 Hearth；请重新安装 Hearth，或继续使用 CPU。</translation>
    </message>
    <message>
        <source>No NVIDIA driver was found; install it to use an NVIDIA card, or use the CPU.</source>
        <translation>未找到 NVIDIA 驱动；请安装驱动以使用 NVIDIA 显卡，或继续使用 CPU。</translation>
    </message>
    <message>
        <source>The NVIDIA driver is too old (it speaks CUDA %1, Hearth needs %2); update it, or use the CPU.</source>
        <translation>NVIDIA 驱动过旧（支持 CUDA %1，Hearth 需要 %2）；请更新驱动，或继续使用 CPU。</translation>
    </message>
    <message>
        <source>The NVIDIA driver shows no graphics card; check CUDA_VISIBLE_DEVICES and the card&apos;s seat, or use the CPU.</source>
        <translation>NVIDIA 驱动未显示任何显卡；请检查 CUDA_VISIBLE_DEVICES 和显卡是否插好，或继续使用 CPU。</translation>
    </message>
    <message>
        <source>The graphics card %1 is too old for Hearth (compute capability %2, 7.5 is needed); use the CPU instead.</source>
        <translation>显卡 %1 对 Hearth 来说过旧（计算能力 %2，需要 7.5）；请继续使用 CPU。</translation>
    </message>
    <message>
        <source>This copy of Hearth has no code for this graphics card (%1); use the CPU, or build Hearth on this machine.</source>
        <translation>此 Hearth 副本没有适用于该显卡的代码（%1）；请继续使用 CPU，或在本机上编译 Hearth。</translation>
    </message>
    <message>
        <source>The graphics card is taken by another program (%1); close it, or use the CPU.</source>
        <translation>显卡被其他程序占用（%1）；请关闭该程序，或继续使用 CPU。</translation>
    </message>
    <message>
        <source>The graphics card stopped working for this program (%1); restart Hearth to use the card again, or use the CPU.</source>
        <translation>显卡已停止为本程序工作（%1）；请继续使用 CPU，重启 Hearth 后可再次使用显卡。</translation>
    </message>
    <message>
        <source>The graphics card reported an error (%1); use the CPU instead.</source>
        <translation>显卡报告错误（%1）；请继续使用 CPU。</translation>
    </message>
    <message>
        <source>%1 of %2 layers run on the CPU</source>
        <translation>%2 层中有 %1 层在 CPU 上运行</translation>
    </message>
    <message>
        <source>no layer of the model fits on the graphics card</source>
        <translation>模型没有任何一层能放进显卡</translation>
    </message>
    <message>
        <source>The model brings no chat template; using %1.</source>
        <translation>该模型没有自带对话模板；使用 %1。</translation>
    </message>
    <message>
        <source>The model&apos;s own template does not work (%2); using %1.</source>
        <translation>模型自带的模板无法使用（%2）；使用 %1。</translation>
    </message>
    <message>
        <source>its tokenizer.json changes texts by the rule &quot;%1&quot;, which Hearth does not know; choose a GGUF file of the model</source>
        <translation>其 tokenizer.json 按规则“%1”修改文本，而 Hearth 不支持该规则；请选择该模型的 GGUF 文件</translation>
    </message>
    <message>
        <source>its tokenizer.json splits words by the rule &quot;%1&quot;, which Hearth does not know; choose a GGUF file of the model</source>
        <translation>其 tokenizer.json 按规则“%1”切分词语，而 Hearth 不支持该规则；请选择该模型的 GGUF 文件</translation>
    </message>
    <message>
        <source>its tokenizer.json is of a kind that Hearth does not read yet; choose a GGUF file of the model</source>
        <translation>其 tokenizer.json 属于 Hearth 尚不支持的类型；请选择该模型的 GGUF 文件</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be written: %2; choose another place or make room.</source>
        <translation>无法写入“%1”：%2；请选择其他位置或腾出空间。</translation>
    </message>
    <message>
        <source>The chat template failed: %1.</source>
        <translation>聊天模板出错：%1。</translation>
    </message>
    <message>
        <source>The chat template makes a text longer than %1 MiB; choose another template for this model.</source>
        <translation>聊天模板生成的文本超过 %1 MiB；请为此模型选择其他模板。</translation>
    </message>
    <message>
        <source>The chat template nests too deeply or calls itself without end; choose another template for this model.</source>
        <translation>聊天模板嵌套过深或无限调用自身；请为此模型选择其他模板。</translation>
    </message>
    <message>
        <source>The chat template takes too much work; choose another template for this model.</source>
        <translation>聊天模板的计算量过大；请为此模型选择其他模板。</translation>
    </message>
    <message>
        <source>The chat template uses too much memory; choose another template for this model.</source>
        <translation>聊天模板占用的内存过多；请为此模型选择其他模板。</translation>
    </message>
    <message>
        <source>The file does not say which architecture it holds (general.architecture is missing); choose another model file.</source>
        <translation>该文件未说明其架构（缺少 general.architecture）；请选择其他模型文件。</translation>
    </message>
    <message>
        <source>The model file has no usable token embeddings (token_embd.weight); it is a vocabulary only, or damaged.</source>
        <translation>该模型文件没有可用的词元嵌入（token_embd.weight）；它只含词表，或已损坏。</translation>
    </message>
    <message>
        <source>The model stretches its positions by the method &quot;%1&quot;, which Hearth does not know yet; choose another model.</source>
        <translation>该模型用方法“%1”扩展其位置，而 Hearth 尚不支持；请选择其他模型。</translation>
    </message>
    <message>
        <source>There is not enough memory for the replies that run; close other programs or load a smaller model.</source>
        <translation>内存不足以生成当前的回复；请关闭其他程序或加载更小的模型。</translation>
    </message>
    <message>
        <source>This file has no vocabulary, so text cannot be turned into tokens; choose a file that includes its tokenizer.</source>
        <translation>该文件没有词表，无法将文本转换为词元；请选择包含分词器的文件。</translation>
    </message>
    <message>
        <source>Hearth does not know the pre-tokenizer &apos;%1&apos; of this file; a newer version may.</source>
        <translation>Hearth 不支持该文件的预分词器“%1”；较新的版本可能支持。</translation>
    </message>
    <message>
        <source>The vocabulary of this file is damaged: %1; download the file again.</source>
        <translation>该文件的词表已损坏：%1；请重新下载。</translation>
    </message>
    <message>
        <source>What was processed cannot be kept in %1: %2; make room there, or give yourself permission to write.</source>
        <translation>处理过的内容无法保存在 %1：%2；请在那里腾出空间，或给自己写入权限。</translation>
    </message>
    <message>
        <source>A part of what was kept in %1 is damaged or cannot be read; it is computed again.</source>
        <translation>保存在 %1 中的一部分内容已损坏或无法读取；将重新计算。</translation>
    </message>
    <message>
        <source>This model makes embeddings and writes no replies; choose a chat model.</source>
        <translation>此模型生成嵌入向量，不会撰写回复；请选择聊天模型。</translation>
    </message>
    <message>
        <source>This model writes replies and makes no embeddings; choose an embedding model.</source>
        <translation>此模型写回复，不生成嵌入；请选择嵌入模型。</translation>
    </message>
    <message>
        <source>This model scores pairs of texts and makes no embeddings; choose an embedding model.</source>
        <translation>此模型为文本对打分，不生成嵌入；请选择嵌入模型。</translation>
    </message>
    <message>
        <source>The model&apos;s template for reranking has no place for the question or for the passage; the file is damaged.</source>
        <translation>模型的重排模板没有放问题或段落的位置；文件已损坏。</translation>
    </message>
    <message>
        <source>This model sorts texts into classes and scores no pairs of them; choose a reranker or an embedding model.</source>
        <translation>此模型把文本分类，不为文本对打分；请选择重排模型或嵌入模型。</translation>
    </message>
    <message>
        <source>There is no graphics card number %1 (Hearth sees %2, and counts from 0); choose another one.</source>
        <translation>没有编号为 %1 的显卡（Hearth 看到 %2 张，从 0 开始编号）；请选择另一张。</translation>
    </message>
    <message>
        <source>the model does not divide into %1 equal parts, so its layers are spread over the cards</source>
        <translation>模型无法等分为 %1 份，因此各层分布在这些显卡上</translation>
    </message>
    <message>
        <source>only 2, 4 or 8 equal cards share layers, so these are spread over the cards</source>
        <translation>只有 2、4 或 8 张相同的显卡才能共享各层，因此各层分布在这些显卡上</translation>
    </message>
    <message>
        <source>the graphics card has room for %1 of the %2 experts of a layer, so the experts live in the memory of the computer and are copied as they are needed</source>
        <translation>显卡只能容纳每层 %2 个专家中的 %1 个，因此专家存放在计算机内存中，需要时再复制</translation>
    </message>
    <message>
        <source>The context is too short to look at this token again; load the model with the context that the reply was made with.</source>
        <translation>上下文太短，无法再次查看此词元；请用生成该回复时的上下文长度加载模型。</translation>
    </message>
    <message>
        <source>The loaded model does not know these tokens, which another model wrote; load that one to see what its tokens looked at.</source>
        <translation>已加载的模型不认识这些词元，它们由另一个模型写出；请加载那个模型以查看其词元关注了什么。</translation>
    </message>
    <message>
        <source>What a token looked at can be seen of models that Hearth runs itself, and this one runs on a server; load a model on this machine.</source>
        <translation>只有由 Hearth 自己运行的模型才能看到词元关注了什么，而此模型在服务器上运行；请在这台电脑上加载一个模型。</translation>
    </message>
    <message>
        <source>The graphics card %1 (number %2) stopped working for this program (%3); restart Hearth to use it again, or choose other cards.</source>
        <translation>显卡 %1（编号 %2）已停止为本程序工作（%3）；请重新启动 Hearth 以再次使用它，或选择其他显卡。</translation>
    </message>
    <message>
        <source>The calibration text is not UTF-8; give a text file of the kind that the model is for.</source>
        <translation>校准文本不是 UTF-8；请选择与模型用途同类的文本文件。</translation>
    </message>
    <message>
        <source>The calibration text has %1 tokens; it needs at least %2.</source>
        <translation>校准文本有 %1 个 token，至少需要 %2 个。</translation>
    </message>
    <message>
        <source>The process of the model was killed, perhaps because the memory was full; another one is started. What there is of the reply is kept: ask again, or choose a smaller model.</source>
        <translation>模型的进程被终止，可能是因为内存已满；正在启动另一个进程。已有的回复内容会保留：请再问一次，或选择更小的模型。</translation>
    </message>
    <message>
        <source>The process of the model crashed (%1), which a damaged file can bring about; another one is started. What there is of the reply is kept: ask again, or choose another model.</source>
        <translation>模型的进程崩溃了（%1），损坏的文件可能导致这种情况；正在启动另一个进程。已有的回复内容会保留：请再问一次，或选择其他模型。</translation>
    </message>
    <message>
        <source>The process of the model cannot be started: %1; install Hearth again, or load the model without the sandbox.</source>
        <translation>无法启动模型的进程：%1；请重新安装 Hearth，或在不使用沙盒的情况下加载模型。</translation>
    </message>
    <message>
        <source>The process that works on the model ended before it was done, which a damaged file or a full memory can cause; nothing is left of it: try again, or choose another file.</source>
        <translation>处理该模型的进程提前结束了，损坏的文件或内存不足可能导致这种情况；没有留下任何内容：请重试，或选择其他文件。</translation>
    </message>
    <message>
        <source>No process could be started for the model (%1), so it runs in Hearth&apos;s own process, which a crash would end.</source>
        <translation>无法为模型启动进程（%1），因此它在 Hearth 自身的进程中运行，一旦崩溃 Hearth 也会结束。</translation>
    </message>
    <message>
        <source>It runs in a sandbox, which uses the processor alone.</source>
        <translation>它在沙盒中运行，只使用处理器。</translation>
    </message>
    <message>
        <source>The kernel of this system has no Landlock, so that process is kept from networks and other programs, but could read your files.</source>
        <translation>此系统的内核没有 Landlock：该进程与网络和其他程序隔离，但可能读取您的文件。</translation>
    </message>
    <message>
        <source>The process of the model did not answer for %1 s and was ended; another one is started. What there is of the reply is kept: ask again, or choose another model.</source>
        <translation>模型的进程 %1 秒没有响应，已被结束；正在启动另一个进程。已有的回复内容会保留：请再问一次，或选择其他模型。</translation>
    </message>
    <message>
        <source>The process that reads this model&apos;s header ended before it was done, which a damaged file can bring about; choose another file of the model.</source>
        <translation>读取此模型文件头的进程提前结束，损坏的文件可能导致这种情况；请选择该模型的其他文件。</translation>
    </message>
    <message>
        <source>The file has only the layer of a model that guesses further tokens; choose the file of the whole model.</source>
        <translation>此文件只含有模型中猜测后续词元的那一层；请选择完整模型的文件。</translation>
    </message>
    <message>
        <source>its weights &quot;%1&quot; hold a code that is not a number; download it again</source>
        <translation>其权重“%1”含有不是数字的编码；请重新下载</translation>
    </message>
    <message>
        <source>The reply so far does not match its structure; generate it again, or switch structured output off.</source>
        <translation>目前的回复与其结构不符；请重新生成，或关闭结构化输出。</translation>
    </message>
    <message>
        <source>The draft model has recurrent layers, which cannot go back to before wrong guesses; choose another one.</source>
        <translation>草稿模型含有循环层，猜错后无法回退；请选择另一个。</translation>
    </message>
    <message>
        <source>The model cannot be put into a sandbox: %1; load it without the sandbox.</source>
        <translation>无法将模型放入沙盒：%1；请在不使用沙盒的情况下加载。</translation>
    </message>
    <message>
        <source>The picture is an empty file; choose another one.</source>
        <translation>该图片是空文件；请选择另一张。</translation>
    </message>
    <message>
        <source>The file is not a picture that Hearth knows; choose a PNG, JPEG or WebP file.</source>
        <translation>该文件不是 Hearth 能识别的图片；请选择 PNG、JPEG 或 WebP 文件。</translation>
    </message>
    <message>
        <source>Hearth does not read %1 pictures; save it as PNG or JPEG.</source>
        <translation>Hearth 不能读取 %1 图片；请另存为 PNG 或 JPEG。</translation>
    </message>
    <message>
        <source>Hearth does not read %1 pictures %2; save it as PNG or as an ordinary JPEG.</source>
        <translation>Hearth 不能读取 %1 图片（%2）；请另存为 PNG 或普通 JPEG。</translation>
    </message>
    <message>
        <source>The %1 picture is damaged; download it again, or choose another one.</source>
        <translation>%1 图片已损坏；请重新下载或选择另一张。</translation>
    </message>
    <message>
        <source>The %1 picture is cut short; download or copy it again.</source>
        <translation>%1 图片不完整；请重新下载或复制。</translation>
    </message>
    <message>
        <source>The picture has %1 megapixels, and Hearth reads at most %2 of its kind; make it smaller.</source>
        <translation>该图片有 %1 百万像素，而 Hearth 对此类图片最多读取 %2；请将其缩小。</translation>
    </message>
    <message>
        <source>The picture takes more than %1 s to decode; save it again as PNG or JPEG.</source>
        <translation>该图片解码需超过 %1 秒；请重新保存为 PNG 或 JPEG。</translation>
    </message>
    <message>
        <source>There is not enough memory to read the picture; close other programs.</source>
        <translation>内存不足，无法读取图片；请关闭其他程序。</translation>
    </message>
    <message>
        <source>The process that decodes pictures could not be started (%1); close other programs and try again.</source>
        <translation>无法启动解码图片的进程（%1）；请关闭其他程序后重试。</translation>
    </message>
    <message>
        <source>This model cannot read pictures; choose one that can, or remove them.</source>
        <translation>此模型无法读取图片；请选择能读取的模型，或移除图片。</translation>
    </message>
    <message>
        <source>This computer has no codec for %1 pictures; install %2, or save it as PNG or JPEG.</source>
        <translation>这台计算机没有 %1 图片的编解码器；请安装 %2，或将图片另存为 PNG 或 JPEG。</translation>
    </message>
</context>
<context>
    <name>EngineDevices</name>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation>1 个线程</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 个线程</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 和 %2</translation>
    </message>
</context>
<context>
    <name>EnginePage</name>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Run on</source>
        <translation>运行于</translation>
    </message>
    <message>
        <source>The graphics card when a model fits, the CPU otherwise</source>
        <translation>模型放得下时用显卡，否则用 CPU</translation>
    </message>
    <message>
        <source>CPU threads</source>
        <translation>CPU 线程数</translation>
    </message>
    <message>
        <source>As many as there are cores; more rarely helps, since memory is the limit</source>
        <translation>与核心数相同；再多通常无益，因为瓶颈在内存</translation>
    </message>
    <message>
        <source>%1 of %2; more rarely helps, since memory is the limit</source>
        <translation>%1 / %2；再多通常无益，因为瓶颈在内存</translation>
    </message>
    <message>
        <source>CPU threads, 0 for automatic</source>
        <translation>CPU 线程数，0 表示自动</translation>
    </message>
    <message>
        <source>Running now</source>
        <translation>当前运行</translation>
    </message>
    <message>
        <source>Load again with these settings</source>
        <translation>用这些设置重新加载</translation>
    </message>
    <message>
        <source>No model is loaded</source>
        <translation>未加载模型</translation>
    </message>
    <message>
        <source>none loaded</source>
        <translation>未加载</translation>
    </message>
    <message>
        <source>Load the last model on startup</source>
        <translation>启动 Hearth 时加载上次的模型</translation>
    </message>
    <message>
        <source>No model has been used yet</source>
        <translation>尚未使用过模型</translation>
    </message>
    <message>
        <source>%1: takes %2 and %3</source>
        <translation>%1：需要 %2 和 %3</translation>
    </message>
    <message>
        <source>%1: takes %2</source>
        <translation>%1：占用 %2</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Graphics cards</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>As few as hold the model, the quickest first</source>
        <translation>用尽可能少的显卡装下模型，最快的优先</translation>
    </message>
    <message>
        <source>Those that are ticked; on several the layers of a model are spread</source>
        <translation>勾选的显卡；选择多张时，模型的各层分布在它们上面</translation>
    </message>
    <message>
        <source>%1 · %2: %3 of %4 free</source>
        <translation>%1 · %2：%4 中有 %3 可用</translation>
    </message>
    <message>
        <source>%1 · %2: %3</source>
        <translation>%1 · %2：%3</translation>
    </message>
    <message>
        <source>On several cards</source>
        <translation>在多张显卡上</translation>
    </message>
    <message>
        <source>Equal cards share each layer where the model divides; others have layers of their own</source>
        <translation>模型可拆分时，相同的显卡共享每一层；其他显卡各自负责若干层</translation>
    </message>
    <message>
        <source>The cards work one after the other</source>
        <translation>显卡依次工作</translation>
    </message>
    <message>
        <source>2, 4 or 8 equal cards work at the same time, where the model divides</source>
        <translation>模型可拆分时，2、4 或 8 张相同的显卡同时工作</translation>
    </message>
    <message>
        <source>Whichever is quicker</source>
        <translation>以较快者为准</translation>
    </message>
    <message>
        <source>Whole layers on each</source>
        <translation>每张负责整层</translation>
    </message>
    <message>
        <source>Parts of each layer on all</source>
        <translation>每层分布于所有显卡</translation>
    </message>
    <message>
        <source>Run models in a sandbox only</source>
        <translation>只在沙盒中运行模型</translation>
    </message>
    <message>
        <source>On the CPU, models run in a sandbox whenever possible. With this on, no graphics card is used, and a model that cannot be sandboxed is not loaded. Takes effect at the next load</source>
        <translation>在 CPU 上，只要能建立沙盒，模型本来就在沙盒中运行。开启后不使用显卡，无法放入沙盒的模型不会加载；从下次加载起生效</translation>
    </message>
</context>
<context>
    <name>EngineSteps</name>
    <message>
        <source>Reading the file</source>
        <translation>正在读取文件</translation>
    </message>
    <message>
        <source>Reading the vocabulary</source>
        <translation>正在读取词表</translation>
    </message>
    <message>
        <source>Loading weights</source>
        <translation>正在加载权重</translation>
    </message>
    <message>
        <source>Making room for conversations</source>
        <translation>正在为对话分配空间</translation>
    </message>
    <message>
        <source>Reading the kept cache</source>
        <translation>正在读取保存的缓存</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Loading the draft model</source>
        <translation>正在加载草稿模型</translation>
    </message>
    <message>
        <source>Loading the vision encoder</source>
        <translation>正在加载视觉部分</translation>
    </message>
</context>
<context>
    <name>Exchange</name>
    <message>
        <source>This file contains no chats that Hearth can read. It reads its own, and those from GPT4All, LM Studio, ChatGPT and Open WebUI.</source>
        <translation>此文件中没有 Hearth 能识别的对话。Hearth 可读取自己的对话，以及 GPT4All、LM Studio、ChatGPT 和 Open WebUI 的对话。</translation>
    </message>
    <message>
        <source>This file cannot be read as a chat (%1 at byte %2).</source>
        <translation>此文件无法作为对话读取（第 %2 字节处：%1）。</translation>
    </message>
    <message>
        <source>This file contains no messages.</source>
        <translation>此文件中没有消息。</translation>
    </message>
    <message>
        <source>[image]</source>
        <translation>[图片]</translation>
    </message>
    <message>
        <source>This GPT4All chat is damaged: a text in it is incomplete.</source>
        <translation>此 GPT4All 对话已损坏：某段文本含有不完整的字符。</translation>
    </message>
    <message>
        <source>This GPT4All chat is damaged: it contains less than it claims.</source>
        <translation>此 GPT4All 对话已损坏：声明的内容多于实际内容。</translation>
    </message>
    <message>
        <source>This GPT4All chat is cut off; copy it again.</source>
        <translation>此 GPT4All 对话不完整；请重新复制。</translation>
    </message>
    <message>
        <source>This GPT4All chat contains a value that Hearth does not know.</source>
        <translation>此 GPT4All 对话含有 Hearth 不认识的值。</translation>
    </message>
    <message>
        <source>This GPT4All chat contains a state that Hearth does not know.</source>
        <translation>此 GPT4All 对话含有 Hearth 不认识的状态。</translation>
    </message>
    <message>
        <source>This GPT4All chat is nested too deeply.</source>
        <translation>此 GPT4All 对话嵌套过深。</translation>
    </message>
    <message>
        <source>This is not a GPT4All chat.</source>
        <translation>这不是 GPT4All 对话。</translation>
    </message>
    <message>
        <source>This GPT4All chat was saved by a version that Hearth does not know.</source>
        <translation>此 GPT4All 对话由 Hearth 不认识的版本保存。</translation>
    </message>
    <message>
        <source>This GPT4All chat contains more than Hearth understands.</source>
        <translation>此 GPT4All 对话含有 Hearth 无法理解的内容。</translation>
    </message>
    <message>
        <source>This chat was saved by another version of Hearth (format %1; this one reads %2). Update Hearth to open it.</source>
        <translation>此对话由另一版本的 Hearth 保存（格式 %1；当前版本读取 %2）。请更新 Hearth 后再打开。</translation>
    </message>
    <message>
        <source>The messages of this chat are inconsistent; the file is damaged.</source>
        <translation>此对话的消息前后不一致；文件已损坏。</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>Attached: %1</source>
        <translation>附件：%1</translation>
    </message>
    <message>
        <source>It could not be read (%1).</source>
        <translation>无法读取（%1）。</translation>
    </message>
    <message>
        <source>It has %1 MB; files up to %2 MB can be imported. Export the chats in parts.</source>
        <translation>文件有 %1 MB；最多可导入 %2 MB 的文件。请分批导出对话。</translation>
    </message>
    <message>
        <source>It is damaged, or takes too much time or memory to read. Export the chats in parts.</source>
        <translation>文件已损坏，或读取所需的时间或内存过多。请分批导出对话。</translation>
    </message>
    <message>
        <source>Tool %1</source>
        <translation>工具 %1</translation>
    </message>
    <message>
        <source>Its chats have more than %1 MB. Unpack it and import them in parts.</source>
        <translation>其中的聊天超过 %1 MB。请解压并分批导入。</translation>
    </message>
    <message>
        <source>This archive is damaged or asks for a password.</source>
        <translation>此压缩包已损坏或需要密码。</translation>
    </message>
</context>
<context>
    <name>ExchangeBar</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>Figures</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>first token %1</source>
        <translation>首词元 %1</translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 tok/s</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 词元</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 词元</translation>
    </message>
    <message>
        <source>reused %1</source>
        <translation>复用 %1</translation>
    </message>
    <message>
        <source>processed %1</source>
        <translation>处理 %1</translation>
    </message>
    <message>
        <source>Thought for %1</source>
        <translation>思考了 %1</translation>
    </message>
    <message>
        <source>drafted %1</source>
        <translation>猜测 %1</translation>
    </message>
    <message>
        <source>accepted %1</source>
        <translation>猜中 %1</translation>
    </message>
    <message>
        <source>reused %1 (%2 from disk)</source>
        <translation>复用 %1（%2 来自磁盘）</translation>
    </message>
    <message>
        <source>answered before</source>
        <translation>此前已回答</translation>
    </message>
    <message>
        <source>prompt %1</source>
        <translation>提示 %1</translation>
    </message>
</context>
<context>
    <name>FileChooser</name>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Choose this folder</source>
        <translation>选择此文件夹</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>There is no folder “%1”.</source>
        <translation>没有文件夹“%1”。</translation>
    </message>
    <message>
        <source>There is no folder or file “%1”.</source>
        <translation>没有文件夹或文件“%1”。</translation>
    </message>
    <message>
        <source>Up to the folder above</source>
        <translation>转到上一级文件夹</translation>
    </message>
    <message>
        <source>Alt+Up</source>
        <translation>Alt+Up</translation>
    </message>
    <message>
        <source>Hidden files</source>
        <translation>隐藏文件</translation>
    </message>
    <message>
        <source>Ctrl+H</source>
        <translation>Ctrl+H</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>新建文件夹</translation>
    </message>
</context>
<context>
    <name>FileChooserFoot</name>
    <message>
        <source>“%1” already exists. Replacing it deletes its contents.</source>
        <translation>“%1”已存在。替换会删除其中的内容。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>File name</source>
        <translation>文件名</translation>
    </message>
    <message>
        <source>Files to show</source>
        <translation>要显示的文件</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Choose another name</source>
        <translation>换个名称</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
</context>
<context>
    <name>FileColumns</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>修改时间</translation>
    </message>
    <message>
        <source>Sort by: %1</source>
        <translation>排序方式：%1</translation>
    </message>
</context>
<context>
    <name>FileList</name>
    <message>
        <source>Files in %1</source>
        <translation>%1 中的文件</translation>
    </message>
</context>
<context>
    <name>FileRow</name>
    <message>
        <source>folder</source>
        <translation>文件夹</translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <source>Open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>附加文件</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>导入对话</translation>
    </message>
    <message>
        <source>Export the chat</source>
        <translation>导出对话</translation>
    </message>
    <message>
        <source>Save the preset</source>
        <translation>保存预设</translation>
    </message>
    <message>
        <source>Move the models into this folder</source>
        <translation>将模型移动到此文件夹</translation>
    </message>
    <message>
        <source>Keep models in this folder</source>
        <translation>将模型保存在此文件夹</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>所有文件</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Attach</source>
        <translation>附加</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Chats of Hearth, GPT4All, LM Studio, ChatGPT, Open WebUI</source>
        <translation>Hearth、GPT4All、LM Studio、ChatGPT、Open WebUI 的对话</translation>
    </message>
    <message>
        <source>Presets of Hearth</source>
        <translation>Hearth 的预设</translation>
    </message>
    <message>
        <source>Import presets</source>
        <translation>导入预设</translation>
    </message>
    <message>
        <source>Markdown, the branch that is shown</source>
        <translation>Markdown，当前显示的分支</translation>
    </message>
    <message>
        <source>JSON, everything</source>
        <translation>JSON，全部内容</translation>
    </message>
    <message>
        <source>Save the chats</source>
        <translation>保存对话</translation>
    </message>
    <message>
        <source>Back up the chats</source>
        <translation>备份对话</translation>
    </message>
    <message>
        <source>Chats of Hearth</source>
        <translation>Hearth 的对话</translation>
    </message>
    <message>
        <source>Export all chats</source>
        <translation>导出所有对话</translation>
    </message>
    <message>
        <source>Let models read this folder</source>
        <translation>允许模型读取此文件夹</translation>
    </message>
    <message>
        <source>Add a folder of documents</source>
        <translation>添加文档文件夹</translation>
    </message>
    <message>
        <source>Add a document</source>
        <translation>添加文档</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Open a schema or a grammar</source>
        <translation>打开模式或语法</translation>
    </message>
    <message>
        <source>Schemas and grammars</source>
        <translation>模式和语法</translation>
    </message>
    <message>
        <source>Texts</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Add a model</source>
        <translation>添加模型</translation>
    </message>
    <message>
        <source>Calibrate with a text</source>
        <translation>用文本校准</translation>
    </message>
    <message>
        <source>Documents and text</source>
        <translation>文档和文本</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>保存图片</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this chat</source>
        <translation>在此对话中查找</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>关闭查找</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
</context>
<context>
    <name>FirstRun</name>
    <message>
        <source>Loading %1</source>
        <translation>正在加载 %1</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Choose a model to begin</source>
        <translation>选择模型以开始</translation>
    </message>
    <message>
        <source>%1, %2 %</source>
        <translation>%1，%2 %</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>写作</translation>
    </message>
    <message>
        <source>Explain a regular expression step by step</source>
        <translation>逐步解释一个正则表达式</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Plan three dinners from what is left in the fridge</source>
        <translation>用冰箱里剩下的食材安排三顿晚餐</translation>
    </message>
    <message>
        <source>Everyday</source>
        <translation>日常</translation>
    </message>
    <message>
        <source>Runs on: %1</source>
        <translation>运行设备：%1</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>重新检测</translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <source>Ready, on %1</source>
        <translation>已就绪，运行于 %1</translation>
    </message>
    <message>
        <source>Find a larger model</source>
        <translation>寻找更大的模型</translation>
    </message>
    <message>
        <source>Connect to a server</source>
        <translation>连接到服务器</translation>
    </message>
    <message>
        <source>No model is loaded</source>
        <translation>未加载模型</translation>
    </message>
    <message>
        <source>%1 was used last. Load it, or choose another at the top.</source>
        <translation>上次使用的是 %1。请加载它，或在顶部选择其他模型。</translation>
    </message>
    <message>
        <source>Load %1</source>
        <translation>加载 %1</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>查找模型</translation>
    </message>
    <message>
        <source>Ready. Everything runs on this computer.</source>
        <translation>已就绪。一切都在这台电脑上运行。</translation>
    </message>
    <message>
        <source>A small starter model is loaded, so you can begin to write. It is quick and a little naive; a larger one knows more and answers better.</source>
        <translation>已加载一个小型入门模型，现在就可以开始输入。它反应快，但有些稚嫩；更大的模型懂得更多，回答也更好。</translation>
    </message>
    <message>
        <source>%1 is loaded, so you can begin to write. You can switch models at any time.</source>
        <translation>已加载 %1，现在就可以开始输入。你可以随时切换模型。</translation>
    </message>
    <message>
        <source>Turn a rough note into a polite email</source>
        <translation>把潦草的笔记改写成礼貌的邮件</translation>
    </message>
    <message>
        <source>Turn this rough note into a polite email:

[your note]</source>
        <translation>把这段潦草的笔记改写成一封礼貌的邮件：

[你的笔记]</translation>
    </message>
    <message>
        <source>[your note]</source>
        <translation>[你的笔记]</translation>
    </message>
    <message>
        <source>Explain this regular expression step by step:

[your expression]</source>
        <translation>逐步解释这个正则表达式：

[你的表达式]</translation>
    </message>
    <message>
        <source>[your expression]</source>
        <translation>[你的表达式]</translation>
    </message>
    <message>
        <source>Plan three dinners from what is left in my fridge: [what is left]</source>
        <translation>用我冰箱里剩下的食材安排三顿晚餐：[剩下的食材]</translation>
    </message>
    <message>
        <source>[what is left]</source>
        <translation>[剩下的食材]</translation>
    </message>
    <message>
        <source>Ready, here and on %1</source>
        <translation>就绪，在本机和 %1 上</translation>
    </message>
    <message>
        <source>Find one that fits this computer, or open one that you have: a GGUF file, or weights in Hugging Face format.</source>
        <translation>查找适合这台电脑的模型，或打开已有的模型：GGUF 文件，或 Hugging Face 格式的权重。</translation>
    </message>
</context>
<context>
    <name>FitMark</name>
    <message>
        <source>fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>fits in part</source>
        <translation>部分放得下</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
</context>
<context>
    <name>FoldBlock</name>
    <message>
        <source>Show all, %1</source>
        <translation>全部显示，%1</translation>
    </message>
</context>
<context>
    <name>FolderDialog</name>
    <message>
        <source>Rename the folder</source>
        <translation>重命名文件夹</translation>
    </message>
    <message>
        <source>Move to a folder</source>
        <translation>移到文件夹</translation>
    </message>
    <message>
        <source>Name of the folder</source>
        <translation>文件夹名称</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Create folder</source>
        <translation>创建文件夹</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>No folder</source>
        <translation>无文件夹</translation>
    </message>
</context>
<context>
    <name>FolderMenu</name>
    <message>
        <source>Rename the folder</source>
        <translation>重命名文件夹</translation>
    </message>
    <message>
        <source>F2</source>
        <translation>F2</translation>
    </message>
    <message>
        <source>Remove all chats from the folder</source>
        <translation>移出所有对话</translation>
    </message>
</context>
<context>
    <name>FullContextNotice</name>
    <message>
        <source>The oldest turns will be left out.</source>
        <translation>最早的轮次将被略去。</translation>
    </message>
</context>
<context>
    <name>FullContextWays</name>
    <message>
        <source>Drop the oldest turns</source>
        <translation>丢弃最早的轮次</translation>
    </message>
    <message>
        <source>Longer context</source>
        <translation>加长上下文</translation>
    </message>
    <message>
        <source>Loads the model again with %1 tokens</source>
        <translation>以 %1 个词元重新加载模型</translation>
    </message>
    <message>
        <source>Summarising…</source>
        <translation>正在总结…</translation>
    </message>
    <message>
        <source>Summarise</source>
        <translation>总结</translation>
    </message>
    <message>
        <source>The model condenses the oldest turns. The chat keeps them.</source>
        <translation>模型会浓缩最早的轮次。对话会保留它们。</translation>
    </message>
    <message>
        <source>They leave the context. The chat keeps them.</source>
        <translation>它们移出上下文。对话会保留它们。</translation>
    </message>
    <message>
        <source>New chat with a summary</source>
        <translation>带总结的新对话</translation>
    </message>
    <message>
        <source>It knows this chat from a summary, and has this question in its composer</source>
        <translation>它通过总结了解此对话，并在输入框中带有此问题</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>The chat stays as it is</source>
        <translation>对话保持不变</translation>
    </message>
    <message>
        <source>Shorten the attachment</source>
        <translation>缩短附件</translation>
    </message>
    <message>
        <source>Keeps its beginning, up to what fits, and says how much is left out</source>
        <translation>保留能容纳的开头部分，并说明省略了多少</translation>
    </message>
</context>
<context>
    <name>GeneralPage</name>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Some text changes after a restart</source>
        <translation>已显示的文字将在下次启动时更改</translation>
    </message>
    <message>
        <source>On startup, open</source>
        <translation>启动时显示</translation>
    </message>
    <message>
        <source>What Hearth shows when it starts</source>
        <translation>窗口打开时显示的内容</translation>
    </message>
    <message>
        <source>The last chat</source>
        <translation>上次的对话</translation>
    </message>
    <message>
        <source>A new chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Notify me when a long reply is ready</source>
        <translation>长回复完成时通知</translation>
    </message>
    <message>
        <source>Desktop notification when Hearth is in the background</source>
        <translation>当其他窗口在前面时，由桌面发出通知</translation>
    </message>
    <message>
        <source>Chats from other apps</source>
        <translation>其他程序的对话</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>导入对话</translation>
    </message>
    <message>
        <source>Attach long pastes</source>
        <translation>长文本粘贴为附件</translation>
    </message>
    <message>
        <source>Text of more than 4,000 characters or 100 lines becomes an attachment when it is pasted into a message</source>
        <translation>粘贴到消息中的文本超过 4,000 个字符或 100 行时，将作为附件</translation>
    </message>
    <message>
        <source>When a chat fills its context</source>
        <translation>对话占满上下文时</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Slide</source>
        <translation>滑动</translation>
    </message>
    <message>
        <source>Summarise</source>
        <translation>总结</translation>
    </message>
    <message>
        <source>For new chats. Each chat has this choice too, next to its context figures.</source>
        <translation>用于新对话。每个对话在其上下文数字旁也有此选项。</translation>
    </message>
    <message>
        <source>Imports exports from Hearth, ChatGPT and Open WebUI, and the chat files of GPT4All and LM Studio</source>
        <translation>可导入 Hearth、ChatGPT 和 Open WebUI 的导出文件，以及 GPT4All 和 LM Studio 的对话文件</translation>
    </message>
</context>
<context>
    <name>HistoryChart</name>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>Hub</name>
    <message>
        <source>Nothing can be written to %1 (%2). Check the folder.</source>
        <translation>无法写入 %1（%2）。请检查该文件夹。</translation>
    </message>
    <message>
        <source>%1 is available only after you accept its terms. Open its page, accept them, and try again.</source>
        <translation>%1 仅供已同意其条款的用户使用。请打开其页面，同意条款后重试。</translation>
    </message>
    <message>
        <source>%1 is available only after you accept its terms. Accept them on its page, put your token into HF_TOKEN, and restart Hearth.</source>
        <translation>%1 仅供已同意其条款的用户使用。请在其页面上同意条款，将你的令牌填入 HF_TOKEN，然后重新启动 Hearth。</translation>
    </message>
    <message>
        <source>%1 no longer has this file. Search for it again.</source>
        <translation>%1 已没有此文件。请重新搜索。</translation>
    </message>
    <message>
        <source>The hub does not accept your token (HF_TOKEN), or %1 is private. Check the token.</source>
        <translation>模型库不接受你的令牌（HF_TOKEN），或 %1 是私有的。请检查令牌。</translation>
    </message>
    <message>
        <source>The hub does not know %1, or it is private. Check the name.</source>
        <translation>模型库中找不到 %1，或它是私有的。请检查名称。</translation>
    </message>
    <message>
        <source>The hub does not allow access to %1.</source>
        <translation>模型库不允许访问 %1。</translation>
    </message>
    <message>
        <source>The hub wants fewer requests. Try again in %1 s.</source>
        <translation>模型库要求减少请求。请在 %1 s 后重试。</translation>
    </message>
    <message>
        <source>The hub wants fewer requests. Try again in a few minutes.</source>
        <translation>模型库要求减少请求。请过几分钟再试。</translation>
    </message>
    <message>
        <source>The hub has an internal error (%1). Try again in a few minutes.</source>
        <translation>模型库自身出现故障（%1）。请过几分钟再试。</translation>
    </message>
    <message>
        <source>The hub answered with %1, which Hearth did not expect. Try again later.</source>
        <translation>模型库返回了 %1，Hearth 未预料到。请稍后重试。</translation>
    </message>
    <message>
        <source>HF_ENDPOINT is “%1”, which is not an https address. Correct it and restart Hearth.</source>
        <translation>HF_ENDPOINT 为“%1”，不是 https 地址。请更正后重新启动 Hearth。</translation>
    </message>
    <message>
        <source>%1 stopped sending. Check the connection.</source>
        <translation>%1 停止了发送。请检查连接。</translation>
    </message>
    <message>
        <source>%1 is not an https address, so Hearth does not open it.</source>
        <translation>%1 不是 https 地址。Hearth 不会访问。</translation>
    </message>
    <message>
        <source>%1 cannot be found. Check the connection.</source>
        <translation>找不到 %1。请检查连接。</translation>
    </message>
    <message>
        <source>The certificate of %1 could not be verified (%2). Someone may be intercepting the connection, so Hearth stopped.</source>
        <translation>%1 无法证明其身份（%2）。可能有人在窃听；Hearth 不会继续。</translation>
    </message>
    <message>
        <source>The connection to %1 was lost.</source>
        <translation>与 %1 的连接中断。</translation>
    </message>
    <message>
        <source>%1 cannot be reached (%2). Check the connection.</source>
        <translation>无法连接 %1（%2）。请检查连接。</translation>
    </message>
    <message>
        <source>Another Hearth is downloading this file already.</source>
        <translation>另一个 Hearth 正在下载此文件。</translation>
    </message>
    <message>
        <source>“%1” in the models folder is a link or a file, not a folder. Move it away and try again.</source>
        <translation>模型文件夹中的“%1”不是真正的文件夹（而是链接或文件）。请将其移走后重试。</translation>
    </message>
    <message>
        <source>There is a file “%1” in the models folder already. Move it away and try again; what was downloaded is kept.</source>
        <translation>模型文件夹中已有文件“%1”。请将其移走后重试；已下载的内容会保留。</translation>
    </message>
    <message>
        <source>The disk is full. Free some space for %1, then resume; nothing is lost.</source>
        <translation>磁盘已满。请腾出 %1 的空间后继续；内容不会丢失。</translation>
    </message>
    <message>
        <source>“%1” is a link or not a regular file. Move it away and try again.</source>
        <translation>“%1”是链接或不是普通文件。请将其移走后重试。</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2).</source>
        <translation>无法读取 %1（%2）。</translation>
    </message>
    <message>
        <source>%1 redirects in a loop. Try again later.</source>
        <translation>%1 的重定向陷入循环。请稍后重试。</translation>
    </message>
    <message>
        <source>%1 sent a redirect without an address. Try again later.</source>
        <translation>%1 返回了无目标的重定向。请稍后重试。</translation>
    </message>
    <message>
        <source>%1 redirects to %2 without encryption, which Hearth does not follow.</source>
        <translation>%1 要将请求以未加密方式转到 %2。Hearth 不会跟随。</translation>
    </message>
    <message>
        <source>%1 redirects to %2, an address in your own network, which Hearth does not follow.</source>
        <translation>%1 要将请求转到 %2，这是你的内部网络中的地址。Hearth 不会跟随。</translation>
    </message>
    <message>
        <source>%1 does not respond like a web server. Check the connection.</source>
        <translation>%1 的响应不像网页服务器。请检查网络连接。</translation>
    </message>
</context>
<context>
    <name>HubFileRow</name>
    <message>
        <source>Suggested</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>Downloaded</source>
        <translation>已下载</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Download %1</source>
        <translation>下载 %1</translation>
    </message>
</context>
<context>
    <name>HubPageView</name>
    <message>
        <source>Choose a model to see its files. Hearth then asks %1 for its page, and for nothing before.</source>
        <translation>选择模型以查看其文件。此时 Hearth 才会向 %1 请求其页面，此前不会请求任何内容。</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>所有模型</translation>
    </message>
    <message>
        <source>Asks for terms</source>
        <translation>需同意条款</translation>
    </message>
    <message>
        <source>This page cannot be shown</source>
        <translation>无法显示此页面</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Hearth cannot run this model yet</source>
        <translation>Hearth 暂时无法运行此模型</translation>
    </message>
    <message>
        <source>Asking %1</source>
        <translation>正在查询 %1</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Every file is checked against its published SHA-256 before it is used.</source>
        <translation>每个文件在使用前都会与公布的 SHA-256 核对。</translation>
    </message>
    <message>
        <source>Model card</source>
        <translation>模型卡片</translation>
    </message>
    <message>
        <source>Sees pictures</source>
        <translation>能看图片</translation>
    </message>
</context>
<context>
    <name>Inference</name>
    <message>
        <source>There is not enough memory. Close other programs, or choose a smaller model or a shorter context.</source>
        <translation>内存不足。请关闭其他程序，或选择更小的模型或更短的上下文。</translation>
    </message>
    <message>
        <source>The model stopped for a reason that Hearth does not know (%1). Load it again.</source>
        <translation>模型因 Hearth 未知的原因停止（%1）。请重新加载。</translation>
    </message>
    <message>
        <source>Loading was cancelled.</source>
        <translation>加载已取消。</translation>
    </message>
    <message>
        <source>Keeping the cache</source>
        <translation>正在保存缓存</translation>
    </message>
    <message>
        <source>No model is loaded. Choose one to continue.</source>
        <translation>未加载模型。请选择一个以继续。</translation>
    </message>
</context>
<context>
    <name>InsideDialog</name>
    <message>
        <source>See inside</source>
        <translation>看看内部</translation>
    </message>
    <message>
        <source>Words to tokens</source>
        <translation>从词到词元</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>The way of a token</source>
        <translation>一个词元的旅程</translation>
    </message>
</context>
<context>
    <name>InspectorTab</name>
    <message>
        <source>Press the pulse icon under a reply to see its tokens, how sure the model was of each, and where the time went.</source>
        <translation>点击回复下方的脉冲图标，可查看其中的词元、模型对每个词元的把握，以及时间花在哪里。</translation>
    </message>
    <message>
        <source>Exact prompt</source>
        <translation>实际提示词</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>回复</translation>
    </message>
    <message>
        <source>Show the reply</source>
        <translation>显示回复</translation>
    </message>
    <message>
        <source>Show the exact prompt</source>
        <translation>显示实际提示词</translation>
    </message>
    <message>
        <source>As text</source>
        <translation>以文本显示</translation>
    </message>
    <message>
        <source>As bytes</source>
        <translation>以字节显示</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>您的消息</translation>
    </message>
    <message>
        <source>Words to tokens</source>
        <translation>从词到词元</translation>
    </message>
    <message>
        <source>The way of a token</source>
        <translation>一个词元的旅程</translation>
    </message>
    <message>
        <source>Why it takes so long</source>
        <translation>为何需要这么久</translation>
    </message>
    <message>
        <source>How sure it was</source>
        <translation>它有多确定</translation>
    </message>
    <message>
        <source>What a token looked at</source>
        <translation>词元关注了什么</translation>
    </message>
    <message>
        <source>Tokens are the pieces that a model reads and writes: words, parts of words, single characters.</source>
        <translation>词元是模型读写的单位：整词、词的一部分或单个符号。</translation>
    </message>
    <message>
        <source>A token that is a whole word costs as much as one that is a single byte, so text in many short tokens takes longer and fills the context sooner.</source>
        <translation>一个整词的词元与一个单字节的词元代价相同，因此由许多短词元组成的文本更慢，也更快占满上下文。</translation>
    </message>
</context>
<context>
    <name>InstalledFoot</name>
    <message>
        <source>Delete %1 from the disk?</source>
        <translation>从磁盘删除 %1？</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>从列表中移除</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>卸载</translation>
    </message>
    <message>
        <source>New chat with it</source>
        <translation>用它新建对话</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>The file stays where it is.</source>
        <translation>会保留在原处。</translation>
    </message>
    <message>
        <source>Deletes it from the disk.</source>
        <translation>将从磁盘中删除。</translation>
    </message>
    <message>
        <source>Use it no longer</source>
        <translation>不再使用</translation>
    </message>
    <message>
        <source>Use for documents</source>
        <translation>用于文档</translation>
    </message>
    <message>
        <source>Keep loaded</source>
        <translation>保持加载</translation>
    </message>
    <message>
        <source>Another model may take its memory from now on.</source>
        <translation>从现在起其他模型可以占用它的内存。</translation>
    </message>
    <message>
        <source>No other model takes its memory.</source>
        <translation>其他模型不会占用它的内存。</translation>
    </message>
    <message>
        <source>Stop keeping loaded</source>
        <translation>不再保持加载</translation>
    </message>
</context>
<context>
    <name>InstalledPane</name>
    <message>
        <source>Installed models</source>
        <translation>已安装的模型</translation>
    </message>
    <message>
        <source>Looking through %1</source>
        <translation>正在扫描 %1</translation>
    </message>
    <message>
        <source>No models in %1 yet.</source>
        <translation>%1 中还没有模型。</translation>
    </message>
    <message>
        <source>Add a file</source>
        <translation>添加文件</translation>
    </message>
    <message>
        <source>or drop a model here</source>
        <translation>或将模型拖到这里</translation>
    </message>
</context>
<context>
    <name>IntervalChart</name>
    <message>
        <source>Between tokens</source>
        <translation>词元间隔</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>Time between tokens: </source>
        <translation>词元间隔时间： </translation>
    </message>
    <message>
        <source>median %1  ·  p95 %2  ·  longest %3</source>
        <translation>中位数 %1  ·  p95 %2  ·  最长 %3</translation>
    </message>
    <message>
        <source>How long each token came after the one before. The median is what half of them stayed under, p95 what 95 of 100 did; long ones are pauses for other work.</source>
        <translation>每个词元距前一个的时间。一半低于中位数，95% 低于 p95；较长的是为其他工作而停顿。</translation>
    </message>
    <message>
        <source>Drafts are guessed cheaply, and the model checks several at once. Each one that it accepts saves a step; those it refuses change nothing in the text.</source>
        <translation>草稿是低成本的猜测，模型一次检查多个。每接受一个就省去一步；被拒绝的不会改变文本。</translation>
    </message>
</context>
<context>
    <name>JsonRow</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>unfolded</source>
        <translation>已展开</translation>
    </message>
</context>
<context>
    <name>JsonView</name>
    <message>
        <source>Last reply</source>
        <translation>上一条回复</translation>
    </message>
</context>
<context>
    <name>KeepingBar</name>
    <message>
        <source>Close now</source>
        <translation>立即关闭</translation>
    </message>
    <message>
        <source>Hearth is closing…</source>
        <translation>Hearth 正在关闭…</translation>
    </message>
    <message>
        <source>Saving the cache so that chats continue quickly next time: %1 %. Hearth then closes.</source>
        <translation>正在保存缓存，以便下次能快速继续对话：%1 %。完成后 Hearth 会关闭。</translation>
    </message>
    <message>
        <source>Saving the cache: %1 %</source>
        <translation>正在保存缓存：%1 %</translation>
    </message>
</context>
<context>
    <name>KeyBindings</name>
    <message>
        <source>New chat</source>
        <translation>新建对话</translation>
    </message>
    <message>
        <source>Search all chats</source>
        <translation>搜索所有对话</translation>
    </message>
    <message>
        <source>Find in this chat</source>
        <translation>在此对话中查找</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>所有模型</translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>This list</source>
        <translation>此列表</translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation>侧边栏</translation>
    </message>
    <message>
        <source>Settings of this chat</source>
        <translation>此对话的设置</translation>
    </message>
    <message>
        <source>Go to the message field</source>
        <translation>转到消息输入框</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>New line</source>
        <translation>换行</translation>
    </message>
    <message>
        <source>Stop the reply or close</source>
        <translation>停止回复、关闭</translation>
    </message>
    <message>
        <source>Edit the last message</source>
        <translation>编辑上一条消息</translation>
    </message>
    <message>
        <source>Jump to the latest text</source>
        <translation>转到最新内容</translation>
    </message>
    <message>
        <source>Regenerate the last reply</source>
        <translation>重新生成上一条回复</translation>
    </message>
    <message>
        <source>Previous chat</source>
        <translation>上一个对话</translation>
    </message>
    <message>
        <source>Next chat</source>
        <translation>下一个对话</translation>
    </message>
    <message>
        <source>Rename the chat</source>
        <translation>重命名对话</translation>
    </message>
    <message>
        <source>Move the chat to the trash</source>
        <translation>将对话移到回收站</translation>
    </message>
    <message>
        <source>Undo last action</source>
        <translation>撤销通知中的操作</translation>
    </message>
    <message>
        <source>Close Hearth</source>
        <translation>关闭 Hearth</translation>
    </message>
    <message>
        <source>Continue the last reply</source>
        <translation>继续上一条回复</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Usual size</source>
        <translation>默认大小</translation>
    </message>
    <message>
        <source>Compare answers</source>
        <translation>比较回答</translation>
    </message>
</context>
<context>
    <name>KvTypeChoice</name>
    <message>
        <source>What fewer bits cost this model could not be measured. %1</source>
        <translation>无法测量较少的位数对此模型的影响。%1</translation>
    </message>
    <message>
        <source>What fewer bits cost this model is measured once, while it rests. Then they can be chosen.</source>
        <translation>较少的位数对此模型的影响会在它空闲时测量一次，之后即可选择。</translation>
    </message>
    <message>
        <source>What fewer bits cost is measured when this model is in use. Then they can be chosen.</source>
        <translation>较少的位数的影响会在使用此模型时测量，之后即可选择。</translation>
    </message>
    <message>
        <source>16 bits</source>
        <translation>16 位</translation>
    </message>
    <message>
        <source>8 bits</source>
        <translation>8 位</translation>
    </message>
    <message>
        <source>8 and 4 bits</source>
        <translation>8 位和 4 位</translation>
    </message>
    <message>
        <source>4 bits</source>
        <translation>4 位</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>尚未测量</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>+%1 %</source>
        <translation>+%1 %</translation>
    </message>
    <message>
        <source>KV precision</source>
        <translation>KV 精度</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>困惑度</translation>
    </message>
    <message>
        <source>memory %1, perplexity %2</source>
        <translation>内存 %1，困惑度 %2</translation>
    </message>
</context>
<context>
    <name>LicenceDialog</name>
    <message>
        <source>Text of the licence</source>
        <translation>许可证文本</translation>
    </message>
</context>
<context>
    <name>LinkDialog</name>
    <message>
        <source>Open a link?</source>
        <translation>打开链接？</translation>
    </message>
    <message>
        <source>The reply links to %1. It opens in your browser.</source>
        <translation>回复中的链接指向 %1，将在浏览器中打开。</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Open the link</source>
        <translation>打开链接</translation>
    </message>
</context>
<context>
    <name>ListItemBlock</name>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>to do</source>
        <translation>待办</translation>
    </message>
</context>
<context>
    <name>LoadOptionsView</name>
    <message>
        <source>How it is loaded</source>
        <translation>加载方式</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>上下文长度</translation>
    </message>
    <message>
        <source>Context length in tokens</source>
        <translation>上下文长度（词元）</translation>
    </message>
    <message>
        <source>KV precision</source>
        <translation>KV 精度</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>one for each core</source>
        <translation>每个核心一个</translation>
    </message>
    <message>
        <source>Threads of this model, 0 for one for each core</source>
        <translation>此模型的线程数，0 表示每个核心一个</translation>
    </message>
    <message>
        <source>Layers on the GPU</source>
        <translation>GPU 上的层数</translation>
    </message>
    <message>
        <source>as many as fit</source>
        <translation>放得下多少放多少</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>共 %1 层</translation>
    </message>
    <message>
        <source>Layers on the GPU, −1 for as many as fit</source>
        <translation>GPU 上的层数，−1 表示放得下多少放多少</translation>
    </message>
    <message>
        <source>Needs %1 more</source>
        <translation>还差 %1</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>Reset to defaults</source>
        <translation>恢复默认值</translation>
    </message>
    <message>
        <source>Load again with these</source>
        <translation>以此设置重新加载</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Weights %1, KV at most %2 (one chat %3), %4 in all</source>
        <translation>权重 %1，KV 最多 %2（一个聊天 %3），共 %4</translation>
    </message>
    <message>
        <source>, of which %1 for pictures</source>
        <translation>，其中图片 %1</translation>
    </message>
</context>
<context>
    <name>LongTextChip</name>
    <message>
        <source>Long text</source>
        <translation>长文本</translation>
    </message>
    <message>
        <source>Long text, %1</source>
        <translation>长文本，%1</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the long text, to change it in another program</source>
        <translation>复制长文本，以便在其他程序中修改</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
</context>
<context>
    <name>LossDialog</name>
    <message>
        <source>Close without saving?</source>
        <translation>不保存就关闭？</translation>
    </message>
    <message>
        <source>Your chats from this session are in memory only. They will be lost when Hearth closes.</source>
        <translation>本次的对话仅保存在内存中。Hearth 关闭后将会丢失。</translation>
    </message>
    <message>
        <source>Close without saving</source>
        <translation>不保存并关闭</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
</context>
<context>
    <name>MachineChecker</name>
    <message>
        <source>%1 GB/s</source>
        <translation>%1 GB/s</translation>
    </message>
    <message>
        <source>%1 MB/s</source>
        <translation>%1 MB/s</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 GB</source>
        <translation>%1 GB</translation>
    </message>
    <message>
        <source>compute capability</source>
        <translation>计算能力</translation>
    </message>
    <message>
        <source>driver for CUDA</source>
        <translation>驱动支持 CUDA</translation>
    </message>
</context>
<context>
    <name>MachinePage</name>
    <message>
        <source>Machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>占用</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>The last two minutes, as far as this page was open or a reply was being written. A card that is not asked can sleep.</source>
        <translation>最近两分钟内此页面打开或正在写回复时的情况。不被查询的显卡可以休眠。</translation>
    </message>
    <message>
        <source>Reading what the devices do…</source>
        <translation>正在读取设备状态…</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>none loaded</source>
        <translation>未加载</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>%1 now, %2 at most</source>
        <translation>目前 %1，最多 %2</translation>
    </message>
    <message>
        <source>Scratch</source>
        <translation>计算缓冲</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>%1 of %2 of a layer on the card, all of them in memory (%3)</source>
        <translation>每层 %2 个中有 %1 个在显卡上，全部在内存中（%3）</translation>
    </message>
    <message>
        <source>Found on the card</source>
        <translation>在显卡上找到</translation>
    </message>
    <message>
        <source>%1 % of the uses, %2 copied</source>
        <translation>使用次数的 %1 %，已复制 %2</translation>
    </message>
    <message>
        <source>Memory use</source>
        <translation>内存使用</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Safety</source>
        <translation>安全</translation>
    </message>
    <message>
        <source>Sandbox for pictures</source>
        <translation>图片沙盒</translation>
    </message>
    <message>
        <source>Embedding model</source>
        <translation>嵌入模型</translation>
    </message>
    <message>
        <source>Reranker</source>
        <translation>重排模型</translation>
    </message>
</context>
<context>
    <name>Main</name>
    <message>
        <source>%1 – Hearth</source>
        <translation>%1 – Hearth</translation>
    </message>
    <message>
        <source>Hearth</source>
        <translation>Hearth</translation>
    </message>
    <message>
        <source>The memory is full</source>
        <translation>内存已满</translation>
    </message>
    <message>
        <source>The last action was not carried out</source>
        <translation>上一个操作未能执行</translation>
    </message>
</context>
<context>
    <name>MathBlock</name>
    <message>
        <source>Formula: %1</source>
        <translation>公式：%1</translation>
    </message>
</context>
<context>
    <name>McpSetup</name>
    <message>
        <source>it uses the older transport of HTTP with SSE, which Hearth does not speak</source>
        <translation>它使用较旧的 HTTP+SSE 传输方式，Hearth 不支持</translation>
    </message>
    <message>
        <source>it has no command and no address</source>
        <translation>它既没有命令也没有地址</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no &quot;mcpServers&quot;.</source>
        <translation>“%1”中没有“mcpServers”。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has more than %2 servers; the rest is left out.</source>
        <translation>“%1”中的服务器超过 %2 个，其余的被略去。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is left out: %2.</source>
        <translation>“%1”被略去：%2。</translation>
    </message>
    <message>
        <source>its address is not an http or https address</source>
        <translation>它的地址不是 http 或 https 地址</translation>
    </message>
    <message>
        <source>it is not a description of a server</source>
        <translation>它不是服务器的描述</translation>
    </message>
</context>
<context>
    <name>MemoryTable</name>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>weights %1 GB</source>
        <translation>权重 %1 GB</translation>
    </message>
    <message>
        <source>this model</source>
        <translation>此模型</translation>
    </message>
</context>
<context>
    <name>MessageFooter</name>
    <message>
        <source>Previous version</source>
        <translation>上一版本</translation>
    </message>
    <message>
        <source>%1/%2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>Version %1 of %2</source>
        <translation>第 %1 版，共 %2 版</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>下一版本</translation>
    </message>
</context>
<context>
    <name>MessageList</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Delete from here on</source>
        <translation>从这里开始删除</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>重新生成</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Open in the inspector</source>
        <translation>在检查器中打开</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Edit your message</source>
        <translation>编辑你的消息</translation>
    </message>
    <message>
        <source>Edit the reply</source>
        <translation>编辑回复</translation>
    </message>
</context>
<context>
    <name>MessageMenu</name>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Quote</source>
        <translation>引用</translation>
    </message>
    <message>
        <source>Delete from here on</source>
        <translation>从这里开始删除</translation>
    </message>
    <message>
        <source>See its tokens</source>
        <translation>查看其词元</translation>
    </message>
    <message>
        <source>Compare answers…</source>
        <translation>比较回答…</translation>
    </message>
    <message>
        <source>Regenerate with…</source>
        <translation>用其他模型重新生成…</translation>
    </message>
</context>
<context>
    <name>MessageView</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>The reply stopped</source>
        <translation>回复已停止</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>of another chat</source>
        <translation>来自另一个对话</translation>
    </message>
    <message>
        <source>%1 messages</source>
        <translation>%1 条消息</translation>
    </message>
    <message>
        <source>Passages of documents: %1</source>
        <translation>文档片段：%1</translation>
    </message>
    <message>
        <source>Not in the documents word for word: %1</source>
        <translation>文档中没有原文：%1</translation>
    </message>
    <message>
        <source>1 message</source>
        <translation>1 条消息</translation>
    </message>
    <message>
        <source>%1, edited by you</source>
        <translation>%1，由你编辑</translation>
    </message>
</context>
<context>
    <name>ModelButton</name>
    <message>
        <source>Loading a model</source>
        <translation>正在加载模型</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>无模型</translation>
    </message>
    <message>
        <source>Model: %1 %2, %3</source>
        <translation>模型：%1 %2，%3</translation>
    </message>
    <message>
        <source>loads when you send</source>
        <translation>发送时加载</translation>
    </message>
</context>
<context>
    <name>ModelCard</name>
    <message>
        <source>Feed-forward</source>
        <translation>前馈</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Embeddings</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Norms</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>%1 M %2 %</source>
        <translation>%1 M %2 %</translation>
    </message>
    <message>
        <source>%1k</source>
        <translation>%1k</translation>
    </message>
    <message>
        <source>Author</source>
        <translation>作者</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>Made from</source>
        <translation>基于</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>结构</translation>
    </message>
    <message>
        <source>%1, %2 layers</source>
        <translation>%1，%2 层</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 词元</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>Template</source>
        <translation>模板</translation>
    </message>
    <message>
        <source>its own</source>
        <translation>自带</translation>
    </message>
    <message>
        <source>none; a fallback is used</source>
        <translation>无；使用备用模板</translation>
    </message>
</context>
<context>
    <name>ModelCardView</name>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Memory by precision</source>
        <translation>各精度的内存占用</translation>
    </message>
    <message>
        <source>GB, weights and one context together</source>
        <translation>GB，权重与一个上下文合计</translation>
    </message>
    <message>
        <source>For one conversation. A loaded model keeps the cache of several where there is room, so it shows more.</source>
        <translation>按一个对话计算。已加载的模型在空间允许时会保留多个对话的缓存，因此显示的数值更大。</translation>
    </message>
    <message>
        <source>Every precision, and what fits here…</source>
        <translation>所有精度及此处能容纳什么…</translation>
    </message>
</context>
<context>
    <name>ModelDetails</name>
    <message>
        <source>%1 tokens</source>
        <translation>%1 词元</translation>
    </message>
    <message>
        <source>Memory while it is loaded</source>
        <translation>加载后的内存占用</translation>
    </message>
    <message>
        <source>Weights %1</source>
        <translation>权重 %1</translation>
    </message>
    <message>
        <source>Scratch %1</source>
        <translation>计算缓冲 %1</translation>
    </message>
    <message>
        <source>Free %1</source>
        <translation>空闲 %1</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>运行设备</translation>
    </message>
    <message>
        <source>Template</source>
        <translation>模板</translation>
    </message>
    <message>
        <source>managed by %1</source>
        <translation>由 %1 管理</translation>
    </message>
    <message>
        <source>Verified</source>
        <translation>已校验</translation>
    </message>
    <message>
        <source>Leaves this computer</source>
        <translation>数据离开本机</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>This model cannot be used</source>
        <translation>此模型无法使用</translation>
    </message>
    <message>
        <source>Show the file</source>
        <translation>显示文件</translation>
    </message>
    <message>
        <source>Opens the file manager</source>
        <translation>打开文件管理器</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Verify again</source>
        <translation>重新校验</translation>
    </message>
    <message>
        <source>Compares the file with its published SHA-256</source>
        <translation>将文件与公布的 SHA-256 核对</translation>
    </message>
    <message>
        <source>KV %1 of at most %2</source>
        <translation>KV %1，最多 %2</translation>
    </message>
    <message>
        <source>It reads the best passages together with the question and brings those that answer it to the top. It writes no replies.</source>
        <translation>它把最佳段落与问题一起读，并把能回答问题的段落排到前面。它不写回复。</translation>
    </message>
    <message>
        <source>It reads your documents once, so that passages are found that say the same in other words. It writes no replies.</source>
        <translation>它把您的文档读一遍，这样也能找到用不同措辞表达同样意思的段落。它不写回复。</translation>
    </message>
    <message>
        <source>Another program on this computer</source>
        <translation>本机上的另一个程序</translation>
    </message>
    <message>
        <source>Sees pictures</source>
        <translation>能看图片</translation>
    </message>
    <message>
        <source>Pictures %1</source>
        <translation>图片 %1</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>图片</translation>
    </message>
</context>
<context>
    <name>ModelFacts</name>
    <message>
        <source>Fits, takes %1 GB</source>
        <translation>放得下，占用 %1 GB</translation>
    </message>
    <message>
        <source>%1 of %2 layers</source>
        <translation>%1 / %2 层</translation>
    </message>
    <message>
        <source>Needs %1 GB more</source>
        <translation>还需 %1 GB</translation>
    </message>
    <message>
        <source>%1 kB</source>
        <translation>%1 kB</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
    <message>
        <source>%1 GB</source>
        <translation>%1 GB</translation>
    </message>
</context>
<context>
    <name>ModelPicker</name>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Installed models</source>
        <translation>已安装的模型</translation>
    </message>
    <message>
        <source>Looking through %1</source>
        <translation>正在扫描 %1</translation>
    </message>
    <message>
        <source>No models in %1 yet. Open one, or put it there: a GGUF file, or a folder in Hugging Face format.</source>
        <translation>%1 中还没有模型。请打开一个模型，或将其放入该文件夹：GGUF 文件，或 Hugging Face 格式的文件夹。</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>所有模型</translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>卸载</translation>
    </message>
</context>
<context>
    <name>ModelPurpose</name>
    <message>
        <source>Finds documents by meaning</source>
        <translation>按含义查找文档</translation>
    </message>
    <message>
        <source>Orders passages</source>
        <translation>为段落排序</translation>
    </message>
</context>
<context>
    <name>ModelQuantizer</name>
    <message>
        <source>%1 cannot be read (%2); choose another text.</source>
        <translation>无法读取 %1（%2）；请选择其他文本。</translation>
    </message>
</context>
<context>
    <name>ModelRow</name>
    <message>
        <source>loaded</source>
        <translation>已加载</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>kept loaded</source>
        <translation>保持加载</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>unloaded for now</source>
        <translation>暂时卸载</translation>
    </message>
    <message>
        <source>Sees pictures</source>
        <translation>能看图片</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>%1 is downloaded and verified</source>
        <translation>%1 已下载并校验</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>%1 is added</source>
        <translation>已添加 %1</translation>
    </message>
    <message>
        <source>%1 sees pictures from the next time it is loaded</source>
        <translation>%1 在下次加载后即可看图片</translation>
    </message>
</context>
<context>
    <name>ModelsDialog</name>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Installed</source>
        <translation>已安装</translation>
    </message>
    <message>
        <source>Discover</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Endpoints</source>
        <translation>端点</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
</context>
<context>
    <name>ModelsFolder</name>
    <message>
        <source>%1 could not be moved: %2. Nothing was changed.</source>
        <translation>无法移动 %1：%2。未作任何更改。</translation>
    </message>
    <message>
        <source>%1 already exists. Rename it, or choose another folder.</source>
        <translation>%1 已存在。请将其重命名，或选择其他文件夹。</translation>
    </message>
</context>
<context>
    <name>ModelsFolderPage</name>
    <message>
        <source>Models folder</source>
        <translation>模型文件夹</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Opens the folder in the file manager</source>
        <translation>在文件管理器中打开该文件夹</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>One model, %1; %2 free</source>
        <translation>1 个模型，%1；剩余 %2</translation>
    </message>
    <message>
        <source>%1 models, %2; %3 free</source>
        <translation>%1 个模型，%2；剩余 %3</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>所有模型</translation>
    </message>
    <message>
        <source>Disk read speed</source>
        <translation>磁盘读取速度</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>正在测量…</translation>
    </message>
    <message>
        <source>Not measured yet</source>
        <translation>尚未测量</translation>
    </message>
    <message>
        <source>There is no model to measure with</source>
        <translation>没有可用于测量的模型</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Moving the models, %1 %</source>
        <translation>正在移动模型，%1 %</translation>
    </message>
    <message>
        <source>Another folder</source>
        <translation>其他文件夹</translation>
    </message>
    <message>
        <source>Moved models keep working. Otherwise they stay where they are and are no longer listed.</source>
        <translation>移动的模型会在新位置继续使用；否则它们留在原处，不再列出。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Move the models</source>
        <translation>移动模型</translation>
    </message>
    <message>
        <source>Change folder only</source>
        <translation>仅更换</translation>
    </message>
    <message>
        <source>Back to Hearth&apos;s own folder</source>
        <translation>恢复 Hearth 自带的文件夹</translation>
    </message>
    <message>
        <source>This moves nothing.</source>
        <translation>此操作不会移动任何文件。</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Folders of other programs</source>
        <translation>其他程序的文件夹</translation>
    </message>
    <message>
        <source>Their models are listed too. They are used in place and never changed.</source>
        <translation>它们的模型也会列出，在原处使用，绝不更改。</translation>
    </message>
    <message>
        <source>no model</source>
        <translation>没有模型</translation>
    </message>
    <message>
        <source>one model, %1</source>
        <translation>1 个模型，%1</translation>
    </message>
    <message>
        <source>%1 models, %2</source>
        <translation>%1 个模型，%2</translation>
    </message>
    <message>
        <source>%1, a slow disk: a 5 GB model takes %2 to load</source>
        <translation>%1，磁盘较慢；加载 5 GB 的模型需要 %2</translation>
    </message>
    <message>
        <source>%1: a 5 GB model takes %2 to load</source>
        <translation>%1；加载 5 GB 的模型需要 %2</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Until then, all models stay where they were</source>
        <translation>完成之前，所有模型仍在原处</translation>
    </message>
</context>
<context>
    <name>NewFolderPopover</name>
    <message>
        <source>New folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>Name of the new folder</source>
        <translation>新文件夹的名称</translation>
    </message>
    <message>
        <source>Create folder</source>
        <translation>创建文件夹</translation>
    </message>
</context>
<context>
    <name>NewestPill</name>
    <message>
        <source>Jump to the latest text</source>
        <translation>转到最新内容</translation>
    </message>
</context>
<context>
    <name>NextTokenChart</name>
    <message>
        <source>Next token</source>
        <translation>下一词元</translation>
    </message>
    <message>
        <source>the first of the reply</source>
        <translation>回复的第一个词元</translation>
    </message>
    <message>
        <source>after “%1”</source>
        <translation>在“%1”之后</translation>
    </message>
    <message>
        <source>The token before</source>
        <translation>上一个词元</translation>
    </message>
    <message>
        <source>The token after</source>
        <translation>下一个词元</translation>
    </message>
    <message>
        <source>After the next reply this shows what could have come and what these settings make of it.</source>
        <translation>下一次回复后，这里会显示可能出现的词元，以及当前设置对它们的影响。</translation>
    </message>
    <message>
        <source>with settings</source>
        <translation>应用设置</translation>
    </message>
    <message>
        <source>without</source>
        <translation>不应用</translation>
    </message>
    <message>
        <source>all tokens remain</source>
        <translation>保留全部词元</translation>
    </message>
    <message>
        <source>1 token remains</source>
        <translation>保留 1 个词元</translation>
    </message>
    <message>
        <source>%1 tokens remain</source>
        <translation>保留 %1 个词元</translation>
    </message>
</context>
<context>
    <name>NextTokenRow</name>
    <message>
        <source>%1: cut by %2, %3 percent without</source>
        <translation>%1：被 %2 排除，不应用设置时为 %3%</translation>
    </message>
    <message>
        <source>%1: %2 percent, %3 without the settings</source>
        <translation>%1：%2%，不应用设置时为 %3%</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>NoModelNotice</name>
    <message>
        <source>No model is loaded, so this was not sent.</source>
        <translation>未加载模型，因此这条消息没有发送。</translation>
    </message>
    <message>
        <source>Load %1</source>
        <translation>加载 %1</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Close the notice</source>
        <translation>关闭通知</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>Choose another model</source>
        <translation>选择其他模型</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Choose another folder</source>
        <translation>选择另一个文件夹</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>%1 The chats of this session are in memory only and will be lost when Hearth closes.</source>
        <translation>%1 本次的对话仅保存在内存中，Hearth 关闭后将会丢失。</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>打开该对话</translation>
    </message>
    <message>
        <source>Hearth did not shut down properly the last two times “%1” was open, so that chat was not opened.</source>
        <translation>最近两次打开“%1”时 Hearth 都没有正常关闭，因此这次没有打开该对话。</translation>
    </message>
</context>
<context>
    <name>OverflowChoice</name>
    <message>
        <source>When the context is full</source>
        <translation>上下文已满时</translation>
    </message>
    <message>
        <source>Stop and tell me</source>
        <translation>停止并提示</translation>
    </message>
    <message>
        <source>for this chat</source>
        <translation>仅此对话</translation>
    </message>
    <message>
        <source>Slide: the oldest turns leave the context</source>
        <translation>滑动：最早的轮次移出上下文</translation>
    </message>
    <message>
        <source>Summarise: the model condenses them</source>
        <translation>总结：模型将其浓缩</translation>
    </message>
</context>
<context>
    <name>PassagesDialog</name>
    <message>
        <source>Passages of documents</source>
        <translation>文档片段</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>This chat has no passages yet. Switch on Documents under the message and ask something that your documents answer.</source>
        <translation>此对话还没有片段。请打开消息下方的“文档”，然后提出您的文档能回答的问题。</translation>
    </message>
    <message>
        <source>Found for the last question, not taken</source>
        <translation>针对上一个问题找到但未采用</translation>
    </message>
    <message>
        <source>%1, %2. %3</source>
        <translation>%1，%2。%3</translation>
    </message>
    <message>
        <source>Open the file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>Found %1</source>
        <translation>查找方式：%1</translation>
    </message>
</context>
<context>
    <name>PathField</name>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Suggestions</source>
        <translation>建议</translation>
    </message>
</context>
<context>
    <name>PickerRow</name>
    <message>
        <source>loaded</source>
        <translation>已加载</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>正在加载</translation>
    </message>
</context>
<context>
    <name>PictureChip</name>
    <message>
        <source>Enter shows it large, Delete removes it</source>
        <translation>回车放大显示，Delete 移除</translation>
    </message>
    <message>
        <source>Do not attach %1</source>
        <translation>不附加 %1</translation>
    </message>
    <message>
        <source>Enter shows it large, Delete removes it, the menu key chooses its detail</source>
        <translation>回车键放大显示，删除键移除，菜单键选择细节</translation>
    </message>
    <message>
        <source>Detail of %1</source>
        <translation>%1 的细节</translation>
    </message>
</context>
<context>
    <name>PictureMenu</name>
    <message>
        <source>Show it large</source>
        <translation>放大显示</translation>
    </message>
    <message>
        <source>Copy the picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Save the picture as…</source>
        <translation>图片另存为…</translation>
    </message>
</context>
<context>
    <name>PictureRow</name>
    <message>
        <source>Pictures of the message</source>
        <translation>消息的图片</translation>
    </message>
</context>
<context>
    <name>PictureViewer</name>
    <message>
        <source>Picture %1 of %2, %3 × %4</source>
        <translation>第 %1 张图片，共 %2 张，%3 × %4</translation>
    </message>
    <message>
        <source>Previous picture</source>
        <translation>上一张图片</translation>
    </message>
    <message>
        <source>Next picture</source>
        <translation>下一张图片</translation>
    </message>
    <message>
        <source>100 %</source>
        <translation>100 %</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应窗口</translation>
    </message>
    <message>
        <source>One dot of the screen for each of the picture</source>
        <translation>图片的每个像素对应屏幕的一个像素</translation>
    </message>
    <message>
        <source>Fit it into the window</source>
        <translation>适应窗口大小</translation>
    </message>
    <message>
        <source>Copy the picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Save the picture as…</source>
        <translation>图片另存为…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>This picture is damaged and cannot be shown.</source>
        <translation>此图片已损坏，无法显示。</translation>
    </message>
</context>
<context>
    <name>PicturesNotice</name>
    <message>
        <source>%1 reads text only, no pictures. What you wrote stays here.</source>
        <translation>%1 只读文本，不读图片。你写的内容会留在这里。</translation>
    </message>
    <message>
        <source>Choose a vision model</source>
        <translation>选择能看图的模型</translation>
    </message>
    <message>
        <source>Remove the pictures</source>
        <translation>移除图片</translation>
    </message>
</context>
<context>
    <name>PlacesList</name>
    <message>
        <source>Places</source>
        <translation>位置</translation>
    </message>
</context>
<context>
    <name>PrecisionPane</name>
    <message>
        <source>Half the bits take half the memory, and a reply reads all of it for every token: a smaller precision is a faster one, too. All figures are computed from the shapes of the weights; INT8 and INT4 are Q8_0 and Q4_0, whose blocks of 32 weights have a scale of 16 bits.</source>
        <translation>位数减半，内存也减半；而回复的每个词元都要读取全部权重，因此精度越低也越快。所有数字均由权重的形状计算得出；INT8 和 INT4 即 Q8_0 和 Q4_0，其每 32 个权重为一块，带有 16 位的缩放因子。</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Weights and one context, in GB</source>
        <translation>权重与一个上下文，单位 GB</translation>
    </message>
    <message>
        <source>The context alone: keys and values of</source>
        <translation>仅上下文：键和值的位数</translation>
    </message>
    <message>
        <source>What fits here</source>
        <translation>此处能容纳什么</translation>
    </message>
    <message>
        <source>Of the whole memory, with the most exact precision that fits. Working memory and other programs come on top.</source>
        <translation>按全部内存计算，取能容纳的最高精度。工作内存和其他程序另计。</translation>
    </message>
</context>
<context>
    <name>PrefillCard</name>
    <message>
        <source>Reading the prompt, %1 of %2 tokens</source>
        <translation>正在读取提示词，%1 / %2 词元</translation>
    </message>
    <message>
        <source>Reading the prompt</source>
        <translation>正在读取提示词</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>%1 reused</source>
        <translation>复用 %1</translation>
    </message>
    <message>
        <source>%1 read</source>
        <translation>已读 %1</translation>
    </message>
    <message>
        <source>%1 to go</source>
        <translation>待读 %1</translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 tok/s</translation>
    </message>
    <message>
        <source>Stays in memory afterwards: the next question about it starts at once.</source>
        <translation>读取后保留在内存中：接着提问可立即开始。</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>正在书写</translation>
    </message>
    <message>
        <source>Waiting for %1</source>
        <translation>正在等待 %1</translation>
    </message>
    <message>
        <source>Reading a picture, %1 %</source>
        <translation>正在读取图片，%1 %</translation>
    </message>
</context>
<context>
    <name>PresetRow</name>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>标准</translation>
    </message>
    <message>
        <source>%1, changed</source>
        <translation>%1，已更改</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save these values as a preset</source>
        <translation>将这些值保存为预设</translation>
    </message>
    <message>
        <source>Name of the preset</source>
        <translation>预设名称</translation>
    </message>
    <message>
        <source>Save preset</source>
        <translation>保存预设</translation>
    </message>
    <message>
        <source>Presets as files</source>
        <translation>预设文件</translation>
    </message>
    <message>
        <source>Save these values as a file</source>
        <translation>将这些数值保存为文件</translation>
    </message>
    <message>
        <source>Import presets</source>
        <translation>从文件导入预设</translation>
    </message>
    <message>
        <source>Delete “%1”</source>
        <translation>删除“%1”</translation>
    </message>
</context>
<context>
    <name>Presets</name>
    <message>
        <source>It is damaged at byte %1 (%2).</source>
        <translation>它在第 %1 字节处损坏（%2）。</translation>
    </message>
    <message>
        <source>It contains no Hearth presets. Choose a file that Hearth saved.</source>
        <translation>其中没有 Hearth 的预设。请选择由 Hearth 保存的文件。</translation>
    </message>
    <message>
        <source>It was saved by a newer Hearth (version %1 of the file). Update Hearth to read it.</source>
        <translation>它由较新的 Hearth 保存（文件版本 %1）。请更新 Hearth 后再读取。</translation>
    </message>
    <message>
        <source>Preset %1 in it has no name or no values.</source>
        <translation>其中的第 %1 个预设没有名称或没有数值。</translation>
    </message>
    <message>
        <source>It contains no preset.</source>
        <translation>其中没有预设。</translation>
    </message>
</context>
<context>
    <name>PrivacyPage</name>
    <message>
        <source>Privacy</source>
        <translation>隐私</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Replies</source>
        <translation>回复</translation>
    </message>
    <message>
        <source>Generated on this computer. Images and pages mentioned in a reply are never loaded; a link opens only after you have seen where it leads.</source>
        <translation>在本机生成。回复中提到的图片和网页绝不加载；链接只有在你看到其去向后才会打开。</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>使用情况</translation>
    </message>
    <message>
        <source>Nothing is measured or reported, and there is no account.</source>
        <translation>不统计，不上报。无需账号。</translation>
    </message>
    <message>
        <source>Kept on this computer. What you write leaves it only when you chat with a model on a server that you added.</source>
        <translation>保存在这台电脑上。只有与你添加的服务器上的模型对话时，你写的内容才会离开这台电脑。</translation>
    </message>
    <message>
        <source>Back up</source>
        <translation>备份</translation>
    </message>
    <message>
        <source>Writing the backup: %1 %</source>
        <translation>正在写入备份：%1 %</translation>
    </message>
    <message>
        <source>Saves all chats and settings in one file. To restore it, close Hearth and put it in the data folder as hearth.db.</source>
        <translation>将所有对话和设置保存到一个文件中。要恢复时，请关闭 Hearth，并将该文件以 hearth.db 为名放入数据文件夹。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Back up…</source>
        <translation>备份…</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>What models have read is kept on this computer as well, until its chat is erased. See Cache.</source>
        <translation>模型读过的内容也保存在这台电脑上，直到其对话被永久删除。见“缓存”。</translation>
    </message>
    <message>
        <source>Nothing of it is kept on disk.</source>
        <translation>磁盘上不保留任何缓存。</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Models may ask for web pages: the address, which may hold words of the chat, then leaves this computer. You see it before, unless you allowed that always.</source>
        <translation>模型可以请求网页：地址（可能包含对话中的词语）随后会离开此电脑。除非您已始终允许，否则您会事先看到它。</translation>
    </message>
    <message>
        <source>The built-in ones stay on this computer. Reading web pages is off.</source>
        <translation>内置工具只在此电脑上运行。读取网页已关闭。</translation>
    </message>
</context>
<context>
    <name>ProgramsPage</name>
    <message>
        <source>Other programs</source>
        <translation>其他程序</translation>
    </message>
    <message>
        <source>Let other programs use the model</source>
        <translation>允许其他程序使用模型</translation>
    </message>
    <message>
        <source>Editors and scripts on this computer can ask the model that is loaded here. Other computers cannot. Your own chats go first.</source>
        <translation>本机上的编辑器和脚本可以向此处加载的模型提问，其他计算机则不行。您自己的聊天优先。</translation>
    </message>
    <message>
        <source>Not open</source>
        <translation>未开放</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>%1. Load a model of this computer, so that it answers.</source>
        <translation>%1。请加载本机上的模型，才能应答。</translation>
    </message>
    <message>
        <source>Use another port</source>
        <translation>使用其他端口</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>Ask for a key</source>
        <translation>要求密钥</translation>
    </message>
    <message>
        <source>Without one, every program and every user of this computer can ask.</source>
        <translation>没有密钥时，本机的每个程序和用户都可以提问。</translation>
    </message>
    <message>
        <source>New key</source>
        <translation>新密钥</translation>
    </message>
    <message>
        <source>Copy the key</source>
        <translation>复制密钥</translation>
    </message>
    <message>
        <source>Programs</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>No program has asked yet.</source>
        <translation>还没有程序提问。</translation>
    </message>
    <message>
        <source>Last requests</source>
        <translation>最近的请求</translation>
    </message>
    <message>
        <source>%1, as the model %2. Programs that speak Anthropic&apos;s protocol want it without /v1.</source>
        <translation>%1，模型名为 %2。使用 Anthropic 协议的程序需要去掉 /v1。</translation>
    </message>
    <message>
        <source>Programs have it in their address, so it rarely changes</source>
        <translation>程序的地址中包含它，因此很少更改</translation>
    </message>
    <message>
        <source>Programs give this key, as OpenAI&apos;s. It is kept in the system&apos;s keyring.</source>
        <translation>程序像使用 OpenAI 密钥一样提供此密钥。它保存在系统密钥环中。</translation>
    </message>
</context>
<context>
    <name>PromptLibrary</name>
    <message>
        <source>Saved system prompts</source>
        <translation>已保存的系统提示词</translation>
    </message>
    <message>
        <source>No saved prompts</source>
        <translation>尚未保存</translation>
    </message>
    <message>
        <source>Use a saved prompt</source>
        <translation>使用已保存的</translation>
    </message>
    <message>
        <source>Save this system prompt to use it in other chats</source>
        <translation>保留此系统提示词，以便在其他对话中使用</translation>
    </message>
    <message>
        <source>Write a system prompt first</source>
        <translation>请先填写系统提示词</translation>
    </message>
    <message>
        <source>Remove “%1” from the saved prompts</source>
        <translation>从已保存的提示词中移除“%1”</translation>
    </message>
    <message>
        <source>Name of the system prompt</source>
        <translation>系统提示词名称</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
</context>
<context>
    <name>PurposeHeading</name>
    <message>
        <source>Find documents by meaning</source>
        <translation>按含义查找文档</translation>
    </message>
    <message>
        <source>Order passages</source>
        <translation>为段落排序</translation>
    </message>
</context>
<context>
    <name>ReasoningBlock</name>
    <message>
        <source>Thinking</source>
        <translation>思考中</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>思考过程</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>推理内容</translation>
    </message>
</context>
<context>
    <name>RecipeBox</name>
    <message>
        <source>Recipe</source>
        <translation>配方</translation>
    </message>
    <message>
        <source>Generating again…</source>
        <translation>正在复现…</translation>
    </message>
    <message>
        <source>Generate again</source>
        <translation>复现</translation>
    </message>
    <message>
        <source>The same prompt, settings and seed; nothing stored is changed</source>
        <translation>使用相同的提示词、设置和种子；不改动已保存的内容</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>%1 % full</source>
        <translation>已用 %1 %</translation>
    </message>
    <message>
        <source>What was computed for these tokens is kept and used again. When it is full, what was not used for longest gives way.</source>
        <translation>为这些词元计算的结果会保留并再次使用。存满时，最久未用的会让出位置。</translation>
    </message>
</context>
<context>
    <name>RegularFile</name>
    <message>
        <source>it is not a regular file</source>
        <translation>不是普通文件</translation>
    </message>
</context>
<context>
    <name>RepeatingBar</name>
    <message>
        <source>This reply repeats itself.</source>
        <translation>此回复在不断重复。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Write it again with a repeat penalty</source>
        <translation>加上重复惩罚重写</translation>
    </message>
</context>
<context>
    <name>ReplyFigures</name>
    <message>
        <source>%1 earlier messages were left out (%2 tokens)</source>
        <translation>省略了 %1 条较早的消息（%2 个 token）</translation>
    </message>
    <message>
        <source>%1 earlier messages were left out</source>
        <translation>省略了 %1 条较早的消息</translation>
    </message>
    <message>
        <source>%1 earlier tokens were left out</source>
        <translation>省略了之前的 %1 个词元</translation>
    </message>
    <message>
        <source>answered before, distance %1</source>
        <translation>以前回答过，距离 %1</translation>
    </message>
    <message>
        <source>cost %1</source>
        <translation>费用 %1</translation>
    </message>
    <message>
        <source>the context is full</source>
        <translation>上下文已满</translation>
    </message>
</context>
<context>
    <name>ReplyNotice</name>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>The model ended its reply after thinking, without an answer.</source>
        <translation>模型思考后就结束了回复，没有给出答案。</translation>
    </message>
    <message>
        <source>The model ended its reply without writing anything.</source>
        <translation>模型什么都没写就结束了回复。</translation>
    </message>
    <message>
        <source>The reply reached its length limit.</source>
        <translation>回复已达到长度上限。</translation>
    </message>
    <message>
        <source>This reply repeats itself.</source>
        <translation>此回复在不断重复。</translation>
    </message>
    <message>
        <source>Write it again with a repeat penalty</source>
        <translation>加上重复惩罚重写</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Interrupted: Hearth ended while this was being written.</source>
        <translation>已中断：写到一半时 Hearth 退出了。</translation>
    </message>
    <message>
        <source>This was asked before; this is the answer from then.</source>
        <translation>此前问过这个问题；这是当时的回答。</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>再次提问</translation>
    </message>
    <message>
        <source>This is the answer to a question that is close to yours (distance %1): “%2”</source>
        <translation>这是对与你的问题相近的问题的回答（距离 %1）：“%2”</translation>
    </message>
    <message>
        <source>The reply reached its length limit while the model was thinking.</source>
        <translation>模型仍在思考时，回复达到了长度上限。</translation>
    </message>
    <message>
        <source>The context was full while the model was thinking.</source>
        <translation>模型仍在思考时，上下文已满。</translation>
    </message>
</context>
<context>
    <name>ReplyRecipe</name>
    <message>
        <source>Nothing is stored about how this text was generated.</source>
        <translation>没有保存此文本的生成信息。</translation>
    </message>
    <message>
        <source>Load %1 first: a different model would write a different text.</source>
        <translation>请先加载 %1：换了模型，写出的文本就不同。</translation>
    </message>
    <message>
        <source>the model&apos;s file</source>
        <translation>模型文件</translation>
    </message>
    <message>
        <source>the cache&apos;s type</source>
        <translation>缓存类型</translation>
    </message>
    <message>
        <source>the context&apos;s length</source>
        <translation>上下文长度</translation>
    </message>
    <message>
        <source>the device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Hearth&apos;s version</source>
        <translation>Hearth 版本</translation>
    </message>
    <message>
        <source>This reply was generated in parts by an earlier version, which did not keep how each of them was made.</source>
        <translation>此回复由较早的版本分段生成，该版本未记录各段的生成方式。</translation>
    </message>
    <message>
        <source>the seed, which is not known</source>
        <translation>未知的随机种子</translation>
    </message>
</context>
<context>
    <name>RightPanel</name>
    <message>
        <source>Settings of this chat</source>
        <translation>此对话的设置</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Close the panel</source>
        <translation>关闭面板</translation>
    </message>
    <message>
        <source>Structure</source>
        <translation>结构</translation>
    </message>
</context>
<context>
    <name>RooflineChart</name>
    <message>
        <source>Work a second against work for each byte: </source>
        <translation>每秒运算量与每字节运算量： </translation>
    </message>
    <message>
        <source>%1×</source>
        <translation>%1×</translation>
    </message>
</context>
<context>
    <name>Route</name>
    <message>
        <source>the message asks for it</source>
        <translation>消息要求由它回答</translation>
    </message>
    <message>
        <source>a long chat</source>
        <translation>长对话</translation>
    </message>
    <message>
        <source>a long message</source>
        <translation>长消息</translation>
    </message>
    <message>
        <source>code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>sure of its first words</source>
        <translation>对开头的词有把握</translation>
    </message>
    <message>
        <source>the small model was unsure</source>
        <translation>小模型没有把握</translation>
    </message>
    <message>
        <source>too long for the small model</source>
        <translation>对小模型来说太长</translation>
    </message>
    <message>
        <source>the large model did not answer</source>
        <translation>大模型没有应答</translation>
    </message>
    <message>
        <source>answered by %1 (%2)</source>
        <translation>由 %1 回答（%2）</translation>
    </message>
    <message>
        <source>it started this reply</source>
        <translation>此回复由它开始</translation>
    </message>
    <message>
        <source>no rule applied</source>
        <translation>没有适用的规则</translation>
    </message>
    <message>
        <source>the small model cannot read pictures</source>
        <translation>小模型无法读取图片</translation>
    </message>
</context>
<context>
    <name>RoutePane</name>
    <message>
        <source>Two models as one</source>
        <translation>两个模型合为一个</translation>
    </message>
    <message>
        <source>The small model begins. Code, long messages and long chats go to the large one, and so does what the small model turns out to be unsure of with its first words. A message that begins with /large or /small goes where it says.</source>
        <translation>由小模型开始。代码、长消息和长对话交给大模型；小模型在开头的词上显得没有把握时也一样。以 /large 或 /small 开头的消息按其所示发送。</translation>
    </message>
    <message>
        <source>Small model</source>
        <translation>小模型</translation>
    </message>
    <message>
        <source>Choose one on this computer</source>
        <translation>选择本机上的一个</translation>
    </message>
    <message>
        <source>Large model</source>
        <translation>大模型</translation>
    </message>
    <message>
        <source>Choose one here or on a server</source>
        <translation>选择本机或服务器上的一个</translation>
    </message>
    <message>
        <source>Since they were loaded: %1</source>
        <translation>自加载以来：%1</translation>
    </message>
    <message>
        <source>Load both</source>
        <translation>加载两个</translation>
    </message>
    <message>
        <source>Load the small one alone</source>
        <translation>只加载小模型</translation>
    </message>
    <message>
        <source>New chat with both</source>
        <translation>用两者新建对话</translation>
    </message>
</context>
<context>
    <name>RouteRow</name>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>A small model for easy requests, a large one for the rest</source>
        <translation>小模型应对简单请求，大模型应对其余</translation>
    </message>
</context>
<context>
    <name>Sampling</name>
    <message>
        <source>How freely words are chosen. 0 always picks the most likely token; 1 uses the model&apos;s own probabilities; above 1 is more adventurous.</source>
        <translation>选词的自由程度。0 总是选最可能的词元；1 按模型自身的概率；大于 1 更大胆。</translation>
    </message>
    <message>
        <source>Keeps only this many of the most likely tokens. 0 keeps all.</source>
        <translation>只保留这么多个最可能的词元。0 表示全部保留。</translation>
    </message>
    <message>
        <source>Keeps the most likely tokens whose probabilities add up to this. 1 keeps all.</source>
        <translation>保留累计概率达到此值的最可能词元。1 表示全部保留。</translation>
    </message>
    <message>
        <source>Drops tokens less likely than this fraction of the most likely one. 0 drops none.</source>
        <translation>舍弃概率低于最可能词元此比例的词元。0 表示不舍弃。</translation>
    </message>
    <message>
        <source>Makes recently used tokens less likely. 1 is off; 1.1 is gentle.</source>
        <translation>降低近期用过的词元的概率。1 为关闭；1.1 较为温和。</translation>
    </message>
    <message>
        <source>Lowers every recently used token by the same amount, which favours new topics. 0 is off.</source>
        <translation>将近期用过的每个词元降低相同幅度，促使转向新话题。0 为关闭。</translation>
    </message>
    <message>
        <source>Lowers a token each time it is used, for fewer repeated words. 0 is off.</source>
        <translation>词元每用过一次就降低一些，减少重复用词。0 为关闭。</translation>
    </message>
    <message>
        <source>How many of the last tokens the three penalties look at. 0 switches them off, -1 looks at all.</source>
        <translation>三种惩罚考察最近多少个词元。0 为关闭，-1 考察全部。</translation>
    </message>
    <message>
        <source>The reply ends after this many tokens. -1: only when it is done or the context is full.</source>
        <translation>回复在达到此词元数后结束。-1：仅在说完或上下文已满时结束。</translation>
    </message>
</context>
<context>
    <name>SamplingTab</name>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Repeat penalty</source>
        <translation>重复惩罚</translation>
    </message>
    <message>
        <source>Presence</source>
        <translation>存在惩罚</translation>
    </message>
    <message>
        <source>Frequency</source>
        <translation>频率惩罚</translation>
    </message>
    <message>
        <source>Max tokens</source>
        <translation>最大词元数</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>The same seed, model and settings give the same text. Random: a new seed for every reply.</source>
        <translation>种子、模型和设置相同，文本就相同。随机：每次回复使用新种子。</translation>
    </message>
    <message>
        <source>random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>Pick a random seed and keep it</source>
        <translation>随机取一个种子并固定</translation>
    </message>
    <message>
        <source>Stop at</source>
        <translation>停止文本</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>全部重置</translation>
    </message>
    <message>
        <source>Same as the preset</source>
        <translation>与预设没有差别</translation>
    </message>
    <message>
        <source>Penalty window</source>
        <translation>惩罚窗口</translation>
    </message>
    <message>
        <source>Use as default</source>
        <translation>设为默认</translation>
    </message>
    <message>
        <source>Where new chats start from</source>
        <translation>新对话的初始设置</translation>
    </message>
    <message>
        <source>For this model</source>
        <translation>用于此模型</translation>
    </message>
    <message>
        <source>For every model</source>
        <translation>用于所有模型</translation>
    </message>
    <message>
        <source>Forget the default of this model</source>
        <translation>清除此模型的默认设置</translation>
    </message>
    <message>
        <source>Forget the default of every model</source>
        <translation>清除所有模型的默认设置</translation>
    </message>
    <message>
        <source>Reuse answers to identical questions</source>
        <translation>对相同的问题重用回答</translation>
    </message>
    <message>
        <source>The reply ends before one of these texts</source>
        <translation>回复会在出现其中任一文本之前结束</translation>
    </message>
</context>
<context>
    <name>Screenshot</name>
    <message>
        <source>The picture could not be written to %1. Check the folder.</source>
        <translation>无法将图片写入 %1。请检查该文件夹。</translation>
    </message>
</context>
<context>
    <name>SearchHints</name>
    <message>
        <source>choose</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>go to the message</source>
        <translation>转到消息</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Put words in quotes to find them exactly as written</source>
        <translation>给词语加引号可按原样搜索</translation>
    </message>
</context>
<context>
    <name>SearchOverlay</name>
    <message>
        <source>Search all chats</source>
        <translation>搜索所有对话</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>无结果</translation>
    </message>
    <message>
        <source>1 message</source>
        <translation>1 条消息</translation>
    </message>
    <message>
        <source>%1 messages</source>
        <translation>%1 条消息</translation>
    </message>
    <message>
        <source> in %1 chats</source>
        <translation> 分布在 %1 个对话中</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>匹配项</translation>
    </message>
    <message>
        <source>1 title</source>
        <translation>1 个标题</translation>
    </message>
    <message>
        <source>%1 titles</source>
        <translation>%1 个标题</translation>
    </message>
    <message>
        <source>the newest %1 messages</source>
        <translation>最新的 %1 条消息</translation>
    </message>
    <message>
        <source>, </source>
        <translation>， </translation>
    </message>
    <message>
        <source>Recent chats</source>
        <translation>最近的对话</translation>
    </message>
</context>
<context>
    <name>SeenPicture</name>
    <message>
        <source>This picture is not stored any more, or damaged.</source>
        <translation>这张图片已不再保存，或已损坏。</translation>
    </message>
</context>
<context>
    <name>SelectionArea</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Quote</source>
        <translation>引用</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>SentPictures</name>
    <message>
        <source>Picture %1 of %2, %3 × %4</source>
        <translation>第 %1 张图片，共 %2 张，%3 × %4</translation>
    </message>
    <message>
        <source>Enter shows it large</source>
        <translation>回车放大显示</translation>
    </message>
</context>
<context>
    <name>ServerPromptsDialog</name>
    <message>
        <source>Prompts of tool servers</source>
        <translation>工具服务器的提示词</translation>
    </message>
    <message>
        <source>%1 (optional)</source>
        <translation>%1（可选）</translation>
    </message>
    <message>
        <source>Waiting for the server…</source>
        <translation>正在等待服务器…</translation>
    </message>
    <message>
        <source>Insert</source>
        <translation>插入</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>隐私</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Pages of the settings</source>
        <translation>设置页面</translation>
    </message>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Models folder</source>
        <translation>模型文件夹</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>其他程序</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>本机</translation>
    </message>
</context>
<context>
    <name>ShortcutList</name>
    <message>
        <source>Click a shortcut to change it.</source>
        <translation>点击按键即可更改。</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>全部恢复默认</translation>
    </message>
</context>
<context>
    <name>ShortcutRow</name>
    <message>
        <source>Reset the shortcut for %1</source>
        <translation>%1：恢复默认按键</translation>
    </message>
    <message>
        <source>Change the shortcut for “%1”</source>
        <translation>更改“%1”的按键</translation>
    </message>
    <message>
        <source>Press the new keys, or Esc to cancel</source>
        <translation>按下新按键；Esc 取消</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
</context>
<context>
    <name>ShortcutsPage</name>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>Conversations</source>
        <translation>对话列表</translation>
    </message>
    <message>
        <source>Hearth</source>
        <translation>Hearth</translation>
    </message>
    <message>
        <source>Hide the sidebar</source>
        <translation>隐藏侧边栏</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新建对话</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search all chats</source>
        <translation>搜索所有对话</translation>
    </message>
    <message>
        <source>No chats yet</source>
        <translation>还没有对话</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>Deleted chats, kept for 30 days</source>
        <translation>已删除的对话，保留 30 天</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>所有模型</translation>
    </message>
    <message>
        <source>They are kept on this computer. You can back them up in the settings.</source>
        <translation>对话保存在这台电脑上。你可以在设置中备份。</translation>
    </message>
</context>
<context>
    <name>SmallerCopy</name>
    <message>
        <source>A smaller copy</source>
        <translation>更小的副本</translation>
    </message>
    <message>
        <source>Fewer bits per weight take less memory and answer faster, at some cost in accuracy. This file is not changed.</source>
        <translation>每个权重的位数越少，占用内存越少、回答越快，但会损失一些精度。此文件保持不变。</translation>
    </message>
    <message>
        <source>How the copy is stored</source>
        <translation>副本的存储方式</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Make the copy</source>
        <translation>生成副本</translation>
    </message>
    <message>
        <source>Choose a text like those you use the model for: up to 16,384 of its tokens decide which errors matter. The figures afterwards show whether it helped.</source>
        <translation>请选择与模型用途相近的文本：其中最多 16,384 个 token 决定哪些误差更重要。之后的数据会显示是否有帮助。</translation>
    </message>
    <message>
        <source>Calibrate with a text…</source>
        <translation>用文本校准…</translation>
    </message>
    <message>
        <source>Calibrated with %1</source>
        <translation>已用 %1 校准</translation>
    </message>
    <message>
        <source>Remove the calibration</source>
        <translation>移除校准</translation>
    </message>
</context>
<context>
    <name>SpeculationChoice</name>
    <message>
        <source>not with this model</source>
        <translation>此模型不支持</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Guesses the next tokens from earlier text and checks several at once. Faster where a reply quotes or rewrites; the text is always the same.</source>
        <translation>根据相同词语之前的后文猜测接下来的词元，并一次检查多个：回复引用或改写时更快，文本始终相同</translation>
    </message>
    <message>
        <source>no faster</source>
        <translation>没有更快</translation>
    </message>
    <message>
        <source>%1× faster</source>
        <translation>快 %1 倍</translation>
    </message>
    <message>
        <source>Speculative decoding</source>
        <translation>推测解码</translation>
    </message>
    <message>
        <source>same text, faster</source>
        <translation>文字不变，更快</translation>
    </message>
    <message>
        <source>From the text itself</source>
        <translation>根据文本本身</translation>
    </message>
    <message>
        <source>With a draft model</source>
        <translation>使用草稿模型</translation>
    </message>
    <message>
        <source>A much smaller model of the same family guesses the next tokens where earlier text offers none, and this model checks several at once. The text is always the same.</source>
        <translation>在文本本身无法提示时，由同一系列中小得多的模型猜测后续词元，本模型一次检查多个：文本始终相同</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>No installed model is smaller and has the same vocabulary</source>
        <translation>没有已安装的模型更小且词表相同</translation>
    </message>
    <message>
        <source>By the model itself</source>
        <translation>由模型自身</translation>
    </message>
    <message>
        <source>This model has a layer that guesses further tokens. It does so where earlier text offers none, and several are checked at once. The text is always the same.</source>
        <translation>此模型有一个能猜测后续词元的层：在前文无可参考之处由它猜测，并一次检查多个，文本始终相同。</translation>
    </message>
    <message>
        <source>Models on servers generate one token at a time</source>
        <translation>服务器上的模型一次只生成一个词元</translation>
    </message>
</context>
<context>
    <name>SpeedPane</name>
    <message>
        <source>Measuring how fast this machine multiplies with the types of these weights…</source>
        <translation>正在测量本机以这些权重类型做乘法的速度…</translation>
    </message>
    <message>
        <source>limited by memory: uses %1 % of its bandwidth</source>
        <translation>等待内存：已用其 %1 %</translation>
    </message>
    <message>
        <source>limited by arithmetic: uses %1 % of the memory&apos;s bandwidth</source>
        <translation>等待运算：内存只需 %1 %</translation>
    </message>
    <message>
        <source>%1 GFLOP/s, measured</source>
        <translation>%1 GFLOP/s，实测</translation>
    </message>
    <message>
        <source>%1 GFLOP/s</source>
        <translation>%1 GFLOP/s</translation>
    </message>
    <message>
        <source>What a token of a reply takes, by the shapes of the model</source>
        <translation>按模型形状，回复的一个词元所需</translation>
    </message>
    <message>
        <source>Expected and measured, in tokens a second</source>
        <translation>预计与实测，单位为词元/秒</translation>
    </message>
    <message>
        <source>expected %1, measured %2: %3</source>
        <translation>预计 %1，实测 %2：%3</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>重新测量</translation>
    </message>
    <message>
        <source>Up: GFLOP/s. To the right: operations for each byte of weights. The memory gives %1 GB/s, the products at most %2 GFLOP/s, both measured. Rings, with how many tokens go at once, are computed from measured products; the disc is a reply that was measured.</source>
        <translation>纵轴：GFLOP/s。横轴：每字节权重的运算数。内存可提供 %1 GB/s，乘法最高 %2 GFLOP/s，均为实测。圆环（附一次处理的词元数）由实测乘法推算，圆点为实测的回复。</translation>
    </message>
    <message>
        <source>A machine is limited in the operations it does and the bytes it reads per second: the two roofs (Williams et al., 2009). Under the slope memory is the limit, and more tokens at once cost nothing; under the flat part arithmetic is the limit, and smaller weights gain nothing.</source>
        <translation>一台机器每秒能做的运算和能读取的字节都有上限：两道“屋顶”。运算等待字节时，一次多算不多花时间；字节等待运算时，减少字节没有好处（Williams 等，2009）。</translation>
    </message>
</context>
<context>
    <name>StopStrings</name>
    <message>
        <source>Remove the stop text %1</source>
        <translation>移除停止文本 %1</translation>
    </message>
    <message>
        <source>Press to remove</source>
        <translation>点击移除</translation>
    </message>
    <message>
        <source>Add a stop text</source>
        <translation>添加停止文本</translation>
    </message>
    <message>
        <source>add</source>
        <translation>添加</translation>
    </message>
</context>
<context>
    <name>Store</name>
    <message>
        <source>The file with your chats is damaged. Hearth has changed nothing in it; put a backup in its place or move it away to start afresh.</source>
        <translation>对话文件已损坏。Hearth 未作任何改动；请用备份替换它，或将其移走以重新开始。</translation>
    </message>
    <message>
        <source>The folder with your chats cannot be written. Give yourself write permission to it, or choose another with --data-dir.</source>
        <translation>对话所在的文件夹无法写入。请授予自己写入权限，或用 --data-dir 另选文件夹。</translation>
    </message>
    <message>
        <source>The disk with your chats is full. Free some space and try again; everything saved before is kept.</source>
        <translation>对话所在的磁盘已满。请腾出空间后重试；之前保存的内容都还在。</translation>
    </message>
    <message>
        <source>Another program is using the file with your chats. Close it and try again.</source>
        <translation>另一个程序正在使用对话文件。请关闭它后重试。</translation>
    </message>
    <message>
        <source>Reading or writing the file with your chats failed (%1). Check the disk.</source>
        <translation>读写对话文件失败（%1）。请检查磁盘。</translation>
    </message>
    <message>
        <source>The file with your chats could not be used (%1).</source>
        <translation>无法使用对话文件（%1）。</translation>
    </message>
    <message>
        <source>Your chats were last used with a newer Hearth (format %1; this one knows up to %2). Update Hearth to open them; nothing was changed.</source>
        <translation>你的对话最近由更新版本的 Hearth 使用过（格式 %1；当前版本最高支持 %2）。请更新 Hearth 后再打开；未作任何改动。</translation>
    </message>
    <message>
        <source>The file with your chats has no known format. Put a backup in its place or move it away.</source>
        <translation>对话文件的格式无法识别。请用备份替换它，或将其移走。</translation>
    </message>
    <message>
        <source>The folder for your chats, %1, cannot be made (%2). Choose another with --data-dir.</source>
        <translation>无法创建对话文件夹 %1（%2）。请用 --data-dir 另选文件夹。</translation>
    </message>
    <message>
        <source>Hearth is already open with the chats in %1. Use that window, or start this one with another --data-dir.</source>
        <translation>已有 Hearth 打开了 %1 中的对话。请使用那个窗口，或用另一个 --data-dir 启动。</translation>
    </message>
    <message>
        <source>The folder with your chats, %1, cannot be written. Give yourself write permission to it, or choose another with --data-dir.</source>
        <translation>对话所在的文件夹 %1 无法写入。请授予自己写入权限，或用 --data-dir 另选文件夹。</translation>
    </message>
    <message>
        <source>There is no room for %1. Free some space or choose another folder.</source>
        <translation>空间不足，放不下 %1。请腾出空间，或选择其他文件夹。</translation>
    </message>
    <message>
        <source>%1 cannot be written (%2). Choose another folder.</source>
        <translation>无法写入 %1（%2）。请另选文件夹。</translation>
    </message>
    <message>
        <source>The file with your chats is damaged, so no backup was made of it. Keep the backups that you have.</source>
        <translation>对话文件已损坏，因此没有备份。请保留已有的备份。</translation>
    </message>
    <message>
        <source>This is the file that Hearth keeps your chats in. Choose another name or folder for the backup.</source>
        <translation>这是 Hearth 保存对话的文件。请为备份另选名称或文件夹。</translation>
    </message>
    <message>
        <source>This text is longer than a chat can hold (64 MB). Shorten or split it and try again.</source>
        <translation>此文本超出了一个对话的容量（64 MB）。请缩短或拆分后重试。</translation>
    </message>
</context>
<context>
    <name>StructureExamples</name>
    <message>
        <source>A list of records</source>
        <translation>记录列表</translation>
    </message>
    <message>
        <source>A contact</source>
        <translation>联系人</translation>
    </message>
    <message>
        <source>Yes or no, with a reason</source>
        <translation>是或否，并附理由</translation>
    </message>
    <message>
        <source>A date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>One word</source>
        <translation>一个词</translation>
    </message>
    <message>
        <source>A list of points</source>
        <translation>要点列表</translation>
    </message>
</context>
<context>
    <name>StructureTab</name>
    <message>
        <source>Paste one, choose a file or begin with an example. Until then replies are free.</source>
        <translation>请粘贴内容、选择文件或从示例开始。在此之前回复不受限定。</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Every reply of this chat will fit.</source>
        <translation>此对话的每条回复都会符合格式。</translation>
    </message>
    <message>
        <source>Tokens that do not fit are never chosen. Say in your message what you want as well: the form makes a reply fit, not make sense.</source>
        <translation>不符合格式的词元绝不会被选中。也请在消息中说明您想要什么：格式只保证回复合规，不保证有意义。</translation>
    </message>
    <message>
        <source>Kind of form</source>
        <translation>格式类型</translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation>JSON 模式</translation>
    </message>
    <message>
        <source>Any JSON object</source>
        <translation>任意 JSON 对象</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>Grammar (GBNF)</source>
        <translation>语法（GBNF）</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>从文件…</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Last reply</source>
        <translation>上一条回复</translation>
    </message>
    <message>
        <source>being written…</source>
        <translation>正在生成…</translation>
    </message>
    <message>
        <source>The last reply is not JSON.</source>
        <translation>上一条回复不是 JSON。</translation>
    </message>
    <message>
        <source>A reply in JSON is shown here as a tree.</source>
        <translation>JSON 回复会以树形显示在这里。</translation>
    </message>
    <message>
        <source>There is more than can be shown here; the copy has all of it.</source>
        <translation>内容过多，此处无法全部显示；复制的内容是完整的。</translation>
    </message>
    <message>
        <source>The reply ends in the middle.</source>
        <translation>回复中途结束。</translation>
    </message>
    <message>
        <source>Copy JSON</source>
        <translation>复制 JSON</translation>
    </message>
    <message>
        <source>Copy CSV</source>
        <translation>复制 CSV</translation>
    </message>
    <message>
        <source>The list as a table, one line a record</source>
        <translation>以表格形式复制列表，每条记录一行</translation>
    </message>
    <message>
        <source>Replies will match it.</source>
        <translation>回复将与其匹配。</translation>
    </message>
    <message>
        <source>Structured output</source>
        <translation>结构化输出</translation>
    </message>
    <message>
        <source>Tools are off while structured output is on.</source>
        <translation>启用结构化输出时，工具处于关闭状态。</translation>
    </message>
    <message>
        <source>%1 is asked to hold every reply to it.</source>
        <translation>会要求 %1 按此约束每个回复。</translation>
    </message>
</context>
<context>
    <name>StuckWindow</name>
    <message>
        <source>Hearth is already running</source>
        <translation>Hearth 已在运行</translation>
    </message>
    <message>
        <source>Hearth is already running, but it does not answer.</source>
        <translation>Hearth 已在运行，但没有响应。</translation>
    </message>
    <message>
        <source>Process %1 has your chats open. It may be busy, or it may have stopped working. If you end it, everything that was sent or answered stays saved; a reply that is being written keeps the part that is there.</source>
        <translation>进程 %1 已打开你的对话。它可能正忙，也可能已停止工作。如果结束该进程，所有已发送和已回复的内容都会保留；正在生成的回复会保留已写出的部分。</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>End it and open Hearth</source>
        <translation>结束进程并打开 Hearth</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
</context>
<context>
    <name>SummaryBlock</name>
    <message>
        <source>Earlier messages, summarised</source>
        <translation>较早的消息，已总结</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>总结</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>The model gets these words in place of the messages above</source>
        <translation>模型收到这些文字以代替上方的消息</translation>
    </message>
    <message>
        <source>Use the messages again</source>
        <translation>重新使用这些消息</translation>
    </message>
    <message>
        <source>Removes the summary</source>
        <translation>移除总结</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>TabRow</name>
    <message>
        <source>Tabs</source>
        <translation>标签页</translation>
    </message>
</context>
<context>
    <name>TableBlock</name>
    <message>
        <source>Table, %1 columns</source>
        <translation>表格，%1 列</translation>
    </message>
</context>
<context>
    <name>ThinkingChoice</name>
    <message>
        <source>Think first</source>
        <translation>先思考</translation>
    </message>
    <message>
        <source>for this chat</source>
        <translation>仅此对话</translation>
    </message>
    <message>
        <source>As it likes</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>How much it thinks</source>
        <translation>思考程度</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>High</source>
        <translation>高</translation>
    </message>
</context>
<context>
    <name>TokenAlternatives</name>
    <message>
        <source>Alternatives of token %1</source>
        <translation>词元 %1 的备选</translation>
    </message>
    <message>
        <source>Token %1</source>
        <translation>词元 %1</translation>
    </message>
    <message>
        <source>entropy %1 bits</source>
        <translation>熵 %1 比特</translation>
    </message>
    <message>
        <source>Alternatives</source>
        <translation>备选</translation>
    </message>
    <message>
        <source>Hollow: cut by the settings</source>
        <translation>空心：被设置排除</translation>
    </message>
    <message>
        <source>Enter to branch</source>
        <translation>按 Enter 分支</translation>
    </message>
    <message>
        <source>How undecided the model was: 0 bits where only one token could come, 1 bit as between two that are equally likely.</source>
        <translation>模型有多犹豫：只有一个可能的词元时为 0 比特，两个同样可能时为 1 比特。</translation>
    </message>
    <message>
        <source>The percentages are the model&apos;s own, before temperature and the other settings. What these cut could not be chosen.</source>
        <translation>百分比是模型自身给出的，尚未经过温度和其他设置。被这些设置截去的词元不会被选中。</translation>
    </message>
</context>
<context>
    <name>TokenChip</name>
    <message>
        <source>%1, %2 percent</source>
        <translation>%1，%2%</translation>
    </message>
</context>
<context>
    <name>TokenFlow</name>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Select a token for details.</source>
        <translation>选择一个词元以查看详情。</translation>
    </message>
    <message>
        <source>Token %1  ·  id %2  ·  %3 %  ·  bytes %4</source>
        <translation>词元 %1  ·  id %2  ·  %3 %  ·  字节 %4</translation>
    </message>
    <message>
        <source>The number of the token in the vocabulary, the chance that the model itself gave it, and the bytes that it represents.</source>
        <translation>词元在词表中的编号、模型自身给出的概率，以及它代表的字节。</translation>
    </message>
    <message>
        <source>Token %1  ·  %2 %  ·  bytes %3</source>
        <translation>第 %1 个词元  ·  %2 %  ·  字节 %3</translation>
    </message>
    <message>
        <source>The chance that the model itself gave the token, as the server tells it, and the bytes that it represents.</source>
        <translation>服务器告知的、模型本身给出的该词元概率，以及它所代表的字节。</translation>
    </message>
    <message>
        <source>Token %1  ·  id %2  ·  bytes %3</source>
        <translation>词元 %1  ·  id %2  ·  字节 %3</translation>
    </message>
    <message>
        <source>The number of the token in the vocabulary, and the bytes that it represents.</source>
        <translation>词元在词表中的编号，以及它所代表的字节。</translation>
    </message>
</context>
<context>
    <name>TokenShares</name>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>%1: %2 tokens, %3 characters each on average</source>
        <translation>%1：%2 个词元，每个 %3 个字符</translation>
    </message>
    <message>
        <source>%1: %2, %3 each</source>
        <translation>%1：%2，每个 %3</translation>
    </message>
</context>
<context>
    <name>ToolCard</name>
    <message>
        <source>Call of %1</source>
        <translation>调用 %1</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Allow once</source>
        <translation>允许一次</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Allow in this chat</source>
        <translation>在此对话中允许</translation>
    </message>
    <message>
        <source>Always allow</source>
        <translation>始终允许</translation>
    </message>
    <message>
        <source>This tool then runs in every chat without a question, until you forget it in the settings</source>
        <translation>此工具随后会在所有对话中直接运行，直到您在设置中取消</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>The model has not answered this.</source>
        <translation>模型尚未对此作答。</translation>
    </message>
    <message>
        <source>Call it again</source>
        <translation>再次调用</translation>
    </message>
    <message>
        <source>Let the model continue</source>
        <translation>让模型继续</translation>
    </message>
</context>
<context>
    <name>ToolServersPart</name>
    <message>
        <source>Tool servers</source>
        <translation>工具服务器</translation>
    </message>
    <message>
        <source>Programs that speak the Model Context Protocol (MCP) bring more tools. They run with your permissions; add only those you trust.</source>
        <translation>支持模型上下文协议（MCP）的程序可以带来更多工具。它们以您的权限运行；请只添加您信任的程序。</translation>
    </message>
    <message>
        <source>%1 – on another computer: what the model gives these tools goes there. %2</source>
        <translation>%1 – 位于另一台计算机：模型交给这些工具的内容会发送到那里。%2</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>Name of the server</source>
        <translation>服务器名称</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Command or address of the server</source>
        <translation>服务器的命令或地址</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Import from %1</source>
        <translation>从 %1 导入</translation>
    </message>
    <message>
        <source>Command or https://…</source>
        <translation>命令或 https://…</translation>
    </message>
</context>
<context>
    <name>ToolsPage</name>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Tools in new chats</source>
        <translation>新对话中的工具</translation>
    </message>
    <message>
        <source>The model may then ask for a calculation, the time or a file. Each call waits until you allow it.</source>
        <translation>模型随后可以请求计算、时间或文件。每次调用都会等待您允许。</translation>
    </message>
    <message>
        <source>Folder that may be read</source>
        <translation>可读取的文件夹</translation>
    </message>
    <message>
        <source>None. With a folder, models can list it and read its text files, and nothing outside it.</source>
        <translation>无。选择文件夹后，模型可以列出其内容并读取其中的文本文件，但不能读取其外的任何内容。</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Read web pages</source>
        <translation>读取网页</translation>
    </message>
    <message>
        <source>Leaves this computer: the server of a page learns your address and which page you read. Addresses in your own network are never opened.</source>
        <translation>会离开此电脑：网页的服务器会得知您的地址以及您读取的页面。绝不会打开您自己网络中的地址。</translation>
    </message>
    <message>
        <source>Which tools are offered</source>
        <translation>提供哪些工具</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>再次询问</translation>
    </message>
    <message>
        <source>It runs without a question now</source>
        <translation>现在无需询问即可运行</translation>
    </message>
    <message>
        <source>Allowed always</source>
        <translation>始终允许</translation>
    </message>
    <message>
        <source>Forget all</source>
        <translation>全部取消</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Model and memory</source>
        <translation>模型与内存</translation>
    </message>
    <message>
        <source>Show the sidebar</source>
        <translation>显示侧边栏</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新建对话</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 weights</source>
        <translation>权重 %1</translation>
    </message>
    <message>
        <source>%1 KV</source>
        <translation>KV %1</translation>
    </message>
    <message>
        <source>%1 GB free</source>
        <translation>空闲 %1 GB</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>%1 cached</source>
        <translation>已缓存 %1</translation>
    </message>
    <message>
        <source>%1 new</source>
        <translation>新增 %1</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>空闲 %1</translation>
    </message>
    <message>
        <source>Settings of this chat</source>
        <translation>此对话的设置</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Scratch</source>
        <translation>计算缓冲</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Context of this chat</source>
        <translation>此对话的上下文</translation>
    </message>
    <message>
        <source>New, read when it is sent</source>
        <translation>新增，发送时读取</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 词元</translation>
    </message>
    <message>
        <source>Written in this reply</source>
        <translation>此回复中已生成</translation>
    </message>
    <message>
        <source>Still to be read</source>
        <translation>尚待读取</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>The KV cache grows with the chats, to %1 at most; one chat of %2 tokens takes %3.</source>
        <translation>KV 缓存随聊天增长，最多 %1；一个 %2 词元的聊天占用 %3。</translation>
    </message>
    <message>
        <source>Cached, not read again</source>
        <translation>已缓存，无需重读</translation>
    </message>
    <message>
        <source>What fits here…</source>
        <translation>此处能容纳什么…</translation>
    </message>
    <message>
        <source>Experts on the card</source>
        <translation>显卡上的专家</translation>
    </message>
    <message>
        <source>%1 used</source>
        <translation>已用 %1</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Used, as far as it is known here</source>
        <translation>已用（据此处所知）</translation>
    </message>
    <message>
        <source>Other models</source>
        <translation>其他模型</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>图片</translation>
    </message>
</context>
<context>
    <name>TrashDialog</name>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>The trash is empty</source>
        <translation>回收站是空的</translation>
    </message>
    <message>
        <source>Deleted chats stay here for 30 days.</source>
        <translation>已删除的对话在此保留 30 天。</translation>
    </message>
    <message>
        <source>Deleted chats</source>
        <translation>已删除的对话</translation>
    </message>
    <message>
        <source>This cannot be undone.</source>
        <translation>此操作无法撤销。</translation>
    </message>
    <message>
        <source>Erased automatically after 30 days</source>
        <translation>删除 30 天后自动清除</translation>
    </message>
    <message>
        <source>Keep them</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Erase all</source>
        <translation>全部清除</translation>
    </message>
    <message>
        <source>Erase 1 chat for good</source>
        <translation>永久清除 1 个对话</translation>
    </message>
    <message>
        <source>Erase %1 chats for good</source>
        <translation>永久清除 %1 个对话</translation>
    </message>
    <message>
        <source>“%1”: this cannot be undone.</source>
        <translation>“%1”：此操作无法撤销。</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>保留</translation>
    </message>
</context>
<context>
    <name>TrashRow</name>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Restore “%1”</source>
        <translation>恢复“%1”</translation>
    </message>
    <message>
        <source>Erase “%1” for good</source>
        <translation>永久清除“%1”</translation>
    </message>
</context>
<context>
    <name>UserBubble</name>
    <message>
        <source>You wrote</source>
        <translation>你写道</translation>
    </message>
    <message>
        <source>You wrote, being edited</source>
        <translation>你写道，正在编辑</translation>
    </message>
</context>
<context>
    <name>VisionNote</name>
    <message>
        <source>Models of this family can see pictures, but the file that this takes (mmproj) is missing.</source>
        <translation>这一系列的模型能看图片，但缺少所需的文件（mmproj）。</translation>
    </message>
    <message>
        <source>Download it</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Fetches the file from where the model came from</source>
        <translation>从模型的来源处获取该文件</translation>
    </message>
</context>
<context>
    <name>WaitingMessages</name>
    <message>
        <source>Waiting messages</source>
        <translation>等待发送的消息</translation>
    </message>
    <message>
        <source>Waiting: %1</source>
        <translation>等待发送：%1</translation>
    </message>
    <message>
        <source>Edit this message</source>
        <translation>编辑此消息</translation>
    </message>
    <message>
        <source>Do not send this message</source>
        <translation>不发送此消息</translation>
    </message>
</context>
<context>
    <name>Waterfall</name>
    <message>
        <source>Template</source>
        <translation>模板</translation>
    </message>
    <message>
        <source>Tokenise</source>
        <translation>分词</translation>
    </message>
    <message>
        <source>Prefill, %1</source>
        <translation>预填充，%1</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>首词元</translation>
    </message>
    <message>
        <source>Decode, %1</source>
        <translation>解码，%1</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>%1 to the first token, %2 in all</source>
        <translation>首词元 %1，总计 %2</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>解码</translation>
    </message>
    <message>
        <source>Writing the chat as one text with the marks of the model&apos;s template.</source>
        <translation>把对话写成一段带有模型模板标记的文本。</translation>
    </message>
    <message>
        <source>Splitting the text into tokens.</source>
        <translation>把文本切分为词元。</translation>
    </message>
    <message>
        <source>Reading the tokens of the prompt that were not in the cache, many at once: it is bound by arithmetic.</source>
        <translation>读取提示中不在缓存里的词元，一次多个：受运算限制。</translation>
    </message>
    <message>
        <source>What is left until the first token: waiting, the last layer and the choice.</source>
        <translation>到第一个词元为止的其余时间：等待、最后一层和选择。</translation>
    </message>
    <message>
        <source>From sending until the reply began to appear, and until its last token.</source>
        <translation>从发送到回复开始出现，以及到最后一个词元。</translation>
    </message>
    <message>
        <source>Writing the reply, one token at a time, each of which reads all weights: it is bound by memory.</source>
        <translation>逐个词元写出回复，每个都要读取全部权重：受内存限制。</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>预填充</translation>
    </message>
</context>
<context>
    <name>WayPane</name>
    <message>
        <source>What happened to your last message, step by step. The figures are those of its reply; times were measured.</source>
        <translation>你上一条消息依次经历的过程。数字来自它的回复，时间均为实测。</translation>
    </message>
</context>
<context>
    <name>WholeDocumentsDialog</name>
    <message>
        <source>Whole documents in this chat</source>
        <translation>此对话中的整篇文档</translation>
    </message>
    <message>
        <source>The model reads all of a document that is chosen here: once, in front of your next question. Of the others it gets passages.</source>
        <translation>在此选中的文档会被模型整篇读取：只读一次，放在您的下一个问题之前。其他文档则只提供片段。</translation>
    </message>
    <message>
        <source>Names of documents</source>
        <translation>文档名称</translation>
    </message>
    <message>
        <source>Part of a name or folder</source>
        <translation>名称或文件夹的一部分</translation>
    </message>
    <message>
        <source>There are no documents yet. Add some in the settings.</source>
        <translation>还没有文档。请在设置中添加。</translation>
    </message>
    <message>
        <source>No document has that in its name.</source>
        <translation>没有名称包含该内容的文档。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>None is chosen.</source>
        <translation>尚未选择任何文档。</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
</context>
<context>
    <name>WindowManners</name>
    <message>
        <source>Drop files to attach them; models are added to yours</source>
        <translation>拖放文件即可附加；模型会加入你的模型</translation>
    </message>
</context>
<context>
    <name>WordPieces</name>
    <message>
        <source>The first %1 of them are shown.</source>
        <translation>仅显示前 %1 个。</translation>
    </message>
</context>
<context>
    <name>WordsPane</name>
    <message>
        <source>A model reads and writes tokens: pieces of words from a list that was fixed when it was made. What the list does not know well takes more of them, and so more time and more of the context.</source>
        <translation>模型读写的是词元：来自一份制作时就已固定的列表的词语片段。列表不熟悉的内容需要更多词元，因而更费时间，也占用更多上下文。</translation>
    </message>
    <message>
        <source>Here as %1 splits them.</source>
        <translation>此处按 %1 的切分方式显示。</translation>
    </message>
    <message>
        <source>Your text</source>
        <translation>你的文字</translation>
    </message>
    <message>
        <source>Type or paste anything</source>
        <translation>输入或粘贴任意内容</translation>
    </message>
</context>
<context>
    <name>hearth::app::About</name>
    <message>
        <source>%1, Qt %2, with the GPU engine</source>
        <translation>%1，Qt %2，含 GPU 引擎</translation>
    </message>
    <message>
        <source>%1, Qt %2, without the GPU engine</source>
        <translation>%1，Qt %2，不含 GPU 引擎</translation>
    </message>
    <message>
        <source>The text of this licence is not on this computer. Its name is %1.</source>
        <translation>这台电脑上没有此许可证的文本。其名称为 %1。</translation>
    </message>
</context>
<context>
    <name>hearth::app::AttentionView</name>
    <message>
        <source>All layers</source>
        <translation>所有层</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>所有头</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>第 %1 头</translation>
    </message>
    <message>
        <source>%1 of %2 layers look at single tokens; the others remember in another way.</source>
        <translation>%2 层中有 %1 层关注单个词元；其余各层以另一种方式记忆。</translation>
    </message>
    <message>
        <source>This layer looks at nothing: it works on each token by itself.</source>
        <translation>此层不关注任何词元：它单独处理每个词元。</translation>
    </message>
    <message>
        <source>This layer looks at nothing: it mixes the last few tokens, with the same weights for every token.</source>
        <translation>此层不关注任何词元：它混合最近的几个词元，对每个词元使用相同的权重。</translation>
    </message>
    <message>
        <source>This layer looks at nothing: it keeps one state that every token changes, and no single token can be found in it.</source>
        <translation>此层不关注任何词元：它保存一个被每个词元改变的状态，从中找不到单个词元。</translation>
    </message>
    <message>
        <source>This layer keeps one compressed key for each token, which all heads share.</source>
        <translation>此层为每个词元保存一个压缩的键，由所有头共用。</translation>
    </message>
    <message>
        <source>%1 % went to nothing: this model may look at no token at all.</source>
        <translation>%1 % 没有去向：此模型可以不关注任何词元。</translation>
    </message>
    <message>
        <source>itself</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>prompt %1</source>
        <translation>提示 %1</translation>
    </message>
    <message>
        <source>reply %1</source>
        <translation>回复 %1</translation>
    </message>
    <message>
        <source>This layer sees the last %1 tokens.</source>
        <translation>此层能看到最近的 %1 个词元。</translation>
    </message>
</context>
<context>
    <name>hearth::app::CacheFigures</name>
    <message>
        <source>%1 tokens of all chats in %2 of %3 blocks</source>
        <translation>所有对话共 %1 个词元，占 %2 / %3 块</translation>
    </message>
    <message>
        <source>, of the layers that see everything</source>
        <translation>（仅计能看到全部内容的层）</translation>
    </message>
</context>
<context>
    <name>hearth::app::CacheFolder</name>
    <message>
        <source>The cache is not kept on disk</source>
        <translation>缓存未保存到磁盘</translation>
    </message>
    <message>
        <source>Encryption is on, but the system&apos;s keyring, which holds the key, does not answer; what is encrypted on disk stays as it is. Unlock the keyring and restart Hearth, or turn encryption off in Settings, Cache.</source>
        <translation>加密已开启，但保存密钥的系统密钥环没有响应；磁盘上已加密的内容保持不变。请解锁密钥环后重新启动 Hearth，或在“设置”的“缓存”中关闭加密。</translation>
    </message>
</context>
<context>
    <name>hearth::app::CacheOverview</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 % of %2 prompt tokens were not read again: %3 tokens, %4 of them from disk, which saved about %5</source>
        <translation>%2 个提示词元中有 %1 % 无需重读：%3 个词元，其中 %4 个来自磁盘，约节省 %5</translation>
    </message>
    <message>
        <source>The cache was not counted</source>
        <translation>未能统计缓存</translation>
    </message>
    <message>
        <source>%1 of at most %2, with %3 tokens of all chats</source>
        <translation>%1，上限 %2，含所有对话的 %3 个词元</translation>
    </message>
    <message>
        <source>A chat without a title</source>
        <translation>无标题的对话</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>%1 shared with %2</source>
        <translation>与 %2 共享 %1</translation>
    </message>
    <message>
        <source>%1 shared with %2 and %3 more</source>
        <translation>与 %2 及另外 %3 个共享 %1</translation>
    </message>
    <message>
        <source>%1 of at most %2</source>
        <translation>%1，上限 %2</translation>
    </message>
    <message>
        <source>The cache of this chat was not cleared</source>
        <translation>未能清空此对话的缓存</translation>
    </message>
    <message>
        <source>%1 on disk</source>
        <translation>磁盘上 %1</translation>
    </message>
    <message>
        <source>%1 in memory</source>
        <translation>内存中 %1</translation>
    </message>
</context>
<context>
    <name>hearth::app::CallRounds</name>
    <message>
        <source>%1 cannot use tools and answers without them.</source>
        <translation>%1 无法使用工具，将在没有工具的情况下回答。</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatBackup</name>
    <message>
        <source>There is not enough memory. Close other programs and try again.</source>
        <translation>内存不足。请关闭其他程序后重试。</translation>
    </message>
    <message>
        <source>The chats were not saved</source>
        <translation>对话未保存</translation>
    </message>
    <message>
        <source>The backup was not made</source>
        <translation>未创建备份</translation>
    </message>
    <message>
        <source>The chats are saved as %1</source>
        <translation>对话已保存为 %1</translation>
    </message>
    <message>
        <source>The backup is saved as %1</source>
        <translation>备份已保存为 %1</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatController</name>
    <message>
        <source>The reply is not saved yet. %1</source>
        <translation>回复尚未保存。%1</translation>
    </message>
    <message>
        <source>This was not saved</source>
        <translation>未能保存</translation>
    </message>
    <message>
        <source>The result is not saved. %1</source>
        <translation>结果未保存。%1</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatDuplicate</name>
    <message>
        <source>%1 (copy)</source>
        <translation>%1（副本）</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatExport</name>
    <message>
        <source>%1 could not be written (%2). Choose another folder.</source>
        <translation>无法写入 %1（%2）。请另选文件夹。</translation>
    </message>
    <message>
        <source>There is not enough memory. Close other programs and try again.</source>
        <translation>内存不足。请关闭其他程序后重试。</translation>
    </message>
    <message>
        <source>In one file this takes more than %1, and no larger file can be imported again. Make a backup of all chats instead.</source>
        <translation>放在一个文件中会超过 %1，更大的文件无法重新导入。请改为备份所有对话。</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatFigures</name>
    <message>
        <source>1 picture, %1</source>
        <translation>1 张图片，%1</translation>
    </message>
    <message>
        <source>%1 pictures, %2</source>
        <translation>%1 张图片，%2</translation>
    </message>
    <message>
        <source>%1, cached</source>
        <translation>%1，已缓存</translation>
    </message>
    <message>
        <source>%1, %2 of them cached</source>
        <translation>%1，其中 %2 已缓存</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatPassages</name>
    <message>
        <source>It is in the chat already, as number %1.</source>
        <translation>已在对话中，编号为 %1。</translation>
    </message>
    <message>
        <source>the whole document</source>
        <translation>整篇文档</translation>
    </message>
    <message>
        <source>It does not fit into the context as a whole.</source>
        <translation>整篇文档放不进上下文。</translation>
    </message>
    <message>
        <source>It is not among your documents any more.</source>
        <translation>它已不在您的文档之中。</translation>
    </message>
    <message>
        <source>by words, rank %1 (%2)</source>
        <translation>按词语，排名 %1（%2）</translation>
    </message>
    <message>
        <source>by meaning, rank %1 (%2)</source>
        <translation>按含义，排名 %1（%2）</translation>
    </message>
    <message>
        <source>together %1</source>
        <translation>综合 %1</translation>
    </message>
    <message>
        <source>by the reranker, rank %1 (%2)</source>
        <translation>按重排模型，排名 %1（%2）</translation>
    </message>
    <message>
        <source>Other passages fit better: at most %1 of them, with %2 tokens in all, are sent.</source>
        <translation>其他段落更合适：最多发送 %1 段，共 %2 个词元。</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatSummaries</name>
    <message>
        <source>There are no older turns to summarise.</source>
        <translation>没有可总结的更早轮次。</translation>
    </message>
    <message>
        <source>This chat could not be summarised. %1</source>
        <translation>无法总结此对话。%1</translation>
    </message>
    <message>
        <source>A chat could not be summarised, so its oldest turns leave the context. %1</source>
        <translation>有一个对话无法总结，因此其最早的轮次移出上下文。%1</translation>
    </message>
</context>
<context>
    <name>hearth::app::ComparisonPlan</name>
    <message>
        <source>At temperature 0 every seed gives the same answer.</source>
        <translation>温度为 0 时，任何种子都会得到相同的回答。</translation>
    </message>
    <message>
        <source>Two answers are made the same way, so they will be the same.</source>
        <translation>有两个回答的设置相同，因此结果也会相同。</translation>
    </message>
    <message>
        <source>Seed %1</source>
        <translation>种子 %1</translation>
    </message>
    <message>
        <source>Temperature %1</source>
        <translation>温度 %1</translation>
    </message>
</context>
<context>
    <name>hearth::app::ConversationExchange</name>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>The chat was not saved</source>
        <translation>对话未保存</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>已保存为 %1</translation>
    </message>
    <message>
        <source>There is not enough memory to read it.</source>
        <translation>内存不足，无法读取。</translation>
    </message>
    <message>
        <source>%1 was not imported</source>
        <translation>未导入 %1</translation>
    </message>
    <message>
        <source>1 chat imported</source>
        <translation>已导入 1 个对话</translation>
    </message>
    <message>
        <source>%1 chats imported</source>
        <translation>已导入 %1 个对话</translation>
    </message>
    <message>
        <source>Exporting chats: %1 of %2</source>
        <translation>正在导出对话：%1 / %2</translation>
    </message>
    <message>
        <source>Reading the chats…</source>
        <translation>正在读取对话…</translation>
    </message>
    <message>
        <source>Importing chats: %1 of %2</source>
        <translation>正在导入对话：%1 / %2</translation>
    </message>
    <message>
        <source>The chats were not exported</source>
        <translation>对话未导出</translation>
    </message>
    <message>
        <source>The chat was not duplicated</source>
        <translation>未创建对话副本</translation>
    </message>
    <message>
        <source>%1 (%2 of %3 messages)</source>
        <translation>%1（%2/%3 条消息）</translation>
    </message>
    <message>
        <source>Duplicating the chat…</source>
        <translation>正在复制对话…</translation>
    </message>
    <message>
        <source>Exporting the chat: %1 messages</source>
        <translation>正在导出对话：%1 条消息</translation>
    </message>
    <message>
        <source>1 chat in it could not be read. %1</source>
        <translation>其中 1 个聊天无法读取。%1</translation>
    </message>
    <message>
        <source>%1 chats in it could not be read. %2</source>
        <translation>其中 %1 个聊天无法读取。%2</translation>
    </message>
    <message>
        <source>%1 was imported in part</source>
        <translation>%1 仅部分导入</translation>
    </message>
    <message>
        <source>%1 files were not imported</source>
        <translation>%1 个文件未导入</translation>
    </message>
    <message>
        <source>%1 files were not imported, or only in part</source>
        <translation>%1 个文件未导入或仅部分导入</translation>
    </message>
</context>
<context>
    <name>hearth::app::ConversationListModel</name>
    <message>
        <source>The folders could not be read</source>
        <translation>无法读取文件夹</translation>
    </message>
    <message>
        <source>The folder was not renamed</source>
        <translation>文件夹未重命名</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已置顶</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>最近 7 天</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>更早</translation>
    </message>
    <message>
        <source>The chats could not be read</source>
        <translation>无法读取对话列表</translation>
    </message>
    <message>
        <source>The chat could not be read</source>
        <translation>无法读取该对话</translation>
    </message>
    <message>
        <source>The chat was not renamed</source>
        <translation>对话未重命名</translation>
    </message>
    <message>
        <source>The chat was not pinned</source>
        <translation>对话未置顶</translation>
    </message>
    <message>
        <source>The chat was not moved</source>
        <translation>对话未移动</translation>
    </message>
    <message>
        <source>The chat was not moved to the trash</source>
        <translation>对话未移到回收站</translation>
    </message>
    <message>
        <source>The chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>“%1” moved to the trash</source>
        <translation>“%1”已移到回收站</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>The chat was not restored</source>
        <translation>对话未恢复</translation>
    </message>
    <message>
        <source>The chats could not be counted</source>
        <translation>无法统计对话数量</translation>
    </message>
    <message>
        <source>The chats were not moved to the trash</source>
        <translation>对话未移到回收站</translation>
    </message>
    <message>
        <source>1 chat moved to the trash</source>
        <translation>已将 1 个对话移到回收站</translation>
    </message>
    <message>
        <source>%1 chats moved to the trash</source>
        <translation>已将 %1 个对话移到回收站</translation>
    </message>
    <message>
        <source>The chats were not brought back</source>
        <translation>对话未恢复</translation>
    </message>
</context>
<context>
    <name>hearth::app::ConversationSearch</name>
    <message>
        <source>today, %1</source>
        <translation>今天 %1</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>last %1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>The search failed</source>
        <translation>搜索失败</translation>
    </message>
    <message>
        <source>Recent chats</source>
        <translation>最近的对话</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>对话</translation>
    </message>
</context>
<context>
    <name>hearth::app::DesktopNotifier</name>
    <message>
        <source>Your reply is ready</source>
        <translation>回复已完成</translation>
    </message>
    <message>
        <source>Open the chat</source>
        <translation>打开对话</translation>
    </message>
    <message>
        <source>A call of a tool waits for you</source>
        <translation>有工具调用等待您确认</translation>
    </message>
</context>
<context>
    <name>hearth::app::DocumentLibrary</name>
    <message>
        <source>Files: %1 · passages: %2</source>
        <translation>文件：%1 · 片段：%2</translation>
    </message>
    <message>
        <source>Paused · %1</source>
        <translation>已暂停 · %1</translation>
    </message>
    <message>
        <source>Waiting · %1</source>
        <translation>等待中 · %1</translation>
    </message>
    <message>
        <source>Looking for changes · %1</source>
        <translation>正在检查更改 · %1</translation>
    </message>
    <message>
        <source>Not there now: what was read of it is kept. %1</source>
        <translation>目前不在：已读取的内容会保留。%1</translation>
    </message>
    <message>
        <source>Reading %1 of %2 files · %3 a second</source>
        <translation>正在读取文件，%1 / %2 · 每秒 %3 个</translation>
    </message>
    <message>
        <source>%1 · about %2 s left</source>
        <translation>%1 · 约剩 %2 秒</translation>
    </message>
    <message>
        <source>%1 · about %2 min left</source>
        <translation>%1 · 约剩 %2 分钟</translation>
    </message>
    <message>
        <source>Documents cannot be added while the chats are not kept.</source>
        <translation>对话未被保存时无法添加文档。</translation>
    </message>
    <message>
        <source>%1 is not there.</source>
        <translation>%1 不存在。</translation>
    </message>
    <message>
        <source>%1 has been added before.</source>
        <translation>%1 之前已添加。</translation>
    </message>
</context>
<context>
    <name>hearth::app::DocumentTools</name>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
</context>
<context>
    <name>hearth::app::DocumentVectors</name>
    <message>
        <source>None: by words alone</source>
        <translation>无：仅按词语</translation>
    </message>
    <message>
        <source>Passages are found by their words alone: no embedding model is installed. One such as %1 finds them by what they mean, too.</source>
        <translation>仅按词语查找段落：没有安装嵌入模型。像 %1 这样的模型还能按含义查找。</translation>
    </message>
    <message>
        <source>Passages are found by their words alone.</source>
        <translation>仅按词语查找段落。</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>正在加载模型…</translation>
    </message>
    <message>
        <source>Waiting. Passages that are found by what they mean, too: %1 of %2</source>
        <translation>等待中。也能按含义找到的段落：%1 / %2</translation>
    </message>
    <message>
        <source>All passages are found by their words and by what they mean: %1</source>
        <translation>所有段落都能按词语和含义找到：%1</translation>
    </message>
    <message>
        <source>Passages are found by their words alone. %1</source>
        <translation>仅按词语查找段落。%1</translation>
    </message>
    <message>
        <source>Reading what passages mean: %1 of %2 · %3 a second</source>
        <translation>正在读取段落的含义：%1 / %2 · 每秒 %3</translation>
    </message>
    <message>
        <source>%1 · about %2 s left</source>
        <translation>%1 · 约剩 %2 秒</translation>
    </message>
    <message>
        <source>%1 · about %2 min left</source>
        <translation>%1 · 约剩 %2 分钟</translation>
    </message>
    <message>
        <source>Passages are found by what they mean, too, once there are documents.</source>
        <translation>有文档之后，也能按含义查找段落。</translation>
    </message>
</context>
<context>
    <name>hearth::app::DownloadJob</name>
    <message>
        <source>This download has no valid source.</source>
        <translation>此下载没有有效来源。</translation>
    </message>
    <message>
        <source>The hub published no checksum for this file, so it cannot be verified and is not downloaded.</source>
        <translation>模型库未公布此文件的校验和，因此无法校验，也不会下载。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be made.</source>
        <translation>无法创建文件夹 %1。</translation>
    </message>
    <message>
        <source>There is another file “%1” in the models folder. Move it away and try again.</source>
        <translation>模型文件夹中有另一个文件“%1”。请将其移走后重试。</translation>
    </message>
    <message>
        <source>There is not enough disk space: %1 GB more are needed in %2. Free some space, then resume.</source>
        <translation>磁盘空间不足：%2 还需 %1 GB。请腾出空间后继续。</translation>
    </message>
    <message>
        <source>The hub offers a different file from the one it listed.</source>
        <translation>模型库提供的文件与其列出的不同。</translation>
    </message>
    <message>
        <source>%1 sent the file compressed, which was not requested.</source>
        <translation>%1 发来了压缩过的文件，而请求的不是压缩文件。</translation>
    </message>
    <message>
        <source>The file at %1 has a different size.</source>
        <translation>%1 上的文件大小不同。</translation>
    </message>
    <message>
        <source>%1 sent a different part of the file than requested.</source>
        <translation>%1 发来的文件部分与请求的不同。</translation>
    </message>
    <message>
        <source>%1 reports a shorter file.</source>
        <translation>%1 表示文件提前结束。</translation>
    </message>
    <message>
        <source>%1 answered with %2.</source>
        <translation>%1 返回了 %2。</translation>
    </message>
    <message>
        <source>The file arrived incomplete.</source>
        <translation>收到的文件不完整。</translation>
    </message>
    <message>
        <source>The file did not match its published SHA-256 twice in a row, so it was deleted. Choose another source.</source>
        <translation>文件连续两次与公布的 SHA-256 不符，已被丢弃。请选择其他来源。</translation>
    </message>
    <message>
        <source>The file did not match its published SHA-256 and is fetched again.</source>
        <translation>文件与公布的 SHA-256 不符，正在重新下载。</translation>
    </message>
    <message>
        <source>What was downloaded is kept; resume continues from there.</source>
        <translation>已下载的内容会保留；点击“继续”可从断点接着下载。</translation>
    </message>
</context>
<context>
    <name>hearth::app::Downloads</name>
    <message>
        <source>Waiting for another download</source>
        <translation>等待其他下载</translation>
    </message>
    <message>
        <source>Trying again: %1</source>
        <translation>正在重试：%1</translation>
    </message>
    <message>
        <source>Checking %1 against the published SHA-256</source>
        <translation>正在将 %1 与公布的 SHA-256 核对</translation>
    </message>
    <message>
        <source>%1 of %2 %3</source>
        <translation>%1 / %2 %3</translation>
    </message>
    <message>
        <source>GB</source>
        <translation>GB</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>MB</translation>
    </message>
    <message>
        <source>%1 MB/s</source>
        <translation>%1 MB/s</translation>
    </message>
    <message>
        <source>%1 kB/s</source>
        <translation>%1 kB/s</translation>
    </message>
    <message>
        <source>%1 s left</source>
        <translation>剩余 %1 s</translation>
    </message>
    <message>
        <source>%1 min left</source>
        <translation>剩余 %1 min</translation>
    </message>
    <message>
        <source>%1 h left</source>
        <translation>剩余 %1 h</translation>
    </message>
    <message>
        <source>1 download</source>
        <translation>1 个下载</translation>
    </message>
    <message>
        <source>%1 downloads</source>
        <translation>%1 个下载</translation>
    </message>
    <message>
        <source>%1, %2 MB/s</source>
        <translation>%1，%2 MB/s</translation>
    </message>
    <message>
        <source>Paused at %1. Resume continues from there.</source>
        <translation>已暂停于 %1。点击“继续”可从断点接着下载。</translation>
    </message>
</context>
<context>
    <name>hearth::app::DraftAttachments</name>
    <message>
        <source>Pasted text</source>
        <translation>粘贴的文本</translation>
    </message>
    <message>
        <source>Pasted text %1</source>
        <translation>粘贴的文本 %1</translation>
    </message>
    <message>
        <source>There is not enough memory to read it.</source>
        <translation>内存不足，无法读取。</translation>
    </message>
    <message>
        <source>%1 was not attached. %2</source>
        <translation>%1 未附加。%2</translation>
    </message>
    <message>
        <source>%1 files were not attached.</source>
        <translation>%1 个文件未附加。</translation>
    </message>
    <message>
        <source>%1 of %2 tokens</source>
        <translation>%1 / %2 个词元</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Hearth fetches nothing from the web for a message. Copy the picture there and paste it here, or save it and attach the file.</source>
        <translation>Hearth 不会为消息从网络获取任何内容。请在那里复制图片并粘贴到此处，或保存后附加文件。</translation>
    </message>
</context>
<context>
    <name>hearth::app::DraftPictures</name>
    <message>
        <source>Picture %1 of %2, %3, %4</source>
        <translation>第 %1 张图片，共 %2 张，%3，%4</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 was not attached. A message can have %2 pictures; send the others with the next one.</source>
        <translation>%1 未附加。一条消息最多 %2 张图片；其余请随下一条发送。</translation>
    </message>
    <message>
        <source>%1, page %2</source>
        <translation>%1，第 %2 页</translation>
    </message>
    <message>
        <source>Page %1 of %2 was not attached. A message can have %3 pictures; save this page as a PDF of its own and send it with the next one.</source>
        <translation>%2 的第 %1 页未附加。一条消息最多可有 %3 张图片；请将该页另存为 PDF，随下一条消息发送。</translation>
    </message>
    <message>
        <source>Pages %1 of %2 were not attached. A message can have %3 pictures; save these pages as a PDF of their own and send it with the next one.</source>
        <translation>%2 的第 %1 页未附加。一条消息最多可有 %3 张图片；请将这些页另存为 PDF，随下一条消息发送。</translation>
    </message>
    <message>
        <source>%1, low detail</source>
        <translation>%1，低细节</translation>
    </message>
    <message>
        <source>%1, high detail</source>
        <translation>%1，高细节</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>标准</translation>
    </message>
    <message>
        <source>High</source>
        <translation>高</translation>
    </message>
</context>
<context>
    <name>hearth::app::EarlierAnswers</name>
    <message>
        <source>This needs an embedding model: choose one above.</source>
        <translation>这需要一个嵌入模型：请在上方选择。</translation>
    </message>
    <message>
        <source>Questions answered so: %1. That saved %2 tokens and %3 seconds.</source>
        <translation>以此方式回答的问题：%1。节省了 %2 个词元和 %3 秒。</translation>
    </message>
</context>
<context>
    <name>hearth::app::Endpoints</name>
    <message>
        <source>Nothing answers at %1. Is the server running?</source>
        <translation>%1 没有响应。服务器在运行吗？</translation>
    </message>
    <message>
        <source>%1 cannot be found. Check the address and the network.</source>
        <translation>找不到 %1。请检查地址和网络。</translation>
    </message>
    <message>
        <source>The certificate of %1 could not be verified (%2).</source>
        <translation>%1 无法证明其身份（%2）。</translation>
    </message>
    <message>
        <source>%1 did not answer in %2 s.</source>
        <translation>%1 在 %2 s 内未响应。</translation>
    </message>
    <message>
        <source>%1 cannot be reached (%2).</source>
        <translation>无法连接 %1（%2）。</translation>
    </message>
    <message>
        <source>Answered in %1 ms</source>
        <translation>%1 ms 内响应</translation>
    </message>
    <message>
        <source>Chats with these models go to another program on this computer.</source>
        <translation>使用这些模型的对话会发送给本机上的另一个程序。</translation>
    </message>
    <message>
        <source>Chats with these models leave this computer for %1, unencrypted.</source>
        <translation>使用这些模型的对话会离开本机，未加密发送到 %1。</translation>
    </message>
    <message>
        <source>Chats with these models leave this computer for %1.</source>
        <translation>使用这些模型的对话会离开本机，发送到 %1。</translation>
    </message>
    <message>
        <source>cannot chat</source>
        <translation>不支持对话</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 词元</translation>
    </message>
    <message>
        <source>context length unknown</source>
        <translation>未说明长度</translation>
    </message>
    <message>
        <source>kept in the keyring</source>
        <translation>保存在密钥环中</translation>
    </message>
    <message>
        <source>no keyring: kept until Hearth closes</source>
        <translation>无密钥环：保留到 Hearth 退出</translation>
    </message>
    <message>
        <source>New server</source>
        <translation>新服务器</translation>
    </message>
    <message>
        <source>“%1” is not a valid address. An address looks like http://rack.lan:8000/v1.</source>
        <translation>“%1”不是 http 或 https 地址，例如 http://rack.lan:8000/v1。</translation>
    </message>
    <message>
        <source>A key cannot contain spaces or special characters.</source>
        <translation>密钥不能含有空格或特殊字符。</translation>
    </message>
    <message>
        <source>Asking %1</source>
        <translation>正在查询 %1</translation>
    </message>
    <message>
        <source>%1 redirects to another address. Enter that one instead.</source>
        <translation>%1 会转到另一个地址。请改填那个地址。</translation>
    </message>
    <message>
        <source>%1 answers, but not as an OpenAI-compatible server. Does the address end in /v1?</source>
        <translation>%1 有响应，但不是 OpenAI 兼容服务器。地址是否以 /v1 结尾？</translation>
    </message>
    <message>
        <source>“%1” is not a price. A price is a number such as 0.15, per million tokens.</source>
        <translation>“%1”不是价格。价格是一个数字，例如每百万词元 0.15。</translation>
    </message>
    <message>
        <source>%1 does not answer over https (%2). If it speaks http, the address begins with http://.</source>
        <translation>%1 没有以 https 应答（%2）。如果它使用 http，地址应以 http:// 开头。</translation>
    </message>
</context>
<context>
    <name>hearth::app::EngineSettings</name>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Graphics card</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
</context>
<context>
    <name>hearth::app::EngineStatus</name>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
</context>
<context>
    <name>hearth::app::FilePlaces</name>
    <message>
        <source>Home</source>
        <translation>主文件夹</translation>
    </message>
    <message>
        <source>Desktop</source>
        <translation>桌面</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
</context>
<context>
    <name>hearth::app::FolderListing</name>
    <message>
        <source>There is no folder “%1”.</source>
        <translation>没有文件夹“%1”。</translation>
    </message>
    <message>
        <source>“%1” is a file, not a folder.</source>
        <translation>“%1”是文件，不是文件夹。</translation>
    </message>
    <message>
        <source>You do not have permission to open “%1”.</source>
        <translation>你没有打开“%1”的权限。</translation>
    </message>
    <message>
        <source>“%1” cannot be the name of a folder. Choose a name without a slash.</source>
        <translation>“%1”不能用作文件夹名称。请使用不含斜杠的名称。</translation>
    </message>
    <message>
        <source>“%1” already exists. Choose another name.</source>
        <translation>“%1”已存在。请换个名称。</translation>
    </message>
    <message>
        <source>“%1” was not created. Check that you may write to this folder.</source>
        <translation>未创建“%1”。请检查你是否有此文件夹的写入权限。</translation>
    </message>
    <message>
        <source>No files of this kind here</source>
        <translation>这里没有此类文件</translation>
    </message>
    <message>
        <source>No folders in here, and 1 file</source>
        <translation>没有文件夹，有 1 个文件</translation>
    </message>
    <message>
        <source>No folders in here, and %1 files</source>
        <translation>没有文件夹，有 %1 个文件</translation>
    </message>
    <message>
        <source>Only hidden files here</source>
        <translation>只有隐藏文件</translation>
    </message>
    <message>
        <source>This folder is empty</source>
        <translation>此文件夹是空的</translation>
    </message>
</context>
<context>
    <name>hearth::app::FullContext</name>
    <message>
        <source>%1 GB</source>
        <translation>%1 GB</translation>
    </message>
    <message>
        <source>This chat takes about %1 tokens, and %2 has room for %3.</source>
        <translation>此对话约有 %1 个词元，而 %2 可容纳 %3 个。</translation>
    </message>
    <message>
        <source>This chat takes %1 tokens, and the context has room for %2.</source>
        <translation>此对话有 %1 个词元，而上下文可容纳 %2 个。</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>未加载模型。</translation>
    </message>
    <message>
        <source>%1 decides how long the context is.</source>
        <translation>上下文长度由 %1 决定。</translation>
    </message>
    <message>
        <source>The model was trained on %1 tokens, which is too few for this chat.</source>
        <translation>模型的训练长度为 %1 个词元，不够容纳此对话。</translation>
    </message>
    <message>
        <source>A context of %1 tokens takes %2 more memory than is free.</source>
        <translation>%1 个词元的上下文所需内存比空闲内存多 %2。</translation>
    </message>
    <message>
        <source>There are no older turns to leave out.</source>
        <translation>没有可省略的更早轮次。</translation>
    </message>
    <message>
        <source>%1 earlier messages are left out.</source>
        <translation>%1 条较早的消息被省略。</translation>
    </message>
    <message>
        <source>%1 earlier messages (%2 tokens) are left out.</source>
        <translation>省略了 %1 条较早的消息（%2 个词元）。</translation>
    </message>
    <message>
        <source>%1 earlier tokens are left out.</source>
        <translation>省略了 %1 个较早的词元。</translation>
    </message>
    <message>
        <source>The last message alone takes %1 tokens. Shorten it, or what is attached to it.</source>
        <translation>仅最后一条消息就占用 %1 个词元。请缩短它或其附件。</translation>
    </message>
    <message>
        <source>A summary replaces %1 earlier messages.</source>
        <translation>总结代表 %1 条较早的消息。</translation>
    </message>
</context>
<context>
    <name>hearth::app::HeaderProbe</name>
    <message>
        <source>The temporary folder cannot be written.</source>
        <translation>无法写入临时文件夹。</translation>
    </message>
</context>
<context>
    <name>hearth::app::HttpTransport</name>
    <message>
        <source>The server sent a message of more than %1 MB.</source>
        <translation>服务器发送了超过 %1 MB 的消息。</translation>
    </message>
    <message>
        <source>%1 wants a key; put it into the headers of the server.</source>
        <translation>%1 需要密钥；请把它写入该服务器的标头。</translation>
    </message>
    <message>
        <source>The session with %1 is over.</source>
        <translation>与 %1 的会话已结束。</translation>
    </message>
    <message>
        <source>%1 answered with status %2.</source>
        <translation>%1 返回了状态 %2。</translation>
    </message>
    <message>
        <source>%1 gave no answer.</source>
        <translation>%1 没有回应。</translation>
    </message>
</context>
<context>
    <name>hearth::app::HubClient</name>
    <message>
        <source>HF_HUB_OFFLINE is set, so Hearth does not contact the hub. Unset it and restart Hearth.</source>
        <translation>已设置 HF_HUB_OFFLINE，因此 Hearth 不会向模型库请求任何内容。请取消该设置后重新启动。</translation>
    </message>
    <message>
        <source>this search</source>
        <translation>此搜索</translation>
    </message>
    <message>
        <source>The hub&apos;s answer cannot be read. Try again later.</source>
        <translation>无法读取模型库的响应。请稍后重试。</translation>
    </message>
    <message>
        <source>“%1” is not a model name.</source>
        <translation>“%1”不是模型名称。</translation>
    </message>
</context>
<context>
    <name>hearth::app::HubPage</name>
    <message>
        <source>Reading the header</source>
        <translation>正在读取文件头</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 参数</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 词元</translation>
    </message>
    <message>
        <source>%1 downloads a month</source>
        <translation>每月下载 %1 次</translation>
    </message>
    <message>
        <source>reading the header of one file</source>
        <translation>正在读取一个文件的文件头</translation>
    </message>
    <message>
        <source>memory calculated from the file header, for one conversation</source>
        <translation>内存按文件头计算，含一个对话</translation>
    </message>
    <message>
        <source>This page has no GGUF file that can be verified.</source>
        <translation>此页面没有可校验的 GGUF 文件。</translation>
    </message>
    <message>
        <source>Much weaker</source>
        <translation>大幅变弱</translation>
    </message>
    <message>
        <source>Clearly weaker</source>
        <translation>明显变弱</translation>
    </message>
    <message>
        <source>Noticeably weaker</source>
        <translation>略有变弱</translation>
    </message>
    <message>
        <source>Close to full</source>
        <translation>接近原版</translation>
    </message>
    <message>
        <source>Closer still</source>
        <translation>更接近原版</translation>
    </message>
    <message>
        <source>Hard to tell apart</source>
        <translation>难以分辨</translation>
    </message>
    <message>
        <source>Same for most uses</source>
        <translation>多数用途无差别</translation>
    </message>
    <message>
        <source>As published</source>
        <translation>原版</translation>
    </message>
</context>
<context>
    <name>hearth::app::HubSearch</name>
    <message>
        <source>Runs here</source>
        <translation>本机可运行</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>太大</translation>
    </message>
    <message>
        <source>%1 M</source>
        <translation>%1 M</translation>
    </message>
    <message>
        <source>%1 k</source>
        <translation>%1 k</translation>
    </message>
    <message>
        <source>Asking %1</source>
        <translation>正在查询 %1</translation>
    </message>
    <message>
        <source>Good models to start with that run here</source>
        <translation>适合入门且本机可运行</translation>
    </message>
    <message>
        <source>Good models to start with</source>
        <translation>适合入门</translation>
    </message>
    <message>
        <source>Nothing on %1 matches</source>
        <translation>%1 上没有匹配项</translation>
    </message>
    <message>
        <source>%1 of %2 matches run here</source>
        <translation>%2 个匹配项中有 %1 个本机可运行</translation>
    </message>
    <message>
        <source>A picture of 1,024 × 1,024 pixels costs about %1 tokens.</source>
        <translation>一张 1024 × 1024 像素的图片约需 %1 个词元。</translation>
    </message>
</context>
<context>
    <name>hearth::app::IndexThread</name>
    <message>
        <source>There is not enough memory. Close other programs and try again.</source>
        <translation>内存不足。请关闭其他程序后重试。</translation>
    </message>
</context>
<context>
    <name>hearth::app::InstalledModels</name>
    <message>
        <source>on %1</source>
        <translation>在 %1 上</translation>
    </message>
    <message>
        <source>Only files in %1 can be deleted here.</source>
        <translation>此处只能删除 %1 中的文件。</translation>
    </message>
    <message>
        <source>%1 could not be deleted. Check whether you may write there.</source>
        <translation>无法删除 %1。请检查你是否有写入权限。</translation>
    </message>
    <message>
        <source>%1 here, %2 free</source>
        <translation>此处占用 %1，可用 %2</translation>
    </message>
    <message>
        <source>%1 is the vision encoder of a model and not a model itself; keep it in the folder of its model, where Hearth finds it.</source>
        <translation>%1 是模型的图像编码器，本身不是模型；请将它放在其模型所在的文件夹中，Hearth 会在那里找到它。</translation>
    </message>
</context>
<context>
    <name>hearth::app::InterfaceScale</name>
    <message>
        <source>Interface scale: %1 %</source>
        <translation>整体缩放：%1 %</translation>
    </message>
    <message>
        <source>Interface scale: %1 %, after a restart</source>
        <translation>整体缩放：%1 %，重新启动后生效</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>立即重启</translation>
    </message>
</context>
<context>
    <name>hearth::app::JsonTree</name>
    <message>
        <source>1 value</source>
        <translation>1 个值</translation>
    </message>
    <message>
        <source>%1 values</source>
        <translation>%1 个值</translation>
    </message>
    <message>
        <source>1 entry</source>
        <translation>1 项</translation>
    </message>
    <message>
        <source>%1 entries</source>
        <translation>%1 项</translation>
    </message>
</context>
<context>
    <name>hearth::app::KeyBindings</name>
    <message>
        <source>%1 types text or moves the cursor. Combine it with Ctrl or Alt, or use a function key.</source>
        <translation>%1 用于输入文字或移动。请同时按住 Ctrl 或 Alt，或按功能键。</translation>
    </message>
    <message>
        <source>%1 is needed for editing text. Choose another shortcut.</source>
        <translation>%1 在编辑文字时需要。请按其他键。</translation>
    </message>
    <message>
        <source>%1 is already used for “%2”. Choose another shortcut, or change that one first.</source>
        <translation>%1 已用于“%2”。请按其他键，或先更改后者。</translation>
    </message>
</context>
<context>
    <name>hearth::app::LookSettings</name>
    <message>
        <source>System default</source>
        <translation>跟随系统</translation>
    </message>
</context>
<context>
    <name>hearth::app::MachineChecker</name>
    <message>
        <source>Measuring the memory…</source>
        <translation>正在测量内存…</translation>
    </message>
    <message>
        <source>The check was cancelled.</source>
        <translation>检测已取消。</translation>
    </message>
    <message>
        <source>off by %1, %2 allowed</source>
        <translation>误差 %1，允许 %2</translation>
    </message>
    <message>
        <source>Graphics card</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>Checked %1 operations</source>
        <translation>已检查 %1 项运算</translation>
    </message>
    <message>
        <source>reads %1</source>
        <translation>读取 %1</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>%1 of %2 match the reference</source>
        <translation>%2 项中有 %1 项与基准实现一致</translation>
    </message>
    <message>
        <source>%1 of %2 match the reference. Use another device, or update its driver.</source>
        <translation>%2 项中有 %1 项与基准实现一致。请改用其他设备，或更新其驱动。</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>No model in %1 to measure with</source>
        <translation>%1 中没有可用于测量的模型</translation>
    </message>
    <message>
        <source>%1, a slow disk: a 5 GB model takes %2 s to load</source>
        <translation>%1 位于较慢的磁盘上，加载 5 GB 的模型需要 %2 秒</translation>
    </message>
    <message>
        <source>%1: a 5 GB model takes %2 s to load</source>
        <translation>%1，加载 5 GB 的模型需要 %2 秒</translation>
    </message>
    <message>
        <source>no key kept</source>
        <translation>未保存密钥</translation>
    </message>
    <message>
        <source>one key kept</source>
        <translation>已保存 1 个密钥</translation>
    </message>
    <message>
        <source>%1 keys kept</source>
        <translation>已保存 %1 个密钥</translation>
    </message>
    <message>
        <source>Keyring</source>
        <translation>密钥环</translation>
    </message>
    <message>
        <source>Reachable; %1</source>
        <translation>可用；%1</translation>
    </message>
    <message>
        <source>Not available; server keys are kept until Hearth closes</source>
        <translation>没有响应；服务器密钥保留到 Hearth 退出</translation>
    </message>
    <message>
        <source>no problems found</source>
        <translation>一切正常</translation>
    </message>
    <message>
        <source>one problem</source>
        <translation>1 项需要处理</translation>
    </message>
    <message>
        <source>%1 problems</source>
        <translation>%1 项需要处理</translation>
    </message>
    <message>
        <source>Checked at %1, %2 checks in %3 s, %4</source>
        <translation>检查于 %1，%3 秒内完成 %2 项检查，%4</translation>
    </message>
    <message>
        <source>As of %1: %2 checks in %3 s, %4</source>
        <translation>截至 %1：%2 项检查，用时 %3 秒，%4</translation>
    </message>
    <message>
        <source>Sandbox for pictures</source>
        <translation>图片沙盒</translation>
    </message>
</context>
<context>
    <name>hearth::app::MachineWatch</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>%1 of %2 W</source>
        <translation>%1 / %2 W</translation>
    </message>
    <message>
        <source>%1 W</source>
        <translation>%1 W</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
</context>
<context>
    <name>hearth::app::McpDirectory</name>
    <message>
        <source>Starts when a chat uses tools.</source>
        <translation>在聊天使用工具时启动。</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>Tools: %1</source>
        <translation>工具：%1</translation>
    </message>
    <message>
        <source>The tool servers in &quot;%1&quot; cannot be read.</source>
        <translation>无法读取“%1”中的工具服务器。</translation>
    </message>
    <message>
        <source>The list of tool servers cannot be saved: %1.</source>
        <translation>无法保存工具服务器列表：%1。</translation>
    </message>
    <message>
        <source>Give the server a name.</source>
        <translation>请为服务器命名。</translation>
    </message>
    <message>
        <source>The name is longer than 64 characters.</source>
        <translation>名称超过 64 个字符。</translation>
    </message>
    <message>
        <source>There is a server of this name already.</source>
        <translation>已有同名的服务器。</translation>
    </message>
    <message>
        <source>The address cannot be read.</source>
        <translation>无法识别该地址。</translation>
    </message>
    <message>
        <source>Give a command, such as &quot;uvx mcp-server-time&quot;, or an address.</source>
        <translation>请输入命令（例如“uvx mcp-server-time”）或地址。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be read.</source>
        <translation>无法读取“%1”。</translation>
    </message>
    <message>
        <source>Servers added: %1.</source>
        <translation>已添加服务器：%1。</translation>
    </message>
    <message>
        <source>The system&apos;s keyring does not answer, so their keys are kept only until Hearth is closed.</source>
        <translation>系统密钥环没有响应，因此其密钥只保留到 Hearth 退出。</translation>
    </message>
</context>
<context>
    <name>hearth::app::McpServer</name>
    <message>
        <source>It did not start within %1 seconds.</source>
        <translation>它未在 %1 秒内启动。</translation>
    </message>
    <message>
        <source>It was stopped.</source>
        <translation>它已被停止。</translation>
    </message>
    <message>
        <source>The server refused.</source>
        <translation>服务器拒绝了。</translation>
    </message>
    <message>
        <source>It speaks a version of the protocol that Hearth does not know.</source>
        <translation>它使用的协议版本 Hearth 不认识。</translation>
    </message>
    <message>
        <source>%1 has no tool of the name &quot;%2&quot; any more.</source>
        <translation>%1 已没有名为“%2”的工具。</translation>
    </message>
    <message>
        <source>The server gave no answer that can be read.</source>
        <translation>服务器没有给出可读的回应。</translation>
    </message>
    <message>
        <source>%1 is not ready.</source>
        <translation>%1 尚未就绪。</translation>
    </message>
    <message>
        <source>%1 gave no text.</source>
        <translation>%1 没有给出文本。</translation>
    </message>
    <message>
        <source>It sends too many unrequested messages.</source>
        <translation>它发送了太多无人请求的消息。</translation>
    </message>
</context>
<context>
    <name>hearth::app::MessageSender</name>
    <message>
        <source>%1 messages are already waiting. This one stays in the composer.</source>
        <translation>已有 %1 条消息在等待发送。这一条会留在输入框中。</translation>
    </message>
</context>
<context>
    <name>hearth::app::MessageVersions</name>
    <message>
        <source>Load %1 to continue from here: other models use different tokens.</source>
        <translation>加载 %1 才能从这里继续：其他模型的词元不同。</translation>
    </message>
    <message>
        <source>Message deleted, with what followed it</source>
        <translation>已删除消息及其后的内容</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>hearth::app::ModelDevice</name>
    <message>
        <source>In a process of its own, in a sandbox. If it crashes, only the replies under way are lost.</source>
        <translation>在自己的进程中运行，位于沙盒内。崩溃只会失去正在生成的回复，不影响其他内容。</translation>
    </message>
    <message>
        <source>In Hearth&apos;s own process: a crash would end Hearth. Separate processes have not been tried on graphics cards yet.</source>
        <translation>在 Hearth 自身的进程中运行，一旦崩溃 Hearth 也会结束。独立进程尚未在显卡上试用过。</translation>
    </message>
    <message>
        <source>In Hearth&apos;s own process: a crash would end Hearth.</source>
        <translation>在 Hearth 自身的进程中运行，一旦崩溃 Hearth 也会结束。</translation>
    </message>
</context>
<context>
    <name>hearth::app::ModelQuantizer</name>
    <message>
        <source>Reading the model…</source>
        <translation>正在读取模型…</translation>
    </message>
    <message>
        <source>%1 already exists. Remove it first to make it again.</source>
        <translation>%1 已存在。请先删除它再重新生成。</translation>
    </message>
    <message>
        <source>The copy takes %1, and only %2 are free in %3. Free some space and try again.</source>
        <translation>副本需要 %1，而 %3 中仅剩 %2。请腾出空间后重试。</translation>
    </message>
    <message>
        <source>Writing the copy: %1</source>
        <translation>正在写入副本：%1</translation>
    </message>
    <message>
        <source>%1 instead of %2.</source>
        <translation>%1，原为 %2。</translation>
    </message>
    <message>
        <source>The copy is ready. Comparing both on a short text: about %1 s left</source>
        <translation>副本已生成。正在用一段短文本比较两者：约剩 %1 秒</translation>
    </message>
    <message>
        <source>Its cost is not known: %1</source>
        <translation>无法得知损失多少：%1</translation>
    </message>
    <message>
        <source>Cancelled. Nothing was kept.</source>
        <translation>已取消，未保留任何内容。</translation>
    </message>
    <message>
        <source>Running the text through the model: about %1 s left</source>
        <translation>正在用模型读取文本：约剩 %1 秒</translation>
    </message>
    <message>
        <source>On %1 tokens: perplexity %2 instead of %3, KL divergence %4, the same first choice for %5 % of tokens.</source>
        <translation>在 %1 个词元上：困惑度 %2（原为 %3），KL 散度 %4，%5 % 的位置首选相同。</translation>
    </message>
</context>
<context>
    <name>hearth::app::ModelRoute</name>
    <message>
        <source>%1 on %2</source>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>Choose two different models.</source>
        <translation>请选择两个不同的模型。</translation>
    </message>
    <message>
        <source>Chats that the large model answers leave this computer for %1.</source>
        <translation>由大模型回答的对话会离开本机，发往 %1。</translation>
    </message>
    <message>
        <source>%1 of %2 replies by the small model</source>
        <translation>%2 条回复中有 %1 条由小模型给出</translation>
    </message>
    <message>
        <source>%1 s saved</source>
        <translation>节省 %1 秒</translation>
    </message>
    <message>
        <source>%1 s lost</source>
        <translation>多用 %1 秒</translation>
    </message>
    <message>
        <source>%1; %2 for hard requests</source>
        <translation>%1；困难的请求用 %2</translation>
    </message>
    <message>
        <source>Both models need %1 GB of memory and %2 GB is available: choose smaller ones, or use the small one alone.</source>
        <translation>两个模型需要 %1 GB 内存，可用 %2 GB：请选择更小的模型，或只使用小模型。</translation>
    </message>
    <message>
        <source>Both fit: they take %1 of the %2 GB available.</source>
        <translation>两者都放得下：占用可用 %2 GB 中的 %1 GB。</translation>
    </message>
</context>
<context>
    <name>hearth::app::ModelVerifier</name>
    <message>
        <source>Checking: %1 %</source>
        <translation>正在核对：%1 %</translation>
    </message>
    <message>
        <source>The file cannot be read (%1).</source>
        <translation>无法读取文件（%1）。</translation>
    </message>
    <message>
        <source>The file is not the one that was published: its SHA-256 differs. Download it again.</source>
        <translation>此文件与公布的不一致：SHA-256 不符。请重新下载。</translation>
    </message>
    <message>
        <source>Unchanged: the SHA-256 is the published one.</source>
        <translation>未改动：SHA-256 与公布的一致。</translation>
    </message>
    <message>
        <source>The vision encoder, %1, is not the file that was published: its SHA-256 differs. Download it again.</source>
        <translation>图像编码器 %1 不是已发布的文件：其 SHA-256 不同。请重新下载。</translation>
    </message>
</context>
<context>
    <name>hearth::app::ModelsFolder</name>
    <message>
        <source>Downloads go to the current folder. Let them finish or cancel them first.</source>
        <translation>有下载正在写入当前文件夹。请先等待其完成或取消。</translation>
    </message>
    <message>
        <source>A model is loading or writing a reply. Wait for it, or stop it first.</source>
        <translation>模型正在加载或正在回复。请先等待或停止。</translation>
    </message>
    <message>
        <source>Nothing can be written into %1. Choose another folder, or give yourself permission.</source>
        <translation>无法写入 %1。请选择其他文件夹，或授予自己写入权限。</translation>
    </message>
    <message>
        <source>Choose a folder that is neither inside the current one nor contains it.</source>
        <translation>请选择一个既不在当前文件夹内、也不包含当前文件夹的文件夹。</translation>
    </message>
    <message>
        <source>The models take %1, and %2 is free in %3. Free some space there, or choose another folder.</source>
        <translation>模型占用 %1，而 %3 中仅剩 %2。请腾出空间，或选择其他文件夹。</translation>
    </message>
    <message>
        <source>Your models folder, %1, is still missing. Check its disk, or choose another folder.</source>
        <translation>您的模型文件夹 %1 仍然不在。请检查其磁盘，或选择另一个文件夹。</translation>
    </message>
    <message>
        <source>Your models folder, %1, is missing. Connect its disk and try again, or choose another folder; until then models are kept in Hearth&apos;s own.</source>
        <translation>您的模型文件夹 %1 不在。请连接其磁盘后重试，或选择另一个文件夹；在此之前，模型保存在 Hearth 自己的文件夹中。</translation>
    </message>
</context>
<context>
    <name>hearth::app::NextTokenModel</name>
    <message>
        <source>top-k keeps %1</source>
        <translation>top-k 保留 %1 个</translation>
    </message>
    <message>
        <source>top-p cuts after %1</source>
        <translation>top-p 在 %1 后截断</translation>
    </message>
    <message>
        <source>min-p cuts below %1</source>
        <translation>min-p 舍弃低于 %1 的词元</translation>
    </message>
</context>
<context>
    <name>hearth::app::NumberText</name>
    <message>
        <source>1 token</source>
        <translation>1 个词元</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个词元</translation>
    </message>
</context>
<context>
    <name>hearth::app::OpenChat</name>
    <message>
        <source>This was not saved</source>
        <translation>未能保存</translation>
    </message>
</context>
<context>
    <name>hearth::app::PictureExport</name>
    <message>
        <source>The picture is damaged and cannot be copied. Save it as a file instead.</source>
        <translation>图片已损坏，无法复制。请改为将其保存为文件。</translation>
    </message>
    <message>
        <source>The picture was copied</source>
        <translation>图片已复制</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>已保存为 %1</translation>
    </message>
    <message>
        <source>%1 could not be written (%2). Choose another folder.</source>
        <translation>无法写入 %1（%2）。请另选文件夹。</translation>
    </message>
</context>
<context>
    <name>hearth::app::PictureTokens</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1, and %2 in the overview</source>
        <translation>%1，概览中 %2</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 个词元</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个词元</translation>
    </message>
    <message>
        <source>%1, %2 × %3</source>
        <translation>%1，%2 × %3</translation>
    </message>
    <message>
        <source>%1 in %2 parts</source>
        <translation>%1，分为 %2 部分</translation>
    </message>
    <message>
        <source>%1, with an overview</source>
        <translation>%1，含概览</translation>
    </message>
    <message>
        <source>%1  ·  %2</source>
        <translation>%1  ·  %2</translation>
    </message>
    <message>
        <source>Not looked at</source>
        <translation>未被关注</translation>
    </message>
    <message>
        <source>Looked most at the upper left, %1</source>
        <translation>最关注左上，%1</translation>
    </message>
    <message>
        <source>Looked most at the top, %1</source>
        <translation>最关注上方，%1</translation>
    </message>
    <message>
        <source>Looked most at the upper right, %1</source>
        <translation>最关注右上，%1</translation>
    </message>
    <message>
        <source>Looked most at the left, %1</source>
        <translation>最关注左侧，%1</translation>
    </message>
    <message>
        <source>Looked most at the middle, %1</source>
        <translation>最关注中间，%1</translation>
    </message>
    <message>
        <source>Looked most at the right, %1</source>
        <translation>最关注右侧，%1</translation>
    </message>
    <message>
        <source>Looked most at the lower left, %1</source>
        <translation>最关注左下，%1</translation>
    </message>
    <message>
        <source>Looked most at the bottom, %1</source>
        <translation>最关注下方，%1</translation>
    </message>
    <message>
        <source>Looked most at the lower right, %1</source>
        <translation>最关注右下，%1</translation>
    </message>
    <message>
        <source>Picture %1 of %2</source>
        <translation>第 %1 张图片，共 %2 张</translation>
    </message>
</context>
<context>
    <name>hearth::app::PrecisionTable</name>
    <message>
        <source>This model</source>
        <translation>此模型</translation>
    </message>
    <message>
        <source>%1: %2 billion parameters</source>
        <translation>%1：%2 十亿参数</translation>
    </message>
    <message>
        <source>%1k</source>
        <translation>%1k</translation>
    </message>
    <message>
        <source>16 bits</source>
        <translation>16 位</translation>
    </message>
    <message>
        <source>8 bits</source>
        <translation>8 位</translation>
    </message>
    <message>
        <source>4 bits</source>
        <translation>4 位</translation>
    </message>
    <message>
        <source>none fits: the smallest needs %1 more</source>
        <translation>最小的也不行：还需 %1</translation>
    </message>
    <message>
        <source>up to %1, %2 with 8k of context</source>
        <translation>最高 %1，含 8k 上下文需 %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Memory of this computer</source>
        <translation>本机内存</translation>
    </message>
</context>
<context>
    <name>hearth::app::PresetListModel</name>
    <message>
        <source>Balanced</source>
        <translation>均衡</translation>
    </message>
    <message>
        <source>For most chats</source>
        <translation>适合大多数对话</translation>
    </message>
    <message>
        <source>Precise</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>Facts, code, summaries</source>
        <translation>事实、代码、摘要</translation>
    </message>
    <message>
        <source>Creative</source>
        <translation>创意</translation>
    </message>
    <message>
        <source>Stories and ideas</source>
        <translation>故事与点子</translation>
    </message>
    <message>
        <source>Greedy</source>
        <translation>贪心</translation>
    </message>
    <message>
        <source>Always the most likely token; the same text every time</source>
        <translation>总选最可能的词元；每次文本都相同</translation>
    </message>
    <message>
        <source>The preset was not saved</source>
        <translation>预设未保存</translation>
    </message>
    <message>
        <source>%1 could not be written (%2). Choose another folder.</source>
        <translation>无法写入 %1（%2）。请另选文件夹。</translation>
    </message>
    <message>
        <source>The presets were not imported</source>
        <translation>未导入预设</translation>
    </message>
    <message>
        <source>%1 could not be read (%2). Choose another file.</source>
        <translation>无法读取 %1（%2）。请选择其他文件。</translation>
    </message>
</context>
<context>
    <name>hearth::app::ProgramList</name>
    <message>
        <source>One request</source>
        <translation>一个请求</translation>
    </message>
    <message>
        <source>%1 requests</source>
        <translation>%1 个请求</translation>
    </message>
    <message>
        <source>%1 tokens read, %2 % of them cached</source>
        <translation>读取 %1 个词元，其中 %2 % 来自缓存</translation>
    </message>
    <message>
        <source>%1 written</source>
        <translation>写出 %1 个</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 个失败</translation>
    </message>
</context>
<context>
    <name>hearth::app::PromptListModel</name>
    <message>
        <source>The system prompt was not saved</source>
        <translation>系统提示词未保存</translation>
    </message>
    <message>
        <source>The system prompt was not removed</source>
        <translation>系统提示词未移除</translation>
    </message>
    <message>
        <source>The system prompts could not be read</source>
        <translation>无法读取系统提示词</translation>
    </message>
</context>
<context>
    <name>hearth::app::ReplyComparison</name>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Reading the prompt, %1 of %2 tokens</source>
        <translation>正在读取提示词，%1 / %2 词元</translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 tok/s</translation>
    </message>
</context>
<context>
    <name>hearth::app::ReplyInspector</name>
    <message>
        <source>Nothing is stored about how this text was generated.</source>
        <translation>没有保存此文本的生成信息。</translation>
    </message>
    <message>
        <source>Load %1 to see the tokens: their text is stored in the model file.</source>
        <translation>加载 %1 才能查看词元：词元的文本在该模型的文件中。</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Only the server knows how this model splits text into tokens.</source>
        <translation>只有其服务器知道此模型如何把文本切分为词元。</translation>
    </message>
    <message>
        <source>Load a model to see how it splits this text into tokens.</source>
        <translation>加载一个模型以查看它如何把这段文本切分为词元。</translation>
    </message>
    <message>
        <source>The model read %1 tokens; the messages as they are now have %2, so what it read cannot be shown any more.</source>
        <translation>模型读取了 %1 个词元；现在的消息有 %2 个，因此无法再显示当时读取的内容。</translation>
    </message>
    <message>
        <source>%1 tokens after the first %2 were left out, because the chat did not fit.</source>
        <translation>由于聊天放不下，省略了 %1 个词元（位于前 %2 个之后）。</translation>
    </message>
    <message>
        <source>To “%1”</source>
        <translation>回复“%1”</translation>
    </message>
    <message>
        <source>This reply is still being written.</source>
        <translation>此回复仍在书写中。</translation>
    </message>
    <message>
        <source>This reply ended before its first token.</source>
        <translation>此回复在第一个词元 之前就结束了。</translation>
    </message>
</context>
<context>
    <name>hearth::app::ReplyReplay</name>
    <message>
        <source>Same text: all %1 tokens match.</source>
        <translation>文本相同：全部 %1 个词元均已复现。</translation>
    </message>
    <message>
        <source>The text differs from token %1 on.</source>
        <translation>从第 %1 个词元起文本不同。</translation>
    </message>
    <message>
        <source>Other than then: %1.</source>
        <translation>与当时不同：%1。</translation>
    </message>
    <message>
        <source>Same text: its one token matches.</source>
        <translation>文本相同：唯一的词元一致。</translation>
    </message>
    <message>
        <source>This reply has no text to compare with.</source>
        <translation>此回复没有可供比较的文本。</translation>
    </message>
    <message>
        <source>Same text: all %1 characters match.</source>
        <translation>文本相同：全部 %1 个字符一致。</translation>
    </message>
    <message>
        <source>Same text and same calls.</source>
        <translation>文本和调用均相同。</translation>
    </message>
    <message>
        <source>The text differs from character %1 on.</source>
        <translation>文本从第 %1 个字符起不同。</translation>
    </message>
    <message>
        <source>The text is the same, and the calls of tools differ.</source>
        <translation>文本相同，但工具调用不同。</translation>
    </message>
</context>
<context>
    <name>hearth::app::ReplyStructure</name>
    <message>
        <source>This is longer than a megabyte and was not taken; shorten it.</source>
        <translation>内容超过 1 MB，未被采用；请缩短。</translation>
    </message>
    <message>
        <source>The file was not taken</source>
        <translation>文件未被采用</translation>
    </message>
    <message>
        <source>%1 could not be read (%2). Choose another file.</source>
        <translation>无法读取 %1（%2）。请选择其他文件。</translation>
    </message>
    <message>
        <source>%1 is longer than a megabyte. Choose a smaller file.</source>
        <translation>%1 超过 1 MB。请选择更小的文件。</translation>
    </message>
    <message>
        <source>%1 is not a text in UTF-8. Choose another file.</source>
        <translation>%1 不是 UTF-8 文本。请选择其他文件。</translation>
    </message>
    <message>
        <source>%1 cannot hold replies to a regular expression. Choose a JSON schema, or a model on this computer.</source>
        <translation>%1 无法按正则表达式约束回复。请选择 JSON 模式，或本机上的模型。</translation>
    </message>
    <message>
        <source>%1 cannot hold replies to a grammar. Choose a JSON schema, or a model on this computer.</source>
        <translation>%1 无法按语法约束回复。请选择 JSON 模式，或本机上的模型。</translation>
    </message>
</context>
<context>
    <name>hearth::app::ReplyTimes</name>
    <message>
        <source>drafted %1  ·  accepted %2</source>
        <translation>提前猜测 %1  ·  猜中 %2</translation>
    </message>
</context>
<context>
    <name>hearth::app::RequestList</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1: refused or failed (%2)</source>
        <translation>%1：被拒绝或失败（%2）</translation>
    </message>
    <message>
        <source>%1: ended by the program</source>
        <translation>%1：由程序结束</translation>
    </message>
    <message>
        <source>%1: %2 tokens read, %3 of them cached; %4 written in %5 s</source>
        <translation>%1：读取 %2 个词元，其中 %3 个来自缓存；%5 秒内写出 %4 个</translation>
    </message>
</context>
<context>
    <name>hearth::app::RerankerChoice</name>
    <message>
        <source>None: as they were found</source>
        <translation>无：保持找到时的顺序</translation>
    </message>
    <message>
        <source>Passages stay in the order in which they were found: no reranker is installed. One such as %1 reads the best of them with the question.</source>
        <translation>段落保持找到时的顺序：没有安装重排模型。像 %1 这样的模型会把最佳段落与问题一起读。</translation>
    </message>
    <message>
        <source>Passages stay in the order in which they were found.</source>
        <translation>段落保持找到时的顺序。</translation>
    </message>
    <message>
        <source>Passages stay in the order in which they were found: the chosen reranker is not installed any longer.</source>
        <translation>段落保持找到时的顺序：所选的重排模型已不再安装。</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>正在加载模型…</translation>
    </message>
    <message>
        <source>The best %1 passages are read with the question. The model takes about %2 of memory.</source>
        <translation>最佳的 %1 个段落会与问题一起读。该模型约占用 %2 内存。</translation>
    </message>
    <message>
        <source>Passages stay in the order in which they were found. %1</source>
        <translation>段落保持找到时的顺序。%1</translation>
    </message>
    <message>
        <source>The best %1 passages are read with the question. The model is loaded with the first one and takes about %2 of memory.</source>
        <translation>最佳的 %1 个段落会与问题一起读。该模型在第一个问题时加载，约占用 %2 内存。</translation>
    </message>
    <message>
        <source>The last passages stayed in the order in which they were found: the model read none of them in %1 s. A smaller one is quicker.</source>
        <translation>上次的段落保持找到时的顺序：模型在 %1 秒内一个也没有读完。较小的模型更快。</translation>
    </message>
    <message>
        <source>Of the best %1 passages there was time to read %2 with the last question; the others stayed after them. The model takes about %3 of memory.</source>
        <translation>在最佳的 %1 个段落中，上一个问题的时间够读 %2 个；其余的排在后面。模型约占 %3 内存。</translation>
    </message>
</context>
<context>
    <name>hearth::app::SamplingRanges</name>
    <message>
        <source>The same seed and settings give the same text again. Empty: a new one for every reply.</source>
        <translation>种子和设置相同，文本就会再次相同。留空：每次回复使用新种子。</translation>
    </message>
    <message>
        <source>The reply ends before the first of these texts.</source>
        <translation>回复会在最先出现的停止文本之前结束。</translation>
    </message>
</context>
<context>
    <name>hearth::app::SamplingSettings</name>
    <message>
        <source>Balanced</source>
        <translation>均衡</translation>
    </message>
    <message>
        <source>Model default</source>
        <translation>此模型的预设</translation>
    </message>
    <message>
        <source>My default</source>
        <translation>我的默认设置</translation>
    </message>
</context>
<context>
    <name>hearth::app::SandboxNote</name>
    <message>
        <source>No files, no network, no other programs</source>
        <translation>无法访问文件、网络和其他程序</translation>
    </message>
    <message>
        <source>No network and no other programs. Files can be opened: this kernel has no Landlock.</source>
        <translation>无法访问网络和其他程序。文件可以被打开：此内核没有 Landlock。</translation>
    </message>
    <message>
        <source>Limits of memory and time alone: this kernel has no seccomp. Open pictures of people you trust.</source>
        <translation>仅限制内存和时间：此内核没有 seccomp。请只打开您信任的人的图片。</translation>
    </message>
    <message>
        <source>Not known: the process that decodes pictures could not be started.</source>
        <translation>未知：无法启动解码图片的进程。</translation>
    </message>
</context>
<context>
    <name>hearth::app::SpeedBook</name>
    <message>
        <source>about %1 tokens/s, first token after %2 s or more (prompt of %3)</source>
        <translation>约 %1 词元/秒，回复 %3 词元时首个词元需 %2 秒或更久</translation>
    </message>
</context>
<context>
    <name>hearth::app::SpeedView</name>
    <message>
        <source>%1 million</source>
        <translation>%1 百万</translation>
    </message>
    <message>
        <source>%1 billion</source>
        <translation>%1 十亿</translation>
    </message>
    <message>
        <source>Load a model to see what bounds its speed.</source>
        <translation>请加载模型，以查看其速度受什么限制。</translation>
    </message>
    <message>
        <source>This is known of a model that runs on this computer alone.</source>
        <translation>仅对单独在本机运行的模型可知。</translation>
    </message>
    <message>
        <source>The shapes of this model are not known.</source>
        <translation>此模型的形状未知。</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>All numbers of the model.</source>
        <translation>模型的全部数字。</translation>
    </message>
    <message>
        <source>Active for a token</source>
        <translation>每个词元激活</translation>
    </message>
    <message>
        <source>What one token is multiplied with: one row of the embeddings, and of a mixture of experts the chosen ones.</source>
        <translation>一个词元与之相乘的部分：嵌入表的一行，以及专家混合中被选中的专家。</translation>
    </message>
    <message>
        <source>Bytes of weights a token</source>
        <translation>每词元的权重字节</translation>
    </message>
    <message>
        <source>A reply reads them once for every token: that is what bounds it.</source>
        <translation>回复的每个词元都要读取一遍：这就是它的瓶颈。</translation>
    </message>
    <message>
        <source>Work a token</source>
        <translation>每词元运算</translation>
    </message>
    <message>
        <source>%1 GFLOP</source>
        <translation>%1 GFLOP</translation>
    </message>
    <message>
        <source>Two operations for each weight that a token meets: it is multiplied and added.</source>
        <translation>词元遇到的每个权重对应两次运算：乘与加。</translation>
    </message>
    <message>
        <source>Cache of a token</source>
        <translation>每词元缓存</translation>
    </message>
    <message>
        <source>Keys and values in 16 bits, which every later token reads.</source>
        <translation>16 位的键和值，之后的每个词元都会读取。</translation>
    </message>
    <message>
        <source>The last reply, measured: %1 tokens/s. It read %2 a token, %3 % of what this memory gives.</source>
        <translation>上一个回复（实测）：%1 词元/秒。每词元读取 %2，为此内存能力的 %3 %。</translation>
    </message>
    <message>
        <source>Prompt, %1 tokens at once</source>
        <translation>提示，一次 %1 个词元</translation>
    </message>
    <message>
        <source>One reply</source>
        <translation>一个回复</translation>
    </message>
    <message>
        <source>%1 replies, or drafts of one</source>
        <translation>%1 个回复，或一个回复的草稿</translation>
    </message>
    <message>
        <source>The last reply</source>
        <translation>上一个回复</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>hearth::app::StartChoice</name>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>The model that was used last is gone: %1. Put the file back, or choose another model.</source>
        <translation>上次使用的模型已不存在：%1。请放回文件，或选择其他模型。</translation>
    </message>
</context>
<context>
    <name>hearth::app::StdioTransport</name>
    <message>
        <source>The server crashed.</source>
        <translation>服务器崩溃了。</translation>
    </message>
    <message>
        <source>The server ended with status %1.</source>
        <translation>服务器以状态 %1 结束。</translation>
    </message>
    <message>
        <source>The server does not read what it is sent.</source>
        <translation>服务器不读取发给它的内容。</translation>
    </message>
    <message>
        <source>The server sent a message of more than %1 MB.</source>
        <translation>服务器发送了超过 %1 MB 的消息。</translation>
    </message>
    <message>
        <source>It said: %1</source>
        <translation>它说：%1</translation>
    </message>
    <message>
        <source>There is no program &quot;%1&quot;. Install it, or correct the command.</source>
        <translation>没有程序“%1”。请安装它，或更正命令。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be started. It has to be a program that you may run, and what it needs has to be installed.</source>
        <translation>“%1”无法启动。它必须是你可以运行的程序，并且其所需的组件已安装。</translation>
    </message>
</context>
<context>
    <name>hearth::app::SteadyApplication</name>
    <message>
        <source>The memory was full, so the last action was not carried out. Close other programs, or start Hearth again.</source>
        <translation>内存已满，上一个操作未能执行。请关闭其他程序，或重新启动 Hearth。</translation>
    </message>
</context>
<context>
    <name>hearth::app::SummaryWriter</name>
    <message>
        <source>The context has no room for a summary.</source>
        <translation>上下文没有空间容纳总结。</translation>
    </message>
    <message>
        <source>The model wrote no summary.</source>
        <translation>模型没有写出总结。</translation>
    </message>
</context>
<context>
    <name>hearth::app::TokenBranch</name>
    <message>
        <source>This token ends the reply, so there is nothing to continue.</source>
        <translation>此词元是回复的结尾，后面没有可继续的内容。</translation>
    </message>
    <message>
        <source>This token is a part of a character; choose the one after it.</source>
        <translation>此词元只是一个字符的一部分；请选择它后面的词元。</translation>
    </message>
    <message>
        <source>The server does not say where in the text this token is, so no reply can begin with it.</source>
        <translation>服务器没有说明该词元在文本中的位置，因此无法以它开始新的回复。</translation>
    </message>
</context>
<context>
    <name>hearth::app::TokenCosts</name>
    <message>
        <source>%1 replies from servers, at the prices of the time: %2 tokens read, %3 written.</source>
        <translation>按当时价格，服务器的 %1 个回复：读取 %2 词元，写出 %3 词元。</translation>
    </message>
    <message>
        <source>%1 replies of this computer cost nothing; at the price of %2 their %3 tokens read and %4 written would have.</source>
        <translation>本机的 %1 个回复没有费用；按 %2 的价格，其读取的 %3 词元和写出的 %4 词元会花费这么多。</translation>
    </message>
    <message>
        <source>Of that, saved by the cache</source>
        <translation>其中由缓存节省</translation>
    </message>
    <message>
        <source>%1 tokens were in the cache and were not read again.</source>
        <translation>%1 个词元已在缓存中，没有重新读取。</translation>
    </message>
    <message>
        <source>Enter a server&apos;s price for a million tokens under Models, Endpoints, to see what replies cost.</source>
        <translation>在“模型”的“端点”中输入服务器每百万词元的价格，即可查看回复的费用。</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>此对话</translation>
    </message>
    <message>
        <source>This month, all chats</source>
        <translation>本月，所有对话</translation>
    </message>
    <message>
        <source>This chat, had a server written it</source>
        <translation>此对话（若由服务器撰写）</translation>
    </message>
    <message>
        <source>This month, had a server written all of it</source>
        <translation>本月（若全部由服务器撰写）</translation>
    </message>
    <message>
        <source>There are no replies yet.</source>
        <translation>还没有回复。</translation>
    </message>
</context>
<context>
    <name>hearth::app::TokenWay</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>Send a message: its reply is followed here through the model.</source>
        <translation>发送一条消息：此处会跟踪其回复在模型中的过程。</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>The template of the model writes the chat as one text, with marks of who speaks.</source>
        <translation>模型的模板把对话写成一段文本，并标明谁在说话。</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>%1 tokens in %2</source>
        <translation>%1 词元，用时 %2</translation>
    </message>
    <message>
        <source>The text is split into pieces that the model knows, each a number.</source>
        <translation>文本被切成模型认识的片段，每个片段是一个编号。</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>%1 reused</source>
        <translation>复用 %1</translation>
    </message>
    <message>
        <source>Keys and values of tokens that stood in front of an earlier reply are still there and are not computed again.</source>
        <translation>之前回复前面的词元，其键和值仍在，不会重新计算。</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>%1 tokens in %2, %3 a second</source>
        <translation>%1 词元，用时 %2，每秒 %3</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>one row of %1</source>
        <translation>%1 行中的一行</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>%1 layers, about %2 each</source>
        <translation>%1 层，每层约 %2</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 层</translation>
    </message>
    <message>
        <source>Each layer looks back at the tokens before (attention), then works on what it has (feed-forward), and adds both. The time is that of a token divided by the layers.</source>
        <translation>每一层先回看之前的词元（注意力），再处理所得（前馈），并把两者相加。时间为一个词元的时间除以层数。</translation>
    </message>
    <message>
        <source>Logits</source>
        <translation>Logits</translation>
    </message>
    <message>
        <source>%1 numbers</source>
        <translation>%1 个数字</translation>
    </message>
    <message>
        <source>The last list of numbers is compared with every token of the vocabulary: the more alike, the likelier it comes next.</source>
        <translation>最后一列数字与词表中的每个词元比较：越相似，越可能是下一个。</translation>
    </message>
    <message>
        <source>, at the first token %1 of the %2 likeliest stay</source>
        <translation>，第一个词元保留最可能的 %2 个中的 %1 个</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>temperature %1</source>
        <translation>温度 %1</translation>
    </message>
    <message>
        <source>Temperature makes likely tokens likelier or less so; top-k, top-p and min-p leave out the rest.</source>
        <translation>温度使可能的词元更可能或更不可能；top-k、top-p 和 min-p 去掉其余。</translation>
    </message>
    <message>
        <source>Choice</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>the first token had %1 %</source>
        <translation>第一个词元为 %1 %</translation>
    </message>
    <message>
        <source>One of those that are left is drawn by chance.</source>
        <translation>从剩下的词元中随机抽取一个。</translation>
    </message>
    <message>
        <source>One of those that are left is drawn by chance, which begins with the seed %1: the same seed draws the same tokens.</source>
        <translation>从剩下的词元中随机抽取一个，随机从种子 %1 开始：相同的种子抽出相同的词元。</translation>
    </message>
    <message>
        <source>And again</source>
        <translation>再来一次</translation>
    </message>
    <message>
        <source>The token goes in at the top and the next one comes out. %1 were guessed and checked together, %2 of them were right.</source>
        <translation>词元从头输入，下一个随之产生。其中 %1 个是猜测后一起检验的，%2 个猜对。</translation>
    </message>
    <message>
        <source>The token goes in at the top and the next one comes out, one after the other, until the model says that it is done.</source>
        <translation>词元从头输入，下一个随之产生，如此逐个进行，直到模型表示完成。</translation>
    </message>
    <message>
        <source>All other tokens go through the layers, many at once, and leave their keys and values in the cache.</source>
        <translation>其余词元一次多个地通过各层，并留下它们的键和值。</translation>
    </message>
    <message>
        <source>The number of a token picks a row of a table: a list of numbers that represents it.</source>
        <translation>词元的编号选取表中的一行：代表它的一列数字。</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个词元</translation>
    </message>
</context>
<context>
    <name>hearth::app::ToolBox</name>
    <message>
        <source>%1 has more tools than the %2 that are offered.</source>
        <translation>%1 的工具多于可提供的 %2 个。</translation>
    </message>
    <message>
        <source>Its name cannot be used.</source>
        <translation>它的名称无法使用。</translation>
    </message>
    <message>
        <source>The description of its arguments cannot be used.</source>
        <translation>其参数的描述无法使用。</translation>
    </message>
</context>
<context>
    <name>hearth::app::TrashModel</name>
    <message>
        <source>Deleted today</source>
        <translation>今天删除</translation>
    </message>
    <message>
        <source>Deleted yesterday</source>
        <translation>昨天删除</translation>
    </message>
    <message>
        <source>Deleted %1 days ago</source>
        <translation>%1 天前删除</translation>
    </message>
    <message>
        <source>erased at the next start</source>
        <translation>下次启动时清除</translation>
    </message>
    <message>
        <source>erased tomorrow</source>
        <translation>明天清除</translation>
    </message>
    <message>
        <source>erased in %1 days</source>
        <translation>%1 天后清除</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>The trash could not be read</source>
        <translation>无法读取回收站</translation>
    </message>
    <message>
        <source>The chat was not erased</source>
        <translation>对话未清除</translation>
    </message>
    <message>
        <source>The trash was not emptied</source>
        <translation>回收站未清空</translation>
    </message>
    <message>
        <source>Erasing: %1 of %2 messages</source>
        <translation>正在删除：%1/%2 条消息</translation>
    </message>
</context>
<context>
    <name>hearth::app::VisionDownload</name>
    <message>
        <source>Asking %1</source>
        <translation>正在查询 %1</translation>
    </message>
    <message>
        <source>%1 has no file for this model that reads pictures.</source>
        <translation>%1 没有能让此模型读取图片的文件。</translation>
    </message>
    <message>
        <source>pictures</source>
        <translation>图片</translation>
    </message>
</context>
<context>
    <name>hearth::app::WholeDocuments</name>
    <message>
        <source>They take %1 tokens and there is room for %2: those that do not fit stay out. Choose fewer, or a longer context.</source>
        <translation>它们需要 %1 个词元，而空间只有 %2 个：放不下的不会加入。请少选一些，或使用更长的上下文。</translation>
    </message>
    <message>
        <source>As a whole: %1 of the %2 tokens that there is room for.</source>
        <translation>整篇文档：占用可用的 %2 个词元中的 %1 个。</translation>
    </message>
    <message>
        <source>%1 tokens, which do not fit into the context</source>
        <translation>%1 个词元，放不进上下文</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个词元</translation>
    </message>
    <message>
        <source>about %1 tokens</source>
        <translation>约 %1 个词元</translation>
    </message>
</context>
<context>
    <name>hearth::app::WordTokens</name>
    <message>
        <source>Load a model to see how its vocabulary splits words.</source>
        <translation>请加载模型，以查看其词表如何切分词语。</translation>
    </message>
    <message>
        <source>Only the server knows how this model splits text into tokens.</source>
        <translation>只有其服务器知道此模型如何把文本切分为词元。</translation>
    </message>
    <message>
        <source>%1  ·  %2 × English</source>
        <translation>%1  ·  英语的 %2 倍</translation>
    </message>
    <message>
        <source>Your text</source>
        <translation>你的文字</translation>
    </message>
    <message>
        <source>A program in Python</source>
        <translation>一段 Python 程序</translation>
    </message>
    <message>
        <source>%1 tokens  ·  %2 bytes each</source>
        <translation>%1 个词元  ·  每个 %2 字节</translation>
    </message>
</context>
</TS>
