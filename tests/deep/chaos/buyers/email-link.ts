import { pause } from '../faults/pause.ts';

/** So long a buyer looks for a letter, in milliseconds. */
const emailWaitMs = 8_000;

/** The path of a link in a buyer's letters that holds `part`, newest letter first; empty where none comes in time. */
export async function emailLinkTo(
  sandboxOrigin: string,
  email: string,
  { part, deadline }: { readonly part: string; readonly deadline: number },
): Promise<string> {
  for (const end = Math.min(deadline, performance.now() + emailWaitMs); performance.now() < end; await pause(300)) {
    const found = (await linksTo(sandboxOrigin, email)).find((one) => one.includes(part));
    if (found === undefined) continue;
    const { pathname, search } = new URL(found);
    return pathname + search;
  }
  return '';
}

async function linksTo(sandboxOrigin: string, email: string): Promise<readonly string[]> {
  const address = `${sandboxOrigin}/sandbox/inbox.json?to=${encodeURIComponent(email)}`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(20_000) }).catch(() => null);
  if (answer?.ok !== true) return [];
  const { messages } = (await answer.json()) as { messages: readonly { readonly links: readonly string[] }[] };
  return messages.flatMap(({ links }) => links);
}
