"""The rulebook as its author wrote it: one frozen class for each rule of the grammar, names still names."""

from dsl.model.base import *
from dsl.model.box import *
from dsl.model.conditions import *
from dsl.model.deeds import *
from dsl.model.definitions import *
from dsl.model.examples import *
from dsl.model.headings import *
from dsl.model.phrases import *
