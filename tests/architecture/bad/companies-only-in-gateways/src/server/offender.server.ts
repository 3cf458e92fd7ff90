export { value } from '#src/gateways/bank/gateway.server.ts';
