"""What is said to a client about a problem."""


def is_one_sentence(text: str) -> bool:
    """Is a text neither empty nor long, and no traceback?"""
    return 10 < len(text) < 300 and "\n" not in text and "Traceback" not in text
