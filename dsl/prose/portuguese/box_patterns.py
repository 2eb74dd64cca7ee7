"""The sentences of Brazilian Portuguese about what is in the box, and about boards."""

from __future__ import annotations

from collections.abc import Mapping

BOX: Mapping[str, str] = {
    "count_one": "1",
    "so_many_of_each_value": "{amount} de cada {kind}: {values}",
    "so_many_of": "{amount} para cada {kinds}",
    "combination": "combinação de {kinds}",
    "lies_on_a_side": "{subject} ~ficar @virado para baixo ou para cima",
    "ordinary_die": "um dado comum, de seis lados",
    "ordinary_dice": "dados comuns, de seis lados",
    "has_faces": "{subject} ~ter as faces de {low} a {high}",
    "one_of_directions": "{what} (uma das {amount} direções)",
    "at_first": "{what} (no início {amount})",
    "one_after_the_other": "{first}, depois {then}",
    "each_on_top": "{place}, cada vez no topo",
    "there_at_first": "no início {what}",
    "in_order": "{what}, em ordem",
    "one_of_each": "{place} (@um:place para cada jogador)",
    "so_many_of_each": "{place} ({amount} para cada jogador)",
    "so_many_places": "{place} ({amount})",
    "all_see": "todos",
    "nobody_sees": "ninguém[, até ficar {until}]",
    "owner_sees": "só o dono[, até ficar {until}]",
    "one_sees": "só {who}[, até ficar {until}]",
    "each_one": "cada {kind}",
    "kind_of_values": "{kind} ({values})",
    "so_many_each": "{amount} para cada jogador",
    "so_many_for": "{amount} para {who}",
    "can_be": "{subject} ~poder estar {quality}",
    "has": "{subject} ~ter {what}",
    "has_range": "{subject} ~ter {what} de {low} a {high}[, que começa em {first}]",
    "has_direction": "{subject} ~ter {what}, uma das {amount} direções",
    "carries": "{subject} ~poder levar {what}",
    "takes": "só se pode colocar {what} {place}",
    "which_it_is": "qual {kind} é",
    "whether_it_is": "se {quality}",
    "is_sort_of": "{subject} ~ser {what}",
    "seen_by_all": "todos podem ver {subject}",
    "seen_by_nobody": "ninguém pode ver {subject}[ até que {until:wish}]",
    "seen_by_owner": "só o dono pode ver {subject}[ até que {until:wish}]",
    "seen_by": "só {who} pode ver {subject}[ até que {until:wish}]",
    "table_is": "{subject} ~ser @este",
    "table_tells": "esta tabela trata de {subject}",
    "copies": "quantidade",
    "each_player": "cada jogador",
    "everyone_has": "cada jogador ~ter {what}",
    "several_places": "~haver {subject}",
    "keeps_order_on": "{pieces} em cima de {subject} ficam em ordem, do fundo ao topo",
    "may_lie": "{pieces} podem ficar {place}",
    "keeps_order_on_spaces": "as peças @no:space @mesmo:space {space} de {board} ficam em ordem, do fundo ao topo",
    "keeps_order": "{pieces} {place} ficam em ordem, do fundo ao topo",
    "contents": "o que está {place}",
    "is_from_to": "{subject} ~ir de {low} a {high}",
    "option_from_to": "{subject} ~ir de {low} a {high}, normalmente {usual}: combinem antes do jogo",
    "option_is": "{subject} ~ser {numbers}, normalmente {usual}: combinem antes do jogo",
    "line_of": "{subject} ~ser @formado por {spaces} em linha reta",
    "shape_hexagon": "{subject} ~ser um hexágono de {all}, com {size0} de lado",
    "shape_flat_hexagon": "{subject} ~ser um hexágono de {all} com um lado para cima, com {size0} de lado",
    "shape_grid": "{subject} ~ser uma grade de {size0} por {size1} {spaces}",
    "shape_grid_with_corners": "{subject} ~ser uma grade de {size0} por {size1} {spaces}",
    "shape_open_grid": "{subject} ~ser uma grade de {size0} por {size1} {spaces} em torno de X0Y0, no meio",
    "shape_hex_rectangle": "{subject} ~ser um losango de {size0} por {size1} {spaces} @hexagonal:spaces",
    "shape_line": "{subject} ~ser uma fila de {all}",
    "shape_ring": "{subject} ~ser um anel de {all}",
    "neighbours_over_sides": "{subject} ~estar lado a lado quando têm um lado em comum",
    "neighbours_over_sides_alone": (
        "{subject} ~estar lado a lado quando estão @junto:subject na mesma fileira ou coluna; na diagonal não vale"
    ),
    "neighbours_over_corners": "{subject} ~estar lado a lado quando têm um lado ou um canto em comum",
    "neighbours_round": "{subject} ~estar lado a lado quando vêm em sequência; depois de {last} vem de novo {first}",
    "neighbours_on_rings": (
        "{subject} ~estar lado a lado quando vêm em sequência no mesmo anel. Cada anel é fechado: "
        "depois de {last} vem de novo {first}"
    ),
    "neighbours_in_a_row": "{subject} ~estar lado a lado quando vêm em sequência",
    "distance_is": (
        "a distância de {space} a @outro:space é o menor número de passos, cada um para {space} ao lado de @o:space "
        "anterior; não importa o que esteja no caminho"
    ),
    "directions_over_corners": "as direções passam pelos lados de {space} e, na diagonal, pelos cantos",
    "lines_over_corners": "as linhas retas passam pelos lados ou, na diagonal, pelos cantos",
    "heading_up": "no desenho, @o:direction {direction} ~ficar para cima[; dali, no sentido horário, seguem {others}]",
    "heading_right": (
        "no desenho, @o:direction {direction} ~ficar à direita[; dali, no sentido horário, seguem {others}]"
    ),
    "file_is": "a coluna de {space} é a letra do seu nome, lida como número: A é 1, B é 2",
    "rank_is": "a fileira de {space} é o número no seu nome",
    "ring_is": "o anel de {space} é a letra do seu nome, lida como número: A, o mais interno, é 1",
    "shape_ring_board": "{subject} ~ser @formado por anéis de {rings} {spaces}, de dentro para fora",
}
