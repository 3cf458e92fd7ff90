import type { PageManifest } from '../../framework/page.ts';

/** The member proves themselves by the code that the programme sent. */
export const manifest: PageManifest = {
  id: 'livelo-code',
  paths: ['/livelo/code'],
  words: [
    'livelo-code.',
    'livelo.skip',
    'validation.required',
    'phone-verification.code.format',
    'phone-verification.resend',
  ],
  hasBehaviour: true,
  methods: ['GET', 'POST'],
  cache: 'secret',
  needs: 'flow',
};
