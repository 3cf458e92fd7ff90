import { defineStepStories, type StoryRequest, refusedWith } from '../../stories/stories.contract.server.ts';
import { showPoints } from '../../stories/sample-points.server.ts';
import type { LiveloCodeData } from './livelo-code-page.tsx';

const inState =
  (change: Partial<LiveloCodeData> = {}) =>
  (request: StoryRequest) =>
    showPoints<LiveloCodeData>(request, {
      state: 'sent',
      kind: 'sms',
      to: '(••) •••••-4567',
      resendSeconds: 48,
      other: request.href('/livelo/select-device'),
      next: request.href('/livelo/payment-method'),
      ...change,
    });

export const stories = defineStepStories<LiveloCodeData>({
  usual: inState(),
  email: inState({ kind: 'email', to: 'm•••@e•••.com.br' }),
  again: inState({ resendSeconds: 0 }),
  error: async (request) => refusedWith(await inState()(request), {}, { code: 'livelo-code.code-wrong' }),
  failed: async (request) => refusedWith(await inState()(request), {}, { form: 'livelo-code.too-many' }),
  proved: inState({ state: 'proved' }),
});
