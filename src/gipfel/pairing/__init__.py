"""Who meets whom, in tournaments of people and of engines: round robin, Swiss system, knockout.

Players are numbers.
"""
