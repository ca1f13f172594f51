/** Presses the button of a page that was opened by the link of a mail, so that one click there is enough. */

document.querySelector("form")?.requestSubmit();
