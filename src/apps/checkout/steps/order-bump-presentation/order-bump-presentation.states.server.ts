import { changed, defineStepStates } from '../../gallery/states.contract.server.ts';
import { page } from './order-bump-presentation.server.ts';

export const states = defineStepStates({
  usual: (request) => page.load(request),
  taken: async (request) => {
    const made = await page.load(request);
    return made.kind === 'data'
      ? changed(made, { bumps: made.data.bumps.map((bump) => ({ ...bump, isTaken: true })) })
      : made;
  },
  none: async (request) => changed(await page.load(request), { bumps: [] }),
});
