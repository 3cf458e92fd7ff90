export { createCourier, type OutgoingCourier } from './courier.server.ts';
export { deliveriesOf, deliveryStates } from './delivery-list.server.ts';
export { messageData, messageSchema } from './message-schemas.server.ts';
export { endpointSecrets, type EndpointSecrets, endpointViews, openEndpoint, rotateSecret } from './operate.server.ts';
export { replay } from './replay.server.ts';
