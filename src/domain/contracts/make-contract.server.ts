import { sha256 } from '#src/kernel/ids/ids.server.ts';
import { together } from '#src/kernel/db/pipeline.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { findPlan } from '../catalog/index.ts';
import type { Db, DomainContext } from '../context.server.ts';
import type { Lead } from '../leads/index.ts';
import { leadById } from '../leads/index.server.ts';
import { orderById } from '../orders/index.server.ts';
import { quoteById, type Quote } from '../quotes/index.server.ts';
import type { CheckoutSession } from '../sessions/index.ts';
import { type AgreedPrice, contractFacts, type ContractOccasion, personalTextsOf } from './contract-facts.ts';
import {
  acceptedContract,
  contractById,
  keepAcceptance,
  keepContract,
  latestContract,
} from './contract.repository.server.ts';
import type { Acceptance, Contract, ContractTerms, PaperBlock } from './contract.types.ts';
import { fillTerms } from './fill-terms.ts';
import { writePaper } from './paper-text.ts';
import type { PapersPort } from './papers.port.ts';

/** `terms-missing`: nobody composes papers here, or the brand is gone. */
export type ContractFailure = 'quote-not-found' | 'lead-missing' | 'plan-not-found' | 'terms-missing';

/**
 * Fills the brand's terms with a session's buyer and one of its frozen prices, and keeps the words. Asked again it finds
 * the same ones; where the terms were changed since somebody read them, what they read still holds for this price.
 */
export async function contractForQuote(
  ctx: DomainContext,
  session: CheckoutSession,
  quoteId: string,
): Promise<Result<Contract, ContractFailure>> {
  const { db, papers } = ctx;
  const [quote, lead, shown] = await together(db, (one) =>
    Promise.all([
      quoteById(one, session.id, quoteId),
      session.leadId ? leadById(one, session.leadId) : null,
      latestContract(one, quoteId),
    ]),
  );
  if (!quote) return err('quote-not-found');
  if (!lead) return err('lead-missing');
  const { brand, variant, productCode } = session;
  const terms = papers?.terms(brand, variant);
  const company = papers?.company(brand, variant);
  if (!papers || !terms || !company) return err('terms-missing');
  if (shown && shown.termsVersion !== terms.version) return ok(shown);
  const product = ctx.catalog.product(brand, variant, productCode);
  const plan = product && findPlan(product, quote.planId);
  if (!product || !plan) return shown ? ok(shown) : err('plan-not-found');
  const price = await together(db, (one) => agreedPrice(one, session, quote));
  const blocks = composeContract(papers, { session, lead, price, product, plan, company, terms });
  const { locale } = terms;
  const personalTexts = personalTextsOf(lead);
  const made = { sessionId: session.id, quoteId, locale, termsVersion: terms.version, blocks, personalTexts };
  return ok(await keepContract(db, made, ctx.clock.now()));
}

/** The words of a contract, without keeping them; sums and terms are in the language of the text they stand in. */
export function composeContract(
  papers: PapersPort,
  {
    terms,
    ...sale
  }: Omit<ContractOccasion, 'schoolName' | 'say'> & {
    readonly session: Pick<CheckoutSession, 'brand' | 'variant'>;
    readonly terms: ContractTerms;
  },
): PaperBlock[] {
  const schoolName = papers.look(sale.session.brand, sale.session.variant).name;
  const session = { market: sale.session.market, locale: terms.locale };
  return fillTerms(terms, contractFacts({ ...sale, session, schoolName, say: papers.say }));
}

/** What a contract would say of a price that nobody has frozen yet: agreed to on the same day, it is kept in these words. */
export function contractAhead(
  { papers, clock }: Pick<DomainContext, 'papers' | 'clock'>,
  sale: Pick<ContractOccasion, 'lead' | 'product' | 'plan'> & {
    readonly session: Pick<CheckoutSession, 'brand' | 'variant' | 'market' | 'locale'>;
    readonly price: Omit<AgreedPrice, 'createdAt'>;
  },
): Pick<Contract, 'locale' | 'blocks' | 'textHash'> | null {
  const { brand, variant } = sale.session;
  const terms = papers?.terms(brand, variant);
  const company = papers?.company(brand, variant);
  if (!papers || !terms || !company) return null;
  const price = { ...sale.price, createdAt: clock.now() };
  const blocks = composeContract(papers, { ...sale, price, company, terms });
  return { locale: terms.locale, blocks, textHash: sha256(writePaper(blocks)) };
}

/** The price of a quote; where an order was made at a price that was agreed to before, that one. */
async function agreedPrice(db: Db, session: CheckoutSession, quote: Quote): Promise<AgreedPrice> {
  const [row, order, lines] = await Promise.all([
    db.selectFrom('quotes').select('created_at').where('id', '=', quote.id).executeTakeFirstOrThrow(),
    session.orderId ? orderById(db, session.orderId) : null,
    session.orderId
      ? db
          .selectFrom('order_lines')
          .select(['title', 'amount', 'kind'])
          .where('order_id', '=', session.orderId)
          .orderBy('position')
          .execute()
      : [],
  ]);
  const createdAt = row.created_at;
  if (!order || order.quoteId !== quote.id || order.total === quote.total) return { ...quote, createdAt };
  const agreed = lines.map((line) => ({ ...line, kind: line.kind as AgreedPrice['lines'][number]['kind'] }));
  const { currency } = quote;
  return { currency, lines: agreed, voucher: null, discount: 0n, total: order.total, installments: [], createdAt };
}

/** Whom and what an acceptance is of. `label`: the words beside the box, in the buyer's language. */
export interface AcceptanceInput {
  readonly label: string;
  readonly ip: string;
}

/** Writes down that the buyer of a session accepted the contract of a price by an act of their own. */
export async function acceptContract(
  ctx: DomainContext,
  session: CheckoutSession,
  quoteId: string,
  input: AcceptanceInput,
): Promise<Result<Contract, ContractFailure>> {
  const made = await contractForQuote(ctx, session, quoteId);
  if (made.ok) await keepAcceptance(ctx.db, made.value, { ...input, quoteId }, ctx.clock.now());
  return made;
}

/** The same words hold for another quote of the same price, which took the place of the one that ran out meanwhile. */
export async function carryAcceptance(
  ctx: DomainContext,
  contract: Contract,
  quoteId: string,
  input: AcceptanceInput,
): Promise<void> {
  await keepAcceptance(ctx.db, contract, { ...input, quoteId }, ctx.clock.now());
}

/** An order's contract as its buyer accepted it. */
export interface AcceptedContract {
  readonly contract: Contract;
  readonly acceptance: Acceptance;
  readonly lead: Lead;
}

/** What the buyer of an order accepted; null for an order that nobody accepted anything for, such as a later term's. */
export async function contractOf(ctx: DomainContext, orderId: string): Promise<AcceptedContract | null> {
  const order = await orderById(ctx.db, orderId);
  if (!order) return null;
  const [accepted, lead] = await Promise.all([
    acceptedContract(ctx.db, order.quoteId, order.paidAt),
    leadById(ctx.db, order.leadId),
  ]);
  return accepted && lead ? { ...accepted, lead } : null;
}

/** A contract by its id; whoever asks has looked whether it is theirs. */
export const findContract = contractById;
