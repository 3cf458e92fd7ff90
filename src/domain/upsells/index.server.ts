export { acceptUpsell, declineUpsell } from './decide-upsell.server.ts';
export {
  type BoughtUpsell,
  type BuyFailure,
  buyUpsell,
  oneClickMeans,
  type OneClickMeans,
} from './buy-upsell.server.ts';
export * from './index.ts';
export { upsellDecisions } from './upsell.repository.server.ts';
