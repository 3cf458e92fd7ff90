import { formatCount } from '#src/kernel/money/format-money.ts';
import { defineStepStories, type StoryRequest, refusedWith } from '../../stories/stories.contract.server.ts';
import { showPoints } from '../../stories/sample-points.server.ts';
import type { LiveloCpfData } from './livelo-cpf-page.tsx';

const asking =
  (change: Partial<LiveloCpfData> = {}) =>
  (request: StoryRequest) =>
    showPoints<LiveloCpfData>(request, { wants: 'spend', isServed: true, cpf: '', earned: null, ...change });
const refused = (errors: Readonly<Record<string, string>>) => async (request: StoryRequest) =>
  refusedWith(await asking()(request), { cpf: '111.222.333-44' }, errors);

export const stories = defineStepStories<LiveloCpfData>({
  usual: asking(),
  earn: (request) => asking({ wants: 'earn', earned: formatCount(2_280, request.view.locale) })(request),
  error: refused({ cpf: 'validation.cpf' }),
  'not-member': refused({ cpf: 'livelo-cpf.not-member' }),
  failed: refused({ form: 'livelo-cpf.unavailable' }),
  none: asking({ isServed: false }),
  busy: async (request) => ({ ...(await asking()(request)), isBusy: true }),
});
