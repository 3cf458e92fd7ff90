import { trialLinkKey } from './choose-flow.ts';
import { findCardNumber } from '#src/kernel/validation/card/find-card-number.ts';
import { defaultSeller, partnerSeller } from '#src/domain/catalog/sellers/index.ts';

/** A link's query, cleaned. `values` are the known names, as given; `seller` and `source` have defaults. */
export interface LinkQuery {
  readonly values: Readonly<Record<string, string>>;
  readonly seller: string;
  readonly source: string;
}

const kept: ReadonlySet<string> = new Set([
  'product',
  'productSlug',
  'offer',
  'planId',
  'planType',
  'flowId',
  'route',
  'voucher',
  'seller',
  'source',
  'partner',
  'lang',
  'contactId',
  'area',
  'enrollmentSubscriptionId',
  'referrer',
  'staging',
  'gclid',
  'fbclid',
]);

const aliases: Readonly<Record<string, string>> = { 'product-slug': 'productSlug' };
const defaultSource = 'direto';
/** Longer values are no link of ours; click ids are the longest that exist. */
const maxLength = 300;
const maxTrackingNames = 12;
const trackingName = /^utm_[a-z0-9_]{1,32}$/;
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const control = /[\u0000-\u001f\u007f]/;

/** An e-mail address, or a formatted CPF: a campaign's tool has merged its reader into the link. */
const personal = /[^\s@]@[^\s@]+\.[a-z]{2}|(?<!\d)\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)/i;

function isAccepted(value: string): boolean {
  if (value === '' || value.length > maxLength || value.startsWith('query_param') || control.test(value)) return false;
  // Longer digits are ids of campaigns, which pass a card's check one time in ten.
  return !personal.test(value) && (findCardNumber(value) ?? '0'.repeat(17)).length > 16;
}

/**
 * Reads a link's query (specification, section 4): names that are not ours are dropped, of a repeated name the first
 * is taken, values that are empty, begin with `query_param` or hold a person's address, CPF or card count as not given. Slashes leave `source`, which is
 * `direto` by default; the seller is `performance` by default, or `franchising` when only a partner is named.
 * Names that would identify a person (`email`, `leadId`, tokens, documents) are never among those kept.
 */
export function cleanQuery(raw: Iterable<readonly [string, string]>): LinkQuery {
  const values: Record<string, string> = {};
  let tracking = 0;
  for (const [given, text] of raw) {
    const name = aliases[given] ?? given;
    const isTracking = trackingName.test(name);
    if ((!kept.has(name) && !isTracking) || name in values) continue;
    const value = name === 'source' ? text.replaceAll(/[/\\]/g, '').trim() : text.trim();
    if (!isAccepted(value) || (isTracking && ++tracking > maxTrackingNames)) continue;
    values[name] = value;
  }
  const seller = values['seller'] ?? (values['partner'] === undefined ? defaultSeller : partnerSeller);
  return { values, seller, source: values['source'] ?? defaultSource };
}

/** The same query for a page of a flow: `contactId` is kept only in flows whose id contains `vip`. */
export function queryInFlow(query: LinkQuery, flowId: string): LinkQuery {
  if (flowId.toLowerCase().includes('vip') || query.values['contactId'] === undefined) return query;
  const { contactId: _dropped, ...values } = query.values;
  return { ...query, values };
}

/** Writes a query into an address: `/lead` → `/lead?product=wup`. Names come in the order of `values`. */
export function withQuery(path: string, values: Readonly<Record<string, string>>): string {
  const { [trialLinkKey]: _own, ...said } = values;
  const text = new URLSearchParams(said).toString();
  return text === '' ? path : `${path}?${text}`;
}
