"""The house rules of Sheepshead and its preset."""

from __future__ import annotations

from engine.games.common_options import SCORING_OPTIONS
from engine.games.sheepshead.contract import CALLED, JACK, NOBODY
from engine.options import Choice, Flag, OptionSpec, Preset, Sourced, Theme, Whole
from engine.text import Text

_PICKING = (
    OptionSpec(
        "all_pass",
        Choice(
            {
                "leaster": Text(de="es wird ein Leaster gespielt", en="a leaster is played"),
                "doubler": Text(
                    de="neu geben, das nächste Spiel zählt doppelt",
                    en="deal again, the next deal counts double",
                ),
                "forced_pick": Text(de="der Geber muss aufnehmen", en="the dealer must pick"),
            }
        ),
        Text(de="Was geschieht, wenn niemand aufnimmt", en="What happens when nobody picks"),
    ),
    OptionSpec(
        "crack",
        Choice(
            {
                "off": Text(de="nichts", en="nothing"),
                "crack": Text(de="Crack", en="crack"),
                "recrack": Text(de="Crack und Recrack", en="crack and recrack"),
            }
        ),
        Text(
            de="Was vor dem ersten Ausspiel zum Verdoppeln gesagt werden darf",
            en="What may be said before the first lead to double the stakes",
        ),
    ),
)

_PARTNER = (
    OptionSpec(
        "partner_method",
        Choice(
            {
                "usual": Text(
                    de="zu viert niemand, ab fünf Spielern der Karo-Bube",
                    en="nobody with four, the jack of diamonds with five and more",
                ),
                JACK: Text(de="der Karo-Bube", en="the jack of diamonds"),
                CALLED: Text(de="ein gerufenes Ass", en="a called ace"),
                NOBODY: Text(de="niemand", en="nobody"),
            }
        ),
        Text(
            de="Wer den Partner bestimmt, wenn das Spiel es nicht sagt",
            en="How the partner is found, if the deal does not say",
        ),
    ),
    OptionSpec(
        "call_up",
        Choice(
            {
                "never": Text(de="nie", en="never"),
                "forced_dealer": Text(
                    de="nur wer als Geber aufnehmen muss", en="only a dealer who must pick"
                ),
                "always": Text(de="immer", en="always"),
            }
        ),
        Text(
            de="Wann ein Picker mit dem Karo-Buben den nächsten Buben rufen darf",
            en="When a picker with the jack of diamonds may call the next jack",
        ),
    ),
)

_SCORING = (
    OptionSpec(
        "double_on_bump",
        Flag(),
        Text(
            de="Ob ein verlorenes Spiel des Pickers doppelt zählt",
            en="Whether the picker's loss counts double",
        ),
    ),
    OptionSpec(
        "forced_bump",
        Flag(),
        Text(
            de="Ob es auch doppelt zählt, wenn der Geber aufnehmen musste",
            en="Whether it also counts double when the dealer had to pick",
        ),
    ),
    OptionSpec(
        "picker_share",
        Whole(
            2,
            2,
            {
                "rest": Text(
                    de="was Gegner und Partner übrig lassen",
                    en="what opponents and partners leave",
                ),
            },
        ),
        Text(
            de="Wie viele Teile der Picker bekommt oder zahlt, wo jeder Partner einen hat",
            en="How many shares the picker gets or pays, where each partner has one",
        ),
    ),
    OptionSpec(
        "declarer_schneider_free",
        Whole(
            1,
            60,
            {
                "never": Text(
                    de="sie zahlen nie Schneider oder Schwarz",
                    en="they never pay for Schneider or for no trick",
                ),
            },
        ),
        Text(
            de="Mit wie vielen Augen die verlierende Picker-Partei schneiderfrei ist",
            en="How many points keep the picker's losing side out of Schneider",
        ),
    ),
    OptionSpec(
        "bury_if_trickless",
        Choice(
            {
                "picker": Text(de="für den Picker", en="for the picker"),
                "opponents": Text(de="für die Gegner", en="for the opponents"),
            }
        ),
        Text(
            de="Für wen das Vergrabene zählt, wenn der Picker und seine Partner keinen Stich haben",
            en="Who gets the buried points if the picker and partners take no trick",
        ),
    ),
)

