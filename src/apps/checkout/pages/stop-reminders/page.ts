import type { PageManifest } from '../../framework/page.ts';

/** Unsubscribes from a school's reminders of abandoned checkouts, by a reminder's link. No script. */
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
