"""What the readable modules of Rullo say, said again for speed."""
