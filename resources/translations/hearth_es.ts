<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
<context>
    <name>AboutPage</name>
    <message>
        <source>About</source>
        <translation>Acerca de</translation>
    </message>
    <message>
        <source>Hearth %1</source>
        <translation>Hearth %1</translation>
    </message>
    <message>
        <source>Chat with language models on your own computer. Free software under the Apache License 2.0.</source>
        <translation>Chatea con modelos de lenguaje en tu propio equipo. Software libre con la licencia Apache 2.0.</translation>
    </message>
    <message>
        <source>This build</source>
        <translation>Esta compilación</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copiado</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>Copiar informe</translation>
    </message>
    <message>
        <source>Versions, device, doctor and recent errors, for a bug report. It contains no chat text.</source>
        <translation>Versiones, equipo, diagnóstico y errores recientes, para informar de un fallo. No contiene texto de los chats.</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>Carpeta de datos</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
    <message>
        <source>Opens the data folder in the file manager</source>
        <translation>Abre la carpeta de datos en el gestor de archivos</translation>
    </message>
    <message>
        <source>Open the data folder</source>
        <translation>Abrir la carpeta de datos</translation>
    </message>
    <message>
        <source>Log folder</source>
        <translation>Carpeta de registros</translation>
    </message>
    <message>
        <source>Opens the log folder in the file manager</source>
        <translation>Abre la carpeta de registros en el gestor de archivos</translation>
    </message>
    <message>
        <source>Open the log folder</source>
        <translation>Abrir la carpeta de registros</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>Licencias</translation>
    </message>
    <message>
        <source>Hearth is built with this software and these fonts.</source>
        <translation>Hearth está hecho con este software y estas fuentes.</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Leer</translation>
    </message>
    <message>
        <source>Read the licence of %1</source>
        <translation>Leer la licencia de %1</translation>
    </message>
</context>
<context>
    <name>Account</name>
    <message>
        <source>When it is full</source>
        <translation>Cuando esté lleno</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Parar</translation>
    </message>
    <message>
        <source>Slide</source>
        <translation>Deslizar</translation>
    </message>
    <message>
        <source>Summarise</source>
        <translation>Resumir</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Ahora</translation>
    </message>
</context>
<context>
    <name>AlternativeRow</name>
    <message>
        <source>%1, %2 percent, this is what came</source>
        <translation>%1, %2 por ciento, esto es lo que salió</translation>
    </message>
    <message>
        <source>Branch here with %1, %2 percent</source>
        <translation>Ramificar aquí con %1, %2 por ciento</translation>
    </message>
    <message>
        <source>Branch here</source>
        <translation>Ramificar aquí</translation>
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
        <translation>Borrar</translation>
    </message>
</context>
<context>
    <name>AppScrollBar</name>
    <message>
        <source>Scroll bar</source>
        <translation>Barra de desplazamiento</translation>
    </message>
</context>
<context>
    <name>AppearancePage</name>
    <message>
        <source>Appearance</source>
        <translation>Apariencia</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Tema</translation>
    </message>
    <message>
        <source>System follows the desktop</source>
        <translation>Sistema: como el escritorio</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Sistema</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Claro</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Oscuro</translation>
    </message>
    <message>
        <source>Interface scale</source>
        <translation>Tamaño de la interfaz</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>Reducir movimiento</translation>
    </message>
    <message>
        <source>Nothing fades or slides</source>
        <translation>Sin fundidos ni deslizamientos</translation>
    </message>
    <message>
        <source>Changes after a restart; the chat and the model come back</source>
        <translation>Cambia al reiniciar; el chat y el modelo vuelven</translation>
    </message>
    <message>
        <source>Ctrl +, Ctrl − and Ctrl 0 change it too</source>
        <translation>También se cambia con Ctrl +, Ctrl − y Ctrl 0</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>Reiniciar ahora</translation>
    </message>
    <message>
        <source>Figures in the top bar</source>
        <translation>Cifras en la barra superior</translation>
    </message>
    <message>
        <source>How much memory and context is in use, in numbers. Without them they are shown when you point at a bar</source>
        <translation>Cuánta memoria y cuánto contexto están en uso, en números. Sin esto aparecen al señalar una barra</translation>
    </message>
</context>
<context>
    <name>ApplyBar</name>
    <message>
        <source>Reloads the model</source>
        <translation>Vuelve a cargar el modelo</translation>
    </message>
    <message>
        <source>The chat stays as it is</source>
        <translation>El chat queda como está</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Aplicar</translation>
    </message>
</context>
<context>
    <name>AttachmentChip</name>
    <message>
        <source>File %1</source>
        <translation>Archivo %1</translation>
    </message>
    <message>
        <source>File %1, %2</source>
        <translation>Archivo %1, %2</translation>
    </message>
    <message>
        <source>Do not attach %1</source>
        <translation>No adjuntar %1</translation>
    </message>
</context>
<context>
    <name>AttachmentView</name>
    <message>
        <source>Put into the message</source>
        <translation>Pasar al mensaje</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
</context>
<context>
    <name>Attachments</name>
    <message>
        <source>It is a folder. Attach the files in it.</source>
        <translation>Es una carpeta. Adjunta los archivos que contiene.</translation>
    </message>
    <message>
        <source>[The file continues: %1 of its %2 characters are left out here.]</source>
        <translation>[El archivo continúa: aquí se omiten %1 de sus %2 caracteres.]</translation>
    </message>
    <message>
        <source>It is neither text nor a picture. Pictures, text, Markdown, code, PDF, DOCX, ODT and EPUB files can be attached.</source>
        <translation>No es ni texto ni imagen. Se pueden adjuntar imágenes, texto, Markdown, código y archivos PDF, DOCX, ODT y EPUB.</translation>
    </message>
</context>
<context>
    <name>AttentionBox</name>
    <message>
        <source>Select a token: the ones before it light up by how much it looked at each.</source>
        <translation>Elige un token: los anteriores se iluminan según cuánto miró cada uno.</translation>
    </message>
    <message>
        <source>Computing what it looked at…</source>
        <translation>Calculando qué miró …</translation>
    </message>
    <message>
        <source>Attention is how a model draws on earlier tokens when it computes the next one. The first token often gets the weight that no other needs.</source>
        <translation>Con la atención un modelo recurre a los tokens anteriores al calcular el siguiente. El primero recibe a menudo el peso que ningún otro necesita.</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Capas</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Cabezas</translation>
    </message>
    <message>
        <source>Strongest links</source>
        <translation>Vínculos más fuertes</translation>
    </message>
</context>
<context>
    <name>AttentionLook</name>
    <message>
        <source>No model is loaded any more; load the one that made the reply.</source>
        <translation>Ya no hay ningún modelo cargado; carga el que hizo la respuesta.</translation>
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
        <translation>%1, %2, %3</translation>
    </message>
</context>
<context>
    <name>BlockRow</name>
    <message>
        <source>This chat no longer fits into the context</source>
        <translation>Este chat ya no cabe en el contexto</translation>
    </message>
    <message>
        <source>Answer without tools</source>
        <translation>Responder sin herramientas</translation>
    </message>
    <message>
        <source>Answer by %1</source>
        <translation>Respuesta de %1</translation>
    </message>
</context>
<context>
    <name>BusyChats</name>
    <message>
        <source>%1 chats are replying</source>
        <translation>%1 chats están respondiendo</translation>
    </message>
    <message>
        <source>Stop all</source>
        <translation>Detener todo</translation>
    </message>
    <message>
        <source>Stop all replies</source>
        <translation>Detener todas las respuestas</translation>
    </message>
</context>
<context>
    <name>CachePage</name>
    <message>
        <source>Cache</source>
        <translation>Caché</translation>
    </message>
    <message>
        <source>Keep the cache</source>
        <translation>Conservar la caché</translation>
    </message>
    <message>
        <source>What the model has read stays on this computer, so that chats continue at once after a restart. It is removed when a chat is erased or when this is switched off.</source>
        <translation>Lo que el modelo ha leído se queda en este equipo, para que los chats sigan al instante tras reiniciar. Se elimina al borrar un chat para siempre o al desactivar esta opción.</translation>
    </message>
    <message>
        <source>For all models together, in GB. When it is full, what was not used for longest goes.</source>
        <translation>Para todos los modelos juntos, en GB. Cuando se llena, se elimina lo que lleva más tiempo sin usarse.</translation>
    </message>
    <message>
        <source>In GB. It spares the disk; what is not written is computed again after a restart.</source>
        <translation>En GB. Cuida el disco; lo que no se escribe se calcula de nuevo tras reiniciar.</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>En uso</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Memoria</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>Disco</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Últimos 7 días</translation>
    </message>
    <message>
        <source>Nothing has been asked yet.</source>
        <translation>Aún no se ha preguntado nada.</translation>
    </message>
    <message>
        <source>In all</source>
        <translation>En total</translation>
    </message>
    <message>
        <source>Clear the cache</source>
        <translation>Vaciar la caché</translation>
    </message>
    <message>
        <source>Clear everything</source>
        <translation>Vaciar todo</translation>
    </message>
    <message>
        <source>Encrypt the cache</source>
        <translation>Cifrar la caché</translation>
    </message>
    <message>
        <source>By chat</source>
        <translation>Por chat</translation>
    </message>
    <message>
        <source>The key is kept in the system&apos;s keyring. Turning this on or off clears the cache on disk. The chats themselves are not encrypted.</source>
        <translation>La clave se guarda en el depósito de claves del sistema. Al activarlo o desactivarlo se vacía la caché del disco. Los chats en sí no se cifran.</translation>
    </message>
    <message>
        <source>Reuse answers to identical questions</source>
        <translation>Reutilizar respuestas a preguntas idénticas</translation>
    </message>
    <message>
        <source>Disk limit</source>
        <translation>Límite en disco</translation>
    </message>
    <message>
        <source>Disk limit, in GB</source>
        <translation>Límite en disco, en GB</translation>
    </message>
    <message>
        <source>Daily write limit</source>
        <translation>Límite diario de escritura</translation>
    </message>
    <message>
        <source>Daily write limit, in GB</source>
        <translation>Límite diario de escritura, en GB</translation>
    </message>
    <message>
        <source>At temperature 0, a question asked again with the same settings gets its earlier answer at once. Such replies are marked and have “Ask again” below them. You can turn this off for a single chat under Sampling.</source>
        <translation>Con temperatura 0, una pregunta repetida con los mismos ajustes recibe al instante su respuesta anterior. Estas respuestas están marcadas y llevan «Preguntar otra vez» debajo. Puede desactivarlo para un solo chat en Muestreo.</translation>
    </message>
    <message>
        <source>Chats stay as they are; the next message of each is read from its beginning</source>
        <translation>Los chats quedan como están; el siguiente mensaje de cada uno se lee desde el principio</translation>
    </message>
</context>
<context>
    <name>CacheRow</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Vaciar</translation>
    </message>
    <message>
        <source>Clear the cache of “%1”</source>
        <translation>Vaciar la caché de «%1»</translation>
    </message>
</context>
<context>
    <name>CallCard</name>
    <message>
        <source>Running…</source>
        <translation>En curso…</translation>
    </message>
    <message>
        <source>Not allowed</source>
        <translation>No permitido</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Detenida</translation>
    </message>
    <message>
        <source>Interrupted when Hearth ended</source>
        <translation>Interrumpido al cerrarse Hearth</translation>
    </message>
    <message>
        <source>Failed after %1 s</source>
        <translation>Falló a los %1 s</translation>
    </message>
    <message>
        <source>Took %1 s</source>
        <translation>Tardó %1 s</translation>
    </message>
    <message>
        <source>Allow this call?</source>
        <translation>¿Permitir esta llamada?</translation>
    </message>
    <message>
        <source>(%1 characters)</source>
        <translation>(%1 caracteres)</translation>
    </message>
    <message>
        <source>Being written…</source>
        <translation>Escribiéndose…</translation>
    </message>
    <message>
        <source>Tool call</source>
        <translation>Llamada a herramienta</translation>
    </message>
    <message>
        <source>Being written, %1 tokens…</source>
        <translation>Escribiéndose, %1 tokens…</translation>
    </message>
</context>
<context>
    <name>ChanceScale</name>
    <message>
        <source>Colours from sure, at least 90 percent, to unsure, under 10 percent</source>
        <translation>Colores de seguro, al menos 90 por ciento, a dudoso, menos de 10 por ciento</translation>
    </message>
    <message>
        <source>sure</source>
        <translation>seguro</translation>
    </message>
    <message>
        <source>unsure</source>
        <translation>dudoso</translation>
    </message>
</context>
<context>
    <name>Chat</name>
    <message>
        <source>New chat</source>
        <translation>Nuevo chat</translation>
    </message>
    <message>
        <source>A picture of this chat is damaged; edit its message to send it without the picture.</source>
        <translation>Una imagen de este chat está dañada; edita su mensaje para enviarlo sin la imagen.</translation>
    </message>
</context>
<context>
    <name>ChatPage</name>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
</context>
<context>
    <name>ChatsPart</name>
    <message>
        <source>Export all chats</source>
        <translation>Exportar todos los chats</translation>
    </message>
    <message>
        <source>One JSON file with every message and branch. Hearth can import it again.</source>
        <translation>Un archivo JSON con todos los mensajes y ramas. Hearth puede volver a importarlo.</translation>
    </message>
    <message>
        <source>Export all</source>
        <translation>Exportar todo</translation>
    </message>
    <message>
        <source>Delete all chats</source>
        <translation>Eliminar todos los chats</translation>
    </message>
    <message>
        <source>Move 1 chat to the trash? It stays there for 30 days.</source>
        <translation>¿Mover 1 chat a la papelera? Se queda allí 30 días.</translation>
    </message>
    <message>
        <source>Move all %1 chats to the trash? They stay there for 30 days.</source>
        <translation>¿Mover los %1 chats a la papelera? Se quedan allí 30 días.</translation>
    </message>
    <message>
        <source>They stay in the trash for 30 days</source>
        <translation>Se quedan en la papelera 30 días</translation>
    </message>
    <message>
        <source>Delete 1 chat</source>
        <translation>Eliminar 1 chat</translation>
    </message>
    <message>
        <source>Delete %1 chats</source>
        <translation>Eliminar %1 chats</translation>
    </message>
    <message>
        <source>Delete all</source>
        <translation>Eliminar todo</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
</context>
<context>
    <name>CodeBlock</name>
    <message>
        <source>text</source>
        <translation>texto</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copiado</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Code, %1</source>
        <translation>Código, %1</translation>
    </message>
</context>
<context>
    <name>CompareDialog</name>
    <message>
        <source>Compare answers</source>
        <translation>Comparar respuestas</translation>
    </message>
    <message>
        <source>Number of answers</source>
        <translation>Número de respuestas</translation>
    </message>
    <message>
        <source>They differ by</source>
        <translation>Se diferencian por</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Semilla</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatura</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Preajuste</translation>
    </message>
    <message>
        <source>Answer %1</source>
        <translation>Respuesta %1</translation>
    </message>
    <message>
        <source>Temperature of answer %1</source>
        <translation>Temperatura de la respuesta %1</translation>
    </message>
    <message>
        <source>Preset of answer %1</source>
        <translation>Ajuste de la respuesta %1</translation>
    </message>
    <message>
        <source>All of them have the same seed.</source>
        <translation>Todas tienen la misma semilla.</translation>
    </message>
    <message>
        <source>The settings are those of this chat.</source>
        <translation>Se usan los ajustes de este chat.</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Comparar</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Model of answer %1</source>
        <translation>Modelo de la respuesta %1</translation>
    </message>
    <message>
        <source>All of them have the same seed. Models that do not fit into memory together answer one after the other.</source>
        <translation>Todas tienen la misma semilla. Los modelos que no caben juntos en la memoria responden uno tras otro.</translation>
    </message>
</context>
<context>
    <name>ComparisonColumn</name>
    <message>
        <source>Stopped</source>
        <translation>Detenida</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Con error</translation>
    </message>
    <message>
        <source>Answer %1 of %2: %3</source>
        <translation>Respuesta %1 de %2: %3</translation>
    </message>
    <message>
        <source>Keep this one</source>
        <translation>Conservar esta</translation>
    </message>
    <message>
        <source>Keep this one: %1</source>
        <translation>Conservar esta: %1</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>Stop: %1</source>
        <translation>Detener: %1</translation>
    </message>
    <message>
        <source>Copy this answer</source>
        <translation>Copiar esta respuesta</translation>
    </message>
</context>
<context>
    <name>ComparisonView</name>
    <message>
        <source>Comparison of answers</source>
        <translation>Comparación de respuestas</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Respuesta</translation>
    </message>
    <message>
        <source>Answer %1</source>
        <translation>Respuesta %1</translation>
    </message>
    <message>
        <source>Stop all</source>
        <translation>Detener todo</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Keep one to continue. The others stay as its versions.</source>
        <translation>Conserva una para continuar. Las demás quedan como versiones.</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Write a message</source>
        <translation>Escribe un mensaje</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Mensaje</translation>
    </message>
    <message>
        <source>Choose a model, then write here</source>
        <translation>Elige un modelo y escribe aquí</translation>
    </message>
    <message>
        <source>Write your next message</source>
        <translation>Escribe mientras tanto el próximo mensaje</translation>
    </message>
    <message>
        <source>Ask anything. Enter sends, Shift+Enter starts a new line.</source>
        <translation>Pregunta lo que quieras. Enter envía, Shift+Enter empieza una línea nueva.</translation>
    </message>
    <message>
        <source>Editing a message. It can be sent when the reply has ended.</source>
        <translation>Editando un mensaje. Se podrá enviar cuando termine la respuesta.</translation>
    </message>
    <message>
        <source>Editing a message. The previous version is kept.</source>
        <translation>Editando un mensaje. La versión anterior se conserva.</translation>
    </message>
    <message>
        <source>Esc to cancel</source>
        <translation>Esc para cancelar</translation>
    </message>
    <message>
        <source>Enter allows the call once, Esc refuses it</source>
        <translation>Intro permite la llamada una vez, Esc la rechaza</translation>
    </message>
</context>
<context>
    <name>ComposerTools</name>
    <message>
        <source>%1 cached  ·  %2 new</source>
        <translation>%1 en caché  ·  %2 nuevos</translation>
    </message>
    <message>
        <source>  ·  ~%1</source>
        <translation>  ·  ~%1</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Adjuntar archivos</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Estándar</translation>
    </message>
    <message>
        <source>%1, changed</source>
        <translation>%1, modificado</translation>
    </message>
    <message>
        <source>Sampling preset</source>
        <translation>Preajuste de muestreo</translation>
    </message>
    <message>
        <source>Sampling preset: %1</source>
        <translation>Preajuste de muestreo: %1</translation>
    </message>
    <message>
        <source>All sampling settings</source>
        <translation>Todos los ajustes de muestreo</translation>
    </message>
    <message>
        <source>Esc stops</source>
        <translation>Esc detiene</translation>
    </message>
    <message>
        <source>Stop the reply</source>
        <translation>Detener la respuesta</translation>
    </message>
    <message>
        <source>Send the new version</source>
        <translation>Enviar la nueva versión</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Enviar</translation>
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
        <translation>Comparar respuestas…</translation>
    </message>
    <message>
        <source>%1 tools</source>
        <translation>%1 herramientas</translation>
    </message>
    <message>
        <source>Tools off</source>
        <translation>Sin herramientas</translation>
    </message>
    <message>
        <source>Let the model use tools in this chat</source>
        <translation>Dejar que el modelo use herramientas en este chat</translation>
    </message>
    <message>
        <source>Tools in this chat</source>
        <translation>Herramientas en este chat</translation>
    </message>
    <message>
        <source>The model may ask for tools in this chat. Calls you have not allowed wait for you.</source>
        <translation>El modelo puede pedir herramientas en este chat. Las llamadas que no haya permitido esperan su decisión.</translation>
    </message>
    <message>
        <source>Choose tools and prompts</source>
        <translation>Elegir herramientas y prompts</translation>
    </message>
    <message>
        <source>Tools: %1</source>
        <translation>Herramientas: %1</translation>
    </message>
    <message>
        <source>Prompts of tool servers…</source>
        <translation>Prompts de servidores de herramientas…</translation>
    </message>
    <message>
        <source>Tool settings</source>
        <translation>Ajustes de herramientas</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Buscando…</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Documentos</translation>
    </message>
    <message>
        <source>Passages from your documents are sent with each question. The arrow chooses which documents.</source>
        <translation>Las preguntas van acompañadas de fragmentos de tus documentos. La flecha permite elegir cuáles.</translation>
    </message>
    <message>
        <source>Answer from your documents in this chat</source>
        <translation>Responder en este chat a partir de tus documentos</translation>
    </message>
    <message>
        <source>Documents in this chat</source>
        <translation>Documentos en este chat</translation>
    </message>
    <message>
        <source>Choose documents</source>
        <translation>Elegir documentos</translation>
    </message>
    <message>
        <source>Passages of this chat…</source>
        <translation>Fragmentos de este chat…</translation>
    </message>
    <message>
        <source>Add documents…</source>
        <translation>Añadir documentos…</translation>
    </message>
    <message>
        <source>Whole documents…</source>
        <translation>Documentos enteros…</translation>
    </message>
    <message>
        <source>1 tool</source>
        <translation>1 herramienta</translation>
    </message>
    <message>
        <source>Structured</source>
        <translation>Estructurada</translation>
    </message>
    <message>
        <source>Replies have the structure that is set for this chat. Press to see it or to switch it off.</source>
        <translation>Las respuestas tienen la estructura fijada para este chat. Pulsa para verla o desactivarla.</translation>
    </message>
    <message>
        <source>Structured output in this chat</source>
        <translation>Salida estructurada en este chat</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>unos %1</translation>
    </message>
</context>
<context>
    <name>ContextCost</name>
    <message>
        <source>%1 more than available</source>
        <translation>%1 más de lo que hay</translation>
    </message>
    <message>
        <source> for KV, </source>
        <translation> para KV, </translation>
    </message>
    <message>
        <source>%1 stays free</source>
        <translation>%1 quedan libres</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Demasiado grande</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>Justo</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Cabe</translation>
    </message>
    <message>
        <source>Beyond training</source>
        <translation>Más de lo entrenado</translation>
    </message>
</context>
<context>
    <name>ContextNote</name>
    <message>
        <source>linear scaling</source>
        <translation>escalado lineal</translation>
    </message>
    <message>
        <source>dynamic NTK scaling</source>
        <translation>escalado NTK dinámico</translation>
    </message>
    <message>
        <source>Trained on %1 tokens.</source>
        <translation>Entrenado con %1 tokens.</translation>
    </message>
    <message>
        <source>Beyond that, positions are stretched by %1; replies get less exact.</source>
        <translation>Más allá, las posiciones se estiran con %1; las respuestas pierden precisión.</translation>
    </message>
    <message>
        <source>Beyond that, no scaling is used and replies quickly lose their sense.</source>
        <translation>Más allá no se usa ningún escalado y las respuestas pierden pronto el sentido.</translation>
    </message>
    <message>
        <source>Uses %1 beyond %2 tokens, as the model was made to.</source>
        <translation>Usa %1 a partir de %2 tokens, tal como se diseñó el modelo.</translation>
    </message>
</context>
<context>
    <name>ContextTab</name>
    <message>
        <source>System prompt</source>
        <translation>Prompt del sistema</translation>
    </message>
    <message>
        <source>for this chat</source>
        <translation>para este chat</translation>
    </message>
    <message>
        <source>What the model should keep in mind in every reply</source>
        <translation>Lo que el modelo debe tener en cuenta en cada respuesta</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>Longitud del contexto</translation>
    </message>
    <message>
        <source>Context length in tokens</source>
        <translation>Longitud del contexto en tokens</translation>
    </message>
    <message>
        <source>KV precision</source>
        <translation>Precisión de KV</translation>
    </message>
    <message>
        <source>one chat of %1</source>
        <translation>un chat de %1</translation>
    </message>
</context>
<context>
    <name>ConversationList</name>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
</context>
<context>
    <name>ConversationMenu</name>
    <message>
        <source>Stop the reply</source>
        <translation>Detener la respuesta</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renombrar</translation>
    </message>
    <message>
        <source>F2</source>
        <translation>F2</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Desfijar</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Fijar</translation>
    </message>
    <message>
        <source>Move to folder</source>
        <translation>Mover a carpeta</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplicar</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportar</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
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
        <translation>%1, respondiendo</translation>
    </message>
    <message>
        <source>Actions of %1</source>
        <translation>Acciones de %1</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Título</translation>
    </message>
    <message>
        <source>1 chat</source>
        <translation>1 chat</translation>
    </message>
    <message>
        <source>%1 chats</source>
        <translation>%1 chats</translation>
    </message>
    <message>
        <source>Folder %1, %2, answering</source>
        <translation>Carpeta %1, %2, respondiendo</translation>
    </message>
    <message>
        <source>Folder %1, %2</source>
        <translation>Carpeta %1, %2</translation>
    </message>
</context>
<context>
    <name>CostsPane</name>
    <message>
        <source>In the currency of the prices you entered. Tokens are counted exactly; the bill may differ, for example where a server charges less for tokens in its cache.</source>
        <translation>En la moneda de los precios que introdujiste. Se cuentan tokens; lo que factura un servidor puede diferir, pues puede pedir menos por lo que tenía en su caché.</translation>
    </message>
</context>
<context>
    <name>DialogShell</name>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
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
        <translation>Modelos para descargar</translation>
    </message>
    <message>
        <source>The search failed</source>
        <translation>La búsqueda no obtuvo respuesta</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>Buscar de nuevo</translation>
    </message>
</context>
<context>
    <name>DiscoverRow</name>
    <message>
        <source>%1 · asks for terms</source>
        <translation>%1 · pide aceptar condiciones</translation>
    </message>
    <message>
        <source>Sees pictures</source>
        <translation>Ve imágenes</translation>
    </message>
</context>
<context>
    <name>DiscoverSearch</name>
    <message>
        <source>Search models</source>
        <translation>Buscar modelos</translation>
    </message>
    <message>
        <source>Search %1</source>
        <translation>Buscar en %1</translation>
    </message>
    <message>
        <source>Runs here</source>
        <translation>Funciona aquí</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Licencia</translation>
    </message>
    <message>
        <source>Any licence</source>
        <translation>Cualquier licencia</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Orden</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>Descargas</translation>
    </message>
    <message>
        <source>Likes</source>
        <translation>Me gusta</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>Más recientes</translation>
    </message>
    <message>
        <source>Trending</source>
        <translation>Tendencias</translation>
    </message>
    <message>
        <source>Sees pictures</source>
        <translation>Ve imágenes</translation>
    </message>
</context>
<context>
    <name>DoctorPart</name>
    <message>
        <source>Doctor</source>
        <translation>Diagnóstico</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>Copiar el informe</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Repetir</translation>
    </message>
    <message>
        <source>Check this machine</source>
        <translation>Comprobar este equipo</translation>
    </message>
    <message>
        <source>Measures memory and disk speed and checks every operation against a reference. Takes a few seconds.</source>
        <translation>Mide la memoria y el disco y compara cada operación con su referencia simple. Tarda unos segundos.</translation>
    </message>
    <message>
        <source>Move the models</source>
        <translation>Mover los modelos</translation>
    </message>
</context>
<context>
    <name>DocumentHitRow</name>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1, %2: %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>DocumentSourceRow</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>1 file could not be read</source>
        <translation>No se pudo leer 1 archivo</translation>
    </message>
    <message>
        <source>%1 files could not be read</source>
        <translation>No se pudieron leer %1 archivos</translation>
    </message>
    <message>
        <source>Look for changes in %1</source>
        <translation>Buscar cambios en %1</translation>
    </message>
    <message>
        <source>Pause reading %1</source>
        <translation>Pausar la lectura de %1</translation>
    </message>
    <message>
        <source>Remove %1 from the documents</source>
        <translation>Quitar %1 de los documentos</translation>
    </message>
    <message>
        <source>Continue reading %1</source>
        <translation>Seguir leyendo %1</translation>
    </message>
</context>
<context>
    <name>Documents</name>
    <message>
        <source>page %1</source>
        <translation>página %1</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>línea %1</translation>
    </message>
    <message>
        <source>It holds no words: it is empty, or pictures of pages.</source>
        <translation>No contiene texto: está vacío o son imágenes de páginas.</translation>
    </message>
    <message>
        <source>It is damaged or asks for a password. Save it again without one.</source>
        <translation>Está dañado o pide una contraseña. Guárdelo de nuevo sin ella.</translation>
    </message>
    <message>
        <source>It is larger than %1 MB. Split it.</source>
        <translation>Ocupa más de %1 MB. Divídalo.</translation>
    </message>
    <message>
        <source>It takes too much time or memory to read. Save its text in a text file.</source>
        <translation>Leerlo requiere demasiado tiempo o memoria. Guarda su texto en un archivo de texto.</translation>
    </message>
    <message>
        <source>It cannot be opened (%1).</source>
        <translation>No se puede abrir (%1).</translation>
    </message>
    <message>
        <source>It is not a text, and no document that Hearth knows.</source>
        <translation>No es un texto ni un documento que Hearth conozca.</translation>
    </message>
    <message>
        <source>Its pages are pictures. Install tesseract, and they will be read.</source>
        <translation>Sus páginas son imágenes. Instala tesseract y se leerán.</translation>
    </message>
    <message>
        <source>Page %1 could not be read.</source>
        <translation>No se pudo leer la página %1.</translation>
    </message>
    <message>
        <source>Pages %1 could not be read.</source>
        <translation>No se pudieron leer las páginas %1.</translation>
    </message>
</context>
<context>
    <name>DocumentsPage</name>
    <message>
        <source>Documents</source>
        <translation>Documentos</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>Añadir una carpeta…</translation>
    </message>
    <message>
        <source>Add a file…</source>
        <translation>Añadir un archivo…</translation>
    </message>
    <message>
        <source>Try the search</source>
        <translation>Probar la búsqueda</translation>
    </message>
    <message>
        <source>Search the documents</source>
        <translation>Buscar en los documentos</translation>
    </message>
    <message>
        <source>A question, or words</source>
        <translation>Una pregunta o palabras</translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation>No se encontró nada.</translation>
    </message>
    <message>
        <source>Passages: %1 · %2 ms</source>
        <translation>Fragmentos: %1 · %2 ms</translation>
    </message>
    <message>
        <source>Import from %1</source>
        <translation>Importar de %1</translation>
    </message>
    <message>
        <source>Folders and files that you add are read on this computer and kept up to date, so that what they say can be found. Links in them are not followed.</source>
        <translation>Las carpetas y los archivos que añade se leen en este equipo y se mantienen al día, para encontrar lo que dicen. Los enlaces que contienen no se siguen.</translation>
    </message>
    <message>
        <source>An embedding model reads every passage once, so that passages are found that say the same in other words</source>
        <translation>Un modelo de incrustación lee cada pasaje una vez, para encontrar también los que dicen lo mismo con otras palabras</translation>
    </message>
    <message>
        <source>Embedding model</source>
        <translation>Modelo de incrustación</translation>
    </message>
    <message>
        <source>Order by</source>
        <translation>Ordenar por</translation>
    </message>
    <message>
        <source>Reranker</source>
        <translation>Reordenador</translation>
    </message>
    <message>
        <source>Find an embedding model…</source>
        <translation>Buscar un modelo de incrustación…</translation>
    </message>
    <message>
        <source>Find a reranker…</source>
        <translation>Buscar un reordenador…</translation>
    </message>
    <message>
        <source>Semantic search</source>
        <translation>Búsqueda semántica</translation>
    </message>
    <message>
        <source>A reranker reads the best passages with the question and brings those that answer it to the top, within two seconds. It takes memory while Hearth runs.</source>
        <translation>Un reordenador lee los mejores pasajes junto con la pregunta y pone arriba los que la responden, en dos segundos como máximo. Ocupa memoria mientras Hearth está abierto.</translation>
    </message>
    <message>
        <source>Suggest earlier answers to similar questions</source>
        <translation>Sugerir respuestas anteriores a preguntas similares</translation>
    </message>
    <message>
        <source>When a chat begins with a question that means the same as an earlier one to the same model, with the same system prompt and documents, its answer is shown at once, with the distance between the questions and “Ask again” below it</source>
        <translation>Cuando un chat empieza con una pregunta que significa lo mismo que otra anterior al mismo modelo, con el mismo prompt de sistema y los mismos documentos, se muestra enseguida su respuesta, con la distancia entre las preguntas y «Preguntar otra vez» debajo</translation>
    </message>
</context>
<context>
    <name>DownloadButtons</name>
    <message>
        <source>Resume</source>
        <translation>Reanudar</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausar</translation>
    </message>
    <message>
        <source>Cancel the download of %1</source>
        <translation>Cancelar la descarga de %1</translation>
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
        <translation>Ocultar la lista de descargas</translation>
    </message>
    <message>
        <source>Show the list of downloads</source>
        <translation>Mostrar la lista de descargas</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>Descargas</translation>
    </message>
</context>
<context>
    <name>DraftPictures</name>
    <message>
        <source>It is larger than %1 MB. Save it smaller, or as a JPEG file.</source>
        <translation>Ocupa más de %1 MB. Guárdala más pequeña o como archivo JPEG.</translation>
    </message>
    <message>
        <source>The clipboard&apos;s picture could not be read. Save it as a file and attach that.</source>
        <translation>No se pudo leer la imagen del portapapeles. Guárdala como archivo y adjúntalo.</translation>
    </message>
</context>
<context>
    <name>EndpointForm</name>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Dirección</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Clave</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ninguna</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Conexión</translation>
    </message>
    <message>
        <source>not tested yet</source>
        <translation>sin consultar</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Probar</translation>
    </message>
    <message>
        <source>Asks the server for its models</source>
        <translation>Pide al servidor sus modelos</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Removes the address and the key. Chats are kept.</source>
        <translation>Olvida la dirección y la clave. Los chats se quedan.</translation>
    </message>
    <message>
        <source>Save and test</source>
        <translation>Guardar y probar</translation>
    </message>
    <message>
        <source>Chats with the models of a server go to that server.</source>
        <translation>Los chats con los modelos de un servidor se envían a ese servidor.</translation>
    </message>
    <message>
        <source>Input price</source>
        <translation>Entrada</translation>
    </message>
    <message>
        <source>Input price per million tokens</source>
        <translation>Precio de entrada por millón de tokens</translation>
    </message>
    <message>
        <source>per million tokens</source>
        <translation>por un millón de tokens</translation>
    </message>
    <message>
        <source>Output price</source>
        <translation>Salida</translation>
    </message>
    <message>
        <source>Output price per million tokens</source>
        <translation>Precio de salida por millón de tokens</translation>
    </message>
    <message>
        <source>Remove the key</source>
        <translation>Quitar la clave</translation>
    </message>
    <message>
        <source>Done when you save</source>
        <translation>Se hace al guardar</translation>
    </message>
