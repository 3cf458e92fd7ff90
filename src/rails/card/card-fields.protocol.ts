/**
 * What the checkout page and the card-fields frame say to each other by `postMessage`; the only thing that the two
 * origins share. Browser-safe and without dependencies, since both sides ship it.
 *
 * Rules that both sides keep: the origin and the window of every message are compared exactly, a message that does not
 * fit its shape to the last key is ignored, and after the greeting each message carries the nonce that the page chose
 * for this one frame. The frame never says more of a number than its last four digits, and those only when it is valid.
 *
 * Greeting: the frame says `awake` until the page answers `hello` with the nonce; then the frame says `ready`.
 * Either side may load first.
 */
export const cardProtocol = 'card-fields/1';

type Guard<T> = (value: unknown) => value is T;
type Shape = Readonly<Record<string, Guard<unknown>>>;
type Shapes = Readonly<Record<string, Shape>>;
type Fields<S extends Shape> = { readonly [Key in keyof S]: S[Key] extends Guard<infer T> ? T : never };
type MessageOf<S extends Shapes> = { [Type in keyof S]: { readonly type: Type } & Fields<S[Type]> }[keyof S];

function text<T extends string>(pattern: RegExp): Guard<T> {
  return (value): value is T => typeof value === 'string' && pattern.test(value);
}
const isNonce: Guard<string> = text(/^[A-Za-z0-9_-]{16,64}$/);
const isRequestId: Guard<string> = text(/^[A-Za-z0-9_-]{1,64}$/);
const isBrand: Guard<string> = text(/^[a-z][a-z_]{1,19}$/);
/** Empty for a kept card, of which only the code is typed. */
const isLast4: Guard<string> = text(/^(?:\d{4})?$/);
const isExpiry: Guard<string> = text(/^(?:(?:0[1-9]|1[0-2])\/\d{2})?$/);
/** A compact JWE (RFC 7516, 7.1), five base64url parts; or a gateway's own token, a word and an id: `tkn_test_a1B2`. */
const isToken: Guard<string> = text(/^(?=.{1,4096}$)(?:[\w-]+(?:\.[\w-]+){4}|[a-z]{2,12}_(?!.*\d{12})[\w-]{8,200})$/);
const isGateway: Guard<string> = text(/^[a-z][a-z0-9-]{1,39}$/);
const isEmail: Guard<string> = text(/^[^\s@]{1,80}@[^\s@]{1,80}$/);
const isField: Guard<CardFieldName> = text(/^(?:number|brand|holder|expiry|security-code)$/);
const isFailure: Guard<'unavailable' | 'refused'> = text(/^(?:unavailable|refused)$/);
/** `CardAuthentication` as base64url JSON; empty where the gateway collects it by itself. */
const isAuthentication: Guard<string> = text(/^[\w-]{0,600}$/);
const isFlag: Guard<boolean> = (value): value is boolean => typeof value === 'boolean';

function whole(most: number): Guard<number> {
  return (value): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;
}
function orNull<T>(guard: Guard<T>): Guard<T | null> {
  return (value): value is T | null => value === null || guard(value);
}

/** The frame's fields in their order on the page. */
export type CardFieldName = 'number' | 'brand' | 'holder' | 'expiry' | 'security-code';

const frameShapes = {
  /** The frame's script runs and waits for `hello`. */
  awake: {},
  /** The frame has the nonce and accepts messages. */
  ready: { nonce: isNonce },
  /** The height that the frame's content takes, in CSS pixels. */
  resize: { nonce: isNonce, height: whole(4000) },
  /** The page's view of the card during typing. `complete`: every field is valid. */
  change: { nonce: isNonce, complete: isFlag, brand: orNull(isBrand), last4: orNull(isLast4) },
  'focus-in': { nonce: isNonce, field: isField },
  'focus-out': { nonce: isNonce },
  /** The buyer pressed Enter in a field: the page runs its main button. */
  submit: { nonce: isNonce },
  /** Answer to `tokenize`. `expiry` is MM/AA; `sealedFor` the only gateway that can use the token. */
  token: {
    nonce: isNonce,
    requestId: isRequestId,
    token: isToken,
    sealedFor: isGateway,
    brand: isBrand,
    last4: isLast4,
    expiry: isExpiry,
    authentication: isAuthentication,
  },
  /** Answer to `check` when every field is valid. */
  valid: { nonce: isNonce, requestId: isRequestId },
  /** Answer to `check` or `tokenize` when `count` fields are not valid; their messages are now shown. */
  invalid: { nonce: isNonce, requestId: isRequestId, count: whole(5) },
  /** Answer to `tokenize` when the fields are valid but the gateway did not answer, or refused this card. */
  failed: { nonce: isNonce, requestId: isRequestId, reason: isFailure },
} as const satisfies Shapes;

const pageShapes = {
  hello: { nonce: isNonce },
  /** Show the errors, without making a token. */
  check: { nonce: isNonce, requestId: isRequestId },
  /**
   * Check, then seal. `renewKeys`: the gateway did not recognise the key or the token was too old, so fetch the keys
   * again. `email`: the buyer's, which some gateways require beside the card.
   */
  tokenize: { nonce: isNonce, requestId: isRequestId, renewKeys: isFlag, email: orNull(isEmail) },
  /** Move the focus to the first invalid field, or else the first one. */
  focus: { nonce: isNonce },
  /** The payment succeeded: clear the card. */
  clear: { nonce: isNonce },
  /** The page releases the frame, which waits for a new `hello`. */
  bye: { nonce: isNonce },
} as const satisfies Shapes;

export type FrameMessage = MessageOf<typeof frameShapes>;
export type PageMessage = MessageOf<typeof pageShapes>;

/** A card in the checkout page: the digits are only inside `token`, which only the gateway can open. */
export interface CardToken {
  /** Good for one use and for a few minutes. */
  readonly token: string;
  /** The only gateway that can use it. */
  readonly sealedFor: string;
  /** A brand's id, e.g. `american_express`. */
  readonly brand: string;
  /** Empty for a kept card, as `expiry`. */
  readonly last4: string;
  /** MM/AA. */
  readonly expiry: string;
  /** Browser data for 3-D Secure (`CardAuthentication`), not sealed: it contains no digit. */
  readonly authentication: string;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function read<S extends Shapes>(shapes: S, value: unknown): MessageOf<S> | null {
  if (!isRecord(value) || value['protocol'] !== cardProtocol || typeof value['type'] !== 'string') return null;
  const shape = Object.hasOwn(shapes, value['type']) ? shapes[value['type']] : undefined;
  if (!shape) return null;
  const fields = Object.entries(shape);
  const fits = Object.keys(value).length === fields.length + 2 && fields.every(([key, guard]) => guard(value[key]));
  return fits ? (value as MessageOf<S>) : null;
}

/** The frame's message, or null for any other message to the window. */
export function readFrameMessage(value: unknown): FrameMessage | null {
  return read(frameShapes, value);
}

/** The page's message, or null for any other message to the window. */
export function readPageMessage(value: unknown): PageMessage | null {
  return read(pageShapes, value);
}

/** A message as it goes over the wire. */
export function cardMessage<M extends FrameMessage | PageMessage>(
  message: M,
): M & { readonly protocol: typeof cardProtocol } {
  return { ...message, protocol: cardProtocol };
}

/** Backgrounds of the frame, by the colour tokens of the same names. */
export const cardFrameGrounds = ['selected', 'card', 'surface', 'page'] as const;
export type CardFrameGround = (typeof cardFrameGrounds)[number];
