"""YINSH, the fifth game of the series: rings leave markers behind, and five in a row cost a ring."""
