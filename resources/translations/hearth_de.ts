<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>AboutPage</name>
    <message>
        <source>About</source>
        <translation>Über</translation>
    </message>
    <message>
        <source>Hearth %1</source>
        <translation>Hearth %1</translation>
    </message>
    <message>
        <source>Chat with language models on your own computer. Free software under the Apache License 2.0.</source>
        <translation>Chatte auf deinem eigenen Computer mit Sprachmodellen. Freie Software unter der Apache License 2.0.</translation>
    </message>
    <message>
        <source>This build</source>
        <translation>Diese Ausgabe</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>Versions, device, doctor and recent errors, for a bug report. It contains no chat text.</source>
        <translation>Versionen, Gerät, Doktor und letzte Fehler für einen Fehlerbericht. Chattexte sind nicht dabei.</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>Datenordner</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Opens the data folder in the file manager</source>
        <translation>Öffnet den Datenordner im Dateimanager</translation>
    </message>
    <message>
        <source>Open the data folder</source>
        <translation>Datenordner öffnen</translation>
    </message>
    <message>
        <source>Log folder</source>
        <translation>Protokollordner</translation>
    </message>
    <message>
        <source>Opens the log folder in the file manager</source>
        <translation>Öffnet den Protokollordner im Dateimanager</translation>
    </message>
    <message>
        <source>Open the log folder</source>
        <translation>Protokollordner öffnen</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>Lizenzen</translation>
    </message>
    <message>
        <source>Hearth is built with this software and these fonts.</source>
        <translation>Hearth ist mit dieser Software und diesen Schriften gebaut.</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Read the licence of %1</source>
        <translation>Lizenz von %1 lesen</translation>
    </message>
</context>
<context>
    <name>Account</name>
    <message>
        <source>When it is full</source>
        <translation>Wenn er voll ist</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Slide</source>
        <translation>Gleiten</translation>
    </message>
    <message>
        <source>Summarise</source>
        <translation>Zusammenfassen</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
</context>
<context>
    <name>AlternativeRow</name>
    <message>
        <source>%1, %2 percent, this is what came</source>
        <translation>%1, %2 Prozent, das kam heraus</translation>
    </message>
    <message>
        <source>Branch here with %1, %2 percent</source>
        <translation>Hier mit %1 abzweigen, %2 Prozent</translation>
    </message>
    <message>
        <source>Branch here</source>
        <translation>Hier abzweigen</translation>
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
        <translation>Leeren</translation>
    </message>
</context>
<context>
    <name>AppScrollBar</name>
    <message>
        <source>Scroll bar</source>
        <translation>Bildlaufleiste</translation>
    </message>
</context>
<context>
    <name>AppearancePage</name>
    <message>
        <source>Appearance</source>
        <translation>Darstellung</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Design</translation>
    </message>
    <message>
        <source>System follows the desktop</source>
        <translation>„System“ folgt dem Desktop</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Interface scale</source>
        <translation>Größe der Oberfläche</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>Weniger Bewegung</translation>
    </message>
    <message>
        <source>Nothing fades or slides</source>
        <translation>Nichts blendet oder gleitet</translation>
    </message>
    <message>
        <source>Changes after a restart; the chat and the model come back</source>
        <translation>Ändert sich nach einem Neustart; Chat und Modell kommen wieder</translation>
    </message>
    <message>
        <source>Ctrl +, Ctrl − and Ctrl 0 change it too</source>
        <translation>Geht auch mit Ctrl +, Ctrl − und Ctrl 0</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>Jetzt neu starten</translation>
    </message>
    <message>
        <source>Figures in the top bar</source>
        <translation>Zahlen in der oberen Leiste</translation>
    </message>
    <message>
        <source>How much memory and context is in use, in numbers. Without them they are shown when you point at a bar</source>
        <translation>Wie viel Speicher und Kontext belegt ist, in Zahlen. Sonst erscheinen sie, wenn du auf einen Balken zeigst</translation>
    </message>
</context>
<context>
    <name>ApplyBar</name>
    <message>
        <source>Reloads the model</source>
        <translation>Lädt das Modell neu</translation>
    </message>
    <message>
        <source>The chat stays as it is</source>
        <translation>Der Chat bleibt, wie er ist</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
</context>
<context>
    <name>AttachmentChip</name>
    <message>
        <source>File %1</source>
        <translation>Datei %1</translation>
    </message>
    <message>
        <source>File %1, %2</source>
        <translation>Datei %1, %2</translation>
    </message>
    <message>
        <source>Do not attach %1</source>
        <translation>%1 nicht anhängen</translation>
    </message>
</context>
<context>
    <name>AttachmentView</name>
    <message>
        <source>Put into the message</source>
        <translation>In die Nachricht übernehmen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
</context>
<context>
    <name>Attachments</name>
    <message>
        <source>It is a folder. Attach the files in it.</source>
        <translation>Das ist ein Ordner. Hänge die Dateien darin an.</translation>
    </message>
    <message>
        <source>[The file continues: %1 of its %2 characters are left out here.]</source>
        <translation>[Die Datei geht weiter: %1 von %2 Zeichen sind hier weggelassen.]</translation>
    </message>
    <message>
        <source>It is neither text nor a picture. Pictures, text, Markdown, code, PDF, DOCX, ODT and EPUB files can be attached.</source>
        <translation>Sie ist weder Text noch Bild. Bilder, Text, Markdown, Code, PDF-, DOCX-, ODT- und EPUB-Dateien können angehängt werden.</translation>
    </message>
</context>
<context>
    <name>AttentionBox</name>
    <message>
        <source>Select a token: the ones before it light up by how much it looked at each.</source>
        <translation>Wähle ein Token: Die davor leuchten auf, je nachdem, wie sehr es auf jedes blickte.</translation>
    </message>
    <message>
        <source>Computing what it looked at…</source>
        <translation>Berechnet, worauf es blickte …</translation>
    </message>
    <message>
        <source>Attention is how a model draws on earlier tokens when it computes the next one. The first token often gets the weight that no other needs.</source>
        <translation>Mit Attention greift ein Modell auf frühere Token zurück, wenn es das nächste berechnet. Das erste Token bekommt oft das Gewicht, das kein anderes braucht.</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Köpfe</translation>
    </message>
    <message>
        <source>Strongest links</source>
        <translation>Stärkste Verbindungen</translation>
    </message>
</context>
<context>
    <name>AttentionLook</name>
    <message>
        <source>No model is loaded any more; load the one that made the reply.</source>
        <translation>Es ist kein Modell mehr geladen; lade das, von dem die Antwort ist.</translation>
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
        <translation>Dieser Chat passt nicht mehr in den Kontext</translation>
    </message>
    <message>
        <source>Answer without tools</source>
        <translation>Ohne Werkzeuge antworten</translation>
    </message>
    <message>
        <source>Answer by %1</source>
        <translation>Antwort von %1</translation>
    </message>
</context>
<context>
    <name>BusyChats</name>
    <message>
        <source>%1 chats are replying</source>
        <translation>%1 Chats antworten</translation>
    </message>
    <message>
        <source>Stop all</source>
        <translation>Alle stoppen</translation>
    </message>
    <message>
        <source>Stop all replies</source>
        <translation>Alle Antworten stoppen</translation>
    </message>
</context>
<context>
    <name>CachePage</name>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>Keep the cache</source>
        <translation>Cache behalten</translation>
    </message>
    <message>
        <source>What the model has read stays on this computer, so that chats continue at once after a restart. It is removed when a chat is erased or when this is switched off.</source>
        <translation>Was das Modell gelesen hat, bleibt auf diesem Rechner, damit Chats nach dem nächsten Start sofort weitergehen. Es wird gelöscht, wenn ein Chat endgültig gelöscht oder dies ausgeschaltet wird.</translation>
    </message>
    <message>
        <source>For all models together, in GB. When it is full, what was not used for longest goes.</source>
        <translation>Für alle Modelle zusammen, in GB. Ist er voll, geht, was am längsten nicht gebraucht wurde.</translation>
    </message>
    <message>
        <source>In GB. It spares the disk; what is not written is computed again after a restart.</source>
        <translation>In GB. Das schont das Laufwerk; was nicht geschrieben wird, wird nach einem Neustart neu berechnet.</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>Belegt</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>Laufwerk</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Letzte 7 Tage</translation>
    </message>
    <message>
        <source>Nothing has been asked yet.</source>
        <translation>Noch wurde nichts gefragt.</translation>
    </message>
    <message>
        <source>In all</source>
        <translation>Insgesamt</translation>
    </message>
    <message>
        <source>Clear the cache</source>
        <translation>Cache leeren</translation>
    </message>
    <message>
        <source>Clear everything</source>
        <translation>Alles leeren</translation>
    </message>
    <message>
        <source>Encrypt the cache</source>
        <translation>Cache verschlüsseln</translation>
    </message>
    <message>
        <source>By chat</source>
        <translation>Nach Chat</translation>
    </message>
    <message>
        <source>The key is kept in the system&apos;s keyring. Turning this on or off clears the cache on disk. The chats themselves are not encrypted.</source>
        <translation>Der Schlüssel liegt im Schlüsselbund des Systems. Ein- oder Ausschalten leert den Cache auf der Festplatte. Die Chats selbst werden nicht verschlüsselt.</translation>
    </message>
    <message>
        <source>Reuse answers to identical questions</source>
        <translation>Antworten auf gleiche Fragen wiederverwenden</translation>
    </message>
    <message>
        <source>Disk limit</source>
        <translation>Grenze auf der Festplatte</translation>
    </message>
    <message>
        <source>Disk limit, in GB</source>
        <translation>Grenze auf der Festplatte, in GB</translation>
    </message>
    <message>
        <source>Daily write limit</source>
        <translation>Tägliche Schreibgrenze</translation>
    </message>
    <message>
        <source>Daily write limit, in GB</source>
        <translation>Tägliche Schreibgrenze, in GB</translation>
    </message>
    <message>
        <source>At temperature 0, a question asked again with the same settings gets its earlier answer at once. Such replies are marked and have “Ask again” below them. You can turn this off for a single chat under Sampling.</source>
        <translation>Bei Temperatur 0 bekommt eine Frage, die mit denselben Einstellungen noch einmal gestellt wird, sofort ihre frühere Antwort. Solche Antworten sind gekennzeichnet, mit „Noch einmal fragen“ darunter. Unter Sampling lässt sich das für einen einzelnen Chat abschalten.</translation>
    </message>
    <message>
        <source>Chats stay as they are; the next message of each is read from its beginning</source>
        <translation>Chats bleiben, wie sie sind; ihre nächste Nachricht wird von Anfang an gelesen</translation>
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
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Clear the cache of “%1”</source>
        <translation>Cache von „%1“ leeren</translation>
    </message>
</context>
<context>
    <name>CallCard</name>
    <message>
        <source>Running…</source>
        <translation>Läuft…</translation>
    </message>
    <message>
        <source>Not allowed</source>
        <translation>Nicht erlaubt</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Gestoppt</translation>
    </message>
    <message>
        <source>Interrupted when Hearth ended</source>
        <translation>Unterbrochen, als Hearth endete</translation>
    </message>
    <message>
        <source>Failed after %1 s</source>
        <translation>Nach %1 s gescheitert</translation>
    </message>
    <message>
        <source>Took %1 s</source>
        <translation>Dauerte %1 s</translation>
    </message>
    <message>
        <source>Allow this call?</source>
        <translation>Diesen Aufruf erlauben?</translation>
    </message>
    <message>
        <source>(%1 characters)</source>
        <translation>(%1 Zeichen)</translation>
    </message>
    <message>
        <source>Being written…</source>
        <translation>Wird geschrieben…</translation>
    </message>
    <message>
        <source>Tool call</source>
        <translation>Werkzeugaufruf</translation>
    </message>
    <message>
        <source>Being written, %1 tokens…</source>
        <translation>Wird geschrieben, %1 Token…</translation>
    </message>
</context>
<context>
    <name>ChanceScale</name>
    <message>
        <source>Colours from sure, at least 90 percent, to unsure, under 10 percent</source>
        <translation>Farben von sicher, mindestens 90 Prozent, bis unsicher, unter 10 Prozent</translation>
    </message>
    <message>
        <source>sure</source>
        <translation>sicher</translation>
    </message>
    <message>
        <source>unsure</source>
        <translation>unsicher</translation>
    </message>
</context>
<context>
    <name>Chat</name>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>A picture of this chat is damaged; edit its message to send it without the picture.</source>
        <translation>Ein Bild dieses Chats ist beschädigt; bearbeite seine Nachricht, um sie ohne das Bild zu senden.</translation>
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
        <translation>Alle Chats exportieren</translation>
    </message>
    <message>
        <source>One JSON file with every message and branch. Hearth can import it again.</source>
        <translation>Eine JSON-Datei mit allen Nachrichten und Zweigen. Hearth kann sie wieder importieren.</translation>
    </message>
    <message>
        <source>Export all</source>
        <translation>Alle exportieren</translation>
    </message>
    <message>
        <source>Delete all chats</source>
        <translation>Alle Chats löschen</translation>
    </message>
    <message>
        <source>Move 1 chat to the trash? It stays there for 30 days.</source>
        <translation>1 Chat in den Papierkorb verschieben? Dort bleibt er 30 Tage.</translation>
    </message>
    <message>
        <source>Move all %1 chats to the trash? They stay there for 30 days.</source>
        <translation>Alle %1 Chats in den Papierkorb verschieben? Dort bleiben sie 30 Tage.</translation>
    </message>
    <message>
        <source>They stay in the trash for 30 days</source>
        <translation>Sie bleiben 30 Tage im Papierkorb</translation>
    </message>
    <message>
        <source>Delete 1 chat</source>
        <translation>1 Chat löschen</translation>
    </message>
    <message>
        <source>Delete %1 chats</source>
        <translation>%1 Chats löschen</translation>
    </message>
    <message>
        <source>Delete all</source>
        <translation>Alle löschen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>CodeBlock</name>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Code, %1</source>
        <translation>Code, %1</translation>
    </message>
</context>
<context>
    <name>CompareDialog</name>
    <message>
        <source>Compare answers</source>
        <translation>Antworten vergleichen</translation>
    </message>
    <message>
        <source>Number of answers</source>
        <translation>Anzahl der Antworten</translation>
    </message>
    <message>
        <source>They differ by</source>
        <translation>Sie unterscheiden sich durch</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Voreinstellung</translation>
    </message>
    <message>
        <source>Answer %1</source>
        <translation>Antwort %1</translation>
    </message>
    <message>
        <source>Temperature of answer %1</source>
        <translation>Temperatur der Antwort %1</translation>
    </message>
    <message>
        <source>Preset of answer %1</source>
        <translation>Voreinstellung der Antwort %1</translation>
    </message>
    <message>
        <source>All of them have the same seed.</source>
        <translation>Alle haben denselben Seed.</translation>
    </message>
    <message>
        <source>The settings are those of this chat.</source>
        <translation>Es gelten die Einstellungen dieses Chats.</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Model of answer %1</source>
        <translation>Modell der Antwort %1</translation>
    </message>
    <message>
        <source>All of them have the same seed. Models that do not fit into memory together answer one after the other.</source>
        <translation>Alle haben denselben Startwert. Modelle, die nicht zusammen in den Speicher passen, antworten nacheinander.</translation>
    </message>
</context>
<context>
    <name>ComparisonColumn</name>
    <message>
        <source>Stopped</source>
        <translation>Gestoppt</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Answer %1 of %2: %3</source>
        <translation>Antwort %1 von %2: %3</translation>
    </message>
    <message>
        <source>Keep this one</source>
        <translation>Diese behalten</translation>
    </message>
    <message>
        <source>Keep this one: %1</source>
        <translation>Diese behalten: %1</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>Stop: %1</source>
        <translation>Stoppen: %1</translation>
    </message>
    <message>
        <source>Copy this answer</source>
        <translation>Diese Antwort kopieren</translation>
    </message>
</context>
<context>
    <name>ComparisonView</name>
    <message>
        <source>Comparison of answers</source>
        <translation>Vergleich der Antworten</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Answer %1</source>
        <translation>Antwort %1</translation>
    </message>
    <message>
        <source>Stop all</source>
        <translation>Alle stoppen</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Keep one to continue. The others stay as its versions.</source>
        <translation>Behalte eine, um fortzufahren. Die anderen bleiben als Versionen erhalten.</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Write a message</source>
        <translation>Nachricht schreiben</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>Choose a model, then write here</source>
        <translation>Modell wählen, dann hier schreiben</translation>
    </message>
    <message>
        <source>Write your next message</source>
        <translation>Schon die nächste Nachricht schreiben</translation>
    </message>
    <message>
        <source>Ask anything. Enter sends, Shift+Enter starts a new line.</source>
        <translation>Stell eine Frage. Enter sendet, Shift+Enter beginnt eine neue Zeile.</translation>
    </message>
    <message>
        <source>Editing a message. It can be sent when the reply has ended.</source>
        <translation>Eine Nachricht wird bearbeitet. Senden geht, sobald die Antwort fertig ist.</translation>
    </message>
    <message>
        <source>Editing a message. The previous version is kept.</source>
        <translation>Eine Nachricht wird bearbeitet. Die bisherige Fassung bleibt erhalten.</translation>
    </message>
    <message>
        <source>Esc to cancel</source>
        <translation>Esc bricht ab</translation>
    </message>
    <message>
        <source>Enter allows the call once, Esc refuses it</source>
        <translation>Eingabe erlaubt den Aufruf einmal, Esc lehnt ihn ab</translation>
    </message>
</context>
<context>
    <name>ComposerTools</name>
    <message>
        <source>%1 cached  ·  %2 new</source>
        <translation>%1 im Cache  ·  %2 neu</translation>
    </message>
    <message>
        <source>  ·  ~%1</source>
        <translation>  ·  ~%1</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Dateien anhängen</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>%1, changed</source>
        <translation>%1, geändert</translation>
    </message>
    <message>
        <source>Sampling preset</source>
        <translation>Sampling-Voreinstellung</translation>
    </message>
    <message>
        <source>Sampling preset: %1</source>
        <translation>Sampling-Voreinstellung: %1</translation>
    </message>
    <message>
        <source>All sampling settings</source>
        <translation>Alle Sampling-Einstellungen</translation>
    </message>
    <message>
        <source>Esc stops</source>
        <translation>Esc stoppt</translation>
    </message>
    <message>
        <source>Stop the reply</source>
        <translation>Antwort stoppen</translation>
    </message>
    <message>
        <source>Send the new version</source>
        <translation>Neue Version senden</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
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
        <translation>Antworten vergleichen …</translation>
    </message>
    <message>
        <source>%1 tools</source>
        <translation>%1 Werkzeuge</translation>
    </message>
    <message>
        <source>Tools off</source>
        <translation>Werkzeuge aus</translation>
    </message>
    <message>
        <source>Let the model use tools in this chat</source>
        <translation>Das Modell in diesem Chat Werkzeuge verwenden lassen</translation>
    </message>
    <message>
        <source>Tools in this chat</source>
        <translation>Werkzeuge in diesem Chat</translation>
    </message>
    <message>
        <source>The model may ask for tools in this chat. Calls you have not allowed wait for you.</source>
        <translation>Das Modell kann in diesem Chat Werkzeuge verlangen. Aufrufe, die du nicht erlaubt hast, warten auf dich.</translation>
    </message>
    <message>
        <source>Choose tools and prompts</source>
        <translation>Werkzeuge und Prompts wählen</translation>
    </message>
    <message>
        <source>Tools: %1</source>
        <translation>Werkzeuge: %1</translation>
    </message>
    <message>
        <source>Prompts of tool servers…</source>
        <translation>Prompts der Werkzeugserver…</translation>
    </message>
    <message>
        <source>Tool settings</source>
        <translation>Werkzeug-Einstellungen</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Sucht…</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Passages from your documents are sent with each question. The arrow chooses which documents.</source>
        <translation>Fragen bringen passende Textstellen aus deinen Dokumenten mit. Der Pfeil wählt, aus welchen.</translation>
    </message>
    <message>
        <source>Answer from your documents in this chat</source>
        <translation>In diesem Chat aus deinen Dokumenten antworten</translation>
    </message>
    <message>
        <source>Documents in this chat</source>
        <translation>Dokumente in diesem Chat</translation>
    </message>
    <message>
        <source>Choose documents</source>
        <translation>Dokumente wählen</translation>
    </message>
    <message>
        <source>Passages of this chat…</source>
        <translation>Textstellen in diesem Chat…</translation>
    </message>
    <message>
        <source>Add documents…</source>
        <translation>Dokumente hinzufügen…</translation>
    </message>
    <message>
        <source>Whole documents…</source>
        <translation>Ganze Dokumente …</translation>
    </message>
    <message>
        <source>1 tool</source>
        <translation>1 Werkzeug</translation>
    </message>
    <message>
        <source>Structured</source>
        <translation>Strukturiert</translation>
    </message>
    <message>
        <source>Replies have the structure that is set for this chat. Press to see it or to switch it off.</source>
        <translation>Antworten haben die Struktur, die für diesen Chat festgelegt ist. Drücke hier, um sie zu sehen oder auszuschalten.</translation>
    </message>
    <message>
        <source>Structured output in this chat</source>
        <translation>Strukturierte Ausgabe in diesem Chat</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>etwa %1</translation>
    </message>
</context>
<context>
    <name>ContextCost</name>
    <message>
        <source>%1 more than available</source>
        <translation>%1 mehr als vorhanden</translation>
    </message>
    <message>
        <source> for KV, </source>
        <translation> für KV, </translation>
    </message>
    <message>
        <source>%1 stays free</source>
        <translation>%1 bleiben frei</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Zu groß</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>Knapp</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>Beyond training</source>
        <translation>Übers Training hinaus</translation>
    </message>
</context>
<context>
    <name>ContextNote</name>
    <message>
        <source>linear scaling</source>
        <translation>lineare Skalierung</translation>
    </message>
    <message>
        <source>dynamic NTK scaling</source>
        <translation>dynamische NTK-Skalierung</translation>
    </message>
    <message>
        <source>Trained on %1 tokens.</source>
        <translation>Trainiert auf %1 Token.</translation>
    </message>
    <message>
        <source>Beyond that, positions are stretched by %1; replies get less exact.</source>
        <translation>Darüber hinaus streckt %1 die Positionen; Antworten werden ungenauer.</translation>
    </message>
    <message>
        <source>Beyond that, no scaling is used and replies quickly lose their sense.</source>
        <translation>Darüber hinaus wird nichts skaliert, und Antworten verlieren schnell ihren Sinn.</translation>
    </message>
    <message>
        <source>Uses %1 beyond %2 tokens, as the model was made to.</source>
        <translation>Nutzt über %2 Token hinaus %1, wie es für das Modell vorgesehen ist.</translation>
    </message>
</context>
<context>
    <name>ContextTab</name>
    <message>
        <source>System prompt</source>
        <translation>System-Prompt</translation>
    </message>
    <message>
        <source>for this chat</source>
        <translation>für diesen Chat</translation>
    </message>
    <message>
        <source>What the model should keep in mind in every reply</source>
        <translation>Was das Modell bei jeder Antwort beachten soll</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>Kontextlänge</translation>
    </message>
    <message>
        <source>Context length in tokens</source>
        <translation>Kontextlänge in Token</translation>
    </message>
    <message>
        <source>KV precision</source>
        <translation>KV-Genauigkeit</translation>
    </message>
    <message>
        <source>one chat of %1</source>
        <translation>ein Chat mit %1 Token</translation>
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
        <translation>Antwort stoppen</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>F2</source>
        <translation>F2</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Move to folder</source>
        <translation>In Ordner verschieben</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
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
        <translation>%1, antwortet</translation>
    </message>
    <message>
        <source>Actions of %1</source>
        <translation>Aktionen für %1</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>1 chat</source>
        <translation>1 Chat</translation>
    </message>
    <message>
        <source>%1 chats</source>
        <translation>%1 Chats</translation>
    </message>
    <message>
        <source>Folder %1, %2, answering</source>
        <translation>Ordner %1, %2, antwortet</translation>
    </message>
    <message>
        <source>Folder %1, %2</source>
        <translation>Ordner %1, %2</translation>
    </message>
</context>
<context>
    <name>CostsPane</name>
    <message>
        <source>In the currency of the prices you entered. Tokens are counted exactly; the bill may differ, for example where a server charges less for tokens in its cache.</source>
        <translation>In der Währung der Preise, die du eingetragen hast. Gezählt sind Tokens; eine Rechnung des Servers kann anders aussehen, denn was er im Cache hatte, kann billiger sein.</translation>
    </message>
</context>
<context>
    <name>DialogShell</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
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
        <translation>Modelle zum Herunterladen</translation>
    </message>
    <message>
        <source>The search failed</source>
        <translation>Die Suche bekam keine Antwort</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>Erneut suchen</translation>
    </message>
</context>
<context>
    <name>DiscoverRow</name>
    <message>
        <source>%1 · asks for terms</source>
        <translation>%1 · mit Bedingungen</translation>
    </message>
    <message>
        <source>Sees pictures</source>
        <translation>Sieht Bilder</translation>
    </message>
</context>
<context>
    <name>DiscoverSearch</name>
    <message>
        <source>Search models</source>
        <translation>Modelle suchen</translation>
    </message>
    <message>
        <source>Search %1</source>
        <translation>%1 durchsuchen</translation>
    </message>
    <message>
        <source>Runs here</source>
        <translation>Läuft hier</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>Any licence</source>
        <translation>Jede Lizenz</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Sortierung</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>Downloads</translation>
    </message>
    <message>
        <source>Likes</source>
        <translation>Likes</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>Neueste</translation>
    </message>
    <message>
        <source>Trending</source>
        <translation>Im Trend</translation>
    </message>
    <message>
        <source>Sees pictures</source>
        <translation>Sieht Bilder</translation>
    </message>
</context>
<context>
    <name>DoctorPart</name>
    <message>
        <source>Doctor</source>
        <translation>Doktor</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Erneut prüfen</translation>
    </message>
    <message>
        <source>Check this machine</source>
        <translation>Diesen Computer prüfen</translation>
    </message>
    <message>
        <source>Measures memory and disk speed and checks every operation against a reference. Takes a few seconds.</source>
        <translation>Misst Speicher und Laufwerk und vergleicht jede Operation mit ihrer schlichten Referenz. Dauert einige Sekunden.</translation>
    </message>
    <message>
        <source>Move the models</source>
        <translation>Modelle verschieben</translation>
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
        <translation>1 Datei ließ sich nicht lesen</translation>
    </message>
    <message>
        <source>%1 files could not be read</source>
        <translation>%1 Dateien ließen sich nicht lesen</translation>
    </message>
    <message>
        <source>Look for changes in %1</source>
        <translation>In %1 nach Änderungen suchen</translation>
    </message>
    <message>
        <source>Pause reading %1</source>
        <translation>Lesen von %1 anhalten</translation>
    </message>
    <message>
        <source>Remove %1 from the documents</source>
        <translation>%1 aus den Dokumenten entfernen</translation>
    </message>
    <message>
        <source>Continue reading %1</source>
        <translation>%1 weiterlesen</translation>
    </message>
</context>
<context>
    <name>Documents</name>
    <message>
        <source>page %1</source>
        <translation>Seite %1</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>It holds no words: it is empty, or pictures of pages.</source>
        <translation>Enthält keinen Text: Die Datei ist leer oder besteht aus Bildern von Seiten.</translation>
    </message>
    <message>
        <source>It is damaged or asks for a password. Save it again without one.</source>
        <translation>Die Datei ist beschädigt oder verlangt ein Passwort. Speichere sie noch einmal ohne Passwort.</translation>
    </message>
    <message>
        <source>It is larger than %1 MB. Split it.</source>
        <translation>Die Datei ist größer als %1 MB. Teile sie auf.</translation>
    </message>
    <message>
        <source>It takes too much time or memory to read. Save its text in a text file.</source>
        <translation>Das Lesen braucht zu viel Zeit oder Speicher. Speichere den Text in einer Textdatei.</translation>
    </message>
    <message>
        <source>It cannot be opened (%1).</source>
        <translation>Die Datei lässt sich nicht öffnen (%1).</translation>
    </message>
    <message>
        <source>It is not a text, and no document that Hearth knows.</source>
        <translation>Das ist weder ein Text noch ein Dokument, das Hearth kennt.</translation>
    </message>
    <message>
        <source>Its pages are pictures. Install tesseract, and they will be read.</source>
        <translation>Seine Seiten sind Bilder. Installiere tesseract, dann werden sie gelesen.</translation>
    </message>
    <message>
        <source>Page %1 could not be read.</source>
        <translation>Seite %1 konnte nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Pages %1 could not be read.</source>
        <translation>Die Seiten %1 konnten nicht gelesen werden.</translation>
    </message>
</context>
<context>
    <name>DocumentsPage</name>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Add a file…</source>
        <translation>Datei hinzufügen…</translation>
    </message>
    <message>
        <source>Try the search</source>
        <translation>Suche ausprobieren</translation>
    </message>
    <message>
        <source>Search the documents</source>
        <translation>Dokumente durchsuchen</translation>
    </message>
    <message>
        <source>A question, or words</source>
        <translation>Eine Frage oder Wörter</translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation>Nichts gefunden.</translation>
    </message>
    <message>
        <source>Passages: %1 · %2 ms</source>
        <translation>Textstellen: %1 · %2 ms</translation>
    </message>
    <message>
        <source>Import from %1</source>
        <translation>Aus %1 übernehmen</translation>
    </message>
    <message>
        <source>Folders and files that you add are read on this computer and kept up to date, so that what they say can be found. Links in them are not followed.</source>
        <translation>Ordner und Dateien, die du hinzufügst, werden auf diesem Computer gelesen und aktuell gehalten, damit man findet, was darin steht. Verweisen darin wird nicht gefolgt.</translation>
    </message>
    <message>
        <source>An embedding model reads every passage once, so that passages are found that say the same in other words</source>
        <translation>Ein Einbettungsmodell liest jede Stelle einmal, damit auch Stellen gefunden werden, die dasselbe mit anderen Worten sagen</translation>
    </message>
    <message>
        <source>Embedding model</source>
        <translation>Einbettungsmodell</translation>
    </message>
    <message>
        <source>Order by</source>
        <translation>Ordnen nach</translation>
    </message>
    <message>
        <source>Reranker</source>
        <translation>Reranker</translation>
    </message>
    <message>
        <source>Find an embedding model…</source>
        <translation>Einbettungsmodell suchen …</translation>
    </message>
    <message>
        <source>Find a reranker…</source>
        <translation>Reranker suchen …</translation>
    </message>
    <message>
        <source>Semantic search</source>
        <translation>Semantische Suche</translation>
    </message>
    <message>
        <source>A reranker reads the best passages with the question and brings those that answer it to the top, within two seconds. It takes memory while Hearth runs.</source>
        <translation>Ein Reranker liest die besten Stellen zusammen mit der Frage und bringt die nach oben, die sie beantworten, in höchstens zwei Sekunden. Er belegt Arbeitsspeicher, solange Hearth läuft.</translation>
    </message>
    <message>
        <source>Suggest earlier answers to similar questions</source>
        <translation>Frühere Antworten auf ähnliche Fragen vorschlagen</translation>
    </message>
    <message>
        <source>When a chat begins with a question that means the same as an earlier one to the same model, with the same system prompt and documents, its answer is shown at once, with the distance between the questions and “Ask again” below it</source>
        <translation>Beginnt ein Chat mit einer Frage, die dasselbe meint wie eine frühere an dasselbe Modell, mit demselben System-Prompt und denselben Dokumenten, erscheint sofort deren Antwort, darunter der Abstand der beiden Fragen und „Noch einmal fragen“</translation>
    </message>
</context>
<context>
    <name>DownloadButtons</name>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausieren</translation>
    </message>
    <message>
        <source>Cancel the download of %1</source>
        <translation>Download von %1 abbrechen</translation>
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
        <translation>Download-Liste ausblenden</translation>
    </message>
    <message>
        <source>Show the list of downloads</source>
        <translation>Download-Liste einblenden</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>Downloads</translation>
    </message>
</context>
<context>
    <name>DraftPictures</name>
    <message>
        <source>It is larger than %1 MB. Save it smaller, or as a JPEG file.</source>
        <translation>Es ist größer als %1 MB. Speichere es kleiner oder als JPEG-Datei.</translation>
    </message>
    <message>
        <source>The clipboard&apos;s picture could not be read. Save it as a file and attach that.</source>
        <translation>Das Bild der Zwischenablage konnte nicht gelesen werden. Speichere es als Datei und hänge diese an.</translation>
    </message>
</context>
<context>
    <name>EndpointForm</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>not tested yet</source>
        <translation>noch nicht gefragt</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Asks the server for its models</source>
        <translation>Fragt den Server nach seinen Modellen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Removes the address and the key. Chats are kept.</source>
        <translation>Vergisst Adresse und Schlüssel. Chats bleiben.</translation>
    </message>
    <message>
        <source>Save and test</source>
        <translation>Speichern und testen</translation>
    </message>
    <message>
        <source>Chats with the models of a server go to that server.</source>
        <translation>Chats mit den Modellen eines Servers gehen an diesen Server.</translation>
    </message>
    <message>
        <source>Input price</source>
        <translation>Eingabepreis</translation>
    </message>
    <message>
        <source>Input price per million tokens</source>
        <translation>Eingabepreis pro Million Tokens</translation>
    </message>
    <message>
        <source>per million tokens</source>
        <translation>für eine Million Tokens</translation>
    </message>
    <message>
        <source>Output price</source>
        <translation>Ausgabepreis</translation>
    </message>
    <message>
        <source>Output price per million tokens</source>
        <translation>Ausgabepreis pro Million Tokens</translation>
    </message>
    <message>
        <source>Remove the key</source>
        <translation>Schlüssel entfernen</translation>
    </message>
    <message>
        <source>Done when you save</source>
        <translation>Geschieht beim Speichern</translation>
    </message>
</context>
<context>
    <name>EndpointModelList</name>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>shown in the model button</source>
        <translation>in der Modellauswahl</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Nutzen</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>Aktiv</translation>
    </message>
    <message>
        <source>Show %1 among the models</source>
        <translation>%1 bei den Modellen anzeigen</translation>
    </message>
</context>
<context>
    <name>EndpointRow</name>
    <message>
        <source>reached</source>
        <translation>erreichbar</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>nicht erreichbar</translation>
    </message>
    <message>
        <source>asking</source>
        <translation>fragt an</translation>
    </message>
    <message>
        <source>no address yet</source>
        <translation>noch keine Adresse</translation>
    </message>
