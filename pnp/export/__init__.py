"""Pages as other files than PDF."""
