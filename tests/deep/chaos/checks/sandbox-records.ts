import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SandboxRecords } from '#tests/support/invariants/invariants.server.ts';
import type { AcceptedWebhook } from '#tests/support/invariants/idle-invariants.server.ts';
import { wordsIn } from './canary-values.ts';
import { linesOf } from './secrets-scan.ts';
import type { SentEmail } from './buyer-invariants.ts';

export type { SandboxRecords } from '#tests/support/invariants/invariants.server.ts';

export interface ReceivedSchoolWebhook {
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

export const recordsOf = (sandboxOrigin: string): Promise<SandboxRecords> => read(`${sandboxOrigin}/sandbox/book.json`);

export async function sandboxNow(sandboxOrigin: string): Promise<Date> {
  return new Date((await read<{ now: string }>(`${sandboxOrigin}/sandbox/clock.json`)).now);
}

/** The journal of the mailboxes: a line for each letter, all of which together may be longer than a text can be. */
export const inboxFile = (sandboxFolder: string): string => path.join(sandboxFolder, 'sandbox', 'inbox.jsonl');

/** Every letter that arrived, by whom it is to and which buyers' words are in it. */
export async function emailsOf(sandboxFolder: string): Promise<readonly SentEmail[]> {
  const file = inboxFile(sandboxFolder);
  const emails: SentEmail[] = [];
  for await (const line of linesOf(file)) {
    const { to } = JSON.parse(line) as { readonly to?: readonly string[] };
    emails.push({ to: JSON.stringify(to ?? ''), words: wordsIn(line) });
  }
  return emails;
}

export async function receivedWebhooksOf(sandboxOrigin: string): Promise<readonly ReceivedSchoolWebhook[]> {
  return (await read<{ receivedWebhooks: readonly ReceivedSchoolWebhook[] }>(`${sandboxOrigin}/sandbox/receiver.json`))
    .receivedWebhooks;
}

interface ParcelLine {
  readonly id: string;
  readonly from: string;
  readonly body: string;
  readonly state: string;
}

/**
 * The messages of companies that the product took with a 2xx, by the sandbox's journal: a parcel's first line has its
 * words, its last one how it ended. What the weather made foreign is about charges that nobody has.
 */
export function acceptedWebhooks(sandboxFolder: string): AcceptedWebhook[] {
  const file = path.join(sandboxFolder, 'sandbox', 'notifications.jsonl');
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

function eventsOf({ from, body }: ParcelLine): AcceptedWebhook[] {
  const said = JSON.parse(body) as { id?: string; pix?: readonly { endToEndId: string; txid?: string }[] };
  if (from === 'pix-bank')
    return (said.pix ?? []).filter(({ txid }) => txid !== undefined).map(({ endToEndId }) => ({ eventId: endToEndId }));
  return (from === 'acquirer' || from === 'slip-bank') && said.id !== undefined ? [{ eventId: said.id }] : [];
}
