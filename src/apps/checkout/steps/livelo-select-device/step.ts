import type { PageManifest } from '../../framework/page.ts';

/** Where the programme shall send its code: one of the member's phones and mailboxes, masked. */
export const manifest: PageManifest = {
  id: 'livelo-select-device',
  paths: ['/livelo/select-device'],
  words: ['livelo-select-device.', 'livelo.skip', 'livelo.other-cpf'],
  hasBehaviour: true,
  methods: ['GET', 'POST'],
  cache: 'secret',
  needs: 'flow',
};
