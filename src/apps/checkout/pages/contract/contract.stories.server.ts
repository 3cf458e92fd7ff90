import { composeContract } from '#src/domain/documents/contracts/index.server.ts';
import { findPlan } from '#src/domain/catalog/products/index.ts';
import { samplePurchase } from '../../stories/sample-purchase.server.ts';
import { defineStories, type StoryRequest } from '../../stories/stories.contract.server.ts';
import { show } from '../../framework/page.server.ts';
import type { ContractData } from './contract-page.tsx';

const hash = '0f5b1c2d'.repeat(8);

async function sample(request: StoryRequest): Promise<ContractData | null> {
  const { ctx, visit } = request;
  const bought = await samplePurchase(request);
  const plan = bought && findPlan(visit.product, bought.quote.planId);
  if (!bought || !plan || !ctx.documents) return null;
  const { session, lead, quote } = bought;
  const { terms, company } = visit.brand.documents;
  const price = { ...quote, createdAt: ctx.clock.now() };
  const blocks = composeContract(ctx.documents, { session, lead, price, product: visit.product, plan, company, terms });
  return { lang: terms.locale, blocks, hash, accepted: null, pdf: null };
}

export const stories = defineStories<ContractData>({
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
