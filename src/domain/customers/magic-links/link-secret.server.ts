import { randomBytes } from 'node:crypto';
import { generateReadableCode, parseReadableCode } from '#src/kernel/ids/readable-code.ts';

const tokenShape = /^[A-Za-z0-9_-]{43}$/;
/** 80 bits: a thousand guesses a second against a million valid links find one in some ten thousand years. */
const codeLength = 18;

/** Whether a text can be a link's secret at all: a token of 256 bits, or a code that people can read out. */
export function isLinkSecret(text: string): boolean {
  return tokenShape.test(text) || (text.length === codeLength && parseReadableCode(text, codeLength) === text);
}

/** A secret that fits into a text message and can be typed from another screen. */
export function newLinkCode(): string {
  const code = generateReadableCode(randomBytes(4 * codeLength), codeLength);
  return code ?? newLinkCode();
}

/** A typed or followed text as the code that was issued; null when it cannot be one. */
export function parseLinkCode(typed: string): string | null {
  return parseReadableCode(typed, codeLength);
}

/** `bcdfgh-jkmpqr-tvwxy3`, as people read it. */
export function formatLinkCode(code: string): string {
  return (code.toLowerCase().match(/.{6}/g) ?? []).join('-');
}
