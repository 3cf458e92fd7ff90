/** Letters of the GSM 7-bit default alphabet (3GPP TS 23.038, 6.2.1): a text of only these has 160 characters, else 70. */
const alphabet = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);

/** Signs of good print that the alphabet lacks, and how they are typed. */
const typed: Readonly<Record<string, string>> = {
  '\u00a0': ' ',
  '\u202f': ' ',
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '...',
  '·': '-',
  º: 'o',
  ª: 'a',
};

/** A text in the alphabet of phones: marks that it lacks are left out (`código` → `codigo`), other signs become `?`. */
export function toGsmText(text: string): string {
  return [...text.normalize('NFC')]
    .map((letter) => {
      if (alphabet.has(letter)) return letter;
      const known = typed[letter];
      if (known !== undefined) return known;
      const bare = letter.normalize('NFD').replaceAll(/\p{M}/gu, '');
      return alphabet.has(bare) ? bare : '?';
    })
    .join('');
}

/**
 * The whole message: the words, and on a line of its own the code bound to our site (WICG, "Origin-bound one-time codes
 * delivered via SMS"), which is how a browser may offer to fill it in on our pages only.
 */
export function codeMessage(words: string, code: string, publicOrigin: string): string {
  return `${toGsmText(words)}\n\n@${new URL(publicOrigin).hostname} #${code}`;
}
