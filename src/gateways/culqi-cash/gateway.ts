/**
 * Culqi's orders, whose CIP code is paid in cash or at a bank (PagoEfectivo). A gateway of its own beside the charges:
 * cash cannot be refunded by a call, and its network may be down while cards work.
 */
export const gateway = { id: 'culqi-cash', methods: ['pago-efectivo', 'pagoefectivo'], markets: ['PE'] } as const;
