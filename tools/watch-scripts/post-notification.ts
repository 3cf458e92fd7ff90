import type { WatchNews } from './keep-watching.ts';

const patienceMs = 10_000;

/**
 * Posts a report to an address that takes JSON: chat rooms show `text` (Slack, Mattermost, Google Chat), other members are
 * for other receivers. Throws when it was not accepted.
 */
export async function postNotification(address: string, news: WatchNews): Promise<void> {
  const { shop, differences } = news;
  const said = differences.length === 0 ? 'as it was built again' : differences.join('; ');
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: `Scripts of ${shop}: ${said}`, ...news }),
    signal: AbortSignal.timeout(patienceMs),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`answered ${answer.status}`);
}
