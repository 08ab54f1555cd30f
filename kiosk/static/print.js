/* The button that prints the page; the browser's own menu does the same. */
document.querySelector("[data-print]")?.addEventListener("click", () => window.print());
