import type { PageManifest } from '../../framework/page.ts';

/** A page of the brand's own words: rules, a programme, what is in the course. Rendered here; it ships no script. */
export const manifest: PageManifest = {
  id: 'md',
  paths: ['/md'],
  words: ['md.', 'form.step'],
  hasBehaviour: false,
  methods: ['GET'],
  cache: 'form',
  needs: 'flow',
};
