import type { CardAuthentication } from '#src/rails/card/card-authentication.ts';
import type { ThreeDsMethodRange } from '../page-config.ts';
import { base64url } from './encrypt-card.ts';

/** A bank's look at the buyer's browser, before it is asked who pays (EMV 3-D Secure 2.2, 3DS Method). */
export interface ThreeDsMethod {
  /** Begins once the number is known, so that it is mostly over when the buyer pays; the same number begins it once. */
  begin(number: string, ranges: readonly ThreeDsMethodRange[]): void;
  /** How it ended, with what else the bank is told of the browser, for the charge. Waits for a look that is under way. */
  result(number: string): Promise<string>;
}

type Completion = Pick<CardAuthentication, 'completion' | 'transactionId'>;

function text(data: object): string {
  return base64url(new TextEncoder().encode(JSON.stringify(data)));
}

/** Opens the bank's page in a frame that nobody sees; the frame goes when it has ended, or after `withinMs`. */
function look(url: string, transactionId: string, withinMs: number): Promise<Completion> {
  const frame = document.createElement('iframe');
  frame.name = transactionId;
  frame.hidden = true;
  frame.setAttribute('sandbox', 'allow-scripts allow-forms allow-same-origin');
  const form = document.createElement('form');
  form.hidden = true;
  form.method = 'post';
  form.action = url;
  form.target = transactionId;
  const data = document.createElement('input');
  data.name = 'threeDSMethodData';
  const threeDSMethodNotificationURL = `${location.origin}/look-end`;
  data.value = text({ threeDSServerTransID: transactionId, threeDSMethodNotificationURL });
  form.append(data);
  document.body.append(frame, form);
  form.submit();
  form.remove();
  return new Promise((resolve) => {
    const end = (completion: 'Y' | 'N'): void => {
      clearTimeout(tooLate);
      removeEventListener('message', hear);
      frame.remove();
      resolve({ completion, transactionId });
    };
    const hear = ({ origin, source, data: said }: MessageEvent): void => {
      if (origin === location.origin && source === frame.contentWindow && said === transactionId) end('Y');
    };
    const tooLate = setTimeout(end, withinMs, 'N');
    addEventListener('message', hear);
  });
}

export function createThreeDsMethod(withinMs: number): ThreeDsMethod {
  let looked: { readonly number: string; readonly end: Promise<Completion> } | null = null;
  return {
    begin(number, ranges) {
      if (looked?.number === number) return;
      const range = ranges.find(({ from, to }) => from.length === number.length && from <= number && number <= to);
      const end = range && look(range.url, crypto.randomUUID(), withinMs);
      looked = { number, end: end ?? Promise.resolve({ completion: 'U' }) };
    },
    async result(number) {
      const ended = looked?.number === number ? await looked.end : ({ completion: 'U' } as const);
      const { width: screenWidth, height: screenHeight, colorDepth } = screen;
      const browser = { screenWidth, screenHeight, colorDepth, timeZoneOffset: new Date().getTimezoneOffset() };
      const authentication: CardAuthentication = { ...ended, ...browser };
      return text(authentication);
    },
  };
}
