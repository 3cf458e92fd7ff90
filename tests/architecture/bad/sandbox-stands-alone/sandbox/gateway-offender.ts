export { value } from '#src/gateways/bank/client.ts';
