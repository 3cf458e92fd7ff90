/**
 * Whether a client accepts a content encoding (`Accept-Encoding`, RFC 9110, 12.5.3): the name is listed, and its weight, if
 * any, is above 0. `*` does not count: clients that read brotli list it.
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