</context>
<context>
    <name>EndpointModelList</name>
    <message>
        <source>Models</source>
        <translation>Modelos</translation>
    </message>
    <message>
        <source>shown in the model button</source>
        <translation>aparece en el botón del modelo</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Usar</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>En uso</translation>
    </message>
    <message>
        <source>Show %1 among the models</source>
        <translation>Mostrar %1 entre los modelos</translation>
    </message>
</context>
<context>
    <name>EndpointRow</name>
    <message>
        <source>reached</source>
        <translation>accesible</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>no accesible</translation>
    </message>
    <message>
        <source>asking</source>
        <translation>consultando</translation>
    </message>
    <message>
        <source>no address yet</source>
        <translation>aún sin dirección</translation>
    </message>
</context>
<context>
    <name>Endpoints</name>
    <message>
        <source>no reason given</source>
        <translation>sin motivo indicado</translation>
    </message>
    <message>
        <source>%1 does not accept the key. Correct it under Models, Endpoints.</source>
        <translation>%1 no acepta la clave. Corrígela en Modelos, Servidores.</translation>
    </message>
    <message>
        <source>%1 has no such address. Check it under Models, Endpoints.</source>
        <translation>%1 no tiene esa dirección. Revísala en Modelos, Servidores.</translation>
    </message>
    <message>
        <source>%1 says: %2</source>
        <translation>%1 dice: %2</translation>
    </message>
    <message>
        <source>%1 is overloaded, or your quota is used up. Try again later.</source>
        <translation>%1 está saturado o tu cuota se ha agotado. Inténtalo más tarde.</translation>
    </message>
    <message>
        <source>%1 is still loading its model. Try again in a moment.</source>
        <translation>%1 aún está cargando su modelo. Inténtalo de nuevo en un momento.</translation>
    </message>
    <message>
        <source>%1 answered with %2. Check the server&apos;s log.</source>
        <translation>%1 respondió con %2. Mira el registro del servidor.</translation>
    </message>
    <message>
        <source>The server of this model is no longer set up. Choose another model.</source>
        <translation>El servidor de este modelo ya no está configurado. Elige otro modelo.</translation>
    </message>
    <message>
        <source>This works with models on this computer only.</source>
        <translation>Esto solo funciona con modelos de este equipo.</translation>
    </message>
    <message>
        <source>%1 stopped: %2</source>
        <translation>%1 se interrumpió: %2</translation>
    </message>
    <message>
        <source>On %1</source>
        <translation>En %1</translation>
    </message>
    <message>
        <source>%1 sent something that is not a valid answer.</source>
        <translation>%1 envía algo que no es una respuesta.</translation>
    </message>
    <message>
        <source>%1 ended the connection before the reply was complete.</source>
        <translation>%1 cerró la conexión antes de completar la respuesta.</translation>
    </message>
    <message>
        <source>Nothing answers at %1. Is the server running?</source>
        <translation>Nadie responde en %1. ¿Está en marcha el servidor?</translation>
    </message>
    <message>
        <source>%1 cannot be found. Check the address and the network.</source>
        <translation>No se encuentra %1. Revisa la dirección y la red.</translation>
    </message>
    <message>
        <source>The certificate of %1 could not be verified (%2), so nothing was sent to it.</source>
        <translation>%1 no pudo demostrar su identidad (%2), así que no se le envió nada.</translation>
    </message>
    <message>
        <source>%1 did not answer in time.</source>
        <translation>%1 no respondió a tiempo.</translation>
    </message>
    <message>
        <source>The connection to %1 was lost (%2).</source>
        <translation>La conexión con %1 se interrumpió (%2).</translation>
    </message>
    <message>
        <source>%1 does not accept the key. Type it again.</source>
        <translation>%1 no acepta la clave. Escríbela de nuevo.</translation>
    </message>
    <message>
        <source>%1 has no such address. Most end in /v1.</source>
        <translation>%1 no tiene esa dirección. La mayoría termina en /v1.</translation>
    </message>
    <message>
        <source>The chat is longer than %1 can read: %2</source>
        <translation>El chat es más largo de lo que %1 puede leer: %2</translation>
    </message>
    <message>
        <source>%1 did not stop writing, so Hearth ended the reply. What arrived is kept.</source>
        <translation>%1 no dejaba de escribir, así que Hearth terminó la respuesta. Lo recibido se conserva.</translation>
    </message>
    <message>
        <source>The server does not say how many tokens fit into its context.</source>
        <translation>El servidor no dice cuántos tokens caben en su contexto.</translation>
    </message>
    <message>
        <source>%1 cannot hold replies to this. Choose a JSON schema under Structure, or a model on this computer.</source>
        <translation>%1 no puede ajustar las respuestas a esto. Elige un esquema JSON en Estructura o un modelo de este equipo.</translation>
    </message>
    <message>
        <source>%1 does not answer over https (%2). If it speaks http, the address begins with http://.</source>
        <translation>%1 no responde por https (%2). Si habla http, la dirección empieza por http://.</translation>
    </message>
    <message>
        <source>%1 broke the reply off before it was complete.</source>
        <translation>%1 interrumpió la respuesta antes de que estuviera completa.</translation>
    </message>
</context>
<context>
    <name>EndpointsPane</name>
    <message>
        <source>Servers</source>
        <translation>Servidores</translation>
    </message>
    <message>
        <source>No servers yet. vLLM, TensorRT-LLM, TGI, llama.cpp’s server and anything else that speaks the OpenAI protocol will work.</source>
        <translation>Aún no hay servidores. Sirven vLLM, TensorRT-LLM, TGI, el servidor de llama.cpp y todo lo que hable el protocolo de OpenAI.</translation>
    </message>
    <message>
        <source>Add a server</source>
        <translation>Añadir un servidor</translation>
    </message>
</context>
<context>
    <name>Engine</name>
    <message>
        <source>&quot;%1&quot; cannot be used: %2.</source>
        <translation>«%1» no sirve: %2.</translation>
    </message>
    <message>
        <source>A picture of the prompt has %1 tokens, which this model reads all at once, and %2 is the most that it can; make the picture smaller.</source>
        <translation>Una imagen del prompt tiene %1 tokens, que este modelo lee todos a la vez, y %2 es lo máximo que puede; haz la imagen más pequeña.</translation>
    </message>
    <message>
        <source>The folder &quot;%1&quot; cannot be used: %2.</source>
        <translation>La carpeta «%1» no sirve: %2.</translation>
    </message>
    <message>
        <source>it is not a GGUF file; choose a file that ends in .gguf</source>
        <translation>no es un archivo GGUF; elige uno que termine en .gguf</translation>
    </message>
    <message>
        <source>it is empty; download it again</source>
        <translation>está vacío; descárgalo de nuevo</translation>
    </message>
    <message>
        <source>tensor &quot;%1&quot; reaches past the end of the file (%2 bytes); the file is cut short, download it again</source>
        <translation>el tensor «%1» llega más allá del final del archivo (%2 bytes); el archivo está cortado, descárgalo de nuevo</translation>
    </message>
    <message>
        <source>it claims %1 %2, more than the file can hold; download it again</source>
        <translation>dice tener %1 %2, más de lo que cabe en el archivo; descárgalo de nuevo</translation>
    </message>
    <message>
        <source>it cannot be opened: %1</source>
        <translation>no se puede abrir: %1</translation>
    </message>
    <message>
        <source>it cannot be read: %1</source>
        <translation>no se puede leer: %1</translation>
    </message>
    <message>
        <source>it is not a file; choose a file</source>
        <translation>no es un archivo; elige un archivo</translation>
    </message>
    <message>
        <source>it has become shorter since it was opened; open it again</source>
        <translation>se ha acortado desde que se abrió; ábrelo de nuevo</translation>
    </message>
    <message>
        <source>it has the outdated GGUF version 1; download a newer file of the model</source>
        <translation>tiene la versión 1 de GGUF, ya anticuada; descarga un archivo más nuevo del modelo</translation>
    </message>
    <message>
        <source>it has GGUF version %1 and this version of Hearth reads 2 and 3</source>
        <translation>tiene la versión %1 de GGUF y este Hearth lee la 2 y la 3</translation>
    </message>
    <message>
        <source>it is written for big-endian machines; choose the ordinary file of the model</source>
        <translation>está escrito para máquinas big-endian; elige el archivo normal del modelo</translation>
    </message>
    <message>
        <source>%1 is stored as block type %2, which this version of Hearth does not know</source>
        <translation>%1 está guardado con el tipo de bloque %2, que este Hearth no conoce</translation>
    </message>
    <message>
        <source>there is not enough memory to read its tables</source>
        <translation>no hay memoria suficiente para leer sus tablas</translation>
    </message>
    <message>
        <source>Hearth does not know the model architecture &quot;%1&quot; yet; choose a model of another family.</source>
        <translation>Hearth aún no conoce la arquitectura «%1»; elige un modelo de otra familia.</translation>
    </message>
    <message>
        <source>The model file lacks the tensor %1; it is incomplete or of a variant that Hearth does not know.</source>
        <translation>Al archivo del modelo le falta el tensor %1; está incompleto o es de una variante que Hearth no conoce.</translation>
    </message>
    <message>
        <source>The tensor %1 has the shape %2 where the model&apos;s numbers ask for %3; the file is damaged.</source>
        <translation>El tensor %1 tiene la forma %2 y los números del modelo piden %3; el archivo está dañado.</translation>
    </message>
    <message>
        <source>There is not enough memory for %1 MiB; close other programs or choose a smaller model or context.</source>
        <translation>No hay memoria para %1 MiB; cierra otros programas o elige un modelo o un contexto más pequeño.</translation>
    </message>
    <message>
        <source>The graphics card ran out of memory (%1); put fewer layers on it, or choose a smaller context or model.</source>
        <translation>La tarjeta gráfica se quedó sin memoria (%1); pon menos capas en ella o elige un contexto o un modelo más pequeño.</translation>
    </message>
    <message>
        <source>The prompt has %1 tokens and the context only %2; shorten it or load the model with a longer context.</source>
        <translation>El prompt tiene %1 tokens y el contexto solo %2; acórtalo o carga el modelo con un contexto más largo.</translation>
    </message>
    <message>
        <source>The prompt is empty; write something first.</source>
        <translation>El prompt está vacío; escribe algo primero.</translation>
    </message>
    <message>
        <source>Hearth does not know the tokenizer &apos;%1&apos; of this file; a newer version may.</source>
        <translation>Hearth no conoce el tokenizador «%1» de este archivo; quizá una versión más nueva sí.</translation>
    </message>
    <message>
        <source>The draft model knows %1 tokens and this model %2; choose a smaller model of the same family.</source>
        <translation>El modelo de borrador conoce %1 tokens y este modelo %2; elige un modelo más pequeño de la misma familia.</translation>
    </message>
    <message>
        <source>The draft model&apos;s vocabulary is another than this model&apos;s from token %1 on; choose a smaller model of the same family.</source>
        <translation>El vocabulario del modelo de borrador es distinto del de este modelo a partir del token %1; elige un modelo más pequeño de la misma familia.</translation>
    </message>
    <message>
        <source>The draft model&apos;s vocabulary is of another kind than this model&apos;s; choose a smaller model of the same family.</source>
        <translation>El vocabulario del modelo de borrador es de otro tipo que el de este modelo; elige un modelo más pequeño de la misma familia.</translation>
    </message>
    <message>
        <source>its file &quot;%1&quot; is missing; download it again</source>
        <translation>le falta el archivo «%1»; descárgalo de nuevo</translation>
    </message>
    <message>
        <source>its file &quot;%1&quot; is damaged; download it again</source>
        <translation>su archivo «%1» está dañado; descárgalo de nuevo</translation>
    </message>
    <message>
        <source>its file &quot;%1&quot; cannot be opened: %2</source>
        <translation>su archivo «%1» no se puede abrir: %2</translation>
    </message>
    <message>
        <source>it holds no .safetensors file; download its weights</source>
        <translation>no contiene ningún archivo .safetensors; descarga sus pesos</translation>
    </message>
    <message>
        <source>its tensor &quot;%1&quot; reaches past the end of the file (%2 bytes); the file is cut short, download it again</source>
        <translation>su tensor «%1» llega más allá del final del archivo (%2 bytes); el archivo está cortado, descárgalo de nuevo</translation>
    </message>
    <message>
        <source>Hearth does not read folders of the kind &quot;%1&quot; yet; choose a GGUF file of the model</source>
        <translation>Hearth aún no lee carpetas del tipo «%1»; elige un archivo GGUF del modelo</translation>
    </message>
    <message>
        <source>its weights are quantised by the method &quot;%1&quot;, which Hearth does not read yet; choose a checkpoint of GPTQ, AWQ or FP8, or a GGUF file</source>
        <translation>sus pesos están cuantizados con el método «%1», que Hearth aún no lee; elige GPTQ, AWQ o FP8, o un archivo GGUF</translation>
    </message>
    <message>
        <source>No graphics card was found.</source>
        <translation>No se encontró ninguna tarjeta gráfica.</translation>
    </message>
    <message>
        <source>This copy of Hearth was built without its GPU engine. Hearth will use the CPU.</source>
        <translation>Esta copia de Hearth se compiló sin su motor de GPU. Hearth usará la CPU.</translation>
    </message>
    <message>
        <source>This copy of Hearth was built without its GPU engine; use the CPU instead.</source>
        <translation>Esta copia de Hearth se compiló sin el motor de GPU; sigue con la CPU.</translation>
    </message>
    <message>
        <source>Hearth&apos;s GPU engine could not be loaded (%1); install Hearth again, or use the CPU.</source>
        <translation>No se pudo cargar el motor de GPU de Hearth (%1); instala Hearth de nuevo o sigue con la CPU.</translation>
    </message>
    <message>
        <source>Hearth&apos;s GPU engine belongs to another version of Hearth; install Hearth again, or use the CPU.</source>
        <translation>El motor de GPU de Hearth pertenece a otra versión de Hearth; instala Hearth de nuevo o sigue con la CPU.</translation>
    </message>
    <message>
        <source>No NVIDIA driver was found; install it to use an NVIDIA card, or use the CPU.</source>
        <translation>No se encontró ningún controlador de NVIDIA; instálalo para usar una tarjeta NVIDIA o sigue con la CPU.</translation>
    </message>
    <message>
        <source>The NVIDIA driver is too old (it speaks CUDA %1, Hearth needs %2); update it, or use the CPU.</source>
        <translation>El controlador de NVIDIA es demasiado antiguo (habla CUDA %1, Hearth necesita %2); actualízalo o sigue con la CPU.</translation>
    </message>
    <message>
        <source>The NVIDIA driver shows no graphics card; check CUDA_VISIBLE_DEVICES and the card&apos;s seat, or use the CPU.</source>
        <translation>El controlador de NVIDIA no muestra ninguna tarjeta gráfica; revisa CUDA_VISIBLE_DEVICES y que la tarjeta esté bien colocada, o sigue con la CPU.</translation>
    </message>
    <message>
        <source>The graphics card %1 is too old for Hearth (compute capability %2, 7.5 is needed); use the CPU instead.</source>
        <translation>La tarjeta gráfica %1 es demasiado antigua para Hearth (capacidad de cómputo %2, se necesita 7.5); sigue con la CPU.</translation>
    </message>
    <message>
        <source>This copy of Hearth has no code for this graphics card (%1); use the CPU, or build Hearth on this machine.</source>
        <translation>Esta copia de Hearth no tiene código para esta tarjeta gráfica (%1); sigue con la CPU o compila Hearth en este equipo.</translation>
    </message>
    <message>
        <source>The graphics card is taken by another program (%1); close it, or use the CPU.</source>
        <translation>Otro programa ocupa la tarjeta gráfica (%1); ciérralo o sigue con la CPU.</translation>
    </message>
    <message>
        <source>The graphics card stopped working for this program (%1); restart Hearth to use the card again, or use the CPU.</source>
        <translation>La tarjeta gráfica dejó de funcionar para este programa (%1); sigue con la CPU y reinicia Hearth para volver a usarla.</translation>
    </message>
    <message>
        <source>The graphics card reported an error (%1); use the CPU instead.</source>
        <translation>La tarjeta gráfica informó de un error (%1); sigue con la CPU.</translation>
    </message>
    <message>
        <source>%1 of %2 layers run on the CPU</source>
        <translation>%1 de %2 capas se ejecutan en la CPU</translation>
    </message>
    <message>
        <source>no layer of the model fits on the graphics card</source>
        <translation>ninguna capa del modelo cabe en la tarjeta gráfica</translation>
    </message>
    <message>
        <source>The model brings no chat template; using %1.</source>
        <translation>El modelo no trae plantilla de chat; se usa %1.</translation>
    </message>
    <message>
        <source>The model&apos;s own template does not work (%2); using %1.</source>
        <translation>La plantilla del propio modelo no funciona (%2); se usa %1.</translation>
    </message>
    <message>
        <source>its tokenizer.json changes texts by the rule &quot;%1&quot;, which Hearth does not know; choose a GGUF file of the model</source>
        <translation>su tokenizer.json cambia los textos con la regla «%1», que Hearth no conoce; elige un archivo GGUF del modelo</translation>
    </message>
    <message>
        <source>its tokenizer.json splits words by the rule &quot;%1&quot;, which Hearth does not know; choose a GGUF file of the model</source>
        <translation>su tokenizer.json divide las palabras con la regla «%1», que Hearth no conoce; elige un archivo GGUF del modelo</translation>
    </message>
    <message>
        <source>its tokenizer.json is of a kind that Hearth does not read yet; choose a GGUF file of the model</source>
        <translation>su tokenizer.json es de un tipo que Hearth aún no lee; elige un archivo GGUF del modelo</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be written: %2; choose another place or make room.</source>
        <translation>No se puede escribir «%1»: %2; elige otro lugar o libera espacio.</translation>
    </message>
    <message>
        <source>The chat template failed: %1.</source>
        <translation>La plantilla de chat falló: %1.</translation>
    </message>
    <message>
        <source>The chat template makes a text longer than %1 MiB; choose another template for this model.</source>
        <translation>La plantilla de chat produce un texto de más de %1 MiB; elige otra plantilla para este modelo.</translation>
    </message>
    <message>
        <source>The chat template nests too deeply or calls itself without end; choose another template for this model.</source>
        <translation>La plantilla de chat se anida demasiado o se llama a sí misma sin fin; elige otra plantilla para este modelo.</translation>
    </message>
    <message>
        <source>The chat template takes too much work; choose another template for this model.</source>
        <translation>La plantilla de chat requiere demasiado trabajo; elige otra plantilla para este modelo.</translation>
    </message>
    <message>
        <source>The chat template uses too much memory; choose another template for this model.</source>
        <translation>La plantilla de chat usa demasiada memoria; elige otra plantilla para este modelo.</translation>
    </message>
    <message>
        <source>The file does not say which architecture it holds (general.architecture is missing); choose another model file.</source>
        <translation>El archivo no dice qué arquitectura contiene (falta general.architecture); elige otro archivo de modelo.</translation>
    </message>
    <message>
        <source>The model file has no usable token embeddings (token_embd.weight); it is a vocabulary only, or damaged.</source>
        <translation>El archivo del modelo no tiene incrustaciones de tokens utilizables (token_embd.weight); solo es un vocabulario o está dañado.</translation>
    </message>
    <message>
        <source>The model stretches its positions by the method &quot;%1&quot;, which Hearth does not know yet; choose another model.</source>
        <translation>El modelo extiende sus posiciones con el método «%1», que Hearth aún no conoce; elige otro modelo.</translation>
    </message>
    <message>
        <source>There is not enough memory for the replies that run; close other programs or load a smaller model.</source>
        <translation>No hay memoria suficiente para las respuestas en curso; cierra otros programas o carga un modelo más pequeño.</translation>
    </message>
    <message>
        <source>This file has no vocabulary, so text cannot be turned into tokens; choose a file that includes its tokenizer.</source>
        <translation>Este archivo no tiene vocabulario, así que el texto no se puede convertir en tokens; elige un archivo que incluya su tokenizador.</translation>
    </message>
    <message>
        <source>Hearth does not know the pre-tokenizer &apos;%1&apos; of this file; a newer version may.</source>
        <translation>Hearth no conoce el pretokenizador «%1» de este archivo; quizá una versión más nueva sí.</translation>
    </message>
    <message>
        <source>The vocabulary of this file is damaged: %1; download the file again.</source>
        <translation>El vocabulario de este archivo está dañado: %1; vuelve a descargarlo.</translation>
    </message>
    <message>
        <source>What was processed cannot be kept in %1: %2; make room there, or give yourself permission to write.</source>
        <translation>Lo procesado no se puede conservar en %1: %2; libera espacio allí o date permiso de escritura.</translation>
    </message>
    <message>
        <source>A part of what was kept in %1 is damaged or cannot be read; it is computed again.</source>
        <translation>Una parte de lo conservado en %1 está dañada o no se puede leer; se calcula de nuevo.</translation>
    </message>
    <message>
        <source>This model makes embeddings and writes no replies; choose a chat model.</source>
        <translation>Este modelo genera incrustaciones y no escribe respuestas; elige un modelo de chat.</translation>
    </message>
    <message>
        <source>This model writes replies and makes no embeddings; choose an embedding model.</source>
        <translation>Este modelo escribe respuestas y no crea incrustaciones; elige un modelo de incrustación.</translation>
    </message>
    <message>
        <source>This model scores pairs of texts and makes no embeddings; choose an embedding model.</source>
        <translation>Este modelo puntúa pares de textos y no crea incrustaciones; elige un modelo de incrustación.</translation>
    </message>
    <message>
        <source>The model&apos;s template for reranking has no place for the question or for the passage; the file is damaged.</source>
        <translation>La plantilla del modelo para reordenar no tiene lugar para la pregunta o para el pasaje; el archivo está dañado.</translation>
    </message>
    <message>
        <source>This model sorts texts into classes and scores no pairs of them; choose a reranker or an embedding model.</source>
        <translation>Este modelo clasifica textos y no puntúa pares de ellos; elige un reordenador o un modelo de incrustación.</translation>
    </message>
    <message>
        <source>There is no graphics card number %1 (Hearth sees %2, and counts from 0); choose another one.</source>
        <translation>No hay ninguna tarjeta gráfica con el número %1 (Hearth ve %2 y cuenta desde 0); elige otra.</translation>
    </message>
    <message>
        <source>the model does not divide into %1 equal parts, so its layers are spread over the cards</source>
        <translation>el modelo no se divide en %1 partes iguales, así que sus capas se reparten entre las tarjetas</translation>
    </message>
    <message>
        <source>only 2, 4 or 8 equal cards share layers, so these are spread over the cards</source>
        <translation>solo 2, 4 u 8 tarjetas iguales comparten capas, así que estas se reparten entre las tarjetas</translation>
    </message>
    <message>
        <source>the graphics card has room for %1 of the %2 experts of a layer, so the experts live in the memory of the computer and are copied as they are needed</source>
        <translation>la tarjeta gráfica tiene sitio para %1 de los %2 expertos de una capa, así que los expertos están en la memoria del ordenador y se copian cuando hacen falta</translation>
    </message>
    <message>
        <source>The context is too short to look at this token again; load the model with the context that the reply was made with.</source>
        <translation>El contexto es demasiado corto para volver a ver este token; carga el modelo con el contexto con el que se hizo la respuesta.</translation>
    </message>
    <message>
        <source>The loaded model does not know these tokens, which another model wrote; load that one to see what its tokens looked at.</source>
        <translation>El modelo cargado no conoce estos tokens, que escribió otro modelo; carga ese para ver qué miraron sus tokens.</translation>
    </message>
    <message>
        <source>What a token looked at can be seen of models that Hearth runs itself, and this one runs on a server; load a model on this machine.</source>
        <translation>Lo que miró un token solo se ve en modelos que Hearth ejecuta por sí mismo, y este se ejecuta en un servidor; carga un modelo en este equipo.</translation>
    </message>
    <message>
        <source>The graphics card %1 (number %2) stopped working for this program (%3); restart Hearth to use it again, or choose other cards.</source>
        <translation>La tarjeta gráfica %1 (número %2) dejó de funcionar para este programa (%3); reinicia Hearth para volver a usarla, o elige otras tarjetas.</translation>
    </message>
    <message>
        <source>The calibration text is not UTF-8; give a text file of the kind that the model is for.</source>
        <translation>El texto de calibración no está en UTF-8; elige un archivo de texto del tipo para el que sirve el modelo.</translation>
    </message>
    <message>
        <source>The calibration text has %1 tokens; it needs at least %2.</source>
        <translation>El texto de calibración tiene %1 tokens; necesita al menos %2.</translation>
    </message>
    <message>
        <source>The process of the model was killed, perhaps because the memory was full; another one is started. What there is of the reply is kept: ask again, or choose a smaller model.</source>
        <translation>El proceso del modelo fue terminado, quizá porque la memoria estaba llena; se inicia otro. Lo que hay de la respuesta se conserva: pregunta de nuevo o elige un modelo más pequeño.</translation>
    </message>
    <message>
        <source>The process of the model crashed (%1), which a damaged file can bring about; another one is started. What there is of the reply is kept: ask again, or choose another model.</source>
        <translation>El proceso del modelo falló (%1), lo que puede causar un archivo dañado; se inicia otro. Lo que hay de la respuesta se conserva: pregunta de nuevo o elige otro modelo.</translation>
    </message>
    <message>
        <source>The process of the model cannot be started: %1; install Hearth again, or load the model without the sandbox.</source>
        <translation>El proceso del modelo no se puede iniciar: %1; instala Hearth de nuevo o carga el modelo sin el entorno aislado.</translation>
    </message>
    <message>
        <source>The process that works on the model ended before it was done, which a damaged file or a full memory can cause; nothing is left of it: try again, or choose another file.</source>
        <translation>El proceso que trabaja con el modelo terminó antes de tiempo, lo que puede causar un archivo dañado o la memoria llena; no queda nada de ello: inténtalo de nuevo o elige otro archivo.</translation>
    </message>
    <message>
        <source>No process could be started for the model (%1), so it runs in Hearth&apos;s own process, which a crash would end.</source>
        <translation>No se pudo iniciar ningún proceso para el modelo (%1), así que se ejecuta en el propio proceso de Hearth, que un fallo terminaría.</translation>
    </message>
    <message>
        <source>It runs in a sandbox, which uses the processor alone.</source>
        <translation>Se ejecuta en un entorno aislado, que usa solo el procesador.</translation>
    </message>
    <message>
        <source>The kernel of this system has no Landlock, so that process is kept from networks and other programs, but could read your files.</source>
        <translation>El núcleo de este sistema no tiene Landlock: el proceso está apartado de las redes y de otros programas, pero podría leer tus archivos.</translation>
    </message>
    <message>
        <source>The process of the model did not answer for %1 s and was ended; another one is started. What there is of the reply is kept: ask again, or choose another model.</source>
        <translation>El proceso del modelo no respondió durante %1 s y fue terminado; se inicia otro. Lo que hay de la respuesta se conserva: pregunta de nuevo o elige otro modelo.</translation>
    </message>
    <message>
        <source>The process that reads this model&apos;s header ended before it was done, which a damaged file can bring about; choose another file of the model.</source>
        <translation>El proceso que lee la cabecera de este modelo terminó antes de tiempo, lo que puede causar un archivo dañado; elige otro archivo del modelo.</translation>
    </message>
    <message>
        <source>The file has only the layer of a model that guesses further tokens; choose the file of the whole model.</source>
        <translation>El archivo solo contiene la capa de un modelo que adivina los siguientes tokens; elige el archivo del modelo completo.</translation>
    </message>
    <message>
        <source>its weights &quot;%1&quot; hold a code that is not a number; download it again</source>
        <translation>sus pesos «%1» contienen un código que no es un número; descárgalo de nuevo</translation>
    </message>
    <message>
        <source>The reply so far does not match its structure; generate it again, or switch structured output off.</source>
        <translation>La respuesta hasta ahora no coincide con su estructura; genérala otra vez o desactiva la salida estructurada.</translation>
    </message>
    <message>
        <source>The draft model has recurrent layers, which cannot go back to before wrong guesses; choose another one.</source>
        <translation>El modelo de borrador tiene capas recurrentes, que no pueden volver atrás tras conjeturas erróneas; elige otro.</translation>
    </message>
    <message>
        <source>The model cannot be put into a sandbox: %1; load it without the sandbox.</source>
        <translation>El modelo no se puede poner en un entorno aislado: %1; cárgalo sin el entorno aislado.</translation>
    </message>
    <message>
        <source>The picture is an empty file; choose another one.</source>
        <translation>La imagen es un archivo vacío; elige otra.</translation>
    </message>
    <message>
        <source>The file is not a picture that Hearth knows; choose a PNG, JPEG or WebP file.</source>
        <translation>El archivo no es una imagen que Hearth conozca; elige un archivo PNG, JPEG o WebP.</translation>
    </message>
    <message>
        <source>Hearth does not read %1 pictures; save it as PNG or JPEG.</source>
        <translation>Hearth no lee imágenes %1; guárdala como PNG o JPEG.</translation>
    </message>
    <message>
        <source>Hearth does not read %1 pictures %2; save it as PNG or as an ordinary JPEG.</source>
        <translation>Hearth no lee imágenes %1 %2; guárdala como PNG o como JPEG corriente.</translation>
    </message>
    <message>
        <source>The %1 picture is damaged; download it again, or choose another one.</source>
        <translation>La imagen %1 está dañada; descárgala de nuevo o elige otra.</translation>
    </message>
    <message>
        <source>The %1 picture is cut short; download or copy it again.</source>
        <translation>La imagen %1 está cortada; descárgala o cópiala de nuevo.</translation>
    </message>
    <message>
        <source>The picture has %1 megapixels, and Hearth reads at most %2 of its kind; make it smaller.</source>
        <translation>La imagen tiene %1 megapíxeles y Hearth lee como máximo %2 de este tipo; redúcela.</translation>
    </message>
    <message>
        <source>The picture takes more than %1 s to decode; save it again as PNG or JPEG.</source>
        <translation>La imagen tarda más de %1 s en descodificarse; guárdala de nuevo como PNG o JPEG.</translation>
    </message>
    <message>
        <source>There is not enough memory to read the picture; close other programs.</source>
        <translation>No hay memoria suficiente para leer la imagen; cierra otros programas.</translation>
    </message>
    <message>
        <source>The process that decodes pictures could not be started (%1); close other programs and try again.</source>
        <translation>No se pudo iniciar el proceso que decodifica imágenes (%1); cierra otros programas e inténtalo de nuevo.</translation>
    </message>
    <message>
        <source>This model cannot read pictures; choose one that can, or remove them.</source>
        <translation>Este modelo no puede leer imágenes; elige uno que pueda o quítalas.</translation>
    </message>
    <message>
        <source>This computer has no codec for %1 pictures; install %2, or save it as PNG or JPEG.</source>
        <translation>Este equipo no tiene códec para imágenes %1; instala %2 o guárdala como PNG o JPEG.</translation>
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
        <translation>1 hilo</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 hilos</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 y %2</translation>
    </message>
</context>
<context>
    <name>EnginePage</name>
    <message>
        <source>Engine</source>
        <translation>Motor</translation>
    </message>
    <message>
        <source>Run on</source>
        <translation>Ejecutar en</translation>
    </message>
    <message>
        <source>The graphics card when a model fits, the CPU otherwise</source>
        <translation>La tarjeta gráfica si el modelo cabe; si no, la CPU</translation>
    </message>
    <message>
        <source>CPU threads</source>
        <translation>Hilos de CPU</translation>
    </message>
    <message>
        <source>As many as there are cores; more rarely helps, since memory is the limit</source>
        <translation>Tantos como núcleos; más rara vez ayuda, porque el límite es la memoria</translation>
    </message>
    <message>
        <source>%1 of %2; more rarely helps, since memory is the limit</source>
        <translation>%1 de %2; más rara vez ayuda, porque el límite es la memoria</translation>
    </message>
    <message>
        <source>CPU threads, 0 for automatic</source>
        <translation>Hilos de CPU, 0 para automático</translation>
    </message>
    <message>
        <source>Running now</source>
        <translation>En ejecución</translation>
    </message>
    <message>
        <source>Load again with these settings</source>
        <translation>Volver a cargar con estos ajustes</translation>
    </message>
    <message>
        <source>No model is loaded</source>
        <translation>No hay ningún modelo cargado</translation>
    </message>
    <message>
        <source>none loaded</source>
        <translation>ninguno cargado</translation>
    </message>
    <message>
        <source>Load the last model on startup</source>
        <translation>Iniciar el último modelo con Hearth</translation>
    </message>
    <message>
        <source>No model has been used yet</source>
        <translation>Aún no se ha usado ningún modelo</translation>
    </message>
    <message>
        <source>%1: takes %2 and %3</source>
        <translation>%1: tarda %2 y ocupa %3</translation>
    </message>
    <message>
        <source>%1: takes %2</source>
        <translation>%1: ocupa %2</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>Graphics cards</source>
        <translation>Tarjetas gráficas</translation>
    </message>
    <message>
        <source>As few as hold the model, the quickest first</source>
        <translation>Las mínimas en las que cabe el modelo, primero la más rápida</translation>
    </message>
    <message>
        <source>Those that are ticked; on several the layers of a model are spread</source>
        <translation>Las marcadas; entre varias se reparten las capas de un modelo</translation>
    </message>
    <message>
        <source>%1 · %2: %3 of %4 free</source>
        <translation>%1 · %2: %3 de %4 libres</translation>
    </message>
    <message>
        <source>%1 · %2: %3</source>
        <translation>%1 · %2: %3</translation>
    </message>
    <message>
        <source>On several cards</source>
        <translation>En varias tarjetas</translation>
    </message>
    <message>
        <source>Equal cards share each layer where the model divides; others have layers of their own</source>
        <translation>Las tarjetas iguales comparten cada capa si el modelo se puede dividir; las demás tienen capas propias</translation>
    </message>
    <message>
        <source>The cards work one after the other</source>
        <translation>Las tarjetas trabajan una tras otra</translation>
    </message>
    <message>
        <source>2, 4 or 8 equal cards work at the same time, where the model divides</source>
        <translation>2, 4 u 8 tarjetas iguales trabajan a la vez si el modelo se puede dividir</translation>
    </message>
    <message>
        <source>Whichever is quicker</source>
        <translation>Lo que sea más rápido</translation>
    </message>
    <message>
        <source>Whole layers on each</source>
        <translation>Capas enteras en cada una</translation>
    </message>
    <message>
        <source>Parts of each layer on all</source>
        <translation>Partes de cada capa en todas</translation>
    </message>
    <message>
        <source>Run models in a sandbox only</source>
        <translation>Ejecutar los modelos solo en un entorno aislado</translation>
    </message>
    <message>
        <source>On the CPU, models run in a sandbox whenever possible. With this on, no graphics card is used, and a model that cannot be sandboxed is not loaded. Takes effect at the next load</source>
        <translation>En la CPU ya se ejecutan en uno, donde se puede crear. Con esto no se usa ninguna tarjeta gráfica, y lo que no se puede aislar no se carga; desde la próxima carga</translation>
    </message>
