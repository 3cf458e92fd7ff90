/** Letters of the GSM 7-bit default alphabet (3GPP TS 23.038, 6.2.1): a text of only these has 160 characters, else 70. */
const alphabet = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);

/** Typographic characters that the alphabet lacks, and their replacements. */
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
 * The whole message: the text, and on a line of its own the code bound to our site (WICG, "Origin-bound one-time codes
 * delivered via SMS"), which is how a browser may offer to fill it in on our pages only.
 */
export function codeMessage(words: string, code: string, publicOrigin: string): string {
  return `${toGsmText(words)}\n\n@${new URL(publicOrigin).hostname} #${code}`;
}

/** Characters of one message, and of each part of a longer one, in the alphabet of phones (3GPP TS 23.040, 9.2.3.24.1). */
const ofOne = 160;
const ofAPart = 153;

/** How many messages a carrier sends, and charges, for a text that `toGsmText` wrote. */
export function smsParts(text: string): number {
  return text.length <= ofOne ? 1 : Math.ceil(text.length / ofAPart);
}

/**
 * Writes a text that names something long, such as a course, so that it is one message: the name loses its last words until
 * it fits, and says so by three points. A text that is too long without any name comes whole.
 */
export function fitOneSms(write: (name: string) => string, name: string): string {
  const whole = write(name);
  if (smsParts(whole) === 1) return whole;
  const words = name.split(/\s+/);
  for (let kept = words.length - 1; kept > 0; kept -= 1) {
    const shorter = write(`${words.slice(0, kept).join(' ')}...`);
    if (smsParts(shorter) === 1) return shorter;
  }
  return whole;
}
