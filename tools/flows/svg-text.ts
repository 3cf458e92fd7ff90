/** Text for XML. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Breaks a name at its dashes and slashes, so that lines have at most `most` characters where possible. */
export function broken(text: string, most: number): readonly string[] {
  const parts = text.match(/[^-/ ]*[-/ ]|[^-/ ]+/g) ?? [];
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + part.length <= most) lines[lines.length - 1] = last + part;
    else lines.push(part);
  }
  return lines.map((line) => line.trim());
}

/** Approximate width of a text by the width of an average letter: no font is measured. */
export function widthOf(text: string, letter: number): number {
  return [...text].reduce(
    (sum, one) => sum + (/[mwMW%@]/.test(one) ? 1.4 : /[ijlftI.,:;'-]/.test(one) ? 0.6 : 1) * letter,
    0,
  );
}
