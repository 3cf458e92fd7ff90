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
/** Milliseconds since the start, time asleep included (which `performance.now` may leave out). */
const elapsed = () => Math.max(performance.now(), Date.now() - wallAtStart);
const ask: typeof fetch = (...request) => fetch(...request);
const { gateway, cardTokenization } = facts;
const keys = keySource(ask, elapsed, gateway);
const isKept = facts.kept !== null;
const form = cardForm(findControls(isKept), facts);
const look = createThreeDsMethod(facts.threeDsMethodTimeoutMs);
/** The page's nonce, once it has greeted us. */
let nonce: string | null = null;

function tell(message: Unsigned<FrameMessage>): void {
  if (nonce) parent.postMessage(cardMessage({ ...message, nonce }), facts.parent);
}

function tellHeight(): void {
  const height = Math.ceil(element?.getBoundingClientRect().height ?? 0);
  // While the page around does not show the frame, it has no height to tell.
  if (height > 0) tell({ type: 'resize', height });
}

function check(requestId: string): boolean {
  const count = form.check().length;
  const words = facts.words[count === 1 ? 'card-fields.one-invalid' : 'card-fields.many-invalid'] ?? '';
  if (said) said.textContent = count > 0 ? words.replace('{count}', String(count)) : '';
  if (count > 0) tell({ type: 'invalid', requestId, count });
  return count === 0;
}

function takeFocus(): void {
  form.focusFirst();
  // The page's own hand-over of the focus may come after its message.
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
  if ('problem' in sealed) return tell({ type: 'failed', requestId, reason: sealed.problem });
  const { token, authentication = '' } = sealed;
  const last4 = card.number.slice(-4);
  const expiry = isKept ? '' : typed;
  tell({ type: 'token', requestId, token, sealedFor: gateway, brand, last4, expiry, authentication });
}

async function encrypted(card: Omit<SecretCard, 'iat' | 'jti'>, renew: boolean): Promise<TokenResult> {
  await lookFor(card.number);
  const authentication = await look.result(card.number);
  const found = await keys.current(renew);
  if (!found) return { problem: 'unavailable' };
  const { securityCode } = card;
  const secret = { ...(isKept ? { securityCode } : card), iat: found.now, jti: oneUseId() };
  return { authentication, token: await encryptCard(secret, found.key) };
}

/** Lets the card's bank look at the browser, where it wants to: as soon as the number is right. */
async function lookFor(number: string): Promise<void> {
  const known = await keys.current(false);
  if (known) look.begin(number, known.looks);
}

function answer(message: PageMessage): void {
  if (message.type === 'hello') {
    nonce = message.nonce;
    tell({ type: 'ready' });
    tellHeight();
    tell({ type: 'change', ...form.cardSummary() });
  } else if (message.nonce === nonce) {
    if (message.type === 'check' && check(message.requestId)) tell({ type: 'valid', requestId: message.requestId });
    if (message.type === 'tokenize') {
      tokenize(message).catch(() => tell({ type: 'failed', requestId: message.requestId, reason: 'unavailable' }));
    }
    if (message.type === 'focus') takeFocus();
    if (message.type === 'clear') form.clear();
    if (message.type === 'bye') {
      nonce = null;
      wake();
    }
  }
}

/** Says that this page is here until the page around greets it: either may load first. */
function wake(pause = 50): void {
  if (nonce) return;
  parent.postMessage(cardMessage({ type: 'awake' }), facts.parent);
  setTimeout(wake, pause, Math.min(pause * 1.5, 1000));
}

addEventListener('message', (event) => {
  if (event.source !== parent || event.origin !== facts.parent) return;
  const message = readPageMessage(event.data);
  if (message) answer(message);
});

const names = Object.entries(controlIds) as [CardFieldName, string][];
element.addEventListener('focusin', ({ target }) => {
  const field = names.find(([, id]) => target instanceof Element && target.id === id)?.[0];
  if (field) tell({ type: 'focus-in', field });
});
element.addEventListener('focusout', ({ relatedTarget }) => {
  if (!relatedTarget) tell({ type: 'focus-out' });
});
element.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.isComposing || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  tell({ type: 'submit' });
});
// A page that is left leaves no digits behind, neither for the browser to put back nor in its back/forward cache.
addEventListener('pagehide', () => form.clear());

form.onChange = (cardSummary) => {
  tell({ type: 'change', ...cardSummary });
  if (cardTokenization.kind === 'jwe' && cardSummary.last4 !== null) void lookFor(form.card().number);
};
new ResizeObserver(tellHeight).observe(element);
if (cardTokenization.kind === 'jwe') void keys.current(false);
if (parent !== window) wake();
