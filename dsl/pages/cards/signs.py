"""What stands before actions and powers on a reference card: icons, or first letters."""

from __future__ import annotations

from html import escape

from dsl import model
from dsl.icons import icon_for_deed
from dsl.pages.cards.contents import Card
from dsl.pages.drawings.look import Look


def signs(card: Card, look: Look) -> dict[str, str]:
    """By its anchor what stands before each action and power: its icon, or its first letter where it has none or one
    of its like has the same; nothing before those of a sort of which less than half have an icon."""
    found: dict[str, str] = {}
    for passages in (card.actions, *(members for _, members in card.families)):
        icons = {passage.anchor: icon_of(passage.about, look) for passage in passages}
        if 2 * sum(map(bool, icons.values())) >= len(passages):
            first = {icon: anchor for anchor, icon in reversed(icons.items())}
            alone = {anchor: icon if first[icon] == anchor else "" for anchor, icon in icons.items()}
            found |= {p.anchor: drawn(alone[p.anchor], p.title) for p in passages}
    return found


def icon_of(about: object, look: Look) -> str:
    """The icon that a sentence says, or that its name asks for."""
    names = (about.name, about.label) if isinstance(about, model.Action | model.Power) else ()
    said = (look.icons.get(name, "") for name in names)
    asked = (icon_for_deed(name, things=isinstance(about, model.Power)) for name in names)
    return next(filter(None, (*said, *asked)), "")


def drawn(icon: str, title: str) -> str:
    inside = (
        f'<svg viewBox="0 0 24 24" aria-hidden="true"><use href="#icon-{icon}"/></svg>'
        if icon
        else escape(title[:1].upper())
    )
    return f'<span class="deed">{inside}</span> '