</context>
<context>
    <name>EngineSteps</name>
    <message>
        <source>Reading the file</source>
        <translation>Leyendo el archivo</translation>
    </message>
    <message>
        <source>Reading the vocabulary</source>
        <translation>Leyendo el vocabulario</translation>
    </message>
    <message>
        <source>Loading weights</source>
        <translation>Cargando los pesos</translation>
    </message>
    <message>
        <source>Making room for conversations</source>
        <translation>Reservando espacio para los chats</translation>
    </message>
    <message>
        <source>Reading the kept cache</source>
        <translation>Leyendo la caché guardada</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Listo</translation>
    </message>
    <message>
        <source>Loading the draft model</source>
        <translation>Cargando el modelo de borrador</translation>
    </message>
    <message>
        <source>Loading the vision encoder</source>
        <translation>Cargando la parte que ve</translation>
    </message>
</context>
<context>
    <name>Exchange</name>
    <message>
        <source>This file contains no chats that Hearth can read. It reads its own, and those from GPT4All, LM Studio, ChatGPT and Open WebUI.</source>
        <translation>Este archivo no contiene chats que Hearth conozca. Lee los suyos y los de GPT4All, LM Studio, ChatGPT y Open WebUI.</translation>
    </message>
    <message>
        <source>This file cannot be read as a chat (%1 at byte %2).</source>
        <translation>Este archivo no se puede leer como chat (%1 en el byte %2).</translation>
    </message>
    <message>
        <source>This file contains no messages.</source>
        <translation>Este archivo no contiene mensajes.</translation>
    </message>
    <message>
        <source>[image]</source>
        <translation>[imagen]</translation>
    </message>
    <message>
        <source>This GPT4All chat is damaged: a text in it is incomplete.</source>
        <translation>Este chat de GPT4All está dañado: un texto tiene una letra incompleta.</translation>
    </message>
    <message>
        <source>This GPT4All chat is damaged: it contains less than it claims.</source>
        <translation>Este chat de GPT4All está dañado: dice contener más de lo que contiene.</translation>
    </message>
    <message>
        <source>This GPT4All chat is cut off; copy it again.</source>
        <translation>Este chat de GPT4All está cortado; cópialo de nuevo.</translation>
    </message>
    <message>
        <source>This GPT4All chat contains a value that Hearth does not know.</source>
        <translation>Este chat de GPT4All contiene un valor que Hearth no conoce.</translation>
    </message>
    <message>
        <source>This GPT4All chat contains a state that Hearth does not know.</source>
        <translation>Este chat de GPT4All contiene un estado que Hearth no conoce.</translation>
    </message>
    <message>
        <source>This GPT4All chat is nested too deeply.</source>
        <translation>Este chat de GPT4All tiene demasiados niveles anidados.</translation>
    </message>
    <message>
        <source>This is not a GPT4All chat.</source>
        <translation>Esto no es un chat de GPT4All.</translation>
    </message>
    <message>
        <source>This GPT4All chat was saved by a version that Hearth does not know.</source>
        <translation>Este chat de GPT4All se guardó con una versión que Hearth no conoce.</translation>
    </message>
    <message>
        <source>This GPT4All chat contains more than Hearth understands.</source>
        <translation>Este chat de GPT4All contiene más de lo que Hearth entiende.</translation>
    </message>
    <message>
        <source>This chat was saved by another version of Hearth (format %1; this one reads %2). Update Hearth to open it.</source>
        <translation>Este chat se guardó con otra versión de Hearth (formato %1; esta lee %2). Actualiza Hearth para abrirlo.</translation>
    </message>
    <message>
        <source>The messages of this chat are inconsistent; the file is damaged.</source>
        <translation>Los mensajes de este chat no encajan entre sí; el archivo está dañado.</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Prompt del sistema</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Tú</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Sistema</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>Asistente</translation>
    </message>
    <message>
        <source>Attached: %1</source>
        <translation>Adjunto: %1</translation>
    </message>
    <message>
        <source>It could not be read (%1).</source>
        <translation>No se pudo leer (%1).</translation>
    </message>
    <message>
        <source>It has %1 MB; files up to %2 MB can be imported. Export the chats in parts.</source>
        <translation>Tiene %1 MB; se pueden importar archivos de hasta %2 MB. Exporta los chats por partes.</translation>
    </message>
    <message>
        <source>It is damaged, or takes too much time or memory to read. Export the chats in parts.</source>
        <translation>Está dañado, o leerlo requiere demasiado tiempo o memoria. Exporta los chats por partes.</translation>
    </message>
    <message>
        <source>Tool %1</source>
        <translation>Herramienta %1</translation>
    </message>
    <message>
        <source>Its chats have more than %1 MB. Unpack it and import them in parts.</source>
        <translation>Sus chats ocupan más de %1 MB. Descomprímelo e impórtalos por partes.</translation>
    </message>
    <message>
        <source>This archive is damaged or asks for a password.</source>
        <translation>Este archivo comprimido está dañado o pide una contraseña.</translation>
    </message>
</context>
<context>
    <name>ExchangeBar</name>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
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
        <translation>primer token %1</translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 tok/s</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 token</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 tokens</translation>
    </message>
    <message>
        <source>reused %1</source>
        <translation>reutilizados %1</translation>
    </message>
    <message>
        <source>processed %1</source>
        <translation>procesados %1</translation>
    </message>
    <message>
        <source>Thought for %1</source>
        <translation>Pensó durante %1</translation>
    </message>
    <message>
        <source>drafted %1</source>
        <translation>adivinados %1</translation>
    </message>
    <message>
        <source>accepted %1</source>
        <translation>acertados %1</translation>
    </message>
    <message>
        <source>reused %1 (%2 from disk)</source>
        <translation>%1 reutilizados (%2 del disco)</translation>
    </message>
    <message>
        <source>answered before</source>
        <translation>ya respondido</translation>
    </message>
    <message>
        <source>prompt %1</source>
        <translation>prompt %1</translation>
    </message>
</context>
<context>
    <name>FileChooser</name>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>Choose this folder</source>
        <translation>Elegir esta carpeta</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
    <message>
        <source>There is no folder “%1”.</source>
        <translation>No existe la carpeta «%1».</translation>
    </message>
    <message>
        <source>There is no folder or file “%1”.</source>
        <translation>No existe ninguna carpeta ni archivo «%1».</translation>
    </message>
    <message>
        <source>Up to the folder above</source>
        <translation>Subir a la carpeta superior</translation>
    </message>
    <message>
        <source>Alt+Up</source>
        <translation>Alt+Up</translation>
    </message>
    <message>
        <source>Hidden files</source>
        <translation>Archivos ocultos</translation>
    </message>
    <message>
        <source>Ctrl+H</source>
        <translation>Ctrl+H</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Nueva carpeta</translation>
    </message>
</context>
<context>
    <name>FileChooserFoot</name>
    <message>
        <source>“%1” already exists. Replacing it deletes its contents.</source>
        <translation>«%1» ya existe. Si lo reemplazas, se borra su contenido.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>File name</source>
        <translation>Nombre del archivo</translation>
    </message>
    <message>
        <source>Files to show</source>
        <translation>Archivos que se muestran</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Choose another name</source>
        <translation>Elegir otro nombre</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Reemplazar</translation>
    </message>
</context>
<context>
    <name>FileColumns</name>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Tamaño</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Modificado</translation>
    </message>
    <message>
        <source>Sort by: %1</source>
        <translation>Ordenar por: %1</translation>
    </message>
</context>
<context>
    <name>FileList</name>
    <message>
        <source>Files in %1</source>
        <translation>Archivos de %1</translation>
    </message>
</context>
<context>
    <name>FileRow</name>
    <message>
        <source>folder</source>
        <translation>carpeta</translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <source>Open a model</source>
        <translation>Abrir un modelo</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Adjuntar archivos</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>Importar chats</translation>
    </message>
    <message>
        <source>Export the chat</source>
        <translation>Exportar el chat</translation>
    </message>
    <message>
        <source>Save the preset</source>
        <translation>Guardar el preajuste</translation>
    </message>
    <message>
        <source>Move the models into this folder</source>
        <translation>Mover los modelos a esta carpeta</translation>
    </message>
    <message>
        <source>Keep models in this folder</source>
        <translation>Guardar los modelos en esta carpeta</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Todos los archivos</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelos</translation>
    </message>
    <message>
        <source>Attach</source>
        <translation>Adjuntar</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importar</translation>
    </message>
    <message>
        <source>Chats of Hearth, GPT4All, LM Studio, ChatGPT, Open WebUI</source>
        <translation>Chats de Hearth, GPT4All, LM Studio, ChatGPT, Open WebUI</translation>
    </message>
    <message>
        <source>Presets of Hearth</source>
        <translation>Preajustes de Hearth</translation>
    </message>
    <message>
        <source>Import presets</source>
        <translation>Importar preajustes</translation>
    </message>
    <message>
        <source>Markdown, the branch that is shown</source>
        <translation>Markdown, la rama que se muestra</translation>
    </message>
    <message>
        <source>JSON, everything</source>
        <translation>JSON, todo</translation>
    </message>
    <message>
        <source>Save the chats</source>
        <translation>Guardar los chats</translation>
    </message>
    <message>
        <source>Back up the chats</source>
        <translation>Copia de seguridad de los chats</translation>
    </message>
    <message>
        <source>Chats of Hearth</source>
        <translation>Chats de Hearth</translation>
    </message>
    <message>
        <source>Export all chats</source>
        <translation>Exportar todos los chats</translation>
    </message>
    <message>
        <source>Let models read this folder</source>
        <translation>Dejar que los modelos lean esta carpeta</translation>
    </message>
    <message>
        <source>Add a folder of documents</source>
        <translation>Añadir una carpeta de documentos</translation>
    </message>
    <message>
        <source>Add a document</source>
        <translation>Añadir un documento</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Añadir</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Documentos</translation>
    </message>
    <message>
        <source>Open a schema or a grammar</source>
        <translation>Abrir un esquema o una gramática</translation>
    </message>
    <message>
        <source>Schemas and grammars</source>
        <translation>Esquemas y gramáticas</translation>
    </message>
    <message>
        <source>Texts</source>
        <translation>Textos</translation>
    </message>
    <message>
        <source>Add a model</source>
        <translation>Añadir un modelo</translation>
    </message>
    <message>
        <source>Calibrate with a text</source>
        <translation>Calibrar con un texto</translation>
    </message>
    <message>
        <source>Documents and text</source>
        <translation>Documentos y texto</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Imágenes</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>Guardar la imagen</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this chat</source>
        <translation>Buscar en este chat</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>sin resultados</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 de %2</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Coincidencia anterior</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Coincidencia siguiente</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>Cerrar la búsqueda</translation>
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
        <translation>Cargando %1</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>el modelo</translation>
    </message>
    <message>
        <source>Choose a model to begin</source>
        <translation>Elige un modelo para empezar</translation>
    </message>
    <message>
        <source>%1, %2 %</source>
        <translation>%1, %2 %</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>Redacción</translation>
    </message>
    <message>
        <source>Explain a regular expression step by step</source>
        <translation>Explica una expresión regular paso a paso</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Código</translation>
    </message>
    <message>
        <source>Plan three dinners from what is left in the fridge</source>
        <translation>Planea tres cenas con lo que queda en la nevera</translation>
    </message>
    <message>
        <source>Everyday</source>
        <translation>Día a día</translation>
    </message>
    <message>
        <source>Runs on: %1</source>
        <translation>Se ejecuta en: %1</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Comprobar de nuevo</translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation>Abrir un modelo</translation>
    </message>
    <message>
        <source>Ready, on %1</source>
        <translation>Listo, en %1</translation>
    </message>
    <message>
        <source>Find a larger model</source>
        <translation>Buscar un modelo más grande</translation>
    </message>
    <message>
        <source>Connect to a server</source>
        <translation>Conectar a un servidor</translation>
    </message>
    <message>
        <source>No model is loaded</source>
        <translation>No hay ningún modelo cargado</translation>
    </message>
    <message>
        <source>%1 was used last. Load it, or choose another at the top.</source>
        <translation>%1 fue el último que usaste. Cárgalo o elige otro arriba.</translation>
    </message>
    <message>
        <source>Load %1</source>
        <translation>Cargar %1</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>Buscar un modelo</translation>
    </message>
    <message>
        <source>Ready. Everything runs on this computer.</source>
        <translation>Listo. Todo se ejecuta en este equipo.</translation>
    </message>
    <message>
        <source>A small starter model is loaded, so you can begin to write. It is quick and a little naive; a larger one knows more and answers better.</source>
        <translation>Hay un pequeño modelo inicial cargado, así que ya puedes empezar a escribir. Es rápido y un poco ingenuo; uno más grande sabe más y responde mejor.</translation>
    </message>
    <message>
        <source>%1 is loaded, so you can begin to write. You can switch models at any time.</source>
        <translation>%1 está cargado, así que ya puedes empezar a escribir. Puedes cambiar de modelo cuando quieras.</translation>
    </message>
    <message>
        <source>Turn a rough note into a polite email</source>
        <translation>Convierte una nota rápida en un correo amable</translation>
    </message>
    <message>
        <source>Turn this rough note into a polite email:

[your note]</source>
        <translation>Convierte esta nota rápida en un correo amable:

[tu nota]</translation>
    </message>
    <message>
        <source>[your note]</source>
        <translation>[tu nota]</translation>
    </message>
    <message>
        <source>Explain this regular expression step by step:

[your expression]</source>
        <translation>Explica esta expresión regular paso a paso:

[tu expresión]</translation>
    </message>
    <message>
        <source>[your expression]</source>
        <translation>[tu expresión]</translation>
    </message>
    <message>
        <source>Plan three dinners from what is left in my fridge: [what is left]</source>
        <translation>Planea tres cenas con lo que queda en mi nevera: [lo que queda]</translation>
    </message>
    <message>
        <source>[what is left]</source>
        <translation>[lo que queda]</translation>
    </message>
    <message>
        <source>Ready, here and on %1</source>
        <translation>Listo, aquí y en %1</translation>
    </message>
    <message>
        <source>Find one that fits this computer, or open one that you have: a GGUF file, or weights in Hugging Face format.</source>
        <translation>Busca uno que quepa en este ordenador, o abre uno que tengas: un archivo GGUF o pesos en el formato de Hugging Face.</translation>
    </message>
</context>
<context>
    <name>FitMark</name>
    <message>
        <source>fits</source>
        <translation>cabe</translation>
    </message>
    <message>
        <source>fits in part</source>
        <translation>cabe en parte</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>no cabe</translation>
    </message>
</context>
<context>
    <name>FoldBlock</name>
    <message>
        <source>Show all, %1</source>
        <translation>Mostrar todo, %1</translation>
    </message>
</context>
<context>
    <name>FolderDialog</name>
    <message>
        <source>Rename the folder</source>
        <translation>Renombrar la carpeta</translation>
    </message>
    <message>
        <source>Move to a folder</source>
        <translation>Mover a una carpeta</translation>
    </message>
    <message>
        <source>Name of the folder</source>
        <translation>Nombre de la carpeta</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Nueva carpeta</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renombrar</translation>
    </message>
    <message>
        <source>Create folder</source>
        <translation>Crear la carpeta</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Carpetas</translation>
    </message>
    <message>
        <source>No folder</source>
        <translation>Sin carpeta</translation>
    </message>
</context>
<context>
    <name>FolderMenu</name>
    <message>
        <source>Rename the folder</source>
        <translation>Renombrar la carpeta</translation>
    </message>
    <message>
        <source>F2</source>
        <translation>F2</translation>
    </message>
    <message>
        <source>Remove all chats from the folder</source>
        <translation>Sacar todos los chats</translation>
    </message>
</context>
<context>
    <name>FullContextNotice</name>
    <message>
        <source>The oldest turns will be left out.</source>
        <translation>Se omitirán los turnos más antiguos.</translation>
    </message>
</context>
<context>
    <name>FullContextWays</name>
    <message>
        <source>Drop the oldest turns</source>
        <translation>Quitar los turnos más antiguos</translation>
    </message>
    <message>
        <source>Longer context</source>
        <translation>Contexto más largo</translation>
    </message>
    <message>
        <source>Loads the model again with %1 tokens</source>
        <translation>Vuelve a cargar el modelo con %1 tokens</translation>
    </message>
    <message>
        <source>Summarising…</source>
        <translation>Resumiendo…</translation>
    </message>
    <message>
        <source>Summarise</source>
        <translation>Resumir</translation>
    </message>
    <message>
        <source>The model condenses the oldest turns. The chat keeps them.</source>
        <translation>El modelo condensa los turnos más antiguos. El chat los conserva.</translation>
    </message>
    <message>
        <source>They leave the context. The chat keeps them.</source>
        <translation>Salen del contexto. El chat los conserva.</translation>
    </message>
    <message>
        <source>New chat with a summary</source>
        <translation>Chat nuevo con un resumen</translation>
    </message>
    <message>
        <source>It knows this chat from a summary, and has this question in its composer</source>
        <translation>Conoce este chat por un resumen y tiene esta pregunta en su campo de texto</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>The chat stays as it is</source>
        <translation>El chat queda como está</translation>
    </message>
    <message>
        <source>Shorten the attachment</source>
        <translation>Acortar el adjunto</translation>
    </message>
    <message>
        <source>Keeps its beginning, up to what fits, and says how much is left out</source>
        <translation>Conserva el principio, lo que quepa, y dice cuánto se omite</translation>
    </message>
</context>
<context>
    <name>GeneralPage</name>
    <message>
        <source>General</source>
        <translation>General</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Idioma</translation>
    </message>
    <message>
        <source>Some text changes after a restart</source>
        <translation>Los textos que ya se ven cambian en el próximo inicio</translation>
    </message>
    <message>
        <source>On startup, open</source>
        <translation>Empezar con</translation>
    </message>
    <message>
        <source>What Hearth shows when it starts</source>
        <translation>Lo que muestra la ventana al abrirse</translation>
    </message>
    <message>
        <source>The last chat</source>
        <translation>El último chat</translation>
    </message>
    <message>
        <source>A new chat</source>
        <translation>Un chat nuevo</translation>
    </message>
    <message>
        <source>Notify me when a long reply is ready</source>
        <translation>Avisar cuando llegue una respuesta larga</translation>
    </message>
    <message>
        <source>Desktop notification when Hearth is in the background</source>
        <translation>Un aviso del escritorio mientras otra ventana está delante</translation>
    </message>
    <message>
        <source>Chats from other apps</source>
        <translation>Chats de otros programas</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>Importar chats</translation>
    </message>
    <message>
        <source>Attach long pastes</source>
        <translation>Adjuntar los textos largos pegados</translation>
    </message>
    <message>
        <source>Text of more than 4,000 characters or 100 lines becomes an attachment when it is pasted into a message</source>
        <translation>El texto de más de 4.000 caracteres o 100 líneas se convierte en un adjunto al pegarlo en un mensaje</translation>
    </message>
    <message>
        <source>When a chat fills its context</source>
        <translation>Cuando un chat llena su contexto</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Parar</translation>
    </message>
    <message>
        <source>Slide</source>
        <translation>Deslizar</translation>
    </message>
    <message>
        <source>Summarise</source>
        <translation>Resumir</translation>
    </message>
    <message>
        <source>For new chats. Each chat has this choice too, next to its context figures.</source>
        <translation>Para los chats nuevos. Cada chat tiene también esta opción, junto a las cifras de su contexto.</translation>
    </message>
    <message>
        <source>Imports exports from Hearth, ChatGPT and Open WebUI, and the chat files of GPT4All and LM Studio</source>
        <translation>Admite exportaciones de Hearth, ChatGPT y Open WebUI, y los archivos de chat de GPT4All y LM Studio</translation>
    </message>
</context>
<context>
    <name>HistoryChart</name>
    <message>
        <source>not known</source>
        <translation>desconocido</translation>
    </message>
</context>
<context>
    <name>Hub</name>
    <message>
        <source>Nothing can be written to %1 (%2). Check the folder.</source>
        <translation>No se puede escribir en %1 (%2). Revisa la carpeta.</translation>
    </message>
    <message>
        <source>%1 is available only after you accept its terms. Open its page, accept them, and try again.</source>
        <translation>%1 es solo para quienes aceptaron sus condiciones. Abre su página, acéptalas e inténtalo de nuevo.</translation>
    </message>
    <message>
        <source>%1 is available only after you accept its terms. Accept them on its page, put your token into HF_TOKEN, and restart Hearth.</source>
        <translation>%1 es solo para quienes aceptaron sus condiciones. Acéptalas en su página, pon tu token en HF_TOKEN e inicia Hearth de nuevo.</translation>
    </message>
    <message>
        <source>%1 no longer has this file. Search for it again.</source>
        <translation>%1 ya no tiene este archivo. Búscalo de nuevo.</translation>
    </message>
    <message>
        <source>The hub does not accept your token (HF_TOKEN), or %1 is private. Check the token.</source>
        <translation>El hub no acepta tu token (HF_TOKEN) o %1 es privado. Revisa el token.</translation>
    </message>
    <message>
        <source>The hub does not know %1, or it is private. Check the name.</source>
        <translation>El hub no conoce %1 o es privado. Revisa el nombre.</translation>
    </message>
    <message>
        <source>The hub does not allow access to %1.</source>
        <translation>El hub no permite el acceso a %1.</translation>
    </message>
    <message>
        <source>The hub wants fewer requests. Try again in %1 s.</source>
        <translation>El hub quiere menos solicitudes. Inténtalo de nuevo en %1 s.</translation>
    </message>
    <message>
        <source>The hub wants fewer requests. Try again in a few minutes.</source>
        <translation>El hub quiere menos solicitudes. Inténtalo de nuevo en unos minutos.</translation>
    </message>
    <message>
        <source>The hub has an internal error (%1). Try again in a few minutes.</source>
        <translation>El hub tiene un fallo propio (%1). Inténtalo de nuevo en unos minutos.</translation>
    </message>
    <message>
        <source>The hub answered with %1, which Hearth did not expect. Try again later.</source>
        <translation>El hub respondió con %1, algo que Hearth no esperaba. Inténtalo más tarde.</translation>
    </message>
    <message>
        <source>HF_ENDPOINT is “%1”, which is not an https address. Correct it and restart Hearth.</source>
        <translation>HF_ENDPOINT es “%1”, que no es una dirección https. Corrígelo e inicia Hearth de nuevo.</translation>
    </message>
    <message>
        <source>%1 stopped sending. Check the connection.</source>
        <translation>%1 dejó de enviar. Revisa la conexión.</translation>
    </message>
    <message>
        <source>%1 is not an https address, so Hearth does not open it.</source>
        <translation>%1 no es una dirección https. Hearth no va ahí.</translation>
    </message>
    <message>
        <source>%1 cannot be found. Check the connection.</source>
        <translation>No se encuentra %1. Revisa la conexión.</translation>
    </message>
    <message>
        <source>The certificate of %1 could not be verified (%2). Someone may be intercepting the connection, so Hearth stopped.</source>
        <translation>%1 no pudo demostrar su identidad (%2). Alguien podría estar escuchando; Hearth no sigue.</translation>
    </message>
    <message>
        <source>The connection to %1 was lost.</source>
        <translation>La conexión con %1 se interrumpió.</translation>
    </message>
    <message>
        <source>%1 cannot be reached (%2). Check the connection.</source>
        <translation>No se puede acceder a %1 (%2). Revisa la conexión.</translation>
    </message>
    <message>
        <source>Another Hearth is downloading this file already.</source>
        <translation>Otro Hearth ya está descargando este archivo.</translation>
    </message>
    <message>
        <source>“%1” in the models folder is a link or a file, not a folder. Move it away and try again.</source>
        <translation>“%1”, en la carpeta de modelos, no es una carpeta propia (es un enlace o un archivo). Muévelo e inténtalo de nuevo.</translation>
    </message>
    <message>
        <source>There is a file “%1” in the models folder already. Move it away and try again; what was downloaded is kept.</source>
        <translation>Ya hay un archivo “%1” en la carpeta de modelos. Muévelo e inténtalo de nuevo; lo descargado se conserva.</translation>
    </message>
    <message>
        <source>The disk is full. Free some space for %1, then resume; nothing is lost.</source>
        <translation>El disco está lleno. Haz sitio para %1 y reanuda; no se pierde nada.</translation>
    </message>
    <message>
        <source>“%1” is a link or not a regular file. Move it away and try again.</source>
        <translation>“%1” es un enlace o no es un archivo normal. Muévelo e inténtalo de nuevo.</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2).</source>
        <translation>No se puede leer %1 (%2).</translation>
    </message>
    <message>
        <source>%1 redirects in a loop. Try again later.</source>
        <translation>%1 envía la solicitud en círculo. Inténtalo más tarde.</translation>
    </message>
    <message>
        <source>%1 sent a redirect without an address. Try again later.</source>
        <translation>%1 respondió con una redirección a ninguna parte. Inténtalo más tarde.</translation>
    </message>
    <message>
        <source>%1 redirects to %2 without encryption, which Hearth does not follow.</source>
        <translation>%1 quiere pasar la solicitud a %2 sin cifrado. Hearth no la sigue.</translation>
    </message>
    <message>
        <source>%1 redirects to %2, an address in your own network, which Hearth does not follow.</source>
        <translation>%1 quiere pasar la solicitud a %2, una dirección dentro de tu propia red. Hearth no la sigue.</translation>
    </message>
    <message>
        <source>%1 does not respond like a web server. Check the connection.</source>
        <translation>%1 no responde como un servidor web. Revisa la conexión.</translation>
    </message>
</context>
<context>
    <name>HubFileRow</name>
    <message>
        <source>Suggested</source>
        <translation>Sugerido</translation>
    </message>
    <message>
        <source>Downloaded</source>
        <translation>Descargado</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Descargar</translation>
    </message>
    <message>
        <source>Download %1</source>
        <translation>Descargar %1</translation>
    </message>
</context>
<context>
    <name>HubPageView</name>
    <message>
        <source>Choose a model to see its files. Hearth then asks %1 for its page, and for nothing before.</source>
        <translation>Elige un modelo para ver sus archivos. Solo entonces Hearth pide su página a %1; antes no pide nada.</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>Todos los modelos</translation>
    </message>
    <message>
        <source>Asks for terms</source>
        <translation>Pide aceptar condiciones</translation>
    </message>
    <message>
        <source>This page cannot be shown</source>
        <translation>No se puede mostrar esta página</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>Hearth cannot run this model yet</source>
        <translation>Hearth aún no puede ejecutar este modelo</translation>
    </message>
    <message>
        <source>Asking %1</source>
        <translation>Consultando %1</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Archivos</translation>
    </message>
    <message>
        <source>Every file is checked against its published SHA-256 before it is used.</source>
        <translation>Cada archivo se comprueba con su SHA-256 publicado antes de usarlo.</translation>
    </message>
    <message>
        <source>Model card</source>
        <translation>Ficha del modelo</translation>
    </message>
    <message>
        <source>Sees pictures</source>
        <translation>Ve imágenes</translation>
    </message>
</context>
<context>
    <name>Inference</name>
    <message>
        <source>There is not enough memory. Close other programs, or choose a smaller model or a shorter context.</source>
        <translation>No hay memoria suficiente. Cierra otros programas o elige un modelo más pequeño o un contexto más corto.</translation>
    </message>
    <message>
        <source>The model stopped for a reason that Hearth does not know (%1). Load it again.</source>
        <translation>El modelo se detuvo por un motivo que Hearth no conoce (%1). Cárgalo de nuevo.</translation>
    </message>
    <message>
        <source>Loading was cancelled.</source>
        <translation>Se canceló la carga.</translation>
    </message>
    <message>
        <source>Keeping the cache</source>
        <translation>Guardando la caché</translation>
    </message>
    <message>
        <source>No model is loaded. Choose one to continue.</source>
        <translation>No hay ningún modelo cargado. Elige uno para continuar.</translation>
    </message>
</context>
<context>
    <name>InsideDialog</name>
    <message>
        <source>See inside</source>
        <translation>Ver por dentro</translation>
    </message>
    <message>
        <source>Words to tokens</source>
        <translation>De palabras a tokens</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Precisión</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Velocidad</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>Costes</translation>
    </message>
    <message>
        <source>The way of a token</source>
        <translation>El camino de un token</translation>
    </message>
</context>
<context>
    <name>InspectorTab</name>
    <message>
        <source>Press the pulse icon under a reply to see its tokens, how sure the model was of each, and where the time went.</source>
        <translation>Pulsa el icono del pulso bajo una respuesta para ver sus tokens, lo seguro que estaba el modelo de cada uno y en qué se fue el tiempo.</translation>
    </message>
    <message>
        <source>Exact prompt</source>
        <translation>Prompt exacto</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>Respuesta</translation>
    </message>
    <message>
        <source>Show the reply</source>
        <translation>Mostrar la respuesta</translation>
    </message>
    <message>
        <source>Show the exact prompt</source>
        <translation>Mostrar el prompt exacto</translation>
    </message>
    <message>
        <source>As text</source>
        <translation>Como texto</translation>
    </message>
    <message>
        <source>As bytes</source>
        <translation>Como bytes</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>Tu mensaje</translation>
    </message>
    <message>
        <source>Words to tokens</source>
        <translation>De palabras a tokens</translation>
    </message>
    <message>
        <source>The way of a token</source>
        <translation>El camino de un token</translation>
    </message>
    <message>
        <source>Why it takes so long</source>
        <translation>Por qué tarda tanto</translation>
    </message>
    <message>
        <source>How sure it was</source>
        <translation>Cuán seguro estaba</translation>
    </message>
    <message>
        <source>What a token looked at</source>
        <translation>Qué miró un token</translation>
    </message>
    <message>
        <source>Tokens are the pieces that a model reads and writes: words, parts of words, single characters.</source>
        <translation>Los tokens son las piezas que un modelo lee y escribe: palabras, partes de palabras, signos sueltos.</translation>
    </message>
    <message>
        <source>A token that is a whole word costs as much as one that is a single byte, so text in many short tokens takes longer and fills the context sooner.</source>
        <translation>Un token que es una palabra entera cuesta lo mismo que uno de un solo byte, así que un texto de muchos tokens cortos tarda más y llena antes el contexto.</translation>
    </message>
</context>
<context>
    <name>InstalledFoot</name>
    <message>
        <source>Delete %1 from the disk?</source>
        <translation>¿Eliminar %1 del disco?</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Conservar</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>Quitar de la lista</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>Liberar</translation>
    </message>
    <message>
        <source>New chat with it</source>
        <translation>Nuevo chat con él</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Usar</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Cargar</translation>
    </message>
    <message>
        <source>The file stays where it is.</source>
        <translation>Se queda donde está.</translation>
    </message>
    <message>
        <source>Deletes it from the disk.</source>
        <translation>Lo elimina del disco.</translation>
    </message>
    <message>
        <source>Use it no longer</source>
        <translation>Dejar de usarlo</translation>
    </message>
    <message>
        <source>Use for documents</source>
        <translation>Usar para los documentos</translation>
    </message>
    <message>
        <source>Keep loaded</source>
        <translation>Mantener cargado</translation>
    </message>
    <message>
        <source>Another model may take its memory from now on.</source>
        <translation>A partir de ahora otro modelo puede usar su memoria.</translation>
    </message>
    <message>
        <source>No other model takes its memory.</source>
        <translation>Ningún otro modelo usa su memoria.</translation>
    </message>
    <message>
        <source>Stop keeping loaded</source>
        <translation>Dejar de mantener cargado</translation>
    </message>
</context>
<context>
    <name>InstalledPane</name>
    <message>
        <source>Installed models</source>
        <translation>Modelos instalados</translation>
    </message>
    <message>
        <source>Looking through %1</source>
        <translation>Examinando %1</translation>
    </message>
    <message>
        <source>No models in %1 yet.</source>
        <translation>Aún no hay modelos en %1.</translation>
    </message>
    <message>
        <source>Add a file</source>
        <translation>Añadir un archivo</translation>
    </message>
    <message>
        <source>or drop a model here</source>
        <translation>o suelta un modelo aquí</translation>
    </message>
</context>
<context>
    <name>IntervalChart</name>
    <message>
        <source>Between tokens</source>
        <translation>Entre tokens</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>Time between tokens: </source>
        <translation>Tiempo entre tokens: </translation>
    </message>
    <message>
        <source>median %1  ·  p95 %2  ·  longest %3</source>
        <translation>mediana %1  ·  p95 %2  ·  máximo %3</translation>
    </message>
    <message>
        <source>How long each token came after the one before. The median is what half of them stayed under, p95 what 95 of 100 did; long ones are pauses for other work.</source>
        <translation>Cuánto tardó cada token tras el anterior. La mitad quedó por debajo de la mediana y 95 de cada 100 por debajo de p95; los largos son pausas para otro trabajo.</translation>
    </message>
    <message>
        <source>Drafts are guessed cheaply, and the model checks several at once. Each one that it accepts saves a step; those it refuses change nothing in the text.</source>
        <translation>Los borradores se adivinan a bajo coste y el modelo comprueba varios a la vez. Cada uno que acepta ahorra un paso; los que rechaza no cambian nada en el texto.</translation>
    </message>
</context>
<context>
    <name>JsonRow</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>contraído</translation>
    </message>
    <message>
        <source>unfolded</source>
        <translation>desplegado</translation>
    </message>
</context>
<context>
    <name>JsonView</name>
    <message>
        <source>Last reply</source>
        <translation>Última respuesta</translation>
    </message>
</context>
<context>
    <name>KeepingBar</name>
    <message>
        <source>Close now</source>
        <translation>Cerrar ya</translation>
    </message>
    <message>
        <source>Hearth is closing…</source>
        <translation>Cerrando Hearth…</translation>
    </message>
    <message>
        <source>Saving the cache so that chats continue quickly next time: %1 %. Hearth then closes.</source>
        <translation>Guardando la caché para que los chats sigan rápido la próxima vez: %1 %. Después, Hearth se cierra.</translation>
    </message>
    <message>
        <source>Saving the cache: %1 %</source>
        <translation>Guardando la caché: %1 %</translation>
    </message>
