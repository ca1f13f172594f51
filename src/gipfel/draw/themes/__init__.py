"""The values of all themes, one module for each board. No other drawing module defines colours."""
