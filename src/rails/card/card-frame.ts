import { err, ok } from '#src/kernel/result/result.ts';
import type { Result } from '#src/kernel/result/result.ts';
import { cardMessage, readFrameMessage } from './card-fields.protocol.ts';
import type { CardFieldName, CardToken, FrameMessage, PageMessage } from './card-fields.protocol.ts';

/** `loading` until the frame answers; `unavailable` when it has not within the time (it may still become `ready`). */
export type CardFrameStatus = 'loading' | 'ready' | 'unavailable';

/** The page's view of the card during typing. */
export interface CardSummary {
  /** Every field is valid. */
  readonly complete: boolean;
  /** The brand's id, or null while it is not recognised. */
  readonly brand: string | null;
  /** Only once the number is valid. */
  readonly last4: string | null;
}

export interface CardFrameOptions {
  /** The card-fields origin, exactly: `https://cards.example`. */
  readonly origin: string;
  /** 16 to 64 characters of base64url, new for each frame; made here when absent. */
  readonly nonce?: string;
  /** Time for the frame to answer before the page offers other methods. Default 5 s. */
  readonly readyWithinMs?: number;
  /** Time for one answer. Default 20 s: a bank's 3DS Method page may take ten of them. */
  readonly answerWithinMs?: number;
}

export interface CardFrameCallbacks {
  readonly onStatus?: (status: CardFrameStatus) => void;
  readonly onChange?: (card: CardSummary) => void;
  /** Enter was pressed in a field: run the page's main button. */
  readonly onSubmit?: () => void;
  /** The field that has the focus, or null when it left the frame. */
  readonly onFocus?: (field: CardFieldName | null) => void;
}

/**
 * `invalid`: messages show in the frame. `refused`: the gateway does not accept this card. `unavailable`: no frame or
 * no key. `timed-out`: no answer came.
 */
export type CardFrameFailure = 'invalid' | 'refused' | 'unavailable' | 'timed-out';

export interface CardFrame {
  readonly status: CardFrameStatus;
  /** Shows the errors in the fields; the value is the number of invalid fields (0 = the card may be sent). */
  check(options?: { focus?: boolean }): Promise<Result<number, 'unavailable' | 'timed-out'>>;
  /**
   * Checks, then seals in the frame. `renewKeys` after the gateway refused the key as unknown or the token as too old.
   * `focus` (default true) moves the focus to the first invalid field: pass false when an earlier field of the page is
   * invalid too.
   */
  tokenize(options?: {
    focus?: boolean;
    renewKeys?: boolean;
    email?: string | null;
  }): Promise<Result<CardToken, CardFrameFailure>>;
  /** Moves the focus into the frame, to the first invalid field or else the first. */
  focus(): void;
  /** Makes the frame clear the card; only after the payment succeeded. */
  clear(): void;
  /** Stops listening. The frame itself stays, and a new controller may use it. */
  destroy(): void;
}

type Answer = Extract<FrameMessage, { requestId: string }>;
type Question = Extract<PageMessage, { requestId: string }>;

function randomNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Controls the card-fields frame from the checkout page. Create it once the `<iframe>` is in the document; the frame
 * may have loaded before. The iframe gets its content's height as `style.height`; reserve it in CSS to avoid a shift.
 */
export function createCardFrame(
  iframe: HTMLIFrameElement,
  options: CardFrameOptions,
  callbacks: CardFrameCallbacks = {},
): CardFrame {
  const { origin, nonce = randomNonce(), readyWithinMs = 5_000, answerWithinMs = 20_000 } = options;
  const waiting = new Map<string, (answer: Answer | null) => void>();
  const statusWaiters: (() => void)[] = [];
  let status: CardFrameStatus = 'loading';
  let requestCount = 0;

  const post = (message: PageMessage) => iframe.contentWindow?.postMessage(cardMessage(message), origin);
  const setStatus = (next: CardFrameStatus) => {
    if (status === next) return;
    status = next;
    for (const resume of statusWaiters.splice(0)) resume();
    callbacks.onStatus?.(next);
  };
  const deadline = setTimeout(() => setStatus('unavailable'), readyWithinMs);

  const onMessage = (event: MessageEvent) => {
    if (event.origin !== origin || event.source !== iframe.contentWindow) return;
    const message = readFrameMessage(event.data);
    if (!message) return;
    if (message.type === 'awake') return post({ type: 'hello', nonce });
    if (message.nonce !== nonce) return;
    switch (message.type) {
      case 'ready':
        clearTimeout(deadline);
        return setStatus('ready');
      case 'resize':
        iframe.style.height = `${message.height}px`;
        return;
      case 'change':
        return callbacks.onChange?.({ complete: message.complete, brand: message.brand, last4: message.last4 });
      case 'submit':
        return callbacks.onSubmit?.();
      case 'focus-in':
        return callbacks.onFocus?.(message.field);
      case 'focus-out':
        return callbacks.onFocus?.(null);
      default:
        return waiting.get(message.requestId)?.(message);
    }
  };
  addEventListener('message', onMessage);

  async function ask(question: Question, focus: boolean): Promise<Result<Answer, 'unavailable' | 'timed-out'>> {
    if (status === 'loading') await new Promise<void>((resume) => statusWaiters.push(resume));
    if (status !== 'ready') return err('unavailable');
    const answer = await new Promise<Answer | null>((resolve) => {
      const tooLate = setTimeout(() => resolve(null), answerWithinMs);
      waiting.set(question.requestId, (reply) => {
        clearTimeout(tooLate);
        resolve(reply);
      });
      post(question);
    });
    waiting.delete(question.requestId);
    if (!answer) return err('timed-out');
    if (answer.type === 'invalid' && focus) takeFocus();
    return ok(answer);
  }
  /** A frame may not take the focus from another origin's page by itself; after the page's call it can. */
  function takeFocus(): void {
    if (status !== 'ready') return;
    iframe.focus();
    post({ type: 'focus', nonce });
  }
  const nextId = () => `${(requestCount += 1)}`;

  return {
    get status() {
      return status;
    },
    async check({ focus = true } = {}) {
      const answer = await ask({ type: 'check', nonce, requestId: nextId() }, focus);
      if (!answer.ok) return answer;
      return ok(answer.value.type === 'invalid' ? answer.value.count : 0);
    },
    async tokenize({ focus = true, renewKeys = false, email = null } = {}) {
      const answer = await ask({ type: 'tokenize', nonce, requestId: nextId(), renewKeys, email }, focus);
      if (!answer.ok) return answer;
      if (answer.value.type === 'invalid') return err('invalid');
      if (answer.value.type === 'failed') return err(answer.value.reason);
      if (answer.value.type !== 'token') return err('unavailable');
      const { token, sealedFor, brand, last4, expiry, authentication } = answer.value;
      return ok({ token, sealedFor, brand, last4, expiry, authentication });
    },
    focus: takeFocus,
    clear() {
      if (status === 'ready') post({ type: 'clear', nonce });
    },
    destroy() {
      if (status === 'ready') post({ type: 'bye', nonce });
      clearTimeout(deadline);
      removeEventListener('message', onMessage);
      status = 'unavailable';
      for (const answer of waiting.values()) answer(null);
      for (const resume of statusWaiters.splice(0)) resume();
    },
  };
}