</context>
<context>
    <name>KeyBindings</name>
    <message>
        <source>New chat</source>
        <translation>Nuevo chat</translation>
    </message>
    <message>
        <source>Search all chats</source>
        <translation>Buscar en todos los chats</translation>
    </message>
    <message>
        <source>Find in this chat</source>
        <translation>Buscar en este chat</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>Todos los modelos</translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation>Abrir un modelo</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>This list</source>
        <translation>Esta lista</translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation>Barra lateral</translation>
    </message>
    <message>
        <source>Settings of this chat</source>
        <translation>Ajustes de este chat</translation>
    </message>
    <message>
        <source>Go to the message field</source>
        <translation>Al campo de mensaje</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Enviar</translation>
    </message>
    <message>
        <source>New line</source>
        <translation>Línea nueva</translation>
    </message>
    <message>
        <source>Stop the reply or close</source>
        <translation>Detener la respuesta, cerrar</translation>
    </message>
    <message>
        <source>Edit the last message</source>
        <translation>Editar el último mensaje</translation>
    </message>
    <message>
        <source>Jump to the latest text</source>
        <translation>Al texto más reciente</translation>
    </message>
    <message>
        <source>Regenerate the last reply</source>
        <translation>Regenerar la última respuesta</translation>
    </message>
    <message>
        <source>Previous chat</source>
        <translation>Chat de arriba</translation>
    </message>
    <message>
        <source>Next chat</source>
        <translation>Chat de abajo</translation>
    </message>
    <message>
        <source>Rename the chat</source>
        <translation>Renombrar el chat</translation>
    </message>
    <message>
        <source>Move the chat to the trash</source>
        <translation>Mover el chat a la papelera</translation>
    </message>
    <message>
        <source>Undo last action</source>
        <translation>Deshacer lo que ofrece el aviso</translation>
    </message>
    <message>
        <source>Close Hearth</source>
        <translation>Cerrar Hearth</translation>
    </message>
    <message>
        <source>Continue the last reply</source>
        <translation>Continuar la última respuesta</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Más grande</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Más pequeño</translation>
    </message>
    <message>
        <source>Usual size</source>
        <translation>Tamaño normal</translation>
    </message>
    <message>
        <source>Compare answers</source>
        <translation>Comparar respuestas</translation>
    </message>
</context>
<context>
    <name>KvTypeChoice</name>
    <message>
        <source>What fewer bits cost this model could not be measured. %1</source>
        <translation>No se pudo medir cuánto le cuestan menos bits a este modelo. %1</translation>
    </message>
    <message>
        <source>What fewer bits cost this model is measured once, while it rests. Then they can be chosen.</source>
        <translation>Cuánto le cuestan menos bits a este modelo se mide una vez, mientras descansa. Después se pueden elegir.</translation>
    </message>
    <message>
        <source>What fewer bits cost is measured when this model is in use. Then they can be chosen.</source>
        <translation>Cuánto cuestan menos bits se mide cuando este modelo está en uso. Después se pueden elegir.</translation>
    </message>
    <message>
        <source>16 bits</source>
        <translation>16 bits</translation>
    </message>
    <message>
        <source>8 bits</source>
        <translation>8 bits</translation>
    </message>
    <message>
        <source>8 and 4 bits</source>
        <translation>8 y 4 bits</translation>
    </message>
    <message>
        <source>4 bits</source>
        <translation>4 bits</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>aún no</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>desconocido</translation>
    </message>
    <message>
        <source>+%1 %</source>
        <translation>+%1 %</translation>
    </message>
    <message>
        <source>KV precision</source>
        <translation>Precisión de KV</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Memoria</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>Perplejidad</translation>
    </message>
    <message>
        <source>memory %1, perplexity %2</source>
        <translation>memoria %1, perplejidad %2</translation>
    </message>
</context>
<context>
    <name>LicenceDialog</name>
    <message>
        <source>Text of the licence</source>
        <translation>Texto de la licencia</translation>
    </message>
</context>
<context>
    <name>LinkDialog</name>
    <message>
        <source>Open a link?</source>
        <translation>¿Abrir un enlace?</translation>
    </message>
    <message>
        <source>The reply links to %1. It opens in your browser.</source>
        <translation>La respuesta enlaza a %1. Se abre en tu navegador.</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>Copiar la dirección</translation>
    </message>
    <message>
        <source>Open the link</source>
        <translation>Abrir el enlace</translation>
    </message>
</context>
<context>
    <name>ListItemBlock</name>
    <message>
        <source>done</source>
        <translation>hecho</translation>
    </message>
    <message>
        <source>to do</source>
        <translation>pendiente</translation>
    </message>
</context>
<context>
    <name>LoadOptionsView</name>
    <message>
        <source>How it is loaded</source>
        <translation>Cómo se carga</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>Contexto</translation>
    </message>
    <message>
        <source>Context length in tokens</source>
        <translation>Longitud del contexto en tokens</translation>
    </message>
    <message>
        <source>KV precision</source>
        <translation>Precisión de KV</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Hilos</translation>
    </message>
    <message>
        <source>one for each core</source>
        <translation>uno por núcleo</translation>
    </message>
    <message>
        <source>Threads of this model, 0 for one for each core</source>
        <translation>Hilos de este modelo, 0 para uno por núcleo</translation>
    </message>
    <message>
        <source>Layers on the GPU</source>
        <translation>Capas en la GPU</translation>
    </message>
    <message>
        <source>as many as fit</source>
        <translation>tantas como quepan</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>de %1</translation>
    </message>
    <message>
        <source>Layers on the GPU, −1 for as many as fit</source>
        <translation>Capas en la GPU, −1 para tantas como quepan</translation>
    </message>
    <message>
        <source>Needs %1 more</source>
        <translation>Faltan %1</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Cabe</translation>
    </message>
    <message>
        <source>Reset to defaults</source>
        <translation>Restablecer</translation>
    </message>
    <message>
        <source>Load again with these</source>
        <translation>Volver a cargar así</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>Weights %1, KV at most %2 (one chat %3), %4 in all</source>
        <translation>Pesos %1, KV como máximo %2 (un chat %3), %4 en total</translation>
    </message>
    <message>
        <source>, of which %1 for pictures</source>
        <translation>, de los cuales %1 para imágenes</translation>
    </message>
</context>
<context>
    <name>LongTextChip</name>
    <message>
        <source>Long text</source>
        <translation>Texto largo</translation>
    </message>
    <message>
        <source>Long text, %1</source>
        <translation>Texto largo, %1</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Copy the long text, to change it in another program</source>
        <translation>Copiar el texto largo para modificarlo en otro programa</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
</context>
<context>
    <name>LossDialog</name>
    <message>
        <source>Close without saving?</source>
        <translation>¿Cerrar sin guardar?</translation>
    </message>
    <message>
        <source>Your chats from this session are in memory only. They will be lost when Hearth closes.</source>
        <translation>Los chats de esta sesión están solo en la memoria. Se perderán al cerrar Hearth.</translation>
    </message>
    <message>
        <source>Close without saving</source>
        <translation>Cerrar sin guardar</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Guardar como…</translation>
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
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 GB</source>
        <translation>%1 GB</translation>
    </message>
    <message>
        <source>compute capability</source>
        <translation>capacidad de cómputo</translation>
    </message>
    <message>
        <source>driver for CUDA</source>
        <translation>controlador para CUDA</translation>
    </message>
</context>
<context>
    <name>MachinePage</name>
    <message>
        <source>Machine</source>
        <translation>Equipo</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>En uso</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Memoria</translation>
    </message>
    <message>
        <source>The last two minutes, as far as this page was open or a reply was being written. A card that is not asked can sleep.</source>
        <translation>Los últimos dos minutos, mientras esta página estaba abierta o se escribía una respuesta. Una tarjeta a la que no se pregunta puede descansar.</translation>
    </message>
    <message>
        <source>Reading what the devices do…</source>
        <translation>Leyendo lo que hacen los dispositivos…</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>none loaded</source>
        <translation>ninguno cargado</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Pesos</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>Caché KV</translation>
    </message>
    <message>
        <source>%1 now, %2 at most</source>
        <translation>%1 ahora, %2 como máximo</translation>
    </message>
    <message>
        <source>Scratch</source>
        <translation>Temporal</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Modelo de borrador</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Expertos</translation>
    </message>
    <message>
        <source>%1 of %2 of a layer on the card, all of them in memory (%3)</source>
        <translation>%1 de %2 de una capa en la tarjeta, todos en la memoria (%3)</translation>
    </message>
    <message>
        <source>Found on the card</source>
        <translation>Encontrados en la tarjeta</translation>
    </message>
    <message>
        <source>%1 % of the uses, %2 copied</source>
        <translation>%1 % de los usos, %2 copiados</translation>
    </message>
    <message>
        <source>Memory use</source>
        <translation>Uso de memoria</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Imágenes</translation>
    </message>
    <message>
        <source>Safety</source>
        <translation>Seguridad</translation>
    </message>
    <message>
        <source>Sandbox for pictures</source>
        <translation>Entorno aislado para imágenes</translation>
    </message>
    <message>
        <source>Embedding model</source>
        <translation>Modelo de incrustación</translation>
    </message>
    <message>
        <source>Reranker</source>
        <translation>Reordenador</translation>
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
        <translation>La memoria está llena</translation>
    </message>
    <message>
        <source>The last action was not carried out</source>
        <translation>La última acción no se llevó a cabo</translation>
    </message>
</context>
<context>
    <name>MathBlock</name>
    <message>
        <source>Formula: %1</source>
        <translation>Fórmula: %1</translation>
    </message>
</context>
<context>
    <name>McpSetup</name>
    <message>
        <source>it uses the older transport of HTTP with SSE, which Hearth does not speak</source>
        <translation>usa el transporte antiguo de HTTP con SSE, que Hearth no habla</translation>
    </message>
    <message>
        <source>it has no command and no address</source>
        <translation>no tiene ni comando ni dirección</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no &quot;mcpServers&quot;.</source>
        <translation>«%1» no tiene «mcpServers».</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has more than %2 servers; the rest is left out.</source>
        <translation>«%1» tiene más de %2 servidores; los demás se omiten.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is left out: %2.</source>
        <translation>«%1» se omite: %2.</translation>
    </message>
    <message>
        <source>its address is not an http or https address</source>
        <translation>su dirección no es http ni https</translation>
    </message>
    <message>
        <source>it is not a description of a server</source>
        <translation>no es la descripción de un servidor</translation>
    </message>
</context>
<context>
    <name>MemoryTable</name>
    <message>
        <source>Precision</source>
        <translation>Precisión</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Pesos</translation>
    </message>
    <message>
        <source>weights %1 GB</source>
        <translation>pesos %1 GB</translation>
    </message>
    <message>
        <source>this model</source>
        <translation>este modelo</translation>
    </message>
</context>
<context>
    <name>MessageFooter</name>
    <message>
        <source>Previous version</source>
        <translation>Versión anterior</translation>
    </message>
    <message>
        <source>%1/%2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>Version %1 of %2</source>
        <translation>Versión %1 de %2</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>Versión siguiente</translation>
    </message>
</context>
<context>
    <name>MessageList</name>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Delete from here on</source>
        <translation>Eliminar desde aquí</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Más</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Regenerar</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Continuar</translation>
    </message>
    <message>
        <source>Open in the inspector</source>
        <translation>Abrir en el inspector</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Mensajes</translation>
    </message>
    <message>
        <source>Edit your message</source>
        <translation>Editar tu mensaje</translation>
    </message>
    <message>
        <source>Edit the reply</source>
        <translation>Editar la respuesta</translation>
    </message>
</context>
<context>
    <name>MessageMenu</name>
    <message>
        <source>Copy as text</source>
        <translation>Copiar como texto</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Copiar como Markdown</translation>
    </message>
    <message>
        <source>Quote</source>
        <translation>Citar</translation>
    </message>
    <message>
        <source>Delete from here on</source>
        <translation>Eliminar desde aquí</translation>
    </message>
    <message>
        <source>See its tokens</source>
        <translation>Ver sus tokens</translation>
    </message>
    <message>
        <source>Compare answers…</source>
        <translation>Comparar respuestas…</translation>
    </message>
    <message>
        <source>Regenerate with…</source>
        <translation>Regenerar con…</translation>
    </message>
</context>
<context>
    <name>MessageView</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>The reply stopped</source>
        <translation>La respuesta se detuvo</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>of another chat</source>
        <translation>de otro chat</translation>
    </message>
    <message>
        <source>%1 messages</source>
        <translation>%1 mensajes</translation>
    </message>
    <message>
        <source>Passages of documents: %1</source>
        <translation>Fragmentos de documentos: %1</translation>
    </message>
    <message>
        <source>Not in the documents word for word: %1</source>
        <translation>No está literalmente en los documentos: %1</translation>
    </message>
    <message>
        <source>1 message</source>
        <translation>1 mensaje</translation>
    </message>
    <message>
        <source>%1, edited by you</source>
        <translation>%1, editado por ti</translation>
    </message>
</context>
<context>
    <name>ModelButton</name>
    <message>
        <source>Loading a model</source>
        <translation>Cargando un modelo</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>Sin modelo</translation>
    </message>
    <message>
        <source>Model: %1 %2, %3</source>
        <translation>Modelo: %1 %2, %3</translation>
    </message>
    <message>
        <source>loads when you send</source>
        <translation>se carga al enviar</translation>
    </message>
</context>
<context>
    <name>ModelCard</name>
    <message>
        <source>Feed-forward</source>
        <translation>Prealimentación</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Atención</translation>
    </message>
    <message>
        <source>Embeddings</source>
        <translation>Embeddings</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Salida</translation>
    </message>
    <message>
        <source>Norms</source>
        <translation>Normalización</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Otros</translation>
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
        <translation>Autor</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Licencia</translation>
    </message>
    <message>
        <source>Made from</source>
        <translation>Basado en</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>Idiomas</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Estructura</translation>
    </message>
    <message>
        <source>%1, %2 layers</source>
        <translation>%1, %2 capas</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Contexto</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 tokens</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vocabulario</translation>
    </message>
    <message>
        <source>Template</source>
        <translation>Plantilla</translation>
    </message>
    <message>
        <source>its own</source>
        <translation>propia</translation>
    </message>
    <message>
        <source>none; a fallback is used</source>
        <translation>ninguna; se usa una de reserva</translation>
    </message>
</context>
<context>
    <name>ModelCardView</name>
    <message>
        <source>Parameters</source>
        <translation>Parámetros</translation>
    </message>
    <message>
        <source>Memory by precision</source>
        <translation>Memoria según la precisión</translation>
    </message>
    <message>
        <source>GB, weights and one context together</source>
        <translation>GB, pesos y un contexto juntos</translation>
    </message>
    <message>
        <source>For one conversation. A loaded model keeps the cache of several where there is room, so it shows more.</source>
        <translation>Para una conversación. Un modelo cargado guarda la caché de varias donde hay sitio, por eso muestra más.</translation>
    </message>
    <message>
        <source>Every precision, and what fits here…</source>
        <translation>Todas las precisiones y qué cabe aquí…</translation>
    </message>
</context>
<context>
    <name>ModelDetails</name>
    <message>
        <source>%1 tokens</source>
        <translation>%1 tokens</translation>
    </message>
    <message>
        <source>Memory while it is loaded</source>
        <translation>Memoria mientras está cargado</translation>
    </message>
    <message>
        <source>Weights %1</source>
        <translation>Pesos %1</translation>
    </message>
    <message>
        <source>Scratch %1</source>
        <translation>Temporal %1</translation>
    </message>
    <message>
        <source>Free %1</source>
        <translation>Libre %1</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ubicación</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>Se ejecuta en</translation>
    </message>
    <message>
        <source>Template</source>
        <translation>Plantilla</translation>
    </message>
    <message>
        <source>managed by %1</source>
        <translation>gestionado por %1</translation>
    </message>
    <message>
        <source>Verified</source>
        <translation>Verificado</translation>
    </message>
    <message>
        <source>Leaves this computer</source>
        <translation>Sale de este equipo</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Servidor</translation>
    </message>
    <message>
        <source>This model cannot be used</source>
        <translation>Este modelo no se puede usar</translation>
    </message>
    <message>
        <source>Show the file</source>
        <translation>Mostrar el archivo</translation>
    </message>
    <message>
        <source>Opens the file manager</source>
        <translation>Abre el gestor de archivos</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Verify again</source>
        <translation>Verificar de nuevo</translation>
    </message>
    <message>
        <source>Compares the file with its published SHA-256</source>
        <translation>Compara el archivo con su SHA-256 publicado</translation>
    </message>
    <message>
        <source>KV %1 of at most %2</source>
        <translation>KV %1 de %2 como máximo</translation>
    </message>
    <message>
        <source>It reads the best passages together with the question and brings those that answer it to the top. It writes no replies.</source>
        <translation>Lee los mejores pasajes junto con la pregunta y pone arriba los que la responden. No escribe respuestas.</translation>
    </message>
    <message>
        <source>It reads your documents once, so that passages are found that say the same in other words. It writes no replies.</source>
        <translation>Lee tus documentos una vez, para encontrar también pasajes que dicen lo mismo con otras palabras. No escribe respuestas.</translation>
    </message>
    <message>
        <source>Another program on this computer</source>
        <translation>Otro programa de este equipo</translation>
    </message>
    <message>
        <source>Sees pictures</source>
        <translation>Ve imágenes</translation>
    </message>
    <message>
        <source>Pictures %1</source>
        <translation>Imágenes %1</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Imágenes</translation>
    </message>
</context>
<context>
    <name>ModelFacts</name>
    <message>
        <source>Fits, takes %1 GB</source>
        <translation>Cabe, ocupa %1 GB</translation>
    </message>
    <message>
        <source>%1 of %2 layers</source>
        <translation>%1 de %2 capas</translation>
    </message>
    <message>
        <source>Needs %1 GB more</source>
        <translation>Faltan %1 GB</translation>
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
        <translation>Elige un modelo</translation>
    </message>
    <message>
        <source>Installed models</source>
        <translation>Modelos instalados</translation>
    </message>
    <message>
        <source>Looking through %1</source>
        <translation>Examinando %1</translation>
    </message>
    <message>
        <source>No models in %1 yet. Open one, or put it there: a GGUF file, or a folder in Hugging Face format.</source>
        <translation>Aún no hay modelos en %1. Abre uno o ponlo ahí: un archivo GGUF o una carpeta en formato Hugging Face.</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>Todos los modelos</translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation>Abrir archivo…</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>Liberar</translation>
    </message>
</context>
<context>
    <name>ModelPurpose</name>
    <message>
        <source>Finds documents by meaning</source>
        <translation>Encuentra documentos por su significado</translation>
    </message>
    <message>
        <source>Orders passages</source>
        <translation>Ordena pasajes</translation>
    </message>
</context>
<context>
    <name>ModelQuantizer</name>
    <message>
        <source>%1 cannot be read (%2); choose another text.</source>
        <translation>No se puede leer %1 (%2); elige otro texto.</translation>
    </message>
</context>
<context>
    <name>ModelRow</name>
    <message>
        <source>loaded</source>
        <translation>cargado</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>en uso</translation>
    </message>
    <message>
        <source>kept loaded</source>
        <translation>se mantiene cargado</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>cargando</translation>
    </message>
    <message>
        <source>unloaded for now</source>
        <translation>descargado por ahora</translation>
    </message>
    <message>
        <source>Sees pictures</source>
        <translation>Ve imágenes</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>%1 is downloaded and verified</source>
        <translation>%1 está descargado y verificado</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Usar</translation>
    </message>
    <message>
        <source>%1 is added</source>
        <translation>%1 se ha añadido</translation>
    </message>
    <message>
        <source>%1 sees pictures from the next time it is loaded</source>
        <translation>%1 verá imágenes la próxima vez que se cargue</translation>
    </message>
</context>
<context>
    <name>ModelsDialog</name>
    <message>
        <source>Models</source>
        <translation>Modelos</translation>
    </message>
    <message>
        <source>Installed</source>
        <translation>Instalados</translation>
    </message>
    <message>
        <source>Discover</source>
        <translation>Descubrir</translation>
    </message>
    <message>
        <source>Endpoints</source>
        <translation>Servidores</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automático</translation>
    </message>
</context>
<context>
    <name>ModelsFolder</name>
    <message>
        <source>%1 could not be moved: %2. Nothing was changed.</source>
        <translation>No se pudo mover %1: %2. No se cambió nada.</translation>
    </message>
    <message>
        <source>%1 already exists. Rename it, or choose another folder.</source>
        <translation>%1 ya está allí. Cámbiale el nombre o elige otra carpeta.</translation>
    </message>
</context>
<context>
    <name>ModelsFolderPage</name>
    <message>
        <source>Models folder</source>
        <translation>Carpeta de modelos</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Carpeta</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Mostrar</translation>
    </message>
    <message>
        <source>Opens the folder in the file manager</source>
        <translation>Abre la carpeta en el gestor de archivos</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Contenido</translation>
    </message>
    <message>
        <source>One model, %1; %2 free</source>
        <translation>Un modelo, %1; %2 libres</translation>
    </message>
    <message>
        <source>%1 models, %2; %3 free</source>
        <translation>%1 modelos, %2; %3 libres</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>Todos los modelos</translation>
    </message>
    <message>
        <source>Disk read speed</source>
        <translation>Velocidad de lectura del disco</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>Midiendo…</translation>
    </message>
    <message>
        <source>Not measured yet</source>
        <translation>Aún sin medir</translation>
    </message>
    <message>
        <source>There is no model to measure with</source>
        <translation>No hay ningún modelo con que medir</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Medir</translation>
    </message>
    <message>
        <source>Moving the models, %1 %</source>
        <translation>Moviendo los modelos, %1 %</translation>
    </message>
    <message>
        <source>Another folder</source>
        <translation>Otra carpeta</translation>
    </message>
    <message>
        <source>Moved models keep working. Otherwise they stay where they are and are no longer listed.</source>
        <translation>Los modelos que se mueven siguen funcionando en el nuevo lugar. Si no, se quedan donde están y dejan de aparecer en la lista.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Move the models</source>
        <translation>Mover los modelos</translation>
    </message>
    <message>
        <source>Change folder only</source>
        <translation>Solo cambiar</translation>
    </message>
    <message>
        <source>Back to Hearth&apos;s own folder</source>
        <translation>Volver a la carpeta propia de Hearth</translation>
    </message>
    <message>
        <source>This moves nothing.</source>
        <translation>Esto no mueve nada.</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>Usarla</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problema</translation>
    </message>
    <message>
        <source>Folders of other programs</source>
        <translation>Carpetas de otros programas</translation>
    </message>
    <message>
        <source>Their models are listed too. They are used in place and never changed.</source>
        <translation>Sus modelos también aparecen en la lista; se usan donde están y nunca se modifican.</translation>
    </message>
    <message>
        <source>no model</source>
        <translation>ningún modelo</translation>
    </message>
    <message>
        <source>one model, %1</source>
        <translation>un modelo, %1</translation>
    </message>
    <message>
        <source>%1 models, %2</source>
        <translation>%1 modelos, %2</translation>
    </message>
    <message>
        <source>%1, a slow disk: a 5 GB model takes %2 to load</source>
        <translation>%1, un disco lento; un modelo de 5 GB tarda %2 en cargarse</translation>
    </message>
    <message>
        <source>%1: a 5 GB model takes %2 to load</source>
        <translation>%1; un modelo de 5 GB tarda %2 en cargarse</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>Until then, all models stay where they were</source>
        <translation>Hasta el final, todos siguen donde estaban</translation>
    </message>
</context>
<context>
    <name>NewFolderPopover</name>
    <message>
        <source>New folder</source>
        <translation>Nueva carpeta</translation>
    </message>
    <message>
        <source>Name of the new folder</source>
        <translation>Nombre de la nueva carpeta</translation>
    </message>
    <message>
        <source>Create folder</source>
        <translation>Crear la carpeta</translation>
    </message>
</context>
<context>
    <name>NewestPill</name>
    <message>
        <source>Jump to the latest text</source>
        <translation>Al texto más reciente</translation>
    </message>
</context>
<context>
    <name>NextTokenChart</name>
    <message>
        <source>Next token</source>
        <translation>Próximo token</translation>
    </message>
    <message>
        <source>the first of the reply</source>
        <translation>el primero de la respuesta</translation>
    </message>
    <message>
        <source>after “%1”</source>
        <translation>tras “%1”</translation>
    </message>
    <message>
        <source>The token before</source>
        <translation>El token anterior</translation>
    </message>
    <message>
        <source>The token after</source>
        <translation>El token siguiente</translation>
    </message>
    <message>
        <source>After the next reply this shows what could have come and what these settings make of it.</source>
        <translation>Tras la próxima respuesta, esto muestra qué podría haber salido y cómo lo cambian estos ajustes.</translation>
    </message>
    <message>
        <source>with settings</source>
        <translation>con ajustes</translation>
    </message>
    <message>
        <source>without</source>
        <translation>sin ellos</translation>
    </message>
    <message>
        <source>all tokens remain</source>
        <translation>quedan todos los tokens</translation>
    </message>
    <message>
        <source>1 token remains</source>
        <translation>queda 1 token</translation>
    </message>
    <message>
        <source>%1 tokens remain</source>
        <translation>quedan %1 tokens</translation>
    </message>
</context>
<context>
    <name>NextTokenRow</name>
    <message>
        <source>%1: cut by %2, %3 percent without</source>
        <translation>%1: descartado por %2, %3 por ciento sin los ajustes</translation>
    </message>
    <message>
        <source>%1: %2 percent, %3 without the settings</source>
        <translation>%1: %2 por ciento, %3 sin los ajustes</translation>
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
        <translation>No hay ningún modelo cargado, así que esto no se envió.</translation>
    </message>
    <message>
        <source>Load %1</source>
        <translation>Cargar %1</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Elegir un modelo</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Close the notice</source>
        <translation>Cerrar el aviso</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>Choose another model</source>
        <translation>Elegir otro modelo</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>Choose another folder</source>
        <translation>Elegir otra carpeta</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Guardar como…</translation>
    </message>
    <message>
        <source>%1 The chats of this session are in memory only and will be lost when Hearth closes.</source>
        <translation>%1 Los chats de esta sesión están solo en la memoria y se perderán al cerrar Hearth.</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Abrirlo</translation>
    </message>
    <message>
        <source>Hearth did not shut down properly the last two times “%1” was open, so that chat was not opened.</source>
        <translation>Hearth no se cerró correctamente las dos últimas veces que «%1» estaba abierto, así que ese chat no se abrió.</translation>
    </message>
</context>
<context>
    <name>OverflowChoice</name>
    <message>
        <source>When the context is full</source>
        <translation>Cuando el contexto está lleno</translation>
    </message>
    <message>
        <source>Stop and tell me</source>
        <translation>Detenerse y avisar</translation>
    </message>
    <message>
        <source>for this chat</source>
        <translation>para este chat</translation>
    </message>
    <message>
        <source>Slide: the oldest turns leave the context</source>
        <translation>Deslizar: los turnos más antiguos salen del contexto</translation>
    </message>
    <message>
        <source>Summarise: the model condenses them</source>
        <translation>Resumir: el modelo los condensa</translation>
    </message>
</context>
<context>
    <name>PassagesDialog</name>
    <message>
        <source>Passages of documents</source>
        <translation>Fragmentos de documentos</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>This chat has no passages yet. Switch on Documents under the message and ask something that your documents answer.</source>
        <translation>Este chat aún no tiene fragmentos. Activa «Documentos» debajo del mensaje y pregunta algo que tus documentos respondan.</translation>
    </message>
    <message>
        <source>Found for the last question, not taken</source>
        <translation>Encontrados para la última pregunta, no incluidos</translation>
    </message>
    <message>
        <source>%1, %2. %3</source>
        <translation>%1, %2. %3</translation>
    </message>
    <message>
        <source>Open the file</source>
        <translation>Abrir el archivo</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>Found %1</source>
        <translation>Encontrado %1</translation>
    </message>
</context>
<context>
    <name>PathField</name>
    <message>
        <source>Path</source>
        <translation>Ruta</translation>
    </message>
    <message>
        <source>Suggestions</source>
        <translation>Sugerencias</translation>
    </message>
</context>
<context>
    <name>PickerRow</name>
    <message>
        <source>loaded</source>
        <translation>cargado</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>cargando</translation>
    </message>
</context>
<context>
    <name>PictureChip</name>
    <message>
        <source>Enter shows it large, Delete removes it</source>
        <translation>Intro la muestra grande, Supr la quita</translation>
    </message>
    <message>
        <source>Do not attach %1</source>
        <translation>No adjuntar %1</translation>
    </message>
    <message>
        <source>Enter shows it large, Delete removes it, the menu key chooses its detail</source>
        <translation>Intro la muestra grande, Supr la quita, la tecla Menú elige el detalle</translation>
    </message>
    <message>
        <source>Detail of %1</source>
        <translation>Detalle de %1</translation>
    </message>
</context>
<context>
    <name>PictureMenu</name>
    <message>
        <source>Show it large</source>
        <translation>Mostrar en grande</translation>
    </message>
    <message>
        <source>Copy the picture</source>
        <translation>Copiar la imagen</translation>
    </message>
    <message>
        <source>Save the picture as…</source>
        <translation>Guardar la imagen como…</translation>
    </message>
</context>
<context>
    <name>PictureRow</name>
    <message>
        <source>Pictures of the message</source>
        <translation>Imágenes del mensaje</translation>
    </message>
</context>
<context>
    <name>PictureViewer</name>
    <message>
        <source>Picture %1 of %2, %3 × %4</source>
        <translation>Imagen %1 de %2, %3 × %4</translation>
    </message>
    <message>
        <source>Previous picture</source>
        <translation>Imagen anterior</translation>
    </message>
    <message>
        <source>Next picture</source>
        <translation>Imagen siguiente</translation>
    </message>
    <message>
        <source>100 %</source>
        <translation>100 %</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Ajustar</translation>
    </message>
    <message>
        <source>One dot of the screen for each of the picture</source>
        <translation>Un punto de la pantalla por cada uno de la imagen</translation>
    </message>
    <message>
        <source>Fit it into the window</source>
        <translation>Ajustar a la ventana</translation>
    </message>
    <message>
        <source>Copy the picture</source>
        <translation>Copiar la imagen</translation>
    </message>
    <message>
        <source>Save the picture as…</source>
        <translation>Guardar la imagen como…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>This picture is damaged and cannot be shown.</source>
        <translation>Esta imagen está dañada y no se puede mostrar.</translation>
    </message>
</context>
<context>
    <name>PicturesNotice</name>
    <message>
        <source>%1 reads text only, no pictures. What you wrote stays here.</source>
        <translation>%1 solo lee texto, no imágenes. Lo que escribiste se queda aquí.</translation>
    </message>
    <message>
        <source>Choose a vision model</source>
        <translation>Elegir un modelo que vea</translation>
    </message>
    <message>
        <source>Remove the pictures</source>
        <translation>Quitar las imágenes</translation>
    </message>
</context>
<context>
    <name>PlacesList</name>
    <message>
        <source>Places</source>
        <translation>Lugares</translation>
    </message>
</context>
<context>
    <name>PrecisionPane</name>
    <message>
        <source>Half the bits take half the memory, and a reply reads all of it for every token: a smaller precision is a faster one, too. All figures are computed from the shapes of the weights; INT8 and INT4 are Q8_0 and Q4_0, whose blocks of 32 weights have a scale of 16 bits.</source>
        <translation>La mitad de bits ocupa la mitad de memoria, y una respuesta la lee entera para cada token: una precisión menor también es más rápida. Todas las cifras se calculan a partir de las formas de los pesos; INT8 e INT4 son Q8_0 y Q4_0, cuyos bloques de 32 pesos tienen una escala de 16 bits.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Weights and one context, in GB</source>
        <translation>Pesos y un contexto, en GB</translation>
    </message>
    <message>
        <source>The context alone: keys and values of</source>
        <translation>Solo el contexto: claves y valores de</translation>
    </message>
    <message>
        <source>What fits here</source>
        <translation>Qué cabe aquí</translation>
    </message>
    <message>
        <source>Of the whole memory, with the most exact precision that fits. Working memory and other programs come on top.</source>
        <translation>De toda la memoria, con la precisión más exacta que cabe. La memoria de trabajo y otros programas se suman.</translation>
    </message>
</context>
<context>
    <name>PrefillCard</name>
    <message>
        <source>Reading the prompt, %1 of %2 tokens</source>
        <translation>Leyendo el prompt, %1 de %2 tokens</translation>
    </message>
    <message>
        <source>Reading the prompt</source>
        <translation>Leyendo el prompt</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>Quedan %1</translation>
    </message>
    <message>
        <source>%1 reused</source>
        <translation>%1 reutilizados</translation>
    </message>
    <message>
        <source>%1 read</source>
        <translation>%1 leídos</translation>
    </message>
    <message>
        <source>%1 to go</source>
        <translation>%1 pendientes</translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 tok/s</translation>
    </message>
    <message>
        <source>Stays in memory afterwards: the next question about it starts at once.</source>
        <translation>Después queda en memoria: la próxima pregunta sobre esto empieza al instante.</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>Escribiendo</translation>
    </message>
    <message>
        <source>Waiting for %1</source>
        <translation>Esperando a %1</translation>
    </message>
    <message>
        <source>Reading a picture, %1 %</source>
        <translation>Leyendo una imagen, %1 %</translation>
    </message>
</context>
<context>
    <name>PresetRow</name>
    <message>
        <source>Preset</source>
        <translation>Preajuste</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Estándar</translation>
    </message>
    <message>
        <source>%1, changed</source>
        <translation>%1, modificado</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>Save these values as a preset</source>
        <translation>Guardar estos valores como preajuste</translation>
    </message>
    <message>
        <source>Name of the preset</source>
        <translation>Nombre del preajuste</translation>
    </message>
    <message>
        <source>Save preset</source>
        <translation>Guardar preajuste</translation>
    </message>
    <message>
        <source>Presets as files</source>
        <translation>Preajustes como archivos</translation>
    </message>
    <message>
        <source>Save these values as a file</source>
        <translation>Guardar estos valores en un archivo</translation>
    </message>
    <message>
        <source>Import presets</source>
        <translation>Incorporar preajustes de un archivo</translation>
    </message>
    <message>
        <source>Delete “%1”</source>
        <translation>Eliminar «%1»</translation>
    </message>
</context>
<context>
    <name>Presets</name>
    <message>
        <source>It is damaged at byte %1 (%2).</source>
        <translation>Está dañado en el byte %1 (%2).</translation>
    </message>
    <message>
        <source>It contains no Hearth presets. Choose a file that Hearth saved.</source>
        <translation>No contiene preajustes de Hearth. Elige un archivo que haya guardado Hearth.</translation>
    </message>
    <message>
        <source>It was saved by a newer Hearth (version %1 of the file). Update Hearth to read it.</source>
        <translation>Lo guardó un Hearth más nuevo (versión %1 del archivo). Actualiza Hearth para leerlo.</translation>
    </message>
    <message>
        <source>Preset %1 in it has no name or no values.</source>
        <translation>El preajuste %1 que contiene no tiene nombre o no tiene valores.</translation>
    </message>
    <message>
        <source>It contains no preset.</source>
        <translation>No contiene ningún preajuste.</translation>
    </message>
