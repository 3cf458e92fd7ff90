import { composeContract } from '#src/domain/contracts/index.server.ts';
import { findPlan } from '#src/domain/catalog/index.ts';
import { samplePurchase } from '../../gallery/sample-purchase.server.ts';
import { defineStates, type GalleryRequest } from '../../gallery/states.contract.server.ts';
import { show } from '../../web/page.server.ts';
import type { ContractData } from './contract-page.tsx';

const hash = '0f5b1c2d'.repeat(8);

async function sample(request: GalleryRequest): Promise<ContractData | null> {
  const { ctx, visit } = request;
  const bought = await samplePurchase(request);
  const plan = bought && findPlan(visit.product, bought.quote.planId);
  if (!bought || !plan || !ctx.papers) return null;
  const { session, lead, quote } = bought;
  const { terms, company } = visit.brand.papers;
  const price = { ...quote, createdAt: ctx.clock.now() };
  const blocks = composeContract(ctx.papers, { session, lead, price, product: visit.product, plan, company, terms });
  return { lang: terms.locale, blocks, hash, accepted: null, pdf: null };
}

export const states = defineStates<ContractData>({
  read: async (request) => {
    const data = await sample(request);
    return data && show<ContractData>(data);
  },
  accepted: async (request) => {
    const data = await sample(request);
    const label = request.words('contract.accept');
    return data && show<ContractData>({ ...data, accepted: { at: '21/11/2026 10:00', label }, pdf: '#contract.pdf' });
  },
  gone: () => show<ContractData>({ lang: 'pt-BR', blocks: null, hash: '', accepted: null, pdf: null }),
});
