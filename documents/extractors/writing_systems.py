"""How languages are written, as far as it helps to tell which encoding a text is in.

A text that is read in the wrong encoding has letters that no one language has, signs inside words, capitals in their
middle, or letters that are rare where common ones belong.
"""

from dataclasses import dataclass

_RUSSIAN = "абвгдежзийклмнопрстуфхцчшщъыьэюя"


@dataclass(frozen=True, slots=True)
class Language:
    """`letters` beyond ASCII, in lower case; empty for a script of thousands, whose `ranges` say what belongs to it.

    `common` are letters that make up at least `share` of an ordinary text; none where they tell nothing. A text with
    fewer of them still has the likeness `least`. `finals` only end a word. Fewer different letters than `fewest` do not
    tell.
    """

    letters: frozenset[str] = frozenset()
    ranges: tuple[tuple[int, int], ...] = ()
    common: frozenset[str] = frozenset()
    share: float = 0.0
    least: float = 0.0
    finals: frozenset[str] = frozenset()
    fewest: int = 1

    def has(self, letter: str) -> bool:
        """Whether it is written with this letter, which is in lower case."""
        return letter in self.letters or any(first <= ord(letter) <= last for first, last in self.ranges)


def _latin(letters: str) -> Language:
    return Language(frozenset(letters))


def _alphabet(letters: str, common: str, share: float = 0.45) -> Language:
    return Language(frozenset(letters), common=frozenset(common), share=share)


def _characters(ranges: tuple[tuple[int, int], ...], common: str, share: float) -> Language:
    return Language(ranges=ranges, common=frozenset(common), share=share, fewest=6)


_FRENCH = Language(frozenset("àâæçéèêëîïôœùûüÿ"), common=frozenset("éèàê"), share=0.5, least=0.85)
WESTERN = (
    _latin("äöüß"), _FRENCH, _latin("áéíñóúüªº"), _latin("áàâãçéêíóôõúüªº"), _latin("àèéìíîòóùú"),
    _latin("áéèëïíóöüú"), _latin("æøåéàò"), _latin("åäöé"), _latin("áðéíóúýþæö"), _latin("àçéèíïóòúü"),
)  # fmt: skip
CENTRAL = (
    _latin("ąćęłńóśźż"), _latin("áčďéěíňóřšťúůýž"), _latin("áäčďéíĺľňóôŕšťúýž"), _latin("áéíóöőúüű"),
    _latin("ăâîşţșț"), _latin("čćđšž"), _latin("äöüß"),
)  # fmt: skip
BALTIC = (_latin("ąčęėįšųūž"), _latin("āčēģīķļņšūž"), _latin("äöõüšž"))
TURKISH = (Language(frozenset("çğıi\u0307öşüâîû"), common=frozenset("ığş"), share=0.3, least=0.85),)
CYRILLIC = (
    _alphabet(_RUSSIAN + "ё", "оеаинтсрвл"),
    _alphabet(_RUSSIAN.translate(str.maketrans("", "", "ыэъ")) + "іїєґ", "оаинтевірс"),
    _alphabet(_RUSSIAN.translate(str.maketrans("", "", "ищъ")) + "ёіў", "аіеноырст"),
    _alphabet(_RUSSIAN.translate(str.maketrans("", "", "ыэ")), "аоеинтсрвл"),
    _alphabet("абвгдђежзијклљмнњопрстћуфхцчџшѓѕќ", "аоеинтсрјв"),
)
GREEK = (
    Language(
        frozenset("αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ"),
        common=frozenset("αοιετσνηςί"),
        share=0.45,
        finals=frozenset("ς"),
    ),
)
HEBREW = (
    Language(
        frozenset("אבגדהוזחטיךכלםמןנסעףפץצקרשת"),
        common=frozenset("יוהלאתמרשב"),
        share=0.45,
        finals=frozenset("ךםןףץ"),
    ),
)
ARABIC = (
    Language(
        frozenset("ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژگ"), ((0x064B, 0x0652),), frozenset("اليمنوترب"), share=0.45
    ),
)
THAI = (Language(ranges=((0x0E01, 0x0E5B),), common=frozenset("าน่รอกเงม้ั"), share=0.35),)
_KANA, _HAN, _SIGNS = (0x3040, 0x30FF), (0x4E00, 0x9FFF), ((0x3000, 0x303F), (0xFF01, 0xFF60), (0xFFE0, 0xFFE6))
JAPANESE = (_characters((_KANA, _HAN, *_SIGNS), "のにはをたがでてとしれさいるなかまっこすりもくアインスルト", 0.25),)
CHINESE = (
    _characters(
        (_HAN, *_SIGNS),
        "的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能"
        "好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长月合约第条法应五承租约"
        "這來國個說們為時過學對裡後麼發當無開經頭動兩長約條應",
        0.12,
    ),
)
KOREAN = (
    _characters(((0xAC00, 0xD7A3), *_SIGNS), "이다는의에을를가은하고지서한로기도사나리자인정대일시어해년월", 0.2),
)
