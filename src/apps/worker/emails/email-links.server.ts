import { linkOf } from '#src/branding/index.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import { accessStateOf, issueEmailAccess } from '#src/domain/customers/access/index.server.ts';
import { issueMagicLink } from '#src/domain/customers/magic-links/index.server.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { OrderEmailData } from './order-email-data.server.ts';
import { orderLink } from './order-link.server.ts';
import { accountLink } from './send-account-email.server.ts';

interface LinkParts {
  readonly ctx: DomainContext;
  readonly publicOrigin: string;
}

/** Which links a receipt has. */
interface ReceiptWants {
  readonly access: boolean;
  readonly coolingOff: boolean;
}

interface ReceiptLinks {
  /** Null: not wanted, or the course is not open. */
  readonly accessUrl: string | null;
  readonly coolingOffUrl: string | null;
  readonly accountUrl: string;
}

/** The addresses that an order's e-mail takes its reader to. */
export interface EmailLinks {
  /** Of an unfinished purchase or an invoice. */
  readonly order: (facts: OrderEmailData) => Promise<string>;
  /** Of the page on which an order's buyer goes back on it. */
  readonly coolingOff: (facts: OrderEmailData) => Promise<string>;
  /** Of the page on which a subscription is paid. */
  readonly renewal: (facts: OrderEmailData, subscriptionId: string) => Promise<string>;
  readonly receipt: (facts: OrderEmailData, wants: ReceiptWants) => Promise<ReceiptLinks>;
}

/** Links that open what they name, each by a secret of its own for sixty days, of which only the hash is stored. */
export function issuedLinks({ ctx, publicOrigin }: LinkParts): EmailLinks {
  const coolingOff = async (inside: DomainContext, facts: OrderEmailData): Promise<string> =>
    withSecret(coolingOffPage(publicOrigin, facts), await issueMagicLink(inside, inside.db, facts.order.id));
  return {
    order: ({ session, brand }) => orderLink(ctx, publicOrigin, session, brand),
    coolingOff: (facts) => coolingOff(ctx, facts),
    renewal: async (facts, id) =>
      withSecret(renewalPage(publicOrigin, facts, id), await issueMagicLink(ctx, ctx.db, id)),
    // The receipt's secrets are written together: one commit, and two round trips for all of them.
    receipt: (facts, wants) =>
      transaction(ctx.db, async (db) => {
        const inside = { ...ctx, db };
        const [secret, coolingOffUrl, accountUrl] = await Promise.all([
          wants.access ? issueEmailAccess(inside, facts.order.id) : null,
          wants.coolingOff ? coolingOff(inside, facts) : null,
          accountLink({ ctx: inside, publicOrigin }, facts),
        ]);
        return { accessUrl: secret === null ? null : `${publicOrigin}/access?t=${secret}`, coolingOffUrl, accountUrl };
      }),
  };
}

/** Links of a preview: the same pages, without a secret, so that they open nothing. Nothing is written. */
export function previewLinks({ ctx, publicOrigin }: LinkParts): EmailLinks {
  const home = new URL('/', publicOrigin).href;
  return {
    order: async () => home,
    coolingOff: async (facts) => coolingOffPage(publicOrigin, facts).href,
    renewal: async (facts, id) => renewalPage(publicOrigin, facts, id).href,
    receipt: async (facts, wants) => {
      const isOpen = wants.access && (await accessStateOf(ctx.db, facts.order.id)) === 'active';
      return {
        accessUrl: isOpen ? `${publicOrigin}/access` : null,
        coolingOffUrl: wants.coolingOff ? coolingOffPage(publicOrigin, facts).href : null,
        accountUrl: `${publicOrigin}/my-purchases`,
      };
    },
  };
}

function coolingOffPage(publicOrigin: string, { order, session, brand }: OrderEmailData): URL {
  const url = new URL(`/withdraw/${order.id}`, publicOrigin);
  for (const [name, value] of Object.entries(linkOf(session, brand))) url.searchParams.set(name, value);
  return url;
}

function renewalPage(publicOrigin: string, { session, brand }: OrderEmailData, subscriptionId: string): URL {
  const url = new URL(`/renew/${subscriptionId}`, publicOrigin);
  for (const [name, value] of Object.entries(linkOf(session, brand))) url.searchParams.set(name, value);
  if (brand.flows.some((flow) => flow.id === 'renew')) url.searchParams.set('flowId', 'renew');
  return url;
}

function withSecret(url: URL, secret: string): string {
  url.searchParams.set('t', secret);
  return url.href;
}
