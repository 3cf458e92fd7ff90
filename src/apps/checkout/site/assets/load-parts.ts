/** Fetches scripts of parts (each puts its view into its list) and settles once all have run. */
export function loadParts(files: readonly string[]): Promise<unknown> {
  return Promise.all(files.map((file) => import(/* @vite-ignore */ file)));
}

/** Puts the sheets of parts that an answer brought into the document, those that it has not got yet. */
export function addSheets(sheets: readonly string[]): void {
  const there = [...document.querySelectorAll('style')];
  const missing = sheets.filter((sheet) => there.every(({ textContent }) => !textContent.includes(sheet)));
  if (missing.length === 0) return;
  const style = document.createElement('style');
  // The policy takes only styles that carry the document's own nonce.
  style.nonce = there[0]?.nonce ?? '';
  style.textContent = missing.join('');
  document.head.append(style);
}
