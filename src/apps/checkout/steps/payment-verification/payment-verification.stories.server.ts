import { railSampleOf, sampleAttempt, sampleOrder, samplePurchase } from '../../stories/sample-purchase.server.ts';
import { changed, defineStories, type StoryRequest } from '../../stories/stories.contract.server.ts';
import { showVerification } from '../../payment-form/stages/show-verification.server.ts';
import type { PaymentVerificationData } from '../../payment-form/stages/stages.types.ts';

async function asking(request: StoryRequest) {
  const purchase = await samplePurchase(request);
  const rail = purchase?.methods.find((method) => railSampleOf(method.rail).challengesBuyer)?.rail;
  if (!purchase || rail === undefined) return null;
  const { last4 } = railSampleOf(rail).kept;
  const attempt = sampleAttempt(request, purchase, rail, {
    state: 'awaiting-buyer',
    // The bank's page with its question, about nothing: an answer to it moves no money.
    nextAction: {
      url: `${request.sandboxOrigin ?? ''}/acquirer/acs/specimen`,
      fields: {
        amount: String(purchase.quote.total),
        currency: purchase.quote.currency,
        shop: request.visit.brand.name,
        last4: typeof last4 === 'string' ? last4 : '0000',
      },
    },
    expiresAt: new Date(request.ctx.clock.now().getTime() + 15 * 60_000),
  });
  const view = sampleOrder(request, purchase, [attempt]);
  return showVerification(request, { view, attempt, payment: request.href('/payment') });
}

export const stories = defineStories<PaymentVerificationData>({
  usual: asking,
  over: async (request) => changed(await asking(request), { secondsLeft: 0 }),
});
