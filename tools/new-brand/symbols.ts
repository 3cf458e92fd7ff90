/** The two colours of a drawing, and its background colour. */
export interface Paint {
  readonly main: string;
  readonly accent: string;
  readonly ground: string;
}

/** Drawings of 32 by 32, by name: the logo of a brand that has none yet. */
export const symbols: Readonly<Record<string, (paint: Paint) => string>> = {
  book: ({ main, accent }) =>
    `<path fill="${main}" d="M15 10C11 6.500 6.500 5.500 1.500 6v20c5-.5 9.500.5 13.500 4z"/><path fill="${accent}" d="M17 10c4-3.500 8.500-4.500 13.500-4v20c-5-.5-9.500.5-13.500 4z"/>`,
  steps: ({ main, accent }) =>
    `<rect x="2" y="21" width="8" height="9" rx="1.500" fill="${main}"/><rect x="12" y="13" width="8" height="17" rx="1.500" fill="${main}"/><rect x="22" y="3" width="8" height="27" rx="1.500" fill="${accent}"/>`,
  spark: ({ main, accent }) =>
    `<path fill="${main}" d="M15 4c1.500 8.500 4.500 11.500 13 13-8.500 1.500-11.500 4.500-13 13-1.500-8.500-4.500-11.500-13-13 8.500-1.500 11.500-4.500 13-13z"/><circle cx="27" cy="6" r="3.500" fill="${accent}"/>`,
  gate: ({ main, accent }) =>
    `<path fill="${main}" d="M3 30V15a13 13 0 0 1 26 0v15h-7V16a6 6 0 0 0-12 0v14z"/><circle cx="16" cy="26" r="3.500" fill="${accent}"/>`,
  leaf: ({ main, accent, ground }) =>
    `<path fill="${main}" d="M5 27C2 13 11 4 29 3c1 17-8 27-24 24z"/><path fill="none" stroke="${ground}" stroke-width="2.400" stroke-linecap="round" d="M7 27C11 20 16 15 22 11"/><circle cx="27" cy="26" r="3.500" fill="${accent}"/>`,
  compass: ({ main, accent }) =>
    `<circle cx="16" cy="16" r="12.600" fill="none" stroke="${main}" stroke-width="3.400"/><path fill="${accent}" d="M23 9l-4 10-10 4 4-10z"/>`,
  wave: ({ main, accent }) =>
    `<path fill="none" stroke="${main}" stroke-width="4" stroke-linecap="round" d="M3 12c4.500-6 8.500-6 13 0s8.500 6 13 0"/><path fill="none" stroke="${accent}" stroke-width="4" stroke-linecap="round" d="M3 23c4.500-6 8.500-6 13 0s8.500 6 13 0"/>`,
  flag: ({ main, accent, ground }) =>
    `<path fill="none" stroke="${main}" stroke-width="3" stroke-linecap="round" d="M6 3v27"/><path fill="${accent}" d="M9 5h20l-5 7 5 7H9z"/><circle cx="15" cy="12" r="2.600" fill="${ground}"/>`,
};

/** The symbol of a brand without a chosen one: always the same for the same name. */
export function symbolFor(name: string): string {
  const names = Object.keys(symbols);
  const sum = [...name].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
  return names[sum % names.length] ?? 'book';
}
