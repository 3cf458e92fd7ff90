import type { PageManifest } from '../../web/page.ts';

/** Messages of the rules that this page's fields follow. */
const messages = [
  'required',
  'cpf',
  'registry',
  'nuit',
  'address',
  'district',
  'city',
  'state',
  'number',
  'complement',
  'zip-code',
].map((name) => `validation.${name}`);

/** Where the buyer chooses how to pay, and pays. */
export const manifest: PageManifest = {
  id: 'payment',
  paths: ['/payment'],
  words: ['payment.', 'method.', 'form.', 'summary.', 'shell.close', ...messages],
  hasBehaviour: true,
  methods: ['GET', 'POST'],
  cache: 'form',
  needs: 'flow',
  frames: 'fields',
};
