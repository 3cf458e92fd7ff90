import './card-fields.css';
import { cardMessage, readPageMessage } from '#src/rails/card/card-fields.protocol.ts';
import type { CardFieldName, FrameMessage, PageMessage } from '#src/rails/card/card-fields.protocol.ts';
import type { PageConfig } from '../page-config.ts';
import { createThreeDsMethod } from './three-ds-method.ts';
import { cardForm } from './card-form.ts';
import { controlIds, findControls } from './field-view.ts';
import { keySource } from './encryption-key-source.ts';
import { oneUseId, encryptCard, type SecretCard } from './encrypt-card.ts';
import { fetchToken, type TokenResult } from './token-endpoint.ts';

type Unsigned<M> = M extends { nonce: string } ? Omit<M, 'nonce'> : never;

const facts = JSON.parse(document.getElementById('facts')?.textContent ?? '') as PageConfig;
const element = document.getElementById('card');
const said = document.getElementById('said');
if (!element || !said) throw new TypeError('The document has no form');

const wallAtStart = Date.now();
/** Milliseconds since the start, including the device's sleep, which `performance.now` may omit. */
const elapsed = () => Math.max(performance.now(), Date.now() - wallAtStart);
const ask: typeof fetch = (...request) => fetch(...request);
const { gateway, cardTokenization } = facts;
const keys = keySource(ask, elapsed, gateway);
const isKept = facts.kept !== null;
const form = cardForm(findControls(isKept), facts);
const threeDsMethod = createThreeDsMethod(facts.threeDsMethodTimeoutMs);
/** Nonce from the checkout page's `hello`; null before it. */
let nonce: string | null = null;

function send(message: Unsigned<FrameMessage>): void {
  if (nonce) parent.postMessage(cardMessage({ ...message, nonce }), facts.parent);
}

function sendHeight(): void {
  const height = Math.ceil(element?.getBoundingClientRect().height ?? 0);
  // A hidden frame has no height.
  if (height > 0) send({ type: 'resize', height });
}

function check(requestId: string): boolean {
  const count = form.check().length;
  const words = facts.words[count === 1 ? 'card-fields.one-invalid' : 'card-fields.many-invalid'] ?? '';
  if (said) said.textContent = count > 0 ? words.replace('{count}', String(count)) : '';
  if (count > 0) send({ type: 'invalid', requestId, count });
  return count === 0;
}

function takeFocus(): void {
  form.focusFirst();
  // The frame may get the focus after the `focus` message.
  if (!document.hasFocus()) addEventListener('focus', () => form.focusFirst(), { once: true });
}

async function tokenize(question: Extract<PageMessage, { type: 'tokenize' }>): Promise<void> {
  const { requestId } = question;
  if (!check(requestId)) return;
  const { brand, expiry: typed, ...card } = form.card();
  const sealed =
    cardTokenization.kind === 'jwe'
      ? await encrypted(card, question.renewKeys)
      : await fetchToken({ ...card, email: question.email ?? '' }, cardTokenization, ask);
  if ('problem' in sealed) return send({ type: 'failed', requestId, reason: sealed.problem });
  const { token, authentication = '' } = sealed;
  const last4 = card.number.slice(-4);
  const expiry = isKept ? '' : typed;
  send({ type: 'token', requestId, token, sealedFor: gateway, brand, last4, expiry, authentication });
}

async function encrypted(card: Omit<SecretCard, 'iat' | 'jti'>, renew: boolean): Promise<TokenResult> {
  await beginThreeDsMethod(card.number);
  const authentication = await threeDsMethod.result(card.number);
  const found = await keys.current(renew);
  if (!found) return { problem: 'unavailable' };
  const { securityCode } = card;
  const secret = { ...(isKept ? { securityCode } : card), iat: found.now, jti: oneUseId() };
  return { authentication, token: await encryptCard(secret, found.key) };
}

/** Starts the 3DS Method for a complete card number, if its bank uses it. */
async function beginThreeDsMethod(number: string): Promise<void> {
  const known = await keys.current(false);
  if (known) threeDsMethod.begin(number, known.looks);
}

function answer(message: PageMessage): void {
  if (message.type === 'hello') {
    nonce = message.nonce;
    send({ type: 'ready' });
    sendHeight();
    send({ type: 'change', ...form.cardSummary() });
  } else if (message.nonce === nonce) {
    if (message.type === 'check' && check(message.requestId)) send({ type: 'valid', requestId: message.requestId });
    if (message.type === 'tokenize') {
      tokenize(message).catch(() => send({ type: 'failed', requestId: message.requestId, reason: 'unavailable' }));
    }
    if (message.type === 'focus') takeFocus();
    if (message.type === 'clear') form.clear();
    if (message.type === 'bye') {
      nonce = null;
      announce();
    }
  }
}

/** Repeats `awake` until the checkout page sends `hello`, since either page may load first. */
function announce(pause = 50): void {
  if (nonce) return;
  parent.postMessage(cardMessage({ type: 'awake' }), facts.parent);
  setTimeout(announce, pause, Math.min(pause * 1.5, 1000));
}

addEventListener('message', (event) => {
  if (event.source !== parent || event.origin !== facts.parent) return;
  const message = readPageMessage(event.data);
  if (message) answer(message);
});

const names = Object.entries(controlIds) as [CardFieldName, string][];
element.addEventListener('focusin', ({ target }) => {
  const field = names.find(([, id]) => target instanceof Element && target.id === id)?.[0];
  if (field) send({ type: 'focus-in', field });
});
element.addEventListener('focusout', ({ relatedTarget }) => {
  if (!relatedTarget) send({ type: 'focus-out' });
});
element.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.isComposing || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  send({ type: 'submit' });
});
// Clears card data on `pagehide`, so that the browser neither restores it nor keeps it in its back/forward cache.
addEventListener('pagehide', () => form.clear());

form.onChange = (cardSummary) => {
  send({ type: 'change', ...cardSummary });
  if (cardTokenization.kind === 'jwe' && cardSummary.last4 !== null) void beginThreeDsMethod(form.card().number);
};
new ResizeObserver(sendHeight).observe(element);
if (cardTokenization.kind === 'jwe') void keys.current(false);
if (parent !== window) announce();
