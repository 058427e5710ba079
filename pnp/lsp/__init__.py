"""The language server: what editors show of a game while one types. It needs the package ``pygls``."""
