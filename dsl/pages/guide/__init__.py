"""The player guide: its chapters, what is in the box, and which worked examples stand where."""
