import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { linkedThings, operatorHeaders } from '#tests/support/two-buyers.server.ts';
import { Visitor } from '#tests/support/visitor.ts';
import type { WireAnswer } from '#tests/support/wire.ts';
import { type Actor, actors, type Ask, type Cast, type Probe } from './access.types.ts';

/** The browsers of the matrix, in the state in which they come to a question. */
export function visitorsOf({ a, b, unit }: Cast): Readonly<Record<Actor, Visitor>> {
  const { origin } = a.visitor;
  const ownCookie = b.visitor.cookie ?? '';
  const wrong = linkedThings.map((thing) => `matricula-pass-${a.ids[thing]}=${b.secrets[thing]}`).join('; ');
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
export function refusedActors({ by, isOfBrand = false }: Probe): readonly Actor[] {
  return (Object.keys(actors) as Actor[]).filter(
    (actor) => !by.includes(actor) && (actor !== 'brand' || isOfBrand) && actor !== 'owner',
  );
}

/** The same question as an actor puts it: with keys of their own, under another brand, by another's secret. */
export function asActor(actor: Actor, { a, b }: Cast, ask: Ask): readonly Ask[] {
  const own = keys[actor];
  if (own) return [{ ...ask, headers: { ...ask.headers, ...own } }];
  if (actor === 'brand') {
    const path = ask.path.includes('product=ms')
      ? ask.path.replace('product=ms', 'product=wup').replace(/&flowId=\w+/, '')
      : ask.path.replace('product=wup', 'product=ms');
    return [{ ...ask, path }];
  }
  const isPage = !ask.path.startsWith('/api/');
  if (actor !== 'wrong links' || !isPage || ask.path.includes(b.ids.page)) return [ask];
  const thing = linkedThings.find((one) => ask.path.includes(a.ids[one]));
  const secret = thing && `${ask.path.includes('?') ? '&' : '?'}t=${b.secrets[thing]}`;
  return secret ? [ask, { ...ask, path: ask.path + secret }] : [ask];
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

/** Whether an answer is one of those that are given to whoever may not. */
export function isRefusal({ status, headers }: WireAnswer, no: Probe['no']): boolean {
  return no.some((one) =>
    typeof one === 'number'
      ? status === one
      : status >= 300 && status < 400 && (headers.location ?? '').startsWith(one),
  );
}
