"""What a session says in its own words, in the language of the rulebook; the English sentences are the keys.

Answers, and what is typed, stay as they are: they are the rulebook's.
"""

from __future__ import annotations

from collections.abc import Mapping

HELP = """\
Type the number of an option, its text, or a few words of it. Besides:
  why TEXT    why TEXT is not possible now
  rules TEXT  what the rulebook says of TEXT: an action, or a word that it uses
  look TEXT   what is printed on TEXT: a sort of piece, a space, a value
  1, 3        several at once, where an answer is several things: numbers or
              texts; with one at a time, `done` ends it
  take back   takes back the last of them, or what you have said of an answer
  undo        takes back what you have said of an answer, else the last answer
              that one of you at this screen gave, and what bots answered since,
              if neither chance nor news came with it
  view        shows the board again       options  lists the options again
  log         what has happened so far    save FILE  keeps the match
  help        this list                   quit     ends the session"""

PORTUGUESE: Mapping[str, str] = {
    HELP: """\
Digite o número de uma opção, o seu texto ou algumas palavras dele. Além disso:
  why TEXTO    por que TEXTO não é possível agora
  rules TEXTO  o que as regras dizem de TEXTO: uma ação, ou uma palavra usada
  look TEXTO   o que está impresso em TEXTO: um tipo de peça, uma casa, um valor
  1, 3         várias de uma vez, onde uma resposta são várias coisas: números
               ou textos; uma a uma, `done` encerra
  take back    retira a última delas, ou o que você disse de uma resposta
  undo         retira o que você disse de uma resposta, senão a última resposta
               dada nesta tela e o que os robôs responderam desde então, se não
               houve nela nem sorteio nem novidade
  view         mostra o tabuleiro de novo    options    lista as opções de novo
  log          o que aconteceu até agora     save FILE  guarda a partida
  help         esta lista                    quit       encerra a sessão""",
    "Type `help` for what can be typed.": "Digite `help` para ver o que pode ser digitado.",
    "The match is not over.": "A partida não terminou.",
    "It is kept in {path}.": "Ela está guardada em {path}.",
    "`rulewright play --resume` goes on with it.": "`rulewright play --resume` a continua.",
    "It is kept in {path}, but not its last answers.": "Ela está guardada em {path}, mas não as últimas respostas.",
    "It was not kept.": "Ela não foi guardada.",
    "(`log` tells all that has happened)": "(`log` conta tudo o que aconteceu)",
    "choose": "escolha",
    "(so far {those})": "(até agora {those})",
    "That is too long: nothing that can be typed here has more than {most} letters.": (
        "Isso é longo demais: nada do que se digita aqui tem mais de {most} letras."
    ),
    "`options` tells what is possible, `help` what else can be typed.": (
        "`options` diz o que é possível, `help` o que mais pode ser digitado."
    ),
    "There is nothing to take back: `undo` takes back a whole answer.": (
        "Não há nada a retirar: `undo` retira uma resposta inteira."
    ),
    "Taken back: {text}.": "Retirado: {text}.",
    "Taken back.": "Retirado.",
    "Type `why` and the answer that you miss, as in `why pass`.": (
        "Digite `why` e a resposta que falta, como em `why pass`."
    ),
    "“{asked}” is possible: type it without `why`.": "“{asked}” é possível: digite sem `why`.",
    "“{asked}” is {answer}, which is possible: type it without `why`.": (
        "“{asked}” é {answer}, que é possível: digite sem `why`."
    ),
    "Nothing can be taken back: {reason}.": "Nada pode ser retirado: {reason}.",
    "you have not answered yet": "você ainda não respondeu",
    "Chance has decided since": "o acaso decidiu desde então",
    "something came to light by it, or since": "algo foi revelado com isso, ou desde então",
    "{number} is not possible now.": "{number} não é possível agora.",
    "There is no option number {number}.": "Não há opção de número {number}.",
    "{low} to {high}": "{low} a {high}",
    "a number from {these}": "um número de {these}",
    "{one} or {other}": "{one} ou {other}",
    "Type {these}.": "Digite {these}.",
    "Type {these}, or the text of an option.": "Digite {these}, ou o texto de uma opção.",
    "{who} has decided since": "{who} decidiu desde então",
    "Nothing has happened yet.": "Ainda não aconteceu nada.",
    "Type `save` and the name of a file.": "Digite `save` e o nome de um arquivo.",
    "It was not kept: {reason}.": "Ela não foi guardada: {reason}.",
    "Kept in {path}: `{command}` goes on with it.": "Guardada em {path}: `{command}` a continua.",
    "What you have chosen so far ({those}) is to be chosen again then.": (
        "O que você escolheu até agora ({those}) terá de ser escolhido de novo."
    ),
    "Type `rules` and one of these: {names}.": "Digite `rules` e um destes: {names}.",
    "The rulebook of this match is not there any more, or has changed since.": (
        "As regras desta partida não estão mais lá, ou mudaram desde então."
    ),
    "(`options` lists them all)": "(`options` lista todas)",
    "{who} wins.": "{who} vence.",
    "{who} win.": "{who} vencem.",
    "{one} and {other}": "{one} e {other}",
    "Nobody wins.": "Ninguém vence.",
    "The match is over, and no rule says who won.": "A partida terminou, e nenhuma regra diz quem venceu.",
    "The match stopped, as a rule could not be carried out ({fault}).": (
        "A partida parou, pois uma regra não pôde ser cumprida ({fault})."
    ),
    "{name} has {score}": "{name} tem {score}",
    "{who} sees this:": "{who} vê isto:",
    "Which of these can be done?": "Qual destas coisas pode ser feita?",
    "{who}: {deed}. What comes of it?": "{who}: {deed}. O que resulta disso?",
    "The game goes on.": "O jogo continua.",
    "Which number is missing? “{told}”": "Que número falta? “{told}”",
    "if {change}: {line}": "se {change}: {line}",
}
LANGUAGES: Mapping[str, Mapping[str, str]] = {"Portuguese": PORTUGUESE}


class Spoken:
    """The words of a session in one language; English where that has none."""

    def __init__(self, language: str = "English") -> None:
        self._texts = LANGUAGES.get(language, {})

    def __call__(self, sentence: str, **parts: object) -> str:
        """The sentence, which is one of the keys, with its parts."""
        found = self._texts.get(sentence, sentence)
        return found.format(**parts) if parts else found


ENGLISH = Spoken()