</context>
<context>
    <name>PrivacyPage</name>
    <message>
        <source>Privacy</source>
        <translation>Privacidad</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Replies</source>
        <translation>Respuestas</translation>
    </message>
    <message>
        <source>Generated on this computer. Images and pages mentioned in a reply are never loaded; a link opens only after you have seen where it leads.</source>
        <translation>Se crean en este equipo. Las imágenes y páginas que menciona una respuesta nunca se cargan; un enlace se abre solo después de que veas adónde lleva.</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>Uso</translation>
    </message>
    <message>
        <source>Nothing is measured or reported, and there is no account.</source>
        <translation>No se mide ni se comunica. No hay cuenta.</translation>
    </message>
    <message>
        <source>Kept on this computer. What you write leaves it only when you chat with a model on a server that you added.</source>
        <translation>Se guardan en este equipo. Lo que escribes solo sale de él cuando chateas con un modelo de un servidor que has añadido.</translation>
    </message>
    <message>
        <source>Back up</source>
        <translation>Copia de seguridad</translation>
    </message>
    <message>
        <source>Writing the backup: %1 %</source>
        <translation>Escribiendo la copia de seguridad: %1 %</translation>
    </message>
    <message>
        <source>Saves all chats and settings in one file. To restore it, close Hearth and put it in the data folder as hearth.db.</source>
        <translation>Guarda todos los chats y ajustes en un archivo. Para restaurarlo, cierra Hearth y ponlo en la carpeta de datos con el nombre hearth.db.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Guardar como…</translation>
    </message>
    <message>
        <source>Back up…</source>
        <translation>Hacer copia…</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Caché</translation>
    </message>
    <message>
        <source>What models have read is kept on this computer as well, until its chat is erased. See Cache.</source>
        <translation>Lo que los modelos han leído también se conserva en este equipo, hasta que se borre su chat. Véase Caché.</translation>
    </message>
    <message>
        <source>Nothing of it is kept on disk.</source>
        <translation>Nada de ello se conserva en disco.</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Herramientas</translation>
    </message>
    <message>
        <source>Models may ask for web pages: the address, which may hold words of the chat, then leaves this computer. You see it before, unless you allowed that always.</source>
        <translation>Los modelos pueden pedir páginas web: la dirección, que puede contener palabras del chat, sale entonces de este equipo. La ves antes, salvo que lo hayas permitido siempre.</translation>
    </message>
    <message>
        <source>The built-in ones stay on this computer. Reading web pages is off.</source>
        <translation>Las integradas se quedan en este equipo. La lectura de páginas web está desactivada.</translation>
    </message>
</context>
<context>
    <name>ProgramsPage</name>
    <message>
        <source>Other programs</source>
        <translation>Otros programas</translation>
    </message>
    <message>
        <source>Let other programs use the model</source>
        <translation>Permitir que otros programas usen el modelo</translation>
    </message>
    <message>
        <source>Editors and scripts on this computer can ask the model that is loaded here. Other computers cannot. Your own chats go first.</source>
        <translation>Los editores y scripts de este equipo pueden preguntar al modelo cargado aquí. Otros equipos no. Tus propios chats van primero.</translation>
    </message>
    <message>
        <source>Not open</source>
        <translation>No está abierto</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Dirección</translation>
    </message>
    <message>
        <source>%1. Load a model of this computer, so that it answers.</source>
        <translation>%1. Carga un modelo de este equipo para que responda.</translation>
    </message>
    <message>
        <source>Use another port</source>
        <translation>Usar otro puerto</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>Copiar la dirección</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Puerto</translation>
    </message>
    <message>
        <source>Ask for a key</source>
        <translation>Pedir una clave</translation>
    </message>
    <message>
        <source>Without one, every program and every user of this computer can ask.</source>
        <translation>Sin ella, cualquier programa y cualquier usuario de este equipo puede preguntar.</translation>
    </message>
    <message>
        <source>New key</source>
        <translation>Clave nueva</translation>
    </message>
    <message>
        <source>Copy the key</source>
        <translation>Copiar la clave</translation>
    </message>
    <message>
        <source>Programs</source>
        <translation>Programas</translation>
    </message>
    <message>
        <source>No program has asked yet.</source>
        <translation>Todavía no ha preguntado ningún programa.</translation>
    </message>
    <message>
        <source>Last requests</source>
        <translation>Últimas solicitudes</translation>
    </message>
    <message>
        <source>%1, as the model %2. Programs that speak Anthropic&apos;s protocol want it without /v1.</source>
        <translation>%1, como el modelo %2. Los programas que hablan el protocolo de Anthropic la quieren sin /v1.</translation>
    </message>
    <message>
        <source>Programs have it in their address, so it rarely changes</source>
        <translation>Los programas lo llevan en su dirección, así que rara vez cambia</translation>
    </message>
    <message>
        <source>Programs give this key, as OpenAI&apos;s. It is kept in the system&apos;s keyring.</source>
        <translation>Los programas dan esta clave como la de OpenAI. Se guarda en el llavero del sistema.</translation>
    </message>
</context>
<context>
    <name>PromptLibrary</name>
    <message>
        <source>Saved system prompts</source>
        <translation>Prompts del sistema guardados</translation>
    </message>
    <message>
        <source>No saved prompts</source>
        <translation>Aún no hay guardados</translation>
    </message>
    <message>
        <source>Use a saved prompt</source>
        <translation>Usar uno guardado</translation>
    </message>
    <message>
        <source>Save this system prompt to use it in other chats</source>
        <translation>Conserva este prompt del sistema para usarlo en otros chats</translation>
    </message>
    <message>
        <source>Write a system prompt first</source>
        <translation>Escribe antes un prompt del sistema</translation>
    </message>
    <message>
        <source>Remove “%1” from the saved prompts</source>
        <translation>Quitar “%1” de los guardados</translation>
    </message>
    <message>
        <source>Name of the system prompt</source>
        <translation>Nombre del prompt del sistema</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
</context>
<context>
    <name>PurposeHeading</name>
    <message>
        <source>Find documents by meaning</source>
        <translation>Encontrar documentos por su significado</translation>
    </message>
    <message>
        <source>Order passages</source>
        <translation>Ordenar pasajes</translation>
    </message>
</context>
<context>
    <name>ReasoningBlock</name>
    <message>
        <source>Thinking</source>
        <translation>Pensando</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>Pensamiento</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>Razonamiento</translation>
    </message>
</context>
<context>
    <name>RecipeBox</name>
    <message>
        <source>Recipe</source>
        <translation>Receta</translation>
    </message>
    <message>
        <source>Generating again…</source>
        <translation>Generando de nuevo…</translation>
    </message>
    <message>
        <source>Generate again</source>
        <translation>Generar de nuevo</translation>
    </message>
    <message>
        <source>The same prompt, settings and seed; nothing stored is changed</source>
        <translation>Mismo prompt, mismos ajustes y misma semilla; nada de lo guardado cambia</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Caché</translation>
    </message>
    <message>
        <source>%1 % full</source>
        <translation>%1 % llena</translation>
    </message>
    <message>
        <source>What was computed for these tokens is kept and used again. When it is full, what was not used for longest gives way.</source>
        <translation>Lo que se calculó para estos tokens se conserva y se vuelve a usar. Cuando se llena, cede lo que lleva más tiempo sin usarse.</translation>
    </message>
</context>
<context>
    <name>RegularFile</name>
    <message>
        <source>it is not a regular file</source>
        <translation>no es un archivo normal</translation>
    </message>
</context>
<context>
    <name>RepeatingBar</name>
    <message>
        <source>This reply repeats itself.</source>
        <translation>Esta respuesta se repite.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>Write it again with a repeat penalty</source>
        <translation>Reescribir con penalización de repetición</translation>
    </message>
</context>
<context>
    <name>ReplyFigures</name>
    <message>
        <source>%1 earlier messages were left out (%2 tokens)</source>
        <translation>se omitieron %1 mensajes anteriores (%2 tokens)</translation>
    </message>
    <message>
        <source>%1 earlier messages were left out</source>
        <translation>se omitieron %1 mensajes anteriores</translation>
    </message>
    <message>
        <source>%1 earlier tokens were left out</source>
        <translation>se omitieron %1 tokens anteriores</translation>
    </message>
    <message>
        <source>answered before, distance %1</source>
        <translation>respondida antes, distancia %1</translation>
    </message>
    <message>
        <source>cost %1</source>
        <translation>costó %1</translation>
    </message>
    <message>
        <source>the context is full</source>
        <translation>el contexto está lleno</translation>
    </message>
</context>
<context>
    <name>ReplyNotice</name>
    <message>
        <source>Continue</source>
        <translation>Continuar</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>The model ended its reply after thinking, without an answer.</source>
        <translation>El modelo terminó su respuesta tras pensar, sin dar una respuesta final.</translation>
    </message>
    <message>
        <source>The model ended its reply without writing anything.</source>
        <translation>El modelo terminó su respuesta sin escribir nada.</translation>
    </message>
    <message>
        <source>The reply reached its length limit.</source>
        <translation>La respuesta alcanzó su límite de longitud.</translation>
    </message>
    <message>
        <source>This reply repeats itself.</source>
        <translation>Esta respuesta se repite.</translation>
    </message>
    <message>
        <source>Write it again with a repeat penalty</source>
        <translation>Reescribir con penalización de repetición</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Detenida</translation>
    </message>
    <message>
        <source>Interrupted: Hearth ended while this was being written.</source>
        <translation>Interrumpida: Hearth se cerró mientras se escribía.</translation>
    </message>
    <message>
        <source>This was asked before; this is the answer from then.</source>
        <translation>Esto ya se preguntó; esta es la respuesta de entonces.</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Preguntar otra vez</translation>
    </message>
    <message>
        <source>This is the answer to a question that is close to yours (distance %1): “%2”</source>
        <translation>Esta es la respuesta a una pregunta parecida a la tuya (distancia %1): «%2»</translation>
    </message>
    <message>
        <source>The reply reached its length limit while the model was thinking.</source>
        <translation>La respuesta llegó a su límite de longitud mientras el modelo pensaba.</translation>
    </message>
    <message>
        <source>The context was full while the model was thinking.</source>
        <translation>El contexto se llenó mientras el modelo pensaba.</translation>
    </message>
</context>
<context>
    <name>ReplyRecipe</name>
    <message>
        <source>Nothing is stored about how this text was generated.</source>
        <translation>No se guardó nada sobre cómo se creó este texto.</translation>
    </message>
    <message>
        <source>Load %1 first: a different model would write a different text.</source>
        <translation>Carga antes %1: otro modelo escribe otro texto.</translation>
    </message>
    <message>
        <source>the model&apos;s file</source>
        <translation>el archivo del modelo</translation>
    </message>
    <message>
        <source>the cache&apos;s type</source>
        <translation>el tipo de la caché</translation>
    </message>
    <message>
        <source>the context&apos;s length</source>
        <translation>la longitud del contexto</translation>
    </message>
    <message>
        <source>the device</source>
        <translation>el dispositivo</translation>
    </message>
    <message>
        <source>Hearth&apos;s version</source>
        <translation>la versión de Hearth</translation>
    </message>
    <message>
        <source>This reply was generated in parts by an earlier version, which did not keep how each of them was made.</source>
        <translation>Esta respuesta se generó por partes con una versión anterior, que no guardó cómo se hizo cada una.</translation>
    </message>
    <message>
        <source>the seed, which is not known</source>
        <translation>la semilla, que no se conoce</translation>
    </message>
</context>
<context>
    <name>RightPanel</name>
    <message>
        <source>Settings of this chat</source>
        <translation>Ajustes de este chat</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>Muestreo</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Contexto</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspector</translation>
    </message>
    <message>
        <source>Close the panel</source>
        <translation>Cerrar el panel</translation>
    </message>
    <message>
        <source>Structure</source>
        <translation>Estructura</translation>
    </message>
</context>
<context>
    <name>RooflineChart</name>
    <message>
        <source>Work a second against work for each byte: </source>
        <translation>Trabajo por segundo frente a trabajo por byte: </translation>
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
        <translation>el mensaje lo pide</translation>
    </message>
    <message>
        <source>a long chat</source>
        <translation>un chat largo</translation>
    </message>
    <message>
        <source>a long message</source>
        <translation>un mensaje largo</translation>
    </message>
    <message>
        <source>code</source>
        <translation>código</translation>
    </message>
    <message>
        <source>sure of its first words</source>
        <translation>seguro de sus primeras palabras</translation>
    </message>
    <message>
        <source>the small model was unsure</source>
        <translation>el modelo pequeño dudaba</translation>
    </message>
    <message>
        <source>too long for the small model</source>
        <translation>demasiado largo para el modelo pequeño</translation>
    </message>
    <message>
        <source>the large model did not answer</source>
        <translation>el modelo grande no respondió</translation>
    </message>
    <message>
        <source>answered by %1 (%2)</source>
        <translation>respondido por %1 (%2)</translation>
    </message>
    <message>
        <source>it started this reply</source>
        <translation>empezó esta respuesta</translation>
    </message>
    <message>
        <source>no rule applied</source>
        <translation>no se aplicó ninguna regla</translation>
    </message>
    <message>
        <source>the small model cannot read pictures</source>
        <translation>el modelo pequeño no puede leer imágenes</translation>
    </message>
</context>
<context>
    <name>RoutePane</name>
    <message>
        <source>Two models as one</source>
        <translation>Dos modelos como uno</translation>
    </message>
    <message>
        <source>The small model begins. Code, long messages and long chats go to the large one, and so does what the small model turns out to be unsure of with its first words. A message that begins with /large or /small goes where it says.</source>
        <translation>Empieza el modelo pequeño. El código, los mensajes largos y los chats largos van al grande, y también aquello en lo que el modelo pequeño se muestra inseguro con sus primeras palabras. Un mensaje que empieza con /large o /small va a donde dice.</translation>
    </message>
    <message>
        <source>Small model</source>
        <translation>Modelo pequeño</translation>
    </message>
    <message>
        <source>Choose one on this computer</source>
        <translation>Elige uno de este equipo</translation>
    </message>
    <message>
        <source>Large model</source>
        <translation>Modelo grande</translation>
    </message>
    <message>
        <source>Choose one here or on a server</source>
        <translation>Elige uno de aquí o de un servidor</translation>
    </message>
    <message>
        <source>Since they were loaded: %1</source>
        <translation>Desde que se cargaron: %1</translation>
    </message>
    <message>
        <source>Load both</source>
        <translation>Cargar ambos</translation>
    </message>
    <message>
        <source>Load the small one alone</source>
        <translation>Cargar solo el pequeño</translation>
    </message>
    <message>
        <source>New chat with both</source>
        <translation>Nuevo chat con ambos</translation>
    </message>
</context>
<context>
    <name>RouteRow</name>
    <message>
        <source>Automatic</source>
        <translation>Automático</translation>
    </message>
    <message>
        <source>A small model for easy requests, a large one for the rest</source>
        <translation>Un modelo pequeño para lo fácil, uno grande para lo demás</translation>
    </message>
</context>
<context>
    <name>Sampling</name>
    <message>
        <source>How freely words are chosen. 0 always picks the most likely token; 1 uses the model&apos;s own probabilities; above 1 is more adventurous.</source>
        <translation>Con cuánta libertad se eligen las palabras. 0 toma siempre el token más probable; 1 sigue las probabilidades del modelo; más de 1 se vuelve atrevido.</translation>
    </message>
    <message>
        <source>Keeps only this many of the most likely tokens. 0 keeps all.</source>
        <translation>Conserva solo esta cantidad de los tokens más probables. 0 los conserva todos.</translation>
    </message>
    <message>
        <source>Keeps the most likely tokens whose probabilities add up to this. 1 keeps all.</source>
        <translation>Conserva los tokens más probables que juntos suman esta probabilidad. 1 los conserva todos.</translation>
    </message>
    <message>
        <source>Drops tokens less likely than this fraction of the most likely one. 0 drops none.</source>
        <translation>Descarta los tokens menos probables que esta fracción del más probable. 0 no descarta ninguno.</translation>
    </message>
    <message>
        <source>Makes recently used tokens less likely. 1 is off; 1.1 is gentle.</source>
        <translation>Hace menos probables los tokens usados hace poco. 1 lo desactiva; 1.1 es suave.</translation>
    </message>
    <message>
        <source>Lowers every recently used token by the same amount, which favours new topics. 0 is off.</source>
        <translation>Rebaja por igual todo token usado hace poco: temas nuevos. 0 lo desactiva.</translation>
    </message>
    <message>
        <source>Lowers a token each time it is used, for fewer repeated words. 0 is off.</source>
        <translation>Rebaja un token por cada vez que se usó: menos palabras repetidas. 0 lo desactiva.</translation>
    </message>
    <message>
        <source>How many of the last tokens the three penalties look at. 0 switches them off, -1 looks at all.</source>
        <translation>Cuántos de los últimos tokens miran las tres penalizaciones. 0 las desactiva, -1 los mira todos.</translation>
    </message>
    <message>
        <source>The reply ends after this many tokens. -1: only when it is done or the context is full.</source>
        <translation>La respuesta termina tras esta cantidad de tokens. -1: solo cuando está completa o el contexto está lleno.</translation>
    </message>
</context>
<context>
    <name>SamplingTab</name>
    <message>
        <source>Temperature</source>
        <translation>Temperatura</translation>
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
        <translation>Repetición</translation>
    </message>
    <message>
        <source>Presence</source>
        <translation>Presencia</translation>
    </message>
    <message>
        <source>Frequency</source>
        <translation>Frecuencia</translation>
    </message>
    <message>
        <source>Max tokens</source>
        <translation>Tokens máx.</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>sin límite</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Semilla</translation>
    </message>
    <message>
        <source>The same seed, model and settings give the same text. Random: a new seed for every reply.</source>
        <translation>La misma semilla, el mismo modelo y los mismos ajustes dan el mismo texto. Aleatoria: una semilla nueva para cada respuesta.</translation>
    </message>
    <message>
        <source>random</source>
        <translation>aleatoria</translation>
    </message>
    <message>
        <source>Pick a random seed and keep it</source>
        <translation>Sortear una semilla y conservarla</translation>
    </message>
    <message>
        <source>Stop at</source>
        <translation>Parar en</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Restablecer todo</translation>
    </message>
    <message>
        <source>Same as the preset</source>
        <translation>Nada difiere del preajuste</translation>
    </message>
    <message>
        <source>Penalty window</source>
        <translation>Alcance</translation>
    </message>
    <message>
        <source>Use as default</source>
        <translation>Usar por defecto</translation>
    </message>
    <message>
        <source>Where new chats start from</source>
        <translation>De dónde parten los chats nuevos</translation>
    </message>
    <message>
        <source>For this model</source>
        <translation>Para este modelo</translation>
    </message>
    <message>
        <source>For every model</source>
        <translation>Para todos los modelos</translation>
    </message>
    <message>
        <source>Forget the default of this model</source>
        <translation>Olvidar lo predeterminado de este modelo</translation>
    </message>
    <message>
        <source>Forget the default of every model</source>
        <translation>Olvidar lo predeterminado de todos los modelos</translation>
    </message>
    <message>
        <source>Reuse answers to identical questions</source>
        <translation>Reutilizar respuestas a preguntas idénticas</translation>
    </message>
    <message>
        <source>The reply ends before one of these texts</source>
        <translation>La respuesta termina antes de uno de estos textos</translation>
    </message>
</context>
<context>
    <name>Screenshot</name>
    <message>
        <source>The picture could not be written to %1. Check the folder.</source>
        <translation>No se pudo guardar la imagen en %1. Revisa la carpeta.</translation>
    </message>
</context>
<context>
    <name>SearchHints</name>
    <message>
        <source>choose</source>
        <translation>elegir</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>go to the message</source>
        <translation>ir al mensaje</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>close</source>
        <translation>cerrar</translation>
    </message>
    <message>
        <source>Put words in quotes to find them exactly as written</source>
        <translation>Pon palabras entre comillas para buscarlas tal cual</translation>
    </message>
</context>
<context>
    <name>SearchOverlay</name>
    <message>
        <source>Search all chats</source>
        <translation>Buscar en todos los chats</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>sin resultados</translation>
    </message>
    <message>
        <source>1 message</source>
        <translation>1 mensaje</translation>
    </message>
    <message>
        <source>%1 messages</source>
        <translation>%1 mensajes</translation>
    </message>
    <message>
        <source> in %1 chats</source>
        <translation> en %1 chats</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>Coincidencias</translation>
    </message>
    <message>
        <source>1 title</source>
        <translation>1 título</translation>
    </message>
    <message>
        <source>%1 titles</source>
        <translation>%1 títulos</translation>
    </message>
    <message>
        <source>the newest %1 messages</source>
        <translation>los %1 mensajes más recientes</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>Recent chats</source>
        <translation>Chats recientes</translation>
    </message>
</context>
<context>
    <name>SeenPicture</name>
    <message>
        <source>This picture is not stored any more, or damaged.</source>
        <translation>Esta imagen ya no está guardada o está dañada.</translation>
    </message>
</context>
<context>
    <name>SelectionArea</name>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Quote</source>
        <translation>Citar</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Seleccionar todo</translation>
    </message>
</context>
<context>
    <name>SentPictures</name>
    <message>
        <source>Picture %1 of %2, %3 × %4</source>
        <translation>Imagen %1 de %2, %3 × %4</translation>
    </message>
    <message>
        <source>Enter shows it large</source>
        <translation>Intro la muestra grande</translation>
    </message>
</context>
<context>
    <name>ServerPromptsDialog</name>
    <message>
        <source>Prompts of tool servers</source>
        <translation>Prompts de servidores de herramientas</translation>
    </message>
    <message>
        <source>%1 (optional)</source>
        <translation>%1 (opcional)</translation>
    </message>
    <message>
        <source>Waiting for the server…</source>
        <translation>Esperando al servidor…</translation>
    </message>
    <message>
        <source>Insert</source>
        <translation>Insertar</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Appearance</source>
        <translation>Apariencia</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Motor</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Privacidad</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Atajos</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Acerca de</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>Pages of the settings</source>
        <translation>Páginas de los ajustes</translation>
    </message>
    <message>
        <source>General</source>
        <translation>General</translation>
    </message>
    <message>
        <source>Models folder</source>
        <translation>Carpeta de modelos</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Caché</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>Otros programas</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Herramientas</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Documentos</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Equipo</translation>
    </message>
</context>
<context>
    <name>ShortcutList</name>
    <message>
        <source>Click a shortcut to change it.</source>
        <translation>Un clic en unas teclas permite cambiarlas.</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Todas como al principio</translation>
    </message>
</context>
<context>
    <name>ShortcutRow</name>
    <message>
        <source>Reset the shortcut for %1</source>
        <translation>%1: de nuevo sus propias teclas</translation>
    </message>
    <message>
        <source>Change the shortcut for “%1”</source>
        <translation>Cambiar las teclas de «%1»</translation>
    </message>
    <message>
        <source>Press the new keys, or Esc to cancel</source>
        <translation>Pulsa las teclas nuevas; Esc lo deja</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Shortcuts</source>
        <translation>Atajos</translation>
    </message>
</context>
<context>
    <name>ShortcutsPage</name>
    <message>
        <source>Shortcuts</source>
        <translation>Atajos</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>Conversations</source>
        <translation>Conversaciones</translation>
    </message>
    <message>
        <source>Hearth</source>
        <translation>Hearth</translation>
    </message>
    <message>
        <source>Hide the sidebar</source>
        <translation>Ocultar la barra lateral</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nuevo chat</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Buscar</translation>
    </message>
    <message>
        <source>Search all chats</source>
        <translation>Buscar en todos los chats</translation>
    </message>
    <message>
        <source>No chats yet</source>
        <translation>Aún no hay chats</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelos</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>Papelera</translation>
    </message>
    <message>
        <source>Deleted chats, kept for 30 days</source>
        <translation>Chats eliminados, se conservan 30 días</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>Todos los modelos</translation>
    </message>
    <message>
        <source>They are kept on this computer. You can back them up in the settings.</source>
        <translation>Se guardan en este equipo. Puedes hacer una copia de seguridad en los ajustes.</translation>
    </message>
</context>
<context>
    <name>SmallerCopy</name>
    <message>
        <source>A smaller copy</source>
        <translation>Una copia más pequeña</translation>
    </message>
    <message>
        <source>Fewer bits per weight take less memory and answer faster, at some cost in accuracy. This file is not changed.</source>
        <translation>Menos bits por peso ocupan menos memoria y responden más rápido, a costa de algo de precisión. Este archivo queda como está.</translation>
    </message>
    <message>
        <source>How the copy is stored</source>
        <translation>Cómo se guarda la copia</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Make the copy</source>
        <translation>Crear la copia</translation>
    </message>
    <message>
        <source>Choose a text like those you use the model for: up to 16,384 of its tokens decide which errors matter. The figures afterwards show whether it helped.</source>
        <translation>Elige un texto como los que usas con el modelo: hasta 16.384 de sus tokens deciden qué errores importan. Las cifras posteriores muestran si ha servido.</translation>
    </message>
    <message>
        <source>Calibrate with a text…</source>
        <translation>Calibrar con un texto…</translation>
    </message>
    <message>
        <source>Calibrated with %1</source>
        <translation>Calibrado con %1</translation>
    </message>
    <message>
        <source>Remove the calibration</source>
        <translation>Quitar la calibración</translation>
    </message>
</context>
<context>
    <name>SpeculationChoice</name>
    <message>
        <source>not with this model</source>
        <translation>no con este modelo</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Desactivado</translation>
    </message>
    <message>
        <source>Guesses the next tokens from earlier text and checks several at once. Faster where a reply quotes or rewrites; the text is always the same.</source>
        <translation>Adivina los siguientes tokens por lo que siguió antes a las mismas palabras y comprueba varios a la vez: más rápido cuando una respuesta cita o reescribe, y siempre el mismo texto</translation>
    </message>
    <message>
        <source>no faster</source>
        <translation>no más rápido</translation>
    </message>
    <message>
        <source>%1× faster</source>
        <translation>%1× más rápido</translation>
    </message>
    <message>
        <source>Speculative decoding</source>
        <translation>Decodificación especulativa</translation>
    </message>
    <message>
        <source>same text, faster</source>
        <translation>mismo texto, antes</translation>
    </message>
    <message>
        <source>From the text itself</source>
        <translation>Del propio texto</translation>
    </message>
    <message>
        <source>With a draft model</source>
        <translation>Modelo de borrador</translation>
    </message>
    <message>
        <source>A much smaller model of the same family guesses the next tokens where earlier text offers none, and this model checks several at once. The text is always the same.</source>
        <translation>Un modelo mucho más pequeño de la misma familia adivina los próximos tokens donde el propio texto no los dice, y este comprueba varios a la vez: siempre el mismo texto</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Modelo de borrador</translation>
    </message>
    <message>
        <source>No installed model is smaller and has the same vocabulary</source>
        <translation>Ningún modelo instalado es más pequeño y tiene el mismo vocabulario</translation>
    </message>
    <message>
        <source>By the model itself</source>
        <translation>Por el propio modelo</translation>
    </message>
    <message>
        <source>This model has a layer that guesses further tokens. It does so where earlier text offers none, and several are checked at once. The text is always the same.</source>
        <translation>Este modelo tiene una capa que adivina los siguientes tokens. Lo hace donde el texto anterior no ofrece ninguno, y se comprueban varios a la vez. El texto es siempre el mismo.</translation>
    </message>
    <message>
        <source>Models on servers generate one token at a time</source>
        <translation>Los modelos de servidores generan un token cada vez</translation>
    </message>
</context>
<context>
    <name>SpeedPane</name>
    <message>
        <source>Measuring how fast this machine multiplies with the types of these weights…</source>
        <translation>Midiendo con qué rapidez multiplica esta máquina con los tipos de estos pesos…</translation>
    </message>
    <message>
        <source>limited by memory: uses %1 % of its bandwidth</source>
        <translation>espera a la memoria: %1 % de lo que da</translation>
    </message>
    <message>
        <source>limited by arithmetic: uses %1 % of the memory&apos;s bandwidth</source>
        <translation>espera al cálculo: basta el %1 % de la memoria</translation>
    </message>
    <message>
        <source>%1 GFLOP/s, measured</source>
        <translation>%1 GFLOP/s, medidos</translation>
    </message>
    <message>
        <source>%1 GFLOP/s</source>
        <translation>%1 GFLOP/s</translation>
    </message>
    <message>
        <source>What a token of a reply takes, by the shapes of the model</source>
        <translation>Qué necesita un token de una respuesta, según las formas del modelo</translation>
    </message>
    <message>
        <source>Expected and measured, in tokens a second</source>
        <translation>Esperado y medido, en tokens por segundo</translation>
    </message>
    <message>
        <source>expected %1, measured %2: %3</source>
        <translation>esperado %1, medido %2: %3</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>Medir de nuevo</translation>
    </message>
    <message>
        <source>Up: GFLOP/s. To the right: operations for each byte of weights. The memory gives %1 GB/s, the products at most %2 GFLOP/s, both measured. Rings, with how many tokens go at once, are computed from measured products; the disc is a reply that was measured.</source>
        <translation>Hacia arriba: GFLOP/s. Hacia la derecha: operaciones por byte de pesos. La memoria da %1 GB/s, los productos como mucho %2 GFLOP/s, ambos medidos. Los anillos, con cuántos tokens van a la vez, se calculan a partir de productos medidos; el disco es una respuesta medida.</translation>
    </message>
    <message>
        <source>A machine is limited in the operations it does and the bytes it reads per second: the two roofs (Williams et al., 2009). Under the slope memory is the limit, and more tokens at once cost nothing; under the flat part arithmetic is the limit, and smaller weights gain nothing.</source>
        <translation>Una máquina puede calcular tanto por segundo y leer tantos bytes por segundo: los dos techos. Donde el cálculo espera a los bytes, hacer más a la vez no cuesta nada; donde los bytes esperan al cálculo, menos bytes no aportan nada (Williams y otros, 2009).</translation>
    </message>
</context>
<context>
    <name>StopStrings</name>
    <message>
        <source>Remove the stop text %1</source>
        <translation>Quitar el texto de parada %1</translation>
    </message>
    <message>
        <source>Press to remove</source>
        <translation>Pulsa para quitarlo</translation>
    </message>
    <message>
        <source>Add a stop text</source>
        <translation>Añadir un texto de parada</translation>
    </message>
    <message>
        <source>add</source>
        <translation>añadir</translation>
    </message>
</context>
<context>
    <name>Store</name>
    <message>
        <source>The file with your chats is damaged. Hearth has changed nothing in it; put a backup in its place or move it away to start afresh.</source>
        <translation>El archivo con tus chats está dañado. Hearth no ha cambiado nada en él; pon una copia de seguridad en su lugar o muévelo para empezar de cero.</translation>
    </message>
    <message>
        <source>The folder with your chats cannot be written. Give yourself write permission to it, or choose another with --data-dir.</source>
        <translation>No se puede escribir en la carpeta con tus chats. Date permiso de escritura en ella o elige otra con --data-dir.</translation>
    </message>
    <message>
        <source>The disk with your chats is full. Free some space and try again; everything saved before is kept.</source>
        <translation>El disco con tus chats está lleno. Libera espacio e inténtalo de nuevo; todo lo guardado antes se conserva.</translation>
    </message>
    <message>
        <source>Another program is using the file with your chats. Close it and try again.</source>
        <translation>Otro programa está usando el archivo con tus chats. Ciérralo e inténtalo de nuevo.</translation>
    </message>
    <message>
        <source>Reading or writing the file with your chats failed (%1). Check the disk.</source>
        <translation>Falló la lectura o escritura del archivo con tus chats (%1). Revisa el disco.</translation>
    </message>
    <message>
        <source>The file with your chats could not be used (%1).</source>
        <translation>No se pudo usar el archivo con tus chats (%1).</translation>
    </message>
    <message>
        <source>Your chats were last used with a newer Hearth (format %1; this one knows up to %2). Update Hearth to open them; nothing was changed.</source>
        <translation>Tus chats se usaron por última vez con un Hearth más nuevo (formato %1; este conoce hasta %2). Actualiza Hearth para abrirlos; no se ha cambiado nada.</translation>
    </message>
    <message>
        <source>The file with your chats has no known format. Put a backup in its place or move it away.</source>
        <translation>El archivo con tus chats no tiene un formato conocido. Pon una copia de seguridad en su lugar o muévelo.</translation>
    </message>
    <message>
        <source>The folder for your chats, %1, cannot be made (%2). Choose another with --data-dir.</source>
        <translation>No se puede crear la carpeta para tus chats, %1 (%2). Elige otra con --data-dir.</translation>
    </message>
    <message>
        <source>Hearth is already open with the chats in %1. Use that window, or start this one with another --data-dir.</source>
        <translation>Hearth ya está abierto con los chats de %1. Usa esa ventana o inicia esta con otro --data-dir.</translation>
    </message>
    <message>
        <source>The folder with your chats, %1, cannot be written. Give yourself write permission to it, or choose another with --data-dir.</source>
        <translation>No se puede escribir en la carpeta con tus chats, %1. Date permiso de escritura en ella o elige otra con --data-dir.</translation>
    </message>
    <message>
        <source>There is no room for %1. Free some space or choose another folder.</source>
        <translation>No hay espacio para %1. Libera espacio o elige otra carpeta.</translation>
    </message>
    <message>
        <source>%1 cannot be written (%2). Choose another folder.</source>
        <translation>No se puede escribir %1 (%2). Elige otra carpeta.</translation>
    </message>
    <message>
        <source>The file with your chats is damaged, so no backup was made of it. Keep the backups that you have.</source>
        <translation>El archivo con tus chats está dañado, así que no se hizo ninguna copia de seguridad de él. Conserva las que ya tienes.</translation>
    </message>
    <message>
        <source>This is the file that Hearth keeps your chats in. Choose another name or folder for the backup.</source>
        <translation>Este es el archivo en el que Hearth guarda tus chats. Elige otro nombre u otra carpeta para la copia de seguridad.</translation>
    </message>
    <message>
        <source>This text is longer than a chat can hold (64 MB). Shorten or split it and try again.</source>
        <translation>Este texto es más largo de lo que cabe en un chat (64 MB). Acórtalo o divídelo e inténtalo de nuevo.</translation>
    </message>
</context>
<context>
    <name>StructureExamples</name>
    <message>
        <source>A list of records</source>
        <translation>Una lista de registros</translation>
    </message>
    <message>
        <source>A contact</source>
        <translation>Un contacto</translation>
    </message>
    <message>
        <source>Yes or no, with a reason</source>
        <translation>Sí o no, con un motivo</translation>
    </message>
    <message>
        <source>A date</source>
        <translation>Una fecha</translation>
    </message>
    <message>
        <source>One word</source>
        <translation>Una palabra</translation>
    </message>
    <message>
        <source>A list of points</source>
        <translation>Una lista de puntos</translation>
    </message>