_LEASTER = (
    OptionSpec(
        "leaster_blind",
        Choice(
            {
                "ignored": Text(de="zu keinem", en="to none"),
                "dealer_names": Text(
                    de="zu dem, den der Geber vorher nennt",
                    en="to the one the dealer names beforehand",
                ),
                "first": Text(de="zum ersten", en="to the first"),
                "last": Text(de="zum letzten", en="to the last"),
            }
        ),
        Text(
            de="Zu welchem Stich der Blind im Leaster zählt, wenn das Spiel es nicht sagt",
            en="Which trick the blind goes to in a leaster, if the deal does not say",
        ),
    ),
    OptionSpec(
        "leaster_peek",
        Flag(),
        Text(
            de="Ob, wer den Blind mit einem Stich bekommt, ihn gleich ansehen darf",
            en="Whether whoever wins the blind with a trick may look at it at once",
        ),
    ),
    OptionSpec(
        "leaster_needs_trick",
        Flag(),
        Text(
            de="Ob den Leaster nur gewinnt, wer einen Stich hat",
            en="Whether it takes a trick to win a leaster",
        ),
    ),
    OptionSpec(
        "leaster_tie",
        Choice(
            {
                "split": Text(de="sie teilen sich den Gewinn", en="they split what is paid"),
                "none": Text(de="niemand zahlt", en="nobody pays"),
            }
        ),
        Text(
            de="Was gilt, wenn im Leaster mehrere gleich wenig Augen haben",
            en="What happens when several tie for the fewest points in a leaster",
        ),
    ),
)

_ERRORS = (
    OptionSpec(
        "revoke",
        Choice(
            {
                "offender_pays_all": Text(
                    de="wer ihn gemacht hat, zahlt jeden anderen Spieler allein",
                    en="whoever made it pays every other player, alone",
                ),
                "none": Text(de="nichts", en="nothing"),
            }
        ),
        Text(de="Was ein Fehler kostet", en="What an error costs"),
    ),
)

THEMES = (
    Theme(Text(de="Aufnehmen und Verdoppeln", en="Picking and doubling"), _PICKING),
    Theme(Text(de="Partner", en="Partner"), _PARTNER),
    Theme(Text(de="Abrechnung", en="Scoring"), _SCORING),
    Theme(Text(de="Der Stand des Abends", en="The evening's score"), SCORING_OPTIONS),
    Theme(Text(de="Leaster", en="Leaster"), _LEASTER),
    Theme(Text(de="Fehler", en="Errors"), _ERRORS),
)

SHEEPSHEAD_PRESET = Preset(
    "sheepshead",
    Text(de="Sheepshead", en="Sheepshead"),
    {
        "all_pass": Sourced("leaster", "PG Pick and Win: table rules specify which"),
        "crack": Sourced("recrack", "PG Crack and Recrack: some groups also recrack"),
        "partner_method": Sourced("usual", "PG Identifying a Partner: two methods are common"),
        "call_up": Sourced("always", "PG Identifying a Partner: some groups allow it"),
        "double_on_bump": Sourced(True, "PG Keeping Score"),
        "forced_bump": Sourced(True, "PG Dealer forced to pick: they may waive it"),
        "picker_share": Sourced("rest", "PG is silent: what the others leave"),
        "declarer_schneider_free": Sourced(31, "PG Keeping Score: one point beyond the threshold"),
        "bury_if_trickless": Sourced(
            "picker", "PG Pick and Win: points buried count for the picker"
        ),
        "scoring": Sourced(
            "units", "PG Keeping Score: scores may be negative and add up to nothing"
        ),
        "unit": Sourced(5, "PG Keeping Score: a nickel per point perhaps"),
        "leaster_blind": Sourced("ignored", "PG Keeping Score: some groups ignore it"),
        "leaster_peek": Sourced(True, "PG Keeping Score: usually allowed"),
        "leaster_needs_trick": Sourced(True, "PG Keeping Score: most groups ask for one"),
        "leaster_tie": Sourced("split", "PG is silent"),
        "revoke": Sourced("offender_pays_all", "PG is silent; DE Abrechnung"),
    },
)