</context>
<context>
    <name>Endpoints</name>
    <message>
        <source>no reason given</source>
        <translation>kein Grund genannt</translation>
    </message>
    <message>
        <source>%1 does not accept the key. Correct it under Models, Endpoints.</source>
        <translation>%1 nimmt den Schlüssel nicht an. Korrigiere ihn unter Modelle, Endpunkte.</translation>
    </message>
    <message>
        <source>%1 has no such address. Check it under Models, Endpoints.</source>
        <translation>%1 hat keine solche Adresse. Prüfe sie unter Modelle, Endpunkte.</translation>
    </message>
    <message>
        <source>%1 says: %2</source>
        <translation>%1 meldet: %2</translation>
    </message>
    <message>
        <source>%1 is overloaded, or your quota is used up. Try again later.</source>
        <translation>%1 ist überlastet oder dein Kontingent ist aufgebraucht. Versuche es später noch einmal.</translation>
    </message>
    <message>
        <source>%1 is still loading its model. Try again in a moment.</source>
        <translation>%1 lädt noch das Modell. Versuche es gleich noch einmal.</translation>
    </message>
    <message>
        <source>%1 answered with %2. Check the server&apos;s log.</source>
        <translation>%1 antwortete mit %2. Sieh im Protokoll des Servers nach.</translation>
    </message>
    <message>
        <source>The server of this model is no longer set up. Choose another model.</source>
        <translation>Der Server dieses Modells ist nicht mehr eingerichtet. Wähle ein anderes Modell.</translation>
    </message>
    <message>
        <source>This works with models on this computer only.</source>
        <translation>Das geht nur mit Modellen auf diesem Computer.</translation>
    </message>
    <message>
        <source>%1 stopped: %2</source>
        <translation>%1 hat abgebrochen: %2</translation>
    </message>
    <message>
        <source>On %1</source>
        <translation>Auf %1</translation>
    </message>
    <message>
        <source>%1 sent something that is not a valid answer.</source>
        <translation>%1 sendet etwas, das keine Antwort ist.</translation>
    </message>
    <message>
        <source>%1 ended the connection before the reply was complete.</source>
        <translation>%1 hat die Verbindung beendet, bevor die Antwort vollständig war.</translation>
    </message>
    <message>
        <source>Nothing answers at %1. Is the server running?</source>
        <translation>Unter %1 antwortet nichts. Läuft der Server?</translation>
    </message>
    <message>
        <source>%1 cannot be found. Check the address and the network.</source>
        <translation>%1 ist nicht zu finden. Prüfe die Adresse und das Netzwerk.</translation>
    </message>
    <message>
        <source>The certificate of %1 could not be verified (%2), so nothing was sent to it.</source>
        <translation>%1 konnte sich nicht ausweisen (%2), deshalb wurde nichts dorthin gesendet.</translation>
    </message>
    <message>
        <source>%1 did not answer in time.</source>
        <translation>%1 hat nicht rechtzeitig geantwortet.</translation>
    </message>
    <message>
        <source>The connection to %1 was lost (%2).</source>
        <translation>Die Verbindung zu %1 ist abgebrochen (%2).</translation>
    </message>
    <message>
        <source>%1 does not accept the key. Type it again.</source>
        <translation>%1 nimmt den Schlüssel nicht an. Gib ihn noch einmal ein.</translation>
    </message>
    <message>
        <source>%1 has no such address. Most end in /v1.</source>
        <translation>%1 hat keine solche Adresse. Die meisten enden auf /v1.</translation>
    </message>
    <message>
        <source>The chat is longer than %1 can read: %2</source>
        <translation>Der Chat ist länger, als %1 lesen kann: %2</translation>
    </message>
    <message>
        <source>%1 did not stop writing, so Hearth ended the reply. What arrived is kept.</source>
        <translation>%1 hörte nicht auf zu schreiben, deshalb hat Hearth die Antwort beendet. Was ankam, bleibt erhalten.</translation>
    </message>
    <message>
        <source>The server does not say how many tokens fit into its context.</source>
        <translation>Der Server sagt nicht, wie viele Token in seinen Kontext passen.</translation>
    </message>
    <message>
        <source>%1 cannot hold replies to this. Choose a JSON schema under Structure, or a model on this computer.</source>
        <translation>%1 kann Antworten nicht daran binden. Wähle unter Struktur ein JSON-Schema oder ein Modell auf diesem Computer.</translation>
    </message>
    <message>
        <source>%1 does not answer over https (%2). If it speaks http, the address begins with http://.</source>
        <translation>%1 antwortet nicht über https (%2). Wenn es http spricht, beginnt die Adresse mit http://.</translation>
    </message>
    <message>
        <source>%1 broke the reply off before it was complete.</source>
        <translation>%1 hat die Antwort abgebrochen, bevor sie vollständig war.</translation>
    </message>
</context>
<context>
    <name>EndpointsPane</name>
    <message>
        <source>Servers</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>No servers yet. vLLM, TensorRT-LLM, TGI, llama.cpp’s server and anything else that speaks the OpenAI protocol will work.</source>
        <translation>Noch keine Server. Es gehen vLLM, TensorRT-LLM, TGI, der Server von llama.cpp und alles andere, was das OpenAI-Protokoll spricht.</translation>
    </message>
    <message>
        <source>Add a server</source>
        <translation>Server hinzufügen</translation>
    </message>
</context>
<context>
    <name>Engine</name>
    <message>
        <source>&quot;%1&quot; cannot be used: %2.</source>
        <translation>„%1“ ist nicht zu gebrauchen: %2.</translation>
    </message>
    <message>
        <source>A picture of the prompt has %1 tokens, which this model reads all at once, and %2 is the most that it can; make the picture smaller.</source>
        <translation>Ein Bild des Prompts hat %1 Tokens, die dieses Modell alle auf einmal liest, und mehr als %2 kann es nicht; verkleinere das Bild.</translation>
    </message>
    <message>
        <source>The folder &quot;%1&quot; cannot be used: %2.</source>
        <translation>Der Ordner „%1“ ist nicht zu gebrauchen: %2.</translation>
    </message>
    <message>
        <source>it is not a GGUF file; choose a file that ends in .gguf</source>
        <translation>Es ist keine GGUF-Datei; wähle eine Datei, die auf .gguf endet</translation>
    </message>
    <message>
        <source>it is empty; download it again</source>
        <translation>Die Datei ist leer; lade sie noch einmal herunter</translation>
    </message>
    <message>
        <source>tensor &quot;%1&quot; reaches past the end of the file (%2 bytes); the file is cut short, download it again</source>
        <translation>Der Tensor „%1“ reicht über das Ende der Datei hinaus (%2 Bytes); die Datei ist abgeschnitten, lade sie noch einmal herunter</translation>
    </message>
    <message>
        <source>it claims %1 %2, more than the file can hold; download it again</source>
        <translation>Die Datei nennt %1 %2, mehr als in ihr Platz haben; lade sie noch einmal herunter</translation>
    </message>
    <message>
        <source>it cannot be opened: %1</source>
        <translation>Die Datei lässt sich nicht öffnen: %1</translation>
    </message>
    <message>
        <source>it cannot be read: %1</source>
        <translation>Die Datei lässt sich nicht lesen: %1</translation>
    </message>
    <message>
        <source>it is not a file; choose a file</source>
        <translation>Das ist keine Datei; wähle eine Datei</translation>
    </message>
    <message>
        <source>it has become shorter since it was opened; open it again</source>
        <translation>Die Datei ist kürzer geworden, seit sie geöffnet wurde; öffne sie noch einmal</translation>
    </message>
    <message>
        <source>it has the outdated GGUF version 1; download a newer file of the model</source>
        <translation>Die Datei hat die veraltete GGUF-Version 1; lade eine neuere Datei des Modells herunter</translation>
    </message>
    <message>
        <source>it has GGUF version %1 and this version of Hearth reads 2 and 3</source>
        <translation>Die Datei hat GGUF-Version %1, und dieses Hearth liest 2 und 3</translation>
    </message>
    <message>
        <source>it is written for big-endian machines; choose the ordinary file of the model</source>
        <translation>Die Datei ist für Big-Endian-Rechner geschrieben; wähle die gewöhnliche Datei des Modells</translation>
    </message>
    <message>
        <source>%1 is stored as block type %2, which this version of Hearth does not know</source>
        <translation>%1 hat den Blocktyp %2, den dieses Hearth nicht kennt</translation>
    </message>
    <message>
        <source>there is not enough memory to read its tables</source>
        <translation>Der Speicher reicht nicht, um die Tabellen der Datei zu lesen</translation>
    </message>
    <message>
        <source>Hearth does not know the model architecture &quot;%1&quot; yet; choose a model of another family.</source>
        <translation>Hearth kennt die Modellarchitektur „%1“ noch nicht; wähle ein Modell einer anderen Familie.</translation>
    </message>
    <message>
        <source>The model file lacks the tensor %1; it is incomplete or of a variant that Hearth does not know.</source>
        <translation>Der Modelldatei fehlt der Tensor %1; sie ist unvollständig oder von einer Art, die Hearth nicht kennt.</translation>
    </message>
    <message>
        <source>The tensor %1 has the shape %2 where the model&apos;s numbers ask for %3; the file is damaged.</source>
        <translation>Der Tensor %1 hat die Form %2, nach den Zahlen des Modells müsste es %3 sein; die Datei ist beschädigt.</translation>
    </message>
    <message>
        <source>There is not enough memory for %1 MiB; close other programs or choose a smaller model or context.</source>
        <translation>Der Speicher reicht nicht für %1 MiB; schließe andere Programme oder wähle ein kleineres Modell oder einen kürzeren Kontext.</translation>
    </message>
    <message>
        <source>The graphics card ran out of memory (%1); put fewer layers on it, or choose a smaller context or model.</source>
        <translation>Der Speicher der Grafikkarte ist voll (%1); lege weniger Schichten auf sie oder wähle einen kürzeren Kontext oder ein kleineres Modell.</translation>
    </message>
    <message>
        <source>The prompt has %1 tokens and the context only %2; shorten it or load the model with a longer context.</source>
        <translation>Der Prompt hat %1 Tokens und der Kontext nur %2; kürze ihn oder lade das Modell mit einem längeren Kontext.</translation>
    </message>
    <message>
        <source>The prompt is empty; write something first.</source>
        <translation>Der Prompt ist leer; schreibe zuerst etwas.</translation>
    </message>
    <message>
        <source>Hearth does not know the tokenizer &apos;%1&apos; of this file; a newer version may.</source>
        <translation>Hearth kennt den Tokenizer „%1“ dieser Datei nicht; eine neuere Version vielleicht schon.</translation>
    </message>
    <message>
        <source>The draft model knows %1 tokens and this model %2; choose a smaller model of the same family.</source>
        <translation>Das Entwurfsmodell kennt %1 Tokens und dieses Modell %2; wähle ein kleineres Modell derselben Familie.</translation>
    </message>
    <message>
        <source>The draft model&apos;s vocabulary is another than this model&apos;s from token %1 on; choose a smaller model of the same family.</source>
        <translation>Das Vokabular des Entwurfsmodells ist ab Token %1 ein anderes als das dieses Modells; wähle ein kleineres Modell derselben Familie.</translation>
    </message>
    <message>
        <source>The draft model&apos;s vocabulary is of another kind than this model&apos;s; choose a smaller model of the same family.</source>
        <translation>Das Vokabular des Entwurfsmodells ist von anderer Art als das dieses Modells; wähle ein kleineres Modell derselben Familie.</translation>
    </message>
    <message>
        <source>its file &quot;%1&quot; is missing; download it again</source>
        <translation>Seine Datei „%1“ fehlt; lade sie noch einmal herunter</translation>
    </message>
    <message>
        <source>its file &quot;%1&quot; is damaged; download it again</source>
        <translation>Seine Datei „%1“ ist beschädigt; lade sie noch einmal herunter</translation>
    </message>
    <message>
        <source>its file &quot;%1&quot; cannot be opened: %2</source>
        <translation>Seine Datei „%1“ lässt sich nicht öffnen: %2</translation>
    </message>
    <message>
        <source>it holds no .safetensors file; download its weights</source>
        <translation>Er enthält keine .safetensors-Datei; lade seine Gewichte herunter</translation>
    </message>
    <message>
        <source>its tensor &quot;%1&quot; reaches past the end of the file (%2 bytes); the file is cut short, download it again</source>
        <translation>Sein Tensor „%1“ reicht über das Ende der Datei hinaus (%2 Bytes); die Datei ist abgeschnitten, lade sie noch einmal herunter</translation>
    </message>
    <message>
        <source>Hearth does not read folders of the kind &quot;%1&quot; yet; choose a GGUF file of the model</source>
        <translation>Hearth liest Ordner der Art „%1“ noch nicht; wähle eine GGUF-Datei des Modells</translation>
    </message>
    <message>
        <source>its weights are quantised by the method &quot;%1&quot;, which Hearth does not read yet; choose a checkpoint of GPTQ, AWQ or FP8, or a GGUF file</source>
        <translation>Seine Gewichte sind nach dem Verfahren „%1“ quantisiert, das Hearth noch nicht liest; wähle GPTQ, AWQ oder FP8 oder eine GGUF-Datei</translation>
    </message>
    <message>
        <source>No graphics card was found.</source>
        <translation>Keine Grafikkarte gefunden.</translation>
    </message>
    <message>
        <source>This copy of Hearth was built without its GPU engine. Hearth will use the CPU.</source>
        <translation>Diese Ausgabe von Hearth wurde ohne GPU-Engine gebaut. Hearth nutzt die CPU.</translation>
    </message>
    <message>
        <source>This copy of Hearth was built without its GPU engine; use the CPU instead.</source>
        <translation>Diese Ausgabe von Hearth wurde ohne GPU-Engine gebaut; mach mit der CPU weiter.</translation>
    </message>
    <message>
        <source>Hearth&apos;s GPU engine could not be loaded (%1); install Hearth again, or use the CPU.</source>
        <translation>Hearths GPU-Engine ließ sich nicht laden (%1); installiere Hearth neu, oder mach mit der CPU weiter.</translation>
    </message>
    <message>
        <source>Hearth&apos;s GPU engine belongs to another version of Hearth; install Hearth again, or use the CPU.</source>
        <translation>Hearths GPU-Engine gehört zu einer anderen Version von Hearth; installiere Hearth neu, oder mach mit der CPU weiter.</translation>
    </message>
    <message>
        <source>No NVIDIA driver was found; install it to use an NVIDIA card, or use the CPU.</source>
        <translation>Kein NVIDIA-Treiber gefunden; installiere ihn, um eine NVIDIA-Karte zu nutzen, oder mach mit der CPU weiter.</translation>
    </message>
    <message>
        <source>The NVIDIA driver is too old (it speaks CUDA %1, Hearth needs %2); update it, or use the CPU.</source>
        <translation>Der NVIDIA-Treiber ist zu alt (er spricht CUDA %1, Hearth braucht %2); aktualisiere ihn, oder mach mit der CPU weiter.</translation>
    </message>
    <message>
        <source>The NVIDIA driver shows no graphics card; check CUDA_VISIBLE_DEVICES and the card&apos;s seat, or use the CPU.</source>
        <translation>Der NVIDIA-Treiber zeigt keine Grafikkarte; prüfe CUDA_VISIBLE_DEVICES und den Sitz der Karte, oder mach mit der CPU weiter.</translation>
    </message>
    <message>
        <source>The graphics card %1 is too old for Hearth (compute capability %2, 7.5 is needed); use the CPU instead.</source>
        <translation>Die Grafikkarte %1 ist zu alt für Hearth (Compute Capability %2, nötig ist 7.5); mach mit der CPU weiter.</translation>
    </message>
    <message>
        <source>This copy of Hearth has no code for this graphics card (%1); use the CPU, or build Hearth on this machine.</source>
        <translation>Diese Ausgabe von Hearth hat keinen Code für diese Grafikkarte (%1); mach mit der CPU weiter, oder baue Hearth auf diesem Computer.</translation>
    </message>
    <message>
        <source>The graphics card is taken by another program (%1); close it, or use the CPU.</source>
        <translation>Die Grafikkarte ist von einem anderen Programm belegt (%1); schließe es, oder mach mit der CPU weiter.</translation>
    </message>
    <message>
        <source>The graphics card stopped working for this program (%1); restart Hearth to use the card again, or use the CPU.</source>
        <translation>Die Grafikkarte arbeitet für dieses Programm nicht mehr (%1); mach mit der CPU weiter, und starte Hearth neu, um die Karte wieder zu nutzen.</translation>
    </message>
    <message>
        <source>The graphics card reported an error (%1); use the CPU instead.</source>
        <translation>Die Grafikkarte meldet einen Fehler (%1); mach mit der CPU weiter.</translation>
    </message>
    <message>
        <source>%1 of %2 layers run on the CPU</source>
        <translation>%1 von %2 Schichten laufen auf der CPU</translation>
    </message>
    <message>
        <source>no layer of the model fits on the graphics card</source>
        <translation>keine Schicht des Modells passt auf die Grafikkarte</translation>
    </message>
    <message>
        <source>The model brings no chat template; using %1.</source>
        <translation>Das Modell bringt keine Chat-Vorlage mit; %1 wird benutzt.</translation>
    </message>
    <message>
        <source>The model&apos;s own template does not work (%2); using %1.</source>
        <translation>Die eigene Vorlage des Modells funktioniert nicht (%2); %1 wird benutzt.</translation>
    </message>
    <message>
        <source>its tokenizer.json changes texts by the rule &quot;%1&quot;, which Hearth does not know; choose a GGUF file of the model</source>
        <translation>Ihre tokenizer.json ändert Texte nach der Regel „%1“, die Hearth nicht kennt; wähle eine GGUF-Datei des Modells</translation>
    </message>
    <message>
        <source>its tokenizer.json splits words by the rule &quot;%1&quot;, which Hearth does not know; choose a GGUF file of the model</source>
        <translation>Ihre tokenizer.json teilt Wörter nach der Regel „%1“, die Hearth nicht kennt; wähle eine GGUF-Datei des Modells</translation>
    </message>
    <message>
        <source>its tokenizer.json is of a kind that Hearth does not read yet; choose a GGUF file of the model</source>
        <translation>Ihre tokenizer.json ist von einer Art, die Hearth noch nicht liest; wähle eine GGUF-Datei des Modells</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be written: %2; choose another place or make room.</source>
        <translation>„%1“ lässt sich nicht schreiben: %2; wähle einen anderen Ort oder schaffe Platz.</translation>
    </message>
    <message>
        <source>The chat template failed: %1.</source>
        <translation>Die Chat-Vorlage ist gescheitert: %1.</translation>
    </message>
    <message>
        <source>The chat template makes a text longer than %1 MiB; choose another template for this model.</source>
        <translation>Die Chat-Vorlage erzeugt einen Text von mehr als %1 MiB; wähle eine andere Vorlage für dieses Modell.</translation>
    </message>
    <message>
        <source>The chat template nests too deeply or calls itself without end; choose another template for this model.</source>
        <translation>Die Chat-Vorlage ist zu tief verschachtelt oder ruft sich endlos selbst auf; wähle eine andere Vorlage für dieses Modell.</translation>
    </message>
    <message>
        <source>The chat template takes too much work; choose another template for this model.</source>
        <translation>Die Chat-Vorlage braucht zu viel Rechenzeit; wähle eine andere Vorlage für dieses Modell.</translation>
    </message>
    <message>
        <source>The chat template uses too much memory; choose another template for this model.</source>
        <translation>Die Chat-Vorlage braucht zu viel Speicher; wähle eine andere Vorlage für dieses Modell.</translation>
    </message>
    <message>
        <source>The file does not say which architecture it holds (general.architecture is missing); choose another model file.</source>
        <translation>Die Datei sagt nicht, welche Architektur sie enthält (general.architecture fehlt); wähle eine andere Modelldatei.</translation>
    </message>
    <message>
        <source>The model file has no usable token embeddings (token_embd.weight); it is a vocabulary only, or damaged.</source>
        <translation>Die Modelldatei hat keine brauchbaren Token-Einbettungen (token_embd.weight); sie enthält nur ein Vokabular oder ist beschädigt.</translation>
    </message>
    <message>
        <source>The model stretches its positions by the method &quot;%1&quot;, which Hearth does not know yet; choose another model.</source>
        <translation>Das Modell streckt seine Positionen mit der Methode „%1“, die Hearth noch nicht kennt; wähle ein anderes Modell.</translation>
    </message>
    <message>
        <source>There is not enough memory for the replies that run; close other programs or load a smaller model.</source>
        <translation>Für die laufenden Antworten reicht der Speicher nicht; schließe andere Programme oder lade ein kleineres Modell.</translation>
    </message>
    <message>
        <source>This file has no vocabulary, so text cannot be turned into tokens; choose a file that includes its tokenizer.</source>
        <translation>Diese Datei hat kein Vokabular, Text lässt sich damit nicht in Tokens zerlegen; wähle eine Datei mit Tokenizer.</translation>
    </message>
    <message>
        <source>Hearth does not know the pre-tokenizer &apos;%1&apos; of this file; a newer version may.</source>
        <translation>Hearth kennt den Pre-Tokenizer „%1“ dieser Datei nicht; eine neuere Version vielleicht schon.</translation>
    </message>
    <message>
        <source>The vocabulary of this file is damaged: %1; download the file again.</source>
        <translation>Das Vokabular dieser Datei ist beschädigt: %1; lade die Datei noch einmal herunter.</translation>
    </message>
    <message>
        <source>What was processed cannot be kept in %1: %2; make room there, or give yourself permission to write.</source>
        <translation>Was verarbeitet wurde, lässt sich nicht in %1 aufheben: %2; schaffe dort Platz oder gib dir das Recht zu schreiben.</translation>
    </message>
    <message>
        <source>A part of what was kept in %1 is damaged or cannot be read; it is computed again.</source>
        <translation>Ein Teil dessen, was in %1 liegt, ist beschädigt oder nicht lesbar; er wird neu berechnet.</translation>
    </message>
    <message>
        <source>This model makes embeddings and writes no replies; choose a chat model.</source>
        <translation>Dieses Modell erzeugt Einbettungen und schreibt keine Antworten; wähle ein Chat-Modell.</translation>
    </message>
    <message>
        <source>This model writes replies and makes no embeddings; choose an embedding model.</source>
        <translation>Dieses Modell schreibt Antworten und erzeugt keine Einbettungen; wähle ein Einbettungsmodell.</translation>
    </message>
    <message>
        <source>This model scores pairs of texts and makes no embeddings; choose an embedding model.</source>
        <translation>Dieses Modell bewertet Paare von Texten und erzeugt keine Einbettungen; wähle ein Einbettungsmodell.</translation>
    </message>
    <message>
        <source>The model&apos;s template for reranking has no place for the question or for the passage; the file is damaged.</source>
        <translation>Die Vorlage des Modells zum Ordnen hat keinen Platz für die Frage oder für die Stelle; die Datei ist beschädigt.</translation>
    </message>
    <message>
        <source>This model sorts texts into classes and scores no pairs of them; choose a reranker or an embedding model.</source>
        <translation>Dieses Modell teilt Texte in Klassen ein und bewertet keine Paare; wähle einen Reranker oder ein Einbettungsmodell.</translation>
    </message>
    <message>
        <source>There is no graphics card number %1 (Hearth sees %2, and counts from 0); choose another one.</source>
        <translation>Es gibt keine Grafikkarte mit der Nummer %1 (Hearth sieht %2 und zählt ab 0); wähle eine andere.</translation>
    </message>
    <message>
        <source>the model does not divide into %1 equal parts, so its layers are spread over the cards</source>
        <translation>das Modell lässt sich nicht in %1 gleiche Teile teilen, darum sind seine Schichten auf die Karten verteilt</translation>
    </message>
    <message>
        <source>only 2, 4 or 8 equal cards share layers, so these are spread over the cards</source>
        <translation>nur 2, 4 oder 8 gleiche Karten teilen sich Schichten, darum sind diese auf die Karten verteilt</translation>
    </message>
    <message>
        <source>the graphics card has room for %1 of the %2 experts of a layer, so the experts live in the memory of the computer and are copied as they are needed</source>
        <translation>die Grafikkarte hat Platz für %1 der %2 Experten einer Schicht; die Experten liegen deshalb im Speicher des Computers und werden kopiert, wenn sie gebraucht werden</translation>
    </message>
    <message>
        <source>The context is too short to look at this token again; load the model with the context that the reply was made with.</source>
        <translation>Der Kontext ist zu kurz, um dieses Token noch einmal anzusehen; lade das Modell mit dem Kontext, mit dem die Antwort entstand.</translation>
    </message>
    <message>
        <source>The loaded model does not know these tokens, which another model wrote; load that one to see what its tokens looked at.</source>
        <translation>Das geladene Modell kennt diese Token nicht, die ein anderes Modell geschrieben hat; lade jenes, um zu sehen, worauf seine Token blickten.</translation>
    </message>
    <message>
        <source>What a token looked at can be seen of models that Hearth runs itself, and this one runs on a server; load a model on this machine.</source>
        <translation>Worauf ein Token blickte, ist nur bei Modellen zu sehen, die Hearth selbst ausführt, und dieses läuft auf einem Server; lade ein Modell auf diesem Rechner.</translation>
    </message>
    <message>
        <source>The graphics card %1 (number %2) stopped working for this program (%3); restart Hearth to use it again, or choose other cards.</source>
        <translation>Die Grafikkarte %1 (Nummer %2) arbeitet für dieses Programm nicht mehr (%3); starte Hearth neu, um sie wieder zu nutzen, oder wähle andere Karten.</translation>
    </message>
    <message>
        <source>The calibration text is not UTF-8; give a text file of the kind that the model is for.</source>
        <translation>Der Text zum Kalibrieren ist nicht in UTF-8; wähle eine Textdatei von der Art, für die das Modell da ist.</translation>
    </message>
    <message>
        <source>The calibration text has %1 tokens; it needs at least %2.</source>
        <translation>Der Text zum Kalibrieren hat %1 Token; nötig sind mindestens %2.</translation>
    </message>
    <message>
        <source>The process of the model was killed, perhaps because the memory was full; another one is started. What there is of the reply is kept: ask again, or choose a smaller model.</source>
        <translation>Der Prozess des Modells wurde beendet, vielleicht weil der Speicher voll war; ein neuer wird gestartet. Was von der Antwort da ist, bleibt erhalten: Frage noch einmal oder wähle ein kleineres Modell.</translation>
    </message>
    <message>
        <source>The process of the model crashed (%1), which a damaged file can bring about; another one is started. What there is of the reply is kept: ask again, or choose another model.</source>
        <translation>Der Prozess des Modells ist abgestürzt (%1), was eine beschädigte Datei bewirken kann; ein neuer wird gestartet. Was von der Antwort da ist, bleibt erhalten: Frage noch einmal oder wähle ein anderes Modell.</translation>
    </message>
    <message>
        <source>The process of the model cannot be started: %1; install Hearth again, or load the model without the sandbox.</source>
        <translation>Der Prozess des Modells kann nicht gestartet werden: %1; installiere Hearth neu oder lade das Modell ohne die Sandbox.</translation>
    </message>
    <message>
        <source>The process that works on the model ended before it was done, which a damaged file or a full memory can cause; nothing is left of it: try again, or choose another file.</source>
        <translation>Der Prozess, der an dem Modell arbeitet, endete vor der Zeit, was eine beschädigte Datei oder voller Speicher bewirken kann; davon ist nichts übrig: Versuche es noch einmal oder wähle eine andere Datei.</translation>
    </message>
    <message>
        <source>No process could be started for the model (%1), so it runs in Hearth&apos;s own process, which a crash would end.</source>
        <translation>Für das Modell konnte kein Prozess gestartet werden (%1); es läuft deshalb im Prozess von Hearth selbst, den ein Absturz beenden würde.</translation>
    </message>
    <message>
        <source>It runs in a sandbox, which uses the processor alone.</source>
        <translation>Es läuft in einer Sandbox, die nur den Prozessor nutzt.</translation>
    </message>
    <message>
        <source>The kernel of this system has no Landlock, so that process is kept from networks and other programs, but could read your files.</source>
        <translation>Der Kernel dieses Systems hat kein Landlock: Der Prozess ist von Netzen und anderen Programmen getrennt, könnte aber deine Dateien lesen.</translation>
    </message>
    <message>
        <source>The process of the model did not answer for %1 s and was ended; another one is started. What there is of the reply is kept: ask again, or choose another model.</source>
        <translation>Der Prozess des Modells hat %1 s lang nicht geantwortet und wurde beendet; ein neuer wird gestartet. Was von der Antwort da ist, bleibt erhalten: Frage noch einmal oder wähle ein anderes Modell.</translation>
    </message>
    <message>
        <source>The process that reads this model&apos;s header ended before it was done, which a damaged file can bring about; choose another file of the model.</source>
        <translation>Der Prozess, der den Kopf dieses Modells liest, endete vorzeitig, was eine beschädigte Datei bewirken kann; wähle eine andere Datei des Modells.</translation>
    </message>
    <message>
        <source>The file has only the layer of a model that guesses further tokens; choose the file of the whole model.</source>
        <translation>Die Datei enthält nur die Schicht eines Modells, die weitere Token rät; wähle die Datei des ganzen Modells.</translation>
    </message>
    <message>
        <source>its weights &quot;%1&quot; hold a code that is not a number; download it again</source>
        <translation>seine Gewichte „%1“ enthalten einen Code, der keine Zahl ist; lade es noch einmal herunter</translation>
    </message>
    <message>
        <source>The reply so far does not match its structure; generate it again, or switch structured output off.</source>
        <translation>Die bisherige Antwort passt nicht zu ihrer Struktur; erzeuge sie neu oder schalte die strukturierte Ausgabe aus.</translation>
    </message>
    <message>
        <source>The draft model has recurrent layers, which cannot go back to before wrong guesses; choose another one.</source>
        <translation>Das Entwurfsmodell hat rekurrente Schichten, die nach falschem Raten nicht zurück können; wähle ein anderes.</translation>
    </message>
    <message>
        <source>The model cannot be put into a sandbox: %1; load it without the sandbox.</source>
        <translation>Das Modell kann nicht in eine Sandbox gesetzt werden: %1; lade es ohne die Sandbox.</translation>
    </message>
    <message>
        <source>The picture is an empty file; choose another one.</source>
        <translation>Das Bild ist eine leere Datei; wähle ein anderes.</translation>
    </message>
    <message>
        <source>The file is not a picture that Hearth knows; choose a PNG, JPEG or WebP file.</source>
        <translation>Die Datei ist kein Bild, das Hearth kennt; wähle eine PNG-, JPEG- oder WebP-Datei.</translation>
    </message>
    <message>
        <source>Hearth does not read %1 pictures; save it as PNG or JPEG.</source>
        <translation>Hearth liest keine %1-Bilder; speichere es als PNG oder JPEG.</translation>
    </message>
    <message>
        <source>Hearth does not read %1 pictures %2; save it as PNG or as an ordinary JPEG.</source>
        <translation>Hearth liest keine %1-Bilder %2; speichere es als PNG oder als gewöhnliches JPEG.</translation>
    </message>
    <message>
        <source>The %1 picture is damaged; download it again, or choose another one.</source>
        <translation>Das %1-Bild ist beschädigt; lade es noch einmal herunter oder wähle ein anderes.</translation>
    </message>
    <message>
        <source>The %1 picture is cut short; download or copy it again.</source>
        <translation>Das %1-Bild ist abgeschnitten; lade oder kopiere es noch einmal.</translation>
    </message>
    <message>
        <source>The picture has %1 megapixels, and Hearth reads at most %2 of its kind; make it smaller.</source>
        <translation>Das Bild hat %1 Megapixel, und Hearth liest von dieser Art höchstens %2; mach es kleiner.</translation>
    </message>
    <message>
        <source>The picture takes more than %1 s to decode; save it again as PNG or JPEG.</source>
        <translation>Das Bild braucht mehr als %1 s zum Dekodieren; speichere es neu als PNG oder JPEG.</translation>
    </message>
    <message>
        <source>There is not enough memory to read the picture; close other programs.</source>
        <translation>Der Speicher reicht nicht, um das Bild zu lesen; schließe andere Programme.</translation>
    </message>
    <message>
        <source>The process that decodes pictures could not be started (%1); close other programs and try again.</source>
        <translation>Der Prozess, der Bilder dekodiert, konnte nicht gestartet werden (%1); schließe andere Programme und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>This model cannot read pictures; choose one that can, or remove them.</source>
        <translation>Dieses Modell kann keine Bilder lesen; wähle eines, das es kann, oder entferne sie.</translation>
    </message>
    <message>
        <source>This computer has no codec for %1 pictures; install %2, or save it as PNG or JPEG.</source>
        <translation>Auf diesem Computer fehlt der Codec für %1-Bilder; installiere %2 oder speichere sie als PNG oder JPEG.</translation>
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
        <translation>1 Thread</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 Threads</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
</context>
<context>
    <name>EnginePage</name>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Run on</source>
        <translation>Ausführen auf</translation>
    </message>
    <message>
        <source>The graphics card when a model fits, the CPU otherwise</source>
        <translation>Die Grafikkarte, wenn ein Modell passt, sonst die CPU</translation>
    </message>
    <message>
        <source>CPU threads</source>
        <translation>CPU-Threads</translation>
    </message>
    <message>
        <source>As many as there are cores; more rarely helps, since memory is the limit</source>
        <translation>So viele wie Kerne; mehr hilft selten, denn der Speicher ist die Grenze</translation>
    </message>
    <message>
        <source>%1 of %2; more rarely helps, since memory is the limit</source>
        <translation>%1 von %2; mehr hilft selten, denn der Speicher ist die Grenze</translation>
    </message>
    <message>
        <source>CPU threads, 0 for automatic</source>
        <translation>CPU-Threads, 0 für automatisch</translation>
    </message>
    <message>
        <source>Running now</source>
        <translation>Läuft gerade</translation>
    </message>
    <message>
        <source>Load again with these settings</source>
        <translation>Mit diesen Einstellungen neu laden</translation>
    </message>
    <message>
        <source>No model is loaded</source>
        <translation>Kein Modell geladen</translation>
    </message>
    <message>
        <source>none loaded</source>
        <translation>keins geladen</translation>
    </message>
    <message>
        <source>Load the last model on startup</source>
        <translation>Letztes Modell mit Hearth starten</translation>
    </message>
    <message>
        <source>No model has been used yet</source>
        <translation>Noch kein Modell benutzt</translation>
    </message>
    <message>
        <source>%1: takes %2 and %3</source>
        <translation>%1: braucht %2 und %3</translation>
    </message>
    <message>
        <source>%1: takes %2</source>
        <translation>%1: braucht %2</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>Graphics cards</source>
        <translation>Grafikkarten</translation>
    </message>
    <message>
        <source>As few as hold the model, the quickest first</source>
        <translation>So wenige, wie das Modell braucht, die schnellste zuerst</translation>
    </message>
    <message>
        <source>Those that are ticked; on several the layers of a model are spread</source>
        <translation>Die angekreuzten; auf mehrere werden die Schichten eines Modells verteilt</translation>
    </message>
    <message>
        <source>%1 · %2: %3 of %4 free</source>
        <translation>%1 · %2: %3 von %4 frei</translation>
    </message>
    <message>
        <source>%1 · %2: %3</source>
        <translation>%1 · %2: %3</translation>
    </message>
    <message>
        <source>On several cards</source>
        <translation>Auf mehreren Karten</translation>
    </message>
    <message>
        <source>Equal cards share each layer where the model divides; others have layers of their own</source>
        <translation>Gleiche Karten teilen sich jede Schicht, wo das Modell sich teilen lässt; andere haben eigene Schichten</translation>
    </message>
    <message>
        <source>The cards work one after the other</source>
        <translation>Die Karten arbeiten nacheinander</translation>
    </message>
    <message>
        <source>2, 4 or 8 equal cards work at the same time, where the model divides</source>
        <translation>2, 4 oder 8 gleiche Karten arbeiten gleichzeitig, wo das Modell sich teilen lässt</translation>
    </message>
    <message>
        <source>Whichever is quicker</source>
        <translation>Was schneller ist</translation>
    </message>
    <message>
        <source>Whole layers on each</source>
        <translation>Ganze Schichten auf jeder</translation>
    </message>
    <message>
        <source>Parts of each layer on all</source>
        <translation>Teile jeder Schicht auf allen</translation>
    </message>
    <message>
        <source>Run models in a sandbox only</source>
        <translation>Modelle nur in einer Sandbox ausführen</translation>
    </message>
    <message>
        <source>On the CPU, models run in a sandbox whenever possible. With this on, no graphics card is used, and a model that cannot be sandboxed is not loaded. Takes effect at the next load</source>
        <translation>Auf der CPU laufen sie ohnehin in einer, wo sie sich einrichten lässt. Hiermit wird keine Grafikkarte genutzt, und was in keine kann, wird nicht geladen; ab dem nächsten Laden</translation>
    </message>