</context>
<context>
    <name>StructureTab</name>
    <message>
        <source>Paste one, choose a file or begin with an example. Until then replies are free.</source>
        <translation>Pega un texto, elige un archivo o empieza con un ejemplo. Hasta entonces las respuestas son libres.</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Comprobando…</translation>
    </message>
    <message>
        <source>Every reply of this chat will fit.</source>
        <translation>Todas las respuestas de este chat se ajustarán.</translation>
    </message>
    <message>
        <source>Tokens that do not fit are never chosen. Say in your message what you want as well: the form makes a reply fit, not make sense.</source>
        <translation>Los tokens que no encajan no se eligen nunca. Di también en el mensaje lo que quieres: el formato hace que la respuesta encaje, no que tenga sentido.</translation>
    </message>
    <message>
        <source>Kind of form</source>
        <translation>Tipo de formato</translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation>Esquema JSON</translation>
    </message>
    <message>
        <source>Any JSON object</source>
        <translation>Cualquier objeto JSON</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>Expresión regular</translation>
    </message>
    <message>
        <source>Grammar (GBNF)</source>
        <translation>Gramática (GBNF)</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>De un archivo…</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Ejemplos</translation>
    </message>
    <message>
        <source>Last reply</source>
        <translation>Última respuesta</translation>
    </message>
    <message>
        <source>being written…</source>
        <translation>escribiéndose…</translation>
    </message>
    <message>
        <source>The last reply is not JSON.</source>
        <translation>La última respuesta no es JSON.</translation>
    </message>
    <message>
        <source>A reply in JSON is shown here as a tree.</source>
        <translation>Una respuesta en JSON se muestra aquí como árbol.</translation>
    </message>
    <message>
        <source>There is more than can be shown here; the copy has all of it.</source>
        <translation>Hay más de lo que se puede mostrar aquí; la copia lo incluye todo.</translation>
    </message>
    <message>
        <source>The reply ends in the middle.</source>
        <translation>La respuesta se corta a la mitad.</translation>
    </message>
    <message>
        <source>Copy JSON</source>
        <translation>Copiar JSON</translation>
    </message>
    <message>
        <source>Copy CSV</source>
        <translation>Copiar CSV</translation>
    </message>
    <message>
        <source>The list as a table, one line a record</source>
        <translation>La lista como tabla, una línea por registro</translation>
    </message>
    <message>
        <source>Replies will match it.</source>
        <translation>Las respuestas se ajustarán a él.</translation>
    </message>
    <message>
        <source>Structured output</source>
        <translation>Salida estructurada</translation>
    </message>
    <message>
        <source>Tools are off while structured output is on.</source>
        <translation>Las herramientas están desactivadas mientras la salida estructurada esté activada.</translation>
    </message>
    <message>
        <source>%1 is asked to hold every reply to it.</source>
        <translation>Se pide a %1 que ajuste a ello cada respuesta.</translation>
    </message>
</context>
<context>
    <name>StuckWindow</name>
    <message>
        <source>Hearth is already running</source>
        <translation>Hearth ya está en marcha</translation>
    </message>
    <message>
        <source>Hearth is already running, but it does not answer.</source>
        <translation>Hearth ya está en marcha, pero no responde.</translation>
    </message>
    <message>
        <source>Process %1 has your chats open. It may be busy, or it may have stopped working. If you end it, everything that was sent or answered stays saved; a reply that is being written keeps the part that is there.</source>
        <translation>El proceso %1 tiene abiertos tus chats. Puede que esté ocupado o que haya dejado de funcionar. Si lo finalizas, todo lo enviado o respondido sigue guardado; una respuesta que se está escribiendo conserva la parte que ya hay.</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>Esperar</translation>
    </message>
    <message>
        <source>End it and open Hearth</source>
        <translation>Finalizarlo y abrir Hearth</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Salir</translation>
    </message>
</context>
<context>
    <name>SummaryBlock</name>
    <message>
        <source>Earlier messages, summarised</source>
        <translation>Mensajes anteriores, resumidos</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Resumen</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Editar</translation>
    </message>
    <message>
        <source>The model gets these words in place of the messages above</source>
        <translation>El modelo recibe estas palabras en lugar de los mensajes de arriba</translation>
    </message>
    <message>
        <source>Use the messages again</source>
        <translation>Volver a usar los mensajes</translation>
    </message>
    <message>
        <source>Removes the summary</source>
        <translation>Elimina el resumen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
</context>
<context>
    <name>TabRow</name>
    <message>
        <source>Tabs</source>
        <translation>Pestañas</translation>
    </message>
</context>
<context>
    <name>TableBlock</name>
    <message>
        <source>Table, %1 columns</source>
        <translation>Tabla, %1 columnas</translation>
    </message>
</context>
<context>
    <name>ThinkingChoice</name>
    <message>
        <source>Think first</source>
        <translation>Pensar antes</translation>
    </message>
    <message>
        <source>for this chat</source>
        <translation>para este chat</translation>
    </message>
    <message>
        <source>As it likes</source>
        <translation>Libre</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Sí</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>No</translation>
    </message>
    <message>
        <source>How much it thinks</source>
        <translation>Cuánto piensa</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Poco</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Medio</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Mucho</translation>
    </message>
</context>
<context>
    <name>TokenAlternatives</name>
    <message>
        <source>Alternatives of token %1</source>
        <translation>Alternativas del token %1</translation>
    </message>
    <message>
        <source>Token %1</source>
        <translation>Token %1</translation>
    </message>
    <message>
        <source>entropy %1 bits</source>
        <translation>entropía %1 bits</translation>
    </message>
    <message>
        <source>Alternatives</source>
        <translation>Alternativas</translation>
    </message>
    <message>
        <source>Hollow: cut by the settings</source>
        <translation>Hueco: descartado por los ajustes</translation>
    </message>
    <message>
        <source>Enter to branch</source>
        <translation>Enter para ramificar</translation>
    </message>
    <message>
        <source>How undecided the model was: 0 bits where only one token could come, 1 bit as between two that are equally likely.</source>
        <translation>Lo indeciso que estaba el modelo: 0 bits donde solo podía venir un token, 1 bit como entre dos igual de probables.</translation>
    </message>
    <message>
        <source>The percentages are the model&apos;s own, before temperature and the other settings. What these cut could not be chosen.</source>
        <translation>Los porcentajes son los del propio modelo, antes de la temperatura y los demás ajustes. Lo que estos recortan no podía elegirse.</translation>
    </message>
</context>
<context>
    <name>TokenChip</name>
    <message>
        <source>%1, %2 percent</source>
        <translation>%1, %2 por ciento</translation>
    </message>
</context>
<context>
    <name>TokenFlow</name>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Select a token for details.</source>
        <translation>Elige un token para ver sus datos.</translation>
    </message>
    <message>
        <source>Token %1  ·  id %2  ·  %3 %  ·  bytes %4</source>
        <translation>Token %1  ·  id %2  ·  %3 %  ·  bytes %4</translation>
    </message>
    <message>
        <source>The number of the token in the vocabulary, the chance that the model itself gave it, and the bytes that it represents.</source>
        <translation>El número del token en el vocabulario, la probabilidad que le dio el propio modelo y los bytes que representa.</translation>
    </message>
    <message>
        <source>Token %1  ·  %2 %  ·  bytes %3</source>
        <translation>Token %1  ·  %2 %  ·  bytes %3</translation>
    </message>
    <message>
        <source>The chance that the model itself gave the token, as the server tells it, and the bytes that it represents.</source>
        <translation>La probabilidad que el propio modelo dio al token, según el servidor, y los bytes que representa.</translation>
    </message>
    <message>
        <source>Token %1  ·  id %2  ·  bytes %3</source>
        <translation>Token %1  ·  id %2  ·  bytes %3</translation>
    </message>
    <message>
        <source>The number of the token in the vocabulary, and the bytes that it represents.</source>
        <translation>El número del token en el vocabulario y los bytes que representa.</translation>
    </message>
</context>
<context>
    <name>TokenShares</name>
    <message>
        <source>Text</source>
        <translation>Texto</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Código</translation>
    </message>
    <message>
        <source>%1: %2 tokens, %3 characters each on average</source>
        <translation>%1: %2 tokens de %3 caracteres</translation>
    </message>
    <message>
        <source>%1: %2, %3 each</source>
        <translation>%1: %2, %3 cada uno</translation>
    </message>
</context>
<context>
    <name>ToolCard</name>
    <message>
        <source>Call of %1</source>
        <translation>Llamada a %1</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumentos</translation>
    </message>
    <message>
        <source>Allow once</source>
        <translation>Permitir una vez</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Allow in this chat</source>
        <translation>Permitir en este chat</translation>
    </message>
    <message>
        <source>Always allow</source>
        <translation>Permitir siempre</translation>
    </message>
    <message>
        <source>This tool then runs in every chat without a question, until you forget it in the settings</source>
        <translation>Esta herramienta se ejecutará entonces en todos los chats sin preguntar, hasta que lo olvides en los ajustes</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>Rechazar</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Resultado</translation>
    </message>
    <message>
        <source>The model has not answered this.</source>
        <translation>El modelo no ha respondido a esto.</translation>
    </message>
    <message>
        <source>Call it again</source>
        <translation>Llamar de nuevo</translation>
    </message>
    <message>
        <source>Let the model continue</source>
        <translation>Dejar que el modelo continúe</translation>
    </message>
</context>
<context>
    <name>ToolServersPart</name>
    <message>
        <source>Tool servers</source>
        <translation>Servidores de herramientas</translation>
    </message>
    <message>
        <source>Programs that speak the Model Context Protocol (MCP) bring more tools. They run with your permissions; add only those you trust.</source>
        <translation>Los programas que hablan el Model Context Protocol (MCP) aportan más herramientas. Se ejecutan con tus permisos; añade solo los que te merezcan confianza.</translation>
    </message>
    <message>
        <source>%1 – on another computer: what the model gives these tools goes there. %2</source>
        <translation>%1 – en otro equipo: lo que el modelo da a estas herramientas va allí. %2</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Intentar de nuevo</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>Quitar %1</translation>
    </message>
    <message>
        <source>Name of the server</source>
        <translation>Nombre del servidor</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Command or address of the server</source>
        <translation>Comando o dirección del servidor</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Añadir</translation>
    </message>
    <message>
        <source>Import from %1</source>
        <translation>Importar de %1</translation>
    </message>
    <message>
        <source>Command or https://…</source>
        <translation>Comando o https://…</translation>
    </message>
</context>
<context>
    <name>ToolsPage</name>
    <message>
        <source>Tools</source>
        <translation>Herramientas</translation>
    </message>
    <message>
        <source>Tools in new chats</source>
        <translation>Herramientas en chats nuevos</translation>
    </message>
    <message>
        <source>The model may then ask for a calculation, the time or a file. Each call waits until you allow it.</source>
        <translation>El modelo puede pedir entonces un cálculo, la hora o un archivo. Cada llamada espera hasta que la permitas.</translation>
    </message>
    <message>
        <source>Folder that may be read</source>
        <translation>Carpeta que se puede leer</translation>
    </message>
    <message>
        <source>None. With a folder, models can list it and read its text files, and nothing outside it.</source>
        <translation>Ninguna. Con una carpeta, los modelos pueden listarla y leer sus archivos de texto, y nada fuera de ella.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Ninguna</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Elegir…</translation>
    </message>
    <message>
        <source>Read web pages</source>
        <translation>Leer páginas web</translation>
    </message>
    <message>
        <source>Leaves this computer: the server of a page learns your address and which page you read. Addresses in your own network are never opened.</source>
        <translation>Sale de este equipo: el servidor de una página conoce tu dirección y qué página lees. Las direcciones de tu propia red no se abren nunca.</translation>
    </message>
    <message>
        <source>Which tools are offered</source>
        <translation>Qué herramientas se ofrecen</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Volver a preguntar</translation>
    </message>
    <message>
        <source>It runs without a question now</source>
        <translation>Ahora se ejecuta sin preguntar</translation>
    </message>
    <message>
        <source>Allowed always</source>
        <translation>Permitidas siempre</translation>
    </message>
    <message>
        <source>Forget all</source>
        <translation>Olvidar todas</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Model and memory</source>
        <translation>Modelo y memoria</translation>
    </message>
    <message>
        <source>Show the sidebar</source>
        <translation>Mostrar la barra lateral</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nuevo chat</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Memoria</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 de %2</translation>
    </message>
    <message>
        <source>%1 weights</source>
        <translation>pesos %1</translation>
    </message>
    <message>
        <source>%1 KV</source>
        <translation>KV %1</translation>
    </message>
    <message>
        <source>%1 GB free</source>
        <translation>%1 GB libres</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Contexto</translation>
    </message>
    <message>
        <source>%1 cached</source>
        <translation>%1 en caché</translation>
    </message>
    <message>
        <source>%1 new</source>
        <translation>%1 nuevos</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>%1 libres</translation>
    </message>
    <message>
        <source>Settings of this chat</source>
        <translation>Ajustes de este chat</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Pesos</translation>
    </message>
    <message>
        <source>Scratch</source>
        <translation>Temporal</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Libre</translation>
    </message>
    <message>
        <source>Context of this chat</source>
        <translation>Contexto de este chat</translation>
    </message>
    <message>
        <source>New, read when it is sent</source>
        <translation>Nuevos, se leen al enviar</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Modelo de borrador</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 tokens</translation>
    </message>
    <message>
        <source>Written in this reply</source>
        <translation>Escrito en esta respuesta</translation>
    </message>
    <message>
        <source>Still to be read</source>
        <translation>Aún por leer</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>Caché KV</translation>
    </message>
    <message>
        <source>The KV cache grows with the chats, to %1 at most; one chat of %2 tokens takes %3.</source>
        <translation>La caché KV crece con los chats, hasta %1 como máximo; un chat de %2 tokens ocupa %3.</translation>
    </message>
    <message>
        <source>Cached, not read again</source>
        <translation>En caché, no se relee</translation>
    </message>
    <message>
        <source>What fits here…</source>
        <translation>Qué cabe aquí…</translation>
    </message>
    <message>
        <source>Experts on the card</source>
        <translation>Expertos en la tarjeta</translation>
    </message>
    <message>
        <source>%1 used</source>
        <translation>%1 en uso</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>No se sabe</translation>
    </message>
    <message>
        <source>Used, as far as it is known here</source>
        <translation>Usados, según lo que se sabe aquí</translation>
    </message>
    <message>
        <source>Other models</source>
        <translation>Otros modelos</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Imágenes</translation>
    </message>
</context>
<context>
    <name>TrashDialog</name>
    <message>
        <source>Trash</source>
        <translation>Papelera</translation>
    </message>
    <message>
        <source>The trash is empty</source>
        <translation>La papelera está vacía</translation>
    </message>
    <message>
        <source>Deleted chats stay here for 30 days.</source>
        <translation>Los chats eliminados se quedan aquí 30 días.</translation>
    </message>
    <message>
        <source>Deleted chats</source>
        <translation>Chats eliminados</translation>
    </message>
    <message>
        <source>This cannot be undone.</source>
        <translation>Esto no se puede deshacer.</translation>
    </message>
    <message>
        <source>Erased automatically after 30 days</source>
        <translation>Se borran solos 30 días después de eliminarlos</translation>
    </message>
    <message>
        <source>Keep them</source>
        <translation>Conservarlos</translation>
    </message>
    <message>
        <source>Erase all</source>
        <translation>Borrar todo</translation>
    </message>
    <message>
        <source>Erase 1 chat for good</source>
        <translation>Borrar 1 chat para siempre</translation>
    </message>
    <message>
        <source>Erase %1 chats for good</source>
        <translation>Borrar %1 chats para siempre</translation>
    </message>
    <message>
        <source>“%1”: this cannot be undone.</source>
        <translation>«%1»: esto no se puede deshacer.</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>Conservar</translation>
    </message>
</context>
<context>
    <name>TrashRow</name>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Restaurar</translation>
    </message>
    <message>
        <source>Restore “%1”</source>
        <translation>Restaurar “%1”</translation>
    </message>
    <message>
        <source>Erase “%1” for good</source>
        <translation>Borrar “%1” para siempre</translation>
    </message>
</context>
<context>
    <name>UserBubble</name>
    <message>
        <source>You wrote</source>
        <translation>Escribiste</translation>
    </message>
    <message>
        <source>You wrote, being edited</source>
        <translation>Escribiste, en edición</translation>
    </message>
</context>
<context>
    <name>VisionNote</name>
    <message>
        <source>Models of this family can see pictures, but the file that this takes (mmproj) is missing.</source>
        <translation>Los modelos de esta familia pueden ver imágenes, pero falta el archivo necesario (mmproj).</translation>
    </message>
    <message>
        <source>Download it</source>
        <translation>Descargarlo</translation>
    </message>
    <message>
        <source>Fetches the file from where the model came from</source>
        <translation>Trae el archivo de donde vino el modelo</translation>
    </message>
</context>
<context>
    <name>WaitingMessages</name>
    <message>
        <source>Waiting messages</source>
        <translation>Mensajes en espera</translation>
    </message>
    <message>
        <source>Waiting: %1</source>
        <translation>En espera: %1</translation>
    </message>
    <message>
        <source>Edit this message</source>
        <translation>Editar este mensaje</translation>
    </message>
    <message>
        <source>Do not send this message</source>
        <translation>No enviar este mensaje</translation>
    </message>
</context>
<context>
    <name>Waterfall</name>
    <message>
        <source>Template</source>
        <translation>Plantilla</translation>
    </message>
    <message>
        <source>Tokenise</source>
        <translation>Tokenizar</translation>
    </message>
    <message>
        <source>Prefill, %1</source>
        <translation>Prellenar, %1</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>Primer token</translation>
    </message>
    <message>
        <source>Decode, %1</source>
        <translation>Decodificar, %1</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latencia</translation>
    </message>
    <message>
        <source>%1 to the first token, %2 in all</source>
        <translation>%1 hasta el primer token, %2 en total</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>Decodificar</translation>
    </message>
    <message>
        <source>Writing the chat as one text with the marks of the model&apos;s template.</source>
        <translation>Escribir el chat como un solo texto con las marcas de la plantilla del modelo.</translation>
    </message>
    <message>
        <source>Splitting the text into tokens.</source>
        <translation>Dividir el texto en tokens.</translation>
    </message>
    <message>
        <source>Reading the tokens of the prompt that were not in the cache, many at once: it is bound by arithmetic.</source>
        <translation>Leer los tokens de la entrada que no estaban en la caché, muchos a la vez: lo limita el cálculo.</translation>
    </message>
    <message>
        <source>What is left until the first token: waiting, the last layer and the choice.</source>
        <translation>Lo que queda hasta el primer token: esperar, la última capa y la elección.</translation>
    </message>
    <message>
        <source>From sending until the reply began to appear, and until its last token.</source>
        <translation>Desde el envío hasta que empezó a aparecer la respuesta, y hasta su último token.</translation>
    </message>
    <message>
        <source>Writing the reply, one token at a time, each of which reads all weights: it is bound by memory.</source>
        <translation>Escribir la respuesta, un token tras otro, cada uno de los cuales lee todos los pesos: lo limita la memoria.</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>Prefill</translation>
    </message>
</context>
<context>
    <name>WayPane</name>
    <message>
        <source>What happened to your last message, step by step. The figures are those of its reply; times were measured.</source>
        <translation>Lo que ocurrió con tu último mensaje, por orden. Las cifras son las de su respuesta, medidas cuando son tiempos.</translation>
    </message>
</context>
<context>
    <name>WholeDocumentsDialog</name>
    <message>
        <source>Whole documents in this chat</source>
        <translation>Documentos enteros en este chat</translation>
    </message>
    <message>
        <source>The model reads all of a document that is chosen here: once, in front of your next question. Of the others it gets passages.</source>
        <translation>El modelo lee entero el documento que se elija aquí: una vez, delante de tu próxima pregunta. De los demás recibe fragmentos.</translation>
    </message>
    <message>
        <source>Names of documents</source>
        <translation>Nombres de documentos</translation>
    </message>
    <message>
        <source>Part of a name or folder</source>
        <translation>Parte de un nombre o de una carpeta</translation>
    </message>
    <message>
        <source>There are no documents yet. Add some in the settings.</source>
        <translation>Aún no hay documentos. Añade algunos en los ajustes.</translation>
    </message>
    <message>
        <source>No document has that in its name.</source>
        <translation>Ningún documento tiene eso en su nombre.</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>None is chosen.</source>
        <translation>No se ha elegido ninguno.</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Listo</translation>
    </message>
</context>
<context>
    <name>WindowManners</name>
    <message>
        <source>Drop files to attach them; models are added to yours</source>
        <translation>Suelta archivos para adjuntarlos; los modelos se añaden a los tuyos</translation>
    </message>
</context>
<context>
    <name>WordPieces</name>
    <message>
        <source>The first %1 of them are shown.</source>
        <translation>Se muestran los primeros %1.</translation>
    </message>
</context>
<context>
    <name>WordsPane</name>
    <message>
        <source>A model reads and writes tokens: pieces of words from a list that was fixed when it was made. What the list does not know well takes more of them, and so more time and more of the context.</source>
        <translation>Un modelo lee y escribe tokens: trozos de palabras de una lista fijada cuando se creó. Lo que la lista no conoce bien necesita más, y con ello más tiempo y más contexto.</translation>
    </message>
    <message>
        <source>Here as %1 splits them.</source>
        <translation>Aquí, tal como los divide %1.</translation>
    </message>
    <message>
        <source>Your text</source>
        <translation>Tu texto</translation>
    </message>
    <message>
        <source>Type or paste anything</source>
        <translation>Escribe o pega cualquier cosa</translation>
    </message>
</context>
<context>
    <name>hearth::app::About</name>
    <message>
        <source>%1, Qt %2, with the GPU engine</source>
        <translation>%1, Qt %2, con el motor de GPU</translation>
    </message>
    <message>
        <source>%1, Qt %2, without the GPU engine</source>
        <translation>%1, Qt %2, sin el motor de GPU</translation>
    </message>
    <message>
        <source>The text of this licence is not on this computer. Its name is %1.</source>
        <translation>El texto de esta licencia no está en este equipo. Se llama %1.</translation>
    </message>
</context>
<context>
    <name>hearth::app::AttentionView</name>
    <message>
        <source>All layers</source>
        <translation>Todas las capas</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Capa %1</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>Todas las cabezas</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>Cabeza %1</translation>
    </message>
    <message>
        <source>%1 of %2 layers look at single tokens; the others remember in another way.</source>
        <translation>%1 de %2 capas miran tokens sueltos; las demás recuerdan de otra manera.</translation>
    </message>
    <message>
        <source>This layer looks at nothing: it works on each token by itself.</source>
        <translation>Esta capa no mira nada: trabaja con cada token por separado.</translation>
    </message>
    <message>
        <source>This layer looks at nothing: it mixes the last few tokens, with the same weights for every token.</source>
        <translation>Esta capa no mira nada: mezcla los últimos tokens, con los mismos pesos para cada token.</translation>
    </message>
    <message>
        <source>This layer looks at nothing: it keeps one state that every token changes, and no single token can be found in it.</source>
        <translation>Esta capa no mira nada: guarda un estado que cada token cambia, y en él no se puede encontrar ningún token suelto.</translation>
    </message>
    <message>
        <source>This layer keeps one compressed key for each token, which all heads share.</source>
        <translation>Esta capa guarda una clave comprimida por token, que comparten todas las cabezas.</translation>
    </message>
    <message>
        <source>%1 % went to nothing: this model may look at no token at all.</source>
        <translation>%1 % fue a nada: este modelo puede no mirar ningún token.</translation>
    </message>
    <message>
        <source>itself</source>
        <translation>él mismo</translation>
    </message>
    <message>
        <source>prompt %1</source>
        <translation>prompt %1</translation>
    </message>
    <message>
        <source>reply %1</source>
        <translation>respuesta %1</translation>
    </message>
    <message>
        <source>This layer sees the last %1 tokens.</source>
        <translation>Esta capa ve los últimos %1 tokens.</translation>
    </message>
</context>
<context>
    <name>hearth::app::CacheFigures</name>
    <message>
        <source>%1 tokens of all chats in %2 of %3 blocks</source>
        <translation>%1 tokens de todos los chats en %2 de %3 bloques</translation>
    </message>
    <message>
        <source>, of the layers that see everything</source>
        <translation>, de las capas que lo ven todo</translation>
    </message>
</context>
<context>
    <name>hearth::app::CacheFolder</name>
    <message>
        <source>The cache is not kept on disk</source>
        <translation>La caché no se guarda en el disco</translation>
    </message>
    <message>
        <source>Encryption is on, but the system&apos;s keyring, which holds the key, does not answer; what is encrypted on disk stays as it is. Unlock the keyring and restart Hearth, or turn encryption off in Settings, Cache.</source>
        <translation>El cifrado está activado, pero el depósito de claves del sistema, que guarda la clave, no responde; lo que está cifrado en el disco queda como está. Desbloquea el depósito y reinicia Hearth, o desactiva el cifrado en Ajustes, Caché.</translation>
    </message>
</context>
<context>
    <name>hearth::app::CacheOverview</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 h</translation>
    </message>
    <message>
        <source>%1 % of %2 prompt tokens were not read again: %3 tokens, %4 of them from disk, which saved about %5</source>
        <translation>El %1 % de %2 tokens de los prompts no se leyó de nuevo: %3 tokens, %4 de ellos del disco, lo que ahorró unos %5</translation>
    </message>
    <message>
        <source>The cache was not counted</source>
        <translation>No se contó la caché</translation>
    </message>
    <message>
        <source>%1 of at most %2, with %3 tokens of all chats</source>
        <translation>%1 de %2 como máximo, con %3 tokens de todos los chats</translation>
    </message>
    <message>
        <source>A chat without a title</source>
        <translation>Un chat sin título</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>«%1»</translation>
    </message>
    <message>
        <source>%1 shared with %2</source>
        <translation>%1 compartidos con %2</translation>
    </message>
    <message>
        <source>%1 shared with %2 and %3 more</source>
        <translation>%1 compartidos con %2 y %3 más</translation>
    </message>
    <message>
        <source>%1 of at most %2</source>
        <translation>%1 de %2 como máximo</translation>
    </message>
    <message>
        <source>The cache of this chat was not cleared</source>
        <translation>No se vació la caché de este chat</translation>
    </message>
    <message>
        <source>%1 on disk</source>
        <translation>%1 en disco</translation>
    </message>
    <message>
        <source>%1 in memory</source>
        <translation>%1 en memoria</translation>
    </message>
</context>
<context>
    <name>hearth::app::CallRounds</name>
    <message>
        <source>%1 cannot use tools and answers without them.</source>
        <translation>%1 no puede usar herramientas y responde sin ellas.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatBackup</name>
    <message>
        <source>There is not enough memory. Close other programs and try again.</source>
        <translation>No hay memoria suficiente. Cierra otros programas e inténtalo de nuevo.</translation>
    </message>
    <message>
        <source>The chats were not saved</source>
        <translation>Los chats no se guardaron</translation>
    </message>
    <message>
        <source>The backup was not made</source>
        <translation>No se hizo la copia de seguridad</translation>
    </message>
    <message>
        <source>The chats are saved as %1</source>
        <translation>Los chats se guardaron como %1</translation>
    </message>
    <message>
        <source>The backup is saved as %1</source>
        <translation>La copia de seguridad se guardó como %1</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatController</name>
    <message>
        <source>The reply is not saved yet. %1</source>
        <translation>La respuesta aún no se ha guardado. %1</translation>
    </message>
    <message>
        <source>This was not saved</source>
        <translation>Esto no se guardó</translation>
    </message>
    <message>
        <source>The result is not saved. %1</source>
        <translation>El resultado no se ha guardado. %1</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatDuplicate</name>
    <message>
        <source>%1 (copy)</source>
        <translation>%1 (copia)</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatExport</name>
    <message>
        <source>%1 could not be written (%2). Choose another folder.</source>
        <translation>No se pudo escribir %1 (%2). Elige otra carpeta.</translation>
    </message>
    <message>
        <source>There is not enough memory. Close other programs and try again.</source>
        <translation>No hay memoria suficiente. Cierra otros programas e inténtalo de nuevo.</translation>
    </message>
    <message>
        <source>In one file this takes more than %1, and no larger file can be imported again. Make a backup of all chats instead.</source>
        <translation>En un solo archivo esto ocupa más de %1, y ninguno mayor se puede volver a importar. Haz en su lugar una copia de seguridad de todos los chats.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatFigures</name>
    <message>
        <source>1 picture, %1</source>
        <translation>1 imagen, %1</translation>
    </message>
    <message>
        <source>%1 pictures, %2</source>
        <translation>%1 imágenes, %2</translation>
    </message>
    <message>
        <source>%1, cached</source>
        <translation>%1, en caché</translation>
    </message>
    <message>
        <source>%1, %2 of them cached</source>
        <translation>%1, de ellos %2 en caché</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatPassages</name>
    <message>
        <source>It is in the chat already, as number %1.</source>
        <translation>Ya está en el chat, con el número %1.</translation>
    </message>
    <message>
        <source>the whole document</source>
        <translation>el documento entero</translation>
    </message>
    <message>
        <source>It does not fit into the context as a whole.</source>
        <translation>Entero no cabe en el contexto.</translation>
    </message>
    <message>
        <source>It is not among your documents any more.</source>
        <translation>Ya no está entre tus documentos.</translation>
    </message>
    <message>
        <source>by words, rank %1 (%2)</source>
        <translation>por palabras, puesto %1 (%2)</translation>
    </message>
    <message>
        <source>by meaning, rank %1 (%2)</source>
        <translation>por significado, puesto %1 (%2)</translation>
    </message>
    <message>
        <source>together %1</source>
        <translation>en conjunto %1</translation>
    </message>
    <message>
        <source>by the reranker, rank %1 (%2)</source>
        <translation>por el reordenador, puesto %1 (%2)</translation>
    </message>
    <message>
        <source>Other passages fit better: at most %1 of them, with %2 tokens in all, are sent.</source>
        <translation>Otros pasajes encajan mejor: se envían %1 como máximo, con %2 tokens en total.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatSummaries</name>
    <message>
        <source>There are no older turns to summarise.</source>
        <translation>No hay turnos anteriores que resumir.</translation>
    </message>
    <message>
        <source>This chat could not be summarised. %1</source>
        <translation>No se pudo resumir este chat. %1</translation>
    </message>
    <message>
        <source>A chat could not be summarised, so its oldest turns leave the context. %1</source>
        <translation>No se pudo resumir un chat, así que sus turnos más antiguos salen del contexto. %1</translation>
    </message>
</context>
<context>
    <name>hearth::app::ComparisonPlan</name>
    <message>
        <source>At temperature 0 every seed gives the same answer.</source>
        <translation>Con temperatura 0, todas las semillas dan la misma respuesta.</translation>
    </message>
    <message>
        <source>Two answers are made the same way, so they will be the same.</source>
        <translation>Dos respuestas se generan igual, así que serán idénticas.</translation>
    </message>
    <message>
        <source>Seed %1</source>
        <translation>Semilla %1</translation>
    </message>
    <message>
        <source>Temperature %1</source>
        <translation>Temperatura %1</translation>
    </message>
</context>
<context>
    <name>hearth::app::ConversationExchange</name>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>The chat was not saved</source>
        <translation>El chat no se guardó</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Guardado como %1</translation>
    </message>
    <message>
        <source>There is not enough memory to read it.</source>
        <translation>No hay memoria suficiente para leerlo.</translation>
    </message>
    <message>
        <source>%1 was not imported</source>
        <translation>No se importó %1</translation>
    </message>
    <message>
        <source>1 chat imported</source>
        <translation>1 chat importado</translation>
    </message>
    <message>
        <source>%1 chats imported</source>
        <translation>%1 chats importados</translation>
    </message>
    <message>
        <source>Exporting chats: %1 of %2</source>
        <translation>Exportando chats: %1 de %2</translation>
    </message>
    <message>
        <source>Reading the chats…</source>
        <translation>Leyendo los chats…</translation>
    </message>
    <message>
        <source>Importing chats: %1 of %2</source>
        <translation>Importando chats: %1 de %2</translation>
    </message>
    <message>
        <source>The chats were not exported</source>
        <translation>Los chats no se exportaron</translation>
    </message>
    <message>
        <source>The chat was not duplicated</source>
        <translation>El chat no se duplicó</translation>
    </message>
    <message>
        <source>%1 (%2 of %3 messages)</source>
        <translation>%1 (%2 de %3 mensajes)</translation>
    </message>
    <message>
        <source>Duplicating the chat…</source>
        <translation>Duplicando el chat…</translation>
    </message>
    <message>
        <source>Exporting the chat: %1 messages</source>
        <translation>Exportando el chat: %1 mensajes</translation>
    </message>
    <message>
        <source>1 chat in it could not be read. %1</source>
        <translation>No se pudo leer 1 chat que contiene. %1</translation>
    </message>
    <message>
        <source>%1 chats in it could not be read. %2</source>
        <translation>No se pudieron leer %1 chats que contiene. %2</translation>
    </message>
    <message>
        <source>%1 was imported in part</source>
        <translation>%1 se importó solo en parte</translation>
    </message>
    <message>
        <source>%1 files were not imported</source>
        <translation>No se importaron %1 archivos</translation>
    </message>
    <message>
        <source>%1 files were not imported, or only in part</source>
        <translation>%1 archivos no se importaron, o solo en parte</translation>
    </message>
</context>
<context>
    <name>hearth::app::ConversationListModel</name>
    <message>
        <source>The folders could not be read</source>
        <translation>No se pudieron leer las carpetas</translation>
    </message>
    <message>
        <source>The folder was not renamed</source>
        <translation>La carpeta no se renombró</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Fijados</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Carpetas</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Hoy</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Ayer</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Últimos 7 días</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>Anteriores</translation>
    </message>
    <message>
        <source>The chats could not be read</source>
        <translation>No se pudieron leer los chats</translation>
    </message>
    <message>
        <source>The chat could not be read</source>
        <translation>No se pudo leer el chat</translation>
    </message>
    <message>
        <source>The chat was not renamed</source>
        <translation>El chat no se renombró</translation>
    </message>
    <message>
        <source>The chat was not pinned</source>
        <translation>El chat no se fijó</translation>
    </message>
    <message>
        <source>The chat was not moved</source>
        <translation>El chat no se movió</translation>
    </message>
    <message>
        <source>The chat was not moved to the trash</source>
        <translation>El chat no se movió a la papelera</translation>
    </message>
    <message>
        <source>The chat</source>
        <translation>El chat</translation>
    </message>
    <message>
        <source>“%1” moved to the trash</source>
        <translation>“%1” se movió a la papelera</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>The chat was not restored</source>
        <translation>El chat no se recuperó</translation>
    </message>
    <message>
        <source>The chats could not be counted</source>
        <translation>No se pudieron contar los chats</translation>
    </message>
    <message>
        <source>The chats were not moved to the trash</source>
        <translation>Los chats no se movieron a la papelera</translation>
    </message>
    <message>
        <source>1 chat moved to the trash</source>
        <translation>1 chat se movió a la papelera</translation>
    </message>
    <message>
        <source>%1 chats moved to the trash</source>
        <translation>%1 chats se movieron a la papelera</translation>
    </message>
    <message>
        <source>The chats were not brought back</source>
        <translation>Los chats no se recuperaron</translation>
    </message>
