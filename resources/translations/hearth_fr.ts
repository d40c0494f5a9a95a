<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="fr" sourcelanguage="en">
<context>
    <name>AboutPage</name>
    <message>
        <source>About</source>
        <translation>À propos</translation>
    </message>
    <message>
        <source>Hearth %1</source>
        <translation>Hearth %1</translation>
    </message>
    <message>
        <source>Chat with language models on your own computer. Free software under the Apache License 2.0.</source>
        <translation>Discutez avec des modèles de langage sur votre propre ordinateur. Logiciel libre sous licence Apache 2.0.</translation>
    </message>
    <message>
        <source>This build</source>
        <translation>Cette version compilée</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copié</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>Copier le rapport</translation>
    </message>
    <message>
        <source>Versions, device, doctor and recent errors, for a bug report. It contains no chat text.</source>
        <translation>Versions, matériel, diagnostic et erreurs récentes, pour signaler un bug. Aucun texte des discussions n’y figure.</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>Dossier des données</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Ouvrir</translation>
    </message>
    <message>
        <source>Opens the data folder in the file manager</source>
        <translation>Ouvre le dossier des données dans le gestionnaire de fichiers</translation>
    </message>
    <message>
        <source>Open the data folder</source>
        <translation>Ouvrir le dossier des données</translation>
    </message>
    <message>
        <source>Log folder</source>
        <translation>Dossier des journaux</translation>
    </message>
    <message>
        <source>Opens the log folder in the file manager</source>
        <translation>Ouvre le dossier des journaux dans le gestionnaire de fichiers</translation>
    </message>
    <message>
        <source>Open the log folder</source>
        <translation>Ouvrir le dossier des journaux</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>Licences</translation>
    </message>
    <message>
        <source>Hearth is built with this software and these fonts.</source>
        <translation>Hearth repose sur ces logiciels et ces polices.</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lire</translation>
    </message>
    <message>
        <source>Read the licence of %1</source>
        <translation>Lire la licence de %1</translation>
    </message>
</context>
<context>
    <name>Account</name>
    <message>
        <source>When it is full</source>
        <translation>Quand il est plein</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Slide</source>
        <translation>Glisser</translation>
    </message>
    <message>
        <source>Summarise</source>
        <translation>Résumer</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Maintenant</translation>
    </message>
</context>
<context>
    <name>AlternativeRow</name>
    <message>
        <source>%1, %2 percent, this is what came</source>
        <translation>%1, %2 pour cent, c’est le token retenu</translation>
    </message>
    <message>
        <source>Branch here with %1, %2 percent</source>
        <translation>Bifurquer ici avec %1, %2 pour cent</translation>
    </message>
    <message>
        <source>Branch here</source>
        <translation>Bifurquer ici</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1&#xa0;%</translation>
    </message>
</context>
<context>
    <name>AppField</name>
    <message>
        <source>Clear</source>
        <translation>Effacer</translation>
    </message>
</context>
<context>
    <name>AppScrollBar</name>
    <message>
        <source>Scroll bar</source>
        <translation>Barre de défilement</translation>
    </message>
</context>
<context>
    <name>AppearancePage</name>
    <message>
        <source>Appearance</source>
        <translation>Apparence</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Thème</translation>
    </message>
    <message>
        <source>System follows the desktop</source>
        <translation>Système suit le bureau</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Système</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Clair</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Sombre</translation>
    </message>
    <message>
        <source>Interface scale</source>
        <translation>Taille de l’affichage</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>Réduire les animations</translation>
    </message>
    <message>
        <source>Nothing fades or slides</source>
        <translation>Ni fondu ni glissement</translation>
    </message>
    <message>
        <source>Changes after a restart; the chat and the model come back</source>
        <translation>Change après un redémarrage&#xa0;; la discussion et le modèle reviennent</translation>
    </message>
    <message>
        <source>Ctrl +, Ctrl − and Ctrl 0 change it too</source>
        <translation>Ctrl +, Ctrl − et Ctrl 0 la changent aussi</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>Redémarrer maintenant</translation>
    </message>
    <message>
        <source>Figures in the top bar</source>
        <translation>Chiffres dans la barre du haut</translation>
    </message>
    <message>
        <source>How much memory and context is in use, in numbers. Without them they are shown when you point at a bar</source>
        <translation>Combien de mémoire et de contexte est utilisé, en chiffres. Sinon, ils apparaissent quand tu pointes une barre</translation>
    </message>
</context>
<context>
    <name>ApplyBar</name>
    <message>
        <source>Reloads the model</source>
        <translation>Recharge le modèle</translation>
    </message>
    <message>
        <source>The chat stays as it is</source>
        <translation>La discussion reste telle quelle</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Appliquer</translation>
    </message>
</context>
<context>
    <name>AttachmentChip</name>
    <message>
        <source>File %1</source>
        <translation>Fichier %1</translation>
    </message>
    <message>
        <source>File %1, %2</source>
        <translation>Fichier %1, %2</translation>
    </message>
    <message>
        <source>Do not attach %1</source>
        <translation>Ne pas joindre %1</translation>
    </message>
</context>
<context>
    <name>AttachmentView</name>
    <message>
        <source>Put into the message</source>
        <translation>Mettre dans le message</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Retirer</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
</context>
<context>
    <name>Attachments</name>
    <message>
        <source>It is a folder. Attach the files in it.</source>
        <translation>C&apos;est un dossier. Joignez les fichiers qu&apos;il contient.</translation>
    </message>
    <message>
        <source>[The file continues: %1 of its %2 characters are left out here.]</source>
        <translation>[Le fichier continue : %1 de ses %2 caractères sont omis ici.]</translation>
    </message>
    <message>
        <source>It is neither text nor a picture. Pictures, text, Markdown, code, PDF, DOCX, ODT and EPUB files can be attached.</source>
        <translation>Ce n’est ni un texte ni une image. On peut joindre des images, du texte, du Markdown, du code et des fichiers PDF, DOCX, ODT et EPUB.</translation>
    </message>
</context>
<context>
    <name>AttentionBox</name>
    <message>
        <source>Select a token: the ones before it light up by how much it looked at each.</source>
        <translation>Choisissez un jeton : ceux qui le précèdent s’éclairent selon ce qu’il a regardé de chacun.</translation>
    </message>
    <message>
        <source>Computing what it looked at…</source>
        <translation>Calcul de ce qu’il a regardé …</translation>
    </message>
    <message>
        <source>Attention is how a model draws on earlier tokens when it computes the next one. The first token often gets the weight that no other needs.</source>
        <translation>Par l’attention, un modèle s’appuie sur les tokens précédents pour calculer le suivant. Le premier reçoit souvent le poids dont aucun autre n’a besoin.</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Couches</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Têtes</translation>
    </message>
    <message>
        <source>Strongest links</source>
        <translation>Liens les plus forts</translation>
    </message>
</context>
<context>
    <name>AttentionLook</name>
    <message>
        <source>No model is loaded any more; load the one that made the reply.</source>
        <translation>Aucun modèle n’est plus chargé ; chargez celui qui a fait la réponse.</translation>
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
        <translation>Cette discussion ne tient plus dans le contexte</translation>
    </message>
    <message>
        <source>Answer without tools</source>
        <translation>Répondre sans outils</translation>
    </message>
    <message>
        <source>Answer by %1</source>
        <translation>Réponse de %1</translation>
    </message>
</context>
<context>
    <name>BusyChats</name>
    <message>
        <source>%1 chats are replying</source>
        <translation>%1 discussions en cours de réponse</translation>
    </message>
    <message>
        <source>Stop all</source>
        <translation>Tout arrêter</translation>
    </message>
    <message>
        <source>Stop all replies</source>
        <translation>Arrêter toutes les réponses</translation>
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
        <translation>Conserver le cache</translation>
    </message>
    <message>
        <source>What the model has read stays on this computer, so that chats continue at once after a restart. It is removed when a chat is erased or when this is switched off.</source>
        <translation>Ce que le modèle a lu reste sur cet ordinateur, pour que les discussions reprennent aussitôt après un redémarrage. C’est supprimé quand une discussion est effacée ou quand cette option est désactivée.</translation>
    </message>
    <message>
        <source>For all models together, in GB. When it is full, what was not used for longest goes.</source>
        <translation>Pour tous les modèles ensemble, en Go. Quand elle est pleine, ce qui n’a pas servi depuis le plus longtemps est supprimé.</translation>
    </message>
    <message>
        <source>In GB. It spares the disk; what is not written is computed again after a restart.</source>
        <translation>En Go. Cela ménage le disque ; ce qui n’est pas écrit est recalculé après un redémarrage.</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>Utilisé</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Mémoire</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>Disque</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>7 derniers jours</translation>
    </message>
    <message>
        <source>Nothing has been asked yet.</source>
        <translation>Rien n’a encore été demandé.</translation>
    </message>
    <message>
        <source>In all</source>
        <translation>Au total</translation>
    </message>
    <message>
        <source>Clear the cache</source>
        <translation>Vider le cache</translation>
    </message>
    <message>
        <source>Clear everything</source>
        <translation>Tout vider</translation>
    </message>
    <message>
        <source>Encrypt the cache</source>
        <translation>Chiffrer le cache</translation>
    </message>
    <message>
        <source>By chat</source>
        <translation>Par discussion</translation>
    </message>
    <message>
        <source>The key is kept in the system&apos;s keyring. Turning this on or off clears the cache on disk. The chats themselves are not encrypted.</source>
        <translation>La clé est conservée dans le trousseau du système. Activer ou désactiver ce réglage vide le cache sur le disque. Les discussions elles-mêmes ne sont pas chiffrées.</translation>
    </message>
    <message>
        <source>Reuse answers to identical questions</source>
        <translation>Réutiliser les réponses aux questions identiques</translation>
    </message>
    <message>
        <source>Disk limit</source>
        <translation>Limite sur disque</translation>
    </message>
    <message>
        <source>Disk limit, in GB</source>
        <translation>Limite sur disque, en Go</translation>
    </message>
    <message>
        <source>Daily write limit</source>
        <translation>Limite d&apos;écriture par jour</translation>
    </message>
    <message>
        <source>Daily write limit, in GB</source>
        <translation>Limite d&apos;écriture par jour, en Go</translation>
    </message>
    <message>
        <source>At temperature 0, a question asked again with the same settings gets its earlier answer at once. Such replies are marked and have “Ask again” below them. You can turn this off for a single chat under Sampling.</source>
        <translation>À température 0, une question reposée avec les mêmes réglages reçoit aussitôt sa réponse précédente. Ces réponses sont signalées, avec « Redemander » en dessous. Vous pouvez désactiver cela pour une seule discussion dans Échantillonnage.</translation>
    </message>
    <message>
        <source>Chats stay as they are; the next message of each is read from its beginning</source>
        <translation>Les discussions restent telles quelles ; le prochain message de chacune est relu depuis le début</translation>
    </message>
</context>
<context>
    <name>CacheRow</name>
    <message>
        <source>%1: %2</source>
        <translation>%1 : %2</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Vider</translation>
    </message>
    <message>
        <source>Clear the cache of “%1”</source>
        <translation>Vider le cache de « %1 »</translation>
    </message>
</context>
<context>
    <name>CallCard</name>
    <message>
        <source>Running…</source>
        <translation>En cours…</translation>
    </message>
    <message>
        <source>Not allowed</source>
        <translation>Refusé</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Arrêtée</translation>
    </message>
    <message>
        <source>Interrupted when Hearth ended</source>
        <translation>Interrompu à la fermeture de Hearth</translation>
    </message>
    <message>
        <source>Failed after %1 s</source>
        <translation>Échec après %1 s</translation>
    </message>
    <message>
        <source>Took %1 s</source>
        <translation>A pris %1 s</translation>
    </message>
    <message>
        <source>Allow this call?</source>
        <translation>Autoriser cet appel&#xa0;?</translation>
    </message>
    <message>
        <source>(%1 characters)</source>
        <translation>(%1 caractères)</translation>
    </message>
    <message>
        <source>Being written…</source>
        <translation>En cours d’écriture…</translation>
    </message>
    <message>
        <source>Tool call</source>
        <translation>Appel d’outil</translation>
    </message>
    <message>
        <source>Being written, %1 tokens…</source>
        <translation>En cours d’écriture, %1 tokens…</translation>
    </message>
</context>
<context>
    <name>ChanceScale</name>
    <message>
        <source>Colours from sure, at least 90 percent, to unsure, under 10 percent</source>
        <translation>Couleurs allant de sûr, au moins 90 pour cent, à incertain, moins de 10 pour cent</translation>
    </message>
    <message>
        <source>sure</source>
        <translation>sûr</translation>
    </message>
    <message>
        <source>unsure</source>
        <translation>incertain</translation>
    </message>
</context>
<context>
    <name>Chat</name>
    <message>
        <source>New chat</source>
        <translation>Nouvelle discussion</translation>
    </message>
    <message>
        <source>A picture of this chat is damaged; edit its message to send it without the picture.</source>
        <translation>Une image de cette discussion est endommagée ; modifiez son message pour l’envoyer sans l’image.</translation>
    </message>
</context>
<context>
    <name>ChatPage</name>
    <message>
        <source>Chat</source>
        <translation>Discussion</translation>
    </message>
</context>
<context>
    <name>ChatsPart</name>
    <message>
        <source>Export all chats</source>
        <translation>Exporter toutes les discussions</translation>
    </message>
    <message>
        <source>One JSON file with every message and branch. Hearth can import it again.</source>
        <translation>Un seul fichier JSON avec tous les messages et toutes les branches. Hearth peut le réimporter.</translation>
    </message>
    <message>
        <source>Export all</source>
        <translation>Tout exporter</translation>
    </message>
    <message>
        <source>Delete all chats</source>
        <translation>Supprimer toutes les discussions</translation>
    </message>
    <message>
        <source>Move 1 chat to the trash? It stays there for 30 days.</source>
        <translation>Mettre 1 discussion à la corbeille&#xa0;? Elle y reste 30 jours.</translation>
    </message>
    <message>
        <source>Move all %1 chats to the trash? They stay there for 30 days.</source>
        <translation>Mettre les %1 discussions à la corbeille&#xa0;? Elles y restent 30 jours.</translation>
    </message>
    <message>
        <source>They stay in the trash for 30 days</source>
        <translation>Elles restent 30 jours dans la corbeille</translation>
    </message>
    <message>
        <source>Delete 1 chat</source>
        <translation>Supprimer 1 discussion</translation>
    </message>
    <message>
        <source>Delete %1 chats</source>
        <translation>Supprimer %1 discussions</translation>
    </message>
    <message>
        <source>Delete all</source>
        <translation>Tout supprimer</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
</context>
<context>
    <name>CodeBlock</name>
    <message>
        <source>text</source>
        <translation>texte</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copié</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
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
        <translation>Comparer les réponses</translation>
    </message>
    <message>
        <source>Number of answers</source>
        <translation>Nombre de réponses</translation>
    </message>
    <message>
        <source>They differ by</source>
        <translation>Elles diffèrent par</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Graine</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Température</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Préréglage</translation>
    </message>
    <message>
        <source>Answer %1</source>
        <translation>Réponse %1</translation>
    </message>
    <message>
        <source>Temperature of answer %1</source>
        <translation>Température de la réponse %1</translation>
    </message>
    <message>
        <source>Preset of answer %1</source>
        <translation>Préréglage de la réponse %1</translation>
    </message>
    <message>
        <source>All of them have the same seed.</source>
        <translation>Toutes ont la même graine.</translation>
    </message>
    <message>
        <source>The settings are those of this chat.</source>
        <translation>Les réglages sont ceux de la discussion.</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Comparer</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>Model of answer %1</source>
        <translation>Modèle de la réponse %1</translation>
    </message>
    <message>
        <source>All of them have the same seed. Models that do not fit into memory together answer one after the other.</source>
        <translation>Toutes ont la même graine. Les modèles qui ne tiennent pas ensemble en mémoire répondent l’un après l’autre.</translation>
    </message>
</context>
<context>
    <name>ComparisonColumn</name>
    <message>
        <source>Stopped</source>
        <translation>Arrêtée</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Échec</translation>
    </message>
    <message>
        <source>Answer %1 of %2: %3</source>
        <translation>Réponse %1 sur %2 : %3</translation>
    </message>
    <message>
        <source>Keep this one</source>
        <translation>Garder celle-ci</translation>
    </message>
    <message>
        <source>Keep this one: %1</source>
        <translation>Garder celle-ci : %1</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Stop: %1</source>
        <translation>Arrêter : %1</translation>
    </message>
    <message>
        <source>Copy this answer</source>
        <translation>Copier cette réponse</translation>
    </message>
</context>
<context>
    <name>ComparisonView</name>
    <message>
        <source>Comparison of answers</source>
        <translation>Comparaison des réponses</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Réponse</translation>
    </message>
    <message>
        <source>Answer %1</source>
        <translation>Réponse %1</translation>
    </message>
    <message>
        <source>Stop all</source>
        <translation>Tout arrêter</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Keep one to continue. The others stay as its versions.</source>
        <translation>Gardez-en une pour continuer. Les autres restent comme versions.</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Write a message</source>
        <translation>Écrire un message</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Message</translation>
    </message>
    <message>
        <source>Choose a model, then write here</source>
        <translation>Choisissez un modèle, puis écrivez ici</translation>
    </message>
    <message>
        <source>Write your next message</source>
        <translation>Écrivez déjà le message suivant</translation>
    </message>
    <message>
        <source>Ask anything. Enter sends, Shift+Enter starts a new line.</source>
        <translation>Posez une question. Enter envoie, Shift+Enter va à la ligne.</translation>
    </message>
    <message>
        <source>Editing a message. It can be sent when the reply has ended.</source>
        <translation>Modification d’un message. Il pourra être envoyé une fois la réponse terminée.</translation>
    </message>
    <message>
        <source>Editing a message. The previous version is kept.</source>
        <translation>Modification d’un message. La version précédente est conservée.</translation>
    </message>
    <message>
        <source>Esc to cancel</source>
        <translation>Esc annule</translation>
    </message>
    <message>
        <source>Enter allows the call once, Esc refuses it</source>
        <translation>Entrée autorise l’appel une fois, Échap le refuse</translation>
    </message>
</context>
<context>
    <name>ComposerTools</name>
    <message>
        <source>%1 cached  ·  %2 new</source>
        <translation>%1 en cache  ·  %2 nouveaux</translation>
    </message>
    <message>
        <source>  ·  ~%1</source>
        <translation>  ·  ~%1</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Joindre des fichiers</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>%1, changed</source>
        <translation>%1, modifié</translation>
    </message>
    <message>
        <source>Sampling preset</source>
        <translation>Préréglage de génération</translation>
    </message>
    <message>
        <source>Sampling preset: %1</source>
        <translation>Préréglage de génération&#xa0;: %1</translation>
    </message>
    <message>
        <source>All sampling settings</source>
        <translation>Tous les réglages de génération</translation>
    </message>
    <message>
        <source>Esc stops</source>
        <translation>Esc arrête</translation>
    </message>
    <message>
        <source>Stop the reply</source>
        <translation>Arrêter la réponse</translation>
    </message>
    <message>
        <source>Send the new version</source>
        <translation>Envoyer la nouvelle version</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Envoyer</translation>
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
        <translation>Comparer les réponses…</translation>
    </message>
    <message>
        <source>%1 tools</source>
        <translation>%1 outils</translation>
    </message>
    <message>
        <source>Tools off</source>
        <translation>Outils désactivés</translation>
    </message>
    <message>
        <source>Let the model use tools in this chat</source>
        <translation>Laisser le modèle utiliser des outils dans ce chat</translation>
    </message>
    <message>
        <source>Tools in this chat</source>
        <translation>Outils dans ce chat</translation>
    </message>
    <message>
        <source>The model may ask for tools in this chat. Calls you have not allowed wait for you.</source>
        <translation>Le modèle peut demander des outils dans cette discussion. Les appels que vous n’avez pas autorisés attendent votre accord.</translation>
    </message>
    <message>
        <source>Choose tools and prompts</source>
        <translation>Choisir les outils et les invites</translation>
    </message>
    <message>
        <source>Tools: %1</source>
        <translation>Outils&#xa0;: %1</translation>
    </message>
    <message>
        <source>Prompts of tool servers…</source>
        <translation>Invites des serveurs d’outils…</translation>
    </message>
    <message>
        <source>Tool settings</source>
        <translation>Réglages des outils</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Recherche…</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Documents</translation>
    </message>
    <message>
        <source>Passages from your documents are sent with each question. The arrow chooses which documents.</source>
        <translation>Des passages de vos documents accompagnent les questions. La flèche permet de choisir les documents.</translation>
    </message>
    <message>
        <source>Answer from your documents in this chat</source>
        <translation>Répondre à partir de vos documents dans cette discussion</translation>
    </message>
    <message>
        <source>Documents in this chat</source>
        <translation>Documents dans cette discussion</translation>
    </message>
    <message>
        <source>Choose documents</source>
        <translation>Choisir les documents</translation>
    </message>
    <message>
        <source>Passages of this chat…</source>
        <translation>Passages de cette discussion…</translation>
    </message>
    <message>
        <source>Add documents…</source>
        <translation>Ajouter des documents…</translation>
    </message>
    <message>
        <source>Whole documents…</source>
        <translation>Documents entiers…</translation>
    </message>
    <message>
        <source>1 tool</source>
        <translation>1 outil</translation>
    </message>
    <message>
        <source>Structured</source>
        <translation>Structurée</translation>
    </message>
    <message>
        <source>Replies have the structure that is set for this chat. Press to see it or to switch it off.</source>
        <translation>Les réponses suivent la structure définie pour ce chat. Clique pour la voir ou la désactiver.</translation>
    </message>
    <message>
        <source>Structured output in this chat</source>
        <translation>Sortie structurée dans ce chat</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>environ %1</translation>
    </message>
</context>
<context>
    <name>ContextCost</name>
    <message>
        <source>%1 more than available</source>
        <translation>%1 de trop</translation>
    </message>
    <message>
        <source> for KV, </source>
        <translation> pour le KV, </translation>
    </message>
    <message>
        <source>%1 stays free</source>
        <translation>%1 restent libres</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Trop grand</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>Juste</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Tient</translation>
    </message>
    <message>
        <source>Beyond training</source>
        <translation>Au-delà de l’entraînement</translation>
    </message>
</context>
<context>
    <name>ContextNote</name>
    <message>
        <source>linear scaling</source>
        <translation>mise à l’échelle linéaire</translation>
    </message>
    <message>
        <source>dynamic NTK scaling</source>
        <translation>mise à l’échelle NTK dynamique</translation>
    </message>
    <message>
        <source>Trained on %1 tokens.</source>
        <translation>Entraîné sur %1 tokens.</translation>
    </message>
    <message>
        <source>Beyond that, positions are stretched by %1; replies get less exact.</source>
        <translation>Au-delà, les positions sont étirées par %1&#xa0;; les réponses perdent en exactitude.</translation>
    </message>
    <message>
        <source>Beyond that, no scaling is used and replies quickly lose their sense.</source>
        <translation>Au-delà, rien n’est mis à l’échelle et les réponses perdent vite tout sens.</translation>
    </message>
    <message>
        <source>Uses %1 beyond %2 tokens, as the model was made to.</source>
        <translation>Au-delà de %2 tokens&#xa0;: %1, comme le modèle a été conçu pour le faire.</translation>
    </message>
</context>
<context>
    <name>ContextTab</name>
    <message>
        <source>System prompt</source>
        <translation>Invite système</translation>
    </message>
    <message>
        <source>for this chat</source>
        <translation>pour cette discussion</translation>
    </message>
    <message>
        <source>What the model should keep in mind in every reply</source>
        <translation>Ce que le modèle doit garder à l’esprit dans chaque réponse</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>Longueur du contexte</translation>
    </message>
    <message>
        <source>Context length in tokens</source>
        <translation>Longueur du contexte en tokens</translation>
    </message>
    <message>
        <source>KV precision</source>
        <translation>Précision du KV</translation>
    </message>
    <message>
        <source>one chat of %1</source>
        <translation>une discussion de %1</translation>
    </message>
</context>
<context>
    <name>ConversationList</name>
    <message>
        <source>Chats</source>
        <translation>Discussions</translation>
    </message>
</context>
<context>
    <name>ConversationMenu</name>
    <message>
        <source>Stop the reply</source>
        <translation>Arrêter la réponse</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renommer</translation>
    </message>
    <message>
        <source>F2</source>
        <translation>F2</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Désépingler</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Épingler</translation>
    </message>
    <message>
        <source>Move to folder</source>
        <translation>Déplacer vers un dossier</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Dupliquer</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exporter</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
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
        <translation>%1, réponse en cours</translation>
    </message>
    <message>
        <source>Actions of %1</source>
        <translation>Actions pour %1</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titre</translation>
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
        <translation>Dossier %1, %2, répond</translation>
    </message>
    <message>
        <source>Folder %1, %2</source>
        <translation>Dossier %1, %2</translation>
    </message>
</context>
<context>
    <name>CostsPane</name>
    <message>
        <source>In the currency of the prices you entered. Tokens are counted exactly; the bill may differ, for example where a server charges less for tokens in its cache.</source>
        <translation>Dans la monnaie des prix que vous avez saisis. Ce sont les tokens qui sont comptés ; la facture du serveur peut différer, car il peut demander moins pour ce que son cache contenait.</translation>
    </message>
</context>
<context>
    <name>DialogShell</name>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
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
        <translation>Modèles à télécharger</translation>
    </message>
    <message>
        <source>The search failed</source>
        <translation>La recherche est restée sans réponse</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>Relancer la recherche</translation>
    </message>
</context>
<context>
    <name>DiscoverRow</name>
    <message>
        <source>%1 · asks for terms</source>
        <translation>%1 · conditions à accepter</translation>
    </message>
    <message>
        <source>Sees pictures</source>
        <translation>Voit les images</translation>
    </message>
</context>
<context>
    <name>DiscoverSearch</name>
    <message>
        <source>Search models</source>
        <translation>Rechercher des modèles</translation>
    </message>
    <message>
        <source>Search %1</source>
        <translation>Rechercher sur %1</translation>
    </message>
    <message>
        <source>Runs here</source>
        <translation>Tourne ici</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Licence</translation>
    </message>
    <message>
        <source>Any licence</source>
        <translation>Toute licence</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Ordre</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>Téléchargements</translation>
    </message>
    <message>
        <source>Likes</source>
        <translation>J’aime</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>Plus récents</translation>
    </message>
    <message>
        <source>Trending</source>
        <translation>Tendances</translation>
    </message>
    <message>
        <source>Sees pictures</source>
        <translation>Voit les images</translation>
    </message>
</context>
<context>
    <name>DoctorPart</name>
    <message>
        <source>Doctor</source>
        <translation>Diagnostic</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>Copier le rapport</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Relancer</translation>
    </message>
    <message>
        <source>Check this machine</source>
        <translation>Vérifier cet ordinateur</translation>
    </message>
    <message>
        <source>Measures memory and disk speed and checks every operation against a reference. Takes a few seconds.</source>
        <translation>Mesure la mémoire et le disque et compare chaque opération à sa référence simple. Prend quelques secondes.</translation>
    </message>
    <message>
        <source>Move the models</source>
        <translation>Déplacer les modèles</translation>
    </message>
</context>
<context>
    <name>DocumentHitRow</name>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1, %2&#xa0;: %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1&#xa0;: %2</translation>
    </message>
</context>
<context>
    <name>DocumentSourceRow</name>
    <message>
        <source>%1: %2</source>
        <translation>%1&#xa0;: %2</translation>
    </message>
    <message>
        <source>1 file could not be read</source>
        <translation>1 fichier n’a pas pu être lu</translation>
    </message>
    <message>
        <source>%1 files could not be read</source>
        <translation>%1 fichiers n’ont pas pu être lus</translation>
    </message>
    <message>
        <source>Look for changes in %1</source>
        <translation>Rechercher des modifications dans %1</translation>
    </message>
    <message>
        <source>Pause reading %1</source>
        <translation>Suspendre la lecture de %1</translation>
    </message>
    <message>
        <source>Remove %1 from the documents</source>
        <translation>Retirer %1 des documents</translation>
    </message>
    <message>
        <source>Continue reading %1</source>
        <translation>Reprendre la lecture de %1</translation>
    </message>
</context>
<context>
    <name>Documents</name>
    <message>
        <source>page %1</source>
        <translation>page %1</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>ligne %1</translation>
    </message>
    <message>
        <source>It holds no words: it is empty, or pictures of pages.</source>
        <translation>Il ne contient pas de texte&#xa0;: il est vide ou fait d’images de pages.</translation>
    </message>
    <message>
        <source>It is damaged or asks for a password. Save it again without one.</source>
        <translation>Il est endommagé ou demande un mot de passe. Enregistrez-le à nouveau sans mot de passe.</translation>
    </message>
    <message>
        <source>It is larger than %1 MB. Split it.</source>
        <translation>Il dépasse %1&#xa0;Mo. Divisez-le.</translation>
    </message>
    <message>
        <source>It takes too much time or memory to read. Save its text in a text file.</source>
        <translation>Sa lecture demande trop de temps ou de mémoire. Enregistrez son texte dans un fichier texte.</translation>
    </message>
    <message>
        <source>It cannot be opened (%1).</source>
        <translation>Impossible de l’ouvrir (%1).</translation>
    </message>
    <message>
        <source>It is not a text, and no document that Hearth knows.</source>
        <translation>Ce n’est ni un texte ni un document que Hearth connaît.</translation>
    </message>
    <message>
        <source>Its pages are pictures. Install tesseract, and they will be read.</source>
        <translation>Ses pages sont des images. Installez tesseract, et elles seront lues.</translation>
    </message>
    <message>
        <source>Page %1 could not be read.</source>
        <translation>La page %1 n&apos;a pas pu être lue.</translation>
    </message>
    <message>
        <source>Pages %1 could not be read.</source>
        <translation>Les pages %1 n&apos;ont pas pu être lues.</translation>
    </message>
</context>
<context>
    <name>DocumentsPage</name>
    <message>
        <source>Documents</source>
        <translation>Documents</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>Ajouter un dossier…</translation>
    </message>
    <message>
        <source>Add a file…</source>
        <translation>Ajouter un fichier…</translation>
    </message>
    <message>
        <source>Try the search</source>
        <translation>Essayer la recherche</translation>
    </message>
    <message>
        <source>Search the documents</source>
        <translation>Rechercher dans les documents</translation>
    </message>
    <message>
        <source>A question, or words</source>
        <translation>Une question ou des mots</translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation>Rien n’a été trouvé.</translation>
    </message>
    <message>
        <source>Passages: %1 · %2 ms</source>
        <translation>Passages&#xa0;: %1 · %2&#xa0;ms</translation>
    </message>
    <message>
        <source>Import from %1</source>
        <translation>Importer de %1</translation>
    </message>
    <message>
        <source>Folders and files that you add are read on this computer and kept up to date, so that what they say can be found. Links in them are not followed.</source>
        <translation>Les dossiers et fichiers que vous ajoutez sont lus sur cet ordinateur et tenus à jour, pour retrouver ce qu’ils disent. Les liens qu’ils contiennent ne sont pas suivis.</translation>
    </message>
    <message>
        <source>An embedding model reads every passage once, so that passages are found that say the same in other words</source>
        <translation>Un modèle de plongement lit chaque passage une fois, pour trouver aussi ceux qui disent la même chose avec d’autres mots</translation>
    </message>
    <message>
        <source>Embedding model</source>
        <translation>Modèle de plongement</translation>
    </message>
    <message>
        <source>Order by</source>
        <translation>Trier par</translation>
    </message>
    <message>
        <source>Reranker</source>
        <translation>Modèle de reclassement</translation>
    </message>
    <message>
        <source>Find an embedding model…</source>
        <translation>Chercher un modèle de plongement…</translation>
    </message>
    <message>
        <source>Find a reranker…</source>
        <translation>Chercher un modèle de reclassement…</translation>
    </message>
    <message>
        <source>Semantic search</source>
        <translation>Recherche sémantique</translation>
    </message>
    <message>
        <source>A reranker reads the best passages with the question and brings those that answer it to the top, within two seconds. It takes memory while Hearth runs.</source>
        <translation>Un modèle de reclassement lit les meilleurs passages avec la question et place en tête ceux qui y répondent, en deux secondes au plus. Il occupe de la mémoire tant que Hearth est ouvert.</translation>
    </message>
    <message>
        <source>Suggest earlier answers to similar questions</source>
        <translation>Proposer des réponses antérieures à des questions similaires</translation>
    </message>
    <message>
        <source>When a chat begins with a question that means the same as an earlier one to the same model, with the same system prompt and documents, its answer is shown at once, with the distance between the questions and “Ask again” below it</source>
        <translation>Quand une discussion commence par une question qui veut dire la même chose qu&apos;une question antérieure au même modèle, avec le même prompt système et les mêmes documents, sa réponse s&apos;affiche aussitôt, avec la distance entre les questions et « Redemander » en dessous</translation>
    </message>
</context>
<context>
    <name>DownloadButtons</name>
    <message>
        <source>Resume</source>
        <translation>Reprendre</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Suspendre</translation>
    </message>
    <message>
        <source>Cancel the download of %1</source>
        <translation>Annuler le téléchargement de %1</translation>
    </message>
</context>
<context>
    <name>DownloadProgress</name>
    <message>
        <source>%1 %</source>
        <translation>%1&#xa0;%</translation>
    </message>
</context>
<context>
    <name>DownloadsBar</name>
    <message>
        <source>Hide the list of downloads</source>
        <translation>Masquer la liste des téléchargements</translation>
    </message>
    <message>
        <source>Show the list of downloads</source>
        <translation>Afficher la liste des téléchargements</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>Téléchargements</translation>
    </message>
</context>
<context>
    <name>DraftPictures</name>
    <message>
        <source>It is larger than %1 MB. Save it smaller, or as a JPEG file.</source>
        <translation>Elle dépasse %1 Mo. Enregistrez-la plus petite, ou en JPEG.</translation>
    </message>
    <message>
        <source>The clipboard&apos;s picture could not be read. Save it as a file and attach that.</source>
        <translation>L’image du presse-papiers n’a pas pu être lue. Enregistrez-la dans un fichier et joignez-le.</translation>
    </message>
</context>
<context>
    <name>EndpointForm</name>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Clé</translation>
    </message>
    <message>
        <source>none</source>
        <translation>aucune</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Connexion</translation>
    </message>
    <message>
        <source>not tested yet</source>
        <translation>pas encore testée</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Tester</translation>
    </message>
    <message>
        <source>Asks the server for its models</source>
        <translation>Demande au serveur ses modèles</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Retirer</translation>
    </message>
    <message>
        <source>Removes the address and the key. Chats are kept.</source>
        <translation>Oublie l’adresse et la clé. Les discussions restent.</translation>
    </message>
    <message>
        <source>Save and test</source>
        <translation>Enregistrer et tester</translation>
    </message>
    <message>
        <source>Chats with the models of a server go to that server.</source>
        <translation>Les discussions avec les modèles d’un serveur sont envoyées à ce serveur.</translation>
    </message>
    <message>
        <source>Input price</source>
        <translation>Entrée</translation>
    </message>
    <message>
        <source>Input price per million tokens</source>
        <translation>Prix en entrée par million de tokens</translation>
    </message>
    <message>
        <source>per million tokens</source>
        <translation>pour un million de tokens</translation>
    </message>
    <message>
        <source>Output price</source>
        <translation>Sortie</translation>
    </message>
    <message>
        <source>Output price per million tokens</source>
        <translation>Prix en sortie par million de tokens</translation>
    </message>
    <message>
        <source>Remove the key</source>
        <translation>Retirer la clé</translation>
    </message>
    <message>
        <source>Done when you save</source>
        <translation>Effectif à l’enregistrement</translation>
    </message>
