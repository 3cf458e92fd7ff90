const fontFile = /url\(\/fonts\/([\w.-]+\.woff2)\)/;

/**
 * Inlines a font file (`url(/fonts/x.woff2)`) into its `@font-face` rule. A rule without a file stays unchanged; null when
 * the file does not exist.
 */
export function inlineFontFile(rule: string, read: (name: string) => Buffer | null): string | null {
  const name = fontFile.exec(rule)?.[1];
  if (name === undefined) return rule;
  const content = read(name);
  return content && rule.replace(fontFile, `url(data:font/woff2;base64,${content.toString('base64')})`);
}
