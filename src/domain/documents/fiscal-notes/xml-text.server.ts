import anyAscii from 'any-ascii';

/**
 * A text as the national layout takes one (`TSString`: U+0020 to U+00FF, no blank at its ends): what Latin-1 does not have
 * is written with its plain letters and signs (`ł` as `l`, `’` as `'`), and is a question mark only where it has none.
 * `most`: characters.
 */
export function toLayoutText(text: string, maxLength: number): string {
  const plain = [...text.normalize('NFC')]
    .map((character) => {
      if (/[\u0020-\u007e\u00a1-\u00ff]/.test(character)) return character;
      if (/\s/.test(character)) return ' ';
      const spelled = anyAscii(character);
      if (/^[\u0020-\u007e]+$/.test(spelled)) return spelled;
      // A mark without a letter to stand on, and a sign that is not seen, say nothing.
      return /[\p{M}\p{Cf}]/u.test(character) ? '' : '?';
    })
    .join('');
  return plain.replaceAll(/ +/g, ' ').trim().slice(0, maxLength).trim();
}

/** Text between tags, as canonical XML has it. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;');
}

export type XmlNode = readonly [name: string, content: string | readonly XmlNode[] | null];

/** Elements in the order given; one whose content is null is left out. */
export function xml(nodes: readonly XmlNode[]): string {
  return nodes
    .filter(([, content]) => content !== null)
    .map(([name, content]) => {
      const inner = typeof content === 'string' ? escapeXml(content) : xml(content ?? []);
      return `<${name}>${inner}</${name}>`;
    })
    .join('');
}
