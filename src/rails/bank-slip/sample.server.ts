import type { RailSample } from '#src/domain/payments/index.ts';

/** A registered slip with its own Pix code. */
export const railSample: RailSample = {
  kept: { payerName: 'Maria da Silva', payerDocument: '52998224725' },
  instructions: {
    status: 'registered',
    ourNumber: '123456',
    barcode: '23798130400001140001234090000001234500567890',
    agency: '1234',
    account: '0056789',
    wallet: '09',
    beneficiary: { name: 'Matrícula Exemplo S.A.', document: '12345678000195', address: 'São Paulo, SP' },
    pix: { txid: 'exemplo', brCode: '00020101021226330014br.gov.bcb.pix0111123456789095204000053039865802BR6304AAAA' },
  },
  challengesBuyer: false,
};
