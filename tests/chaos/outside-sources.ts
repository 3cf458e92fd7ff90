import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { OutsideBook } from '#tests/support/invariants.server.ts';
import type { TakenMessage } from '#tests/support/invariants-at-rest.server.ts';
import { wordsIn } from './canaries.ts';
import { linesOf } from './secrets-scan.ts';
import type { Letter } from './told-invariants.ts';

export type { OutsideBook } from '#tests/support/invariants.server.ts';

export interface SchoolArrival {
  readonly endpoint: string;
  readonly webhookId: string;
  readonly verdict: string;
  readonly body: unknown;
}

async function read<T>(url: string): Promise<T> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return (await answer.json()) as T;
}

export const bookOf = (outside: string): Promise<OutsideBook> => read(`${outside}/sandbox/book.json`);

export async function nowOutside(outside: string): Promise<Date> {
  return new Date((await read<{ now: string }>(`${outside}/sandbox/clock.json`)).now);
}

/** The journal of the mailboxes: a line for each letter, all of which together may be longer than a text can be. */
export const inboxFile = (outsideFolder: string): string => path.join(outsideFolder, 'outside-world', 'inbox.jsonl');

/** Every letter that arrived, by whom it is to and which buyers' words are in it. */
export async function lettersOf(outsideFolder: string): Promise<readonly Letter[]> {
  const file = inboxFile(outsideFolder);
  const letters: Letter[] = [];
  for await (const line of linesOf(file)) {
    const { to } = JSON.parse(line) as { readonly to?: readonly string[] };
    letters.push({ to: JSON.stringify(to ?? ''), words: wordsIn(line) });
  }
  return letters;
}

export async function arrivalsOf(outside: string): Promise<readonly SchoolArrival[]> {
  return (await read<{ arrivals: readonly SchoolArrival[] }>(`${outside}/sandbox/receiver.json`)).arrivals;
}

interface ParcelLine {
  readonly id: string;
  readonly from: string;
  readonly body: string;
  readonly state: string;
}

/**
 * The messages of companies that the product took with a 2xx, by the outside world's journal: a parcel's first line has its
 * words, its last one how it ended. What the weather made foreign is about charges that nobody has.
 */
export function takenMessages(outsideFolder: string): TakenMessage[] {
  const file = path.join(outsideFolder, 'outside-world', 'notifications.jsonl');
  const words = new Map<string, ParcelLine>();
  const taken = new Set<string>();
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const parcel = JSON.parse(line) as ParcelLine;
    if (parcel.body !== '') words.set(parcel.id, parcel);
    if (parcel.state === 'delivered') taken.add(parcel.id);
  }
  return [...taken].flatMap((id) => {
    const parcel = words.get(id);
    return parcel ? eventsOf(parcel) : [];
  });
}

function eventsOf({ from, body }: ParcelLine): TakenMessage[] {
  const said = JSON.parse(body) as { id?: string; pix?: readonly { endToEndId: string; txid?: string }[] };
  if (from === 'pix-bank')
    return (said.pix ?? []).filter(({ txid }) => txid !== undefined).map(({ endToEndId }) => ({ eventId: endToEndId }));
  return (from === 'acquirer' || from === 'slip-bank') && said.id !== undefined ? [{ eventId: said.id }] : [];
}