</context>
<context>
    <name>hearth::app::ConversationSearch</name>
    <message>
        <source>today, %1</source>
        <translation>hoy, %1</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>ayer</translation>
    </message>
    <message>
        <source>last %1</source>
        <translation>%1 pasado</translation>
    </message>
    <message>
        <source>The search failed</source>
        <translation>La búsqueda no funcionó</translation>
    </message>
    <message>
        <source>Recent chats</source>
        <translation>Chats recientes</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
</context>
<context>
    <name>hearth::app::DesktopNotifier</name>
    <message>
        <source>Your reply is ready</source>
        <translation>La respuesta está lista</translation>
    </message>
    <message>
        <source>Open the chat</source>
        <translation>Abrir el chat</translation>
    </message>
    <message>
        <source>A call of a tool waits for you</source>
        <translation>Una llamada a una herramienta espera su decisión</translation>
    </message>
</context>
<context>
    <name>hearth::app::DocumentLibrary</name>
    <message>
        <source>Files: %1 · passages: %2</source>
        <translation>Archivos: %1 · fragmentos: %2</translation>
    </message>
    <message>
        <source>Paused · %1</source>
        <translation>En pausa · %1</translation>
    </message>
    <message>
        <source>Waiting · %1</source>
        <translation>En espera · %1</translation>
    </message>
    <message>
        <source>Looking for changes · %1</source>
        <translation>Buscando cambios · %1</translation>
    </message>
    <message>
        <source>Not there now: what was read of it is kept. %1</source>
        <translation>Ahora no está: se conserva lo que se leyó. %1</translation>
    </message>
    <message>
        <source>Reading %1 of %2 files · %3 a second</source>
        <translation>Leyendo %1 de %2 archivos · %3 por segundo</translation>
    </message>
    <message>
        <source>%1 · about %2 s left</source>
        <translation>%1 · quedan unos %2 s</translation>
    </message>
    <message>
        <source>%1 · about %2 min left</source>
        <translation>%1 · quedan unos %2 min</translation>
    </message>
    <message>
        <source>Documents cannot be added while the chats are not kept.</source>
        <translation>No se pueden añadir documentos mientras los chats no se guarden.</translation>
    </message>
    <message>
        <source>%1 is not there.</source>
        <translation>%1 no está.</translation>
    </message>
    <message>
        <source>%1 has been added before.</source>
        <translation>%1 ya se había añadido.</translation>
    </message>
</context>
<context>
    <name>hearth::app::DocumentTools</name>
    <message>
        <source>Documents</source>
        <translation>Documentos</translation>
    </message>
</context>
<context>
    <name>hearth::app::DocumentVectors</name>
    <message>
        <source>None: by words alone</source>
        <translation>Ninguno: solo por palabras</translation>
    </message>
    <message>
        <source>Passages are found by their words alone: no embedding model is installed. One such as %1 finds them by what they mean, too.</source>
        <translation>Los pasajes se encuentran solo por sus palabras: no hay ningún modelo de incrustación instalado. Uno como %1 los encuentra también por su significado.</translation>
    </message>
    <message>
        <source>Passages are found by their words alone.</source>
        <translation>Los pasajes se encuentran solo por sus palabras.</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>Cargando el modelo…</translation>
    </message>
    <message>
        <source>Waiting. Passages that are found by what they mean, too: %1 of %2</source>
        <translation>En espera. Pasajes que se encuentran también por su significado: %1 de %2</translation>
    </message>
    <message>
        <source>All passages are found by their words and by what they mean: %1</source>
        <translation>Todos los pasajes se encuentran por sus palabras y por su significado: %1</translation>
    </message>
    <message>
        <source>Passages are found by their words alone. %1</source>
        <translation>Los pasajes se encuentran solo por sus palabras. %1</translation>
    </message>
    <message>
        <source>Reading what passages mean: %1 of %2 · %3 a second</source>
        <translation>Leyendo lo que significan los pasajes: %1 de %2 · %3 por segundo</translation>
    </message>
    <message>
        <source>%1 · about %2 s left</source>
        <translation>%1 · quedan unos %2 s</translation>
    </message>
    <message>
        <source>%1 · about %2 min left</source>
        <translation>%1 · quedan unos %2 min</translation>
    </message>
    <message>
        <source>Passages are found by what they mean, too, once there are documents.</source>
        <translation>Los pasajes se encontrarán también por su significado en cuanto haya documentos.</translation>
    </message>
</context>
<context>
    <name>hearth::app::DownloadJob</name>
    <message>
        <source>This download has no valid source.</source>
        <translation>Esta descarga no tiene un origen válido.</translation>
    </message>
    <message>
        <source>The hub published no checksum for this file, so it cannot be verified and is not downloaded.</source>
        <translation>El hub no publicó una suma de verificación de este archivo, así que no se puede verificar y no se descarga.</translation>
    </message>
    <message>
        <source>The folder %1 cannot be made.</source>
        <translation>No se puede crear la carpeta %1.</translation>
    </message>
    <message>
        <source>There is another file “%1” in the models folder. Move it away and try again.</source>
        <translation>Hay otro archivo “%1” en la carpeta de modelos. Muévelo e inténtalo de nuevo.</translation>
    </message>
    <message>
        <source>There is not enough disk space: %1 GB more are needed in %2. Free some space, then resume.</source>
        <translation>El disco está demasiado lleno: se necesitan %1 GB más en %2. Haz sitio y reanuda.</translation>
    </message>
    <message>
        <source>The hub offers a different file from the one it listed.</source>
        <translation>El hub ofrece un archivo distinto del que anunció.</translation>
    </message>
    <message>
        <source>%1 sent the file compressed, which was not requested.</source>
        <translation>%1 envió el archivo comprimido, y no se pidió así.</translation>
    </message>
    <message>
        <source>The file at %1 has a different size.</source>
        <translation>%1 tiene un archivo de otro tamaño.</translation>
    </message>
    <message>
        <source>%1 sent a different part of the file than requested.</source>
        <translation>%1 envió una parte del archivo distinta de la pedida.</translation>
    </message>
    <message>
        <source>%1 reports a shorter file.</source>
        <translation>%1 dice que el archivo termina antes.</translation>
    </message>
    <message>
        <source>%1 answered with %2.</source>
        <translation>%1 respondió con %2.</translation>
    </message>
    <message>
        <source>The file arrived incomplete.</source>
        <translation>El archivo llegó incompleto.</translation>
    </message>
    <message>
        <source>The file did not match its published SHA-256 twice in a row, so it was deleted. Choose another source.</source>
        <translation>El archivo no coincide con su SHA-256 publicado, dos veces seguidas, así que se desechó. Elige otro origen.</translation>
    </message>
    <message>
        <source>The file did not match its published SHA-256 and is fetched again.</source>
        <translation>El archivo no coincidía con su SHA-256 publicado y se descarga de nuevo.</translation>
    </message>
    <message>
        <source>What was downloaded is kept; resume continues from there.</source>
        <translation>Lo descargado se conserva; al reanudar se sigue desde ahí.</translation>
    </message>
</context>
<context>
    <name>hearth::app::Downloads</name>
    <message>
        <source>Waiting for another download</source>
        <translation>Espera a otra descarga</translation>
    </message>
    <message>
        <source>Trying again: %1</source>
        <translation>Reintentando: %1</translation>
    </message>
    <message>
        <source>Checking %1 against the published SHA-256</source>
        <translation>Comprobando %1 con el SHA-256 publicado</translation>
    </message>
    <message>
        <source>%1 of %2 %3</source>
        <translation>%1 de %2 %3</translation>
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
        <translation>quedan %1 s</translation>
    </message>
    <message>
        <source>%1 min left</source>
        <translation>quedan %1 min</translation>
    </message>
    <message>
        <source>%1 h left</source>
        <translation>quedan %1 h</translation>
    </message>
    <message>
        <source>1 download</source>
        <translation>1 descarga</translation>
    </message>
    <message>
        <source>%1 downloads</source>
        <translation>%1 descargas</translation>
    </message>
    <message>
        <source>%1, %2 MB/s</source>
        <translation>%1, %2 MB/s</translation>
    </message>
    <message>
        <source>Paused at %1. Resume continues from there.</source>
        <translation>En pausa en %1. Al reanudar se sigue desde ahí.</translation>
    </message>
</context>
<context>
    <name>hearth::app::DraftAttachments</name>
    <message>
        <source>Pasted text</source>
        <translation>Texto pegado</translation>
    </message>
    <message>
        <source>Pasted text %1</source>
        <translation>Texto pegado %1</translation>
    </message>
    <message>
        <source>There is not enough memory to read it.</source>
        <translation>No hay memoria suficiente para leerlo.</translation>
    </message>
    <message>
        <source>%1 was not attached. %2</source>
        <translation>%1 no se adjuntó. %2</translation>
    </message>
    <message>
        <source>%1 files were not attached.</source>
        <translation>No se adjuntaron %1 archivos.</translation>
    </message>
    <message>
        <source>%1 of %2 tokens</source>
        <translation>%1 de %2 tokens</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Imagen</translation>
    </message>
    <message>
        <source>Hearth fetches nothing from the web for a message. Copy the picture there and paste it here, or save it and attach the file.</source>
        <translation>Hearth no descarga nada de la web para un mensaje. Copia allí la imagen y pégala aquí, o guárdala y adjunta el archivo.</translation>
    </message>
</context>
<context>
    <name>hearth::app::DraftPictures</name>
    <message>
        <source>Picture %1 of %2, %3, %4</source>
        <translation>Imagen %1 de %2, %3, %4</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Imagen</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 was not attached. A message can have %2 pictures; send the others with the next one.</source>
        <translation>%1 no se adjuntó. Un mensaje puede tener %2 imágenes; envía las demás con el siguiente.</translation>
    </message>
    <message>
        <source>%1, page %2</source>
        <translation>%1, página %2</translation>
    </message>
    <message>
        <source>Page %1 of %2 was not attached. A message can have %3 pictures; save this page as a PDF of its own and send it with the next one.</source>
        <translation>La página %1 de %2 no se adjuntó. Un mensaje puede tener %3 imágenes; guarda esta página como un PDF aparte y envíala con el siguiente.</translation>
    </message>
    <message>
        <source>Pages %1 of %2 were not attached. A message can have %3 pictures; save these pages as a PDF of their own and send it with the next one.</source>
        <translation>Las páginas %1 de %2 no se adjuntaron. Un mensaje puede tener %3 imágenes; guarda estas páginas como un PDF aparte y envíalo con el siguiente.</translation>
    </message>
    <message>
        <source>%1, low detail</source>
        <translation>%1, poco detalle</translation>
    </message>
    <message>
        <source>%1, high detail</source>
        <translation>%1, mucho detalle</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Poco</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Estándar</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Mucho</translation>
    </message>
</context>
<context>
    <name>hearth::app::EarlierAnswers</name>
    <message>
        <source>This needs an embedding model: choose one above.</source>
        <translation>Para esto hace falta un modelo de incrustación: elige uno arriba.</translation>
    </message>
    <message>
        <source>Questions answered so: %1. That saved %2 tokens and %3 seconds.</source>
        <translation>Preguntas respondidas así: %1. Eso ahorró %2 tokens y %3 segundos.</translation>
    </message>
</context>
<context>
    <name>hearth::app::Endpoints</name>
    <message>
        <source>Nothing answers at %1. Is the server running?</source>
        <translation>Nadie responde en %1. ¿Está en marcha el servidor?</translation>
    </message>
    <message>
        <source>%1 cannot be found. Check the address and the network.</source>
        <translation>No se encuentra %1. Revisa la dirección y la red.</translation>
    </message>
    <message>
        <source>The certificate of %1 could not be verified (%2).</source>
        <translation>%1 no pudo demostrar su identidad (%2).</translation>
    </message>
    <message>
        <source>%1 did not answer in %2 s.</source>
        <translation>%1 no respondió en %2 s.</translation>
    </message>
    <message>
        <source>%1 cannot be reached (%2).</source>
        <translation>No se puede acceder a %1 (%2).</translation>
    </message>
    <message>
        <source>Answered in %1 ms</source>
        <translation>Respondió en %1 ms</translation>
    </message>
    <message>
        <source>Chats with these models go to another program on this computer.</source>
        <translation>Los chats con estos modelos van a otro programa de este equipo.</translation>
    </message>
    <message>
        <source>Chats with these models leave this computer for %1, unencrypted.</source>
        <translation>Los chats con estos modelos salen de este equipo hacia %1, sin cifrar.</translation>
    </message>
    <message>
        <source>Chats with these models leave this computer for %1.</source>
        <translation>Los chats con estos modelos salen de este equipo hacia %1.</translation>
    </message>
    <message>
        <source>cannot chat</source>
        <translation>no puede chatear</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 tokens</translation>
    </message>
    <message>
        <source>context length unknown</source>
        <translation>longitud desconocida</translation>
    </message>
    <message>
        <source>kept in the keyring</source>
        <translation>guardada en el llavero</translation>
    </message>
    <message>
        <source>no keyring: kept until Hearth closes</source>
        <translation>sin llavero: se guarda hasta cerrar Hearth</translation>
    </message>
    <message>
        <source>New server</source>
        <translation>Nuevo servidor</translation>
    </message>
    <message>
        <source>“%1” is not a valid address. An address looks like http://rack.lan:8000/v1.</source>
        <translation>“%1” no es una dirección http o https, como http://rack.lan:8000/v1.</translation>
    </message>
    <message>
        <source>A key cannot contain spaces or special characters.</source>
        <translation>Una clave no lleva espacios ni letras especiales.</translation>
    </message>
    <message>
        <source>Asking %1</source>
        <translation>Consultando %1</translation>
    </message>
    <message>
        <source>%1 redirects to another address. Enter that one instead.</source>
        <translation>%1 redirige a otra dirección. Escribe esa en su lugar.</translation>
    </message>
    <message>
        <source>%1 answers, but not as an OpenAI-compatible server. Does the address end in /v1?</source>
        <translation>%1 responde, pero no como un servidor compatible con OpenAI. ¿La dirección termina en /v1?</translation>
    </message>
    <message>
        <source>“%1” is not a price. A price is a number such as 0.15, per million tokens.</source>
        <translation>«%1» no es un precio. Un precio es un número como 0,15 por un millón de tokens.</translation>
    </message>
    <message>
        <source>%1 does not answer over https (%2). If it speaks http, the address begins with http://.</source>
        <translation>%1 no responde por https (%2). Si habla http, la dirección empieza por http://.</translation>
    </message>
</context>
<context>
    <name>hearth::app::EngineSettings</name>
    <message>
        <source>Automatic</source>
        <translation>Automático</translation>
    </message>
    <message>
        <source>Graphics card</source>
        <translation>Tarjeta gráfica</translation>
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
        <translation>Automático</translation>
    </message>
</context>
<context>
    <name>hearth::app::FilePlaces</name>
    <message>
        <source>Home</source>
        <translation>Carpeta personal</translation>
    </message>
    <message>
        <source>Desktop</source>
        <translation>Escritorio</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Documentos</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>Descargas</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelos</translation>
    </message>
</context>
<context>
    <name>hearth::app::FolderListing</name>
    <message>
        <source>There is no folder “%1”.</source>
        <translation>No existe la carpeta «%1».</translation>
    </message>
    <message>
        <source>“%1” is a file, not a folder.</source>
        <translation>«%1» es un archivo, no una carpeta.</translation>
    </message>
    <message>
        <source>You do not have permission to open “%1”.</source>
        <translation>No tienes permiso para abrir «%1».</translation>
    </message>
    <message>
        <source>“%1” cannot be the name of a folder. Choose a name without a slash.</source>
        <translation>«%1» no puede ser el nombre de una carpeta. Elige un nombre sin barra.</translation>
    </message>
    <message>
        <source>“%1” already exists. Choose another name.</source>
        <translation>«%1» ya existe. Elige otro nombre.</translation>
    </message>
    <message>
        <source>“%1” was not created. Check that you may write to this folder.</source>
        <translation>«%1» no se creó. Comprueba que puedes escribir en esta carpeta.</translation>
    </message>
    <message>
        <source>No files of this kind here</source>
        <translation>Aquí no hay archivos de este tipo</translation>
    </message>
    <message>
        <source>No folders in here, and 1 file</source>
        <translation>No hay carpetas, y hay 1 archivo</translation>
    </message>
    <message>
        <source>No folders in here, and %1 files</source>
        <translation>No hay carpetas, y hay %1 archivos</translation>
    </message>
    <message>
        <source>Only hidden files here</source>
        <translation>Solo archivos ocultos</translation>
    </message>
    <message>
        <source>This folder is empty</source>
        <translation>Esta carpeta está vacía</translation>
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
        <translation>Este chat ocupa unos %1 tokens y en %2 caben %3.</translation>
    </message>
    <message>
        <source>This chat takes %1 tokens, and the context has room for %2.</source>
        <translation>Este chat ocupa %1 tokens y en el contexto caben %2.</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>No hay ningún modelo cargado.</translation>
    </message>
    <message>
        <source>%1 decides how long the context is.</source>
        <translation>%1 decide la longitud del contexto.</translation>
    </message>
    <message>
        <source>The model was trained on %1 tokens, which is too few for this chat.</source>
        <translation>El modelo se entrenó con %1 tokens, muy pocos para este chat.</translation>
    </message>
    <message>
        <source>A context of %1 tokens takes %2 more memory than is free.</source>
        <translation>Un contexto de %1 tokens ocupa %2 más de la memoria libre.</translation>
    </message>
    <message>
        <source>There are no older turns to leave out.</source>
        <translation>No hay turnos anteriores que dejar fuera.</translation>
    </message>
    <message>
        <source>%1 earlier messages are left out.</source>
        <translation>%1 mensajes anteriores quedan fuera.</translation>
    </message>
    <message>
        <source>%1 earlier messages (%2 tokens) are left out.</source>
        <translation>Se omiten %1 mensajes anteriores (%2 tokens).</translation>
    </message>
    <message>
        <source>%1 earlier tokens are left out.</source>
        <translation>Se omiten %1 tokens anteriores.</translation>
    </message>
    <message>
        <source>The last message alone takes %1 tokens. Shorten it, or what is attached to it.</source>
        <translation>El último mensaje ocupa por sí solo %1 tokens. Acórtalo, o acorta lo que lleva adjunto.</translation>
    </message>
    <message>
        <source>A summary replaces %1 earlier messages.</source>
        <translation>Un resumen sustituye a %1 mensajes anteriores.</translation>
    </message>
</context>
<context>
    <name>hearth::app::HeaderProbe</name>
    <message>
        <source>The temporary folder cannot be written.</source>
        <translation>No se puede escribir en la carpeta temporal.</translation>
    </message>
</context>
<context>
    <name>hearth::app::HttpTransport</name>
    <message>
        <source>The server sent a message of more than %1 MB.</source>
        <translation>El servidor ha enviado un mensaje de más de %1 MB.</translation>
    </message>
    <message>
        <source>%1 wants a key; put it into the headers of the server.</source>
        <translation>%1 pide una clave; póngala en las cabeceras del servidor.</translation>
    </message>
    <message>
        <source>The session with %1 is over.</source>
        <translation>La sesión con %1 ha terminado.</translation>
    </message>
    <message>
        <source>%1 answered with status %2.</source>
        <translation>%1 ha respondido con el estado %2.</translation>
    </message>
    <message>
        <source>%1 gave no answer.</source>
        <translation>%1 no ha respondido.</translation>
    </message>
</context>
<context>
    <name>hearth::app::HubClient</name>
    <message>
        <source>HF_HUB_OFFLINE is set, so Hearth does not contact the hub. Unset it and restart Hearth.</source>
        <translation>HF_HUB_OFFLINE está definida, así que Hearth no pide nada al hub. Quítala e inicia de nuevo.</translation>
    </message>
    <message>
        <source>this search</source>
        <translation>esta búsqueda</translation>
    </message>
    <message>
        <source>The hub&apos;s answer cannot be read. Try again later.</source>
        <translation>No se puede leer la respuesta del hub. Inténtalo más tarde.</translation>
    </message>
    <message>
        <source>“%1” is not a model name.</source>
        <translation>“%1” no es un nombre de modelo.</translation>
    </message>
</context>
<context>
    <name>hearth::app::HubPage</name>
    <message>
        <source>Reading the header</source>
        <translation>Leyendo la cabecera</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 parámetros</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 tokens</translation>
    </message>
    <message>
        <source>%1 downloads a month</source>
        <translation>%1 descargas al mes</translation>
    </message>
    <message>
        <source>reading the header of one file</source>
        <translation>leyendo la cabecera de un archivo</translation>
    </message>
    <message>
        <source>memory calculated from the file header, for one conversation</source>
        <translation>memoria calculada con la cabecera del archivo, con una conversación</translation>
    </message>
    <message>
        <source>This page has no GGUF file that can be verified.</source>
        <translation>Esta página no tiene ningún archivo GGUF que se pueda verificar.</translation>
    </message>
    <message>
        <source>Much weaker</source>
        <translation>Mucho peor</translation>
    </message>
    <message>
        <source>Clearly weaker</source>
        <translation>Claramente peor</translation>
    </message>
    <message>
        <source>Noticeably weaker</source>
        <translation>Algo peor</translation>
    </message>
    <message>
        <source>Close to full</source>
        <translation>Cerca del original</translation>
    </message>
    <message>
        <source>Closer still</source>
        <translation>Aún más cerca</translation>
    </message>
    <message>
        <source>Hard to tell apart</source>
        <translation>Casi indistinguible</translation>
    </message>
    <message>
        <source>Same for most uses</source>
        <translation>Igual para casi todo</translation>
    </message>
    <message>
        <source>As published</source>
        <translation>Tal como se publicó</translation>
    </message>
</context>
<context>
    <name>hearth::app::HubSearch</name>
    <message>
        <source>Runs here</source>
        <translation>Funciona aquí</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Demasiado grande</translation>
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
        <translation>Consultando %1</translation>
    </message>
    <message>
        <source>Good models to start with that run here</source>
        <translation>Buenas opciones para empezar que funcionan aquí</translation>
    </message>
    <message>
        <source>Good models to start with</source>
        <translation>Buenas opciones para empezar</translation>
    </message>
    <message>
        <source>Nothing on %1 matches</source>
        <translation>Nada en %1 coincide</translation>
    </message>
    <message>
        <source>%1 of %2 matches run here</source>
        <translation>%1 de %2 resultados funcionan aquí</translation>
    </message>
    <message>
        <source>A picture of 1,024 × 1,024 pixels costs about %1 tokens.</source>
        <translation>Una imagen de 1024 × 1024 píxeles cuesta unos %1 tokens.</translation>
    </message>
</context>
<context>
    <name>hearth::app::IndexThread</name>
    <message>
        <source>There is not enough memory. Close other programs and try again.</source>
        <translation>No hay memoria suficiente. Cierra otros programas e inténtalo de nuevo.</translation>
    </message>
</context>
<context>
    <name>hearth::app::InstalledModels</name>
    <message>
        <source>on %1</source>
        <translation>en %1</translation>
    </message>
    <message>
        <source>Only files in %1 can be deleted here.</source>
        <translation>Aquí solo se pueden eliminar archivos de %1.</translation>
    </message>
    <message>
        <source>%1 could not be deleted. Check whether you may write there.</source>
        <translation>No se pudo eliminar %1. Comprueba si puedes escribir ahí.</translation>
    </message>
    <message>
        <source>%1 here, %2 free</source>
        <translation>%1 aquí, %2 libres</translation>
    </message>
    <message>
        <source>%1 is the vision encoder of a model and not a model itself; keep it in the folder of its model, where Hearth finds it.</source>
        <translation>%1 es el codificador de imágenes de un modelo y no un modelo; déjelo en la carpeta de su modelo, donde Hearth lo encuentra.</translation>
    </message>
</context>
<context>
    <name>hearth::app::InterfaceScale</name>
    <message>
        <source>Interface scale: %1 %</source>
        <translation>Tamaño de la interfaz: %1 %</translation>
    </message>
    <message>
        <source>Interface scale: %1 %, after a restart</source>
        <translation>Tamaño de la interfaz: %1 %, al reiniciar</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>Reiniciar ahora</translation>
    </message>
</context>
<context>
    <name>hearth::app::JsonTree</name>
    <message>
        <source>1 value</source>
        <translation>1 valor</translation>
    </message>
    <message>
        <source>%1 values</source>
        <translation>%1 valores</translation>
    </message>
    <message>
        <source>1 entry</source>
        <translation>1 elemento</translation>
    </message>
    <message>
        <source>%1 entries</source>
        <translation>%1 elementos</translation>
    </message>
</context>
<context>
    <name>hearth::app::KeyBindings</name>
    <message>
        <source>%1 types text or moves the cursor. Combine it with Ctrl or Alt, or use a function key.</source>
        <translation>%1 escribe texto o mueve la selección. Mantén Ctrl o Alt a la vez, o pulsa una tecla de función.</translation>
    </message>
    <message>
        <source>%1 is needed for editing text. Choose another shortcut.</source>
        <translation>%1 hace falta al escribir texto. Pulsa otras teclas.</translation>
    </message>
    <message>
        <source>%1 is already used for “%2”. Choose another shortcut, or change that one first.</source>
        <translation>%1 ya sirve para «%2». Pulsa otras teclas o cambia antes esas.</translation>
    </message>
</context>
<context>
    <name>hearth::app::LookSettings</name>
    <message>
        <source>System default</source>
        <translation>Como el sistema</translation>
    </message>
</context>
<context>
    <name>hearth::app::MachineChecker</name>
    <message>
        <source>Measuring the memory…</source>
        <translation>Midiendo la memoria…</translation>
    </message>
    <message>
        <source>The check was cancelled.</source>
        <translation>Se canceló la comprobación.</translation>
    </message>
    <message>
        <source>off by %1, %2 allowed</source>
        <translation>error de %1, permitido %2</translation>
    </message>
    <message>
        <source>Graphics card</source>
        <translation>Tarjeta gráfica</translation>
    </message>
    <message>
        <source>Checked %1 operations</source>
        <translation>%1 operaciones comprobadas</translation>
    </message>
    <message>
        <source>reads %1</source>
        <translation>lee %1</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Procesador</translation>
    </message>
    <message>
        <source>%1 of %2 match the reference</source>
        <translation>%1 de %2 coinciden con su referencia simple</translation>
    </message>
    <message>
        <source>%1 of %2 match the reference. Use another device, or update its driver.</source>
        <translation>%1 de %2 coinciden con su referencia simple. Usa otro dispositivo o actualiza su controlador.</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Operaciones</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>Disco</translation>
    </message>
    <message>
        <source>No model in %1 to measure with</source>
        <translation>No hay ningún modelo en %1 con que medir</translation>
    </message>
    <message>
        <source>%1, a slow disk: a 5 GB model takes %2 s to load</source>
        <translation>%1 está en un disco lento, así que un modelo de 5 GB tarda %2 s en cargarse</translation>
    </message>
    <message>
        <source>%1: a 5 GB model takes %2 s to load</source>
        <translation>%1, un modelo de 5 GB tarda %2 s en cargarse</translation>
    </message>
    <message>
        <source>no key kept</source>
        <translation>ninguna clave guardada</translation>
    </message>
    <message>
        <source>one key kept</source>
        <translation>una clave guardada</translation>
    </message>
    <message>
        <source>%1 keys kept</source>
        <translation>%1 claves guardadas</translation>
    </message>
    <message>
        <source>Keyring</source>
        <translation>Llavero</translation>
    </message>
    <message>
        <source>Reachable; %1</source>
        <translation>Accesible; %1</translation>
    </message>
    <message>
        <source>Not available; server keys are kept until Hearth closes</source>
        <translation>Ninguno responde; las claves de servidores se guardan hasta cerrar Hearth</translation>
    </message>
    <message>
        <source>no problems found</source>
        <translation>nada te necesita</translation>
    </message>
    <message>
        <source>one problem</source>
        <translation>un punto te necesita</translation>
    </message>
    <message>
        <source>%1 problems</source>
        <translation>%1 puntos te necesitan</translation>
    </message>
    <message>
        <source>Checked at %1, %2 checks in %3 s, %4</source>
        <translation>Comprobado a las %1, %2 comprobaciones en %3 s, %4</translation>
    </message>
    <message>
        <source>As of %1: %2 checks in %3 s, %4</source>
        <translation>Estado del %1: %2 comprobaciones en %3 s, %4</translation>
    </message>
    <message>
        <source>Sandbox for pictures</source>
        <translation>Entorno aislado para imágenes</translation>
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
        <translation>%1 de %2</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>%1 of %2 W</source>
        <translation>%1 de %2 W</translation>
    </message>
    <message>
        <source>%1 W</source>
        <translation>%1 W</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Procesador</translation>
    </message>
</context>
<context>
    <name>hearth::app::McpDirectory</name>
    <message>
        <source>Starts when a chat uses tools.</source>
        <translation>Se inicia cuando un chat usa herramientas.</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Iniciando…</translation>
    </message>
    <message>
        <source>Tools: %1</source>
        <translation>Herramientas: %1</translation>
    </message>
    <message>
        <source>The tool servers in &quot;%1&quot; cannot be read.</source>
        <translation>No se pueden leer los servidores de herramientas de «%1».</translation>
    </message>
    <message>
        <source>The list of tool servers cannot be saved: %1.</source>
        <translation>No se puede guardar la lista de servidores de herramientas: %1.</translation>
    </message>
    <message>
        <source>Give the server a name.</source>
        <translation>Da un nombre al servidor.</translation>
    </message>
    <message>
        <source>The name is longer than 64 characters.</source>
        <translation>El nombre tiene más de 64 caracteres.</translation>
    </message>
    <message>
        <source>There is a server of this name already.</source>
        <translation>Ya hay un servidor con ese nombre.</translation>
    </message>
    <message>
        <source>The address cannot be read.</source>
        <translation>La dirección no se puede leer.</translation>
    </message>
    <message>
        <source>Give a command, such as &quot;uvx mcp-server-time&quot;, or an address.</source>
        <translation>Indique un comando, como «uvx mcp-server-time», o una dirección.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be read.</source>
        <translation>No se puede leer «%1».</translation>
    </message>
    <message>
        <source>Servers added: %1.</source>
        <translation>Servidores añadidos: %1.</translation>
    </message>
    <message>
        <source>The system&apos;s keyring does not answer, so their keys are kept only until Hearth is closed.</source>
        <translation>El llavero del sistema no responde, así que sus claves solo se guardan hasta cerrar Hearth.</translation>
    </message>
</context>
<context>
    <name>hearth::app::McpServer</name>
    <message>
        <source>It did not start within %1 seconds.</source>
        <translation>No se ha iniciado en %1 segundos.</translation>
    </message>
    <message>
        <source>It was stopped.</source>
        <translation>Se ha detenido.</translation>
    </message>
    <message>
        <source>The server refused.</source>
        <translation>El servidor lo ha rechazado.</translation>
    </message>
    <message>
        <source>It speaks a version of the protocol that Hearth does not know.</source>
        <translation>Habla una versión del protocolo que Hearth no conoce.</translation>
    </message>
    <message>
        <source>%1 has no tool of the name &quot;%2&quot; any more.</source>
        <translation>%1 ya no tiene ninguna herramienta llamada «%2».</translation>
    </message>
    <message>
        <source>The server gave no answer that can be read.</source>
        <translation>El servidor no ha dado una respuesta legible.</translation>
    </message>
    <message>
        <source>%1 is not ready.</source>
        <translation>%1 no está listo.</translation>
    </message>
    <message>
        <source>%1 gave no text.</source>
        <translation>%1 no ha dado ningún texto.</translation>
    </message>
    <message>
        <source>It sends too many unrequested messages.</source>
        <translation>Envía demasiados mensajes que nadie ha pedido.</translation>
    </message>
</context>
<context>
    <name>hearth::app::MessageSender</name>
    <message>
        <source>%1 messages are already waiting. This one stays in the composer.</source>
        <translation>Ya hay %1 mensajes en espera. Este se queda en el campo de mensaje.</translation>
    </message>
</context>
<context>
    <name>hearth::app::MessageVersions</name>
    <message>
        <source>Load %1 to continue from here: other models use different tokens.</source>
        <translation>Carga %1 para seguir desde aquí: otro modelo tiene otros tokens.</translation>
    </message>
    <message>
        <source>Message deleted, with what followed it</source>
        <translation>Mensaje eliminado, con lo que le seguía</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
