"""What the faces of several games draw alike.

Law. Draws what a view says; nothing here computes a demand, a price or a score. Each module is about one thing that
games share, and no game is named here.
"""
