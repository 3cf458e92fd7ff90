/** Letters that no mark can be taken off, as the layout's Latin-1 can write them. */
const others: Readonly<Record<string, string>> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i', œ: 'oe', Œ: 'OE' };

/**
 * A text as the national layout takes one (`TSString`: U+0020 to U+00FF, no blank at its ends): marks that Latin-1 does not
 * have are taken off their letters, anything else becomes a question mark. `most`: characters.
 */
export function layoutText(text: string, most: number): string {
  const plain = [...text.normalize('NFC')]
    .map((letter) => {
      if (/[\u0020-\u007e\u00a1-\u00ff]/.test(letter)) return letter;
      if (/\s/.test(letter)) return ' ';
      const bare = letter.normalize('NFD').replaceAll(/\p{M}/gu, '');
      return others[letter] ?? (/^[\u0021-\u007e\u00a1-\u00ff]$/.test(bare) ? bare : '?');
    })
    .join('');
  return plain.replaceAll(/ +/g, ' ').trim().slice(0, most).trim();
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
