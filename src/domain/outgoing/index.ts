export { isTold, type OutgoingEndpoint, type OutgoingPort } from './outgoing.port.ts';
export { type OutgoingType, outgoingTypes, platformTypes } from './told-types.ts';
