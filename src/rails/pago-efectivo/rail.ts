import type { RailManifest } from '#src/domain/payments/index.ts';

/** PagoEfectivo: a CIP code that is paid in a bank's app or in cash at an agent (Peru). */
export const rail: RailManifest = {
  id: 'pago-efectivo',
  methods: ['pago-efectivo', 'pagoefectivo'],
  markets: ['PE'],
  currencies: ['PEN'],
  needsScript: false,
  takesInstallments: false,
  waitingPath: '/awaiting',
  afterStart: 'waiting',
  successVariant: 'default',
  renewable: true,
  emailsInstructions: true,
};
