"""What is said of the broker that a table tells what happens."""

from __future__ import annotations

from engine.text import Text

PART = Text(de="Die Verbindung zum Broker", en="The connection to the broker")

WRONG_LOGIN = Text(
    de="Der Broker {host} kennt den Benutzer „{user}“ nicht oder das Passwort ist falsch; bitte "
    "[mqtt] in table.toml und die Passwortdatei prüfen. Der Abend geht ohne ihn weiter.",
    en='The broker {host} does not know the user "{user}", or the password is wrong; please check '
    "[mqtt] in table.toml and the password file. The evening goes on without it.",
)
TAKEN = Text(
    de="Die Verbindung zum Broker {host} reißt jedes Mal gleich wieder ab; vermutlich meldet sich "
    "dort noch ein Programm als Tisch „{table}“. Bitte jedem Tisch in [mqtt] einen eigenen Namen "
    "geben.",
    en="The connection to the broker {host} keeps breaking off; probably another program joins it "
    'as the table "{table}" too. Please give each table its own name in [mqtt].',
)
NOT_TRUSTED = Text(
    de="Dem Broker {host} ist nicht zu trauen: Sein Zertifikat passt nicht zu {file}. Bitte "
    "ca_file und host in table.toml prüfen. Der Abend geht ohne ihn weiter.",
    en="The broker {host} cannot be trusted: its certificate does not match {file}. Please check "
    "ca_file and host in table.toml. The evening goes on without it.",
)
NO_CERTIFICATES = Text(
    de="Die Zertifikate {file} sind nicht lesbar ({why}); bitte ca_file unter [mqtt] in "
    "table.toml prüfen.",
    en="The certificates {file} cannot be read ({why}); please check ca_file in [mqtt] of "
    "table.toml.",
)
NO_PEM = Text(de="kein Zertifikat im Format PEM", en="no certificate in PEM format")
REFUSED = Text(
    de="Der Broker {host} nimmt den Tisch nicht an ({why}); bitte [mqtt] in table.toml "
    "prüfen. Der Abend geht ohne ihn weiter.",
    en="The broker {host} does not accept the table ({why}); please check [mqtt] in "
    "table.toml. The evening goes on without it.",
)
MAY_NOT_WRITE = Text(
    de="Der Broker {host} lässt den Benutzer „{user}“ nicht unter {topic} schreiben; bitte seine "
    "Rechte dort oder table unter [mqtt] in table.toml prüfen. Der Abend geht ohne ihn weiter.",
    en='The broker {host} does not let the user "{user}" write under {topic}; please check '
    "the user's rights there, or table in [mqtt] of table.toml. The evening goes on "
    "without it.",
)
TOO_LONG = Text(
    de="Der Broker {host} nimmt eine Meldung nicht an, weil sie ihm zu lang ist; bitte in seinen "
    "Einstellungen max_packet_size streichen oder auf 300000 setzen. Verloren ist nichts.",
    en="The broker {host} does not accept a message because it is too long for it; please delete "
    "max_packet_size from its settings, or set it to 300000. Nothing is lost.",
)
AWAY = Text(
    de="Der Broker {host}, Port {port}, ist nicht zu erreichen ({why}); bitte prüfen, ob er läuft.",
    en="The broker {host}, port {port}, cannot be reached ({why}); please check that it runs.",
)
NOBODY = Text(de="dort läuft keiner", en="none is running there")
NO_WAY = Text(de="kein Netz dorthin", en="no network to it")
SILENT = Text(de="er antwortet nicht", en="it does not answer")
NO_TLS = Text(de="keine verschlüsselte Verbindung", en="no encrypted connection")
BROKE_OFF = Text(de="die Verbindung ist abgerissen", en="the connection broke off")
NO_EXTRA = Text(
    de="table.toml nennt unter [mqtt] einen Broker, aber dem Programm fehlt, was dazu gehört; "
    'bitte „pip install "mehrkopf[mqtt]"“ eingeben. Der Abend geht ohne ihn weiter.',
    en="table.toml names a broker in [mqtt], but the program lacks what it takes; please enter "
    '“pip install "mehrkopf[mqtt]"”. The evening goes on without it.',
)
UNSENT = Text(
    de="Bei der Turnierleitung fehlen noch {count} Meldungen dieses Tisches. Sie sind hier "
    "aufgeschrieben und kommen von selbst nach; einfach weiterspielen.",
    en="The organiser still lacks {count} messages from this table. They are recorded here and "
    "will be sent by themselves; just play on.",
)
KNOWS_MORE = Text(
    de="Die Turnierleitung hat von diesem Tisch Spiele, die hier nicht mehr aufgeschrieben sind; "
    "verloren sind sie nicht. Bitte einfach weiterspielen und der Turnierleitung sagen, ob die "
    "nächsten Spiele neue sind oder dieselben noch einmal.",
    en="The organiser has deals from this table that are no longer recorded here; they are not "
    "lost. Please just play on and tell the organiser whether the next deals are new ones or the "
    "same ones again.",
)
CHECK_OFF = Text(
    de="keiner; mit dem Abschnitt [mqtt] in table.toml sagt der Tisch einem Broker, was geschieht",
    en="none; the section [mqtt] in table.toml has the table tell a broker what happens",
)
CHECK_SAFE = Text(
    de="{host} nimmt „{user}“ an, verschlüsselt; der Tisch heißt dort {table}",
    en='{host} accepts "{user}", encrypted; the table is called {table} there',
)
CHECK_PLAIN = Text(
    de="{host} nimmt „{user}“ an, unverschlüsselt; der Tisch heißt dort {table}. Mit ca_file unter "
    "[mqtt] wird verschlüsselt",
    en='{host} accepts "{user}", not encrypted; the table is called {table} there. With ca_file in '
    "[mqtt] it is encrypted",
)
