export { createCourier, type OutgoingCourier } from './courier.server.ts';
export { deliveriesOf, type DeliveryState, deliveryStates, type DeliveryView } from './delivery-list.server.ts';
export { messageData, messageSchema, messageVersion } from './message-schemas.server.ts';
export {
  endpointSecrets,
  type EndpointSecrets,
  type EndpointView,
  endpointViews,
  openEndpoint,
  rotateSecret,
} from './operate.server.ts';
export { replay, type ReplayFailure, type ReplayWish } from './replay.server.ts';
