"""Studies: games with variations and text between the boards, as one file and as a page for readers."""

from gipfel.studies.study import Chapter, Study, StudyError, read_study, study_of, write_study

__all__ = ["Chapter", "Study", "StudyError", "read_study", "study_of", "write_study"]
