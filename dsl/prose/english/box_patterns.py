"""The sentences of English about what is in the box, and about boards."""

from __future__ import annotations

from collections.abc import Mapping

BOX: Mapping[str, str] = {
    "count_one": "one",
    "so_many_of_each_value": "{amount} of each {kind}: {values}",
    "so_many_of": "{amount} for each {kinds}",
    "combination": "combination of {kinds}",
    "lies_on_a_side": "{subject} ~lie face down or face up",
    "ordinary_die": "an ordinary six-sided die",
    "ordinary_dice": "ordinary six-sided dice",
    "has_faces": "{subject} ~have the faces {low} to {high}",
    "one_of_directions": "{what} (one of {amount} directions)",
    "at_first": "{what} (at first {amount})",
    "one_after_the_other": "{first}, then {then}",
    "each_on_top": "{place}, each on top of the last",
    "there_at_first": "{what} (at the start)",
    "in_order": "{what}, kept in order",
    "one_of_each": "{place} (one for each player)",
    "so_many_of_each": "{place} ({amount} for each player)",
    "so_many_places": "{place} ({amount})",
    "all_see": "everybody",
    "nobody_sees": "nobody[ until it is {until}]",
    "owner_sees": "only the owner[ until it is {until}]",
    "one_sees": "only {who}[ until it is {until}]",
    "each_one": "each",
    "kind_of_values": "{kind} ({values})",
    "so_many_each": "{amount} for each player",
    "so_many_for": "{amount} for {who}",
    "can_be": "{subject} ~can be {quality}",
    "has": "{subject} ~have {what}",
    "has_range": "{subject} ~have {what} from {low} to {high}[, which starts at {first}]",
    "has_direction": "{subject} ~have {what}, one of {amount} directions",
    "carries": "{subject} ~can carry {what}",
    "takes": "only {what} may be put {place}",
    "which_it_is": "which {kind} it is",
    "whether_it_is": "whether {quality}",
    "is_sort_of": "{subject} ~be {what}",
    "seen_by_all": "everybody sees {subject}",
    "seen_by_nobody": "nobody sees {subject}[ until {until}]",
    "seen_by_owner": "only the owner sees {subject}[ until {until}]",
    "seen_by": "only {who} sees {subject}[ until {until}]",
    "table_is": "{subject} ~be these",
    "table_tells": "this table ~tell of {subject}",
    "copies": "number",
    "each_player": "each player",
    "everyone_has": "each player ~have {what}",
    "several_places": "there ~be {subject}",
    "may_lie": "{pieces} may lie {place}",
    "keeps_order_on": "{pieces} that lie on {subject} stay in order, from bottom to top",
    "keeps_order_on_spaces": "pieces on the same {space} of {board} make a pile, from bottom to top",
    "keeps_order": "the {pieces} {place} stay in order, from bottom to top",
    "contents": "what is {place}",
    "is_from_to": "{subject} ~be from {low} to {high}",
    "option_from_to": "{subject} ~be from {low} to {high}, usually {usual}: agree on it before the game",
    "option_is": "{subject} ~be {numbers}, usually {usual}: agree on it before the game",
    "line_of": "{subject} ~be {spaces} in a straight line",
    "shape_hexagon": "{subject} ~be a hexagon of {all}, {size0} to a side",
    "shape_flat_hexagon": "{subject} ~be a hexagon of {all} with a side up, {size0} to a side",
    "shape_grid": "{subject} ~be a grid of {size0} by {size1} {spaces}",
    "shape_grid_with_corners": "{subject} ~be a grid of {size0} by {size1} {spaces}",
    "shape_open_grid": "{subject} ~be a grid of {size0} by {size1} {spaces} around X0Y0 in the middle",
    "shape_hex_rectangle": "{subject} ~be a rhombus of {size0} by {size1} hexagonal {spaces}",
    "shape_line": "{subject} ~be a row of {all}",
    "shape_ring": "{subject} ~be a ring of {all}",
    "neighbours_over_sides": "{subject} ~be beside one another when they share a side",
    "neighbours_over_sides_alone": (
        "{subject} ~be beside one another where one is next to the other in a row or a column; slantwise is not enough"
    ),
    "neighbours_over_corners": "{subject} ~be beside one another when they share a side or a corner",
    "neighbours_round": (
        "{subject} ~be beside one another where one comes after the other; after {last} comes {first} again"
    ),
    "neighbours_on_rings": (
        "{subject} ~be beside one another where one comes after the other on the same ring. Each ring is closed: "
        "after {last} comes {first} again"
    ),
    "neighbours_in_a_row": "{subject} ~be beside one another where one comes after the other",
    "distance_is": (
        "the distance between two {spaces} ~be the least number of steps from one to the other, each from {space} to "
        "one beside it; what stands in between does not matter"
    ),
    "directions_over_corners": "directions lead over the sides of {space} and, slantwise, over its corners",
    "lines_over_corners": "straight lines run over sides or, slantwise, over corners",
    "heading_up": "in the picture, {direction} ~be up[; then clockwise come {others}]",
    "heading_right": "in the picture, {direction} ~be to the right[; then clockwise come {others}]",
    "file_is": "the file of {space} ~be the letter of its name, told as a number: A is 1, B is 2",
    "rank_is": "the rank of {space} ~be the number in its name",
    "ring_is": "the ring of {space} ~be the letter of its name, told as a number: A, the innermost, is 1",
    "shape_ring_board": "{subject} ~be made of rings of {rings} {spaces}, from the inside out",
}
