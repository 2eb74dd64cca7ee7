"""Slips as people make them who write their first rulebooks: what they have in place of what stands in a right line.

Each class has patterns, with what is written in their place; or a function that makes other lines of a text of one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

BLANKS = 4
NAME = r"[A-Z][\w'-]*(?: [A-Z][\w'-]*)*"
OWN = r"[a-z][\w-]*"
ASIDE = re.compile(r'"[^"]*"?|\[[^\]]*\]|--.*')  # texts, clauses and notes

INSTEAD: dict[str, Sequence[tuple[str, str]]] = {
    "an article missing": (
        (rf"\b(?:the|a|an) (?={NAME})", ""),
        (rf"\bthe (?={OWN} of )", ""),
        (rf"\bthe (?={OWN}$)", ""),
        (r"^(    move) (?:the|a|every) ", r"\1 "),
    ),
    "an article too much": (
        (r"\b(is|becomes) (not )?(?=[a-z][\w-]*$)(?!nothing|the|empty$)", r"\1 \2a "),
        (r"\b(for each|every) (?=[A-Z])", r"\1 the "),
        (rf"\b(from|wins|of) (?=[A-Z]\w*$)", r"\1 the "),
        (rf"^(    (?:when|then|given)) (?=[A-Z]\w* )", r"\1 the "),
        (rf"^((?:board|place|piece|phase|action|table)) (?=[A-Z])", r"\1 a "),
        (rf"^(    has) an? (?={NAME}$)", r"\1 the "),
        (r"\b(the number of|takes|among) (?=[A-Z])", r"\1 the "),
    ),
    "another article": (
        (rf"\bthe (?={NAME} (?:is|of|to|in)\b)", "a "),
        (rf"\ba (?={NAME} (?:is|in|to|that)\b)", "the "),
        (rf"\bthere is an? (?={NAME})", "there is the "),
        (rf"^(action .*?)\b(on|to|with|from) an? (?={NAME})", r"\1\2 the "),
        (rf"^(the .* of|to \w+) an? (?={NAME})", r"\1 the "),
    ),
    "every, each, all, any": (
        (rf"\bevery (?={NAME})", "all "), (rf"\bevery (?={NAME})", "all the "), (rf"\bevery (?={NAME})", "each "),
        (rf"\bevery ({NAME})", r"all \1s"), (rf"\bevery ({NAME})", r"all of the \1s"), (rf"\bevery ({NAME})", r"the \1s"),
        (rf"\bfor each (?={NAME})", "for every "), (rf"\bfor each ({NAME})", r"for all \1s"),
        (rf"\bfor each (?={NAME})", "each "), (rf"\bis an? (?={NAME})", "is any "), (rf"\ba (?={NAME} (?:in|on)\b)", "any "),
    ),
    "a plural for one": (
        (rf"\b(a|the|every|for each) ({NAME})\b(?! of)", r"\1 \2s"),
        (rf"^(piece|action \w+ an?|to \w+ an?) ({NAME})$", r"\1 \2s"),
        (rf"^(    has an?) ({NAME})$", r"\1 \2s"),
    ),
    "one for a plural": (
        (rf"\b(number of|[2-9]|takes|among) ({NAME})s\b", r"\1 \2"),
        (rf"\b(number of) ({NAME})s\b", r"\1 a \2"),
        (rf"^(    there) are (?=\d)", r"\1 is "),
        (rf"\b(then|given) there are (?=\d)", r"\1 there is "),
    ),
    "capitals": (
        (rf"(?<=the )([A-Z])(\w*)\b", r"\L1\2"),
        (rf"(?<=[a-z] )([A-Z])(\w*)$", r"\L1\2"),
        (rf"\b(is|becomes) ([a-z])([\w-]*)$", r"\1 \U2\3"),
        (rf"\b(?:the) ([a-z])([\w-]*) (?=of\b)", r"the \U1\2 "),
        (rf"^(    )([a-z])", r"\1\U2"),
        (rf"^([a-z])(?=\w+ )", r"\U1"),
        (rf"\b(may|must|do|does) ([A-Z])", r"\1 \L2"),
    ),
    "letters": (
        (r"\b([a-z]+)([a-z])([a-z])([a-z]*)\b(?<=\w{5})", r"\1\3\2\4"),
        (r"\b([a-z]{2})[a-z]([a-z]{2,})\b", r"\1\2"),
        (r"\b([A-Z]\w)(\w)(\w+)\b", r"\1\3"),
        (r"\b([A-Z]\w)(\w)(\w+)\b", r"\1\2\2\3"),
        (r"\b([a-z]{3})([a-z])([a-z]+)\b", r"\1\2\2\3"),
    ),
    "of turned round": (
        (rf"\bthe ({NAME}) of the ({NAME})\b", r"the \2's \1"),
        (rf"\bthe ({NAME}) of ([A-Z]\w*)\b", r"\2's \1"),
        (rf"\bthe ({OWN}) of the ({NAME})\b", r"the \2's \1"),
        (rf"\bthe ({NAME}) of the ({NAME})\b", r"the \1 from the \2"),
        (rf"\bthe ({NAME}) of the ({NAME})\b", r"\1 of \2"),
        (rf"\bthe ({NAME}) of the ({NAME})\b", r"the \2 \1"),
        (rf"\bthe ({OWN}) of the ({NAME})\b", r"the \2 \1"),
        (rf"\bthe (opponent|owner) of the ({NAME})\b", r"\2's \1"),
        (rf"\bof the opponent of the Player\b", "of the opponent"),
    ),
    "another preposition": (
        (r"\bin the\b", "on the"), (r"\bin the\b", "at the"), (r"\bin the\b", "from the"), (r"\bin the\b", "inside the"),
        (r"\bon the\b", "in the"), (r"\bon the\b", "at the"), (r"\bto the\b", "into the"), (r"\bto the\b", "onto the"),
        (r"\bto the\b", "in the"), (r"\bto the\b", "on the"), (r"\bfor the\b", "to the"), (r"\bfor the\b", "of the"),
        (r"\bwith the\b", "by the"), (r"\bby (?=\d|the)", "with "), (r"\bfrom the\b", "of the"), (r"\bamong\b", "of"),
        (r"\bamong\b", "from"), (r"\bamong\b", "between"), (r"\bon ([A-Z]\d)\b", r"in \1"), (r"\bto ([A-Z]\d)\b", r"on \1"),
        (r"^(    starts) in\b", r"\1 on"), (r"^(    starts) on\b", r"\1 in"), (r"^(    starts) in\b", r"\1 at"),
        (r"\bof the\b", "in the"), (r"^(    made) of\b", r"\1 from"), (r"\bto an? (?=[A-Z])", "on a "),
    ),
    "a verb for to move": (
        (r"\bmove (.*) to the ", r"put \1 in the "), (r"\bmove (.*) to the ", r"place \1 on the "),
        (r"\bmove (.*) to the ", r"lay \1 on the "), (r"\bmove (.*) to the ", r"return \1 to the "),
        (r"\bmove (.*) to the ", r"discard \1 to the "), (r"\bmove (.*) to the ", r"transfer \1 to the "),
        (r"\bmove (.*) in (the .*) to the ", r"take \1 from \2 into the "), (r"\bmove (.*) to the ", r"add \1 to the "),
        (r"\bmove the top of (the .*) to (the Hand of the Player)$", r"draw a card from \1"),
        (r"\bmove the top of (the .*) to (the Hand of the Player)$", r"the Player draws the top card of \1"),
        (r"\bmove (.*) to the Hand of the Player$", r"the Player takes \1"), (r"\bmove (.*) to the Box$", r"remove \1"),
        (r"\bmove (.*) to the Box$", r"discard \1"), (r"\bmove (.*) to (the \w+ of the (?!Player)\w+)$", r"give \1 to \2"),
        (r"^(    )move (.*)", r"\1\2 moves"), (r"\bmove (.*) to the ", r"\1 goes to the "), (r"\bmove\b", "moves"),
    ),
    "a verb for another": (
        (r"\brises by (.*)$", r"increases by \1"), (r"\brises by (.*)$", r"goes up by \1"), (r"\bfalls by\b", "decreases by"),
        (r"\bfalls by\b", "goes down by"), (r"^(    )(the .*) rises by (\d+)$", r"\1increase \2 by \3"),
        (r"^(    )(the .*) rises by (\d+)$", r"\1add \3 to \2"), (r"^(    )(the .*) falls by (\d+)$", r"\1subtract \3 from \2"),
        (r"^(    )(the .*) falls by (\d+)$", r"\1reduce \2 by \3"), (r"^(    )(the .*) becomes (.*)$", r"\1set \2 to \3"),
        (r"\bbecomes\b", "is set to"), (r"\bbecomes\b", "is now"), (r"\bbecomes\b", "turns"), (r"\bbecomes\b", "changes to"),
        (r"\bchooses\b", "picks"), (r"\bchooses\b", "selects"), (r"\bchooses\b", "must choose"), (r"\bthe Player chooses\b", "choose"),
        (r"\brolls\b", "throws"), (r"\bscores (\d+)", r"gets \1 points"), (r"\bscores (\d+)", r"gains \1"),
        (r"\bscores\b", "earns"), (r"\bloses (\d+)", r"pays \1"), (r"\bwins$", "is the winner"), (r"\bwins$", "has won"),
        (r"\bwins$", "wins the game"), (r"\bnobody wins\b", "it is a draw"), (r"\bshow\b", "reveal"), (r"\bshuffle\b", "mix"),
        (r"\bswap\b", "exchange"), (r"\brepeat\b", "do"), (r"\bshuffle the ([A-Z]\w*)", r"the \1 is shuffled"),
        (r"\btake turns from ([A-Z]\w*)", r"take turns, starting with \1"), (r"\btake turns from\b", "players take turns from"),
        (r"\bpasses\b", "skips"), (r"\bis owned by\b", "belongs to"), (r"\bopen\b", "start"),
    ),
    "a verb of a thing": (
        (r"^    has an? ", "    have a "), (r"^    has an? ", "    owns a "), (r"^    takes ", "    contains "),
        (r"^    takes ", "    holds "), (r"^    takes ", "    can hold "), (r"^    starts (in|on) ", r"    begins \1 "),
        (r"^    starts (in|on) ", r"    start \1 "), (r"^    starts (in|on) ", r"    is \1 "), (r"^    can be ", "    may be "),
        (r"^    there (?:is|are) (.*) for each ", r"    each player has \1 for each "), (r"^    there are (\d+)$", r"    \1"),
        (r"^    there are (\d+) for each Player$", r"    each Player has \1"), (r"^    there are (\d+)$", r"    count \1"),
        (r"^    there is one for each Player$", "    one for each Player"), (r"^    there is one for each Player$", "    one per player"),
        (r"^    there is one for each Player$", "    each Player has one"), (r"^    seen by ", "    visible to "),
        (r"^    seen by nobody$", "    hidden"), (r"^    seen by the owner$", "    only the owner sees it"),
        (r"^    keeps order$", "    ordered"), (r"^    made of ", "    consists of "), (r"^    two are ", "    plural "),
    ),
    "is": (
        (r"\bis (?=at (?:least|most)|more|less|\d)", "are "), (r"\bis (?=[a-z-]+$)", "was "),
        (r"^    only if (.*?) is ", r"    only if \1 must be "), (r"^    only if (.*?) is ", r"    only if \1 has to be "),
        (r"\bis (?=\d)", "equals "), (r"\bis (?=\d)", "= "), (r"\bis (?=\d)", "== "), (r"\bis (?=\d)", "is equal to "),
        (r"\bis (?=[a-z-]+$)", "has been "), (r"\bis not\b", "isn't"), (r"\bis not\b", "!="),
        (r"\bis (?=in |on )", "lies "), (r"\bis (?=the )", "is equal to "), (r"\bis the\b", "is same as the"),
    ),
    "comparisons": (
        (r"\bis more than\b", "is greater than"), (r"\bis more than\b", ">"), (r"\bis more than\b", "exceeds"),
        (r"\bis more than\b", "is higher than"), (r"\bis more than\b", "is bigger than"), (r"\bis less than\b", "is smaller than"),
        (r"\bis less than\b", "<"), (r"\bis less than\b", "is lower than"), (r"\bis less than\b", "is fewer than"),
        (r"\bis at least\b", "is greater than or equal to"), (r"\bis at least\b", ">="), (r"\bis at least (\d+)", r"is \1 or more"),
        (r"\bis at least\b", "is not less than"), (r"\bis at most\b", "is no more than"), (r"\bis at most\b", "<="),
        (r"\bis at most (\d+)", r"is \1 or less"), (r"\bis at most\b", "is less than or equal to"),
        (r"\bis at most (\d+)", r"is \1 or fewer"), (r"\bis at least\b", "reaches"), (r"\bis at least (\d+)", r"is minimum \1"),
        (r"\bthe number of (\w+) (in|on) (.*) is (at least|more than|less than) (.*)$", r"there are \4 \5 \1 \2 \3"),
    ),
    "lists": (
        (r"\b(\w+) or (\w+) or (\w+)$", r"\1, \2 or \3"), (r"\b(\w+) or (\w+) or (\w+)$", r"\1, \2, \3"), (r" or ", " / "),
        (r"\b(\w+), (\w+)$", r"\1 and \2"), (r"\b(\w+), (\w+), (\w+)$", r"\1, \2 and \3"), (r"\b(\w+), (\w+)$", r"\1; \2"),
        (r"\b(\w+), (\w+), (\w+)$", r"\1, \2, and \3"), (r"\b(\w+), (\w+)$", r"\1 or \2"), (r", ", " "),
        (r" and (?=the\b|that\b|there\b)", ", "), (r" and (?=the\b|that\b|there\b)", " & "), (r" and (?=the\b|that\b)", ", and "),
        (r" or (?=the\b|there\b)", ", or "), (r" or (?=[A-Z])", " and "),
    ),
    "if": (
        (r"\bif (.*), (?=the|move|nobody)", r"if \1 then "), (r"\bif (.*), (?=the|move|nobody)", r"if \1: "),
        (r"\bif (.*), (?=the|move|nobody)", r"if \1, then "), (r"\bif (.*), (?=the|move|nobody)", r"when \1, "),
        (r"^( +)if (.*), (.*)$", r"\1\3 if \2"), (r"^( +)if ([^,]*)$", r"\1if \2 then"), (r"^( +)if ([^,]*)$", r"\1if \2:"),
        (r"^( +)if ([^,]*)$", r"\1when \2"), (r"^( +)if ([^,]*)$", r"\1if \2,"), (r"^( +)if ([^,]*)$", r"\1in case \2"),
        (r"\botherwise\b", "else"), (r"\botherwise$", "otherwise:"), (r", otherwise ", " else "), (r", otherwise ", " otherwise "),
        (r"^( +)only if ", r"\1if "), (r"^( +)only if ", r"\1requires "), (r"^( +)only if ", r"\1only when "),
        (r"^( +)only if ", r"\1needs "), (r"\botherwise if\b", "else if"), (r"^( +)while ", r"\1as long as "),
        (r"^( +)only if there is ", r"\1there must be "), (r"\buntil\b", "till"), (r"\bwhen$", "if"),
        (r"^(an? .*) when (.*)", r"\1 if \2"), (r"^(    )after an? ", r"\1when a "), (r"\bunless\b", "if not"),
    ),
    "order in a sentence": (
        (r"^( +)move (.*) in (the .*) to (the .*)$", r"\1move \2 to \4 from \3"),
        (r"^( +)move (.*) in (the .*) to (the .*)$", r"\1move \2 from \3 to \4"),
        (r"^( +)move (.*) in (the .*) to (the .*)$", r"\1from \3 move \2 to \4"),
        (r"^( +)move (.*) to (the .*)$", r"\1move to \3 \2"), (r"^( +)(the .*) rises by (.*)$", r"\1by \3 \2 rises"),
        (r"^( +)take turns from (\w+) until (.*)$", r"\1until \3 take turns from \2"),
        (r"^( +)there (?:is|are) (\w+) for each (.*)$", r"\1for each \3 there is \2"),
        (r"^( +)(then|only if) there (is|are) (.*) (in|on) (the .*)$", r"\1\2 \5 \6 there \3 \4"),
        (r"^( +)(only if .*), called (.*)$", r"\1\3: \2"), (r"^( +)(only if .*), called (.*)$", r"\1called \3, \2"),
        (r"^( +)has an? (\w+), seen by (.*)$", r"\1\2 seen by \3"), (r"^the game ends when (.*)$", r"when \1 the game ends"),
        (r"^( +)the Player (may|must) (.*)$", r"\1\3 \2 the Player"), (r"^(the .*) means (.*)$", r"\2 is \1"),
        (r"^( +)(\d) times each turn", r"\1each turn \2 times"), (r"^( +)once each turn$", r"\1each turn once"),
    ),
    "brackets": (
        (r"\(([^()]*)\)", r"\1"), (r"\(([^()]*)\)", r"[\1]"), (r"\b(is(?: at least| more than)?) (the .*)$", r"\1 (\2)"),
        (r"\bif (.*?)(,|$)", r"if (\1)\2"), (r"\((.*)$", r"\1"), (r"\)", ""), (r"\b(the number of \w+) in (the \w+)", r"\1 (in \2)"),
        (r"\b(becomes|by) (\w+)$", r"\1 (\2)"),
    ),
    "the end of a line": (
        (r"^((?:action|piece|place|board|phase|to|setup|play|table|power|rule)\b.*)$", r"\1:"),
        (r"^(the game ends when .*)$", r"\1:"), (r"^(.* (?:means|when))$", r"\1:"), (r"^( +for each .*)$", r"\1:"),
        (r"^( +.*[\w])$", r"\1."), (r"^( +.*[\w])$", r"\1;"), (r"^( +.*[\w])$", r"\1,"), (r"^( +)([\w])", r"\1- \2"),
        (r"^( +either .*| +or .*)$", r"\1:"), (r"^( +.*\b(?:may|must) .*)$", r"\1:"), (r"^( +take turns .*)$", r"\1:"),
    ),
    "signs": (
        (r"^( +)(the .*) becomes (.*)$", r"\1\2 := \3"), (r"^( +)(the .*) becomes (.*)$", r"\1\2 = \3"),
        (r"\blet ([\w-]+) be ", r"let \1 = "), (r"\blet ([\w-]+) be ", r"\1 = "), (r"\blet ([\w-]+) be ", r"let \1 be equal to "),
        (r"\blet ([\w-]+) be ", r"let \1 mean "), (r"\blet ([\w-]+) be ", r"let the \1 be "), (r"^(the .*) means ", r"\1 = "),
        (r"^(the .*) means ", r"\1 is "), (r"^(the .*) means ", r"\1: "), (r"^(the .*) means ", r"\1 means that "),
        (r"^(\w+) is from (\d+) to (\d+)$", r"\1: \2 to \3"), (r"^(\w+) is from (\d+) to (\d+)$", r"\1 is \2-\3"),
        (r"^(\w+) is from (\d+) to (\d+)$", r"\1 is between \2 and \3"), (r"^(\w+) is from (\d+) to (\d+)$", r"\1 is \2 to \3"),
        (r"^(\w+) is from (\d+) to (\d+)$", r"\1 is a number from \2 to \3"), (r"^(\w+) is one of ", r"\1: "),
        (r"^(\w+) is one of ", r"\1 = "), (r"^(\w+) is one of ", r"\1 is "), (r"^(\w+) is one of ", r"\1 can be "),
        (r"^(\w+) is one of ", r"\1 are "), (r" plus ", " + "), (r" minus ", " - "), (r" multiplied by ", " * "),
        (r" multiplied by ", " times "), (r" divided by ", " / "), (r"\brises by (\d+)$", r"+= \1"),
        (r"^( +)(the .*) rises by (\d+)$", r"\1\2 becomes \2 plus \3"),
    ),
    "a word of a head": (
        (r"^action (\w+) ", r"\1 "), (r"^action (\w+)", r"action: \1"), (r"^action (\w+)", r"move \1"), (r"^to (\w+) ", r"\1 "),
        (r"^to (\w+) ", r"verb \1 "), (r"^to (\w+) ", r"action \1 "), (r"^(the .*) means$", r"\1"), (r"^piece ", ""),
        (r"^piece ", "component "), (r"^piece ", "pieces "), (r"^piece ", "a piece "), (r"^piece ", "card "), (r"^place ", ""),
        (r"^place ", "area "), (r"^place ", "zone "), (r"^place ", "places "), (r"^phase (\w+)$", r"round \1"),
        (r"^phase (\w+)$", r"\1"), (r"^phase (\w+)$", r"phase of \1"), (r"^phase (\w+)$", r"\1 phase"), (r"^setup$", "set up"),
        (r"^setup$", "setup phase"), (r"^setup$", "start"), (r"^table (\w+)$", r"\1"), (r"^table (\w+)$", r"table of \1s"),
        (r"^the game ends when ", "game ends when "), (r"^the game ends when ", "game over when "), (r"^the game ends when ", "the game is over when "),
        (r"^the game ends when ", "end when "), (r"^play$", "turn"), (r"^play$", "gameplay"), (r"^play$", "play the game"),
        (r"^board (?:the )?", ""), (r"^board ", "map "), (r"^(game .*)", r"# \1"), (r"^game ", "game: "), (r'^example "', '"'),
        (r'^example "', 'test "'), (r"^    for (\d) players: ", r"    \1 players: "), (r"^    for (\d) players: ", r"    players: "),
        (r"^    for (\d) players: (\w+), (\w+)$", r"    for \1 players \2 and \3"), (r"^    in English$", r"    language English"),
        (r"^(an? .*) when$", r"\1 is when"), (r"^(an? .*) when$", r"\1"), (r"^variant ", "option "), (r"^rule (.*)$", r"\1"),
    ),
    "pronouns": (
        (r"\bof the Player\b", "of you"), (r"\bthe (\w+) of the Player\b", r"your \1"), (r"\bthe (\w+) of the Player\b", r"his \1"),
        (r"\bthe (\w+) of the Player\b", r"their \1"), (r"\bthe Player (may|must)\b", r"you \1"), (r"\bthe Player (may|must)\b", r"he \1"),
        (r"\bthe Player\b", "the current Player"), (r"\bthe Player\b", "the active Player"), (r"\bthe Player\b", "the player"),
        (r"\bthe opponent of the Player\b", "the other Player"), (r"\bthe opponent of the Player\b", "the opponent"),
        (r"^(    .*\ba ([A-Z]\w*)\b.*)\bthe \2\b", r"\1it"), (r"^(    .*\bthe ([A-Z]\w*)\b.*)\bof the \2\b", r"\1of it"),
        (r"^(    .*\bthe ([A-Z]\w*)\b.*)\bthe ([\w]+) of the \2\b", r"\1its \3"), (r"\bthe owner of the (\w+)\b", r"its owner"),
    ),
    "each player": (
        (r"^( +)for each Player$", r"\1each player"), (r"^( +)for each Player$", r"\1for every player"),
        (r"^( +)for each Player$", r"\1for all players"), (r"^( +)for each Player$", r"\1each Player does"),
        (r"^( +)for each Player$", r"\1for each Player do"), (r"\bfor each Player\b", "for each player"),
        (r"\bfor each Player\b", "per Player"), (r"\bone for each Player\b", "one of each Player"),
        (r"^( +)for each ([A-Z]\w*)\b(?! called)", r"\1for each \2 x"), (r"\bfor each Player\b", "for the Player"),
    ),
    "numbers": (
        (r"(?<= )2(?= |$)", "two"), (r"(?<= )3(?= |$)", "three"), (r"(?<= )1(?= |$)", "one"), (r"(?<= )4(?= |$)", "four"),
        (r"(?<= )10(?= |$)", "ten"), (r"(?<= )0(?= |$)", "zero"), (r"(?<= )0$", "nothing"), (r"\bone for each\b", "1 for each"),
        (r"\bthere is one\b", "there is 1"), (r"\b(by|is|scores) (\d+)$", r"\1 \2 points"), (r"\bonce each turn\b", "1 time each turn"),
        (r"\b(\d) times each turn\b", r"\1x per turn"), (r"\bonce each turn\b", "once per turn"), (r"\btwice\b", "2 times"),
        (r"\b2 times\b", "twice"), (r"\brepeat (\d+) times\b", r"repeat \1"), (r"\b2 among ", "two "), (r"\bthere are (\d+)\b", r"there are exactly \1"),
    ),
    "may, must, can": (
        (r"\b(Player|active Player) may (?=[A-Z])", r"\1 can "), (r"\b(Player|active Player) may (?=[A-Z])", r"\1 may choose to "),
        (r"\bmust (?=[A-Z])", "has to "), (r"\bmust (?=[A-Z])", "should "), (r"\bmust (?=[A-Z])", "does "), (r"\bmust (?=[A-Z])", "must do "),
        (r"\bmust ([A-Z]\w*) or (?=[A-Z])", r"must either \1 or "), (r"\b(may|must) (?=[A-Z])", r"\1 now "), (r"\bmay (?=[A-Z])", "is allowed to "),
        (r"\bthe Player (?:may|must) (?=[A-Z])", "the Player "), (r"\bthe Player (?:may|must) (?=[A-Z])", ""), (r"\bcannot\b", "can not"),
        (r"\bcannot\b", "can't"), (r"\bcannot\b", "may not"), (r"\bmay repeatedly\b", "may any number of times"),
        (r"\bmay repeatedly\b", "may as often as wanted"), (r"\bmay ([A-Z]\w*)\b", r"may do \1"), (r"\bmay ([A-Z])", r"may \L1"),
    ),
    "what is done in examples": (
        (r"^    when (\w+) does (\w+)", r"    when \1 did \2"), (r"^    when (\w+) does (\w+)", r"    when \1 \2s"),
        (r"^    when (\w+) does (\w+)", r"    when \1 plays \2"), (r"^    when (\w+) does (\w+)", r"    when \1 performs \2"),
        (r"^    when (\w+) does (\w+)", r"    when \1 uses \2"), (r"^    when (\w+) does (\w+)", r"    when \1 does a \2"),
        (r"^    when (\w+) does (\w+)", r"    \1 does \2"), (r"^    when (\w+) does (\w+)", r"    when \1 \2"),
        (r"^    when (\w+) does ([A-Z])(\w+)", r"    when \1 \L2\3s"), (r"^    when (\w+) does ([A-Z])(\w+)", r"    when \1 chooses to \2\3"),
        (r"^    when (\w+) chooses ", r"    when \1 picks "), (r"^    when (\w+) chooses ", r"    when \1 selects "),
        (r"^    when (\w+) chooses ", r"    when \1 chose "), (r"^    when (\w+) passes", r"    when \1 passed"),
        (r"^    when (\w+) passes", r"    when \1 does Pass"), (r"^    when (\w+) passes", r"    when \1 does pass"),
        (r"^    when ", "    if "), (r"^    when ", "    after "), (r"^    when chance ", "    when the chance "),
        (r"^    when (\w+) does (\w+) (.* (?:to|on|with) .*)", r"    when \1 does \2 with \3"), (r"^    when ", "    and "),
    ),
    "what is so in examples": (
        (r"^    then (.*) is ", r"    then \1 should be "), (r"^    then (.*) is ", r"    then \1 must be "), (r"^    then ", "    "),
        (r"^    then ", "    expect "), (r"^    then ", "    then it is so that "), (r"^    given ", "    "), (r"^    given ", "    given that "),
        (r"^    then (.*) is not ", r"    then not \1 is "), (r"^    then (.*) is not ", r"    then \1 isn't "),
        (r"^    then (.*) could not ", r"    then \1 cannot "), (r"^    then (.*) cannot ", r"    then \1 may not "),
        (r"^    then (\w+) can ", r"    then \1 may "), (r"^    then (\w+) can ", r"    then \1 is able to "),
        (r"^    (then|given) (.*)\bthe (\w+) of ([A-Z]\w*)\b", r"    \1 \2\4's \3"), (r"^    then (\w+) is the winner", r"    then \1 has won"),
        (r"^    then (\w+) is the winner", r"    then \1 wins"), (r"^    then (\w+) is the winner", r"    then the winner is \1"),
        (r"^    given (\w+) is active", r"    given it is \1's turn"), (r"^    given (.*) is ", r"    given \1 was "),
        (r"^    then there (is|are) (.*) (in|on) (.*)$", r"    then \4 has \2"), (r"^    then the play is over", "    then the game is over"),
        (r"^    then the play is over", "    then the game ends"), (r"^    then (.*) is (\d+)$", r"    then \1 = \2"),
        (r"^    given (.*) is (\d+)$", r"    given \1 = \2"), (r"^    given (the .*) is (?=[a-z-]+$)", r"    given \1 has become "),
        (r"^    given ", "    when "), (r"^    given (.*) is (in|on|at) ", r"    given \1 lies \2 "), (r"^    then ", "    then the "),
    ),
    "called": (
        (r"\bcalled (?=[a-z])", "named "), (r"\bcalled (?=[a-z])", "as "), (r"\bcalled ([a-z][\w-]*)", r"(\1)"), (r"\bcalled (?=[a-z])", ""),
        (r", called ([A-Z].*)$", r" called \1"), (r", called ([A-Z].*)$", r', called "\1"'), (r", called ([A-Z].*)$", r", named \1"),
        (r", called ([A-Z])(.*)$", r", called \L1\2"), (r"\bcalled (?=[a-z])", "called the "), (r"\bcalled ([a-z])", r"called \U1"),
        (r", called ([A-Z].*)$", r" (\1)"), (r"\bcalled ([a-z][\w-]*)", r"called '\1'"),
    ),
    "that, whose": (
        (r"\bthat (?=is |are )", "which "), (r"\b(Player) that is\b", r"\1 who is"), (r" that is (?=in |on |at )", " "),
        (r" that (?:is|are) (?=[a-z-]+(?: |$))", " "), (r"\bwhose (\w+) is ", r"with \1 "), (r"\bwhose (\w+) is ", r"with a \1 of "),
        (r"\bwhose (\w+) is ", r"that has \1 "), (r"\bwhose (\w+) is ", r"where its \1 is "), (r"\bwhose\b", "which"),
        (r"\b(an?|every|each) ([A-Z]\w*) that is ([a-z-]+)(?= |$)", r"\1 \3 \2"), (r" and that is ", " and is "), (r" and that is ", " that is "),
        (r"\b(an?|every|each) ([a-z-]+) ([A-Z]\w*)(?= in| on|$)", r"\1 \3 that is \2"), (r"\bwhose (\w+) is ", r"having \1 "),
    ),
    "there is": (
        (r"\bthere is no\b", "there are no"), (r"\bthere is no\b", "there isn't a"), (r"\bthere is no (\w+) (in|on) (the .*)$", r"no \1 is \2 \3"),
        (r"\bthere is an? (\w+) (in|on) (the .*)$", r"a \1 is \2 \3"), (r"\bthere is an? (\w+) (in|on) (the .*)$", r"\3 has a \1"),
        (r"\bthere is an? (\w+) (in|on) (the .*)$", r"\3 contains a \1"), (r"\bthere is no (\w+) (in|on) (the .*)$", r"\3 is empty"),
        (r"\bthere is an?\b", "there exists a"), (r"\bthere is no (\w+)\b", r"there are 0 \1s"), (r"\bthere is no (\w+) (in|on) (the .*)$", r"\3 has no \1"),
        (r"\bthere is no (\w+) (in|on) (the .*)$", r"\3 does not contain a \1"), (r"\bthe number of (\w+) (in|on) ", r"the count of \1 \2 "),
        (r"\bthe number of (\w+) (in|on) ", r"number of \1 \2 "), (r"\bthe number of (\w+) (in|on) ", r"the amount of \1 \2 "),
        (r"\bthe number of (\w+) (in|on) ", r"how many \1 are \2 "), (r"\bthere are (\d+) (\w+) (in|on) (the .*)$", r"\4 has \1 \2"),
    ),
    "quotes": (
        (r'^((?:example|place|piece|board)\b.*)"([^"]*)"', r"\1\2"), (r'^((?:example|place|piece|board)\b.*)"([^"]*)"', r"\1'\2'"),
        (r'^( +)"([^"]*)"$', r"\1\2"), (r'^( +)"([^"]*)"$', r"\1'\2'"), (r'^( +)"([^"]*)"$', r'\1"\2'), (r'^( +)"([^"]*)"$', r'\1\2"'),
        (r'^(piece|place) ([A-Z]\w*)$', r'\1 "\2"'), (r"\b(is|becomes) ([a-z-]+)$", r'\1 "\2"'),
    ),
    "hyphens": ((r"\b([a-z]+)-([a-z]+)\b", r"\1 \2"), (r"\b([a-z]+)-([a-z]+)\b", r"\1_\2"), (r"\b([a-z]+)-([a-z]+)\b", r"\1\2"),
                (r"\b([A-Z]\w*) ([A-Z]\w*)\b", r"\1\2"), (r"\b([A-Z]\w*) ([A-Z]\w*)\b", r"\1-\2"), (r"\b([A-Z]\w*) ([A-Z])(\w*)\b", r"\1 \L2\3")),
}  # fmt: skip
"""What is written in place of what: of each class its patterns; `\\L1` and `\\U1` are a group in small letters or large
ones."""

Lines = list[str]


def indented(lines: Lines, at: int, random: Random) -> Iterator[Lines]:
    """A line a level deeper or less deep, or a little, or with a tab."""
    margin, line = _margin(lines[at]), lines[at].strip()
    ways = [margin + BLANKS, margin - BLANKS, margin + 1, margin - 1]
    for deep in ways:
        if deep >= 0 and margin:
            yield [*lines[:at], " " * deep + line, *lines[at + 1 :]]
    if margin:
        yield [*lines[:at], "\t" * (margin // BLANKS) + line, *lines[at + 1 :]]


def under_another_head(lines: Lines, at: int, random: Random) -> Iterator[Lines]:
    """A line about a thing under the heading of the thing behind it, or before it."""
    if not re.match(r"    (?:starts|takes|there (?:is|are)|has|can be|seen|keeps|made)\b", lines[at]):
        return
    for other in (_next_head(lines, at, 1), _next_head(lines, at, -1)):
        if other is not None and re.match(r"(?:piece|place|board) ", lines[other]):
            rest = [*lines[:at], *lines[at + 1 :]]
            there = other - (other > at) + 1
            yield [*rest[:there], lines[at], *rest[there:]]


def lines_in_another_order(lines: Lines, at: int, random: Random) -> Iterator[Lines]:
    """What a heading wants first behind what it wants later: a need behind what is done, a text first."""
    if at + 1 < len(lines) and _margin(lines[at]) == _margin(lines[at + 1]) == BLANKS:
        one, other = lines[at].strip(), lines[at + 1].strip()
        needs = one.startswith(("only if ", "costs ", "once each", "given ", "let ")), other.startswith("only if ")
        if (needs[0] and not needs[1]) or other.startswith('"') or lines[at - 1].startswith("game"):
            yield [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]


def joined_by_and(lines: Lines, at: int, random: Random) -> Iterator[Lines]:
    """Two sentences on one line."""
    if at + 1 >= len(lines) or _margin(lines[at]) != _margin(lines[at + 1]) or not _margin(lines[at]):
        return
    one, other = lines[at], lines[at + 1].strip()
    if any(part.strip().startswith(('"', "|", "--")) for part in (one, other)):
        return
    for joint in (" and ", ", ", ", then ", "; ", ". "):
        word = re.match(r"\w+ ", one.strip())
        yield [*lines[:at], f"{one}{joint}{other}", *lines[at + 2 :]]
        if word and other.startswith(word[0]) and joint == " and ":
            yield [*lines[:at], f"{one}{joint}{other.removeprefix(word[0])}", *lines[at + 2 :]]


def over_two_lines(lines: Lines, at: int, random: Random) -> Iterator[Lines]:
    """One sentence that goes on in the next line."""
    breaks = [found.start() for found in re.finditer(r" (?=and |or |to |that |whose |plus |if |otherwise|is )", lines[at])]
    for place in random.sample(breaks, min(len(breaks), 2)):
        margin = _margin(lines[at])
        for deep in (margin, margin + BLANKS):
            behind = lines[at][place + 1 :]
            yield [*lines[:at], lines[at][:place], " " * deep + behind, *lines[at + 1 :]]


def otherwise_in_its_line(lines: Lines, at: int, random: Random) -> Iterator[Lines]:
    """`otherwise` behind what goes before it, or with what stands under it, and a block on one line."""
    line, margin = lines[at].strip(), _margin(lines[at])
    below = lines[at + 1] if at + 1 < len(lines) and _margin(lines[at + 1]) > margin else None
    last = at + 2 >= len(lines) or _margin(lines[at + 2]) <= margin
    if line.startswith("otherwise ") and at:
        yield [*lines[: at - 1], f"{lines[at - 1]}, {line}", *lines[at + 1 :]]
    if below is not None and last and re.match(r"(?:otherwise|if .*|for each .*|while .*)$", line):
        for joint in (" ", ", ", ": "):
            yield [*lines[:at], f"{lines[at]}{joint}{below.strip()}", *lines[at + 2 :]]
    if below is not None and last and line.startswith("for each "):
        yield [*lines[:at], f"{' ' * margin}{below.strip()} {line}", *lines[at + 2 :]]
    if below is not None and last and line.startswith("if "):
        yield [*lines[:at], f"{' ' * margin}{below.strip()} {line}", *lines[at + 2 :]]


MOVED: dict[str, Callable[[Lines, int, Random], Iterator[Lines]]] = {
    "a line too deep or not deep enough": indented,
    "a line under another head": under_another_head,
    "lines in another order": lines_in_another_order,
    "two sentences on one line": joined_by_and,
    "one sentence on two lines": over_two_lines,
    "a block on one line": otherwise_in_its_line,
}


@dataclass(frozen=True)
class Made:
    """A text with one slip: which way of its class, at which line (numbered from 0), and the lines before and after."""

    way: int
    at: int
    before: str
    after: str
    text: str


CLASSES = (*INSTEAD, *MOVED)


def made(name: str, text: str, random: Random) -> Iterator[Made]:
    """All slips of a class that can be made in a text."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if not line.strip() or line.lstrip().startswith(("--", "|")) or _is_of_looks(lines, at):
            continue
        if name in MOVED:
            for way, other in enumerate(MOVED[name](lines, at, random)):
                end = len(lines) - 1
                while len(other) - (len(lines) - end) > at and lines[end] == other[end + len(other) - len(lines)]:
                    end -= 1
                after = "\n".join(other[at : end + 1 + len(other) - len(lines)])
                yield Made(way, at, "\n".join(lines[at : end + 1]), after, "\n".join(other))
        else:
            for way, (pattern, said) in enumerate(INSTEAD[name]):
                for found in re.finditer(pattern, line):
                    if name != "quotes" and any(a.start() < found.end() and found.start() < a.end()
                                                for a in ASIDE.finditer(line)):  # fmt: skip
                        continue
                    other = line[: found.start()] + _said(found, said) + line[found.end() :]
                    if other != line:
                        yield Made(way, at, line, other, "\n".join([*lines[:at], other, *lines[at + 1 :]]))


def _said(found: re.Match[str], said: str) -> str:
    def group(which: re.Match[str]) -> str:
        part = found[int(which[2])] or ""
        return part.lower() if which[1] == "L" else part.upper() if which[1] == "U" else part

    return re.sub(r"\\([LU]?)(\d)", group, said)


def _is_of_looks(lines: Lines, at: int) -> bool:
    head = next((lines[k] for k in range(at, -1, -1) if lines[k][:1].strip()), "")
    return head == "look"


def _next_head(lines: Lines, at: int, step: int) -> int | None:
    own = next((k for k in range(at, -1, -1) if lines[k][:1].strip()), 0)
    k = own + step
    while 0 <= k < len(lines):
        if lines[k][:1].strip() and not lines[k].startswith("--"):
            return k
        k += step
    return None


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())
