"""Work shared between processes of one run, where the system can divide a process in two."""
