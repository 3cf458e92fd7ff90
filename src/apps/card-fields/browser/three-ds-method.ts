import type { CardAuthentication } from '#src/rails/card/card-authentication.ts';
import type { ThreeDsMethodRange } from '../page-config.ts';
import { base64url } from './encrypt-card.ts';

/** The 3DS Method: the issuer collects browser data before the authentication (EMV 3-D Secure 2.2). */
export interface ThreeDsMethod {
  /** Starts the method, once per number. Called as soon as the number is complete, so that it has usually ended at payment. */
  begin(number: string, ranges: readonly ThreeDsMethodRange[]): void;
  /** Completion indicator and browser data of the authentication, as base64url JSON. Waits for a running method. */
  result(number: string): Promise<string>;
}

type Completion = Pick<CardAuthentication, 'completion' | 'transactionId'>;

function text(data: object): string {
  return base64url(new TextEncoder().encode(JSON.stringify(data)));
}

/** Opens the issuer's page in a hidden frame. The frame is removed when the page has ended, or after `withinMs`. */
function runMethod(url: string, transactionId: string, withinMs: number): Promise<Completion> {
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
      removeEventListener('message', onMessage);
      frame.remove();
      resolve({ completion, transactionId });
    };
    const onMessage = ({ origin, source, data: received }: MessageEvent): void => {
      if (origin === location.origin && source === frame.contentWindow && received === transactionId) end('Y');
    };
    const tooLate = setTimeout(end, withinMs, 'N');
    addEventListener('message', onMessage);
  });
}

export function createThreeDsMethod(withinMs: number): ThreeDsMethod {
  let started: { readonly number: string; readonly end: Promise<Completion> } | null = null;
  return {
    begin(number, ranges) {
      if (started?.number === number) return;
      const range = ranges.find(({ from, to }) => from.length === number.length && from <= number && number <= to);
      const end = range && runMethod(range.url, crypto.randomUUID(), withinMs);
      started = { number, end: end ?? Promise.resolve({ completion: 'U' }) };
    },
    async result(number) {
      const ended = started?.number === number ? await started.end : ({ completion: 'U' } as const);
      const { width: screenWidth, height: screenHeight, colorDepth } = screen;
      const browser = { screenWidth, screenHeight, colorDepth, timeZoneOffset: new Date().getTimezoneOffset() };
      const authentication: CardAuthentication = { ...ended, ...browser };
      return text(authentication);
    },
  };
}
