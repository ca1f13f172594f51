"""Many games at once on NumPy arrays, for learning programs and random play.

>>> import gipfel
>>> from gipfel.batch import Batch
>>> batch = Batch(gipfel.game("gipf"), 8, seed=1)
>>> batch.observe().shape, batch.masks().shape
((8, 81), (8, 81))
"""

from gipfel.batch.arrays import LegalLists, Playouts, RandomPlay, Step
from gipfel.batch.batch import Batch, IllegalActions

__all__ = ["Batch", "IllegalActions", "LegalLists", "Playouts", "RandomPlay", "Step"]