</context>
<context>
    <name>EngineSteps</name>
    <message>
        <source>Reading the file</source>
        <translation>Datei wird gelesen</translation>
    </message>
    <message>
        <source>Reading the vocabulary</source>
        <translation>Vokabular wird gelesen</translation>
    </message>
    <message>
        <source>Loading weights</source>
        <translation>Gewichte werden geladen</translation>
    </message>
    <message>
        <source>Making room for conversations</source>
        <translation>Platz für Chats wird geschaffen</translation>
    </message>
    <message>
        <source>Reading the kept cache</source>
        <translation>Aufgehobener Cache wird gelesen</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Loading the draft model</source>
        <translation>Entwurfsmodell wird geladen</translation>
    </message>
    <message>
        <source>Loading the vision encoder</source>
        <translation>Der sehende Teil wird geladen</translation>
    </message>
</context>
<context>
    <name>Exchange</name>
    <message>
        <source>This file contains no chats that Hearth can read. It reads its own, and those from GPT4All, LM Studio, ChatGPT and Open WebUI.</source>
        <translation>Diese Datei enthält keine Chats, die Hearth kennt. Hearth liest die eigenen sowie die von GPT4All, LM Studio, ChatGPT und Open WebUI.</translation>
    </message>
    <message>
        <source>This file cannot be read as a chat (%1 at byte %2).</source>
        <translation>Diese Datei lässt sich nicht als Chat lesen (%1 bei Byte %2).</translation>
    </message>
    <message>
        <source>This file contains no messages.</source>
        <translation>Diese Datei enthält keine Nachrichten.</translation>
    </message>
    <message>
        <source>[image]</source>
        <translation>[Bild]</translation>
    </message>
    <message>
        <source>This GPT4All chat is damaged: a text in it is incomplete.</source>
        <translation>Dieser GPT4All-Chat ist beschädigt: Ein Text endet mitten in einem Zeichen.</translation>
    </message>
    <message>
        <source>This GPT4All chat is damaged: it contains less than it claims.</source>
        <translation>Dieser GPT4All-Chat ist beschädigt: Er enthält weniger, als er angibt.</translation>
    </message>
    <message>
        <source>This GPT4All chat is cut off; copy it again.</source>
        <translation>Dieser GPT4All-Chat ist abgeschnitten; kopiere ihn noch einmal.</translation>
    </message>
    <message>
        <source>This GPT4All chat contains a value that Hearth does not know.</source>
        <translation>Dieser GPT4All-Chat enthält einen Wert, den Hearth nicht kennt.</translation>
    </message>
    <message>
        <source>This GPT4All chat contains a state that Hearth does not know.</source>
        <translation>Dieser GPT4All-Chat enthält einen Zustand, den Hearth nicht kennt.</translation>
    </message>
    <message>
        <source>This GPT4All chat is nested too deeply.</source>
        <translation>Dieser GPT4All-Chat ist zu tief verschachtelt.</translation>
    </message>
    <message>
        <source>This is not a GPT4All chat.</source>
        <translation>Das ist kein GPT4All-Chat.</translation>
    </message>
    <message>
        <source>This GPT4All chat was saved by a version that Hearth does not know.</source>
        <translation>Dieser GPT4All-Chat stammt von einer Version, die Hearth nicht kennt.</translation>
    </message>
    <message>
        <source>This GPT4All chat contains more than Hearth understands.</source>
        <translation>Dieser GPT4All-Chat enthält mehr, als Hearth versteht.</translation>
    </message>
    <message>
        <source>This chat was saved by another version of Hearth (format %1; this one reads %2). Update Hearth to open it.</source>
        <translation>Dieser Chat stammt von einer anderen Version von Hearth (Format %1; diese liest %2). Aktualisiere Hearth, um ihn zu öffnen.</translation>
    </message>
    <message>
        <source>The messages of this chat are inconsistent; the file is damaged.</source>
        <translation>Die Nachrichten dieses Chats passen nicht zusammen; die Datei ist beschädigt.</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>System-Prompt</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Du</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>Assistent</translation>
    </message>
    <message>
        <source>Attached: %1</source>
        <translation>Angehängt: %1</translation>
    </message>
    <message>
        <source>It could not be read (%1).</source>
        <translation>Die Datei ließ sich nicht lesen (%1).</translation>
    </message>
    <message>
        <source>It has %1 MB; files up to %2 MB can be imported. Export the chats in parts.</source>
        <translation>Die Datei hat %1 MB; importieren lassen sich Dateien bis %2 MB. Exportiere die Chats in mehreren Teilen.</translation>
    </message>
    <message>
        <source>It is damaged, or takes too much time or memory to read. Export the chats in parts.</source>
        <translation>Die Datei ist beschädigt, oder sie zu lesen braucht zu viel Zeit oder Speicher. Exportiere die Chats in mehreren Teilen.</translation>
    </message>
    <message>
        <source>Tool %1</source>
        <translation>Werkzeug %1</translation>
    </message>
    <message>
        <source>Its chats have more than %1 MB. Unpack it and import them in parts.</source>
        <translation>Die Chats darin haben mehr als %1 MB. Entpacke das Archiv und importiere sie in Teilen.</translation>
    </message>
    <message>
        <source>This archive is damaged or asks for a password.</source>
        <translation>Dieses Archiv ist beschädigt oder verlangt ein Passwort.</translation>
    </message>
</context>
<context>
    <name>ExchangeBar</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
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
        <translation>erstes Token %1</translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 tok/s</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 Token</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>reused %1</source>
        <translation>%1 aus Cache</translation>
    </message>
    <message>
        <source>processed %1</source>
        <translation>%1 verarbeitet</translation>
    </message>
    <message>
        <source>Thought for %1</source>
        <translation>%1 nachgedacht</translation>
    </message>
    <message>
        <source>drafted %1</source>
        <translation>geraten %1</translation>
    </message>
    <message>
        <source>accepted %1</source>
        <translation>richtig %1</translation>
    </message>
    <message>
        <source>reused %1 (%2 from disk)</source>
        <translation>%1 wiederverwendet (%2 vom Laufwerk)</translation>
    </message>
    <message>
        <source>answered before</source>
        <translation>schon beantwortet</translation>
    </message>
    <message>
        <source>prompt %1</source>
        <translation>Prompt %1</translation>
    </message>
</context>
<context>
    <name>FileChooser</name>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Choose this folder</source>
        <translation>Diesen Ordner wählen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>There is no folder “%1”.</source>
        <translation>Es gibt keinen Ordner „%1“.</translation>
    </message>
    <message>
        <source>There is no folder or file “%1”.</source>
        <translation>Es gibt weder einen Ordner noch eine Datei „%1“.</translation>
    </message>
    <message>
        <source>Up to the folder above</source>
        <translation>Zum übergeordneten Ordner</translation>
    </message>
    <message>
        <source>Alt+Up</source>
        <translation>Alt+Up</translation>
    </message>
    <message>
        <source>Hidden files</source>
        <translation>Versteckte Dateien</translation>
    </message>
    <message>
        <source>Ctrl+H</source>
        <translation>Ctrl+H</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Neuer Ordner</translation>
    </message>
</context>
<context>
    <name>FileChooserFoot</name>
    <message>
        <source>“%1” already exists. Replacing it deletes its contents.</source>
        <translation>„%1“ gibt es schon. Beim Ersetzen geht der bisherige Inhalt verloren.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>File name</source>
        <translation>Dateiname</translation>
    </message>
    <message>
        <source>Files to show</source>
        <translation>Angezeigte Dateien</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Choose another name</source>
        <translation>Anderen Namen wählen</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
</context>
<context>
    <name>FileColumns</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Sort by: %1</source>
        <translation>Sortieren nach: %1</translation>
    </message>
</context>
<context>
    <name>FileList</name>
    <message>
        <source>Files in %1</source>
        <translation>Dateien in %1</translation>
    </message>
</context>
<context>
    <name>FileRow</name>
    <message>
        <source>folder</source>
        <translation>Ordner</translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <source>Open a model</source>
        <translation>Modell öffnen</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Dateien anhängen</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>Chats importieren</translation>
    </message>
    <message>
        <source>Export the chat</source>
        <translation>Chat exportieren</translation>
    </message>
    <message>
        <source>Save the preset</source>
        <translation>Voreinstellung speichern</translation>
    </message>
    <message>
        <source>Move the models into this folder</source>
        <translation>Modelle in diesen Ordner verschieben</translation>
    </message>
    <message>
        <source>Keep models in this folder</source>
        <translation>Modelle in diesem Ordner aufbewahren</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Alle Dateien</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Attach</source>
        <translation>Anhängen</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Chats of Hearth, GPT4All, LM Studio, ChatGPT, Open WebUI</source>
        <translation>Chats von Hearth, GPT4All, LM Studio, ChatGPT, Open WebUI</translation>
    </message>
    <message>
        <source>Presets of Hearth</source>
        <translation>Voreinstellungen von Hearth</translation>
    </message>
    <message>
        <source>Import presets</source>
        <translation>Voreinstellungen importieren</translation>
    </message>
    <message>
        <source>Markdown, the branch that is shown</source>
        <translation>Markdown, der angezeigte Zweig</translation>
    </message>
    <message>
        <source>JSON, everything</source>
        <translation>JSON, alles</translation>
    </message>
    <message>
        <source>Save the chats</source>
        <translation>Chats speichern</translation>
    </message>
    <message>
        <source>Back up the chats</source>
        <translation>Chats sichern</translation>
    </message>
    <message>
        <source>Chats of Hearth</source>
        <translation>Chats von Hearth</translation>
    </message>
    <message>
        <source>Export all chats</source>
        <translation>Alle Chats exportieren</translation>
    </message>
    <message>
        <source>Let models read this folder</source>
        <translation>Modelle diesen Ordner lesen lassen</translation>
    </message>
    <message>
        <source>Add a folder of documents</source>
        <translation>Ordner mit Dokumenten hinzufügen</translation>
    </message>
    <message>
        <source>Add a document</source>
        <translation>Dokument hinzufügen</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Open a schema or a grammar</source>
        <translation>Schema oder Grammatik öffnen</translation>
    </message>
    <message>
        <source>Schemas and grammars</source>
        <translation>Schemas und Grammatiken</translation>
    </message>
    <message>
        <source>Texts</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>Add a model</source>
        <translation>Modell hinzufügen</translation>
    </message>
    <message>
        <source>Calibrate with a text</source>
        <translation>Mit einem Text kalibrieren</translation>
    </message>
    <message>
        <source>Documents and text</source>
        <translation>Dokumente und Text</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>Bild speichern</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this chat</source>
        <translation>In diesem Chat suchen</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Vorherige Stelle</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Nächste Stelle</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>Suche schließen</translation>
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
        <translation>Lädt %1</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>das Modell</translation>
    </message>
    <message>
        <source>Choose a model to begin</source>
        <translation>Wähle zum Start ein Modell</translation>
    </message>
    <message>
        <source>%1, %2 %</source>
        <translation>%1, %2 %</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Explain a regular expression step by step</source>
        <translation>Erkläre einen regulären Ausdruck Schritt für Schritt</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Plan three dinners from what is left in the fridge</source>
        <translation>Plane drei Abendessen aus den Resten im Kühlschrank</translation>
    </message>
    <message>
        <source>Everyday</source>
        <translation>Alltag</translation>
    </message>
    <message>
        <source>Runs on: %1</source>
        <translation>Läuft auf: %1</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Noch einmal prüfen</translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation>Modell öffnen</translation>
    </message>
    <message>
        <source>Ready, on %1</source>
        <translation>Bereit, auf %1</translation>
    </message>
    <message>
        <source>Find a larger model</source>
        <translation>Größeres Modell finden</translation>
    </message>
    <message>
        <source>Connect to a server</source>
        <translation>Mit einem Server verbinden</translation>
    </message>
    <message>
        <source>No model is loaded</source>
        <translation>Kein Modell geladen</translation>
    </message>
    <message>
        <source>%1 was used last. Load it, or choose another at the top.</source>
        <translation>%1 wurde zuletzt benutzt. Lade es, oder wähle oben ein anderes.</translation>
    </message>
    <message>
        <source>Load %1</source>
        <translation>%1 laden</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>Modell finden</translation>
    </message>
    <message>
        <source>Ready. Everything runs on this computer.</source>
        <translation>Bereit. Alles läuft auf diesem Computer.</translation>
    </message>
    <message>
        <source>A small starter model is loaded, so you can begin to write. It is quick and a little naive; a larger one knows more and answers better.</source>
        <translation>Ein kleines Modell für den Anfang ist geladen, du kannst also gleich losschreiben. Es ist flink und ein wenig naiv; ein größeres weiß mehr und antwortet besser.</translation>
    </message>
    <message>
        <source>%1 is loaded, so you can begin to write. You can switch models at any time.</source>
        <translation>%1 ist geladen, du kannst also gleich losschreiben. Das Modell lässt sich jederzeit wechseln.</translation>
    </message>
    <message>
        <source>Turn a rough note into a polite email</source>
        <translation>Mach aus einer groben Notiz eine höfliche E-Mail</translation>
    </message>
    <message>
        <source>Turn this rough note into a polite email:

[your note]</source>
        <translation>Mach aus dieser groben Notiz eine höfliche E-Mail:

[deine Notiz]</translation>
    </message>
    <message>
        <source>[your note]</source>
        <translation>[deine Notiz]</translation>
    </message>
    <message>
        <source>Explain this regular expression step by step:

[your expression]</source>
        <translation>Erkläre diesen regulären Ausdruck Schritt für Schritt:

[dein Ausdruck]</translation>
    </message>
    <message>
        <source>[your expression]</source>
        <translation>[dein Ausdruck]</translation>
    </message>
    <message>
        <source>Plan three dinners from what is left in my fridge: [what is left]</source>
        <translation>Plane drei Abendessen aus den Resten in meinem Kühlschrank: [die Reste]</translation>
    </message>
    <message>
        <source>[what is left]</source>
        <translation>[die Reste]</translation>
    </message>
    <message>
        <source>Ready, here and on %1</source>
        <translation>Bereit, hier und auf %1</translation>
    </message>
    <message>
        <source>Find one that fits this computer, or open one that you have: a GGUF file, or weights in Hugging Face format.</source>
        <translation>Finde eins, das auf diesen Computer passt, oder öffne eins, das du hast: eine GGUF-Datei oder Gewichte im Format von Hugging Face.</translation>
    </message>
</context>
<context>
    <name>FitMark</name>
    <message>
        <source>fits</source>
        <translation>passt</translation>
    </message>
    <message>
        <source>fits in part</source>
        <translation>passt teilweise</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>passt nicht</translation>
    </message>
</context>
<context>
    <name>FoldBlock</name>
    <message>
        <source>Show all, %1</source>
        <translation>Alles zeigen, %1</translation>
    </message>
</context>
<context>
    <name>FolderDialog</name>
    <message>
        <source>Rename the folder</source>
        <translation>Ordner umbenennen</translation>
    </message>
    <message>
        <source>Move to a folder</source>
        <translation>In einen Ordner verschieben</translation>
    </message>
    <message>
        <source>Name of the folder</source>
        <translation>Name des Ordners</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Neuer Ordner</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Create folder</source>
        <translation>Ordner anlegen</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>No folder</source>
        <translation>Kein Ordner</translation>
    </message>
</context>
<context>
    <name>FolderMenu</name>
    <message>
        <source>Rename the folder</source>
        <translation>Ordner umbenennen</translation>
    </message>
    <message>
        <source>F2</source>
        <translation>F2</translation>
    </message>
    <message>
        <source>Remove all chats from the folder</source>
        <translation>Alle Chats herausnehmen</translation>
    </message>
</context>
<context>
    <name>FullContextNotice</name>
    <message>
        <source>The oldest turns will be left out.</source>
        <translation>Die ältesten Runden werden weggelassen.</translation>
    </message>
</context>
<context>
    <name>FullContextWays</name>
    <message>
        <source>Drop the oldest turns</source>
        <translation>Älteste Runden weglassen</translation>
    </message>
    <message>
        <source>Longer context</source>
        <translation>Längerer Kontext</translation>
    </message>
    <message>
        <source>Loads the model again with %1 tokens</source>
        <translation>Lädt das Modell mit %1 Token neu</translation>
    </message>
    <message>
        <source>Summarising…</source>
        <translation>Wird zusammengefasst…</translation>
    </message>
    <message>
        <source>Summarise</source>
        <translation>Zusammenfassen</translation>
    </message>
    <message>
        <source>The model condenses the oldest turns. The chat keeps them.</source>
        <translation>Das Modell fasst die ältesten Runden zusammen. Der Chat behält sie.</translation>
    </message>
    <message>
        <source>They leave the context. The chat keeps them.</source>
        <translation>Sie verlassen den Kontext. Der Chat behält sie.</translation>
    </message>
    <message>
        <source>New chat with a summary</source>
        <translation>Neuer Chat mit Zusammenfassung</translation>
    </message>
    <message>
        <source>It knows this chat from a summary, and has this question in its composer</source>
        <translation>Er kennt diesen Chat aus einer Zusammenfassung und hat diese Frage im Eingabefeld</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>The chat stays as it is</source>
        <translation>Der Chat bleibt, wie er ist</translation>
    </message>
    <message>
        <source>Shorten the attachment</source>
        <translation>Anhang kürzen</translation>
    </message>
    <message>
        <source>Keeps its beginning, up to what fits, and says how much is left out</source>
        <translation>Behält den Anfang, so viel wie passt, und sagt, wie viel wegfällt</translation>
    </message>
</context>
<context>
    <name>GeneralPage</name>
    <message>
        <source>General</source>
        <translation>Allgemein</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Some text changes after a restart</source>
        <translation>Texte, die schon zu sehen sind, folgen beim nächsten Start</translation>
    </message>
    <message>
        <source>On startup, open</source>
        <translation>Beginnen mit</translation>
    </message>
    <message>
        <source>What Hearth shows when it starts</source>
        <translation>Was das Fenster beim Öffnen zeigt</translation>
    </message>
    <message>
        <source>The last chat</source>
        <translation>Der letzte Chat</translation>
    </message>
    <message>
        <source>A new chat</source>
        <translation>Ein neuer Chat</translation>
    </message>
    <message>
        <source>Notify me when a long reply is ready</source>
        <translation>Melden, wenn eine lange Antwort da ist</translation>
    </message>
    <message>
        <source>Desktop notification when Hearth is in the background</source>
        <translation>Eine Meldung des Desktops, solange ein anderes Fenster vorn ist</translation>
    </message>
    <message>
        <source>Chats from other apps</source>
        <translation>Chats aus anderen Programmen</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>Chats importieren</translation>
    </message>
    <message>
        <source>Attach long pastes</source>
        <translation>Lange Texte anhängen</translation>
    </message>
    <message>
        <source>Text of more than 4,000 characters or 100 lines becomes an attachment when it is pasted into a message</source>
        <translation>Text mit mehr als 4.000 Zeichen oder 100 Zeilen wird beim Einfügen in eine Nachricht zum Anhang</translation>
    </message>
    <message>
        <source>When a chat fills its context</source>
        <translation>Wenn ein Chat seinen Kontext füllt</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Slide</source>
        <translation>Gleiten</translation>
    </message>
    <message>
        <source>Summarise</source>
        <translation>Zusammenfassen</translation>
    </message>
    <message>
        <source>For new chats. Each chat has this choice too, next to its context figures.</source>
        <translation>Für neue Chats. Jeder Chat hat diese Wahl auch selbst, bei den Zahlen seines Kontexts.</translation>
    </message>
    <message>
        <source>Imports exports from Hearth, ChatGPT and Open WebUI, and the chat files of GPT4All and LM Studio</source>
        <translation>Übernimmt Exporte von Hearth, ChatGPT und Open WebUI sowie die Chat-Dateien von GPT4All und LM Studio</translation>
    </message>
</context>
<context>
    <name>HistoryChart</name>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
</context>
<context>
    <name>Hub</name>
    <message>
        <source>Nothing can be written to %1 (%2). Check the folder.</source>
        <translation>Nach %1 lässt sich nichts schreiben (%2). Prüfe den Ordner.</translation>
    </message>
    <message>
        <source>%1 is available only after you accept its terms. Open its page, accept them, and try again.</source>
        <translation>%1 ist nur zugänglich, wenn du den Bedingungen zugestimmt hast. Öffne die Seite, stimme zu und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>%1 is available only after you accept its terms. Accept them on its page, put your token into HF_TOKEN, and restart Hearth.</source>
        <translation>%1 ist nur zugänglich, wenn du den Bedingungen zugestimmt hast. Stimme auf der Seite zu, setze dein Token in HF_TOKEN und starte Hearth neu.</translation>
    </message>
    <message>
        <source>%1 no longer has this file. Search for it again.</source>
        <translation>%1 hat diese Datei nicht mehr. Suche noch einmal danach.</translation>
    </message>
    <message>
        <source>The hub does not accept your token (HF_TOKEN), or %1 is private. Check the token.</source>
        <translation>Der Hub nimmt dein Token (HF_TOKEN) nicht an, oder %1 ist privat. Prüfe das Token.</translation>
    </message>
    <message>
        <source>The hub does not know %1, or it is private. Check the name.</source>
        <translation>Der Hub kennt %1 nicht, oder es ist privat. Prüfe den Namen.</translation>
    </message>
    <message>
        <source>The hub does not allow access to %1.</source>
        <translation>Der Hub erlaubt keinen Zugriff auf %1.</translation>
    </message>
    <message>
        <source>The hub wants fewer requests. Try again in %1 s.</source>
        <translation>Dem Hub sind es zu viele Anfragen. Versuche es in %1 s noch einmal.</translation>
    </message>
    <message>
        <source>The hub wants fewer requests. Try again in a few minutes.</source>
        <translation>Dem Hub sind es zu viele Anfragen. Versuche es in ein paar Minuten noch einmal.</translation>
    </message>
    <message>
        <source>The hub has an internal error (%1). Try again in a few minutes.</source>
        <translation>Der Hub hat selbst eine Störung (%1). Versuche es in ein paar Minuten noch einmal.</translation>
    </message>
    <message>
        <source>The hub answered with %1, which Hearth did not expect. Try again later.</source>
        <translation>Der Hub antwortete mit %1, was Hearth nicht erwartet hat. Versuche es später noch einmal.</translation>
    </message>
    <message>
        <source>HF_ENDPOINT is “%1”, which is not an https address. Correct it and restart Hearth.</source>
        <translation>HF_ENDPOINT ist „%1“ und damit keine https-Adresse. Korrigiere das und starte Hearth neu.</translation>
    </message>
    <message>
        <source>%1 stopped sending. Check the connection.</source>
        <translation>%1 sendet nichts mehr. Prüfe die Verbindung.</translation>
    </message>
    <message>
        <source>%1 is not an https address, so Hearth does not open it.</source>
        <translation>%1 ist keine https-Adresse. Dorthin verbindet sich Hearth nicht.</translation>
    </message>
    <message>
        <source>%1 cannot be found. Check the connection.</source>
        <translation>%1 ist nicht zu finden. Prüfe die Verbindung.</translation>
    </message>
    <message>
        <source>The certificate of %1 could not be verified (%2). Someone may be intercepting the connection, so Hearth stopped.</source>
        <translation>%1 konnte sich nicht ausweisen (%2). Vielleicht hört jemand mit; Hearth macht nicht weiter.</translation>
    </message>
    <message>
        <source>The connection to %1 was lost.</source>
        <translation>Die Verbindung zu %1 ist abgebrochen.</translation>
    </message>
    <message>
        <source>%1 cannot be reached (%2). Check the connection.</source>
        <translation>%1 ist nicht erreichbar (%2). Prüfe die Verbindung.</translation>
    </message>
    <message>
        <source>Another Hearth is downloading this file already.</source>
        <translation>Ein anderes Hearth lädt diese Datei schon herunter.</translation>
    </message>
    <message>
        <source>“%1” in the models folder is a link or a file, not a folder. Move it away and try again.</source>
        <translation>„%1“ im Modellordner ist kein eigener Ordner (sondern ein Link oder eine Datei). Verschiebe das Element und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>There is a file “%1” in the models folder already. Move it away and try again; what was downloaded is kept.</source>
        <translation>Im Modellordner gibt es schon eine Datei „%1“. Verschiebe sie und versuche es noch einmal; das Heruntergeladene bleibt erhalten.</translation>
    </message>
    <message>
        <source>The disk is full. Free some space for %1, then resume; nothing is lost.</source>
        <translation>Der Datenträger ist voll. Schaffe Platz für %1 und setze dann fort; nichts geht verloren.</translation>
    </message>
    <message>
        <source>“%1” is a link or not a regular file. Move it away and try again.</source>
        <translation>„%1“ ist ein Link oder keine gewöhnliche Datei. Verschiebe das Element und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2).</source>
        <translation>%1 lässt sich nicht lesen (%2).</translation>
    </message>
    <message>
        <source>%1 redirects in a loop. Try again later.</source>
        <translation>%1 schickt die Anfrage im Kreis. Versuche es später noch einmal.</translation>
    </message>
    <message>
        <source>%1 sent a redirect without an address. Try again later.</source>
        <translation>%1 antwortete mit einer Weiterleitung ins Nichts. Versuche es später noch einmal.</translation>
    </message>
    <message>
        <source>%1 redirects to %2 without encryption, which Hearth does not follow.</source>
        <translation>%1 will die Anfrage unverschlüsselt an %2 weitergeben. Hearth folgt nicht.</translation>
    </message>
    <message>
        <source>%1 redirects to %2, an address in your own network, which Hearth does not follow.</source>
        <translation>%1 will die Anfrage an %2 weitergeben, eine Adresse in deinem eigenen Netzwerk. Hearth folgt nicht.</translation>
    </message>
    <message>
        <source>%1 does not respond like a web server. Check the connection.</source>
        <translation>%1 antwortet nicht wie ein Webserver. Prüfe die Verbindung.</translation>
    </message>
</context>
<context>
    <name>HubFileRow</name>
    <message>
        <source>Suggested</source>
        <translation>Empfohlen</translation>
    </message>
    <message>
        <source>Downloaded</source>
        <translation>Heruntergeladen</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Download %1</source>
        <translation>%1 herunterladen</translation>
    </message>
</context>
<context>
    <name>HubPageView</name>
    <message>
        <source>Choose a model to see its files. Hearth then asks %1 for its page, and for nothing before.</source>
        <translation>Wähle ein Modell, um seine Dateien zu sehen. Erst dann fragt Hearth bei %1 nach der Seite, vorher nach nichts.</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>Alle Modelle</translation>
    </message>
    <message>
        <source>Asks for terms</source>
        <translation>Mit Bedingungen</translation>
    </message>
    <message>
        <source>This page cannot be shown</source>
        <translation>Diese Seite lässt sich nicht anzeigen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Hearth cannot run this model yet</source>
        <translation>Dieses Modell kann Hearth noch nicht ausführen</translation>
    </message>
    <message>
        <source>Asking %1</source>
        <translation>Fragt %1</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Every file is checked against its published SHA-256 before it is used.</source>
        <translation>Jede Datei wird vor der Nutzung gegen ihre veröffentlichte SHA-256 geprüft.</translation>
    </message>
    <message>
        <source>Model card</source>
        <translation>Modellkarte</translation>
    </message>
    <message>
        <source>Sees pictures</source>
        <translation>Sieht Bilder</translation>
    </message>
</context>
<context>
    <name>Inference</name>
    <message>
        <source>There is not enough memory. Close other programs, or choose a smaller model or a shorter context.</source>
        <translation>Der Speicher reicht nicht. Schließe andere Programme oder wähle ein kleineres Modell oder einen kürzeren Kontext.</translation>
    </message>
    <message>
        <source>The model stopped for a reason that Hearth does not know (%1). Load it again.</source>
        <translation>Das Modell hat aus einem Grund angehalten, den Hearth nicht kennt (%1). Lade es neu.</translation>
    </message>
    <message>
        <source>Loading was cancelled.</source>
        <translation>Das Laden wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Keeping the cache</source>
        <translation>Cache wird aufgehoben</translation>
    </message>
    <message>
        <source>No model is loaded. Choose one to continue.</source>
        <translation>Kein Modell geladen. Wähle eins, um weiterzumachen.</translation>
    </message>
</context>
<context>
    <name>InsideDialog</name>
    <message>
        <source>See inside</source>
        <translation>Hineinsehen</translation>
    </message>
    <message>
        <source>Words to tokens</source>
        <translation>Wörter zu Tokens</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>The way of a token</source>
        <translation>Der Weg eines Tokens</translation>
    </message>
</context>
<context>
    <name>InspectorTab</name>
    <message>
        <source>Press the pulse icon under a reply to see its tokens, how sure the model was of each, and where the time went.</source>
        <translation>Der Puls unter einer Antwort zeigt ihre Token, wie sicher das Modell bei jedem war und wo die Zeit blieb.</translation>
    </message>
    <message>
        <source>Exact prompt</source>
        <translation>Exakter Prompt</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Show the reply</source>
        <translation>Antwort zeigen</translation>
    </message>
    <message>
        <source>Show the exact prompt</source>
        <translation>Exakten Prompt zeigen</translation>
    </message>
    <message>
        <source>As text</source>
        <translation>Als Text</translation>
    </message>
    <message>
        <source>As bytes</source>
        <translation>Als Bytes</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>Deine Nachricht</translation>
    </message>
    <message>
        <source>Words to tokens</source>
        <translation>Wörter zu Tokens</translation>
    </message>
    <message>
        <source>The way of a token</source>
        <translation>Der Weg eines Tokens</translation>
    </message>
    <message>
        <source>Why it takes so long</source>
        <translation>Warum es so lange dauert</translation>
    </message>
    <message>
        <source>How sure it was</source>
        <translation>Wie sicher es war</translation>
    </message>
    <message>
        <source>What a token looked at</source>
        <translation>Worauf ein Token blickte</translation>
    </message>
    <message>
        <source>Tokens are the pieces that a model reads and writes: words, parts of words, single characters.</source>
        <translation>Tokens sind die Stücke, die ein Modell liest und schreibt: Wörter, Teile von Wörtern, einzelne Zeichen.</translation>
    </message>
    <message>
        <source>A token that is a whole word costs as much as one that is a single byte, so text in many short tokens takes longer and fills the context sooner.</source>
        <translation>Ein Token, das ein ganzes Wort ist, kostet so viel wie eines aus einem einzigen Byte. Text aus vielen kurzen Tokens dauert daher länger und füllt den Kontext früher.</translation>
    </message>
</context>
<context>
    <name>InstalledFoot</name>
    <message>
        <source>Delete %1 from the disk?</source>
        <translation>%1 vom Datenträger löschen?</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>Von der Liste nehmen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>Entladen</translation>
    </message>
    <message>
        <source>New chat with it</source>
        <translation>Neuer Chat damit</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Nutzen</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>The file stays where it is.</source>
        <translation>Es bleibt, wo es ist.</translation>
    </message>
    <message>
        <source>Deletes it from the disk.</source>
        <translation>Löscht es von der Festplatte.</translation>
    </message>
    <message>
        <source>Use it no longer</source>
        <translation>Nicht mehr verwenden</translation>
    </message>
    <message>
        <source>Use for documents</source>
        <translation>Für Dokumente verwenden</translation>
    </message>
    <message>
        <source>Keep loaded</source>
        <translation>Geladen halten</translation>
    </message>
    <message>
        <source>Another model may take its memory from now on.</source>
        <translation>Ein anderes Modell darf ab jetzt seinen Speicher bekommen.</translation>
    </message>
    <message>
        <source>No other model takes its memory.</source>
        <translation>Kein anderes Modell bekommt seinen Speicher.</translation>
    </message>
    <message>
        <source>Stop keeping loaded</source>
        <translation>Nicht mehr geladen halten</translation>
    </message>
</context>
<context>
    <name>InstalledPane</name>
    <message>
        <source>Installed models</source>
        <translation>Installierte Modelle</translation>
    </message>
    <message>
        <source>Looking through %1</source>
        <translation>%1 wird durchsucht</translation>
    </message>
    <message>
        <source>No models in %1 yet.</source>
        <translation>Noch keine Modelle in %1.</translation>
    </message>
    <message>
        <source>Add a file</source>
        <translation>Datei hinzufügen</translation>
    </message>
    <message>
        <source>or drop a model here</source>
        <translation>oder Modell hierher ziehen</translation>
    </message>
</context>
<context>
    <name>IntervalChart</name>
    <message>
        <source>Between tokens</source>
        <translation>Zwischen Token</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>Time between tokens: </source>
        <translation>Zeit zwischen Token: </translation>
    </message>
    <message>
        <source>median %1  ·  p95 %2  ·  longest %3</source>
        <translation>Median %1  ·  p95 %2  ·  längste %3</translation>
    </message>
    <message>
        <source>How long each token came after the one before. The median is what half of them stayed under, p95 what 95 of 100 did; long ones are pauses for other work.</source>
        <translation>Wie lange nach dem vorigen jedes Token kam. Unter dem Median blieb die Hälfte, unter p95 blieben 95 von 100; lange sind Pausen für andere Arbeit.</translation>
    </message>
    <message>
        <source>Drafts are guessed cheaply, and the model checks several at once. Each one that it accepts saves a step; those it refuses change nothing in the text.</source>
        <translation>Entwürfe werden billig geraten, und das Modell prüft mehrere auf einmal. Jeder, den es annimmt, spart einen Schritt; abgelehnte ändern nichts am Text.</translation>
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
        <translation>eingeklappt</translation>
    </message>
    <message>
        <source>unfolded</source>
        <translation>ausgeklappt</translation>
    </message>
</context>
<context>
    <name>JsonView</name>
    <message>
        <source>Last reply</source>
        <translation>Letzte Antwort</translation>
    </message>
</context>
<context>
    <name>KeepingBar</name>
    <message>
        <source>Close now</source>
        <translation>Jetzt schließen</translation>
    </message>
    <message>
        <source>Hearth is closing…</source>
        <translation>Hearth wird geschlossen…</translation>
    </message>
    <message>
        <source>Saving the cache so that chats continue quickly next time: %1 %. Hearth then closes.</source>
        <translation>Der Cache wird gespeichert, damit Chats beim nächsten Mal schnell weitergehen: %1 %. Danach schließt sich Hearth.</translation>
    </message>
    <message>
        <source>Saving the cache: %1 %</source>
        <translation>Cache wird gespeichert: %1 %</translation>
    </message>
