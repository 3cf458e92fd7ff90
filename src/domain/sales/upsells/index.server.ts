export { acceptUpsell, declineUpsell } from './decide-upsell.server.ts';
export { type BuyFailure, buyUpsell, type OneClickInstrument, oneClickInstrument } from './buy-upsell.server.ts';
export * from './index.ts';
export { upsellDecisions } from './upsell.repository.server.ts';