</context>
<context>
    <name>EndpointModelList</name>
    <message>
        <source>Models</source>
        <translation>Modèles</translation>
    </message>
    <message>
        <source>shown in the model button</source>
        <translation>affichés dans le bouton du modèle</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Utiliser</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>Utilisé</translation>
    </message>
    <message>
        <source>Show %1 among the models</source>
        <translation>Afficher %1 parmi les modèles</translation>
    </message>
</context>
<context>
    <name>EndpointRow</name>
    <message>
        <source>reached</source>
        <translation>joignable</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>injoignable</translation>
    </message>
    <message>
        <source>asking</source>
        <translation>en attente</translation>
    </message>
    <message>
        <source>no address yet</source>
        <translation>pas d’adresse</translation>
    </message>
</context>
<context>
    <name>Endpoints</name>
    <message>
        <source>no reason given</source>
        <translation>aucune raison donnée</translation>
    </message>
    <message>
        <source>%1 does not accept the key. Correct it under Models, Endpoints.</source>
        <translation>%1 n’accepte pas la clé. Corrigez-la dans Modèles, Serveurs.</translation>
    </message>
    <message>
        <source>%1 has no such address. Check it under Models, Endpoints.</source>
        <translation>%1 n’a pas cette adresse. Vérifiez-la dans Modèles, Serveurs.</translation>
    </message>
    <message>
        <source>%1 says: %2</source>
        <translation>%1 indique&#xa0;: %2</translation>
    </message>
    <message>
        <source>%1 is overloaded, or your quota is used up. Try again later.</source>
        <translation>%1 est surchargé ou votre quota est épuisé. Réessayez plus tard.</translation>
    </message>
    <message>
        <source>%1 is still loading its model. Try again in a moment.</source>
        <translation>%1 charge encore son modèle. Réessayez dans un instant.</translation>
    </message>
    <message>
        <source>%1 answered with %2. Check the server&apos;s log.</source>
        <translation>%1 a répondu %2. Consultez le journal du serveur.</translation>
    </message>
    <message>
        <source>The server of this model is no longer set up. Choose another model.</source>
        <translation>Le serveur de ce modèle n’est plus configuré. Choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>This works with models on this computer only.</source>
        <translation>Cela ne fonctionne qu’avec les modèles de cet ordinateur.</translation>
    </message>
    <message>
        <source>%1 stopped: %2</source>
        <translation>%1 s’est interrompu&#xa0;: %2</translation>
    </message>
    <message>
        <source>On %1</source>
        <translation>Sur %1</translation>
    </message>
    <message>
        <source>%1 sent something that is not a valid answer.</source>
        <translation>%1 envoie quelque chose qui n’est pas une réponse.</translation>
    </message>
    <message>
        <source>%1 ended the connection before the reply was complete.</source>
        <translation>%1 a coupé la connexion avant la fin de la réponse.</translation>
    </message>
    <message>
        <source>Nothing answers at %1. Is the server running?</source>
        <translation>Rien ne répond à %1. Le serveur est-il lancé&#xa0;?</translation>
    </message>
    <message>
        <source>%1 cannot be found. Check the address and the network.</source>
        <translation>%1 est introuvable. Vérifiez l’adresse et le réseau.</translation>
    </message>
    <message>
        <source>The certificate of %1 could not be verified (%2), so nothing was sent to it.</source>
        <translation>%1 n’a pas pu prouver son identité (%2), rien ne lui a donc été envoyé.</translation>
    </message>
    <message>
        <source>%1 did not answer in time.</source>
        <translation>%1 n’a pas répondu à temps.</translation>
    </message>
    <message>
        <source>The connection to %1 was lost (%2).</source>
        <translation>La connexion à %1 a été interrompue (%2).</translation>
    </message>
    <message>
        <source>%1 does not accept the key. Type it again.</source>
        <translation>%1 n’accepte pas la clé. Saisissez-la à nouveau.</translation>
    </message>
    <message>
        <source>%1 has no such address. Most end in /v1.</source>
        <translation>%1 n’a pas cette adresse. La plupart finissent par /v1.</translation>
    </message>
    <message>
        <source>The chat is longer than %1 can read: %2</source>
        <translation>La discussion est plus longue que ce que %1 peut lire&#xa0;: %2</translation>
    </message>
    <message>
        <source>%1 did not stop writing, so Hearth ended the reply. What arrived is kept.</source>
        <translation>%1 n’arrêtait pas d’écrire, Hearth a donc mis fin à la réponse. Ce qui est arrivé est conservé.</translation>
    </message>
    <message>
        <source>The server does not say how many tokens fit into its context.</source>
        <translation>Le serveur n’indique pas combien de tokens tiennent dans son contexte.</translation>
    </message>
    <message>
        <source>%1 cannot hold replies to this. Choose a JSON schema under Structure, or a model on this computer.</source>
        <translation>%1 ne peut pas y contraindre les réponses. Choisissez un schéma JSON sous Structure, ou un modèle de cet ordinateur.</translation>
    </message>
    <message>
        <source>%1 does not answer over https (%2). If it speaks http, the address begins with http://.</source>
        <translation>%1 ne répond pas en https (%2). S’il parle http, l’adresse commence par http://.</translation>
    </message>
    <message>
        <source>%1 broke the reply off before it was complete.</source>
        <translation>%1 a interrompu la réponse avant qu’elle ne soit complète.</translation>
    </message>
</context>
<context>
    <name>EndpointsPane</name>
    <message>
        <source>Servers</source>
        <translation>Serveurs</translation>
    </message>
    <message>
        <source>No servers yet. vLLM, TensorRT-LLM, TGI, llama.cpp’s server and anything else that speaks the OpenAI protocol will work.</source>
        <translation>Aucun serveur pour l’instant. vLLM, TensorRT-LLM, TGI, le serveur de llama.cpp et tout ce qui parle le protocole OpenAI conviennent.</translation>
    </message>
    <message>
        <source>Add a server</source>
        <translation>Ajouter un serveur</translation>
    </message>
</context>
<context>
    <name>Engine</name>
    <message>
        <source>&quot;%1&quot; cannot be used: %2.</source>
        <translation>« %1 » est inutilisable : %2.</translation>
    </message>
    <message>
        <source>A picture of the prompt has %1 tokens, which this model reads all at once, and %2 is the most that it can; make the picture smaller.</source>
        <translation>Une image du prompt a %1 tokens, que ce modèle lit tous à la fois, et %2 est le maximum qu&apos;il peut ; réduisez l&apos;image.</translation>
    </message>
    <message>
        <source>The folder &quot;%1&quot; cannot be used: %2.</source>
        <translation>Le dossier « %1 » est inutilisable : %2.</translation>
    </message>
    <message>
        <source>it is not a GGUF file; choose a file that ends in .gguf</source>
        <translation>ce n’est pas un fichier GGUF ; choisissez un fichier qui se termine par .gguf</translation>
    </message>
    <message>
        <source>it is empty; download it again</source>
        <translation>le fichier est vide ; téléchargez-le à nouveau</translation>
    </message>
    <message>
        <source>tensor &quot;%1&quot; reaches past the end of the file (%2 bytes); the file is cut short, download it again</source>
        <translation>le tenseur « %1 » dépasse la fin du fichier (%2 octets) ; le fichier est tronqué, téléchargez-le à nouveau</translation>
    </message>
    <message>
        <source>it claims %1 %2, more than the file can hold; download it again</source>
        <translation>le fichier annonce %1 %2, plus qu’il ne peut contenir ; téléchargez-le à nouveau</translation>
    </message>
    <message>
        <source>it cannot be opened: %1</source>
        <translation>impossible de l’ouvrir : %1</translation>
    </message>
    <message>
        <source>it cannot be read: %1</source>
        <translation>impossible de le lire : %1</translation>
    </message>
    <message>
        <source>it is not a file; choose a file</source>
        <translation>ce n’est pas un fichier ; choisissez un fichier</translation>
    </message>
    <message>
        <source>it has become shorter since it was opened; open it again</source>
        <translation>le fichier a raccourci depuis son ouverture ; ouvrez-le à nouveau</translation>
    </message>
    <message>
        <source>it has the outdated GGUF version 1; download a newer file of the model</source>
        <translation>il est à la version 1 de GGUF, périmée ; téléchargez un fichier plus récent du modèle</translation>
    </message>
    <message>
        <source>it has GGUF version %1 and this version of Hearth reads 2 and 3</source>
        <translation>il est à la version %1 de GGUF, et ce Hearth lit les versions 2 et 3</translation>
    </message>
    <message>
        <source>it is written for big-endian machines; choose the ordinary file of the model</source>
        <translation>il est écrit pour des machines gros-boutistes ; choisissez le fichier ordinaire du modèle</translation>
    </message>
    <message>
        <source>%1 is stored as block type %2, which this version of Hearth does not know</source>
        <translation>%1 est enregistré avec le type de bloc %2, que ce Hearth ne connaît pas</translation>
    </message>
    <message>
        <source>there is not enough memory to read its tables</source>
        <translation>la mémoire ne suffit pas pour lire ses tables</translation>
    </message>
    <message>
        <source>Hearth does not know the model architecture &quot;%1&quot; yet; choose a model of another family.</source>
        <translation>Hearth ne connaît pas encore l’architecture « %1 » ; choisissez un modèle d’une autre famille.</translation>
    </message>
    <message>
        <source>The model file lacks the tensor %1; it is incomplete or of a variant that Hearth does not know.</source>
        <translation>Il manque le tenseur %1 au fichier du modèle ; il est incomplet ou d’une variante que Hearth ne connaît pas.</translation>
    </message>
    <message>
        <source>The tensor %1 has the shape %2 where the model&apos;s numbers ask for %3; the file is damaged.</source>
        <translation>Le tenseur %1 a la forme %2 alors que les nombres du modèle demandent %3 ; le fichier est endommagé.</translation>
    </message>
    <message>
        <source>There is not enough memory for %1 MiB; close other programs or choose a smaller model or context.</source>
        <translation>La mémoire ne suffit pas pour %1 MiB ; fermez d’autres programmes ou choisissez un modèle ou un contexte plus petit.</translation>
    </message>
    <message>
        <source>The graphics card ran out of memory (%1); put fewer layers on it, or choose a smaller context or model.</source>
        <translation>La carte graphique n’a plus de mémoire (%1) ; placez-y moins de couches, ou choisissez un contexte ou un modèle plus petit.</translation>
    </message>
    <message>
        <source>The prompt has %1 tokens and the context only %2; shorten it or load the model with a longer context.</source>
        <translation>Le prompt a %1 tokens et le contexte seulement %2 ; raccourcissez-le ou chargez le modèle avec un contexte plus long.</translation>
    </message>
    <message>
        <source>The prompt is empty; write something first.</source>
        <translation>Le prompt est vide ; écrivez d’abord quelque chose.</translation>
    </message>
    <message>
        <source>Hearth does not know the tokenizer &apos;%1&apos; of this file; a newer version may.</source>
        <translation>Hearth ne connaît pas le tokeniseur « %1 » de ce fichier ; une version plus récente peut-être.</translation>
    </message>
    <message>
        <source>The draft model knows %1 tokens and this model %2; choose a smaller model of the same family.</source>
        <translation>Le modèle d’ébauche connaît %1 tokens et ce modèle %2 ; choisissez un modèle plus petit de la même famille.</translation>
    </message>
    <message>
        <source>The draft model&apos;s vocabulary is another than this model&apos;s from token %1 on; choose a smaller model of the same family.</source>
        <translation>Le vocabulaire du modèle d’ébauche diffère de celui de ce modèle à partir du token %1 ; choisissez un modèle plus petit de la même famille.</translation>
    </message>
    <message>
        <source>The draft model&apos;s vocabulary is of another kind than this model&apos;s; choose a smaller model of the same family.</source>
        <translation>Le vocabulaire du modèle d’ébauche est d’un autre genre que celui de ce modèle ; choisissez un modèle plus petit de la même famille.</translation>
    </message>
    <message>
        <source>its file &quot;%1&quot; is missing; download it again</source>
        <translation>il lui manque le fichier « %1 » ; téléchargez-le à nouveau</translation>
    </message>
    <message>
        <source>its file &quot;%1&quot; is damaged; download it again</source>
        <translation>son fichier « %1 » est endommagé ; téléchargez-le à nouveau</translation>
    </message>
    <message>
        <source>its file &quot;%1&quot; cannot be opened: %2</source>
        <translation>impossible d’ouvrir son fichier « %1 » : %2</translation>
    </message>
    <message>
        <source>it holds no .safetensors file; download its weights</source>
        <translation>il ne contient aucun fichier .safetensors ; téléchargez ses poids</translation>
    </message>
    <message>
        <source>its tensor &quot;%1&quot; reaches past the end of the file (%2 bytes); the file is cut short, download it again</source>
        <translation>son tenseur « %1 » dépasse la fin du fichier (%2 octets) ; le fichier est tronqué, téléchargez-le à nouveau</translation>
    </message>
    <message>
        <source>Hearth does not read folders of the kind &quot;%1&quot; yet; choose a GGUF file of the model</source>
        <translation>Hearth ne lit pas encore les dossiers du type « %1 » ; choisissez un fichier GGUF du modèle</translation>
    </message>
    <message>
        <source>its weights are quantised by the method &quot;%1&quot;, which Hearth does not read yet; choose a checkpoint of GPTQ, AWQ or FP8, or a GGUF file</source>
        <translation>ses poids sont quantifiés par la méthode « %1 », que Hearth ne lit pas encore ; choisissez GPTQ, AWQ ou FP8, ou un fichier GGUF</translation>
    </message>
    <message>
        <source>No graphics card was found.</source>
        <translation>Aucune carte graphique n’a été trouvée.</translation>
    </message>
    <message>
        <source>This copy of Hearth was built without its GPU engine. Hearth will use the CPU.</source>
        <translation>Cette version de Hearth a été compilée sans moteur GPU. Hearth utilisera le CPU.</translation>
    </message>
    <message>
        <source>This copy of Hearth was built without its GPU engine; use the CPU instead.</source>
        <translation>Cette version de Hearth a été compilée sans moteur GPU ; continuez avec le CPU.</translation>
    </message>
    <message>
        <source>Hearth&apos;s GPU engine could not be loaded (%1); install Hearth again, or use the CPU.</source>
        <translation>Le moteur GPU de Hearth n’a pas pu être chargé (%1) ; réinstallez Hearth, ou continuez avec le CPU.</translation>
    </message>
    <message>
        <source>Hearth&apos;s GPU engine belongs to another version of Hearth; install Hearth again, or use the CPU.</source>
        <translation>Le moteur GPU de Hearth vient d’une autre version de Hearth ; réinstallez Hearth, ou continuez avec le CPU.</translation>
    </message>
    <message>
        <source>No NVIDIA driver was found; install it to use an NVIDIA card, or use the CPU.</source>
        <translation>Aucun pilote NVIDIA n’a été trouvé ; installez-le pour utiliser une carte NVIDIA, ou continuez avec le CPU.</translation>
    </message>
    <message>
        <source>The NVIDIA driver is too old (it speaks CUDA %1, Hearth needs %2); update it, or use the CPU.</source>
        <translation>Le pilote NVIDIA est trop ancien (il parle CUDA %1, Hearth demande %2) ; mettez-le à jour, ou continuez avec le CPU.</translation>
    </message>
    <message>
        <source>The NVIDIA driver shows no graphics card; check CUDA_VISIBLE_DEVICES and the card&apos;s seat, or use the CPU.</source>
        <translation>Le pilote NVIDIA ne montre aucune carte graphique ; vérifiez CUDA_VISIBLE_DEVICES et l’enfichage de la carte, ou continuez avec le CPU.</translation>
    </message>
    <message>
        <source>The graphics card %1 is too old for Hearth (compute capability %2, 7.5 is needed); use the CPU instead.</source>
        <translation>La carte graphique %1 est trop ancienne pour Hearth (capacité de calcul %2, il faut 7.5) ; continuez avec le CPU.</translation>
    </message>
    <message>
        <source>This copy of Hearth has no code for this graphics card (%1); use the CPU, or build Hearth on this machine.</source>
        <translation>Cette version de Hearth n’a pas de code pour cette carte graphique (%1) ; continuez avec le CPU, ou compilez Hearth sur cet ordinateur.</translation>
    </message>
    <message>
        <source>The graphics card is taken by another program (%1); close it, or use the CPU.</source>
        <translation>La carte graphique est prise par un autre programme (%1) ; fermez-le, ou continuez avec le CPU.</translation>
    </message>
    <message>
        <source>The graphics card stopped working for this program (%1); restart Hearth to use the card again, or use the CPU.</source>
        <translation>La carte graphique ne fonctionne plus pour ce programme (%1) ; continuez avec le CPU, et redémarrez Hearth pour réutiliser la carte.</translation>
    </message>
    <message>
        <source>The graphics card reported an error (%1); use the CPU instead.</source>
        <translation>La carte graphique signale une erreur (%1) ; continuez avec le CPU.</translation>
    </message>
    <message>
        <source>%1 of %2 layers run on the CPU</source>
        <translation>%1 couches sur %2 s’exécutent sur le CPU</translation>
    </message>
    <message>
        <source>no layer of the model fits on the graphics card</source>
        <translation>aucune couche du modèle ne tient sur la carte graphique</translation>
    </message>
    <message>
        <source>The model brings no chat template; using %1.</source>
        <translation>Le modèle n’apporte pas de modèle de chat ; %1 est utilisé.</translation>
    </message>
    <message>
        <source>The model&apos;s own template does not work (%2); using %1.</source>
        <translation>Le gabarit du modèle ne fonctionne pas (%2) ; %1 est utilisé.</translation>
    </message>
    <message>
        <source>its tokenizer.json changes texts by the rule &quot;%1&quot;, which Hearth does not know; choose a GGUF file of the model</source>
        <translation>son tokenizer.json modifie les textes selon la règle « %1 », que Hearth ne connaît pas ; choisissez un fichier GGUF du modèle</translation>
    </message>
    <message>
        <source>its tokenizer.json splits words by the rule &quot;%1&quot;, which Hearth does not know; choose a GGUF file of the model</source>
        <translation>son tokenizer.json découpe les mots selon la règle « %1 », que Hearth ne connaît pas ; choisissez un fichier GGUF du modèle</translation>
    </message>
    <message>
        <source>its tokenizer.json is of a kind that Hearth does not read yet; choose a GGUF file of the model</source>
        <translation>son tokenizer.json est d’un type que Hearth ne lit pas encore ; choisissez un fichier GGUF du modèle</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be written: %2; choose another place or make room.</source>
        <translation>Impossible d’écrire « %1 » : %2 ; choisissez un autre emplacement ou libérez de l’espace.</translation>
    </message>
    <message>
        <source>The chat template failed: %1.</source>
        <translation>Le modèle de conversation a échoué : %1.</translation>
    </message>
    <message>
        <source>The chat template makes a text longer than %1 MiB; choose another template for this model.</source>
        <translation>Le modèle de conversation produit un texte de plus de %1 Mio ; choisissez un autre modèle de conversation pour ce modèle.</translation>
    </message>
    <message>
        <source>The chat template nests too deeply or calls itself without end; choose another template for this model.</source>
        <translation>Le modèle de conversation s’imbrique trop profondément ou s’appelle lui-même sans fin ; choisissez un autre modèle de conversation pour ce modèle.</translation>
    </message>
    <message>
        <source>The chat template takes too much work; choose another template for this model.</source>
        <translation>Le modèle de conversation demande trop de calcul ; choisissez un autre modèle de conversation pour ce modèle.</translation>
    </message>
    <message>
        <source>The chat template uses too much memory; choose another template for this model.</source>
        <translation>Le modèle de conversation utilise trop de mémoire ; choisissez un autre modèle de conversation pour ce modèle.</translation>
    </message>
    <message>
        <source>The file does not say which architecture it holds (general.architecture is missing); choose another model file.</source>
        <translation>Le fichier n’indique pas l’architecture qu’il contient (general.architecture est absent) ; choisissez un autre fichier de modèle.</translation>
    </message>
    <message>
        <source>The model file has no usable token embeddings (token_embd.weight); it is a vocabulary only, or damaged.</source>
        <translation>Le fichier du modèle n’a pas de plongements de tokens utilisables (token_embd.weight) ; ce n’est qu’un vocabulaire, ou il est endommagé.</translation>
    </message>
    <message>
        <source>The model stretches its positions by the method &quot;%1&quot;, which Hearth does not know yet; choose another model.</source>
        <translation>Le modèle étire ses positions par la méthode « %1 », que Hearth ne connaît pas encore ; choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>There is not enough memory for the replies that run; close other programs or load a smaller model.</source>
        <translation>La mémoire ne suffit pas pour les réponses en cours ; fermez d’autres programmes ou chargez un modèle plus petit.</translation>
    </message>
    <message>
        <source>This file has no vocabulary, so text cannot be turned into tokens; choose a file that includes its tokenizer.</source>
        <translation>Ce fichier n’a pas de vocabulaire : le texte ne peut pas être converti en tokens ; choisissez un fichier qui contient son tokenizer.</translation>
    </message>
    <message>
        <source>Hearth does not know the pre-tokenizer &apos;%1&apos; of this file; a newer version may.</source>
        <translation>Hearth ne connaît pas le pré-tokenizer « %1 » de ce fichier ; une version plus récente peut-être.</translation>
    </message>
    <message>
        <source>The vocabulary of this file is damaged: %1; download the file again.</source>
        <translation>Le vocabulaire de ce fichier est endommagé : %1 ; téléchargez-le à nouveau.</translation>
    </message>
    <message>
        <source>What was processed cannot be kept in %1: %2; make room there, or give yourself permission to write.</source>
        <translation>Ce qui a été traité ne peut pas être conservé dans %1 : %2 ; libérez de la place ou donnez-vous le droit d’écrire.</translation>
    </message>
    <message>
        <source>A part of what was kept in %1 is damaged or cannot be read; it is computed again.</source>
        <translation>Une partie de ce qui était conservé dans %1 est endommagée ou illisible ; elle est recalculée.</translation>
    </message>
    <message>
        <source>This model makes embeddings and writes no replies; choose a chat model.</source>
        <translation>Ce modèle produit des plongements et n’écrit pas de réponses ; choisissez un modèle de chat.</translation>
    </message>
    <message>
        <source>This model writes replies and makes no embeddings; choose an embedding model.</source>
        <translation>Ce modèle écrit des réponses et ne produit pas de plongements ; choisissez un modèle de plongement.</translation>
    </message>
    <message>
        <source>This model scores pairs of texts and makes no embeddings; choose an embedding model.</source>
        <translation>Ce modèle note des paires de textes et ne produit pas de plongements ; choisissez un modèle de plongement.</translation>
    </message>
    <message>
        <source>The model&apos;s template for reranking has no place for the question or for the passage; the file is damaged.</source>
        <translation>Le gabarit de reclassement du modèle n’a pas de place pour la question ou pour le passage ; le fichier est endommagé.</translation>
    </message>
    <message>
        <source>This model sorts texts into classes and scores no pairs of them; choose a reranker or an embedding model.</source>
        <translation>Ce modèle range des textes en classes et ne note pas de paires ; choisissez un modèle de reclassement ou de plongement.</translation>
    </message>
    <message>
        <source>There is no graphics card number %1 (Hearth sees %2, and counts from 0); choose another one.</source>
        <translation>Il n’y a pas de carte graphique numéro %1 (Hearth en voit %2 et compte à partir de 0) ; choisissez-en une autre.</translation>
    </message>
    <message>
        <source>the model does not divide into %1 equal parts, so its layers are spread over the cards</source>
        <translation>le modèle ne se divise pas en %1 parts égales, ses couches sont donc réparties sur les cartes</translation>
    </message>
    <message>
        <source>only 2, 4 or 8 equal cards share layers, so these are spread over the cards</source>
        <translation>seules 2, 4 ou 8 cartes identiques partagent des couches, celles-ci sont donc réparties sur les cartes</translation>
    </message>
    <message>
        <source>the graphics card has room for %1 of the %2 experts of a layer, so the experts live in the memory of the computer and are copied as they are needed</source>
        <translation>la carte graphique a de la place pour %1 des %2 experts d’une couche ; les experts restent donc dans la mémoire de l’ordinateur et sont copiés quand il le faut</translation>
    </message>
    <message>
        <source>The context is too short to look at this token again; load the model with the context that the reply was made with.</source>
        <translation>Le contexte est trop court pour revoir ce jeton ; chargez le modèle avec le contexte qui a servi à faire la réponse.</translation>
    </message>
    <message>
        <source>The loaded model does not know these tokens, which another model wrote; load that one to see what its tokens looked at.</source>
        <translation>Le modèle chargé ne connaît pas ces jetons, écrits par un autre modèle ; chargez celui-ci pour voir ce que ses jetons ont regardé.</translation>
    </message>
    <message>
        <source>What a token looked at can be seen of models that Hearth runs itself, and this one runs on a server; load a model on this machine.</source>
        <translation>Ce qu’un jeton a regardé ne se voit que pour les modèles que Hearth exécute lui-même, et celui-ci s’exécute sur un serveur ; chargez un modèle sur cette machine.</translation>
    </message>
    <message>
        <source>The graphics card %1 (number %2) stopped working for this program (%3); restart Hearth to use it again, or choose other cards.</source>
        <translation>La carte graphique %1 (numéro %2) a cessé de fonctionner pour ce programme (%3) ; redémarrez Hearth pour l’utiliser à nouveau, ou choisissez d’autres cartes.</translation>
    </message>
    <message>
        <source>The calibration text is not UTF-8; give a text file of the kind that the model is for.</source>
        <translation>Le texte de calibrage n&apos;est pas en UTF-8 ; donnez un fichier texte du genre auquel le modèle est destiné.</translation>
    </message>
    <message>
        <source>The calibration text has %1 tokens; it needs at least %2.</source>
        <translation>Le texte de calibrage compte %1 tokens ; il en faut au moins %2.</translation>
    </message>
    <message>
        <source>The process of the model was killed, perhaps because the memory was full; another one is started. What there is of the reply is kept: ask again, or choose a smaller model.</source>
        <translation>Le processus du modèle a été arrêté, peut-être parce que la mémoire était pleine ; un autre est lancé. Ce qu’il y a de la réponse est conservé : posez la question à nouveau ou choisissez un modèle plus petit.</translation>
    </message>
    <message>
        <source>The process of the model crashed (%1), which a damaged file can bring about; another one is started. What there is of the reply is kept: ask again, or choose another model.</source>
        <translation>Le processus du modèle a planté (%1), ce qu’un fichier endommagé peut provoquer ; un autre est lancé. Ce qu’il y a de la réponse est conservé : posez la question à nouveau ou choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>The process of the model cannot be started: %1; install Hearth again, or load the model without the sandbox.</source>
        <translation>Le processus du modèle ne peut pas être lancé : %1 ; réinstallez Hearth ou chargez le modèle sans le bac à sable.</translation>
    </message>
    <message>
        <source>The process that works on the model ended before it was done, which a damaged file or a full memory can cause; nothing is left of it: try again, or choose another file.</source>
        <translation>Le processus qui travaille sur le modèle s’est terminé trop tôt, ce qu’un fichier endommagé ou une mémoire pleine peut provoquer ; il n’en reste rien : réessayez ou choisissez un autre fichier.</translation>
    </message>
    <message>
        <source>No process could be started for the model (%1), so it runs in Hearth&apos;s own process, which a crash would end.</source>
        <translation>Aucun processus n’a pu être lancé pour le modèle (%1) ; il s’exécute donc dans le processus de Hearth lui-même, qu’un plantage terminerait.</translation>
    </message>
    <message>
        <source>It runs in a sandbox, which uses the processor alone.</source>
        <translation>Il s’exécute dans un bac à sable, qui n’utilise que le processeur.</translation>
    </message>
    <message>
        <source>The kernel of this system has no Landlock, so that process is kept from networks and other programs, but could read your files.</source>
        <translation>Le noyau de ce système n’a pas Landlock : le processus est coupé des réseaux et des autres programmes, mais pourrait lire vos fichiers.</translation>
    </message>
    <message>
        <source>The process of the model did not answer for %1 s and was ended; another one is started. What there is of the reply is kept: ask again, or choose another model.</source>
        <translation>Le processus du modèle n’a pas répondu pendant %1 s et a été arrêté ; un autre est lancé. Ce qu’il y a de la réponse est conservé : posez la question à nouveau ou choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>The process that reads this model&apos;s header ended before it was done, which a damaged file can bring about; choose another file of the model.</source>
        <translation>Le processus qui lit l’en-tête de ce modèle s’est arrêté avant la fin, ce qu’un fichier endommagé peut provoquer ; choisissez un autre fichier du modèle.</translation>
    </message>
    <message>
        <source>The file has only the layer of a model that guesses further tokens; choose the file of the whole model.</source>
        <translation>Le fichier ne contient que la couche d’un modèle qui devine les tokens suivants ; choisissez le fichier du modèle entier.</translation>
    </message>
    <message>
        <source>its weights &quot;%1&quot; hold a code that is not a number; download it again</source>
        <translation>ses poids « %1 » contiennent un code qui n’est pas un nombre ; téléchargez-le à nouveau</translation>
    </message>
    <message>
        <source>The reply so far does not match its structure; generate it again, or switch structured output off.</source>
        <translation>La réponse actuelle ne correspond pas à sa structure ; générez-la de nouveau ou désactivez la sortie structurée.</translation>
    </message>
    <message>
        <source>The draft model has recurrent layers, which cannot go back to before wrong guesses; choose another one.</source>
        <translation>Le modèle d’ébauche a des couches récurrentes, qui ne peuvent revenir en arrière après de mauvaises conjectures ; choisissez-en un autre.</translation>
    </message>
    <message>
        <source>The model cannot be put into a sandbox: %1; load it without the sandbox.</source>
        <translation>Le modèle ne peut pas être placé dans un bac à sable : %1 ; chargez-le sans le bac à sable.</translation>
    </message>
    <message>
        <source>The picture is an empty file; choose another one.</source>
        <translation>L’image est un fichier vide ; choisissez-en une autre.</translation>
    </message>
    <message>
        <source>The file is not a picture that Hearth knows; choose a PNG, JPEG or WebP file.</source>
        <translation>Le fichier n’est pas une image que Hearth connaît ; choisissez un fichier PNG, JPEG ou WebP.</translation>
    </message>
    <message>
        <source>Hearth does not read %1 pictures; save it as PNG or JPEG.</source>
        <translation>Hearth ne lit pas les images %1 ; enregistrez-la en PNG ou JPEG.</translation>
    </message>
    <message>
        <source>Hearth does not read %1 pictures %2; save it as PNG or as an ordinary JPEG.</source>
        <translation>Hearth ne lit pas les images %1 %2 ; enregistrez-la en PNG ou en JPEG ordinaire.</translation>
    </message>
    <message>
        <source>The %1 picture is damaged; download it again, or choose another one.</source>
        <translation>L’image %1 est endommagée ; téléchargez-la à nouveau ou choisissez-en une autre.</translation>
    </message>
    <message>
        <source>The %1 picture is cut short; download or copy it again.</source>
        <translation>L’image %1 est tronquée ; téléchargez-la ou copiez-la à nouveau.</translation>
    </message>
    <message>
        <source>The picture has %1 megapixels, and Hearth reads at most %2 of its kind; make it smaller.</source>
        <translation>L’image a %1 mégapixels, et Hearth en lit au plus %2 pour ce type ; réduisez-la.</translation>
    </message>
    <message>
        <source>The picture takes more than %1 s to decode; save it again as PNG or JPEG.</source>
        <translation>L’image demande plus de %1 s de décodage ; enregistrez-la à nouveau en PNG ou JPEG.</translation>
    </message>
    <message>
        <source>There is not enough memory to read the picture; close other programs.</source>
        <translation>La mémoire ne suffit pas pour lire l’image ; fermez d’autres programmes.</translation>
    </message>
    <message>
        <source>The process that decodes pictures could not be started (%1); close other programs and try again.</source>
        <translation>Le processus qui décode les images n’a pas pu être lancé (%1) ; fermez d’autres programmes et réessayez.</translation>
    </message>
    <message>
        <source>This model cannot read pictures; choose one that can, or remove them.</source>
        <translation>Ce modèle ne peut pas lire les images ; choisissez-en un qui le peut, ou retirez-les.</translation>
    </message>
    <message>
        <source>This computer has no codec for %1 pictures; install %2, or save it as PNG or JPEG.</source>
        <translation>Cet ordinateur n’a pas de codec pour les images %1 ; installez %2 ou enregistrez l’image en PNG ou JPEG.</translation>
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
        <translation>1 thread</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 threads</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 et %2</translation>
    </message>
</context>
<context>
    <name>EnginePage</name>
    <message>
        <source>Engine</source>
        <translation>Moteur</translation>
    </message>
    <message>
        <source>Run on</source>
        <translation>Exécuter sur</translation>
    </message>
    <message>
        <source>The graphics card when a model fits, the CPU otherwise</source>
        <translation>La carte graphique si le modèle y tient, sinon le CPU</translation>
    </message>
    <message>
        <source>CPU threads</source>
        <translation>Threads CPU</translation>
    </message>
    <message>
        <source>As many as there are cores; more rarely helps, since memory is the limit</source>
        <translation>Autant que de cœurs&#xa0;; davantage aide rarement, car la mémoire est la limite</translation>
    </message>
    <message>
        <source>%1 of %2; more rarely helps, since memory is the limit</source>
        <translation>%1 sur %2&#xa0;; davantage aide rarement, car la mémoire est la limite</translation>
    </message>
    <message>
        <source>CPU threads, 0 for automatic</source>
        <translation>Threads CPU, 0 pour automatique</translation>
    </message>
    <message>
        <source>Running now</source>
        <translation>En cours d’exécution</translation>
    </message>
    <message>
        <source>Load again with these settings</source>
        <translation>Recharger avec ces paramètres</translation>
    </message>
    <message>
        <source>No model is loaded</source>
        <translation>Aucun modèle n’est chargé</translation>
    </message>
    <message>
        <source>none loaded</source>
        <translation>aucun chargé</translation>
    </message>
    <message>
        <source>Load the last model on startup</source>
        <translation>Charger le dernier modèle avec Hearth</translation>
    </message>
    <message>
        <source>No model has been used yet</source>
        <translation>Aucun modèle n’a encore servi</translation>
    </message>
    <message>
        <source>%1: takes %2 and %3</source>
        <translation>%1 : demande %2 et %3</translation>
    </message>
    <message>
        <source>%1: takes %2</source>
        <translation>%1 : occupe %2</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>Graphics cards</source>
        <translation>Cartes graphiques</translation>
    </message>
    <message>
        <source>As few as hold the model, the quickest first</source>
        <translation>Aussi peu qu’il en faut pour le modèle, la plus rapide d’abord</translation>
    </message>
    <message>
        <source>Those that are ticked; on several the layers of a model are spread</source>
        <translation>Celles qui sont cochées ; les couches d’un modèle sont réparties sur plusieurs</translation>
    </message>
    <message>
        <source>%1 · %2: %3 of %4 free</source>
        <translation>%1 · %2 : %3 libres sur %4</translation>
    </message>
    <message>
        <source>%1 · %2: %3</source>
        <translation>%1 · %2 : %3</translation>
    </message>
    <message>
        <source>On several cards</source>
        <translation>Sur plusieurs cartes</translation>
    </message>
    <message>
        <source>Equal cards share each layer where the model divides; others have layers of their own</source>
        <translation>Des cartes identiques partagent chaque couche si le modèle se divise ; les autres ont leurs propres couches</translation>
    </message>
    <message>
        <source>The cards work one after the other</source>
        <translation>Les cartes travaillent l’une après l’autre</translation>
    </message>
    <message>
        <source>2, 4 or 8 equal cards work at the same time, where the model divides</source>
        <translation>2, 4 ou 8 cartes identiques travaillent en même temps, si le modèle se divise</translation>
    </message>
    <message>
        <source>Whichever is quicker</source>
        <translation>Le plus rapide</translation>
    </message>
    <message>
        <source>Whole layers on each</source>
        <translation>Des couches entières sur chacune</translation>
    </message>
    <message>
        <source>Parts of each layer on all</source>
        <translation>Une part de chaque couche sur toutes</translation>
    </message>
    <message>
        <source>Run models in a sandbox only</source>
        <translation>N’exécuter les modèles que dans un bac à sable</translation>
    </message>
    <message>
        <source>On the CPU, models run in a sandbox whenever possible. With this on, no graphics card is used, and a model that cannot be sandboxed is not loaded. Takes effect at the next load</source>
        <translation>Sur le CPU, ils s’y exécutent déjà là où il peut être créé. Avec ceci, aucune carte graphique n’est utilisée, et ce qui ne peut pas y être placé n’est pas chargé ; dès le prochain chargement</translation>
    </message>