</context>
<context>
    <name>KeyBindings</name>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Search all chats</source>
        <translation>Alle Chats durchsuchen</translation>
    </message>
    <message>
        <source>Find in this chat</source>
        <translation>In diesem Chat suchen</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>Alle Modelle</translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation>Modell öffnen</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>This list</source>
        <translation>Diese Liste</translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation>Seitenleiste</translation>
    </message>
    <message>
        <source>Settings of this chat</source>
        <translation>Einstellungen dieses Chats</translation>
    </message>
    <message>
        <source>Go to the message field</source>
        <translation>Zum Nachrichtenfeld</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>New line</source>
        <translation>Neue Zeile</translation>
    </message>
    <message>
        <source>Stop the reply or close</source>
        <translation>Antwort stoppen, schließen</translation>
    </message>
    <message>
        <source>Edit the last message</source>
        <translation>Letzte Nachricht bearbeiten</translation>
    </message>
    <message>
        <source>Jump to the latest text</source>
        <translation>Zum neuesten Text</translation>
    </message>
    <message>
        <source>Regenerate the last reply</source>
        <translation>Letzte Antwort neu generieren</translation>
    </message>
    <message>
        <source>Previous chat</source>
        <translation>Chat darüber</translation>
    </message>
    <message>
        <source>Next chat</source>
        <translation>Chat darunter</translation>
    </message>
    <message>
        <source>Rename the chat</source>
        <translation>Chat umbenennen</translation>
    </message>
    <message>
        <source>Move the chat to the trash</source>
        <translation>Chat in den Papierkorb</translation>
    </message>
    <message>
        <source>Undo last action</source>
        <translation>Rückgängig, was der Hinweis anbietet</translation>
    </message>
    <message>
        <source>Close Hearth</source>
        <translation>Hearth schließen</translation>
    </message>
    <message>
        <source>Continue the last reply</source>
        <translation>Letzte Antwort fortsetzen</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Kleiner</translation>
    </message>
    <message>
        <source>Usual size</source>
        <translation>Normale Größe</translation>
    </message>
    <message>
        <source>Compare answers</source>
        <translation>Antworten vergleichen</translation>
    </message>
</context>
<context>
    <name>KvTypeChoice</name>
    <message>
        <source>What fewer bits cost this model could not be measured. %1</source>
        <translation>Was weniger Bit dieses Modell kosten, ließ sich nicht messen. %1</translation>
    </message>
    <message>
        <source>What fewer bits cost this model is measured once, while it rests. Then they can be chosen.</source>
        <translation>Was weniger Bit dieses Modell kosten, wird einmal gemessen, während es ruht. Danach sind sie wählbar.</translation>
    </message>
    <message>
        <source>What fewer bits cost is measured when this model is in use. Then they can be chosen.</source>
        <translation>Was weniger Bit kosten, wird gemessen, wenn dieses Modell in Gebrauch ist. Danach sind sie wählbar.</translation>
    </message>
    <message>
        <source>16 bits</source>
        <translation>16 Bit</translation>
    </message>
    <message>
        <source>8 bits</source>
        <translation>8 Bit</translation>
    </message>
    <message>
        <source>8 and 4 bits</source>
        <translation>8 und 4 Bit</translation>
    </message>
    <message>
        <source>4 bits</source>
        <translation>4 Bit</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>noch nicht</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>+%1 %</source>
        <translation>+%1 %</translation>
    </message>
    <message>
        <source>KV precision</source>
        <translation>KV-Genauigkeit</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>Perplexität</translation>
    </message>
    <message>
        <source>memory %1, perplexity %2</source>
        <translation>Speicher %1, Perplexität %2</translation>
    </message>
</context>
<context>
    <name>LicenceDialog</name>
    <message>
        <source>Text of the licence</source>
        <translation>Text der Lizenz</translation>
    </message>
</context>
<context>
    <name>LinkDialog</name>
    <message>
        <source>Open a link?</source>
        <translation>Link öffnen?</translation>
    </message>
    <message>
        <source>The reply links to %1. It opens in your browser.</source>
        <translation>Die Antwort verlinkt auf %1. Die Seite öffnet sich im Browser.</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>Adresse kopieren</translation>
    </message>
    <message>
        <source>Open the link</source>
        <translation>Link öffnen</translation>
    </message>
</context>
<context>
    <name>ListItemBlock</name>
    <message>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
    <message>
        <source>to do</source>
        <translation>offen</translation>
    </message>
</context>
<context>
    <name>LoadOptionsView</name>
    <message>
        <source>How it is loaded</source>
        <translation>So wird es geladen</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>Kontextlänge</translation>
    </message>
    <message>
        <source>Context length in tokens</source>
        <translation>Kontextlänge in Token</translation>
    </message>
    <message>
        <source>KV precision</source>
        <translation>KV-Genauigkeit</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>one for each core</source>
        <translation>einer je Kern</translation>
    </message>
    <message>
        <source>Threads of this model, 0 for one for each core</source>
        <translation>Threads dieses Modells, 0 für einen je Kern</translation>
    </message>
    <message>
        <source>Layers on the GPU</source>
        <translation>GPU-Schichten</translation>
    </message>
    <message>
        <source>as many as fit</source>
        <translation>so viele wie passen</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source>Layers on the GPU, −1 for as many as fit</source>
        <translation>Schichten auf der GPU, −1 für so viele wie passen</translation>
    </message>
    <message>
        <source>Needs %1 more</source>
        <translation>%1 mehr nötig</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>Reset to defaults</source>
        <translation>Auf Standard zurücksetzen</translation>
    </message>
    <message>
        <source>Load again with these</source>
        <translation>Damit neu laden</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>Weights %1, KV at most %2 (one chat %3), %4 in all</source>
        <translation>Gewichte %1, KV höchstens %2 (ein Chat %3), zusammen %4</translation>
    </message>
    <message>
        <source>, of which %1 for pictures</source>
        <translation>, davon %1 für Bilder</translation>
    </message>
</context>
<context>
    <name>LongTextChip</name>
    <message>
        <source>Long text</source>
        <translation>Langer Text</translation>
    </message>
    <message>
        <source>Long text, %1</source>
        <translation>Langer Text, %1</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the long text, to change it in another program</source>
        <translation>Den langen Text kopieren, um ihn in einem anderen Programm zu ändern</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>LossDialog</name>
    <message>
        <source>Close without saving?</source>
        <translation>Schließen, ohne zu speichern?</translation>
    </message>
    <message>
        <source>Your chats from this session are in memory only. They will be lost when Hearth closes.</source>
        <translation>Deine Chats aus dieser Sitzung sind nur im Arbeitsspeicher. Sie gehen verloren, wenn Hearth geschlossen wird.</translation>
    </message>
    <message>
        <source>Close without saving</source>
        <translation>Ohne Speichern schließen</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter…</translation>
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
        <translation>Compute Capability</translation>
    </message>
    <message>
        <source>driver for CUDA</source>
        <translation>Treiber für CUDA</translation>
    </message>
</context>
<context>
    <name>MachinePage</name>
    <message>
        <source>Machine</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>Belegt</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>The last two minutes, as far as this page was open or a reply was being written. A card that is not asked can sleep.</source>
        <translation>Die letzten zwei Minuten, soweit diese Seite offen war oder eine Antwort geschrieben wurde. Eine Karte, die nicht gefragt wird, kann ruhen.</translation>
    </message>
    <message>
        <source>Reading what the devices do…</source>
        <translation>Es wird gelesen, was die Geräte tun …</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>none loaded</source>
        <translation>keins geladen</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV-Cache</translation>
    </message>
    <message>
        <source>%1 now, %2 at most</source>
        <translation>jetzt %1, höchstens %2</translation>
    </message>
    <message>
        <source>Scratch</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Entwurfsmodell</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>%1 of %2 of a layer on the card, all of them in memory (%3)</source>
        <translation>%1 von %2 einer Schicht auf der Karte, alle im Arbeitsspeicher (%3)</translation>
    </message>
    <message>
        <source>Found on the card</source>
        <translation>Auf der Karte gefunden</translation>
    </message>
    <message>
        <source>%1 % of the uses, %2 copied</source>
        <translation>%1 % der Aufrufe, %2 kopiert</translation>
    </message>
    <message>
        <source>Memory use</source>
        <translation>Speichernutzung</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Safety</source>
        <translation>Sicherheit</translation>
    </message>
    <message>
        <source>Sandbox for pictures</source>
        <translation>Sandbox für Bilder</translation>
    </message>
    <message>
        <source>Embedding model</source>
        <translation>Einbettungsmodell</translation>
    </message>
    <message>
        <source>Reranker</source>
        <translation>Reranker</translation>
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
        <translation>Der Speicher ist voll</translation>
    </message>
    <message>
        <source>The last action was not carried out</source>
        <translation>Die letzte Aktion wurde nicht ausgeführt</translation>
    </message>
</context>
<context>
    <name>MathBlock</name>
    <message>
        <source>Formula: %1</source>
        <translation>Formel: %1</translation>
    </message>
</context>
<context>
    <name>McpSetup</name>
    <message>
        <source>it uses the older transport of HTTP with SSE, which Hearth does not speak</source>
        <translation>er benutzt die ältere Übertragung von HTTP mit SSE, die Hearth nicht spricht</translation>
    </message>
    <message>
        <source>it has no command and no address</source>
        <translation>er hat weder einen Befehl noch eine Adresse</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no &quot;mcpServers&quot;.</source>
        <translation>„%1“ hat kein „mcpServers“.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has more than %2 servers; the rest is left out.</source>
        <translation>„%1“ hat mehr als %2 Server; die übrigen werden ausgelassen.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is left out: %2.</source>
        <translation>„%1“ wird ausgelassen: %2.</translation>
    </message>
    <message>
        <source>its address is not an http or https address</source>
        <translation>seine Adresse ist keine http- oder https-Adresse</translation>
    </message>
    <message>
        <source>it is not a description of a server</source>
        <translation>es ist keine Beschreibung eines Servers</translation>
    </message>
</context>
<context>
    <name>MemoryTable</name>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>weights %1 GB</source>
        <translation>Gewichte %1 GB</translation>
    </message>
    <message>
        <source>this model</source>
        <translation>dieses Modell</translation>
    </message>
</context>
<context>
    <name>MessageFooter</name>
    <message>
        <source>Previous version</source>
        <translation>Vorherige Version</translation>
    </message>
    <message>
        <source>%1/%2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>Version %1 of %2</source>
        <translation>Version %1 von %2</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>Nächste Version</translation>
    </message>
</context>
<context>
    <name>MessageList</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Delete from here on</source>
        <translation>Ab hier löschen</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Neu generieren</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Open in the inspector</source>
        <translation>Im Inspektor öffnen</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <source>Edit your message</source>
        <translation>Deine Nachricht bearbeiten</translation>
    </message>
    <message>
        <source>Edit the reply</source>
        <translation>Antwort bearbeiten</translation>
    </message>
</context>
<context>
    <name>MessageMenu</name>
    <message>
        <source>Copy as text</source>
        <translation>Als Text kopieren</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Als Markdown kopieren</translation>
    </message>
    <message>
        <source>Quote</source>
        <translation>Zitieren</translation>
    </message>
    <message>
        <source>Delete from here on</source>
        <translation>Ab hier löschen</translation>
    </message>
    <message>
        <source>See its tokens</source>
        <translation>Tokens ansehen</translation>
    </message>
    <message>
        <source>Compare answers…</source>
        <translation>Antworten vergleichen …</translation>
    </message>
    <message>
        <source>Regenerate with…</source>
        <translation>Neu erzeugen mit …</translation>
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
        <translation>Die Antwort ist abgebrochen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>of another chat</source>
        <translation>eines anderen Chats</translation>
    </message>
    <message>
        <source>%1 messages</source>
        <translation>%1 Nachrichten</translation>
    </message>
    <message>
        <source>Passages of documents: %1</source>
        <translation>Textstellen aus Dokumenten: %1</translation>
    </message>
    <message>
        <source>Not in the documents word for word: %1</source>
        <translation>Nicht wörtlich in den Dokumenten: %1</translation>
    </message>
    <message>
        <source>1 message</source>
        <translation>1 Nachricht</translation>
    </message>
    <message>
        <source>%1, edited by you</source>
        <translation>%1, von dir bearbeitet</translation>
    </message>
</context>
<context>
    <name>ModelButton</name>
    <message>
        <source>Loading a model</source>
        <translation>Modell wird geladen</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>Kein Modell</translation>
    </message>
    <message>
        <source>Model: %1 %2, %3</source>
        <translation>Modell: %1 %2, %3</translation>
    </message>
    <message>
        <source>loads when you send</source>
        <translation>lädt beim Senden</translation>
    </message>
</context>
<context>
    <name>ModelCard</name>
    <message>
        <source>Feed-forward</source>
        <translation>Feed-Forward</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>Embeddings</source>
        <translation>Embeddings</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Norms</source>
        <translation>Normierung</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Sonstige</translation>
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
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>Made from</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>Sprachen</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Aufbau</translation>
    </message>
    <message>
        <source>%1, %2 layers</source>
        <translation>%1, %2 Schichten</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vokabular</translation>
    </message>
    <message>
        <source>Template</source>
        <translation>Vorlage</translation>
    </message>
    <message>
        <source>its own</source>
        <translation>eigene</translation>
    </message>
    <message>
        <source>none; a fallback is used</source>
        <translation>keine; eine Ersatzvorlage wird genutzt</translation>
    </message>
</context>
<context>
    <name>ModelCardView</name>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Memory by precision</source>
        <translation>Speicher je Genauigkeit</translation>
    </message>
    <message>
        <source>GB, weights and one context together</source>
        <translation>GB, Gewichte und ein Kontext zusammen</translation>
    </message>
    <message>
        <source>For one conversation. A loaded model keeps the cache of several where there is room, so it shows more.</source>
        <translation>Für ein Gespräch. Ein geladenes Modell hält den Cache mehrerer, wo Platz ist, und zeigt deshalb mehr.</translation>
    </message>
    <message>
        <source>Every precision, and what fits here…</source>
        <translation>Jede Genauigkeit und was hier passt …</translation>
    </message>
</context>
<context>
    <name>ModelDetails</name>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>Memory while it is loaded</source>
        <translation>Speicher im geladenen Zustand</translation>
    </message>
    <message>
        <source>Weights %1</source>
        <translation>Gewichte %1</translation>
    </message>
    <message>
        <source>Scratch %1</source>
        <translation>Puffer %1</translation>
    </message>
    <message>
        <source>Free %1</source>
        <translation>Frei %1</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>Läuft auf</translation>
    </message>
    <message>
        <source>Template</source>
        <translation>Vorlage</translation>
    </message>
    <message>
        <source>managed by %1</source>
        <translation>verwaltet von %1</translation>
    </message>
    <message>
        <source>Verified</source>
        <translation>Geprüft</translation>
    </message>
    <message>
        <source>Leaves this computer</source>
        <translation>Verlässt diesen Computer</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>This model cannot be used</source>
        <translation>Dieses Modell ist nicht nutzbar</translation>
    </message>
    <message>
        <source>Show the file</source>
        <translation>Datei zeigen</translation>
    </message>
    <message>
        <source>Opens the file manager</source>
        <translation>Öffnet den Dateimanager</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Verify again</source>
        <translation>Erneut prüfen</translation>
    </message>
    <message>
        <source>Compares the file with its published SHA-256</source>
        <translation>Vergleicht die Datei mit ihrer veröffentlichten SHA-256</translation>
    </message>
    <message>
        <source>KV %1 of at most %2</source>
        <translation>KV %1 von höchstens %2</translation>
    </message>
    <message>
        <source>It reads the best passages together with the question and brings those that answer it to the top. It writes no replies.</source>
        <translation>Es liest die besten Stellen zusammen mit der Frage und bringt die nach oben, die sie beantworten. Antworten schreibt es nicht.</translation>
    </message>
    <message>
        <source>It reads your documents once, so that passages are found that say the same in other words. It writes no replies.</source>
        <translation>Es liest deine Dokumente einmal, damit auch Stellen gefunden werden, die dasselbe mit anderen Worten sagen. Antworten schreibt es nicht.</translation>
    </message>
    <message>
        <source>Another program on this computer</source>
        <translation>Anderes Programm auf diesem Computer</translation>
    </message>
    <message>
        <source>Sees pictures</source>
        <translation>Sieht Bilder</translation>
    </message>
    <message>
        <source>Pictures %1</source>
        <translation>Bilder %1</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
</context>
<context>
    <name>ModelFacts</name>
    <message>
        <source>Fits, takes %1 GB</source>
        <translation>Passt, belegt %1 GB</translation>
    </message>
    <message>
        <source>%1 of %2 layers</source>
        <translation>%1 von %2 Schichten</translation>
    </message>
    <message>
        <source>Needs %1 GB more</source>
        <translation>Braucht %1 GB mehr</translation>
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
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>Installed models</source>
        <translation>Installierte Modelle</translation>
    </message>
    <message>
        <source>Looking through %1</source>
        <translation>%1 wird durchsucht</translation>
    </message>
    <message>
        <source>No models in %1 yet. Open one, or put it there: a GGUF file, or a folder in Hugging Face format.</source>
        <translation>Noch keine Modelle in %1. Öffne eines oder lege es dort ab: eine GGUF-Datei oder einen Ordner im Format von Hugging Face.</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>Alle Modelle</translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation>Datei öffnen…</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>Entladen</translation>
    </message>
</context>
<context>
    <name>ModelPurpose</name>
    <message>
        <source>Finds documents by meaning</source>
        <translation>Findet Dokumente nach ihrem Sinn</translation>
    </message>
    <message>
        <source>Orders passages</source>
        <translation>Ordnet Stellen</translation>
    </message>
</context>
<context>
    <name>ModelQuantizer</name>
    <message>
        <source>%1 cannot be read (%2); choose another text.</source>
        <translation>%1 kann nicht gelesen werden (%2); wähle einen anderen Text.</translation>
    </message>
</context>
<context>
    <name>ModelRow</name>
    <message>
        <source>loaded</source>
        <translation>geladen</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>in Gebrauch</translation>
    </message>
    <message>
        <source>kept loaded</source>
        <translation>bleibt geladen</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>lädt</translation>
    </message>
    <message>
        <source>unloaded for now</source>
        <translation>vorerst entladen</translation>
    </message>
    <message>
        <source>Sees pictures</source>
        <translation>Sieht Bilder</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>%1 is downloaded and verified</source>
        <translation>%1 ist heruntergeladen und geprüft</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>%1 is added</source>
        <translation>%1 ist hinzugefügt</translation>
    </message>
    <message>
        <source>%1 sees pictures from the next time it is loaded</source>
        <translation>%1 sieht Bilder, sobald es das nächste Mal geladen wird</translation>
    </message>
</context>
<context>
    <name>ModelsDialog</name>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Installed</source>
        <translation>Installiert</translation>
    </message>
    <message>
        <source>Discover</source>
        <translation>Entdecken</translation>
    </message>
    <message>
        <source>Endpoints</source>
        <translation>Endpunkte</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
</context>
<context>
    <name>ModelsFolder</name>
    <message>
        <source>%1 could not be moved: %2. Nothing was changed.</source>
        <translation>%1 ließ sich nicht verschieben: %2. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>%1 already exists. Rename it, or choose another folder.</source>
        <translation>%1 gibt es dort schon. Benenne die Datei um oder wähle einen anderen Ordner.</translation>
    </message>
</context>
<context>
    <name>ModelsFolderPage</name>
    <message>
        <source>Models folder</source>
        <translation>Modellordner</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Opens the folder in the file manager</source>
        <translation>Öffnet den Ordner im Dateimanager</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>One model, %1; %2 free</source>
        <translation>Ein Modell, %1; %2 frei</translation>
    </message>
    <message>
        <source>%1 models, %2; %3 free</source>
        <translation>%1 Modelle, %2; %3 frei</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>Alle Modelle</translation>
    </message>
    <message>
        <source>Disk read speed</source>
        <translation>Wie schnell das Laufwerk gelesen wird</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>Wird gemessen…</translation>
    </message>
    <message>
        <source>Not measured yet</source>
        <translation>Noch nicht gemessen</translation>
    </message>
    <message>
        <source>There is no model to measure with</source>
        <translation>Kein Modell, mit dem gemessen werden könnte</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Moving the models, %1 %</source>
        <translation>Die Modelle werden verschoben, %1 %</translation>
    </message>
    <message>
        <source>Another folder</source>
        <translation>Anderer Ordner</translation>
    </message>
    <message>
        <source>Moved models keep working. Otherwise they stay where they are and are no longer listed.</source>
        <translation>Verschobene Modelle laufen am neuen Ort weiter. Sonst bleiben sie, wo sie sind, und stehen nicht mehr auf der Liste.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Move the models</source>
        <translation>Modelle verschieben</translation>
    </message>
    <message>
        <source>Change folder only</source>
        <translation>Nur wechseln</translation>
    </message>
    <message>
        <source>Back to Hearth&apos;s own folder</source>
        <translation>Zurück zum Ordner von Hearth</translation>
    </message>
    <message>
        <source>This moves nothing.</source>
        <translation>Dabei wird nichts verschoben.</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>Benutzen</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>Folders of other programs</source>
        <translation>Ordner anderer Programme</translation>
    </message>
    <message>
        <source>Their models are listed too. They are used in place and never changed.</source>
        <translation>Auch ihre Modelle stehen auf der Liste; sie werden dort benutzt, wo sie liegen, und nie verändert.</translation>
    </message>
    <message>
        <source>no model</source>
        <translation>kein Modell</translation>
    </message>
    <message>
        <source>one model, %1</source>
        <translation>ein Modell, %1</translation>
    </message>
    <message>
        <source>%1 models, %2</source>
        <translation>%1 Modelle, %2</translation>
    </message>
    <message>
        <source>%1, a slow disk: a 5 GB model takes %2 to load</source>
        <translation>%1, ein langsames Laufwerk; ein Modell von 5 GB lädt in %2</translation>
    </message>
    <message>
        <source>%1: a 5 GB model takes %2 to load</source>
        <translation>%1; ein Modell von 5 GB lädt in %2</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Until then, all models stay where they were</source>
        <translation>Bis zum Ende sind alle noch, wo sie waren</translation>
    </message>
</context>
<context>
    <name>NewFolderPopover</name>
    <message>
        <source>New folder</source>
        <translation>Neuer Ordner</translation>
    </message>
    <message>
        <source>Name of the new folder</source>
        <translation>Name des neuen Ordners</translation>
    </message>
    <message>
        <source>Create folder</source>
        <translation>Ordner anlegen</translation>
    </message>
</context>
<context>
    <name>NewestPill</name>
    <message>
        <source>Jump to the latest text</source>
        <translation>Zum neuesten Text</translation>
    </message>
</context>
<context>
    <name>NextTokenChart</name>
    <message>
        <source>Next token</source>
        <translation>Nächstes Token</translation>
    </message>
    <message>
        <source>the first of the reply</source>
        <translation>das erste der Antwort</translation>
    </message>
    <message>
        <source>after “%1”</source>
        <translation>nach „%1“</translation>
    </message>
    <message>
        <source>The token before</source>
        <translation>Vorheriges Token</translation>
    </message>
    <message>
        <source>The token after</source>
        <translation>Nächstes Token</translation>
    </message>
    <message>
        <source>After the next reply this shows what could have come and what these settings make of it.</source>
        <translation>Nach der nächsten Antwort steht hier, was hätte kommen können und was diese Einstellungen daraus machen.</translation>
    </message>
    <message>
        <source>with settings</source>
        <translation>mit Einstellungen</translation>
    </message>
    <message>
        <source>without</source>
        <translation>ohne</translation>
    </message>
    <message>
        <source>all tokens remain</source>
        <translation>alle Token bleiben</translation>
    </message>
    <message>
        <source>1 token remains</source>
        <translation>1 Token bleibt</translation>
    </message>
    <message>
        <source>%1 tokens remain</source>
        <translation>%1 Token bleiben</translation>
    </message>
</context>
<context>
    <name>NextTokenRow</name>
    <message>
        <source>%1: cut by %2, %3 percent without</source>
        <translation>%1: entfernt durch %2, %3 Prozent ohne</translation>
    </message>
    <message>
        <source>%1: %2 percent, %3 without the settings</source>
        <translation>%1: %2 Prozent, %3 ohne die Einstellungen</translation>
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
        <translation>Es ist kein Modell geladen, deshalb wurde das nicht gesendet.</translation>
    </message>
    <message>
        <source>Load %1</source>
        <translation>%1 laden</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Close the notice</source>
        <translation>Hinweis schließen</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>Choose another model</source>
        <translation>Anderes Modell wählen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Choose another folder</source>
        <translation>Anderen Ordner wählen</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter…</translation>
    </message>
    <message>
        <source>%1 The chats of this session are in memory only and will be lost when Hearth closes.</source>
        <translation>%1 Die Chats dieser Sitzung sind nur im Arbeitsspeicher und gehen verloren, wenn Hearth geschlossen wird.</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Chat öffnen</translation>
    </message>
    <message>
        <source>Hearth did not shut down properly the last two times “%1” was open, so that chat was not opened.</source>
        <translation>Die letzten beiden Male wurde Hearth nicht richtig beendet, während „%1“ offen war; deshalb wurde dieser Chat nicht geöffnet.</translation>
    </message>
</context>
<context>
    <name>OverflowChoice</name>
    <message>
        <source>When the context is full</source>
        <translation>Wenn der Kontext voll ist</translation>
    </message>
    <message>
        <source>Stop and tell me</source>
        <translation>Anhalten und melden</translation>
    </message>
    <message>
        <source>for this chat</source>
        <translation>für diesen Chat</translation>
    </message>
    <message>
        <source>Slide: the oldest turns leave the context</source>
        <translation>Gleiten: Die ältesten Runden verlassen den Kontext</translation>
    </message>
    <message>
        <source>Summarise: the model condenses them</source>
        <translation>Zusammenfassen: Das Modell verdichtet sie</translation>
    </message>
</context>
<context>
    <name>PassagesDialog</name>
    <message>
        <source>Passages of documents</source>
        <translation>Textstellen aus Dokumenten</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>This chat has no passages yet. Switch on Documents under the message and ask something that your documents answer.</source>
        <translation>Dieser Chat hat noch keine Textstellen. Schalte unter der Nachricht „Dokumente“ ein und frage etwas, das deine Dokumente beantworten.</translation>
    </message>
    <message>
        <source>Found for the last question, not taken</source>
        <translation>Zur letzten Frage gefunden, nicht übernommen</translation>
    </message>
    <message>
        <source>%1, %2. %3</source>
        <translation>%1, %2. %3</translation>
    </message>
    <message>
        <source>Open the file</source>
        <translation>Datei öffnen</translation>
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
        <translation>Gefunden %1</translation>
    </message>
</context>
<context>
    <name>PathField</name>
    <message>
        <source>Path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>Suggestions</source>
        <translation>Vorschläge</translation>
    </message>
</context>
<context>
    <name>PickerRow</name>
    <message>
        <source>loaded</source>
        <translation>geladen</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>lädt</translation>
    </message>
</context>
<context>
    <name>PictureChip</name>
    <message>
        <source>Enter shows it large, Delete removes it</source>
        <translation>Die Eingabetaste zeigt es groß, Entf entfernt es</translation>
    </message>
    <message>
        <source>Do not attach %1</source>
        <translation>%1 nicht anhängen</translation>
    </message>
    <message>
        <source>Enter shows it large, Delete removes it, the menu key chooses its detail</source>
        <translation>Eingabe zeigt es groß, Entf entfernt es, die Menütaste wählt die Details</translation>
    </message>
    <message>
        <source>Detail of %1</source>
        <translation>Details von %1</translation>
    </message>
</context>
<context>
    <name>PictureMenu</name>
    <message>
        <source>Show it large</source>
        <translation>Groß zeigen</translation>
    </message>
    <message>
        <source>Copy the picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>Save the picture as…</source>
        <translation>Bild speichern unter…</translation>
    </message>
</context>
<context>
    <name>PictureRow</name>
    <message>
        <source>Pictures of the message</source>
        <translation>Bilder der Nachricht</translation>
    </message>
</context>
<context>
    <name>PictureViewer</name>
    <message>
        <source>Picture %1 of %2, %3 × %4</source>
        <translation>Bild %1 von %2, %3 × %4</translation>
    </message>
    <message>
        <source>Previous picture</source>
        <translation>Vorheriges Bild</translation>
    </message>
    <message>
        <source>Next picture</source>
        <translation>Nächstes Bild</translation>
    </message>
    <message>
        <source>100 %</source>
        <translation>100 %</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>One dot of the screen for each of the picture</source>
        <translation>Ein Punkt des Bildschirms für jeden des Bildes</translation>
    </message>
    <message>
        <source>Fit it into the window</source>
        <translation>In das Fenster einpassen</translation>
    </message>
    <message>
        <source>Copy the picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>Save the picture as…</source>
        <translation>Bild speichern unter…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>This picture is damaged and cannot be shown.</source>
        <translation>Dieses Bild ist beschädigt und kann nicht gezeigt werden.</translation>
    </message>
</context>
<context>
    <name>PicturesNotice</name>
    <message>
        <source>%1 reads text only, no pictures. What you wrote stays here.</source>
        <translation>%1 liest nur Text, keine Bilder. Was du geschrieben hast, bleibt hier.</translation>
    </message>
    <message>
        <source>Choose a vision model</source>
        <translation>Modell wählen, das sieht</translation>
    </message>
    <message>
        <source>Remove the pictures</source>
        <translation>Bilder entfernen</translation>
    </message>
</context>
<context>
    <name>PlacesList</name>
    <message>
        <source>Places</source>
        <translation>Orte</translation>
    </message>
</context>
<context>
    <name>PrecisionPane</name>
    <message>
        <source>Half the bits take half the memory, and a reply reads all of it for every token: a smaller precision is a faster one, too. All figures are computed from the shapes of the weights; INT8 and INT4 are Q8_0 and Q4_0, whose blocks of 32 weights have a scale of 16 bits.</source>
        <translation>Halb so viele Bits brauchen halb so viel Speicher, und eine Antwort liest ihn für jedes Token ganz: Eine kleinere Genauigkeit ist auch eine schnellere. Alle Zahlen sind aus den Formen der Gewichte errechnet; INT8 und INT4 sind Q8_0 und Q4_0, deren Blöcke von 32 Gewichten einen Maßstab von 16 Bits haben.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Weights and one context, in GB</source>
        <translation>Gewichte und ein Kontext, in GB</translation>
    </message>
    <message>
        <source>The context alone: keys and values of</source>
        <translation>Der Kontext allein: Schlüssel und Werte von</translation>
    </message>
    <message>
        <source>What fits here</source>
        <translation>Was hier passt</translation>
    </message>
    <message>
        <source>Of the whole memory, with the most exact precision that fits. Working memory and other programs come on top.</source>
        <translation>Vom ganzen Speicher, mit der genauesten Genauigkeit, die passt. Arbeitsspeicher des Rechnens und andere Programme kommen dazu.</translation>
    </message>
</context>
<context>
    <name>PrefillCard</name>
    <message>
        <source>Reading the prompt, %1 of %2 tokens</source>
        <translation>Prompt wird gelesen, %1 von %2 Token</translation>
    </message>
    <message>
        <source>Reading the prompt</source>
        <translation>Prompt wird gelesen</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>%1 reused</source>
        <translation>%1 aus Cache</translation>
    </message>
    <message>
        <source>%1 read</source>
        <translation>%1 gelesen</translation>
    </message>
    <message>
        <source>%1 to go</source>
        <translation>%1 übrig</translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 tok/s</translation>
    </message>
    <message>
        <source>Stays in memory afterwards: the next question about it starts at once.</source>
        <translation>Bleibt danach im Speicher: Die nächste Frage dazu beginnt sofort.</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>Schreibt</translation>
    </message>
    <message>
        <source>Waiting for %1</source>
        <translation>Wartet auf %1</translation>
    </message>
    <message>
        <source>Reading a picture, %1 %</source>
        <translation>Bild wird gelesen, %1 %</translation>
    </message>
</context>
<context>
    <name>PresetRow</name>
    <message>
        <source>Preset</source>
        <translation>Voreinstellung</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>%1, changed</source>
        <translation>%1, geändert</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save these values as a preset</source>
        <translation>Diese Werte als Voreinstellung speichern</translation>
    </message>
    <message>
        <source>Name of the preset</source>
        <translation>Name der Voreinstellung</translation>
    </message>
    <message>
        <source>Save preset</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Presets as files</source>
        <translation>Voreinstellungen als Dateien</translation>
    </message>
    <message>
        <source>Save these values as a file</source>
        <translation>Diese Werte als Datei speichern</translation>
    </message>
    <message>
        <source>Import presets</source>
        <translation>Voreinstellungen aus einer Datei übernehmen</translation>
    </message>
    <message>
        <source>Delete “%1”</source>
        <translation>„%1“ löschen</translation>
    </message>
</context>
<context>
    <name>Presets</name>
    <message>
        <source>It is damaged at byte %1 (%2).</source>
        <translation>Sie ist bei Byte %1 beschädigt (%2).</translation>
    </message>
    <message>
        <source>It contains no Hearth presets. Choose a file that Hearth saved.</source>
        <translation>Sie enthält keine Voreinstellungen von Hearth. Wähle eine Datei, die Hearth gespeichert hat.</translation>
    </message>
    <message>
        <source>It was saved by a newer Hearth (version %1 of the file). Update Hearth to read it.</source>
        <translation>Ein neueres Hearth hat sie gespeichert (Version %1 der Datei). Aktualisiere Hearth, um sie zu lesen.</translation>
    </message>
    <message>
        <source>Preset %1 in it has no name or no values.</source>
        <translation>Voreinstellung %1 darin hat keinen Namen oder keine Werte.</translation>
    </message>
    <message>
        <source>It contains no preset.</source>
        <translation>Es ist keine Voreinstellung darin.</translation>
    </message>
</context>
<context>
    <name>PrivacyPage</name>
    <message>
        <source>Privacy</source>
        <translation>Datenschutz</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Replies</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Generated on this computer. Images and pages mentioned in a reply are never loaded; a link opens only after you have seen where it leads.</source>
        <translation>Entstehen auf diesem Computer. Bilder und Seiten, die eine Antwort nennt, werden nie geladen; ein Link öffnet sich erst, wenn du gesehen hast, wohin er führt.</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>Nutzung</translation>
    </message>
    <message>
        <source>Nothing is measured or reported, and there is no account.</source>
        <translation>Nicht gemessen, nicht gemeldet. Es gibt kein Konto.</translation>
    </message>
    <message>
        <source>Kept on this computer. What you write leaves it only when you chat with a model on a server that you added.</source>
        <translation>Bleiben auf diesem Computer. Was du schreibst, verlässt ihn nur, wenn du mit einem Modell auf einem Server chattest, den du hinzugefügt hast.</translation>
    </message>
    <message>
        <source>Back up</source>
        <translation>Sichern</translation>
    </message>
    <message>
        <source>Writing the backup: %1 %</source>
        <translation>Sicherung wird geschrieben: %1 %</translation>
    </message>
    <message>
        <source>Saves all chats and settings in one file. To restore it, close Hearth and put it in the data folder as hearth.db.</source>
        <translation>Speichert alle Chats und Einstellungen in einer Datei. Um sie wiederherzustellen, schließe Hearth und lege sie als hearth.db in den Datenordner.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter…</translation>
    </message>
    <message>
        <source>Back up…</source>
        <translation>Sichern…</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>What models have read is kept on this computer as well, until its chat is erased. See Cache.</source>
        <translation>Auch was Modelle gelesen haben, liegt auf diesem Rechner, bis der Chat endgültig gelöscht wird. Siehe Cache.</translation>
    </message>
    <message>
        <source>Nothing of it is kept on disk.</source>
        <translation>Nichts davon liegt auf dem Laufwerk.</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Models may ask for web pages: the address, which may hold words of the chat, then leaves this computer. You see it before, unless you allowed that always.</source>
        <translation>Modelle können Webseiten verlangen: Die Adresse, in der Wörter des Chats stehen können, verlässt dann diesen Computer. Du siehst sie vorher, außer du hast das immer erlaubt.</translation>
    </message>
    <message>
        <source>The built-in ones stay on this computer. Reading web pages is off.</source>
        <translation>Die eingebauten bleiben auf diesem Computer. Das Lesen von Webseiten ist aus.</translation>
    </message>
