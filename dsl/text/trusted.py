"""Whose a file is, and whether what was kept in it is what was put there.

What is kept between runs is executed, on machines where others may write, too. So it is believed only where it is the
user's own, nobody else can write to it and no link leads to it; and it is sealed with a key that only the user can
read, as a checksum alone can be made by anybody.
"""

from __future__ import annotations

import hmac
import os
import stat
from pathlib import Path

SEAL = 32  # bytes, before what is sealed
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_PLAINLY = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def distrust(folder: Path) -> str:
    """Why what lies in a folder cannot be believed; empty where it can, or where there is no such folder."""
    try:
        status = folder.lstat()
    except OSError:
        return ""
    if stat.S_ISLNK(status.st_mode):
        return "is a link"
    return foreign(status) if stat.S_ISDIR(status.st_mode) else ""


def foreign(status: os.stat_result) -> str:
    """Why something is not the user's alone; empty where it is, and where systems know no owners."""
    if not hasattr(os, "getuid"):
        return ""
    if status.st_uid != os.getuid():
        return "belongs to somebody else"
    return "can be written to by others" if status.st_mode & _OTHERS_WRITE else ""


def own_content(path: Path, secret: bool = False) -> bytes:
    """What is in a file that is the user's alone; if it is `secret`, also to read. Raises OSError for any other."""
    with os.fdopen(os.open(path, _PLAINLY), "rb") as file:
        status = os.fstat(file.fileno())
        read_by_others = secret and hasattr(os, "getuid") and status.st_mode & _OTHERS
        if foreign(status) or read_by_others or not stat.S_ISREG(status.st_mode):
            raise PermissionError(f"{path} is not the user's alone")
        return file.read()


def sealed(key: bytes, name: str, body: bytes) -> bytes:
    """The body as it is kept under this name, and under no other."""
    return _seal(key, name, body) + body


def unsealed(key: bytes, name: str, content: bytes) -> bytes | None:
    """The body that was sealed; None for what was not sealed under this name with this key."""
    body = content[SEAL:]
    return body if hmac.compare_digest(content[:SEAL], _seal(key, name, body)) else None


def _seal(key: bytes, name: str, body: bytes) -> bytes:
    return hmac.digest(key, name.encode("utf-8") + b"\0" + body, "sha256")
