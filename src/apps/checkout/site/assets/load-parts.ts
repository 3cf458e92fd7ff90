/** Loads scripts of parts (each registers its view) and settles once all have run. */
export function loadParts(files: readonly string[]): Promise<unknown> {
  return Promise.all(files.map((file) => import(/* @vite-ignore */ file)));
}

/** Adds the style sheets of an answer's parts that the document does not have yet. */
export function addSheets(sheets: readonly string[]): void {
  const there = [...document.querySelectorAll('style')];
  const missing = sheets.filter((sheet) => there.every(({ textContent }) => !textContent.includes(sheet)));
  if (missing.length === 0) return;
  const style = document.createElement('style');
  // The policy allows only styles with the document's own nonce.
  style.nonce = there[0]?.nonce ?? '';
  style.textContent = missing.join('');
  document.head.append(style);
}
