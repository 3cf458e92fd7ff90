import type { PageManifest } from '../../framework/page.ts';

/** Where the buyer will study: country, region, city, and the unit there. */
export const manifest: PageManifest = {
  id: 'select-school',
  paths: ['/select-school'],
  words: ['select-school.', 'lead.country.BR', 'lead.country.MZ', 'lead.country.PE'],
  hasBehaviour: true,
  methods: ['GET', 'POST'],
  cache: 'form',
  needs: 'flow',
  showsInline: true,
};
