import { roundToStep, pointsRange } from '#src/domain/customers/loyalty/index.ts';
import { defineStepStories, type StoryRequest, refusedWith } from '../../stories/stories.contract.server.ts';
import { sampleAccount, samplePrice, showPoints } from '../../stories/sample-points.server.ts';
import type { LiveloPaymentMethodData } from './livelo-payment-method-page.tsx';

const having =
  (points: number, isChanged = false) =>
  async (request: StoryRequest) => {
    const price = await samplePrice(request);
    if (!price) return null;
    const range = pointsRange({ ...sampleAccount, points }, BigInt(price.price));
    return showPoints<LiveloPaymentMethodData>(request, {
      ...price,
      balance: points,
      minimum: sampleAccount.minimum,
      isChanged,
      choice: range && { range, points: roundToStep(range.whole ?? range.max, range) },
      otherCpf: request.href('/livelo/cpf'),
    });
  };

export const stories = defineStepStories<LiveloPaymentMethodData>({
  usual: having(sampleAccount.points),
  many: having(900_000),
  one: having(1_200),
  whole: having(36_480),
  changed: having(8_000, true),
  few: having(320),
  error: async (request) =>
    refusedWith(
      await having(sampleAccount.points)(request),
      { points: '30000' },
      { points: 'livelo-payment-method.points.many' },
    ),
});
