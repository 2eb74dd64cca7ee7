"""The suspension pass, from IR to IR: after it no back end has to know that rules wait for players."""
