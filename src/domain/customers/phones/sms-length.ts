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