</context>
<context>
    <name>ProgramsPage</name>
    <message>
        <source>Other programs</source>
        <translation>Andere Programme</translation>
    </message>
    <message>
        <source>Let other programs use the model</source>
        <translation>Andere Programme das Modell benutzen lassen</translation>
    </message>
    <message>
        <source>Editors and scripts on this computer can ask the model that is loaded here. Other computers cannot. Your own chats go first.</source>
        <translation>Editoren und Skripte auf diesem Computer können das hier geladene Modell fragen, andere Computer nicht. Deine eigenen Chats gehen vor.</translation>
    </message>
    <message>
        <source>Not open</source>
        <translation>Nicht offen</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>%1. Load a model of this computer, so that it answers.</source>
        <translation>%1. Lade ein Modell dieses Computers, damit es antwortet.</translation>
    </message>
    <message>
        <source>Use another port</source>
        <translation>Anderen Port verwenden</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>Adresse kopieren</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Ask for a key</source>
        <translation>Einen Schlüssel verlangen</translation>
    </message>
    <message>
        <source>Without one, every program and every user of this computer can ask.</source>
        <translation>Ohne ihn kann jedes Programm und jeder Benutzer dieses Computers fragen.</translation>
    </message>
    <message>
        <source>New key</source>
        <translation>Neuer Schlüssel</translation>
    </message>
    <message>
        <source>Copy the key</source>
        <translation>Schlüssel kopieren</translation>
    </message>
    <message>
        <source>Programs</source>
        <translation>Programme</translation>
    </message>
    <message>
        <source>No program has asked yet.</source>
        <translation>Noch kein Programm hat gefragt.</translation>
    </message>
    <message>
        <source>Last requests</source>
        <translation>Letzte Anfragen</translation>
    </message>
    <message>
        <source>%1, as the model %2. Programs that speak Anthropic&apos;s protocol want it without /v1.</source>
        <translation>%1, als Modell %2. Programme, die Anthropics Protokoll sprechen, brauchen sie ohne /v1.</translation>
    </message>
    <message>
        <source>Programs have it in their address, so it rarely changes</source>
        <translation>Programme haben ihn in ihrer Adresse, darum ändert er sich selten</translation>
    </message>
    <message>
        <source>Programs give this key, as OpenAI&apos;s. It is kept in the system&apos;s keyring.</source>
        <translation>Programme geben diesen Schlüssel an wie den von OpenAI. Er liegt im Schlüsselbund des Systems.</translation>
    </message>
</context>
<context>
    <name>PromptLibrary</name>
    <message>
        <source>Saved system prompts</source>
        <translation>Gespeicherte System-Prompts</translation>
    </message>
    <message>
        <source>No saved prompts</source>
        <translation>Keine gespeichert</translation>
    </message>
    <message>
        <source>Use a saved prompt</source>
        <translation>Gespeicherten wählen</translation>
    </message>
    <message>
        <source>Save this system prompt to use it in other chats</source>
        <translation>System-Prompt behalten, um ihn in anderen Chats zu nutzen</translation>
    </message>
    <message>
        <source>Write a system prompt first</source>
        <translation>Erst einen System-Prompt schreiben</translation>
    </message>
    <message>
        <source>Remove “%1” from the saved prompts</source>
        <translation>„%1“ aus den gespeicherten entfernen</translation>
    </message>
    <message>
        <source>Name of the system prompt</source>
        <translation>Name des System-Prompts</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
</context>
<context>
    <name>PurposeHeading</name>
    <message>
        <source>Find documents by meaning</source>
        <translation>Dokumente nach ihrem Sinn finden</translation>
    </message>
    <message>
        <source>Order passages</source>
        <translation>Stellen ordnen</translation>
    </message>
</context>
<context>
    <name>ReasoningBlock</name>
    <message>
        <source>Thinking</source>
        <translation>Denkt nach</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>Nachgedacht</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>Gedankengang</translation>
    </message>
</context>
<context>
    <name>RecipeBox</name>
    <message>
        <source>Recipe</source>
        <translation>Rezept</translation>
    </message>
    <message>
        <source>Generating again…</source>
        <translation>Wird wiederholt…</translation>
    </message>
    <message>
        <source>Generate again</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>The same prompt, settings and seed; nothing stored is changed</source>
        <translation>Gleicher Prompt, gleiche Einstellungen, gleicher Seed; nichts Gespeichertes ändert sich</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>%1 % full</source>
        <translation>%1 % voll</translation>
    </message>
    <message>
        <source>What was computed for these tokens is kept and used again. When it is full, what was not used for longest gives way.</source>
        <translation>Was für diese Tokens berechnet wurde, bleibt erhalten und wird wieder verwendet. Ist er voll, weicht, was am längsten nicht benutzt wurde.</translation>
    </message>
</context>
<context>
    <name>RegularFile</name>
    <message>
        <source>it is not a regular file</source>
        <translation>es ist keine gewöhnliche Datei</translation>
    </message>
</context>
<context>
    <name>RepeatingBar</name>
    <message>
        <source>This reply repeats itself.</source>
        <translation>Diese Antwort wiederholt sich.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>Write it again with a repeat penalty</source>
        <translation>Mit Wiederholungsstrafe neu schreiben</translation>
    </message>
</context>
<context>
    <name>ReplyFigures</name>
    <message>
        <source>%1 earlier messages were left out (%2 tokens)</source>
        <translation>%1 frühere Nachrichten wurden ausgelassen (%2 Tokens)</translation>
    </message>
    <message>
        <source>%1 earlier messages were left out</source>
        <translation>%1 frühere Nachrichten wurden weggelassen</translation>
    </message>
    <message>
        <source>%1 earlier tokens were left out</source>
        <translation>%1 frühere Token wurden weggelassen</translation>
    </message>
    <message>
        <source>answered before, distance %1</source>
        <translation>früher beantwortet, Abstand %1</translation>
    </message>
    <message>
        <source>cost %1</source>
        <translation>kostete %1</translation>
    </message>
    <message>
        <source>the context is full</source>
        <translation>der Kontext ist voll</translation>
    </message>
</context>
<context>
    <name>ReplyNotice</name>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>The model ended its reply after thinking, without an answer.</source>
        <translation>Das Modell hat seine Antwort nach dem Nachdenken beendet, ohne etwas zu antworten.</translation>
    </message>
    <message>
        <source>The model ended its reply without writing anything.</source>
        <translation>Das Modell hat seine Antwort beendet, ohne etwas zu schreiben.</translation>
    </message>
    <message>
        <source>The reply reached its length limit.</source>
        <translation>Die Antwort hat ihre Längengrenze erreicht.</translation>
    </message>
    <message>
        <source>This reply repeats itself.</source>
        <translation>Diese Antwort wiederholt sich.</translation>
    </message>
    <message>
        <source>Write it again with a repeat penalty</source>
        <translation>Mit Wiederholungsstrafe neu schreiben</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Gestoppt</translation>
    </message>
    <message>
        <source>Interrupted: Hearth ended while this was being written.</source>
        <translation>Unterbrochen: Hearth wurde beendet, während dies geschrieben wurde.</translation>
    </message>
    <message>
        <source>This was asked before; this is the answer from then.</source>
        <translation>Das wurde schon gefragt; dies ist die Antwort von damals.</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Noch einmal fragen</translation>
    </message>
    <message>
        <source>This is the answer to a question that is close to yours (distance %1): “%2”</source>
        <translation>Das ist die Antwort auf eine Frage, die deiner ähnelt (Abstand %1): „%2“</translation>
    </message>
    <message>
        <source>The reply reached its length limit while the model was thinking.</source>
        <translation>Die Antwort hat ihre Längengrenze erreicht, während das Modell noch nachdachte.</translation>
    </message>
    <message>
        <source>The context was full while the model was thinking.</source>
        <translation>Der Kontext war voll, während das Modell noch nachdachte.</translation>
    </message>
</context>
<context>
    <name>ReplyRecipe</name>
    <message>
        <source>Nothing is stored about how this text was generated.</source>
        <translation>Wie dieser Text entstand, wurde nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>Load %1 first: a different model would write a different text.</source>
        <translation>Zuerst %1 laden: Ein anderes Modell schreibt einen anderen Text.</translation>
    </message>
    <message>
        <source>the model&apos;s file</source>
        <translation>die Datei des Modells</translation>
    </message>
    <message>
        <source>the cache&apos;s type</source>
        <translation>die Art des Caches</translation>
    </message>
    <message>
        <source>the context&apos;s length</source>
        <translation>die Länge des Kontexts</translation>
    </message>
    <message>
        <source>the device</source>
        <translation>das Gerät</translation>
    </message>
    <message>
        <source>Hearth&apos;s version</source>
        <translation>die Version von Hearth</translation>
    </message>
    <message>
        <source>This reply was generated in parts by an earlier version, which did not keep how each of them was made.</source>
        <translation>Diese Antwort wurde von einer früheren Version in Teilen erzeugt, die nicht festhielt, wie jeder davon entstand.</translation>
    </message>
    <message>
        <source>the seed, which is not known</source>
        <translation>der Seed, der nicht bekannt ist</translation>
    </message>
</context>
<context>
    <name>RightPanel</name>
    <message>
        <source>Settings of this chat</source>
        <translation>Einstellungen dieses Chats</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>Sampling</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Close the panel</source>
        <translation>Bereich schließen</translation>
    </message>
    <message>
        <source>Structure</source>
        <translation>Struktur</translation>
    </message>
</context>
<context>
    <name>RooflineChart</name>
    <message>
        <source>Work a second against work for each byte: </source>
        <translation>Arbeit je Sekunde gegen Arbeit je Byte: </translation>
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
        <translation>die Nachricht verlangt es</translation>
    </message>
    <message>
        <source>a long chat</source>
        <translation>ein langer Chat</translation>
    </message>
    <message>
        <source>a long message</source>
        <translation>eine lange Nachricht</translation>
    </message>
    <message>
        <source>code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>sure of its first words</source>
        <translation>seiner ersten Wörter sicher</translation>
    </message>
    <message>
        <source>the small model was unsure</source>
        <translation>das kleine Modell war unsicher</translation>
    </message>
    <message>
        <source>too long for the small model</source>
        <translation>zu lang für das kleine Modell</translation>
    </message>
    <message>
        <source>the large model did not answer</source>
        <translation>das große Modell hat nicht geantwortet</translation>
    </message>
    <message>
        <source>answered by %1 (%2)</source>
        <translation>beantwortet von %1 (%2)</translation>
    </message>
    <message>
        <source>it started this reply</source>
        <translation>es hat diese Antwort begonnen</translation>
    </message>
    <message>
        <source>no rule applied</source>
        <translation>keine Regel traf zu</translation>
    </message>
    <message>
        <source>the small model cannot read pictures</source>
        <translation>das kleine Modell kann keine Bilder lesen</translation>
    </message>
</context>
<context>
    <name>RoutePane</name>
    <message>
        <source>Two models as one</source>
        <translation>Zwei Modelle als eines</translation>
    </message>
    <message>
        <source>The small model begins. Code, long messages and long chats go to the large one, and so does what the small model turns out to be unsure of with its first words. A message that begins with /large or /small goes where it says.</source>
        <translation>Das kleine Modell beginnt. Code, lange Nachrichten und lange Chats gehen an das große, und ebenso, wobei das kleine Modell sich in seinen ersten Wörtern als unsicher erweist. Eine Nachricht, die mit /large oder /small beginnt, geht dorthin.</translation>
    </message>
    <message>
        <source>Small model</source>
        <translation>Kleines Modell</translation>
    </message>
    <message>
        <source>Choose one on this computer</source>
        <translation>Eines auf diesem Computer wählen</translation>
    </message>
    <message>
        <source>Large model</source>
        <translation>Großes Modell</translation>
    </message>
    <message>
        <source>Choose one here or on a server</source>
        <translation>Eines hier oder auf einem Server wählen</translation>
    </message>
    <message>
        <source>Since they were loaded: %1</source>
        <translation>Seit sie geladen wurden: %1</translation>
    </message>
    <message>
        <source>Load both</source>
        <translation>Beide laden</translation>
    </message>
    <message>
        <source>Load the small one alone</source>
        <translation>Nur das kleine laden</translation>
    </message>
    <message>
        <source>New chat with both</source>
        <translation>Neuer Chat mit beiden</translation>
    </message>
</context>
<context>
    <name>RouteRow</name>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>A small model for easy requests, a large one for the rest</source>
        <translation>Ein kleines Modell für leichte Anfragen, ein großes für den Rest</translation>
    </message>
</context>
<context>
    <name>Sampling</name>
    <message>
        <source>How freely words are chosen. 0 always picks the most likely token; 1 uses the model&apos;s own probabilities; above 1 is more adventurous.</source>
        <translation>Wie frei Wörter gewählt werden. 0 nimmt immer das wahrscheinlichste Token; 1 folgt den Wahrscheinlichkeiten des Modells; über 1 wird es abenteuerlich.</translation>
    </message>
    <message>
        <source>Keeps only this many of the most likely tokens. 0 keeps all.</source>
        <translation>Behält nur so viele der wahrscheinlichsten Token. 0 behält alle.</translation>
    </message>
    <message>
        <source>Keeps the most likely tokens whose probabilities add up to this. 1 keeps all.</source>
        <translation>Behält die wahrscheinlichsten Token, die zusammen diese Wahrscheinlichkeit ergeben. 1 behält alle.</translation>
    </message>
    <message>
        <source>Drops tokens less likely than this fraction of the most likely one. 0 drops none.</source>
        <translation>Lässt Token weg, die weniger wahrscheinlich sind als dieser Anteil des wahrscheinlichsten. 0 lässt keine weg.</translation>
    </message>
    <message>
        <source>Makes recently used tokens less likely. 1 is off; 1.1 is gentle.</source>
        <translation>Macht kürzlich verwendete Token weniger wahrscheinlich. 1 ist aus; 1.1 wirkt sanft.</translation>
    </message>
    <message>
        <source>Lowers every recently used token by the same amount, which favours new topics. 0 is off.</source>
        <translation>Senkt jedes kürzlich verwendete Token um denselben Betrag: neue Themen. 0 ist aus.</translation>
    </message>
    <message>
        <source>Lowers a token each time it is used, for fewer repeated words. 0 is off.</source>
        <translation>Senkt ein Token für jede Verwendung: weniger Wortwiederholungen. 0 ist aus.</translation>
    </message>
    <message>
        <source>How many of the last tokens the three penalties look at. 0 switches them off, -1 looks at all.</source>
        <translation>Wie viele der letzten Token die drei Strafen betrachten. 0 schaltet sie aus, -1 betrachtet alle.</translation>
    </message>
    <message>
        <source>The reply ends after this many tokens. -1: only when it is done or the context is full.</source>
        <translation>Die Antwort endet nach so vielen Token. -1: erst, wenn sie fertig oder der Kontext voll ist.</translation>
    </message>
</context>
<context>
    <name>SamplingTab</name>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
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
        <translation>Wiederholung</translation>
    </message>
    <message>
        <source>Presence</source>
        <translation>Präsenz</translation>
    </message>
    <message>
        <source>Frequency</source>
        <translation>Häufigkeit</translation>
    </message>
    <message>
        <source>Max tokens</source>
        <translation>Max. Token</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>ohne Grenze</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>The same seed, model and settings give the same text. Random: a new seed for every reply.</source>
        <translation>Gleicher Seed, gleiches Modell und gleiche Einstellungen ergeben denselben Text. Zufällig: ein neuer Seed für jede Antwort.</translation>
    </message>
    <message>
        <source>random</source>
        <translation>zufällig</translation>
    </message>
    <message>
        <source>Pick a random seed and keep it</source>
        <translation>Seed würfeln und behalten</translation>
    </message>
    <message>
        <source>Stop at</source>
        <translation>Stoppen bei</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Same as the preset</source>
        <translation>Nichts weicht von der Voreinstellung ab</translation>
    </message>
    <message>
        <source>Penalty window</source>
        <translation>Strafen-Fenster</translation>
    </message>
    <message>
        <source>Use as default</source>
        <translation>Als Standard</translation>
    </message>
    <message>
        <source>Where new chats start from</source>
        <translation>Womit neue Chats beginnen</translation>
    </message>
    <message>
        <source>For this model</source>
        <translation>Für dieses Modell</translation>
    </message>
    <message>
        <source>For every model</source>
        <translation>Für alle Modelle</translation>
    </message>
    <message>
        <source>Forget the default of this model</source>
        <translation>Standard dieses Modells vergessen</translation>
    </message>
    <message>
        <source>Forget the default of every model</source>
        <translation>Standard für alle Modelle vergessen</translation>
    </message>
    <message>
        <source>Reuse answers to identical questions</source>
        <translation>Antworten auf gleiche Fragen wiederverwenden</translation>
    </message>
    <message>
        <source>The reply ends before one of these texts</source>
        <translation>Die Antwort endet vor einem dieser Texte</translation>
    </message>
</context>
<context>
    <name>Screenshot</name>
    <message>
        <source>The picture could not be written to %1. Check the folder.</source>
        <translation>Das Bild konnte nicht nach %1 geschrieben werden. Prüfe den Ordner.</translation>
    </message>
</context>
<context>
    <name>SearchHints</name>
    <message>
        <source>choose</source>
        <translation>wählen</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>go to the message</source>
        <translation>zur Nachricht</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>close</source>
        <translation>schließen</translation>
    </message>
    <message>
        <source>Put words in quotes to find them exactly as written</source>
        <translation>Wörter in Anführungszeichen werden genau so gesucht</translation>
    </message>
</context>
<context>
    <name>SearchOverlay</name>
    <message>
        <source>Search all chats</source>
        <translation>Alle Chats durchsuchen</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>nichts gefunden</translation>
    </message>
    <message>
        <source>1 message</source>
        <translation>1 Nachricht</translation>
    </message>
    <message>
        <source>%1 messages</source>
        <translation>%1 Nachrichten</translation>
    </message>
    <message>
        <source> in %1 chats</source>
        <translation> in %1 Chats</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>1 title</source>
        <translation>1 Titel</translation>
    </message>
    <message>
        <source>%1 titles</source>
        <translation>%1 Titel</translation>
    </message>
    <message>
        <source>the newest %1 messages</source>
        <translation>die neuesten %1 Nachrichten</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>Recent chats</source>
        <translation>Letzte Chats</translation>
    </message>
</context>
<context>
    <name>SeenPicture</name>
    <message>
        <source>This picture is not stored any more, or damaged.</source>
        <translation>Dieses Bild ist nicht mehr gespeichert oder beschädigt.</translation>
    </message>
</context>
<context>
    <name>SelectionArea</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Quote</source>
        <translation>Zitieren</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
</context>
<context>
    <name>SentPictures</name>
    <message>
        <source>Picture %1 of %2, %3 × %4</source>
        <translation>Bild %1 von %2, %3 × %4</translation>
    </message>
    <message>
        <source>Enter shows it large</source>
        <translation>Die Eingabetaste zeigt es groß</translation>
    </message>
</context>
<context>
    <name>ServerPromptsDialog</name>
    <message>
        <source>Prompts of tool servers</source>
        <translation>Prompts der Werkzeugserver</translation>
    </message>
    <message>
        <source>%1 (optional)</source>
        <translation>%1 (optional)</translation>
    </message>
    <message>
        <source>Waiting for the server…</source>
        <translation>Wartet auf den Server…</translation>
    </message>
    <message>
        <source>Insert</source>
        <translation>Einfügen</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Appearance</source>
        <translation>Darstellung</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Datenschutz</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Über</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Pages of the settings</source>
        <translation>Seiten der Einstellungen</translation>
    </message>
    <message>
        <source>General</source>
        <translation>Allgemein</translation>
    </message>
    <message>
        <source>Models folder</source>
        <translation>Modellordner</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>Andere Programme</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Rechner</translation>
    </message>
</context>
<context>
    <name>ShortcutList</name>
    <message>
        <source>Click a shortcut to change it.</source>
        <translation>Ein Klick auf Tasten ändert sie.</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Alle wie zuvor</translation>
    </message>
</context>
<context>
    <name>ShortcutRow</name>
    <message>
        <source>Reset the shortcut for %1</source>
        <translation>%1: wieder die eigenen Tasten</translation>
    </message>
    <message>
        <source>Change the shortcut for “%1”</source>
        <translation>Tasten von „%1“ ändern</translation>
    </message>
    <message>
        <source>Press the new keys, or Esc to cancel</source>
        <translation>Neue Tasten drücken; Esc lässt es</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
</context>
<context>
    <name>ShortcutsPage</name>
    <message>
        <source>Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>Conversations</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Hearth</source>
        <translation>Hearth</translation>
    </message>
    <message>
        <source>Hide the sidebar</source>
        <translation>Seitenleiste ausblenden</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search all chats</source>
        <translation>Alle Chats durchsuchen</translation>
    </message>
    <message>
        <source>No chats yet</source>
        <translation>Noch keine Chats</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>Papierkorb</translation>
    </message>
    <message>
        <source>Deleted chats, kept for 30 days</source>
        <translation>Gelöschte Chats, 30 Tage aufbewahrt</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>Alle Modelle</translation>
    </message>
    <message>
        <source>They are kept on this computer. You can back them up in the settings.</source>
        <translation>Sie bleiben auf diesem Computer. In den Einstellungen kannst du sie sichern.</translation>
    </message>
</context>
<context>
    <name>SmallerCopy</name>
    <message>
        <source>A smaller copy</source>
        <translation>Eine kleinere Kopie</translation>
    </message>
    <message>
        <source>Fewer bits per weight take less memory and answer faster, at some cost in accuracy. This file is not changed.</source>
        <translation>Weniger Bit je Gewicht brauchen weniger Speicher und antworten schneller, kosten aber etwas Genauigkeit. Diese Datei bleibt, wie sie ist.</translation>
    </message>
    <message>
        <source>How the copy is stored</source>
        <translation>Wie die Kopie gespeichert wird</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Make the copy</source>
        <translation>Kopie erstellen</translation>
    </message>
    <message>
        <source>Choose a text like those you use the model for: up to 16,384 of its tokens decide which errors matter. The figures afterwards show whether it helped.</source>
        <translation>Wähle einen Text wie die, für die du das Modell benutzt: Bis zu 16.384 seiner Token entscheiden, welche Fehler zählen. Ob es geholfen hat, zeigen die Zahlen danach.</translation>
    </message>
    <message>
        <source>Calibrate with a text…</source>
        <translation>Mit einem Text kalibrieren…</translation>
    </message>
    <message>
        <source>Calibrated with %1</source>
        <translation>Kalibriert mit %1</translation>
    </message>
    <message>
        <source>Remove the calibration</source>
        <translation>Kalibrierung entfernen</translation>
    </message>
</context>
<context>
    <name>SpeculationChoice</name>
    <message>
        <source>not with this model</source>
        <translation>nicht mit diesem Modell</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Guesses the next tokens from earlier text and checks several at once. Faster where a reply quotes or rewrites; the text is always the same.</source>
        <translation>Rät die nächsten Token aus dem, was denselben Wörtern früher folgte, und prüft mehrere auf einmal: schneller, wo eine Antwort zitiert oder umschreibt, und immer derselbe Text</translation>
    </message>
    <message>
        <source>no faster</source>
        <translation>nicht schneller</translation>
    </message>
    <message>
        <source>%1× faster</source>
        <translation>%1× schneller</translation>
    </message>
    <message>
        <source>Speculative decoding</source>
        <translation>Spekulatives Dekodieren</translation>
    </message>
    <message>
        <source>same text, faster</source>
        <translation>gleiche Wörter, früher</translation>
    </message>
    <message>
        <source>From the text itself</source>
        <translation>Aus dem Text</translation>
    </message>
    <message>
        <source>With a draft model</source>
        <translation>Mit Entwurfsmodell</translation>
    </message>
    <message>
        <source>A much smaller model of the same family guesses the next tokens where earlier text offers none, and this model checks several at once. The text is always the same.</source>
        <translation>Ein viel kleineres Modell derselben Familie rät die nächsten Tokens, wo der Text selbst sie nicht verrät, und dieses prüft mehrere auf einmal: immer derselbe Text</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Entwurfsmodell</translation>
    </message>
    <message>
        <source>No installed model is smaller and has the same vocabulary</source>
        <translation>Kein installiertes Modell ist kleiner und hat dasselbe Vokabular</translation>
    </message>
    <message>
        <source>By the model itself</source>
        <translation>Durch das Modell selbst</translation>
    </message>
    <message>
        <source>This model has a layer that guesses further tokens. It does so where earlier text offers none, and several are checked at once. The text is always the same.</source>
        <translation>Dieses Modell hat eine Schicht, die weitere Token rät. Sie tut es, wo früherer Text nichts hergibt, und mehrere werden auf einmal geprüft. Der Text ist immer derselbe.</translation>
    </message>
    <message>
        <source>Models on servers generate one token at a time</source>
        <translation>Modelle von Servern erzeugen ein Token nach dem anderen</translation>
    </message>
</context>
<context>
    <name>SpeedPane</name>
    <message>
        <source>Measuring how fast this machine multiplies with the types of these weights…</source>
        <translation>Misst, wie schnell diese Maschine mit den Typen dieser Gewichte multipliziert …</translation>
    </message>
    <message>
        <source>limited by memory: uses %1 % of its bandwidth</source>
        <translation>wartet auf den Speicher: %1 % dessen, was er gibt</translation>
    </message>
    <message>
        <source>limited by arithmetic: uses %1 % of the memory&apos;s bandwidth</source>
        <translation>wartet auf das Rechnen: %1 % des Speichers reichen</translation>
    </message>
    <message>
        <source>%1 GFLOP/s, measured</source>
        <translation>%1 GFLOP/s, gemessen</translation>
    </message>
    <message>
        <source>%1 GFLOP/s</source>
        <translation>%1 GFLOP/s</translation>
    </message>
    <message>
        <source>What a token of a reply takes, by the shapes of the model</source>
        <translation>Was ein Token einer Antwort braucht, nach den Formen des Modells</translation>
    </message>
    <message>
        <source>Expected and measured, in tokens a second</source>
        <translation>Erwartet und gemessen, in Tokens je Sekunde</translation>
    </message>
    <message>
        <source>expected %1, measured %2: %3</source>
        <translation>erwartet %1, gemessen %2: %3</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>Noch einmal messen</translation>
    </message>
    <message>
        <source>Up: GFLOP/s. To the right: operations for each byte of weights. The memory gives %1 GB/s, the products at most %2 GFLOP/s, both measured. Rings, with how many tokens go at once, are computed from measured products; the disc is a reply that was measured.</source>
        <translation>Nach oben: GFLOP/s. Nach rechts: Rechenschritte je Byte der Gewichte. Der Speicher gibt %1 GB/s, die Produkte höchstens %2 GFLOP/s, beides gemessen. Ringe, mit der Zahl der Tokens auf einmal, sind aus gemessenen Produkten errechnet; die Scheibe ist eine gemessene Antwort.</translation>
    </message>
    <message>
        <source>A machine is limited in the operations it does and the bytes it reads per second: the two roofs (Williams et al., 2009). Under the slope memory is the limit, and more tokens at once cost nothing; under the flat part arithmetic is the limit, and smaller weights gain nothing.</source>
        <translation>Eine Maschine kann so viel in der Sekunde rechnen und so viele Bytes in der Sekunde lesen: die zwei Dächer. Wo das Rechnen auf Bytes wartet, kostet mehr auf einmal nichts; wo Bytes auf das Rechnen warten, bringen weniger Bytes nichts (Williams und andere, 2009).</translation>
    </message>
</context>
<context>
    <name>StopStrings</name>
    <message>
        <source>Remove the stop text %1</source>
        <translation>Stopptext %1 entfernen</translation>
    </message>
    <message>
        <source>Press to remove</source>
        <translation>Zum Entfernen drücken</translation>
    </message>
    <message>
        <source>Add a stop text</source>
        <translation>Stopptext hinzufügen</translation>
    </message>
    <message>
        <source>add</source>
        <translation>neu</translation>
    </message>
</context>
<context>
    <name>Store</name>
    <message>
        <source>The file with your chats is damaged. Hearth has changed nothing in it; put a backup in its place or move it away to start afresh.</source>
        <translation>Die Datei mit deinen Chats ist beschädigt. Hearth hat nichts daran geändert; ersetze sie durch eine Sicherung oder verschiebe sie, um neu anzufangen.</translation>
    </message>
    <message>
        <source>The folder with your chats cannot be written. Give yourself write permission to it, or choose another with --data-dir.</source>
        <translation>In den Ordner mit deinen Chats lässt sich nicht schreiben. Gib dir Schreibrechte dafür oder wähle mit --data-dir einen anderen.</translation>
    </message>
    <message>
        <source>The disk with your chats is full. Free some space and try again; everything saved before is kept.</source>
        <translation>Der Datenträger mit deinen Chats ist voll. Schaffe Platz und versuche es noch einmal; alles bisher Gespeicherte bleibt erhalten.</translation>
    </message>
    <message>
        <source>Another program is using the file with your chats. Close it and try again.</source>
        <translation>Ein anderes Programm nutzt die Datei mit deinen Chats. Schließe es und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>Reading or writing the file with your chats failed (%1). Check the disk.</source>
        <translation>Die Datei mit deinen Chats ließ sich nicht lesen oder schreiben (%1). Prüfe den Datenträger.</translation>
    </message>
    <message>
        <source>The file with your chats could not be used (%1).</source>
        <translation>Die Datei mit deinen Chats ließ sich nicht nutzen (%1).</translation>
    </message>
    <message>
        <source>Your chats were last used with a newer Hearth (format %1; this one knows up to %2). Update Hearth to open them; nothing was changed.</source>
        <translation>Deine Chats wurden zuletzt mit einem neueren Hearth verwendet (Format %1; dieses kennt höchstens %2). Aktualisiere Hearth, um sie zu öffnen; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>The file with your chats has no known format. Put a backup in its place or move it away.</source>
        <translation>Die Datei mit deinen Chats hat kein bekanntes Format. Ersetze sie durch eine Sicherung oder verschiebe sie.</translation>
    </message>
    <message>
        <source>The folder for your chats, %1, cannot be made (%2). Choose another with --data-dir.</source>
        <translation>Der Ordner für deine Chats, %1, lässt sich nicht anlegen (%2). Wähle mit --data-dir einen anderen.</translation>
    </message>
    <message>
        <source>Hearth is already open with the chats in %1. Use that window, or start this one with another --data-dir.</source>
        <translation>Hearth ist mit den Chats in %1 schon geöffnet. Nutze jenes Fenster oder starte dieses mit einem anderen --data-dir.</translation>
    </message>
    <message>
        <source>The folder with your chats, %1, cannot be written. Give yourself write permission to it, or choose another with --data-dir.</source>
        <translation>In den Ordner mit deinen Chats, %1, lässt sich nicht schreiben. Gib dir Schreibrechte dafür oder wähle mit --data-dir einen anderen.</translation>
    </message>
    <message>
        <source>There is no room for %1. Free some space or choose another folder.</source>
        <translation>Für %1 reicht der Platz nicht. Schaffe Platz oder wähle einen anderen Ordner.</translation>
    </message>
    <message>
        <source>%1 cannot be written (%2). Choose another folder.</source>
        <translation>%1 lässt sich nicht schreiben (%2). Wähle einen anderen Ordner.</translation>
    </message>
    <message>
        <source>The file with your chats is damaged, so no backup was made of it. Keep the backups that you have.</source>
        <translation>Die Datei mit deinen Chats ist beschädigt, deshalb wurde sie nicht gesichert. Behalte die Sicherungen, die du hast.</translation>
    </message>
    <message>
        <source>This is the file that Hearth keeps your chats in. Choose another name or folder for the backup.</source>
        <translation>In dieser Datei bewahrt Hearth deine Chats auf. Wähle für die Sicherung einen anderen Namen oder Ordner.</translation>
    </message>
    <message>
        <source>This text is longer than a chat can hold (64 MB). Shorten or split it and try again.</source>
        <translation>Dieser Text ist länger, als ein Chat fassen kann (64 MB). Kürze oder teile ihn und versuche es noch einmal.</translation>
    </message>
</context>
<context>
    <name>StructureExamples</name>
    <message>
        <source>A list of records</source>
        <translation>Eine Liste von Datensätzen</translation>
    </message>
    <message>
        <source>A contact</source>
        <translation>Ein Kontakt</translation>
    </message>
    <message>
        <source>Yes or no, with a reason</source>
        <translation>Ja oder Nein, mit Begründung</translation>
    </message>
    <message>
        <source>A date</source>
        <translation>Ein Datum</translation>
    </message>
    <message>
        <source>One word</source>
        <translation>Ein Wort</translation>
    </message>
    <message>
        <source>A list of points</source>
        <translation>Eine Liste von Punkten</translation>
    </message>