</context>
<context>
    <name>EngineSteps</name>
    <message>
        <source>Reading the file</source>
        <translation>Lecture du fichier</translation>
    </message>
    <message>
        <source>Reading the vocabulary</source>
        <translation>Lecture du vocabulaire</translation>
    </message>
    <message>
        <source>Loading weights</source>
        <translation>Chargement des poids</translation>
    </message>
    <message>
        <source>Making room for conversations</source>
        <translation>Réservation de la place pour les conversations</translation>
    </message>
    <message>
        <source>Reading the kept cache</source>
        <translation>Lecture du cache mis de côté</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Prêt</translation>
    </message>
    <message>
        <source>Loading the draft model</source>
        <translation>Chargement du modèle d’ébauche</translation>
    </message>
    <message>
        <source>Loading the vision encoder</source>
        <translation>Chargement de la partie qui voit</translation>
    </message>
</context>
<context>
    <name>Exchange</name>
    <message>
        <source>This file contains no chats that Hearth can read. It reads its own, and those from GPT4All, LM Studio, ChatGPT and Open WebUI.</source>
        <translation>Ce fichier ne contient aucune discussion que Hearth connaisse. Hearth lit les siennes et celles de GPT4All, LM Studio, ChatGPT et Open WebUI.</translation>
    </message>
    <message>
        <source>This file cannot be read as a chat (%1 at byte %2).</source>
        <translation>Ce fichier ne peut pas être lu comme une discussion (%1 à l’octet %2).</translation>
    </message>
    <message>
        <source>This file contains no messages.</source>
        <translation>Ce fichier ne contient aucun message.</translation>
    </message>
    <message>
        <source>[image]</source>
        <translation>[image]</translation>
    </message>
    <message>
        <source>This GPT4All chat is damaged: a text in it is incomplete.</source>
        <translation>Cette discussion GPT4All est endommagée&#xa0;: un texte contient un caractère incomplet.</translation>
    </message>
    <message>
        <source>This GPT4All chat is damaged: it contains less than it claims.</source>
        <translation>Cette discussion GPT4All est endommagée&#xa0;: elle annonce plus de contenu qu’elle n’en a.</translation>
    </message>
    <message>
        <source>This GPT4All chat is cut off; copy it again.</source>
        <translation>Cette discussion GPT4All est tronquée&#xa0;; copiez-la à nouveau.</translation>
    </message>
    <message>
        <source>This GPT4All chat contains a value that Hearth does not know.</source>
        <translation>Cette discussion GPT4All contient une valeur que Hearth ne connaît pas.</translation>
    </message>
    <message>
        <source>This GPT4All chat contains a state that Hearth does not know.</source>
        <translation>Cette discussion GPT4All contient un état que Hearth ne connaît pas.</translation>
    </message>
    <message>
        <source>This GPT4All chat is nested too deeply.</source>
        <translation>Cette discussion GPT4All comporte trop de niveaux imbriqués.</translation>
    </message>
    <message>
        <source>This is not a GPT4All chat.</source>
        <translation>Ce n’est pas une discussion GPT4All.</translation>
    </message>
    <message>
        <source>This GPT4All chat was saved by a version that Hearth does not know.</source>
        <translation>Cette discussion GPT4All a été enregistrée par une version que Hearth ne connaît pas.</translation>
    </message>
    <message>
        <source>This GPT4All chat contains more than Hearth understands.</source>
        <translation>Cette discussion GPT4All contient plus que ce que Hearth comprend.</translation>
    </message>
    <message>
        <source>This chat was saved by another version of Hearth (format %1; this one reads %2). Update Hearth to open it.</source>
        <translation>Cette discussion a été enregistrée par une autre version de Hearth (format %1&#xa0;; celle-ci lit le %2). Mettez Hearth à jour pour l’ouvrir.</translation>
    </message>
    <message>
        <source>The messages of this chat are inconsistent; the file is damaged.</source>
        <translation>Les messages de cette discussion sont incohérents&#xa0;; le fichier est endommagé.</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Invite système</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Vous</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Système</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>Assistant</translation>
    </message>
    <message>
        <source>Attached: %1</source>
        <translation>Pièce jointe&#xa0;: %1</translation>
    </message>
    <message>
        <source>It could not be read (%1).</source>
        <translation>Lecture impossible (%1).</translation>
    </message>
    <message>
        <source>It has %1 MB; files up to %2 MB can be imported. Export the chats in parts.</source>
        <translation>Il fait %1 MB&#xa0;; la limite d’importation est de %2 MB par fichier. Exportez les discussions en plusieurs parties.</translation>
    </message>
    <message>
        <source>It is damaged, or takes too much time or memory to read. Export the chats in parts.</source>
        <translation>Il est endommagé, ou sa lecture demande trop de temps ou de mémoire. Exportez les discussions en plusieurs parties.</translation>
    </message>
    <message>
        <source>Tool %1</source>
        <translation>Outil %1</translation>
    </message>
    <message>
        <source>Its chats have more than %1 MB. Unpack it and import them in parts.</source>
        <translation>Ses discussions dépassent %1 Mo. Décompressez-le et importez-les par parties.</translation>
    </message>
    <message>
        <source>This archive is damaged or asks for a password.</source>
        <translation>Cette archive est endommagée ou demande un mot de passe.</translation>
    </message>
</context>
<context>
    <name>ExchangeBar</name>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
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
        <translation>premier token %1</translation>
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
        <translation>%1 réutilisés</translation>
    </message>
    <message>
        <source>processed %1</source>
        <translation>%1 traités</translation>
    </message>
    <message>
        <source>Thought for %1</source>
        <translation>A réfléchi pendant %1</translation>
    </message>
    <message>
        <source>drafted %1</source>
        <translation>devinés %1</translation>
    </message>
    <message>
        <source>accepted %1</source>
        <translation>justes %1</translation>
    </message>
    <message>
        <source>reused %1 (%2 from disk)</source>
        <translation>%1 réutilisés (%2 depuis le disque)</translation>
    </message>
    <message>
        <source>answered before</source>
        <translation>déjà répondu</translation>
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
        <translation>Enregistrer</translation>
    </message>
    <message>
        <source>Choose this folder</source>
        <translation>Choisir ce dossier</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Ouvrir</translation>
    </message>
    <message>
        <source>There is no folder “%1”.</source>
        <translation>Il n’y a pas de dossier «&#xa0;%1&#xa0;».</translation>
    </message>
    <message>
        <source>There is no folder or file “%1”.</source>
        <translation>Il n’y a ni dossier ni fichier «&#xa0;%1&#xa0;».</translation>
    </message>
    <message>
        <source>Up to the folder above</source>
        <translation>Remonter au dossier parent</translation>
    </message>
    <message>
        <source>Alt+Up</source>
        <translation>Alt+Up</translation>
    </message>
    <message>
        <source>Hidden files</source>
        <translation>Fichiers cachés</translation>
    </message>
    <message>
        <source>Ctrl+H</source>
        <translation>Ctrl+H</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Nouveau dossier</translation>
    </message>
</context>
<context>
    <name>FileChooserFoot</name>
    <message>
        <source>“%1” already exists. Replacing it deletes its contents.</source>
        <translation>«&#xa0;%1&#xa0;» existe déjà. Le remplacer efface son contenu.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>File name</source>
        <translation>Nom du fichier</translation>
    </message>
    <message>
        <source>Files to show</source>
        <translation>Fichiers à afficher</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Choose another name</source>
        <translation>Choisir un autre nom</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Remplacer</translation>
    </message>
</context>
<context>
    <name>FileColumns</name>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Taille</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Modifié</translation>
    </message>
    <message>
        <source>Sort by: %1</source>
        <translation>Trier par&#xa0;: %1</translation>
    </message>
</context>
<context>
    <name>FileList</name>
    <message>
        <source>Files in %1</source>
        <translation>Fichiers dans %1</translation>
    </message>
</context>
<context>
    <name>FileRow</name>
    <message>
        <source>folder</source>
        <translation>dossier</translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <source>Open a model</source>
        <translation>Ouvrir un modèle</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Joindre des fichiers</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>Importer des discussions</translation>
    </message>
    <message>
        <source>Export the chat</source>
        <translation>Exporter la discussion</translation>
    </message>
    <message>
        <source>Save the preset</source>
        <translation>Enregistrer le préréglage</translation>
    </message>
    <message>
        <source>Move the models into this folder</source>
        <translation>Déplacer les modèles dans ce dossier</translation>
    </message>
    <message>
        <source>Keep models in this folder</source>
        <translation>Garder les modèles dans ce dossier</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Tous les fichiers</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modèles</translation>
    </message>
    <message>
        <source>Attach</source>
        <translation>Joindre</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importer</translation>
    </message>
    <message>
        <source>Chats of Hearth, GPT4All, LM Studio, ChatGPT, Open WebUI</source>
        <translation>Discussions de Hearth, GPT4All, LM Studio, ChatGPT, Open WebUI</translation>
    </message>
    <message>
        <source>Presets of Hearth</source>
        <translation>Préréglages de Hearth</translation>
    </message>
    <message>
        <source>Import presets</source>
        <translation>Importer des préréglages</translation>
    </message>
    <message>
        <source>Markdown, the branch that is shown</source>
        <translation>Markdown, la branche affichée</translation>
    </message>
    <message>
        <source>JSON, everything</source>
        <translation>JSON, tout</translation>
    </message>
    <message>
        <source>Save the chats</source>
        <translation>Enregistrer les discussions</translation>
    </message>
    <message>
        <source>Back up the chats</source>
        <translation>Sauvegarder les discussions</translation>
    </message>
    <message>
        <source>Chats of Hearth</source>
        <translation>Discussions de Hearth</translation>
    </message>
    <message>
        <source>Export all chats</source>
        <translation>Exporter toutes les discussions</translation>
    </message>
    <message>
        <source>Let models read this folder</source>
        <translation>Laisser les modèles lire ce dossier</translation>
    </message>
    <message>
        <source>Add a folder of documents</source>
        <translation>Ajouter un dossier de documents</translation>
    </message>
    <message>
        <source>Add a document</source>
        <translation>Ajouter un document</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Ajouter</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Documents</translation>
    </message>
    <message>
        <source>Open a schema or a grammar</source>
        <translation>Ouvrir un schéma ou une grammaire</translation>
    </message>
    <message>
        <source>Schemas and grammars</source>
        <translation>Schémas et grammaires</translation>
    </message>
    <message>
        <source>Texts</source>
        <translation>Textes</translation>
    </message>
    <message>
        <source>Add a model</source>
        <translation>Ajouter un modèle</translation>
    </message>
    <message>
        <source>Calibrate with a text</source>
        <translation>Calibrer avec un texte</translation>
    </message>
    <message>
        <source>Documents and text</source>
        <translation>Documents et texte</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Images</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>Enregistrer l’image</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this chat</source>
        <translation>Rechercher dans la discussion</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>introuvable</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 sur %2</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Occurrence précédente</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Occurrence suivante</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>Fermer la recherche</translation>
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
        <translation>Chargement de %1</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>le modèle</translation>
    </message>
    <message>
        <source>Choose a model to begin</source>
        <translation>Choisissez un modèle pour commencer</translation>
    </message>
    <message>
        <source>%1, %2 %</source>
        <translation>%1, %2&#xa0;%</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>Rédaction</translation>
    </message>
    <message>
        <source>Explain a regular expression step by step</source>
        <translation>Expliquer une expression régulière pas à pas</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Plan three dinners from what is left in the fridge</source>
        <translation>Prévoir trois dîners avec les restes du frigo</translation>
    </message>
    <message>
        <source>Everyday</source>
        <translation>Quotidien</translation>
    </message>
    <message>
        <source>Runs on: %1</source>
        <translation>S’exécute sur&#xa0;: %1</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Revérifier</translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation>Ouvrir un modèle</translation>
    </message>
    <message>
        <source>Ready, on %1</source>
        <translation>Prêt, sur %1</translation>
    </message>
    <message>
        <source>Find a larger model</source>
        <translation>Trouver un modèle plus grand</translation>
    </message>
    <message>
        <source>Connect to a server</source>
        <translation>Se connecter à un serveur</translation>
    </message>
    <message>
        <source>No model is loaded</source>
        <translation>Aucun modèle n’est chargé</translation>
    </message>
    <message>
        <source>%1 was used last. Load it, or choose another at the top.</source>
        <translation>%1 a servi en dernier. Chargez-le, ou choisissez-en un autre en haut.</translation>
    </message>
    <message>
        <source>Load %1</source>
        <translation>Charger %1</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>Trouver un modèle</translation>
    </message>
    <message>
        <source>Ready. Everything runs on this computer.</source>
        <translation>C’est prêt. Tout se passe sur cet ordinateur.</translation>
    </message>
    <message>
        <source>A small starter model is loaded, so you can begin to write. It is quick and a little naive; a larger one knows more and answers better.</source>
        <translation>Un petit modèle de départ est chargé, vous pouvez donc commencer à écrire. Il est rapide et un peu naïf&#xa0;; un plus grand en sait plus et répond mieux.</translation>
    </message>
    <message>
        <source>%1 is loaded, so you can begin to write. You can switch models at any time.</source>
        <translation>%1 est chargé, vous pouvez donc commencer à écrire. Vous pouvez changer de modèle à tout moment.</translation>
    </message>
    <message>
        <source>Turn a rough note into a polite email</source>
        <translation>Faire d’une note en vrac un e-mail poli</translation>
    </message>
    <message>
        <source>Turn this rough note into a polite email:

[your note]</source>
        <translation>Fais de cette note en vrac un e-mail poli&#xa0;:

[votre note]</translation>
    </message>
    <message>
        <source>[your note]</source>
        <translation>[votre note]</translation>
    </message>
    <message>
        <source>Explain this regular expression step by step:

[your expression]</source>
        <translation>Explique cette expression régulière pas à pas&#xa0;:

[votre expression]</translation>
    </message>
    <message>
        <source>[your expression]</source>
        <translation>[votre expression]</translation>
    </message>
    <message>
        <source>Plan three dinners from what is left in my fridge: [what is left]</source>
        <translation>Prévois trois dîners avec ce qui reste dans mon frigo&#xa0;: [ce qui reste]</translation>
    </message>
    <message>
        <source>[what is left]</source>
        <translation>[ce qui reste]</translation>
    </message>
    <message>
        <source>Ready, here and on %1</source>
        <translation>Prêt, ici et sur %1</translation>
    </message>
    <message>
        <source>Find one that fits this computer, or open one that you have: a GGUF file, or weights in Hugging Face format.</source>
        <translation>Trouves-en un qui convient à cet ordinateur, ou ouvre l’un des tiens : un fichier GGUF, ou des poids au format Hugging Face.</translation>
    </message>
</context>
<context>
    <name>FitMark</name>
    <message>
        <source>fits</source>
        <translation>tient</translation>
    </message>
    <message>
        <source>fits in part</source>
        <translation>tient en partie</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>ne tient pas</translation>
    </message>
</context>
<context>
    <name>FoldBlock</name>
    <message>
        <source>Show all, %1</source>
        <translation>Tout afficher, %1</translation>
    </message>
</context>
<context>
    <name>FolderDialog</name>
    <message>
        <source>Rename the folder</source>
        <translation>Renommer le dossier</translation>
    </message>
    <message>
        <source>Move to a folder</source>
        <translation>Déplacer vers un dossier</translation>
    </message>
    <message>
        <source>Name of the folder</source>
        <translation>Nom du dossier</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Nouveau dossier</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renommer</translation>
    </message>
    <message>
        <source>Create folder</source>
        <translation>Créer le dossier</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Dossiers</translation>
    </message>
    <message>
        <source>No folder</source>
        <translation>Aucun dossier</translation>
    </message>
</context>
<context>
    <name>FolderMenu</name>
    <message>
        <source>Rename the folder</source>
        <translation>Renommer le dossier</translation>
    </message>
    <message>
        <source>F2</source>
        <translation>F2</translation>
    </message>
    <message>
        <source>Remove all chats from the folder</source>
        <translation>Sortir toutes les discussions</translation>
    </message>
</context>
<context>
    <name>FullContextNotice</name>
    <message>
        <source>The oldest turns will be left out.</source>
        <translation>Les tours les plus anciens seront laissés de côté.</translation>
    </message>
</context>
<context>
    <name>FullContextWays</name>
    <message>
        <source>Drop the oldest turns</source>
        <translation>Oublier les tours les plus anciens</translation>
    </message>
    <message>
        <source>Longer context</source>
        <translation>Contexte plus long</translation>
    </message>
    <message>
        <source>Loads the model again with %1 tokens</source>
        <translation>Recharge le modèle avec %1 tokens</translation>
    </message>
    <message>
        <source>Summarising…</source>
        <translation>Résumé en cours…</translation>
    </message>
    <message>
        <source>Summarise</source>
        <translation>Résumer</translation>
    </message>
    <message>
        <source>The model condenses the oldest turns. The chat keeps them.</source>
        <translation>Le modèle condense les tours les plus anciens. La discussion les garde.</translation>
    </message>
    <message>
        <source>They leave the context. The chat keeps them.</source>
        <translation>Ils quittent le contexte. La discussion les garde.</translation>
    </message>
    <message>
        <source>New chat with a summary</source>
        <translation>Nouvelle discussion avec un résumé</translation>
    </message>
    <message>
        <source>It knows this chat from a summary, and has this question in its composer</source>
        <translation>Elle connaît cette discussion par un résumé et a cette question dans son champ de saisie</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>The chat stays as it is</source>
        <translation>La discussion reste telle quelle</translation>
    </message>
    <message>
        <source>Shorten the attachment</source>
        <translation>Raccourcir la pièce jointe</translation>
    </message>
    <message>
        <source>Keeps its beginning, up to what fits, and says how much is left out</source>
        <translation>Garde le début, autant qu&apos;il en tient, et dit combien est omis</translation>
    </message>
</context>
<context>
    <name>GeneralPage</name>
    <message>
        <source>General</source>
        <translation>Général</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Langue</translation>
    </message>
    <message>
        <source>Some text changes after a restart</source>
        <translation>Les textes déjà affichés suivront au prochain démarrage</translation>
    </message>
    <message>
        <source>On startup, open</source>
        <translation>Commencer par</translation>
    </message>
    <message>
        <source>What Hearth shows when it starts</source>
        <translation>Ce que la fenêtre montre à l’ouverture</translation>
    </message>
    <message>
        <source>The last chat</source>
        <translation>Le dernier chat</translation>
    </message>
    <message>
        <source>A new chat</source>
        <translation>Un nouveau chat</translation>
    </message>
    <message>
        <source>Notify me when a long reply is ready</source>
        <translation>Prévenir quand une longue réponse est là</translation>
    </message>
    <message>
        <source>Desktop notification when Hearth is in the background</source>
        <translation>Un avis du bureau, tant qu’une autre fenêtre est devant</translation>
    </message>
    <message>
        <source>Chats from other apps</source>
        <translation>Discussions d’autres programmes</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>Importer des discussions</translation>
    </message>
    <message>
        <source>Attach long pastes</source>
        <translation>Joindre les longs textes collés</translation>
    </message>
    <message>
        <source>Text of more than 4,000 characters or 100 lines becomes an attachment when it is pasted into a message</source>
        <translation>Un texte de plus de 4&#xa0;000 caractères ou de 100 lignes devient une pièce jointe quand il est collé dans un message</translation>
    </message>
    <message>
        <source>When a chat fills its context</source>
        <translation>Quand une discussion remplit son contexte</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Slide</source>
        <translation>Glisser</translation>
    </message>
    <message>
        <source>Summarise</source>
        <translation>Résumer</translation>
    </message>
    <message>
        <source>For new chats. Each chat has this choice too, next to its context figures.</source>
        <translation>Pour les nouvelles discussions. Chacune a aussi ce choix, à côté des chiffres de son contexte.</translation>
    </message>
    <message>
        <source>Imports exports from Hearth, ChatGPT and Open WebUI, and the chat files of GPT4All and LM Studio</source>
        <translation>Accepte les exports de Hearth, ChatGPT et Open WebUI, et les fichiers de discussion de GPT4All et LM Studio</translation>
    </message>
</context>
<context>
    <name>HistoryChart</name>
    <message>
        <source>not known</source>
        <translation>inconnu</translation>
    </message>
</context>
<context>
    <name>Hub</name>
    <message>
        <source>Nothing can be written to %1 (%2). Check the folder.</source>
        <translation>Impossible d’écrire dans %1 (%2). Vérifiez le dossier.</translation>
    </message>
    <message>
        <source>%1 is available only after you accept its terms. Open its page, accept them, and try again.</source>
        <translation>%1 est réservé aux personnes qui ont accepté ses conditions. Ouvrez sa page, acceptez-les et réessayez.</translation>
    </message>
    <message>
        <source>%1 is available only after you accept its terms. Accept them on its page, put your token into HF_TOKEN, and restart Hearth.</source>
        <translation>%1 est réservé aux personnes qui ont accepté ses conditions. Acceptez-les sur sa page, mettez votre jeton d’accès dans HF_TOKEN et relancez Hearth.</translation>
    </message>
    <message>
        <source>%1 no longer has this file. Search for it again.</source>
        <translation>%1 n’a plus ce fichier. Recherchez-le à nouveau.</translation>
    </message>
    <message>
        <source>The hub does not accept your token (HF_TOKEN), or %1 is private. Check the token.</source>
        <translation>Le hub n’accepte pas votre jeton d’accès (HF_TOKEN), ou %1 est privé. Vérifiez le jeton.</translation>
    </message>
    <message>
        <source>The hub does not know %1, or it is private. Check the name.</source>
        <translation>Le hub ne connaît pas %1, ou c’est privé. Vérifiez le nom.</translation>
    </message>
    <message>
        <source>The hub does not allow access to %1.</source>
        <translation>Le hub n’autorise pas l’accès à %1.</translation>
    </message>
    <message>
        <source>The hub wants fewer requests. Try again in %1 s.</source>
        <translation>Le hub demande moins de requêtes. Réessayez dans %1 s.</translation>
    </message>
    <message>
        <source>The hub wants fewer requests. Try again in a few minutes.</source>
        <translation>Le hub demande moins de requêtes. Réessayez dans quelques minutes.</translation>
    </message>
    <message>
        <source>The hub has an internal error (%1). Try again in a few minutes.</source>
        <translation>Le hub a une panne de son côté (%1). Réessayez dans quelques minutes.</translation>
    </message>
    <message>
        <source>The hub answered with %1, which Hearth did not expect. Try again later.</source>
        <translation>Le hub a répondu %1, ce que Hearth n’attendait pas. Réessayez plus tard.</translation>
    </message>
    <message>
        <source>HF_ENDPOINT is “%1”, which is not an https address. Correct it and restart Hearth.</source>
        <translation>HF_ENDPOINT vaut «&#xa0;%1&#xa0;», qui n’est pas une adresse https. Corrigez-le et relancez Hearth.</translation>
    </message>
    <message>
        <source>%1 stopped sending. Check the connection.</source>
        <translation>%1 a cessé d’envoyer. Vérifiez la connexion.</translation>
    </message>
    <message>
        <source>%1 is not an https address, so Hearth does not open it.</source>
        <translation>%1 n’est pas une adresse https. Hearth n’y va pas.</translation>
    </message>
    <message>
        <source>%1 cannot be found. Check the connection.</source>
        <translation>%1 est introuvable. Vérifiez la connexion.</translation>
    </message>
    <message>
        <source>The certificate of %1 could not be verified (%2). Someone may be intercepting the connection, so Hearth stopped.</source>
        <translation>%1 n’a pas pu prouver son identité (%2). La connexion est peut-être écoutée&#xa0;; Hearth s’arrête là.</translation>
    </message>
    <message>
        <source>The connection to %1 was lost.</source>
        <translation>La connexion à %1 a été interrompue.</translation>
    </message>
    <message>
        <source>%1 cannot be reached (%2). Check the connection.</source>
        <translation>%1 est injoignable (%2). Vérifiez la connexion.</translation>
    </message>
    <message>
        <source>Another Hearth is downloading this file already.</source>
        <translation>Un autre Hearth télécharge déjà ce fichier.</translation>
    </message>
    <message>
        <source>“%1” in the models folder is a link or a file, not a folder. Move it away and try again.</source>
        <translation>«&#xa0;%1&#xa0;» dans le dossier des modèles n’est pas un vrai dossier (c’est un lien ou un fichier). Déplacez-le et réessayez.</translation>
    </message>
    <message>
        <source>There is a file “%1” in the models folder already. Move it away and try again; what was downloaded is kept.</source>
        <translation>Il y a déjà un fichier «&#xa0;%1&#xa0;» dans le dossier des modèles. Déplacez-le et réessayez&#xa0;; ce qui a été téléchargé est conservé.</translation>
    </message>
    <message>
        <source>The disk is full. Free some space for %1, then resume; nothing is lost.</source>
        <translation>Le disque est plein. Faites de la place pour %1, puis reprenez&#xa0;; rien n’est perdu.</translation>
    </message>
    <message>
        <source>“%1” is a link or not a regular file. Move it away and try again.</source>
        <translation>«&#xa0;%1&#xa0;» est un lien ou n’est pas un fichier ordinaire. Déplacez-le et réessayez.</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2).</source>
        <translation>Impossible de lire %1 (%2).</translation>
    </message>
    <message>
        <source>%1 redirects in a loop. Try again later.</source>
        <translation>%1 fait tourner la requête en rond. Réessayez plus tard.</translation>
    </message>
    <message>
        <source>%1 sent a redirect without an address. Try again later.</source>
        <translation>%1 a répondu par une redirection vers nulle part. Réessayez plus tard.</translation>
    </message>
    <message>
        <source>%1 redirects to %2 without encryption, which Hearth does not follow.</source>
        <translation>%1 veut transmettre la requête à %2 sans chiffrement. Hearth ne suit pas.</translation>
    </message>
    <message>
        <source>%1 redirects to %2, an address in your own network, which Hearth does not follow.</source>
        <translation>%1 veut transmettre la requête à %2, une adresse de votre propre réseau. Hearth ne suit pas.</translation>
    </message>
    <message>
        <source>%1 does not respond like a web server. Check the connection.</source>
        <translation>%1 ne répond pas comme un serveur web. Vérifiez la connexion.</translation>
    </message>
</context>
<context>
    <name>HubFileRow</name>
    <message>
        <source>Suggested</source>
        <translation>Conseillé</translation>
    </message>
    <message>
        <source>Downloaded</source>
        <translation>Téléchargé</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Télécharger</translation>
    </message>
    <message>
        <source>Download %1</source>
        <translation>Télécharger %1</translation>
    </message>
</context>
<context>
    <name>HubPageView</name>
    <message>
        <source>Choose a model to see its files. Hearth then asks %1 for its page, and for nothing before.</source>
        <translation>Choisissez un modèle pour voir ses fichiers. Hearth demande alors sa page à %1, et rien avant.</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>Tous les modèles</translation>
    </message>
    <message>
        <source>Asks for terms</source>
        <translation>Conditions à accepter</translation>
    </message>
    <message>
        <source>This page cannot be shown</source>
        <translation>Impossible d’afficher cette page</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>Hearth cannot run this model yet</source>
        <translation>Hearth ne peut pas encore exécuter ce modèle</translation>
    </message>
    <message>
        <source>Asking %1</source>
        <translation>Interrogation de %1</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Fichiers</translation>
    </message>
    <message>
        <source>Every file is checked against its published SHA-256 before it is used.</source>
        <translation>Chaque fichier est comparé à son SHA-256 publié avant d’être utilisé.</translation>
    </message>
    <message>
        <source>Model card</source>
        <translation>Fiche du modèle</translation>
    </message>
    <message>
        <source>Sees pictures</source>
        <translation>Voit les images</translation>
    </message>
</context>
<context>
    <name>Inference</name>
    <message>
        <source>There is not enough memory. Close other programs, or choose a smaller model or a shorter context.</source>
        <translation>Mémoire insuffisante. Fermez d’autres programmes, ou choisissez un modèle plus petit ou un contexte plus court.</translation>
    </message>
    <message>
        <source>The model stopped for a reason that Hearth does not know (%1). Load it again.</source>
        <translation>Le modèle s’est arrêté pour une raison que Hearth ne connaît pas (%1). Rechargez-le.</translation>
    </message>
    <message>
        <source>Loading was cancelled.</source>
        <translation>Chargement annulé.</translation>
    </message>
    <message>
        <source>Keeping the cache</source>
        <translation>Mise de côté du cache</translation>
    </message>
    <message>
        <source>No model is loaded. Choose one to continue.</source>
        <translation>Aucun modèle n’est chargé. Choisissez-en un pour continuer.</translation>
    </message>
</context>
<context>
    <name>InsideDialog</name>
    <message>
        <source>See inside</source>
        <translation>Voir à l’intérieur</translation>
    </message>
    <message>
        <source>Words to tokens</source>
        <translation>Des mots aux tokens</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Précision</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Vitesse</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>Coûts</translation>
    </message>
    <message>
        <source>The way of a token</source>
        <translation>Le chemin d’un token</translation>
    </message>
</context>
<context>
    <name>InspectorTab</name>
    <message>
        <source>Press the pulse icon under a reply to see its tokens, how sure the model was of each, and where the time went.</source>
        <translation>Cliquez sur le pouls sous une réponse pour voir ses tokens, le degré de certitude du modèle pour chacun et où est passé le temps.</translation>
    </message>
    <message>
        <source>Exact prompt</source>
        <translation>Invite exacte</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>Réponse</translation>
    </message>
    <message>
        <source>Show the reply</source>
        <translation>Afficher la réponse</translation>
    </message>
    <message>
        <source>Show the exact prompt</source>
        <translation>Afficher l’invite exacte</translation>
    </message>
    <message>
        <source>As text</source>
        <translation>En texte</translation>
    </message>
    <message>
        <source>As bytes</source>
        <translation>En octets</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>Votre message</translation>
    </message>
    <message>
        <source>Words to tokens</source>
        <translation>Des mots aux tokens</translation>
    </message>
    <message>
        <source>The way of a token</source>
        <translation>Le chemin d’un token</translation>
    </message>
    <message>
        <source>Why it takes so long</source>
        <translation>Pourquoi c’est si long</translation>
    </message>
    <message>
        <source>How sure it was</source>
        <translation>À quel point il était sûr</translation>
    </message>
    <message>
        <source>What a token looked at</source>
        <translation>Ce qu’un jeton a regardé</translation>
    </message>
    <message>
        <source>Tokens are the pieces that a model reads and writes: words, parts of words, single characters.</source>
        <translation>Les tokens sont les morceaux qu’un modèle lit et écrit : des mots, des parties de mots, des signes isolés.</translation>
    </message>
    <message>
        <source>A token that is a whole word costs as much as one that is a single byte, so text in many short tokens takes longer and fills the context sooner.</source>
        <translation>Un token qui est un mot entier coûte autant qu’un token d’un seul octet : un texte fait de nombreux tokens courts prend donc plus de temps et remplit plus vite le contexte.</translation>
    </message>
</context>
<context>
    <name>InstalledFoot</name>
    <message>
        <source>Delete %1 from the disk?</source>
        <translation>Supprimer %1 du disque&#xa0;?</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Conserver</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>Retirer de la liste</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Retirer</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>Décharger</translation>
    </message>
    <message>
        <source>New chat with it</source>
        <translation>Nouvelle discussion avec lui</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Utiliser</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Charger</translation>
    </message>
    <message>
        <source>The file stays where it is.</source>
        <translation>Il reste où il est.</translation>
    </message>
    <message>
        <source>Deletes it from the disk.</source>
        <translation>Le supprime du disque.</translation>
    </message>
    <message>
        <source>Use it no longer</source>
        <translation>Ne plus l’utiliser</translation>
    </message>
    <message>
        <source>Use for documents</source>
        <translation>Utiliser pour les documents</translation>
    </message>
    <message>
        <source>Keep loaded</source>
        <translation>Garder chargé</translation>
    </message>
    <message>
        <source>Another model may take its memory from now on.</source>
        <translation>Un autre modèle peut désormais prendre sa mémoire.</translation>
    </message>
    <message>
        <source>No other model takes its memory.</source>
        <translation>Aucun autre modèle ne prend sa mémoire.</translation>
    </message>
    <message>
        <source>Stop keeping loaded</source>
        <translation>Ne plus garder chargé</translation>
    </message>
</context>
<context>
    <name>InstalledPane</name>
    <message>
        <source>Installed models</source>
        <translation>Modèles installés</translation>
    </message>
    <message>
        <source>Looking through %1</source>
        <translation>Analyse de %1</translation>
    </message>
    <message>
        <source>No models in %1 yet.</source>
        <translation>Aucun modèle dans %1 pour l’instant.</translation>
    </message>
    <message>
        <source>Add a file</source>
        <translation>Ajouter un fichier</translation>
    </message>
    <message>
        <source>or drop a model here</source>
        <translation>ou déposez un modèle ici</translation>
    </message>
</context>
<context>
    <name>IntervalChart</name>
    <message>
        <source>Between tokens</source>
        <translation>Entre les tokens</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>Time between tokens: </source>
        <translation>Temps entre les tokens&#xa0;: </translation>
    </message>
    <message>
        <source>median %1  ·  p95 %2  ·  longest %3</source>
        <translation>médiane %1  ·  p95 %2  ·  max. %3</translation>
    </message>
    <message>
        <source>How long each token came after the one before. The median is what half of them stayed under, p95 what 95 of 100 did; long ones are pauses for other work.</source>
        <translation>Combien de temps après le précédent chaque token est venu. La moitié est restée sous la médiane, 95 sur 100 sous p95 ; les longs sont des pauses pour un autre travail.</translation>
    </message>
    <message>
        <source>Drafts are guessed cheaply, and the model checks several at once. Each one that it accepts saves a step; those it refuses change nothing in the text.</source>
        <translation>Les brouillons sont devinés à peu de frais, et le modèle en vérifie plusieurs à la fois. Chacun qu’il accepte épargne une étape ; ceux qu’il refuse ne changent rien au texte.</translation>
    </message>
</context>
<context>
    <name>JsonRow</name>
    <message>
        <source>%1: %2</source>
        <translation>%1&#xa0;: %2</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>replié</translation>
    </message>
    <message>
        <source>unfolded</source>
        <translation>déplié</translation>
    </message>
</context>
<context>
    <name>JsonView</name>
    <message>
        <source>Last reply</source>
        <translation>Dernière réponse</translation>
    </message>
</context>
<context>
    <name>KeepingBar</name>
    <message>
        <source>Close now</source>
        <translation>Fermer maintenant</translation>
    </message>
    <message>
        <source>Hearth is closing…</source>
        <translation>Hearth se ferme…</translation>
    </message>
    <message>
        <source>Saving the cache so that chats continue quickly next time: %1 %. Hearth then closes.</source>
        <translation>Enregistrement du cache, pour que les discussions reprennent vite la prochaine fois&#xa0;: %1&#xa0;%. Hearth se fermera ensuite.</translation>
    </message>
    <message>
        <source>Saving the cache: %1 %</source>
        <translation>Enregistrement du cache&#xa0;: %1&#xa0;%</translation>
    </message>
</context>
<context>
    <name>KeyBindings</name>
    <message>
        <source>New chat</source>
        <translation>Nouvelle discussion</translation>
    </message>
    <message>
        <source>Search all chats</source>
        <translation>Rechercher partout</translation>
    </message>
    <message>
        <source>Find in this chat</source>
        <translation>Rechercher dans la discussion</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>Tous les modèles</translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation>Ouvrir un modèle</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Paramètres</translation>
    </message>
    <message>
        <source>This list</source>
        <translation>Cette liste</translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation>Barre latérale</translation>
    </message>
    <message>
        <source>Settings of this chat</source>
        <translation>Réglages de la discussion</translation>
    </message>
    <message>
        <source>Go to the message field</source>
        <translation>Aller au champ de message</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Envoyer</translation>
    </message>
    <message>
        <source>New line</source>
        <translation>Nouvelle ligne</translation>
    </message>
    <message>
        <source>Stop the reply or close</source>
        <translation>Arrêter la réponse, fermer</translation>
    </message>
    <message>
        <source>Edit the last message</source>
        <translation>Modifier le dernier message</translation>
    </message>
    <message>
        <source>Jump to the latest text</source>
        <translation>Aller au texte le plus récent</translation>
    </message>
    <message>
        <source>Regenerate the last reply</source>
        <translation>Régénérer la dernière réponse</translation>
    </message>
    <message>
        <source>Previous chat</source>
        <translation>Discussion au-dessus</translation>
    </message>
    <message>
        <source>Next chat</source>
        <translation>Discussion en dessous</translation>
    </message>
    <message>
        <source>Rename the chat</source>
        <translation>Renommer la discussion</translation>
    </message>
    <message>
        <source>Move the chat to the trash</source>
        <translation>Mettre la discussion à la corbeille</translation>
    </message>
    <message>
        <source>Undo last action</source>
        <translation>Annuler, comme le propose la notification</translation>
    </message>
    <message>
        <source>Close Hearth</source>
        <translation>Fermer Hearth</translation>
    </message>
    <message>
        <source>Continue the last reply</source>
        <translation>Continuer la dernière réponse</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Plus grand</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Plus petit</translation>
    </message>
    <message>
        <source>Usual size</source>
        <translation>Taille habituelle</translation>
    </message>
    <message>
        <source>Compare answers</source>
        <translation>Comparer les réponses</translation>
    </message>
</context>
<context>
    <name>KvTypeChoice</name>
    <message>
        <source>What fewer bits cost this model could not be measured. %1</source>
        <translation>Ce que coûtent moins de bits à ce modèle n’a pas pu être mesuré. %1</translation>
    </message>
    <message>
        <source>What fewer bits cost this model is measured once, while it rests. Then they can be chosen.</source>
        <translation>Ce que coûtent moins de bits à ce modèle est mesuré une fois, pendant qu’il se repose. Ensuite, on peut les choisir.</translation>
    </message>
    <message>
        <source>What fewer bits cost is measured when this model is in use. Then they can be chosen.</source>
        <translation>Ce que coûtent moins de bits est mesuré quand ce modèle est utilisé. Ensuite, on peut les choisir.</translation>
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
        <translation>8 et 4 bits</translation>
    </message>
    <message>
        <source>4 bits</source>
        <translation>4 bits</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>pas encore</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>inconnu</translation>
    </message>
    <message>
        <source>+%1 %</source>
        <translation>+%1 %</translation>
    </message>
    <message>
        <source>KV precision</source>
        <translation>Précision du KV</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Mémoire</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>Perplexité</translation>
    </message>
    <message>
        <source>memory %1, perplexity %2</source>
        <translation>mémoire %1, perplexité %2</translation>
    </message>
</context>
<context>
    <name>LicenceDialog</name>
    <message>
        <source>Text of the licence</source>
        <translation>Texte de la licence</translation>
    </message>
</context>
<context>
    <name>LinkDialog</name>
    <message>
        <source>Open a link?</source>
        <translation>Ouvrir un lien&#xa0;?</translation>
    </message>
    <message>
        <source>The reply links to %1. It opens in your browser.</source>
        <translation>La réponse renvoie à %1. Le lien s’ouvre dans votre navigateur.</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>Copier l’adresse</translation>
    </message>
    <message>
        <source>Open the link</source>
        <translation>Ouvrir le lien</translation>
    </message>
</context>
<context>
    <name>ListItemBlock</name>
    <message>
        <source>done</source>
        <translation>fait</translation>
    </message>
    <message>
        <source>to do</source>
        <translation>à faire</translation>
    </message>
</context>
<context>
    <name>LoadOptionsView</name>
    <message>
        <source>How it is loaded</source>
        <translation>Mode de chargement</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>Contexte</translation>
    </message>
    <message>
        <source>Context length in tokens</source>
        <translation>Longueur du contexte en tokens</translation>
    </message>
    <message>
        <source>KV precision</source>
        <translation>Précision du KV</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>one for each core</source>
        <translation>un par cœur</translation>
    </message>
    <message>
        <source>Threads of this model, 0 for one for each core</source>
        <translation>Threads de ce modèle, 0 pour un par cœur</translation>
    </message>
    <message>
        <source>Layers on the GPU</source>
        <translation>Couches sur le GPU</translation>
    </message>
    <message>
        <source>as many as fit</source>
        <translation>autant qu’il en tient</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>sur %1</translation>
    </message>
    <message>
        <source>Layers on the GPU, −1 for as many as fit</source>
        <translation>Couches sur le GPU, −1 pour autant qu’il en tient</translation>
    </message>
    <message>
        <source>Needs %1 more</source>
        <translation>Il manque %1</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Tient</translation>
    </message>
    <message>
        <source>Reset to defaults</source>
        <translation>Rétablir les valeurs par défaut</translation>
    </message>
    <message>
        <source>Load again with these</source>
        <translation>Recharger avec ces réglages</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>Weights %1, KV at most %2 (one chat %3), %4 in all</source>
        <translation>Poids %1, KV au plus %2 (une conversation %3), %4 en tout</translation>
    </message>
    <message>
        <source>, of which %1 for pictures</source>
        <translation>, dont %1 pour les images</translation>
    </message>
</context>
<context>
    <name>LongTextChip</name>
    <message>
        <source>Long text</source>
        <translation>Long texte</translation>
    </message>
    <message>
        <source>Long text, %1</source>
        <translation>Long texte, %1</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Copy the long text, to change it in another program</source>
        <translation>Copier le long texte, pour le modifier dans un autre programme</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Retirer</translation>
    </message>
</context>
<context>
    <name>LossDialog</name>
    <message>
        <source>Close without saving?</source>
        <translation>Fermer sans enregistrer&#xa0;?</translation>
    </message>
    <message>
        <source>Your chats from this session are in memory only. They will be lost when Hearth closes.</source>
        <translation>Les discussions de cette session ne sont qu’en mémoire. Elles seront perdues à la fermeture de Hearth.</translation>
    </message>
    <message>
        <source>Close without saving</source>
        <translation>Fermer sans enregistrer</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Enregistrer sous…</translation>
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
        <translation>capacité de calcul</translation>
    </message>
    <message>
        <source>driver for CUDA</source>
        <translation>pilote pour CUDA</translation>
    </message>
</context>
<context>
    <name>MachinePage</name>
    <message>
        <source>Machine</source>
        <translation>Machine</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>Utilisé</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Mémoire</translation>
    </message>
    <message>
        <source>The last two minutes, as far as this page was open or a reply was being written. A card that is not asked can sleep.</source>
        <translation>Les deux dernières minutes, tant que cette page était ouverte ou qu’une réponse s’écrivait. Une carte que l’on n’interroge pas peut se mettre en veille.</translation>
    </message>
    <message>
        <source>Reading what the devices do…</source>
        <translation>Lecture de l’activité des appareils…</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>none loaded</source>
        <translation>aucun chargé</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Poids</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>Cache KV</translation>
    </message>
    <message>
        <source>%1 now, %2 at most</source>
        <translation>%1 maintenant, %2 au plus</translation>
    </message>
    <message>
        <source>Scratch</source>
        <translation>Travail</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Modèle d’ébauche</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experts</translation>
    </message>
    <message>
        <source>%1 of %2 of a layer on the card, all of them in memory (%3)</source>
        <translation>%1 sur %2 d’une couche sur la carte, tous en mémoire (%3)</translation>
    </message>
    <message>
        <source>Found on the card</source>
        <translation>Trouvés sur la carte</translation>
    </message>
    <message>
        <source>%1 % of the uses, %2 copied</source>
        <translation>%1 % des utilisations, %2 copiés</translation>
    </message>
    <message>
        <source>Memory use</source>
        <translation>Utilisation de la mémoire</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Images</translation>
    </message>
    <message>
        <source>Safety</source>
        <translation>Sécurité</translation>
    </message>
    <message>
        <source>Sandbox for pictures</source>
        <translation>Bac à sable pour les images</translation>
    </message>
    <message>
        <source>Embedding model</source>
        <translation>Modèle de plongement</translation>
    </message>
    <message>
        <source>Reranker</source>
        <translation>Modèle de reclassement</translation>
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
        <translation>La mémoire est pleine</translation>
    </message>
    <message>
        <source>The last action was not carried out</source>
        <translation>La dernière action n’a pas été effectuée</translation>
    </message>
</context>
<context>
    <name>MathBlock</name>
    <message>
        <source>Formula: %1</source>
        <translation>Formule&#xa0;: %1</translation>
    </message>
</context>
<context>
    <name>McpSetup</name>
    <message>
        <source>it uses the older transport of HTTP with SSE, which Hearth does not speak</source>
        <translation>il utilise l’ancien transport HTTP avec SSE, que Hearth ne parle pas</translation>
    </message>
    <message>
        <source>it has no command and no address</source>
        <translation>il n’a ni commande ni adresse</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no &quot;mcpServers&quot;.</source>
        <translation>« %1 » n’a pas de « mcpServers ».</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has more than %2 servers; the rest is left out.</source>
        <translation>« %1 » a plus de %2 serveurs ; les autres sont laissés de côté.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is left out: %2.</source>
        <translation>« %1 » est laissé de côté : %2.</translation>
    </message>
    <message>
        <source>its address is not an http or https address</source>
        <translation>son adresse n’est ni http ni https</translation>
    </message>
    <message>
        <source>it is not a description of a server</source>
        <translation>ce n’est pas la description d’un serveur</translation>
    </message>
</context>
<context>
    <name>MemoryTable</name>
    <message>
        <source>Precision</source>
        <translation>Précision</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Poids</translation>
    </message>
    <message>
        <source>weights %1 GB</source>
        <translation>poids %1 GB</translation>
    </message>
    <message>
        <source>this model</source>
        <translation>ce modèle</translation>
    </message>
</context>
<context>
    <name>MessageFooter</name>
    <message>
        <source>Previous version</source>
        <translation>Version précédente</translation>
    </message>
    <message>
        <source>%1/%2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>Version %1 of %2</source>
        <translation>Version %1 sur %2</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>Version suivante</translation>
    </message>
</context>
<context>
    <name>MessageList</name>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Delete from here on</source>
        <translation>Supprimer à partir d’ici</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Plus</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Régénérer</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Continuer</translation>
    </message>
    <message>
        <source>Open in the inspector</source>
        <translation>Ouvrir dans l’inspecteur</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Messages</translation>
    </message>
    <message>
        <source>Edit your message</source>
        <translation>Modifier votre message</translation>
    </message>
    <message>
        <source>Edit the reply</source>
        <translation>Modifier la réponse</translation>
    </message>
</context>
<context>
    <name>MessageMenu</name>
    <message>
        <source>Copy as text</source>
        <translation>Copier en texte</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Copier en Markdown</translation>
    </message>
    <message>
        <source>Quote</source>
        <translation>Citer</translation>
    </message>
    <message>
        <source>Delete from here on</source>
        <translation>Supprimer à partir d’ici</translation>
    </message>
    <message>
        <source>See its tokens</source>
        <translation>Voir ses tokens</translation>
    </message>
    <message>
        <source>Compare answers…</source>
        <translation>Comparer les réponses…</translation>
    </message>
    <message>
        <source>Regenerate with…</source>
        <translation>Régénérer avec…</translation>
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
        <translation>La réponse s’est arrêtée</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>of another chat</source>
        <translation>d’une autre discussion</translation>
    </message>
    <message>
        <source>%1 messages</source>
        <translation>%1 messages</translation>
    </message>
    <message>
        <source>Passages of documents: %1</source>
        <translation>Passages de documents&#xa0;: %1</translation>
    </message>
    <message>
        <source>Not in the documents word for word: %1</source>
        <translation>Absent mot pour mot des documents&#xa0;: %1</translation>
    </message>
    <message>
        <source>1 message</source>
        <translation>1 message</translation>
    </message>
    <message>
        <source>%1, edited by you</source>
        <translation>%1, modifié par toi</translation>
    </message>
</context>
<context>
    <name>ModelButton</name>
    <message>
        <source>Loading a model</source>
        <translation>Chargement d’un modèle</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>Aucun modèle</translation>
    </message>
    <message>
        <source>Model: %1 %2, %3</source>
        <translation>Modèle&#xa0;: %1 %2, %3</translation>
    </message>
    <message>
        <source>loads when you send</source>
        <translation>se charge à l’envoi</translation>
    </message>
</context>
<context>
    <name>ModelCard</name>
    <message>
        <source>Feed-forward</source>
        <translation>Feed-forward</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>Embeddings</source>
        <translation>Plongements</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Sortie</translation>
    </message>
    <message>
        <source>Norms</source>
        <translation>Normalisation</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Autres</translation>
    </message>
    <message>
        <source>%1 M %2 %</source>
        <translation>%1 M %2&#xa0;%</translation>
    </message>
    <message>
        <source>%1k</source>
        <translation>%1k</translation>
    </message>
    <message>
        <source>Author</source>
        <translation>Auteur</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Licence</translation>
    </message>
    <message>
        <source>Made from</source>
        <translation>Basé sur</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>Langues</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Structure</translation>
    </message>
    <message>
        <source>%1, %2 layers</source>
        <translation>%1, %2 couches</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Contexte</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 tokens</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vocabulaire</translation>
    </message>
    <message>
        <source>Template</source>
        <translation>Gabarit</translation>
    </message>
    <message>
        <source>its own</source>
        <translation>le sien</translation>
    </message>
    <message>
        <source>none; a fallback is used</source>
        <translation>aucun&#xa0;; un gabarit de secours est utilisé</translation>
    </message>
</context>
<context>
    <name>ModelCardView</name>
    <message>
        <source>Parameters</source>
        <translation>Paramètres</translation>
    </message>
    <message>
        <source>Memory by precision</source>
        <translation>Mémoire selon la précision</translation>
    </message>
    <message>
        <source>GB, weights and one context together</source>
        <translation>GB, poids et un contexte compris</translation>
    </message>
    <message>
        <source>For one conversation. A loaded model keeps the cache of several where there is room, so it shows more.</source>
        <translation>Pour une conversation. Un modèle chargé garde le cache de plusieurs quand il y a de la place, et affiche donc plus.</translation>
    </message>
    <message>
        <source>Every precision, and what fits here…</source>
        <translation>Toutes les précisions et ce qui tient ici…</translation>
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
        <translation>Mémoire une fois chargé</translation>
    </message>
    <message>
        <source>Weights %1</source>
        <translation>Poids %1</translation>
    </message>
    <message>
        <source>Scratch %1</source>
        <translation>Travail %1</translation>
    </message>
    <message>
        <source>Free %1</source>
        <translation>Libre %1</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Emplacement</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>S’exécute sur</translation>
    </message>
    <message>
        <source>Template</source>
        <translation>Gabarit</translation>
    </message>
    <message>
        <source>managed by %1</source>
        <translation>géré par %1</translation>
    </message>
    <message>
        <source>Verified</source>
        <translation>Vérifié</translation>
    </message>
    <message>
        <source>Leaves this computer</source>
        <translation>Quitte cet ordinateur</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Serveur</translation>
    </message>
    <message>
        <source>This model cannot be used</source>
        <translation>Ce modèle est inutilisable</translation>
    </message>
    <message>
        <source>Show the file</source>
        <translation>Montrer le fichier</translation>
    </message>
    <message>
        <source>Opens the file manager</source>
        <translation>Ouvre le gestionnaire de fichiers</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Verify again</source>
        <translation>Vérifier à nouveau</translation>
    </message>
    <message>
        <source>Compares the file with its published SHA-256</source>
        <translation>Compare le fichier à son SHA-256 publié</translation>
    </message>
    <message>
        <source>KV %1 of at most %2</source>
        <translation>KV %1 sur %2 au plus</translation>
    </message>
    <message>
        <source>It reads the best passages together with the question and brings those that answer it to the top. It writes no replies.</source>
        <translation>Il lit les meilleurs passages avec la question et place en tête ceux qui y répondent. Il n’écrit pas de réponses.</translation>
    </message>
    <message>
        <source>It reads your documents once, so that passages are found that say the same in other words. It writes no replies.</source>
        <translation>Il lit vos documents une fois, pour trouver aussi les passages qui disent la même chose avec d’autres mots. Il n’écrit pas de réponses.</translation>
    </message>
    <message>
        <source>Another program on this computer</source>
        <translation>Un autre programme de cet ordinateur</translation>
    </message>
    <message>
        <source>Sees pictures</source>
        <translation>Voit les images</translation>
    </message>
    <message>
        <source>Pictures %1</source>
        <translation>Images %1</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Images</translation>
    </message>
</context>
<context>
    <name>ModelFacts</name>
    <message>
        <source>Fits, takes %1 GB</source>
        <translation>Tient, occupe %1 GB</translation>
    </message>
    <message>
        <source>%1 of %2 layers</source>
        <translation>%1 couches sur %2</translation>
    </message>
    <message>
        <source>Needs %1 GB more</source>
        <translation>Manque %1 GB</translation>
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
        <translation>Choisir un modèle</translation>
    </message>
    <message>
        <source>Installed models</source>
        <translation>Modèles installés</translation>
    </message>
    <message>
        <source>Looking through %1</source>
        <translation>Analyse de %1</translation>
    </message>
    <message>
        <source>No models in %1 yet. Open one, or put it there: a GGUF file, or a folder in Hugging Face format.</source>
        <translation>Aucun modèle dans %1 pour l’instant. Ouvrez-en un ou placez-le ici : un fichier GGUF ou un dossier au format Hugging Face.</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>Tous les modèles</translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation>Ouvrir un fichier…</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>Décharger</translation>
    </message>
</context>
<context>
    <name>ModelPurpose</name>
    <message>
        <source>Finds documents by meaning</source>
        <translation>Trouve des documents par leur sens</translation>
    </message>
    <message>
        <source>Orders passages</source>
        <translation>Classe des passages</translation>
    </message>
</context>
<context>
    <name>ModelQuantizer</name>
    <message>
        <source>%1 cannot be read (%2); choose another text.</source>
        <translation>%1 ne peut pas être lu (%2) ; choisissez un autre texte.</translation>
    </message>
</context>
<context>
    <name>ModelRow</name>
    <message>
        <source>loaded</source>
        <translation>chargé</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>en service</translation>
    </message>
    <message>
        <source>kept loaded</source>
        <translation>gardé chargé</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>chargement</translation>
    </message>
    <message>
        <source>unloaded for now</source>
        <translation>déchargé pour l’instant</translation>
    </message>
    <message>
        <source>Sees pictures</source>
        <translation>Voit les images</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>%1 is downloaded and verified</source>
        <translation>%1 est téléchargé et vérifié</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Utiliser</translation>
    </message>
    <message>
        <source>%1 is added</source>
        <translation>%1 est ajouté</translation>
    </message>
    <message>
        <source>%1 sees pictures from the next time it is loaded</source>
        <translation>%1 verra les images au prochain chargement</translation>
    </message>
</context>
<context>
    <name>ModelsDialog</name>
    <message>
        <source>Models</source>
        <translation>Modèles</translation>
    </message>
    <message>
        <source>Installed</source>
        <translation>Installés</translation>
    </message>
    <message>
        <source>Discover</source>
        <translation>Découvrir</translation>
    </message>
    <message>
        <source>Endpoints</source>
        <translation>Serveurs</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatique</translation>
    </message>
</context>
<context>
    <name>ModelsFolder</name>
    <message>
        <source>%1 could not be moved: %2. Nothing was changed.</source>
        <translation>%1 n’a pas pu être déplacé : %2. Rien n’a été changé.</translation>
    </message>
    <message>
        <source>%1 already exists. Rename it, or choose another folder.</source>
        <translation>%1 s’y trouve déjà. Renommez-le ou choisissez un autre dossier.</translation>
    </message>
</context>
<context>
    <name>ModelsFolderPage</name>
    <message>
        <source>Models folder</source>
        <translation>Dossier des modèles</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Dossier</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Afficher</translation>
    </message>
    <message>
        <source>Opens the folder in the file manager</source>
        <translation>Ouvre le dossier dans le gestionnaire de fichiers</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Contenu</translation>
    </message>
    <message>
        <source>One model, %1; %2 free</source>
        <translation>Un modèle, %1 ; %2 libres</translation>
    </message>
    <message>
        <source>%1 models, %2; %3 free</source>
        <translation>%1 modèles, %2 ; %3 libres</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>Tous les modèles</translation>
    </message>
    <message>
        <source>Disk read speed</source>
        <translation>Vitesse de lecture du disque</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>Mesure en cours…</translation>
    </message>
    <message>
        <source>Not measured yet</source>
        <translation>Pas encore mesurée</translation>
    </message>
    <message>
        <source>There is no model to measure with</source>
        <translation>Aucun modèle pour mesurer</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Mesurer</translation>
    </message>
    <message>
        <source>Moving the models, %1 %</source>
        <translation>Déplacement des modèles, %1 %</translation>
    </message>
    <message>
        <source>Another folder</source>
        <translation>Un autre dossier</translation>
    </message>
    <message>
        <source>Moved models keep working. Otherwise they stay where they are and are no longer listed.</source>
        <translation>Les modèles déplacés continuent au nouvel endroit. Sinon ils restent où ils sont et ne figurent plus dans la liste.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Move the models</source>
        <translation>Déplacer les modèles</translation>
    </message>
    <message>
        <source>Change folder only</source>
        <translation>Changer seulement</translation>
    </message>
    <message>
        <source>Back to Hearth&apos;s own folder</source>
        <translation>Revenir au dossier de Hearth</translation>
    </message>
    <message>
        <source>This moves nothing.</source>
        <translation>Rien n’est déplacé.</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>L’utiliser</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problème</translation>
    </message>
    <message>
        <source>Folders of other programs</source>
        <translation>Dossiers d’autres programmes</translation>
    </message>
    <message>
        <source>Their models are listed too. They are used in place and never changed.</source>
        <translation>Leurs modèles figurent aussi dans la liste, sont utilisés sur place et jamais modifiés.</translation>
    </message>
    <message>
        <source>no model</source>
        <translation>aucun modèle</translation>
    </message>
    <message>
        <source>one model, %1</source>
        <translation>un modèle, %1</translation>
    </message>
    <message>
        <source>%1 models, %2</source>
        <translation>%1 modèles, %2</translation>
    </message>
    <message>
        <source>%1, a slow disk: a 5 GB model takes %2 to load</source>
        <translation>%1, un disque lent ; un modèle de 5 GB se charge en %2</translation>
    </message>
    <message>
        <source>%1: a 5 GB model takes %2 to load</source>
        <translation>%1 ; un modèle de 5 GB se charge en %2</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>Until then, all models stay where they were</source>
        <translation>Jusqu’à la fin, tous restent où ils étaient</translation>
    </message>
</context>
<context>
    <name>NewFolderPopover</name>
    <message>
        <source>New folder</source>
        <translation>Nouveau dossier</translation>
    </message>
    <message>
        <source>Name of the new folder</source>
        <translation>Nom du nouveau dossier</translation>
    </message>
    <message>
        <source>Create folder</source>
        <translation>Créer le dossier</translation>
    </message>
</context>
<context>
    <name>NewestPill</name>
    <message>
        <source>Jump to the latest text</source>
        <translation>Aller au texte le plus récent</translation>
    </message>
</context>
<context>
    <name>NextTokenChart</name>
    <message>
        <source>Next token</source>
        <translation>Token suivant</translation>
    </message>
    <message>
        <source>the first of the reply</source>
        <translation>le premier de la réponse</translation>
    </message>
    <message>
        <source>after “%1”</source>
        <translation>après «&#xa0;%1&#xa0;»</translation>
    </message>
    <message>
        <source>The token before</source>
        <translation>Token précédent</translation>
    </message>
    <message>
        <source>The token after</source>
        <translation>Token suivant</translation>
    </message>
    <message>
        <source>After the next reply this shows what could have come and what these settings make of it.</source>
        <translation>Après la prochaine réponse, vous verrez ici ce qui aurait pu venir et ce qu’en font ces réglages.</translation>
    </message>
    <message>
        <source>with settings</source>
        <translation>avec réglages</translation>
    </message>
    <message>
        <source>without</source>
        <translation>sans</translation>
    </message>
    <message>
        <source>all tokens remain</source>
        <translation>tous les tokens restent</translation>
    </message>
    <message>
        <source>1 token remains</source>
        <translation>1 token reste</translation>
    </message>
    <message>
        <source>%1 tokens remain</source>
        <translation>%1 tokens restent</translation>
    </message>
</context>
<context>
    <name>NextTokenRow</name>
    <message>
        <source>%1: cut by %2, %3 percent without</source>
        <translation>%1&#xa0;: exclu par %2, %3 pour cent sans</translation>
    </message>
    <message>
        <source>%1: %2 percent, %3 without the settings</source>
        <translation>%1&#xa0;: %2 pour cent, %3 sans les réglages</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1&#xa0;%</translation>
    </message>
</context>
<context>
    <name>NoModelNotice</name>
    <message>
        <source>No model is loaded, so this was not sent.</source>
        <translation>Aucun modèle n’est chargé, ce message n’a donc pas été envoyé.</translation>
    </message>
    <message>
        <source>Load %1</source>
        <translation>Charger %1</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Choisir un modèle</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Close the notice</source>
        <translation>Fermer la notification</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>Choose another model</source>
        <translation>Choisir un autre modèle</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>Choose another folder</source>
        <translation>Choisir un autre dossier</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Enregistrer sous…</translation>
    </message>
    <message>
        <source>%1 The chats of this session are in memory only and will be lost when Hearth closes.</source>
        <translation>%1 Les discussions de cette session ne sont qu’en mémoire et seront perdues à la fermeture de Hearth.</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>L’ouvrir</translation>
    </message>
    <message>
        <source>Hearth did not shut down properly the last two times “%1” was open, so that chat was not opened.</source>
        <translation>Hearth ne s’est pas fermé correctement les deux dernières fois que «&#xa0;%1&#xa0;» était ouverte&#xa0;; cette discussion n’a donc pas été ouverte.</translation>
    </message>
</context>
<context>
    <name>OverflowChoice</name>
    <message>
        <source>When the context is full</source>
        <translation>Quand le contexte est plein</translation>
    </message>
    <message>
        <source>Stop and tell me</source>
        <translation>S’arrêter et le signaler</translation>
    </message>
    <message>
        <source>for this chat</source>
        <translation>cette discussion</translation>
    </message>
    <message>
        <source>Slide: the oldest turns leave the context</source>
        <translation>Glisser : les tours les plus anciens quittent le contexte</translation>
    </message>
    <message>
        <source>Summarise: the model condenses them</source>
        <translation>Résumer : le modèle les condense</translation>
    </message>
</context>
<context>
    <name>PassagesDialog</name>
    <message>
        <source>Passages of documents</source>
        <translation>Passages de documents</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1&#xa0;: %2, %3</translation>
    </message>
    <message>
        <source>This chat has no passages yet. Switch on Documents under the message and ask something that your documents answer.</source>
        <translation>Cette discussion n’a pas encore de passages. Activez «&#xa0;Documents&#xa0;» sous le message et posez une question à laquelle vos documents répondent.</translation>
    </message>
    <message>
        <source>Found for the last question, not taken</source>
        <translation>Trouvés pour la dernière question, non retenus</translation>
    </message>
    <message>
        <source>%1, %2. %3</source>
        <translation>%1, %2. %3</translation>
    </message>
    <message>
        <source>Open the file</source>
        <translation>Ouvrir le fichier</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1&#xa0;: %2</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>Found %1</source>
        <translation>Trouvé %1</translation>
    </message>
</context>
<context>
    <name>PathField</name>
    <message>
        <source>Path</source>
        <translation>Chemin</translation>
    </message>
    <message>
        <source>Suggestions</source>
        <translation>Suggestions</translation>
    </message>
</context>
<context>
    <name>PickerRow</name>
    <message>
        <source>loaded</source>
        <translation>chargé</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>chargement</translation>
    </message>
</context>
<context>
    <name>PictureChip</name>
    <message>
        <source>Enter shows it large, Delete removes it</source>
        <translation>Entrée l’affiche en grand, Suppr la retire</translation>
    </message>
    <message>
        <source>Do not attach %1</source>
        <translation>Ne pas joindre %1</translation>
    </message>
    <message>
        <source>Enter shows it large, Delete removes it, the menu key chooses its detail</source>
        <translation>Entrée l’affiche en grand, Suppr la retire, la touche Menu choisit les détails</translation>
    </message>
    <message>
        <source>Detail of %1</source>
        <translation>Détails de %1</translation>
    </message>
</context>
<context>
    <name>PictureMenu</name>
    <message>
        <source>Show it large</source>
        <translation>Afficher en grand</translation>
    </message>
    <message>
        <source>Copy the picture</source>
        <translation>Copier l’image</translation>
    </message>
    <message>
        <source>Save the picture as…</source>
        <translation>Enregistrer l’image sous…</translation>
    </message>
</context>
<context>
    <name>PictureRow</name>
    <message>
        <source>Pictures of the message</source>
        <translation>Images du message</translation>
    </message>
</context>
<context>
    <name>PictureViewer</name>
    <message>
        <source>Picture %1 of %2, %3 × %4</source>
        <translation>Image %1 sur %2, %3 × %4</translation>
    </message>
    <message>
        <source>Previous picture</source>
        <translation>Image précédente</translation>
    </message>
    <message>
        <source>Next picture</source>
        <translation>Image suivante</translation>
    </message>
    <message>
        <source>100 %</source>
        <translation>100 %</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Ajuster</translation>
    </message>
    <message>
        <source>One dot of the screen for each of the picture</source>
        <translation>Un point de l’écran pour chaque point de l’image</translation>
    </message>
    <message>
        <source>Fit it into the window</source>
        <translation>Ajuster à la fenêtre</translation>
    </message>
    <message>
        <source>Copy the picture</source>
        <translation>Copier l’image</translation>
    </message>
    <message>
        <source>Save the picture as…</source>
        <translation>Enregistrer l’image sous…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>This picture is damaged and cannot be shown.</source>
        <translation>Cette image est endommagée et ne peut pas être affichée.</translation>
    </message>
</context>
<context>
    <name>PicturesNotice</name>
    <message>
        <source>%1 reads text only, no pictures. What you wrote stays here.</source>
        <translation>%1 ne lit que du texte, pas d’images. Ce que vous avez écrit reste ici.</translation>
    </message>
    <message>
        <source>Choose a vision model</source>
        <translation>Choisir un modèle qui voit</translation>
    </message>
    <message>
        <source>Remove the pictures</source>
        <translation>Retirer les images</translation>
    </message>
</context>
<context>
    <name>PlacesList</name>
    <message>
        <source>Places</source>
        <translation>Emplacements</translation>
    </message>
</context>
<context>
    <name>PrecisionPane</name>
    <message>
        <source>Half the bits take half the memory, and a reply reads all of it for every token: a smaller precision is a faster one, too. All figures are computed from the shapes of the weights; INT8 and INT4 are Q8_0 and Q4_0, whose blocks of 32 weights have a scale of 16 bits.</source>
        <translation>Deux fois moins de bits prennent deux fois moins de mémoire, et une réponse la lit en entier pour chaque token : une précision moindre est aussi plus rapide. Tous les chiffres sont calculés d’après les formes des poids ; INT8 et INT4 sont Q8_0 et Q4_0, dont les blocs de 32 poids ont une échelle de 16 bits.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>Weights and one context, in GB</source>
        <translation>Poids et un contexte, en Go</translation>
    </message>
    <message>
        <source>The context alone: keys and values of</source>
        <translation>Le contexte seul : clés et valeurs de</translation>
    </message>
    <message>
        <source>What fits here</source>
        <translation>Ce qui tient ici</translation>
    </message>
    <message>
        <source>Of the whole memory, with the most exact precision that fits. Working memory and other programs come on top.</source>
        <translation>De toute la mémoire, avec la précision la plus exacte qui tient. La mémoire de travail et les autres programmes s’y ajoutent.</translation>
    </message>
</context>
<context>
    <name>PrefillCard</name>
    <message>
        <source>Reading the prompt, %1 of %2 tokens</source>
        <translation>Lecture de l’invite, %1 tokens sur %2</translation>
    </message>
    <message>
        <source>Reading the prompt</source>
        <translation>Lecture de l’invite</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>encore %1</translation>
    </message>
    <message>
        <source>%1 reused</source>
        <translation>%1 réutilisés</translation>
    </message>
    <message>
        <source>%1 read</source>
        <translation>%1 lus</translation>
    </message>
    <message>
        <source>%1 to go</source>
        <translation>%1 à lire</translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 tok/s</translation>
    </message>
    <message>
        <source>Stays in memory afterwards: the next question about it starts at once.</source>
        <translation>Reste ensuite en mémoire&#xa0;: la prochaine question à ce sujet démarre aussitôt.</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>Écriture</translation>
    </message>
    <message>
        <source>Waiting for %1</source>
        <translation>En attente de %1</translation>
    </message>
    <message>
        <source>Reading a picture, %1 %</source>
        <translation>Lecture d’une image, %1 %</translation>
    </message>
</context>
<context>
    <name>PresetRow</name>
    <message>
        <source>Preset</source>
        <translation>Préréglage</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>%1, changed</source>
        <translation>%1, modifié</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Enregistrer</translation>
    </message>
    <message>
        <source>Save these values as a preset</source>
        <translation>Conserver ces valeurs comme préréglage</translation>
    </message>
    <message>
        <source>Name of the preset</source>
        <translation>Nom du préréglage</translation>
    </message>
    <message>
        <source>Save preset</source>
        <translation>Enregistrer le préréglage</translation>
    </message>
    <message>
        <source>Presets as files</source>
        <translation>Préréglages en fichiers</translation>
    </message>
    <message>
        <source>Save these values as a file</source>
        <translation>Enregistrer ces valeurs dans un fichier</translation>
    </message>
    <message>
        <source>Import presets</source>
        <translation>Reprendre des préréglages d’un fichier</translation>
    </message>
    <message>
        <source>Delete “%1”</source>
        <translation>Supprimer « %1 »</translation>
    </message>
</context>
<context>
    <name>Presets</name>
    <message>
        <source>It is damaged at byte %1 (%2).</source>
        <translation>Il est endommagé à l’octet %1 (%2).</translation>
    </message>
    <message>
        <source>It contains no Hearth presets. Choose a file that Hearth saved.</source>
        <translation>Il ne contient pas de préréglages de Hearth. Choisissez un fichier enregistré par Hearth.</translation>
    </message>
    <message>
        <source>It was saved by a newer Hearth (version %1 of the file). Update Hearth to read it.</source>
        <translation>Il a été enregistré par un Hearth plus récent (version %1 du fichier). Mettez Hearth à jour pour le lire.</translation>
    </message>
    <message>
        <source>Preset %1 in it has no name or no values.</source>
        <translation>Le préréglage %1 qu’il contient n’a pas de nom ou pas de valeurs.</translation>
    </message>
    <message>
        <source>It contains no preset.</source>
        <translation>Il ne contient aucun préréglage.</translation>
    </message>
</context>
<context>
    <name>PrivacyPage</name>
    <message>
        <source>Privacy</source>
        <translation>Confidentialité</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Discussions</translation>
    </message>
    <message>
        <source>Replies</source>
        <translation>Réponses</translation>
    </message>
    <message>
        <source>Generated on this computer. Images and pages mentioned in a reply are never loaded; a link opens only after you have seen where it leads.</source>
        <translation>Produites sur cet ordinateur. Les images et les pages citées dans une réponse ne sont jamais chargées&#xa0;; un lien ne s’ouvre qu’après vous avoir montré où il mène.</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>Utilisation</translation>
    </message>
    <message>
        <source>Nothing is measured or reported, and there is no account.</source>
        <translation>Ni mesurée, ni transmise. Il n’y a pas de compte.</translation>
    </message>
    <message>
        <source>Kept on this computer. What you write leaves it only when you chat with a model on a server that you added.</source>
        <translation>Conservé sur cet ordinateur. Ce que vous écrivez ne le quitte que si vous discutez avec un modèle sur un serveur que vous avez ajouté.</translation>
    </message>
    <message>
        <source>Back up</source>
        <translation>Sauvegarder</translation>
    </message>
    <message>
        <source>Writing the backup: %1 %</source>
        <translation>Écriture de la sauvegarde&#xa0;: %1&#xa0;%</translation>
    </message>
    <message>
        <source>Saves all chats and settings in one file. To restore it, close Hearth and put it in the data folder as hearth.db.</source>
        <translation>Enregistre toutes les discussions et tous les réglages dans un seul fichier. Pour le restaurer, fermez Hearth et placez-le dans le dossier des données sous le nom hearth.db.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Enregistrer sous…</translation>
    </message>
    <message>
        <source>Back up…</source>
        <translation>Sauvegarder…</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>What models have read is kept on this computer as well, until its chat is erased. See Cache.</source>
        <translation>Ce que les modèles ont lu est aussi conservé sur cet ordinateur, jusqu’à ce que la discussion soit effacée. Voir Cache.</translation>
    </message>
    <message>
        <source>Nothing of it is kept on disk.</source>
        <translation>Rien n’en est conservé sur le disque.</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Outils</translation>
    </message>
    <message>
        <source>Models may ask for web pages: the address, which may hold words of the chat, then leaves this computer. You see it before, unless you allowed that always.</source>
        <translation>Les modèles peuvent demander des pages web : l’adresse, qui peut contenir des mots du chat, quitte alors cet ordinateur. Vous la voyez avant, sauf si vous l’avez toujours autorisé.</translation>
    </message>
    <message>
        <source>The built-in ones stay on this computer. Reading web pages is off.</source>
        <translation>Ceux qui sont intégrés restent sur cet ordinateur. La lecture de pages web est désactivée.</translation>
    </message>
</context>
<context>
    <name>ProgramsPage</name>
    <message>
        <source>Other programs</source>
        <translation>Autres programmes</translation>
    </message>
    <message>
        <source>Let other programs use the model</source>
        <translation>Laisser d’autres programmes utiliser le modèle</translation>
    </message>
    <message>
        <source>Editors and scripts on this computer can ask the model that is loaded here. Other computers cannot. Your own chats go first.</source>
        <translation>Les éditeurs et scripts de cet ordinateur peuvent interroger le modèle chargé ici. Les autres ordinateurs ne le peuvent pas. Vos propres discussions passent d’abord.</translation>
    </message>
    <message>
        <source>Not open</source>
        <translation>Pas ouvert</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>%1. Load a model of this computer, so that it answers.</source>
        <translation>%1. Chargez un modèle de cet ordinateur pour qu’il réponde.</translation>
    </message>
    <message>
        <source>Use another port</source>
        <translation>Utiliser un autre port</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>Copier l’adresse</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Ask for a key</source>
        <translation>Demander une clé</translation>
    </message>
    <message>
        <source>Without one, every program and every user of this computer can ask.</source>
        <translation>Sans elle, chaque programme et chaque utilisateur de cet ordinateur peut poser des questions.</translation>
    </message>
    <message>
        <source>New key</source>
        <translation>Nouvelle clé</translation>
    </message>
    <message>
        <source>Copy the key</source>
        <translation>Copier la clé</translation>
    </message>
    <message>
        <source>Programs</source>
        <translation>Programmes</translation>
    </message>
    <message>
        <source>No program has asked yet.</source>
        <translation>Aucun programme n’a encore posé de question.</translation>
    </message>
    <message>
        <source>Last requests</source>
        <translation>Dernières requêtes</translation>
    </message>
    <message>
        <source>%1, as the model %2. Programs that speak Anthropic&apos;s protocol want it without /v1.</source>
        <translation>%1, comme modèle %2. Les programmes qui parlent le protocole d’Anthropic la veulent sans /v1.</translation>
    </message>
    <message>
        <source>Programs have it in their address, so it rarely changes</source>
        <translation>Les programmes l’ont dans leur adresse : il change donc rarement</translation>
    </message>
    <message>
        <source>Programs give this key, as OpenAI&apos;s. It is kept in the system&apos;s keyring.</source>
        <translation>Les programmes donnent cette clé comme celle d’OpenAI. Elle se trouve dans le trousseau du système.</translation>
    </message>
</context>
<context>
    <name>PromptLibrary</name>
    <message>
        <source>Saved system prompts</source>
        <translation>Invites système conservées</translation>
    </message>
    <message>
        <source>No saved prompts</source>
        <translation>Aucune pour l’instant</translation>
    </message>
    <message>
        <source>Use a saved prompt</source>
        <translation>Choisir une invite</translation>
    </message>
    <message>
        <source>Save this system prompt to use it in other chats</source>
        <translation>Conserver cette invite système pour l’utiliser dans d’autres discussions</translation>
    </message>
    <message>
        <source>Write a system prompt first</source>
        <translation>Écrivez d’abord une invite système</translation>
    </message>
    <message>
        <source>Remove “%1” from the saved prompts</source>
        <translation>Retirer «&#xa0;%1&#xa0;» des invites conservées</translation>
    </message>
    <message>
        <source>Name of the system prompt</source>
        <translation>Nom de l’invite système</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Enregistrer</translation>
    </message>
</context>
<context>
    <name>PurposeHeading</name>
    <message>
        <source>Find documents by meaning</source>
        <translation>Trouver des documents par leur sens</translation>
    </message>
    <message>
        <source>Order passages</source>
        <translation>Classer des passages</translation>
    </message>
</context>
<context>
    <name>ReasoningBlock</name>
    <message>
        <source>Thinking</source>
        <translation>Réflexion en cours</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>Réflexion</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>Raisonnement</translation>
    </message>
</context>
<context>
    <name>RecipeBox</name>
    <message>
        <source>Recipe</source>
        <translation>Recette</translation>
    </message>
    <message>
        <source>Generating again…</source>
        <translation>Reproduction…</translation>
    </message>
    <message>
        <source>Generate again</source>
        <translation>Reproduire</translation>
    </message>
    <message>
        <source>The same prompt, settings and seed; nothing stored is changed</source>
        <translation>Mêmes invite, réglages et graine&#xa0;; rien de ce qui est enregistré ne change</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>%1 % full</source>
        <translation>plein à %1&#xa0;%</translation>
    </message>
    <message>
        <source>What was computed for these tokens is kept and used again. When it is full, what was not used for longest gives way.</source>
        <translation>Ce qui a été calculé pour ces tokens est conservé et réutilisé. Quand il est plein, ce qui n’a pas servi depuis le plus longtemps cède la place.</translation>
    </message>
</context>
<context>
    <name>RegularFile</name>
    <message>
        <source>it is not a regular file</source>
        <translation>ce n’est pas un fichier ordinaire</translation>
    </message>
</context>
<context>
    <name>RepeatingBar</name>
    <message>
        <source>This reply repeats itself.</source>
        <translation>Cette réponse se répète.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Write it again with a repeat penalty</source>
        <translation>Réécrire avec une pénalité de répétition</translation>
    </message>
</context>
<context>
    <name>ReplyFigures</name>
    <message>
        <source>%1 earlier messages were left out (%2 tokens)</source>
        <translation>%1 messages antérieurs ont été omis (%2 tokens)</translation>
    </message>
    <message>
        <source>%1 earlier messages were left out</source>
        <translation>%1 messages antérieurs ont été omis</translation>
    </message>
    <message>
        <source>%1 earlier tokens were left out</source>
        <translation>%1 tokens antérieurs ont été laissés de côté</translation>
    </message>
    <message>
        <source>answered before, distance %1</source>
        <translation>déjà répondu, distance %1</translation>
    </message>
    <message>
        <source>cost %1</source>
        <translation>a coûté %1</translation>
    </message>
    <message>
        <source>the context is full</source>
        <translation>le contexte est plein</translation>
    </message>
</context>
<context>
    <name>ReplyNotice</name>
    <message>
        <source>Continue</source>
        <translation>Continuer</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>The model ended its reply after thinking, without an answer.</source>
        <translation>Le modèle a terminé sa réponse après la réflexion, sans rien répondre.</translation>
    </message>
    <message>
        <source>The model ended its reply without writing anything.</source>
        <translation>Le modèle a terminé sa réponse sans rien écrire.</translation>
    </message>
    <message>
        <source>The reply reached its length limit.</source>
        <translation>La réponse a atteint sa limite de longueur.</translation>
    </message>
    <message>
        <source>This reply repeats itself.</source>
        <translation>Cette réponse se répète.</translation>
    </message>
    <message>
        <source>Write it again with a repeat penalty</source>
        <translation>Réécrire avec une pénalité de répétition</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Arrêtée</translation>
    </message>
    <message>
        <source>Interrupted: Hearth ended while this was being written.</source>
        <translation>Interrompue&#xa0;: Hearth s’est arrêté pendant l’écriture.</translation>
    </message>
    <message>
        <source>This was asked before; this is the answer from then.</source>
        <translation>Cela a déjà été demandé ; voici la réponse d’alors.</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Redemander</translation>
    </message>
    <message>
        <source>This is the answer to a question that is close to yours (distance %1): “%2”</source>
        <translation>C&apos;est la réponse à une question proche de la vôtre (distance %1) : « %2 »</translation>
    </message>
    <message>
        <source>The reply reached its length limit while the model was thinking.</source>
        <translation>La réponse a atteint sa limite de longueur pendant que le modèle réfléchissait.</translation>
    </message>
    <message>
        <source>The context was full while the model was thinking.</source>
        <translation>Le contexte s’est rempli pendant que le modèle réfléchissait.</translation>
    </message>
</context>
<context>
    <name>ReplyRecipe</name>
    <message>
        <source>Nothing is stored about how this text was generated.</source>
        <translation>Rien n’a été conservé sur la création de ce texte.</translation>
    </message>
    <message>
        <source>Load %1 first: a different model would write a different text.</source>
        <translation>Chargez d’abord %1&#xa0;: un autre modèle écrit un autre texte.</translation>
    </message>
    <message>
        <source>the model&apos;s file</source>
        <translation>le fichier du modèle</translation>
    </message>
    <message>
        <source>the cache&apos;s type</source>
        <translation>le type du cache</translation>
    </message>
    <message>
        <source>the context&apos;s length</source>
        <translation>la longueur du contexte</translation>
    </message>
    <message>
        <source>the device</source>
        <translation>l’appareil</translation>
    </message>
    <message>
        <source>Hearth&apos;s version</source>
        <translation>la version de Hearth</translation>
    </message>
    <message>
        <source>This reply was generated in parts by an earlier version, which did not keep how each of them was made.</source>
        <translation>Cette réponse a été générée par parties par une version antérieure, qui n’a pas gardé comment chacune a été faite.</translation>
    </message>
    <message>
        <source>the seed, which is not known</source>
        <translation>la graine, qui n’est pas connue</translation>
    </message>
</context>
<context>
    <name>RightPanel</name>
    <message>
        <source>Settings of this chat</source>
        <translation>Réglages de la discussion</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>Génération</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Contexte</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspecteur</translation>
    </message>
    <message>
        <source>Close the panel</source>
        <translation>Fermer le panneau</translation>
    </message>
    <message>
        <source>Structure</source>
        <translation>Structure</translation>
    </message>
</context>
<context>
    <name>RooflineChart</name>
    <message>
        <source>Work a second against work for each byte: </source>
        <translation>Travail par seconde contre travail par octet : </translation>
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
        <translation>le message le demande</translation>
    </message>
    <message>
        <source>a long chat</source>
        <translation>un long chat</translation>
    </message>
    <message>
        <source>a long message</source>
        <translation>un long message</translation>
    </message>
    <message>
        <source>code</source>
        <translation>du code</translation>
    </message>
    <message>
        <source>sure of its first words</source>
        <translation>sûr de ses premiers mots</translation>
    </message>
    <message>
        <source>the small model was unsure</source>
        <translation>le petit modèle hésitait</translation>
    </message>
    <message>
        <source>too long for the small model</source>
        <translation>trop long pour le petit modèle</translation>
    </message>
    <message>
        <source>the large model did not answer</source>
        <translation>le grand modèle n’a pas répondu</translation>
    </message>
    <message>
        <source>answered by %1 (%2)</source>
        <translation>répondu par %1 (%2)</translation>
    </message>
    <message>
        <source>it started this reply</source>
        <translation>il a commencé cette réponse</translation>
    </message>
    <message>
        <source>no rule applied</source>
        <translation>aucune règle ne s’appliquait</translation>
    </message>
    <message>
        <source>the small model cannot read pictures</source>
        <translation>le petit modèle ne sait pas lire les images</translation>
    </message>
</context>
<context>
    <name>RoutePane</name>
    <message>
        <source>Two models as one</source>
        <translation>Deux modèles en un</translation>
    </message>
    <message>
        <source>The small model begins. Code, long messages and long chats go to the large one, and so does what the small model turns out to be unsure of with its first words. A message that begins with /large or /small goes where it says.</source>
        <translation>Le petit modèle commence. Le code, les longs messages et les longs chats vont au grand, ainsi que ce dont le petit modèle se montre peu sûr dès ses premiers mots. Un message qui commence par /large ou /small va où il le dit.</translation>
    </message>
    <message>
        <source>Small model</source>
        <translation>Petit modèle</translation>
    </message>
    <message>
        <source>Choose one on this computer</source>
        <translation>En choisir un sur cet ordinateur</translation>
    </message>
    <message>
        <source>Large model</source>
        <translation>Grand modèle</translation>
    </message>
    <message>
        <source>Choose one here or on a server</source>
        <translation>En choisir un ici ou sur un serveur</translation>
    </message>
    <message>
        <source>Since they were loaded: %1</source>
        <translation>Depuis leur chargement : %1</translation>
    </message>
    <message>
        <source>Load both</source>
        <translation>Charger les deux</translation>
    </message>
    <message>
        <source>Load the small one alone</source>
        <translation>Charger seulement le petit</translation>
    </message>
    <message>
        <source>New chat with both</source>
        <translation>Nouvelle discussion avec les deux</translation>
    </message>
</context>
<context>
    <name>RouteRow</name>
    <message>
        <source>Automatic</source>
        <translation>Automatique</translation>
    </message>
    <message>
        <source>A small model for easy requests, a large one for the rest</source>
        <translation>Un petit modèle pour les demandes faciles, un grand pour le reste</translation>
    </message>
</context>
<context>
    <name>Sampling</name>
    <message>
        <source>How freely words are chosen. 0 always picks the most likely token; 1 uses the model&apos;s own probabilities; above 1 is more adventurous.</source>
        <translation>La liberté dans le choix des mots. 0 prend toujours le token le plus probable&#xa0;; 1 suit les probabilités du modèle&#xa0;; au-delà de 1, c’est plus aventureux.</translation>
    </message>
    <message>
        <source>Keeps only this many of the most likely tokens. 0 keeps all.</source>
        <translation>Ne garde que ce nombre de tokens, les plus probables. 0 les garde tous.</translation>
    </message>
    <message>
        <source>Keeps the most likely tokens whose probabilities add up to this. 1 keeps all.</source>
        <translation>Garde les tokens les plus probables dont la somme atteint cette probabilité. 1 les garde tous.</translation>
    </message>
    <message>
        <source>Drops tokens less likely than this fraction of the most likely one. 0 drops none.</source>
        <translation>Écarte les tokens moins probables que cette part du plus probable. 0 n’en écarte aucun.</translation>
    </message>
    <message>
        <source>Makes recently used tokens less likely. 1 is off; 1.1 is gentle.</source>
        <translation>Rend moins probables les tokens utilisés récemment. 1 désactive&#xa0;; 1.1 est léger.</translation>
    </message>
    <message>
        <source>Lowers every recently used token by the same amount, which favours new topics. 0 is off.</source>
        <translation>Abaisse d’autant chaque token utilisé récemment&#xa0;: de nouveaux sujets. 0 désactive.</translation>
    </message>
    <message>
        <source>Lowers a token each time it is used, for fewer repeated words. 0 is off.</source>
        <translation>Abaisse un token à chaque fois qu’il a été utilisé&#xa0;: moins de mots répétés. 0 désactive.</translation>
    </message>
    <message>
        <source>How many of the last tokens the three penalties look at. 0 switches them off, -1 looks at all.</source>
        <translation>Nombre de derniers tokens examinés par les trois pénalités. 0 les désactive, -1 examine tout.</translation>
    </message>
    <message>
        <source>The reply ends after this many tokens. -1: only when it is done or the context is full.</source>
        <translation>La réponse s’arrête après ce nombre de tokens. -1&#xa0;: seulement quand elle est finie ou que le contexte est plein.</translation>
    </message>
</context>
<context>
    <name>SamplingTab</name>
    <message>
        <source>Temperature</source>
        <translation>Température</translation>
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
        <translation>Répétition</translation>
    </message>
    <message>
        <source>Presence</source>
        <translation>Présence</translation>
    </message>
    <message>
        <source>Frequency</source>
        <translation>Fréquence</translation>
    </message>
    <message>
        <source>Max tokens</source>
        <translation>Tokens max.</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>sans limite</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Graine</translation>
    </message>
    <message>
        <source>The same seed, model and settings give the same text. Random: a new seed for every reply.</source>
        <translation>Les mêmes graine, modèle et réglages donnent le même texte. Aléatoire&#xa0;: une nouvelle graine pour chaque réponse.</translation>
    </message>
    <message>
        <source>random</source>
        <translation>aléatoire</translation>
    </message>
    <message>
        <source>Pick a random seed and keep it</source>
        <translation>Tirer une graine et la garder</translation>
    </message>
    <message>
        <source>Stop at</source>
        <translation>Arrêter à</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Tout réinitialiser</translation>
    </message>
    <message>
        <source>Same as the preset</source>
        <translation>Rien ne diffère du préréglage</translation>
    </message>
    <message>
        <source>Penalty window</source>
        <translation>Portée</translation>
    </message>
    <message>
        <source>Use as default</source>
        <translation>Utiliser par défaut</translation>
    </message>
    <message>
        <source>Where new chats start from</source>
        <translation>Point de départ des nouvelles discussions</translation>
    </message>
    <message>
        <source>For this model</source>
        <translation>Pour ce modèle</translation>
    </message>
    <message>
        <source>For every model</source>
        <translation>Pour tous les modèles</translation>
    </message>
    <message>
        <source>Forget the default of this model</source>
        <translation>Oublier les réglages par défaut de ce modèle</translation>
    </message>
    <message>
        <source>Forget the default of every model</source>
        <translation>Oublier les réglages par défaut de tous les modèles</translation>
    </message>
    <message>
        <source>Reuse answers to identical questions</source>
        <translation>Réutiliser les réponses aux questions identiques</translation>
    </message>
    <message>
        <source>The reply ends before one of these texts</source>
        <translation>La réponse s’arrête avant l’un de ces textes</translation>
    </message>
</context>
<context>
    <name>Screenshot</name>
    <message>
        <source>The picture could not be written to %1. Check the folder.</source>
        <translation>Impossible d’écrire l’image dans %1. Vérifiez le dossier.</translation>
    </message>
</context>
<context>
    <name>SearchHints</name>
    <message>
        <source>choose</source>
        <translation>choisir</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>go to the message</source>
        <translation>aller au message</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>close</source>
        <translation>fermer</translation>
    </message>
    <message>
        <source>Put words in quotes to find them exactly as written</source>
        <translation>Mettez des mots entre guillemets pour les chercher tels quels</translation>
    </message>
</context>
<context>
    <name>SearchOverlay</name>
    <message>
        <source>Search all chats</source>
        <translation>Rechercher partout</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>aucun résultat</translation>
    </message>
    <message>
        <source>1 message</source>
        <translation>1 message</translation>
    </message>
    <message>
        <source>%1 messages</source>
        <translation>%1 messages</translation>
    </message>
    <message>
        <source> in %1 chats</source>
        <translation> dans %1 discussions</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>Résultats</translation>
    </message>
    <message>
        <source>1 title</source>
        <translation>1 titre</translation>
    </message>
    <message>
        <source>%1 titles</source>
        <translation>%1 titres</translation>
    </message>
    <message>
        <source>the newest %1 messages</source>
        <translation>les %1 messages les plus récents</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>Recent chats</source>
        <translation>Discussions récentes</translation>
    </message>
</context>
<context>
    <name>SeenPicture</name>
    <message>
        <source>This picture is not stored any more, or damaged.</source>
        <translation>Cette image n’est plus enregistrée, ou elle est endommagée.</translation>
    </message>
</context>
<context>
    <name>SelectionArea</name>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Quote</source>
        <translation>Citer</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Tout sélectionner</translation>
    </message>
</context>
<context>
    <name>SentPictures</name>
    <message>
        <source>Picture %1 of %2, %3 × %4</source>
        <translation>Image %1 sur %2, %3 × %4</translation>
    </message>
    <message>
        <source>Enter shows it large</source>
        <translation>Entrée l’affiche en grand</translation>
    </message>
</context>
<context>
    <name>ServerPromptsDialog</name>
    <message>
        <source>Prompts of tool servers</source>
        <translation>Invites des serveurs d’outils</translation>
    </message>
    <message>
        <source>%1 (optional)</source>
        <translation>%1 (facultatif)</translation>
    </message>
    <message>
        <source>Waiting for the server…</source>
        <translation>En attente du serveur…</translation>
    </message>
    <message>
        <source>Insert</source>
        <translation>Insérer</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Appearance</source>
        <translation>Apparence</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Moteur</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Confidentialité</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Raccourcis</translation>
    </message>
    <message>
        <source>About</source>
        <translation>À propos</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Paramètres</translation>
    </message>
    <message>
        <source>Pages of the settings</source>
        <translation>Pages des paramètres</translation>
    </message>
    <message>
        <source>General</source>
        <translation>Général</translation>
    </message>
    <message>
        <source>Models folder</source>
        <translation>Dossier des modèles</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>Autres programmes</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Outils</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Documents</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Machine</translation>
    </message>
</context>
<context>
    <name>ShortcutList</name>
    <message>
        <source>Click a shortcut to change it.</source>
        <translation>Un clic sur des touches permet de les changer.</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Toutes comme à l’origine</translation>
    </message>
</context>
<context>
    <name>ShortcutRow</name>
    <message>
        <source>Reset the shortcut for %1</source>
        <translation>%1 : de nouveau ses propres touches</translation>
    </message>
    <message>
        <source>Change the shortcut for “%1”</source>
        <translation>Changer les touches de « %1 »</translation>
    </message>
    <message>
        <source>Press the new keys, or Esc to cancel</source>
        <translation>Appuyez sur les nouvelles touches ; Esc annule</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Shortcuts</source>
        <translation>Raccourcis</translation>
    </message>
</context>
<context>
    <name>ShortcutsPage</name>
    <message>
        <source>Shortcuts</source>
        <translation>Raccourcis</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>Conversations</source>
        <translation>Discussions</translation>
    </message>
    <message>
        <source>Hearth</source>
        <translation>Hearth</translation>
    </message>
    <message>
        <source>Hide the sidebar</source>
        <translation>Masquer la barre latérale</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nouvelle discussion</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Rechercher</translation>
    </message>
    <message>
        <source>Search all chats</source>
        <translation>Rechercher partout</translation>
    </message>
    <message>
        <source>No chats yet</source>
        <translation>Aucune discussion</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modèles</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>Corbeille</translation>
    </message>
    <message>
        <source>Deleted chats, kept for 30 days</source>
        <translation>Discussions supprimées, conservées 30 jours</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>Tous les modèles</translation>
    </message>
    <message>
        <source>They are kept on this computer. You can back them up in the settings.</source>
        <translation>Elles sont conservées sur cet ordinateur. Vous pouvez les sauvegarder dans les réglages.</translation>
    </message>
</context>
<context>
    <name>SmallerCopy</name>
    <message>
        <source>A smaller copy</source>
        <translation>Une copie plus petite</translation>
    </message>
    <message>
        <source>Fewer bits per weight take less memory and answer faster, at some cost in accuracy. This file is not changed.</source>
        <translation>Moins de bits par poids prennent moins de mémoire et répondent plus vite, au prix d’un peu de précision. Ce fichier reste tel quel.</translation>
    </message>
    <message>
        <source>How the copy is stored</source>
        <translation>Comment la copie est enregistrée</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Make the copy</source>
        <translation>Créer la copie</translation>
    </message>
    <message>
        <source>Choose a text like those you use the model for: up to 16,384 of its tokens decide which errors matter. The figures afterwards show whether it helped.</source>
        <translation>Choisissez un texte comme ceux pour lesquels vous utilisez le modèle : jusqu&apos;à 16 384 de ses tokens décident quelles erreurs comptent. Les chiffres obtenus ensuite montrent si cela a aidé.</translation>
    </message>
    <message>
        <source>Calibrate with a text…</source>
        <translation>Calibrer avec un texte…</translation>
    </message>
    <message>
        <source>Calibrated with %1</source>
        <translation>Calibré avec %1</translation>
    </message>
    <message>
        <source>Remove the calibration</source>
        <translation>Retirer le calibrage</translation>
    </message>
</context>
<context>
    <name>SpeculationChoice</name>
    <message>
        <source>not with this model</source>
        <translation>pas avec ce modèle</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Désactivé</translation>
    </message>
    <message>
        <source>Guesses the next tokens from earlier text and checks several at once. Faster where a reply quotes or rewrites; the text is always the same.</source>
        <translation>Devine les tokens suivants d’après ce qui a déjà suivi les mêmes mots et en vérifie plusieurs à la fois : plus rapide quand une réponse cite ou réécrit, et toujours le même texte</translation>
    </message>
    <message>
        <source>no faster</source>
        <translation>pas plus vite</translation>
    </message>
    <message>
        <source>%1× faster</source>
        <translation>%1× plus vite</translation>
    </message>
    <message>
        <source>Speculative decoding</source>
        <translation>Décodage spéculatif</translation>
    </message>
    <message>
        <source>same text, faster</source>
        <translation>les mêmes mots, plus tôt</translation>
    </message>
    <message>
        <source>From the text itself</source>
        <translation>Du texte même</translation>
    </message>
    <message>
        <source>With a draft model</source>
        <translation>Modèle d’ébauche</translation>
    </message>
    <message>
        <source>A much smaller model of the same family guesses the next tokens where earlier text offers none, and this model checks several at once. The text is always the same.</source>
        <translation>Un modèle bien plus petit de la même famille devine les prochains tokens là où le texte même ne les dit pas, et celui-ci en vérifie plusieurs à la fois : toujours le même texte</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Modèle d’ébauche</translation>
    </message>
    <message>
        <source>No installed model is smaller and has the same vocabulary</source>
        <translation>Aucun modèle installé n’est plus petit avec le même vocabulaire</translation>
    </message>
    <message>
        <source>By the model itself</source>
        <translation>Par le modèle lui-même</translation>
    </message>
    <message>
        <source>This model has a layer that guesses further tokens. It does so where earlier text offers none, and several are checked at once. The text is always the same.</source>
        <translation>Ce modèle a une couche qui devine les tokens suivants. Elle le fait là où le texte antérieur n’en propose aucun, et plusieurs sont vérifiés à la fois. Le texte est toujours le même.</translation>
    </message>
    <message>
        <source>Models on servers generate one token at a time</source>
        <translation>Les modèles sur des serveurs produisent un token à la fois</translation>
    </message>
</context>
<context>
    <name>SpeedPane</name>
    <message>
        <source>Measuring how fast this machine multiplies with the types of these weights…</source>
        <translation>Mesure de la vitesse à laquelle cette machine multiplie avec les types de ces poids…</translation>
    </message>
    <message>
        <source>limited by memory: uses %1 % of its bandwidth</source>
        <translation>attend la mémoire : %1 % de ce qu’elle donne</translation>
    </message>
    <message>
        <source>limited by arithmetic: uses %1 % of the memory&apos;s bandwidth</source>
        <translation>attend le calcul : %1 % de la mémoire suffisent</translation>
    </message>
    <message>
        <source>%1 GFLOP/s, measured</source>
        <translation>%1 GFLOP/s, mesurés</translation>
    </message>
    <message>
        <source>%1 GFLOP/s</source>
        <translation>%1 GFLOP/s</translation>
    </message>
    <message>
        <source>What a token of a reply takes, by the shapes of the model</source>
        <translation>Ce que prend un token d’une réponse, d’après les formes du modèle</translation>
    </message>
    <message>
        <source>Expected and measured, in tokens a second</source>
        <translation>Attendu et mesuré, en tokens par seconde</translation>
    </message>
    <message>
        <source>expected %1, measured %2: %3</source>
        <translation>attendu %1, mesuré %2 : %3</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>Mesurer à nouveau</translation>
    </message>
    <message>
        <source>Up: GFLOP/s. To the right: operations for each byte of weights. The memory gives %1 GB/s, the products at most %2 GFLOP/s, both measured. Rings, with how many tokens go at once, are computed from measured products; the disc is a reply that was measured.</source>
        <translation>Vers le haut : GFLOP/s. Vers la droite : opérations par octet de poids. La mémoire donne %1 Go/s, les produits au plus %2 GFLOP/s, mesurés tous deux. Les anneaux, avec le nombre de tokens à la fois, sont calculés d’après des produits mesurés ; le disque est une réponse mesurée.</translation>
    </message>
    <message>
        <source>A machine is limited in the operations it does and the bytes it reads per second: the two roofs (Williams et al., 2009). Under the slope memory is the limit, and more tokens at once cost nothing; under the flat part arithmetic is the limit, and smaller weights gain nothing.</source>
        <translation>Une machine peut calculer tant par seconde et lire tant d’octets par seconde : les deux toits. Là où le calcul attend les octets, en faire plus à la fois ne coûte rien ; là où les octets attendent le calcul, moins d’octets n’apportent rien (Williams et autres, 2009).</translation>
    </message>
</context>
<context>
    <name>StopStrings</name>
    <message>
        <source>Remove the stop text %1</source>
        <translation>Retirer le texte d’arrêt %1</translation>
    </message>
    <message>
        <source>Press to remove</source>
        <translation>Cliquer pour retirer</translation>
    </message>
    <message>
        <source>Add a stop text</source>
        <translation>Ajouter un texte d’arrêt</translation>
    </message>
    <message>
        <source>add</source>
        <translation>ajouter</translation>
    </message>
</context>
<context>
    <name>Store</name>
    <message>
        <source>The file with your chats is damaged. Hearth has changed nothing in it; put a backup in its place or move it away to start afresh.</source>
        <translation>Le fichier de vos discussions est endommagé. Hearth n’y a rien changé&#xa0;; remplacez-le par une sauvegarde ou déplacez-le pour repartir de zéro.</translation>
    </message>
    <message>
        <source>The folder with your chats cannot be written. Give yourself write permission to it, or choose another with --data-dir.</source>
        <translation>Impossible d’écrire dans le dossier de vos discussions. Accordez-vous le droit d’écriture, ou choisissez-en un autre avec --data-dir.</translation>
    </message>
    <message>
        <source>The disk with your chats is full. Free some space and try again; everything saved before is kept.</source>
        <translation>Le disque de vos discussions est plein. Libérez de l’espace et réessayez&#xa0;; tout ce qui a été enregistré avant est conservé.</translation>
    </message>
    <message>
        <source>Another program is using the file with your chats. Close it and try again.</source>
        <translation>Un autre programme utilise le fichier de vos discussions. Fermez-le et réessayez.</translation>
    </message>
    <message>
        <source>Reading or writing the file with your chats failed (%1). Check the disk.</source>
        <translation>La lecture ou l’écriture du fichier de vos discussions a échoué (%1). Vérifiez le disque.</translation>
    </message>
    <message>
        <source>The file with your chats could not be used (%1).</source>
        <translation>Impossible d’utiliser le fichier de vos discussions (%1).</translation>
    </message>
    <message>
        <source>Your chats were last used with a newer Hearth (format %1; this one knows up to %2). Update Hearth to open them; nothing was changed.</source>
        <translation>Vos discussions ont été utilisées en dernier avec un Hearth plus récent (format %1&#xa0;; celui-ci connaît jusqu’au %2). Mettez Hearth à jour pour les ouvrir&#xa0;; rien n’a été changé.</translation>
    </message>
    <message>
        <source>The file with your chats has no known format. Put a backup in its place or move it away.</source>
        <translation>Le fichier de vos discussions n’a pas un format connu. Remplacez-le par une sauvegarde ou déplacez-le.</translation>
    </message>
    <message>
        <source>The folder for your chats, %1, cannot be made (%2). Choose another with --data-dir.</source>
        <translation>Impossible de créer le dossier de vos discussions, %1 (%2). Choisissez-en un autre avec --data-dir.</translation>
    </message>
    <message>
        <source>Hearth is already open with the chats in %1. Use that window, or start this one with another --data-dir.</source>
        <translation>Hearth est déjà ouvert avec les discussions de %1. Utilisez cette fenêtre-là, ou lancez celui-ci avec un autre --data-dir.</translation>
    </message>
    <message>
        <source>The folder with your chats, %1, cannot be written. Give yourself write permission to it, or choose another with --data-dir.</source>
        <translation>Impossible d’écrire dans le dossier de vos discussions, %1. Accordez-vous le droit d’écriture, ou choisissez-en un autre avec --data-dir.</translation>
    </message>
    <message>
        <source>There is no room for %1. Free some space or choose another folder.</source>
        <translation>Il n’y a pas de place pour %1. Libérez de l’espace ou choisissez un autre dossier.</translation>
    </message>
    <message>
        <source>%1 cannot be written (%2). Choose another folder.</source>
        <translation>Impossible d’écrire %1 (%2). Choisissez un autre dossier.</translation>
    </message>
    <message>
        <source>The file with your chats is damaged, so no backup was made of it. Keep the backups that you have.</source>
        <translation>Le fichier de vos discussions est endommagé, il n’a donc pas été sauvegardé. Gardez les sauvegardes que vous avez.</translation>
    </message>
    <message>
        <source>This is the file that Hearth keeps your chats in. Choose another name or folder for the backup.</source>
        <translation>C’est le fichier où Hearth garde vos discussions. Choisissez un autre nom ou un autre dossier pour la sauvegarde.</translation>
    </message>
    <message>
        <source>This text is longer than a chat can hold (64 MB). Shorten or split it and try again.</source>
        <translation>Ce texte dépasse ce qu’une discussion peut contenir (64 MB). Raccourcissez-le ou divisez-le, puis réessayez.</translation>
    </message>
</context>
<context>
    <name>StructureExamples</name>
    <message>
        <source>A list of records</source>
        <translation>Une liste d’enregistrements</translation>
    </message>
    <message>
        <source>A contact</source>
        <translation>Un contact</translation>
    </message>
    <message>
        <source>Yes or no, with a reason</source>
        <translation>Oui ou non, avec une raison</translation>
    </message>
    <message>
        <source>A date</source>
        <translation>Une date</translation>
    </message>
    <message>
        <source>One word</source>
        <translation>Un mot</translation>
    </message>
    <message>
        <source>A list of points</source>
        <translation>Une liste de points</translation>
    </message>
</context>
<context>
    <name>StructureTab</name>
    <message>
        <source>Paste one, choose a file or begin with an example. Until then replies are free.</source>
        <translation>Collez un texte, choisissez un fichier ou commencez par un exemple. D’ici là, les réponses sont libres.</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Vérification…</translation>
    </message>
    <message>
        <source>Every reply of this chat will fit.</source>
        <translation>Chaque réponse de cette discussion sera conforme.</translation>
    </message>
    <message>
        <source>Tokens that do not fit are never chosen. Say in your message what you want as well: the form makes a reply fit, not make sense.</source>
        <translation>Les tokens qui ne conviennent pas ne sont jamais choisis. Dites aussi dans votre message ce que vous voulez&#xa0;: le format rend une réponse conforme, pas sensée.</translation>
    </message>
    <message>
        <source>Kind of form</source>
        <translation>Type de format</translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation>Schéma JSON</translation>
    </message>
    <message>
        <source>Any JSON object</source>
        <translation>N’importe quel objet JSON</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>Expression régulière</translation>
    </message>
    <message>
        <source>Grammar (GBNF)</source>
        <translation>Grammaire (GBNF)</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>Depuis un fichier…</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Exemples</translation>
    </message>
    <message>
        <source>Last reply</source>
        <translation>Dernière réponse</translation>
    </message>
    <message>
        <source>being written…</source>
        <translation>en cours d’écriture…</translation>
    </message>
    <message>
        <source>The last reply is not JSON.</source>
        <translation>La dernière réponse n’est pas du JSON.</translation>
    </message>
    <message>
        <source>A reply in JSON is shown here as a tree.</source>
        <translation>Une réponse en JSON s’affiche ici sous forme d’arbre.</translation>
    </message>
    <message>
        <source>There is more than can be shown here; the copy has all of it.</source>
        <translation>Il y en a plus que ce qui peut s’afficher ici&#xa0;; la copie contient tout.</translation>
    </message>
    <message>
        <source>The reply ends in the middle.</source>
        <translation>La réponse s’arrête au milieu.</translation>
    </message>
    <message>
        <source>Copy JSON</source>
        <translation>Copier le JSON</translation>
    </message>
    <message>
        <source>Copy CSV</source>
        <translation>Copier en CSV</translation>
    </message>
    <message>
        <source>The list as a table, one line a record</source>
        <translation>La liste sous forme de tableau, une ligne par enregistrement</translation>
    </message>
    <message>
        <source>Replies will match it.</source>
        <translation>Les réponses y correspondront.</translation>
    </message>
    <message>
        <source>Structured output</source>
        <translation>Sortie structurée</translation>
    </message>
    <message>
        <source>Tools are off while structured output is on.</source>
        <translation>Les outils sont désactivés tant que la sortie structurée est activée.</translation>
    </message>
    <message>
        <source>%1 is asked to hold every reply to it.</source>
        <translation>%1 est prié d’y contraindre chaque réponse.</translation>
    </message>
</context>
<context>
    <name>StuckWindow</name>
    <message>
        <source>Hearth is already running</source>
        <translation>Hearth est déjà lancé</translation>
    </message>
    <message>
        <source>Hearth is already running, but it does not answer.</source>
        <translation>Hearth est déjà lancé, mais il ne répond pas.</translation>
    </message>
    <message>
        <source>Process %1 has your chats open. It may be busy, or it may have stopped working. If you end it, everything that was sent or answered stays saved; a reply that is being written keeps the part that is there.</source>
        <translation>Le processus %1 a vos discussions ouvertes. Il est peut-être occupé, ou il ne fonctionne plus. Si vous y mettez fin, tout ce qui a été envoyé ou répondu reste enregistré&#xa0;; une réponse en cours d’écriture garde ce qui est déjà là.</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>Attendre</translation>
    </message>
    <message>
        <source>End it and open Hearth</source>
        <translation>Y mettre fin et ouvrir Hearth</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Quitter</translation>
    </message>
</context>
<context>
    <name>SummaryBlock</name>
    <message>
        <source>Earlier messages, summarised</source>
        <translation>Messages précédents, résumés</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Résumé</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Modifier</translation>
    </message>
    <message>
        <source>The model gets these words in place of the messages above</source>
        <translation>Le modèle reçoit ces mots à la place des messages ci-dessus</translation>
    </message>
    <message>
        <source>Use the messages again</source>
        <translation>Réutiliser les messages</translation>
    </message>
    <message>
        <source>Removes the summary</source>
        <translation>Supprime le résumé</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Enregistrer</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
</context>
<context>
    <name>TabRow</name>
    <message>
        <source>Tabs</source>
        <translation>Onglets</translation>
    </message>
</context>
<context>
    <name>TableBlock</name>
    <message>
        <source>Table, %1 columns</source>
        <translation>Tableau, %1 colonnes</translation>
    </message>
</context>
<context>
    <name>ThinkingChoice</name>
    <message>
        <source>Think first</source>
        <translation>Réfléchir d’abord</translation>
    </message>
    <message>
        <source>for this chat</source>
        <translation>cette discussion</translation>
    </message>
    <message>
        <source>As it likes</source>
        <translation>Libre</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Oui</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Non</translation>
    </message>
    <message>
        <source>How much it thinks</source>
        <translation>Degré de réflexion</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Faible</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Moyen</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Élevé</translation>
    </message>
</context>
<context>
    <name>TokenAlternatives</name>
    <message>
        <source>Alternatives of token %1</source>
        <translation>Alternatives au token %1</translation>
    </message>
    <message>
        <source>Token %1</source>
        <translation>Token %1</translation>
    </message>
    <message>
        <source>entropy %1 bits</source>
        <translation>entropie %1 bits</translation>
    </message>
    <message>
        <source>Alternatives</source>
        <translation>Alternatives</translation>
    </message>
    <message>
        <source>Hollow: cut by the settings</source>
        <translation>Creux&#xa0;: exclu par les réglages</translation>
    </message>
    <message>
        <source>Enter to branch</source>
        <translation>Enter&#xa0;: bifurquer</translation>
    </message>
    <message>
        <source>How undecided the model was: 0 bits where only one token could come, 1 bit as between two that are equally likely.</source>
        <translation>À quel point le modèle hésitait : 0 bit là où un seul token pouvait venir, 1 bit comme entre deux tokens de même probabilité.</translation>
    </message>
    <message>
        <source>The percentages are the model&apos;s own, before temperature and the other settings. What these cut could not be chosen.</source>
        <translation>Les pourcentages sont ceux du modèle lui-même, avant la température et les autres réglages. Ce que ceux-ci écartent ne pouvait pas être choisi.</translation>
    </message>
</context>
<context>
    <name>TokenChip</name>
    <message>
        <source>%1, %2 percent</source>
        <translation>%1, %2 pour cent</translation>
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
        <translation>Choisissez un token pour voir ses détails.</translation>
    </message>
    <message>
        <source>Token %1  ·  id %2  ·  %3 %  ·  bytes %4</source>
        <translation>Token %1  ·  id %2  ·  %3&#xa0;%  ·  octets %4</translation>
    </message>
    <message>
        <source>The number of the token in the vocabulary, the chance that the model itself gave it, and the bytes that it represents.</source>
        <translation>Le numéro du token dans le vocabulaire, la chance que le modèle lui-même lui a donnée et les octets qu’il représente.</translation>
    </message>
    <message>
        <source>Token %1  ·  %2 %  ·  bytes %3</source>
        <translation>Token %1  ·  %2&#xa0;%  ·  octets %3</translation>
    </message>
    <message>
        <source>The chance that the model itself gave the token, as the server tells it, and the bytes that it represents.</source>
        <translation>La probabilité que le modèle lui-même a donnée au token, d’après le serveur, et les octets qu’il représente.</translation>
    </message>
    <message>
        <source>Token %1  ·  id %2  ·  bytes %3</source>
        <translation>Token %1  ·  id %2  ·  octets %3</translation>
    </message>
    <message>
        <source>The number of the token in the vocabulary, and the bytes that it represents.</source>
        <translation>Le numéro du token dans le vocabulaire et les octets qu’il représente.</translation>
    </message>
</context>
<context>
    <name>TokenShares</name>
    <message>
        <source>Text</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>%1: %2 tokens, %3 characters each on average</source>
        <translation>%1 : %2 tokens de %3 caractères</translation>
    </message>
    <message>
        <source>%1: %2, %3 each</source>
        <translation>%1 : %2, %3 chacun</translation>
    </message>
</context>
<context>
    <name>ToolCard</name>
    <message>
        <source>Call of %1</source>
        <translation>Appel de %1</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Arguments</translation>
    </message>
    <message>
        <source>Allow once</source>
        <translation>Autoriser une fois</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Allow in this chat</source>
        <translation>Autoriser dans ce chat</translation>
    </message>
    <message>
        <source>Always allow</source>
        <translation>Toujours autoriser</translation>
    </message>
    <message>
        <source>This tool then runs in every chat without a question, until you forget it in the settings</source>
        <translation>Cet outil s’exécute ensuite dans tous les chats sans question, jusqu’à ce que vous l’oubliiez dans les réglages</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>Refuser</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Résultat</translation>
    </message>
    <message>
        <source>The model has not answered this.</source>
        <translation>Le modèle n’y a pas répondu.</translation>
    </message>
    <message>
        <source>Call it again</source>
        <translation>L’appeler à nouveau</translation>
    </message>
    <message>
        <source>Let the model continue</source>
        <translation>Laisser le modèle continuer</translation>
    </message>
</context>
<context>
    <name>ToolServersPart</name>
    <message>
        <source>Tool servers</source>
        <translation>Serveurs d’outils</translation>
    </message>
    <message>
        <source>Programs that speak the Model Context Protocol (MCP) bring more tools. They run with your permissions; add only those you trust.</source>
        <translation>Les programmes qui parlent le Model Context Protocol (MCP) apportent d’autres outils. Ils s’exécutent avec vos droits ; n’ajoutez que ceux en qui vous avez confiance.</translation>
    </message>
    <message>
        <source>%1 – on another computer: what the model gives these tools goes there. %2</source>
        <translation>%1 – sur un autre ordinateur : ce que le modèle donne à ces outils y est envoyé. %2</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Retirer</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>Retirer %1</translation>
    </message>
    <message>
        <source>Name of the server</source>
        <translation>Nom du serveur</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>Command or address of the server</source>
        <translation>Commande ou adresse du serveur</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Ajouter</translation>
    </message>
    <message>
        <source>Import from %1</source>
        <translation>Importer de %1</translation>
    </message>
    <message>
        <source>Command or https://…</source>
        <translation>Commande ou https://…</translation>
    </message>
</context>
<context>
    <name>ToolsPage</name>
    <message>
        <source>Tools</source>
        <translation>Outils</translation>
    </message>
    <message>
        <source>Tools in new chats</source>
        <translation>Outils dans les nouveaux chats</translation>
    </message>
    <message>
        <source>The model may then ask for a calculation, the time or a file. Each call waits until you allow it.</source>
        <translation>Le modèle peut alors demander un calcul, l’heure ou un fichier. Chaque appel attend votre autorisation.</translation>
    </message>
    <message>
        <source>Folder that may be read</source>
        <translation>Dossier qui peut être lu</translation>
    </message>
    <message>
        <source>None. With a folder, models can list it and read its text files, and nothing outside it.</source>
        <translation>Aucun. Avec un dossier, les modèles peuvent en lister le contenu et lire ses fichiers texte, et rien au-dehors.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Aucun</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Choisir…</translation>
    </message>
    <message>
        <source>Read web pages</source>
        <translation>Lire des pages web</translation>
    </message>
    <message>
        <source>Leaves this computer: the server of a page learns your address and which page you read. Addresses in your own network are never opened.</source>
        <translation>Quitte cet ordinateur : le serveur d’une page apprend votre adresse et la page que vous lisez. Les adresses de votre propre réseau ne sont jamais ouvertes.</translation>
    </message>
    <message>
        <source>Which tools are offered</source>
        <translation>Les outils proposés</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Demander à nouveau</translation>
    </message>
    <message>
        <source>It runs without a question now</source>
        <translation>Il s’exécute maintenant sans question</translation>
    </message>
    <message>
        <source>Allowed always</source>
        <translation>Toujours autorisés</translation>
    </message>
    <message>
        <source>Forget all</source>
        <translation>Tout oublier</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Model and memory</source>
        <translation>Modèle et mémoire</translation>
    </message>
    <message>
        <source>Show the sidebar</source>
        <translation>Afficher la barre latérale</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nouvelle discussion</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Mémoire</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 sur %2</translation>
    </message>
    <message>
        <source>%1 weights</source>
        <translation>%1 poids</translation>
    </message>
    <message>
        <source>%1 KV</source>
        <translation>%1 KV</translation>
    </message>
    <message>
        <source>%1 GB free</source>
        <translation>%1 GB libres</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Contexte</translation>
    </message>
    <message>
        <source>%1 cached</source>
        <translation>%1 en cache</translation>
    </message>
    <message>
        <source>%1 new</source>
        <translation>%1 nouveaux</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>%1 libres</translation>
    </message>
    <message>
        <source>Settings of this chat</source>
        <translation>Réglages de la discussion</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Paramètres</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Poids</translation>
    </message>
    <message>
        <source>Scratch</source>
        <translation>Travail</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Libre</translation>
    </message>
    <message>
        <source>Context of this chat</source>
        <translation>Contexte de cette discussion</translation>
    </message>
    <message>
        <source>New, read when it is sent</source>
        <translation>Nouveaux, lus à l’envoi</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Modèle d’ébauche</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 tokens</translation>
    </message>
    <message>
        <source>Written in this reply</source>
        <translation>Écrits dans cette réponse</translation>
    </message>
    <message>
        <source>Still to be read</source>
        <translation>Restent à lire</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>Cache KV</translation>
    </message>
    <message>
        <source>The KV cache grows with the chats, to %1 at most; one chat of %2 tokens takes %3.</source>
        <translation>Le cache KV grandit avec les conversations, jusqu’à %1 au plus ; une conversation de %2 tokens occupe %3.</translation>
    </message>
    <message>
        <source>Cached, not read again</source>
        <translation>En cache, non relus</translation>
    </message>
    <message>
        <source>What fits here…</source>
        <translation>Ce qui tient ici…</translation>
    </message>
    <message>
        <source>Experts on the card</source>
        <translation>Experts sur la carte</translation>
    </message>
    <message>
        <source>%1 used</source>
        <translation>%1 utilisés</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>Inconnu</translation>
    </message>
    <message>
        <source>Used, as far as it is known here</source>
        <translation>Utilisés, d’après ce qui est connu ici</translation>
    </message>
    <message>
        <source>Other models</source>
        <translation>Autres modèles</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Images</translation>
    </message>
</context>
<context>
    <name>TrashDialog</name>
    <message>
        <source>Trash</source>
        <translation>Corbeille</translation>
    </message>
    <message>
        <source>The trash is empty</source>
        <translation>La corbeille est vide</translation>
    </message>
    <message>
        <source>Deleted chats stay here for 30 days.</source>
        <translation>Les discussions supprimées restent ici 30 jours.</translation>
    </message>
    <message>
        <source>Deleted chats</source>
        <translation>Discussions supprimées</translation>
    </message>
    <message>
        <source>This cannot be undone.</source>
        <translation>Cette action est irréversible.</translation>
    </message>
    <message>
        <source>Erased automatically after 30 days</source>
        <translation>Effacées d’elles-mêmes 30 jours après leur suppression</translation>
    </message>
    <message>
        <source>Keep them</source>
        <translation>Les garder</translation>
    </message>
    <message>
        <source>Erase all</source>
        <translation>Tout effacer</translation>
    </message>
    <message>
        <source>Erase 1 chat for good</source>
        <translation>Effacer définitivement 1 discussion</translation>
    </message>
    <message>
        <source>Erase %1 chats for good</source>
        <translation>Effacer définitivement %1 discussions</translation>
    </message>
    <message>
        <source>“%1”: this cannot be undone.</source>
        <translation>« %1 » : c’est irréversible.</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>Conserver</translation>
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
        <translation>Restaurer</translation>
    </message>
    <message>
        <source>Restore “%1”</source>
        <translation>Restaurer «&#xa0;%1&#xa0;»</translation>
    </message>
    <message>
        <source>Erase “%1” for good</source>
        <translation>Effacer définitivement «&#xa0;%1&#xa0;»</translation>
    </message>
</context>
<context>
    <name>UserBubble</name>
    <message>
        <source>You wrote</source>
        <translation>Vous avez écrit</translation>
    </message>
    <message>
        <source>You wrote, being edited</source>
        <translation>Vous avez écrit, en cours de modification</translation>
    </message>
</context>
<context>
    <name>VisionNote</name>
    <message>
        <source>Models of this family can see pictures, but the file that this takes (mmproj) is missing.</source>
        <translation>Les modèles de cette famille peuvent voir les images, mais le fichier nécessaire (mmproj) manque.</translation>
    </message>
    <message>
        <source>Download it</source>
        <translation>Le télécharger</translation>
    </message>
    <message>
        <source>Fetches the file from where the model came from</source>
        <translation>Récupère le fichier là d’où vient le modèle</translation>
    </message>
</context>
<context>
    <name>WaitingMessages</name>
    <message>
        <source>Waiting messages</source>
        <translation>Messages en attente</translation>
    </message>
    <message>
        <source>Waiting: %1</source>
        <translation>En attente&#xa0;: %1</translation>
    </message>
    <message>
        <source>Edit this message</source>
        <translation>Modifier ce message</translation>
    </message>
    <message>
        <source>Do not send this message</source>
        <translation>Ne pas envoyer ce message</translation>
    </message>
</context>
<context>
    <name>Waterfall</name>
    <message>
        <source>Template</source>
        <translation>Gabarit</translation>
    </message>
    <message>
        <source>Tokenise</source>
        <translation>Tokeniser</translation>
    </message>
    <message>
        <source>Prefill, %1</source>
        <translation>Lecture, %1</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>Premier token</translation>
    </message>
    <message>
        <source>Decode, %1</source>
        <translation>Décodage, %1</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latence</translation>
    </message>
    <message>
        <source>%1 to the first token, %2 in all</source>
        <translation>%1 au premier token, %2 en tout</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>Décoder</translation>
    </message>
    <message>
        <source>Writing the chat as one text with the marks of the model&apos;s template.</source>
        <translation>Écrire le chat comme un seul texte avec les marques du modèle de chat.</translation>
    </message>
    <message>
        <source>Splitting the text into tokens.</source>
        <translation>Découper le texte en tokens.</translation>
    </message>
    <message>
        <source>Reading the tokens of the prompt that were not in the cache, many at once: it is bound by arithmetic.</source>
        <translation>Lire les tokens de l’invite qui n’étaient pas dans le cache, beaucoup à la fois : c’est limité par le calcul.</translation>
    </message>
    <message>
        <source>What is left until the first token: waiting, the last layer and the choice.</source>
        <translation>Ce qui reste jusqu’au premier token : attente, dernière couche et choix.</translation>
    </message>
    <message>
        <source>From sending until the reply began to appear, and until its last token.</source>
        <translation>De l’envoi jusqu’au début de la réponse, et jusqu’à son dernier token.</translation>
    </message>
    <message>
        <source>Writing the reply, one token at a time, each of which reads all weights: it is bound by memory.</source>
        <translation>Écrire la réponse, un token après l’autre, chacun lisant tous les poids : c’est limité par la mémoire.</translation>
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
        <translation>Ce qui est arrivé à votre dernier message, dans l’ordre. Les chiffres sont ceux de sa réponse, mesurés quand ce sont des durées.</translation>
    </message>
</context>
<context>
    <name>WholeDocumentsDialog</name>
    <message>
        <source>Whole documents in this chat</source>
        <translation>Documents entiers dans ce chat</translation>
    </message>
    <message>
        <source>The model reads all of a document that is chosen here: once, in front of your next question. Of the others it gets passages.</source>
        <translation>Le modèle lit en entier un document choisi ici : une fois, devant votre prochaine question. Des autres, il reçoit des passages.</translation>
    </message>
    <message>
        <source>Names of documents</source>
        <translation>Noms des documents</translation>
    </message>
    <message>
        <source>Part of a name or folder</source>
        <translation>Partie d’un nom ou d’un dossier</translation>
    </message>
    <message>
        <source>There are no documents yet. Add some in the settings.</source>
        <translation>Il n’y a pas encore de documents. Ajoutez-en dans les paramètres.</translation>
    </message>
    <message>
        <source>No document has that in its name.</source>
        <translation>Aucun document n’a cela dans son nom.</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>None is chosen.</source>
        <translation>Aucun n’est choisi.</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Terminé</translation>
    </message>
</context>
<context>
    <name>WindowManners</name>
    <message>
        <source>Drop files to attach them; models are added to yours</source>
        <translation>Dépose des fichiers pour les joindre ; les modèles rejoignent les tiens</translation>
    </message>
</context>
<context>
    <name>WordPieces</name>
    <message>
        <source>The first %1 of them are shown.</source>
        <translation>Les %1 premiers sont affichés.</translation>
    </message>
</context>
<context>
    <name>WordsPane</name>
    <message>
        <source>A model reads and writes tokens: pieces of words from a list that was fixed when it was made. What the list does not know well takes more of them, and so more time and more of the context.</source>
        <translation>Un modèle lit et écrit des tokens : des morceaux de mots d’une liste fixée à sa création. Ce que la liste connaît mal en demande davantage, donc plus de temps et plus de contexte.</translation>
    </message>
    <message>
        <source>Here as %1 splits them.</source>
        <translation>Ici, tels que %1 les découpe.</translation>
    </message>
    <message>
        <source>Your text</source>
        <translation>Votre texte</translation>
    </message>
    <message>
        <source>Type or paste anything</source>
        <translation>Saisissez ou collez n’importe quoi</translation>
    </message>
</context>
<context>
    <name>hearth::app::About</name>
    <message>
        <source>%1, Qt %2, with the GPU engine</source>
        <translation>%1, Qt %2, avec le moteur GPU</translation>
    </message>
    <message>
        <source>%1, Qt %2, without the GPU engine</source>
        <translation>%1, Qt %2, sans le moteur GPU</translation>
    </message>
    <message>
        <source>The text of this licence is not on this computer. Its name is %1.</source>
        <translation>Le texte de cette licence n’est pas sur cet ordinateur. Elle s’appelle %1.</translation>
    </message>
</context>
<context>
    <name>hearth::app::AttentionView</name>
    <message>
        <source>All layers</source>
        <translation>Toutes les couches</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Couche %1</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>Toutes les têtes</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>Tête %1</translation>
    </message>
    <message>
        <source>%1 of %2 layers look at single tokens; the others remember in another way.</source>
        <translation>%1 couches sur %2 regardent des jetons un à un ; les autres se souviennent autrement.</translation>
    </message>
    <message>
        <source>This layer looks at nothing: it works on each token by itself.</source>
        <translation>Cette couche ne regarde rien : elle travaille sur chaque jeton séparément.</translation>
    </message>
    <message>
        <source>This layer looks at nothing: it mixes the last few tokens, with the same weights for every token.</source>
        <translation>Cette couche ne regarde rien : elle mélange les derniers jetons, avec les mêmes poids pour chaque jeton.</translation>
    </message>
    <message>
        <source>This layer looks at nothing: it keeps one state that every token changes, and no single token can be found in it.</source>
        <translation>Cette couche ne regarde rien : elle garde un état que chaque jeton change, et aucun jeton ne s’y retrouve seul.</translation>
    </message>
    <message>
        <source>This layer keeps one compressed key for each token, which all heads share.</source>
        <translation>Cette couche garde une clé compressée par jeton, que toutes les têtes partagent.</translation>
    </message>
    <message>
        <source>%1 % went to nothing: this model may look at no token at all.</source>
        <translation>%1 % n’est allé nulle part : ce modèle peut ne regarder aucun jeton.</translation>
    </message>
    <message>
        <source>itself</source>
        <translation>lui-même</translation>
    </message>
    <message>
        <source>prompt %1</source>
        <translation>prompt %1</translation>
    </message>
    <message>
        <source>reply %1</source>
        <translation>réponse %1</translation>
    </message>
    <message>
        <source>This layer sees the last %1 tokens.</source>
        <translation>Cette couche voit les %1 derniers jetons.</translation>
    </message>
</context>
<context>
    <name>hearth::app::CacheFigures</name>
    <message>
        <source>%1 tokens of all chats in %2 of %3 blocks</source>
        <translation>%1 tokens de toutes les discussions dans %2 blocs sur %3</translation>
    </message>
    <message>
        <source>, of the layers that see everything</source>
        <translation>, des couches qui voient tout</translation>
    </message>
</context>
<context>
    <name>hearth::app::CacheFolder</name>
    <message>
        <source>The cache is not kept on disk</source>
        <translation>Le cache n’est pas conservé sur le disque</translation>
    </message>
    <message>
        <source>Encryption is on, but the system&apos;s keyring, which holds the key, does not answer; what is encrypted on disk stays as it is. Unlock the keyring and restart Hearth, or turn encryption off in Settings, Cache.</source>
        <translation>Le chiffrement est activé, mais le trousseau du système, qui contient la clé, ne répond pas&#xa0;; ce qui est chiffré sur le disque reste tel quel. Déverrouillez le trousseau et redémarrez Hearth, ou désactivez le chiffrement dans Réglages, Cache.</translation>
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
        <translation>%1 % de %2 tokens des invites n’ont pas été relus : %3 tokens, dont %4 depuis le disque, soit environ %5 d’économisé</translation>
    </message>
    <message>
        <source>The cache was not counted</source>
        <translation>Le cache n’a pas été compté</translation>
    </message>
    <message>
        <source>%1 of at most %2, with %3 tokens of all chats</source>
        <translation>%1 sur %2 au plus, avec %3 tokens de toutes les discussions</translation>
    </message>
    <message>
        <source>A chat without a title</source>
        <translation>Une discussion sans titre</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>« %1 »</translation>
    </message>
    <message>
        <source>%1 shared with %2</source>
        <translation>%1 partagés avec %2</translation>
    </message>
    <message>
        <source>%1 shared with %2 and %3 more</source>
        <translation>%1 partagés avec %2 et %3 autres</translation>
    </message>
    <message>
        <source>%1 of at most %2</source>
        <translation>%1 sur %2 au plus</translation>
    </message>
    <message>
        <source>The cache of this chat was not cleared</source>
        <translation>Le cache de cette discussion n’a pas été vidé</translation>
    </message>
    <message>
        <source>%1 on disk</source>
        <translation>%1 sur le disque</translation>
    </message>
    <message>
        <source>%1 in memory</source>
        <translation>%1 en mémoire</translation>
    </message>
</context>
<context>
    <name>hearth::app::CallRounds</name>
    <message>
        <source>%1 cannot use tools and answers without them.</source>
        <translation>%1 ne peut pas utiliser d’outils et répond sans eux.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatBackup</name>
    <message>
        <source>There is not enough memory. Close other programs and try again.</source>
        <translation>La mémoire ne suffit pas. Fermez d’autres programmes et réessayez.</translation>
    </message>
    <message>
        <source>The chats were not saved</source>
        <translation>Les discussions n’ont pas été enregistrées</translation>
    </message>
    <message>
        <source>The backup was not made</source>
        <translation>La sauvegarde n’a pas été faite</translation>
    </message>
    <message>
        <source>The chats are saved as %1</source>
        <translation>Les discussions sont enregistrées sous %1</translation>
    </message>
    <message>
        <source>The backup is saved as %1</source>
        <translation>La sauvegarde est enregistrée sous %1</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatController</name>
    <message>
        <source>The reply is not saved yet. %1</source>
        <translation>La réponse n’est pas encore enregistrée. %1</translation>
    </message>
    <message>
        <source>This was not saved</source>
        <translation>Non enregistré</translation>
    </message>
    <message>
        <source>The result is not saved. %1</source>
        <translation>Le résultat n’est pas enregistré. %1</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatDuplicate</name>
    <message>
        <source>%1 (copy)</source>
        <translation>%1 (copie)</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatExport</name>
    <message>
        <source>%1 could not be written (%2). Choose another folder.</source>
        <translation>Impossible d’écrire %1 (%2). Choisissez un autre dossier.</translation>
    </message>
    <message>
        <source>There is not enough memory. Close other programs and try again.</source>
        <translation>La mémoire ne suffit pas. Fermez d’autres programmes et réessayez.</translation>
    </message>
    <message>
        <source>In one file this takes more than %1, and no larger file can be imported again. Make a backup of all chats instead.</source>
        <translation>En un seul fichier, cela prend plus de %1, et aucun fichier plus gros ne peut être importé de nouveau. Faites plutôt une sauvegarde de toutes les discussions.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatFigures</name>
    <message>
        <source>1 picture, %1</source>
        <translation>1 image, %1</translation>
    </message>
    <message>
        <source>%1 pictures, %2</source>
        <translation>%1 images, %2</translation>
    </message>
    <message>
        <source>%1, cached</source>
        <translation>%1, en cache</translation>
    </message>
    <message>
        <source>%1, %2 of them cached</source>
        <translation>%1, dont %2 en cache</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatPassages</name>
    <message>
        <source>It is in the chat already, as number %1.</source>
        <translation>Déjà dans la discussion, sous le numéro %1.</translation>
    </message>
    <message>
        <source>the whole document</source>
        <translation>le document entier</translation>
    </message>
    <message>
        <source>It does not fit into the context as a whole.</source>
        <translation>En entier, il ne tient pas dans le contexte.</translation>
    </message>
    <message>
        <source>It is not among your documents any more.</source>
        <translation>Il ne fait plus partie de vos documents.</translation>
    </message>
    <message>
        <source>by words, rank %1 (%2)</source>
        <translation>par les mots, rang %1 (%2)</translation>
    </message>
    <message>
        <source>by meaning, rank %1 (%2)</source>
        <translation>par le sens, rang %1 (%2)</translation>
    </message>
    <message>
        <source>together %1</source>
        <translation>ensemble %1</translation>
    </message>
    <message>
        <source>by the reranker, rank %1 (%2)</source>
        <translation>par le reclassement, rang %1 (%2)</translation>
    </message>
    <message>
        <source>Other passages fit better: at most %1 of them, with %2 tokens in all, are sent.</source>
        <translation>D’autres passages conviennent mieux : %1 au plus sont envoyés, avec %2 tokens en tout.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ChatSummaries</name>
    <message>
        <source>There are no older turns to summarise.</source>
        <translation>Il n’y a pas de tours plus anciens à résumer.</translation>
    </message>
    <message>
        <source>This chat could not be summarised. %1</source>
        <translation>Cette discussion n’a pas pu être résumée. %1</translation>
    </message>
    <message>
        <source>A chat could not be summarised, so its oldest turns leave the context. %1</source>
        <translation>Une discussion n’a pas pu être résumée ; ses tours les plus anciens quittent donc le contexte. %1</translation>
    </message>
</context>
<context>
    <name>hearth::app::ComparisonPlan</name>
    <message>
        <source>At temperature 0 every seed gives the same answer.</source>
        <translation>À température 0, toutes les graines donnent la même réponse.</translation>
    </message>
    <message>
        <source>Two answers are made the same way, so they will be the same.</source>
        <translation>Deux réponses sont produites de la même façon : elles seront identiques.</translation>
    </message>
    <message>
        <source>Seed %1</source>
        <translation>Graine %1</translation>
    </message>
    <message>
        <source>Temperature %1</source>
        <translation>Température %1</translation>
    </message>
</context>
<context>
    <name>hearth::app::ConversationExchange</name>
    <message>
        <source>Chat</source>
        <translation>Discussion</translation>
    </message>
    <message>
        <source>The chat was not saved</source>
        <translation>La discussion n’a pas été enregistrée</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Enregistré sous %1</translation>
    </message>
    <message>
        <source>There is not enough memory to read it.</source>
        <translation>Mémoire insuffisante pour le lire.</translation>
    </message>
    <message>
        <source>%1 was not imported</source>
        <translation>%1 n’a pas été importé</translation>
    </message>
    <message>
        <source>1 chat imported</source>
        <translation>1 discussion importée</translation>
    </message>
    <message>
        <source>%1 chats imported</source>
        <translation>%1 discussions importées</translation>
    </message>
    <message>
        <source>Exporting chats: %1 of %2</source>
        <translation>Exportation des discussions&#xa0;: %1 sur %2</translation>
    </message>
    <message>
        <source>Reading the chats…</source>
        <translation>Lecture des discussions…</translation>
    </message>
    <message>
        <source>Importing chats: %1 of %2</source>
        <translation>Importation des discussions&#xa0;: %1 sur %2</translation>
    </message>
    <message>
        <source>The chats were not exported</source>
        <translation>Les discussions n’ont pas été exportées</translation>
    </message>
    <message>
        <source>The chat was not duplicated</source>
        <translation>La discussion n’a pas été dupliquée</translation>
    </message>
    <message>
        <source>%1 (%2 of %3 messages)</source>
        <translation>%1 (%2 messages sur %3)</translation>
    </message>
    <message>
        <source>Duplicating the chat…</source>
        <translation>Duplication de la discussion…</translation>
    </message>
    <message>
        <source>Exporting the chat: %1 messages</source>
        <translation>Exportation de la discussion : %1 messages</translation>
    </message>
    <message>
        <source>1 chat in it could not be read. %1</source>
        <translation>1 discussion n&apos;a pas pu être lue. %1</translation>
    </message>
    <message>
        <source>%1 chats in it could not be read. %2</source>
        <translation>%1 discussions n&apos;ont pas pu être lues. %2</translation>
    </message>
    <message>
        <source>%1 was imported in part</source>
        <translation>%1 n&apos;a été importé qu&apos;en partie</translation>
    </message>
    <message>
        <source>%1 files were not imported</source>
        <translation>%1 fichiers n&apos;ont pas été importés</translation>
    </message>
    <message>
        <source>%1 files were not imported, or only in part</source>
        <translation>%1 fichiers n&apos;ont pas été importés, ou seulement en partie</translation>
    </message>
</context>
<context>
    <name>hearth::app::ConversationListModel</name>
    <message>
        <source>The folders could not be read</source>
        <translation>Impossible de lire les dossiers</translation>
    </message>
    <message>
        <source>The folder was not renamed</source>
        <translation>Le dossier n’a pas été renommé</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Épinglées</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Dossiers</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Aujourd’hui</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Hier</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>7 derniers jours</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>Plus anciennes</translation>
    </message>
    <message>
        <source>The chats could not be read</source>
        <translation>Impossible de lire les discussions</translation>
    </message>
    <message>
        <source>The chat could not be read</source>
        <translation>Impossible de lire la discussion</translation>
    </message>
    <message>
        <source>The chat was not renamed</source>
        <translation>La discussion n’a pas été renommée</translation>
    </message>
    <message>
        <source>The chat was not pinned</source>
        <translation>La discussion n’a pas été épinglée</translation>
    </message>
    <message>
        <source>The chat was not moved</source>
        <translation>La discussion n’a pas été déplacée</translation>
    </message>
    <message>
        <source>The chat was not moved to the trash</source>
        <translation>La discussion n’a pas été mise à la corbeille</translation>
    </message>
    <message>
        <source>The chat</source>
        <translation>La discussion</translation>
    </message>
    <message>
        <source>“%1” moved to the trash</source>
        <translation>«&#xa0;%1&#xa0;» mise à la corbeille</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>The chat was not restored</source>
        <translation>La discussion n’a pas été restaurée</translation>
    </message>
    <message>
        <source>The chats could not be counted</source>
        <translation>Impossible de compter les discussions</translation>
    </message>
    <message>
        <source>The chats were not moved to the trash</source>
        <translation>Les discussions n’ont pas été mises à la corbeille</translation>
    </message>
    <message>
        <source>1 chat moved to the trash</source>
        <translation>1 discussion mise à la corbeille</translation>
    </message>
    <message>
        <source>%1 chats moved to the trash</source>
        <translation>%1 discussions mises à la corbeille</translation>
    </message>
    <message>
        <source>The chats were not brought back</source>
        <translation>Les discussions n’ont pas été restaurées</translation>
    </message>
</context>
<context>
    <name>hearth::app::ConversationSearch</name>
    <message>
        <source>today, %1</source>
        <translation>aujourd’hui, %1</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>hier</translation>
    </message>
    <message>
        <source>last %1</source>
        <translation>%1 dernier</translation>
    </message>
    <message>
        <source>The search failed</source>
        <translation>La recherche a échoué</translation>
    </message>
    <message>
        <source>Recent chats</source>
        <translation>Discussions récentes</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Discussions</translation>
    </message>
</context>
<context>
    <name>hearth::app::DesktopNotifier</name>
    <message>
        <source>Your reply is ready</source>
        <translation>La réponse est là</translation>
    </message>
    <message>
        <source>Open the chat</source>
        <translation>Ouvrir la discussion</translation>
    </message>
    <message>
        <source>A call of a tool waits for you</source>
        <translation>Un appel d’outil attend votre accord</translation>
    </message>
</context>
<context>
    <name>hearth::app::DocumentLibrary</name>
    <message>
        <source>Files: %1 · passages: %2</source>
        <translation>Fichiers&#xa0;: %1 · passages&#xa0;: %2</translation>
    </message>
    <message>
        <source>Paused · %1</source>
        <translation>Suspendu · %1</translation>
    </message>
    <message>
        <source>Waiting · %1</source>
        <translation>En attente · %1</translation>
    </message>
    <message>
        <source>Looking for changes · %1</source>
        <translation>Recherche de modifications · %1</translation>
    </message>
    <message>
        <source>Not there now: what was read of it is kept. %1</source>
        <translation>Absent pour le moment&#xa0;: ce qui en a été lu est conservé. %1</translation>
    </message>
    <message>
        <source>Reading %1 of %2 files · %3 a second</source>
        <translation>Lecture&#xa0;: %1 fichiers sur %2 · %3 par seconde</translation>
    </message>
    <message>
        <source>%1 · about %2 s left</source>
        <translation>%1 · encore environ %2&#xa0;s</translation>
    </message>
    <message>
        <source>%1 · about %2 min left</source>
        <translation>%1 · encore environ %2&#xa0;min</translation>
    </message>
    <message>
        <source>Documents cannot be added while the chats are not kept.</source>
        <translation>Impossible d’ajouter des documents tant que les discussions ne sont pas conservées.</translation>
    </message>
    <message>
        <source>%1 is not there.</source>
        <translation>%1 est introuvable.</translation>
    </message>
    <message>
        <source>%1 has been added before.</source>
        <translation>%1 a déjà été ajouté.</translation>
    </message>
</context>
<context>
    <name>hearth::app::DocumentTools</name>
    <message>
        <source>Documents</source>
        <translation>Documents</translation>
    </message>
</context>
<context>
    <name>hearth::app::DocumentVectors</name>
    <message>
        <source>None: by words alone</source>
        <translation>Aucun : par les mots seuls</translation>
    </message>
    <message>
        <source>Passages are found by their words alone: no embedding model is installed. One such as %1 finds them by what they mean, too.</source>
        <translation>Les passages sont trouvés par leurs mots seuls : aucun modèle de plongement n’est installé. Un modèle comme %1 les trouve aussi par leur sens.</translation>
    </message>
    <message>
        <source>Passages are found by their words alone.</source>
        <translation>Les passages sont trouvés par leurs mots seuls.</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>Chargement du modèle…</translation>
    </message>
    <message>
        <source>Waiting. Passages that are found by what they mean, too: %1 of %2</source>
        <translation>En attente. Passages trouvés aussi par leur sens : %1 sur %2</translation>
    </message>
    <message>
        <source>All passages are found by their words and by what they mean: %1</source>
        <translation>Tous les passages sont trouvés par leurs mots et par leur sens : %1</translation>
    </message>
    <message>
        <source>Passages are found by their words alone. %1</source>
        <translation>Les passages sont trouvés par leurs mots seuls. %1</translation>
    </message>
    <message>
        <source>Reading what passages mean: %1 of %2 · %3 a second</source>
        <translation>Lecture du sens des passages : %1 sur %2 · %3 par seconde</translation>
    </message>
    <message>
        <source>%1 · about %2 s left</source>
        <translation>%1 · encore %2 s environ</translation>
    </message>
    <message>
        <source>%1 · about %2 min left</source>
        <translation>%1 · encore %2 min environ</translation>
    </message>
    <message>
        <source>Passages are found by what they mean, too, once there are documents.</source>
        <translation>Les passages seront trouvés aussi par leur sens dès qu’il y aura des documents.</translation>
    </message>
</context>
<context>
    <name>hearth::app::DownloadJob</name>
    <message>
        <source>This download has no valid source.</source>
        <translation>Ce téléchargement n’a pas de source valide.</translation>
    </message>
    <message>
        <source>The hub published no checksum for this file, so it cannot be verified and is not downloaded.</source>
        <translation>Le hub n’a publié aucune somme de contrôle pour ce fichier&#xa0;; il ne peut donc pas être vérifié et n’est pas téléchargé.</translation>
    </message>
    <message>
        <source>The folder %1 cannot be made.</source>
        <translation>Impossible de créer le dossier %1.</translation>
    </message>
    <message>
        <source>There is another file “%1” in the models folder. Move it away and try again.</source>
        <translation>Il y a un autre fichier «&#xa0;%1&#xa0;» dans le dossier des modèles. Déplacez-le et réessayez.</translation>
    </message>
    <message>
        <source>There is not enough disk space: %1 GB more are needed in %2. Free some space, then resume.</source>
        <translation>Le disque est trop plein&#xa0;: il manque %1 GB dans %2. Faites de la place, puis reprenez.</translation>
    </message>
    <message>
        <source>The hub offers a different file from the one it listed.</source>
        <translation>Le hub propose un autre fichier que celui qu’il a annoncé.</translation>
    </message>
    <message>
        <source>%1 sent the file compressed, which was not requested.</source>
        <translation>%1 a envoyé le fichier compressé, ce qui n’était pas demandé.</translation>
    </message>
    <message>
        <source>The file at %1 has a different size.</source>
        <translation>%1 a un fichier d’une autre taille.</translation>
    </message>
    <message>
        <source>%1 sent a different part of the file than requested.</source>
        <translation>%1 a envoyé une autre partie du fichier que celle demandée.</translation>
    </message>
    <message>
        <source>%1 reports a shorter file.</source>
        <translation>%1 indique que le fichier se termine plus tôt.</translation>
    </message>
    <message>
        <source>%1 answered with %2.</source>
        <translation>%1 a répondu %2.</translation>
    </message>
    <message>
        <source>The file arrived incomplete.</source>
        <translation>Le fichier est arrivé incomplet.</translation>
    </message>
    <message>
        <source>The file did not match its published SHA-256 twice in a row, so it was deleted. Choose another source.</source>
        <translation>Le fichier ne correspond pas à son SHA-256 publié, deux fois de suite&#xa0;; il a donc été jeté. Choisissez une autre source.</translation>
    </message>
    <message>
        <source>The file did not match its published SHA-256 and is fetched again.</source>
        <translation>Le fichier ne correspondait pas à son SHA-256 publié et est téléchargé à nouveau.</translation>
    </message>
    <message>
        <source>What was downloaded is kept; resume continues from there.</source>
        <translation>Ce qui a été téléchargé est conservé&#xa0;; «&#xa0;Reprendre&#xa0;» continue à partir de là.</translation>
    </message>
</context>
<context>
    <name>hearth::app::Downloads</name>
    <message>
        <source>Waiting for another download</source>
        <translation>Attend un autre téléchargement</translation>
    </message>
    <message>
        <source>Trying again: %1</source>
        <translation>Nouvel essai&#xa0;: %1</translation>
    </message>
    <message>
        <source>Checking %1 against the published SHA-256</source>
        <translation>Comparaison de %1 au SHA-256 publié</translation>
    </message>
    <message>
        <source>%1 of %2 %3</source>
        <translation>%1 sur %2 %3</translation>
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
        <translation>encore %1 s</translation>
    </message>
    <message>
        <source>%1 min left</source>
        <translation>encore %1 min</translation>
    </message>
    <message>
        <source>%1 h left</source>
        <translation>encore %1 h</translation>
    </message>
    <message>
        <source>1 download</source>
        <translation>1 téléchargement</translation>
    </message>
    <message>
        <source>%1 downloads</source>
        <translation>%1 téléchargements</translation>
    </message>
    <message>
        <source>%1, %2 MB/s</source>
        <translation>%1, %2 MB/s</translation>
    </message>
    <message>
        <source>Paused at %1. Resume continues from there.</source>
        <translation>Suspendu à %1. «&#xa0;Reprendre&#xa0;» continue à partir de là.</translation>
    </message>
</context>
<context>
    <name>hearth::app::DraftAttachments</name>
    <message>
        <source>Pasted text</source>
        <translation>Texte collé</translation>
    </message>
    <message>
        <source>Pasted text %1</source>
        <translation>Texte collé %1</translation>
    </message>
    <message>
        <source>There is not enough memory to read it.</source>
        <translation>La mémoire ne suffit pas pour le lire.</translation>
    </message>
    <message>
        <source>%1 was not attached. %2</source>
        <translation>%1 n&apos;a pas été joint. %2</translation>
    </message>
    <message>
        <source>%1 files were not attached.</source>
        <translation>%1 fichiers n&apos;ont pas été joints.</translation>
    </message>
    <message>
        <source>%1 of %2 tokens</source>
        <translation>%1 sur %2 tokens</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Image</translation>
    </message>
    <message>
        <source>Hearth fetches nothing from the web for a message. Copy the picture there and paste it here, or save it and attach the file.</source>
        <translation>Hearth ne va rien chercher sur le web pour un message. Copiez l’image là-bas et collez-la ici, ou enregistrez-la et joignez le fichier.</translation>
    </message>
</context>
<context>
    <name>hearth::app::DraftPictures</name>
    <message>
        <source>Picture %1 of %2, %3, %4</source>
        <translation>Image %1 sur %2, %3, %4</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Image</translation>
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
        <translation>%1 n’a pas été joint. Un message peut avoir %2 images ; envoyez les autres avec le suivant.</translation>
    </message>
    <message>
        <source>%1, page %2</source>
        <translation>%1, page %2</translation>
    </message>
    <message>
        <source>Page %1 of %2 was not attached. A message can have %3 pictures; save this page as a PDF of its own and send it with the next one.</source>
        <translation>La page %1 de %2 n’a pas été jointe. Un message peut avoir %3 images ; enregistrez cette page dans un PDF à part et envoyez-la avec le suivant.</translation>
    </message>
    <message>
        <source>Pages %1 of %2 were not attached. A message can have %3 pictures; save these pages as a PDF of their own and send it with the next one.</source>
        <translation>Les pages %1 de %2 n’ont pas été jointes. Un message peut avoir %3 images ; enregistrez ces pages dans un PDF à part et envoyez-le avec le suivant.</translation>
    </message>
    <message>
        <source>%1, low detail</source>
        <translation>%1, peu de détails</translation>
    </message>
    <message>
        <source>%1, high detail</source>
        <translation>%1, beaucoup de détails</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Peu</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Beaucoup</translation>
    </message>
</context>
<context>
    <name>hearth::app::EarlierAnswers</name>
    <message>
        <source>This needs an embedding model: choose one above.</source>
        <translation>Cela demande un modèle de plongement : choisissez-en un ci-dessus.</translation>
    </message>
    <message>
        <source>Questions answered so: %1. That saved %2 tokens and %3 seconds.</source>
        <translation>Questions ainsi répondues : %1. Cela a économisé %2 tokens et %3 secondes.</translation>
    </message>
</context>
<context>
    <name>hearth::app::Endpoints</name>
    <message>
        <source>Nothing answers at %1. Is the server running?</source>
        <translation>Rien ne répond à %1. Le serveur est-il lancé&#xa0;?</translation>
    </message>
    <message>
        <source>%1 cannot be found. Check the address and the network.</source>
        <translation>%1 est introuvable. Vérifiez l’adresse et le réseau.</translation>
    </message>
    <message>
        <source>The certificate of %1 could not be verified (%2).</source>
        <translation>%1 n’a pas pu prouver son identité (%2).</translation>
    </message>
    <message>
        <source>%1 did not answer in %2 s.</source>
        <translation>%1 n’a pas répondu en %2 s.</translation>
    </message>
    <message>
        <source>%1 cannot be reached (%2).</source>
        <translation>%1 est injoignable (%2).</translation>
    </message>
    <message>
        <source>Answered in %1 ms</source>
        <translation>Réponse en %1 ms</translation>
    </message>
    <message>
        <source>Chats with these models go to another program on this computer.</source>
        <translation>Les discussions avec ces modèles vont à un autre programme de cet ordinateur.</translation>
    </message>
    <message>
        <source>Chats with these models leave this computer for %1, unencrypted.</source>
        <translation>Les discussions avec ces modèles quittent cet ordinateur pour %1, sans chiffrement.</translation>
    </message>
    <message>
        <source>Chats with these models leave this computer for %1.</source>
        <translation>Les discussions avec ces modèles quittent cet ordinateur pour %1.</translation>
    </message>
    <message>
        <source>cannot chat</source>
        <translation>ne peut pas discuter</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 tokens</translation>
    </message>
    <message>
        <source>context length unknown</source>
        <translation>longueur non indiquée</translation>
    </message>
    <message>
        <source>kept in the keyring</source>
        <translation>conservée dans le trousseau</translation>
    </message>
    <message>
        <source>no keyring: kept until Hearth closes</source>
        <translation>pas de trousseau&#xa0;: conservée jusqu’à la fermeture de Hearth</translation>
    </message>
    <message>
        <source>New server</source>
        <translation>Nouveau serveur</translation>
    </message>
    <message>
        <source>“%1” is not a valid address. An address looks like http://rack.lan:8000/v1.</source>
        <translation>«&#xa0;%1&#xa0;» n’est pas une adresse http ou https, comme http://rack.lan:8000/v1.</translation>
    </message>
    <message>
        <source>A key cannot contain spaces or special characters.</source>
        <translation>Une clé n’a ni espaces ni caractères spéciaux.</translation>
    </message>
    <message>
        <source>Asking %1</source>
        <translation>Interrogation de %1</translation>
    </message>
    <message>
        <source>%1 redirects to another address. Enter that one instead.</source>
        <translation>%1 renvoie vers une autre adresse. Saisissez plutôt celle-là.</translation>
    </message>
    <message>
        <source>%1 answers, but not as an OpenAI-compatible server. Does the address end in /v1?</source>
        <translation>%1 répond, mais pas comme un serveur compatible OpenAI. L’adresse se termine-t-elle par /v1&#xa0;?</translation>
    </message>
    <message>
        <source>“%1” is not a price. A price is a number such as 0.15, per million tokens.</source>
        <translation>« %1 » n’est pas un prix. Un prix est un nombre tel que 0,15 pour un million de tokens.</translation>
    </message>
    <message>
        <source>%1 does not answer over https (%2). If it speaks http, the address begins with http://.</source>
        <translation>%1 ne répond pas en https (%2). S’il parle http, l’adresse commence par http://.</translation>
    </message>
</context>
<context>
    <name>hearth::app::EngineSettings</name>
    <message>
        <source>Automatic</source>
        <translation>Automatique</translation>
    </message>
    <message>
        <source>Graphics card</source>
        <translation>Carte graphique</translation>
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
        <translation>Automatique</translation>
    </message>
</context>
<context>
    <name>hearth::app::FilePlaces</name>
    <message>
        <source>Home</source>
        <translation>Dossier personnel</translation>
    </message>
    <message>
        <source>Desktop</source>
        <translation>Bureau</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Documents</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>Téléchargements</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modèles</translation>
    </message>
</context>
<context>
    <name>hearth::app::FolderListing</name>
    <message>
        <source>There is no folder “%1”.</source>
        <translation>Il n’y a pas de dossier «&#xa0;%1&#xa0;».</translation>
    </message>
    <message>
        <source>“%1” is a file, not a folder.</source>
        <translation>«&#xa0;%1&#xa0;» est un fichier, pas un dossier.</translation>
    </message>
    <message>
        <source>You do not have permission to open “%1”.</source>
        <translation>Vous n’avez pas le droit d’ouvrir «&#xa0;%1&#xa0;».</translation>
    </message>
    <message>
        <source>“%1” cannot be the name of a folder. Choose a name without a slash.</source>
        <translation>«&#xa0;%1&#xa0;» ne peut pas être le nom d’un dossier. Choisissez un nom sans barre oblique.</translation>
    </message>
    <message>
        <source>“%1” already exists. Choose another name.</source>
        <translation>«&#xa0;%1&#xa0;» existe déjà. Choisissez un autre nom.</translation>
    </message>
    <message>
        <source>“%1” was not created. Check that you may write to this folder.</source>
        <translation>«&#xa0;%1&#xa0;» n’a pas été créé. Vérifiez que vous avez le droit d’écrire dans ce dossier.</translation>
    </message>
    <message>
        <source>No files of this kind here</source>
        <translation>Aucun fichier de ce type ici</translation>
    </message>
    <message>
        <source>No folders in here, and 1 file</source>
        <translation>Aucun dossier, et 1 fichier</translation>
    </message>
    <message>
        <source>No folders in here, and %1 files</source>
        <translation>Aucun dossier, et %1 fichiers</translation>
    </message>
    <message>
        <source>Only hidden files here</source>
        <translation>Seulement des fichiers cachés</translation>
    </message>
    <message>
        <source>This folder is empty</source>
        <translation>Ce dossier est vide</translation>
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
        <translation>Cette discussion occupe environ %1 tokens, et %2 a de la place pour %3.</translation>
    </message>
    <message>
        <source>This chat takes %1 tokens, and the context has room for %2.</source>
        <translation>Cette discussion occupe %1 tokens, et le contexte a de la place pour %2.</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>Aucun modèle n’est chargé.</translation>
    </message>
    <message>
        <source>%1 decides how long the context is.</source>
        <translation>C’est %1 qui décide de la longueur du contexte.</translation>
    </message>
    <message>
        <source>The model was trained on %1 tokens, which is too few for this chat.</source>
        <translation>Le modèle a été entraîné sur %1 tokens, trop peu pour cette discussion.</translation>
    </message>
    <message>
        <source>A context of %1 tokens takes %2 more memory than is free.</source>
        <translation>Un contexte de %1 tokens demande %2 de plus que la mémoire libre.</translation>
    </message>
    <message>
        <source>There are no older turns to leave out.</source>
        <translation>Il n’y a pas de tours plus anciens à laisser de côté.</translation>
    </message>
    <message>
        <source>%1 earlier messages are left out.</source>
        <translation>%1 messages précédents sont laissés de côté.</translation>
    </message>
    <message>
        <source>%1 earlier messages (%2 tokens) are left out.</source>
        <translation>%1 messages précédents (%2 tokens) sont laissés de côté.</translation>
    </message>
    <message>
        <source>%1 earlier tokens are left out.</source>
        <translation>%1 tokens précédents sont laissés de côté.</translation>
    </message>
    <message>
        <source>The last message alone takes %1 tokens. Shorten it, or what is attached to it.</source>
        <translation>Le dernier message prend à lui seul %1 tokens. Raccourcis-le, ou ce qui y est joint.</translation>
    </message>
    <message>
        <source>A summary replaces %1 earlier messages.</source>
        <translation>Un résumé remplace %1 messages précédents.</translation>
    </message>
</context>
<context>
    <name>hearth::app::HeaderProbe</name>
    <message>
        <source>The temporary folder cannot be written.</source>
        <translation>Impossible d’écrire dans le dossier temporaire.</translation>
    </message>
</context>
<context>
    <name>hearth::app::HttpTransport</name>
    <message>
        <source>The server sent a message of more than %1 MB.</source>
        <translation>Le serveur a envoyé un message de plus de %1 Mo.</translation>
    </message>
    <message>
        <source>%1 wants a key; put it into the headers of the server.</source>
        <translation>%1 demande une clé ; mettez-la dans les en-têtes du serveur.</translation>
    </message>
    <message>
        <source>The session with %1 is over.</source>
        <translation>La session avec %1 est terminée.</translation>
    </message>
    <message>
        <source>%1 answered with status %2.</source>
        <translation>%1 a répondu avec l’état %2.</translation>
    </message>
    <message>
        <source>%1 gave no answer.</source>
        <translation>%1 n’a pas répondu.</translation>
    </message>
</context>
<context>
    <name>hearth::app::HubClient</name>
    <message>
        <source>HF_HUB_OFFLINE is set, so Hearth does not contact the hub. Unset it and restart Hearth.</source>
        <translation>HF_HUB_OFFLINE est défini, Hearth ne demande donc rien au hub. Supprimez-le et relancez.</translation>
    </message>
    <message>
        <source>this search</source>
        <translation>cette recherche</translation>
    </message>
    <message>
        <source>The hub&apos;s answer cannot be read. Try again later.</source>
        <translation>La réponse du hub est illisible. Réessayez plus tard.</translation>
    </message>
    <message>
        <source>“%1” is not a model name.</source>
        <translation>«&#xa0;%1&#xa0;» n’est pas un nom de modèle.</translation>
    </message>
</context>
<context>
    <name>hearth::app::HubPage</name>
    <message>
        <source>Reading the header</source>
        <translation>Lecture de l’en-tête</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 paramètres</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 tokens</translation>
    </message>
    <message>
        <source>%1 downloads a month</source>
        <translation>%1 téléchargements par mois</translation>
    </message>
    <message>
        <source>reading the header of one file</source>
        <translation>lecture de l’en-tête d’un fichier</translation>
    </message>
    <message>
        <source>memory calculated from the file header, for one conversation</source>
        <translation>mémoire calculée d’après l’en-tête du fichier, avec une discussion</translation>
    </message>
    <message>
        <source>This page has no GGUF file that can be verified.</source>
        <translation>Cette page n’a aucun fichier GGUF vérifiable.</translation>
    </message>
    <message>
        <source>Much weaker</source>
        <translation>Bien moins bon</translation>
    </message>
    <message>
        <source>Clearly weaker</source>
        <translation>Nettement moins bon</translation>
    </message>
    <message>
        <source>Noticeably weaker</source>
        <translation>Visiblement moins bon</translation>
    </message>
    <message>
        <source>Close to full</source>
        <translation>Proche de l’original</translation>
    </message>
    <message>
        <source>Closer still</source>
        <translation>Encore plus proche</translation>
    </message>
    <message>
        <source>Hard to tell apart</source>
        <translation>Presque indiscernable</translation>
    </message>
    <message>
        <source>Same for most uses</source>
        <translation>Équivalent le plus souvent</translation>
    </message>
    <message>
        <source>As published</source>
        <translation>Tel que publié</translation>
    </message>
</context>
<context>
    <name>hearth::app::HubSearch</name>
    <message>
        <source>Runs here</source>
        <translation>Tourne ici</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Trop grand</translation>
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
        <translation>Interrogation de %1</translation>
    </message>
    <message>
        <source>Good models to start with that run here</source>
        <translation>De bons modèles pour commencer, qui tournent ici</translation>
    </message>
    <message>
        <source>Good models to start with</source>
        <translation>De bons modèles pour commencer</translation>
    </message>
    <message>
        <source>Nothing on %1 matches</source>
        <translation>Aucun résultat sur %1</translation>
    </message>
    <message>
        <source>%1 of %2 matches run here</source>
        <translation>%1 résultats sur %2 tournent ici</translation>
    </message>
    <message>
        <source>A picture of 1,024 × 1,024 pixels costs about %1 tokens.</source>
        <translation>Une image de 1024 × 1024 pixels coûte environ %1 tokens.</translation>
    </message>
</context>
<context>
    <name>hearth::app::IndexThread</name>
    <message>
        <source>There is not enough memory. Close other programs and try again.</source>
        <translation>La mémoire ne suffit pas. Fermez d’autres programmes et réessayez.</translation>
    </message>
</context>
<context>
    <name>hearth::app::InstalledModels</name>
    <message>
        <source>on %1</source>
        <translation>sur %1</translation>
    </message>
    <message>
        <source>Only files in %1 can be deleted here.</source>
        <translation>Seuls les fichiers de %1 peuvent être supprimés ici.</translation>
    </message>
    <message>
        <source>%1 could not be deleted. Check whether you may write there.</source>
        <translation>Impossible de supprimer %1. Vérifiez que vous avez le droit d’y écrire.</translation>
    </message>
    <message>
        <source>%1 here, %2 free</source>
        <translation>%1 ici, %2 libres</translation>
    </message>
    <message>
        <source>%1 is the vision encoder of a model and not a model itself; keep it in the folder of its model, where Hearth finds it.</source>
        <translation>%1 est l’encodeur d’images d’un modèle et non un modèle ; laissez-le dans le dossier de son modèle, où Hearth le trouve.</translation>
    </message>
</context>
<context>
    <name>hearth::app::InterfaceScale</name>
    <message>
        <source>Interface scale: %1 %</source>
        <translation>Taille de l’affichage&#xa0;: %1&#xa0;%</translation>
    </message>
    <message>
        <source>Interface scale: %1 %, after a restart</source>
        <translation>Taille de l’affichage&#xa0;: %1&#xa0;%, après un redémarrage</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>Redémarrer maintenant</translation>
    </message>
</context>
<context>
    <name>hearth::app::JsonTree</name>
    <message>
        <source>1 value</source>
        <translation>1 valeur</translation>
    </message>
    <message>
        <source>%1 values</source>
        <translation>%1 valeurs</translation>
    </message>
    <message>
        <source>1 entry</source>
        <translation>1 élément</translation>
    </message>
    <message>
        <source>%1 entries</source>
        <translation>%1 éléments</translation>
    </message>
</context>
<context>
    <name>hearth::app::KeyBindings</name>
    <message>
        <source>%1 types text or moves the cursor. Combine it with Ctrl or Alt, or use a function key.</source>
        <translation>%1 écrit du texte ou déplace la sélection. Maintenez Ctrl ou Alt en même temps, ou appuyez sur une touche de fonction.</translation>
    </message>
    <message>
        <source>%1 is needed for editing text. Choose another shortcut.</source>
        <translation>%1 est nécessaire pour écrire du texte. Appuyez sur d’autres touches.</translation>
    </message>
    <message>
        <source>%1 is already used for “%2”. Choose another shortcut, or change that one first.</source>
        <translation>%1 sert déjà à « %2 ». Appuyez sur d’autres touches, ou changez d’abord celles-là.</translation>
    </message>
</context>
<context>
    <name>hearth::app::LookSettings</name>
    <message>
        <source>System default</source>
        <translation>Comme le système</translation>
    </message>
</context>
<context>
    <name>hearth::app::MachineChecker</name>
    <message>
        <source>Measuring the memory…</source>
        <translation>Mesure de la mémoire…</translation>
    </message>
    <message>
        <source>The check was cancelled.</source>
        <translation>Vérification annulée.</translation>
    </message>
    <message>
        <source>off by %1, %2 allowed</source>
        <translation>écart de %1, toléré %2</translation>
    </message>
    <message>
        <source>Graphics card</source>
        <translation>Carte graphique</translation>
    </message>
    <message>
        <source>Checked %1 operations</source>
        <translation>%1 opérations vérifiées</translation>
    </message>
    <message>
        <source>reads %1</source>
        <translation>lit %1</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Processeur</translation>
    </message>
    <message>
        <source>%1 of %2 match the reference</source>
        <translation>%1 sur %2 concordent avec leur référence simple</translation>
    </message>
    <message>
        <source>%1 of %2 match the reference. Use another device, or update its driver.</source>
        <translation>%1 sur %2 concordent avec leur référence simple. Utilisez un autre appareil, ou mettez son pilote à jour.</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Opérations</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>Disque</translation>
    </message>
    <message>
        <source>No model in %1 to measure with</source>
        <translation>Aucun modèle dans %1 pour mesurer</translation>
    </message>
    <message>
        <source>%1, a slow disk: a 5 GB model takes %2 s to load</source>
        <translation>%1 est sur un disque lent, un modèle de 5 GB met donc %2 s à se charger</translation>
    </message>
    <message>
        <source>%1: a 5 GB model takes %2 s to load</source>
        <translation>%1, un modèle de 5 GB se charge en %2 s</translation>
    </message>
    <message>
        <source>no key kept</source>
        <translation>aucune clé conservée</translation>
    </message>
    <message>
        <source>one key kept</source>
        <translation>une clé conservée</translation>
    </message>
    <message>
        <source>%1 keys kept</source>
        <translation>%1 clés conservées</translation>
    </message>
    <message>
        <source>Keyring</source>
        <translation>Trousseau</translation>
    </message>
    <message>
        <source>Reachable; %1</source>
        <translation>Accessible ; %1</translation>
    </message>
    <message>
        <source>Not available; server keys are kept until Hearth closes</source>
        <translation>Aucun ne répond ; les clés des serveurs sont conservées jusqu’à la fermeture de Hearth</translation>
    </message>
    <message>
        <source>no problems found</source>
        <translation>rien à signaler</translation>
    </message>
    <message>
        <source>one problem</source>
        <translation>un point demande votre attention</translation>
    </message>
    <message>
        <source>%1 problems</source>
        <translation>%1 points demandent votre attention</translation>
    </message>
    <message>
        <source>Checked at %1, %2 checks in %3 s, %4</source>
        <translation>Vérifié à %1, %2 vérifications en %3 s, %4</translation>
    </message>
    <message>
        <source>As of %1: %2 checks in %3 s, %4</source>
        <translation>État au %1 : %2 vérifications en %3 s, %4</translation>
    </message>
    <message>
        <source>Sandbox for pictures</source>
        <translation>Bac à sable pour les images</translation>
    </message>
</context>
<context>
    <name>hearth::app::MachineWatch</name>
    <message>
        <source>%1 %</source>
        <translation>%1&#xa0;%</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 sur %2</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>%1 of %2 W</source>
        <translation>%1 sur %2 W</translation>
    </message>
    <message>
        <source>%1 W</source>
        <translation>%1 W</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Processeur</translation>
    </message>
</context>
<context>
    <name>hearth::app::McpDirectory</name>
    <message>
        <source>Starts when a chat uses tools.</source>
        <translation>Démarre quand une conversation utilise des outils.</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Démarrage…</translation>
    </message>
    <message>
        <source>Tools: %1</source>
        <translation>Outils : %1</translation>
    </message>
    <message>
        <source>The tool servers in &quot;%1&quot; cannot be read.</source>
        <translation>Les serveurs d’outils de « %1 » ne peuvent pas être lus.</translation>
    </message>
    <message>
        <source>The list of tool servers cannot be saved: %1.</source>
        <translation>La liste des serveurs d’outils ne peut pas être enregistrée : %1.</translation>
    </message>
    <message>
        <source>Give the server a name.</source>
        <translation>Donnez un nom au serveur.</translation>
    </message>
    <message>
        <source>The name is longer than 64 characters.</source>
        <translation>Le nom a plus de 64 caractères.</translation>
    </message>
    <message>
        <source>There is a server of this name already.</source>
        <translation>Il y a déjà un serveur de ce nom.</translation>
    </message>
    <message>
        <source>The address cannot be read.</source>
        <translation>L’adresse est illisible.</translation>
    </message>
    <message>
        <source>Give a command, such as &quot;uvx mcp-server-time&quot;, or an address.</source>
        <translation>Indiquez une commande, comme « uvx mcp-server-time », ou une adresse.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be read.</source>
        <translation>« %1 » ne peut pas être lu.</translation>
    </message>
    <message>
        <source>Servers added: %1.</source>
        <translation>Serveurs ajoutés : %1.</translation>
    </message>
    <message>
        <source>The system&apos;s keyring does not answer, so their keys are kept only until Hearth is closed.</source>
        <translation>Le trousseau du système ne répond pas&#xa0;; leurs clés ne sont donc conservées que jusqu’à la fermeture de Hearth.</translation>
    </message>
</context>
<context>
    <name>hearth::app::McpServer</name>
    <message>
        <source>It did not start within %1 seconds.</source>
        <translation>Il n’a pas démarré en %1 secondes.</translation>
    </message>
    <message>
        <source>It was stopped.</source>
        <translation>Il a été arrêté.</translation>
    </message>
    <message>
        <source>The server refused.</source>
        <translation>Le serveur a refusé.</translation>
    </message>
    <message>
        <source>It speaks a version of the protocol that Hearth does not know.</source>
        <translation>Il parle une version du protocole que Hearth ne connaît pas.</translation>
    </message>
    <message>
        <source>%1 has no tool of the name &quot;%2&quot; any more.</source>
        <translation>%1 n’a plus d’outil nommé « %2 ».</translation>
    </message>
    <message>
        <source>The server gave no answer that can be read.</source>
        <translation>Le serveur n’a pas donné de réponse lisible.</translation>
    </message>
    <message>
        <source>%1 is not ready.</source>
        <translation>%1 n’est pas prêt.</translation>
    </message>
    <message>
        <source>%1 gave no text.</source>
        <translation>%1 n’a donné aucun texte.</translation>
    </message>
    <message>
        <source>It sends too many unrequested messages.</source>
        <translation>Il envoie trop de messages que personne n’a demandés.</translation>
    </message>
</context>
<context>
    <name>hearth::app::MessageSender</name>
    <message>
        <source>%1 messages are already waiting. This one stays in the composer.</source>
        <translation>%1 messages attendent déjà. Celui-ci reste dans le champ de saisie.</translation>
    </message>
</context>
<context>
    <name>hearth::app::MessageVersions</name>
    <message>
        <source>Load %1 to continue from here: other models use different tokens.</source>
        <translation>Chargez %1 pour continuer d’ici&#xa0;: un autre modèle a d’autres tokens.</translation>
    </message>
    <message>
        <source>Message deleted, with what followed it</source>
        <translation>Message supprimé, ainsi que la suite</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
</context>
<context>
    <name>hearth::app::ModelDevice</name>
    <message>
        <source>In a process of its own, in a sandbox. If it crashes, only the replies under way are lost.</source>
        <translation>Dans un processus à part, dans un bac à sable. Un plantage coûte les réponses en cours, rien d’autre.</translation>
    </message>
    <message>
        <source>In Hearth&apos;s own process: a crash would end Hearth. Separate processes have not been tried on graphics cards yet.</source>
        <translation>Dans le processus de Hearth lui-même, qu’un plantage terminerait. Les processus à part n’ont pas encore été essayés sur des cartes graphiques.</translation>
    </message>
    <message>
        <source>In Hearth&apos;s own process: a crash would end Hearth.</source>
        <translation>Dans le processus de Hearth lui-même, qu’un plantage terminerait.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ModelQuantizer</name>
    <message>
        <source>Reading the model…</source>
        <translation>Lecture du modèle…</translation>
    </message>
    <message>
        <source>%1 already exists. Remove it first to make it again.</source>
        <translation>%1 existe déjà. Supprimez-le d’abord pour le refaire.</translation>
    </message>
    <message>
        <source>The copy takes %1, and only %2 are free in %3. Free some space and try again.</source>
        <translation>La copie prend %1 et il ne reste que %2 dans %3. Libérez de la place et réessayez.</translation>
    </message>
    <message>
        <source>Writing the copy: %1</source>
        <translation>Écriture de la copie : %1</translation>
    </message>
    <message>
        <source>%1 instead of %2.</source>
        <translation>%1 au lieu de %2.</translation>
    </message>
    <message>
        <source>The copy is ready. Comparing both on a short text: about %1 s left</source>
        <translation>La copie est prête. Comparaison des deux sur un court texte : encore environ %1 s</translation>
    </message>
    <message>
        <source>Its cost is not known: %1</source>
        <translation>On ne sait pas ce que cela a coûté : %1</translation>
    </message>
    <message>
        <source>Cancelled. Nothing was kept.</source>
        <translation>Annulé. Rien n’a été conservé.</translation>
    </message>
    <message>
        <source>Running the text through the model: about %1 s left</source>
        <translation>Le texte passe dans le modèle : encore %1 s environ</translation>
    </message>
    <message>
        <source>On %1 tokens: perplexity %2 instead of %3, KL divergence %4, the same first choice for %5 % of tokens.</source>
        <translation>Sur %1 tokens : perplexité %2 au lieu de %3, divergence KL %4, le même premier choix à %5 % des endroits.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ModelRoute</name>
    <message>
        <source>%1 on %2</source>
        <translation>%1 sur %2</translation>
    </message>
    <message>
        <source>Choose two different models.</source>
        <translation>Choisissez deux modèles différents.</translation>
    </message>
    <message>
        <source>Chats that the large model answers leave this computer for %1.</source>
        <translation>Les chats auxquels le grand modèle répond quittent cet ordinateur pour %1.</translation>
    </message>
    <message>
        <source>%1 of %2 replies by the small model</source>
        <translation>%1 réponses sur %2 par le petit modèle</translation>
    </message>
    <message>
        <source>%1 s saved</source>
        <translation>%1 s gagnées</translation>
    </message>
    <message>
        <source>%1 s lost</source>
        <translation>%1 s perdues</translation>
    </message>
    <message>
        <source>%1; %2 for hard requests</source>
        <translation>%1&#xa0;; %2 pour les demandes difficiles</translation>
    </message>
    <message>
        <source>Both models need %1 GB of memory and %2 GB is available: choose smaller ones, or use the small one alone.</source>
        <translation>Les deux modèles demandent %1&#xa0;Go de mémoire et %2&#xa0;Go sont disponibles&#xa0;: choisissez-en de plus petits, ou utilisez seulement le petit.</translation>
    </message>
    <message>
        <source>Both fit: they take %1 of the %2 GB available.</source>
        <translation>Les deux tiennent&#xa0;: ils prennent %1 des %2&#xa0;Go disponibles.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ModelVerifier</name>
    <message>
        <source>Checking: %1 %</source>
        <translation>Vérification&#xa0;: %1&#xa0;%</translation>
    </message>
    <message>
        <source>The file cannot be read (%1).</source>
        <translation>Impossible de lire le fichier (%1).</translation>
    </message>
    <message>
        <source>The file is not the one that was published: its SHA-256 differs. Download it again.</source>
        <translation>Le fichier n’est pas celui qui a été publié&#xa0;: son SHA-256 diffère. Téléchargez-le à nouveau.</translation>
    </message>
    <message>
        <source>Unchanged: the SHA-256 is the published one.</source>
        <translation>Inchangé&#xa0;: le SHA-256 est celui qui a été publié.</translation>
    </message>
    <message>
        <source>The vision encoder, %1, is not the file that was published: its SHA-256 differs. Download it again.</source>
        <translation>L’encodeur d’images, %1, n’est pas le fichier publié : son SHA-256 diffère. Téléchargez-le à nouveau.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ModelsFolder</name>
    <message>
        <source>Downloads go to the current folder. Let them finish or cancel them first.</source>
        <translation>Des téléchargements vont dans le dossier actuel. Laissez-les finir ou annulez-les d’abord.</translation>
    </message>
    <message>
        <source>A model is loading or writing a reply. Wait for it, or stop it first.</source>
        <translation>Un modèle est en cours de chargement ou écrit une réponse. Attendez-le ou arrêtez-le d’abord.</translation>
    </message>
    <message>
        <source>Nothing can be written into %1. Choose another folder, or give yourself permission.</source>
        <translation>Impossible d’écrire dans %1. Choisissez un autre dossier, ou donnez-vous le droit d’y écrire.</translation>
    </message>
    <message>
        <source>Choose a folder that is neither inside the current one nor contains it.</source>
        <translation>Choisissez un dossier qui n’est ni dans le dossier actuel, ni autour de lui.</translation>
    </message>
    <message>
        <source>The models take %1, and %2 is free in %3. Free some space there, or choose another folder.</source>
        <translation>Les modèles occupent %1, et %2 sont libres dans %3. Faites-y de la place, ou choisissez un autre dossier.</translation>
    </message>
    <message>
        <source>Your models folder, %1, is still missing. Check its disk, or choose another folder.</source>
        <translation>Votre dossier des modèles, %1, n’est toujours pas là. Vérifiez son disque ou choisissez un autre dossier.</translation>
    </message>
    <message>
        <source>Your models folder, %1, is missing. Connect its disk and try again, or choose another folder; until then models are kept in Hearth&apos;s own.</source>
        <translation>Votre dossier des modèles, %1, n’est pas là. Branchez son disque et réessayez, ou choisissez un autre dossier ; d’ici là, les modèles vont dans celui de Hearth.</translation>
    </message>
</context>
<context>
    <name>hearth::app::NextTokenModel</name>
    <message>
        <source>top-k keeps %1</source>
        <translation>top-k garde %1</translation>
    </message>
    <message>
        <source>top-p cuts after %1</source>
        <translation>top-p coupe après %1</translation>
    </message>
    <message>
        <source>min-p cuts below %1</source>
        <translation>min-p coupe sous %1</translation>
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
        <translation>Non enregistré</translation>
    </message>
</context>
<context>
    <name>hearth::app::PictureExport</name>
    <message>
        <source>The picture is damaged and cannot be copied. Save it as a file instead.</source>
        <translation>L’image est endommagée et ne peut pas être copiée. Enregistrez-la plutôt dans un fichier.</translation>
    </message>
    <message>
        <source>The picture was copied</source>
        <translation>L’image a été copiée</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>image</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Enregistrée sous %1</translation>
    </message>
    <message>
        <source>%1 could not be written (%2). Choose another folder.</source>
        <translation>Impossible d’écrire %1 (%2). Choisissez un autre dossier.</translation>
    </message>
</context>
<context>
    <name>hearth::app::PictureTokens</name>
    <message>
        <source>%1 %</source>
        <translation>%1&#xa0;%</translation>
    </message>
    <message>
        <source>%1, and %2 in the overview</source>
        <translation>%1, et %2 dans la vue d’ensemble</translation>
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
        <translation>%1 en %2 parties</translation>
    </message>
    <message>
        <source>%1, with an overview</source>
        <translation>%1, avec une vue d’ensemble</translation>
    </message>
    <message>
        <source>%1  ·  %2</source>
        <translation>%1  ·  %2</translation>
    </message>
    <message>
        <source>Not looked at</source>
        <translation>Non regardée</translation>
    </message>
    <message>
        <source>Looked most at the upper left, %1</source>
        <translation>Regard surtout en haut à gauche, %1</translation>
    </message>
    <message>
        <source>Looked most at the top, %1</source>
        <translation>Regard surtout en haut, %1</translation>
    </message>
    <message>
        <source>Looked most at the upper right, %1</source>
        <translation>Regard surtout en haut à droite, %1</translation>
    </message>
    <message>
        <source>Looked most at the left, %1</source>
        <translation>Regard surtout à gauche, %1</translation>
    </message>
    <message>
        <source>Looked most at the middle, %1</source>
        <translation>Regard surtout au milieu, %1</translation>
    </message>
    <message>
        <source>Looked most at the right, %1</source>
        <translation>Regard surtout à droite, %1</translation>
    </message>
    <message>
        <source>Looked most at the lower left, %1</source>
        <translation>Regard surtout en bas à gauche, %1</translation>
    </message>
    <message>
        <source>Looked most at the bottom, %1</source>
        <translation>Regard surtout en bas, %1</translation>
    </message>
    <message>
        <source>Looked most at the lower right, %1</source>
        <translation>Regard surtout en bas à droite, %1</translation>
    </message>
    <message>
        <source>Picture %1 of %2</source>
        <translation>Image %1 sur %2</translation>
    </message>
</context>
<context>
    <name>hearth::app::PrecisionTable</name>
    <message>
        <source>This model</source>
        <translation>Ce modèle</translation>
    </message>
    <message>
        <source>%1: %2 billion parameters</source>
        <translation>%1 : %2 milliards de paramètres</translation>
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
        <translation>pas même la plus petite : il manque %1</translation>
    </message>
    <message>
        <source>up to %1, %2 with 8k of context</source>
        <translation>jusqu’à %1, %2 avec 8k de contexte</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Memory of this computer</source>
        <translation>Mémoire de cet ordinateur</translation>
    </message>
</context>
<context>
    <name>hearth::app::PresetListModel</name>
    <message>
        <source>Balanced</source>
        <translation>Équilibré</translation>
    </message>
    <message>
        <source>For most chats</source>
        <translation>Pour la plupart des discussions</translation>
    </message>
    <message>
        <source>Precise</source>
        <translation>Précis</translation>
    </message>
    <message>
        <source>Facts, code, summaries</source>
        <translation>Faits, code, résumés</translation>
    </message>
    <message>
        <source>Creative</source>
        <translation>Créatif</translation>
    </message>
    <message>
        <source>Stories and ideas</source>
        <translation>Histoires et idées</translation>
    </message>
    <message>
        <source>Greedy</source>
        <translation>Glouton</translation>
    </message>
    <message>
        <source>Always the most likely token; the same text every time</source>
        <translation>Toujours le token le plus probable&#xa0;; le même texte à chaque fois</translation>
    </message>
    <message>
        <source>The preset was not saved</source>
        <translation>Le préréglage n’a pas été enregistré</translation>
    </message>
    <message>
        <source>%1 could not be written (%2). Choose another folder.</source>
        <translation>Impossible d’écrire %1 (%2). Choisissez un autre dossier.</translation>
    </message>
    <message>
        <source>The presets were not imported</source>
        <translation>Les préréglages n’ont pas été repris</translation>
    </message>
    <message>
        <source>%1 could not be read (%2). Choose another file.</source>
        <translation>%1 n’a pas pu être lu (%2). Choisissez un autre fichier.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ProgramList</name>
    <message>
        <source>One request</source>
        <translation>Une requête</translation>
    </message>
    <message>
        <source>%1 requests</source>
        <translation>%1 requêtes</translation>
    </message>
    <message>
        <source>%1 tokens read, %2 % of them cached</source>
        <translation>%1 tokens lus, dont %2 % en cache</translation>
    </message>
    <message>
        <source>%1 written</source>
        <translation>%1 écrits</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 échouées</translation>
    </message>
</context>
<context>
    <name>hearth::app::PromptListModel</name>
    <message>
        <source>The system prompt was not saved</source>
        <translation>L’invite système n’a pas été conservée</translation>
    </message>
    <message>
        <source>The system prompt was not removed</source>
        <translation>L’invite système n’a pas été retirée</translation>
    </message>
    <message>
        <source>The system prompts could not be read</source>
        <translation>Impossible de lire les invites système</translation>
    </message>
</context>
<context>
    <name>hearth::app::ReplyComparison</name>
    <message>
        <source>Waiting</source>
        <translation>En attente</translation>
    </message>
    <message>
        <source>Reading the prompt, %1 of %2 tokens</source>
        <translation>Lecture de l’invite, %1 tokens sur %2</translation>
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
        <translation>Rien n’a été conservé sur la création de ce texte.</translation>
    </message>
    <message>
        <source>Load %1 to see the tokens: their text is stored in the model file.</source>
        <translation>Chargez %1 pour voir les tokens&#xa0;: leurs textes sont dans son fichier.</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>le modèle</translation>
    </message>
    <message>
        <source>Only the server knows how this model splits text into tokens.</source>
        <translation>Seul son serveur sait comment ce modèle découpe le texte en tokens.</translation>
    </message>
    <message>
        <source>Load a model to see how it splits this text into tokens.</source>
        <translation>Chargez un modèle pour voir comment il découpe ce texte en tokens.</translation>
    </message>
    <message>
        <source>The model read %1 tokens; the messages as they are now have %2, so what it read cannot be shown any more.</source>
        <translation>Le modèle a lu %1 tokens ; les messages tels qu’ils sont en ont maintenant %2 : ce qu’il a lu ne peut plus être montré.</translation>
    </message>
    <message>
        <source>%1 tokens after the first %2 were left out, because the chat did not fit.</source>
        <translation>%1 tokens après les %2 premiers ont été laissés de côté, car le chat ne tenait pas.</translation>
    </message>
    <message>
        <source>To “%1”</source>
        <translation>À « %1 »</translation>
    </message>
    <message>
        <source>This reply is still being written.</source>
        <translation>Cette réponse est encore en cours d’écriture.</translation>
    </message>
    <message>
        <source>This reply ended before its first token.</source>
        <translation>Cette réponse s’est terminée avant son premier token.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ReplyReplay</name>
    <message>
        <source>Same text: all %1 tokens match.</source>
        <translation>Même texte&#xa0;: les %1 tokens sont tous revenus.</translation>
    </message>
    <message>
        <source>The text differs from token %1 on.</source>
        <translation>Texte différent à partir du token %1.</translation>
    </message>
    <message>
        <source>Other than then: %1.</source>
        <translation>Différent d’alors : %1.</translation>
    </message>
    <message>
        <source>Same text: its one token matches.</source>
        <translation>Même texte : son seul token correspond.</translation>
    </message>
    <message>
        <source>This reply has no text to compare with.</source>
        <translation>Cette réponse n’a pas de texte à comparer.</translation>
    </message>
    <message>
        <source>Same text: all %1 characters match.</source>
        <translation>Même texte : les %1 caractères concordent.</translation>
    </message>
    <message>
        <source>Same text and same calls.</source>
        <translation>Même texte et mêmes appels.</translation>
    </message>
    <message>
        <source>The text differs from character %1 on.</source>
        <translation>Le texte diffère à partir du caractère %1.</translation>
    </message>
    <message>
        <source>The text is the same, and the calls of tools differ.</source>
        <translation>Le texte est le même, les appels d’outils diffèrent.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ReplyStructure</name>
    <message>
        <source>This is longer than a megabyte and was not taken; shorten it.</source>
        <translation>Ce texte dépasse un mégaoctet et n’a pas été repris&#xa0;; raccourcissez-le.</translation>
    </message>
    <message>
        <source>The file was not taken</source>
        <translation>Le fichier n’a pas été repris</translation>
    </message>
    <message>
        <source>%1 could not be read (%2). Choose another file.</source>
        <translation>%1 n’a pas pu être lu (%2). Choisissez un autre fichier.</translation>
    </message>
    <message>
        <source>%1 is longer than a megabyte. Choose a smaller file.</source>
        <translation>%1 dépasse un mégaoctet. Choisissez un fichier plus petit.</translation>
    </message>
    <message>
        <source>%1 is not a text in UTF-8. Choose another file.</source>
        <translation>%1 n’est pas un texte en UTF-8. Choisissez un autre fichier.</translation>
    </message>
    <message>
        <source>%1 cannot hold replies to a regular expression. Choose a JSON schema, or a model on this computer.</source>
        <translation>%1 ne peut pas contraindre les réponses à une expression régulière. Choisissez un schéma JSON, ou un modèle de cet ordinateur.</translation>
    </message>
    <message>
        <source>%1 cannot hold replies to a grammar. Choose a JSON schema, or a model on this computer.</source>
        <translation>%1 ne peut pas contraindre les réponses à une grammaire. Choisissez un schéma JSON, ou un modèle de cet ordinateur.</translation>
    </message>
</context>
<context>
    <name>hearth::app::ReplyTimes</name>
    <message>
        <source>drafted %1  ·  accepted %2</source>
        <translation>devinés à l’avance %1  ·  justes %2</translation>
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
        <translation>%1 : refusée ou échouée (%2)</translation>
    </message>
    <message>
        <source>%1: ended by the program</source>
        <translation>%1 : interrompue par le programme</translation>
    </message>
    <message>
        <source>%1: %2 tokens read, %3 of them cached; %4 written in %5 s</source>
        <translation>%1 : %2 tokens lus, dont %3 en cache ; %4 écrits en %5 s</translation>
    </message>
</context>
<context>
    <name>hearth::app::RerankerChoice</name>
    <message>
        <source>None: as they were found</source>
        <translation>Aucun : comme ils ont été trouvés</translation>
    </message>
    <message>
        <source>Passages stay in the order in which they were found: no reranker is installed. One such as %1 reads the best of them with the question.</source>
        <translation>Les passages restent dans l’ordre où ils ont été trouvés : aucun modèle de reclassement n’est installé. Un modèle comme %1 lit les meilleurs avec la question.</translation>
    </message>
    <message>
        <source>Passages stay in the order in which they were found.</source>
        <translation>Les passages restent dans l’ordre où ils ont été trouvés.</translation>
    </message>
    <message>
        <source>Passages stay in the order in which they were found: the chosen reranker is not installed any longer.</source>
        <translation>Les passages restent dans l’ordre où ils ont été trouvés : le modèle de reclassement choisi n’est plus installé.</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>Chargement du modèle…</translation>
    </message>
    <message>
        <source>The best %1 passages are read with the question. The model takes about %2 of memory.</source>
        <translation>Les %1 meilleurs passages sont lus avec la question. Le modèle occupe environ %2 de mémoire.</translation>
    </message>
    <message>
        <source>Passages stay in the order in which they were found. %1</source>
        <translation>Les passages restent dans l’ordre où ils ont été trouvés. %1</translation>
    </message>
    <message>
        <source>The best %1 passages are read with the question. The model is loaded with the first one and takes about %2 of memory.</source>
        <translation>Les %1 meilleurs passages sont lus avec la question. Le modèle est chargé avec la première et occupe environ %2 de mémoire.</translation>
    </message>
    <message>
        <source>The last passages stayed in the order in which they were found: the model read none of them in %1 s. A smaller one is quicker.</source>
        <translation>Les derniers passages sont restés dans l’ordre où ils ont été trouvés : le modèle n’en a lu aucun en %1 s. Un plus petit est plus rapide.</translation>
    </message>
    <message>
        <source>Of the best %1 passages there was time to read %2 with the last question; the others stayed after them. The model takes about %3 of memory.</source>
        <translation>Parmi les %1 meilleurs passages, le temps a suffi pour en lire %2 avec la dernière question ; les autres sont restés derrière. Le modèle occupe environ %3 de mémoire.</translation>
    </message>
</context>
<context>
    <name>hearth::app::SamplingRanges</name>
    <message>
        <source>The same seed and settings give the same text again. Empty: a new one for every reply.</source>
        <translation>Les mêmes graine et réglages redonnent le même texte. Vide&#xa0;: une nouvelle graine pour chaque réponse.</translation>
    </message>
    <message>
        <source>The reply ends before the first of these texts.</source>
        <translation>La réponse s’arrête avant le premier de ces textes.</translation>
    </message>
</context>
<context>
    <name>hearth::app::SamplingSettings</name>
    <message>
        <source>Balanced</source>
        <translation>Équilibré</translation>
    </message>
    <message>
        <source>Model default</source>
        <translation>Celui du modèle</translation>
    </message>
    <message>
        <source>My default</source>
        <translation>Mes réglages par défaut</translation>
    </message>
</context>
<context>
    <name>hearth::app::SandboxNote</name>
    <message>
        <source>No files, no network, no other programs</source>
        <translation>Pas de fichiers, pas de réseau, pas d’autres programmes</translation>
    </message>
    <message>
        <source>No network and no other programs. Files can be opened: this kernel has no Landlock.</source>
        <translation>Pas de réseau ni d’autres programmes. Des fichiers peuvent être ouverts : ce noyau n’a pas Landlock.</translation>
    </message>
    <message>
        <source>Limits of memory and time alone: this kernel has no seccomp. Open pictures of people you trust.</source>
        <translation>Seulement des limites de mémoire et de temps : ce noyau n’a pas seccomp. Ouvrez les images de personnes de confiance.</translation>
    </message>
    <message>
        <source>Not known: the process that decodes pictures could not be started.</source>
        <translation>Inconnu : le processus qui décode les images n’a pas pu démarrer.</translation>
    </message>
</context>
<context>
    <name>hearth::app::SpeedBook</name>
    <message>
        <source>about %1 tokens/s, first token after %2 s or more (prompt of %3)</source>
        <translation>environ %1 tokens/s, %2 s ou plus jusqu’au premier d’une réponse à %3</translation>
    </message>
</context>
<context>
    <name>hearth::app::SpeedView</name>
    <message>
        <source>%1 million</source>
        <translation>%1 millions</translation>
    </message>
    <message>
        <source>%1 billion</source>
        <translation>%1 milliards</translation>
    </message>
    <message>
        <source>Load a model to see what bounds its speed.</source>
        <translation>Chargez un modèle pour voir ce qui limite sa vitesse.</translation>
    </message>
    <message>
        <source>This is known of a model that runs on this computer alone.</source>
        <translation>Cela est connu d’un modèle qui tourne seul sur cet ordinateur.</translation>
    </message>
    <message>
        <source>The shapes of this model are not known.</source>
        <translation>Les formes de ce modèle ne sont pas connues.</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Paramètres</translation>
    </message>
    <message>
        <source>All numbers of the model.</source>
        <translation>Tous les nombres du modèle.</translation>
    </message>
    <message>
        <source>Active for a token</source>
        <translation>Actifs pour un token</translation>
    </message>
    <message>
        <source>What one token is multiplied with: one row of the embeddings, and of a mixture of experts the chosen ones.</source>
        <translation>Ce avec quoi un token est multiplié : une ligne des plongements et, d’un mélange d’experts, ceux qui sont choisis.</translation>
    </message>
    <message>
        <source>Bytes of weights a token</source>
        <translation>Octets de poids par token</translation>
    </message>
    <message>
        <source>A reply reads them once for every token: that is what bounds it.</source>
        <translation>Une réponse les lit une fois par token : c’est ce qui la limite.</translation>
    </message>
    <message>
        <source>Work a token</source>
        <translation>Travail par token</translation>
    </message>
    <message>
        <source>%1 GFLOP</source>
        <translation>%1 GFLOP</translation>
    </message>
    <message>
        <source>Two operations for each weight that a token meets: it is multiplied and added.</source>
        <translation>Deux opérations pour chaque poids qu’un token rencontre : il est multiplié et ajouté.</translation>
    </message>
    <message>
        <source>Cache of a token</source>
        <translation>Cache d’un token</translation>
    </message>
    <message>
        <source>Keys and values in 16 bits, which every later token reads.</source>
        <translation>Clés et valeurs en 16 bits, que lit chaque token suivant.</translation>
    </message>
    <message>
        <source>The last reply, measured: %1 tokens/s. It read %2 a token, %3 % of what this memory gives.</source>
        <translation>La dernière réponse, mesurée : %1 tokens/s. Elle a lu %2 par token, %3 % de ce que donne cette mémoire.</translation>
    </message>
    <message>
        <source>Prompt, %1 tokens at once</source>
        <translation>Invite, %1 tokens à la fois</translation>
    </message>
    <message>
        <source>One reply</source>
        <translation>Une réponse</translation>
    </message>
    <message>
        <source>%1 replies, or drafts of one</source>
        <translation>%1 réponses, ou ébauches d’une</translation>
    </message>
    <message>
        <source>The last reply</source>
        <translation>La dernière réponse</translation>
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
        <translation>Automatique</translation>
    </message>
    <message>
        <source>The model that was used last is gone: %1. Put the file back, or choose another model.</source>
        <translation>Le dernier modèle utilisé a disparu : %1. Remettez le fichier ou choisissez un autre modèle.</translation>
    </message>
</context>
<context>
    <name>hearth::app::StdioTransport</name>
    <message>
        <source>The server crashed.</source>
        <translation>Le serveur a planté.</translation>
    </message>
    <message>
        <source>The server ended with status %1.</source>
        <translation>Le serveur s’est terminé avec l’état %1.</translation>
    </message>
    <message>
        <source>The server does not read what it is sent.</source>
        <translation>Le serveur ne lit pas ce qui lui est envoyé.</translation>
    </message>
    <message>
        <source>The server sent a message of more than %1 MB.</source>
        <translation>Le serveur a envoyé un message de plus de %1 Mo.</translation>
    </message>
    <message>
        <source>It said: %1</source>
        <translation>Il a dit : %1</translation>
    </message>
    <message>
        <source>There is no program &quot;%1&quot;. Install it, or correct the command.</source>
        <translation>Il n’y a pas de programme « %1 ». Installe-le, ou corrige la commande.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be started. It has to be a program that you may run, and what it needs has to be installed.</source>
        <translation>« %1 » ne peut pas être lancé. Ce doit être un programme que tu peux exécuter, et ce dont il a besoin doit être installé.</translation>
    </message>
</context>
<context>
    <name>hearth::app::SteadyApplication</name>
    <message>
        <source>The memory was full, so the last action was not carried out. Close other programs, or start Hearth again.</source>
        <translation>La mémoire était pleine, la dernière action n’a donc pas été effectuée. Fermez d’autres programmes ou relancez Hearth.</translation>
    </message>
</context>
<context>
    <name>hearth::app::SummaryWriter</name>
    <message>
        <source>The context has no room for a summary.</source>
        <translation>Le contexte n’a pas de place pour un résumé.</translation>
    </message>
    <message>
        <source>The model wrote no summary.</source>
        <translation>Le modèle n’a écrit aucun résumé.</translation>
    </message>
</context>
<context>
    <name>hearth::app::TokenBranch</name>
    <message>
        <source>This token ends the reply, so there is nothing to continue.</source>
        <translation>Ce token termine la réponse, il n’y a donc rien à continuer.</translation>
    </message>
    <message>
        <source>This token is a part of a character; choose the one after it.</source>
        <translation>Ce token est une partie de caractère&#xa0;; choisissez celui d’après.</translation>
    </message>
    <message>
        <source>The server does not say where in the text this token is, so no reply can begin with it.</source>
        <translation>Le serveur ne dit pas où ce token se trouve dans le texte, aucune réponse ne peut donc commencer par lui.</translation>
    </message>
</context>
<context>
    <name>hearth::app::TokenCosts</name>
    <message>
        <source>%1 replies from servers, at the prices of the time: %2 tokens read, %3 written.</source>
        <translation>%1 réponses de serveurs aux prix d’alors : %2 tokens lus, %3 écrits.</translation>
    </message>
    <message>
        <source>%1 replies of this computer cost nothing; at the price of %2 their %3 tokens read and %4 written would have.</source>
        <translation>%1 réponses de cet ordinateur n’ont rien coûté ; au prix de %2, leurs %3 tokens lus et %4 écrits auraient coûté cela.</translation>
    </message>
    <message>
        <source>Of that, saved by the cache</source>
        <translation>Dont épargné par le cache</translation>
    </message>
    <message>
        <source>%1 tokens were in the cache and were not read again.</source>
        <translation>%1 tokens étaient dans le cache et n’ont pas été relus.</translation>
    </message>
    <message>
        <source>Enter a server&apos;s price for a million tokens under Models, Endpoints, to see what replies cost.</source>
        <translation>Saisissez dans Modèles, Points d’accès ce qu’un serveur demande pour un million de tokens pour voir ce que coûtent les réponses.</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Ce chat</translation>
    </message>
    <message>
        <source>This month, all chats</source>
        <translation>Ce mois-ci, tous les chats</translation>
    </message>
    <message>
        <source>This chat, had a server written it</source>
        <translation>Ce chat, si un serveur l’avait écrit</translation>
    </message>
    <message>
        <source>This month, had a server written all of it</source>
        <translation>Ce mois-ci, si un serveur avait tout écrit</translation>
    </message>
    <message>
        <source>There are no replies yet.</source>
        <translation>Il n’y a pas encore de réponses.</translation>
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
        <translation>Envoyez un message : sa réponse est suivie ici à travers le modèle.</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Mots</translation>
    </message>
    <message>
        <source>The template of the model writes the chat as one text, with marks of who speaks.</source>
        <translation>Le modèle de chat écrit la conversation comme un seul texte, avec des marques de qui parle.</translation>
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
        <translation>Le texte est découpé en morceaux que le modèle connaît, chacun un numéro.</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>%1 reused</source>
        <translation>%1 réutilisés</translation>
    </message>
    <message>
        <source>Keys and values of tokens that stood in front of an earlier reply are still there and are not computed again.</source>
        <translation>Les clés et valeurs des tokens qui précédaient une réponse antérieure sont encore là et ne sont pas recalculées.</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Invite</translation>
    </message>
    <message>
        <source>%1 tokens in %2, %3 a second</source>
        <translation>%1 tokens en %2, %3 par seconde</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>Plongement</translation>
    </message>
    <message>
        <source>one row of %1</source>
        <translation>une ligne sur %1</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Couches</translation>
    </message>
    <message>
        <source>%1 layers, about %2 each</source>
        <translation>%1 couches, environ %2 chacune</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 couches</translation>
    </message>
    <message>
        <source>Each layer looks back at the tokens before (attention), then works on what it has (feed-forward), and adds both. The time is that of a token divided by the layers.</source>
        <translation>Chaque couche regarde les tokens précédents (attention), travaille ensuite sur ce qu’elle a (feed-forward) et ajoute les deux. La durée est celle d’un token divisée par les couches.</translation>
    </message>
    <message>
        <source>Logits</source>
        <translation>Logits</translation>
    </message>
    <message>
        <source>%1 numbers</source>
        <translation>%1 nombres</translation>
    </message>
    <message>
        <source>The last list of numbers is compared with every token of the vocabulary: the more alike, the likelier it comes next.</source>
        <translation>La dernière liste de nombres est comparée à chaque token du vocabulaire : plus ils se ressemblent, plus il est probable qu’il vienne ensuite.</translation>
    </message>
    <message>
        <source>, at the first token %1 of the %2 likeliest stay</source>
        <translation>, au premier token %1 des %2 plus probables restent</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Réglages</translation>
    </message>
    <message>
        <source>temperature %1</source>
        <translation>température %1</translation>
    </message>
    <message>
        <source>Temperature makes likely tokens likelier or less so; top-k, top-p and min-p leave out the rest.</source>
        <translation>La température rend les tokens probables plus ou moins probables ; top-k, top-p et min-p écartent le reste.</translation>
    </message>
    <message>
        <source>Choice</source>
        <translation>Choix</translation>
    </message>
    <message>
        <source>the first token had %1 %</source>
        <translation>le premier token avait %1 %</translation>
    </message>
    <message>
        <source>One of those that are left is drawn by chance.</source>
        <translation>L’un de ceux qui restent est tiré au sort.</translation>
    </message>
    <message>
        <source>One of those that are left is drawn by chance, which begins with the seed %1: the same seed draws the same tokens.</source>
        <translation>L’un de ceux qui restent est tiré au sort ; le hasard part de la graine %1 : la même graine tire les mêmes tokens.</translation>
    </message>
    <message>
        <source>And again</source>
        <translation>Et encore</translation>
    </message>
    <message>
        <source>The token goes in at the top and the next one comes out. %1 were guessed and checked together, %2 of them were right.</source>
        <translation>Le token entre en haut et le suivant sort. %1 ont été devinés et vérifiés ensemble, %2 étaient justes.</translation>
    </message>
    <message>
        <source>The token goes in at the top and the next one comes out, one after the other, until the model says that it is done.</source>
        <translation>Le token entre en haut et le suivant sort, l’un après l’autre, jusqu’à ce que le modèle dise qu’il a fini.</translation>
    </message>
    <message>
        <source>All other tokens go through the layers, many at once, and leave their keys and values in the cache.</source>
        <translation>Tous les autres tokens passent par les couches, beaucoup à la fois, et laissent leurs clés et valeurs.</translation>
    </message>
    <message>
        <source>The number of a token picks a row of a table: a list of numbers that represents it.</source>
        <translation>Le numéro d’un token choisit une ligne d’une table : une liste de nombres qui le représente.</translation>
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
        <translation>%1 a plus d’outils que les %2 qui sont proposés.</translation>
    </message>
    <message>
        <source>Its name cannot be used.</source>
        <translation>Son nom n’est pas utilisable.</translation>
    </message>
    <message>
        <source>The description of its arguments cannot be used.</source>
        <translation>La description de ses arguments n’est pas utilisable.</translation>
    </message>
</context>
<context>
    <name>hearth::app::TrashModel</name>
    <message>
        <source>Deleted today</source>
        <translation>Supprimée aujourd’hui</translation>
    </message>
    <message>
        <source>Deleted yesterday</source>
        <translation>Supprimée hier</translation>
    </message>
    <message>
        <source>Deleted %1 days ago</source>
        <translation>Supprimée il y a %1 jours</translation>
    </message>
    <message>
        <source>erased at the next start</source>
        <translation>effacée au prochain démarrage</translation>
    </message>
    <message>
        <source>erased tomorrow</source>
        <translation>effacée demain</translation>
    </message>
    <message>
        <source>erased in %1 days</source>
        <translation>effacée dans %1 jours</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>The trash could not be read</source>
        <translation>Impossible de lire la corbeille</translation>
    </message>
    <message>
        <source>The chat was not erased</source>
        <translation>La discussion n’a pas été effacée</translation>
    </message>
    <message>
        <source>The trash was not emptied</source>
        <translation>La corbeille n’a pas été vidée</translation>
    </message>
    <message>
        <source>Erasing: %1 of %2 messages</source>
        <translation>Effacement : %1 messages sur %2</translation>
    </message>
</context>
<context>
    <name>hearth::app::VisionDownload</name>
    <message>
        <source>Asking %1</source>
        <translation>Interrogation de %1</translation>
    </message>
    <message>
        <source>%1 has no file for this model that reads pictures.</source>
        <translation>%1 n’a pas de fichier permettant à ce modèle de lire des images.</translation>
    </message>
    <message>
        <source>pictures</source>
        <translation>images</translation>
    </message>
</context>
<context>
    <name>hearth::app::WholeDocuments</name>
    <message>
        <source>They take %1 tokens and there is room for %2: those that do not fit stay out. Choose fewer, or a longer context.</source>
        <translation>Ils prennent %1 tokens et il y a place pour %2 : ceux qui n’y tiennent pas restent dehors. Choisissez-en moins, ou un contexte plus long.</translation>
    </message>
    <message>
        <source>As a whole: %1 of the %2 tokens that there is room for.</source>
        <translation>En entier : %1 des %2 tokens pour lesquels il y a place.</translation>
    </message>
    <message>
        <source>%1 tokens, which do not fit into the context</source>
        <translation>%1 tokens, qui ne tiennent pas dans le contexte</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 tokens</translation>
    </message>
    <message>
        <source>about %1 tokens</source>
        <translation>environ %1 tokens</translation>
    </message>
</context>
<context>
    <name>hearth::app::WordTokens</name>
    <message>
        <source>Load a model to see how its vocabulary splits words.</source>
        <translation>Chargez un modèle pour voir comment son vocabulaire découpe les mots.</translation>
    </message>
    <message>
        <source>Only the server knows how this model splits text into tokens.</source>
        <translation>Seul son serveur sait comment ce modèle découpe le texte en tokens.</translation>
    </message>
    <message>
        <source>%1  ·  %2 × English</source>
        <translation>%1  ·  %2 × l’anglais</translation>
    </message>
    <message>
        <source>Your text</source>
        <translation>Votre texte</translation>
    </message>
    <message>
        <source>A program in Python</source>
        <translation>Un programme en Python</translation>
    </message>
    <message>
        <source>%1 tokens  ·  %2 bytes each</source>
        <translation>%1 tokens  ·  %2 octets chacun</translation>
    </message>
</context>
</TS>
