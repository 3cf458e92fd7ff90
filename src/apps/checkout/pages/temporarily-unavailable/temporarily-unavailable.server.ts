import { definePublicPage, type FormFields, show } from '../../framework/page.server.ts';
import { nonPaymentIntents } from '../../payment-form/submit-payment.server.ts';
import { pages, steps } from '../../registry.generated.ts';
import type { PageManifest } from '../../framework/page.ts';
import type { TemporarilyUnavailableData } from './temporarily-unavailable-page.tsx';
import { manifest } from './page.ts';

/** A cluster has another primary within some seconds; a page that asks more often only adds to its work. */
const againSeconds = 5;

/** Intents of forms with an idempotency key that take no money all the same. */
const safeIntents: ReadonlySet<string> = new Set([
  ...nonPaymentIntents,
  ...Object.values<PageManifest>({ ...steps, ...pages }).flatMap((one) => one.safeIntents ?? []),
]);

/**
 * By what no other form has: the key of a try, or the press that buys at once or pays by what is kept. A word that is typed but not applied is
 * applied first, whatever was pressed.
 */
function takesMoney({ key, upsell, kept, intent = '', voucher = '' }: FormFields): boolean {
  if (upsell === 'buy' || kept !== undefined) return true;
  return key !== undefined && !safeIntents.has(intent) && voucher.trim() === '';
}

export const page = definePublicPage<TemporarilyUnavailableData>({
  load: ({ path, rawQuery, href, method, sent = null }) => {
    // By its own address nothing is awaited.
    if (manifest.paths.includes(path))
      return show<TemporarilyUnavailableData>({ again: href('/'), isSent: false, fields: null });
    // The whole query: an e-mail's token is part of the way back. One slash, or it would name another host.
    const query = String(rawQuery);
    const again = path.replace(/^[/\\]+/, '/') + (query === '' ? '' : `?${query}`);
    // Only where money is taken does the page itself tell what became of a form; any other is kept, to be sent again.
    const fields = sent && !takesMoney(sent) ? Object.entries(sent).map(([name, value]) => ({ name, value })) : null;
    return show<TemporarilyUnavailableData>(
      { again, isSent: method === 'POST' && fields === null, fields },
      {
        status: 503,
        head: fields
          ? { headers: { 'retry-after': String(againSeconds) } }
          : { refresh: { seconds: againSeconds, to: again }, headers: { 'retry-after': String(againSeconds) } },
      },
    );
  },
});