</context>
<context>
    <name>StructureTab</name>
    <message>
        <source>Paste one, choose a file or begin with an example. Until then replies are free.</source>
        <translation>Füge etwas ein, wähle eine Datei oder beginne mit einem Beispiel. Bis dahin sind die Antworten frei.</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Wird geprüft…</translation>
    </message>
    <message>
        <source>Every reply of this chat will fit.</source>
        <translation>Jede Antwort in diesem Chat wird passen.</translation>
    </message>
    <message>
        <source>Tokens that do not fit are never chosen. Say in your message what you want as well: the form makes a reply fit, not make sense.</source>
        <translation>Token, die nicht passen, werden nie gewählt. Schreibe auch in die Nachricht, was du willst: Das Format macht eine Antwort passend, nicht sinnvoll.</translation>
    </message>
    <message>
        <source>Kind of form</source>
        <translation>Art des Formats</translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation>JSON-Schema</translation>
    </message>
    <message>
        <source>Any JSON object</source>
        <translation>Beliebiges JSON-Objekt</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>Regulärer Ausdruck</translation>
    </message>
    <message>
        <source>Grammar (GBNF)</source>
        <translation>Grammatik (GBNF)</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>Aus einer Datei…</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Last reply</source>
        <translation>Letzte Antwort</translation>
    </message>
    <message>
        <source>being written…</source>
        <translation>wird geschrieben…</translation>
    </message>
    <message>
        <source>The last reply is not JSON.</source>
        <translation>Die letzte Antwort ist kein JSON.</translation>
    </message>
    <message>
        <source>A reply in JSON is shown here as a tree.</source>
        <translation>Eine Antwort in JSON wird hier als Baum gezeigt.</translation>
    </message>
    <message>
        <source>There is more than can be shown here; the copy has all of it.</source>
        <translation>Es ist mehr, als hier gezeigt werden kann; die Kopie enthält alles.</translation>
    </message>
    <message>
        <source>The reply ends in the middle.</source>
        <translation>Die Antwort bricht mittendrin ab.</translation>
    </message>
    <message>
        <source>Copy JSON</source>
        <translation>JSON kopieren</translation>
    </message>
    <message>
        <source>Copy CSV</source>
        <translation>CSV kopieren</translation>
    </message>
    <message>
        <source>The list as a table, one line a record</source>
        <translation>Die Liste als Tabelle, eine Zeile je Datensatz</translation>
    </message>
    <message>
        <source>Replies will match it.</source>
        <translation>Antworten werden dazu passen.</translation>
    </message>
    <message>
        <source>Structured output</source>
        <translation>Strukturierte Ausgabe</translation>
    </message>
    <message>
        <source>Tools are off while structured output is on.</source>
        <translation>Tools sind aus, solange die strukturierte Ausgabe an ist.</translation>
    </message>
    <message>
        <source>%1 is asked to hold every reply to it.</source>
        <translation>%1 wird gebeten, jede Antwort daran zu binden.</translation>
    </message>
</context>
<context>
    <name>StuckWindow</name>
    <message>
        <source>Hearth is already running</source>
        <translation>Hearth läuft schon</translation>
    </message>
    <message>
        <source>Hearth is already running, but it does not answer.</source>
        <translation>Hearth läuft schon, antwortet aber nicht.</translation>
    </message>
    <message>
        <source>Process %1 has your chats open. It may be busy, or it may have stopped working. If you end it, everything that was sent or answered stays saved; a reply that is being written keeps the part that is there.</source>
        <translation>Prozess %1 hat deine Chats geöffnet. Vielleicht ist er beschäftigt, vielleicht hängt er. Wenn du ihn beendest, bleibt alles gespeichert, was gesendet oder beantwortet wurde; von einer Antwort, die gerade geschrieben wird, bleibt der Teil, der schon da ist.</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>End it and open Hearth</source>
        <translation>Prozess beenden und Hearth öffnen</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>SummaryBlock</name>
    <message>
        <source>Earlier messages, summarised</source>
        <translation>Frühere Nachrichten, zusammengefasst</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>The model gets these words in place of the messages above</source>
        <translation>Das Modell erhält diese Worte anstelle der Nachrichten darüber</translation>
    </message>
    <message>
        <source>Use the messages again</source>
        <translation>Wieder die Nachrichten verwenden</translation>
    </message>
    <message>
        <source>Removes the summary</source>
        <translation>Entfernt die Zusammenfassung</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>TabRow</name>
    <message>
        <source>Tabs</source>
        <translation>Tabs</translation>
    </message>
</context>
<context>
    <name>TableBlock</name>
    <message>
        <source>Table, %1 columns</source>
        <translation>Tabelle, %1 Spalten</translation>
    </message>
</context>
<context>
    <name>ThinkingChoice</name>
    <message>
        <source>Think first</source>
        <translation>Erst nachdenken</translation>
    </message>
    <message>
        <source>for this chat</source>
        <translation>für diesen Chat</translation>
    </message>
    <message>
        <source>As it likes</source>
        <translation>Frei</translation>
    </message>
    <message>
        <source>On</source>
        <translation>An</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>How much it thinks</source>
        <translation>Wie viel es nachdenkt</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Wenig</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Viel</translation>
    </message>
</context>
<context>
    <name>TokenAlternatives</name>
    <message>
        <source>Alternatives of token %1</source>
        <translation>Alternativen zu Token %1</translation>
    </message>
    <message>
        <source>Token %1</source>
        <translation>Token %1</translation>
    </message>
    <message>
        <source>entropy %1 bits</source>
        <translation>Entropie %1 Bit</translation>
    </message>
    <message>
        <source>Alternatives</source>
        <translation>Alternativen</translation>
    </message>
    <message>
        <source>Hollow: cut by the settings</source>
        <translation>Hohl: durch die Einstellungen entfernt</translation>
    </message>
    <message>
        <source>Enter to branch</source>
        <translation>Enter zum Abzweigen</translation>
    </message>
    <message>
        <source>How undecided the model was: 0 bits where only one token could come, 1 bit as between two that are equally likely.</source>
        <translation>Wie unentschieden das Modell war: 0 Bit, wo nur ein Token kommen konnte, 1 Bit wie zwischen zwei gleich wahrscheinlichen.</translation>
    </message>
    <message>
        <source>The percentages are the model&apos;s own, before temperature and the other settings. What these cut could not be chosen.</source>
        <translation>Die Prozentwerte sind die des Modells selbst, vor Temperatur und den anderen Einstellungen. Was diese abschneiden, konnte nicht gewählt werden.</translation>
    </message>
</context>
<context>
    <name>TokenChip</name>
    <message>
        <source>%1, %2 percent</source>
        <translation>%1, %2 Prozent</translation>
    </message>
</context>
<context>
    <name>TokenFlow</name>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Select a token for details.</source>
        <translation>Wähle ein Token, um mehr darüber zu sehen.</translation>
    </message>
    <message>
        <source>Token %1  ·  id %2  ·  %3 %  ·  bytes %4</source>
        <translation>Token %1  ·  ID %2  ·  %3 %  ·  Bytes %4</translation>
    </message>
    <message>
        <source>The number of the token in the vocabulary, the chance that the model itself gave it, and the bytes that it represents.</source>
        <translation>Die Nummer des Tokens im Vokabular, die Chance, die ihm das Modell selbst gab, und die Bytes, für die es steht.</translation>
    </message>
    <message>
        <source>Token %1  ·  %2 %  ·  bytes %3</source>
        <translation>Token %1  ·  %2 %  ·  Bytes %3</translation>
    </message>
    <message>
        <source>The chance that the model itself gave the token, as the server tells it, and the bytes that it represents.</source>
        <translation>Die Wahrscheinlichkeit, die das Modell selbst dem Token gab, wie der Server sie nennt, und die Bytes, für die es steht.</translation>
    </message>
    <message>
        <source>Token %1  ·  id %2  ·  bytes %3</source>
        <translation>Token %1  ·  ID %2  ·  Bytes %3</translation>
    </message>
    <message>
        <source>The number of the token in the vocabulary, and the bytes that it represents.</source>
        <translation>Die Nummer des Tokens im Vokabular und die Bytes, für die es steht.</translation>
    </message>
</context>
<context>
    <name>TokenShares</name>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>%1: %2 tokens, %3 characters each on average</source>
        <translation>%1: %2 Tokens zu %3 Zeichen</translation>
    </message>
    <message>
        <source>%1: %2, %3 each</source>
        <translation>%1: %2, je %3</translation>
    </message>
</context>
<context>
    <name>ToolCard</name>
    <message>
        <source>Call of %1</source>
        <translation>Aufruf von %1</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Allow once</source>
        <translation>Einmal erlauben</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Allow in this chat</source>
        <translation>In diesem Chat erlauben</translation>
    </message>
    <message>
        <source>Always allow</source>
        <translation>Immer erlauben</translation>
    </message>
    <message>
        <source>This tool then runs in every chat without a question, until you forget it in the settings</source>
        <translation>Dieses Werkzeug läuft dann in jedem Chat ohne Frage, bis du es in den Einstellungen vergisst</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>The model has not answered this.</source>
        <translation>Das Modell hat darauf nicht geantwortet.</translation>
    </message>
    <message>
        <source>Call it again</source>
        <translation>Noch einmal aufrufen</translation>
    </message>
    <message>
        <source>Let the model continue</source>
        <translation>Das Modell fortfahren lassen</translation>
    </message>
</context>
<context>
    <name>ToolServersPart</name>
    <message>
        <source>Tool servers</source>
        <translation>Werkzeugserver</translation>
    </message>
    <message>
        <source>Programs that speak the Model Context Protocol (MCP) bring more tools. They run with your permissions; add only those you trust.</source>
        <translation>Programme, die das Model Context Protocol (MCP) sprechen, bringen weitere Werkzeuge mit. Sie laufen mit deinen Rechten; füge nur solche hinzu, denen du vertraust.</translation>
    </message>
    <message>
        <source>%1 – on another computer: what the model gives these tools goes there. %2</source>
        <translation>%1 – auf einem anderen Rechner: Was das Modell diesen Werkzeugen gibt, geht dorthin. %2</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>Name of the server</source>
        <translation>Name des Servers</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Command or address of the server</source>
        <translation>Befehl oder Adresse des Servers</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Import from %1</source>
        <translation>Aus %1 übernehmen</translation>
    </message>
    <message>
        <source>Command or https://…</source>
        <translation>Befehl oder https://…</translation>
    </message>
</context>
<context>
    <name>ToolsPage</name>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Tools in new chats</source>
        <translation>Werkzeuge in neuen Chats</translation>
    </message>
    <message>
        <source>The model may then ask for a calculation, the time or a file. Each call waits until you allow it.</source>
        <translation>Das Modell kann dann eine Rechnung, die Uhrzeit oder eine Datei verlangen. Jeder Aufruf wartet, bis du ihn erlaubst.</translation>
    </message>
    <message>
        <source>Folder that may be read</source>
        <translation>Ordner, der gelesen werden darf</translation>
    </message>
    <message>
        <source>None. With a folder, models can list it and read its text files, and nothing outside it.</source>
        <translation>Keiner. Einen Ordner können Modelle auflisten und seine Textdateien lesen, und nichts außerhalb.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keiner</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Read web pages</source>
        <translation>Webseiten lesen</translation>
    </message>
    <message>
        <source>Leaves this computer: the server of a page learns your address and which page you read. Addresses in your own network are never opened.</source>
        <translation>Verlässt diesen Computer: Der Server einer Seite erfährt deine Adresse und welche Seite du liest. Adressen in deinem eigenen Netz werden nie geöffnet.</translation>
    </message>
    <message>
        <source>Which tools are offered</source>
        <translation>Welche Werkzeuge angeboten werden</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Wieder fragen</translation>
    </message>
    <message>
        <source>It runs without a question now</source>
        <translation>Es läuft jetzt ohne Frage</translation>
    </message>
    <message>
        <source>Allowed always</source>
        <translation>Immer erlaubt</translation>
    </message>
    <message>
        <source>Forget all</source>
        <translation>Alle vergessen</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Model and memory</source>
        <translation>Modell und Speicher</translation>
    </message>
    <message>
        <source>Show the sidebar</source>
        <translation>Seitenleiste einblenden</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 weights</source>
        <translation>%1 Gewichte</translation>
    </message>
    <message>
        <source>%1 KV</source>
        <translation>%1 KV</translation>
    </message>
    <message>
        <source>%1 GB free</source>
        <translation>%1 GB frei</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>%1 cached</source>
        <translation>%1 im Cache</translation>
    </message>
    <message>
        <source>%1 new</source>
        <translation>%1 neu</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>%1 frei</translation>
    </message>
    <message>
        <source>Settings of this chat</source>
        <translation>Einstellungen dieses Chats</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Scratch</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Frei</translation>
    </message>
    <message>
        <source>Context of this chat</source>
        <translation>Kontext dieses Chats</translation>
    </message>
    <message>
        <source>New, read when it is sent</source>
        <translation>Neu, wird beim Senden gelesen</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Entwurfsmodell</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>Written in this reply</source>
        <translation>In dieser Antwort geschrieben</translation>
    </message>
    <message>
        <source>Still to be read</source>
        <translation>Noch zu lesen</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV-Cache</translation>
    </message>
    <message>
        <source>The KV cache grows with the chats, to %1 at most; one chat of %2 tokens takes %3.</source>
        <translation>Der KV-Cache wächst mit den Chats, auf höchstens %1; ein Chat mit %2 Tokens belegt %3.</translation>
    </message>
    <message>
        <source>Cached, not read again</source>
        <translation>Im Cache, nicht neu gelesen</translation>
    </message>
    <message>
        <source>What fits here…</source>
        <translation>Was hier passt …</translation>
    </message>
    <message>
        <source>Experts on the card</source>
        <translation>Experten auf der Karte</translation>
    </message>
    <message>
        <source>%1 used</source>
        <translation>%1 belegt</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>Nicht bekannt</translation>
    </message>
    <message>
        <source>Used, as far as it is known here</source>
        <translation>Belegt, soweit hier bekannt</translation>
    </message>
    <message>
        <source>Other models</source>
        <translation>Andere Modelle</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
</context>
<context>
    <name>TrashDialog</name>
    <message>
        <source>Trash</source>
        <translation>Papierkorb</translation>
    </message>
    <message>
        <source>The trash is empty</source>
        <translation>Der Papierkorb ist leer</translation>
    </message>
    <message>
        <source>Deleted chats stay here for 30 days.</source>
        <translation>Gelöschte Chats bleiben 30 Tage hier.</translation>
    </message>
    <message>
        <source>Deleted chats</source>
        <translation>Gelöschte Chats</translation>
    </message>
    <message>
        <source>This cannot be undone.</source>
        <translation>Das ist endgültig.</translation>
    </message>
    <message>
        <source>Erased automatically after 30 days</source>
        <translation>Werden 30 Tage nach dem Löschen von selbst entfernt</translation>
    </message>
    <message>
        <source>Keep them</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Erase all</source>
        <translation>Alle löschen</translation>
    </message>
    <message>
        <source>Erase 1 chat for good</source>
        <translation>1 Chat endgültig löschen</translation>
    </message>
    <message>
        <source>Erase %1 chats for good</source>
        <translation>%1 Chats endgültig löschen</translation>
    </message>
    <message>
        <source>“%1”: this cannot be undone.</source>
        <translation>„%1“: Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>Behalten</translation>
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
        <translation>Zurückholen</translation>
    </message>
    <message>
        <source>Restore “%1”</source>
        <translation>„%1“ zurückholen</translation>
    </message>
    <message>
        <source>Erase “%1” for good</source>
        <translation>„%1“ endgültig löschen</translation>
    </message>
</context>
<context>
    <name>UserBubble</name>
    <message>
        <source>You wrote</source>
        <translation>Du hast geschrieben</translation>
    </message>
    <message>
        <source>You wrote, being edited</source>
        <translation>Du hast geschrieben, wird bearbeitet</translation>
    </message>
</context>
<context>
    <name>VisionNote</name>
    <message>
        <source>Models of this family can see pictures, but the file that this takes (mmproj) is missing.</source>
        <translation>Modelle dieser Familie können Bilder sehen, aber die Datei dafür (mmproj) fehlt.</translation>
    </message>
    <message>
        <source>Download it</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Fetches the file from where the model came from</source>
        <translation>Holt die Datei von dort, woher das Modell kam</translation>
    </message>
</context>
<context>
    <name>WaitingMessages</name>
    <message>
        <source>Waiting messages</source>
        <translation>Wartende Nachrichten</translation>
    </message>
    <message>
        <source>Waiting: %1</source>
        <translation>Wartet: %1</translation>
    </message>
    <message>
        <source>Edit this message</source>
        <translation>Diese Nachricht bearbeiten</translation>
    </message>
    <message>
        <source>Do not send this message</source>
        <translation>Diese Nachricht nicht senden</translation>
    </message>
</context>
<context>
    <name>Waterfall</name>
    <message>
        <source>Template</source>
        <translation>Vorlage</translation>
    </message>
    <message>
        <source>Tokenise</source>
        <translation>Tokenisieren</translation>
    </message>
    <message>
        <source>Prefill, %1</source>
        <translation>Einlesen, %1</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>Erstes Token</translation>
    </message>
    <message>
        <source>Decode, %1</source>
        <translation>Generieren, %1</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>%1 to the first token, %2 in all</source>
        <translation>%1 bis zum ersten Token, %2 insgesamt</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>Generieren</translation>
    </message>
    <message>
        <source>Writing the chat as one text with the marks of the model&apos;s template.</source>
        <translation>Der Chat wird als ein Text mit den Marken der Vorlage des Modells geschrieben.</translation>
    </message>
    <message>
        <source>Splitting the text into tokens.</source>
        <translation>Der Text wird in Tokens zerlegt.</translation>
    </message>
    <message>
        <source>Reading the tokens of the prompt that were not in the cache, many at once: it is bound by arithmetic.</source>
        <translation>Die Tokens der Eingabe, die nicht im Cache waren, werden gelesen, viele auf einmal: Das Rechnen begrenzt es.</translation>
    </message>
    <message>
        <source>What is left until the first token: waiting, the last layer and the choice.</source>
        <translation>Was bis zum ersten Token bleibt: Warten, die letzte Schicht und die Wahl.</translation>
    </message>
    <message>
        <source>From sending until the reply began to appear, and until its last token.</source>
        <translation>Vom Senden bis zum Beginn der Antwort und bis zu ihrem letzten Token.</translation>
    </message>
    <message>
        <source>Writing the reply, one token at a time, each of which reads all weights: it is bound by memory.</source>
        <translation>Die Antwort wird geschrieben, ein Token nach dem anderen, und jedes liest alle Gewichte: Der Speicher begrenzt es.</translation>
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
        <translation>Was mit deiner letzten Nachricht geschah, der Reihe nach. Die Zahlen sind die ihrer Antwort, gemessen, wo es Zeiten sind.</translation>
    </message>
</context>
<context>
    <name>WholeDocumentsDialog</name>
    <message>
        <source>Whole documents in this chat</source>
        <translation>Ganze Dokumente in diesem Chat</translation>
    </message>
    <message>
        <source>The model reads all of a document that is chosen here: once, in front of your next question. Of the others it gets passages.</source>
        <translation>Ein Dokument, das hier gewählt ist, liest das Modell ganz: einmal, vor deiner nächsten Frage. Von den anderen bekommt es Textstellen.</translation>
    </message>
    <message>
        <source>Names of documents</source>
        <translation>Namen der Dokumente</translation>
    </message>
    <message>
        <source>Part of a name or folder</source>
        <translation>Teil eines Namens oder Ordners</translation>
    </message>
    <message>
        <source>There are no documents yet. Add some in the settings.</source>
        <translation>Es gibt noch keine Dokumente. Füge in den Einstellungen welche hinzu.</translation>
    </message>
    <message>
        <source>No document has that in its name.</source>
        <translation>Kein Dokument hat das in seinem Namen.</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>None is chosen.</source>
        <translation>Keines ist gewählt.</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
</context>
<context>
    <name>WindowManners</name>
    <message>
        <source>Drop files to attach them; models are added to yours</source>
        <translation>Dateien hier ablegen, um sie anzuhängen; Modelle kommen zu deinen</translation>
    </message>
</context>
<context>
    <name>WordPieces</name>
    <message>
        <source>The first %1 of them are shown.</source>
        <translation>Die ersten %1 davon sind zu sehen.</translation>
    </message>
</context>
<context>
    <name>WordsPane</name>
    <message>
        <source>A model reads and writes tokens: pieces of words from a list that was fixed when it was made. What the list does not know well takes more of them, and so more time and more of the context.</source>
        <translation>Ein Modell liest und schreibt Tokens: Wortstücke aus einer Liste, die feststeht, seit es gemacht wurde. Was die Liste schlecht kennt, braucht mehr davon und damit mehr Zeit und mehr vom Kontext.</translation>
    </message>
    <message>
        <source>Here as %1 splits them.</source>
        <translation>Hier so, wie %1 sie zerlegt.</translation>
    </message>
    <message>
        <source>Your text</source>
        <translation>Dein Text</translation>
    </message>
    <message>
        <source>Type or paste anything</source>
        <translation>Tippe oder füge etwas ein</translation>
    </message>
</context>
<context>
    <name>hearth::app::About</name>
    <message>
        <source>%1, Qt %2, with the GPU engine</source>
        <translation>%1, Qt %2, mit GPU-Engine</translation>
    </message>
    <message>
        <source>%1, Qt %2, without the GPU engine</source>
        <translation>%1, Qt %2, ohne GPU-Engine</translation>
    </message>
    <message>
        <source>The text of this licence is not on this computer. Its name is %1.</source>
        <translation>Der Text dieser Lizenz ist nicht auf diesem Computer. Sie heißt %1.</translation>
    </message>
</context>
<context>
    <name>hearth::app::AttentionView</name>
    <message>
        <source>All layers</source>
        <translation>Alle Schichten</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>Alle Köpfe</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>Kopf %1</translation>
    </message>
    <message>
        <source>%1 of %2 layers look at single tokens; the others remember in another way.</source>
        <translation>%1 von %2 Schichten blicken auf einzelne Token; die anderen merken sich auf andere Weise, was war.</translation>
    </message>
    <message>
        <source>This layer looks at nothing: it works on each token by itself.</source>
        <translation>Diese Schicht blickt auf nichts: sie arbeitet an jedem Token für sich.</translation>
    </message>
    <message>
        <source>This layer looks at nothing: it mixes the last few tokens, with the same weights for every token.</source>
        <translation>Diese Schicht blickt auf nichts: sie mischt die letzten paar Token, für jedes Token mit denselben Gewichten.</translation>
    </message>
    <message>
        <source>This layer looks at nothing: it keeps one state that every token changes, and no single token can be found in it.</source>
        <translation>Diese Schicht blickt auf nichts: sie behält einen Zustand, den jedes Token ändert, und kein einzelnes ist darin zu finden.</translation>
    </message>
    <message>
        <source>This layer keeps one compressed key for each token, which all heads share.</source>
        <translation>Diese Schicht behält für jedes Token einen verdichteten Schlüssel, den alle Köpfe teilen.</translation>
    </message>
    <message>
        <source>%1 % went to nothing: this model may look at no token at all.</source>
        <translation>%1 % ging ins Leere: dieses Modell darf auch auf gar kein Token blicken.</translation>
    </message>
    <message>
        <source>itself</source>
        <translation>es selbst</translation>
    </message>
    <message>
        <source>prompt %1</source>
        <translation>Prompt %1</translation>
    </message>
    <message>
        <source>reply %1</source>
        <translation>Antwort %1</translation>
    </message>
    <message>
        <source>This layer sees the last %1 tokens.</source>
        <translation>Diese Schicht sieht die letzten %1 Token.</translation>
    </message>
</context>
<context>
    <name>hearth::app::CacheFigures</name>
    <message>
        <source>%1 tokens of all chats in %2 of %3 blocks</source>
        <translation>%1 Token aller Chats in %2 von %3 Blöcken</translation>
    </message>
    <message>
        <source>, of the layers that see everything</source>
        <translation>, der Schichten, die alles sehen</translation>
    </message>
</context>
<context>
    <name>hearth::app::CacheFolder</name>
    <message>
        <source>The cache is not kept on disk</source>
        <translation>Der Cache wird nicht auf der Festplatte behalten</translation>
    </message>
    <message>
        <source>Encryption is on, but the system&apos;s keyring, which holds the key, does not answer; what is encrypted on disk stays as it is. Unlock the keyring and restart Hearth, or turn encryption off in Settings, Cache.</source>
        <translation>Die Verschlüsselung ist eingeschaltet, aber der Schlüsselbund des Systems, in dem der Schlüssel liegt, antwortet nicht; was auf der Festplatte verschlüsselt ist, bleibt, wie es ist. Entsperre den Schlüsselbund und starte Hearth neu, oder schalte die Verschlüsselung unter Einstellungen, Cache aus.</translation>
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
        <translation>%1 % von %2 Token der Prompts wurden nicht neu gelesen: %3 Token, davon %4 vom Laufwerk; das sparte etwa %5</translation>
    </message>
    <message>
        <source>The cache was not counted</source>
        <translation>Der Cache wurde nicht gezählt</translation>
    </message>
    <message>
        <source>%1 of at most %2, with %3 tokens of all chats</source>
        <translation>%1 von höchstens %2, mit %3 Token aller Chats</translation>
    </message>
    <message>
        <source>A chat without a title</source>
        <translation>Ein Chat ohne Titel</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>%1 shared with %2</source>
        <translation>%1 gemeinsam mit %2</translation>
    </message>
    <message>
        <source>%1 shared with %2 and %3 more</source>
        <translation>%1 gemeinsam mit %2 und %3 weiteren</translation>
    </message>
    <message>
        <source>%1 of at most %2</source>
        <translation>%1 von höchstens %2</translation>
    </message>
    <message>
        <source>The cache of this chat was not cleared</source>
        <translation>Der Cache dieses Chats wurde nicht geleert</translation>
    </message>
    <message>
        <source>%1 on disk</source>
        <translation>%1 auf der Festplatte</translation>
    </message>
    <message>
        <source>%1 in memory</source>
        <translation>%1 im Speicher</translation>
    </message>
</context>
<context>
    <name>hearth::app::CallRounds</name>
    <message>
        <source>%1 cannot use tools and answers without them.</source>
        <translation>%1 kann keine Werkzeuge verwenden und antwortet ohne sie.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatBackup</name>
    <message>
        <source>There is not enough memory. Close other programs and try again.</source>
        <translation>Der Speicher reicht nicht. Schließe andere Programme und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>The chats were not saved</source>
        <translation>Die Chats wurden nicht gespeichert</translation>
    </message>
    <message>
        <source>The backup was not made</source>
        <translation>Die Sicherung wurde nicht angelegt</translation>
    </message>
    <message>
        <source>The chats are saved as %1</source>
        <translation>Die Chats sind als %1 gespeichert</translation>
    </message>
    <message>
        <source>The backup is saved as %1</source>
        <translation>Die Sicherung ist als %1 gespeichert</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatController</name>
    <message>
        <source>The reply is not saved yet. %1</source>
        <translation>Die Antwort ist noch nicht gespeichert. %1</translation>
    </message>
    <message>
        <source>This was not saved</source>
        <translation>Das wurde nicht gespeichert</translation>
    </message>
    <message>
        <source>The result is not saved. %1</source>
        <translation>Das Ergebnis ist nicht gespeichert. %1</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatDuplicate</name>
    <message>
        <source>%1 (copy)</source>
        <translation>%1 (Kopie)</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatExport</name>
    <message>
        <source>%1 could not be written (%2). Choose another folder.</source>
        <translation>%1 ließ sich nicht schreiben (%2). Wähle einen anderen Ordner.</translation>
    </message>
    <message>
        <source>There is not enough memory. Close other programs and try again.</source>
        <translation>Der Speicher reicht nicht. Schließe andere Programme und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>In one file this takes more than %1, and no larger file can be imported again. Make a backup of all chats instead.</source>
        <translation>In einer Datei ist das mehr als %1, und keine größere lässt sich wieder importieren. Mache stattdessen eine Sicherung aller Chats.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatFigures</name>
    <message>
        <source>1 picture, %1</source>
        <translation>1 Bild, %1</translation>
    </message>
    <message>
        <source>%1 pictures, %2</source>
        <translation>%1 Bilder, %2</translation>
    </message>
    <message>
        <source>%1, cached</source>
        <translation>%1, im Cache</translation>
    </message>
    <message>
        <source>%1, %2 of them cached</source>
        <translation>%1, davon %2 im Cache</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatPassages</name>
    <message>
        <source>It is in the chat already, as number %1.</source>
        <translation>Schon im Chat, als Nummer %1.</translation>
    </message>
    <message>
        <source>the whole document</source>
        <translation>das ganze Dokument</translation>
    </message>
    <message>
        <source>It does not fit into the context as a whole.</source>
        <translation>Es passt als Ganzes nicht in den Kontext.</translation>
    </message>
    <message>
        <source>It is not among your documents any more.</source>
        <translation>Es gehört nicht mehr zu deinen Dokumenten.</translation>
    </message>
    <message>
        <source>by words, rank %1 (%2)</source>
        <translation>nach Wörtern, Rang %1 (%2)</translation>
    </message>
    <message>
        <source>by meaning, rank %1 (%2)</source>
        <translation>nach Bedeutung, Rang %1 (%2)</translation>
    </message>
    <message>
        <source>together %1</source>
        <translation>zusammen %1</translation>
    </message>
    <message>
        <source>by the reranker, rank %1 (%2)</source>
        <translation>nach dem Reranker, Rang %1 (%2)</translation>
    </message>
    <message>
        <source>Other passages fit better: at most %1 of them, with %2 tokens in all, are sent.</source>
        <translation>Andere Stellen passen besser: höchstens %1 werden gesendet, mit zusammen %2 Token.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatSummaries</name>
    <message>
        <source>There are no older turns to summarise.</source>
        <translation>Es gibt keine älteren Runden zum Zusammenfassen.</translation>
    </message>
    <message>
        <source>This chat could not be summarised. %1</source>
        <translation>Dieser Chat konnte nicht zusammengefasst werden. %1</translation>
    </message>
    <message>
        <source>A chat could not be summarised, so its oldest turns leave the context. %1</source>
        <translation>Ein Chat konnte nicht zusammengefasst werden, daher verlassen seine ältesten Runden den Kontext. %1</translation>
    </message>
</context>
<context>
    <name>hearth::app::ComparisonPlan</name>
    <message>
        <source>At temperature 0 every seed gives the same answer.</source>
        <translation>Bei Temperatur 0 ergibt jeder Seed dieselbe Antwort.</translation>
    </message>
    <message>
        <source>Two answers are made the same way, so they will be the same.</source>
        <translation>Zwei Antworten entstehen auf dieselbe Weise und werden gleich sein.</translation>
    </message>
    <message>
        <source>Seed %1</source>
        <translation>Seed %1</translation>
    </message>
    <message>
        <source>Temperature %1</source>
        <translation>Temperatur %1</translation>
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
        <translation>Der Chat wurde nicht gespeichert</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Gespeichert als %1</translation>
    </message>
    <message>
        <source>There is not enough memory to read it.</source>
        <translation>Zum Lesen reicht der Speicher nicht.</translation>
    </message>
    <message>
        <source>%1 was not imported</source>
        <translation>%1 wurde nicht importiert</translation>
    </message>
    <message>
        <source>1 chat imported</source>
        <translation>1 Chat importiert</translation>
    </message>
    <message>
        <source>%1 chats imported</source>
        <translation>%1 Chats importiert</translation>
    </message>
    <message>
        <source>Exporting chats: %1 of %2</source>
        <translation>Chats werden exportiert: %1 von %2</translation>
    </message>
    <message>
        <source>Reading the chats…</source>
        <translation>Chats werden gelesen…</translation>
    </message>
    <message>
        <source>Importing chats: %1 of %2</source>
        <translation>Chats werden importiert: %1 von %2</translation>
    </message>
    <message>
        <source>The chats were not exported</source>
        <translation>Die Chats wurden nicht exportiert</translation>
    </message>
    <message>
        <source>The chat was not duplicated</source>
        <translation>Der Chat wurde nicht dupliziert</translation>
    </message>
    <message>
        <source>%1 (%2 of %3 messages)</source>
        <translation>%1 (%2 von %3 Nachrichten)</translation>
    </message>
    <message>
        <source>Duplicating the chat…</source>
        <translation>Chat wird dupliziert …</translation>
    </message>
    <message>
        <source>Exporting the chat: %1 messages</source>
        <translation>Chat wird exportiert: %1 Nachrichten</translation>
    </message>
    <message>
        <source>1 chat in it could not be read. %1</source>
        <translation>1 Chat darin konnte nicht gelesen werden. %1</translation>
    </message>
    <message>
        <source>%1 chats in it could not be read. %2</source>
        <translation>%1 Chats darin konnten nicht gelesen werden. %2</translation>
    </message>
    <message>
        <source>%1 was imported in part</source>
        <translation>%1 wurde nur teilweise importiert</translation>
    </message>
    <message>
        <source>%1 files were not imported</source>
        <translation>%1 Dateien wurden nicht importiert</translation>
    </message>
    <message>
        <source>%1 files were not imported, or only in part</source>
        <translation>%1 Dateien wurden nicht oder nur teilweise importiert</translation>
    </message>
</context>
<context>
    <name>hearth::app::ConversationListModel</name>
    <message>
        <source>The folders could not be read</source>
        <translation>Die Ordner ließen sich nicht lesen</translation>
    </message>
    <message>
        <source>The folder was not renamed</source>
        <translation>Der Ordner wurde nicht umbenannt</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Gestern</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Letzte 7 Tage</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>Älter</translation>
    </message>
    <message>
        <source>The chats could not be read</source>
        <translation>Die Chats ließen sich nicht lesen</translation>
    </message>
    <message>
        <source>The chat could not be read</source>
        <translation>Der Chat ließ sich nicht lesen</translation>
    </message>
    <message>
        <source>The chat was not renamed</source>
        <translation>Der Chat wurde nicht umbenannt</translation>
    </message>
    <message>
        <source>The chat was not pinned</source>
        <translation>Der Chat wurde nicht angeheftet</translation>
    </message>
    <message>
        <source>The chat was not moved</source>
        <translation>Der Chat wurde nicht verschoben</translation>
    </message>
    <message>
        <source>The chat was not moved to the trash</source>
        <translation>Der Chat wurde nicht in den Papierkorb verschoben</translation>
    </message>
    <message>
        <source>The chat</source>
        <translation>Der Chat</translation>
    </message>
    <message>
        <source>“%1” moved to the trash</source>
        <translation>„%1“ in den Papierkorb verschoben</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>The chat was not restored</source>
        <translation>Der Chat wurde nicht zurückgeholt</translation>
    </message>
    <message>
        <source>The chats could not be counted</source>
        <translation>Die Chats ließen sich nicht zählen</translation>
    </message>
    <message>
        <source>The chats were not moved to the trash</source>
        <translation>Die Chats wurden nicht in den Papierkorb verschoben</translation>
    </message>
    <message>
        <source>1 chat moved to the trash</source>
        <translation>1 Chat in den Papierkorb verschoben</translation>
    </message>
    <message>
        <source>%1 chats moved to the trash</source>
        <translation>%1 Chats in den Papierkorb verschoben</translation>
    </message>
    <message>
        <source>The chats were not brought back</source>
        <translation>Die Chats wurden nicht zurückgeholt</translation>
    </message>
</context>
<context>
    <name>hearth::app::ConversationSearch</name>
    <message>
        <source>today, %1</source>
        <translation>heute, %1</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>gestern</translation>
    </message>
    <message>
        <source>last %1</source>
        <translation>letzten %1</translation>
    </message>
    <message>
        <source>The search failed</source>
        <translation>Die Suche hat nicht geklappt</translation>
    </message>
    <message>
        <source>Recent chats</source>
        <translation>Letzte Chats</translation>
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
        <translation>Die Antwort ist da</translation>
    </message>
    <message>
        <source>Open the chat</source>
        <translation>Chat öffnen</translation>
    </message>
    <message>
        <source>A call of a tool waits for you</source>
        <translation>Ein Werkzeugaufruf wartet auf dich</translation>
    </message>
