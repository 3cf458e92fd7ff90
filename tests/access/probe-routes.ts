import { erasureSubject } from '#src/domain/privacy/index.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { linkTargets, operatorHeaders } from '#tests/support/fixtures/two-buyers.server.ts';
import { Visitor } from '#tests/support/http/visitor.ts';
import type { WireAnswer } from '#tests/support/http/raw-http.ts';
import { type Actor, actors, type Ask, type MatrixUsers, type Probe } from './access.types.ts';

/** What letters' links open of A's, each with the secret that opens the same of B's. */
function wrongKeys({ a, b, more, extraOfB }: MatrixUsers): readonly (readonly [string, string])[] {
  return [
    ...linkTargets.map((thing) => [a.ids[thing], b.secrets[thing]] as const),
    [more.ids.schoolPage, extraOfB.secrets.schoolPage],
    [more.ids.reminders, extraOfB.secrets.reminders],
    [erasureSubject(a.ids.page), extraOfB.secrets.erasure],
  ];
}

/** The browsers of the matrix, in the state in which they come to a question. */
export function visitorsOf(users: MatrixUsers): Readonly<Record<Actor, Visitor>> {
  const { a, b, unit } = users;
  const { origin } = a.visitor;
  const ownCookie = b.visitor.cookie ?? '';
  const wrong = wrongKeys(users)
    .map(([id, secret]) => `matricula-pass-${id}=${secret}`)
    .join('; ');
  const cookies = (text: string): Visitor => {
    const pairs = text.split('; ').map((pair): [string, string] => {
      const cut = pair.indexOf('=');
      return [pair.slice(0, cut), pair.slice(cut + 1)];
    });
    return new Visitor(origin, '127.0.21.9', undefined, new Map(pairs));
  };
  const stranger = (): Visitor => cookies(`matricula=${newSecret()}`);
  return {
    owner: a.visitor,
    stranger: stranger(),
    buyer: cookies(ownCookie),
    'wrong links': cookies(`${ownCookie}; ${wrong}`),
    unit: cookies(`matricula=${newSecret()}; matricula-pass-${unit.id}=${unit.secret}`),
    operator: stranger(),
    'wrong key': stranger(),
    gateway: stranger(),
    brand: a.visitor,
  };
}

const keys: Partial<Record<Actor, Readonly<Record<string, string>>>> = {
  operator: operatorHeaders,
  'wrong key': { authorization: 'Bearer operator-of-the-tests-0000000000000002' },
  gateway: {
    'x-acquirer-timestamp': '1795000000',
    'x-acquirer-signature': `v1=${'0'.repeat(64)}`,
    'x-slip-timestamp': '1795000000',
    'x-slip-signature': `v1=${'0'.repeat(64)}`,
  },
};

/** Who must be refused a probe. */
export function rejectedActors({ by, isOfBrand = false, isUnshared = false }: Probe): readonly Actor[] {
  if (isUnshared) return [];
  return (Object.keys(actors) as Actor[]).filter(
    (actor) => !by.includes(actor) && (actor !== 'brand' || isOfBrand) && actor !== 'owner',
  );
}

/** The same question as an actor puts it: with keys of their own, under another brand, by another's secret. */
export function asActor(actor: Actor, users: MatrixUsers, ask: Ask): readonly Ask[] {
  const own = keys[actor];
  if (own) return [{ ...ask, headers: { ...ask.headers, ...own } }];
  if (actor === 'brand') {
    const path = ask.path.includes('product=ms')
      ? ask.path.replace('product=ms', 'product=wup').replace(/&flowId=\w+/, '')
      : ask.path.replace('product=wup', 'product=ms');
    return [{ ...ask, path }];
  }
  const isPage = !ask.path.startsWith('/api/');
  if (actor !== 'wrong links' || !isPage || isOwnPageOfB(users, ask)) return [ask];
  const [, key] = wrongKeys(users).find(([id]) => ask.path.includes(id)) ?? [];
  const secret = key && `${ask.path.includes('?') ? '&' : '?'}t=${key}`;
  return secret ? [ask, { ...ask, path: ask.path + secret }] : [ask];
}

function isOwnPageOfB({ b, extraOfB }: MatrixUsers, { path }: Ask): boolean {
  return path.includes(b.ids.page) || path.includes(extraOfB.ids.schoolPage);
}

export function put(visitor: Visitor, { method, path, ...options }: Ask): Promise<WireAnswer> {
  return visitor.copy().ask(method, path, options);
}

/** What an answer says of somebody; empty when nothing. */
export function wordsOf(
  { name, email, phone, document }: Readonly<Record<'name' | 'email' | 'phone' | 'document', string>>,
  answer: WireAnswer,
): readonly string[] {
  const text = `${JSON.stringify(answer.headers)}\n${answer.body.toString('latin1')}\n${answer.body.toString('utf8')}`;
  const digits = (one: string): string => one.replaceAll(/\D/g, '');
  const words = [name, ...name.split(' '), email, phone, digits(phone), document, digits(document)];
  return words.filter((word) => text.includes(word));
}

/** Whether an answer is one of these: a status, the code of a problem, or the beginning of where it leads. */
export function isOneOf({ status, headers, body }: WireAnswer, wanted: Probe['no']): boolean {
  return wanted.some((one) => {
    if (typeof one === 'number') return status === one;
    if (one.startsWith('/')) return status >= 300 && status < 400 && (headers.location ?? '').startsWith(one);
    return status >= 400 && (JSON.parse(body.toString()) as { code?: string }).code === one;
  });
}
