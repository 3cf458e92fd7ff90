import type { PageManifest } from '../../framework/page.ts';

/** Ends a school's reminders of purchases that were left, by the link in one of them. No script. */
export const manifest: PageManifest = {
  id: 'stop-reminders',
  paths: ['/reminders/:id'],
  words: ['stop-reminders.'],
  hasBehaviour: false,
  methods: ['GET', 'POST'],
  cache: 'secret',
  needs: 'flow',
  referrer: 'no-referrer',
};