</context>
<context>
    <name>hearth::app::DocumentLibrary</name>
    <message>
        <source>Files: %1 · passages: %2</source>
        <translation>Dateien: %1 · Textstellen: %2</translation>
    </message>
    <message>
        <source>Paused · %1</source>
        <translation>Angehalten · %1</translation>
    </message>
    <message>
        <source>Waiting · %1</source>
        <translation>Wartet · %1</translation>
    </message>
    <message>
        <source>Looking for changes · %1</source>
        <translation>Sucht nach Änderungen · %1</translation>
    </message>
    <message>
        <source>Not there now: what was read of it is kept. %1</source>
        <translation>Zurzeit nicht da: Was daraus gelesen wurde, bleibt erhalten. %1</translation>
    </message>
    <message>
        <source>Reading %1 of %2 files · %3 a second</source>
        <translation>%1 von %2 Dateien gelesen · %3 pro Sekunde</translation>
    </message>
    <message>
        <source>%1 · about %2 s left</source>
        <translation>%1 · noch etwa %2 s</translation>
    </message>
    <message>
        <source>%1 · about %2 min left</source>
        <translation>%1 · noch etwa %2 min</translation>
    </message>
    <message>
        <source>Documents cannot be added while the chats are not kept.</source>
        <translation>Dokumente lassen sich nicht hinzufügen, solange die Chats nicht gespeichert werden.</translation>
    </message>
    <message>
        <source>%1 is not there.</source>
        <translation>%1 ist nicht da.</translation>
    </message>
    <message>
        <source>%1 has been added before.</source>
        <translation>%1 wurde schon hinzugefügt.</translation>
    </message>
</context>
<context>
    <name>hearth::app::DocumentTools</name>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
</context>
<context>
    <name>hearth::app::DocumentVectors</name>
    <message>
        <source>None: by words alone</source>
        <translation>Keines: nur nach Wörtern</translation>
    </message>
    <message>
        <source>Passages are found by their words alone: no embedding model is installed. One such as %1 finds them by what they mean, too.</source>
        <translation>Stellen werden nur nach ihren Wörtern gefunden: Kein Einbettungsmodell ist installiert. Eines wie %1 findet sie auch nach ihrem Sinn.</translation>
    </message>
    <message>
        <source>Passages are found by their words alone.</source>
        <translation>Stellen werden nur nach ihren Wörtern gefunden.</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>Das Modell wird geladen …</translation>
    </message>
    <message>
        <source>Waiting. Passages that are found by what they mean, too: %1 of %2</source>
        <translation>Wartet. Stellen, die auch nach ihrem Sinn gefunden werden: %1 von %2</translation>
    </message>
    <message>
        <source>All passages are found by their words and by what they mean: %1</source>
        <translation>Alle Stellen werden nach ihren Wörtern und nach ihrem Sinn gefunden: %1</translation>
    </message>
    <message>
        <source>Passages are found by their words alone. %1</source>
        <translation>Stellen werden nur nach ihren Wörtern gefunden. %1</translation>
    </message>
    <message>
        <source>Reading what passages mean: %1 of %2 · %3 a second</source>
        <translation>Liest, was die Stellen bedeuten: %1 von %2 · %3 je Sekunde</translation>
    </message>
    <message>
        <source>%1 · about %2 s left</source>
        <translation>%1 · noch etwa %2 s</translation>
    </message>
    <message>
        <source>%1 · about %2 min left</source>
        <translation>%1 · noch etwa %2 min</translation>
    </message>
    <message>
        <source>Passages are found by what they mean, too, once there are documents.</source>
        <translation>Stellen werden auch nach ihrem Sinn gefunden, sobald es Dokumente gibt.</translation>
    </message>
</context>
<context>
    <name>hearth::app::DownloadJob</name>
    <message>
        <source>This download has no valid source.</source>
        <translation>Dieser Download hat keine gültige Quelle.</translation>
    </message>
    <message>
        <source>The hub published no checksum for this file, so it cannot be verified and is not downloaded.</source>
        <translation>Der Hub hat für diese Datei keine Prüfsumme veröffentlicht, daher lässt sie sich nicht prüfen und wird nicht heruntergeladen.</translation>
    </message>
    <message>
        <source>The folder %1 cannot be made.</source>
        <translation>Der Ordner %1 lässt sich nicht anlegen.</translation>
    </message>
    <message>
        <source>There is another file “%1” in the models folder. Move it away and try again.</source>
        <translation>Im Modellordner liegt eine andere Datei „%1“. Verschiebe sie und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>There is not enough disk space: %1 GB more are needed in %2. Free some space, then resume.</source>
        <translation>Der Datenträger ist zu voll: Es fehlen %1 GB in %2. Schaffe Platz und setze dann fort.</translation>
    </message>
    <message>
        <source>The hub offers a different file from the one it listed.</source>
        <translation>Der Hub bietet eine andere Datei an, als er aufgelistet hat.</translation>
    </message>
    <message>
        <source>%1 sent the file compressed, which was not requested.</source>
        <translation>%1 hat die Datei ungefragt komprimiert gesendet.</translation>
    </message>
    <message>
        <source>The file at %1 has a different size.</source>
        <translation>%1 hat eine Datei anderer Größe.</translation>
    </message>
    <message>
        <source>%1 sent a different part of the file than requested.</source>
        <translation>%1 hat einen anderen Teil der Datei gesendet als verlangt.</translation>
    </message>
    <message>
        <source>%1 reports a shorter file.</source>
        <translation>Laut %1 endet die Datei früher.</translation>
    </message>
    <message>
        <source>%1 answered with %2.</source>
        <translation>%1 antwortete mit %2.</translation>
    </message>
    <message>
        <source>The file arrived incomplete.</source>
        <translation>Die Datei kam unvollständig an.</translation>
    </message>
    <message>
        <source>The file did not match its published SHA-256 twice in a row, so it was deleted. Choose another source.</source>
        <translation>Die Datei passte zweimal hintereinander nicht zu ihrer veröffentlichten SHA-256 und wurde verworfen. Wähle eine andere Quelle.</translation>
    </message>
    <message>
        <source>The file did not match its published SHA-256 and is fetched again.</source>
        <translation>Die Datei passte nicht zu ihrer veröffentlichten SHA-256 und wird noch einmal geholt.</translation>
    </message>
    <message>
        <source>What was downloaded is kept; resume continues from there.</source>
        <translation>Das Heruntergeladene bleibt erhalten; „Fortsetzen“ macht dort weiter.</translation>
    </message>
</context>
<context>
    <name>hearth::app::Downloads</name>
    <message>
        <source>Waiting for another download</source>
        <translation>Wartet auf einen anderen Download</translation>
    </message>
    <message>
        <source>Trying again: %1</source>
        <translation>Neuer Versuch: %1</translation>
    </message>
    <message>
        <source>Checking %1 against the published SHA-256</source>
        <translation>%1 werden gegen die veröffentlichte SHA-256 geprüft</translation>
    </message>
    <message>
        <source>%1 of %2 %3</source>
        <translation>%1 von %2 %3</translation>
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
        <translation>noch %1 s</translation>
    </message>
    <message>
        <source>%1 min left</source>
        <translation>noch %1 min</translation>
    </message>
    <message>
        <source>%1 h left</source>
        <translation>noch %1 h</translation>
    </message>
    <message>
        <source>1 download</source>
        <translation>1 Download</translation>
    </message>
    <message>
        <source>%1 downloads</source>
        <translation>%1 Downloads</translation>
    </message>
    <message>
        <source>%1, %2 MB/s</source>
        <translation>%1, %2 MB/s</translation>
    </message>
    <message>
        <source>Paused at %1. Resume continues from there.</source>
        <translation>Angehalten bei %1. „Fortsetzen“ macht dort weiter.</translation>
    </message>
</context>
<context>
    <name>hearth::app::DraftAttachments</name>
    <message>
        <source>Pasted text</source>
        <translation>Eingefügter Text</translation>
    </message>
    <message>
        <source>Pasted text %1</source>
        <translation>Eingefügter Text %1</translation>
    </message>
    <message>
        <source>There is not enough memory to read it.</source>
        <translation>Der Arbeitsspeicher reicht nicht, um sie zu lesen.</translation>
    </message>
    <message>
        <source>%1 was not attached. %2</source>
        <translation>%1 wurde nicht angehängt. %2</translation>
    </message>
    <message>
        <source>%1 files were not attached.</source>
        <translation>%1 Dateien wurden nicht angehängt.</translation>
    </message>
    <message>
        <source>%1 of %2 tokens</source>
        <translation>%1 von %2 Tokens</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Hearth fetches nothing from the web for a message. Copy the picture there and paste it here, or save it and attach the file.</source>
        <translation>Hearth holt für eine Nachricht nichts aus dem Netz. Kopiere das Bild dort und füge es hier ein, oder speichere es und hänge die Datei an.</translation>
    </message>
</context>
<context>
    <name>hearth::app::DraftPictures</name>
    <message>
        <source>Picture %1 of %2, %3, %4</source>
        <translation>Bild %1 von %2, %3, %4</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
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
        <translation>%1 wurde nicht angehängt. Eine Nachricht kann %2 Bilder haben; sende die übrigen mit der nächsten.</translation>
    </message>
    <message>
        <source>%1, page %2</source>
        <translation>%1, Seite %2</translation>
    </message>
    <message>
        <source>Page %1 of %2 was not attached. A message can have %3 pictures; save this page as a PDF of its own and send it with the next one.</source>
        <translation>Seite %1 von %2 wurde nicht angehängt. Eine Nachricht kann %3 Bilder haben; speichere diese Seite als eigene PDF-Datei und sende sie mit der nächsten.</translation>
    </message>
    <message>
        <source>Pages %1 of %2 were not attached. A message can have %3 pictures; save these pages as a PDF of their own and send it with the next one.</source>
        <translation>Die Seiten %1 von %2 wurden nicht angehängt. Eine Nachricht kann %3 Bilder haben; speichere diese Seiten als eigene PDF-Datei und sende sie mit der nächsten.</translation>
    </message>
    <message>
        <source>%1, low detail</source>
        <translation>%1, wenig Details</translation>
    </message>
    <message>
        <source>%1, high detail</source>
        <translation>%1, viele Details</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Wenig</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Viel</translation>
    </message>
</context>
<context>
    <name>hearth::app::EarlierAnswers</name>
    <message>
        <source>This needs an embedding model: choose one above.</source>
        <translation>Dafür braucht es ein Einbettungsmodell: Wähle oben eines.</translation>
    </message>
    <message>
        <source>Questions answered so: %1. That saved %2 tokens and %3 seconds.</source>
        <translation>So beantwortete Fragen: %1. Das hat %2 Token und %3 Sekunden gespart.</translation>
    </message>
</context>
<context>
    <name>hearth::app::Endpoints</name>
    <message>
        <source>Nothing answers at %1. Is the server running?</source>
        <translation>Unter %1 antwortet nichts. Läuft der Server?</translation>
    </message>
    <message>
        <source>%1 cannot be found. Check the address and the network.</source>
        <translation>%1 ist nicht zu finden. Prüfe die Adresse und das Netzwerk.</translation>
    </message>
    <message>
        <source>The certificate of %1 could not be verified (%2).</source>
        <translation>%1 konnte sich nicht ausweisen (%2).</translation>
    </message>
    <message>
        <source>%1 did not answer in %2 s.</source>
        <translation>%1 hat nicht in %2 s geantwortet.</translation>
    </message>
    <message>
        <source>%1 cannot be reached (%2).</source>
        <translation>%1 ist nicht erreichbar (%2).</translation>
    </message>
    <message>
        <source>Answered in %1 ms</source>
        <translation>Antwort nach %1 ms</translation>
    </message>
    <message>
        <source>Chats with these models go to another program on this computer.</source>
        <translation>Chats mit diesen Modellen gehen an ein anderes Programm auf diesem Computer.</translation>
    </message>
    <message>
        <source>Chats with these models leave this computer for %1, unencrypted.</source>
        <translation>Chats mit diesen Modellen verlassen diesen Computer und gehen unverschlüsselt an %1.</translation>
    </message>
    <message>
        <source>Chats with these models leave this computer for %1.</source>
        <translation>Chats mit diesen Modellen verlassen diesen Computer und gehen an %1.</translation>
    </message>
    <message>
        <source>cannot chat</source>
        <translation>kann nicht chatten</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>context length unknown</source>
        <translation>Länge nicht genannt</translation>
    </message>
    <message>
        <source>kept in the keyring</source>
        <translation>im Schlüsselbund gespeichert</translation>
    </message>
    <message>
        <source>no keyring: kept until Hearth closes</source>
        <translation>kein Schlüsselbund: nur bis zum Ende von Hearth gespeichert</translation>
    </message>
    <message>
        <source>New server</source>
        <translation>Neuer Server</translation>
    </message>
    <message>
        <source>“%1” is not a valid address. An address looks like http://rack.lan:8000/v1.</source>
        <translation>„%1“ ist keine http- oder https-Adresse wie http://rack.lan:8000/v1.</translation>
    </message>
    <message>
        <source>A key cannot contain spaces or special characters.</source>
        <translation>Ein Schlüssel enthält keine Leer- oder Sonderzeichen.</translation>
    </message>
    <message>
        <source>Asking %1</source>
        <translation>Fragt %1</translation>
    </message>
    <message>
        <source>%1 redirects to another address. Enter that one instead.</source>
        <translation>%1 leitet an eine andere Adresse weiter. Gib stattdessen diese ein.</translation>
    </message>
    <message>
        <source>%1 answers, but not as an OpenAI-compatible server. Does the address end in /v1?</source>
        <translation>%1 antwortet, aber nicht als OpenAI-kompatibler Server. Endet die Adresse auf /v1?</translation>
    </message>
    <message>
        <source>“%1” is not a price. A price is a number such as 0.15, per million tokens.</source>
        <translation>„%1“ ist kein Preis. Ein Preis ist eine Zahl wie 0,15 für eine Million Tokens.</translation>
    </message>
    <message>
        <source>%1 does not answer over https (%2). If it speaks http, the address begins with http://.</source>
        <translation>%1 antwortet nicht über https (%2). Wenn es http spricht, beginnt die Adresse mit http://.</translation>
    </message>
</context>
<context>
    <name>hearth::app::EngineSettings</name>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Graphics card</source>
        <translation>Grafikkarte</translation>
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
        <translation>Automatisch</translation>
    </message>
</context>
<context>
    <name>hearth::app::FilePlaces</name>
    <message>
        <source>Home</source>
        <translation>Persönlicher Ordner</translation>
    </message>
    <message>
        <source>Desktop</source>
        <translation>Desktop</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>Downloads</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
</context>
<context>
    <name>hearth::app::FolderListing</name>
    <message>
        <source>There is no folder “%1”.</source>
        <translation>Es gibt keinen Ordner „%1“.</translation>
    </message>
    <message>
        <source>“%1” is a file, not a folder.</source>
        <translation>„%1“ ist eine Datei, kein Ordner.</translation>
    </message>
    <message>
        <source>You do not have permission to open “%1”.</source>
        <translation>Dir fehlt die Berechtigung, „%1“ zu öffnen.</translation>
    </message>
    <message>
        <source>“%1” cannot be the name of a folder. Choose a name without a slash.</source>
        <translation>„%1“ geht nicht als Name eines Ordners. Wähle einen Namen ohne Schrägstrich.</translation>
    </message>
    <message>
        <source>“%1” already exists. Choose another name.</source>
        <translation>„%1“ gibt es schon. Wähle einen anderen Namen.</translation>
    </message>
    <message>
        <source>“%1” was not created. Check that you may write to this folder.</source>
        <translation>„%1“ wurde nicht angelegt. Prüfe, ob du in diesen Ordner schreiben darfst.</translation>
    </message>
    <message>
        <source>No files of this kind here</source>
        <translation>Keine Dateien dieser Art hier</translation>
    </message>
    <message>
        <source>No folders in here, and 1 file</source>
        <translation>Keine Ordner, und 1 Datei</translation>
    </message>
    <message>
        <source>No folders in here, and %1 files</source>
        <translation>Keine Ordner, und %1 Dateien</translation>
    </message>
    <message>
        <source>Only hidden files here</source>
        <translation>Nur versteckte Dateien</translation>
    </message>
    <message>
        <source>This folder is empty</source>
        <translation>Dieser Ordner ist leer</translation>
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
        <translation>Dieser Chat braucht etwa %1 Token, und %2 hat Platz für %3.</translation>
    </message>
    <message>
        <source>This chat takes %1 tokens, and the context has room for %2.</source>
        <translation>Dieser Chat braucht %1 Token, und der Kontext hat Platz für %2.</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>Kein Modell geladen.</translation>
    </message>
    <message>
        <source>%1 decides how long the context is.</source>
        <translation>%1 bestimmt, wie lang der Kontext ist.</translation>
    </message>
    <message>
        <source>The model was trained on %1 tokens, which is too few for this chat.</source>
        <translation>Das Modell wurde auf %1 Token trainiert; das ist zu wenig für diesen Chat.</translation>
    </message>
    <message>
        <source>A context of %1 tokens takes %2 more memory than is free.</source>
        <translation>Ein Kontext von %1 Token braucht %2 mehr Speicher, als frei ist.</translation>
    </message>
    <message>
        <source>There are no older turns to leave out.</source>
        <translation>Es gibt keine älteren Runden zum Weglassen.</translation>
    </message>
    <message>
        <source>%1 earlier messages are left out.</source>
        <translation>%1 frühere Nachrichten sind weggelassen.</translation>
    </message>
    <message>
        <source>%1 earlier messages (%2 tokens) are left out.</source>
        <translation>%1 frühere Nachrichten (%2 Token) sind ausgelassen.</translation>
    </message>
    <message>
        <source>%1 earlier tokens are left out.</source>
        <translation>%1 frühere Token sind ausgelassen.</translation>
    </message>
    <message>
        <source>The last message alone takes %1 tokens. Shorten it, or what is attached to it.</source>
        <translation>Die letzte Nachricht braucht allein schon %1 Token. Kürze sie oder ihren Anhang.</translation>
    </message>
    <message>
        <source>A summary replaces %1 earlier messages.</source>
        <translation>Eine Zusammenfassung steht für %1 frühere Nachrichten.</translation>
    </message>
</context>
<context>
    <name>hearth::app::HeaderProbe</name>
    <message>
        <source>The temporary folder cannot be written.</source>
        <translation>In den temporären Ordner lässt sich nicht schreiben.</translation>
    </message>
</context>
<context>
    <name>hearth::app::HttpTransport</name>
    <message>
        <source>The server sent a message of more than %1 MB.</source>
        <translation>Der Server hat eine Nachricht von mehr als %1 MB geschickt.</translation>
    </message>
    <message>
        <source>%1 wants a key; put it into the headers of the server.</source>
        <translation>%1 verlangt einen Schlüssel; trage ihn in die Kopfzeilen des Servers ein.</translation>
    </message>
    <message>
        <source>The session with %1 is over.</source>
        <translation>Die Sitzung mit %1 ist beendet.</translation>
    </message>
    <message>
        <source>%1 answered with status %2.</source>
        <translation>%1 hat mit Status %2 geantwortet.</translation>
    </message>
    <message>
        <source>%1 gave no answer.</source>
        <translation>%1 hat nicht geantwortet.</translation>
    </message>
</context>
<context>
    <name>hearth::app::HubClient</name>
    <message>
        <source>HF_HUB_OFFLINE is set, so Hearth does not contact the hub. Unset it and restart Hearth.</source>
        <translation>HF_HUB_OFFLINE ist gesetzt, deshalb fragt Hearth den Hub nichts. Entferne es und starte neu.</translation>
    </message>
    <message>
        <source>this search</source>
        <translation>diese Suche</translation>
    </message>
    <message>
        <source>The hub&apos;s answer cannot be read. Try again later.</source>
        <translation>Die Antwort des Hubs lässt sich nicht lesen. Versuche es später noch einmal.</translation>
    </message>
    <message>
        <source>“%1” is not a model name.</source>
        <translation>„%1“ ist kein Modellname.</translation>
    </message>
</context>
<context>
    <name>hearth::app::HubPage</name>
    <message>
        <source>Reading the header</source>
        <translation>Header wird gelesen</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 Parameter</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>%1 downloads a month</source>
        <translation>%1 Downloads im Monat</translation>
    </message>
    <message>
        <source>reading the header of one file</source>
        <translation>der Header einer Datei wird gelesen</translation>
    </message>
    <message>
        <source>memory calculated from the file header, for one conversation</source>
        <translation>Speicher aus dem Header der Datei berechnet, mit einem Chat</translation>
    </message>
    <message>
        <source>This page has no GGUF file that can be verified.</source>
        <translation>Diese Seite hat keine GGUF-Datei, die sich prüfen lässt.</translation>
    </message>
    <message>
        <source>Much weaker</source>
        <translation>Viel schwächer</translation>
    </message>
    <message>
        <source>Clearly weaker</source>
        <translation>Deutlich schwächer</translation>
    </message>
    <message>
        <source>Noticeably weaker</source>
        <translation>Merklich schwächer</translation>
    </message>
    <message>
        <source>Close to full</source>
        <translation>Nah am Original</translation>
    </message>
    <message>
        <source>Closer still</source>
        <translation>Noch näher</translation>
    </message>
    <message>
        <source>Hard to tell apart</source>
        <translation>Kaum zu unterscheiden</translation>
    </message>
    <message>
        <source>Same for most uses</source>
        <translation>Meist gleich gut</translation>
    </message>
    <message>
        <source>As published</source>
        <translation>Wie veröffentlicht</translation>
    </message>
</context>
<context>
    <name>hearth::app::HubSearch</name>
    <message>
        <source>Runs here</source>
        <translation>Läuft hier</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Zu groß</translation>
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
        <translation>Fragt %1</translation>
    </message>
    <message>
        <source>Good models to start with that run here</source>
        <translation>Gute für den Anfang, die hier laufen</translation>
    </message>
    <message>
        <source>Good models to start with</source>
        <translation>Gute für den Anfang</translation>
    </message>
    <message>
        <source>Nothing on %1 matches</source>
        <translation>Keine Treffer auf %1</translation>
    </message>
    <message>
        <source>%1 of %2 matches run here</source>
        <translation>%1 von %2 Treffern laufen hier</translation>
    </message>
    <message>
        <source>A picture of 1,024 × 1,024 pixels costs about %1 tokens.</source>
        <translation>Ein Bild von 1024 × 1024 Pixeln kostet etwa %1 Token.</translation>
    </message>
</context>
<context>
    <name>hearth::app::IndexThread</name>
    <message>
        <source>There is not enough memory. Close other programs and try again.</source>
        <translation>Der Speicher reicht nicht. Schließe andere Programme und versuche es noch einmal.</translation>
    </message>
</context>
<context>
    <name>hearth::app::InstalledModels</name>
    <message>
        <source>on %1</source>
        <translation>auf %1</translation>
    </message>
    <message>
        <source>Only files in %1 can be deleted here.</source>
        <translation>Hier lassen sich nur Dateien in %1 löschen.</translation>
    </message>
    <message>
        <source>%1 could not be deleted. Check whether you may write there.</source>
        <translation>%1 ließ sich nicht löschen. Prüfe, ob du dort schreiben darfst.</translation>
    </message>
    <message>
        <source>%1 here, %2 free</source>
        <translation>%1 hier, %2 frei</translation>
    </message>
    <message>
        <source>%1 is the vision encoder of a model and not a model itself; keep it in the folder of its model, where Hearth finds it.</source>
        <translation>%1 ist der Bildkodierer eines Modells und selbst kein Modell; lassen Sie ihn im Ordner seines Modells, wo Hearth ihn findet.</translation>
    </message>
</context>
<context>
    <name>hearth::app::InterfaceScale</name>
    <message>
        <source>Interface scale: %1 %</source>
        <translation>Größe der Oberfläche: %1 %</translation>
    </message>
    <message>
        <source>Interface scale: %1 %, after a restart</source>
        <translation>Größe der Oberfläche: %1 %, nach einem Neustart</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>Jetzt neu starten</translation>
    </message>
</context>
<context>
    <name>hearth::app::JsonTree</name>
    <message>
        <source>1 value</source>
        <translation>1 Wert</translation>
    </message>
    <message>
        <source>%1 values</source>
        <translation>%1 Werte</translation>
    </message>
    <message>
        <source>1 entry</source>
        <translation>1 Eintrag</translation>
    </message>
    <message>
        <source>%1 entries</source>
        <translation>%1 Einträge</translation>
    </message>
</context>
<context>
    <name>hearth::app::KeyBindings</name>
    <message>
        <source>%1 types text or moves the cursor. Combine it with Ctrl or Alt, or use a function key.</source>
        <translation>%1 schreibt Text oder bewegt die Auswahl. Halte Ctrl oder Alt dazu, oder drücke eine Funktionstaste.</translation>
    </message>
    <message>
        <source>%1 is needed for editing text. Choose another shortcut.</source>
        <translation>%1 wird beim Schreiben gebraucht. Drücke andere Tasten.</translation>
    </message>
    <message>
        <source>%1 is already used for “%2”. Choose another shortcut, or change that one first.</source>
        <translation>%1 steht schon für „%2“. Drücke andere Tasten, oder ändere zuerst jene.</translation>
    </message>
</context>
<context>
    <name>hearth::app::LookSettings</name>
    <message>
        <source>System default</source>
        <translation>Wie das System</translation>
    </message>
</context>
<context>
    <name>hearth::app::MachineChecker</name>
    <message>
        <source>Measuring the memory…</source>
        <translation>Speicher wird gemessen…</translation>
    </message>
    <message>
        <source>The check was cancelled.</source>
        <translation>Die Prüfung wurde abgebrochen.</translation>
    </message>
    <message>
        <source>off by %1, %2 allowed</source>
        <translation>Abweichung %1, erlaubt %2</translation>
    </message>
    <message>
        <source>Graphics card</source>
        <translation>Grafikkarte</translation>
    </message>
    <message>
        <source>Checked %1 operations</source>
        <translation>%1 Operationen geprüft</translation>
    </message>
    <message>
        <source>reads %1</source>
        <translation>liest %1</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>%1 of %2 match the reference</source>
        <translation>%1 von %2 stimmen mit ihrer schlichten Referenz überein</translation>
    </message>
    <message>
        <source>%1 of %2 match the reference. Use another device, or update its driver.</source>
        <translation>%1 von %2 stimmen mit ihrer schlichten Referenz überein. Nutze ein anderes Gerät oder aktualisiere den Treiber.</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>Laufwerk</translation>
    </message>
    <message>
        <source>No model in %1 to measure with</source>
        <translation>In %1 ist kein Modell, mit dem gemessen werden könnte</translation>
    </message>
    <message>
        <source>%1, a slow disk: a 5 GB model takes %2 s to load</source>
        <translation>%1 liegt auf einem langsamen Laufwerk, daher lädt ein Modell von 5 GB in %2 s</translation>
    </message>
    <message>
        <source>%1: a 5 GB model takes %2 s to load</source>
        <translation>%1, ein Modell von 5 GB lädt in %2 s</translation>
    </message>
    <message>
        <source>no key kept</source>
        <translation>kein Schlüssel gespeichert</translation>
    </message>
    <message>
        <source>one key kept</source>
        <translation>ein Schlüssel gespeichert</translation>
    </message>
    <message>
        <source>%1 keys kept</source>
        <translation>%1 Schlüssel gespeichert</translation>
    </message>
    <message>
        <source>Keyring</source>
        <translation>Schlüsselbund</translation>
    </message>
    <message>
        <source>Reachable; %1</source>
        <translation>Erreichbar; %1</translation>
    </message>
    <message>
        <source>Not available; server keys are kept until Hearth closes</source>
        <translation>Keiner antwortet; Schlüssel von Servern bleiben nur bis zum Ende von Hearth</translation>
    </message>
    <message>
        <source>no problems found</source>
        <translation>nichts braucht dich</translation>
    </message>
    <message>
        <source>one problem</source>
        <translation>ein Punkt braucht dich</translation>
    </message>
    <message>
        <source>%1 problems</source>
        <translation>%1 Punkte brauchen dich</translation>
    </message>
    <message>
        <source>Checked at %1, %2 checks in %3 s, %4</source>
        <translation>Geprüft um %1, %2 Prüfungen in %3 s, %4</translation>
    </message>
    <message>
        <source>As of %1: %2 checks in %3 s, %4</source>
        <translation>Stand %1: %2 Prüfungen in %3 s, %4</translation>
    </message>
    <message>
        <source>Sandbox for pictures</source>
        <translation>Sandbox für Bilder</translation>
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
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>%1 of %2 W</source>
        <translation>%1 von %2 W</translation>
    </message>
    <message>
        <source>%1 W</source>
        <translation>%1 W</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
</context>
<context>
    <name>hearth::app::McpDirectory</name>
    <message>
        <source>Starts when a chat uses tools.</source>
        <translation>Startet, wenn ein Chat Werkzeuge benutzt.</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Startet …</translation>
    </message>
    <message>
        <source>Tools: %1</source>
        <translation>Werkzeuge: %1</translation>
    </message>
    <message>
        <source>The tool servers in &quot;%1&quot; cannot be read.</source>
        <translation>Die Werkzeugserver in „%1“ können nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The list of tool servers cannot be saved: %1.</source>
        <translation>Die Liste der Werkzeugserver kann nicht gespeichert werden: %1.</translation>
    </message>
    <message>
        <source>Give the server a name.</source>
        <translation>Gib dem Server einen Namen.</translation>
    </message>
    <message>
        <source>The name is longer than 64 characters.</source>
        <translation>Der Name ist länger als 64 Zeichen.</translation>
    </message>
    <message>
        <source>There is a server of this name already.</source>
        <translation>Es gibt schon einen Server dieses Namens.</translation>
    </message>
    <message>
        <source>The address cannot be read.</source>
        <translation>Die Adresse ist nicht lesbar.</translation>
    </message>
    <message>
        <source>Give a command, such as &quot;uvx mcp-server-time&quot;, or an address.</source>
        <translation>Gib einen Befehl an, etwa „uvx mcp-server-time“, oder eine Adresse.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be read.</source>
        <translation>„%1“ kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Servers added: %1.</source>
        <translation>Hinzugefügte Server: %1.</translation>
    </message>
    <message>
        <source>The system&apos;s keyring does not answer, so their keys are kept only until Hearth is closed.</source>
        <translation>Der Schlüsselbund des Systems antwortet nicht, daher werden ihre Schlüssel nur bis zum Ende von Hearth gespeichert.</translation>
    </message>
</context>
<context>
    <name>hearth::app::McpServer</name>
    <message>
        <source>It did not start within %1 seconds.</source>
        <translation>Er ist nicht innerhalb von %1 Sekunden gestartet.</translation>
    </message>
    <message>
        <source>It was stopped.</source>
        <translation>Er wurde angehalten.</translation>
    </message>
    <message>
        <source>The server refused.</source>
        <translation>Der Server hat abgelehnt.</translation>
    </message>
    <message>
        <source>It speaks a version of the protocol that Hearth does not know.</source>
        <translation>Er spricht eine Version des Protokolls, die Hearth nicht kennt.</translation>
    </message>
    <message>
        <source>%1 has no tool of the name &quot;%2&quot; any more.</source>
        <translation>%1 hat kein Werkzeug namens „%2“ mehr.</translation>
    </message>
    <message>
        <source>The server gave no answer that can be read.</source>
        <translation>Der Server hat keine lesbare Antwort gegeben.</translation>
    </message>
    <message>
        <source>%1 is not ready.</source>
        <translation>%1 ist nicht bereit.</translation>
    </message>
    <message>
        <source>%1 gave no text.</source>
        <translation>%1 hat keinen Text geliefert.</translation>
    </message>
    <message>
        <source>It sends too many unrequested messages.</source>
        <translation>Er schickt zu viele Nachrichten, um die niemand gebeten hat.</translation>
    </message>
</context>
<context>
    <name>hearth::app::MessageSender</name>
    <message>
        <source>%1 messages are already waiting. This one stays in the composer.</source>
        <translation>Es warten schon %1 Nachrichten. Diese bleibt im Nachrichtenfeld.</translation>
    </message>
</context>
<context>
    <name>hearth::app::MessageVersions</name>
    <message>
        <source>Load %1 to continue from here: other models use different tokens.</source>
        <translation>Um hier weiterzumachen, %1 laden: Ein anderes Modell hat andere Token.</translation>
    </message>
    <message>
        <source>Message deleted, with what followed it</source>
        <translation>Nachricht gelöscht, mit allem danach</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>hearth::app::ModelDevice</name>
    <message>
        <source>In a process of its own, in a sandbox. If it crashes, only the replies under way are lost.</source>
        <translation>In einem eigenen Prozess, in einer Sandbox. Ein Absturz kostet die laufenden Antworten, sonst nichts.</translation>
    </message>
    <message>
        <source>In Hearth&apos;s own process: a crash would end Hearth. Separate processes have not been tried on graphics cards yet.</source>
        <translation>Im Prozess von Hearth selbst, den ein Absturz beenden würde. Eigene Prozesse sind auf Grafikkarten noch nicht erprobt.</translation>
    </message>
    <message>
        <source>In Hearth&apos;s own process: a crash would end Hearth.</source>
        <translation>Im Prozess von Hearth selbst, den ein Absturz beenden würde.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ModelQuantizer</name>
    <message>
        <source>Reading the model…</source>
        <translation>Das Modell wird gelesen …</translation>
    </message>
    <message>
        <source>%1 already exists. Remove it first to make it again.</source>
        <translation>%1 ist schon da. Entferne die Datei zuerst, um sie neu zu erstellen.</translation>
    </message>
    <message>
        <source>The copy takes %1, and only %2 are free in %3. Free some space and try again.</source>
        <translation>Die Kopie braucht %1, und in %3 sind nur %2 frei. Schaffe Platz und versuche es erneut.</translation>
    </message>
    <message>
        <source>Writing the copy: %1</source>
        <translation>Die Kopie wird geschrieben: %1</translation>
    </message>
    <message>
        <source>%1 instead of %2.</source>
        <translation>%1 statt %2.</translation>
    </message>
    <message>
        <source>The copy is ready. Comparing both on a short text: about %1 s left</source>
        <translation>Die Kopie ist fertig. Beide werden an einem kurzen Text verglichen: noch etwa %1 s</translation>
    </message>
    <message>
        <source>Its cost is not known: %1</source>
        <translation>Was es gekostet hat, ist nicht bekannt: %1</translation>
    </message>
    <message>
        <source>Cancelled. Nothing was kept.</source>
        <translation>Abgebrochen. Nichts wurde behalten.</translation>
    </message>
    <message>
        <source>Running the text through the model: about %1 s left</source>
        <translation>Der Text läuft durch das Modell: noch etwa %1 s</translation>
    </message>
    <message>
        <source>On %1 tokens: perplexity %2 instead of %3, KL divergence %4, the same first choice for %5 % of tokens.</source>
        <translation>Auf %1 Token: Perplexität %2 statt %3, KL-Divergenz %4, an %5 % der Stellen dieselbe erste Wahl.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ModelRoute</name>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>Choose two different models.</source>
        <translation>Wähle zwei verschiedene Modelle.</translation>
    </message>
    <message>
        <source>Chats that the large model answers leave this computer for %1.</source>
        <translation>Chats, die das große Modell beantwortet, verlassen diesen Computer und gehen an %1.</translation>
    </message>
    <message>
        <source>%1 of %2 replies by the small model</source>
        <translation>%1 von %2 Antworten vom kleinen Modell</translation>
    </message>
    <message>
        <source>%1 s saved</source>
        <translation>%1 s gespart</translation>
    </message>
    <message>
        <source>%1 s lost</source>
        <translation>%1 s verloren</translation>
    </message>
    <message>
        <source>%1; %2 for hard requests</source>
        <translation>%1; %2 für schwere Anfragen</translation>
    </message>
    <message>
        <source>Both models need %1 GB of memory and %2 GB is available: choose smaller ones, or use the small one alone.</source>
        <translation>Beide Modelle brauchen %1 GB Speicher, und %2 GB sind verfügbar: Wähle kleinere, oder nimm nur das kleine.</translation>
    </message>
    <message>
        <source>Both fit: they take %1 of the %2 GB available.</source>
        <translation>Beide passen: Sie belegen %1 von %2 GB, die verfügbar sind.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ModelVerifier</name>
    <message>
        <source>Checking: %1 %</source>
        <translation>Prüfung: %1 %</translation>
    </message>
    <message>
        <source>The file cannot be read (%1).</source>
        <translation>Die Datei lässt sich nicht lesen (%1).</translation>
    </message>
    <message>
        <source>The file is not the one that was published: its SHA-256 differs. Download it again.</source>
        <translation>Die Datei ist nicht die veröffentlichte: Ihre SHA-256 weicht ab. Lade sie noch einmal herunter.</translation>
    </message>
    <message>
        <source>Unchanged: the SHA-256 is the published one.</source>
        <translation>Unverändert: Die SHA-256 stimmt mit der veröffentlichten überein.</translation>
    </message>
    <message>
        <source>The vision encoder, %1, is not the file that was published: its SHA-256 differs. Download it again.</source>
        <translation>Der Bildkodierer %1 ist nicht die veröffentlichte Datei: Ihre SHA-256 weicht ab. Laden Sie ihn erneut herunter.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ModelsFolder</name>
    <message>
        <source>Downloads go to the current folder. Let them finish or cancel them first.</source>
        <translation>Downloads gehen in den jetzigen Ordner. Lass sie zuerst fertig werden oder brich sie ab.</translation>
    </message>
    <message>
        <source>A model is loading or writing a reply. Wait for it, or stop it first.</source>
        <translation>Ein Modell wird geladen oder schreibt gerade eine Antwort. Warte zuerst darauf oder halte es an.</translation>
    </message>
    <message>
        <source>Nothing can be written into %1. Choose another folder, or give yourself permission.</source>
        <translation>In %1 lässt sich nichts schreiben. Wähle einen anderen Ordner oder gib dir die Berechtigung.</translation>
    </message>
    <message>
        <source>Choose a folder that is neither inside the current one nor contains it.</source>
        <translation>Wähle einen Ordner, der weder im jetzigen liegt noch ihn enthält.</translation>
    </message>
    <message>
        <source>The models take %1, and %2 is free in %3. Free some space there, or choose another folder.</source>
        <translation>Die Modelle brauchen %1, und in %3 sind %2 frei. Schaffe dort Platz oder wähle einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Your models folder, %1, is still missing. Check its disk, or choose another folder.</source>
        <translation>Dein Modellordner %1 ist immer noch nicht da. Prüfe seinen Datenträger oder wähle einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Your models folder, %1, is missing. Connect its disk and try again, or choose another folder; until then models are kept in Hearth&apos;s own.</source>
        <translation>Dein Modellordner %1 ist nicht da. Schließe seinen Datenträger an und versuche es erneut, oder wähle einen anderen Ordner; bis dahin liegen Modelle in Hearths eigenem.</translation>
    </message>
