import { sha256 } from '#src/kernel/ids/ids.server.ts';
import { pipelinedReads } from '#src/kernel/db/pipeline.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { findPlan } from '../../catalog/products/index.ts';
import type { Db } from '../../base-context.server.ts';
import type { DocumentsContext } from '../context.server.ts';
import type { Lead } from '../../checkout/leads/index.ts';
import { leadById } from '../../checkout/leads/index.server.ts';
import { orderById, orderLines } from '../../orders/index.server.ts';
import { quoteById, type Quote, quoteCreatedAt } from '../../checkout/quotes/index.server.ts';
import type { CheckoutSession } from '../../checkout/sessions/index.ts';
import { type AgreedPrice, contractFacts, type ContractContext, personalTextsOf } from './contract-facts.ts';
import {
  acceptedContract,
  saveAcceptance,
  saveContract,
  latestContract,
  serializeDocument,
} from './contract.repository.server.ts';
import type { Acceptance, Contract, ContractTerms, DocumentBlock } from './contract.types.ts';
import { fillTerms } from './fill-terms.ts';
import type { DocumentsPort } from './documents.port.ts';

/** `terms-missing`: no documents are configured, or the brand is gone. */
export type ContractFailure = 'quote-not-found' | 'lead-missing' | 'plan-not-found' | 'terms-missing';

/**
 * Fills the brand's terms with a session's buyer and one of its quotes, and saves the text. Called again it finds the same
 * contract; where the terms were changed since a buyer read them, the contract that they read is valid for this quote.
 */
export async function contractForQuote(
  ctx: DocumentsContext,
  session: CheckoutSession,
  quoteId: string,
): Promise<Result<Contract, ContractFailure>> {
  const { db, documents } = ctx;
  const [quote, lead, latest] = await pipelinedReads(db, (one) =>
    Promise.all([
      quoteById(one, session.id, quoteId),
      session.leadId ? leadById(one, session.leadId) : null,
      latestContract(one, quoteId),
    ]),
  );
  if (!quote) return err('quote-not-found');
  if (!lead) return err('lead-missing');
  const { brand, variant, productCode } = session;
  const terms = documents?.terms(brand, variant);
  const company = documents?.company(brand, variant);
  if (!documents || !terms || !company) return err('terms-missing');
  if (latest && latest.termsVersion !== terms.version) return ok(latest);
  const product = ctx.catalog.product(brand, variant, productCode);
  const plan = product && findPlan(product, quote.planId);
  if (!product || !plan) return latest ? ok(latest) : err('plan-not-found');
  const price = await pipelinedReads(db, (one) => agreedPrice(one, session, quote));
  const blocks = composeContract(documents, { session, lead, price, product, plan, company, terms });
  const { locale } = terms;
  const personalTexts = personalTextsOf(lead);
  const made = { sessionId: session.id, quoteId, locale, termsVersion: terms.version, blocks, personalTexts };
  return ok(await saveContract(db, made, ctx.clock.now()));
}

/** The text of a contract, without saving it; amounts and dates are in the language of the terms. */
export function composeContract(
  documents: DocumentsPort,
  {
    terms,
    ...sale
  }: Omit<ContractContext, 'schoolName' | 'say'> & {
    readonly session: Pick<CheckoutSession, 'brand' | 'variant'>;
    readonly terms: ContractTerms;
  },
): DocumentBlock[] {
  const schoolName = documents.branding(sale.session.brand, sale.session.variant).name;
  const session = { market: sale.session.market, locale: terms.locale };
  return fillTerms(terms, contractFacts({ ...sale, session, schoolName, say: documents.say }));
}

/** The contract of a price without a quote yet: accepted on the same day, it is saved with this text. */
export function previewContract(
  { documents, clock }: Pick<DocumentsContext, 'documents' | 'clock'>,
  sale: Pick<ContractContext, 'lead' | 'product' | 'plan'> & {
    readonly session: Pick<CheckoutSession, 'brand' | 'variant' | 'market' | 'locale'>;
    readonly price: Omit<AgreedPrice, 'createdAt'>;
  },
): Pick<Contract, 'locale' | 'blocks' | 'textHash'> | null {
  const { brand, variant } = sale.session;
  const terms = documents?.terms(brand, variant);
  const company = documents?.company(brand, variant);
  if (!documents || !terms || !company) return null;
  const price = { ...sale.price, createdAt: clock.now() };
  const blocks = composeContract(documents, { ...sale, price, company, terms });
  return { locale: terms.locale, blocks, textHash: sha256(serializeDocument(blocks)) };
}

/** The price of a quote; of an order that was made at an earlier agreed price, that one. */
async function agreedPrice(db: Db, session: CheckoutSession, quote: Quote): Promise<AgreedPrice> {
  const [createdAt, order, lines] = await Promise.all([
    quoteCreatedAt(db, quote.id),
    session.orderId ? orderById(db, session.orderId) : null,
    session.orderId ? orderLines(db, session.orderId) : [],
  ]);
  if (!order || order.quoteId !== quote.id || order.total === quote.total) return { ...quote, createdAt };
  const { currency } = quote;
  return { currency, lines, voucher: null, discount: 0n, total: order.total, installments: [], createdAt };
}

/** The act of an acceptance. `label`: the words beside the box, in the buyer's language. */
export interface AcceptanceInput {
  readonly label: string;
  readonly ip: string;
}

/** Records that the buyer of a session accepted the contract of a quote by an act of their own. */
export async function acceptContract(
  ctx: DocumentsContext,
  session: CheckoutSession,
  quoteId: string,
  input: AcceptanceInput,
): Promise<Result<Contract, ContractFailure>> {
  const made = await contractForQuote(ctx, session, quoteId);
  if (made.ok) await saveAcceptance(ctx.db, made.value, { ...input, quoteId }, ctx.clock.now());
  return made;
}

/** Copies an acceptance to another quote of the same price, which replaced the one that expired meanwhile. */
export async function copyAcceptance(
  ctx: DocumentsContext,
  contract: Contract,
  quoteId: string,
  input: AcceptanceInput,
): Promise<void> {
  await saveAcceptance(ctx.db, contract, { ...input, quoteId }, ctx.clock.now());
}

/** An order's contract as its buyer accepted it. */
export interface AcceptedContract {
  readonly contract: Contract;
  readonly acceptance: Acceptance;
  readonly lead: Lead;
}

/** The contract that the buyer of an order accepted; null where there is none, such as for a later billing period. */
export async function contractOfOrder(ctx: DocumentsContext, orderId: string): Promise<AcceptedContract | null> {
  const order = await orderById(ctx.db, orderId);
  if (!order) return null;
  const [accepted, lead] = await Promise.all([
    acceptedContract(ctx.db, order.quoteId, order.paidAt),
    leadById(ctx.db, order.leadId),
  ]);
  return accepted && lead ? { ...accepted, lead } : null;
}