</context>
<context>
    <name>hearth::app::ModelDevice</name>
    <message>
        <source>In a process of its own, in a sandbox. If it crashes, only the replies under way are lost.</source>
        <translation>En un proceso propio, en un entorno aislado. Un fallo cuesta las respuestas en curso y nada más.</translation>
    </message>
    <message>
        <source>In Hearth&apos;s own process: a crash would end Hearth. Separate processes have not been tried on graphics cards yet.</source>
        <translation>En el propio proceso de Hearth, que un fallo terminaría. Los procesos propios aún no se han probado en tarjetas gráficas.</translation>
    </message>
    <message>
        <source>In Hearth&apos;s own process: a crash would end Hearth.</source>
        <translation>En el propio proceso de Hearth, que un fallo terminaría.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ModelQuantizer</name>
    <message>
        <source>Reading the model…</source>
        <translation>Leyendo el modelo…</translation>
    </message>
    <message>
        <source>%1 already exists. Remove it first to make it again.</source>
        <translation>%1 ya existe. Elimínelo primero para volver a crearlo.</translation>
    </message>
    <message>
        <source>The copy takes %1, and only %2 are free in %3. Free some space and try again.</source>
        <translation>La copia ocupa %1 y en %3 solo quedan %2 libres. Libera espacio e inténtalo de nuevo.</translation>
    </message>
    <message>
        <source>Writing the copy: %1</source>
        <translation>Escribiendo la copia: %1</translation>
    </message>
    <message>
        <source>%1 instead of %2.</source>
        <translation>%1 en lugar de %2.</translation>
    </message>
    <message>
        <source>The copy is ready. Comparing both on a short text: about %1 s left</source>
        <translation>La copia está lista. Comparando ambas con un texto corto: quedan unos %1 s</translation>
    </message>
    <message>
        <source>Its cost is not known: %1</source>
        <translation>No se sabe cuánto costó: %1</translation>
    </message>
    <message>
        <source>Cancelled. Nothing was kept.</source>
        <translation>Cancelado. No se conservó nada.</translation>
    </message>
    <message>
        <source>Running the text through the model: about %1 s left</source>
        <translation>El texto pasa por el modelo: quedan unos %1 s</translation>
    </message>
    <message>
        <source>On %1 tokens: perplexity %2 instead of %3, KL divergence %4, the same first choice for %5 % of tokens.</source>
        <translation>En %1 tokens: perplejidad %2 en lugar de %3, divergencia KL %4, la misma primera opción en el %5 % de los lugares.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ModelRoute</name>
    <message>
        <source>%1 on %2</source>
        <translation>%1 en %2</translation>
    </message>
    <message>
        <source>Choose two different models.</source>
        <translation>Elige dos modelos distintos.</translation>
    </message>
    <message>
        <source>Chats that the large model answers leave this computer for %1.</source>
        <translation>Los chats que responde el modelo grande salen de este equipo hacia %1.</translation>
    </message>
    <message>
        <source>%1 of %2 replies by the small model</source>
        <translation>%1 de %2 respuestas del modelo pequeño</translation>
    </message>
    <message>
        <source>%1 s saved</source>
        <translation>%1 s ahorrados</translation>
    </message>
    <message>
        <source>%1 s lost</source>
        <translation>%1 s perdidos</translation>
    </message>
    <message>
        <source>%1; %2 for hard requests</source>
        <translation>%1; %2 para lo difícil</translation>
    </message>
    <message>
        <source>Both models need %1 GB of memory and %2 GB is available: choose smaller ones, or use the small one alone.</source>
        <translation>Ambos modelos necesitan %1 GB de memoria y hay %2 GB disponibles: elige otros más pequeños o usa solo el pequeño.</translation>
    </message>
    <message>
        <source>Both fit: they take %1 of the %2 GB available.</source>
        <translation>Caben ambos: ocupan %1 de los %2 GB disponibles.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ModelVerifier</name>
    <message>
        <source>Checking: %1 %</source>
        <translation>Comprobando: %1 %</translation>
    </message>
    <message>
        <source>The file cannot be read (%1).</source>
        <translation>No se puede leer el archivo (%1).</translation>
    </message>
    <message>
        <source>The file is not the one that was published: its SHA-256 differs. Download it again.</source>
        <translation>El archivo no es el que se publicó: su SHA-256 es distinto. Descárgalo de nuevo.</translation>
    </message>
    <message>
        <source>Unchanged: the SHA-256 is the published one.</source>
        <translation>Sin cambios: el SHA-256 es el publicado.</translation>
    </message>
    <message>
        <source>The vision encoder, %1, is not the file that was published: its SHA-256 differs. Download it again.</source>
        <translation>El codificador de imágenes, %1, no es el archivo que se publicó: su SHA-256 es distinto. Descárguelo de nuevo.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ModelsFolder</name>
    <message>
        <source>Downloads go to the current folder. Let them finish or cancel them first.</source>
        <translation>Hay descargas hacia la carpeta actual. Deja que terminen o cancélalas primero.</translation>
    </message>
    <message>
        <source>A model is loading or writing a reply. Wait for it, or stop it first.</source>
        <translation>Un modelo se está cargando o escribiendo una respuesta. Espera a que termine o detenlo primero.</translation>
    </message>
    <message>
        <source>Nothing can be written into %1. Choose another folder, or give yourself permission.</source>
        <translation>No se puede escribir en %1. Elige otra carpeta o date permiso.</translation>
    </message>
    <message>
        <source>Choose a folder that is neither inside the current one nor contains it.</source>
        <translation>Elige una carpeta que no esté dentro de la actual ni la contenga.</translation>
    </message>
    <message>
        <source>The models take %1, and %2 is free in %3. Free some space there, or choose another folder.</source>
        <translation>Los modelos ocupan %1 y en %3 hay %2 libres. Haz sitio allí o elige otra carpeta.</translation>
    </message>
    <message>
        <source>Your models folder, %1, is still missing. Check its disk, or choose another folder.</source>
        <translation>Tu carpeta de modelos, %1, sigue sin estar. Comprueba su disco o elige otra carpeta.</translation>
    </message>
    <message>
        <source>Your models folder, %1, is missing. Connect its disk and try again, or choose another folder; until then models are kept in Hearth&apos;s own.</source>
        <translation>Tu carpeta de modelos, %1, no está. Conecta su disco y vuelve a intentarlo, o elige otra carpeta; hasta entonces los modelos se guardan en la de Hearth.</translation>
    </message>
</context>
<context>
    <name>hearth::app::NextTokenModel</name>
    <message>
        <source>top-k keeps %1</source>
        <translation>top-k conserva %1</translation>
    </message>
    <message>
        <source>top-p cuts after %1</source>
        <translation>top-p corta tras %1</translation>
    </message>
    <message>
        <source>min-p cuts below %1</source>
        <translation>min-p corta por debajo de %1</translation>
    </message>
</context>
<context>
    <name>hearth::app::NumberText</name>
    <message>
        <source>1 token</source>
        <translation>1 token</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 tokens</translation>
    </message>
</context>
<context>
    <name>hearth::app::OpenChat</name>
    <message>
        <source>This was not saved</source>
        <translation>Esto no se guardó</translation>
    </message>
</context>
<context>
    <name>hearth::app::PictureExport</name>
    <message>
        <source>The picture is damaged and cannot be copied. Save it as a file instead.</source>
        <translation>La imagen está dañada y no se puede copiar. Guárdala como archivo en su lugar.</translation>
    </message>
    <message>
        <source>The picture was copied</source>
        <translation>La imagen se copió</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>imagen</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Guardada como %1</translation>
    </message>
    <message>
        <source>%1 could not be written (%2). Choose another folder.</source>
        <translation>No se pudo escribir %1 (%2). Elige otra carpeta.</translation>
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
        <translation>%1, y %2 en la vista general</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 token</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 tokens</translation>
    </message>
    <message>
        <source>%1, %2 × %3</source>
        <translation>%1, %2 × %3</translation>
    </message>
    <message>
        <source>%1 in %2 parts</source>
        <translation>%1 en %2 partes</translation>
    </message>
    <message>
        <source>%1, with an overview</source>
        <translation>%1, con una vista general</translation>
    </message>
    <message>
        <source>%1  ·  %2</source>
        <translation>%1  ·  %2</translation>
    </message>
    <message>
        <source>Not looked at</source>
        <translation>No se ha mirado</translation>
    </message>
    <message>
        <source>Looked most at the upper left, %1</source>
        <translation>Miró sobre todo arriba a la izquierda, %1</translation>
    </message>
    <message>
        <source>Looked most at the top, %1</source>
        <translation>Miró sobre todo arriba, %1</translation>
    </message>
    <message>
        <source>Looked most at the upper right, %1</source>
        <translation>Miró sobre todo arriba a la derecha, %1</translation>
    </message>
    <message>
        <source>Looked most at the left, %1</source>
        <translation>Miró sobre todo a la izquierda, %1</translation>
    </message>
    <message>
        <source>Looked most at the middle, %1</source>
        <translation>Miró sobre todo al centro, %1</translation>
    </message>
    <message>
        <source>Looked most at the right, %1</source>
        <translation>Miró sobre todo a la derecha, %1</translation>
    </message>
    <message>
        <source>Looked most at the lower left, %1</source>
        <translation>Miró sobre todo abajo a la izquierda, %1</translation>
    </message>
    <message>
        <source>Looked most at the bottom, %1</source>
        <translation>Miró sobre todo abajo, %1</translation>
    </message>
    <message>
        <source>Looked most at the lower right, %1</source>
        <translation>Miró sobre todo abajo a la derecha, %1</translation>
    </message>
    <message>
        <source>Picture %1 of %2</source>
        <translation>Imagen %1 de %2</translation>
    </message>
</context>
<context>
    <name>hearth::app::PrecisionTable</name>
    <message>
        <source>This model</source>
        <translation>Este modelo</translation>
    </message>
    <message>
        <source>%1: %2 billion parameters</source>
        <translation>%1: %2 mil millones de parámetros</translation>
    </message>
    <message>
        <source>%1k</source>
        <translation>%1k</translation>
    </message>
    <message>
        <source>16 bits</source>
        <translation>16 bits</translation>
    </message>
    <message>
        <source>8 bits</source>
        <translation>8 bits</translation>
    </message>
    <message>
        <source>4 bits</source>
        <translation>4 bits</translation>
    </message>
    <message>
        <source>none fits: the smallest needs %1 more</source>
        <translation>ni siquiera la menor: necesita %1 más</translation>
    </message>
    <message>
        <source>up to %1, %2 with 8k of context</source>
        <translation>hasta %1, %2 con 8k de contexto</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Memory of this computer</source>
        <translation>Memoria de este ordenador</translation>
    </message>
</context>
<context>
    <name>hearth::app::PresetListModel</name>
    <message>
        <source>Balanced</source>
        <translation>Equilibrado</translation>
    </message>
    <message>
        <source>For most chats</source>
        <translation>Para casi todos los chats</translation>
    </message>
    <message>
        <source>Precise</source>
        <translation>Preciso</translation>
    </message>
    <message>
        <source>Facts, code, summaries</source>
        <translation>Datos, código, resúmenes</translation>
    </message>
    <message>
        <source>Creative</source>
        <translation>Creativo</translation>
    </message>
    <message>
        <source>Stories and ideas</source>
        <translation>Historias e ideas</translation>
    </message>
    <message>
        <source>Greedy</source>
        <translation>Voraz</translation>
    </message>
    <message>
        <source>Always the most likely token; the same text every time</source>
        <translation>Siempre el token más probable; el mismo texto cada vez</translation>
    </message>
    <message>
        <source>The preset was not saved</source>
        <translation>El preajuste no se guardó</translation>
    </message>
    <message>
        <source>%1 could not be written (%2). Choose another folder.</source>
        <translation>No se pudo escribir %1 (%2). Elige otra carpeta.</translation>
    </message>
    <message>
        <source>The presets were not imported</source>
        <translation>Los preajustes no se incorporaron</translation>
    </message>
    <message>
        <source>%1 could not be read (%2). Choose another file.</source>
        <translation>No se pudo leer %1 (%2). Elige otro archivo.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ProgramList</name>
    <message>
        <source>One request</source>
        <translation>Una solicitud</translation>
    </message>
    <message>
        <source>%1 requests</source>
        <translation>%1 solicitudes</translation>
    </message>
    <message>
        <source>%1 tokens read, %2 % of them cached</source>
        <translation>%1 tokens leídos, %2 % de ellos en caché</translation>
    </message>
    <message>
        <source>%1 written</source>
        <translation>%1 escritos</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 fallidas</translation>
    </message>
</context>
<context>
    <name>hearth::app::PromptListModel</name>
    <message>
        <source>The system prompt was not saved</source>
        <translation>El prompt del sistema no se guardó</translation>
    </message>
    <message>
        <source>The system prompt was not removed</source>
        <translation>El prompt del sistema no se quitó</translation>
    </message>
    <message>
        <source>The system prompts could not be read</source>
        <translation>No se pudieron leer los prompts del sistema</translation>
    </message>
</context>
<context>
    <name>hearth::app::ReplyComparison</name>
    <message>
        <source>Waiting</source>
        <translation>En espera</translation>
    </message>
    <message>
        <source>Reading the prompt, %1 of %2 tokens</source>
        <translation>Leyendo el prompt, %1 de %2 tokens</translation>
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
        <translation>No se guardó nada sobre cómo se creó este texto.</translation>
    </message>
    <message>
        <source>Load %1 to see the tokens: their text is stored in the model file.</source>
        <translation>Carga %1 para ver los tokens: sus textos están en su archivo.</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>el modelo</translation>
    </message>
    <message>
        <source>Only the server knows how this model splits text into tokens.</source>
        <translation>Solo su servidor sabe cómo divide este modelo el texto en tokens.</translation>
    </message>
    <message>
        <source>Load a model to see how it splits this text into tokens.</source>
        <translation>Carga un modelo para ver cómo divide este texto en tokens.</translation>
    </message>
    <message>
        <source>The model read %1 tokens; the messages as they are now have %2, so what it read cannot be shown any more.</source>
        <translation>El modelo leyó %1 tokens; los mensajes, tal como están ahora, tienen %2, así que ya no se puede mostrar lo que leyó.</translation>
    </message>
    <message>
        <source>%1 tokens after the first %2 were left out, because the chat did not fit.</source>
        <translation>Se omitieron %1 tokens después de los primeros %2, porque el chat no cabía.</translation>
    </message>
    <message>
        <source>To “%1”</source>
        <translation>A «%1»</translation>
    </message>
    <message>
        <source>This reply is still being written.</source>
        <translation>Esta respuesta aún se está escribiendo.</translation>
    </message>
    <message>
        <source>This reply ended before its first token.</source>
        <translation>Esta respuesta terminó antes de su primer token.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ReplyReplay</name>
    <message>
        <source>Same text: all %1 tokens match.</source>
        <translation>Mismo texto: salieron de nuevo los %1 tokens.</translation>
    </message>
    <message>
        <source>The text differs from token %1 on.</source>
        <translation>Otro texto desde el token %1.</translation>
    </message>
    <message>
        <source>Other than then: %1.</source>
        <translation>Distinto de entonces: %1.</translation>
    </message>
    <message>
        <source>Same text: its one token matches.</source>
        <translation>Mismo texto: su único token coincide.</translation>
    </message>
    <message>
        <source>This reply has no text to compare with.</source>
        <translation>Esta respuesta no tiene texto con el que comparar.</translation>
    </message>
    <message>
        <source>Same text: all %1 characters match.</source>
        <translation>El mismo texto: coinciden los %1 caracteres.</translation>
    </message>
    <message>
        <source>Same text and same calls.</source>
        <translation>El mismo texto y las mismas llamadas.</translation>
    </message>
    <message>
        <source>The text differs from character %1 on.</source>
        <translation>El texto difiere a partir del carácter %1.</translation>
    </message>
    <message>
        <source>The text is the same, and the calls of tools differ.</source>
        <translation>El texto es el mismo y las llamadas a herramientas difieren.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ReplyStructure</name>
    <message>
        <source>This is longer than a megabyte and was not taken; shorten it.</source>
        <translation>Esto ocupa más de un megabyte y no se ha aceptado; acórtelo.</translation>
    </message>
    <message>
        <source>The file was not taken</source>
        <translation>El archivo no se ha aceptado</translation>
    </message>
    <message>
        <source>%1 could not be read (%2). Choose another file.</source>
        <translation>No se pudo leer %1 (%2). Elige otro archivo.</translation>
    </message>
    <message>
        <source>%1 is longer than a megabyte. Choose a smaller file.</source>
        <translation>%1 ocupa más de un megabyte. Elige un archivo más pequeño.</translation>
    </message>
    <message>
        <source>%1 is not a text in UTF-8. Choose another file.</source>
        <translation>%1 no es un texto en UTF-8. Elige otro archivo.</translation>
    </message>
    <message>
        <source>%1 cannot hold replies to a regular expression. Choose a JSON schema, or a model on this computer.</source>
        <translation>%1 no puede ajustar las respuestas a una expresión regular. Elige un esquema JSON o un modelo de este equipo.</translation>
    </message>
    <message>
        <source>%1 cannot hold replies to a grammar. Choose a JSON schema, or a model on this computer.</source>
        <translation>%1 no puede ajustar las respuestas a una gramática. Elige un esquema JSON o un modelo de este equipo.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ReplyTimes</name>
    <message>
        <source>drafted %1  ·  accepted %2</source>
        <translation>adivinados %1  ·  acertados %2</translation>
    </message>
</context>
<context>
    <name>hearth::app::RequestList</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1: refused or failed (%2)</source>
        <translation>%1: rechazada o fallida (%2)</translation>
    </message>
    <message>
        <source>%1: ended by the program</source>
        <translation>%1: terminada por el programa</translation>
    </message>
    <message>
        <source>%1: %2 tokens read, %3 of them cached; %4 written in %5 s</source>
        <translation>%1: %2 tokens leídos, %3 de ellos en caché; %4 escritos en %5 s</translation>
    </message>
</context>
<context>
    <name>hearth::app::RerankerChoice</name>
    <message>
        <source>None: as they were found</source>
        <translation>Ninguno: tal como se encontraron</translation>
    </message>
    <message>
        <source>Passages stay in the order in which they were found: no reranker is installed. One such as %1 reads the best of them with the question.</source>
        <translation>Los pasajes quedan en el orden en que se encontraron: no hay ningún reordenador instalado. Uno como %1 lee los mejores junto con la pregunta.</translation>
    </message>
    <message>
        <source>Passages stay in the order in which they were found.</source>
        <translation>Los pasajes quedan en el orden en que se encontraron.</translation>
    </message>
    <message>
        <source>Passages stay in the order in which they were found: the chosen reranker is not installed any longer.</source>
        <translation>Los pasajes quedan en el orden en que se encontraron: el reordenador elegido ya no está instalado.</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>Cargando el modelo…</translation>
    </message>
    <message>
        <source>The best %1 passages are read with the question. The model takes about %2 of memory.</source>
        <translation>Los %1 mejores pasajes se leen junto con la pregunta. El modelo ocupa unos %2 de memoria.</translation>
    </message>
    <message>
        <source>Passages stay in the order in which they were found. %1</source>
        <translation>Los pasajes quedan en el orden en que se encontraron. %1</translation>
    </message>
    <message>
        <source>The best %1 passages are read with the question. The model is loaded with the first one and takes about %2 of memory.</source>
        <translation>Los %1 mejores pasajes se leen junto con la pregunta. El modelo se carga con la primera y ocupa unos %2 de memoria.</translation>
    </message>
    <message>
        <source>The last passages stayed in the order in which they were found: the model read none of them in %1 s. A smaller one is quicker.</source>
        <translation>Los últimos pasajes quedaron en el orden en que se encontraron: el modelo no leyó ninguno en %1 s. Uno más pequeño es más rápido.</translation>
    </message>
    <message>
        <source>Of the best %1 passages there was time to read %2 with the last question; the others stayed after them. The model takes about %3 of memory.</source>
        <translation>De los mejores %1 pasajes hubo tiempo de leer %2 con la última pregunta; los demás quedaron detrás. El modelo ocupa unos %3 de memoria.</translation>
    </message>
</context>
<context>
    <name>hearth::app::SamplingRanges</name>
    <message>
        <source>The same seed and settings give the same text again. Empty: a new one for every reply.</source>
        <translation>La misma semilla y los mismos ajustes dan de nuevo el mismo texto. Vacío: una nueva para cada respuesta.</translation>
    </message>
    <message>
        <source>The reply ends before the first of these texts.</source>
        <translation>La respuesta termina antes del primero de estos textos.</translation>
    </message>
</context>
<context>
    <name>hearth::app::SamplingSettings</name>
    <message>
        <source>Balanced</source>
        <translation>Equilibrado</translation>
    </message>
    <message>
        <source>Model default</source>
        <translation>De este modelo</translation>
    </message>
    <message>
        <source>My default</source>
        <translation>Mis valores</translation>
    </message>
</context>
<context>
    <name>hearth::app::SandboxNote</name>
    <message>
        <source>No files, no network, no other programs</source>
        <translation>Sin archivos, sin red, sin otros programas</translation>
    </message>
    <message>
        <source>No network and no other programs. Files can be opened: this kernel has no Landlock.</source>
        <translation>Sin red y sin otros programas. Se pueden abrir archivos: este núcleo no tiene Landlock.</translation>
    </message>
    <message>
        <source>Limits of memory and time alone: this kernel has no seccomp. Open pictures of people you trust.</source>
        <translation>Solo límites de memoria y tiempo: este núcleo no tiene seccomp. Abre imágenes de personas de confianza.</translation>
    </message>
    <message>
        <source>Not known: the process that decodes pictures could not be started.</source>
        <translation>Desconocido: no se pudo iniciar el proceso que decodifica las imágenes.</translation>
    </message>
</context>
<context>
    <name>hearth::app::SpeedBook</name>
    <message>
        <source>about %1 tokens/s, first token after %2 s or more (prompt of %3)</source>
        <translation>unos %1 tokens/s, %2 s o más hasta el primero de una respuesta a %3</translation>
    </message>
</context>
<context>
    <name>hearth::app::SpeedView</name>
    <message>
        <source>%1 million</source>
        <translation>%1 millones</translation>
    </message>
    <message>
        <source>%1 billion</source>
        <translation>%1 mil millones</translation>
    </message>
    <message>
        <source>Load a model to see what bounds its speed.</source>
        <translation>Carga un modelo para ver qué limita su velocidad.</translation>
    </message>
    <message>
        <source>This is known of a model that runs on this computer alone.</source>
        <translation>Esto se sabe de un modelo que se ejecuta solo en este ordenador.</translation>
    </message>
    <message>
        <source>The shapes of this model are not known.</source>
        <translation>No se conocen las formas de este modelo.</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parámetros</translation>
    </message>
    <message>
        <source>All numbers of the model.</source>
        <translation>Todos los números del modelo.</translation>
    </message>
    <message>
        <source>Active for a token</source>
        <translation>Activos para un token</translation>
    </message>
    <message>
        <source>What one token is multiplied with: one row of the embeddings, and of a mixture of experts the chosen ones.</source>
        <translation>Con qué se multiplica un token: una fila de las incrustaciones y, de una mezcla de expertos, los elegidos.</translation>
    </message>
    <message>
        <source>Bytes of weights a token</source>
        <translation>Bytes de pesos por token</translation>
    </message>
    <message>
        <source>A reply reads them once for every token: that is what bounds it.</source>
        <translation>Una respuesta los lee una vez por token: eso la limita.</translation>
    </message>
    <message>
        <source>Work a token</source>
        <translation>Trabajo por token</translation>
    </message>
    <message>
        <source>%1 GFLOP</source>
        <translation>%1 GFLOP</translation>
    </message>
    <message>
        <source>Two operations for each weight that a token meets: it is multiplied and added.</source>
        <translation>Dos operaciones por cada peso que encuentra un token: se multiplica y se suma.</translation>
    </message>
    <message>
        <source>Cache of a token</source>
        <translation>Caché de un token</translation>
    </message>
    <message>
        <source>Keys and values in 16 bits, which every later token reads.</source>
        <translation>Claves y valores de 16 bits, que lee cada token posterior.</translation>
    </message>
    <message>
        <source>The last reply, measured: %1 tokens/s. It read %2 a token, %3 % of what this memory gives.</source>
        <translation>La última respuesta, medida: %1 tokens/s. Leyó %2 por token, el %3 % de lo que da esta memoria.</translation>
    </message>
    <message>
        <source>Prompt, %1 tokens at once</source>
        <translation>Entrada, %1 tokens a la vez</translation>
    </message>
    <message>
        <source>One reply</source>
        <translation>Una respuesta</translation>
    </message>
    <message>
        <source>%1 replies, or drafts of one</source>
        <translation>%1 respuestas, o borradores de una</translation>
    </message>
    <message>
        <source>The last reply</source>
        <translation>La última respuesta</translation>
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
        <translation>Automático</translation>
    </message>
    <message>
        <source>The model that was used last is gone: %1. Put the file back, or choose another model.</source>
        <translation>El modelo usado por última vez ya no está: %1. Vuelve a poner el archivo o elige otro modelo.</translation>
    </message>
</context>
<context>
    <name>hearth::app::StdioTransport</name>
    <message>
        <source>The server crashed.</source>
        <translation>El servidor ha fallado.</translation>
    </message>
    <message>
        <source>The server ended with status %1.</source>
        <translation>El servidor ha terminado con el estado %1.</translation>
    </message>
    <message>
        <source>The server does not read what it is sent.</source>
        <translation>El servidor no lee lo que se le envía.</translation>
    </message>
    <message>
        <source>The server sent a message of more than %1 MB.</source>
        <translation>El servidor ha enviado un mensaje de más de %1 MB.</translation>
    </message>
    <message>
        <source>It said: %1</source>
        <translation>Ha dicho: %1</translation>
    </message>
    <message>
        <source>There is no program &quot;%1&quot;. Install it, or correct the command.</source>
        <translation>No existe el programa «%1». Instálalo o corrige la orden.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be started. It has to be a program that you may run, and what it needs has to be installed.</source>
        <translation>«%1» no se puede iniciar. Tiene que ser un programa que puedas ejecutar, y lo que necesita tiene que estar instalado.</translation>
    </message>
</context>
<context>
    <name>hearth::app::SteadyApplication</name>
    <message>
        <source>The memory was full, so the last action was not carried out. Close other programs, or start Hearth again.</source>
        <translation>La memoria estaba llena, así que la última acción no se realizó. Cierra otros programas o reinicia Hearth.</translation>
    </message>
</context>
<context>
    <name>hearth::app::SummaryWriter</name>
    <message>
        <source>The context has no room for a summary.</source>
        <translation>El contexto no tiene sitio para un resumen.</translation>
    </message>
    <message>
        <source>The model wrote no summary.</source>
        <translation>El modelo no escribió ningún resumen.</translation>
    </message>
</context>
<context>
    <name>hearth::app::TokenBranch</name>
    <message>
        <source>This token ends the reply, so there is nothing to continue.</source>
        <translation>Este token termina la respuesta, así que no hay con qué seguir.</translation>
    </message>
    <message>
        <source>This token is a part of a character; choose the one after it.</source>
        <translation>Este token es parte de un carácter; elige el siguiente.</translation>
    </message>
    <message>
        <source>The server does not say where in the text this token is, so no reply can begin with it.</source>
        <translation>El servidor no dice en qué lugar del texto está este token, así que ninguna respuesta puede empezar con él.</translation>
    </message>
</context>
<context>
    <name>hearth::app::TokenCosts</name>
    <message>
        <source>%1 replies from servers, at the prices of the time: %2 tokens read, %3 written.</source>
        <translation>%1 respuestas de servidores a los precios de entonces: %2 tokens leídos, %3 escritos.</translation>
    </message>
    <message>
        <source>%1 replies of this computer cost nothing; at the price of %2 their %3 tokens read and %4 written would have.</source>
        <translation>%1 respuestas de este ordenador no costaron nada; al precio de %2, sus %3 tokens leídos y %4 escritos habrían costado esto.</translation>
    </message>
    <message>
        <source>Of that, saved by the cache</source>
        <translation>De ello, ahorrado por la caché</translation>
    </message>
    <message>
        <source>%1 tokens were in the cache and were not read again.</source>
        <translation>%1 tokens estaban en la caché y no se leyeron de nuevo.</translation>
    </message>
    <message>
        <source>Enter a server&apos;s price for a million tokens under Models, Endpoints, to see what replies cost.</source>
        <translation>Introduce en Modelos, Endpoints lo que pide un servidor por un millón de tokens para ver cuánto cuestan las respuestas.</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Este chat</translation>
    </message>
    <message>
        <source>This month, all chats</source>
        <translation>Este mes, todos los chats</translation>
    </message>
    <message>
        <source>This chat, had a server written it</source>
        <translation>Este chat, si lo hubiera escrito un servidor</translation>
    </message>
    <message>
        <source>This month, had a server written all of it</source>
        <translation>Este mes, si lo hubiera escrito todo un servidor</translation>
    </message>
    <message>
        <source>There are no replies yet.</source>
        <translation>Aún no hay respuestas.</translation>
    </message>
</context>
<context>
    <name>hearth::app::TokenWay</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>Send a message: its reply is followed here through the model.</source>
        <translation>Envía un mensaje: aquí se sigue su respuesta por el modelo.</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Palabras</translation>
    </message>
    <message>
        <source>The template of the model writes the chat as one text, with marks of who speaks.</source>
        <translation>La plantilla del modelo escribe el chat como un solo texto, con marcas de quién habla.</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>%1 tokens in %2</source>
        <translation>%1 tokens en %2</translation>
    </message>
    <message>
        <source>The text is split into pieces that the model knows, each a number.</source>
        <translation>El texto se divide en trozos que el modelo conoce, cada uno un número.</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Caché</translation>
    </message>
    <message>
        <source>%1 reused</source>
        <translation>%1 reutilizados</translation>
    </message>
    <message>
        <source>Keys and values of tokens that stood in front of an earlier reply are still there and are not computed again.</source>
        <translation>Las claves y los valores de los tokens que precedían a una respuesta anterior siguen ahí y no se calculan de nuevo.</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Entrada</translation>
    </message>
    <message>
        <source>%1 tokens in %2, %3 a second</source>
        <translation>%1 tokens en %2, %3 por segundo</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>Incrustación</translation>
    </message>
    <message>
        <source>one row of %1</source>
        <translation>una fila de %1</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Capas</translation>
    </message>
    <message>
        <source>%1 layers, about %2 each</source>
        <translation>%1 capas, unos %2 cada una</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 capas</translation>
    </message>
    <message>
        <source>Each layer looks back at the tokens before (attention), then works on what it has (feed-forward), and adds both. The time is that of a token divided by the layers.</source>
        <translation>Cada capa mira los tokens anteriores (atención), trabaja después con lo que tiene (feed-forward) y suma ambas cosas. El tiempo es el de un token dividido entre las capas.</translation>
    </message>
    <message>
        <source>Logits</source>
        <translation>Logits</translation>
    </message>
    <message>
        <source>%1 numbers</source>
        <translation>%1 números</translation>
    </message>
    <message>
        <source>The last list of numbers is compared with every token of the vocabulary: the more alike, the likelier it comes next.</source>
        <translation>La última lista de números se compara con cada token del vocabulario: cuanto más se parecen, más probable es que venga después.</translation>
    </message>
    <message>
        <source>, at the first token %1 of the %2 likeliest stay</source>
        <translation>, en el primer token quedan %1 de los %2 más probables</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>temperature %1</source>
        <translation>temperatura %1</translation>
    </message>
    <message>
        <source>Temperature makes likely tokens likelier or less so; top-k, top-p and min-p leave out the rest.</source>
        <translation>La temperatura hace más o menos probables los tokens probables; top-k, top-p y min-p descartan el resto.</translation>
    </message>
    <message>
        <source>Choice</source>
        <translation>Elección</translation>
    </message>
    <message>
        <source>the first token had %1 %</source>
        <translation>el primer token tenía %1 %</translation>
    </message>
    <message>
        <source>One of those that are left is drawn by chance.</source>
        <translation>Uno de los que quedan se sortea.</translation>
    </message>
    <message>
        <source>One of those that are left is drawn by chance, which begins with the seed %1: the same seed draws the same tokens.</source>
        <translation>Uno de los que quedan se sortea; el azar empieza con la semilla %1: la misma semilla saca los mismos tokens.</translation>
    </message>
    <message>
        <source>And again</source>
        <translation>Y otra vez</translation>
    </message>
    <message>
        <source>The token goes in at the top and the next one comes out. %1 were guessed and checked together, %2 of them were right.</source>
        <translation>El token entra por arriba y sale el siguiente. %1 se adivinaron y se comprobaron juntos; %2 acertaron.</translation>
    </message>
    <message>
        <source>The token goes in at the top and the next one comes out, one after the other, until the model says that it is done.</source>
        <translation>El token entra por arriba y sale el siguiente, uno tras otro, hasta que el modelo dice que ha terminado.</translation>
    </message>
    <message>
        <source>All other tokens go through the layers, many at once, and leave their keys and values in the cache.</source>
        <translation>Los demás tokens pasan por las capas, muchos a la vez, y dejan sus claves y valores.</translation>
    </message>
    <message>
        <source>The number of a token picks a row of a table: a list of numbers that represents it.</source>
        <translation>El número de un token elige una fila de una tabla: una lista de números que lo representa.</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 tokens</translation>
    </message>
</context>
<context>
    <name>hearth::app::ToolBox</name>
    <message>
        <source>%1 has more tools than the %2 that are offered.</source>
        <translation>%1 tiene más herramientas que las %2 que se ofrecen.</translation>
    </message>
    <message>
        <source>Its name cannot be used.</source>
        <translation>Su nombre no se puede usar.</translation>
    </message>
    <message>
        <source>The description of its arguments cannot be used.</source>
        <translation>La descripción de sus argumentos no se puede usar.</translation>
    </message>
</context>
<context>
    <name>hearth::app::TrashModel</name>
    <message>
        <source>Deleted today</source>
        <translation>Eliminado hoy</translation>
    </message>
    <message>
        <source>Deleted yesterday</source>
        <translation>Eliminado ayer</translation>
    </message>
    <message>
        <source>Deleted %1 days ago</source>
        <translation>Eliminado hace %1 días</translation>
    </message>
    <message>
        <source>erased at the next start</source>
        <translation>se borra en el próximo inicio</translation>
    </message>
    <message>
        <source>erased tomorrow</source>
        <translation>se borra mañana</translation>
    </message>
    <message>
        <source>erased in %1 days</source>
        <translation>se borra en %1 días</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>The trash could not be read</source>
        <translation>No se pudo leer la papelera</translation>
    </message>
    <message>
        <source>The chat was not erased</source>
        <translation>El chat no se borró</translation>
    </message>
    <message>
        <source>The trash was not emptied</source>
        <translation>La papelera no se vació</translation>
    </message>
    <message>
        <source>Erasing: %1 of %2 messages</source>
        <translation>Borrando: %1 de %2 mensajes</translation>
    </message>
</context>
<context>
    <name>hearth::app::VisionDownload</name>
    <message>
        <source>Asking %1</source>
        <translation>Consultando %1</translation>
    </message>
    <message>
        <source>%1 has no file for this model that reads pictures.</source>
        <translation>%1 no tiene un archivo con el que este modelo lea imágenes.</translation>
    </message>
    <message>
        <source>pictures</source>
        <translation>imágenes</translation>
    </message>
</context>
<context>
    <name>hearth::app::WholeDocuments</name>
    <message>
        <source>They take %1 tokens and there is room for %2: those that do not fit stay out. Choose fewer, or a longer context.</source>
        <translation>Ocupan %1 tokens y hay sitio para %2: los que no caben se quedan fuera. Elige menos, o un contexto más largo.</translation>
    </message>
    <message>
        <source>As a whole: %1 of the %2 tokens that there is room for.</source>
        <translation>Enteros: %1 de los %2 tokens para los que hay sitio.</translation>
    </message>
    <message>
        <source>%1 tokens, which do not fit into the context</source>
        <translation>%1 tokens, que no caben en el contexto</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 tokens</translation>
    </message>
    <message>
        <source>about %1 tokens</source>
        <translation>unos %1 tokens</translation>
    </message>
</context>
<context>
    <name>hearth::app::WordTokens</name>
    <message>
        <source>Load a model to see how its vocabulary splits words.</source>
        <translation>Carga un modelo para ver cómo divide las palabras su vocabulario.</translation>
    </message>
    <message>
        <source>Only the server knows how this model splits text into tokens.</source>
        <translation>Solo su servidor sabe cómo divide este modelo el texto en tokens.</translation>
    </message>
    <message>
        <source>%1  ·  %2 × English</source>
        <translation>%1  ·  %2 × inglés</translation>
    </message>
    <message>
        <source>Your text</source>
        <translation>Tu texto</translation>
    </message>
    <message>
        <source>A program in Python</source>
        <translation>Un programa en Python</translation>
    </message>
    <message>
        <source>%1 tokens  ·  %2 bytes each</source>
        <translation>%1 tokens  ·  %2 bytes cada uno</translation>
    </message>
</context>
</TS>
