"""What drawings are made of: the scene, its parts, markup."""
