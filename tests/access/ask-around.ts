import { erasureSubject } from '#src/domain/personal-data/index.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { linkedThings, operatorHeaders } from '#tests/support/two-buyers.server.ts';
import { Visitor } from '#tests/support/visitor.ts';
import type { WireAnswer } from '#tests/support/wire.ts';
import { type Actor, actors, type Ask, type MatrixCast, type Probe } from './access.types.ts';

/** What letters' links open of A's, each with the secret that opens the same of B's. */
function wrongKeys({ a, b, more, moreOfB }: MatrixCast): readonly (readonly [string, string])[] {
  return [
    ...linkedThings.map((thing) => [a.ids[thing], b.secrets[thing]] as const),
    [more.ids.schoolPage, moreOfB.secrets.schoolPage],
    [more.ids.reminders, moreOfB.secrets.reminders],
    [erasureSubject(a.ids.page), moreOfB.secrets.erasure],
  ];
}

/** The browsers of the matrix, in the state in which they come to a question. */
export function visitorsOf(cast: MatrixCast): Readonly<Record<Actor, Visitor>> {
  const { a, b, unit } = cast;
  const { origin } = a.visitor;
  const ownCookie = b.visitor.cookie ?? '';
  const wrong = wrongKeys(cast)
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
export function refusedActors({ by, isOfBrand = false, isAskedByNoOther = false }: Probe): readonly Actor[] {
  if (isAskedByNoOther) return [];
  return (Object.keys(actors) as Actor[]).filter(
    (actor) => !by.includes(actor) && (actor !== 'brand' || isOfBrand) && actor !== 'owner',
  );
}

/** The same question as an actor puts it: with keys of their own, under another brand, by another's secret. */
export function asActor(actor: Actor, cast: MatrixCast, ask: Ask): readonly Ask[] {
  const own = keys[actor];
  if (own) return [{ ...ask, headers: { ...ask.headers, ...own } }];
  if (actor === 'brand') {
    const path = ask.path.includes('product=ms')
      ? ask.path.replace('product=ms', 'product=wup').replace(/&flowId=\w+/, '')
      : ask.path.replace('product=wup', 'product=ms');
    return [{ ...ask, path }];
  }
  const isPage = !ask.path.startsWith('/api/');
  if (actor !== 'wrong links' || !isPage || isOwnPageOfB(cast, ask)) return [ask];
  const [, key] = wrongKeys(cast).find(([id]) => ask.path.includes(id)) ?? [];
  const secret = key && `${ask.path.includes('?') ? '&' : '?'}t=${key}`;
  return secret ? [ask, { ...ask, path: ask.path + secret }] : [ask];
}

function isOwnPageOfB({ b, moreOfB }: MatrixCast, { path }: Ask): boolean {
  return path.includes(b.ids.page) || path.includes(moreOfB.ids.schoolPage);
}

export function put(visitor: Visitor, { method, path, ...wish }: Ask): Promise<WireAnswer> {
  return visitor.copy().ask(method, path, wish);
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
