import { randomUUID } from 'node:crypto';
import { randomText } from '#src/kernel/ids/ids.server.ts';
import type { WireAnswer } from '#tests/support/http/raw-http.ts';
import type { Ask, MatrixUsers } from './access.types.ts';

type Ids = Readonly<Record<string, string>>;

/** What A has, by its name in a complaint. The way into a course is a secret, no id. */
function idsOf({ a, slip, more, unit }: MatrixUsers): Ids {
  const { access: _secret, ...ids } = a.ids;
  const ofSlips = Object.fromEntries(Object.entries(slip).map(([thing, id]) => [`slip.${thing}`, id]));
  return { ...ids, ...ofSlips, ...more.ids, unit: unit.id };
}

/** An id of the same shape, of nothing. */
function inventedLike(id: string): string {
  const prefix = /^[a-z]{3}_/.exec(id)?.[0];
  return prefix === undefined ? randomUUID() : prefix + randomText(16);
}

/** The same people, A without one thing that exists: their ids are made up. */
export function placeholdersFor(users: MatrixUsers): MatrixUsers {
  const { a, slip, more, unit } = users;
  // One thing may have two names: it is one thing still.
  const inventions = new Map(Object.values(idsOf(users)).map((id) => [id, inventedLike(id)]));
  const invented = <T extends object>(ids: T): T =>
    Object.fromEntries(Object.entries(ids).map(([thing, id]) => [thing, inventions.get(String(id)) ?? id])) as T;
  return {
    ...users,
    a: { ...a, ids: invented(a.ids) },
    slip: invented(slip),
    more: { ...more, ids: invented(more.ids) },
    unit: invented(unit),
  };
}

/** Whether a question names anything of A's by its id. */
export function namesResource(ask: Ask, users: MatrixUsers): boolean {
  const text = JSON.stringify(ask);
  return Object.values(idsOf(users)).some((id) => text.includes(id));
}

/** What an answer says, less what is of each request alone and with a word in the place of each id that was asked for. */
export function mentionedIn({ status, headers, body }: WireAnswer, users: MatrixUsers): string {
  const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
  const text = [status, headers.location ?? '', headers['content-type'] ?? '', body.toString()].join('\n');
  const plain = (nonce === undefined ? text : text.replaceAll(nonce, '‹nonce›'))
    .replaceAll(/urn:request:[\w-]+/g, '‹request›')
    // The key of a form that is shown again: each copy has its own.
    .replaceAll(/(?<![\w-])[\w-]{43}(?![\w-])/g, '‹key›');
  return Object.entries(idsOf(users)).reduce((said, [thing, id]) => said.replaceAll(id, `‹${thing}›`), plain);
}

/** Where two texts part, for a complaint; null where they are the same. */
export function separatorOf(one: string, other: string): string | null {
  if (one === other) return null;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const from = Math.max(0, at - 60);
  return `…${one.slice(from, at + 120)}… but made up …${other.slice(from, at + 120)}…`;
}
