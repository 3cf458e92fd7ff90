/** The stored form of a name or other line of text: NFC, ends trimmed, runs of blanks made one. */
export function normalizeText(value: string): string {
  return value.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}
