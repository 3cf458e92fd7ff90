import { definePublicPage, type FormFields, show } from '../../framework/page.server.ts';
import { nonPaymentIntents } from '../../payment-form/submit-payment.server.ts';
import { pages, steps } from '../../registry.generated.ts';
import type { PageManifest } from '../../framework/page.ts';
import type { TemporarilyUnavailableData } from './temporarily-unavailable-page.tsx';
import { manifest } from './page.ts';

/** A cluster has another primary within some seconds; more frequent reloads only add load. */
const againSeconds = 5;

/** Intents of forms with an idempotency key that take no money. */
const safeIntents: ReadonlySet<string> = new Set([
  ...nonPaymentIntents,
  ...Object.values<PageManifest>({ ...steps, ...pages }).flatMap((one) => one.safeIntents ?? []),
]);

/**
 * The fields of payment forms only: the idempotency key of an attempt, or the button of a one-click or saved-instrument
 * payment. A typed voucher is applied first, whichever button was pressed.
 */
function takesMoney({ key, upsell, kept, intent = '', voucher = '' }: FormFields): boolean {
  if (upsell === 'buy' || kept !== undefined) return true;
  return key !== undefined && !safeIntents.has(intent) && voucher.trim() === '';
}

export const page = definePublicPage<TemporarilyUnavailableData>({
  load: ({ path, rawQuery, href, method, sent = null }) => {
    // The page's own address has no page to reload.
    if (manifest.paths.includes(path))
      return show<TemporarilyUnavailableData>({ again: href('/'), isSent: false, fields: null });
    // The whole query, because a magic link's secret is part of the address. One slash: two would name another host.
    const query = String(rawQuery);
    const again = path.replace(/^[/\\]+/, '/') + (query === '' ? '' : `?${query}`);
    // Only payment pages show the result of their form; any other form is kept and sent again.
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
