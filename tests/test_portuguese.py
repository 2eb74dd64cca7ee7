"""Portuguese: its verbs, what agrees, what is contracted, and that it has words for everything."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from dsl import model, resources
from dsl.load import load_rulebook
from dsl.model.visit import headings_of
from dsl.model.world import NUMBER, Attribute, Kind, Visibility
from dsl.prose.english.patterns import KEYS
from dsl.prose.forms import (
    BOTH_SIDES,
    TOWARDS,
    Adjective,
    Amount,
    Attached,
    Deed,
    Form,
    Gap,
    It,
    Listed,
    Noun,
    Phrase,
    Silent,
    Term,
    Use,
    You,
    denied,
)
from dsl.prose.forms import phrase as form
from dsl.prose.lexicon import Asked, Lexicon
from dsl.prose.portuguese.contractions import contracted
from dsl.prose.portuguese.realiser import Portuguese
from dsl.prose.portuguese.terms import PREPOSITIONS
from dsl.prose.portuguese.words import agreeing, conjugated, enclitic
from dsl.prose.realiser import Run, plain
from dsl.prose.speech import LANGUAGES, Line, Speech
from tests.rulebooks import FOLDER
from tests.test_phrases_complete import BOOK, told

IN_RANKS = Attached("", form("of_ranks", low=Amount(1), high=Amount(3)))
WORDS = {
    ("thing", "Cell"): ("a casa", "as casas"),
    ("thing", "Bomb"): ("a Bomba", ""),
    ("thing", "Board"): ("o tabuleiro", ""),
    ("thing", "Shield"): ("o escudo", "os escudos"),
    ("thing", "Stack"): ("a pilha de escudos", ""),
    ("thing", "level"): ("o nível", "os níveis"),
    ("thing", "Imperial"): ("o Imperial", ""),
    ("thing", "Ana"): ("Ana", ""),
    ("thing", "North"): ("Norte", ""),
    ("thing", "shields"): ("os escudos", ""),
    ("quality", "open"): ("está livre",),
    ("quality", "empty"): ("está vazio/vazia",),
    ("quality", "visible"): ("é visível",),
    ("quality", "face-up"): ("está virado/virada para cima",),
    ("quality", "moving"): ("está em movimento",),
    ("quality", "cheating"): ("está fazendo trapaça",),
    ("quality", "pretty"): ("está lindo/linda",),
    ("value", "red"): ("vermelho/vermelha",),
    ("value", "steel"): ("aço",),
    ("value", "brass"): ("de latão",),
    ("thing", "Alloy"): ("a liga", "as ligas"),
    ("value", "left"): ("a esquerda",),
    ("verb", "Place Shield"): ("pôr um escudo",),
    ("verb", "Move"): ("mover [from: a partir de]",),
    ("verb", "Flee"): ("retirar-se",),
    ("quality", "aimed"): ("~atacar [at:]",),
    ("quality", "fits"): ("~caber [: em]",),
    ("quality", "around"): ("está ao redor [: de]",),
    ("quality", "a home"): ("é um lar",),
    ("quality", "near"): ("é próximo/próxima [to: de]",),
    ("thing", "first"): ("o primeiro/a primeira",),
    ("thing", "enemy"): ("o inimigo/a inimiga",),
    ("thing", "Boosters"): ("os Propulsores",),
    ("thing", "face"): ("a face", "as faces"),
    ("thing", "Direction"): ("a direção", ""),
    ("thing", "front"): ("a frente", ""),
    ("thing", "Fog"): ("a neblina", ""),
    ("quality", "armed"): ("está armado/armada [along: contra]",),
}
SPEAKER = Portuguese({}, lexicon=Lexicon(WORDS))
SOMEBODY = It(term=Term("Player", about=Kind("Player", "player")))
CELL, BOMB, SHIELD = Noun(Term("Cell")), Noun(Term("Bomb")), Noun(Term("Shield"))
SHIELDS = Noun(Term("Shield"), "all", plural=True)
CELLS, FACE = Noun(Term("Cell"), "bare", plural=True), Noun(Term("face", "faces"), "bare")
EMPTY = form("has_quality", subject=Gap(), quality=Adjective(Term("empty")))
LEVEL = Noun(Term("level"), "bare")
OF_FIVE = form("is", subject=LEVEL, complement=Amount(5))
DIRECTION = Noun(Term("Direction"))
CLOCKWISE = Noun(Term("clockwise"))
PLAYER = Noun(Term("player", about=BOOK.world.players))
FORWARD = Noun(Term("forward"), "bare")
NORTH, EAST = (Noun(Term(point, proper=True, about=("direction", point)), "bare") for point in ("north", "east"))
HOARD = Noun(Term("Shield", about=model.Variable("Shield", NUMBER, many=True)))  # several, by the name of one
HOARD_OF_CELLS = Noun(Term("Cell"), plural=True)
ON_THE_CELL = Noun(Term("Shield"), "all", plural=True,
                   that=(form("is_at", subject=Gap(plural=True), place=Attached("in", CELL)),))  # fmt: skip
BOARD = Noun(Term("Board", about=Kind("Board", "board")))
ON_THE_BOARD = replace(ON_THE_CELL, that=(form("is_at", subject=Gap(plural=True), place=Attached("on", BOARD)),))
A1, B2 = Noun(Term("A1", proper=True), "bare"), Noun(Term("B2", proper=True), "bare")
A_STEP = form("direction_to", **{"from": A1, "to": B2})
QUALITY = next(node for node in headings_of(BOOK) if isinstance(node, model.Quality))


def said(what: Form, use: Use = "fact") -> str:
    return plain(SPEAKER.words(what, use))


def quality(word: str) -> Adjective:
    return Adjective(Term(word))


# ------------------------------------------------------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("verb", "forms"),
    [
        ("colocar", "coloca colocam coloque coloquem colocar colocarem"),
        ("jogar", "joga jogam jogue joguem jogar jogarem"),
        ("lançar", "lança lançam lance lancem lançar lançarem"),
        ("vencer", "vence vencem vença vençam vencer vencerem"),
        ("proteger", "protege protegem proteja protejam proteger protegerem"),
        ("dividir", "divide dividem divida dividam dividir dividirem"),
        ("seguir", "segue seguem siga sigam seguir seguirem"),
        ("possuir", "possui possuem possua possuam possuir possuírem"),
        ("sair", "sai saem saia saiam sair saírem"),
        ("produzir", "produz produzem produza produzam produzir produzirem"),
        ("passear", "passeia passeiam passeie passeiem passear passearem"),
        ("repor", "repõe repõem reponha reponham repuser repuserem"),
        ("manter", "mantém mantêm mantenha mantenham mantiver mantiverem"),
        ("ser", "é são seja sejam for forem"),
        ("estar", "está estão esteja estejam estiver estiverem"),
    ],
)
def test_verbs_have_three_moods_in_two_numbers(verb: str, forms: str) -> None:
    moods = ("now", "wish", "if")
    assert " ".join(conjugated(verb, mood, many) for mood in moods for many in (False, True)) == forms  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("verb", "found"),
    [("coloque", "coloque-a"), ("colocar", "colocá-la"), ("mover", "movê-la"), ("dividir", "dividi-la"),
     ("possuir", "possuí-la"), ("pôr", "pô-la"), ("repor", "repô-la"), ("movem", "movem-na")],
)  # fmt: skip
def test_a_pronoun_hangs_on_its_verb(verb: str, found: str) -> None:
    assert enclitic(verb, "a") == found


@pytest.mark.parametrize(
    ("word", "found"),
    [("vazio", "vazias"), ("visível", "visíveis"), ("eficaz", "eficazes"), ("azul", "azuis"), ("fácil", "fáceis"),
     ("cruel", "cruéis"), ("maior", "maiores"), ("o", "as"), ("um", "umas"), ("seu", "suas"), ("atacante", "atacantes"),
     ("português", "portuguesas"), ("jogador", "jogadoras"), ("laranja", "laranja")],
)  # fmt: skip
def test_words_agree_with_many_of_feminine_gender(word: str, found: str) -> None:
    assert agreeing(word, "f", many=True) == found


# --------------------------------------------------------------------------------------------------------- sentences


@pytest.mark.parametrize(
    ("what", "found"),
    [
        (Noun(Term("level"), of=BOMB), "o nível da Bomba"),
        (Noun(Term("level"), of=Noun(Term("Imperial", proper=True, about=("seat", 0)), "bare")), "o nível do Imperial"),
        (Noun(Term("level"), of=Noun(Term("Ana", proper=True, about=("seat", 1)), "bare")), "o nível de Ana"),
        (Noun(Term("level"), of=It(term=BOMB.term)), "o nível dela"),
        (Noun(Term("Cell"), of=You()), "a sua casa"),
        (Noun(Term("Cell"), "a", of=You()), "uma casa sua"),
        (Noun(Term("Cell"), "no"), "nenhuma casa"),
        (Noun(Term("Cell"), "a", of=You(), adjectives=(Term("empty"),)), "uma casa sua vazia"),
        (Noun(Term("Bomb"), "a", of=You(), adjectives=(Term("visible"),)), "uma Bomba visível sua"),
        (
            Noun(Term("Bomb"), "a", adjectives=(Term("moving"), Term("face-up"), Term("visible"))),
            "uma Bomba visível em movimento e virada para cima",
        ),
        (Noun(Term("Cell"), "that"), "essa casa"),
        (Noun(Term("Cell"), "the first"), "a primeira casa"),
        (Noun(Term("Cell"), "every"), "todas as casas"),
        (Noun(Term("Cell"), "a", adjectives=(Term("other"), Term("empty"))), "outra casa vazia"),
        (Noun(Term("Cell"), "bare", plural=True, count=Amount(3), adjectives=(Term("visible"),)), "3 casas visíveis"),
        (Noun(Term("Cell"), "a", attached=(Attached("in", SHIELD),)), "uma casa no escudo"),
        (form("top_kind", kind=Noun(Term("Shield"), "bare"), place=Noun(Term("Stack"))), "o escudo do topo da pilha"),
    ],
)
def test_nouns_have_articles_and_owners(what: Form, found: str) -> None:
    assert said(what) == found


def at(noun: Form, where: Noun) -> Phrase:
    return form("is_at", subject=noun, place=Attached("on", where))


@pytest.mark.parametrize(
    ("what", "use", "found"),
    [
        (form("has_quality", subject=CELL, quality=quality("empty")), "fact", "a casa está vazia"),
        (form("has_quality", subject=CELL, quality=quality("empty")), "need", "a casa deve estar vazia"),
        (form("has_quality", subject=CELL, quality=quality("empty")), "if", "a casa estiver vazia"),
        (form("has_quality", subject=CELL, quality=quality("empty")), "wish", "a casa esteja vazia"),
        (form("has_quality", subject=BOMB, quality=quality("visible")), "fact", "a Bomba é visível"),
        (form("has_quality", subject=SHIELDS, quality=quality("visible")), "if", "todos os escudos forem visíveis"),
        (form("has_quality", subject=BOMB, quality=quality("moving")), "fact", "a Bomba está em movimento"),
        (form("there_is", subject=Noun(Term("Cell"), "no")), "fact", "não há nenhuma casa"),
        (form("there_is", subject=Noun(Term("Cell"), "no")), "need", "não pode haver nenhuma casa"),
        (form("turn_flag", object=BOMB, quality=quality("face-up")), "order", "vire a Bomba para cima"),
        (form("turn_flag", object=It(term=BOMB.term), quality=quality("face-up")), "order", "vire-a para cima"),
        (form("turn_flag", object=BOMB, quality=quality("moving")), "order", "a Bomba fica em movimento"),
        (form("lower", object=Noun(Term("level"), of=BOMB), amount=Amount(1)), "order", "reduza o nível da Bomba em 1"),
        (form("choose", subject=You(), object=Noun(Term("Cell"), "a")), "order", "escolha uma casa"),
        (form("is", subject=Noun(Term("level"), of=It(term=BOMB.term)), complement=form("that_of", of=SHIELD)), "fact",
         "o nível dela é o do escudo"),
        (Noun(Term("Cell"), "a", that=(form("whose", thing=LEVEL, clause=OF_FIVE),)), "fact",
         "uma casa cujo nível é 5"),
        (form("there_is", subject=Noun(Term("Cell"), "no", that=(Listed((EMPTY, EMPTY), "or"),))), "need",
         "não pode haver nenhuma casa que esteja vazia ou esteja vazia"),
        (form("so_of_each", those=Noun(Term("Cell"), "every"),
              clause=EMPTY.with_slot("subject", It(term=CELL.term))), "if",
         "para todas as casas, ela estiver vazia"),
        (Deed(Term("Place Shield")), "order", "ponha um escudo"),
        (Deed(Term("Place Shield"), subject=Noun(Term("Imperial", proper=True, about=("seat", 0)), "bare")), "fact",
         "o Imperial põe um escudo"),
        (form("may", subject=You(), deeds=Deed(Term("Place Shield"))), "fact", "você pode pôr um escudo"),
        (Listed((at(BOMB, CELL), at(SHIELD, CELL))), "if", "a Bomba estiver na casa e o escudo estiver na casa"),
    ],
)  # fmt: skip
def test_sentences_agree(what: Form, use: Use, found: str) -> None:
    assert said(what, use) == found


def three(unit: str) -> Phrase:
    return form("so_much", amount=Amount(3), what=Noun(Term(unit), "bare"))


def aimed(subject: Form, what: Form, negative: bool = False) -> Phrase:
    attacks = Adjective(Term("aimed", about=QUALITY), (Attached("at", what),))
    return replace(form("has_quality", subject=subject, quality=attacks), negative=negative)


@pytest.mark.parametrize(
    ("what", "use", "found"),
    [
        (aimed(BOMB, CELL), "fact", "a Bomba ataca a casa"),
        (aimed(BOMB, CELL), "need", "a Bomba deve atacar a casa"),
        (aimed(BOMB, CELL, negative=True), "need", "a Bomba não pode atacar a casa"),
        (aimed(BOMB, CELL), "if", "a Bomba atacar a casa"),
        (aimed(BOMB, It(term=CELL.term)), "fact", "a Bomba a ataca"),
        (aimed(BOMB, It(term=CELL.term)), "need", "a Bomba deve atacá-la"),
        (Noun(Term("Shield"), "a", that=(aimed(Gap(), CELL),)), "fact", "um escudo que ataca a casa"),
        (
            Noun(Term("Shield"), "a", adjectives=(Term("aimed", about=QUALITY), Term("empty"))),
            "fact",
            "um escudo vazio que ataca",
        ),
        (
            form("there_is", subject=Noun(Term("Cell"), "no", adjectives=(Term("aimed", about=QUALITY),))),
            "fact",
            "não há nenhuma casa que ataque",
        ),
        (Noun(Term("Shield"), "no", that=(aimed(Gap(), CELL),)), "fact", "nenhum escudo que ataque a casa"),
        (Adjective(Term("aimed", about=QUALITY)), "fact", "atacar"),
    ],
)
def test_a_quality_can_be_a_verb(what: Form, use: Use, found: str) -> None:
    assert said(what, use) == found


def coined(subject: Form, word: str, *behind: Form, key: str = "has_quality", negative: bool = False) -> Phrase:
    """What is said of a thing, and of one right behind the word."""
    attached = tuple(Attached("", what) for what in behind)
    said_of_it = Adjective(Term(word, about=QUALITY), attached)
    return replace(form(key, subject=subject, quality=said_of_it), negative=negative)


@pytest.mark.parametrize(
    ("what", "found"),
    [
        (coined(BOMB, "around", CELL), "a Bomba está ao redor da casa"),
        (coined(SHIELDS, "a home"), "todos os escudos são lares"),
        (coined(BOMB, "a home", negative=True), "a Bomba não é um lar"),
        (Noun(Term("Cell"), "a", that=(coined(Gap(), "a home"),)), "uma casa que é um lar"),
        (coined(BOMB, "fits", CELL, key="acts_so"), "a Bomba cabe na casa"),
        (coined(SHIELDS, "fits", CELL, key="acts_so", negative=True), "todos os escudos não cabem na casa"),
        (coined(BOMB, "fits", It(term=CELL.term), key="acts_so"), "a Bomba cabe nela"),
        (Noun(Term("Shield"), "a", that=(coined(Gap(), "fits", CELL, key="acts_so"),)), "um escudo que cabe na casa"),
    ],
)
def test_a_thing_stands_right_behind_a_word(what: Form, found: str) -> None:
    assert said(what) == found


@pytest.mark.parametrize(
    ("what", "found"),
    [
        (Deed(Term("Move"), (Attached("", SHIELD), Attached("from", CELL)), BOMB),
         "a Bomba move o escudo a partir da casa"),
        (Deed(Term("Place Shield"), (Attached("from", CELL),), BOMB), "a Bomba põe um escudo da casa"),
        (Deed(Term("Move"), (Attached("", three("shields")),), BOMB),
         "a Bomba move 3 escudos"),
        (Deed(Term("Move"), (Attached("", three("level")),), BOMB),
         "a Bomba move 3"),
        (Deed(Term("Move"), (Attached("with", three("level")),), BOMB),
         "a Bomba move com 3 de nível"),
        (Deed(Term("Move"), (Attached("", It(term=SHIELD.term)), Attached("to", CELL)), BOMB),
         "a Bomba o move para a casa"),
        (form("has_quality", subject=BOMB, quality=Adjective(Term("near"), (Attached("to", CELL),))),
         "a Bomba é próxima da casa"),
        (form("has_quality", subject=BOMB, quality=Adjective(Term("visible"), (Attached("from", CELL),))),
         "a Bomba é visível a partir da casa"),
        (form("has_quality", subject=CELL, quality=Adjective(Term("open"), (Attached("along", DIRECTION),))),
         "a casa está livre na direção"),
        (form("has_quality", subject=CELL, quality=Adjective(Term("open"), (Attached("along", Noun(Term("front"))),))),
         "a casa está livre na direção da frente"),
        (Noun(Term("Cell"), "a", called="first", nicked=True), "uma casa (“primeira”)"),
        (Noun(Term("Shield"), called="first", nicked=True), "o escudo “primeiro”"),
        (form("is_at", subject=Noun(Term("Boosters")), place=Attached("on", CELL)), "os Propulsores estão na casa"),
        (form("with_highest", those=CELLS, what=Noun(Term("Boosters"), "bare")), "casas com mais Propulsores"),
        (form("with_lowest", those=CELLS, what=Noun(Term("Cell"), "bare")), "casas com a menor casa"),
        (form("raise", object=Noun(Term("Boosters")), amount=form("total", what=FACE, those=CELLS)),
         "aumenta os Propulsores em um valor igual à soma das faces das casas"),
        (form("is", subject=form("highest", what=FACE, those=CELLS), complement=Amount(2)),
         "a maior face entre as casas é 2"),
        (form("is", subject=CELL, complement=form("nothing")), "a casa não existe"),
        (denied(form("is", subject=CELL, complement=form("nothing"))), "a casa existe"),
        (form("is", subject=SHIELD, complement=form("active_player")), "é a vez do escudo"),
        (form("recorded", subject=Noun(Term("Cell"), adjectives=(Term("same"),))), "a mesma casa já está registrada"),
        (denied(form("recorded", subject=CELL)), "a casa ainda não está registrada"),
        (form("roll", subject=BOMB, object=Listed((Amount(1), Amount(2)))), "a Bomba tira 1 e 2"),
        (form("put", object=Noun(Term("Shield"), "all", plural=True, that=(at(Gap(plural=True), CELL),)),
              goal=Attached("in", BOMB)), "coloca na Bomba todos os escudos que estão na casa"),
        (form("put", object=Listed((SHIELD, BOMB)), goal=form("onto_in_order", places=Listed((CELL, BOMB)))),
         "coloca o escudo e a Bomba na casa e a Bomba, nesta ordem"),
        (form("choose", subject=BOMB, object=Noun(Term("Cell"), "a", attached=(IN_RANKS,))),
         "a Bomba escolhe uma casa das fileiras 1 a 3"),
        (form("swap", object=SHIELD, other=BOMB), "troca de lugar o escudo e a Bomba"),
        (form("deal", object=replace(SHIELD, article="bare", plural=True, count=Amount(2)), source=CELL,
              place=Noun(Term("Cell"), of=Noun(Term("Shield"), "each"))),
         "distribui 2 escudos da casa para a casa de cada escudo"),
        (form("goes_on", until=form("is", subject=CELL, complement=Amount(2))), "joga-se até que a casa seja 2"),
        (form("goes_on", going=form("is", subject=CELL, complement=Amount(2))), "joga-se enquanto a casa for 2"),
        (form("keeps_count", subject=BOMB, what=Listed((LEVEL, FACE))), "a Bomba registra: nível e face"),
        (form("pass_on", subject=BOMB, object=SHIELD, side=form("to_the_left")),
         "a Bomba passa o escudo para a esquerda"),
        (form("pass_on", subject=BOMB, object=SHIELD, side=form("to_the_right")),
         "a Bomba passa o escudo para a direita"),
        (form("for_each_lowest_then", those=replace(SHIELD, article="each"), first=FACE, then=form("nothing_happens")),
         "para cada escudo, em ordem crescente de face, nada acontece"),
        (form("for_each_highest", those=replace(SHIELD, article="each"), first=FACE),
         "para cada escudo, em ordem decrescente de face"),
        (form("nothing_happens"), "nada acontece"),
        (form("stop_repeating"), "pare de repetir"), (form("told_to_stop"), "um deles manda parar"),
        (form("best_wins", what=form("the_highest", what=FACE),
              tie=form("one_with", what=form("the_lowest", what=Noun(Term("level"), "bare")),
                       tie=form("share_the_win"))),
         "vence quem tiver a maior face; em caso de empate, quem tiver o menor nível; se o empate persistir, "
         "todos os empatados dividem a vitória"),
        (form("number_of_different", what=replace(FACE, plural=True), those=replace(CELLS, article="the")),
         "o número de faces diferentes entre as casas"),
        (form("total_over", what=Noun(Term("level"), of=replace(CELL, article="each"))),
         "o total do nível de cada casa"),
        (form("highest_over", what=Noun(Term("level"), of=replace(CELL, article="each"))),
         "o maior valor do nível de cada casa"),
        (form("name_says", what=Noun(Term("Cell"))), "o nome diz a casa"),
        (form("at_end_of_turn_then", then=form("swap", object=SHIELD, other=BOMB)),
         "no fim de cada turno, troque de lugar o escudo e a Bomba"),
        (form("at_beginning_then", time=CELL, then=form("swap", object=SHIELD, other=BOMB)),
         "no começo da casa, troque de lugar o escudo e a Bomba"),
        (form("price_each", amount=Amount(2), what=replace(DIRECTION, article="bare"),
              thing=replace(CELL, article="each")), "2 de direção por cada casa"),
        (form("price", amount=Amount(2), what=form("paid_of", what=CELL)), "2 da casa"),
        (form("price_as_much", amount=LEVEL, what=Noun(Term("Direction"), "bare")),
         "um total de direção igual a nível"),
        (form("at_end_then", time=Listed((CELL, SHIELD)), then=form("swap", object=SHIELD, other=BOMB)),
         "no fim da casa e do escudo, troque de lugar o escudo e a Bomba"),
        (form("at_beginning_of_phase_then", then=form("swap", object=SHIELD, other=BOMB)),
         "no começo de cada fase, troque de lugar o escudo e a Bomba"),
        (form("after_does_then", deed=Listed((Deed(Term("Move"), (), PLAYER), Deed(Term("Place Shield"), (),
              Silent(PLAYER))), "or"), then=form("swap", object=SHIELD, other=BOMB)),
         "depois que o jogador mover ou puser um escudo, troque de lugar o escudo e a Bomba"),
        (form("after_does", deed=Listed((Deed(Term("Move"), (), PLAYER), *[Deed(Term("Place Shield"), (),
              Silent(PLAYER))] * 2), "or")),
         "depois que o jogador fizer uma destas ações (mover, pôr um escudo ou pôr um escudo)"),
        (form("until_turn_begins_then", who=PLAYER, then=form("has_quality", subject=CELL, quality=quality("empty"))),
         "até o próximo turno do jogador, a casa fica vazia"),
        (replace(form("at_most", subject=CELL, amount=LEVEL), negative=True), "a casa é maior que nível"),
        (form("takes", what=Listed((Noun(Term("Cell"), "bare", count=form("count_at_most", amount=Amount(1))),)),
              place=Attached("in", SHIELD)), "no escudo só pode ser colocada no máximo 1 casa"),
        (form("takes", what=Listed((Noun(Term("Cell"), "bare", plural=True),)), place=Attached("in", SHIELD)),
         "só casas podem ser colocadas no escudo"),
        (form("at_beginning_of_game_then", then=form("swap", object=SHIELD, other=BOMB)),
         "depois da preparação, troque de lugar o escudo e a Bomba"),
        (form("choose", subject=BOMB, object=Noun(Term("Cell"), "a", that=(denied(EMPTY),))),
         "a Bomba escolhe uma casa que não esteja vazia"),
        (form("choose", subject=BOMB, object=Noun(Term("Shield"), "a", of=BOMB)), "a Bomba escolhe um escudo seu"),
        (form("choose", subject=BOMB, object=Noun(Term("Shield"), "a"), source=Noun(Term("Cell"), of=SOMEBODY)),
         "a Bomba escolhe um escudo da sua casa"),
        (form("choose_several", subject=BOMB, object=Noun(Term("Shield"), "a"),
              source=Noun(Term("Cell"), of=BOMB)), "a Bomba escolhe um escudo da sua casa"),
        (form("onto_each", places=Listed((A1, B2))), "em cada um destes: A1 e B2"),
        (form("neighbours_over_sides", subject=CELLS), "as casas estão lado a lado quando têm um lado em comum"),
        (form("neighbour_to", kind=Noun(Term("Cell"), "bare"), along=EAST, of=BOMB), "a casa a leste da Bomba"),
        (form("neighbour_to", kind=Noun(Term("Cell"), "bare"), along=NORTH, of=BOMB), "a casa ao norte da Bomba"),
        (form("has_quality", subject=BOMB, quality=Adjective(Term("armed"), (Attached("along", DIRECTION),))),
         "a Bomba está armada contra a direção"),
        (form("neighbour_onward", kind=Noun(Term("Cell"), "bare"), along=FORWARD, of=BOMB), "a casa seguinte à Bomba"),
        (form("take_turns", first=BOMB, until=form("all_pass")),
         "começando pela Bomba, os jogadores se alternam até que todos os jogadores tenham passado, um após o outro. "
         "Na sua vez"),
        (form("repeat", until=form("game_is_over")), "repita estes passos até que o jogo acabe"),
        (form("repeat", until=form("phase_ends", phase=Noun(Term("Cell"), "bare"))),
         "repita estes passos até que a fase de casa termine"),
        (form("heading_right", direction=FORWARD), "no desenho, a frente fica à direita"),
        (form("seat_left", of=You()), "o jogador à sua esquerda"),
        (form("until_turn_begins", who=You()), "até o seu próximo turno"),
        (form("unbarred_with", subject=BOMB, other=SHIELD),
         "a Bomba está livre de efeitos que proíbam isto com o escudo"),
        (form("in_next_turn", who=PLAYER), "durante o próximo turno do jogador"),
        (form("divided", left=BOMB, right=Amount(2)), "a Bomba dividida por 2 (arredondada para baixo)"),
        (form("second_from_top", kind=replace(BOMB, article="bare"), place=BOMB),
         "a segunda Bomba a partir do topo da Bomba"),
        (form("not_below", left=BOMB, right=Amount(1)), "a Bomba, mas no mínimo 1"),
        (form("is", subject=form("not_above", left=BOMB, right=Amount(1)), complement=Amount(1)),
         "a Bomba, mas no máximo 1, é 1"),
        (Deed(Term("Move"), (Attached("", Noun(Term("Shield"), of=It(term=PLAYER.term))),), PLAYER),
         "o jogador move o seu escudo"),
        (form("scores", subject=PLAYER, amount=Noun(Term("level"), of=It(term=PLAYER.term))),
         "o jogador marca o seu nível"),
        (form("may_do_then", subject=You(), then=form("do_power", power=BOMB)), "você pode fazer o que a Bomba diz"),
        (Deed(Term("Move"), (Attached("", SHIELD), Attached("along", A_STEP)), BOMB),
         "a Bomba move o escudo na direção do passo de A1 até B2"),
        (form("counts_instead", exception=Noun(Term("Fog", proper=True, about=QUALITY), "bare")),
         "em vez disto vale a neblina"),
        (form("is", subject=You(), complement=form("active_player")), "é a sua vez"),
        (form("choose", subject=BOMB, object=Noun(Term("Shield"), "a", that=(at(Gap(), CELL),))),
         "a Bomba escolhe um escudo da casa"),
        (form("put", object=Noun(Term("Shield"), "all", plural=True, that=(at(Gap(plural=True), HOARD),)),
              goal=Attached("in", CELL)), "coloca todos os escudos do escudo na casa"),
        (form("only_in", times=Listed((CELL, SHIELD))), "isto só pode ser feito na casa e no escudo"),
        (form("only_in", times=CELL), "isto só pode ser feito na casa"),
        (form("has_quality", subject=CELL, quality=Adjective(Term("open"), (Attached("along", CLOCKWISE),))),
         "a casa está livre no sentido horário"),
        (form("as_many", subject=CELLS, amount=form("number_of", those=replace(SHIELDS, article="bare"))),
         "o número de casas é igual ao número de escudos"),
        (form("more_there", subject=CELLS, amount=Noun(Term("level"))), "o número de casas é maior que o nível"),
        (form("as_many_at_most", subject=CELLS, amount=Noun(Term("level"))),
         "o número de casas é no máximo igual ao nível"),
        (form("there_is", subject=replace(CELLS, count=form("count_at_most", amount=Amount(2)))),
         "há no máximo 2 casas"),
        (form("whether", condition=form("has_quality", subject=It(term=CELL.term), quality=quality("empty"))),
         "se está vazia"),
        (form("turn", of=CELL, **{"from": SHIELD, "to": CELL}), "a casa girado como a casa em relação ao escudo"),
        (form("shows_sides", subject=CELL, what=SHIELD, along=SHIELD), "a casa mostra o escudo no escudo"),
        (form("shows_sides", subject=CELL, what=SHIELD, along=SHIELD, heading=SHIELD, first=CELL),
         "a casa mostra o escudo no escudo; o que mostra gira com o escudo: se é a casa, está como foi impresso"),
        (form("shows_lines", subject=CELL, ends=CELLS),
         "a casa mostra linhas entre casas"),
        (form("line_drawn", one=A1, other=B2), "de A1 a B2"),
        (form("joined_to", subject=CELL, others=SHIELD), "uma linha liga a casa ao escudo"),
        (form("may_begin_again", subject=You()),
         "você não pode desistir, mas pode recomeçar; então tudo volta a ser como antes"),
        (form("begins_again", subject=You()), "você recomeça"),
        (form("neighbours_joined", subject=CELLS), "as casas estão lado a lado também quando há uma linha entre si"),
    ],
)  # fmt: skip
def test_what_portuguese_puts_otherwise(what: Form, found: str) -> None:
    assert said(what) == found


def test_each_of_several_places_has_its_preposition() -> None:
    assert said(Attached("on", Listed((CELL, SHIELD, BOMB)))) == "na casa, no escudo e na Bomba"
    assert said(Attached("on", Listed((A1, B2)))) == "em A1 e B2"


def test_a_seat_that_is_called_north_is_no_direction() -> None:
    seat = Noun(Term("North", proper=True, about=(BOOK.world.players, 0)), "bare")
    assert said(Noun(Term("Shield"), "the", of=seat)) == "o escudo de Norte"
    assert said(Noun(Term("Shield"), "the", of=NORTH)) == "o escudo do norte"


def test_what_stands_in_a_table_stands_bare_and_agrees_with_its_head() -> None:
    red = Noun(Term("red", proper=True, about=(Kind("Colour", "enumeration"), 0)), "bare")
    assert plain(SPEAKER.cell(EAST, DIRECTION)) == "leste"
    assert [plain(SPEAKER.cell(red, head)) for head in (CELL, SHIELD)] == ["vermelha", "vermelho"]


@pytest.mark.parametrize(
    ("value", "found"), [("red", "a casa vermelha"), ("steel", "a casa aço"), ("left", "a casa da esquerda")]
)
def test_a_value_without_a_feminine_is_a_noun(value: str, found: str) -> None:
    term = Term(value, proper=True, about=(Kind("Colour", "enumeration"), 0))
    assert said(Noun(Term("Cell"), adjectives=(term,))) == found


def test_a_value_that_is_named_and_no_quality_has_no_preposition() -> None:
    alloy = Kind("Alloy", "enumeration")
    kind, brass = Noun(Term("Alloy", about=alloy), "a"), Noun(Term("brass", proper=True, about=(alloy, 0)), "bare")
    assert said(form("is", subject=kind, complement=Listed((brass,), "or"))) == "uma liga é latão"
    each = form("so_many_of_each_value", amount=Amount(1), kind=Noun(kind.term, "bare"), values=Listed((brass,)))
    assert said(each) == "1 de cada liga: latão"
    assert said(form("chooses", subject=PLAYER, object=brass)) == "o jogador escolhe latão"
    assert said(form("is", subject=SHIELD, complement=brass)) == "o escudo é de latão"


def test_what_was_done_is_told_as_past() -> None:
    deed = Deed(Term("Place Shield"))
    assert said(form("has_done", subject=PLAYER, times=form("once"), deed=deed)) == "o jogador já pôs um escudo uma vez"
    everybody = Noun(Term("player"), "all", plural=True)
    done = form("has_done", subject=everybody, times=form("twice"), deed=deed)
    assert said(done) == "todos os jogadores já puseram um escudo duas vezes"


@pytest.mark.parametrize("forms", ["usar usou usaram", "mover moveu moveram", "construir construiu construíram",
                                   "desfazer desfez desfizeram", "cair caiu caíram",
                                   "compor compôs compuseram"])  # fmt: skip
def test_verbs_in_the_past(forms: str) -> None:
    verb, one, several = forms.split()
    assert (conjugated(verb, "past", False), conjugated(verb, "past", True)) == (one, several)


def test_a_place_is_told_from_others_of_its_sort_before_whose_it_is() -> None:
    place = Term("Cell", about=Kind("Cell", "place"))
    assert said(Noun(place, of=PLAYER, attached=(Attached("of", BOMB),))) == "a casa da Bomba do jogador"
    its = It(term=SHIELD.term)
    assert said(Noun(place, of=its, attached=(Attached("of", its),))) == "a casa dele que é dele"
    level = Noun(Term("level"), of=It(term=SHIELD.term))
    its_place = Noun(place, of=form("owner", of=its), attached=(Attached("of", level),))
    assert said(its_place) == "a casa do mesmo nível que pertence ao dono dele"


def test_a_name_that_is_an_adjective_stands_behind_what_it_is_given_to() -> None:
    enemy = Term("enemy", about=model.Variable("enemy", Kind("Bomb", "piece")))
    assert said(Noun(enemy, "a")) == "uma Bomba inimiga"
    assert said(Noun(enemy)) == "a inimiga"


def test_a_direction_that_a_thing_has_is_said_in_short() -> None:
    heading = Attribute("face", Kind("direction", "enumeration"), Kind("Bomb", "piece"), Visibility())
    along = Noun(Term("face", about=heading), of=BOMB)
    assert said(form("ahead", subject=CELL, of=BOMB, along=along)) == "a casa está adiante da Bomba na face da Bomba"


def test_a_name_stands_before_the_owner_who_does_not_have_it() -> None:
    assert said(Noun(BOMB.term, "a", of=PLAYER, called="first")) == "uma Bomba (a primeira) do jogador"


def test_a_name_stands_behind_an_owner_with_a_name() -> None:
    ana = Noun(Term("Ana", proper=True, about=(BOOK.world.players, 0)))
    assert said(Noun(BOMB.term, "a", of=ana, called="first")) == "uma Bomba de Ana (a primeira)"


@pytest.mark.parametrize(
    ("use", "found"),
    [("fact", "a Bomba se retira"), ("if", "a Bomba se retirar"), ("wish", "a Bomba se retire"), ("bare", "retirar-se"),
     ("need", "a Bomba deve retirar-se")],
)  # fmt: skip
def test_the_pronoun_of_a_verb_stands_before_it_behind_whoever_does_it(use: Use, found: str) -> None:
    assert said(Deed(Term("Flee"), (), BOMB), use) == found


def test_the_pronoun_of_a_verb_hangs_on_an_order() -> None:
    assert said(Deed(Term("Flee"), (), You()), "order") == "retire-se"
    assert said(denied(Deed(Term("Flee"), (), BOMB))) == "a Bomba não se retira"


def test_what_is_paid_in_things_is_so_many_of_them() -> None:
    prices = (three("shields"), three("level"))
    assert [said(form("for_price", price=price)) for price in prices] == ["por 3 escudos", "por 3 de nível"]


def test_that_of_yours_is_yours() -> None:
    same = form("is", subject=replace(LEVEL, article="the", of=BOMB), complement=form("that_of", of=You()))
    assert said(same) == "o nível da Bomba é o seu"


def test_where_something_is_drawn_from_stands_before_what_else_is_told_of_it() -> None:
    drawn = replace(SHIELD, article="a", that=(form("whose", thing=LEVEL, clause=OF_FIVE),))
    assert said(form("draw_one", object=drawn, source=CELL), "order") == "sorteie da casa um escudo cujo nível seja 5"
    among = replace(drawn, that=(form("is_at", subject=Gap(), place=Attached("in", CELL)), *drawn.that))
    assert said(form("choose", subject=PLAYER, object=among)) == "o jogador escolhe da casa um escudo cujo nível seja 5"
    its = form("is_at", subject=Gap(), place=Attached("in", Noun(CELL.term, of=It(term=SHIELD.term))))
    told = said(form("choose", subject=You(), object=replace(drawn, that=(its, *drawn.that))), "order")
    assert told == "escolha um escudo da casa dele cujo nível seja 5"


def test_as_much_as_something_is_agrees_with_it() -> None:
    shields = form("as_many_of", those=replace(SHIELD, article="bare", plural=True))
    put = Phrase("put", (("object", shields), ("goal", Attached("on", CELL)), ("amount", Noun(Term("level")))))
    assert said(put, "order") == "coloque na casa tantos escudos quanto for o nível"
    gone = Phrase("take_away", (("object", shields), ("source", BOMB), ("amount", HOARD_OF_CELLS)))
    assert said(gone, "order") == "retire tantos escudos da Bomba quantas forem as casas"
    assert said(form("as_often_as", times=HOARD_OF_CELLS)) == "tantas vezes quantas forem as casas"
    assert said(form("as_often_as", times=Noun(Term("face")))) == "tantas vezes quanto for a face"


@pytest.mark.parametrize(
    ("what", "use", "found"),
    [
        (form("take_away", object=ON_THE_CELL), "order", "retire todos os escudos da casa"),
        (form("turn_flag", object=ON_THE_CELL, quality=quality("face-up")), "order",
         "vire todos os escudos da casa para cima"),
        (form("turn_flag", object=ON_THE_BOARD, quality=quality("face-up")), "order",
         "vire todos os escudos no tabuleiro para cima"),
        (form("show", object=ON_THE_CELL, who=PLAYER), "order", "mostre todos os escudos da casa ao jogador"),
    ],
)  # fmt: skip
def test_what_goes_away_goes_out_of_where_it_is(what: Form, use: Use, found: str) -> None:
    assert said(what, use) == found


def test_spaces_are_told_with_what_they_are() -> None:
    cell = Kind("Cell", "space", plural="Cells")
    places = tuple(Noun(Term(name, proper=True, about=(cell, at)), "bare") for at, name in enumerate(("A1", "B2")))
    assert said(form("onto_each", places=Listed(places))) == "em cada uma destas casas: A1 e B2"
    assert said(form("onto_each", places=Listed((CELL, BOMB)))) == "em cada uma destas: a casa e a Bomba"


def test_whose_turn_it_is_is_told_alike_before_and_after() -> None:
    assert said(form("is_by_now", subject=PLAYER, complement=form("active_player"))) == "agora é a vez do jogador"


def test_what_is_known_or_has_the_most_stands_with_its_article() -> None:
    assert said(form("which_it_is", kind=Noun(Term("Bomb"), "bare"))) == "qual é a Bomba"
    assert said(form("whoever_has_more", what=FACE)) == "o jogador com a maior face"


def test_what_would_be_so_is_told_apart_from_what_follows() -> None:
    assert said(form("then_so", clause=at(BOMB, CELL))) == "nesse caso, a Bomba está na casa"


def test_whoever_does_something_often_is_named_once() -> None:
    assert said(form("up_to", times=Amount(4), subject=You())) == "até 4 vezes, enquanto puder"
    assert said(form("up_to", times=Amount(4), subject=replace(PLAYER, plural=True))) == "até 4 vezes, enquanto puderem"


def test_where_a_number_begins_asks_for_no_verb() -> None:
    several = Noun(Term("Boosters"), "bare")
    told = said(form("has_range", subject=BOMB, what=several, low=Amount(0), high=Amount(3), first=Amount(0)))
    assert told == "a Bomba tem Propulsores de 0 a 3, no início 0"


def test_a_power_that_has_no_article_goes_by_the_gender_of_its_sort() -> None:
    power = next(node for node in headings_of(BOOK) if isinstance(node, model.Power) and node.family)
    family = power.family
    assert family is not None
    words = {**WORDS, ("thing", family.name): ("a técnica", ""), ("thing", "Burst"): ("Rajada", "")}
    speaker = Portuguese({}, lexicon=Lexicon(words))
    term = Term("Burst", about=power)
    assert plain(speaker.words(Noun(term, "a", adjectives=(Term("empty"),)))) == "uma Rajada vazia"


def test_a_state_is_not_read_with_the_owner_behind_it() -> None:
    moving = (Term("moving"),)
    assert said(Noun(BOMB.term, "each", adjectives=moving, of=PLAYER)) == "cada Bomba do jogador que está em movimento"
    assert said(Noun(BOMB.term, "each", adjectives=moving, of=You())) == "cada Bomba sua em movimento"


def test_what_belongs_to_whoever_can_do_something_is_theirs() -> None:
    deed = Deed(Term("Move"), (Attached("", Noun(BOMB.term, of=SOMEBODY)),))
    ana = Noun(Term("Ana", proper=True, about=(BOOK.world.players, 0)))
    assert said(form("can", subject=ana, deed=deed)) == "Ana pode mover a sua Bomba"
    assert said(denied(form("could", subject=ana, deed=deed))) == "Ana não poderia mover a sua Bomba"
    can = form("can", subject=ana, deed=replace(deed, arguments=(Attached("", SHIELD),)))
    others = Noun(BOMB.term, of=SOMEBODY)
    assert said(form("but_not", fact=can, others=others)) == "Ana pode mover o escudo, mas não a sua Bomba"


def test_what_is_chosen_stays_on_a_board() -> None:
    board = Noun(Term("Cell", about=Kind("Board", "board")))
    there = form("is_at", subject=Gap(), place=Attached("on", board))
    chosen = Noun(Term("Shield"), "a", that=(there,))
    assert said(form("choose", subject=PLAYER, object=chosen)) == "o jogador escolhe um escudo que esteja na casa"


def test_a_verb_is_said_once_of_one_thing() -> None:
    told = [form("has_quality", subject=CELL, quality=quality(word)) for word in ("open", "empty", "visible")]
    assert said(Listed(tuple(told[:2]))) == "a casa está livre e vazia"
    assert said(Listed(tuple(told))) == "a casa está livre, está vazia e é visível"
    bounds = (form("at_least", subject=CELL, amount=Amount(1)), form("at_most", subject=CELL, amount=Amount(4)))
    assert said(Listed(bounds), "need") == "a casa deve ser no mínimo 1 e no máximo 4"


def test_orders_stay_orders_where_they_stand_in_a_row() -> None:
    place, move = Deed(Term("Place Shield")), Deed(Term("Move"), (Attached("", BOMB),), Silent(You()))
    assert said(Listed((place, move)), "order") == "ponha um escudo e mova a Bomba"


def test_what_a_thing_is_doing_does_not_agree_with_it() -> None:
    assert said(Noun(Term("Cell"), "a", plural=True, adjectives=(Term("cheating"),))) == "casas fazendo trapaça"
    assert said(form("can_be", subject=CELL, quality=quality("cheating"))) == "a casa pode estar fazendo trapaça"
    assert said(form("can_be", subject=CELL, quality=quality("pretty"))) == "a casa pode estar linda"


def test_what_always_stands_in_the_plural_does_so_where_a_pronoun_stands_for_it() -> None:
    assert said(form("contents", place=Attached("in", It(term=Term("Boosters"))))) == "o que está neles"
    them = form("has_quality", subject=It(term=Term("Boosters")), quality=quality("empty"))
    assert said(them) == "eles estão vazios"


def test_what_is_told_between_two_deeds_stands_between_commas() -> None:
    flees = Deed(Term("Flee"), (), BOMB)
    goes = Phrase("goes", (("deed", flees), ("start", A1), ("end", B2)))
    assert said(goes) == "a Bomba se retira, de A1 para B2"
    assert said(Listed((goes, Deed(Term("Move"), (), Silent(BOMB))))) == "a Bomba se retira, de A1 para B2, e move"
    told = said(Listed((form("choosing", deed=flees, object=CELL), Deed(Term("Move"), (), Silent(BOMB)))))
    assert told == "a Bomba se retira, escolhendo a casa, e move"


def test_what_is_not_so_either_is_told_with_nem() -> None:
    free, empty = (denied(form("has_quality", subject=CELL, quality=quality(word))) for word in ("open", "empty"))
    assert said(Listed((free, empty))) == "a casa não está livre nem vazia"
    assert said(Listed((free, empty)), "need") == "a casa não pode estar livre nem vazia"
    assert said(Listed((empty, denied(OF_FIVE.with_slot("subject", CELL))))) == "a casa não está vazia nem é 5"
    able = [denied(form("can", subject=You(), deed=Deed(Term(verb)))) for verb in ("Move", "Place Shield")]
    assert said(Listed(tuple(able)), "if") == "você não puder mover nem pôr um escudo"
    assert said(Listed((free, form("has_quality", subject=CELL, quality=quality("empty"))))) == (
        "a casa não está livre e está vazia"
    )
    two = form("but_not", fact=form("is", subject=A1, complement=Amount(1)), others=Listed((A1, B2)))
    assert said(two) == "A1 é 1, mas não A1 nem B2"


@pytest.mark.parametrize(
    ("subject", "condition", "found"),
    [
        (replace(CELL, article="a"), denied(EMPTY.with_slot("subject", It(term=CELL.term))), "quando não está vazia"),
        (replace(CELL, article="a"), EMPTY.with_slot("subject", BOMB), "quando a Bomba está vazia"),
        (replace(CELL, article="a", called="first"), EMPTY.with_slot("subject", CELL), "quando a casa está vazia"),
        (You(), form("can", subject=You(), deed=Deed(Term("Move"))), "quando pode mover"),
        (replace(CELL, article="a"), form("is_at", subject=It(term=CELL.term), place=Attached("on", BOMB)),
         "quando está na Bomba"),
        (replace(PLAYER, article="a"), form("is", subject=PLAYER, complement=form("active_player")),
         "quando é a vez do jogador"),
        (replace(CELL, article="a"), Listed((EMPTY.with_slot("subject", It(term=CELL.term)),
                                             EMPTY.with_slot("subject", BOMB))),
         "quando está vazia e a Bomba está vazia"),
    ],
)  # fmt: skip
def test_what_is_so_by_a_condition_is_not_named_again(subject: Form, condition: Form, found: str) -> None:
    clause = form("has_quality", subject=subject, quality=quality("open"))
    assert said(form("when", clause=clause, condition=condition)).endswith(found)


@pytest.mark.parametrize(
    ("key", "found"),
    [
        ("more", "os Propulsores são maiores que 3"),
        ("less", "os Propulsores são menores que 3"),
        ("equal", "os Propulsores são iguais a 3"),
        ("at_least_value", "os Propulsores são no mínimo iguais à Bomba"),
        ("at_most_value", "os Propulsores são no máximo iguais à Bomba"),
    ],
)
def test_how_much_several_are_agrees_with_them(key: str, found: str) -> None:
    amount = BOMB if key.endswith("_value") else Amount(3)
    assert said(form(key.removesuffix("_value"), subject=Noun(Term("Boosters")), amount=amount)) == found


def test_so_many_of_yours() -> None:
    assert said(Noun(SHIELD.term, "bare", of=You(), count=Amount(1))) == "1 escudo seu"
    assert said(Noun(SHIELD.term, "the", plural=True, of=You(), count=Amount(3))) == "os seus 3 escudos"


def test_who_is_told_to_do_something_with_themselves() -> None:
    assert said(Deed(Term("Move"), (Attached("", You()),)), "order") == "mova a si mesmo"
    assert said(Deed(Term("Move"), (Attached("", You()),), BOMB)) == "a Bomba move você"


def test_what_several_deeds_are_done_with_belongs_to_whoever_does_them() -> None:
    ana = Noun(Term("Ana", proper=True, about=(BOOK.world.players, 0)))
    own = Deed(Term("Move"), (Attached("", Noun(BOMB.term, of=SOMEBODY)),), ana)
    assert said(Listed((Deed(Term("Flee"), (), ana), own))) == "Ana se retira e move a sua Bomba"


def test_things_of_a_sort_with_a_name_have_no_article_where_there_are_several() -> None:
    row = Kind("Cell", "piece", plural="Cells", row=True)
    assert said(form("there_is", subject=Noun(Term("Cell", about=row), "some", plural=True))) == "há casas"


def test_a_detail_stands_as_in_a_table() -> None:
    assert said(form("detail", what=FACE, value=NORTH)) == "face: norte"


def test_clauses_about_one_thing_are_told_alike() -> None:
    near = form("has_quality", subject=Gap(), quality=Adjective(Term("near"), (Attached("to", CELL),)))
    full = form("has_quality", subject=Gap(), quality=quality("empty"))
    shield = Noun(Term("Shield"), "a", that=(full, near))
    assert said(shield) == "um escudo vazio e próximo da casa"
    assert said(replace(shield, that=(denied(full), near))) == "um escudo que não está vazio e que é próximo da casa"


def test_what_must_be_possible_is_needed() -> None:
    able = form("can", subject=You(), deed=Deed(Term("Place Shield")))
    assert said(able, "need") == "é preciso que você possa pôr um escudo"
    assert said(denied(able), "need") == "é preciso que você não possa pôr um escudo"


def test_what_is_not_among_some_is_told_by_a_clause() -> None:
    book, _ = load_rulebook(FOLDER / "good" / "all_but_one.rules")
    assert book is not None
    words = {("thing", "Card"): ("a carta", "as cartas"), ("thing", "Hand"): ("a mão", ""),
             ("thing", "Aside"): ("a reserva", ""), ("thing", "saved"): ("os guardados",)}  # fmt: skip
    speech = Speech(book, language="Portuguese", lexicon=Lexicon(words))
    _, moved = (line.text for line in speech.effects(book.actions["Save"]))
    assert moved == "Coloque na sua reserva todas as cartas que estão na sua mão e que não estão nos guardados."


def test_a_clause_hangs_on_its_noun_and_agrees_with_it() -> None:
    clause = form("has_quality", subject=Gap(), quality=quality("empty"))
    assert said(Noun(Term("Cell"), "a", that=(clause,))) == "uma casa vazia"
    assert said(Noun(Term("Cell"), "every", that=(clause,))) == "todas as casas vazias"
    assert said(Noun(Term("Cell"), "a", that=(denied(clause),))) == "uma casa que não está vazia"
    there = form("is_at", subject=Gap(), place=Attached("in", Noun(Term("Stack"), of=It(term=Term("Shield")))))
    assert said(Noun(Term("Shield"), "a", that=(there,))) == "um escudo na pilha de escudos dele"


# ------------------------------------------------------------------------------------------------------- completeness


class Invented(Lexicon):
    """Has a word for everything."""

    def forms(self, asked: Asked) -> tuple[str, ...]:
        super().forms(asked)
        return {
            "thing": ("a zorga", "as zorgas"),
            "value": ("zorgo/zorga",),
            "quality": ("está zorgado/zorgada",),
            "verb": ("zorgar",),
            "heading": ("Zorga",),
            "text": ("Zorga.",),
        }[asked.sort]


def test_there_is_a_preposition_for_every_word_that_a_rulebook_can_use() -> None:
    grammar = (resources.folder("grammars") / "rulebook.lark").read_text("utf-8")
    listed = re.findall(r"^_(?:place|role)_word: (.*)$", grammar, re.MULTILINE)
    assert {word.lower() for words in listed for word in words.split(" | ")} == set(PREPOSITIONS) - {
        BOTH_SIDES,
        TOWARDS,
    }


def test_what_is_of_a_sort_is_said_to_be_so_once() -> None:
    assert plain(contracted((Run("Pague 4 de "), Run("de metal.")))) == "Pague 4 de metal."


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("no campo de você", "no seu campo"),
        ("ao alcance de você", "ao seu alcance"),
        ("a bordo da nave de você", "a bordo da sua nave"),
        ("nas mãos de você e dele", "nas suas mãos e dele"),
        ("antes de você", "antes de você"),
        ("no caso de você vencer", "no caso de você vencer"),
        ("no campo de vocês", "no campo de vocês"),
        ("em nome de você", "em seu nome"),
    ],
)
def test_what_hangs_on_a_word_is_yours(said: str, found: str) -> None:
    assert plain(contracted(tuple(Run(part) for part in re.findall(r"\w+\W*", said)))) == found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_all_sentences(language: str) -> None:
    assert set(LANGUAGES[language]({}).patterns) >= KEYS


ENGLISH = re.compile(
    r"\b(the|of|and|or|is|are|be|from|with|must|may|to|in|on|at|by|it|its|not|when|if|each|every|all)\b"
)


def test_everything_can_be_told_without_a_word_of_english() -> None:
    speech = Speech(BOOK, language="Portuguese", lexicon=Invented())
    roots = [*headings_of(BOOK), *BOOK.examples, BOOK.setup, BOOK.play]
    lines = [line for root in roots for line in told(root, speech)]
    lines += [line for chapter in BOOK.chapters for item in chapter.items for line in speech.thing(item)]
    assert len(lines) > 100
    for words in flat(lines):
        assert not ENGLISH.search(words), words


def flat(lines: list[Line]) -> list[str]:
    return [words for line in lines for words in (line.text, *flat(list(line.children)))]
