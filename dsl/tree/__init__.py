"""The rulebook as its author wrote it: one frozen class for each rule of the grammar, names still names."""

from dsl.tree.base import *
from dsl.tree.box import *
from dsl.tree.choices import *
from dsl.tree.conditions import *
from dsl.tree.definitions import *
from dsl.tree.durations import *
from dsl.tree.examples import *
from dsl.tree.headings import *
from dsl.tree.looks import *
from dsl.tree.needs import *
from dsl.tree.phrases import *
from dsl.tree.statements import *
