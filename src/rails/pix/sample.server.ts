import type { RailSample } from '#src/domain/payments/index.ts';
import { buildBrCode } from './br-code.build.ts';

const built = buildBrCode({
  type: 'dynamic',
  name: 'Matricula Exemplo SA',
  city: 'Sao Paulo',
  location: 'pix.exemplo.com.br/qr/v2/8b3da2f39a4140d1a91abd93113bd441',
});
if (!built.ok) throw new Error('The sample code cannot be written');

/** A dynamic code of no real charge. */
export const railSample: RailSample = { kept: {}, instructions: { brCode: built.value }, challengesBuyer: false };
