import { maySee, maySeeSession } from '#src/domain/capabilities/index.server.ts';
import { contractForQuote, contractOf, paperAddress } from '#src/domain/contracts/index.server.ts';
import { orderById } from '#src/domain/orders/index.server.ts';
import { quoteOwner } from '#src/domain/quotes/index.server.ts';
import { sessionById } from '#src/domain/sessions/index.server.ts';
import { formatInstant, marketZone } from '#src/kernel/time/zones.ts';
import { orderOfLetter } from '../../site/letter-access.server.ts';
import { defineBarePage, type OpenRequest, show, type Showing } from '../../web/page.server.ts';
import type { ContractData } from './contract-page.tsx';

const nothing: ContractData = { lang: 'pt-BR', blocks: null, hash: '', accepted: null, pdf: null };
const gone: Showing<ContractData> = show<ContractData>(nothing, { status: 404 });

export const page = defineBarePage<ContractData>({
  load: async (request) => {
    const { id = '' } = request.params;
    return id.startsWith('ord_') ? ofOrder(request, id) : ofQuote(request, id);
  },
});

/** What was accepted, word for word. */
async function ofOrder(request: OpenRequest, orderId: string): Promise<Showing<ContractData>> {
  if (!(await maySeeOrder(request, orderId))) return gone;
  const [order, accepted] = await Promise.all([orderById(request.ctx.db, orderId), contractOf(request.ctx, orderId)]);
  if (!order || !accepted) return gone;
  const { contract, acceptance } = accepted;
  return show<ContractData>({
    lang: contract.locale,
    blocks: contract.blocks,
    hash: contract.textHash,
    accepted: { at: formatInstant(acceptance.at, marketZone(order.market)), label: acceptance.label },
    pdf: order.paidAt === null ? null : paperAddress(order.id, 'contract.pdf'),
  });
}

async function maySeeOrder({ ctx, browser, passes, letterToken }: OpenRequest, orderId: string): Promise<boolean> {
  if (letterToken !== null && (await orderOfLetter(ctx, letterToken)) === orderId) return true;
  return maySee(ctx, { hash: browser.hash, passes }, orderId);
}

/** What is about to be accepted. */
async function ofQuote({ ctx, browser, passes }: OpenRequest, quoteId: string): Promise<Showing<ContractData>> {
  const sessionId = await quoteOwner(ctx.db, quoteId);
  if (sessionId === null || !(await maySeeSession(ctx, { hash: browser.hash, passes }, sessionId))) return gone;
  const session = await sessionById(ctx.db, sessionId);
  const made = session && (await contractForQuote(ctx, session, quoteId));
  if (!made?.ok) return gone;
  const { locale, blocks, textHash } = made.value;
  return show<ContractData>({ lang: locale, blocks, hash: textHash, accepted: null, pdf: null });
}
