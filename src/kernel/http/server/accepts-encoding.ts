/**
 * Whether a reader says that it can read a packed answer (`Accept-Encoding`, RFC 9110, 12.5.3): the name stands there, and
 * its weight, if it has one, is a number above nought. The star names nothing: whoever means brotli says so.
 */
export function acceptsEncoding(accepted: string | undefined, name: 'br' | 'gzip'): boolean {
  return (accepted ?? '').split(',').some((part) => {
    const [coding = '', weight] = part.split(';', 2).map((word) => word.trim().toLowerCase());
    if (coding !== name) return false;
    return (
      weight === undefined || (/^q\s*=\s*[01](?:\.\d{0,3})?$/.test(weight) && !/^q\s*=\s*0(?:\.0*)?$/.test(weight))
    );
  });
}
