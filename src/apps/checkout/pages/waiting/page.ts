import type { RailManifest } from '#src/domain/payments/index.ts';
import { rails } from '#src/rails/registry.generated.ts';
import type { PageManifest } from '../../framework/page.ts';

const manifests: readonly RailManifest[] = Object.values(rails);
const [first, ...more] = new Set(manifests.flatMap(({ waitingPath }) => waitingPath ?? []));
if (first === undefined) throw new Error('No rail has a waiting page');

/** Waits for a payment that the buyer makes elsewhere: one page, at the address of each rail. */
export const manifest: PageManifest = {
  id: 'waiting',
  paths: [first, ...more],
  words: ['waiting.', 'form.', 'summary.', 'shell.close'],
  hasBehaviour: true,
  methods: ['GET', 'POST'],
  cache: 'form',
  needs: 'flow',
  takesMoney: true,
  resumableOnOtherDevice: true,
};
