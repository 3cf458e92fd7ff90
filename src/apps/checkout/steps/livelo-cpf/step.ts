import type { PageManifest } from '../../framework/page.ts';

/** The buyer says who they are to the points programme, to use points or to earn some. */
export const manifest: PageManifest = {
  id: 'livelo-cpf',
  paths: ['/livelo/cpf'],
  words: ['livelo-cpf.', 'livelo.skip', 'validation.required', 'validation.cpf'],
  hasBehaviour: true,
  methods: ['GET', 'POST'],
  cache: 'secret',
  needs: 'flow',
};