</context>
<context>
    <name>hearth::app::NextTokenModel</name>
    <message>
        <source>top-k keeps %1</source>
        <translation>top-k behält %1</translation>
    </message>
    <message>
        <source>top-p cuts after %1</source>
        <translation>top-p kürzt nach %1</translation>
    </message>
    <message>
        <source>min-p cuts below %1</source>
        <translation>min-p kürzt unter %1</translation>
    </message>
</context>
<context>
    <name>hearth::app::NumberText</name>
    <message>
        <source>1 token</source>
        <translation>1 Token</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
</context>
<context>
    <name>hearth::app::OpenChat</name>
    <message>
        <source>This was not saved</source>
        <translation>Das wurde nicht gespeichert</translation>
    </message>
</context>
<context>
    <name>hearth::app::PictureExport</name>
    <message>
        <source>The picture is damaged and cannot be copied. Save it as a file instead.</source>
        <translation>Das Bild ist beschädigt und lässt sich nicht kopieren. Speichere es stattdessen als Datei.</translation>
    </message>
    <message>
        <source>The picture was copied</source>
        <translation>Das Bild wurde kopiert</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>bild</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Gespeichert als %1</translation>
    </message>
    <message>
        <source>%1 could not be written (%2). Choose another folder.</source>
        <translation>%1 ließ sich nicht schreiben (%2). Wähle einen anderen Ordner.</translation>
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
        <translation>%1, und %2 in der Übersicht</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 Token</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>%1, %2 × %3</source>
        <translation>%1, %2 × %3</translation>
    </message>
    <message>
        <source>%1 in %2 parts</source>
        <translation>%1 in %2 Teilen</translation>
    </message>
    <message>
        <source>%1, with an overview</source>
        <translation>%1, mit einer Übersicht</translation>
    </message>
    <message>
        <source>%1  ·  %2</source>
        <translation>%1  ·  %2</translation>
    </message>
    <message>
        <source>Not looked at</source>
        <translation>Nicht angeblickt</translation>
    </message>
    <message>
        <source>Looked most at the upper left, %1</source>
        <translation>Blickte vor allem nach links oben, %1</translation>
    </message>
    <message>
        <source>Looked most at the top, %1</source>
        <translation>Blickte vor allem nach oben, %1</translation>
    </message>
    <message>
        <source>Looked most at the upper right, %1</source>
        <translation>Blickte vor allem nach rechts oben, %1</translation>
    </message>
    <message>
        <source>Looked most at the left, %1</source>
        <translation>Blickte vor allem nach links, %1</translation>
    </message>
    <message>
        <source>Looked most at the middle, %1</source>
        <translation>Blickte vor allem in die Mitte, %1</translation>
    </message>
    <message>
        <source>Looked most at the right, %1</source>
        <translation>Blickte vor allem nach rechts, %1</translation>
    </message>
    <message>
        <source>Looked most at the lower left, %1</source>
        <translation>Blickte vor allem nach links unten, %1</translation>
    </message>
    <message>
        <source>Looked most at the bottom, %1</source>
        <translation>Blickte vor allem nach unten, %1</translation>
    </message>
    <message>
        <source>Looked most at the lower right, %1</source>
        <translation>Blickte vor allem nach rechts unten, %1</translation>
    </message>
    <message>
        <source>Picture %1 of %2</source>
        <translation>Bild %1 von %2</translation>
    </message>
</context>
<context>
    <name>hearth::app::PrecisionTable</name>
    <message>
        <source>This model</source>
        <translation>Dieses Modell</translation>
    </message>
    <message>
        <source>%1: %2 billion parameters</source>
        <translation>%1: %2 Milliarden Parameter</translation>
    </message>
    <message>
        <source>%1k</source>
        <translation>%1k</translation>
    </message>
    <message>
        <source>16 bits</source>
        <translation>16 Bits</translation>
    </message>
    <message>
        <source>8 bits</source>
        <translation>8 Bits</translation>
    </message>
    <message>
        <source>4 bits</source>
        <translation>4 Bits</translation>
    </message>
    <message>
        <source>none fits: the smallest needs %1 more</source>
        <translation>nicht einmal die kleinste: Es fehlen %1</translation>
    </message>
    <message>
        <source>up to %1, %2 with 8k of context</source>
        <translation>bis %1, %2 mit 8k Kontext</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Memory of this computer</source>
        <translation>Speicher dieses Computers</translation>
    </message>
</context>
<context>
    <name>hearth::app::PresetListModel</name>
    <message>
        <source>Balanced</source>
        <translation>Ausgewogen</translation>
    </message>
    <message>
        <source>For most chats</source>
        <translation>Für die meisten Chats</translation>
    </message>
    <message>
        <source>Precise</source>
        <translation>Präzise</translation>
    </message>
    <message>
        <source>Facts, code, summaries</source>
        <translation>Fakten, Code, Zusammenfassungen</translation>
    </message>
    <message>
        <source>Creative</source>
        <translation>Kreativ</translation>
    </message>
    <message>
        <source>Stories and ideas</source>
        <translation>Geschichten und Ideen</translation>
    </message>
    <message>
        <source>Greedy</source>
        <translation>Ohne Zufall</translation>
    </message>
    <message>
        <source>Always the most likely token; the same text every time</source>
        <translation>Immer das wahrscheinlichste Token; jedes Mal derselbe Text</translation>
    </message>
    <message>
        <source>The preset was not saved</source>
        <translation>Die Voreinstellung wurde nicht gespeichert</translation>
    </message>
    <message>
        <source>%1 could not be written (%2). Choose another folder.</source>
        <translation>%1 ließ sich nicht schreiben (%2). Wähle einen anderen Ordner.</translation>
    </message>
    <message>
        <source>The presets were not imported</source>
        <translation>Die Voreinstellungen wurden nicht übernommen</translation>
    </message>
    <message>
        <source>%1 could not be read (%2). Choose another file.</source>
        <translation>%1 ließ sich nicht lesen (%2). Wähle eine andere Datei.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ProgramList</name>
    <message>
        <source>One request</source>
        <translation>Eine Anfrage</translation>
    </message>
    <message>
        <source>%1 requests</source>
        <translation>%1 Anfragen</translation>
    </message>
    <message>
        <source>%1 tokens read, %2 % of them cached</source>
        <translation>%1 Tokens gelesen, %2 % davon aus dem Cache</translation>
    </message>
    <message>
        <source>%1 written</source>
        <translation>%1 geschrieben</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 fehlgeschlagen</translation>
    </message>
</context>
<context>
    <name>hearth::app::PromptListModel</name>
    <message>
        <source>The system prompt was not saved</source>
        <translation>Der System-Prompt wurde nicht gespeichert</translation>
    </message>
    <message>
        <source>The system prompt was not removed</source>
        <translation>Der System-Prompt wurde nicht entfernt</translation>
    </message>
    <message>
        <source>The system prompts could not be read</source>
        <translation>Die System-Prompts ließen sich nicht lesen</translation>
    </message>
</context>
<context>
    <name>hearth::app::ReplyComparison</name>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Reading the prompt, %1 of %2 tokens</source>
        <translation>Prompt wird gelesen, %1 von %2 Token</translation>
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
        <translation>Wie dieser Text entstand, wurde nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>Load %1 to see the tokens: their text is stored in the model file.</source>
        <translation>Um die Token zu sehen, %1 laden: Ihre Texte stehen in der Modelldatei.</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>das Modell</translation>
    </message>
    <message>
        <source>Only the server knows how this model splits text into tokens.</source>
        <translation>Wie dieses Modell Text in Tokens zerlegt, weiß nur sein Server.</translation>
    </message>
    <message>
        <source>Load a model to see how it splits this text into tokens.</source>
        <translation>Lade ein Modell, um zu sehen, wie es diesen Text in Tokens zerlegt.</translation>
    </message>
    <message>
        <source>The model read %1 tokens; the messages as they are now have %2, so what it read cannot be shown any more.</source>
        <translation>Das Modell hat %1 Token gelesen; die Nachrichten, wie sie jetzt sind, haben %2. Was es gelesen hat, lässt sich nicht mehr zeigen.</translation>
    </message>
    <message>
        <source>%1 tokens after the first %2 were left out, because the chat did not fit.</source>
        <translation>%1 Token nach den ersten %2 wurden ausgelassen, weil der Chat nicht passte.</translation>
    </message>
    <message>
        <source>To “%1”</source>
        <translation>Auf „%1“</translation>
    </message>
    <message>
        <source>This reply is still being written.</source>
        <translation>Diese Antwort wird noch geschrieben.</translation>
    </message>
    <message>
        <source>This reply ended before its first token.</source>
        <translation>Diese Antwort endete vor ihrem ersten Token.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ReplyReplay</name>
    <message>
        <source>Same text: all %1 tokens match.</source>
        <translation>Gleicher Text: Alle %1 Token kamen wieder.</translation>
    </message>
    <message>
        <source>The text differs from token %1 on.</source>
        <translation>Anderer Text ab Token %1.</translation>
    </message>
    <message>
        <source>Other than then: %1.</source>
        <translation>Anders als damals: %1.</translation>
    </message>
    <message>
        <source>Same text: its one token matches.</source>
        <translation>Gleicher Text: Das eine Token stimmt überein.</translation>
    </message>
    <message>
        <source>This reply has no text to compare with.</source>
        <translation>Diese Antwort hat keinen Text zum Vergleichen.</translation>
    </message>
    <message>
        <source>Same text: all %1 characters match.</source>
        <translation>Gleicher Text: alle %1 Zeichen stimmen überein.</translation>
    </message>
    <message>
        <source>Same text and same calls.</source>
        <translation>Gleicher Text und gleiche Aufrufe.</translation>
    </message>
    <message>
        <source>The text differs from character %1 on.</source>
        <translation>Der Text weicht ab Zeichen %1 ab.</translation>
    </message>
    <message>
        <source>The text is the same, and the calls of tools differ.</source>
        <translation>Der Text ist gleich, die Aufrufe von Werkzeugen sind es nicht.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ReplyStructure</name>
    <message>
        <source>This is longer than a megabyte and was not taken; shorten it.</source>
        <translation>Das ist länger als ein Megabyte und wurde nicht übernommen; kürze es.</translation>
    </message>
    <message>
        <source>The file was not taken</source>
        <translation>Die Datei wurde nicht übernommen</translation>
    </message>
    <message>
        <source>%1 could not be read (%2). Choose another file.</source>
        <translation>%1 ließ sich nicht lesen (%2). Wähle eine andere Datei.</translation>
    </message>
    <message>
        <source>%1 is longer than a megabyte. Choose a smaller file.</source>
        <translation>%1 ist länger als ein Megabyte. Wähle eine kleinere Datei.</translation>
    </message>
    <message>
        <source>%1 is not a text in UTF-8. Choose another file.</source>
        <translation>%1 ist kein Text in UTF-8. Wähle eine andere Datei.</translation>
    </message>
    <message>
        <source>%1 cannot hold replies to a regular expression. Choose a JSON schema, or a model on this computer.</source>
        <translation>%1 kann Antworten nicht an einen regulären Ausdruck binden. Wähle ein JSON-Schema oder ein Modell auf diesem Computer.</translation>
    </message>
    <message>
        <source>%1 cannot hold replies to a grammar. Choose a JSON schema, or a model on this computer.</source>
        <translation>%1 kann Antworten nicht an eine Grammatik binden. Wähle ein JSON-Schema oder ein Modell auf diesem Computer.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ReplyTimes</name>
    <message>
        <source>drafted %1  ·  accepted %2</source>
        <translation>vorausgeraten %1  ·  richtig %2</translation>
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
        <translation>%1: abgelehnt oder fehlgeschlagen (%2)</translation>
    </message>
    <message>
        <source>%1: ended by the program</source>
        <translation>%1: vom Programm beendet</translation>
    </message>
    <message>
        <source>%1: %2 tokens read, %3 of them cached; %4 written in %5 s</source>
        <translation>%1: %2 Tokens gelesen, davon %3 aus dem Cache; %4 geschrieben in %5 s</translation>
    </message>
</context>
<context>
    <name>hearth::app::RerankerChoice</name>
    <message>
        <source>None: as they were found</source>
        <translation>Keiner: wie sie gefunden wurden</translation>
    </message>
    <message>
        <source>Passages stay in the order in which they were found: no reranker is installed. One such as %1 reads the best of them with the question.</source>
        <translation>Stellen bleiben in der Reihenfolge, in der sie gefunden wurden: Kein Reranker ist installiert. Einer wie %1 liest die besten zusammen mit der Frage.</translation>
    </message>
    <message>
        <source>Passages stay in the order in which they were found.</source>
        <translation>Stellen bleiben in der Reihenfolge, in der sie gefunden wurden.</translation>
    </message>
    <message>
        <source>Passages stay in the order in which they were found: the chosen reranker is not installed any longer.</source>
        <translation>Stellen bleiben in der Reihenfolge, in der sie gefunden wurden: Der gewählte Reranker ist nicht mehr installiert.</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>Das Modell wird geladen …</translation>
    </message>
    <message>
        <source>The best %1 passages are read with the question. The model takes about %2 of memory.</source>
        <translation>Die besten %1 Stellen werden zusammen mit der Frage gelesen. Das Modell belegt etwa %2 Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>Passages stay in the order in which they were found. %1</source>
        <translation>Stellen bleiben in der Reihenfolge, in der sie gefunden wurden. %1</translation>
    </message>
    <message>
        <source>The best %1 passages are read with the question. The model is loaded with the first one and takes about %2 of memory.</source>
        <translation>Die besten %1 Stellen werden zusammen mit der Frage gelesen. Das Modell wird mit der ersten geladen und belegt etwa %2 Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>The last passages stayed in the order in which they were found: the model read none of them in %1 s. A smaller one is quicker.</source>
        <translation>Die letzten Stellen blieben in der Reihenfolge, in der sie gefunden wurden: Das Modell hat in %1 s keine davon gelesen. Ein kleineres ist schneller.</translation>
    </message>
    <message>
        <source>Of the best %1 passages there was time to read %2 with the last question; the others stayed after them. The model takes about %3 of memory.</source>
        <translation>Von den besten %1 Stellen war bei der letzten Frage Zeit, %2 zu lesen; die anderen blieben dahinter. Das Modell belegt etwa %3 Arbeitsspeicher.</translation>
    </message>
</context>
<context>
    <name>hearth::app::SamplingRanges</name>
    <message>
        <source>The same seed and settings give the same text again. Empty: a new one for every reply.</source>
        <translation>Gleicher Seed und gleiche Einstellungen ergeben wieder denselben Text. Leer: für jede Antwort ein neuer.</translation>
    </message>
    <message>
        <source>The reply ends before the first of these texts.</source>
        <translation>Die Antwort endet vor dem ersten dieser Texte.</translation>
    </message>
</context>
<context>
    <name>hearth::app::SamplingSettings</name>
    <message>
        <source>Balanced</source>
        <translation>Ausgewogen</translation>
    </message>
    <message>
        <source>Model default</source>
        <translation>Vom Modell</translation>
    </message>
    <message>
        <source>My default</source>
        <translation>Mein Standard</translation>
    </message>
</context>
<context>
    <name>hearth::app::SandboxNote</name>
    <message>
        <source>No files, no network, no other programs</source>
        <translation>Keine Dateien, kein Netz, keine anderen Programme</translation>
    </message>
    <message>
        <source>No network and no other programs. Files can be opened: this kernel has no Landlock.</source>
        <translation>Kein Netz und keine anderen Programme. Dateien können geöffnet werden: Dieser Kernel hat kein Landlock.</translation>
    </message>
    <message>
        <source>Limits of memory and time alone: this kernel has no seccomp. Open pictures of people you trust.</source>
        <translation>Nur Grenzen für Speicher und Zeit: Dieser Kernel hat kein seccomp. Öffne Bilder von Leuten, denen du vertraust.</translation>
    </message>
    <message>
        <source>Not known: the process that decodes pictures could not be started.</source>
        <translation>Nicht bekannt: Der Prozess, der Bilder dekodiert, konnte nicht gestartet werden.</translation>
    </message>
</context>
<context>
    <name>hearth::app::SpeedBook</name>
    <message>
        <source>about %1 tokens/s, first token after %2 s or more (prompt of %3)</source>
        <translation>etwa %1 Tokens/s, %2 s oder mehr bis zum ersten einer Antwort auf %3</translation>
    </message>
</context>
<context>
    <name>hearth::app::SpeedView</name>
    <message>
        <source>%1 million</source>
        <translation>%1 Millionen</translation>
    </message>
    <message>
        <source>%1 billion</source>
        <translation>%1 Milliarden</translation>
    </message>
    <message>
        <source>Load a model to see what bounds its speed.</source>
        <translation>Lade ein Modell, um zu sehen, was sein Tempo begrenzt.</translation>
    </message>
    <message>
        <source>This is known of a model that runs on this computer alone.</source>
        <translation>Das ist von einem Modell bekannt, das allein auf diesem Computer läuft.</translation>
    </message>
    <message>
        <source>The shapes of this model are not known.</source>
        <translation>Die Formen dieses Modells sind nicht bekannt.</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>All numbers of the model.</source>
        <translation>Alle Zahlen des Modells.</translation>
    </message>
    <message>
        <source>Active for a token</source>
        <translation>Aktiv für ein Token</translation>
    </message>
    <message>
        <source>What one token is multiplied with: one row of the embeddings, and of a mixture of experts the chosen ones.</source>
        <translation>Womit ein Token multipliziert wird: eine Zeile der Einbettungen und von Experten die gewählten.</translation>
    </message>
    <message>
        <source>Bytes of weights a token</source>
        <translation>Bytes der Gewichte je Token</translation>
    </message>
    <message>
        <source>A reply reads them once for every token: that is what bounds it.</source>
        <translation>Eine Antwort liest sie für jedes Token einmal: Das begrenzt sie.</translation>
    </message>
    <message>
        <source>Work a token</source>
        <translation>Arbeit je Token</translation>
    </message>
    <message>
        <source>%1 GFLOP</source>
        <translation>%1 GFLOP</translation>
    </message>
    <message>
        <source>Two operations for each weight that a token meets: it is multiplied and added.</source>
        <translation>Zwei Rechenschritte je Gewicht, das ein Token trifft: malnehmen und addieren.</translation>
    </message>
    <message>
        <source>Cache of a token</source>
        <translation>Cache eines Tokens</translation>
    </message>
    <message>
        <source>Keys and values in 16 bits, which every later token reads.</source>
        <translation>Schlüssel und Werte in 16 Bits, die jedes spätere Token liest.</translation>
    </message>
    <message>
        <source>The last reply, measured: %1 tokens/s. It read %2 a token, %3 % of what this memory gives.</source>
        <translation>Die letzte Antwort, gemessen: %1 Tokens/s. Sie las %2 je Token, %3 % dessen, was dieser Speicher gibt.</translation>
    </message>
    <message>
        <source>Prompt, %1 tokens at once</source>
        <translation>Eingabe, %1 Tokens auf einmal</translation>
    </message>
    <message>
        <source>One reply</source>
        <translation>Eine Antwort</translation>
    </message>
    <message>
        <source>%1 replies, or drafts of one</source>
        <translation>%1 Antworten, oder Entwürfe einer</translation>
    </message>
    <message>
        <source>The last reply</source>
        <translation>Die letzte Antwort</translation>
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
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>The model that was used last is gone: %1. Put the file back, or choose another model.</source>
        <translation>Das zuletzt benutzte Modell ist nicht mehr da: %1. Lege die Datei zurück oder wähle ein anderes Modell.</translation>
    </message>
</context>
<context>
    <name>hearth::app::StdioTransport</name>
    <message>
        <source>The server crashed.</source>
        <translation>Der Server ist abgestürzt.</translation>
    </message>
    <message>
        <source>The server ended with status %1.</source>
        <translation>Der Server hat sich mit Status %1 beendet.</translation>
    </message>
    <message>
        <source>The server does not read what it is sent.</source>
        <translation>Der Server liest nicht, was ihm geschickt wird.</translation>
    </message>
    <message>
        <source>The server sent a message of more than %1 MB.</source>
        <translation>Der Server hat eine Nachricht von mehr als %1 MB geschickt.</translation>
    </message>
    <message>
        <source>It said: %1</source>
        <translation>Er sagte: %1</translation>
    </message>
    <message>
        <source>There is no program &quot;%1&quot;. Install it, or correct the command.</source>
        <translation>Es gibt kein Programm „%1“. Installiere es, oder berichtige den Befehl.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be started. It has to be a program that you may run, and what it needs has to be installed.</source>
        <translation>„%1“ lässt sich nicht starten. Es muss ein Programm sein, das du ausführen darfst, und was es braucht, muss installiert sein.</translation>
    </message>
</context>
<context>
    <name>hearth::app::SteadyApplication</name>
    <message>
        <source>The memory was full, so the last action was not carried out. Close other programs, or start Hearth again.</source>
        <translation>Der Speicher war voll, deshalb wurde die letzte Aktion nicht ausgeführt. Schließe andere Programme oder starte Hearth neu.</translation>
    </message>
</context>
<context>
    <name>hearth::app::SummaryWriter</name>
    <message>
        <source>The context has no room for a summary.</source>
        <translation>Der Kontext hat keinen Platz für eine Zusammenfassung.</translation>
    </message>
    <message>
        <source>The model wrote no summary.</source>
        <translation>Das Modell hat keine Zusammenfassung geschrieben.</translation>
    </message>
</context>
<context>
    <name>hearth::app::TokenBranch</name>
    <message>
        <source>This token ends the reply, so there is nothing to continue.</source>
        <translation>Dieses Token beendet die Antwort, hier geht es nicht weiter.</translation>
    </message>
    <message>
        <source>This token is a part of a character; choose the one after it.</source>
        <translation>Dieses Token ist nur ein Teil eines Zeichens; wähle das danach.</translation>
    </message>
    <message>
        <source>The server does not say where in the text this token is, so no reply can begin with it.</source>
        <translation>Der Server sagt nicht, wo im Text dieses Token steht, deshalb kann keine Antwort damit beginnen.</translation>
    </message>
</context>
<context>
    <name>hearth::app::TokenCosts</name>
    <message>
        <source>%1 replies from servers, at the prices of the time: %2 tokens read, %3 written.</source>
        <translation>%1 Antworten von Servern zu den Preisen, die damals galten: %2 Tokens gelesen, %3 geschrieben.</translation>
    </message>
    <message>
        <source>%1 replies of this computer cost nothing; at the price of %2 their %3 tokens read and %4 written would have.</source>
        <translation>%1 Antworten dieses Computers kosteten nichts; zum Preis von %2 hätten ihre %3 gelesenen und %4 geschriebenen Tokens so viel gekostet.</translation>
    </message>
    <message>
        <source>Of that, saved by the cache</source>
        <translation>Davon vom Cache gespart</translation>
    </message>
    <message>
        <source>%1 tokens were in the cache and were not read again.</source>
        <translation>%1 Tokens waren im Cache und wurden nicht noch einmal gelesen.</translation>
    </message>
    <message>
        <source>Enter a server&apos;s price for a million tokens under Models, Endpoints, to see what replies cost.</source>
        <translation>Trage unter Modelle, Endpunkte ein, was ein Server für eine Million Tokens verlangt, um zu sehen, was Antworten kosten.</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Dieser Chat</translation>
    </message>
    <message>
        <source>This month, all chats</source>
        <translation>Diesen Monat, alle Chats</translation>
    </message>
    <message>
        <source>This chat, had a server written it</source>
        <translation>Dieser Chat, hätte ihn ein Server geschrieben</translation>
    </message>
    <message>
        <source>This month, had a server written all of it</source>
        <translation>Dieser Monat, hätte ein Server alles geschrieben</translation>
    </message>
    <message>
        <source>There are no replies yet.</source>
        <translation>Es gibt noch keine Antworten.</translation>
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
        <translation>Sende eine Nachricht: Hier ist ihrer Antwort durch das Modell zu folgen.</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>The template of the model writes the chat as one text, with marks of who speaks.</source>
        <translation>Die Vorlage des Modells schreibt den Chat als einen Text, mit Marken, wer spricht.</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>%1 tokens in %2</source>
        <translation>%1 Tokens in %2</translation>
    </message>
    <message>
        <source>The text is split into pieces that the model knows, each a number.</source>
        <translation>Der Text wird in Stücke zerlegt, die das Modell kennt, jedes eine Nummer.</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>%1 reused</source>
        <translation>%1 wiederverwendet</translation>
    </message>
    <message>
        <source>Keys and values of tokens that stood in front of an earlier reply are still there and are not computed again.</source>
        <translation>Schlüssel und Werte von Tokens, die vor einer früheren Antwort standen, sind noch da und werden nicht noch einmal berechnet.</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>%1 tokens in %2, %3 a second</source>
        <translation>%1 Tokens in %2, %3 je Sekunde</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>Einbettung</translation>
    </message>
    <message>
        <source>one row of %1</source>
        <translation>eine von %1 Zeilen</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>%1 layers, about %2 each</source>
        <translation>%1 Schichten, je etwa %2</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 Schichten</translation>
    </message>
    <message>
        <source>Each layer looks back at the tokens before (attention), then works on what it has (feed-forward), and adds both. The time is that of a token divided by the layers.</source>
        <translation>Jede Schicht blickt auf die Tokens davor zurück (Attention), verarbeitet dann, was sie hat (Feed-forward), und addiert beides. Die Zeit ist die eines Tokens geteilt durch die Schichten.</translation>
    </message>
    <message>
        <source>Logits</source>
        <translation>Logits</translation>
    </message>
    <message>
        <source>%1 numbers</source>
        <translation>%1 Zahlen</translation>
    </message>
    <message>
        <source>The last list of numbers is compared with every token of the vocabulary: the more alike, the likelier it comes next.</source>
        <translation>Die letzte Liste von Zahlen wird mit jedem Token des Vokabulars verglichen: Je ähnlicher, desto eher kommt es als Nächstes.</translation>
    </message>
    <message>
        <source>, at the first token %1 of the %2 likeliest stay</source>
        <translation>, beim ersten Token bleiben %1 der %2 wahrscheinlichsten</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>temperature %1</source>
        <translation>Temperatur %1</translation>
    </message>
    <message>
        <source>Temperature makes likely tokens likelier or less so; top-k, top-p and min-p leave out the rest.</source>
        <translation>Die Temperatur macht wahrscheinliche Tokens wahrscheinlicher oder weniger; Top-k, Top-p und Min-p lassen den Rest weg.</translation>
    </message>
    <message>
        <source>Choice</source>
        <translation>Wahl</translation>
    </message>
    <message>
        <source>the first token had %1 %</source>
        <translation>das erste Token hatte %1 %</translation>
    </message>
    <message>
        <source>One of those that are left is drawn by chance.</source>
        <translation>Eines der übrigen wird gezogen.</translation>
    </message>
    <message>
        <source>One of those that are left is drawn by chance, which begins with the seed %1: the same seed draws the same tokens.</source>
        <translation>Eines der übrigen wird gezogen; der Zufall beginnt mit dem Startwert %1: Derselbe Startwert zieht dieselben Tokens.</translation>
    </message>
    <message>
        <source>And again</source>
        <translation>Und noch einmal</translation>
    </message>
    <message>
        <source>The token goes in at the top and the next one comes out. %1 were guessed and checked together, %2 of them were right.</source>
        <translation>Das Token geht oben hinein, das nächste kommt heraus. %1 wurden erraten und zusammen geprüft, %2 davon stimmten.</translation>
    </message>
    <message>
        <source>The token goes in at the top and the next one comes out, one after the other, until the model says that it is done.</source>
        <translation>Das Token geht oben hinein, das nächste kommt heraus, eins nach dem anderen, bis das Modell sagt, dass es fertig ist.</translation>
    </message>
    <message>
        <source>All other tokens go through the layers, many at once, and leave their keys and values in the cache.</source>
        <translation>Alle anderen Tokens gehen durch die Schichten, viele auf einmal, und hinterlassen ihre Schlüssel und Werte.</translation>
    </message>
    <message>
        <source>The number of a token picks a row of a table: a list of numbers that represents it.</source>
        <translation>Die Nummer eines Tokens wählt die Zeile einer Tabelle: eine Liste von Zahlen, die für es steht.</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
</context>
<context>
    <name>hearth::app::ToolBox</name>
    <message>
        <source>%1 has more tools than the %2 that are offered.</source>
        <translation>%1 hat mehr Werkzeuge als die %2, die angeboten werden.</translation>
    </message>
    <message>
        <source>Its name cannot be used.</source>
        <translation>Sein Name ist nicht verwendbar.</translation>
    </message>
    <message>
        <source>The description of its arguments cannot be used.</source>
        <translation>Die Beschreibung seiner Argumente ist nicht verwendbar.</translation>
    </message>
</context>
<context>
    <name>hearth::app::TrashModel</name>
    <message>
        <source>Deleted today</source>
        <translation>Heute gelöscht</translation>
    </message>
    <message>
        <source>Deleted yesterday</source>
        <translation>Gestern gelöscht</translation>
    </message>
    <message>
        <source>Deleted %1 days ago</source>
        <translation>Vor %1 Tagen gelöscht</translation>
    </message>
    <message>
        <source>erased at the next start</source>
        <translation>verschwindet beim nächsten Start</translation>
    </message>
    <message>
        <source>erased tomorrow</source>
        <translation>verschwindet morgen</translation>
    </message>
    <message>
        <source>erased in %1 days</source>
        <translation>verschwindet in %1 Tagen</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>The trash could not be read</source>
        <translation>Der Papierkorb ließ sich nicht lesen</translation>
    </message>
    <message>
        <source>The chat was not erased</source>
        <translation>Der Chat wurde nicht gelöscht</translation>
    </message>
    <message>
        <source>The trash was not emptied</source>
        <translation>Der Papierkorb wurde nicht geleert</translation>
    </message>
    <message>
        <source>Erasing: %1 of %2 messages</source>
        <translation>Wird gelöscht: %1 von %2 Nachrichten</translation>
    </message>
</context>
<context>
    <name>hearth::app::VisionDownload</name>
    <message>
        <source>Asking %1</source>
        <translation>Fragt %1</translation>
    </message>
    <message>
        <source>%1 has no file for this model that reads pictures.</source>
        <translation>%1 hat keine Datei, mit der dieses Modell Bilder liest.</translation>
    </message>
    <message>
        <source>pictures</source>
        <translation>Bilder</translation>
    </message>
</context>
<context>
    <name>hearth::app::WholeDocuments</name>
    <message>
        <source>They take %1 tokens and there is room for %2: those that do not fit stay out. Choose fewer, or a longer context.</source>
        <translation>Sie brauchen %1 Token, und Platz ist für %2: Was nicht hineinpasst, bleibt weg. Wähle weniger, oder einen längeren Kontext.</translation>
    </message>
    <message>
        <source>As a whole: %1 of the %2 tokens that there is room for.</source>
        <translation>Als Ganzes: %1 der %2 Token, für die Platz ist.</translation>
    </message>
    <message>
        <source>%1 tokens, which do not fit into the context</source>
        <translation>%1 Token, die nicht in den Kontext passen</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>about %1 tokens</source>
        <translation>etwa %1 Token</translation>
    </message>
</context>
<context>
    <name>hearth::app::WordTokens</name>
    <message>
        <source>Load a model to see how its vocabulary splits words.</source>
        <translation>Lade ein Modell, um zu sehen, wie sein Vokabular Wörter zerlegt.</translation>
    </message>
    <message>
        <source>Only the server knows how this model splits text into tokens.</source>
        <translation>Wie dieses Modell Text in Tokens zerlegt, weiß nur sein Server.</translation>
    </message>
    <message>
        <source>%1  ·  %2 × English</source>
        <translation>%1  ·  %2 × Englisch</translation>
    </message>
    <message>
        <source>Your text</source>
        <translation>Dein Text</translation>
    </message>
    <message>
        <source>A program in Python</source>
        <translation>Ein Programm in Python</translation>
    </message>
    <message>
        <source>%1 tokens  ·  %2 bytes each</source>
        <translation>%1 Tokens  ·  %2 Bytes je Token</translation>
    </message>
</context>
</TS>
