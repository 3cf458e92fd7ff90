const fontFile = /url\(\/fonts\/([\w.-]+\.woff2)\)/;

/**
 * Puts the file of a face (`url(/fonts/x.woff2)`) into its `@font-face` rule; a rule without a file stays as it is, and
 * null where there is no such file.
 */
export function inlineFontFile(rule: string, read: (name: string) => Buffer | null): string | null {
  const name = fontFile.exec(rule)?.[1];
  if (name === undefined) return rule;
  const content = read(name);
  return content && rule.replace(fontFile, `url(data:font/woff2;base64,${content.toString('base64')})`);
}
